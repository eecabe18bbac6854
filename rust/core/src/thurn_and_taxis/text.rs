//! Actions and positions as text.

use super::ThurnAndTaxis;
use super::actions::{Action, ends, options};
use super::scoring::sheet_of;
use super::state::{Deal, End, NONE, OFFICIALS, POINTS, Player, Point, State};
use super::tables::spec::{City, MapSpec};
use super::tables::{Counts, Goal, Mask, bit, cities};
use crate::action::ActionId;
use std::fmt::Write as _;

/// The cities' names as one word on one line each: blanks are underscores, control characters escaped. Names that would be the same then, or
/// look like a number, are called by their ids.
pub(super) fn city_words(spec: &MapSpec) -> Vec<String> {
    let word = |city: &City| city.name.split_whitespace().collect::<Vec<_>>().join("_").escape_debug().to_string();
    let words: Vec<String> = spec.cities.iter().map(word).collect();
    let is_clear = |own: &String| {
        let is_alone = words.iter().filter(|&other| other == own).count() == 1;
        is_alone && !own.is_empty() && own.parse::<i64>().is_err() && !own.starts_with('#')
    };
    words.iter().enumerate().map(|(city, own)| if is_clear(own) { own.clone() } else { format!("#{city}") }).collect()
}

fn city_word(game: &ThurnAndTaxis, city: u8) -> String {
    game.words.get(usize::from(city)).cloned().unwrap_or_else(|| format!("#{city}"))
}

/// `draw Ulm`, `draw face_down`, `administrator`, `play Ulm right`, `play Ulm left`, `start Ulm`, `end_turn`, `close`, `close cartwright`,
/// `place Ulm`, `place_done`, `discard Ulm`; a card that is dealt is `card Ulm`.
pub(super) fn action_text(game: &ThurnAndTaxis, state: &State, id: ActionId) -> String {
    let city = |city: u8| city_word(game, city);
    if state.deal != Deal::Nothing {
        return format!("card {}", city(id.min(255) as u8));
    }
    match Action::from_id(game.map.n, id) {
        Some(Action::DrawCity(c)) => format!("draw {}", city(c)),
        Some(Action::DrawFaceDown) => "draw_face_down".to_owned(),
        Some(Action::Administrator) => "administrator".to_owned(),
        Some(Action::PlayRight(c)) => format!("play {} right", city(c)),
        Some(Action::PlayLeft(c)) => format!("play {} left", city(c)),
        Some(Action::Start(c)) => format!("start {}", city(c)),
        Some(Action::EndTurn) => "end_turn".to_owned(),
        Some(Action::Close) => "close".to_owned(),
        Some(Action::CloseWithCartwright) => "close_with_cartwright".to_owned(),
        Some(Action::Place(c)) => format!("place {}", city(c)),
        Some(Action::PlaceDone) => "place_done".to_owned(),
        Some(Action::Discard(c)) => format!("discard {}", city(c)),
        None => format!("action {id}"),
    }
}

const FORMS: &str = "draw CITY, draw_face_down, administrator, play CITY right, play CITY left, start CITY, end_turn, close, \
                     close_with_cartwright, place CITY, place_done, discard CITY";

/// The inverse of [`action_text`]; a city may also be given as # and its id.
pub(super) fn parse_action(game: &ThurnAndTaxis, state: &State, text: &str) -> Result<ActionId, String> {
    let shown: String = text.chars().take(60).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    let n = game.map.n;
    let by_id = |word: &str| word.strip_prefix('#')?.parse::<u8>().ok().filter(|&city| city < n && word == format!("#{city}"));
    let by_name = |word: &str| (0_u8..).zip(&game.words).find(|&(_, own)| word == own).map(|(city, _)| city);
    let city = |word: &str| by_name(word).or_else(|| by_id(word));
    let unknown = |word: &str| format!("{:?} is no city of this map", crate::value::cut(word));
    if state.deal != Deal::Nothing {
        return match words[..] {
            ["card", name] => city(name).map(ActionId::from).ok_or_else(|| unknown(name)),
            _ => Err(format!("{shown:?} is no outcome; outcomes read card CITY")),
        };
    }
    let with = |name: &str, make: fn(u8) -> Action| city(name).map(make).ok_or_else(|| unknown(name));
    let action = match words[..] {
        ["draw", name] => with(name, Action::DrawCity),
        ["draw_face_down"] => Ok(Action::DrawFaceDown),
        ["administrator"] => Ok(Action::Administrator),
        ["play", name, "right"] => with(name, Action::PlayRight),
        ["play", name, "left"] => with(name, Action::PlayLeft),
        ["start", name] => with(name, Action::Start),
        ["end_turn"] => Ok(Action::EndTurn),
        ["close"] => Ok(Action::Close),
        ["close_with_cartwright"] => Ok(Action::CloseWithCartwright),
        ["place", name] => with(name, Action::Place),
        ["place_done"] => Ok(Action::PlaceDone),
        ["discard", name] => with(name, Action::Discard),
        _ => Err(format!("{shown:?} is no action; actions read {FORMS}")),
    };
    action.map(|action| action.id(n))
}

