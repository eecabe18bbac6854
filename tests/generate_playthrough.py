"""Everything observable of one seeded game of each kind, as text: a change of it shows in a review as a diff.

``python -m tests.generate_playthrough`` writes ``tests/playthroughs/``; ``tests/test_playthroughs.py`` compares. With
``--seeds NAME`` it lists the first seeds whose game shows what this playthrough is there for.
"""

import argparse
import hashlib
import itertools
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import spielwerk as sw
from tests.playthrough_contents import (
    Step,
    any_game,
    at_random,
    builder,
    defeat,
    doubled_card,
    eager,
    link_choices,
    natural_end,
    petz_at_work,
    shared_top,
    wave_face,
)

FOLDER = Path(__file__).resolve().parent / "playthroughs"
#: How many legal actions are spelled out at each decision; their number and a digest cover the rest.
SHOWN = 6


class Playthrough(NamedTuple):
    """One file: a game with options, played from a seed with uniformly random decisions or by another chooser."""

    name: str
    game: str
    options: dict[str, Any]
    seed: int
    #: What the game is there to show.
    shows: Callable[[Sequence[Step]], bool] = any_game
    #: Which legal action is taken.
    chooses: Callable[[sw.State, sw.Rng], int] = at_random
    #: Whether positions are told by what is new in them: those of a game with many parts are long, a step alters few.
    brief: bool = False


DOUBLE = {
    "players": 2,
    "double_symbols": True,
    "advanced_meat_stand": True,
    "need_order": "rulebook",
    "start_player": 1,
}

PLAYTHROUGHS = (
    Playthrough("patchwork", "patchwork", {}, 1),
    Playthrough("patchwork_first_edition", "patchwork", {"time_track": "first_edition", "starting_player": 1}, 2),
    Playthrough("trek12", "trek12", {"players": 2}, 257, link_choices),
    Playthrough("trek12_stay_home", "trek12", {"board": "stay_home", "players": 2}, 2, defeat),
    Playthrough("trek12_christmas", "trek12", {"board": "christmas", "players": 2}, 8, shared_top),
    Playthrough("trek12_mount_fuji", "trek12", {"board": "mount_fuji", "players": 2}, 1, wave_face),
    Playthrough("thurn_and_taxis_builder", "thurn_and_taxis", {"players": 2}, 1, natural_end, builder),
    Playthrough("thurn_and_taxis", "thurn_and_taxis", {"players": 4, "max_turns": 16}, 1),
    Playthrough("dungeon_petz", "dungeon_petz", {"players": 4}, 102, petz_at_work, eager, brief=True),
    Playthrough("dungeon_petz_double", "dungeon_petz", DOUBLE, 3, doubled_card, eager, brief=True),
)


def text(playthrough: Playthrough) -> str:
    """The whole file."""
    return "\n".join(_lines(playthrough)) + "\n"


def path(playthrough: Playthrough) -> Path:
    """Where the file lies."""
    return FOLDER / f"{playthrough.name}.txt"


def steps(playthrough: Playthrough) -> list[Step]:
    """The game, position by position."""
    rng = sw.Rng(playthrough.seed)
    state = sw.load(playthrough.game, **playthrough.options).initial_state()
    played = []
    while not state.is_terminal:
        if state.is_chance:
            after = state.sample_chance(rng)
            chosen = next(outcome for outcome, _ in state.chance_outcomes() if state.apply(outcome) == after)
        else:
            chosen = playthrough.chooses(state, rng)
            after = state.apply(chosen)
        played.append(Step(state, chosen, state.events(chosen)))
        state = after
    return [*played, Step(state, None, [])]


def _lines(playthrough: Playthrough) -> Iterator[str]:
    played = steps(playthrough)
    game = played[0].state.game
    yield from _head(game, playthrough.seed)
    before = None
    for number, (state, chosen, events) in enumerate(played):
        yield f"=== step {number}"
        yield from _position(game, state, before)
        if playthrough.brief:
            before = state
        if chosen is None:
            return
        yield f"-> {chosen} {state.action_to_string(chosen)}"
        yield from (f"   event {_json(list(event))}" for event in events)
        yield ""


