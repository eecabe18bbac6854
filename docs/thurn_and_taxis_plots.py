"""Pictures and tables of ``docs/thurn_and_taxis_questions.md``, from ``docs/data/thurn_and_taxis_seats.csv``.

``python -m docs.thurn_and_taxis_plots`` draws ``docs/img/thurn_and_taxis_*.svg`` with matplotlib (the extra ``plot``)
and rewrites what stands between the markers of the page, its answer included: no figure is typed. The figures are those
that the example prints whose command is on the page::

    python -m docs.thurn_and_taxis_plots --figures FILE

takes new ones from its output, with date and machine.
"""

import csv
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product
from typing import Any

import spielwerk as sw
from docs.question_page import (
    FOLDER,
    INK,
    MUTED,
    Figure,
    Question,
    dress,
    origin,
    paint_totals,
    plain,
    share,
    signed,
    table,
)

MAPS = ("map1", "map2")
PLAYERS = (2, 3, 4)
GROUPS = ("winner", "other")
#: Items of the score sheet (TT-96) and their sum.
ITEMS = ("tiles", "carriage", "houses", "score")
CARRIAGES = (0, 3, 4, 5, 6, 7)
#: What the player with the game-end tile had reached (TT-42).
ENDS = ("carriage", "houses", "both")

#: Stacks of map1 that the answer names: the one that winners hold most often, and those of regions but Baiern's.
MOST_HELD = "wuerttemberg_hohenzollern"
OTHER_REGIONS = ("baden", "schweiz_tyrol", MOST_HELD, "boehmen_salzburg")

# Colours of Okabe and Ito, as in the pictures of Trek 12; marks tell them apart, too.
COLOURS = {2: "#0072B2", 3: "#D55E00", 4: "#009E73"}
MARKS = {2: "o", 3: "^", 4: "s"}
GROUP_COLOURS = {"winner": "#0072B2", "other": "#5c6470"}


@dataclass(frozen=True)
class Figures:
    """All that the example prints, and where and when."""

    about: Mapping[str, Any]
    mean: Mapping[tuple[str, int, str, str], Figure]
    """By map, number of players, group and name."""
    counts: Mapping[tuple[str, str, int, str, str, str], int]
    """By kind, map, number of players, group, name and value; what never came is not there."""

    def count(self, kind: str, map_name: str, players: int, group: str, name: str = "", value: str = "") -> int:
        """How often something was counted."""
        return self.counts.get((kind, map_name, players, group, name, value), 0)

    def games(self, map_name: str, players: int) -> int:
        """Games on this map by so many players."""
        return self.mean[map_name, players, "all", "turns"].games

    def won(self, map_name: str, players: int, seat: int) -> Figure:
        """Share of the games that a seat won."""
        return share(self.count("won", map_name, players, f"seat{seat}"), self.games(map_name, players))

    def ended(self, map_name: str, players: int, seat: int) -> Figure:
        """Share of the games that a seat ended, by taking the game-end tile (TT-42)."""
        return share(self.count("ended", map_name, players, f"seat{seat}"), self.games(map_name, players))

    def among(self, group: str, kind: str, map_name: str, players: int, name: str, value: str = "") -> float:
        """Share of the winners, or of the others, of whom something was counted."""
        everybody = self.mean[map_name, players, group, "score"].games
        return self.count(kind, map_name, players, group, name, value) / everybody

    def holders_won(self, map_name: str, players: int, stack: str, value: str = "") -> Figure:
        """Share of the holders of a tile who won. A tile has one holder; without a value all of the stack are meant."""
        kind = "tile" if value else "stack"
        winners, others = (self.count(kind, map_name, players, group, stack, value) for group in GROUPS)
        return share(winners, max(winners + others, 1))

    def lift(self, map_name: str, players: int, stack: str, value: str = "") -> float:
        """How many times as often as an equal share the holders of a tile win."""
        return self.holders_won(map_name, players, stack, value).value * players

    def end(self, map_name: str, players: int, how: str) -> float:
        """Share of the games that ended so (TT-42)."""
        games = (self.count("end", map_name, players, group, how) for group in GROUPS)
        return sum(games) / self.games(map_name, players)

    def ender_won(self, map_name: str, players: int) -> Figure:
        """Share of the games whose winner has the game-end tile."""
        return share(self.count("stack", map_name, players, "winner", "game_end"), self.games(map_name, players))


def read(about: Mapping[str, Any], lines: Sequence[str]) -> Figures:
    """The figures of a file."""
    mean, counts = {}, {}
    for row in csv.DictReader(lines):
        key, games = (row["map"], int(row["players"]), row["group"], row["name"]), int(row["games"])
        if row["kind"] == "mean":
            mean[key] = Figure(float(row["value"]), float(row["standard_error"]), games)
        else:
            counts[row["kind"], *key, row["value"]] = games
    return Figures(about, mean, counts)