fn names(game: &ThurnAndTaxis, set: Mask) -> String {
    if set == 0 {
        return "none".to_owned();
    }
    cities(set).map(|city| city_word(game, city)).collect::<Vec<_>>().join(", ")
}

/// Why an id is refused, in words.
pub(super) fn refusal_text(game: &ThurnAndTaxis, state: &State, id: ActionId) -> String {
    let n = game.map.n;
    if state.end != End::NotYet {
        return "the game is over (TT-46, TT-53)".to_owned();
    }
    if state.deal != Deal::Nothing {
        return format!(
            "a card is dealt, and the outcomes are the cities of which the supply has a card (TT-60, TT-61); {id} is none of them"
        );
    }
    let own = state.own();
    let all = options(game, state);
    let point = state.point;
    let at = |points: &[Point]| points.contains(&point);
    match Action::from_id(n, id) {
        None => format!("actions are numbered 0 to {} (TT-69)", super::actions::num_actions(&game.map) - 1),
        Some(Action::DrawCity(_) | Action::DrawFaceDown) if !at(&[Point::FirstDraw, Point::OnlyDraw, Point::DrawOrPlay]) => {
            "the draws of this turn are made (TT-10, TT-70)".to_owned()
        }
        Some(Action::DrawCity(_)) => format!("the display has no card of it; it has {} (TT-12)", names(game, all.draws)),
        Some(Action::DrawFaceDown) => "supply and discard pile are empty (TT-20)".to_owned(),
        Some(Action::Administrator) => "he is used before the first draw, with a hand and a display that are not empty (TT-16)".to_owned(),
        Some(Action::PlayRight(_) | Action::PlayLeft(_) | Action::Start(_)) if at(&[Point::FirstDraw, Point::OnlyDraw]) => {
            "a card has to be drawn first (TT-10)".to_owned()
        }
        Some(Action::PlayRight(_) | Action::PlayLeft(_) | Action::Start(_)) if at(&[Point::Place, Point::Discard]) => {
            "the route is being closed (TT-31)".to_owned()
        }
        Some(Action::PlayRight(city) | Action::PlayLeft(city) | Action::Start(city)) if own.hand & bit(city) == 0 => {
            format!("the hand has no card of it; it has {} (TT-23)", names(game, own.hand))
        }
        Some(Action::PlayRight(_) | Action::PlayLeft(_) | Action::Start(_))
            if point == Point::AfterPlay && all.right | all.left | all.start == 0 =>
        {
            "a second play needs the postal carrier and a card that extends the row (TT-11, TT-28)".to_owned()
        }
        Some(Action::PlayRight(_)) => format!("at the right end fit {} (TT-25)", names(game, ends(&game.map, own).0)),
        Some(Action::PlayLeft(_)) => format!("at the left end fit {} (TT-25, TT-71)", names(game, ends(&game.map, own).1)),
        Some(Action::Start(_)) => "the postal carrier's card has to extend the row (TT-28)".to_owned(),
        Some(Action::EndTurn) => "the turn ends after its play (TT-10, TT-70)".to_owned(),
        Some(Action::Close) => "a row is closed after the play, with three cards or more (TT-29, TT-30)".to_owned(),
        Some(Action::CloseWithCartwright) => "he is used where he brings the next carriage, and no official was (TT-33, TT-34)".to_owned(),
        Some(Action::Place(_) | Action::PlaceDone) if point != Point::Place => "no route is being closed (TT-31)".to_owned(),
        Some(Action::Place(_)) => format!("houses may go to {} (TT-35 to TT-38, TT-72)", names(game, all.places)),
        Some(Action::PlaceDone) => "it is legal (TT-35)".to_owned(),
        Some(Action::Discard(_)) if point != Point::Discard => "no hand is to be reduced (TT-44)".to_owned(),
        Some(Action::Discard(_)) => format!("to be discarded is one of {} (TT-73)", names(game, all.discards)),
    }
}

