"""Texts of many actions as a short list: grouped by their first words, as far as needed to fit."""

from collections.abc import Sequence

__all__ = ["complete", "grouped"]


def grouped(texts: Sequence[tuple[int, str]], most: int) -> list[str]:
    """Lines for (id, text) pairs: each action if they are at most ``most``, otherwise groups with the same beginning
    and their sizes.

    The beginning grows word by word as long as the groups stay within ``most`` lines, so a few actions stand in full
    beside large groups.
    """
    groups: dict[tuple[str, ...], list[tuple[int, str]]] = {(): list(texts)} if texts else {}
    while len(groups) < len(texts):
        finer: dict[tuple[str, ...], list[tuple[int, str]]] = {}
        for words, members in groups.items():
            for member in members:
                # A group of one is a whole action already: its words are spelled out to the end.
                depth = len(words) + 1 if len(members) > 1 else None
                finer.setdefault(tuple(member[1].split()[:depth]), []).append(member)
        if len(finer) > most or finer.keys() == groups.keys():
            break
        groups = finer
    if len(groups) == 1:
        # One group says nothing that was not typed: its actions are what is wanted, however many.
        groups = {tuple(text.split()): [(number, text)] for number, text in texts}
    lines = []
    for words, members in groups.items():
        if len(members) == 1:
            number, text = members[0]
            lines.append(f"{number:>6}  {text}")
        else:
            lines.append(f"{'':>6}  {' '.join(words)} … ({len(members)})")
    return lines


def complete(texts: Sequence[tuple[int, str]], typed: str) -> list[tuple[int, str]]:
    """The actions that ``typed`` may mean: the one it spells, or else all whose text begins with it, word by word and
    without regard to case.
    """
    wanted = " ".join(typed.lower().split())
    if not wanted:
        return list(texts)
    exact = [(number, text) for number, text in texts if " ".join(text.lower().split()) == wanted]
    if exact:
        return exact
    words = wanted.split()
    return [pair for pair in texts if _begins(pair[1].lower().split(), words)]


def _begins(text: list[str], words: list[str]) -> bool:
    """Whether each word typed begins the word in its place; all but the last one in full, so that "patch 1" is not
    "patch 12 ...".
    """
    if len(words) > len(text):
        return False
    return text[: len(words) - 1] == words[:-1] and text[len(words) - 1].startswith(words[-1])