@cache
def stacks(map_name: str) -> Mapping[str, tuple[str, tuple[int, ...]]]:
    """The stacks of a map, with words for people and the values of their tiles."""
    found = {}
    for stack in sw.load("thurn_and_taxis", map=map_name).tables()["map"]["bonus_stacks"]:
        words = {
            "route_length": f"route of {stack.get('min_len')}",
            "all_cities": " + ".join(stack.get("regions", ())),
            "one_house_in_each": "all regions",
            "game_end": "game end",
        }
        found[stack["id"]] = (words[stack["kind"]], tuple(stack["values"]))
    return found


def held_stacks(of: Figures, map_name: str) -> Mapping[str, tuple[str, tuple[int, ...]]]:
    """The stacks and tiles that anybody ever took, in the form of :func:`stacks`."""

    def is_held(kind: str, stack: str, value: str = "") -> bool:
        return any(of.count(kind, map_name, *key, stack, value) for key in product(PLAYERS, GROUPS))

    return {
        stack: (words, tuple(value for value in values if is_held("tile", stack, str(value))))
        for stack, (words, values) in stacks(map_name).items()
        if is_held("stack", stack)
    }


def gap(of: Figures, map_name: str, players: int, item: str) -> float:
    """By how many points the mean winner is ahead of the mean of the others in an item of the score sheet."""
    winner, other = (of.mean[map_name, players, group, item].value for group in GROUPS)
    return winner - other


def scores(of: Figures, map_name: str, players: int, group: str) -> Mapping[int, int]:
    """Winners, or others, by final score."""
    wanted = ("total", map_name, players, group, "")
    return {int(value): count for (*key, value), count in of.counts.items() if tuple(key) == wanted}


# ---- text and tables ----


def tables(of: Figures) -> dict[str, Iterator[str]]:
    """What stands between the markers of the page, by name."""
    return {
        "answer": _answer(of),
        "run": _run(of),
        "seats": _seats(of),
        "ends": _ends(of),
        "carriages": _carriages(of),
        "sheets": _sheets(of),
        **{map_name: _tiles(of, map_name) for map_name in MAPS},
    }


def _percent(value: float, digits: int = 1) -> str:
    return f"{100 * value:.{digits}f}"


def _each(figure: Callable[[int], str]) -> str:
    """A figure for two, three and four players, in a row of words."""
    first, *between, last = (figure(players) for players in PLAYERS)
    return f"{', '.join((first, *between))} and {last}"


def _answer(of: Figures) -> Iterator[str]:
    def start(map_name: str) -> str:
        return _each(lambda n: f"{_percent(of.won(map_name, n, 0).value, 2)} %")

    def lead(map_name: str) -> str:
        leads = {n: of.mean[map_name, n, "seat0", "lead"] for n in PLAYERS}
        return _each(lambda n: f"{signed(leads[n].value, 3)} ± {leads[n].error:.3f}")

    def held(group: str, kind: str, name: str) -> str:
        return _each(lambda n: f"{_percent(of.among(group, kind, 'map1', n, name))} %")

    def lifts(stack: str, value: str = "") -> str:
        return _each(lambda n: f"{of.lift('map1', n, stack, value):.2f}")

    def others(players: int) -> str:
        rest = [of.lift("map1", players, stack) for stack in OTHER_REGIONS]
        return f"{min(rest):.2f} to {max(rest):.2f}"

    errors = [of.won(map_name, n, 0).error for map_name, n in product(MAPS, PLAYERS)]
    most = max(of.won(map_name, n, 0).value - 1 / n for map_name, n in product(MAPS, PLAYERS))
    seats = ", ".join(_percent(of.won("map1", 4, seat).value, 2) for seat in range(4))
    gaps = {item: gap(of, "map1", 2, item) for item in ITEMS}
    yield (
        f"- **The start seat is worth little**: at most {_percent(most, 2)} percentage points above an equal share of "
        f"the wins. Of two, three and four builders on map1 the first wins {start('map1')} of the games, where 50, "
        f"33.33 and 25 % would be equal; on map2 {start('map2')} (standard errors up to {_percent(max(errors), 3)} %). "
        f"Each seat wins less than the one before it: with four players on map1 {seats} %."
    )
    yield (
        f"- **In points it is a tenth of one, or less.** The start seat ends {lead('map1')} above the mean of the "
        f"others on map1, {lead('map2')} on map2."
    )
    yield (
        f"- **Winning is being first with carriage 7.** On map1 {held('winner', 'carriage', '7')} of the winners have "
        f"it, with two, three and four players, but {held('other', 'carriage', '7')} of the others. Who takes the "
        f"game-end tile wins {_each(lambda n: _percent(of.ender_won('map1', n).value) + ' %')} of the games."
    )
    yield (
        f"- **Of the tiles that do not come with that carriage, all regions tells most.** On map1 "
        f"{held('winner', 'stack', 'all_regions')} of the winners have a tile of it, and "
        f"{held('other', 'stack', 'all_regions')} of the others: its holders win {lifts('all_regions')} times an equal "
        f"share. Baiern follows with {lifts('baiern')}; the other regions of map1 give {_each(others)}. The tile of "
        f"Württemberg and Hohenzollern is the one that winners hold most often, {held('winner', 'stack', MOST_HELD)}."
    )
    yield (
        f"- **The second tile of a stack tells less than the first**, though it is worth but a point less. The 6 of "
        f"all regions goes with {lifts('all_regions', '6')} times an equal share of wins, the 5 with "
        f"{lifts('all_regions', '5')}; the 5 of Baiern with {lifts('baiern', '5')}, the 4 with {lifts('baiern', '4')}."
    )
    yield (
        f"- **Winners are ahead in everything.** With two players on map1 they have {plain(gaps['score'], 2)} points "
        f"more than the others: {plain(gaps['tiles'], 2)} by tiles, {plain(gaps['carriage'], 2)} by carriages, "
        f"{plain(gaps['houses'], 2)} by houses."
    )


