"""The plain reference of Trek 12 against scenarios, validator cases and the known numbers of `seeds/trek12.md`."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests import scenario_runner
from tests.reference import trek12
from tests.reference.trek12 import ITEMS, OPERATIONS, ROLLS, PositionError, State, Trek12, validate
from tests.scenario_runner import ROOT, Scenario

SCENARIO_FOLDER = Path(__file__).resolve().parent / "scenarios"
SCENARIOS = scenario_runner.load(SCENARIO_FOLDER / "trek12.toml")
VALIDATOR = json.loads((SCENARIO_FOLDER / "trek12_boards.json").read_text(encoding="utf-8"))
DATA = (ROOT / "seeds" / "trek12.json").read_text(encoding="utf-8")
BOARDS = [board["id"] for board in json.loads(DATA)["boards"]]
CODES = (
    *("bad_json", "bad_schema", "no_boards", "missing_key", "unknown_key", "wrong_type", "bad_id", "duplicate_id"),
    *("circle_count", "circle_ids", "bad_coordinate", "bad_max", "bad_edge", "duplicate_edge", "not_connected"),
    *("bad_start", "bad_tables", "bad_limit", "bad_zones", "too_few_boxes", "bad_penalty", "bad_special"),
    "bad_provenance",
)
# what differs from the defaults in every option that changes a rule
OTHER_OPTIONS: dict[str, Any] = {
    "bonus_table": "printed",
    "face_penalty": "three",
    "face_claims_flag": True,
    "face_claims_top": False,
    "prelink_failure": "number_stays",
    "wave_failure": "no_link",
    "fuji_tables": "free_after_crossing",
    "over12": "loss_if_chosen",
}


class Engine:
    def load(self, options: Mapping[str, Any], /) -> Trek12:
        return Trek12(**options)


# ---- scenarios ----


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_scenario(scenario: Scenario) -> None:
    assert scenario_runner.run(scenario, Engine()) > 0


def test_every_case_has_a_scenario() -> None:
    found = {scenario.id.rstrip("abcdefghi") for scenario in SCENARIOS}
    assert {f"TKC-{number}" for number in range(1, 26)} <= found


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_the_dict_form_loses_nothing_but_the_past(scenario: Scenario) -> None:
    """TK-95: what a scenario starts from and what it leads to, taken from its dict and played on."""
    game = Trek12(**scenario.options)
    position = scenario_runner.without_none(scenario.position or {})
    state = game.state_from_dict(position, strict=scenario.strict)
    for outcome in scenario.draws:
        state = state.apply(outcome)
    for step in ({}, *scenario.steps):
        if "apply" in step:
            twin = game.state_from_dict(state.to_dict(), strict=scenario.strict)
            assert twin.to_dict() == state.to_dict()
            assert twin.events(step["apply"]) == state.events(step["apply"])
            state = state.apply(step["apply"])


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("board = { n = 2 }", "missing keys"),
        ("board = { edges = [[0, 1]] }", "missing keys"),
        ("board = { n = 2, edges = [[0, 1]], roses = [1] }", "unknown keys"),
        ("board = { n = 2, edges = [[0, 1]], dangerous = [2] }", "dangerous"),
        ("board = { n = 2, edges = [[0, 1]], limits = {}, tables = [] }", "in the place of limits"),
        ('board = { n = 2, edges = [[0, 1]] }\noptions = { board_file = "{}" }', "exclude each other"),
        ('board = { n = 2, edges = [[0, 1]] }\ngolden = { file = "a" }', "in the place of"),
    ],
)
def test_runner_refuses_a_board_that_it_would_not_use(tmp_path: Path, body: str, words: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(f'game = "trek12"\n[[scenario]]\nid = "X"\nrules = []\nabout = ""\n{body}\n', encoding="utf-8")
    with pytest.raises(ValueError, match=f"X.*{words}"):
        scenario_runner.load(file)


def test_a_board_becomes_a_board_file(tmp_path: Path) -> None:
    """TK-66: what the short form leaves out is filled in."""
    body = "board = { n = 2, edges = [[0, 1]], dangerous = [1], start = [0], specials = { desk = [1] } }"
    file = tmp_path / "board.toml"
    file.write_text(f'game = "trek12"\n[[scenario]]\nid = "X"\nrules = []\nabout = ""\n{body}\n', encoding="utf-8")
    (scenario,) = scenario_runner.load(file)
    assert json.loads(scenario.options["board_file"]) == {
        "schema": "trek12-boards/1",
        "boards": [
            {
                "id": "scenario",
                "circles": [{"id": 0, "max": 12}, {"id": 1, "max": 6}],
                "edges": [[0, 1]],
                "tables": [{"zone": "all", "limits": dict.fromkeys(OPERATIONS, 4)}],
                "start": [0],
                "specials": {"desk": [1]},
            }
        ],
    }


# ---- board files ----


def changed(base: Any, changes: list[dict[str, Any]]) -> str:
    """The text of the base file with these changes; the form is described in `scenarios/README.md`."""
    document = copy.deepcopy(base)
    for change in changes:
        *way, last = change["path"]
        place = document
        for part in way:
            place = place[part]
        if change["op"] == "set":
            place[last] = change["value"]
        elif change["op"] == "delete":
            del place[last]
        else:
            assert change["op"] == "append"
            place[last].append(change["value"])
    return json.dumps(document)


def file_of(case: Mapping[str, Any]) -> str | bytes:
    if "bytes_hex" in case:
        return bytes.fromhex(case["bytes_hex"])
    return str(case["text"]) if "text" in case else changed(VALIDATOR["base"], case["changes"])


@pytest.mark.parametrize("case", VALIDATOR["cases"], ids=lambda case: case["id"])
def test_board_file(case: dict[str, Any]) -> None:
    """TK-66 to TK-72, TK-89, TK-90, TK-91, TK-92, TK-94."""
    errors = validate(file_of(case))
    found = [{"code": e.code, "board": e.index, "id": e.id, "path": e.path} for e in errors]
    assert found == case["errors"]
    assert all(error.message for error in errors)


def test_the_validator_cases_cover_every_code() -> None:
    """TK-72."""
    cases = VALIDATOR["cases"]
    assert len({case["id"] for case in cases}) == len(cases) >= 80
    for case in cases:
        assert {"id", "rules", "about", "errors"} < set(case)
        assert len({"text", "bytes_hex", "changes"} & set(case)) == 1
    assert {error["code"] for case in cases for error in case["errors"]} == set(CODES)
    assert any(len({error["code"] for error in case["errors"]}) >= 5 for case in cases)
    boards = {error["board"] for case in cases for error in case["errors"]}
    assert {None, 0, 1, 2} <= boards


def test_the_shipped_data_is_a_board_file() -> None:
    """TK-66, TK-93: and each of its boards can be named."""
    assert validate(DATA) == validate(DATA.encode()) == []
    for board in BOARDS:
        loaded = Trek12(board_file=DATA, board=board)
        assert loaded.rules.board == Trek12(board=board).rules.board
    assert Trek12(board_file=DATA).rules.board.id == Trek12().rules.board.id == "dunai"
    for board, file in (("everest", None), ("kagkot", changed(VALIDATOR["base"], []))):
        with pytest.raises(ValueError, match="TK-93"):
            Trek12(board=board, board_file=file)


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"players": 0}, "TK-1"),
        ({"players": 13}, "TK-1"),
        ({"players": True}, "TK-1"),
        ({"colour": "red"}, "TK-58"),
        ({"bonus_table": "none"}, "TK-58"),
        ({"face_claims_flag": 1}, "TK-58"),
    ],
)
def test_unknown_options_are_refused(options: dict[str, Any], rule: str) -> None:
    with pytest.raises(ValueError, match=rule):
        Trek12(**options)


# ---- known numbers ----


def values(roll: tuple[int, int]) -> set[int]:
    return {trek12.value_of(operation, roll) for operation in range(5)}


def test_values_over_the_rolls() -> None:
    """TK-79, TK-65."""
    counts = Counter(value for roll in ROLLS for value in values(roll))
    assert [counts[v] for v in range(13)] == [11, 18, 17, 17, 17, 16, 13, 5, 6, 4, 4, 1, 3]
    assert sum(1 for roll in ROLLS if max(values(roll)) > 12) == 9
    assert round(sum(len(values(roll)) for roll in ROLLS) / 36, 3) == 3.917
    assert len({frozenset(roll) if 0 not in roll and 6 not in roll else roll for roll in ROLLS}) == 26


def test_placements_on_an_empty_sheet() -> None:
    """TK-80."""
    games = {board: Trek12(board=board) for board in BOARDS}
    counts = {
        board: Counter(len(game.initial_state().apply(roll).legal_actions()) for roll in range(36))
        for board, game in games.items()
    }
    whole = Counter({95: 36})
    starts = {"stay_home": Counter({95: 27, 76: 9}), "fily_trek": Counter({10: 36}), "christmas": Counter({5: 36})}
    assert counts == dict.fromkeys(BOARDS, whole) | starts | {"mount_fuji": Counter({30: 36})}
    edges = {board: len(games[board].rules.board.edges) for board in ("dunai", "kagkot", "dhaulagiri")}
    assert edges == {"dunai": 32, "kagkot": 27, "dhaulagiri": 23}


def test_bonus_tables() -> None:
    """TK-28."""
    seed = [trek12.bonus(circles) for circles in range(20)]
    assert seed == [0, 0, 0, 1, 3, 6, 10, 15, 21, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75]
    assert [trek12.bonus(circles, "printed") for circles in range(20)] == [*seed[:8], 20, *seed[9:]]


@pytest.mark.parametrize(("board", "mean", "deviation"), [("dunai", 6.04, 15.1), ("kagkot", -0.52, 15.5)])
def test_mean_of_random_play(board: str, mean: float, deviation: float) -> None:
    """TK-81, within five standard errors."""
    games, game = 150, Trek12(board=board)
    totals = [list(random_game(seed, game))[-1][0].scores()[0] for seed in range(games)]
    assert abs(sum(totals) / games - mean) < 5 * deviation / games**0.5
    assert min(totals) >= -57, "TK-76"


# ---- whole games ----


def random_game(seed: int, game: Trek12) -> Iterator[tuple[State, int]]:
    """(state, action) pairs of a uniformly random game and (final state, -1)."""
    rng = random.Random(seed)
    state = game.initial_state()
    while state.current_player != trek12.TERMINAL:
        action = rng.choice([outcome for outcome, _ in state.chance_outcomes()] or state.legal_actions())
        yield state, action
        state = state.apply(action)
    yield state, -1


@pytest.mark.parametrize("options", [{}, OTHER_OPTIONS], ids=["defaults", "others"])
@pytest.mark.parametrize("board", BOARDS)
def test_random_games(board: str, options: dict[str, Any]) -> None:
    """TK-73, TK-74, TK-75, TK-77 and TK-78 at every state (`check`), and the dict form (TK-95)."""
    game = Trek12(board=board, players=3, **options)
    for seed in range(6):
        rounds = 0
        for state, action in random_game(seed, game):
            state.check()
            form = state.to_dict()
            again = game.state_from_dict(form)
            assert again.to_dict() == form and again.legal_actions() == state.legal_actions()
            for player in range(3):
                sheet = state.score_sheet(player)
                assert list(sheet) == [*ITEMS, "total"], "TK-24"
                assert sheet["total"] == sum(sheet[item] for item in ITEMS), "TK-24"
            assert [rank == 1 for rank in state.ranks()].count(True) >= 1, "TK-56"
            if state.current_player == trek12.CHANCE:
                assert state.legal_actions() == [] and len(state.chance_outcomes()) == 36, "TK-61"
                rounds += 1
            elif state.current_player >= 0:
                assert state.chance_outcomes() == [] and state.legal_actions(), "TK-13"
            if action >= 0 and seed == 0:
                assert_exactly_listed(state)
        assert rounds <= 19, "TK-8"
        assert state.phase == "over"


def assert_exactly_listed(state: State) -> None:
    """Of all numbers and some beyond, `events` accepts exactly the listed ones (TK-63)."""
    accepted = []
    for action in range(-2, 240):
        try:
            state.events(action)
        except ValueError:
            continue
        accepted.append(action)
    assert accepted == ([outcome for outcome, _ in state.chance_outcomes()] or state.legal_actions())


# ---- what no scenario can say ----


def played(game: Trek12, *actions: int) -> State:
    state = game.initial_state()
    for action in actions:
        state = state.apply(action)
    return state


def small(**specials: Any) -> str:
    """A path of three circles."""
    board = {"n": 3, "edges": [[0, 1], [1, 2]], "specials": specials}
    return scenario_runner.board_file(board, "test")


@pytest.mark.parametrize(("roses", "expected"), [("all", 4 + 9 + 4 + 2 + 3), ("connected_only", 4 + 4 + 2 + 3)])
def test_compatibility(roses: str, expected: int) -> None:
    """TK-46: the roses 0 and 2 of both sheets and one circle with the same number; two faces are no match."""
    game = Trek12(board_file=small(roses=[0, 2]), players=3, compatibility_roses=roses)
    numbers = [[4, 5, 9], [4, 3, 2], ["face", "face", "face"]]
    links = [[[0, 1]], [[1, 0], [2, 1]], []]
    players = [{"numbers": n, "links": pairs} for n, pairs in zip(numbers, links, strict=True)]
    state = game.state_from_dict({"players": players}, strict=False)
    assert state.compatibility(0, 1) == state.compatibility(1, 0) == expected
    assert state.compatibility(2, 2) == 0
    assert state.compatibility(0, 2) == (13 if roses == "all" else 4)


def test_a_seat_sees_the_others_as_at_the_start_of_the_round() -> None:
    """TK-60: numbers, boxes, links and moves of the round are hidden, the own ones are not."""
    game = Trek12(board_file=small(), players=2)
    # roll 4 and 3, both take the maximum in circle 0; roll 5 and 0, seat 0 takes it in circle 1
    start = played(game, 21, 3, 3)
    state = start.apply(24).apply(4)
    assert state.to_dict()["players"][0]["links"] == [[0, 1]]
    before = [sheet.to_dict() for sheet in start.sheets]
    now = [sheet.to_dict() for sheet in state.sheets]
    assert trek12.observe_sheets(state, 0) == now
    assert trek12.observe_sheets(state, 1) == before


def test_policy_greedy() -> None:
    """TK-97: links and areas count at once, an unclaimed flag too, a losing placement as -100."""
    rope = played(Trek12(board_file=small()), 21, 3, 24)  # 4 in circle 0, then roll 5 and 0
    assert trek12.greedy_choices(rope) == [4, 7, 10], "the 5 in circle 1 by max, diff and sum"
    flag = played(Trek12(board_file=small(flags={"circles": [2], "points": 5})), 0)  # roll 1 and 0
    assert trek12.greedy_choices(flag) == [2, 5, 8, 11, 14]
    lost = played(Trek12(board_file=small(over12_loses=True), over12="loss_if_chosen"), 33)  # roll 6 and 3
    assert trek12.greedy_choices(lost) == list(range(12)), "the product would lose"


def test_links_of_numbers_alone() -> None:
    """TK-98."""
    board = Trek12(board_file=small()).rules.board
    assert trek12.assumed_links(board, [4, 5, 6]) == [(0, 1), (1, 2)]
    assert trek12.assumed_links(board, [4, "face", 5]) == []
    with pytest.raises(ValueError, match="TK-98"):
        trek12.assumed_links(board, [4, 5, 4])
    waves = Trek12(board_file=small(waves=[2])).rules.board
    assert trek12.assumed_links(waves, [4, 5, 4]) == [(0, 1)]
    with pytest.raises(ValueError, match="TK-98"):
        trek12.assumed_links(waves, [4, 5, 4], wave_failure="no_link")


def test_complete_moves() -> None:
    """TK-64: in the order of row, circle, below, above."""
    wheel = {"n": 5, "edges": [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [2, 3], [3, 4], [1, 4]]}
    game = Trek12(board_file=scenario_runner.board_file(wheel, "test"))
    numbers = [None, 4, 4, 6, 6]
    state = game.state_from_dict({"roll": [5, 0], "players": [{"numbers": numbers, "ticked": [[0, 2, 0, 2, 0]]}]})
    moves = trek12.complete_moves(state)
    assert moves[0] == (0, 0, -1, -1), "min is 0"
    assert [move for move in moves if move[0] == 1] == [(1, 0, b, a) for b in (1, 2) for a in (3, 4)]


# ---- positions ----


def one(**sheet: Any) -> dict[str, Any]:
    return {"players": [sheet]}


@pytest.mark.parametrize(
    "nonsense",
    [
        {"colour": 1},
        {"players": []},
        one(numbers=[1, 2]),
        one(numbers=[13, None, None]),
        one(numbers=["head", None, None]),
        one(numbers=[4, 6, None], links=[[0, 1]]),
        one(numbers=[4, None, 5], links=[[0, 2]]),
        one(numbers=[4, 5, 4], links=[[0, 1], [2, 1]]),
        one(ticked=[[5, 0, 0, 0, 0]]),
        one(ticked=[[4, 4, 4, 4, 2]]),
        one(numbers=[4, 5, 6], ticked=[[0, 0, 0, 3, 0]]) | {"roll": [1, 0]},
        {"roll": [0, 5]},
        {"roll": [1, 0], "seat": 1},
        {"phase": "over"},
        one(flags=[0]),
    ],
)
def test_nonsense_is_refused_even_as_a_study(nonsense: dict[str, Any]) -> None:
    """TK-96: play from a position must have meaning."""
    game = Trek12(board_file=small())
    with pytest.raises(PositionError):
        game.state_from_dict(nonsense, strict=False)


@pytest.mark.parametrize(
    "sheet",
    [
        {"numbers": [4, 5, None], "ticked": [[0, 0, 0, 2, 0]]},
        {"numbers": [4, None, None]},
        {"numbers": [4, None, 8], "ticked": [[0, 0, 0, 2, 0]]},
    ],
    ids=["a mandatory link is missing", "no box is ticked", "the circles are apart"],
)
def test_what_history_forbids_is_a_study(sheet: dict[str, Any]) -> None:
    """TK-96."""
    game = Trek12(board_file=small())
    with pytest.raises(PositionError):
        game.state_from_dict(one(**sheet))
    game.state_from_dict(one(**sheet), strict=False)
