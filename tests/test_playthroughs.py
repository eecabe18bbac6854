"""The playthroughs are what is played today. After a change that is meant: ``python -m tests.generate_playthrough``."""

import pytest

import spielwerk as sw
from tests.generate_playthrough import FOLDER, PLAYTHROUGHS, Playthrough, path, text


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda p: p.name)
def test_playthrough_is_what_is_played_today(playthrough: Playthrough) -> None:
    recorded = path(playthrough).read_text(encoding="utf-8")
    assert recorded.count("\n=== step ") > 60
    # Line by line: the first that differs says more than a diff of a thousand.
    for number, (old, new) in enumerate(zip(recorded.splitlines(), text(playthrough).splitlines(), strict=False), 1):
        assert new == old, f"{path(playthrough).name}:{number}"
    assert text(playthrough) == recorded


def test_every_game_has_a_playthrough_and_every_file_a_game() -> None:
    assert {playthrough.game for playthrough in PLAYTHROUGHS} == set(sw.game_names())
    assert {file.name for file in FOLDER.iterdir()} == {path(playthrough).name for playthrough in PLAYTHROUGHS}
