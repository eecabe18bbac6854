//! The test kit that every game goes through: what the trait promises, tried on random games.
//!
//! [`check_game`] plays games and questions every position on the way; [`check_simulation`] compares simulations with single games;
//! [`check_hidden`] asks whether resampling tells what it must not know. All of them end in a panic that names seed, game, step and history, which is all that is needed to see the failure again.

mod hidden;
mod simulation;

pub use hidden::{HiddenReport, Resample, check_hidden, check_hidden_by};
pub use simulation::check_simulation;

use crate::action::{ActionId, LegalSet};
use crate::game::{Actor, Game, MAX_PLAYERS, Outcomes};
use crate::play::Play;
use crate::rng::Rng;
use crate::score::Score;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};

/// No game has so many steps; one that does not end would run forever.
const MOST_STEPS: usize = 100_000;

/// The first games, in which every position is asked about every id.
const EXHAUSTIVE_GAMES: u64 = 2;

/// Ids past the end of the space that are tried as well: more than a word of a bitset.
const PAST_THE_END: usize = 70;

/// A check that fails with a message instead of a panic, so that the caller can add where it happened.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}

use ensure;

type Checked = Result<(), String>;

/// What [`check_game`] looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Games played to their end.
    pub games: u64,
    /// Positions in which a player decided.
    pub decisions: u64,
    /// Positions in which chance decided.
    pub chance_nodes: u64,
    /// Positions at the end of a game.
    pub terminal_states: u64,
    /// Positions in which every id was tried, those past the end of the space included.
    pub exhaustive_states: u64,
    /// Ids that were to be accepted, and were.
    pub accepted: u64,
    /// Ids that were to be refused, and were.
    pub refused: u64,
    /// Random choices compared with the rank drawn from the whole set.
    pub samples: u64,
    /// Texts of ids read back.
    pub texts: u64,
    /// Positions that came back from bytes and from a plain value.
    pub round_trips: u64,
    /// Observations.
    pub observations: u64,
    /// Effects told by `events`.
    pub events: u64,
}

impl Report {
    /// All positions.
    pub fn states(&self) -> u64 {
        self.decisions + self.chance_nodes + self.terminal_states
    }
}

/// Plays `games` random games and checks in every position what [`Game`] promises. In the first games every id is tried everywhere, later
/// in one of sixteen positions.
///
/// # Panics
/// If a promise is broken, or if the game itself panics; the message names seed, game, step and the ids played.
#[expect(clippy::panic, reason = "this is test code that lives in the library so that every crate can use it: a failed check is a panic")]
pub fn check_game<G: Game>(game: &G, games: u64, seed: u64) -> Report {
    let mut report = Report::default();
    let title = format!("{}({})", G::NAME, game.options());
    if let Err(fault) = check_description(game) {
        panic_any(format!("{title}: {fault}"));
    }
    for index in 0..games {
        let mut history = Vec::new();
        let played = catch_unwind(AssertUnwindSafe(|| check_one_game(game, seed, index, &mut history, &mut report)));
        let fault = match played {
            Ok(Ok(())) => continue,
            Ok(Err(fault)) => fault,
            Err(payload) => format!("the game panicked: {}", panic_text(payload.as_ref())),
        };
        panic_any(format!("{title}: seed {seed}, game {index}, step {}: {fault}\nids so far: {history:?}", history.len()));
    }
    report
}

