"""The plain reference against the scenarios, the recorded games and the known numbers of `seeds/patchwork.md`."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests import scenario_runner
from tests.reference.patchwork import FIRST_BUY, PATCHES, PLACEMENTS, Patchwork, State, legal_orientations
from tests.scenario_runner import ROOT, Scenario

HERE = Path(__file__).resolve().parent
GOLDEN = ROOT / "tests" / "golden" / "patchwork.json"
SCENARIO_FILE = HERE / "scenarios" / "patchwork.toml"
SCENARIOS = scenario_runner.load(SCENARIO_FILE)
TRACKS = ("current", "first_edition")
NATURAL = list(range(1, 33))
GAMES = 60


class ReferenceGame(Patchwork):
    """The reference in the runner's form: it accepts study positions anyway (PW-79), a strict one must pass `check`."""

    def state_from_dict(self, d: Mapping[str, Any], strict: bool = False) -> State:
        state = super().state_from_dict(d)
        if strict:
            state.check()
        return state


class Engine:
    def load(self, options: Mapping[str, Any]) -> ReferenceGame:
        return ReferenceGame(**options)


def start(circle: list[int], time_track: str = "current", starting_player: int = 0) -> State:
    state = Patchwork(time_track, starting_player).initial_state()
    for patch in circle:
        state = state.apply(patch)
    return state


# ---- scenarios and recorded games ----


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_scenario(scenario: Scenario) -> None:
    assert scenario_runner.run(scenario, Engine()) > 0


def test_every_case_has_a_scenario() -> None:
    found = {scenario.id.rstrip("abcdefghi") for scenario in SCENARIOS}
    assert {f"PWC-{number}" for number in range(1, 29)} <= found


@pytest.mark.parametrize("swap_players", [False, True])
def test_recorded_games(swap_players: bool) -> None:
    assert scenario_runner.replay_golden(GOLDEN, Engine(), swap_players) == 856


# ---- the runner itself: no check may be skipped in silence ----


