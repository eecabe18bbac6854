//! Threads that wait for work: waking them costs a few microseconds, starting them anew would cost a hundred.

use rayon_core::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Mutex, PoisonError};

/// Threads owned by one batch, started at the first work that needs them. The calling thread is one of them.
#[derive(Debug)]
pub(super) struct Pool {
    threads: usize,
    /// The helpers, and the process in which they run: a forked child has none of its parent's threads.
    helpers: Option<(u32, ThreadPool)>,
}

impl Pool {
    pub(super) fn new(threads: usize) -> Self {
        Self { threads, helpers: None }
    }

    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// Works off all pieces. If threads cannot be started, the calling thread does everything.
    pub(super) fn run<T: Send>(&mut self, pieces: Vec<T>, work: impl Fn(T) + Sync) {
        let queue = Mutex::new(pieces.into_iter());
        let serve = || {
            loop {
                let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(piece) = next else { return };
                work(piece);
            }
        };
        let helping = self.threads - 1;
        match self.helpers() {
            Some(helpers) => helpers.in_place_scope(|scope| {
                for _ in 0..helping {
                    scope.spawn(|_| serve());
                }
                serve();
            }),
            None => serve(),
        }
    }

    fn helpers(&mut self) -> Option<&ThreadPool> {
        let process = std::process::id();
        self.forget_foreign(process);
        if self.helpers.is_none() {
            let name = |index| format!("spielwerk-batch-{index}");
            let built = ThreadPoolBuilder::new().num_threads(self.threads - 1).thread_name(name).build();
            self.helpers = built.ok().map(|helpers| (process, helpers));
        }
        self.helpers.as_ref().map(|(_, helpers)| helpers)
    }

    /// Lets go of threads of another process without touching their locks, which may be held for ever here.
    fn forget_foreign(&mut self, process: u32) {
        if self.helpers.as_ref().is_some_and(|&(home, _)| home != process) {
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
    use std::sync::atomic::{AtomicUsize, Ordering};

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
        if let Some((home, _)) = &mut pool.helpers {
            *home = home.wrapping_add(1);
        }
        pool.forget_foreign(std::process::id());
        assert!(pool.helpers.is_none());
        pool.run(vec![()], |()| ());
        assert!(pool.helpers.is_some());
    }
}
