"""The town of Dungeon Petz: spaces with groups and offers, need decks, exhibitions and customers."""

from collections.abc import Mapping, Sequence
from typing import Any

from spielwerk.svg.dungeon_petz_parts import (
    COLOURS,
    CURRENT,
    addon_words,
    box,
    cage_pills,
    draw_bars,
    draw_pills,
    heading,
    pet_name,
    place_mark,
    weights,
)
from spielwerk.svg.trek12_parts import INK, MUTED, Paper, fitted, plain, text_width

__all__ = ["SHOWS", "TOWN", "artifact_name", "draw_decks", "draw_shows", "draw_town", "shows_height", "town_height"]

TOWN = 640.0
SHOWS = 640.0
_GAP = 8.0
_QUARTER = (TOWN - 3 * _GAP) / 4
_HALF = (TOWN - _GAP) / 2
_FOOD, _SERVICE, _ROW = 114.0, 66.0, 27.0
_DECKS = 74.0
# The places of the spaces in the order of the dict (DP-14).
_VEG, _MIXED, _MEAT, _ARTIFACTS, _CAGE, _ADDON, _YOUNG, _OLD, _IMPS = 0, 1, 2, 3, 4, 6, 7, 9, 10
_SERVICES = ("new imps", "hospital", "judge", "platform")


def artifact_name(tables: Mapping[str, Any], index: int) -> str:
    """The kind of an artifact, and the colours of a book."""
    tile = tables["artifacts"]["tiles"][index]
    words = str(tile["kind"]).replace("_", " ")
    return f"{words} ({'/'.join(tile['colours'])})" if tile.get("colours") else words


def _offer_height(rows: int) -> float:
    return 36 + max(1, rows) * _ROW


def _heights(position: Mapping[str, Any]) -> tuple[float, float]:
    tiles = _offer_height(max(3, len(position["cages"]), len(position["addons"])))
    pets = _offer_height(max(3, len(position["young"]), len(position["old"])))
    return tiles, pets


def town_height(position: Mapping[str, Any]) -> float:
    """The height of the town."""
    tiles, pets = _heights(position)
    return _FOOD + tiles + pets + _SERVICE + _DECKS + 4 * _GAP


