"""Random valid tables files of Dungeon Petz (DP-150): decks, bars, tiles, weights, awards and loops of any kind."""

from __future__ import annotations

import json
import random
from typing import Any

from tests.reference.dungeon_petz_tables_file import (
    CUSTOMER_WORDS,
    DIETS,
    FOOD,
    FULL_WORDS,
    ROUNDS,
    SINGLE_WORDS,
    TOKENS,
    errors,
)
from tests.reference.dungeon_petz_tables_parts import COLOURS, KINDS, LETTERS, NEEDS, PLAYERS, SPACES


def random_tables_file(rng: random.Random) -> bytes:
    """The bytes of a tables file; the validator finds nothing in it."""
    data = json.dumps(random_tables(rng), ensure_ascii=rng.random() < 0.5).encode()
    found = errors(data)
    assert not found, found
    return data


def random_tables(rng: random.Random) -> dict[str, Any]:
    form: dict[str, Any] = {
        "decks": {colour: _deck(rng) for colour in COLOURS},
        "pets": _pets(rng),
        "cages": {"initial": _printed_cage(rng), "tiles": [_cage(rng) for _ in range(11)]},
        "addons": {"tiles": [_addon(rng) for _ in range(6)]},
        "artifacts": {"tiles": _artifacts(rng)},
        "exhibitions": [_exhibition(rng, k) for k in range(8)],
        "customers": [_customer(rng, k) for k in range(8)],
        "round1_food": {str(n): _food(rng) for n in PLAYERS},
        "players": {str(n): _players(rng, n) for n in PLAYERS},
        "neutral_imps": {
            "groups": _groups(rng),
            "start_index_3p": [0],
            "start_index_2p": [0, 3],
            "step": 1,
        },
    }
    if rng.random() < 0.3:  # what is not read (DP-150)
        form["meta"] = {"game": None, "list": [1.5, {"deep": []}]}
        form["decks"]["colours"] = "any"
        form["pets"][0]["evidence"] = "made up"
        form["players"]["4"]["income_start"] = [9, 9, 9, 9]
    if rng.random() < 0.3:
        form = {key: form[key] for key in rng.sample(sorted(form), len(form))}
    return form


def _deck(rng: random.Random) -> dict[str, Any]:
    """Of 12 cards or more; a deck of the smallest size runs dry often (DP-56)."""
    size = rng.choice([12, 12, rng.randint(12, 24), rng.randint(20, 40), rng.randint(30, 80)])
    kinds = rng.sample(NEEDS, rng.choice([2, 3, rng.randint(2, 6), 6]))
    dominant = kinds[0]
    counts = dict.fromkeys(kinds, 0)
    counts[dominant] = 1
    while sum(counts.values()) < size:
        kind = rng.choice([dominant, *kinds])
        if counts[kind] < 40:
            counts[kind] += 1
    order = rng.sample(kinds, len(kinds))
    cards = [
        {"need": kind, "count": counts[kind], "double": None if kind == dominant else [kind, dominant]}
        for kind in order
    ]
    return {"size": size, "dominant": dominant, "cards": cards}


def _pets(rng: random.Random) -> list[dict[str, Any]]:
    names = [f"{rng.choice(['Pet ', 'Tier ', 'Ü', '😀'])}{k}" for k in range(18)]
    few = rng.sample(LETTERS, rng.choice([1, 2, 4, 4, 4]))  # some files ask all of one or two decks
    return [
        {
            "name": name,
            "diet": rng.choice(DIETS),
            "bars": [rng.choice(few) for _ in range(7)],
            "price_by_size": {size: rng.choice([0, 1, rng.randint(0, 6), 20]) for size in ("4", "5", "6", "7")},
            "farm_token_advanced": rng.choice([*TOKENS, None]),
        }
        for name in names
    ]


