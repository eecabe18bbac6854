"""Each rule of a digest is cited where it is implemented and where it is tested, and no citation names a rule in vain.

A citation names the id itself: a range such as "PW-1 to PW-5" counts for its two ends only, or one comment could claim
everything.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.source_text import files_under, is_rust_test, read, split_rust_tests

#: How many rules each digest has: written here too, since a parser that finds nothing would agree with everything.
EXPECTED = {"dungeon_petz": 180, "patchwork": 80, "thurn_and_taxis": 102, "trek12": 100}

_DEFINITION = re.compile(r"^(?:- |\| )([A-Z]{2})-(\d+)\b")
_TEXT = (".rs", ".py", ".pyi", ".toml", ".md", ".txt")


class Digest(NamedTuple):
    """What a digest defines: ids by the kind of section in which they stand."""

    prefix: str
    rules: frozenset[int]
    known_numbers: frozenset[int]
    provenance: frozenset[int]

    @property
    def all(self) -> frozenset[int]:
        return self.rules | self.known_numbers | self.provenance


@cache
def digest(game: str) -> Digest:
    sections: dict[str, list[int]] = {"rules": [], "known": [], "provenance": []}
    prefixes = set()
    kind = "rules"
    for line in read(Path(f"seeds/{game}.md")).splitlines():
        if line.startswith("## "):
            kind = "known" if "Known numbers" in line else "provenance" if "Provenance" in line else "rules"
        elif match := _DEFINITION.match(line):
            prefixes.add(match[1])
            sections[kind].append(int(match[2]))
    ids = [number for numbers in sections.values() for number in numbers]
    assert len(prefixes) == 1, f"seeds/{game}.md uses the prefixes {sorted(prefixes)}"
    assert len(ids) == len(set(ids)), f"seeds/{game}.md defines ids twice"
    return Digest(prefixes.pop(), *(frozenset(sections[name]) for name in ("rules", "known", "provenance")))


def games() -> list[str]:
    return sorted(path.stem for path in files_under("seeds", suffixes=(".md",)) if path.name != "README.md")


def cited(prefix: str, text: str) -> set[int]:
    return {int(number) for number in re.findall(rf"\b{prefix}-(\d+)\b", text)}


def implementation(game: str) -> str:
    sources = [path for path in files_under(f"rust/core/src/{game}", suffixes=(".rs",)) if not is_rust_test(path)]
    assert len(sources) >= 8, f"rust/core/src/{game} has {len(sources)} sources"
    return "\n".join(split_rust_tests(read(path))[0] for path in sources)


def proof(game: str) -> str:
    """Test code and scenarios; neither the reference, which is a second implementation, nor this file."""
    python = [
        path
        for path in files_under("tests", suffixes=(".py", ".toml"))
        if not path.is_relative_to("tests/reference") and path.name != Path(__file__).name
    ]
    rust = files_under("rust/core", suffixes=(".rs",))
    modules = [read(path) if is_rust_test(path) else split_rust_tests(read(path))[1] for path in rust]
    assert python, "no Python test found"
    assert any(modules), "no Rust test found"
    return "\n".join([*map(read, python), *modules])


def test_every_digest_is_expected() -> None:
    assert games() == sorted(EXPECTED)


@pytest.mark.parametrize("game", EXPECTED)
def test_ids_have_no_gap(game: str) -> None:
    assert digest(game).all == frozenset(range(1, EXPECTED[game] + 1))
    assert digest(game).known_numbers, "a digest has known numbers"
    # The index of the seeds names the last one.
    assert f"{digest(game).prefix}-{EXPECTED[game]} |" in read(Path("seeds/README.md"))


@pytest.mark.parametrize("game", EXPECTED)
def test_each_rule_is_cited_where_it_is_implemented(game: str) -> None:
    d = digest(game)
    missing = (d.rules | d.provenance) - cited(d.prefix, implementation(game))
    assert not missing, f"not cited in rust/core/src/{game}: {_names(d.prefix, missing)}"


@pytest.mark.parametrize("game", EXPECTED)
def test_each_rule_is_cited_in_a_test(game: str) -> None:
    d = digest(game)
    missing = (d.rules | d.known_numbers) - cited(d.prefix, proof(game))
    assert not missing, f"cited in no test: {_names(d.prefix, missing)}"


@pytest.mark.parametrize("game", EXPECTED)
def test_no_citation_of_a_rule_that_does_not_exist(game: str) -> None:
    d = digest(game)
    read_files = [path for path in files_under(suffixes=_TEXT) if path.parts[0] != "seeds"]
    unknown = {
        (str(path), f"{d.prefix}-{number}") for path in read_files for number in cited(d.prefix, read(path)) - d.all
    }
    assert len(read_files) > 30
    assert not unknown


def test_a_range_cites_its_ends_only() -> None:
    assert cited("PW", "see PW-3 to PW-6, PWC-9 and PW-76.") == {3, 6, 76}


def _names(prefix: str, numbers: frozenset[int] | set[int]) -> str:
    return ", ".join(f"{prefix}-{number}" for number in sorted(numbers))
