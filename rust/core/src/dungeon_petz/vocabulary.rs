//! The game's own words, for callers that have pets and cards and no game in progress: what a pet suffers, what a customer thinks of it, what
//! a display scores.

use super::DungeonPetz;
use super::rules::needs::Step;
use super::scoring::{self, needs};
use super::state::{MAX_SEATS, NO_SHOW, NONE, POTION, PRINTED, Plot, State};
use super::tables::{ADDONS, ARTIFACTS, CAGES, COLOURS, MAX_SIZE, NEEDS, PETS, shipped, tables_file};
use crate::error::{Fault, OptionError};
use crate::value::{Fields, cut, shown};
use serde_json::Value;

/// The most tokens, food and gold that are read; no game has as many.
const MOST: i64 = 200;
/// The space of the judge (DP-14).
const JUDGE: usize = 12;
/// The word for the printed cage in a dict.
const PRINTED_WORD: &str = "printed";
const PLOT_KEYS: &[&str] = &["cage", "addon", "manure", "pet"];
const PET_KEYS: &[&str] = &["pet", "size", "suffering", "mutation", "cards"];
/// The keys of a player's map; only some of them matter here.
const PLAYER_KEYS: &[&str] = &[
    "doubled",
    "gold",
    "home",
    "used",
    "hospital",
    "platform",
    "progress",
    "groups",
    "vegetables",
    "meat",
    "artifacts",
    "hand",
    "potions",
    "potions_due",
    "waiting",
    "plots",
    "show",
    "armor_used",
    "employee_used",
];

/// What the needs of one pet come to if nobody does anything (DP-64 to DP-74).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Hunger that cage and addon leave, each a suffering or a food token (DP-64).
    pub hunger: u8,
    /// Manure that comes into the cage (DP-66).
    pub manure: u8,
    /// Play that cage and addon leave, each a suffering or an imp beside the plot (DP-67).
    pub play: u8,
    /// By how much anger exceeds the strength; above 0 the pet tries to escape (DP-69).
    pub anger: u8,
    /// Mutation tokens that the pet gets (DP-72).
    pub mutation: u8,
    /// Suffering by disease, with all the manure in the cage (DP-74).
    pub disease: u8,
    /// The first step that loses the pet if nobody does anything (DP-70, DP-73, DP-75).
    pub lost_by: Option<&'static str>,
}

/// What the two final exhibitions are for one player (DP-105 to DP-107); everything is doubled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FinalShows {
    /// Score of the business exhibition.
    pub business: i32,
    /// Score of the display exhibition.
    pub display: i32,
    /// VP of the business exhibition, negative if the score is.
    pub business_vp: i32,
    /// VP of the display exhibition.
    pub display_vp: i32,
}

/// The tables that are built in, or those of a file, in the form of a file (DP-150).
///
/// # Errors
/// One that lists all errors of the file (DP-151).
pub fn tables(file: Option<&[u8]>) -> Result<Value, OptionError> {
    let tables = file.map_or_else(|| Ok(shipped()), |text| tables_file::read(text).map_err(|errors| super::wrong_file(&errors)))?;
    Ok(tables.to_value())
}

/// What was there before: each tile is in one place (DP-138).
#[derive(Default)]
struct Seen {
    pets: u32,
    cages: u32,
    addons: u32,
    artifacts: u32,
}

impl Seen {
    /// Whether a tile was there before.
    fn again(set: &mut u32, index: u8) -> bool {
        let bit = 1 << (index & 31);
        std::mem::replace(set, *set | bit) & bit != 0
    }
}

/// A plot with nothing on it, as the last one is at the start (DP-4).
fn empty(game: &DungeonPetz) -> Plot {
    game.start.players[0].plots[3]
}

