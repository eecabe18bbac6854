"""What README and docs/ show is what happens: their Python blocks run, and the output shown below a block is compared.

A block fenced as ``python`` is run; blocks of one page share their names, as a reader would type them. If the next
thing on the page is a block fenced as ``text``, that is what the block must print. Blocks run in an empty folder, since
some of them write files.
"""

import contextlib
import io
import re
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

_FENCE = re.compile(r"^```(?P<kind>\w*)[^\n]*\n(?P<body>.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """Code, the output that the page shows below it, if any, and the line on which the code starts."""

    code: str
    output: str | None
    line: int


def blocks(page: str) -> list[Block]:
    fences = list(_FENCE.finditer(page))
    found = []
    for number, fence in enumerate(fences):
        if fence["kind"] != "python":
            continue
        after = fences[number + 1] if number + 1 < len(fences) else None
        adjacent = after is not None and after["kind"] == "text" and not page[fence.end() : after.start()].strip()
        output = after["body"] if after is not None and adjacent else None
        found.append(Block(fence["body"], output, page.count("\n", 0, fence.start("body")) + 1))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_blocks_of_a_page_run_and_print_what_it_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__page__"}
    for block in blocks(page.read_text(encoding="utf-8")):
        printed = io.StringIO()
        # Blank lines before it, so that a traceback names the line of the page.
        code = compile("\n" * (block.line - 1) + block.code, str(page), "exec")
        with contextlib.redirect_stdout(printed):
            exec(code, names)
        if block.output is not None:
            shown = [line.rstrip() for line in block.output.splitlines()]
            lines = [line.rstrip() for line in printed.getvalue().splitlines()]
            assert lines == shown, f"{page.name}:{block.line}"


def test_blocks_are_found() -> None:
    readme = blocks((ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(readme) >= 1
    assert any(block.output for block in readme), "README shows real output"
    everywhere = [block for page in PAGES for block in blocks(page.read_text(encoding="utf-8"))]
    assert len(everywhere) >= 10


def test_output_belongs_to_the_block_right_above_it() -> None:
    shown = "```python\nprint(1)\n```\n\n```text\n1\n```\n\n```text\n2\n```\n\n"
    page = shown + "```python\npass\n```\nwords\n```text\n3\n```\n"
    assert blocks(page) == [Block("print(1)\n", "1\n", 2), Block("pass\n", None, 14)]
