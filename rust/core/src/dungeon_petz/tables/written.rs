//! Tables in the form of a file (DP-150, DP-173), which the reader takes back.

use super::spec::{Addon, Artifact, Cage, Customer, Deck, Exhibition, FarmToken, Food, Pet, Players, Tables};
use super::{COLOURS, DUMMIES, LETTERS, NEEDS, SPACES, SYMBOLS};
use serde_json::{Map, Value, json};

impl Tables {
    /// The tables in the form of a file.
    pub fn to_value(&self) -> Value {
        let number = |(n, value): (usize, Value)| (format!("{n}"), value);
        let by_number = |values: [Value; 3]| (2..).zip(values).map(number).collect::<Map<_, _>>();
        let decks: Map<String, Value> = COLOURS.iter().zip(&self.decks).map(|(colour, it)| ((*colour).to_owned(), deck(it))).collect();
        let [market, corral, town] = self.loops.map(|positions| json!(positions.map(position)));
        json!({
            "decks": decks,
            "pets": self.pets.iter().map(pet).collect::<Vec<_>>(),
            "cages": {"initial": cage(self.printed_cage), "tiles": self.cages.map(cage)},
            "addons": {"tiles": self.addons.map(addon)},
            "artifacts": {"tiles": self.artifacts.map(artifact)},
            "exhibitions": self.exhibitions.iter().map(exhibition).collect::<Vec<_>>(),
            "customers": self.customers.iter().map(customer).collect::<Vec<_>>(),
            "round1_food": by_number(self.round1_food.map(food)),
            "players": by_number([2, 3, 4].map(|n: usize| players(&self.players[n - 2], n))),
            "neutral_imps": {
                "groups": {"market": market, "corral": corral, "town": town},
                "start_index_3p": [0],
                "start_index_2p": [0, 3],
                "step": 1,
            },
        })
    }
}

/// The word for a position of a loop.
fn position(position: u8) -> &'static str {
    SPACES.iter().chain(&DUMMIES).nth(usize::from(position)).copied().unwrap_or_default()
}

fn deck(deck: &Deck) -> Value {
    let dominant = usize::from(deck.dominant);
    // A need without a card may be left out, and is.
    let needs = (0..NEEDS.len()).filter(|&need| deck.counts[need] > 0);
    let cards: Vec<Value> = needs
        .map(|need| {
            let double = (need != dominant).then(|| [NEEDS[need], NEEDS[dominant]]);
            json!({"need": NEEDS[need], "count": deck.counts[need], "double": double})
        })
        .collect();
    json!({"size": deck.size(), "dominant": NEEDS[dominant], "cards": cards})
}

fn pet(pet: &Pet) -> Value {
    let prices: Map<String, Value> = (4..).zip(pet.prices).map(|(size, price)| (format!("{size}"), json!(price))).collect();
    let farm_token = FarmToken::NAMES.iter().find(|(token, _)| *token == pet.farm_token).and_then(|(_, name)| *name);
    json!({
        "name": pet.name,
        "diet": pet.diet.name(),
        "bars": pet.bars.map(|bar| LETTERS[usize::from(bar & 3)]),
        "price_by_size": prices,
        "farm_token_advanced": farm_token,
    })
}

fn cage(cage: Cage) -> Value {
    let Cage { strength, antimagic, graze, poop, play } = cage;
    json!({"strength": strength, "antimagic": antimagic, "graze": graze, "poop": poop, "play": play})
}

fn addon(addon: Addon) -> Value {
    let Addon { strength, antimagic, play, meat } = addon;
    json!({"strength": strength, "antimagic": antimagic, "play": play, "meat": meat})
}

fn artifact(artifact: Artifact) -> Value {
    match artifact {
        Artifact::Book(colours) => json!({"kind": artifact.kind(), "colours": colours.map(|colour| COLOURS[usize::from(colour & 3)])}),
        _ => json!({"kind": artifact.kind()}),
    }
}

fn weights(weights: &[u8]) -> Value {
    let weights = SYMBOLS.iter().zip(weights).filter(|(_, weight)| **weight > 0);
    json!(weights.map(|(symbol, weight)| ((*symbol).to_owned(), json!(weight))).collect::<Map<_, _>>())
}

fn exhibition(exhibition: &Exhibition) -> Value {
    json!({
        "id": exhibition.id,
        "name": exhibition.name,
        "scope": if exhibition.is_single { "single" } else { "full" },
        "plus": weights(&exhibition.plus),
        "minus": weights(&exhibition.minus),
        "food": food(exhibition.food),
    })
}

fn customer(customer: &Customer) -> Value {
    json!({
        "id": customer.id,
        "name": customer.name,
        "plus": weights(&customer.plus),
        "minus": weights(&customer.minus),
        "rainbow": weights(&customer.rainbow),
    })
}

fn food(food: Food) -> Value {
    let Food { veg_stand, mixed_veg, mixed_meat, meat_stand } = food;
    json!({"veg_stand": veg_stand, "mixed_veg": mixed_veg, "mixed_meat": mixed_meat, "meat_stand": meat_stand})
}

fn players(of_number: &Players, n: usize) -> Value {
    let last = of_number.rounds;
    json!({
        "rounds": last,
        "exhibition_rounds": (2..=last).collect::<Vec<_>>(),
        "customer_rounds": (3..=last).chain([last]).collect::<Vec<_>>(),
        "awards": of_number.awards.iter().take(n).collect::<Vec<_>>(),
        "extra_imps_rounds": of_number.extra_imps_rounds,
    })
}