@pytest.mark.parametrize(
    "body",
    [
        'colour = "red"\n',
        "[[scenario.step]]\nlegal_counts = 3\n",
        "[[scenario.step]]\nevents = []\n",
        "[[scenario.step]]\noutcomes = { counts = 3 }\n",
        "[[scenario.step]]\n",
        'tables = [{ path = "a", equal = 1 }]\n',
        'golden = { file = "a", swap = true }\n',
        "draws = [1]\nposition = {}\n",
        '[[scenario]]\nid = "X"\nrules = []\nabout = ""\n',
    ],
)
def test_runner_refuses_what_it_would_not_check(tmp_path: Path, body: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('game = "patchwork"\n[[scenario]]\nid = "X"\nrules = []\nabout = ""\n' + body, encoding="utf-8")
    with pytest.raises(ValueError, match="X"):
        scenario_runner.load(file)


@pytest.mark.parametrize(
    "check",
    [
        "actor = 1",
        "legal = [0]",
        "legal_count = 1344",
        "includes = [1]",
        "refuses = [0]",
        "outcomes = { count = 1 }",
        "outcomes = { weight = 1 }",
        "state = { players = [{}] }",
        "state = { players = [{ buttons = 4 }, {}] }",
        'state = { on_top = "none" }',
        "state = { hand = 1 }",
        "sheet = [{ total = 0 }]",
        "scores = [0, 0]",
        "ranks = [1, 2]",
        "winners = [0]",
        "apply = 0\nevents = []",
    ],
)
def test_runner_reports_a_wrong_expectation(tmp_path: Path, check: str) -> None:
    head = (
        f'[[scenario]]\nid = "X"\nrules = []\nabout = ""\ndraws = {[7, 8, *(p for p in NATURAL if p not in (7, 8))]}\n'
    )
    file = tmp_path / "wrong.toml"
    file.write_text(f"{head}[[scenario.step]]\nlegal_count = 999\n[[scenario.step]]\n{check}\n", encoding="utf-8")
    text = file.read_text(encoding="utf-8").replace("legal_count = 999", "actor = 0")
    file.write_text('game = "patchwork"\n' + text, encoding="utf-8")
    (scenario,) = scenario_runner.load(file)
    with pytest.raises(AssertionError, match="X step 1"):
        scenario_runner.run(scenario, Engine())


# ---- known numbers ----


def test_sums_over_the_patches() -> None:
    """PW-69."""
    assert [sum(p[key] for p in PATCHES) for key in ("size", "button_cost", "time_cost", "income")] == [
        166,
        133,
        107,
        38,
    ]
    assert sum(len(legal_orientations(patch)) for patch in range(33)) == 144
    assert sum(len(placements) for placements in PLACEMENTS) == 7349
    assert len({cells for placements in PLACEMENTS for cells in placements.values()}) == 6421
    sizes = [len(p["cells"]) for p in PATCHES]
    assert [sizes.count(n) for n in range(2, 9)] == [1, 3, 7, 9, 10, 2, 1]


def test_orientations_are_those_of_the_table() -> None:
    """PW-56, PW-57: the numbers found by turning agree with the printed ones, every cell set once for each patch."""
    for number, patch in enumerate(PATCHES):
        assert legal_orientations(number) == patch["orientation_ids"]
        assert len(PLACEMENTS[number]) == patch["placements_empty_board"]
        assert len(set(PLACEMENTS[number].values())) == len(PLACEMENTS[number])
        assert list(PLACEMENTS[number]) == sorted(PLACEMENTS[number])


def test_patches_sharing_a_shape() -> None:
    """PW-70."""
    shapes = [frozenset(placements.values()) for placements in PLACEMENTS]
    pairs = [(a, b) for a in range(33) for b in range(a + 1, 33) if shapes[a] == shapes[b]]
    assert pairs == [(1, 3), (5, 10), (7, 8)]
    assert len({(p["size"], p["button_cost"], p["time_cost"]) for p in PATCHES}) == 33


def test_number_of_action_sequences() -> None:
    """PW-71. Depth 3 by classes: a purchase by slot only decides the rest, but for the buyer's own board."""
    state = start(NATURAL)
    first = state.legal_actions()
    assert len(first) == 639
    assert sum(len(state.apply(a).legal_actions()) for a in first) == 387_453
    total = 0
    for group in by_slot(first):
        second = state.apply(group[0])
        assert second.current_player == 1  # so its actions are the same for the whole group
        for answers in by_slot(second.legal_actions()):
            if second.apply(answers[0]).current_player == 0:
                thirds = [state.apply(a).apply(answers[0]) for a in group]
                total += len(answers) * sum(len(third.legal_actions()) for third in thirds)
            else:
                thirds = [second.apply(b) for b in answers]
                total += len(group) * sum(len(third.legal_actions()) for third in thirds)
    assert total == 64_645_343


def by_slot(actions: list[int]) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for action in actions:
        groups.setdefault((action - FIRST_BUY) // 648, []).append(action)
    return list(groups.values())


def test_largest_first_move() -> None:
    """PW-72, and the bound of PW-68."""
    assert len(start([7, 8, 12, *(p for p in NATURAL if p not in (7, 8, 12))]).legal_actions()) == 1345
    assert max(len(placements) for placements in PLACEMENTS) == 448


# ---- whole games ----


def random_game(seed: int, track: str) -> Iterator[tuple[State, int]]:
    """(state, action) pairs of a uniformly random game and (final state, -1)."""
    rng = random.Random(seed)
    circle = NATURAL[:]
    rng.shuffle(circle)
    state = start(circle, track, seed % 2)
    while state.current_player != -4:
        action = rng.choice(state.legal_actions())
        yield state, action
        state = state.apply(action)
    yield state, -1


@pytest.mark.parametrize("track", TRACKS)
def test_random_games(track: str) -> None:
    """PW-59, PW-60, PW-61, PW-62, PW-63, PW-64, PW-65 and PW-66 at every state (`check`); counts of PW-73 to PW-75.

    The dict form loses nothing but the past (PW-50, PW-80).
    """
    game = Patchwork(track)
    lengths = []
    for seed in range(GAMES):
        specials = decisions = 0
        before = None
        for state, action in random_game(seed, track):
            state.check()
            form = state.to_dict()
            again = game.state_from_dict(form)
            again.check()
            assert again.to_dict() == form and again.legal_actions() == state.legal_actions()
            reached = sum(player.position for player in state.players)
            assert before is None or reached > before, "PW-65: a turn raises the sum of positions"
            if action < 0:
                break
            decisions += 1
            events = state.events(action)
            assert sum(name == "special_patch" for name, *_ in events) <= 1, "PW-36"
            money = sum(amount for name, *_, amount in events if name in ("pay", "spaces", "income"))
            held, seat = state.players[state.current_player].buttons, state.current_player
            assert state.apply(action).players[seat].buttons == held + money >= 0, "PW-37, PW-61"
            assert 1 <= len(state.legal_actions()) <= 1345, "PW-68"
            specials += state.to_place is not None
            before = None if state.to_place is not None else reached
            if seed < 2:
                assert_exactly_listed(state)
        assert state.current_player == -4 and state.legal_actions() == []
        assert specials == 5, "PW-75"
        assert decisions <= 63, "PW-73"
        lengths.append(decisions)
    # PW-74: mean 42.8, standard deviation 2.83; five standard errors
    assert abs(sum(lengths) / GAMES - 42.8) < 5 * 2.83 / GAMES**0.5


def assert_exactly_listed(state: State) -> None:
    """Of all 2026 numbers and some beyond, `apply` and `events` accept exactly the listed ones (PW-52 to PW-55)."""
    accepted = []
    for action in range(-2, 2030):
        try:
            state.events(action)
        except ValueError:
            continue
        accepted.append(action)
    assert accepted == state.legal_actions()


@pytest.mark.parametrize("track", TRACKS)
@pytest.mark.parametrize("starting_player", [0, 1])
def test_game_of_advances_only(track: str, starting_player: int) -> None:
    """PW-73: 59 decisions, 54 of them advances."""
    state = start(NATURAL, track, starting_player)
    advances = specials = 0
    while state.current_player != -4:
        state.check()
        advances += state.to_place is None
        specials += state.to_place is not None
        state = state.apply(state.legal_actions()[0])
    state.check()
    assert (advances, specials) == (54, 5)
    assert state.winners() == [1 - starting_player]


@pytest.mark.parametrize("symmetry", range(1, 8))
def test_board_symmetry(symmetry: int) -> None:
    """PW-67: turning or mirroring all that player 0 places changes nothing else."""

    def image(cell: int) -> int:
        row, col = divmod(cell, 9)
        if symmetry >= 4:
            col = 8 - col
        for _ in range(symmetry % 4):
            row, col = col, 8 - row
        return 9 * row + col

    twin: State | None = None
    for state, action in random_game(100 + symmetry, "current"):
        if twin is None:
            twin = state
        assert twin.current_player == state.current_player
        assert len(twin.legal_actions()) == len(state.legal_actions())
        assert twin.scores() == state.scores()
        if action < 0:
            break
        if state.current_player == 0 and action >= FIRST_BUY:
            slot, code = divmod(action - FIRST_BUY, 648)
            placements = PLACEMENTS[state.circle[slot]]
            target = frozenset(image(cell) for cell in placements[code])
            code = next(number for number, cells in placements.items() if cells == target)
            twin = twin.apply(FIRST_BUY + 648 * slot + code)
        elif state.current_player == 0 and action > 0:
            twin = twin.apply(1 + image(action - 1))
        else:
            twin = twin.apply(action)


def two(first: dict[str, Any], second: dict[str, Any], **rest: Any) -> dict[str, Any]:
    return {"circle": [*NATURAL, 0], "players": [first, second], **rest}


ODD = {"position": 25, "buttons": 30}  # by advances only
EVEN = {"position": 24, "buttons": 29}


@pytest.mark.parametrize(
    ("rule", "position"),
    [
        ("PW-59", two(EVEN, ODD, circle=NATURAL)),
        ("PW-59", two(EVEN | {"quilt": ["#........"] + ["........."] * 8}, ODD)),
        ("PW-59", two({"position": 26, "buttons": 31}, ODD)),
        ("PW-60", two(EVEN | {"income": 1}, ODD)),
        ("PW-61", two(EVEN | {"buttons": 30}, ODD)),
        ("PW-61", two(EVEN | {"buttons": 28}, ODD)),
        ("PW-62", two({"position": 10, "buttons": 15}, {"position": 17, "buttons": 22})),
        ("PW-63", two(EVEN | {"quilt": ["#........"] + ["........."] * 8}, ODD, special_patches=[32, 38, 44, 50])),
        ("PW-64", two({"position": 26, "buttons": 31}, ODD, to_place=1)),
        ("PW-66", two(EVEN, ODD, tile_owner=0)),
    ],
)
def test_check_finds_what_no_game_leads_to(rule: str, position: dict[str, Any]) -> None:
    """PW-59 to PW-66, one violation at a time; all these are study positions (PW-79)."""
    good = Patchwork().state_from_dict(two(EVEN, ODD))
    good.check()
    with pytest.raises(AssertionError, match=rule):
        Patchwork().state_from_dict(position).check()


def test_check_finds_a_tile_not_taken() -> None:
    """PW-66, in a position of a recorded game whose tile is taken away."""
    record = json.loads(GOLDEN.read_text(encoding="utf-8"))["games"][0]
    state = start(record["circle"][:-1], record["time_track"])
    for action in record["action_ids"]:
        state = state.apply(action)
    state.check()
    form = state.to_dict()
    assert form["tile_owner"] is not None
    with pytest.raises(AssertionError, match="PW-66"):
        Patchwork().state_from_dict(form | {"tile_owner": None}).check()


# ---- the dict form ----


def test_defaults_of_the_dict() -> None:
    """Keys left out have their value at the start; what follows from the rest is worked out."""
    game = Patchwork(starting_player=1)
    assert game.state_from_dict({}).to_dict() == game.initial_state().to_dict()
    begun = start(NATURAL, starting_player=1)
    assert game.state_from_dict({"circle": [*NATURAL, 0]}).to_dict() == begun.to_dict()
    patches = [{"patch": 24, "orientation": 0, "row": 0, "col": 0}]
    state = game.state_from_dict({"circle": [0], "players": [{"position": 27, "patches": patches}, {}]})
    assert state.players[0].income == 2 and len(state.players[0].covered) == 6
    assert state.special_patches == (32, 38, 44, 50) and state.on_top is None and state.phase == "play"


@pytest.mark.parametrize(
    "nonsense",
    [
        {"circles": []},
        {"circle": [1, 1]},
        {"circle": [33]},
        {"players": [{}]},
        {"players": [{"position": 54}, {}]},
        {"players": [{"buttons": -1}, {}]},
        {"players": [{"quilt": ["........."] * 8}, {}]},
        {"players": [{"patches": [{"patch": 9, "orientation": 1, "row": 0, "col": 0}]}, {}]},
        {"players": [{"patches": [{"patch": 9, "orientation": 0, "row": 8, "col": 0}]}, {}]},
        {"circle": [0], "to_place": 2},
        {"circle": [0], "special_patches": [27]},
        {"circle": [0], "phase": "over"},
        {"circle": [0], "players": [{"position": 53}, {}]},
        {"circle": [0], "to_place": 0, "players": [{"quilt": ["#########"] * 9}, {}]},
    ],
)
def test_nonsense_is_refused(nonsense: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"PW-|keys"):
        Patchwork().state_from_dict(nonsense)


def test_unknown_options_are_refused() -> None:
    """PW-46, PW-47."""
    with pytest.raises(ValueError, match="PW-46"):
        Patchwork("second_edition")
    with pytest.raises(ValueError, match="PW-47"):
        Patchwork(starting_player=2)
