"""Tables files of Dungeon Petz, written from `seeds/dungeon_petz.md` alone: every error, and plain tables.

Rules DP-150, DP-151, DP-152, DP-153, DP-154, DP-155, DP-156, DP-157, DP-158, DP-159, DP-160, DP-172, DP-173, DP-174.
What the digest leaves open is decided as written in the project's list of questions; such places say "open".
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from tests.reference.dungeon_petz_tables_parts import (
    COLOURS,
    KINDS,
    LETTERS,
    MISSING,
    NEEDS,
    PLAYERS,
    SPACES,
    Faults,
    Tables,
    make_tables,
)
from tests.reference.thurn_and_taxis_maps import parse

CODES: Final = (
    *("E_JSON", "E_KEY", "E_TYPE", "E_RANGE", "E_VALUE", "E_SIZE", "E_TWICE", "E_SUM", "E_ORDER", "E_BLOCKED"),
)  # DP-172
DIETS: Final = ("herbivore", "carnivore", "omnivore")  # DP-153
TOKENS: Final = ("meat", "vegetable", "gold")  # DP-153
CAGE: Final = (("strength", 9), ("antimagic", 9), ("graze", 1), ("poop", 1), ("play", 3))  # DP-154
ADDON: Final = (("strength", 1), ("antimagic", 1), ("play", 1), ("meat", 1))  # DP-155
FULL_WORDS: Final = (*NEEDS, "suffering", "mutation", "pets", "manure_all_cages")  # DP-157
SINGLE_WORDS: Final = (
    *FULL_WORDS,
    *("best_single_need", "distinct_need_types", "distinct_card_colours", "manure_in_its_cage"),
)  # DP-157
CUSTOMER_WORDS: Final = (*NEEDS, "suffering", "mutation")  # DP-158
FOOD: Final = ("veg_stand", "mixed_veg", "mixed_meat", "meat_stand")  # DP-173
ROUNDS: Final = {2: 6, 3: 6, 4: 5}  # DP-1
STARTS: Final = {2: (0, 3), 3: (0,)}  # DP-160
LONGEST: Final = 100  # characters of an unknown word in a path
MOST: Final = {"cages": 11, "addons": 6, "artifacts": 10, "pets": 18}  # DP-160


def errors(data: bytes) -> list[tuple[str, str]]:
    """All errors of a file as (code, path), in the order of DP-172; none for a valid file (DP-151)."""
    try:
        document = parse(data)
    except (ValueError, RecursionError):
        return [("E_JSON", "")]
    if not isinstance(document, dict):
        return [("E_JSON", "")]
    faults = Faults()
    _check(document, faults)
    return faults.found


def read_tables(data: bytes) -> Tables:
    """The tables of a valid file; ValueError with all errors for any other (DP-151)."""
    found = errors(data)
    if found:
        raise ValueError("; ".join(f"{code} at {path or '.'}" for code, path in found))
    return make_tables(parse(data))


def _check(document: dict[str, Any], faults: Faults) -> None:
    """The ten sections in the order of DP-150."""
    decks = faults.map(faults.get(document, "decks", ""), "decks")
    if decks is not None:
        for colour in COLOURS:
            _check_deck(faults.get(decks, colour, "decks"), f"decks.{colour}", faults)
    _check_pets(faults.get(document, "pets", ""), faults)
    _check_cages(faults.get(document, "cages", ""), faults)
    _check_addons(faults.get(document, "addons", ""), faults)
    _check_artifacts(faults.get(document, "artifacts", ""), faults)
    _check_exhibitions(faults.get(document, "exhibitions", ""), faults)
    _check_customers(faults.get(document, "customers", ""), faults)
    foods = faults.map(faults.get(document, "round1_food", ""), "round1_food")
    if foods is not None:
        for n in PLAYERS:
            _check_food(faults.get(foods, str(n), "round1_food"), f"round1_food.{n}", faults)
    players = faults.map(faults.get(document, "players", ""), "players")
    if players is not None:
        for n in PLAYERS:
            _check_players(faults.get(players, str(n), "players"), n, faults)
    _check_neutral_imps(faults.get(document, "neutral_imps", ""), faults)


# ---- decks (DP-152, DP-174) ----


def _check_deck(value: Any, path: str, faults: Faults) -> None:
    deck = faults.map(value, path)
    if deck is None:
        return
    size = faults.whole(faults.get(deck, "size", path), f"{path}.size", 12, None)
    dominant = faults.word(faults.get(deck, "dominant", path), f"{path}.dominant", NEEDS)
    cards = faults.list(faults.get(deck, "cards", path), f"{path}.cards", None)
    if cards is None:
        return
    needs: list[str | None] = []
    counts: list[int | None] = []
    for k, item in enumerate(cards):
        here = f"{path}.cards[{k}]"
        card = faults.map(item, here)
        if card is None:
            needs.append(None)
            counts.append(None)
            continue
        needs.append(faults.word(faults.get(card, "need", here), f"{here}.need", NEEDS))
        faults.twice(needs, f"{here}.need")
        counts.append(faults.whole(faults.get(card, "count", here), f"{here}.count", 0, 40))
        _check_double(faults.get(card, "double", here), f"{here}.double", needs[-1], dominant, faults)
    if size is not None and None not in counts and sum(count or 0 for count in counts) != size:
        faults.report("E_SUM", f"{path}.size")
    if dominant is not None and None not in needs and None not in counts:  # DP-174; open: the code
        own = sum(count or 0 for need, count in zip(needs, counts, strict=True) if need == dominant)
        if own == 0:
            faults.report("E_VALUE", f"{path}.dominant")


def _check_double(value: Any, path: str, need: str | None, dominant: str | None, faults: Faults) -> None:
    """Null for the dominant need, else [own, dominant] (DP-152); either form if one of both is not known (open)."""
    if value is MISSING:
        return
    if not (value is None or isinstance(value, list)):
        faults.report("E_TYPE", path)
        return
    known = need is not None and dominant is not None
    if known and (value is None) != (need == dominant):
        faults.report("E_TYPE", path)
        return
    if value is None:
        return
    words = faults.list(value, path, 2)
    for k, word in enumerate(words or []):
        allowed = ((need,), (dominant,))[k] if known and k < 2 else NEEDS
        faults.word(word, f"{path}[{k}]", tuple(str(one) for one in allowed))


# ---- tiles ----


def _check_pets(value: Any, faults: Faults) -> None:
    """DP-153."""
    pets = faults.list(value, "pets", 18)
    names: list[str | None] = []
    for k, item in enumerate(pets or []):
        here = f"pets[{k}]"
        pet = faults.map(item, here)
        if pet is None:
            names.append(None)
            continue
        names.append(faults.name(faults.get(pet, "name", here), f"{here}.name"))
        faults.twice(names, f"{here}.name")
        faults.word(faults.get(pet, "diet", here), f"{here}.diet", DIETS)
        for i, bar in enumerate(faults.list(faults.get(pet, "bars", here), f"{here}.bars", 7) or []):
            faults.word(bar, f"{here}.bars[{i}]", LETTERS)
        prices = faults.map(faults.get(pet, "price_by_size", here), f"{here}.price_by_size")
        if prices is not None:
            for size in ("4", "5", "6", "7"):
                place = f"{here}.price_by_size"
                faults.whole(faults.get(prices, size, place), f"{place}.{size}", 0, 20)
        token = faults.get(pet, "farm_token_advanced", here)
        if token is not None:
            faults.word(token, f"{here}.farm_token_advanced", TOKENS)


def _check_cages(value: Any, faults: Faults) -> None:
    """DP-154."""
    cages = faults.map(value, "cages")
    if cages is None:
        return
    _check_tile(faults.get(cages, "initial", "cages"), "cages.initial", CAGE, None, faults)
    for k, tile in enumerate(faults.list(faults.get(cages, "tiles", "cages"), "cages.tiles", 11) or []):
        _check_tile(tile, f"cages.tiles[{k}]", CAGE, 3, faults)


def _check_addons(value: Any, faults: Faults) -> None:
    """DP-155."""
    addons = faults.map(value, "addons")
    if addons is None:
        return
    for k, tile in enumerate(faults.list(faults.get(addons, "tiles", "addons"), "addons.tiles", 6) or []):
        _check_tile(tile, f"addons.tiles[{k}]", ADDON, 1, faults)


def _check_tile(value: Any, path: str, fields: tuple[tuple[str, int], ...], total: int | None, faults: Faults) -> None:
    tile = faults.map(value, path)
    if tile is None:
        return
    numbers = [faults.whole(faults.get(tile, name, path), f"{path}.{name}", 0, most) for name, most in fields]
    if total is not None and None not in numbers and sum(number or 0 for number in numbers) != total:
        faults.report("E_SUM", path)


def _check_artifacts(value: Any, faults: Faults) -> None:
    """DP-156."""
    artifacts = faults.map(value, "artifacts")
    if artifacts is None:
        return
    tiles = faults.list(faults.get(artifacts, "tiles", "artifacts"), "artifacts.tiles", 10)
    kinds: list[str | None] = []
    for k, item in enumerate(tiles or []):
        here = f"artifacts.tiles[{k}]"
        tile = faults.map(item, here)
        if tile is None:
            kinds.append(None)
            continue
        kinds.append(faults.word(faults.get(tile, "kind", here), f"{here}.kind", KINDS))
        if kinds[-1] != "book":
            continue  # DP-173
        place = f"{here}.colours"
        found: list[str | None] = []
        for i, colour in enumerate(faults.list(faults.get(tile, "colours", here), place, 2) or []):
            found.append(faults.word(colour, f"{place}[{i}]", COLOURS))
            faults.twice(found, f"{place}[{i}]")
    if (
        len(kinds) == 10
        and None not in kinds
        and any(kinds.count(kind) != (4 if kind == "book" else 1) for kind in KINDS)
    ):
        faults.report("E_SUM", "artifacts.tiles")


def _check_exhibitions(value: Any, faults: Faults) -> None:
    """DP-157."""
    exhibitions = faults.list(value, "exhibitions", 8)
    ids: list[str | None] = []
    for k, item in enumerate(exhibitions or []):
        here = f"exhibitions[{k}]"
        tile = faults.map(item, here)
        if tile is None:
            ids.append(None)
            continue
        ids.append(faults.name(faults.get(tile, "id", here), f"{here}.id"))
        faults.twice(ids, f"{here}.id")
        faults.name(tile.get("name", MISSING), f"{here}.name")
        scope = faults.word(faults.get(tile, "scope", here), f"{here}.scope", ("single", "full"))
        words = FULL_WORDS if scope == "full" else SINGLE_WORDS  # open: all words if the scope is faulty
        for key in ("plus", "minus"):
            _check_weights(tile.get(key, MISSING), f"{here}.{key}", words, faults)
        _check_food(faults.get(tile, "food", here), f"{here}.food", faults)


def _check_customers(value: Any, faults: Faults) -> None:
    """DP-158."""
    customers = faults.list(value, "customers", 8)
    ids: list[str | None] = []
    for k, item in enumerate(customers or []):
        here = f"customers[{k}]"
        tile = faults.map(item, here)
        if tile is None:
            ids.append(None)
            continue
        ids.append(faults.name(faults.get(tile, "id", here), f"{here}.id"))
        faults.twice(ids, f"{here}.id")
        faults.name(tile.get("name", MISSING), f"{here}.name")
        maps = [
            _check_weights(tile.get("plus", MISSING), f"{here}.plus", CUSTOMER_WORDS, faults),
            _check_weights(tile.get("minus", {}), f"{here}.minus", CUSTOMER_WORDS, faults, must="suffering"),
            _check_weights(tile.get("rainbow", MISSING), f"{here}.rainbow", NEEDS, faults),
        ]
        symbols = [symbol for words in maps if words is not None for symbol in words]
        if None not in maps and len(set(symbols)) < len(symbols):
            faults.report("E_SUM", here)


def _check_weights(
    value: Any, path: str, known: tuple[str, ...], faults: Faults, must: str | None = None
) -> list[str] | None:
    """The known words of a map of weights 1 to 9, which may be left out; None if it is no map."""
    if value is MISSING:
        return []  # DP-173
    weights = faults.map(value, path)
    if weights is None:
        return None
    for word in known:
        if word in weights:
            faults.whole(weights[word], f"{path}.{word}", 1, 9)
        elif word == must:
            faults.report("E_KEY", f"{path}.{word}")
    for word in sorted(set(weights) - set(known)):  # DP-172: code points
        faults.report("E_VALUE", f"{path}.{word if len(word) <= LONGEST else word[:LONGEST] + '…'}")  # open
    return [word for word in known if word in weights]


def _check_food(value: Any, path: str, faults: Faults) -> None:
    food = faults.map(value, path)
    if food is not None:
        for key in FOOD:
            faults.whole(faults.get(food, key, path), f"{path}.{key}", 0, 9)


# ---- players (DP-159) ----


def _check_players(value: Any, n: int, faults: Faults) -> None:
    path = f"players.{n}"
    form = faults.map(value, path)
    if form is None:
        return
    last = ROUNDS[n]
    faults.whole(faults.get(form, "rounds", path), f"{path}.rounds", last, last)

    def numbers(key: str, length: int, low: int, high: int) -> list[int] | None:
        """None if the list or a number in it is faulty."""
        items = faults.list(faults.get(form, key, path), f"{path}.{key}", length)
        found = [faults.whole(item, f"{path}.{key}[{k}]", low, high) for k, item in enumerate(items or [])]
        whole = [number for number in found if number is not None]
        return whole if len(whole) == len(found) == length else None

    exhibitions = numbers("exhibition_rounds", last - 1, 2, last)  # DP-10
    if exhibitions is not None and exhibitions != list(range(2, last + 1)):
        faults.report("E_ORDER", f"{path}.exhibition_rounds")
    customers = numbers("customer_rounds", last - 1, 3, last)  # DP-10
    if customers is not None and customers != [*range(3, last + 1), last]:
        faults.report("E_ORDER", f"{path}.customer_rounds")
    awards = numbers("awards", n, 1, 20)
    if awards is not None:
        falling = all(a > b for a, b in pairwise(awards))
        enough = all(awards[b] - (k - 1) >= 0 for b in range(n) for k in range(1, n - b + 1))
        if not (falling and enough):
            faults.report("E_ORDER", f"{path}.awards")
    imps = numbers("extra_imps_rounds", 4, 1, last)
    if imps is not None and any(a > b for a, b in pairwise(imps)):
        faults.report("E_ORDER", f"{path}.extra_imps_rounds")


# ---- neutral imps (DP-160) ----


def _check_neutral_imps(value: Any, faults: Faults) -> None:
    path = "neutral_imps"
    form = faults.map(value, path)
    if form is None:
        return
    place = f"{path}.groups"
    groups = faults.map(faults.get(form, "groups", path), place)
    if groups is not None:
        _check_groups(groups, place, faults)
    for key, start in (("start_index_3p", STARTS[3]), ("start_index_2p", STARTS[2])):
        items = faults.list(faults.get(form, key, path), f"{path}.{key}", len(start))
        for k, item in enumerate(items or []):
            only = start[k] if k < len(start) else None  # of an item too many only the type is checked (open)
            faults.whole(item, f"{path}.{key}[{k}]", only, only)
    faults.whole(faults.get(form, "step", path), f"{path}.step", 1, 1)


def _check_groups(groups: dict[str, Any], path: str, faults: Faults) -> None:
    words: list[str | None] = []
    loops: list[list[str]] = []
    right = True
    for key in ("market", "corral", "town"):
        items = faults.list(faults.get(groups, key, path), f"{path}.{key}", 6)
        right = right and items is not None and len(items) == 6
        loops.append([])
        for k, item in enumerate(items or []):
            words.append(faults.word(item, f"{path}.{key}[{k}]", SPACES))
            faults.twice(words, f"{path}.{key}[{k}]")
            loops[-1].append(words[-1] or "")
    right = right and None not in words
    if not right:
        return
    if set(words) != set(SPACES):
        faults.report("E_SUM", path)
    elif any(not _enough(loops, n) for n in (2, 3)):
        faults.report("E_BLOCKED", path)


def _enough(loops: list[list[str]], n: int) -> bool:
    """Whether the tiles of a game suffice and no round blocks both cage or both young spaces (DP-15, DP-160)."""
    dealt = dict.fromkeys(MOST, 0)
    for r in range(1, ROUNDS[n] + 1):
        blocked = {loop[(start + r - 1) % 6] for loop in loops for start in STARTS[n]}
        if {"cage_a", "cage_b"} <= blocked or {"pet_young_a", "pet_young_b"} <= blocked:
            return False
        cage = "cage_a" in blocked or "cage_b" in blocked
        young = "pet_young_a" in blocked or "pet_young_b" in blocked
        dealt["artifacts"] += 0 if "artifacts" in blocked else 2  # DP-12, DP-26
        if r == 1:
            dealt["cages"] += 2 if cage else 3  # DP-11, DP-12
            dealt["addons"] += 2
            dealt["pets"] += (2 if young else 3) + 1
        else:
            dealt["cages"] += 1 if cage else 2  # DP-27
            dealt["addons"] += 0 if "addon" in blocked else 1  # DP-28
            dealt["pets"] += 2 if young else 3  # DP-29
    return all(dealt[kind] <= most for kind, most in MOST.items())
