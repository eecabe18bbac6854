//! Games of one policy on one core, for instruction counts and profiles:
//! `playouts GAME GAMES [baseline] [POLICY] [OPTION=VALUE …]` prints the decisions played and a checksum of the scores.
//!
//! With `baseline` the loop is compiled for any x86-64 machine, without run-time dispatch. Without a policy play is uniformly random.

use spielwerk::{AnyGame, Game, OptionValue, Play, Rng, with_game};

/// Random games by the loop that the package runs; the number of another policy is asked for at each decision.
#[inline(always)]
fn play<G: Game>(game: &G, games: u64, policy: usize) -> (u64, u64) {
    if policy == 0 {
        return sum(
            game,
            games,
            #[inline(always)]
            |state, rng| game.playout(state, rng),
        );
    }
    sum(
        game,
        games,
        #[inline(always)]
        |state, rng| {
            game.playout_with(
                state,
                rng,
                #[inline(always)]
                |_, state, rng| game.policy_action(policy, state, rng),
            )
        },
    )
}

/// Decisions and a checksum of the scores of so many games.
#[inline(always)]
fn sum<G: Game>(game: &G, games: u64, playout: impl Fn(&mut G::State, &mut Rng) -> u32) -> (u64, u64) {
    let (mut decisions, mut checksum) = (0, 0_u64);
    for index in 0..games {
        let mut state = game.initial_state();
        decisions += u64::from(playout(&mut state, &mut Rng::new(1, index)));
        for score in game.score_list(&state) {
            checksum = checksum.wrapping_mul(31).wrapping_add(score as u64);
        }
    }
    (decisions, checksum)
}

/// Where the policy among these words stands in the game's list.
fn policy_of<G: Game>(_: &G, words: &[String]) -> usize {
    G::POLICIES.iter().position(|(name, _)| words.iter().any(|word| word == name)).unwrap_or(0)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let name = arguments.first().map_or("patchwork", String::as_str);
    let games: u64 = arguments.get(1).map_or(Ok(1000), |text| text.parse())?;
    let baseline = arguments.iter().any(|word| word == "baseline");
    let option = |word: &String| {
        let (option, value) = word.split_once('=')?;
        Some((option.to_owned(), value.parse().map_or_else(|_| OptionValue::Text(value.to_owned()), OptionValue::Int)))
    };
    let options: Vec<_> = arguments.iter().filter_map(option).collect();
    let any = AnyGame::load(name, &options)?;
    let start = std::time::Instant::now();
    let (decisions, checksum) = with_game!(&any, game => {
        let policy = policy_of(&**game, &arguments);
        if baseline {
            play(&**game, games, policy)
        } else {
            spielwerk::simd::dispatch(
                #[inline(always)]
                || play(&**game, games, policy),
            )
        }
    });
    let seconds = start.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
    let rate = decisions as f64 / seconds;
    println!("{decisions} decisions, checksum {checksum:016x}, {rate:.0} decisions/s");
    Ok(())
}
