"""The test kit on every game, and proof that it notices what is wrong."""

import random
from typing import Any

import pytest

import spielwerk as sw
from spielwerk import testing
from spielwerk.testing import KitReport, check_determinism, check_game
from tests.reference.random_boards import random_board_file
from tests.reference.random_maps import random_map_file
from tests.test_hostile_dungeon_petz import small_decks

PATCHWORK: list[dict[str, Any]] = [
    {"time_track": track, "starting_player": seat} for track in ("current", "first_edition") for seat in (0, 1)
]
TREK12: list[dict[str, Any]] = [
    {},
    {"board": "kagkot", "players": 2, "bonus_table": "printed"},
    {"board": "jampa", "players": 2},
    {"board": "jampa", "players": 2, "prelink_failure": "number_stays"},
    {"board": "stay_home", "players": 3},
    {"board": "stay_home", "players": 2, "over12": "loss_if_chosen"},
    {"board": "valentine", "players": 2, "face_penalty": "three"},
    {"board": "fily_trek", "players": 3, "face_claims_flag": True},
    {"board": "christmas", "players": 3, "face_claims_top": False},
    {"board": "mount_fuji", "players": 2},
    {"board": "mount_fuji", "players": 2, "fuji_tables": "free_after_crossing", "wave_failure": "no_link"},
    {"board": "dhaulagiri", "players": 4},
    {"board_file": random_board_file(random.Random(12)), "players": 2},
]
THURN_AND_TAXIS: list[dict[str, Any]] = [
    {"max_turns": 40},
    {"map": "map2", "players": 3, "start_player": 2, "max_turns": 30},
    {"players": 4, "carrier_second_must_fit": False, "max_turns": 30},
    {"map_file": random_map_file(random.Random(21)), "players": 2, "start_player": 1, "max_turns": 60},
]
DUNGEON_PETZ: list[dict[str, Any]] = [
    {},
    {"players": 3, "start_token": "counterclockwise", "customer_foresight": "rulebook", "exhibition_cap": 10},
    {"players": 4, "foresight": "more", "need_order": "rulebook", "last_round_order": "rulebook_variant"},
    {"players": 4, "skip_forced": True, "start_player": 2, "last_round_order": "token_only"},
    {"players": 2, "double_symbols": True, "start_player": 1},
    {"players": 3, "double_symbols": True, "skip_forced": True, "foresight": "full", "advanced_meat_stand": True},
    {"players": 4, "tables_file": small_decks(), "double_symbols": True, "advanced_meat_stand": True},
]
VARIANTS = [
    *(("patchwork", options) for options in PATCHWORK),
    *(("trek12", options) for options in TREK12),
    *(("thurn_and_taxis", options) for options in THURN_AND_TAXIS),
    *(("dungeon_petz", options) for options in DUNGEON_PETZ),
]


@pytest.mark.parametrize("options", PATCHWORK)
def test_patchwork_passes_the_kit(options: dict[str, Any]) -> None:
    report = check_game(sw.load("patchwork", **options), games=12, seed=20)
    assert report.games == report.terminal_states == 12
    assert report.chance_nodes == 12 * 32  # PW-76
    assert 12 * 32 < report.decisions < 12 * 64  # PW-73
    assert report.states == report.decisions + report.chance_nodes + report.terminal_states
    assert report.exhaustive_states > 150
    assert report.refusals > 100_000
    assert report.texts > 10_000
    assert report.round_trips == 6 * report.states
    assert report.observations == 2 * report.states
    assert f"{report.states:,} states" in str(report)


@pytest.mark.parametrize("options", TREK12, ids=lambda options: "-".join(str(value)[:20] for value in options.values()))
def test_trek12_passes_the_kit(options: dict[str, Any]) -> None:
    game = sw.load("trek12", **options)
    report = check_game(game, games=5, seed=20)
    rounds, players = len(game.tables()["boards"][0]["circles"]), game.num_players
    assert report.games == report.terminal_states == 5
    if game.tables()["boards"][0]["specials"].get("over12_loses"):
        assert report.chance_nodes <= 5 * rounds  # TK-56
    else:
        assert report.chance_nodes == 5 * rounds  # TK-8
        assert 5 * rounds * players <= report.decisions <= 5 * rounds * players * 3  # TK-7, TK-62
    assert report.observations == players * report.states
    assert report.refusals > 50 * rounds
    assert report.texts > 50 * rounds


def test_random_boards_pass_the_kit() -> None:
    """Boards with every combination of specials (TK-34)."""
    rng = random.Random(1)
    choices: tuple[dict[str, Any], ...] = (
        {},
        {"prelink_failure": "number_stays", "wave_failure": "no_link", "fuji_tables": "free_after_crossing"},
    )
    for number in range(12):
        options: dict[str, Any] = {"players": 1 + number % 3, **choices[number % 2]}
        assert (
            check_game(sw.load("trek12", board_file=random_board_file(rng), **options), games=1, seed=number).games == 1
        )