fn panic_text(payload: &(dyn std::any::Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("without a message")
}

/// What a game says of itself fits together.
fn check_description<G: Game>(game: &G) -> Checked {
    let seats = game.num_players();
    ensure!((G::PLAYERS.0..=G::PLAYERS.1).contains(&seats) && seats <= MAX_PLAYERS, "{seats} seats, where {:?} are possible", G::PLAYERS);
    for (kind, families, size) in
        [("action", game.action_families(), game.num_actions()), ("outcome", game.outcome_families(), game.num_outcomes())]
    {
        let mut next = 0;
        for family in &families {
            ensure!(usize::from(family.first) == next, "{kind} family {} begins at {}, not at {next}", family.name, family.first);
            next += family.size();
        }
        ensure!(next == size, "the {kind} families end at {next}, the space at {size}");
        ensure!(size <= usize::from(ActionId::MAX), "{size} {kind} ids do not fit");
        ensure!(distinct(families.iter().map(|family| family.name)), "two {kind} families share a name");
    }
    let mut next = 0;
    for field in game.observation_spec().fields() {
        ensure!(field.offset == next && field.low <= field.high, "field {} of the observation is out of place", field.name);
        ensure!(!field.meaning.is_empty(), "field {} of the observation means nothing", field.name);
        next += field.size();
    }
    ensure!(next == game.observation_spec().size(), "the fields end at {next}, the observation at {}", game.observation_spec().size());
    ensure!(distinct(game.observation_spec().fields().iter().map(|field| field.name)), "two fields of the observation share a name");
    ensure!(!G::SCORE_ITEMS.is_empty() && distinct(G::SCORE_ITEMS.iter().copied()), "items {:?} of the score sheet", G::SCORE_ITEMS);
    ensure!(!G::SCORE_ITEMS.contains(&"total"), "the total is no item of the score sheet");
    ensure!(G::POLICIES.first().is_some_and(|&(name, _)| name == "random"), "the first policy is not random");
    ensure!(distinct(G::POLICIES.iter().map(|&(name, _)| name)), "two policies share a name");
    ensure!(game.tables()["game"] == G::NAME, "the tables are of {}", game.tables()["game"]);
    ensure!(!game.provenance().is_empty(), "no table has a provenance");
    ensure!(game.initial_state() == game.initial_state(), "two initial states differ");
    Ok(())
}

fn distinct<'a>(mut names: impl Iterator<Item = &'a str>) -> bool {
    let mut seen = HashSet::new();
    names.all(|name| !name.is_empty() && seen.insert(name))
}

fn check_one_game<G: Game>(game: &G, seed: u64, index: u64, history: &mut Vec<ActionId>, report: &mut Report) -> Checked {
    let mut rng = Rng::new(seed, index);
    // Questions have a generator of their own: the game is the one that a playout of this stream plays.
    let mut questions = Rng::new(!seed, index);
    let mut state = game.initial_state();
    loop {
        let exhaustive = index < EXHAUSTIVE_GAMES || questions.below(16) == 0;
        let next = Position { game, state: &state }.check(exhaustive, &mut rng, &mut questions, report)?;
        let Some(id) = next else { break };
        history.push(id);
        ensure!(history.len() < MOST_STEPS, "no end after {MOST_STEPS} steps");
        ensure!(game.apply(&mut state, id).is_ok(), "apply refuses {id}, which was drawn");
    }
    report.games += 1;
    let mut again = game.initial_state();
    for &id in history.iter() {
        game.apply_unchecked(&mut again, id);
    }
    same(game, &state, &again, "the same ids lead elsewhere")?;
    let mut played = game.initial_state();
    game.playout(&mut played, &mut Rng::new(seed, index));
    same(game, &state, &played, "a playout of the same stream ends elsewhere")
}

fn hash_of<T: Hash>(value: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// That two states are the same to the last byte: more than equality, which leaves out what only serves drawing.
fn same<G: Game>(game: &G, a: &G::State, b: &G::State, fault: &str) -> Checked {
    ensure!(a == b && hash_of(a) == hash_of(b) && game.to_bytes(a) == game.to_bytes(b), "{fault}: {a:?} and {b:?}");
    Ok(())
}

/// A position under question.
struct Position<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
}

