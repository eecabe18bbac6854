//! Runs a scenario on any game, with the same strictness as the Python runner.

use crate::form::{Scenario, differences, look_up, root, without_none};
use crate::golden;
use serde_json::{Map, Value, json};
use spielwerk::{ActionId, Actor, AnyGame, Game, LegalSet, OptionValue, Play, with_game};

/// Counts checks; a failed one names scenario, step, what was expected and what came.
pub(crate) struct Checker {
    pub(crate) at: String,
    pub(crate) count: usize,
}

impl Checker {
    pub(crate) fn new(at: impl Into<String>) -> Self {
        Self { at: at.into(), count: 0 }
    }

    pub(crate) fn equal(&mut self, expected: &Value, actual: &Value, what: &str) -> Result<(), String> {
        self.count += 1;
        let found = differences(expected, actual, "");
        if found.is_empty() { Ok(()) } else { Err(format!("{}: {what}: {}", self.at, found.join("; "))) }
    }

    pub(crate) fn holds(&mut self, condition: bool, what: &str) -> Result<(), String> {
        self.count += 1;
        if condition { Ok(()) } else { Err(format!("{}: {what}", self.at)) }
    }
}

/// A game with options as the files write them.
pub(crate) fn load(name: &str, options: &Map<String, Value>) -> Result<AnyGame, String> {
    let value = |value: &Value| match value {
        Value::Bool(flag) => Ok(OptionValue::Bool(*flag)),
        Value::Number(number) => number.as_i64().map(OptionValue::Int).ok_or_else(|| format!("{number} is no option")),
        Value::String(text) if text == "none" => Ok(OptionValue::None),
        Value::String(text) => Ok(OptionValue::Text(text.clone())),
        _ => Err(format!("{value} is no option")),
    };
    let given = options.iter().map(|(key, item)| Ok((key.clone(), value(item)?))).collect::<Result<Vec<_>, String>>()?;
    AnyGame::load(name, &given).map_err(|error| error.to_string())
}

/// All checks of a scenario; their number.
pub(crate) fn run(name: &str, scenario: &Scenario) -> Result<usize, String> {
    let mut count = 0;
    if let Some((file, swap)) = &scenario.golden {
        let text = std::fs::read_to_string(root().join(file)).map_err(|error| format!("{file}: {error}"))?;
        count += golden::replay_all(&text, *swap)?.0;
    }
    let any = load(name, &scenario.options)?;
    Ok(count + with_game!(&any, game => run_on(&**game, scenario))?)
}

fn run_on<G: Game>(game: &G, scenario: &Scenario) -> Result<usize, String> {
    let mut check = Checker::new(&scenario.id);
    for (path, equals) in &scenario.tables {
        let tables = game.tables();
        check.equal(equals, look_up(&tables, path)?, &format!("table {path}"))?;
    }
    let mut state = match &scenario.position {
        Some(position) => {
            let position = without_none(position);
            game.from_value(&position, scenario.strict).map_err(|faults| format!("{}: position refused: {faults:?}", scenario.id))?
        }
        None => game.initial_state(),
    };
    for draw in &scenario.draws {
        apply(game, &mut state, draw).map_err(|error| format!("{}: draws: {error}", scenario.id))?;
    }
    for (number, step) in scenario.steps.iter().enumerate() {
        check.at = format!("{} step {number}", scenario.id);
        check_step(game, step, &state, &mut check)?;
        if let Some(action) = step.get("apply") {
            if let Some(events) = step.get("events") {
                let told: Vec<Value> = events_of(game, &state, id(action)?);
                check.equal(events, &Value::Array(told), &format!("events of {action}"))?;
            }
            apply(game, &mut state, action).map_err(|error| format!("{}: {error}", check.at))?;
        }
    }
    Ok(check.count)
}

fn id(value: &Value) -> Result<ActionId, String> {
    value.as_u64().and_then(|id| ActionId::try_from(id).ok()).ok_or_else(|| format!("{value} is no id"))
}

fn apply<G: Game>(game: &G, state: &mut G::State, action: &Value) -> Result<(), String> {
    game.apply(state, id(action)?).map_err(|error| error.to_string())
}

pub(crate) fn events_of<G: Game>(game: &G, state: &G::State, action: ActionId) -> Vec<Value> {
    game.events(state, action).iter().map(|event| json!([event.name, event.seat, event.place, event.amount])).collect()
}

/// The actor as a number: a seat, -1 for chance, -4 at the end.
pub(crate) fn actor<G: Game>(game: &G, state: &G::State) -> Value {
    match game.actor(state) {
        Actor::Player(seat) => json!(seat),
        Actor::Chance => json!(-1),
        Actor::Terminal => json!(-4),
    }
}