fn counted(game: &ThurnAndTaxis, counts: &Counts) -> String {
    let each = |(city, &count): (usize, &u8)| {
        let word = city_word(game, city as u8);
        if count > 1 { format!("{count} {word}") } else { word }
    };
    let list: Vec<String> = counts.iter().enumerate().filter(|&(_, &count)| count > 0).map(each).collect();
    if list.is_empty() { "none".to_owned() } else { list.join(", ") }
}

/// The position as text: all of it, hands included.
pub(super) fn board(game: &ThurnAndTaxis, state: &State) -> String {
    let mut text = format!("{}, {} turns completed: ", game.spec.name.escape_debug(), state.turn);
    let named = |list: &[(Point, &'static str)]| list.iter().find(|&&(point, _)| point == state.point).map_or("", |&(_, name)| name);
    match (state.end, state.deal) {
        (End::Natural, _) => text.push_str("the game is over\n"),
        (End::Truncated, _) => text.push_str("the game was cut off\n"),
        (End::NotYet, Deal::Display) => text.push_str("a card of the display is dealt\n"),
        (End::NotYet, Deal::FaceDown) => {
            let _ = writeln!(text, "player {} draws a card face down", state.owner);
        }
        (End::NotYet, Deal::Nothing) => {
            let official = OFFICIALS.iter().find(|&&(official, _)| official == state.official).map_or("", |&(_, name)| name);
            let used = if official.is_empty() { String::new() } else { format!(", {official} used") };
            let _ = writeln!(text, "player {} at {}{used}", state.owner, named(&POINTS));
        }
    }
    let _ = writeln!(text, "display: {}", counted(game, &state.display));
    let _ = writeln!(text, "supply {} cards, discard pile {}", state.supply_size, state.discard_size);
    let stacks: Vec<String> = game
        .map
        .stacks
        .iter()
        .zip(&game.spec.stacks)
        .zip(&state.taken)
        .map(|((stack, spec), &taken)| {
            let left: Vec<String> = stack.values.iter().skip(taken.into()).map(u8::to_string).collect();
            let kind = if matches!(stack.goal, Goal::GameEnd) && state.ender != NONE {
                format!(" (player {})", state.ender)
            } else {
                String::new()
            };
            format!("{} {}{kind}", spec.id.escape_debug(), if left.is_empty() { "-".to_owned() } else { left.join(",") })
        })
        .collect();
    let _ = writeln!(text, "tiles: {}", stacks.join("; "));
    for (seat, player) in state.players().iter().enumerate() {
        describe(game, state, seat, player, &mut text);
    }
    text
}

fn describe(game: &ThurnAndTaxis, state: &State, seat: usize, player: &Player, text: &mut String) {
    let [tiles, carriage, houses] = sheet_of(state, seat);
    let total = tiles + carriage + houses;
    let _ = writeln!(text, "\nplayer {seat}: {total} points (tiles {tiles}, carriage {carriage}, houses {houses})");
    let row: Vec<String> = player.row().iter().map(|&city| city_word(game, city)).collect();
    let _ = writeln!(text, "  row: {}", if row.is_empty() { "none".to_owned() } else { row.join(" - ") });
    let hands = [("taken face up", &player.known), ("face down since the reshuffle", &player.new), ("face down before it", &player.old)];
    for (name, counts) in hands.into_iter().filter(|(_, counts)| counts.iter().any(|&count| count > 0)) {
        let _ = writeln!(text, "  hand, {name}: {}", counted(game, counts));
    }
    let _ = writeln!(text, "  houses: {}", names(game, player.houses));
    let _ = writeln!(text, "  carriage: {}", if player.carriage == 0 { "none".to_owned() } else { player.carriage.to_string() });
}
