//! What the examples that answer a question share: sums that are the same for any number of threads, and the threads.

/// Number of values and their mean with a standard error. The sums are integers, so the order in which they are added changes nothing.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mean {
    pub(crate) games: u64,
    sum: i64,
    squares: i64,
}

impl Mean {
    pub(crate) fn add(&mut self, value: i32) {
        self.games += 1;
        self.sum += i64::from(value);
        self.squares += i64::from(value) * i64::from(value);
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    #[expect(clippy::cast_precision_loss, reason = "figures for people")]
    pub(crate) fn mean_and_error(&self) -> (f64, f64) {
        let games = self.games.max(1) as f64;
        let mean = self.sum as f64 / games;
        let variance = (self.squares as f64 / games - mean * mean).max(0.0);
        (mean, (variance / games).sqrt())
    }
}

/// What one thread counts, and how the counts of two are put together.
pub(crate) trait Counts: Default + Send {
    fn merge(&mut self, other: &Self);
}

/// Games with these indices on so many threads; `work` plays one.
pub(crate) fn count<C: Counts>(games: u64, threads: u64, work: impl Fn(u64, &mut C) + Sync) -> C {
    let mut counts = C::default();
    let work = &work;
    let parts: Vec<C> = std::thread::scope(|scope| {
        let part = |thread: u64| {
            scope.spawn(move || {
                spielwerk::simd::dispatch(
                    #[inline(always)]
                    || {
                        let mut counts = C::default();
                        for index in (thread..games).step_by(threads as usize) {
                            work(index, &mut counts);
                        }
                        counts
                    },
                )
            })
        };
        let running: Vec<_> = (0..threads).map(part).collect();
        running.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    for part in &parts {
        counts.merge(part);
    }
    counts
}

/// How many games and on how many threads: the two arguments of the command line.
pub(crate) fn games_and_threads() -> Result<(u64, u64), std::num::ParseIntError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let games = arguments.first().map_or(Ok(10_000), |text| text.parse())?;
    let threads: u64 = arguments.get(1).map_or(Ok(2), |text| text.parse())?;
    Ok((games, threads.max(1)))
}