/// A card in the words of a dict: colour, need or potion, and `double`.
pub(super) fn card_of(game: &DungeonPetz, text: &str) -> Result<u8, String> {
    let mut words = text.split(' ');
    let colour = words.next().and_then(|word| COLOURS.iter().position(|colour| *colour == word));
    let (Some(colour), Some(word)) = (colour, words.next()) else {
        return Err(format!("{:?} where a card as \"green hunger\", \"green poop double\" or \"green potion\" belongs", cut(text)));
    };
    let (double, rest) = (words.next(), words.next());
    if word == "potion" && double.is_none() {
        return Ok(16 * colour as u8 + POTION);
    }
    let deck = &game.tables.decks[colour];
    let need = NEEDS.iter().position(|need| *need == word).filter(|&need| deck.counts[need] > 0);
    let is_double = double == Some("double") && need != Some(deck.dominant.into());
    match need {
        Some(need) if rest.is_none() && (double.is_none() || is_double) => Ok(16 * colour as u8 + 2 * need as u8 + u8::from(is_double)),
        _ => Err(format!("there is no card {:?} (DP-6, DP-60)", cut(text))),
    }
}

/// A list of cards in the order of DP-129.
fn cards(game: &DungeonPetz, fields: &mut Fields<'_, '_>) -> Vec<u8> {
    let mut cards = Vec::new();
    for (index, value) in fields.list("cards", MAX_SIZE).iter().enumerate() {
        match value.as_str().map_or_else(|| Err(format!("{} where a card belongs", shown(value))), |text| card_of(game, text)) {
            Ok(card) => cards.push(card),
            Err(message) => fields.fault(&format!("cards[{index}]"), message),
        }
    }
    cards.sort_unstable();
    cards
}

/// An index in a list of the tables, or nothing where null stands or the key is missing.
fn index(fields: &mut Fields<'_, '_>, key: &str, count: usize, what: &str) -> Option<u8> {
    let value = fields.get(key).filter(|value| !value.is_null())?;
    let found = value.as_u64().filter(|&index| index < count as u64).map(|index| index as u8);
    if found.is_none() {
        fields.fault(key, format!("{} where {what}, 0 to {}, belongs", shown(value), count - 1));
    }
    found
}

/// Displays while they are read, with the faults found so far.
struct Reader<'g> {
    game: &'g DungeonPetz,
    state: State,
    seen: Seen,
    faults: Vec<Fault>,
    /// Whether the cards of pets count. Where they do not, a player may be in the middle of assigning or feeding.
    has_cards: bool,
}

impl<'g> Reader<'g> {
    /// No display read yet.
    fn new(game: &'g DungeonPetz) -> Self {
        Self { game, state: game.start, seen: Seen::default(), faults: Vec::new(), has_cards: true }
    }

    /// What was read, if all of it was right.
    fn finish(self) -> Result<State, Vec<Fault>> {
        if self.faults.is_empty() { Ok(self.state) } else { Err(self.faults) }
    }

    /// Reads the plots of a display.
    fn plots(&mut self, seat: usize, plots: &[Value], path: &str) {
        // Every display has a printed cage.
        self.seen.cages &= !(1 << PRINTED);
        for (place, value) in plots.iter().enumerate() {
            self.state.players[seat & 3].plots[place & 3] = self.plot(value, &format!("{path}[{place}]"));
        }
    }

    /// Reads cage, addon, manure and pet of a plot.
    fn plot(&mut self, value: &Value, path: &str) -> Plot {
        let before = self.faults.len();
        let mut fields = Fields::new(value, path, PLOT_KEYS, &mut self.faults);
        let mut plot = empty(self.game);
        let is_printed = fields.get("cage").and_then(Value::as_str) == Some(PRINTED_WORD);
        plot.cage = if is_printed { PRINTED } else { index(&mut fields, "cage", CAGES, "a cage").unwrap_or(NONE) };
        plot.addon = index(&mut fields, "addon", ADDONS, "an addon").unwrap_or(NONE);
        plot.manure = fields.int("manure", 0, MOST, 0, "DP-66") as u8;
        for (key, set, tile) in [("cage", &mut self.seen.cages, plot.cage), ("addon", &mut self.seen.addons, plot.addon)] {
            if tile != NONE && Seen::again(set, tile) {
                fields.fault(key, "this tile is there already (DP-138)");
            }
        }
        let pet = fields.get("pet").filter(|value| !value.is_null());
        if plot.cage == NONE && (pet.is_some() || plot.manure > 0) && before == fields.faults().len() {
            fields.fault("cage", "a pet or manure is in a cage, and here is none (DP-52, DP-140)");
        }
        let path = fields.path("pet");
        if let Some(pet) = pet {
            self.pet(&mut plot, pet, &path);
        }
        plot
    }