impl<G: Game> Position<'_, G> {
    /// All checks; the id that is played next, `None` at the end.
    fn check(&self, exhaustive: bool, rng: &mut Rng, questions: &mut Rng, report: &mut Report) -> Result<Option<ActionId>, String> {
        let Self { game, state } = *self;
        let actor = game.actor(state);
        let faults = game.check(state);
        ensure!(faults.is_empty(), "a state that play reached has the faults {faults:?}: {state:?}");
        let ids = self.accepted_ids(actor)?;
        self.check_acceptance(&ids, exhaustive, questions, report)?;
        self.check_samples(actor, &ids, questions, report)?;
        self.check_texts(&ids, report)?;
        self.check_round_trips(&ids, questions, report)?;
        self.check_observations(questions, report)?;
        self.check_scores(actor)?;
        if exhaustive {
            self.check_rollout(questions)?;
        }
        match actor {
            Actor::Player(_) => report.decisions += 1,
            Actor::Chance => report.chance_nodes += 1,
            Actor::Terminal => report.terminal_states += 1,
        }
        let next = match actor {
            Actor::Player(_) => game.sample_action(state, rng),
            Actor::Chance => game.sample_outcome(state, rng),
            Actor::Terminal => return Ok(None),
        };
        ensure!(next.is_some_and(|id| ids.binary_search(&id).is_ok()), "{next:?} was drawn, accepted are {ids:?}");
        let told: &[ActionId] = if exhaustive { &ids } else { next.as_slice() };
        self.check_events(told, report)?;
        Ok(next)
    }

    /// The legal actions or possible outcomes, after checks of the sets themselves.
    fn accepted_ids(&self, actor: Actor) -> Result<Vec<ActionId>, String> {
        let Self { game, state } = *self;
        let mut legal = G::Legal::default();
        // What was in the buffers before must not matter.
        for id in 0..game.num_actions() {
            legal.insert(id as ActionId);
        }
        game.legal(state, &mut legal);
        let mut outcomes: Outcomes = [(0, 0); 3].into_iter().collect();
        game.outcomes(state, &mut outcomes);
        ensure!(legal == game.legal_set(state) && outcomes == game.outcome_list(state), "the content of a reused buffer shows through");
        let actions: Vec<ActionId> = legal.ids().collect();
        ensure!(ascending(&actions), "legal actions {actions:?} are not ascending");
        ensure!(actions.last().is_none_or(|&id| usize::from(id) < game.num_actions()), "{actions:?} go past the end of the action space");
        ensure!(
            legal.len() as usize == actions.len() && legal.is_empty() == actions.is_empty(),
            "the set counts {} ids, it lists {actions:?}",
            legal.len()
        );
        for (rank, &id) in actions.iter().enumerate() {
            ensure!(legal.nth(rank as u32) == Some(id), "the id of rank {rank} is {:?}, in the list it is {id}", legal.nth(rank as u32));
        }
        ensure!(legal.nth(legal.len()).is_none(), "there is an id of rank {} in a set of as many", legal.len());
        let chances: Vec<ActionId> = outcomes.iter().map(|&(id, _)| id).collect();
        ensure!(ascending(&chances), "outcomes {chances:?} are not ascending");
        ensure!(chances.last().is_none_or(|&id| usize::from(id) < game.num_outcomes()), "{chances:?} go past the end of the outcome space");
        ensure!(outcomes.iter().all(|&(_, weight)| weight > 0), "an outcome without weight in {outcomes:?}");
        let is_sound = match actor {
            Actor::Player(seat) => usize::from(seat) < game.num_players() && !actions.is_empty() && chances.is_empty(),
            Actor::Chance => actions.is_empty() && !chances.is_empty(),
            Actor::Terminal => actions.is_empty() && chances.is_empty(),
        };
        ensure!(is_sound, "{actor:?} decides, with the actions {actions:?} and the outcomes {chances:?}");
        let count = game.perft(state, 1, &mut || false);
        let ids = if actor == Actor::Chance { chances } else { actions };
        ensure!(count == Some(ids.len() as u64), "perft counts {count:?} ids, there are {}", ids.len());
        Ok(ids)
    }

    /// `is_legal`, `accepts` and `apply` agree with the list, and a refused id changes nothing.
    fn check_acceptance(&self, ids: &[ActionId], exhaustive: bool, questions: &mut Rng, report: &mut Report) -> Checked {
        let Self { game, state } = *self;
        let by_player = matches!(game.actor(state), Actor::Player(_));
        let end = game.num_actions().max(game.num_outcomes()) + PAST_THE_END;
        let all = 0..end.min(usize::from(ActionId::MAX)) as ActionId;
        let mut tried: Vec<ActionId> = if exhaustive {
            report.exhaustive_states += 1;
            all.collect()
        } else {
            let around = ids.iter().flat_map(|&id| [id.saturating_sub(1), id, id + 1]);
            around.chain((0..16).map(|_| questions.below(u64::from(all.end)) as ActionId)).collect()
        };
        tried.extend([ActionId::MAX - 1, ActionId::MAX]);
        let mut untouched = *state;
        for id in tried {
            let expected = ids.binary_search(&id).is_ok();
            ensure!(
                game.is_legal(state, id) == (expected && by_player),
                "is_legal({id}) is {}, the list says {expected}",
                game.is_legal(state, id)
            );
            ensure!(game.accepts(state, id) == expected, "accepts({id}) is {}, the list says {expected}", game.accepts(state, id));
            if expected {
                let (mut checked, mut unchecked) = (*state, *state);
                ensure!(game.apply(&mut checked, id).is_ok(), "apply refuses {id}, which is in the list");
                game.apply_unchecked(&mut unchecked, id);
                same(game, &checked, &unchecked, "checked and unchecked apply differ")?;
                report.accepted += 1;
            } else {
                let Err(refusal) = game.apply(&mut untouched, id) else {
                    return Err(format!("apply accepts {id}, which is not in the list"));
                };
                ensure!(refusal.action == u64::from(id) && !refusal.reason.is_empty(), "the refusal of {id} says {refusal:?}");
                ensure!(untouched == *state, "the refused id {id} changed the state to {untouched:?}");
                report.refused += 1;
            }
        }
        same(game, state, &untouched, "refused ids changed the state")
    }

    /// A random choice is the rank drawn from the whole set, with as many numbers from the generator.
    fn check_samples(&self, actor: Actor, ids: &[ActionId], questions: &mut Rng, report: &mut Report) -> Checked {
        let Self { game, state } = *self;
        for _ in 0..4 {
            let start = Rng::new(questions.next_u64(), 0);
            let (mut plain, mut own) = (start.clone(), start.clone());
            let by_rank = matches!(actor, Actor::Player(_)).then(|| ids.get(plain.below(ids.len() as u64) as usize).copied()).flatten();
            let drawn = game.sample_action(state, &mut own);
            ensure!(
                drawn == by_rank && own == plain,
                "sample_action drew {drawn:?}, by rank it is {by_rank:?} (or it took other numbers), {start:?}"
            );
            let (mut plain, mut own) = (start.clone(), start.clone());
            let by_weight = outcome_by_weight(&game.outcome_list(state), &mut plain);
            let drawn = game.sample_outcome(state, &mut own);
            ensure!(
                drawn == by_weight && own == plain,
                "sample_outcome drew {drawn:?}, by weight it is {by_weight:?} (or it took other numbers), {start:?}"
            );
            report.samples += 2;
        }
        for (policy, (name, _)) in G::POLICIES.iter().enumerate() {
            let chosen = game.policy_action(policy, state, questions);
            let is_sound = match actor {
                Actor::Player(_) => chosen.is_some_and(|id| ids.binary_search(&id).is_ok()),
                _ => chosen.is_none(),
            };
            ensure!(is_sound, "policy {name} chose {chosen:?}, legal are {ids:?}");
        }
        Ok(())
    }

    fn check_texts(&self, ids: &[ActionId], report: &mut Report) -> Checked {
        let Self { game, state } = *self;
        let mut texts = HashSet::new();
        for &id in ids {
            let text = game.action_text(state, id);
            let read = game.parse_action(state, &text);
            ensure!(read == Ok(id), "the text of {id} is {text:?}, which reads as {read:?}");
            ensure!(!text.trim().is_empty() && !texts.contains(&text), "{text:?} is the text of two ids, or nothing");
            ensure!(game.parse_action(state, &format!("{text} again")).is_err(), "more behind {text:?} is not noticed");
            texts.insert(text);
            report.texts += 1;
        }
        for nonsense in ["", " ", "\u{0}", "nonsense 1 2 3", "-1"] {
            let read = game.parse_action(state, nonsense);
            ensure!(read.as_ref().is_err_and(|message| !message.is_empty()), "{nonsense:?} reads as {read:?}");
        }
        ensure!(!game.board(state).trim().is_empty(), "the board is no text");
        Ok(())
    }

    /// Bytes and plain values lead back to an equal state that goes on in the same way.
    fn check_round_trips(&self, ids: &[ActionId], questions: &mut Rng, report: &mut Report) -> Checked {
        let Self { game, state } = *self;
        let bytes = game.to_bytes(state);
        ensure!(
            bytes.len() <= game.header().frame(0, |_| ()).len() + G::PAYLOAD_SIZE,
            "the payload is longer than {} bytes",
            G::PAYLOAD_SIZE
        );
        let from_bytes = game.from_bytes(&bytes).map_err(|error| format!("its own bytes are refused: {error}"))?;
        same(game, state, &from_bytes, "bytes lead to another state")?;
        let value = game.to_value(state);
        let from_value = game.from_value(&value, true).map_err(|faults| format!("its own value is refused: {faults:?}"))?;
        ensure!(from_value == *state && hash_of(&from_value) == hash_of(state), "a value leads from {state:?} to {from_value:?}");
        let again = game.to_value(&from_value);
        ensure!(again == value, "a value changed on its way: {value} and {again}");
        if !ids.is_empty() {
            let id = ids[questions.below(ids.len() as u64) as usize];
            let [a, b, c] = [*state, from_bytes, from_value].map(|mut next| {
                game.apply_unchecked(&mut next, id);
                next
            });
            ensure!(a == b && a == c, "equal states differ after {id}: {a:?}, {b:?}, {c:?}");
        }
        report.round_trips += 1;
        Ok(())
    }

    /// Observations are written in full, within their bounds, and not changed by what their seat cannot see.
    fn check_observations(&self, questions: &mut Rng, report: &mut Report) -> Checked {
        let Self { game, state } = *self;
        let spec = game.observation_spec();
        for seat in 0..game.num_players() {
            let seen = game.observation(state, seat);
            for rubbish in [0x55, 0xaa] {
                let mut out = vec![rubbish; spec.size()];
                game.observe(state, seat, &mut out);
                ensure!(out == seen, "the observation of seat {seat} is not written in full");
            }
            let told = spec.describe(&seen);
            let spelt = told.lines().filter_map(|line| line.split_once(':')).flat_map(|(_, entries)| entries.split_whitespace());
            let spelt: Vec<u8> = spelt.filter_map(|entry| entry.parse().ok()).collect();
            ensure!(spelt == seen, "the text of what seat {seat} observes does not tell all of it: {told}");
            for field in spec.fields() {
                let entries = seen.get(field.offset..field.offset + field.size()).unwrap_or_default();
                let bounds = field.low..=field.high;
                ensure!(
                    entries.len() == field.size() && entries.iter().all(|entry| bounds.contains(entry)),
                    "field {} of seat {seat} is {entries:?}",
                    field.name
                );
            }
            let other = game.resample_hidden(state, seat, questions);
            ensure!(game.observation(&other, seat) == seen, "seat {seat} can see what was resampled: {other:?}");
            ensure!(game.actor(&other) == game.actor(state), "another actor after resampling: {other:?}");
            let faults = game.check(&other);
            ensure!(faults.is_empty(), "the state resampled for seat {seat} has the faults {faults:?}: {other:?}");
            report.observations += 1;
        }
        Ok(())
    }

    /// Sheets, scores, places and winners fit one another.
    fn check_scores(&self, actor: Actor) -> Checked {
        let Self { game, state } = *self;
        let seats = game.num_players();
        let scores = game.score_list(state);
        for seat in 0..seats {
            let mut items = vec![Score::MIN; G::SCORE_ITEMS.len()];
            game.score_sheet(state, seat, &mut items);
            ensure!(items == game.sheet(state, seat), "the score sheet of seat {seat} is not written in full");
            ensure!(scores.get(seat) == Some(&items.iter().sum()), "the items {items:?} of seat {seat} do not make {scores:?}");
        }
        let mut ranks = vec![u8::MAX; seats];
        game.ranks(state, &mut ranks);
        ensure!(ranks[..] == game.rank_list(state)[..], "the places are not written in full");
        for (seat, &rank) in ranks.iter().enumerate() {
            let better = ranks.iter().filter(|&&other| other < rank).count();
            ensure!(usize::from(rank) == better + 1, "places {ranks:?}: seat {seat} has {better} seats before it");
            for other in 0..seats {
                ensure!(
                    scores[seat] <= scores[other] || rank < ranks[other] || game.is_out(state, seat),
                    "scores {scores:?} have the places {ranks:?}"
                );
                let is_over = actor == Actor::Terminal;
                ensure!(
                    is_over
                        || scores[seat] != scores[other]
                        || rank == ranks[other]
                        || game.is_out(state, seat) != game.is_out(state, other),
                    "a tie of {scores:?} is broken before the end: {ranks:?}"
                );
            }
        }
        let winners = game.winner_list(state);
        let wins = |&seat: &u8| ranks[usize::from(seat)] == 1 && !game.is_out(state, seat.into());
        let expected: Vec<u8> = (0..seats as u8).filter(wins).collect();
        let is_won = actor == Actor::Terminal && !game.truncated(state);
        ensure!(winners[..] == expected[..if is_won { expected.len() } else { 0 }], "winners {winners:?} of the places {ranks:?}");
        Ok(())
    }

    /// A random game from here ends, and the state it began from is not touched.
    fn check_rollout(&self, questions: &mut Rng) -> Checked {
        let Self { game, state } = *self;
        let start = questions.clone();
        let end = game.rollout(*state, questions);
        ensure!(game.actor(&end) == Actor::Terminal, "a rollout stopped at {end:?}");
        let faults = game.check(&end);
        ensure!(faults.is_empty(), "a rollout ended with the faults {faults:?}: {end:?}");
        let mut played = *state;
        game.playout(&mut played, &mut start.clone());
        same(game, &end, &played, "a rollout and a playout with the same numbers differ")
    }

    /// Telling the effects of an id changes nothing, and they are the same each time.
    fn check_events(&self, ids: &[ActionId], report: &mut Report) -> Checked {
        let Self { game, state } = *self;
        let before = *state;
        for &id in ids {
            let events = game.events(state, id);
            ensure!(events == game.events(state, id), "the events of {id} differ from one call to the next");
            ensure!(
                events.iter().all(|event| !event.name.is_empty() && usize::from(event.seat) < game.num_players()),
                "the events of {id} are {events:?}"
            );
            report.events += events.len() as u64;
        }
        same(game, &before, state, "events changed the state")
    }
}

fn ascending(ids: &[ActionId]) -> bool {
    ids.is_sorted_by(|a, b| a < b)
}

/// The outcome that holds a number drawn below the sum of weights; nothing is drawn where there is none.
fn outcome_by_weight(outcomes: &Outcomes, rng: &mut Rng) -> Option<ActionId> {
    let ends: Vec<u64> = outcomes
        .iter()
        .scan(0, |sum, &(_, weight)| {
            *sum += u64::from(weight);
            Some(*sum)
        })
        .collect();
    let drawn = rng.below(*ends.last()?);
    outcomes.get(ends.partition_point(|&end| end <= drawn)).map(|&(id, _)| id)
}
