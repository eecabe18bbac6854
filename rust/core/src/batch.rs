//! Many matches stepped together: rows that depend on (seed, env, episode) and the actions alone, whatever the threads and their order.
//!
//! Chance is sampled inside. Env i's episode k draws from the generator [`stream`]`(seed, i, k)`, and from nothing else.

mod chunk;
mod learner;
mod pool;
mod reward;
mod rows;
mod save;

pub use learner::Learner;
pub use reward::Reward;
pub use rows::{Observations, Rows};

use crate::action::{ActionId, LegalSet};
use crate::game::{Game, MAX_PLAYERS};
use crate::rng::Rng;
use crate::score::Score;
use chunk::{Chunk, Order};
use pool::Pool;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Stands for a seat in [`Rows::current_player`] where the game is over.
pub const OVER: i8 = -4;

/// The fewest envs that a thread is worth waking for.
const ENVS_PER_THREAD: usize = 256;

/// The fewest envs that are handed to a thread at once.
const SMALLEST_CHUNK: usize = 32;

/// Chunks a thread: enough that a thread that comes late leaves its share to the others.
const CHUNKS_PER_THREAD: usize = 8;

/// The seed of all episodes of an env: the first word of the generator (seed, env).
pub const fn env_seed(seed: u64, env: u64) -> u64 {
    Rng::new(seed, env).state()[0]
}

/// The generator of episode `episode` of env `env`: stream `episode` under the seed that is the first word of the state of the generator
/// (seed, env). In `SplitMix64`'s terms: the first number that it gives from `seed ^ mix(env)` on is the seed of the env, and the generator
/// is filled from that seed `^ mix(episode)` on.
pub const fn stream(seed: u64, env: u64, episode: u64) -> Rng {
    Rng::new(env_seed(seed, env), episode)
}

/// What happens to an env whose game is over; the words are those of gymnasium's vector environments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoreset {
    /// The step that ends an episode starts the next one at once; the last observation goes to [`Rows::final_obs`].
    SameStep,
    /// The step after the end ignores the action and starts the next episode.
    NextStep,
    /// The env waits for [`Batch::reset`].
    Disabled,
}

impl Autoreset {
    /// Names of the modes, in the order of their numbers in saved bytes.
    pub const NAMES: [&'static str; 3] = ["same_step", "next_step", "disabled"];

    /// The mode of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::SameStep, Self::NextStep, Self::Disabled].into_iter().find(|mode| mode.name() == name)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// How a batch works.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How many envs.
    pub num_envs: usize,
    /// Seed of all of them.
    pub seed: u64,
    /// How many threads; `None` for a number that suits the envs and the machine.
    pub threads: Option<usize>,
    /// What follows an end.
    pub autoreset: Autoreset,
    /// What is paid.
    pub reward: Reward,
    /// Whether decisions with one legal action are made without being presented. They count as decisions all the same, and draw nothing.
    pub skip_forced: bool,
    /// The seat that learns, whose decisions alone are presented: policies make those of all others, drawn from the episode's generator.
    /// `None` presents those of all seats.
    pub learner: Option<Learner>,
    /// Whether masks will be written: legal sets are then kept, which makes checking and sampling cheap.
    pub has_masks: bool,
}

/// Why a batch refuses. It is then as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BatchError {
    /// An action that an env does not allow.
    Illegal {
        /// The first such env.
        env: usize,
        /// Its action.
        action: ActionId,
        /// Why, and what is accepted.
        reason: String,
    },
    /// Actions, a mask or rows of a wrong length.
    Length(&'static str),
    /// An env that does not exist, or a state that no env can stand at.
    State(String),
    /// No memory for so many envs.
    Memory,
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal { env, action, reason } => write!(f, "env {env}: action {action} is illegal: {reason}; no env has moved"),
            Self::Length(what) => write!(f, "{what} have a length that does not fit the batch"),
            Self::State(reason) => f.write_str(reason),
            Self::Memory => f.write_str("there is no memory for so many envs"),
        }
    }
}

impl std::error::Error for BatchError {}

/// One env.
#[derive(Clone, Debug)]
struct Slot<S> {
    state: S,
    rng: Rng,
    /// Seed of its episodes.
    seed: u64,
    episode: u64,
    decisions: u32,
    /// Who is to decide, or [`OVER`].
    seat: i8,
    /// Whose observation is shown after the end: the seat that decided last.
    observer: u8,
}

/// Envs of one game.
#[derive(Debug)]
pub struct Batch<G: Game> {
    game: Arc<G>,
    settings: Settings,
    slots: Vec<Slot<G::State>>,
    /// Legal sets by env; none unless masks are written.
    legals: Vec<G::Legal>,
    /// What the rewards so far sum to, by env and seat; none unless rewards are paid at each step.
    paid: Vec<Score>,
    pool: Pool,
}

fn filled<T: Clone>(value: T, count: usize) -> Result<Vec<T>, BatchError> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| BatchError::Memory)?;
    list.resize(count, value);
    Ok(list)
}