    /// Reads a pet with its tokens and cards.
    fn pet(&mut self, plot: &mut Plot, value: &Value, path: &str) {
        let game = self.game;
        let before = self.faults.len();
        let mut fields = Fields::new(value, path, PET_KEYS, &mut self.faults);
        let Some(pet) = index(&mut fields, "pet", PETS, "a pet") else {
            if fields.get("pet").is_none_or(Value::is_null) {
                fields.fault("pet", "a pet is missing");
            }
            return;
        };
        if Seen::again(&mut self.seen.pets, pet) {
            fields.fault("pet", format!("{pet} is there already (DP-138)"));
        }
        let own = if self.has_cards { cards(game, &mut fields) } else { Vec::new() };
        let size = fields.int("size", 2, MAX_SIZE as i64, own.len().clamp(2, MAX_SIZE) as i64, "DP-139") as u8;
        // A pet that suffers as much as it is big, or has two mutations, is none of its owner's any more (DP-73, DP-75).
        let most = if self.has_cards { i64::from(size) - 1 } else { MOST };
        let suffering = fields.int("suffering", 0, most, 0, "DP-139") as u8;
        let mutation = fields.int("mutation", 0, 1, 0, "DP-139") as u8;
        let bars = game.fast.bar_counts(pet, size);
        let mut colours = [0; COLOURS.len()];
        for &card in &own {
            colours[usize::from(card >> 4 & 3)] += 1;
        }
        if !own.is_empty() && colours != bars && fields.faults().len() == before {
            let words = |counts: [u8; 4]| {
                let some = COLOURS.iter().zip(counts).filter(|(_, count)| *count > 0);
                some.map(|(colour, count)| format!("{count} {colour}")).collect::<Vec<_>>().join(", ")
            };
            let name = &game.tables.pets[usize::from(pet)].name;
            fields.fault("cards", format!("{} where {name} at size {size} has {} (DP-58)", words(colours), words(bars)));
        }
        plot.pet = pet;
        plot.len = own.len() as u8;
        plot.cards[..own.len()].copy_from_slice(&own);
        let body = self.state.body_mut(pet);
        (body.size, body.suffering, body.mutation) = (size, suffering, mutation);
    }

    /// Reads what the final exhibitions ask of a player.
    fn player(&mut self, seat: usize, value: &Value) {
        let path = format!("players[{seat}]");
        let mut fields = Fields::new(value, &path, PLAYER_KEYS, &mut self.faults);
        let player = &mut self.state.players[seat & 3];
        player.gold = fields.int("gold", 0, u16::MAX.into(), 0, "DP-105") as u16;
        player.potions = fields.int("potions", 0, MOST, 0, "DP-105") as u8;
        player.hospital = fields.int("hospital", 0, 10, 0, "DP-134") as u8;
        player.platform = fields.int("platform", 0, 10, 0, "DP-134") as u8;
        player.progress = counts(&mut fields, "progress");
        player.vegetables = counts(&mut fields, "vegetables");
        player.meat = counts(&mut fields, "meat");
        (player.artifacts, player.plots) = (0, [empty(self.game); 4]);
        for (k, entry) in fields.list("artifacts", ARTIFACTS).iter().enumerate() {
            let artifact = entry.get("artifact").unwrap_or(entry);
            let Some(artifact) = artifact.as_u64().filter(|&artifact| artifact < ARTIFACTS as u64) else {
                fields.fault(&format!("artifacts[{k}]"), format!("{} where an artifact belongs", shown(artifact)));
                continue;
            };
            if Seen::again(&mut self.seen.artifacts, artifact as u8) {
                fields.fault(&format!("artifacts[{k}]"), format!("{artifact} is there already (DP-138)"));
            }
            player.artifacts |= 1 << artifact;
            self.state.box_food |= entry.get("food").and_then(Value::as_u64) == Some(1);
        }
        let plots = fields.list("plots", 4);
        let path = fields.path("plots");
        self.plots(seat, plots, &path);
    }
}

