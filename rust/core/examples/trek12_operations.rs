//! Which operation is worth most in which round, and how the final totals are distributed: `trek12_operations GAMES [THREADS]` plays
//! so many single-player games on each verified board under each policy and prints the figures of `docs/trek12_questions.md` as CSV.
//!
//! An operation's worth in a round is the mean final total of the games that used it in that round, less the mean of those that had a box
//! of it left and used another one.
//!
//! Because a greedy player uses what suits the position, the rows `forced` compare the same game with itself: a fortieth of the greedy games
//! is played again from each round on, once for every operation with a box left, with the same rolls, with that operation in this round and
//! greedily otherwise. The value is the mean total so reached less the total without force.

mod counting;

use counting::{Counts, Mean, count, games_and_threads};
use spielwerk::trek12::Trek12;
use spielwerk::trek12::actions::Action;
use spielwerk::trek12::tables::{OPERATIONS, ROLLS};
use spielwerk::{ActionId, Actor, Game, LegalSet, OptionValue, Options, Play, Rng};

const BOARDS: [&str; 3] = ["dunai", "kagkot", "dhaulagiri"];
const ROUNDS: usize = 19;
const OPS: usize = OPERATIONS.len();
/// Totals from -100 to 155.
const LOWEST: i32 = -100;
const TOTALS: usize = 256;
/// One greedy game in so many is played again with an operation forced.
const FORCED_ONE_IN: u64 = 40;
/// Where `greedy` stands in the list of policies.
const GREEDY: usize = 1;

/// What one thread counts.
struct Tally {
    all: Mean,
    used: [[Mean; OPS]; ROUNDS],
    passed_over: [[Mean; OPS]; ROUNDS],
    /// Differences between the game with an operation forced and the game without.
    forced: [[Mean; OPS]; ROUNDS],
    totals: [u64; TOTALS],
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            all: Mean::default(),
            used: [[Mean::default(); OPS]; ROUNDS],
            passed_over: [[Mean::default(); OPS]; ROUNDS],
            forced: [[Mean::default(); OPS]; ROUNDS],
            totals: [0; TOTALS],
        }
    }
}

impl Counts for Tally {
    fn merge(&mut self, other: &Self) {
        self.all.merge(&other.all);
        let tables = [(&mut self.used, &other.used), (&mut self.passed_over, &other.passed_over), (&mut self.forced, &other.forced)];
        for (own, other) in tables {
            for (own, other) in own.iter_mut().flatten().zip(other.iter().flatten()) {
                own.merge(other);
            }
        }
        for (own, other) in self.totals.iter_mut().zip(&other.totals) {
            *own += other;
        }
    }
}

/// One game: which operation each round used, and which had a box left.
#[inline(always)]
fn play(game: &Trek12, policy: usize, index: u64, counts: &mut Tally) {
    let mut rng = Rng::new(12, index);
    let mut state = game.initial_state();
    let mut rounds: Vec<(usize, u32)> = Vec::with_capacity(ROUNDS);
    game.playout_with(
        &mut state,
        &mut rng,
        #[inline(always)]
        |_, state, rng| {
            let action = game.policy_action(policy, state, rng)?;
            if let Some(Action::Place { row, .. }) = Action::from_id(game.board(), action) {
                let open = (0..OPS).filter(|&op| has_box(game, state, op)).fold(0, |set, op| set | 1 << op);
                rounds.push((usize::from(row), open));
            }
            Some(action)
        },
    );
    let total = total(game, &state);
    counts.all.add(total);
    counts.totals[(total - LOWEST).clamp(0, TOTALS as i32 - 1) as usize] += 1;
    for (round, &(used, available)) in rounds.iter().enumerate().take(ROUNDS) {
        for op in 0..OPS {
            if op == used {
                counts.used[round][op].add(total);
            } else if available >> op & 1 == 1 {
                counts.passed_over[round][op].add(total);
            }
        }
    }
}

/// Whether an operation has a box left. On a board with one table each row with a box is offered for all open circles.
#[inline(always)]
fn has_box(game: &Trek12, state: &<Trek12 as Game>::State, op: usize) -> bool {
    let legal = game.legal_set(state);
    let n = ActionId::from(game.board().n);
    (0..n).any(|circle| legal.contains(op as ActionId * n + circle))
}

/// The total of the only seat.
#[inline(always)]
fn total(game: &Trek12, state: &<Trek12 as Game>::State) -> i32 {
    game.score_list(state).first().copied().unwrap_or_default()
}

