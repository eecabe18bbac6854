"""The rules of the house that no compiler checks.

Each test also asserts how much it looked at: one that looks in the wrong folder finds no fault either.
"""

import ast
import inspect
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from spielwerk import _native
from tests.source_text import (
    ROOT,
    files_under,
    is_rust_test,
    lines_matching,
    read,
    rust_code,
    split_rust_tests,
)

GAME_FILES = {"mod", "tables", "state", "actions", "rules", "scoring", "observation", "text", "check", "position"}
MAX_LINES = 650
TEXT = {".rs", ".py", ".pyi", ".toml", ".md", ".txt", ".json", ".yml", ".yaml", ".cfg", ""}


def rust_sources(*folders: str) -> list[Path]:
    return files_under(*folders, suffixes=(".rs",))


def production_code(path: Path) -> str:
    """A Rust file without tests, comments and strings."""
    return "" if is_rust_test(path) else rust_code(split_rust_tests(read(path))[0])


def test_every_python_class_in_rust_is_frozen() -> None:
    attributes = [
        (path, match[0])
        for path in rust_sources("rust/py")
        for match in re.finditer(r"#\[pyclass\b[^\]]*\]", rust_code(read(path)))
    ]
    assert len(attributes) > 3
    assert [(str(path), attribute) for path, attribute in attributes if "frozen" not in attribute] == []


def test_no_unsafe_anywhere() -> None:
    sources = rust_sources("rust")
    assert len(sources) > 20
    found = [
        f"{path}:{number}: {line}"
        for path in sources
        for number, line in lines_matching(rust_code(read(path)), r"\bunsafe\b")
    ]
    assert found == []


def test_every_crate_forbids_unsafe() -> None:
    workspace = tomllib.loads(read(Path("Cargo.toml")))["workspace"]
    assert len(workspace["members"]) >= 2
    assert workspace["lints"]["rust"]["unsafe_code"] == "forbid"
    for member in workspace["members"]:
        manifest = tomllib.loads(read(Path(member, "Cargo.toml")))
        assert manifest["lints"] == {"workspace": True}, member


def test_no_long_file() -> None:
    sources = files_under(suffixes=(".rs", ".py", ".pyi"))
    assert len(sources) > 30
    lengths = {str(path): read(path).count("\n") for path in sources}
    assert {path: lines for path, lines in lengths.items() if lines > MAX_LINES} == {}


def test_every_game_has_the_same_files() -> None:
    games = [path.stem for path in files_under("seeds", suffixes=(".json",))]
    assert "patchwork" in games
    assert games == sorted(_native.game_names())
    for game in games:
        names = {path.stem for path in rust_sources(f"rust/core/src/{game}") if path.parent.name == game}
        assert names >= GAME_FILES, f"{game} lacks {sorted(GAME_FILES - names)}"


def test_the_binding_cites_no_rule() -> None:
    """Outside docstrings rust/py knows no rule, so it has none to cite, no action coding and no table of numbers."""
    sources = rust_sources("rust/py")
    assert len(sources) >= 3
    for path in sources:
        code = production_code(path)
        assert list(lines_matching(code, r"\b(?:648|1944|2025|2026)\b")) == [], path
        assert re.findall(r"\[(?:\s*-?\d[\d_]*(?:[iu]\d+)?\s*,){12,}", code) == [], path
        kept = rust_code(split_rust_tests(read(path))[0], keep_strings=True)
        assert list(lines_matching(kept, r"\b[A-Z]{2}-\d+")) == [], path


def test_the_package_holds_no_table_of_a_game() -> None:
    sources = files_under("python/spielwerk", suffixes=(".py",))
    assert len(sources) >= 5
    for path in sources:
        for node in ast.walk(ast.parse(read(path))):
            if isinstance(node, ast.List | ast.Tuple | ast.Set):
                numbers = [item for item in node.elts if isinstance(item, ast.Constant) and type(item.value) is int]
                assert len(numbers) < 12, f"{path}:{node.lineno} is a table of numbers"
            if isinstance(node, ast.Constant) and type(node.value) is int:
                assert node.value not in {648, 1944, 2025, 2026}, f"{path}:{node.lineno} knows how actions are numbered"


def test_everything_public_in_the_module_is_documented() -> None:
    undocumented: list[str] = []
    seen = 0

    def look(name: str, thing: Any) -> None:
        nonlocal seen
        seen += 1
        if not (inspect.getdoc(thing) or "").strip():
            undocumented.append(name)

    for name, thing in vars(_native).items():
        if name.startswith("_") or not (callable(thing) or inspect.isclass(thing)):
            continue
        look(name, thing)
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_") and (callable(value) or inspect.isdatadescriptor(value)):
                    look(f"{name}.{member}", value)
    assert seen > 60
    assert undocumented == []


def test_no_panic_in_production_code() -> None:
    """Every failure is a value. `expect` is for what cannot happen, and says why it cannot."""
    sources = [path for path in rust_sources("rust/core/src", "rust/py/src") if not is_rust_test(path)]
    assert len(sources) > 20
    found = []
    for path in sources:
        code = production_code(path)
        for number, line in lines_matching(code, r"\.unwrap\(\)|\b(?:panic|todo|unimplemented)!|\.unwrap_err\(\)"):
            found.append(f"{path}:{number}: {line}")
        with_strings = rust_code(split_rust_tests(read(path))[0], keep_strings=True)
        for reason in re.findall(r"\.expect\(\s*(\"(?:\\.|[^\"\\])*\"|[^)]*)", with_strings):
            if not (reason.startswith('"') and len(reason.split()) >= 3):
                found.append(f"{path}: expect({reason}) states no invariant")
        for reason in re.findall(r"\bunreachable!\(([^)]*)\)", with_strings):
            if len(reason.split()) < 3:
                found.append(f"{path}: unreachable!({reason}) states no invariant")
    assert found == []


def test_no_machine_in_the_text() -> None:
    """No host of a package registry and no path of one machine: neither means anything to the next reader."""
    # Put together here, so that this file passes its own test.
    hosts = ["crates" + r"\.io", "pypi" + r"\.org", "python" + "hosted", r"deb\." + "debian", r"static\." + "rust-lang"]
    folders = [f"/{name}/" for name in ("wo" + "rk", "tm" + "p", "ro" + "ot", "ho" + "me")]
    pattern = "|".join([*hosts, *(rf"(?<![\w.~-]){folder}" for folder in folders)])
    texts = [path for path in files_under() if path.suffix in TEXT and path.name != "Cargo.lock"]
    assert len(texts) > 40
    found = [f"{path}:{number}: {line[:120]}" for path in texts for number, line in lines_matching(read(path), pattern)]
    assert found == []


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("a // b\nc", "a     \nc"),
        ('let s = "x // \\" y"; // z', "let s =            ;     "),
        ("fn f<'a>(c: char) { c == '\"' || c == '\\''; }", "fn f<'a>(c: char) { c ==     || c ==     ; }"),
        ('r#"a "quoted" one"# + 1', "                    + 1"),
        ("/* unsafe\n */ x", "         \n    x"),
    ],
)
def test_comments_and_strings_are_blanked(source: str, code: str) -> None:
    assert rust_code(source) == code


def test_tests_at_the_end_of_a_rust_file_are_split_off() -> None:
    code, tests = split_rust_tests("fn a() {}\n\n#[cfg(test)]\nmod tests {\n    fn b() {}\n}\n")
    assert "fn a" in code
    assert "fn b" in tests
    assert "fn b" not in code


def test_the_root_is_the_root() -> None:
    assert (ROOT / "Cargo.toml").is_file()
    assert (ROOT / "seeds").is_dir()