/// What a pet suffers if nobody does anything. The map is that of a plot with a pet that has its cards, whose number is its size if no size
/// is given.
///
/// # Errors
/// All faults: no pet, no cage, cards that do not fit the bars.
pub fn needs_outcome(game: &DungeonPetz, value: &Value) -> Result<Outcome, Vec<Fault>> {
    let mut reader = Reader::new(game);
    let plot = reader.plot(value, "");
    if reader.faults.is_empty() && plot.len == 0 {
        let (path, what) =
            if plot.pet == NONE { ("pet", "a pet is missing") } else { ("pet.cards", "a pet without its cards has no needs") };
        reader.faults.push(Fault::malformed(path, format!("{what} (DP-58)")));
    }
    Ok(suffered(game, &reader.finish()?, &plot))
}

fn suffered(game: &DungeonPetz, state: &State, plot: &Plot) -> Outcome {
    let [hunger, poop, play, anger, magic, disease] = needs(game, plot.cards());
    let (place, body, eats) = (game.fast.place(plot), state.body(plot.pet), game.fast.eats[usize::from(plot.pet & 31)]);
    let free = if eats & 1 != 0 { place.graze } else { 0 } + if eats & 2 != 0 { place.meat } else { 0 };
    let manure = poop.saturating_sub(place.poop);
    // The cage's manure at that moment, what has just come included (DP-74).
    let total = disease.saturating_add(plot.manure).saturating_add(manure);
    let mut outcome = Outcome {
        hunger: hunger.saturating_sub(free),
        manure,
        play: play.saturating_sub(place.play),
        anger: anger.saturating_sub(place.strength),
        mutation: magic.saturating_sub(place.antimagic),
        disease: if disease > 0 && total >= 3 { total - 1 } else { 0 },
        lost_by: None,
    };
    let mut suffering = body.suffering;
    for step in game.steps {
        let (need, is_lost) = match step {
            Step::Hunger => {
                suffering += outcome.hunger;
                (0, suffering >= body.size)
            }
            Step::Play => {
                suffering += outcome.play;
                (2, suffering >= body.size)
            }
            Step::Anger => (3, outcome.anger > 0),
            Step::Magic => (4, outcome.mutation > 0 && body.mutation + outcome.mutation >= 2),
            Step::Disease => (5, suffering.saturating_add(outcome.disease) >= body.size),
            _ => continue,
        };
        if is_lost {
            outcome.lost_by = Some(NEEDS[need]);
            break;
        }
    }
    outcome
}

/// The match of cards and tokens with a customer (DP-93). The map has `cards`, `customer`, and, where they are not 0, `suffering` and
/// `mutation`.
///
/// # Errors
/// All faults.
pub fn matching(game: &DungeonPetz, value: &Value) -> Result<i32, Vec<Fault>> {
    let (mut state, mut faults) = (game.start, Vec::new());
    let mut fields = Fields::new(value, "", &["cards", "customer", "suffering", "mutation"], &mut faults);
    let customer = index(&mut fields, "customer", game.tables.customers.len(), "a customer");
    if customer.is_none() && fields.get("customer").is_none_or(Value::is_null) {
        fields.fault("customer", "a customer is missing");
    }
    let own = cards(game, &mut fields);
    let suffering = fields.int("suffering", 0, MAX_SIZE as i64 - 1, 0, "DP-139") as u8;
    let mutation = fields.int("mutation", 0, 1, 0, "DP-139") as u8;
    // What is asked does not depend on the pet; one that is big enough to be sold stands for all (DP-92).
    let plot = &mut state.players[0].plots[0];
    (plot.pet, plot.len) = (0, own.len() as u8);
    plot.cards[..own.len()].copy_from_slice(&own);
    let body = state.body_mut(0);
    (body.size, body.suffering, body.mutation) = (MAX_SIZE as u8, suffering, mutation);
    let sale = scoring::sale(game, &state, &state.players[0], 0, customer.unwrap_or(0));
    match sale {
        Some(sale) if faults.is_empty() => Ok(sale.points),
        _ => Err(faults),
    }
}

