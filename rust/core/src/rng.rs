//! The generator: xoshiro256++, seeded by `SplitMix64` from (seed, stream). Its numbers are a promise and never change.
//!
//! Both algorithms are by Blackman and Vigna, published in the public domain; bounded integers follow Lemire (2019).

/// The increment of `SplitMix64`.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser of `SplitMix64`: a bijection of 64-bit integers that sends 0 to 0.
#[inline]
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// `SplitMix64`: it fills the state of the main generator.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Starts at `state`.
    pub const fn new(state: u64) -> Self {
        Self(state)
    }

    /// The next 64 bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix(self.0)
    }
}

/// xoshiro256++.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng([u64; 4]);

impl Rng {
    /// The generator of stream `stream` under `seed`. Stream 0 equals the usual seeding from one integer;
    /// the others start `SplitMix64` at a scrambled distance, so that neighbouring streams share nothing.
    pub const fn new(seed: u64, stream: u64) -> Self {
        let mut fill = SplitMix64::new(seed ^ mix(stream));
        Self([fill.next_u64(), fill.next_u64(), fill.next_u64(), fill.next_u64()])
    }

    /// A generator at a given position; `None` for the all-zero state, from which nothing but zeros would come.
    pub fn from_state(state: [u64; 4]) -> Option<Self> {
        (state != [0; 4]).then_some(Self(state))
    }

    /// Its position.
    pub const fn state(&self) -> [u64; 4] {
        self.0
    }

    /// The next 64 bits.
    #[inline(always)]
    pub const fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.0;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let c2 = c ^ a;
        let d2 = d ^ b;
        self.0 = [a ^ d2, b ^ c2, c2 ^ (b << 17), d2.rotate_left(45)];
        result
    }

    /// A uniform integer in `0..n` without bias; 0 if `n` is 0.
    #[inline(always)]
    pub const fn below(&mut self, n: u64) -> u64 {
        let mut product = self.next_u64() as u128 * n as u128;
        if (product as u64) < n {
            // The threshold costs a division; it is needed once in 2^64 / n calls.
            let threshold = n.wrapping_neg() % n;
            while (product as u64) < threshold {
                product = self.next_u64() as u128 * n as u128;
            }
        }
        (product >> 64) as u64
    }

    /// A uniform number in `[0, 1)` with 53 bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "53 bits fit a double exactly")]
        let bits = (self.next_u64() >> 11) as f64;
        bits * (0.5_f64).powi(53)
    }

    /// Fisher–Yates from the end: every order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u64 + 1) as usize;
            items.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng as _, SeedableRng as _};
    use rand_xoshiro::{SplitMix64 as PublishedSplitMix, Xoshiro256PlusPlus};

    #[test]
    fn splitmix_has_the_published_outputs() {
        // Vector of the reference C code for the start 1234567.
        let mut ours = SplitMix64::new(1_234_567);
        let expected: [u64; 5] = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(expected.map(|_| ours.next_u64()), expected);
        let mut theirs = PublishedSplitMix::from_seed(99_u64.to_le_bytes());
        let mut ours = SplitMix64::new(99);
        for _ in 0..1000 {
            assert_eq!(ours.next_u64(), theirs.next_u64());
        }
    }

    #[test]
    fn xoshiro_has_the_published_outputs() {
        // Vector of the reference C code for the state 1, 2, 3, 4.
        let mut ours = Rng::from_state([1, 2, 3, 4]).expect("the state is not zero");
        let expected: [u64; 4] = [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386];
        assert_eq!(expected.map(|_| ours.next_u64()), expected);
        for seed in [0_u64, 1, 7, u64::MAX] {
            let (mut ours, mut theirs) = (Rng::new(seed, 0), Xoshiro256PlusPlus::seed_from_u64(seed));
            for _ in 0..1000 {
                assert_eq!(ours.next_u64(), theirs.next_u64());
            }
        }
    }

    #[test]
    fn zero_state_is_refused_and_positions_restore() {
        assert_eq!(Rng::from_state([0; 4]), None);
        let mut a = Rng::new(5, 9);
        a.next_u64();
        let mut b = Rng::from_state(a.state()).expect("a running generator is never at zero");
        assert_eq!(a.next_u64(), b.next_u64());
    }

    #[test]
    fn value_stability() {
        // Pinned on purpose: recorded experiments name (seed, stream) and expect the same games for ever.
        let mut rng = Rng::new(7, 3);
        assert_eq!([rng.next_u64(), rng.next_u64()], PINNED_STREAM);
        let mut rng = Rng::new(7, 3);
        assert_eq!([6, 10, 1000, 1 << 40].map(|n| rng.below(n)), PINNED_BELOW);
        let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
        Rng::new(7, 3).shuffle(&mut order);
        assert_eq!(order, PINNED_ORDER);
        assert!((Rng::new(7, 3).unit() - PINNED_UNIT).abs() < f64::EPSILON);
    }

    const PINNED_STREAM: [u64; 2] = [1_271_686_109_182_243_577, 7_757_094_398_863_220_265];
    const PINNED_BELOW: [u64; 4] = [0, 4, 343, 1_011_082_210_653];
    const PINNED_ORDER: [u8; 8] = [7, 5, 3, 1, 4, 6, 2, 0];
    const PINNED_UNIT: f64 = 0.068_938_242_114_751_3;

    #[test]
    fn below_is_fair_and_in_range() {
        let mut rng = Rng::new(1, 0);
        let mut seen = [0_u32; 7];
        for _ in 0..70_000 {
            seen[rng.below(7) as usize] += 1;
        }
        // Chi-square with 6 degrees of freedom; 22.5 is passed by chance once in a thousand runs, and this run is always the same.
        let chi: f64 = seen.iter().map(|&n| (f64::from(n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 22.5, "{seen:?}");
        assert_eq!(rng.below(1), 0);
        assert_eq!(rng.below(0), 0);
        assert!(rng.below(u64::MAX) < u64::MAX);
        // Just above half the range nearly every second draw is rejected: the loop must still end and stay in range.
        for _ in 0..100 {
            assert!(rng.below((1 << 63) + 1) <= 1 << 63);
        }
    }

    #[test]
    fn neighbouring_streams_share_no_output() {
        let mut all: Vec<u64> = (0..200)
            .flat_map(|s| {
                let mut r = Rng::new(0, s);
                [r.next_u64(), r.next_u64(), r.next_u64()]
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 600);
    }
}
