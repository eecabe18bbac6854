//! The exhibition of a round (DP-82 to DP-88).

use super::{Log, business, needs};
use crate::dungeon_petz::DungeonPetz;
use crate::dungeon_petz::actions::own_pets;
use crate::dungeon_petz::rules::needs::Step;
use crate::dungeon_petz::scoring::{EXHIBITIONS, exhibition, show_awards};
use crate::dungeon_petz::state::{NO_SHOW, Point, State};

/// The last step of a turn, from round 2: a full tile scores at once, for a single one a pet is chosen if there is one (DP-83).
pub(super) fn show(game: &DungeonPetz, state: &mut State, log: &mut impl Log) -> bool {
    if state.round < 2 {
        return false;
    }
    let tile = state.exhibition();
    if !game.tables.exhibitions[usize::from(tile & 7)].is_single {
        let score = exhibition(game, state, state.seat, tile, None);
        state.own_mut().show = score;
        log.event("exhibit", state.seat, -1, score.into());
    } else if own_pets(state.own()) != 0 {
        state.point = Point::Exhibit;
        return true;
    }
    false
}

/// A pet is shown.
pub(super) fn exhibit(game: &DungeonPetz, state: &mut State, plot: u8, log: &mut impl Log) {
    let score = exhibition(game, state, state.seat, state.exhibition(), Some(plot));
    state.own_mut().show = score;
    log.event("exhibit", state.seat, plot.into(), score.into());
    needs::after(game, state, Step::Exhibition, log);
}

/// When all have shown (DP-86).
pub(super) fn award(game: &DungeonPetz, state: &mut State, log: &mut impl Log) {
    if state.round > 1 {
        let won = show_awards(game, state);
        for place in 0..usize::from(state.seats) {
            let seat = super::seat_at(state, place);
            let player = &mut state.players[usize::from(seat & 3)];
            player.score[EXHIBITIONS] += won[usize::from(seat & 3)];
            player.show = NO_SHOW;
            log.some("award", seat, -1, won[usize::from(seat & 3)]);
        }
    }
    business::begin(game, state, log);
}