/// The doubled score of a display in an exhibition (DP-82 to DP-85). The map has `exhibition`, `plots`, and, where they matter, `plot` (the
/// pet shown on a single tile; without it the one that scores most), `judge` and `whip` (true if the player has them). `None` for a single
/// tile and a display without pets (DP-83).
///
/// # Errors
/// All faults.
pub fn exhibition_score(game: &DungeonPetz, value: &Value) -> Result<Option<i16>, Vec<Fault>> {
    let mut reader = Reader::new(game);
    let mut fields = Fields::new(value, "", &["exhibition", "plots", "plot", "judge", "whip"], &mut reader.faults);
    let tile = index(&mut fields, "exhibition", game.tables.exhibitions.len(), "an exhibition");
    if tile.is_none() && fields.get("exhibition").is_none_or(Value::is_null) {
        fields.fault("exhibition", "an exhibition is missing");
    }
    let tile = tile.unwrap_or(0);
    let plot = index(&mut fields, "plot", 4, "a plot");
    let [judge, whip] = ["judge", "whip"].map(|key| match fields.get(key) {
        None => false,
        Some(Value::Bool(has)) => *has,
        Some(other) => {
            fields.fault(key, format!("{} where true or false belongs", shown(other)));
            false
        }
    });
    let plots = fields.list("plots", 4);
    let player = &mut reader.state.players[0];
    (player.plots, player.artifacts) = ([empty(game); 4], if whip { game.fast.whip } else { 0 });
    reader.state.spaces[JUDGE] = if judge { 0 } else { NONE };
    reader.plots(0, plots, "plots");
    let shown: Vec<u8> = (0..4).filter(|&place| reader.state.players[0].plots[usize::from(place)].pet != NONE).collect();
    let is_single = game.tables.exhibitions[usize::from(tile & 7)].is_single;
    if let Some(plot) = plot.filter(|plot| reader.faults.is_empty() && !(is_single && shown.contains(plot))) {
        let reason = if is_single { format!("no pet is on plot {plot}") } else { "a full tile scores the whole display".to_owned() };
        reader.faults.push(Fault::malformed("plot", format!("{reason} (DP-83)")));
    }
    let state = reader.finish()?;
    let score = |plot: Option<u8>| scoring::exhibition(game, &state, 0, tile, plot);
    Ok(match (is_single, plot) {
        (true, None) => shown.into_iter().map(|plot| score(Some(plot))).max(),
        (_, plot) => Some(score(plot)),
    })
}