def draw_town(canvas: Paper, tables: Mapping[str, Any], position: Mapping[str, Any]) -> None:
    """The spaces with their groups and offers, a box with its corner at (0, 0)."""
    spaces, stands = position["spaces"], position["stands"]
    tiles, pets = _heights(position)
    mixed = _food(stands["mixed_veg"], stands["mixed_meat"])
    meat = _food(stands.get("meat_stand_veg", 0), stands["meat_stand"], stands.get("meat_stand_gold", 0))
    found = [artifact_name(tables, index) for index in position["artifacts"]]
    stalls = (
        ("Vegetables", _VEG, _food(stands["veg_stand"], 0)),
        ("Mixed", _MIXED, mixed),
        ("Meat", _MEAT, meat),
        ("Artifacts", _ARTIFACTS, found),
    )
    for column, (name, space, lines) in enumerate(stalls):
        with _cell(canvas, column * (_QUARTER + _GAP), 0, f"space space-{space}"):
            box(canvas, _QUARTER, _FOOD)
            heading(canvas, 9, 20, name, _QUARTER - 18)
            place_mark(canvas, _QUARTER - 34, _FOOD - 17, spaces[space])
            for line, words in enumerate(lines or ["nothing"]):
                ink = INK if lines else MUTED
                for part, text in enumerate(_broken(words, 12.5, _QUARTER - 18)):
                    canvas.text(9, 42 + (line * (1 if name != "Artifacts" else 1.8) + part) * 16, text, 12.5, fill=ink)
    y = _FOOD + _GAP
    with _cell(canvas, 0, y, f"space space-{_CAGE}"):
        _offer(canvas, "Cages", tiles, (spaces[_CAGE], spaces[_CAGE + 1]), len(position["cages"]))
        for row, index in enumerate(position["cages"]):
            _tile(canvas, row, f"{index}", cage_pills(tables["cages"]["tiles"][index]), f"cage {index}")
    with _cell(canvas, _HALF + _GAP, y, f"space space-{_ADDON}"):
        _offer(canvas, "Addons", tiles, (spaces[_ADDON],), len(position["addons"]))
        for row, index in enumerate(position["addons"]):
            tile = tables["addons"]["tiles"][index]
            _tile(canvas, row, f"{index}", cage_pills(tile), f"addon {index}: {addon_words(tile)}")
    y += tiles + _GAP
    for x, name, key, marks, size in (
        (0.0, "Young pets", "young", (spaces[_YOUNG], spaces[_YOUNG + 1]), 2),
        (_HALF + _GAP, "Old pets", "old", (spaces[_OLD],), 3),
    ):
        with _cell(canvas, x, y, f"space space-{_YOUNG if key == 'young' else _OLD}"):
            _offer(canvas, name, pets, marks, len(position[key]))
            for row, index in enumerate(position[key]):
                _pet_row(canvas, tables, row, index, size)
    y += pets + _GAP
    for column, name in enumerate(_SERVICES):
        with _cell(canvas, column * (_QUARTER + _GAP), y, f"space space-{_IMPS + column}"):
            box(canvas, _QUARTER, _SERVICE)
            heading(canvas, 9, 20, name.capitalize(), _QUARTER - 70)
            place_mark(canvas, _QUARTER - 34, 16, spaces[_IMPS + column])
            words = {"hospital": f"potions: {position['potions']}", "judge": "+2 in the exhibition"}.get(name, "")
            canvas.text(9, 46, words, 12, fill=MUTED)
    y += _SERVICE + _GAP
    with canvas.group(class_="decks", transform=f"translate(0 {y:.2f})"):
        draw_decks(canvas, position)


def _cell(canvas: Paper, x: float, y: float, name: str) -> Any:
    return canvas.group(class_=name, transform=f"translate({x:.2f} {y:.2f})")


def _food(vegetables: int, meat: int, gold: int = 0) -> list[str]:
    parts = [(vegetables, "vegetable", "vegetables"), (meat, "meat", "meat"), (gold, "gold", "gold")]
    return [f"{count} {one if count == 1 else many}" for count, one, many in parts if count]


def _broken(words: str, size: float, room: float) -> list[str]:
    """Words in at most two lines."""
    if text_width(words, size) <= room or " " not in words:
        return [fitted(words, size, room)]
    parts = words.split(" ")
    for end in range(len(parts) - 1, 0, -1):
        first = " ".join(parts[:end])
        if text_width(first, size) <= room:
            return [first, fitted(" ".join(parts[end:]), size, room)]
    return [fitted(words, size, room)]


def _offer(canvas: Paper, name: str, height: float, marks: Sequence[Any], count: int) -> None:
    box(canvas, _HALF, height)
    heading(canvas, 9, 20, name, 150)
    for place, who in enumerate(reversed(marks)):
        place_mark(canvas, _HALF - 34 - place * 60, 16, who)
    if not count:
        canvas.text(9, 52, "none", 12.5, fill=MUTED)


def _tile(canvas: Paper, row: int, name: str, pills: Sequence[tuple[str, str]], about: str) -> None:
    y = 34 + row * _ROW
    with canvas.group(class_="offer", title=about):
        canvas.rect(9, y, 22, 20, 4, fill="#ece7da", stroke=MUTED, stroke_width=0.8)
        canvas.text(20, y + 14.5, name, 12, "middle", fill=INK)
        draw_pills(canvas, pills, 38, y + 2, 11)


def _pet_row(canvas: Paper, tables: Mapping[str, Any], row: int, index: int, size: int) -> None:
    pet = tables["pets"][index]
    name = pet_name(tables["pets"], index)
    y = 34 + row * _ROW
    bars = len(pet["bars"]) * 16
    with canvas.group(class_="offer", title=f"{name}, {pet['diet']}, size {size}"):
        canvas.text(9, y + 14.5, fitted(name, 12.5, 106, bold=True), 12.5, fill=INK, font_weight="bold")
        canvas.text(130, y + 14.5, pet["diet"], 11, fill=MUTED)
        draw_bars(canvas, _HALF - 9 - bars, y + 3, pet["bars"], size)


