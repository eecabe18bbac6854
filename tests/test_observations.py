"""What a seat may know is what its observation tells: all of it, nothing else, and seen from that seat."""

import itertools
import json
import random
from typing import Any, NamedTuple

import numpy as np
import pytest

import spielwerk as sw
from tests.known import known_to, turned
from tests.observation_pairs import Ledger, View, decisions, neighbours, positions, view
from tests.reference.random_boards import random_board_file
from tests.reference.random_maps import random_map_file
from tests.test_hostile_dungeon_petz import small_decks


class Case(NamedTuple):
    """A game to look at: its name and options, and how many games are played to their end."""

    name: str
    options: dict[str, Any]
    games: int = 3

    def load(self) -> sw.Game:
        return sw.load(self.name, **self.options)


CASES = [
    Case("patchwork", {}, 4),
    Case("patchwork", {"time_track": "first_edition", "starting_player": 1}, 4),
    Case("trek12", {}, 4),
    Case("trek12", {"board": "kagkot", "players": 2}, 6),
    Case("trek12", {"board": "jampa", "players": 3, "prelink_failure": "number_stays"}),
    Case("trek12", {"board": "stay_home", "players": 3, "over12": "loss_if_chosen"}, 6),
    Case("trek12", {"board": "stay_home", "players": 3}, 6),
    Case("trek12", {"board": "valentine", "players": 2}),
    Case("trek12", {"board": "fily_trek", "players": 3}),
    Case("trek12", {"board": "christmas", "players": 4}),
    Case("trek12", {"board": "mount_fuji", "players": 2, "fuji_tables": "free_after_crossing"}),
    Case("trek12", {"board_file": random_board_file(random.Random(12)), "players": 2}, 12),
    Case("thurn_and_taxis", {"max_turns": 60}, 1),
    Case("thurn_and_taxis", {"map": "map2", "players": 3, "start_player": 2, "max_turns": 60}, 1),
    Case("thurn_and_taxis", {"players": 4, "carrier_second_must_fit": False, "max_turns": 60}, 1),
    Case("thurn_and_taxis", {"map_file": random_map_file(random.Random(21)), "players": 3, "max_turns": 90}, 1),
    Case("dungeon_petz", {"players": 2}, 2),
    Case("dungeon_petz", {"players": 3, "double_symbols": True, "advanced_meat_stand": True}, 1),
    Case("dungeon_petz", {"players": 4, "foresight": "full", "start_token": "counterclockwise"}, 1),
    Case("dungeon_petz", {"players": 4, "skip_forced": True, "double_symbols": True, "tables_file": small_decks()}, 1),
]
IDS = [f"{case.name}-{number}" for number, case in enumerate(CASES)]
# Where something is hidden from somebody, other than from a single player.
HIDING = [case for case in CASES if case.name != "patchwork" and case.load().num_players > 1]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_seat_sees_what_it_may_know_and_nothing_else(case: Case) -> None:
    """TK-60, TK-100, TT-58, TT-59, TT-65, TT-102, DP-123, DP-124, DP-175, PW-48: of any two positions of whole games,
    and of those that a seat takes for possible, the observations are equal exactly if what the seat may know is.
    """
    game, rng, ledger = case.load(), sw.Rng(seed=8), Ledger()
    before: dict[int, View] = {}
    for state in positions(game, case.games, seed=3):
        for seat in range(game.num_players):
            now = view(state, seat)
            ledger.enter(now)
            drawn = view(state.resample_hidden(seat, rng), seat)
            ledger.enter(drawn)
            # Not only one that nothing contradicts: one that looks like that from which it was drawn.
            assert ledger.compare(now, drawn), "a position drawn for a seat is one that it can tell apart"
            if seat in before:
                ledger.compare(before[seat], now)
            before[seat] = now
    assert ledger.apart > 50, ledger
    assert ledger.alike > 20 if case in HIDING else ledger.alike == 0, ledger


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_each_difference_of_two_positions_is_seen_by_who_may_know_it(case: Case) -> None:
    """PW-50, TK-95, TT-100, TT-102, DP-170, DP-180: two positions that differ in little, one entry of the dict, two
    that change places, a card that lies elsewhere.
    """
    game, rng, ledger = case.load(), random.Random(5), Ledger()
    for state in rng.sample(list(positions(game, case.games, seed=4)), 24):
        views = [view(state, seat) for seat in range(game.num_players)]
        for other in neighbours(state, rng, 80):
            for own in views:
                ledger.compare(own, view(other, own.seat))
    assert ledger.apart > 150, ledger
    if case.name in ("thurn_and_taxis", "dungeon_petz"):
        assert ledger.alike > 0, ledger