def _head(game: sw.Game, seed: int) -> Iterator[str]:
    yield f"game {game.name} ({game.title}), rules version {game.rules_version}, seed {seed}"
    yield f"options {_json(game.options)}"
    yield f"players {game.num_players}, actions {game.num_actions}, outcomes {game.num_outcomes}"
    yield f"observation of {game.observation_size} bytes"
    yield f"score items {_json(game.score_items)}, scale {game.score_scale}"
    for title, entries in (
        ("action family", game.action_spec),
        ("outcome family", game.outcome_spec),
        ("observation field", game.observation_spec),
    ):
        yield from (f"{title} {_json(entry)}" for entry in entries)
    yield from (f"policy {name}: {meaning}" for name, meaning in game.policies.items())
    yield from (f"table {name}: {status}" for name, status in game.provenance.items())
    yield f"tables sha256 {_hash(_json(game.tables()).encode())}"
    yield ""


def _position(game: sw.Game, state: sw.State, before: sw.State | None) -> Iterator[str]:
    """All of a position, or what has changed in it; at least each new phase is shown whole."""
    seats = range(game.num_players)
    position, old = state.to_dict(), before.to_dict() if before else {}
    whole = position.get("phase") != old.get("phase")
    yield f"actor {state.current_player}, terminal {state.is_terminal}, chance {state.is_chance}"
    if before is None or whole:
        yield str(state).rstrip("\n")
        yield f"dict {_json(position)}"
    else:
        yield f"text {_hash(str(state).encode())}, dict {_hash(_json(position).encode())}"
        yield from _changes(old, position, "")
    yield f"bytes sha256 {_hash(state.to_bytes())}"
    for seat in seats:
        observed = _hash(state.observation(seat).tobytes())
        yield f"observation {seat} sha256 {observed}, as text {_hash(state.observation_string(seat).encode())}"
    yield f"scores {state.scores()}, ranks {state.ranks()}, winners {state.winners()}"
    for seat in seats:
        if before is None or state.score_sheet(seat) != before.score_sheet(seat):
            yield f"sheet {seat} {_json(state.score_sheet(seat))}"
    if state.is_chance:
        outcomes = state.chance_outcomes()
        yield f"outcomes {len(outcomes)}, total weight {sum(weight for _, weight in outcomes)}: {_ids(outcomes)}"
        return
    legal = state.legal_actions()
    yield f"legal {state.num_legal}, sha256 {_hash(state.legal_actions_mask().tobytes())}"
    yield from (f"   {action} {state.action_to_string(action)}" for action in legal[:SHOWN])
    if len(legal) > SHOWN:
        yield f"   ... {legal[-1]} {state.action_to_string(legal[-1])}"


def _changes(old: Any, new: Any, place: str) -> Iterator[str]:
    """Each innermost part that is another one now."""
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        for key in new:
            yield from _changes(old[key], new[key], f"{place}.{key}" if place else key)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and isinstance(new[0], dict):
        for number, pair in enumerate(zip(old, new, strict=True)):
            yield from _changes(*pair, f"{place}[{number}]")
    else:
        yield f"   {place} {_json(new)}"


def _ids(outcomes: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{outcome}x{weight}" for outcome, weight in outcomes)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def seeds(playthrough: Playthrough) -> Iterator[int]:
    """All seeds whose game shows what the playthrough is there for, ascending."""
    return (seed for seed in itertools.count(1) if playthrough.shows(steps(playthrough._replace(seed=seed))))


def main() -> None:
    """Write all files, or look for seeds."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    names = [playthrough.name for playthrough in PLAYTHROUGHS]
    parser.add_argument("--seeds", metavar="NAME", choices=names, help="list seeds for this playthrough; write nothing")
    if name := parser.parse_args().seeds:
        for seed in itertools.islice(seeds(PLAYTHROUGHS[names.index(name)]), 5):
            sys.stdout.write(f"{seed}\n")
        return
    FOLDER.mkdir(exist_ok=True)
    for playthrough in PLAYTHROUGHS:
        if not playthrough.shows(steps(playthrough)):
            raise SystemExit(f"{playthrough.name} does not show what it is there for; try --seeds {playthrough.name}")
        path(playthrough).write_text(text(playthrough), encoding="utf-8")


if __name__ == "__main__":
    main()