impl<G: Game> Batch<G> {
    /// Envs that have not begun: [`Batch::reset`] with a seed comes first.
    ///
    /// # Errors
    /// If there is no memory for so many.
    pub fn new(game: Arc<G>, settings: Settings) -> Result<Self, BatchError> {
        let slot = Slot {
            state: game.initial_state(),
            rng: Rng::new(settings.seed, 0),
            seed: settings.seed,
            episode: 0,
            decisions: 0,
            seat: OVER,
            observer: 0,
        };
        let count = settings.num_envs;
        let paid = if settings.reward.is_dense() { count.saturating_mul(game.num_players()) } else { 0 };
        Ok(Self {
            settings,
            slots: filled(slot, count)?,
            legals: filled(G::Legal::default(), if settings.has_masks { count } else { 0 })?,
            paid: filled(0, paid)?,
            pool: Pool::new(settings.threads.unwrap_or_else(|| fitting_threads(count)).clamp(1, count.div_ceil(SMALLEST_CHUNK).max(1))),
            game,
        })
    }

    /// Bytes that one env takes, rows not counted.
    pub fn env_size() -> usize {
        size_of::<Slot<G::State>>() + size_of::<G::Legal>() + MAX_PLAYERS * size_of::<Score>()
    }

    /// The game.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// How it works; the seed is that of the last reset of all envs with one.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many threads share the work.
    pub fn threads(&self) -> usize {
        self.pool.threads()
    }

    /// Starts the next episode of every env, or of those that `mask` names; with a seed, episode 0 of that seed.
    ///
    /// # Errors
    /// If a length does not fit.
    pub fn reset(&mut self, seed: Option<u64>, mask: Option<&[bool]>, rows: Rows<'_>) -> Result<(), BatchError> {
        self.check_lengths(None, mask)?;
        self.check_rows(&rows)?;
        if let (Some(seed), None) = (seed, mask) {
            self.settings.seed = seed;
        }
        self.run(&Order::Reset { seed, mask }, rows);
        Ok(())
    }

    /// One decision in every env, or in each that `mask` names. The others stand still: their rewards are 0 and, unless their game is over,
    /// their flags as well; what they are told to do is not looked at.
    ///
    /// # Errors
    /// If one of these actions is illegal, or a length does not fit; then no env has moved.
    pub fn step(&mut self, actions: &[ActionId], mask: Option<&[bool]>, rows: Rows<'_>) -> Result<(), BatchError> {
        self.check_lengths(Some(actions.len()), mask)?;
        self.check_rows(&rows)?;
        if let Some(env) = self.first_refused(actions, mask) {
            let (slot, action) = (&self.slots[env], actions[env]);
            let reason = if slot.seat < 0 {
                "the game is over, and only reset starts the next one".to_owned()
            } else {
                self.game.refusal(&slot.state, action)
            };
            return Err(BatchError::Illegal { env, action, reason });
        }
        self.run(&Order::Step { actions, mask }, rows);
        Ok(())
    }

    /// `count` random decisions in every env; the rows tell of the last one. An env that waits for a reset stands still.
    /// Returns how many episodes ended.
    ///
    /// # Errors
    /// If a length does not fit.
    pub fn step_random(&mut self, count: u32, rows: Rows<'_>) -> Result<u64, BatchError> {
        self.check_rows(&rows)?;
        Ok(self.run(&Order::Random(count), rows))
    }

    /// A uniformly random legal action of every env, or of each that `mask` names, drawn from its episode's generator; 0 where the game is
    /// over, and for all others, whose generators stand still.
    ///
    /// # Errors
    /// If a length does not fit.
    pub fn sample_actions(&mut self, mask: Option<&[bool]>, out: &mut [i64]) -> Result<(), BatchError> {
        self.check_lengths(Some(out.len()), mask)?;
        let (game, has_masks) = (&*self.game, self.settings.has_masks);
        let (slots, legals) = (&mut self.slots, &self.legals);
        crate::simd::dispatch(
            #[inline(always)]
            || {
                for (env, (slot, action)) in slots.iter_mut().zip(out).enumerate() {
                    let legal = legals.get(env).filter(|_| has_masks);
                    let stands = slot.seat < 0 || mask.is_some_and(|mask| !mask[env]);
                    let drawn = if stands { None } else { chunk::sample(game, slot, legal) };
                    *action = drawn.map_or(0, i64::from);
                }
            },
        );
        Ok(())
    }

    /// Where an env stands.
    pub fn state(&self, env: usize) -> Option<&G::State> {
        self.slots.get(env).map(|slot| &slot.state)
    }