@pytest.mark.parametrize("case", HIDING, ids=lambda case: case.name)
def test_choices_of_others_are_seen_when_they_are_revealed(case: Case) -> None:
    """Every two choices at one decision lead to positions that the seat that chose tells apart, and the others do so
    exactly if what they may know differs (TK-60, TT-59, DP-124).
    """
    game, ledger, own = case.load(), Ledger(), 0
    for state in decisions(game, case.games, seed=6):
        seat = state.current_player
        nexts = [state.apply(action) for action in state.legal_actions()[:4]]
        for observer in range(game.num_players):
            views = [view(after, observer) for after in nexts]
            for one, other in itertools.pairwise(views):
                is_alike = ledger.compare(one, other)
                # Some ways lead to one and the same position, such as the last cards of a grouping.
                assert observer != seat or is_alike == (one.state == other.state), (one, other)
                own += observer == seat
    assert own > 50 and ledger.apart > 50, (own, ledger)
    # Thurn and Taxis has no secret choices: what is drawn is hidden, and chance draws it.
    assert ledger.alike > 50 if case.name != "thurn_and_taxis" else ledger.alike == 0, ledger


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_seats_are_relative_to_the_observer(case: Case) -> None:
    """With all players one seat further on, each sees what it saw before."""
    game = case.load()
    seats, turned_game = game.num_players, sw.load(case.name, **_turned_options(case, game))
    compared = left_out = 0
    for state in positions(game, case.games, seed=9):
        position = state.to_dict()
        if _is_tied_to_seats(case.name, position):
            left_out += 1
            continue
        other = turned_game.state_from_dict(turned(case.name, position))
        for seat in range(seats):
            there = (seat + 1) % seats
            assert np.array_equal(state.observation(seat), other.observation(there)), position
            assert state.observation_string(seat) == other.observation_string(there)
        compared += 1
    assert compared > 20 and (left_out == 0 or case.name in ("trek12", "dungeon_petz")), (compared, left_out)


def test_pairs_notice_what_is_hidden_and_what_is_shown() -> None:
    """A ledger that could not fail would prove nothing."""
    game = sw.load("trek12", board="kagkot", players=2)
    state = next(decisions(game, 1, seed=6))
    # Seat 0 has written differently: that is hidden from seat 1, and seat 0 knows it.
    one, other = (state.apply(action) for action in state.legal_actions()[:2])
    for seat, field in itertools.product((0, 1), ("seen", "told", "known")):
        mine, theirs = view(one, seat), view(other, seat)
        assert Ledger().compare(mine, theirs) == (seat == 1)
        wrong = mine._replace(**{field: getattr(theirs, field) if seat == 0 else type(getattr(mine, field))()})
        with pytest.raises(AssertionError, match=f"seat {seat}: "):
            Ledger().compare(wrong, theirs if seat == 0 else mine)
        if field == "told":
            continue
        ledger = Ledger()
        ledger.enter(theirs if seat == 0 else mine)
        with pytest.raises(AssertionError, match=f"seat {seat} sees "):
            ledger.enter(wrong)


def _turned_options(case: Case, game: sw.Game) -> dict[str, Any]:
    """The start player moves with the others, where an option names it."""
    options = dict(case.options)
    for option in ("starting_player", "start_player"):
        if isinstance(game.options.get(option), int):
            options[option] = (game.options[option] + 1) % game.num_players
    return options


def _is_tied_to_seats(name: str, position: dict[str, Any]) -> bool:
    """TK-59: in a round the seats decide in their order, counted from 0; DP-121: the opening hands are dealt so."""
    opening = position["phase"] == "setup" and position.get("deal") in ("start", "card")
    return (name == "trek12" and position["phase"] == "move") or (name == "dungeon_petz" and opening)


def test_rounds_of_trek12_are_taken_back_to_their_start() -> None:
    """TK-60: what the list of knowledge makes of a sheet is the sheet that stood there before the roll."""
    compared = moves = 0
    for case in (case for case in CASES if case.name == "trek12"):
        start: list[Any] = []
        for state in positions(case.load(), 3, seed=10):
            position = state.to_dict()
            if position["phase"] != "move":
                start = position["players"]
                continue
            for seat, player in enumerate(position["players"]):
                for other in range(len(position["players"])):
                    if other != seat:
                        assert known_to("trek12", position, other)["players"][seat] == start[seat]
                        compared, moves = compared + 1, moves + (player["move"] is not None)
    assert compared > 1000 and moves > 400, (compared, moves)


