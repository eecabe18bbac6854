//! Exact rules of modern board games.
//!
//! A [`Game`] holds rules, options and component tables; its state is a small flat value. One decision at a time is an id from a fixed
//! space, chance is a node with integer weights, and the generator stays outside of the state. What every game gets for nothing is in [`Play`].
//!
//! ```
//! use spielwerk::{Game, Options, Play, Rng, patchwork::Patchwork};
//!
//! let game = Patchwork::with_options(Options::new("patchwork", &Patchwork::option_specs(), &[])?)?;
//! let mut rng = Rng::new(7, 0);
//! let end = game.rollout(game.initial_state(), &mut rng);
//! assert_eq!(game.rank_list(&end).iter().filter(|&&rank| rank == 1).count(), 1);
//! # Ok::<(), spielwerk::OptionError>(())
//! ```
//!
//! The rules are cited by the ids of the digests in `seeds/`.

#![deny(missing_docs)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic))]

pub mod action;
pub mod any;
pub mod batch;
pub mod codec;
pub mod dungeon_petz;
pub mod error;
pub mod game;
mod json;
mod negative_zero;
pub mod observation;
pub mod options;
pub mod patchwork;
pub mod play;
pub mod policy;
pub mod rng;
pub mod score;
pub mod simd;
pub mod simulate;
pub mod testing;
pub mod thurn_and_taxis;
pub mod trek12;
pub mod value;

pub use action::{ActionId, Bits, Family, LegalSet};
pub use any::AnyGame;
pub use error::{DecodeError, Fault, IllegalAction, OptionError, Severity};
pub use game::{Actor, Event, Game, Outcomes};
pub use options::{OptionKind, OptionSpec, OptionValue, Options};
pub use play::Play;
pub use rng::Rng;
