//! A batch as bytes.
//!
//! | bytes | content |
//! |---|---|
//! | 4 | magic `SPWB` |
//! | 1 | version, 2 |
//! | 1, 1, 1, 1 | autoreset, reward, `skip_forced` and twice (the seat that learns + 1, or 0), observations (0 none, 1 bytes, 2 floats), and whether last ones are kept (+ 4) |
//! | 1 a seat | its policy, 0 for random and for the seat that learns |
//! | 8 | seed |
//! | 8 | number of envs n |
//! | n × … | seed of the env, episode, generator (4 × 8), decisions (4), observer (1), rewards paid (4 a seat), length (4) and frame of the state |
//! | … | the arrays rewards, terminated, truncated, scores, `episode_id`, `num_decisions` and, if kept, `final_obs` |
//! | 4 | CRC-32 of all before it |
//!
//! Integers are little-endian. No length is believed before the bytes are there.

use super::rows::{Observations, Rows, Widths};
use super::{Autoreset, Batch, BatchError, OVER, Settings, Slot};
use crate::action::LegalSet as _;
use crate::codec::Reader;
use crate::error::DecodeError;
use crate::game::{Actor, Game, MAX_PLAYERS};
use crate::play::Play;
use crate::rng::Rng;
use crate::score::Score;
use arrayvec::ArrayVec;

const MAGIC: &[u8; 4] = b"SPWB";
const VERSION: u8 = 2;
const CHECKSUM: usize = 4;

fn wrong<T>(message: impl Into<String>) -> Result<T, DecodeError> {
    Err(DecodeError(message.into()))
}

/// Which kind of observations there are, as a byte.
fn obs_kind(rows: &Rows<'_>) -> u8 {
    let kind = |obs: &Observations<'_>| match obs {
        Observations::None => 0,
        Observations::Bytes(_) => 1,
        Observations::Floats(_) => 2,
    };
    kind(&rows.obs) + if kind(&rows.final_obs) == 0 { 0 } else { 4 }
}

/// Which decisions are presented, as a byte.
fn presented(settings: &Settings) -> u8 {
    u8::from(settings.skip_forced) + 2 * settings.learner.map_or(0, |learner| learner.seat() + 1)
}

/// Who plays the seats that do not learn, a byte a seat.
fn opponents<G: Game>(game: &G, settings: &Settings) -> ArrayVec<u8, MAX_PLAYERS> {
    let opponents = settings.learner.map_or([0; MAX_PLAYERS], |learner| *learner.opponents());
    opponents.into_iter().take(game.num_players()).collect()
}

/// Envs, and the rewards paid to their seats.
type SavedEnvs<S> = (Vec<Slot<S>>, Vec<Score>);

/// The arrays of a saved batch, still as bytes.
struct SavedRows<'a> {
    rewards: &'a [u8],
    terminated: &'a [u8],
    truncated: &'a [u8],
    scores: &'a [u8],
    episode_id: &'a [u8],
    num_decisions: &'a [u8],
    final_obs: &'a [u8],
}

fn copy_words<T, const N: usize>(bytes: &[u8], out: &mut [T], read: impl Fn([u8; N]) -> T) {
    for (entry, word) in out.iter_mut().zip(bytes.as_chunks::<N>().0) {
        *entry = read(*word);
    }
}