def draw_decks(canvas: Paper, position: Mapping[str, Any]) -> None:
    """The need decks: cards left and cards discarded by colour."""
    for column, (colour, (light, dark)) in enumerate(COLOURS.items()):
        x = column * (_QUARTER + _GAP)
        deck, discards = _sum(position["decks"][colour]), _sum(position["discards"][colour])
        extra = position["substitutes"][column]
        about = f"{colour}: {deck} cards in the deck, {discards} discarded"
        with canvas.group(class_=f"deck deck-{colour}", title=about):
            canvas.rect(x, 0, _QUARTER, _DECKS, 8, fill=light, stroke=dark, stroke_width=1.2)
            canvas.text(x + 10, 21, f"{colour} cards", 13, fill=dark, font_weight="bold")
            canvas.text(x + 10, 43, f"deck {deck}", 12.5, fill=INK)
            canvas.text(x + 10, 62, f"discarded {discards}", 12.5, fill=INK)
            if extra:
                canvas.text(x + _QUARTER - 8, 43, f"+{extra} spare", 11, "end", fill=MUTED)


def _sum(cards: Any) -> int:
    """How many cards, of which only the number may be known."""
    return cards if isinstance(cards, int) else sum(cards)


# --- exhibitions and customers ---------------------------------------------------------------------------


def _rounds(tables: Mapping[str, Any], players: int, kind: str) -> list[int]:
    found = tables["players"][str(players)][f"{kind}_rounds"]
    return [int(round_) for round_ in found]


def shows_height(tables: Mapping[str, Any], players: int) -> float:
    """The height of the exhibitions and customers."""
    return 62 + 21 * (len(_rounds(tables, players, "exhibition")) + len(_rounds(tables, players, "customer"))) + 24


def draw_shows(canvas: Paper, tables: Mapping[str, Any], position: Mapping[str, Any]) -> None:
    """The exhibitions and customers turned up, those of this round on a light ground: a box at (0, 0)."""
    players = len(position["players"])
    box(canvas, SHOWS, shows_height(tables, players))
    y = 22.0
    for name, kind in (("Exhibitions", "exhibition"), ("Customers", "customer")):
        heading(canvas, 12, y, name, 200, 14)
        rounds = _rounds(tables, players, kind)
        shown = position[f"{kind}s"]
        for place, round_ in enumerate(rounds):
            y += 21
            index = shown[place] if place < len(shown) else None
            _show(canvas, tables, kind, y, (round_, index), round_ == position["round"])
        y += 30


def _show(
    canvas: Paper, tables: Mapping[str, Any], kind: str, y: float, show: tuple[int, int | None], current: bool
) -> None:
    round_, index = show
    entry = None if index is None else tables[f"{kind}s"][index]
    name = "face down" if entry is None else plain(str(entry["name"]))
    about = name if entry is None else f"{name}: {weights(entry)}"
    with canvas.group(class_=f"{kind}{' current' if current else ''}", title=f"round {round_}: {about}"):
        if current:
            canvas.rect(6, y - 15, SHOWS - 12, 20, 4, fill=CURRENT, stroke="#c99a1b", stroke_width=1)
        canvas.text(12, y, f"round {round_}", 11.5, fill=MUTED)
        ink = MUTED if entry is None else INK
        canvas.text(
            70, y, fitted(name, 12.5, 138, bold=True), 12.5, fill=ink, font_weight="bold" if entry else "normal"
        )
        if entry is not None:
            scope = f" ({entry['scope']})" if "scope" in entry else ""
            room = SHOWS - 214
            canvas.text(206, y, fitted(f"{weights(entry, short=True)}{scope}", 12, room), 12, fill=INK)