    /// Puts an env at a position of this game, which has passed [`Game::check`]; chance there is sampled from the episode's generator, and
    /// decisions are counted from here.
    ///
    /// # Errors
    /// If there is no such env, or nobody is to decide there or after the chance there.
    pub fn set_state(&mut self, env: usize, state: &G::State, mut rows: Rows<'_>) -> Result<(), BatchError> {
        self.check_rows(&rows)?;
        let Some(old) = self.slots.get(env) else {
            return Err(BatchError::State(format!("env {env} does not exist; the envs are 0 to {}", self.slots.len().saturating_sub(1))));
        };
        let mut slot = Slot { state: *state, decisions: 0, observer: 0, ..old.clone() };
        let mut legal = G::Legal::default();
        chunk::settle(&*self.game, &self.settings, &mut slot, &mut legal, None);
        if slot.seat < 0 {
            return Err(BatchError::State("the game is over in this position: no env can go on from it".to_owned()));
        }
        self.slots[env] = slot;
        if let Some(kept) = self.legals.get_mut(env) {
            *kept = legal;
        }
        let seats = self.game.num_players();
        if let Some(paid) = self.paid.get_mut(env * seats..(env + 1) * seats) {
            reward::standing(&*self.game, self.settings.reward, state, paid);
        }
        let widths = rows::Widths::of(&*self.game);
        rows.take(env, &widths);
        let chunk = Chunk {
            first: env,
            slots: &mut self.slots[env..=env],
            legals: self.legals.get_mut(env..=env).unwrap_or_default(),
            paid: &mut [],
            rows: rows.take(1, &widths),
        };
        chunk::run(&*self.game, &self.settings, &Order::Show { is_blank: true }, chunk);
        Ok(())
    }

    fn check_rows(&self, rows: &Rows<'_>) -> Result<(), BatchError> {
        rows.check(self.slots.len(), &rows::Widths::of(&*self.game), self.settings.has_masks)
    }

    fn check_lengths(&self, actions: Option<usize>, mask: Option<&[bool]>) -> Result<(), BatchError> {
        let count = self.slots.len();
        if actions.is_some_and(|actions| actions != count) {
            return Err(BatchError::Length("the actions"));
        }
        if mask.is_some_and(|mask| mask.len() != count) {
            return Err(BatchError::Length("the entries of the mask"));
        }
        Ok(())
    }

    /// The first env, of those that are to move, that refuses its action.
    fn first_refused(&mut self, actions: &[ActionId], mask: Option<&[bool]>) -> Option<usize> {
        let (game, settings) = (&*self.game, &self.settings);
        let (slots, legals) = (&self.slots, &self.legals);
        let is_refused = |env: usize| {
            let (slot, action) = (&slots[env], actions[env]);
            if mask.is_some_and(|mask| !mask[env]) {
                false
            } else if slot.seat < 0 {
                settings.autoreset == Autoreset::Disabled
            } else {
                match legals.get(env) {
                    Some(legal) => !legal.contains(action),
                    None => !game.is_legal(&slot.state, action),
                }
            }
        };
        let count = slots.len();
        if self.pool.threads() == 1 {
            return (0..count).find(|&env| is_refused(env));
        }
        // By the threads that will play these envs: from another core, each look at a legal set would cost more than the check.
        let size = chunk_size(count, self.pool.threads());
        let first = AtomicUsize::new(count);
        let ranges: Vec<_> = (0..count).step_by(size).map(|start| start..(start + size).min(count)).collect();
        self.pool.run(ranges, |mut range| {
            if let Some(env) = range.find(|&env| is_refused(env)) {
                first.fetch_min(env, Ordering::Relaxed);
            }
        });
        Some(first.into_inner()).filter(|&env| env < count)
    }

    /// Carries out an order in every env; returns how many episodes ended.
    fn run(&mut self, order: &Order<'_>, mut rows: Rows<'_>) -> u64 {
        let (game, settings) = (&*self.game, &self.settings);
        let (count, threads) = (self.slots.len(), self.pool.threads());
        let work = |chunk: Chunk<'_, G>| {
            crate::simd::dispatch(
                #[inline(always)]
                || chunk::run(game, settings, order, chunk),
            )
        };
        if threads == 1 {
            return work(Chunk { first: 0, slots: &mut self.slots, legals: &mut self.legals, paid: &mut self.paid, rows });
        }
        let size = chunk_size(count, threads);
        let widths = rows::Widths::of(game);
        let (mut legals, mut paid) = (self.legals.as_mut_slice(), self.paid.as_mut_slice());
        let mut chunks = Vec::with_capacity(count.div_ceil(size));
        for (index, slots) in self.slots.chunks_mut(size).enumerate() {
            let here = slots.len();
            chunks.push(Chunk {
                first: index * size,
                slots,
                legals: rows::take(&mut legals, here),
                paid: rows::take(&mut paid, here * widths.seats),
                rows: rows.take(here, &widths),
            });
        }
        let ended = AtomicU64::new(0);
        self.pool.run(chunks, |chunk| {
            ended.fetch_add(work(chunk), Ordering::Relaxed);
        });
        ended.into_inner()
    }
}

/// As many threads as there is work and processors for.
fn fitting_threads(envs: usize) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    (envs / ENVS_PER_THREAD).clamp(1, processors)
}

fn chunk_size(envs: usize, threads: usize) -> usize {
    envs.div_ceil(threads * CHUNKS_PER_THREAD).max(SMALLEST_CHUNK)
}
