//! Uniformly random games on one core, for instruction counts and profiles:
//! `playouts GAME GAMES [baseline] [OPTION=VALUE …]` prints the decisions played and a checksum of the scores.
//!
//! With `baseline` the loop is compiled for any x86-64 machine, without run-time dispatch.

use spielwerk::{AnyGame, Game, OptionValue, Play, Rng, with_game};

#[inline(always)]
fn play<G: Game>(game: &G, games: u64) -> (u64, u64) {
    let (mut decisions, mut checksum) = (0, 0_u64);
    for index in 0..games {
        let mut state = game.initial_state();
        decisions += u64::from(game.playout(&mut state, &mut Rng::new(1, index)));
        for score in game.score_list(&state) {
            checksum = checksum.wrapping_mul(31).wrapping_add(score as u64);
        }
    }
    (decisions, checksum)
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
    let (decisions, checksum) = with_game!(&any, game => if baseline {
        play(&**game, games)
    } else {
        spielwerk::simd::dispatch(
            #[inline(always)]
            || play(&**game, games),
        )
    });
    let seconds = start.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
    let rate = decisions as f64 / seconds;
    println!("{decisions} decisions, checksum {checksum:016x}, {rate:.0} decisions/s");
    Ok(())
}