def _run(of: Figures) -> Iterator[str]:
    games = [of.games(map_name, players) for map_name, players in product(MAPS, PLAYERS)]
    yield f"{games[0]:,} games on each map with each number of players, {sum(games):,} in all. Made on"
    yield from origin(of.about)


def _seats(of: Figures) -> Iterator[str]:
    rows = []
    for map_name, players in product(MAPS, PLAYERS):
        for seat in range(players):
            won = of.won(map_name, players, seat)
            score, lead = (of.mean[map_name, players, f"seat{seat}", name] for name in ("score", "lead"))
            rows.append(
                (
                    f"{map_name}, {players} players, seat {seat}",
                    f"{_percent(won.value, 2)} ± {_percent(won.error, 2)}",
                    signed(100 * (won.value - 1 / players)),
                    f"{plain(score.value, 3)} ± {score.error:.3f}",
                    f"{signed(lead.value, 3)} ± {lead.error:.3f}",
                    _percent(of.ended(map_name, players, seat).value, 2),
                )
            )
    head = ("seat", "wins, % ± se", "less equal share", "score ± se", "lead over the others ± se", "ends the game, %")
    yield from table(head, rows)


def _ends(of: Figures) -> Iterator[str]:
    rows = []
    for key in product(MAPS, PLAYERS):
        map_name, players = key
        turns, decisions = (of.mean[map_name, players, "all", name] for name in ("turns", "decisions"))
        won = of.ender_won(*key)
        rows.append(
            (
                f"{map_name}, {players} players",
                f"{turns.value:.2f}",
                f"{decisions.value:.2f}",
                *(_percent(of.end(map_name, players, how), 2) for how in ENDS),
                f"{_percent(won.value, 2)} ± {_percent(won.error, 2)}",
                _percent(of.count("tied", map_name, players, "all") / of.games(*key), 2),
            )
        )
    ways = ("by carriage 7, %", "by 20 houses, %", "by both at once, %")
    yield from table(
        ("games", "turns", "decisions", *ways, "who ends it wins, % ± se", "best score shared, %"),
        rows,
    )


def _who(map_name: str, players: int, group: str) -> str:
    return f"{map_name}, {players} players, {'winners' if group == 'winner' else 'others'}"


def _carriages(of: Figures) -> Iterator[str]:
    rows = [
        (
            _who(map_name, players, group),
            *(_percent(of.among(group, "carriage", map_name, players, str(number)), 2) for number in CARRIAGES),
        )
        for map_name, players, group in product(MAPS, PLAYERS, GROUPS)
    ]
    yield from table(("highest carriage, %", *(str(number) if number else "none" for number in CARRIAGES)), rows)


def _sheets(of: Figures) -> Iterator[str]:
    rows = []
    for map_name, players in product(MAPS, PLAYERS):
        for group in GROUPS:
            means = [of.mean[map_name, players, group, item].value for item in ITEMS]
            rows.append((_who(map_name, players, group), *(plain(mean, 2) for mean in means)))
        gaps = [gap(of, map_name, players, item) for item in ITEMS]
        rows.append(("difference", *(f"**{signed(each)}**" for each in gaps)))
    yield from table(("points", "tiles", "carriage", "houses", "score"), rows)