def test_trek12_with_a_full_table_passes_the_kit() -> None:
    report = check_game(sw.load("trek12", board="stay_home", players=12), games=1, seed=3)  # TK-1
    assert report.observations == 12 * report.states


@pytest.mark.parametrize("options", THURN_AND_TAXIS, ids=["map1", "map2", "carrier", "file"])
def test_thurn_and_taxis_passes_the_kit(options: dict[str, Any]) -> None:
    game = sw.load("thurn_and_taxis", **options)
    report = check_game(game, games=4, seed=20)
    assert report.games == report.terminal_states == 4
    # TT-53: random play hardly ever ends before so few turns are over, and each has a draw, a play and new cards.
    assert report.decisions > 4 * options["max_turns"] and report.chance_nodes > 4 * options["max_turns"]
    assert report.observations == game.num_players * report.states
    assert report.refusals > 10_000
    assert report.texts > report.decisions


def test_random_maps_pass_the_kit() -> None:
    """TT-54: few cities and few cards, so that supply, display and houses run out (TT-20, TT-38)."""
    rng = random.Random(1)
    for number in range(8):
        options: dict[str, Any] = {"players": 2 + number % 3, "carrier_second_must_fit": number % 2 == 0}
        game = sw.load("thurn_and_taxis", map_file=random_map_file(rng), max_turns=60, **options)
        assert check_game(game, games=1, seed=number).games == 1


@pytest.mark.parametrize("options", DUNGEON_PETZ, ids=lambda options: "-".join(str(v)[:20] for v in options.values()))
def test_dungeon_petz_passes_the_kit(options: dict[str, Any]) -> None:
    game = sw.load("dungeon_petz", **options)
    report = check_game(game, games=3, seed=20)
    players = game.num_players
    assert report.games == report.terminal_states == 3
    # DP-9, DP-146: the opening hands, and at least the tiles of a game; DP-148: a third of the usual decisions.
    tiles = {2: 9 + 5 + 8 + 15, 3: 11 + 6 + 10 + 17, 4: 11 + 6 + 10 + 16}[players]
    assert report.chance_nodes >= 3 * (4 * players + tiles + 8)
    assert report.decisions > 3 * 15 * players
    assert report.observations == players * report.states
    assert report.refusals > 10_000
    assert report.texts > report.decisions


def test_kit_takes_no_defeated_seat_for_a_winner() -> None:
    """Found when defeats came: where all are out they share the first place, and nobody wins (TK-57)."""
    game = sw.load("trek12", board="stay_home", players=2, over12="loss_if_chosen")
    ends = [game.initial_state().rollout(sw.Rng(1, stream)) for stream in range(200)]
    all_out = next(end for end in ends if end.is_out(0) and end.is_out(1))
    assert (all_out.ranks(), all_out.winners(), all_out.scores()) == ([1, 1], [], [-100, -100])
    testing._check_end(game, all_out)
    one_out = next(end for end in ends if end.is_out(0) != end.is_out(1))
    assert one_out.winners() == [seat for seat in (0, 1) if not one_out.is_out(seat)]
    for end, lies in (
        (all_out, {"winners": lambda: [0, 1]}),
        (all_out, {"is_out": lambda seat: seat == 0}),
        (one_out, {"is_out": lambda seat: False, "winners": list}),
        (one_out, {"winners": lambda: [0, 1]}),
    ):
        state: Any = Liar(end, **lies)
        with pytest.raises(AssertionError):
            testing._check_end(game, state)
    for lies in (
        {"ranks": lambda: [1, 1]},
        {"is_out": lambda seat: not one_out.is_out(seat)},
        {"ranks": lambda: [1, 3]},
    ):
        state = Liar(one_out, **lies)
        with pytest.raises(AssertionError):
            testing._check_scores(game, state)


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_same_seed_same_games(name: str, options: dict[str, Any]) -> None:
    assert check_determinism(sw.load(name, **options), games=300, seed=77) >= 6


def test_every_game_is_in_the_list() -> None:
    assert {name for name, _ in VARIANTS} == set(sw.game_names())


class Liar:
    """A state that answers one question wrongly and leaves the others to the real one."""

    def __init__(self, state: Any, **lies: Any) -> None:
        self._state, self._lies = state, lies

    def __getattr__(self, name: str) -> Any:
        return self._lies[name] if name in self._lies else getattr(self._state, name)

    def __eq__(self, other: object) -> bool:
        return bool(self._state == getattr(other, "_state", other))

    def __hash__(self) -> int:
        return hash(self._state)

    def __str__(self) -> str:
        return str(self._state)

    def __reduce__(self) -> tuple[Any, ...]:
        # Copies are the state behind, since the lies themselves cannot be pickled.
        return self._state.__reduce__()  # type: ignore[no-any-return]


