"""Tables files of Dungeon Petz, good ones and damaged ones, checked by the package and by the reference (DP-172)."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any, Final

import spielwerk as sw
from tests.differential import SEED_VARIABLE, DifferenceError
from tests.differential_parts import places_in
from tests.differential_trek12_boards import damaged_text
from tests.reference.dungeon_petz import TABLES
from tests.reference.dungeon_petz_tables import make_tables
from tests.reference.dungeon_petz_tables_file import CUSTOMER_WORDS, FOOD, SINGLE_WORDS, errors
from tests.reference.dungeon_petz_tables_parts import COLOURS, KINDS, NEEDS, SPACES
from tests.reference.random_tables import random_tables

KEYS: Final = (
    *("decks", "pets", "cages", "addons", "artifacts", "exhibitions", "customers", "round1_food", "players"),
    *("neutral_imps", "size", "dominant", "cards", "need", "count", "double", "name", "diet", "bars", "price_by_size"),
    *("farm_token_advanced", "initial", "tiles", "strength", "antimagic", "graze", "poop", "play", "meat", "kind"),
    *("colours", "id", "scope", "plus", "minus", "rainbow", "food", "rounds", "exhibition_rounds", "customer_rounds"),
    *("awards", "extra_imps_rounds", "groups", "start_index_3p", "start_index_2p", "step", "market", "corral", "town"),
    *("2", "3", "4", "7", "", "colour", "a.b", "[0]", "\u00e9", "\U0001f600", "\ue000", "x" * 100, "x" * 101),
    *(*COLOURS, *FOOD, *SINGLE_WORDS),
)
SCALARS: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, 2, -1, 3, 4, 5, 6, 7, 9, 10, 12, 20, 21, 40, 41, 99, 2**31, 2**63 - 1, 2**63, -(2**63)),
    *(-(2**63) - 1, 2**64, 10**30, 0.0, 1.0, -0.0, 0.5, 6.0, 1e300, "", "x" * 40, "x" * 41, "\U0001f600" * 40, "\0"),
    *("G", "green", "book", "herbivore", "meat", "single", "full", "dummy_red", "veg", "hunger", "suffering", "whip"),
    *(
        [],
        {},
        [[]],
        [0],
        [0, 3],
        [3, 0],
        [1, 1],
        ["hunger", "play"],
        ["play", "play"],
        ["green", "green"],
        [None],
        ["G"],
    ),
    *({"hunger": 1}, {"suffering": 1}, {"suffering": 0}, {"colour": 1}, {"hunger": True}, [2, 3, 4, 5], [3, 4, 5, 5]),
)
WORDS: Final = (*NEEDS, *COLOURS, *KINDS, *SPACES, *CUSTOMER_WORDS, "herbivore", "omnivore", "gold", "R", "Y", "P")

Damage = Callable[[Any, random.Random], None]


# ---- damages to the document ----


def _inside(document: Any, rng: random.Random) -> list[tuple[Any, Any]]:
    """Places inside one section, and not always in its long lists."""
    key = rng.choice([key for key in document if key in KEYS] or [""])
    section = document.get(key)
    for _ in range(rng.choice([0, 0, 1, 2])):
        items = section.values() if isinstance(section, dict) else section if isinstance(section, list) else ()
        below = list(items)
        if below and isinstance(rng.choice(below), dict | list):
            section = rng.choice(below)
    return places_in(section)


def _place(document: Any, rng: random.Random) -> tuple[Any, Any] | None:
    if rng.random() < 0.03 and document:
        return document, rng.choice(list(document))
    places = _inside(document, rng)
    return rng.choice(places) if places else None


def _other_value(document: Any, rng: random.Random) -> None:
    if (place := _place(document, rng)) is not None:
        place[0][place[1]] = copy.deepcopy(rng.choice(SCALARS))


def _other_word(document: Any, rng: random.Random) -> None:
    """A text for a text: words of another place, words twice."""
    texts = [(c, k) for c, k in _inside(document, rng) if isinstance(c[k], str)]
    if texts:
        container, key = rng.choice(texts)
        others = [c[k] for c, k in texts]
        container[key] = rng.choice([rng.choice(WORDS), rng.choice(others), rng.choice(others)])


def _lost_value(document: Any, rng: random.Random) -> None:
    if (place := _place(document, rng)) is not None:
        del place[0][place[1]]


def _more_keys(document: Any, rng: random.Random) -> None:
    objects = [c[k] for c, k in _inside(document, rng) if isinstance(c[k], dict)]
    if objects:
        rng.choice(objects)[rng.choice(KEYS)] = copy.deepcopy(rng.choice(SCALARS))


def _weights(document: Any, rng: random.Random) -> None:
    """Symbols in the maps of exhibitions and customers."""
    tiles = document.get(rng.choice(["exhibitions", "customers"]))
    tile = rng.choice(tiles) if isinstance(tiles, list) and tiles else None
    if isinstance(tile, dict):
        weights = tile.setdefault(rng.choice(["plus", "minus", "rainbow"]), {})
        if isinstance(weights, dict):
            weights[rng.choice([*SINGLE_WORDS, *SINGLE_WORDS, *KEYS])] = rng.choice([1, 9, 1, 5, 0, 10, None, "1", 1.0])


def _list(document: Any, rng: random.Random) -> None:
    """One item more, less, twice, or another order."""
    lists = [c[k] for c, k in _inside(document, rng) if isinstance(c[k], list)]
    if not lists:
        return
    chosen, act = rng.choice(lists), rng.randrange(6)
    if act == 0:
        chosen.append(copy.deepcopy(rng.choice(SCALARS)))
    elif act == 1 and chosen:
        chosen.append(copy.deepcopy(rng.choice(chosen)))
    elif act == 2 and chosen:
        chosen.pop(rng.randrange(len(chosen)))
    elif act == 3:
        rng.shuffle(chosen)
    elif act == 4 and chosen:
        chosen[rng.randrange(len(chosen))] = copy.deepcopy(rng.choice(chosen))
    elif rng.random() < 0.2:
        chosen.clear()


def _near(document: Any, rng: random.Random) -> None:
    """A number a little off: bounds, sums, orders."""
    numbers = [(c, k) for c, k in _inside(document, rng) if type(c[k]) is int]
    if numbers:
        container, key = rng.choice(numbers)
        container[key] += rng.choice([-1, 1, 1, -3, 3, 20])


def _two_near(document: Any, rng: random.Random) -> None:
    """One number less, another of the same map more: the sum stays."""
    maps = [c[k] for c, k in _inside(document, rng) if isinstance(c[k], dict)]
    maps = [one for one in maps if sum(type(value) is int for value in one.values()) > 1]
    if maps:
        chosen = rng.choice(maps)
        a, b = rng.sample([key for key, value in chosen.items() if type(value) is int], 2)
        chosen[a] -= 1
        chosen[b] += 1


def _loops(document: Any, rng: random.Random) -> None:
    """Spaces of the loops exchanged: both cage or both young spaces blocked, or too many tiles dealt."""
    imps = document.get("neutral_imps")
    groups = imps.get("groups") if isinstance(imps, dict) else None
    loops = [loop for loop in groups.values() if isinstance(loop, list) and loop] if isinstance(groups, dict) else []
    if loops:
        for _ in range(rng.choice([1, 3, 9])):
            a, b = rng.choice(loops), rng.choice(loops)
            i, k = rng.randrange(len(a)), rng.randrange(len(b))
            a[i], b[k] = b[k], a[i]


def _players(document: Any, rng: random.Random) -> None:
    """Awards and rounds in another order."""
    players = document.get("players")
    form = players.get(rng.choice(["2", "3", "4"])) if isinstance(players, dict) else None
    if isinstance(form, dict):
        key = rng.choice(["awards", "awards", "extra_imps_rounds", "exhibition_rounds", "customer_rounds"])
        if isinstance(form.get(key), list):
            form[key] = [rng.choice([1, 2, 3, 4, 5, 6, 7, 20, 21]) for _ in range(len(form[key]))]
            if rng.random() < 0.5:
                form[key].sort(reverse=key == "awards")


def _whole(document: Any, rng: random.Random) -> None:
    """A section as a whole, rarely: after most of this nothing of it is checked."""
    if rng.random() < 0.3:
        document[rng.choice(KEYS[:10])] = copy.deepcopy(rng.choice(SCALARS))


DAMAGES: Final[list[Damage]] = [
    *(_other_value, _other_value, _other_value, _other_word, _other_word, _lost_value, _lost_value, _more_keys),
    *(_weights, _weights, _list, _list, _near, _near, _near, _two_near, _loops, _players, _whole),
]


def broken(rng: random.Random) -> bytes:
    """A file with no, one or several things wrong with it."""
    document = copy.deepcopy(TABLES) if rng.random() < 0.3 else random_tables(rng)
    for _ in range(rng.choice([0, 1, 1, 1, 1, 2, 2, 3, 5, 9])):
        rng.choice(DAMAGES)(document, rng)
    if rng.random() < 0.2:
        return damaged_text(json.dumps(document, ensure_ascii=rng.random() < 0.5), rng)
    return json.dumps(document, ensure_ascii=rng.random() < 0.5, indent=rng.choice([None, None, 1])).encode()


# ---- comparing ----

Found = list[tuple[str, str]]


def by_package(data: bytes | str) -> Found:
    return [(error.code, error.place) for error in sw.dungeon_petz.validate(data)]


def by_reference(data: bytes) -> Found:
    return errors(data)


def compare(seed: int, index: int) -> Found:
    """File ``index`` of a run, checked by both: the same codes and paths in the same order."""
    rng = random.Random(f"{seed}/file/{index}")
    data = broken(rng)
    try:
        ours, theirs = by_package(data), by_reference(data)
        if ours != theirs:
            differ = [pair for pair in zip(ours, theirs, strict=False) if pair[0] != pair[1]][:1]
            raise DifferenceError(f"first {differ}; package {ours}, reference {theirs}")
        text = data.decode("utf-8", "surrogateescape")
        if index % 8 == 0 and text.lstrip().startswith("{") and by_package(text) != ours:
            raise DifferenceError(f"as text: package {by_package(text)}, as bytes {ours}")
        _compare_use(text, ours)
    except Exception as error:
        raise DifferenceError(f"{SEED_VARIABLE}={seed}, file {index}: {error!r} of {data!r}") from error
    return ours


def _compare_use(text: str, found: Found) -> None:
    """A file with errors is refused as a whole, and any other one makes a game (DP-151)."""
    try:
        game = sw.load("dungeon_petz", tables_file=text)
    except sw.OptionError:
        if not found:
            raise
        return
    if found:
        raise DifferenceError(f"accepted in spite of {found}")
    again = sw.load("dungeon_petz", tables_file=json.dumps(sw.dungeon_petz.tables_file(text).to_dict()))
    if again.tables() != game.tables() or make_tables(game.tables()) != make_tables(json.loads(text)):
        raise DifferenceError("the tables of the game are not those of the file")
