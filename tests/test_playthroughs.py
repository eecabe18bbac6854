"""The playthroughs are what is played today. After a change that is meant: ``python -m tests.generate_playthrough``."""

import pytest

import spielwerk as sw
from tests.generate_playthrough import FOLDER, PLAYTHROUGHS, Playthrough, path, steps, text


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda p: p.name)
def test_playthrough_is_what_is_played_today(playthrough: Playthrough) -> None:
    recorded = path(playthrough).read_text(encoding="utf-8")
    # A round of Trek 12 with two players has a roll and two moves: 19 of them are 57 steps, a defeat takes some away.
    assert recorded.count("\n=== step ") > 50
    # Line by line: the first that differs says more than a diff of a thousand.
    for number, (old, new) in enumerate(zip(recorded.splitlines(), text(playthrough).splitlines(), strict=False), 1):
        assert new == old, f"{path(playthrough).name}:{number}"
    assert text(playthrough) == recorded


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda p: p.name)
def test_playthrough_shows_what_it_is_there_for(playthrough: Playthrough) -> None:
    assert playthrough.shows(steps(playthrough))


def test_not_every_game_shows_it() -> None:
    special = [playthrough for playthrough in PLAYTHROUGHS if playthrough.game in ("trek12", "dungeon_petz")]
    assert len(special) == 6
    for playthrough in special:
        others = [steps(playthrough._replace(seed=seed)) for seed in range(1, 11)]
        assert not all(playthrough.shows(other) for other in others), playthrough.name


def test_every_game_has_a_playthrough_and_every_file_a_game() -> None:
    assert {playthrough.game for playthrough in PLAYTHROUGHS} == set(sw.game_names())
    assert {file.name for file in FOLDER.iterdir()} == {path(playthrough).name for playthrough in PLAYTHROUGHS}
