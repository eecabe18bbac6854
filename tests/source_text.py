"""The project's own text as the structural tests read it: the list of files, and Rust without comments and strings."""

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

_RUST_TOKEN = re.compile(
    r"""
    (?P<line>//[^\n]*)
  | (?P<block>/\*.*?\*/)
  | (?P<raw>b?r(?P<hashes>\#*)".*?"(?P=hashes))
  | (?P<string>[bc]?"(?:\\.|[^"\\])*")
  | (?P<char>b?'(?:\\(?:u\{[0-9a-fA-F_]+\}|x[0-9a-fA-F]{2}|.)|[^'\\])')
    """,
    re.VERBOSE | re.DOTALL,
)


@cache
def project_files() -> tuple[Path, ...]:
    """Every file that is committed or about to be, as paths from the root; what .gitignore names is left out."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return tuple(sorted({Path(name) for name in listed.split("\0") if name and (ROOT / name).is_file()}))


def files_under(*folders: str, suffixes: tuple[str, ...] = ()) -> list[Path]:
    """Project files inside the folders (all of them without a folder), with one of the suffixes if any are given."""
    return [
        path
        for path in project_files()
        if (not folders or any(path.is_relative_to(folder) for folder in folders))
        and (not suffixes or path.suffix in suffixes)
    ]


def read(path: Path) -> str:
    """The text of a project file."""
    return (ROOT / path).read_text(encoding="utf-8")


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def rust_code(text: str, keep_strings: bool = False) -> str:
    """Rust source with comments (and strings, unless kept) blanked out, line numbers unchanged."""

    def replace(match: re.Match[str]) -> str:
        if match.lastgroup is not None and (match["line"] or match["block"]):
            return _blank(match[0])
        return match[0] if keep_strings else _blank(match[0])

    return _RUST_TOKEN.sub(replace, text)


def split_rust_tests(text: str) -> tuple[str, str]:
    """The part of a Rust file before its `#[cfg(test)]` module, and the module, which stands last in a file."""
    match = re.search(r"^\s*#\[cfg\(test\)\]\s*\n(?:\s*#\[[^\n]*\]\s*\n)*\s*mod \w+ \{", text, re.MULTILINE)
    return (text, "") if match is None else (text[: match.start()], text[match.start() :])


def is_rust_test(path: Path) -> bool:
    """Whether a whole Rust file is test code: an integration test, or a `tests` module in a file of its own."""
    return "tests" in path.parts[:-1] or path.stem in {"tests", "test"} or path.stem.endswith("_tests")


def lines_matching(text: str, pattern: str) -> Iterator[tuple[int, str]]:
    """Number (from 1) and text of each line in which the pattern is found."""
    for number, line in enumerate(text.splitlines(), 1):
        if re.search(pattern, line):
            yield number, line.strip()