/// The awards of a round by seat, in VP, negative where a tie costs more than the award (DP-86, DP-87). The value is a list of scores in
/// points, as many as the game has players; null is a display without a score (DP-83).
///
/// # Errors
/// All faults.
pub fn awards(game: &DungeonPetz, value: &Value) -> Result<Vec<i32>, Vec<Fault>> {
    let (mut state, mut faults) = (game.start, Vec::new());
    let scores = value.as_array().map(Vec::as_slice).unwrap_or_default();
    if scores.len() != game.players {
        return Err(vec![Fault::malformed("", format!("{} scores where {} belong, one a player", scores.len(), game.players))]);
    }
    for (seat, (player, score)) in state.players.iter_mut().zip(scores).enumerate() {
        let doubled = score.as_f64().map(|points| 2.0 * points).filter(|doubled| doubled.fract() == 0.0 && doubled.abs() < 20_000.0);
        match doubled {
            // Whole and small enough by the filter.
            Some(doubled) => player.show = doubled as i16,
            None if score.is_null() => player.show = NO_SHOW,
            None => faults.push(Fault::malformed(format!("[{seat}]"), format!("{} where points or null belong", shown(score)))),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(scoring::show_awards(game, &state).iter().take(scores.len()).map(|award| award / 2).collect())
}

/// The final exhibitions of the players, each as in the dict of a position; of its keys those that DP-105 and DP-106 name matter, and one
/// that is missing is nothing.
///
/// # Errors
/// All faults.
pub fn final_shows(game: &DungeonPetz, value: &Value) -> Result<Vec<FinalShows>, Vec<Fault>> {
    let mut reader = Reader { has_cards: false, ..Reader::new(game) };
    let Some(players) = value.as_array().filter(|players| players.len() == game.players) else {
        return Err(vec![Fault::malformed("players", format!("{} players belong here", game.players))]);
    };
    for (seat, player) in players.iter().enumerate() {
        reader.player(seat, player);
    }
    let state = reader.finish()?;
    let scores = |score: &dyn Fn(&super::state::Player) -> i32| state.players().iter().map(score).collect::<Vec<_>>();
    let business = scores(&|player| scoring::business(game, &state, player));
    let display = scores(&|player| scoring::display(&state, player));
    let (business_vp, display_vp) = (scoring::final_show(game, &business), scoring::final_show(game, &display));
    let of_seat = |seat: usize| FinalShows {
        business: business[seat],
        display: display[seat],
        business_vp: business_vp[seat & 3],
        display_vp: display_vp[seat & 3],
    };
    Ok((0..players.len().min(MAX_SEATS)).map(of_seat).collect())
}

/// Small numbers of a list; those that it does not have are 0.
fn counts<const N: usize>(fields: &mut Fields<'_, '_>, key: &str) -> [u8; N] {
    let mut counts = [0; N];
    for (k, (count, value)) in counts.iter_mut().zip(fields.list(key, N)).enumerate() {
        match value.as_u64().filter(|&number| number <= MOST as u64) {
            Some(number) => *count = number as u8,
            None => fields.fault(&format!("{key}[{k}]"), format!("{} where 0 to {MOST} belongs", shown(value))),
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game as _;
    use crate::options::Options;
    use serde_json::json;

    fn game() -> DungeonPetz {
        let options = Options::new("dungeon_petz", &DungeonPetz::option_specs(), &[]).expect("all are defaults");
        DungeonPetz::with_options(options).expect("the tables are built in")
    }

    /// Uni with a card for each of so many bars in the printed cage.
    fn uni(cards: &[&str]) -> Value {
        json!({"cage": "printed", "manure": 1, "pet": {"pet": 0, "cards": cards}})
    }

    /// DP-64, DP-67, DP-74: nothing of the printed cage helps here, and one token of manure and two needs are disease.
    #[test]
    fn needs_of_one_pet() {
        let outcome = needs_outcome(&game(), &uni(&["yellow disease", "purple disease", "green hunger", "yellow play"]));
        let expected = Outcome { hunger: 1, play: 1, disease: 2, lost_by: Some("disease"), ..Outcome::default() };
        assert_eq!(outcome, Ok(expected));
    }

    /// DP-93.
    #[test]
    fn a_match_counts_rainbow_needs_by_colour() {
        let cards = json!({"cards": ["green poop", "green poop", "red poop"], "customer": 6, "suffering": 1});
        assert_eq!(matching(&game(), &cards), Ok(4));
    }

    /// DP-83, DP-87, DP-107.
    #[test]
    fn shows_and_awards() {
        let game = game();
        let parts = json!({"exhibition": 0, "plots": [uni(&["yellow play", "purple anger"])], "whip": true});
        assert_eq!(exhibition_score(&game, &parts), Ok(Some(5)));
        assert_eq!(exhibition_score(&game, &json!({"exhibition": 0, "plots": [{}]})), Ok(None));
        assert_eq!(awards(&game, &json!([1.5, null])), Ok(vec![6, 0]));
        let shows = final_shows(&game, &json!([{"gold": 3}, {"hospital": 1}])).expect("both are players");
        // Those who are assigning or feeding take part as well.
        let half = json!({"plots": [{"cage": "printed", "pet": {"pet": 0, "size": 4, "suffering": 4, "cards": ["green hunger"]}}]});
        let busy = final_shows(&game, &json!([half, {}])).expect("cards do not count");
        assert_eq!(busy.first().map(|show| show.display), Some(-2));
        assert_eq!((shows[0].business_vp, shows[1].business_vp, shows[0].display_vp), (12, -4, 0));
    }

    #[test]
    fn all_faults_are_listed() {
        let wrong = json!({"cage": 11, "addon": "x", "manure": -1, "pet": {"pet": 0, "cards": ["green"], "size": 8}, "x": 1});
        assert_eq!(needs_outcome(&game(), &wrong).map_err(|faults| faults.len()), Err(6));
        assert!(matching(&game(), &json!({})).is_err());
        assert!(awards(&game(), &json!([1])).is_err());
    }
}
