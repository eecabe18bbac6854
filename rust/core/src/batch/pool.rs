//! Threads that wait for work. A step of a thousand envs takes a tenth of a millisecond, about as long as the system needs to wake a thread
//! that sleeps: so threads watch for the next call for a moment before they go to sleep, and the caller watches for the last of them.

use rayon_core::{ThreadPool, ThreadPoolBuilder};
use std::collections::VecDeque;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a thread watches before it sleeps: longer than Python takes from one step to the next, and short enough that it takes little from
/// others where the next step is long in coming.
const WATCHED: Duration = Duration::from_micros(100);

/// Looks between two looks at the clock.
const LOOKS: u32 = 64;

/// Threads owned by one batch, started at the first work that needs them. The calling thread is one of them.
#[derive(Debug)]
pub(super) struct Pool {
    threads: usize,
    helpers: Option<Helpers>,
}

#[derive(Debug)]
struct Helpers {
    pool: ThreadPool,
    /// How often they have been called.
    calls: Arc<AtomicUsize>,
    /// The process in which they run: a forked child has none of its parent's threads.
    process: u32,
}

/// Watches until something has come about, but not for long.
fn watch(has_come: impl Fn() -> bool) {
    let start = Instant::now();
    while start.elapsed() < WATCHED {
        for _ in 0..LOOKS {
            if has_come() {
                return;
            }
            spin_loop();
        }
    }
}

impl Pool {
    pub(super) fn new(threads: usize) -> Self {
        Self { threads, helpers: None }
    }

    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// Works off all pieces. Each thread has a share of its own, the same envs at every call, which then lie in its cache; one that is done
    /// early takes from the ends of the others' shares. If threads cannot be started, the calling thread does everything.
    pub(super) fn run<T: Send>(&mut self, pieces: Vec<T>, work: impl Fn(T) + Sync) {
        let helping = self.threads - 1;
        let share = pieces.len().div_ceil(self.threads);
        let mut pieces = pieces.into_iter();
        let shares: Vec<_> = (0..self.threads).map(|_| Mutex::new(pieces.by_ref().take(share).collect::<VecDeque<_>>())).collect();
        let serve = |own: usize| {
            for (index, share) in shares.iter().cycle().skip(own).take(shares.len()).enumerate() {
                loop {
                    let mut share = share.lock().unwrap_or_else(PoisonError::into_inner);
                    let next = if index == 0 { share.pop_front() } else { share.pop_back() };
                    drop(share);
                    let Some(piece) = next else { break };
                    work(piece);
                }
            }
        };
        let Some(Helpers { pool, calls, .. }) = self.helpers() else { return serve(0) };
        let (call, done) = (calls.load(Ordering::Relaxed) + 1, AtomicUsize::new(0));
        pool.in_place_scope(|scope| {
            for _ in 0..helping {
                scope.spawn(|_| {
                    serve(rayon_core::current_thread_index().map_or(0, |index| index + 1));
                    let calls = Arc::clone(calls);
                    rayon_core::spawn(move || watch(|| calls.load(Ordering::Relaxed) > call));
                    done.fetch_add(1, Ordering::Release);
                });
            }
            // Only now: a thread that stops watching finds its work at once.
            calls.store(call, Ordering::Relaxed);
            serve(0);
            watch(|| done.load(Ordering::Acquire) == helping);
        });
    }

    fn helpers(&mut self) -> Option<&Helpers> {
        let process = std::process::id();
        self.forget_foreign(process);
        if self.helpers.is_none() {
            let name = |index| format!("spielwerk-batch-{index}");
            let built = ThreadPoolBuilder::new().num_threads(self.threads - 1).thread_name(name).build();
            self.helpers = built.ok().map(|pool| Helpers { pool, calls: Arc::default(), process });
        }
        self.helpers.as_ref()
    }

    /// Lets go of threads of another process without touching their locks, which may be held for ever here.
    fn forget_foreign(&mut self, process: u32) {
        if self.helpers.as_ref().is_some_and(|helpers| helpers.process != process) {
            std::mem::forget(self.helpers.take());
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.forget_foreign(std::process::id());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_worked_off_once_however_often_it_is_called() {
        for threads in [2, 3, 8] {
            let mut pool = Pool::new(threads);
            for count in [0, 1, 2, 7, 100] {
                let mut hits = vec![0_u32; count];
                let sum = AtomicUsize::new(0);
                pool.run(hits.iter_mut().enumerate().collect(), |(index, hit)| {
                    *hit += 1;
                    sum.fetch_add(index, Ordering::Relaxed);
                });
                assert!(hits.iter().all(|&hit| hit == 1));
                assert_eq!(sum.into_inner(), count * count.saturating_sub(1) / 2);
            }
        }
    }

    #[test]
    fn threads_of_another_process_are_let_go() {
        let mut pool = Pool::new(2);
        pool.run(vec![()], |()| ());
        if let Some(helpers) = &mut pool.helpers {
            helpers.process = helpers.process.wrapping_add(1);
        }
        pool.forget_foreign(std::process::id());
        assert!(pool.helpers.is_none());
        pool.run(vec![()], |()| ());
        assert!(pool.helpers.is_some());
    }
}
