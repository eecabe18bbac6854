//! What the start seat is worth and what winners hold: `thurn_and_taxis_seats GAMES [THREADS]` plays so many games of the policy `greedy`,
//! the builder of TT-89, on each map with two, three and four players and prints the figures of `docs/thurn_and_taxis_questions.md` as CSV.
//!
//! Seat 0 begins. All seats play by one policy, so that nothing but the order of turns tells them apart: a difference between seats is an
//! effect of the seat. What winners hold is a comparison of the winner of each game with the others of the same game.

mod counting;

use counting::{Counts, Mean, count, games_and_threads};
use spielwerk::thurn_and_taxis::ThurnAndTaxis;
use spielwerk::thurn_and_taxis::state::State;
use spielwerk::thurn_and_taxis::tables::{CARRIAGES, MAX_SEATS, MAX_STACKS, MAX_TILES, NAMES};
use spielwerk::{Game, OptionValue, Options, Play, Rng};

/// Where `greedy` stands in the list of policies.
const GREEDY: usize = 1;
/// Scores from -20, the lowest that there is (TT-81), to 107, more than all tiles of a map and the last carriage are worth.
const LOWEST: i32 = -20;
const SCORES: usize = 128;
/// Items of the score sheet (TT-96), then their sum.
const ITEMS: [&str; 4] = ["tiles", "carriage", "houses", "score"];
/// Index 0 is the winner, 1 are the others.
const GROUPS: [&str; 2] = ["winner", "other"];
/// What the player with the game-end tile had reached (TT-42).
const ENDS: [&str; 3] = ["carriage", "houses", "both"];

/// The items of score sheets and their sum.
type Sheets = [Mean; ITEMS.len()];

/// What is counted of winners, or of the others.
#[derive(Default)]
struct Group {
    sheets: Sheets,
    /// Players by the number of their highest carriage.
    carriages: [u64; CARRIAGES.1 as usize + 1],
    /// Players who hold a tile, by stack and place in it.
    tiles: [[u64; MAX_TILES]; MAX_STACKS],
    /// Players who hold at least one tile of a stack.
    stacks: [u64; MAX_STACKS],
    /// Games that one of them ended, by how.
    ends: [u64; ENDS.len()],
    scores: Scores,
}

/// Players by score.
struct Scores([u64; SCORES]);

impl Default for Scores {
    fn default() -> Self {
        Self([0; SCORES])
    }
}

/// What is counted of a seat.
#[derive(Default)]
struct Seat {
    sheets: Sheets,
    /// The seat's score times the number of the other seats, less their scores: exact, and its mean is divided when it is printed.
    lead: Mean,
    wins: u64,
    /// Games of which the seat took the game-end tile.
    ended: u64,
}

/// What one thread counts.
#[derive(Default)]
struct Tally {
    decisions: Mean,
    turns: Mean,
    /// Games in which somebody else has the winner's score (TT-49).
    ties: u64,
    seats: [Seat; MAX_SEATS],
    groups: [Group; 2],
}

impl Counts for Tally {
    fn merge(&mut self, other: &Self) {
        self.decisions.merge(&other.decisions);
        self.turns.merge(&other.turns);
        self.ties += other.ties;
        for (own, other) in self.seats.iter_mut().zip(&other.seats) {
            merge(&mut own.sheets, &other.sheets);
            own.lead.merge(&other.lead);
            own.wins += other.wins;
            own.ended += other.ended;
        }
        for (own, other) in self.groups.iter_mut().zip(&other.groups) {
            merge(&mut own.sheets, &other.sheets);
            add(&mut own.carriages, &other.carriages);
            add(own.tiles.as_flattened_mut(), other.tiles.as_flattened());
            add(&mut own.stacks, &other.stacks);
            add(&mut own.ends, &other.ends);
            add(&mut own.scores.0, &other.scores.0);
        }
    }
}

fn merge(own: &mut Sheets, other: &Sheets) {
    for (own, other) in own.iter_mut().zip(other) {
        own.merge(other);
    }
}

fn add(own: &mut [u64], other: &[u64]) {
    for (own, other) in own.iter_mut().zip(other) {
        *own += other;
    }
}

/// One game of builders.
#[inline(always)]
fn play(game: &ThurnAndTaxis, index: u64, tally: &mut Tally) {
    let mut state = game.initial_state();
    let decisions = game.playout_with(
        &mut state,
        &mut Rng::new(89, index),
        #[inline(always)]
        |_, state, rng| game.policy_action(GREEDY, state, rng),
    );
    tally.decisions.add(decisions as i32);
    tally.turns.add(state.turns() as i32);
    look(game, &state, tally);
}

