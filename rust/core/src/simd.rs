//! One binary for all machines: a loop that is compiled twice, once for any x86-64 and once for x86-64-v3 (AVX2, BMI2, POPCNT), and the
//! better one chosen at run time. Everything called in it must be inlined into it, or it is compiled for the plain machine only.

/// Runs `work` on the best path that this machine has. Mark the closure `#[inline(always)]`.
#[inline]
pub fn dispatch<R>(work: impl FnOnce() -> R) -> R {
    struct Work<F>(F);

    impl<F: FnOnce() -> R, R> pulp::WithSimd for Work<F> {
        type Output = R;

        #[inline(always)]
        fn with_simd<S: pulp::Simd>(self, _simd: S) -> R {
            (self.0)()
        }
    }

    pulp::Arch::new().dispatch(Work(work))
}

/// The path that [`dispatch`] takes here: `"x86-64-v3"` or `"baseline"`.
pub fn path() -> &'static str {
    struct Name;

    impl pulp::WithSimd for Name {
        type Output = &'static str;

        #[inline(always)]
        fn with_simd<S: pulp::Simd>(self, _simd: S) -> &'static str {
            // Only the v3 path has vectors of eight 32-bit floats.
            if S::F32_LANES >= 8 { "x86-64-v3" } else { "baseline" }
        }
    }

    pulp::Arch::new().dispatch(Name)
}