def _printed_cage(rng: random.Random) -> dict[str, int]:
    return {
        "strength": rng.randint(0, 3),
        "antimagic": rng.randint(0, 3),
        "graze": rng.randint(0, 1),
        "poop": rng.randint(0, 1),
        "play": rng.randint(0, 3),
    }


def _cage(rng: random.Random) -> dict[str, int]:
    """Five marks that sum to 3 (DP-154)."""
    most = {"strength": 3, "antimagic": 3, "graze": 1, "poop": 1, "play": 3}
    cage = dict.fromkeys(most, 0)
    while sum(cage.values()) < 3:
        mark = rng.choice(sorted(most))
        if cage[mark] < most[mark]:
            cage[mark] += 1
    return cage


def _addon(rng: random.Random) -> dict[str, int]:
    one = rng.choice(["strength", "antimagic", "play", "meat"])
    return {mark: int(mark == one) for mark in ("strength", "antimagic", "play", "meat")}


def _artifacts(rng: random.Random) -> list[dict[str, Any]]:
    kinds = rng.sample([*KINDS, "book", "book", "book"], 10)
    return [{"kind": kind, "colours": rng.sample(COLOURS, 2)} if kind == "book" else {"kind": kind} for kind in kinds]


def _weights(rng: random.Random, words: tuple[str, ...] | list[str]) -> dict[str, int]:
    most = rng.choice([1, 3, 9])
    return {word: rng.randint(1, most) for word in rng.sample(words, rng.randint(0, min(4, len(words))))}


def _exhibition(rng: random.Random, k: int) -> dict[str, Any]:
    scope = rng.choice(["single", "full"])
    words = SINGLE_WORDS if scope == "single" else FULL_WORDS
    form: dict[str, Any] = {"id": f"show{k}", "scope": scope, "food": _food(rng)}
    if rng.random() < 0.5:
        form["name"] = rng.choice(["Show", "x" * 40, f"Schau {k}"])
    for key in ("plus", "minus"):
        weights = _weights(rng, words)
        if weights or rng.random() < 0.5:
            form[key] = weights  # DP-173: an empty one may be left out
    return form


def _customer(rng: random.Random, k: int) -> dict[str, Any]:
    """No symbol in two maps, suffering in minus (DP-158)."""
    form: dict[str, Any] = {"id": f"customer{k}", "minus": {"suffering": rng.randint(1, 9)}}
    left = [word for word in CUSTOMER_WORDS if word != "suffering"]
    rng.shuffle(left)
    for key in rng.sample(["plus", "minus", "rainbow"], 3):
        weights = _weights(rng, [word for word in left if key != "rainbow" or word in NEEDS])
        left = [word for word in left if word not in weights]
        if weights or rng.random() < 0.5:
            form[key] = {**form.get(key, {}), **weights}
    return form


def _food(rng: random.Random) -> dict[str, int]:
    most = rng.choice([1, 3, 9])
    return {key: rng.randint(0, most) for key in FOOD}


def _players(rng: random.Random, n: int) -> dict[str, Any]:
    last = ROUNDS[n]
    return {
        "rounds": last,
        "exhibition_rounds": list(range(2, last + 1)),
        "customer_rounds": [*range(3, last + 1), last],
        "awards": sorted(rng.sample(range(1, rng.choice([n, 8, 20]) + 1), n), reverse=True),
        "extra_imps_rounds": sorted(rng.randint(1, last) for _ in range(4)),
    }


def _groups(rng: random.Random) -> dict[str, list[str]]:
    """Any of the loops that DP-160 allows: cage and young spaces never blocked together, addon not in round 1."""
    while True:
        words = rng.sample(SPACES, len(SPACES))
        place = {word: k % 6 for k, word in enumerate(words)}
        apart = [(place["cage_a"] - place["cage_b"]) % 3, (place["pet_young_a"] - place["pet_young_b"]) % 3]
        if place["addon"] != 0 and 0 not in apart:
            return {"market": words[:6], "corral": words[6:12], "town": words[12:]}