def _tiles(of: Figures, map_name: str) -> Iterator[str]:
    """Stacks in bold, then their tiles by value; three columns for each number of players."""

    def cells(stack: str, value: str = "") -> Iterator[str]:
        kind = "tile" if value else "stack"
        for players in PLAYERS:
            shares = [of.among(group, kind, map_name, players, stack, value) for group in GROUPS]
            yield from (_percent(each) if each else "–" for each in shares)
            yield f"{of.lift(map_name, players, stack, value):.2f}" if any(shares) else "–"

    rows = []
    for stack, (words, values) in held_stacks(of, map_name).items():
        rows.append((f"**{words}**", *cells(stack)))
        if len(values) > 1:
            rows += [(f"its {value}", *cells(stack, str(value))) for value in values]
    yield from table(("tile", *(f"{n}: {name}" for n in PLAYERS for name in ("winners", "others", "lift"))), rows)


# ---- pictures ----


def _paint_seats(canvas: Any, of: Figures) -> None:
    axes = canvas.subplots(1, len(MAPS), sharex=True, sharey=True)
    for ax, map_name in zip(axes, MAPS, strict=True):
        ax.axhline(0, color="#9aa0a8", linewidth=0.9)
        for players in PLAYERS:
            won = [of.won(map_name, players, seat) for seat in range(players)]
            ax.errorbar(
                range(players),
                [100 * (figure.value - 1 / players) for figure in won],
                [200 * figure.error for figure in won],
                color=COLOURS[players],
                marker=MARKS[players],
                markersize=6,
                markeredgecolor="white",
                markeredgewidth=0.5,
                linewidth=1.4,
                capsize=3,
                label=f"{players} players",
            )
        dress(ax, map_name)
        ax.set_xlabel("seat, in the order of turns", color=MUTED)
        ax.set_xticks(range(max(PLAYERS)))
    axes[0].set_ylabel("wins less an equal share,\npercentage points", color=MUTED)
    axes[0].legend(frameon=False, labelcolor=INK)


def _paint_tiles(canvas: Any, of: Figures) -> None:
    axes = canvas.subplots(1, len(MAPS), sharex=True)
    for ax, map_name in zip(axes, MAPS, strict=True):
        lift_of = partial(of.lift, map_name, max(PLAYERS))
        held = sorted(held_stacks(of, map_name), key=lift_of)
        ax.axvline(1, color="#9aa0a8", linewidth=0.9)
        for players in PLAYERS:
            lifts = [of.lift(map_name, players, stack) for stack in held]
            ax.plot(
                lifts,
                range(len(held)),
                color=COLOURS[players],
                marker=MARKS[players],
                markersize=7,
                markeredgecolor="white",
                markeredgewidth=0.5,
                linestyle="none",
                label=f"{players} players",
            )
        dress(ax, map_name, grid="x")
        ax.set_yticks(range(len(held)), [stacks(map_name)[stack][0] for stack in held])
        ax.set_xlabel("how many times an equal share its holders win", color=MUTED)
        ax.set_xlim(left=0.8)
    axes[0].legend(frameon=False, labelcolor=INK, loc="lower right")


def _paint_scores(canvas: Any, of: Figures) -> None:
    axes = canvas.subplots(len(MAPS), len(PLAYERS), sharex=True, sharey=True)
    for line, map_name in zip(axes, MAPS, strict=True):
        for ax, players in zip(line, PLAYERS, strict=True):
            for group in GROUPS:
                totals = scores(of, map_name, players, group)
                mean = of.mean[map_name, players, group, "score"].value
                label = f"{'winners' if group == 'winner' else 'others'}\nmean {plain(mean, 1)}"
                paint_totals(ax, totals, GROUP_COLOURS[group], label, mean, "left" if group == "winner" else "right")
            dress(ax, f"{map_name}, {players} players")
        line[0].set_ylabel("% of them", color=MUTED)
    for ax in axes[-1]:
        ax.set_xlabel("final score", color=MUTED)
    axes[0][0].set_ylim(0, axes[0][0].get_ylim()[1] * 1.16)


QUESTION = Question(
    program="thurn_and_taxis_plots",
    page=FOLDER / "thurn_and_taxis_questions.md",
    data=FOLDER / "data" / "thurn_and_taxis_seats.csv",
    read=read,
    tables=tables,
    painted=(
        ("thurn_and_taxis_seats", (9.5, 3.8), _paint_seats),
        ("thurn_and_taxis_tiles", (11, 4.2), _paint_tiles),
        ("thurn_and_taxis_scores", (10.5, 6.2), _paint_scores),
    ),
)

if __name__ == "__main__":
    sys.exit(QUESTION.main(__doc__ or ""))
