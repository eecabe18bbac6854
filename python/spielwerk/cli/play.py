"""``spielwerk play``: a game in the terminal, or from a script on standard input."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from spielwerk.cli.failure import USAGE, Failure
from spielwerk.cli.listing import complete, grouped
from spielwerk.cli.options import game_from_words, words_argument
from spielwerk.errors import MatchError, SpielwerkError
from spielwerk.match import Match
from spielwerk.words import place

__all__ = ["command"]

_PAGE = 24
_MOST_GROUPS = 60
_HELP = """\
  an action's number, its text, or a beginning of it that only it has
  legal [WORDS]   the legal actions, those that begin so, or those that contain the words
  more            the next page of a long list
  board           the board once more
  random          a random action for you
  undo            back to your last decision
  save FILE       keep the match; `spielwerk play --resume FILE` goes on with it
  help            this list
  quit            leave"""


def command(
    words: Annotated[list[str] | None, words_argument()] = None,
    seat: Annotated[int, typer.Option(help="Your seat.")] = 0,
    opponent: Annotated[
        str, typer.Option(help="Who plays the other seats: random, or human for all seats by you.")
    ] = "random",
    seed: Annotated[int, typer.Option(help="Seed of chance and of the opponent, 0 .. 2**64 - 1.")] = 0,
    resume: Annotated[Path | None, typer.Option(help="Go on with a match that was saved.")] = None,
) -> None:
    """Play a game. Type help at the prompt for what can be typed."""
    if opponent not in ("random", "human"):
        raise Failure(f"unknown opponent {opponent!r}; there are: random, human", USAGE)
    if resume is not None:
        if words:
            raise Failure("--resume FILE says which game it is: leave the name out", USAGE)
        match = Match.load(resume)
    else:
        game = game_from_words(words or [])
        try:
            match = Match(game, seed)
        except ValueError as error:
            raise Failure(str(error), USAGE) from error
    players = match.game.num_players
    if not 0 <= seat < players:
        raise Failure(f"--seat is 0 .. {players - 1} in {match.game.name}, not {seat}", USAGE)
    _Table(match, set(range(players)) if opponent == "human" else {seat}).run()


class _Table:
    """The match with the person at it: reads lines, answers each, and lets the opponent play."""

    def __init__(self, match: Match, seats: set[int]) -> None:
        self._match = match
        self._seats = seats
        self._pages: list[str] = []

    def run(self) -> None:
        """Until the game ends, the person quits, or there is no more input."""
        self._opponents()
        self._board()
        typer.echo("Type help for what can be typed.")
        self._complete_with_tab()
        while not self._match.is_terminal:
            try:
                line = input(f"seat {self._match.current_player}> ")
            except EOFError:
                typer.echo()
                return
            if not sys.stdin.isatty():
                # A script's lines would be missing in what it prints.
                typer.echo(line)
            words = line.split()
            if words and words[0].lower() in ("quit", "exit", "q") and len(words) == 1:
                return
            if words:
                self._answer(words)
        self._result()

    def _answer(self, words: list[str]) -> None:
        name, rest = words[0].lower(), words[1:]
        if name in ("help", "?"):
            typer.echo(_HELP)
        elif name == "legal":
            self._legal(" ".join(rest))
        elif name == "more":
            self._page()
        elif name == "board":
            self._board()
        elif name == "undo":
            self._undo()
        elif name == "save":
            self._save(" ".join(rest))
        elif name == "random":
            typer.echo(f"you play {self._random()}")
            self._went_on()
        else:
            self._play(" ".join(words))

    def _texts(self) -> list[tuple[int, str]]:
        state = self._match.state
        return [(action, state.action_to_string(action)) for action in state.legal_actions()]

    def _legal(self, typed: str) -> None:
        texts = self._texts()
        found = complete(texts, typed) or [pair for pair in texts if typed.lower() in pair[1].lower()]
        if not found:
            typer.echo(f"No legal action has {typed!r} in it; `legal` lists what there is.")
            return
        typer.echo(f"{len(found)} of {len(texts)} legal actions:" if typed else f"{len(texts)} legal actions:")
        self._pages = grouped(found, _MOST_GROUPS)
        if any(line.endswith(")") and "…" in line for line in self._pages):
            self._pages.append(f"{'':>6}  (type legal and the beginning of a group to see what is in it)")
        self._page()

    def _page(self) -> None:
        if not self._pages:
            typer.echo("There is nothing more to list; `legal` begins anew.")
            return
        now, self._pages = self._pages[:_PAGE], self._pages[_PAGE:]
        typer.echo("\n".join(now))
        if self._pages:
            typer.echo(f"-- {len(self._pages)} more lines: type more --")

    def _play(self, typed: str) -> None:
        texts = self._texts()
        if typed.isdecimal() and len(typed) < 20:
            found = [pair for pair in texts if pair[0] == int(typed)]
            if not found:
                typer.echo(f"Action {typed} is not legal here; `legal` lists what is.")
                return
        else:
            found = complete(texts, typed)
        if not found:
            typer.echo(
                f"I do not know {typed!r}: no command, and no legal action begins so; `legal` lists them, help helps."
            )
        elif len(found) > 1:
            typer.echo(f"{len(found)} legal actions begin so:")
            self._pages = grouped(found, _MOST_GROUPS)
            self._page()
        else:
            typer.echo(f"you play {found[0][1]}")
            self._match.apply(found[0][0])
            self._went_on()

    def _random(self) -> str:
        state = self._match.state
        return state.action_to_string(self._match.play_random())

    def _opponents(self) -> None:
        while not self._match.is_terminal and self._match.current_player not in self._seats:
            seat = self._match.current_player
            typer.echo(f"seat {seat} plays {self._random()}")

    def _went_on(self) -> None:
        self._pages = []
        self._opponents()
        if not self._match.is_terminal:
            self._board()

    def _undo(self) -> None:
        seat = next(iter(self._seats)) if len(self._seats) == 1 else None
        try:
            self._match.undo(seat=seat)
        except MatchError:
            typer.echo("There is nothing to take back.")
            return
        self._pages = []
        self._board()

    def _save(self, name: str) -> None:
        if not name:
            typer.echo("Say where to: save FILE")
            return
        try:
            self._match.save(name)
        except (OSError, SpielwerkError, ValueError) as error:
            typer.echo(f"That did not work: {error}")
            return
        typer.echo(f"saved to {name}")

    def _board(self) -> None:
        typer.echo(f"\n{self._match.state}\n")

    def _result(self) -> None:
        self._board()
        state = self._match.state
        for seat in range(self._match.game.num_players):
            sheet = ", ".join(f"{name} {points:g}" for name, points in state.score_sheet(seat).items())
            whose = " (you)" if self._seats == {seat} else ""
            typer.echo(f"seat {seat}{whose}: {place(state, seat)}; {sheet}")
        winners = state.winners()
        if state.is_truncated:
            typer.echo("The game was cut off: nobody wins.")
        elif not winners:
            typer.echo("Nobody wins.")
        elif len(winners) == 1:
            typer.echo(f"Seat {winners[0]} wins.")
        else:
            typer.echo(f"Seats {', '.join(map(str, winners))} share the victory.")

    def _complete_with_tab(self) -> None:
        """Tab spells out actions where the terminal can do that."""
        if not sys.stdin.isatty():
            return
        try:
            import readline
        except ImportError:
            return

        def candidate(typed: str, number: int) -> str | None:
            line = readline.get_line_buffer()
            start = line[: readline.get_begidx()].split()
            matching = complete(self._texts(), line) if line.strip() else self._texts()
            words = sorted({text.split()[len(start)] for _, text in matching if len(text.split()) > len(start)})
            fitting = [word + " " for word in words if word.lower().startswith(typed.lower())]
            return fitting[number] if number < len(fitting) else None

        readline.set_completer_delims(" ")
        readline.set_completer(candidate)
        readline.parse_and_bind("tab: complete")
