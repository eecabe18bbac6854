//! The known numbers of the digest (DP-143 to DP-148).

#![allow(clippy::panic, reason = "a test fails by a panic")]

use spielwerk::dungeon_petz::DungeonPetz;
use spielwerk::{Actor, Game, LegalSet, OptionValue, Options, Play, Rng};

fn game(given: &[(&str, OptionValue)]) -> DungeonPetz {
    let given: Vec<_> = given.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let options = Options::new(DungeonPetz::NAME, &DungeonPetz::option_specs(), &given).expect("the options exist");
    DungeonPetz::with_options(options).expect("the tables are built in")
}

/// Mean and standard error.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn mean(self) -> f64 {
        self.sum / self.count
    }

    fn error(self) -> f64 {
        ((self.squares / self.count - self.mean().powi(2)).max(0.0) / self.count).sqrt()
    }
}

/// Random games of DP-148.
#[derive(Debug, Default)]
struct Line {
    decisions: Mean,
    ids: Mean,
    last: Mean,
    before: Mean,
    winner: Mean,
    extremes: (f64, f64),
    sales: Mean,
    lost: Mean,
}

fn play(game: &DungeonPetz, policy: usize, games: u64) -> Line {
    let mut line = Line { extremes: (f64::MAX, f64::MIN), ..Line::default() };
    for index in 0..games {
        let (mut state, mut rng) = (game.initial_state(), Rng::new(2024, index));
        let (mut decisions, mut sales, mut lost) = (0, 0, 0);
        let mut events = Vec::new();
        loop {
            let id = match game.actor(&state) {
                Actor::Terminal => break,
                Actor::Chance => game.sample_outcome(&state, &mut rng),
                Actor::Player(_) => {
                    decisions += 1;
                    line.ids.add(game.legal_set(&state).len().into());
                    game.policy_action(policy, &state, &mut rng)
                }
            };
            let id = id.expect("somebody decides");
            // Only decisions of the arranging phase lose pets elsewhere.
            events.clear();
            events.extend(game.events(&state, id));
            sales += events.iter().filter(|event| event.name == "sale").count();
            lost += events.iter().filter(|event| event.name == "lose_pet" && event.place >= 0).count();
            game.apply_unchecked(&mut state, id);
        }
        line.decisions.add(f64::from(decisions));
        line.sales.add(sales as f64);
        line.lost.add(lost as f64);
        let mut best = f64::MIN;
        for seat in 0..game.num_players() {
            let sheet = game.sheet(&state, seat);
            let total = f64::from(sheet.iter().sum::<i32>()) / 2.0;
            line.last.add(total);
            line.before.add(f64::from(sheet[..3].iter().sum::<i32>()) / 2.0);
            line.extremes = (line.extremes.0.min(total), line.extremes.1.max(total));
            best = best.max(total);
        }
        line.winner.add(best);
    }
    line
}

#[test]
fn means() {
    for (players, policy, double) in [(2, 0, false), (3, 0, false), (4, 0, false), (2, 1, false), (3, 1, false), (4, 1, false), (4, 1, true)] {
        let game = game(&[("players", OptionValue::Int(players)), ("double_symbols", OptionValue::Bool(double))]);
        let line = play(&game, policy, 5000);
        let show = |mean: Mean| format!("{:.3} ({:.3})", mean.mean(), mean.error());
        println!(
            "{players} {policy} {double}: dec {} ids {} fin {} bef {} win {} ext {:?} sales {} lost {}",
            show(line.decisions), show(line.ids), show(line.last), show(line.before), show(line.winner), line.extremes, show(line.sales), show(line.lost)
        );
    }
}
