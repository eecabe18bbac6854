//! All games behind one name: the list to which a new game is added.

use crate::dungeon_petz::DungeonPetz;
use crate::error::OptionError;
use crate::game::Game;
use crate::options::{OptionSpec, OptionValue, Options};
use crate::patchwork::Patchwork;
use crate::thurn_and_taxis::ThurnAndTaxis;
use crate::trek12::Trek12;
use crate::value::cut;
use std::sync::Arc;

/// Declares the enum, its names and the dispatching macro from one list.
macro_rules! games {
    ($($variant:ident),+ $(,)?) => {
        /// Any of the games. Match it once a batch, not once a decision: [`with_game!`](crate::with_game) does.
        #[derive(Clone, Debug)]
        pub enum AnyGame {
            $(
                #[doc = concat!("The game `", stringify!($variant), "`.")]
                $variant(Arc<$variant>),
            )+
        }

        impl AnyGame {
            /// The names of all games, in the order of their introduction.
            pub const NAMES: &'static [&'static str] = &[$($variant::NAME),+];

            /// The options of a game.
            ///
            /// # Errors
            /// If there is no such game; the message lists those that there are.
            pub fn option_specs(name: &str) -> Result<Vec<OptionSpec>, OptionError> {
                match name {
                    $($variant::NAME => Ok($variant::option_specs()),)+
                    _ => Err(unknown(name)),
                }
            }

            /// Fewest and most players of a game.
            ///
            /// # Errors
            /// If there is no such game.
            pub fn player_range(name: &str) -> Result<(usize, usize), OptionError> {
                match name {
                    $($variant::NAME => Ok($variant::PLAYERS),)+
                    _ => Err(unknown(name)),
                }
            }

            /// The text of a file that an option of a game names.
            ///
            /// # Errors
            /// If there is no such game, or the file is no text.
            pub fn file_text(name: &str, bytes: Vec<u8>) -> Result<String, OptionError> {
                match name {
                    $($variant::NAME => $variant::file_text(bytes),)+
                    _ => Err(unknown(name)),
                }
            }

            /// A game by its name with options; those not given have their defaults.
            ///
            /// # Errors
            /// If the name, an option or a value is not accepted; the message says what is.
            pub fn load(name: &str, options: &[(String, OptionValue)]) -> Result<Self, OptionError> {
                match name {
                    $($variant::NAME => {
                        let options = Options::new(name, &$variant::option_specs(), options)?;
                        Ok(Self::$variant(Arc::new($variant::with_options(options)?)))
                    })+
                    _ => Err(unknown(name)),
                }
            }
        }

        /// Runs an expression with `$game` bound to the `Arc` of the concrete game.
        #[macro_export]
        macro_rules! with_game {
            ($any:expr, $game:ident => $body:expr) => {
                match $any {
                    $($crate::AnyGame::$variant($game) => $body,)+
                }
            };
        }
    };
}

games!(Patchwork, Trek12, ThurnAndTaxis, DungeonPetz);

fn unknown(name: &str) -> OptionError {
    OptionError(format!("there is no game {:?}; the games are {}", cut(name), AnyGame::NAMES.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_games_and_others_to_a_list() {
        for name in AnyGame::NAMES {
            assert!(AnyGame::load(name, &[]).is_ok());
            assert!(AnyGame::option_specs(name).is_ok_and(|specs| !specs.is_empty()));
        }
        let message = AnyGame::load("chess", &[]).expect_err("there is no chess").0;
        assert!(message.contains("the games are patchwork"), "{message}");
    }
}