def _state() -> sw.State:
    return sw.Match("patchwork", 5).state


def _lies() -> dict[str, tuple[Any, str]]:
    """What the state answers, and what the kit has to say about it; the first word is the attribute."""
    legal = _state().legal_actions()
    other = sw.Match("patchwork", 6).state
    return {
        "legal_actions": (lambda: legal[:-1], "num_legal"),
        "legal_actions unsorted": (lambda: legal[::-1], "ascending"),
        "legal_actions twice": (lambda: [*legal, legal[-1]], "ascending"),
        "num_legal": (len(legal) + 1, "num_legal"),
        "is_legal": (lambda action: True, "is_legal"),
        "apply": (lambda action: other, "apply took"),
        "check": (lambda: ["PW-60 is broken"], "PW-60"),
        "is_terminal": (True, "is_terminal"),
        "current_player": (7, "current_player"),
        "winners": (lambda: [0], "winners"),
        "string_to_action": (lambda text: 0, "read back"),
        "action_to_string": (lambda action: "advance", "read back|two actions"),
        "scores": (lambda: [0, 0], "score"),
        "ranks": (lambda: [2, 2], "ranks"),
        "to_dict": (other.to_dict, "has another dict"),
        "to_bytes": (other.to_bytes, "copy through to_bytes differs"),
    }


@pytest.mark.parametrize("lie", _lies())
def test_kit_notices(lie: str) -> None:
    """Each check fails on a state that is wrong in this one way: a kit that cannot fail proves nothing."""
    answer, message = _lies()[lie]
    state: Any = Liar(_state(), **{lie.split()[0]: answer})
    with pytest.raises(AssertionError, match=message):
        testing._check_state(sw.load("patchwork"), state, sw.Rng(0), True, KitReport("patchwork"))


@pytest.mark.parametrize(
    ("attribute", "message"), [("observation_string", "observation's text"), ("resample_hidden", "what the seat sees")]
)
def test_kit_notices_wrong_observations(attribute: str, message: str) -> None:
    other = sw.Match("patchwork", 6).state
    lies: dict[str, Any] = {"observation_string": lambda seat: "?", "resample_hidden": lambda seat, rng: other}
    state: Any = Liar(_state(), **{attribute: lies[attribute]})
    with pytest.raises(AssertionError, match=message):
        testing._check_observations(sw.load("patchwork"), state, sw.Rng(0), KitReport("patchwork"))


def test_kit_notices_wrong_ends_and_chances() -> None:
    game = sw.load("patchwork")
    end, start = sw.Match(game, 1).finish(), game.initial_state()
    loser = 1 - end.winners()[0]
    for lies in ({"winners": lambda: [loser]}, {"winners": list}, {"perft": lambda depth: 1}):
        state: Any = Liar(end, **lies)
        with pytest.raises(AssertionError):
            testing._check_end(game, state)
    for outcomes in ([], [(1, 0)], [(1, -1)], [(2, 1), (1, 1)], [(1, 1), (1, 1)], [(99, 1)], [(1, 1.0)]):
        state = Liar(start, chance_outcomes=lambda outcomes=outcomes: outcomes)
        with pytest.raises(AssertionError):
            testing._check_chance(game, state)


def test_liar_who_tells_the_truth_passes() -> None:
    state: Any = Liar(_state())
    report = KitReport("patchwork")
    for check in (testing._check_actions, testing._check_exhaustively):
        check(sw.load("patchwork"), state, report)
    assert report.refusals > 1000


def test_failures_say_how_to_get_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: sw.Game, state: sw.State) -> None:
        raise AssertionError("something is wrong")

    monkeypatch.setattr(testing, "_check_end", broken)
    with pytest.raises(AssertionError, match=r"seed 9, game 0, after the ids \[\d+, .*\]: something is wrong"):
        check_game(sw.load("patchwork"), 1, 9)


def test_determinism_notices_other_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    from spielwerk import determinism

    real = sw.simulate

    def threaded(game: sw.Game, games: int, seed: int, **more: Any) -> sw.Results:
        return real(game, games, seed + (more["threads"] == 3), **more)

    monkeypatch.setattr(determinism, "simulate", threaded)
    with pytest.raises(AssertionError, match="3 threads"):
        check_determinism(sw.load("patchwork"), 10, 1)


@pytest.mark.parametrize(("games", "error"), [(0, ValueError), (-1, ValueError), (1.0, TypeError), (True, TypeError)])
def test_kit_checks_its_arguments(games: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        check_game(sw.load("patchwork"), games, 0)
    with pytest.raises(error):
        check_determinism(sw.load("patchwork"), games, 0)