impl<G: Game> Batch<G> {
    /// Everything that it takes to go on elsewhere as if nothing had happened, the arrays of the last step included.
    ///
    /// # Errors
    /// If a length does not fit, or there is no memory for the bytes.
    pub fn save(&self, rows: &Rows<'_>) -> Result<Vec<u8>, BatchError> {
        self.check_rows(rows)?;
        let seats = self.game.num_players();
        let mut out = Vec::new();
        out.try_reserve_exact(self.saved_size(rows)).map_err(|_| BatchError::Memory)?;
        out.extend_from_slice(MAGIC);
        let settings = &self.settings;
        let reward = settings.reward as u8;
        out.extend([VERSION, settings.autoreset as u8, reward, presented(settings), obs_kind(rows)]);
        out.extend(opponents(&*self.game, settings));
        out.extend(settings.seed.to_le_bytes());
        out.extend((self.slots.len() as u64).to_le_bytes());
        for (env, slot) in self.slots.iter().enumerate() {
            out.extend(slot.seed.to_le_bytes());
            out.extend(slot.episode.to_le_bytes());
            out.extend(slot.rng.state().into_iter().flat_map(u64::to_le_bytes));
            out.extend(slot.decisions.to_le_bytes());
            out.push(slot.observer);
            for seat in 0..seats {
                let paid = self.paid.get(env * seats + seat).copied().unwrap_or(0);
                out.extend(paid.to_le_bytes());
            }
            let state = self.game.to_bytes(&slot.state);
            out.extend((state.len() as u32).to_le_bytes());
            out.extend(state);
        }
        out.extend(rows.rewards.iter().flat_map(|value| value.to_le_bytes()));
        out.extend_from_slice(rows.terminated);
        out.extend_from_slice(rows.truncated);
        out.extend(rows.scores.iter().flat_map(|value| value.to_le_bytes()));
        out.extend(rows.episode_id.iter().flat_map(|value| value.to_le_bytes()));
        out.extend(rows.num_decisions.iter().flat_map(|value| value.to_le_bytes()));
        match &rows.final_obs {
            Observations::None => (),
            Observations::Bytes(bytes) => out.extend_from_slice(bytes),
            Observations::Floats(floats) => out.extend(floats.iter().flat_map(|value| value.to_le_bytes())),
        }
        let checksum = crc32fast::hash(&out);
        out.extend(checksum.to_le_bytes());
        Ok(out)
    }

    /// As many bytes as are saved, or more.
    fn saved_size(&self, rows: &Rows<'_>) -> usize {
        let seats = self.game.num_players();
        let frame = self.game.to_bytes(&self.game.initial_state()).len() + G::PAYLOAD_SIZE;
        let env = 64 + 4 * seats + frame + 2 + 8 * seats + 12;
        64 + self.slots.len() * env + rows.final_obs.len() * if matches!(rows.final_obs, Observations::Floats(_)) { 4 } else { 1 }
    }

    /// The inverse of [`Batch::save`], into a batch of the same game, number of envs and settings; seed and threads may differ.
    /// If it fails, nothing has changed.
    ///
    /// # Errors
    /// For anything else, however it is damaged.
    pub fn load(&mut self, data: &[u8], mut rows: Rows<'_>) -> Result<(), DecodeError> {
        if let Err(error) = self.check_rows(&rows) {
            return wrong(error.to_string());
        }
        let Some((content, checksum)) = data.split_at_checked(data.len().saturating_sub(CHECKSUM)) else {
            return wrong("the bytes end too early");
        };
        let mut reader = Reader::new(content);
        let magic = reader.bytes(MAGIC.len())?;
        if magic != MAGIC {
            return wrong(format!("these bytes are no batch: they begin with {magic:02x?}, not with {MAGIC:02x?}"));
        }
        if checksum != crc32fast::hash(content).to_le_bytes() {
            return wrong("the checksum differs from the content's: the bytes were altered");
        }
        let seed = self.read_head(&mut reader, obs_kind(&rows))?;
        let (slots, paid) = self.read_slots(&mut reader)?;
        let saved = self.read_rows(&mut reader, &rows)?;
        reader.finish()?;

        self.settings.seed = seed;
        self.slots = slots;
        for (legal, slot) in self.legals.iter_mut().zip(&self.slots) {
            legal.clear();
            self.game.legal(&slot.state, legal);
        }
        if !self.paid.is_empty() {
            self.paid = paid;
        }
        copy_words(saved.rewards, rows.rewards, f32::from_le_bytes);
        rows.terminated.copy_from_slice(saved.terminated);
        rows.truncated.copy_from_slice(saved.truncated);
        copy_words(saved.scores, rows.scores, f32::from_le_bytes);
        copy_words(saved.episode_id, rows.episode_id, i64::from_le_bytes);
        copy_words(saved.num_decisions, rows.num_decisions, u32::from_le_bytes);
        match &mut rows.final_obs {
            Observations::None => (),
            Observations::Bytes(bytes) => bytes.copy_from_slice(saved.final_obs),
            Observations::Floats(floats) => copy_words(saved.final_obs, floats, f32::from_le_bytes),
        }
        self.run(&super::chunk::Order::Show { is_blank: false }, rows);
        Ok(())
    }