# ---- the specification ----


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_specification_names_each_byte_once(case: Case) -> None:
    game = case.load()
    spec, end = game.observation_spec, 0
    keys = ["name", "offset", "shape", "dtype", "low", "high", "meaning"]
    for field in spec:
        assert list(field) == keys and field["dtype"] == "uint8", field
        assert field["offset"] == end and 0 <= field["low"] <= field["high"] <= 255, field
        assert isinstance(field["shape"], tuple) and all(type(length) is int for length in field["shape"]), field
        assert len(field["meaning"]) > 10 and not field["meaning"].endswith("."), field
        end += int(np.prod(field["shape"]))
    assert end == game.observation_size
    assert len({field["name"] for field in spec}) == len(spec) >= 12


@pytest.mark.parametrize(
    ("name", "options"), [("trek12", {"board": "jampa"}), ("thurn_and_taxis", {}), ("dungeon_petz", {})]
)
def test_axes_of_seats_say_who_comes_first(name: str, options: dict[str, Any]) -> None:
    """A field whose shape or bounds depend on the number of players speaks of seats, and says in which order."""
    two, three = (sw.load(name, players=players, **options).observation_spec for players in (2, 3))
    told = [field for field in three if "observer first" in field["meaning"]]
    grown = [
        now for was, now in zip(two, three, strict=True) if (was["shape"], was["high"]) != (now["shape"], now["high"])
    ]
    assert [field["name"] for field in grown if field not in told] == []
    assert len(grown) > 7
    for field in told:
        assert field["meaning"] == next(f["meaning"] for f in two if f["name"] == field["name"])


def test_numbers_of_several_bytes_begin_with_the_lowest() -> None:
    """TT-58, DP-123: a field of numbers beyond 255 reads as one of numpy's own types."""
    game = sw.load("thurn_and_taxis", players=2, max_turns=300)
    state = list(positions(game, 1, seed=1))[-1]
    position, seen = state.to_dict(), _fields(state, 1)
    assert seen["turn"].view("<u4") == [position["turn"]] and position["turn"] > 255
    assert seen["closes"].view("<u4").ravel().tolist() == [position["players"][seat]["closes"] for seat in (1, 0)]
    assert seen["supply"].view("<u2") == [sum(position["supply"])]
    petz = list(positions(sw.load("dungeon_petz", players=2), 1, seed=2))[-1]
    items = [list(player["doubled"].values()) for player in petz.to_dict()["players"]]
    assert (_fields(petz, 0)["points"].view("<u2").reshape(2, 5) - 32768.0).tolist() == items
    assert np.any(items)


def _fields(state: sw.State, seat: int) -> dict[str, Any]:
    vector = state.observation(seat)
    return {
        field["name"]: vector[field["offset"] :][: int(np.prod(field["shape"]))].reshape(field["shape"])
        for field in state.game.observation_spec
    }


def test_tiles_of_one_value_are_seen_alike_whoever_took_the_first() -> None:
    """TT-39: who has which value is public; of equal tiles it makes no difference, for no observer."""
    game = sw.load("thurn_and_taxis", map_file=_map_with_equal_tiles(), players=3)
    start = game.initial_state().to_dict()
    stack = next(k for k, stack in enumerate(game.tables()["map"]["bonus_stacks"]) if stack["values"] == [4, 4, 4, 1])
    seen = []
    for holders in ((0, 1), (1, 2), (2, 0)):
        position = json.loads(json.dumps(start))
        for seat in holders:
            position["players"][seat]["tiles"][stack] = [4]
        position["stacks"][stack] -= 2
        seen.append(game.state_from_dict(position, strict=False))
    tiles = [[_fields(state, seat)["tiles"][stack].tolist() for seat in range(3)] for state in seen]
    assert tiles[0] == [[1, 2, 0, 0], [1, 3, 0, 0], [2, 3, 0, 0]]
    assert tiles[1] == [[2, 3, 0, 0], [1, 2, 0, 0], [1, 3, 0, 0]]
    assert tiles[2] == [[1, 3, 0, 0], [2, 3, 0, 0], [1, 2, 0, 0]]


