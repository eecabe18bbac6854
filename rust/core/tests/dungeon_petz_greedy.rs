//! The policy `greedy` (DP-177) against `eager` (DP-148).

#![allow(clippy::cast_precision_loss, reason = "counts here fit a double exactly")]
#![allow(clippy::panic, reason = "a test fails by a panic")]

mod dungeon_petz;

use dungeon_petz::{on, positions};
use spielwerk::{Actor, Game, Play, Rng};

/// Games of one greedy player against eager ones: the share that he wins (a shared win counts by halves), his VP and theirs.
fn duel(players: i64, games: u64) -> (f64, f64, f64) {
    let game = on(players, &[]);
    let (mut won, mut own, mut others) = (0.0, 0.0, 0.0);
    for index in 0..games {
        let keeper = (index % players as u64) as usize;
        let (mut state, mut rng) = (game.initial_state(), Rng::new(8, index));
        loop {
            let id = match game.actor(&state) {
                Actor::Player(seat) => game.policy_action(if usize::from(seat) == keeper { 2 } else { 1 }, &state, &mut rng),
                Actor::Chance => game.sample_outcome(&state, &mut rng),
                Actor::Terminal => break,
            };
            game.apply_unchecked(&mut state, id.expect("somebody decides"));
        }
        let winners = game.winner_list(&state);
        if winners.contains(&(keeper as u8)) {
            won += 1.0 / winners.len() as f64;
        }
        for (seat, score) in game.score_list(&state).into_iter().enumerate() {
            if seat == keeper {
                own += f64::from(score) / 2.0;
            } else {
                others += f64::from(score) / 2.0 / (players - 1) as f64;
            }
        }
    }
    let games = games as f64;
    (won / games, own / games, others / games)
}

/// DP-177.
#[test]
fn greedy_is_ahead_of_eager() {
    assert_eq!(spielwerk::dungeon_petz::DungeonPetz::POLICIES[2].0, "greedy");
    for (players, least) in [(2, 0.9), (3, 0.6), (4, 0.5)] {
        let (share, own, others) = duel(players, 600);
        println!("{players} players: {share:.3} of the games, {own:.2} VP against {others:.2}");
        assert!(share >= least && own > others, "{players} players: {share} of the games, {own} VP against {others}");
    }
}

/// DP-177, DP-124: in a world that the seat cannot tell from the true one the choice is the same.
#[test]
fn greedy_reads_nothing_hidden() {
    let mut asked = 0;
    for players in 2..=4 {
        let game = on(players, &[]);
        let mut rng = Rng::new(9, 9);
        for policy in 1..=2 {
            for stream in 0..6 {
                for state in positions(&game, policy, 10, stream) {
                    let Actor::Player(seat) = game.actor(&state) else { continue };
                    let sampled = game.resample_hidden(&state, seat.into(), &mut rng);
                    let [own, other] = [state, sampled].map(|state| game.policy_action(2, &state, &mut Rng::new(1, 1)));
                    assert_eq!(own, other, "{}", game.to_value(&state));
                    asked += u32::from(sampled != state);
                }
            }
        }
    }
    assert!(asked > 2_000, "{asked}");
}