    /// The part before the envs; returns the seed.
    fn read_head(&self, reader: &mut Reader<'_>, obs: u8) -> Result<u64, DecodeError> {
        let version = reader.u8()?;
        if version != VERSION {
            return wrong(format!("batch version {version} is unknown; this package reads version {VERSION}"));
        }
        let settings = &self.settings;
        let own = [settings.autoreset as u8, settings.reward as u8, presented(settings), obs];
        for (name, own) in ["autoreset", "reward", "skip_forced or seat", "observation or obs_dtype"].into_iter().zip(own) {
            if reader.u8()? != own {
                return wrong(format!("these bytes were saved from a batch with another {name}"));
            }
        }
        let own = opponents(&*self.game, settings);
        if reader.bytes(own.len())? != own.as_slice() {
            return wrong("these bytes were saved from a batch with other opponents");
        }
        let seed = reader.u64()?;
        let count = reader.u64()?;
        if count != self.slots.len() as u64 {
            return wrong(format!("these bytes have {count} envs, this batch has {}", self.slots.len()));
        }
        Ok(seed)
    }

    fn read_slots(&self, reader: &mut Reader<'_>) -> Result<SavedEnvs<G::State>, DecodeError> {
        let seats = self.game.num_players();
        let (mut slots, mut paid) = (Vec::new(), Vec::new());
        if slots.try_reserve_exact(self.slots.len()).is_err() || paid.try_reserve_exact(self.slots.len() * seats).is_err() {
            return wrong("there is no memory for so many envs");
        }
        for env in 0..self.slots.len() {
            let seed = reader.u64()?;
            let episode = reader.u64()?;
            let state = [reader.u64()?, reader.u64()?, reader.u64()?, reader.u64()?];
            let Some(rng) = Rng::from_state(state) else { return wrong(format!("env {env}: four zeros are no generator")) };
            let decisions = reader.u32()?;
            let observer = reader.u8()?;
            if usize::from(observer) >= seats || i64::try_from(episode).is_err() {
                return wrong(format!("env {env}: seat {observer} or episode {episode} does not exist"));
            }
            for _ in 0..seats {
                let so_far = reader.u32()? as Score;
                if self.paid.is_empty() && so_far != 0 {
                    return wrong(format!("env {env}: a reward that is paid at the end cannot have been paid before"));
                }
                paid.push(so_far);
            }
            let length = reader.u32()? as usize;
            let frame = reader.bytes(length)?;
            let state = self.game.from_bytes(frame).map_err(|error| DecodeError(format!("env {env}: {error}")))?;
            let seat = match self.game.actor(&state) {
                Actor::Player(seat) if self.settings.learner.is_none_or(|learner| learner.seat() == seat) => seat as i8,
                Actor::Terminal if self.settings.autoreset != Autoreset::SameStep => OVER,
                _ => return wrong(format!("env {env}: no batch stands still where chance or another seat decides, or the game is over")),
            };
            slots.push(Slot { state, rng, seed, episode, decisions, seat, observer });
        }
        Ok((slots, paid))
    }

    fn read_rows<'a>(&self, reader: &mut Reader<'a>, rows: &Rows<'_>) -> Result<SavedRows<'a>, DecodeError> {
        let count = self.slots.len();
        let widths = Widths::of(&*self.game);
        let entry = match rows.final_obs {
            Observations::None => 0,
            Observations::Bytes(_) => 1,
            Observations::Floats(_) => 4,
        };
        let saved = SavedRows {
            rewards: reader.bytes(count * widths.seats * 4)?,
            terminated: reader.bytes(count)?,
            truncated: reader.bytes(count)?,
            scores: reader.bytes(count * widths.seats * 4)?,
            episode_id: reader.bytes(count * 8)?,
            num_decisions: reader.bytes(count * 4)?,
            final_obs: reader.bytes(count * widths.obs * entry)?,
        };
        if saved.terminated.iter().chain(saved.truncated).any(|&flag| flag > 1) {
            return wrong("the flags of ends are 0 or 1");
        }
        Ok(saved)
    }
}
