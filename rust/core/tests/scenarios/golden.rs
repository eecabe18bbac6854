//! Recorded games of Patchwork, replayed step by step; nothing here reads more of a state than its plain value.

use crate::run::{Checker, actor, events_of, load, scores};
use serde_json::{Map, Value, json};
use spielwerk::{ActionId, Game, LegalSet, Play, with_game};
use std::collections::BTreeMap;

/// Replays every game of a file, with the players exchanged if `swap` (PWC-5); the checks made and the games replayed.
pub(crate) fn replay_all(text: &str, swap: bool) -> Result<(usize, usize), String> {
    let file: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let games = file["games"].as_array().ok_or("the file has no games")?;
    let mut count = 0;
    for record in games {
        let record = Record { record, swap };
        let starting_player = record.seat(&record.record["starting_player"])?;
        let options: Map<String, Value> =
            [("time_track".to_owned(), record.record["time_track"].clone()), ("starting_player".to_owned(), json!(starting_player))]
                .into_iter()
                .collect();
        let any = load("patchwork", &options)?;
        count += with_game!(&any, game => record.replay(&**game))?;
    }
    Ok((count, games.len()))
}

struct Record<'a> {
    record: &'a Value,
    swap: bool,
}

/// What the recorded row of an action names as nobody.
const NOBODY: i64 = -1;

impl Record<'_> {
    /// A recorded seat as it is played here.
    fn seat(&self, recorded: &Value) -> Result<i64, String> {
        let seat = recorded.as_i64().ok_or_else(|| format!("{recorded} is no seat"))?;
        Ok(if self.swap && seat != NOBODY { 1 - seat } else { seat })
    }

    /// Two recorded entries, by seat as played here.
    fn pair(&self, first: &Value, second: &Value) -> Value {
        if self.swap { json!([second, first]) } else { json!([first, second]) }
    }

    fn list(&self, key: &str) -> Result<&Vec<Value>, String> {
        self.record[key].as_array().ok_or_else(|| format!("a record without {key}"))
    }

    fn replay<G: Game>(&self, game: &G) -> Result<usize, String> {
        let id = self.record["id"].as_str().ok_or("a record without id")?;
        let mut check = Checker::new(format!("{id}{}", if self.swap { " swapped" } else { "" }));
        let name = check.at.clone();
        let tables = game.tables();
        let circle = self.list("circle")?;
        let mut state = game.initial_state();
        for patch in &circle[..circle.len() - 1] {
            check.equal(&json!(-1), &actor(game, &state), "actor of the set-up")?;
            play(game, &mut state, patch, &check.at)?;
        }
        check.equal(&json!({"circle": circle, "first_on_last": "none"}), &game.to_value(&state), "start")?;
        let (actions, ids, trace) = (self.list("actions")?, self.list("action_ids")?, self.list("trace")?);
        check.holds(actions.len() == ids.len() && ids.len() == trace.len(), "actions, ids and trace have different lengths")?;
        let mut features = BTreeMap::new();
        for (number, ((readable, id), row)) in actions.iter().zip(ids).zip(trace).enumerate() {
            check.at = format!("{name} action {number}");
            for feature in self.step(game, &tables, &mut state, (readable, id, row), &mut check)? {
                *features.entry(feature.to_owned()).or_insert(0_u64) += 1;
            }
        }
        check.at = format!("{name} end");
        self.end(game, &state, features, &mut check)?;
        Ok(check.count)
    }

    /// One action; the noteworthy things that it did.
    fn step<G: Game>(
        &self,
        game: &G,
        tables: &Value,
        state: &mut G::State,
        (readable, id, row): (&Value, &Value, &Value),
        check: &mut Checker,
    ) -> Result<Vec<&'static str>, String> {
        let player = self.seat(&readable[0])?;
        check.equal(&json!(player), &actor(game, state), "player")?;
        let before = game.to_value(state);
        check.equal(id, &number(readable, &before["circle"])?, "action number")?;
        let legal: Vec<ActionId> = game.legal_set(state).ids().collect();
        check.equal(&row[0], &json!(legal.len()), "legal actions")?;
        check.holds(legal.iter().any(|legal| json!(legal) == *id), &format!("{id} is not among {legal:?}"))?;
        let events = events_of(game, state, id.as_u64().unwrap_or_default() as ActionId);
        play(game, state, id, &check.at)?;
        let after = game.to_value(state);
        let (positions, buttons, incomes) = (self.pair(&row[1], &row[2]), self.pair(&row[3], &row[4]), self.pair(&row[5], &row[6]));
        let player_row = |seat: usize| json!({"position": positions[seat], "buttons": buttons[seat], "income": incomes[seat]});
        let owner = self.seat(&row[9])?;
        let owner = if owner == NOBODY { Value::Null } else { json!(owner) };
        check.equal(&json!({"players": [player_row(0), player_row(1)], "tile_owner": owner}), &after, "row")?;
        let filled = [0, 1].map(|seat| covered(&after["players"][seat]["quilt"]));
        check.equal(&self.pair(&row[7], &row[8]), &json!(filled), "filled")?;
        let next = self.seat(&row[10])?;
        // The row gives -1 for nobody, as at the end of the game.
        check.equal(&json!(if next == NOBODY { -4 } else { next }), &actor(game, state), "next")?;
        let own = |value: &Value| value["players"][player as usize]["buttons"].as_i64().unwrap_or_default();
        let money = events.iter().filter(|event| ["pay", "spaces", "income"].iter().any(|name| event[0] == *name));
        check.equal(&json!(own(&after) - own(&before)), &json!(money.map(amount).sum::<i64>()), "buttons of the events")?;
        Ok(features(readable, player as usize, tables, legal.len(), &events, &before, &after))
    }

    fn end<G: Game>(&self, game: &G, state: &G::State, mut found: BTreeMap<String, u64>, check: &mut Checker) -> Result<(), String> {
        let recorded = &self.record["scores"];
        let winner = self.seat(&self.record["winner"])?;
        let first = self.seat(&self.record["first_to_last_space"])?;
        check.equal(&self.pair(&recorded[0], &recorded[1]), &scores(game, state), "scores")?;
        check.equal(&json!([winner]), &json!(game.winner_list(state)[..]), "winners")?;
        let ranks = [0, 1].map(|seat| if seat == winner { 1 } else { 2 });
        check.equal(&json!(ranks), &json!(game.rank_list(state)[..]), "ranks")?;
        check.equal(&json!({"phase": "over", "first_on_last": first}), &game.to_value(state), "end")?;
        check.holds(game.legal_set(state).is_empty(), "a legal action at the end")?;
        if recorded[0] == recorded[1] {
            *found.entry("score_tie".to_owned()).or_insert(0) += 1;
        }
        // Both ways: a feature that is recorded and not found, or found and not recorded.
        let recorded: BTreeMap<String, u64> = self.record["features"]
            .as_object()
            .ok_or("a record without features")?
            .iter()
            .filter_map(|(name, count)| count.as_u64().filter(|&count| count > 0).map(|count| (name.clone(), count)))
            .collect();
        check.equal(&json!(recorded), &json!(found), "features")?;
        check.equal(&json!(found), &json!(recorded), "features")
    }
}

