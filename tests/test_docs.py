"""The pages of the games say what the package does."""

import re
import tomllib
from pathlib import Path

import pytest

import spielwerk as sw
from docs import generate

ROOT = Path(__file__).resolve().parent.parent


def test_every_game_has_a_page_that_is_up_to_date() -> None:
    assert len(sw.game_names()) >= 1
    assert generate.outdated() == []


def test_an_edited_or_missing_page_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = generate.page_path("patchwork").read_text(encoding="utf-8")
    last = str(sw.load("patchwork").num_actions - 1)
    assert last in generate.generated("patchwork")
    monkeypatch.setattr(generate, "FOLDER", tmp_path)
    assert "patchwork" in generate.outdated()
    generate.page_path("patchwork").write_text(page.replace(last, "1"), encoding="utf-8")
    assert "patchwork" in generate.outdated()
    generate.page_path("patchwork").write_text(page, encoding="utf-8")
    assert "patchwork" not in generate.outdated()


def test_every_page_is_in_the_navigation() -> None:
    configuration = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))
    listed = set(re.findall(r"[\w-]+\.md", str(configuration["project"]["nav"])))
    assert listed == {page.name for page in (ROOT / "docs").glob("*.md")}
    assert len(listed) >= 8


def test_links_between_pages_lead_somewhere() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    links = [
        (page, target)
        for page in pages
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    ]
    assert len(links) > 10
    assert [(str(page), target) for page, target in links if not (page.parent / target).exists()] == []