/// Plays greedily to the end with these rolls, from the given round on; `look` sees the position after each roll. The final total.
#[inline(always)]
fn finish(
    game: &Trek12,
    mut state: <Trek12 as Game>::State,
    rolls: &[ActionId],
    ties: &mut Rng,
    mut look: impl FnMut(&<Trek12 as Game>::State, &Rng),
) -> i32 {
    let mut rolls = rolls.iter();
    loop {
        let next = match game.actor(&state) {
            Actor::Player(_) => game.policy_action(GREEDY, &state, ties),
            Actor::Chance => rolls.next().copied(),
            Actor::Terminal => None,
        };
        let Some(action) = next else { return total(game, &state) };
        let is_roll = game.actor(&state) == Actor::Chance;
        game.apply_unchecked(&mut state, action);
        if is_roll {
            look(&state, ties);
        }
    }
}

/// One greedy game, and again from each of its rounds with each operation that has a box left. Rolls and ties have generators of their own,
/// so that the same dice fall whatever is chosen.
#[inline(always)]
fn force(game: &Trek12, index: u64, counts: &mut Tally) {
    let mut dice = Rng::new(13, index);
    let rolls: [ActionId; ROUNDS] = std::array::from_fn(|_| dice.below(ROLLS as u64) as ActionId);
    let mut positions = Vec::with_capacity(ROUNDS);
    let free = finish(game, game.initial_state(), &rolls, &mut Rng::new(14, index), |state, ties| positions.push((*state, ties.clone())));
    let n = ActionId::from(game.board().n);
    for (round, (state, ties)) in positions.iter().enumerate().take(ROUNDS) {
        let legal = game.legal_set(state);
        for op in 0..OPS {
            let mut ties = ties.clone();
            let mut best: Vec<(i32, <Trek12 as Game>::State)> = Vec::with_capacity(ROUNDS);
            for circle in 0..n {
                let action = op as ActionId * n + circle;
                if legal.contains(action) {
                    let mut after = *state;
                    game.apply_unchecked(&mut after, action);
                    let reached = total(game, &after);
                    if best.first().is_some_and(|&(most, _)| most < reached) {
                        best.clear();
                    }
                    if best.first().is_none_or(|&(most, _)| most == reached) {
                        best.push((reached, after));
                    }
                }
            }
            let drawn = if best.is_empty() { 0 } else { ties.below(best.len() as u64) as usize };
            if let Some((_, after)) = best.get(drawn) {
                let reached = finish(game, *after, &rolls[round + 1..], &mut ties, |_, _| ());
                counts.forced[round][op].add(reached - free);
            }
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (games, threads) = games_and_threads()?;
    println!("kind,board,policy,round,operation,games,value,standard_error");
    for board in BOARDS {
        let given = [("board".to_owned(), OptionValue::Text(board.to_owned()))];
        let game = Trek12::with_options(Options::new(Trek12::NAME, &Trek12::option_specs(), &given)?)?;
        for (policy, (name, _)) in Trek12::POLICIES.iter().enumerate() {
            let counts = count(
                games,
                threads,
                #[inline(always)]
                |index, counts: &mut Tally| play(&game, policy, index, counts),
            );
            print(board, name, &counts);
        }
        let counts = count(
            games / FORCED_ONE_IN,
            threads,
            #[inline(always)]
            |index, counts: &mut Tally| force(&game, index, counts),
        );
        for (round, op, of) in table(&counts.forced) {
            let (value, error) = of.mean_and_error();
            println!("forced,{board},greedy,{},{},{},{value:.4},{error:.4}", round + 1, OPERATIONS[op], of.games);
        }
    }
    Ok(())
}

/// The entries with games in them, by round and operation.
fn table(means: &[[Mean; OPS]; ROUNDS]) -> impl Iterator<Item = (usize, usize, &Mean)> {
    let all = means.iter().enumerate().flat_map(|(round, row)| row.iter().enumerate().map(move |(op, mean)| (round, op, mean)));
    all.filter(|(_, _, mean)| mean.games > 0)
}

/// The rows of one board and policy.
fn print(board: &str, policy: &str, counts: &Tally) {
    let (mean, error) = counts.all.mean_and_error();
    println!("mean,{board},{policy},,,{},{mean:.4},{error:.4}", counts.all.games);
    for (bin, &count) in counts.totals.iter().enumerate().filter(|&(_, &count)| count > 0) {
        println!("total,{board},{policy},,,{count},{},", bin as i32 + LOWEST);
    }
    for (round, op, of) in table(&counts.used) {
        let other = &counts.passed_over[round][op];
        if other.games > 0 {
            let ((used, used_error), (other, other_error)) = (of.mean_and_error(), other.mean_and_error());
            let (worth, error) = (used - other, used_error.hypot(other_error));
            println!("worth,{board},{policy},{},{},{},{worth:.4},{error:.4}", round + 1, OPERATIONS[op], of.games);
        }
    }
}