fn play<G: Game>(game: &G, state: &mut G::State, id: &Value, at: &str) -> Result<(), String> {
    let number = id.as_u64().and_then(|id| ActionId::try_from(id).ok()).ok_or_else(|| format!("{at}: {id} is no id"))?;
    game.apply(state, number).map_err(|error| format!("{at}: {error}"))
}

fn covered(quilt: &Value) -> usize {
    quilt.as_array().into_iter().flatten().filter_map(Value::as_str).map(|row| row.matches('#').count()).sum()
}

fn amount(event: &Value) -> i64 {
    event[3].as_i64().unwrap_or_default()
}

/// The number of a readable action (PW-52).
fn number(readable: &Value, circle: &Value) -> Result<Value, String> {
    let part = |index: usize| readable[index].as_u64().ok_or_else(|| format!("{readable} is no action"));
    Ok(json!(match readable[1].as_str() {
        Some("A") => 0,
        Some("S") => 1 + 9 * part(2)? + part(3)?,
        Some("B") => {
            let slot = circle.as_array().into_iter().flatten().position(|patch| *patch == readable[2]);
            let slot = slot.ok_or_else(|| format!("{readable}: the patch is not in the circle"))?;
            82 + 648 * slot as u64 + 81 * part(3)? + 9 * part(4)? + part(5)?
        }
        _ => return Err(format!("{readable} is no action")),
    }))
}

/// The noteworthy things of one action, under their names in the file.
fn features(
    readable: &Value,
    player: usize,
    tables: &Value,
    legal: usize,
    events: &[Value],
    before: &Value,
    after: &Value,
) -> Vec<&'static str> {
    let count = |name: &str| events.iter().filter(|event| event[0] == name).count();
    let tile = count("bonus_tile") > 0;
    let position = |value: &Value, seat: usize| value["players"][seat]["position"].as_i64().unwrap_or_default();
    let (start, here, other) = (position(before, player), position(after, player), position(after, 1 - player));
    let income = count("income");
    let mut found = vec![
        ("income_and_special_in_one_move", income > 0 && count("special_patch") > 0),
        ("landed_on_opponent", here == other && here < 53),
        ("two_income_lines_in_one_move", income == 2),
        ("tile_by_patch", tile),
    ];
    match readable[1].as_str() {
        Some("S") => found = vec![("special_patches_placed", true), ("tile_by_special_patch", tile)],
        Some("A") => found.extend([("advance_was_only_action", legal == 1), ("advance_behind_finished_opponent", other == 53)]),
        _ => {
            let time = readable[2].as_u64().map_or(0, |id| tables["patches"][id as usize]["time_cost"].as_i64().unwrap_or_default());
            let new_income = events.iter().find(|event| event[0] == "patch").map_or(0, amount);
            found.push(("purchase_cut_short_at_53", start + time > 53));
            found.push(("new_patch_income_counted_in_same_move", income > 0 && new_income > 0));
        }
    }
    found.into_iter().filter(|&(_, is_so)| is_so).map(|(name, _)| name).collect()
}