def _map_with_equal_tiles() -> str:
    game_map = sw.load("thurn_and_taxis").tables()["map"]
    stack = next(stack for stack in game_map["bonus_stacks"] if stack["kind"] == "route_length")
    stack["values"] = [4, 4, 4, 1]
    return json.dumps(game_map)


@pytest.mark.parametrize("name", sw.game_names())
def test_description_has_all_that_the_game_says_of_itself(name: str) -> None:
    game = sw.load(name)
    text = game.describe()
    lines = text.splitlines()
    assert lines[0].startswith(f"{game.title} ({name}), ") and max(map(len, lines)) <= 120
    titles = [title for title, line in itertools.pairwise(lines) if line == "=" * len(title) != ""]
    assert titles == ["Options", "Actions", "Chance outcomes", "Observation", "Score sheet", "Policies", "Provenance"]
    after = dict(zip(titles, [*titles[1:], ""], strict=True))
    parts = {title: text.partition(f"\n{title}\n===")[2].partition(f"\n{after[title]}\n===")[0] for title in titles}
    words = {title: " ".join(part.split()) for title, part in parts.items()}
    for title, families in (("Actions", game.action_spec), ("Chance outcomes", game.outcome_spec)):
        for family in families:
            last = family["first"] + family["size"] - 1
            assert f"{family['family']} " in words[title] and str(last) in words[title], family
    row = [line.split() for line in parts["Observation"].splitlines()]
    for field in game.observation_spec:
        shape = " × ".join(map(str, field["shape"])).split()
        bounds = [field["dtype"], str(field["low"]), str(field["high"])]
        assert any(cells[: 5 + len(shape)] == [field["name"], str(field["offset"]), *shape, *bounds] for cells in row)
        assert all(word in words["Observation"] for word in field["meaning"].split())
    for title, told in (
        ("Score sheet", game.score_items),
        ("Policies", [*game.policies]),
        ("Provenance", [*game.provenance]),
        ("Options", [*game.options]),
    ):
        assert [item for item in told if item not in words[title]] == []


def test_description_tells_the_options_that_were_chosen() -> None:
    text = sw.load("trek12", board="kagkot", players=3).describe()
    lines = text.partition("\nActions\n")[0].splitlines()
    # Rows begin with the name of an option; what is wrapped begins with blanks.
    options = {line.split()[0]: line.split()[1] for line in lines[6:] if line[:1].strip()}
    assert text.startswith("Trek 12 (trek12), 3 players\n")
    assert (options["board"], options["players"]) == ("'kagkot'", "3")
    file = sw.load("trek12", board_file=random_board_file(random.Random(3))).describe()
    assert max(map(len, file.splitlines())) <= 120 and "…" in file


def test_numbers_that_no_field_could_hold_are_no_position() -> None:
    """DP-180: two positions with other points or other gold are never seen alike, since none has too much of it."""
    game = sw.load("dungeon_petz", players=2, start_player=0)
    state = next(state for state in positions(game, 1, seed=1) if state.to_dict()["point"] == "gold")
    plain = state.to_dict()
    seat = plain["seat"]

    def with_numbers(gold: int, exhibitions: int, lost: int) -> dict[str, Any]:
        position: dict[str, Any] = json.loads(json.dumps(plain))
        player = position["players"][seat]
        player["groups"] = [[1, 2], [1, None]]
        player["home"], player["gold"] = 4, gold
        player["doubled"] |= {"exhibitions": exhibitions, "lost_pets": lost}
        return position

    for gold, exhibitions, lost in ((65_533, 32_766, -32_766), (65_532, 32_766, 0), (0, 32_764, -2)):
        accepted = game.state_from_dict(with_numbers(gold, exhibitions, lost))
        for observer in (seat, 1 - seat):
            seen = _fields(accepted, observer)
            place = (seat - observer) % 2
            # Of an opponent's groups the gold counts as at home.
            assert seen["gold"][place].view("<u2") == [gold + (0 if observer == seat else 2)]
            assert seen["points"][place].view("<u2").ravel()[[0, 2]].tolist() == [32_768 + exhibitions, 32_768 + lost]
    for gold, exhibitions, lost in ((65_534, 0, 0), (65_536, 0, 0), (0, 32_768, 0), (0, 32_768, -32_768)):
        with pytest.raises(sw.InvalidStateError):
            game.state_from_dict(with_numbers(gold, exhibitions, lost))
