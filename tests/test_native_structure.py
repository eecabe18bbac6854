"""Classes of the compiled module: their objects never change, and games and states are made by nobody else."""

from __future__ import annotations

import copy
import inspect
import pickle
from typing import Any

import pytest

import spielwerk as sw
from spielwerk import _native
from tests import hostile

CLASSES: dict[str, Any] = {name: value for name, value in vars(_native).items() if inspect.isclass(value)}
GAME = sw.load("patchwork")
OTHERS = [sw.load(name).initial_state() for name in ("trek12", "thurn_and_taxis", "dungeon_petz")]
OBJECTS: list[object] = [GAME, sw.Rng(1), sw.BatchEnv(GAME, 2, 1), *hostile.states(), *OTHERS]


def test_every_class_is_looked_at() -> None:
    games = {f"{name.title().replace('_', '')}State" for name in sw.game_names()}
    assert set(CLASSES) == {"Game", "State", "Rng", "BatchEnv", *games}
    assert {type(thing) for thing in OBJECTS} == {cls for name, cls in CLASSES.items() if name != "State"}
    assert all(issubclass(CLASSES[name], _native.State) for name in games)


@pytest.mark.parametrize("thing", OBJECTS, ids=lambda thing: type(thing).__name__)
def test_no_attribute_can_be_set_or_deleted(thing: object) -> None:
    names = [name for name in dir(thing) if name != "__class__"]
    assert len(names) > 25
    for name in [*names, "anything"]:
        with pytest.raises((AttributeError, TypeError)):
            setattr(thing, name, 1)
        with pytest.raises((AttributeError, TypeError)):
            delattr(thing, name)
    with pytest.raises(TypeError):
        thing.__class__ = object
    assert not hasattr(thing, "__dict__")


@pytest.mark.parametrize("name", [name for name in CLASSES if name not in {"Rng", "BatchEnv"}])
def test_games_and_states_are_not_made_by_hand(name: str) -> None:
    cls = CLASSES[name]
    for make in (
        cls,
        lambda: cls.__new__(cls),
        lambda: object.__new__(cls),
        lambda: cls("patchwork"),
        lambda: copy.copy(cls)(),
    ):
        with pytest.raises(TypeError):
            make()


@pytest.mark.parametrize("name", CLASSES)
def test_subclasses_are_refused_or_cannot_be_made(name: str) -> None:
    """Only `State` can be a base, since the games' states are its subclasses; no object of one more can be had."""
    with pytest.raises(TypeError):
        type("Mine", (CLASSES[name],), {})()


def test_classes_know_where_they_are_found() -> None:
    for name, cls in CLASSES.items():
        assert (cls.__module__, cls.__qualname__) == ("spielwerk._native", name)
        assert cls.__doc__
        assert pickle.loads(pickle.dumps(cls)) is cls
