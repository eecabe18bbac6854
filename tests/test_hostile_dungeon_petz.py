"""Hostile input at the doors of Dungeon Petz: options, states, positions, bytes, pickles, questions about displays."""

from __future__ import annotations

import copy
import json
import os
import pickle
import random
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import spielwerk as sw
from spielwerk import dungeon_petz
from tests import hostile, hostile_states
from tests.hostile import knock, refuses
from tests.hostile_states import assert_sound
from tests.playthrough_contents import eager


def small_decks() -> str:
    """A tables file with decks of half the size, which run out (DP-56), and the largest weights and prices."""
    form = dungeon_petz.TABLES.to_dict()
    for deck in form["decks"].values():
        for card in deck["cards"]:
            card["count"] = -(-card["count"] // 2)
        deck["size"] = sum(card["count"] for card in deck["cards"])
    for weighted in (*form["exhibitions"], *form["customers"]):
        for key in ("plus", "minus", "rainbow", "food"):
            weighted[key] = dict.fromkeys(weighted.get(key, ()), 9)
    for pet in form["pets"]:
        pet["price_by_size"] = dict.fromkeys(pet["price_by_size"], 20)
    return json.dumps(form)


TABLES_FILE = small_decks()
GAMES = {
    "two": sw.load("dungeon_petz"),
    "four": sw.load(
        "dungeon_petz",
        players=4,
        start_player=3,
        foresight="full",
        need_order="rulebook",
        advanced_meat_stand=True,
        exhibition_cap=10,
        last_round_order="rulebook_variant",
    ),
    "double": sw.load(
        "dungeon_petz",
        players=3,
        double_symbols=True,
        skip_forced=True,
        start_token="counterclockwise",
        customer_foresight="rulebook",
    ),
    "file": sw.load("dungeon_petz", tables_file=TABLES_FILE, players=3, start_player=1),
}
EVERY = pytest.mark.parametrize("name", GAMES)
POSITION: dict[str, Any] = GAMES["four"].initial_state().to_dict()
PLAYER: dict[str, Any] = POSITION["players"][0]
#: Places in a position: all keys, and those of every map in it.
PLACES: tuple[tuple[str | int, ...], ...] = (
    *((key,) for key in POSITION),
    *(("players", -1, key) for key in PLAYER),
    *((key, inner) for key in ("step", "stands", "removed", "decks", "discards") for inner in POSITION[key]),
    *(("players", -1, key, inner) for key in ("doubled", "hand", "waiting") for inner in PLAYER[key]),
    *(("players", 0, "plots", plot, key) for plot in (0, 3) for key in PLAYER["plots"][0]),
    *((key, 0) for key in ("order", "spaces", "cages", "young", "exhibitions", "substitutes")),
    *(("players", 1, key, 0) for key in ("progress", "vegetables", "meat", "potions_due", "plots")),
)
WORDS = sorted({str(part) for place in PLACES for part in place if isinstance(part, str)})


@cache
def states(name: str) -> tuple[sw.State, ...]:
    """One at each point of a round, of each kind of deal, and at the end, of rounds as late as there are."""
    game, found = GAMES[name], dict[str, sw.State]()
    for seed in range(5):
        rng, state = sw.Rng(seed), game.initial_state()
        while not state.is_terminal:
            position = state.to_dict()
            found[f"{position['point']} {position['deal']}"] = state
            state = state.sample_chance(rng) if state.is_chance else state.apply(eager(state, rng))
        found["over"] = state
    assert {"group None", "send None", "assign None", "feed None", "sell None", "deal card", "over"} <= set(found), (
        found
    )
    assert len(found) >= 22, sorted(found)
    return tuple(found.values())


# ---- options ----


@pytest.mark.parametrize("option", GAMES["two"].options)
def test_any_value_of_an_option_is_accepted_or_named(option: str) -> None:
    kinds = (str, int) if option == "start_player" else None
    hostile_states.option_takes_anything("dungeon_petz", option, GAMES["two"].options[option], "file", kinds)


def test_options_that_do_not_belong_together_or_anywhere() -> None:
    hostile_states.refuses_options(
        "dungeon_petz",
        (
            {"players": 1},
            {"players": 5},
            {"players": -(2**63)},
            {"players": 2, "start_player": 2},
            {"players": 3, "start_player": 3},
            {"start_player": -1},
            {"start_player": "Random"},
            {"start_player": 2**64},
            {"exhibition_cap": 0},
            {"exhibition_cap": 9},
            {"exhibition_cap": 2**64},
            {"need_order": "seed\0"},
            {"foresight": "x" * 1_000_000},
            {"double_symbols": "yes"},
            {"skip_forced": 2},
            {"tables": TABLES_FILE},
        ),
    )


# ---- states ----


@EVERY
def test_every_door_of_a_state_takes_anything(name: str) -> None:
    for state in states(name):
        hostile_states.every_door_takes_anything(state)


@EVERY
def test_ids_of_no_action_are_illegal(name: str) -> None:
    for state in states(name):
        hostile_states.ids_of_no_action_are_illegal(state, longest=400)


@EVERY
def test_seats_that_do_not_exist(name: str) -> None:
    for state in states(name):
        hostile_states.seats_that_do_not_exist_are_refused(state)


@hostile.examples(300)
@given(
    hostile_states.texts("groupimsendcatxfl hungerpoopyvwbk0123456789-+/,:\u00fc\u0308\u0661\u00a0\t"),
    st.sampled_from(sorted(GAMES)),
    st.integers(0, 40),
)
def test_a_text_is_refused_or_leads_to_its_own_action(text: str, name: str, kind: int) -> None:
    hostile_states.text_is_refused_or_an_action(states(name)[kind % len(states(name))], text)


@EVERY
def test_texts_of_actions_with_a_letter_more_or_less_mean_no_other_action(name: str) -> None:
    rng = random.Random(3)
    for state in states(name):
        listed = {*state.legal_actions(), *(outcome for outcome, _ in state.chance_outcomes())}
        for action in sorted(listed)[:8]:
            text = state.action_to_string(action)
            place = rng.randrange(len(text) + 1)
            for other in (text[:place], text[:place] + "\0" + text[place:], text + " 1", text * 1000):
                answer = knock(state.string_to_action, other)
                if isinstance(answer, int):
                    assert answer in listed
                hostile_states.text_is_refused_or_an_action(state, other)


@pytest.mark.parametrize("name", ["four", "file"])
def test_arrays_that_cannot_be_written_are_refused_untouched(name: str) -> None:
    hostile_states.unwritable_arrays_are_refused_untouched(states(name)[1])


# ---- positions ----

nested = hostile_states.nested(WORDS, ["deal", "shopping", "over", "printed", "neutral", "green hunger"])


@hostile.examples(300)
@given(st.dictionaries(st.sampled_from(sorted(POSITION)) | st.text(max_size=5), nested, max_size=6), st.booleans())
def test_any_dict_is_refused_with_faults_or_sound(position: dict[str, Any], strict: bool) -> None:
    for name in ("two", "file"):
        hostile_states.dict_is_refused_or_sound(GAMES[name], position, strict, partial(assert_sound, steps=5))


def put(position: Any, place: tuple[str | int, ...], value: Any) -> bool:
    """Whether there was something in this place to be replaced."""
    *way, last = place
    for step in way:
        position = position[step]
    if not position:
        return False
    position[last] = value
    return True


@EVERY
def test_any_value_at_any_place(name: str) -> None:
    """In a position that is right but for it."""
    game, refused = GAMES[name], 0
    for state in states(name)[::5]:
        good = state.to_dict()
        for place in PLACES:
            for value in hostile.values():
                position = copy.deepcopy(good)
                if not put(position, place, value):
                    continue
                answer = knock(game.state_from_dict, position, False)
                if isinstance(answer, sw.State):
                    assert_sound(answer, 1)
                else:
                    refused += 1
                    assert isinstance(answer, ValueError | TypeError | hostile.BoomError), (place, answer)
    assert refused > 15_000


def numbers(value: Any) -> Iterator[tuple[Any, Any]]:
    """All (container, key) of whole numbers."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if type(item) is int:
            yield value, key
        elif isinstance(item, dict | list):
            yield from numbers(item)


@EVERY
def test_numbers_a_little_off_are_refused_or_sound(name: str) -> None:
    """One or two of them, so that sums may stay what they were."""
    game, rng, accepted, refused = GAMES[name], random.Random(8), 0, 0
    for state in states(name):
        for _ in range(150):
            position = copy.deepcopy(state.to_dict())
            for (container, key), change in zip(
                rng.sample(list(numbers(position)), rng.randint(1, 2)),
                rng.choice([(1, -1), (-1, 1), (1, 1), (2**16, 255)]),
                strict=False,
            ):
                container[key] += change
            answer = knock(game.state_from_dict, position, False)
            if isinstance(answer, sw.State):
                accepted += 1
                assert_sound(answer, 8)
            else:
                refused += 1
                assert isinstance(answer, sw.InvalidStateError) and answer.faults, repr(answer)
    assert accepted > 50 and refused > 500


def test_positions_without_end_are_refused() -> None:
    hostile_states.positions_without_end_are_refused(
        GAMES["two"],
        WORDS[::3],
        "setup",
        "over",
        lambda key, value: ({key: value}, {"players": [{key: value}]}, {"players": [{"plots": [{key: value}]}, {}]}),
    )


# ---- bytes and pickles ----


@EVERY
def test_every_cut_and_many_flipped_bits_are_refused(name: str) -> None:
    hostile_states.cuts_and_flips_are_refused(states(name), cuts=200, flips=500)


@EVERY
def test_altered_payloads_with_a_right_checksum_are_refused_or_sound(name: str) -> None:
    hostile_states.altered_payloads_are_refused_or_sound(states(name)[::3], partial(assert_sound, steps=20))


def test_bytes_of_other_games_options_and_tables_are_refused() -> None:
    renamed = dungeon_petz.TABLES.to_dict()
    renamed["pets"][0]["name"] = "Unu"
    games = [
        *GAMES.values(),
        sw.load("patchwork"),
        sw.load("trek12"),
        sw.load("thurn_and_taxis"),
        sw.load("dungeon_petz", players=3),
        sw.load("dungeon_petz", start_player=1),
        sw.load("dungeon_petz", double_symbols=True),
        sw.load("dungeon_petz", skip_forced=True),
        sw.load("dungeon_petz", tables_file=json.dumps(renamed)),
    ]
    hostile_states.bytes_belong_to_one_game(games)


@EVERY
def test_pickles_keep_the_tables_and_are_checked(name: str) -> None:
    hostile_states.pickles_are_checked(states(name), every=9)
    hostile_states.pickled_games_open_no_file(GAMES[name], "tables_file")


# ---- questions about pets and displays ----

CARDS = ["yellow play", "purple magic"]
PLOT: dict[str, Any] = {"cage": 0, "pet": {"pet": "Uni", "cards": CARDS}}


def on_plot(key: str) -> Callable[[Any], Any]:
    return lambda value: dungeon_petz.exhibition_score("arena", [{**PLOT, key: value}])


def on_pet(key: str) -> Callable[[Any], Any]:
    return lambda value: dungeon_petz.exhibition_score("arena", [{"cage": 0, "pet": {**PLOT["pet"], key: value}}])


def of_player(key: str) -> Callable[[Any], Any]:
    return lambda value: dungeon_petz.final_shows([{key: value}, {}])


QUESTIONS: dict[str, Callable[[Any], Any]] = {
    "needs_outcome pet": lambda v: dungeon_petz.needs_outcome(v, "printed", None, CARDS),
    "needs_outcome cage": lambda v: dungeon_petz.needs_outcome("Uni", v, None, CARDS),
    "needs_outcome addon": lambda v: dungeon_petz.needs_outcome("Uni", "printed", v, CARDS),
    "needs_outcome cards": lambda v: dungeon_petz.needs_outcome("Uni", "printed", None, v),
    "needs_outcome a card": lambda v: dungeon_petz.needs_outcome("Uni", "printed", None, [v, v]),
    "needs_outcome manure": lambda v: dungeon_petz.needs_outcome("Uni", 0, None, CARDS, manure=v),
    "needs_outcome suffering": lambda v: dungeon_petz.needs_outcome("Uni", 0, None, CARDS, suffering=v),
    "needs_outcome mutation": lambda v: dungeon_petz.needs_outcome("Uni", 0, None, CARDS, mutation=v),
    "needs_outcome game": lambda v: dungeon_petz.needs_outcome("Uni", 0, None, CARDS, game=v),
    "match cards": lambda v: dungeon_petz.match(v, 0),
    "match a card": lambda v: dungeon_petz.match([v], 0),
    "match customer": lambda v: dungeon_petz.match(CARDS, v),
    "match suffering": lambda v: dungeon_petz.match(CARDS, 0, suffering=v),
    "match mutation": lambda v: dungeon_petz.match(CARDS, 0, mutation=v),
    "match game": lambda v: dungeon_petz.match(CARDS, 0, game=v),
    "exhibition_score exhibition": lambda v: dungeon_petz.exhibition_score(v, [PLOT]),
    "exhibition_score plots": lambda v: dungeon_petz.exhibition_score("arena", v),
    "exhibition_score a plot": lambda v: dungeon_petz.exhibition_score("arena", [v]),
    **{f"exhibition_score {key}": on_plot(key) for key in ("cage", "addon", "manure", "pet", "more")},
    **{f"exhibition_score pet {key}": on_pet(key) for key in ("pet", "size", "suffering", "mutation", "cards", "more")},
    "exhibition_score plot": lambda v: dungeon_petz.exhibition_score("arena", [PLOT], plot=v),
    "exhibition_score judge": lambda v: dungeon_petz.exhibition_score("arena", [PLOT], judge=v),
    "exhibition_score whip": lambda v: dungeon_petz.exhibition_score("arena", [PLOT], whip=v),
    "exhibition_score game": lambda v: dungeon_petz.exhibition_score("arena", [PLOT], game=v),
    "awards": dungeon_petz.awards,
    "awards a score": lambda v: dungeon_petz.awards([v, 1]),
    "awards game": lambda v: dungeon_petz.awards([2, 1], game=v),
    "final_shows": dungeon_petz.final_shows,
    "final_shows a player": lambda v: dungeon_petz.final_shows([v, {}]),
    **{f"final_shows {key}": of_player(key) for key in (*PLAYER, "more")},
    "final_shows an artifact": lambda v: dungeon_petz.final_shows([{"artifacts": [{"artifact": v}]}, {}]),
    "final_shows a plot": lambda v: dungeon_petz.final_shows([{"plots": [v]}, {}]),
    "final_shows game": lambda v: dungeon_petz.final_shows([{}, {}], game=v),
    "tables_file": dungeon_petz.tables_file,
    "validate": dungeon_petz.validate,
    "Tables.game": lambda v: dungeon_petz.TABLES.game(players=v),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_questions_take_anything(name: str) -> None:
    before = pickle.dumps(dungeon_petz.TABLES)
    for value in hostile.values():
        knock(QUESTIONS[name], value)
    assert pickle.dumps(dungeon_petz.TABLES) == before


HUGE = (2**31, 2**32, 2**63, 2**64, -(2**63), 10**5000)


def test_numbers_that_cannot_be_are_refused() -> None:
    for door in ("manure", "suffering", "mutation"):
        refuses(QUESTIONS[f"needs_outcome {door}"], (sw.InvalidStateError, OverflowError), -1, *HUGE)
        refuses(QUESTIONS[f"needs_outcome {door}"], sw.InvalidStateError, None, True, 1.0, "1", [1], float("nan"))
    for door in ("pet", "cage", "addon"):
        refuses(QUESTIONS[f"needs_outcome {door}"], (ValueError, OverflowError), -1, 18, *HUGE)
    for door in ("match customer", "exhibition_score exhibition"):
        refuses(QUESTIONS[door], (ValueError, OverflowError), -1, 8, *HUGE, None, True, 1.0, "Arena")
        refuses(QUESTIONS[door], TypeError, b"arena", object(), {1})
    refuses(dungeon_petz.awards, (ValueError, OverflowError), *([number, 1] for number in (1e300, float("inf"), *HUGE)))
    for key in ("gold", "potions", "hospital", "platform"):
        refuses(QUESTIONS[f"final_shows {key}"], (sw.InvalidStateError, OverflowError), -1, *HUGE, None, 1.0, "1", [])


def test_sequences_without_end_come_to_an_end() -> None:
    def forever(value: Any) -> Iterator[Any]:
        while True:
            yield value

    for ask in (
        lambda: dungeon_petz.match(forever("yellow play"), 0),
        lambda: dungeon_petz.needs_outcome("Uni", 0, None, forever("yellow play")),
        lambda: dungeon_petz.exhibition_score(
            "arena", [{"cage": 0, "pet": {"pet": 0, "cards": ["yellow play"] * 10**6}}]
        ),
        lambda: dungeon_petz.exhibition_score("arena", forever({})),  # type: ignore[arg-type]
        lambda: dungeon_petz.awards(forever(1)),  # type: ignore[arg-type]
        lambda: dungeon_petz.final_shows(forever({})),  # type: ignore[arg-type]
    ):
        answer = knock(ask)
        assert isinstance(answer, ValueError) and len(str(answer)) < 20_000, ask


# ---- threads and processes ----


def test_threads_share_one_game_and_its_states() -> None:
    def more(number: int) -> None:
        players = 2 + number % 3
        assert sw.load("dungeon_petz", tables_file=TABLES_FILE, players=players).num_players == players
        assert dungeon_petz.match(CARDS, "dungeon_granny") == 0

    hostile_states.threads_share(states("file")[-2], games=60, rounds=20, more=more)


def test_a_fork_beside_threads_does_not_hang() -> None:
    stop, game, state = threading.Event(), GAMES["double"], states("double")[3]

    def busy() -> None:
        while not stop.is_set():
            sw.simulate(game, 50, 1, threads=2, policies="eager")
            sw.load("dungeon_petz", tables_file=TABLES_FILE)

    threads = [threading.Thread(target=busy) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(6):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                child = os.fork()
            if child == 0:
                code = 1
                try:
                    rows = [sw.simulate(game, 50, 1, threads=count, policies="eager") for count in (1, 2)]
                    code = 0 if rows[0] == rows[1] and state.rollout(sw.Rng(1)).is_terminal else 2
                finally:
                    os._exit(code)
            deadline = time.monotonic() + 60
            while (answer := os.waitpid(child, os.WNOHANG))[0] == 0 and time.monotonic() < deadline:
                time.sleep(0.01)
            if answer[0] == 0:
                os.kill(child, signal.SIGKILL)
            assert answer[0] and os.waitstatus_to_exitcode(answer[1]) == 0
    finally:
        stop.set()
        for thread in threads:
            thread.join(60)