/// A score in points: a whole number, or a number with a fraction where there are half points.
fn points<G: Game>(score: i32) -> Value {
    if score % G::SCORE_SCALE == 0 { json!(score / G::SCORE_SCALE) } else { json!(f64::from(score) / f64::from(G::SCORE_SCALE)) }
}

pub(crate) fn scores<G: Game>(game: &G, state: &G::State) -> Value {
    game.score_list(state).into_iter().map(points::<G>).collect()
}

fn sheet<G: Game>(game: &G, state: &G::State, seat: usize) -> Value {
    let items = game.sheet(state, seat);
    let total = items.iter().sum();
    let named = G::SCORE_ITEMS.iter().zip(items).map(|(name, item)| ((*name).to_owned(), points::<G>(item)));
    named.chain([("total".to_owned(), points::<G>(total))]).collect()
}

fn check_step<G: Game>(game: &G, step: &Map<String, Value>, state: &G::State, check: &mut Checker) -> Result<(), String> {
    let legal: Vec<ActionId> = game.legal_set(state).ids().collect();
    check.holds(legal.is_sorted_by(|a, b| a < b), "the legal actions do not ascend")?;
    for (key, expected) in step {
        match key.as_str() {
            "actor" => {
                let wanted = match expected.as_str() {
                    Some("chance") => json!(-1),
                    Some("terminal") => json!(-4),
                    _ => expected.clone(),
                };
                check.equal(&wanted, &actor(game, state), "actor")?;
            }
            "legal" => check.equal(expected, &json!(legal), "legal")?,
            "legal_count" => check.equal(expected, &json!(legal.len()), "legal_count")?,
            "includes" => {
                for action in items(expected)? {
                    let is_legal = legal.contains(&id(action)?) && game.accepts(state, id(action)?);
                    check.holds(is_legal, &format!("{action} is not among {legal:?}"))?;
                }
            }
            "refuses" => {
                for action in items(expected)? {
                    check_refused(game, id(action)?, state, check)?;
                }
            }
            "outcomes" => check_outcomes(game, expected, state, check)?,
            "state" => check.equal(expected, &game.to_value(state), "state")?,
            "sheet" => {
                let sheets = (0..items(expected)?.len()).map(|seat| sheet(game, state, seat)).collect();
                check.equal(expected, &sheets, "sheet")?;
            }
            "scores" => check.equal(expected, &scores(game, state), "scores")?,
            "ranks" => check.equal(expected, &json!(game.rank_list(state)[..]), "ranks")?,
            "winners" => check.equal(expected, &json!(game.winner_list(state)[..]), "winners")?,
            "apply" | "events" => {}
            unknown => return Err(format!("{}: nobody checks {unknown}", check.at)),
        }
    }
    Ok(())
}

fn items(value: &Value) -> Result<&Vec<Value>, String> {
    value.as_array().ok_or_else(|| format!("{value} where a list belongs"))
}

fn check_refused<G: Game>(game: &G, action: ActionId, state: &G::State, check: &mut Checker) -> Result<(), String> {
    let listed = game.legal_set(state).contains(action) || game.outcome_list(state).iter().any(|&(outcome, _)| outcome == action);
    check.holds(!listed, &format!("{action} should be refused, it is listed"))?;
    let mut untouched = *state;
    check.holds(game.apply(&mut untouched, action).is_err(), &format!("apply of {action} should be refused"))?;
    check.holds(!game.accepts(state, action), &format!("{action} should be refused, it is accepted"))?;
    let (before, after) = (game.to_value(state), game.to_value(&untouched));
    check.holds(before == after && game.to_bytes(state) == game.to_bytes(&untouched), &format!("the refused {action} changed the state"))
}

fn check_outcomes<G: Game>(game: &G, expected: &Value, state: &G::State, check: &mut Checker) -> Result<(), String> {
    let outcomes = game.outcome_list(state);
    for (key, expected) in expected.as_object().into_iter().flatten() {
        match key.as_str() {
            "count" => check.equal(expected, &json!(outcomes.len()), "outcomes.count")?,
            "weight" => {
                let has_one = !outcomes.is_empty() && outcomes.iter().all(|&(_, weight)| json!(weight) == *expected);
                check.holds(has_one, &format!("outcomes.weight: expected {expected} of all, got {outcomes:?}"))?;
            }
            "excludes" => {
                for outcome in items(expected)? {
                    let outcome = id(outcome)?;
                    check.holds(outcomes.iter().all(|&(id, _)| id != outcome), &format!("outcome {outcome} is listed"))?;
                }
            }
            unknown => return Err(format!("{}: nobody checks outcomes.{unknown}", check.at)),
        }
    }
    Ok(())
}