/// Who won, and who holds what.
fn look(game: &ThurnAndTaxis, state: &State, tally: &mut Tally) {
    let (scores, ranks) = (game.score_list(state), game.rank_list(state));
    let all: i32 = scores.iter().sum();
    let best = scores.iter().copied().max().unwrap_or_default();
    tally.ties += u64::from(scores.iter().filter(|&&score| score == best).count() > 1);
    for (seat, player) in state.players().iter().enumerate() {
        let is_winner = ranks[seat] == 1;
        let of = &mut tally.seats[seat];
        of.lead.add(scores[seat] * scores.len() as i32 - all);
        of.wins += u64::from(is_winner);
        let group = &mut tally.groups[usize::from(!is_winner)];
        let sheet = game.sheet(state, seat);
        let values = sheet.iter().chain([&scores[seat]]);
        for ((seat, group), &value) in of.sheets.iter_mut().zip(&mut group.sheets).zip(values) {
            seat.add(value);
            group.add(value);
        }
        group.carriages[usize::from(player.carriage())] += 1;
        group.scores.0[(scores[seat] - LOWEST).clamp(0, SCORES as i32 - 1) as usize] += 1;
        if state.game_end_holder() == Some(seat as u8) {
            of.ended += 1;
            let (carriage, houses) = (player.carriage() == CARRIAGES.1, player.houses_left() == 0);
            group.ends[if carriage && houses { 2 } else { usize::from(houses) }] += 1;
        }
        for stack in 0..game.map().stacks.len() {
            let mut has_any = false;
            for (tile, _) in state.tile_holders(stack).enumerate().filter(|&(_, holder)| usize::from(holder) == seat) {
                group.tiles[stack][tile] += 1;
                has_any = true;
            }
            group.stacks[stack] += u64::from(has_any);
        }
    }
}

/// The rows of one map and number of players.
fn print(game: &ThurnAndTaxis, key: &str, tally: &Tally) {
    let mean = |group: &str, name: &str, of: &Mean, divisor: u32| {
        let (value, error) = of.mean_and_error();
        println!("mean,{key},{group},{name},{},{:.4},{:.4}", of.games, value / f64::from(divisor), error / f64::from(divisor));
    };
    let counted = |kind: &str, group: &str, name: &str, value: &str, games: u64| {
        if games > 0 {
            println!("{kind},{key},{group},{name},{games},{value},");
        }
    };
    mean("all", "decisions", &tally.decisions, 1);
    mean("all", "turns", &tally.turns, 1);
    counted("tied", "all", "", "", tally.ties);
    let seats = game.num_players();
    for (seat, of) in tally.seats.iter().enumerate().take(seats) {
        let group = format!("seat{seat}");
        for (item, value) in ITEMS.iter().zip(&of.sheets) {
            mean(&group, item, value, 1);
        }
        mean(&group, "lead", &of.lead, seats as u32 - 1);
        counted("won", &group, "", "", of.wins);
        counted("ended", &group, "", "", of.ended);
    }
    for (name, of) in GROUPS.iter().zip(&tally.groups) {
        for (item, value) in ITEMS.iter().zip(&of.sheets) {
            mean(name, item, value, 1);
        }
        for (carriage, &players) in of.carriages.iter().enumerate() {
            counted("carriage", name, &carriage.to_string(), "", players);
        }
        for (end, &games) in ENDS.iter().zip(&of.ends) {
            counted("end", name, end, "", games);
        }
        for (index, (stack, spec)) in game.map().stacks.iter().zip(&game.spec().stacks).enumerate() {
            counted("stack", name, &spec.id, "", of.stacks[index]);
            for (value, &players) in stack.values.iter().zip(&of.tiles[index]) {
                counted("tile", name, &spec.id, &value.to_string(), players);
            }
        }
        for (bin, &players) in of.scores.0.iter().enumerate() {
            counted("total", name, "", &(bin as i32 + LOWEST).to_string(), players);
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (games, threads) = games_and_threads()?;
    println!("kind,map,players,group,name,games,value,standard_error");
    for map in NAMES {
        for players in ThurnAndTaxis::PLAYERS.0..=ThurnAndTaxis::PLAYERS.1 {
            let given =
                [("map".to_owned(), OptionValue::Text((*map).to_owned())), ("players".to_owned(), OptionValue::Int(players as i64))];
            let game = ThurnAndTaxis::with_options(Options::new(ThurnAndTaxis::NAME, &ThurnAndTaxis::option_specs(), &given)?)?;
            let tally = count(
                games,
                threads,
                #[inline(always)]
                |index, tally: &mut Tally| play(&game, index, tally),
            );
            print(&game, &format!("{map},{players}"), &tally);
        }
    }
    Ok(())
}
