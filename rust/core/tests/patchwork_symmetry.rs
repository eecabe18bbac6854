//! PW-67: turning or mirroring one player's board, with all that player's placements, changes nothing else.

#![allow(clippy::panic, reason = "a test fails by a panic")]

use serde_json::{Value, json};
use spielwerk::patchwork::Patchwork;
use spielwerk::patchwork::actions::Action;
use spielwerk::patchwork::tables::PATCH_TABLE;
use spielwerk::{ActionId, Actor, Game, LegalSet, OptionValue, Options, Play, Rng};

type State = <Patchwork as Game>::State;

/// One of the eight symmetries of a square board: mirrored left-right from 4 on, then so many clockwise quarter turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Symmetry(u8);

impl Symmetry {
    fn cell(self, (row, col): (usize, usize)) -> (usize, usize) {
        let mirrored = if self.0 >= 4 { (row, 8 - col) } else { (row, col) };
        (0..self.0 % 4).fold(mirrored, |(row, col), _| (col, 8 - row))
    }

    /// The number of the placement whose cells are the images of another's.
    fn action(self, circle: &[u16], id: ActionId) -> ActionId {
        let image = |cell: u8| self.cell((usize::from(cell / 9), usize::from(cell % 9)));
        match Action::from_id(id).expect("the number exists") {
            Action::Advance => id,
            Action::Special { cell } => {
                let (row, col) = image(cell);
                Action::Special { cell: (9 * row + col) as u8 }.id()
            }
            Action::Buy { slot, orientation, cell } => {
                let patch = &PATCH_TABLE[usize::from(circle[usize::from(slot)])];
                let at = |(row, col): (usize, usize)| (row + usize::from(cell / 9), col + usize::from(cell % 9));
                let cells: Vec<(usize, usize)> = patch.oriented[usize::from(orientation)].cells().map(|own| self.cell(at(own))).collect();
                let (top, left) = (least(&cells, |cell| cell.0), least(&cells, |cell| cell.1));
                let mut shape: Vec<(usize, usize)> = cells.into_iter().map(|(row, col)| (row - top, col - left)).collect();
                shape.sort_unstable();
                let is_shape = |k: &&u8| patch.oriented[usize::from(**k)].cells().eq(shape.iter().copied());
                let orientation = *patch.orientations().iter().find(is_shape).expect("every image is an orientation");
                Action::Buy { slot, orientation, cell: (9 * top + left) as u8 }.id()
            }
        }
    }

    fn quilt(self, quilt: &Value) -> Value {
        let mut image = vec![vec!['.'; 9]; 9];
        for (row, text) in quilt.as_array().expect("a quilt has rows").iter().enumerate() {
            for (col, cell) in text.as_str().expect("a row is text").chars().enumerate() {
                let (to_row, to_col) = self.cell((row, col));
                image[to_row][to_col] = cell;
            }
        }
        image.into_iter().map(|row| json!(row.into_iter().collect::<String>())).collect()
    }
}

fn least(cells: &[(usize, usize)], side: impl Fn(&(usize, usize)) -> usize) -> usize {
    cells.iter().map(side).min().unwrap_or_default()
}

/// Everything of a state but the quilts, in which the layout is left out.
fn without_quilts(game: &Patchwork, state: &State) -> (Value, [Value; 2]) {
    let mut value = game.to_value(state);
    let mut quilts = [Value::Null, Value::Null];
    for (seat, quilt) in quilts.iter_mut().enumerate() {
        let player = value["players"][seat].as_object_mut().expect("a player is a map");
        *quilt = player.remove("quilt").expect("a player has a quilt");
        // Which patch was bought stays comparable, where it lies does not.
        for patch in player["patches"].as_array_mut().expect("patches are a list") {
            *patch = patch["patch"].clone();
        }
    }
    (value, quilts)
}

/// Plays one random game and its image, decision by decision; returns the decisions.
fn compare(game: &Patchwork, symmetries: [Symmetry; 2], rng: &mut Rng) -> usize {
    let mut state = game.initial_state();
    while let Some(patch) = game.sample_outcome(&state, rng) {
        game.apply(&mut state, patch).expect("it was drawn");
    }
    let mut image = state;
    let mut decisions = 0;
    while let Actor::Player(seat) = game.actor(&state) {
        let symmetry = symmetries[usize::from(seat)];
        assert_eq!(game.actor(&image), Actor::Player(seat));
        let mut legal: Vec<ActionId> = game.legal_set(&state).ids().map(|id| symmetry.action(state.circle(), id)).collect();
        legal.sort_unstable();
        assert_eq!(legal, game.legal_set(&image).ids().collect::<Vec<_>>(), "{symmetries:?}, decision {decisions}: {state:?}");
        let action = game.sample_action(&state, rng).expect("a player decides");
        let mapped = symmetry.action(state.circle(), action);
        assert_eq!(game.events(&state, action), game.events(&image, mapped), "{symmetries:?}");
        game.apply(&mut state, action).expect("it was drawn");
        game.apply(&mut image, mapped).expect("its image is legal");
        let ((value, quilts), (image_value, image_quilts)) = (without_quilts(game, &state), without_quilts(game, &image));
        assert_eq!(value, image_value, "{symmetries:?}, decision {decisions}");
        for seat in 0..2 {
            assert_eq!(symmetries[seat].quilt(&quilts[seat]), image_quilts[seat], "{symmetries:?}, decision {decisions}");
            assert_eq!(game.sheet(&state, seat), game.sheet(&image, seat));
        }
        assert_eq!(game.rank_list(&state), game.rank_list(&image));
        decisions += 1;
    }
    assert_eq!(game.actor(&image), Actor::Terminal);
    assert_eq!(game.winner_list(&state), game.winner_list(&image));
    decisions
}

/// PW-67, for each pair of symmetries, one a player, on both tracks.
#[test]
fn boards_may_be_turned_and_mirrored() {
    let mut decisions = 0;
    for track in ["current", "first_edition"] {
        let given = [("time_track".to_owned(), OptionValue::Text(track.to_owned()))];
        let options = Options::new(Patchwork::NAME, &Patchwork::option_specs(), &given).expect("the track exists");
        let game = Patchwork::with_options(options).expect("Patchwork has no files");
        for first in 0..8 {
            for second in 0..8 {
                let mut rng = Rng::new(67, 8 * u64::from(first) + u64::from(second));
                decisions += compare(&game, [Symmetry(first), Symmetry(second)], &mut rng);
            }
        }
    }
    assert!(decisions > 128 * 32, "{decisions} decisions");
}

/// The eight symmetries differ, and each sends the board onto itself: else the test above would compare a game with itself.
#[test]
fn there_are_eight_symmetries() {
    let board: Vec<(usize, usize)> = (0..81).map(|cell| (cell / 9, cell % 9)).collect();
    let images: Vec<Vec<(usize, usize)>> = (0..8).map(|k| board.iter().map(|&cell| Symmetry(k).cell(cell)).collect()).collect();
    for (k, image) in images.iter().enumerate() {
        let mut sorted = image.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, board);
        assert!(images[..k].iter().all(|other| other != image), "symmetry {k} is an earlier one");
    }
    assert_eq!(images[0], board);
}
