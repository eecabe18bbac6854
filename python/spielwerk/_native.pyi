"""The compiled part of Spielwerk: rules, states, generator and simulation in Rust.

Everything here is re-exported by :mod:`spielwerk`; this file is its reference. Shapes are numpy shapes, seats are
counted from 0, points are whole unless a game has halves (then floats). Rule ids such as PW-16 refer to ``seeds/``.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, SupportsIndex, TypeVar, final

import numpy as np
import numpy.typing as npt

_T = TypeVar("_T")

__version__: Final[str]
build_profile: Final[Literal["release", "checked", "debug"]]
"""Cargo profile of this build: benchmarks refuse anything but ``release``; ``checked`` has overflow checks and debug
assertions.
"""

CHANCE: Final[int]
"""``State.current_player`` where dice, cards or tiles decide: -1."""
TERMINAL: Final[int]
"""``State.current_player`` after the end: -4."""

def build_info() -> dict[str, Any]:
    """Version, profile, target, compiler and the instruction-set path that hot loops take on this machine.

    Keys: ``version``, ``profile``, ``target``, ``rustc``, ``dispatch`` (``"x86-64-v3"`` or ``"baseline"``),
    ``pointer_width``.
    """

def game_names() -> list[str]:
    """Names that :func:`load` accepts, in order of introduction."""

def game_info(name: str) -> dict[str, Any]:
    """What there is to say about a game before loading it.

    Keys: ``name``, ``title``, ``rules_version``, ``min_players``, ``max_players``, ``options`` (list of maps with
    ``name``, ``kind`` (``"choice"``, ``"integer"``, ``"boolean"``, ``"name"`` or ``"file"``), ``choices`` (list or
    None; a name may also come from the game's file, an integer may also be one of them), ``low``, ``high`` (int or
    None), ``default``, ``help``),
    ``provenance`` (table name -> sentence). Raises OptionError for an unknown name; the message lists the known ones.
    """

def load(name: str, **options: Any) -> Game:
    """Make a game: rules, options and component tables, immutable.

    An option of kind ``"file"`` is a path (str or os.PathLike), which is read, at most 16 MB, or the text itself: a str
    whose first character that is not blank is ``{``. ``Game.options`` has the text. Raises OptionError for an unknown
    name or option or a value out of range; the message lists what is accepted, or all that is wrong with the file.
    TypeError if ``name`` is no string.
    """

def _restore_game(name: str, options: dict[str, Any]) -> Game:
    """As :func:`load`, for options that were stored in a file or a pickle, which are not to be trusted: it reads no
    file that they name. Raises OptionError, TypeError.
    """

@final
class Game:
    """Rules, options and tables of one game. Immutable, hashable, picklable, shared by all its states. Equal if name
    and options are equal.
    """

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str:
        """The name as printed on the box."""
    @property
    def options(self) -> dict[str, Any]:
        """Every option with its value, defaults included (a new dict at each call)."""
    @property
    def num_players(self) -> int: ...
    @property
    def num_actions(self) -> int:
        """Size of the action space; ids are 0 .. num_actions - 1."""
    @property
    def num_outcomes(self) -> int:
        """Size of the space of chance outcomes."""
    @property
    def rules_version(self) -> int: ...
    @property
    def provenance(self) -> dict[str, str]:
        """Table name -> how sure the project is of it (verified, inferred or reconstructed, and why)."""
    @property
    def score_items(self) -> list[str]:
        """Names of the items of a score sheet, in order, without ``total``."""
    @property
    def policies(self) -> dict[str, str]:
        """Name -> description of each policy that :meth:`simulate_into` can play."""
    @property
    def action_spec(self) -> list[dict[str, Any]]:
        """Families of actions: maps with ``family``, ``first``, ``size``, ``factors`` (list of (name, size), slowest
        first), ``meaning``, ``rule``.
        """
    @property
    def outcome_spec(self) -> list[dict[str, Any]]:
        """The same for chance outcomes."""
    @property
    def observation_spec(self) -> list[dict[str, Any]]:
        """Fields of an observation in order, without gaps: maps with ``name``, ``offset`` in the vector, ``shape``
        (tuple), ``dtype`` (``"uint8"``), ``low`` and ``high`` (the least and the greatest value of an entry),
        ``meaning`` (with units and rule ids; where an axis are the seats, it says "observer first").
        """
    @property
    def observation_size(self) -> int:
        """Length of the flat uint8 vector of :meth:`State.observation`."""
    def describe(self) -> str:
        """All that the game says of itself as text to be printed: title, players, options with their values, actions,
        chance outcomes, observation, score sheet, policies, provenance, as tables in lines of at most 120 characters.
        """
    def tables(self) -> dict[str, Any]:
        """The component tables, in the schema of ``seeds/GAME.json`` as far as the rules use them."""
    def initial_state(self) -> State: ...
    def state_from_dict(self, position: Mapping[str, Any], strict: bool = True) -> State:
        """A state from the form of :meth:`State.to_dict`; keys left out have their value at the start of a game.

        Raises InvalidStateError with *all* faults in its message and in ``.faults``. With ``strict=False`` a study
        position is accepted, which no game reaches but which can be played on (PW-79). TypeError for what is no map.
        """
    def state_from_bytes(self, data: bytes | bytearray | memoryview) -> State:
        """The inverse of :meth:`State.to_bytes`. Raises DecodeError for anything else, however it is damaged, and for
        bytes of another game or option.
        """
    def simulate_into(
        self,
        games: int,
        seed: int,
        first_index: int,
        policies: Sequence[str],
        threads: int,
        scores: npt.NDArray[np.int32],
        ranks: npt.NDArray[np.uint8],
        winners: npt.NDArray[np.int8],
        decisions: npt.NDArray[np.uint32],
        truncated: npt.NDArray[np.bool_],
        sheet: npt.NDArray[np.int32],
    ) -> int:
        """Play ``games`` games and write row i of each array; game i uses the stream (seed, first_index + i) whatever
        the number of threads.

        Arrays are C-contiguous, writable, with ``games`` rows: ``scores`` and ``ranks`` (games, players), ``winners``
        (games,) the winning seat or
        -1 if it is shared or nobody's, ``decisions`` (games,) without chance, ``truncated`` (games,), ``sheet``
        (games, players, items). Scores and sheet are in units of 1 / ``score_scale`` points. The GIL is released.
        Returns ``games``. What a signal handler raises, such as KeyboardInterrupt, is passed on, and the arrays then
        hold nothing of worth. ``threads`` is 1 .. 1024. ValueError for arrays of another shape, TypeError for another
        dtype or one that cannot be written, OptionError for an unknown policy.
        """
    @property
    def score_scale(self) -> int:
        """Units of a point in simulation columns: 1, or 2 for a game with half points."""
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: dict[int, Any], /) -> Game: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

class State:
    """One position of one game: immutable, comparable, hashable, copyable, picklable. Made by :class:`Game`, never by
    itself.
    """

    @property
    def game(self) -> Game: ...
    @property
    def current_player(self) -> int:
        """The seat to decide, :data:`CHANCE` or :data:`TERMINAL`."""
    @property
    def is_terminal(self) -> bool: ...
    @property
    def is_truncated(self) -> bool:
        """Whether the game is over because an option cut it off, as after ``max_turns`` (TT-53): then nobody wins."""
    @property
    def is_chance(self) -> bool: ...
    @property
    def num_legal(self) -> int:
        """How many actions are legal; 0 at a chance or terminal node."""
    def legal_actions(self) -> list[int]:
        """Ids of the legal actions, ascending; empty at a chance or terminal node."""
    def legal_actions_mask(
        self, out: npt.NDArray[np.uint8] | npt.NDArray[np.bool_] | npt.NDArray[np.int8] | None = None
    ) -> npt.NDArray[Any]:
        """One byte an action, 1 = legal, shape (num_actions,). Written into ``out`` (uint8, int8 or bool, contiguous,
        writable) and returned, if given.
        """
    def is_legal(self, action: int) -> bool:
        """Whether a player may play this action here; False for every id at a chance or terminal node."""
    def chance_outcomes(self) -> list[tuple[int, int]]:
        """(id, weight) pairs with exact integer weights; empty unless this is a chance node."""
    def apply(self, action: int) -> State:
        """The state after an action or, at a chance node, an outcome. Raises IllegalActionError, which says why; this
        state never changes.
        """
    def sample_action(self, rng: Rng, policy: str | None = None) -> int:
        """A uniformly random legal action, found by rank without making a list; or the choice of another policy of
        ``game.policies``, as :func:`simulate` makes it. Raises IllegalActionError if nobody is to decide, OptionError
        for an unknown policy.
        """
    def sample_chance(self, rng: Rng) -> State:
        """The state after a random outcome. Raises IllegalActionError if this is no chance node."""
    def rollout(self, rng: Rng, policies: str | Sequence[str] | None = None) -> State:
        """Uniformly random play to the end, or that of a policy of ``game.policies`` for all seats, or of one for each
        seat: the terminal state. Raises OptionError for an unknown policy or another number of them, TypeError.
        """
    def perft(self, depth: int) -> int:
        """Number of id sequences of that length from here, chance outcomes counted as ids. ``depth`` 0 .. 64. Can be
        interrupted.

        OverflowError if the count does not fit 64 bits.
        """
    def scores(self) -> list[int] | list[float]:
        """Points by seat as they stand, at any time."""
    def ranks(self) -> list[int]:
        """Places by seat, 1 = best; ties are broken at the end only (PW-78)."""
    def is_out(self, player: int) -> bool:
        """Whether a seat is out of the game, as by a defeat (TK-57): behind all others whatever its points, and never a
        winner, even where all are out and share the first place. IndexError for a seat that does not exist.
        """
    def winners(self) -> list[int]:
        """Winning seats; empty before the end, and after it if the game is truncated or all are out
        (:meth:`is_out`).
        """
    def returns(self, reward: Literal["win", "zero_sum", "rank", "score", "margin"] | str = "win") -> list[float]:
        """What an episode that ends here pays in all, by seat: the ``reward`` of :class:`BatchEnv` and of the
        environments for other libraries.

        ``"win"``: 1, shared among the winners, and 0 for the others. ``"zero_sum"``, of two players: 1 and -1, or 0
        and 0 without a single winner. ``"rank"``: (seats - place) / (seats - 1), 1 for a single player. ``"score"``:
        points. ``"margin"``: points less those of the best other seat; points of a single player. Before the end
        nobody has won, and the rest is as it stands. OptionError for another word, or ``"zero_sum"`` of other than two.
        """
    def score_sheet(self, player: int) -> dict[str, int] | dict[str, float]:
        """Points by name, ``total`` last. IndexError for a seat that does not exist."""
    def events(self, action: int) -> list[tuple[str, int, int, int]]:
        """What ``apply(action)`` does, in order, as (name, seat, place, amount); the game's page lists the names.
        Raises as :meth:`apply`.
        """
    def action_to_string(self, action: int) -> str:
        """Readable text of a legal action or outcome of this state. Raises IllegalActionError."""
    def string_to_action(self, text: str) -> int:
        """The inverse of :meth:`action_to_string`. Raises IllegalActionError with the reason."""
    def to_dict(self) -> dict[str, Any]:
        """The position as plain dicts, lists, strings and ints, with null as None."""
    def to_bytes(self) -> bytes: ...
    def observation(self, player: int, out: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.uint8]:
        """What a seat may know, all of it and nothing else, seen from that seat: two positions that it cannot tell
        apart give equal vectors, all others different ones.

        :param player: the seat; the other seats follow in order round the table.
        :param out: written into and returned, uint8, shape (observation_size,); a new array without it.

        The fields are those of ``game.observation_spec``, in the shape (observation_size,) and the dtype uint8.
        IndexError for a seat that does not exist.
        """
    def observation_string(self, player: int) -> str:
        """The same knowledge as text: equal texts exactly where the vectors are equal."""
    def resample_hidden(self, player: int, rng: Rng) -> State:
        """A state drawn from those that this seat cannot tell apart; an equal state where nothing is hidden."""
    def check(self) -> list[str]:
        """Broken invariants of the digest, one sentence each, with rule ids; empty for every reachable state."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> State: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __str__(self) -> str: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class PatchworkState(State):
    """A position of Patchwork."""

@final
class Trek12State(State):
    """A position of Trek 12."""

@final
class ThurnAndTaxisState(State):
    """A position of Thurn and Taxis."""

@final
class DungeonPetzState(State):
    """A position of Dungeon Petz."""

@final
class Rng:
    """xoshiro256++ seeded by SplitMix64 from (seed, stream), both 0 .. 2**64 - 1. Its numbers are a promise: they
    never change.

    Safe to share between threads (each number is given out once). Picklable and copyable with its position.
    """

    def __new__(cls, seed: int, stream: int = 0) -> Rng: ...
    def next_u64(self) -> int: ...
    def below(self, n: int) -> int:
        """Uniform integer 0 .. n - 1 without bias, 1 <= n < 2**64. ValueError otherwise."""
    def random(self) -> float:
        """Uniform float in [0, 1) with 53 bits."""
    def choice(self, items: Sequence[_T]) -> _T:
        """A uniformly random item. IndexError if there is none, OverflowError for a range longer than any list."""
    def shuffle(self, items: list[Any]) -> None:
        """Fisher-Yates, in place."""
    def getstate(self) -> tuple[int, int, int, int]: ...
    @staticmethod
    def from_state(state: tuple[int, int, int, int]) -> Rng:
        """The inverse of :meth:`getstate`. ValueError for the all-zero state, which is no state."""
    def __copy__(self) -> Rng: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> Rng: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class BatchEnv:
    """Many matches of one game stepped together, in arrays that keep their address; chance is sampled inside.

    Env i's episode k draws chance and random actions from ``Rng(Rng(seed, i).getstate()[0], k)`` and from nothing else:
    neither threads nor the number of envs change it. An array that is switched off is None. ``rewards``,
    ``terminated``, ``truncated``, ``episode_id`` and ``num_decisions`` tell of the episode in which the last step was
    made; ``obs``, the masks and ``current_player`` of the decision to come, which may be the first of a new episode.

    Not meant for several threads: a call while another one is at work raises RuntimeError. Two of them in two threads
    run side by side, since the GIL is released. Works in a forked child. Picklable and copyable; a copy has arrays of
    its own.
    """

    def __new__(
        cls,
        game: Game | str,
        num_envs: int,
        seed: int,
        num_threads: int | None = None,
        autoreset: Literal["same_step", "next_step", "disabled"] = "same_step",
        observation: Literal["player"] | None = "player",
        obs_dtype: Literal["uint8", "float32"] = "uint8",
        action_mask: bool = True,
        action_mask_packed: bool = False,
        reward: Literal["win", "zero_sum", "rank", "score", "margin"] = "win",
        skip_forced: bool = False,
        out: dict[str, npt.NDArray[Any]] | None = None,
        seat: int | None = None,
        opponents: str | Mapping[int, str] | None = None,
    ) -> BatchEnv:
        """Start episode 0 of every env.

        :param num_envs: 1 .. 2**24, and no more than 16 GiB hold.
        :param seed: 0 .. 2**64 - 1.
        :param num_threads: 1 .. 256; for None a number that suits the envs and the processors.
        :param autoreset: as in ``gymnasium.vector``. ``"same_step"``: the step that ends an episode starts the next
            one, ``obs`` is that of the new episode and ``final_obs`` holds the last one. ``"next_step"``: the step
            after the end ignores the action and starts the next episode, with reward 0. ``"disabled"``: :meth:`step`
            raises until :meth:`reset`, :meth:`step_random` leaves the env as it is.
        :param observation: ``"player"`` for that of the seat to decide, after the end that of the seat that decided
            last; None for none.
        :param reward: what the rewards of an episode sum to. ``"win"``: 1, shared among the winners. ``"zero_sum"``: 1
            and -1 of two players, 0 without a single winner. ``"rank"``: (seats - place) / (seats - 1), of one player
            1. These are paid at the end. ``"score"``: the points; ``"margin"``: the points less the best of the others.
            These are paid as they change, the first step of an episode with the points of the start.
        :param skip_forced: whether decisions with one legal action are made without being presented. They count in
            ``num_decisions`` all the same, and draw nothing.
        :param out: arrays by name to write instead of own ones: C-contiguous, writeable, aligned, apart from each
            other, with the shapes and dtypes below.
        :param seat: the seat that learns: its decisions alone are presented; policies make those of all others, drawn
            from the env's generator, which count in ``num_decisions``. Rewards are of the whole step. An episode
            that ends before this seat has decided is no episode: the next one is begun with the same generator. None
            presents the decisions of all seats.
        :param opponents: who plays the others: a policy of ``game.policies``, or a mapping from seats to policies,
            random where it says nothing. None: all at random. With ``seat`` only.
        :raises TypeError: for an argument or array of another type or dtype.
        :raises ValueError: for a number, shape or array out of order; OptionError (a ValueError) for an unknown word.
        :raises MemoryError: if there is not enough.
        """
    def reset(self, seed: int | None = None, mask: npt.NDArray[np.bool_] | None = None) -> None:
        """Start the next episode of every env, or with a seed episode 0 of that seed; of the envs in ``mask``, shape
        (num_envs,), alone if it is given. Rewards and flags of these envs are then 0. TypeError, ValueError.
        """
    def step(
        self, actions: npt.NDArray[np.integer[Any]] | Sequence[int], mask: npt.NDArray[np.bool_] | None = None
    ) -> None:
        """Make one decision in every env, shape (num_envs,), and the chance and forced decisions after it.

        Envs outside ``mask``, shape (num_envs,), stand still, whatever their action: rewards are 0, and flags are False
        unless the game is over there.

        Raises IllegalActionError, which names the first env that refuses, its action and why; no env has moved then.
        TypeError for what is no array or list of whole numbers, ValueError for another shape.
        """
    def step_random(self, n: int = 1) -> int:
        """Make ``n`` uniformly random decisions in every env, as ``n`` calls of ``step(sample_actions())`` do; the
        arrays tell of the last one. Returns how many episodes ended. Can be interrupted between two decisions: all envs
        have then made equally many.
        """
    def sample_actions(
        self, out: npt.NDArray[np.int64] | None = None, mask: npt.NDArray[np.bool_] | None = None
    ) -> npt.NDArray[np.int64]:
        """A uniformly random legal action of every env, shape (num_envs,), drawn from the envs' own generators; 0 where
        the game is over, and outside ``mask``, whose envs draw nothing. Written into ``out`` and returned, if given.
        """
    def state(self, i: int) -> State:
        """The position of env ``i``. IndexError for one that does not exist."""
    def set_state(self, i: int, state: State) -> None:
        """Put env ``i`` at a position; chance there is drawn at once. Its row is then that of an episode on which
        nothing has happened, with the same ``episode_id``; rewards sum to what is gained from here on. ValueError if
        the game is over there or is another one, IndexError, TypeError.
        """
    def save(self) -> bytes:
        """Everything that it takes to go on as if nothing had happened, arrays included, framed with a checksum."""
    def load(self, data: bytes | bytearray | memoryview) -> None:
        """The inverse of :meth:`save`, into a batch with the same game, number of envs, autoreset, reward, skip_forced,
        seat and observations. Raises DecodeError for anything else, however it is damaged; nothing has changed then.
        """
    @property
    def game(self) -> Game: ...
    @property
    def num_envs(self) -> int: ...
    @property
    def seed(self) -> int:
        """Seed of the last :meth:`reset` of all envs that had one."""
    @property
    def num_threads(self) -> int:
        """How many threads share a step."""
    @property
    def autoreset(self) -> str: ...
    @property
    def observation(self) -> str | None: ...
    @property
    def obs_dtype(self) -> str: ...
    @property
    def reward(self) -> str: ...
    @property
    def skip_forced(self) -> bool: ...
    @property
    def seat(self) -> int | None:
        """The seat that learns while policies play the others."""
    @property
    def opponents(self) -> dict[int, str] | None:
        """Names of the policies of the other seats by seat; None if no seat is the one that learns."""
    @property
    def obs(self) -> npt.NDArray[Any]:
        """(num_envs, observation_size), uint8 or float32, fields as in ``game.observation_spec``."""
    @property
    def final_obs(self) -> npt.NDArray[Any]:
        """The same of the end of the last episode that ended; None unless autoreset is ``"same_step"``."""
    @property
    def action_mask(self) -> npt.NDArray[np.uint8]:
        """(num_envs, num_actions), 1 = legal; all 0 after the end."""
    @property
    def action_mask_packed(self) -> npt.NDArray[np.uint8]:
        """(num_envs, ceil(num_actions / 8)): ``np.unpackbits(row, bitorder="little")`` begins with the mask."""
    @property
    def current_player(self) -> npt.NDArray[np.int8]:
        """(num_envs,), the seat to decide, or :data:`TERMINAL`."""
    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """(num_envs, num_players)."""
    @property
    def terminated(self) -> npt.NDArray[np.bool_]:
        """(num_envs,), whether the game came to its end."""
    @property
    def truncated(self) -> npt.NDArray[np.bool_]:
        """(num_envs,), whether a limit on its length ended it."""
    @property
    def scores(self) -> npt.NDArray[np.float32]:
        """(num_envs, num_players), points at the end of the last episode that ended; 0 before."""
    @property
    def episode_id(self) -> npt.NDArray[np.int64]:
        """(num_envs,)."""
    @property
    def num_decisions(self) -> npt.NDArray[np.uint32]:
        """(num_envs,), decisions of the episode so far, forced ones included."""
    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def _restore_batch(options: dict[str, Any], data: bytes) -> BatchEnv:
    """A batch from what pickle stored. Raises as :class:`BatchEnv` and :meth:`BatchEnv.load`."""

def patchwork_placements(quilt: npt.NDArray[np.bool_], patch: int) -> list[tuple[int, int, int, list[tuple[int, int]]]]:
    """(orientation, row, col, cells) of every place of a patch on a 9x9 board, True = covered, ascending as the action
    ids (PW-55, PW-57).

    ValueError for another shape or a patch outside 0 .. 32, TypeError for another dtype than bool.
    """

def patchwork_has_7x7(quilt: npt.NDArray[np.bool_]) -> bool:
    """Whether some 7x7 window is completely covered (PW-38)."""

def patchwork_score(buttons: int, empty_cells: int, bonus_tile: bool) -> dict[str, int]:
    """The score sheet of PW-77 from its parts.

    ValueError unless ``buttons`` is 0 .. 65535 and ``empty_cells`` 0 .. 81.
    """

def trek12_score(
    game: Game,
    numbers: Iterable[Any],
    links: Iterable[Sequence[int]] | None,
    failed: Iterable[int],
    flags: Iterable[int],
    top: Iterable[int],
) -> dict[str, int]:
    """The items of a sheet of Trek 12 and their ``total`` (TK-24), under the options of a game.

    ``numbers`` by circle: 0 .. 12, ``"face"`` or None; ``links`` are pairs (lower circle, higher circle), for None
    those of :func:`trek12_assumed_links`. InvalidStateError with all faults, AmbiguousLinksError, TypeError for what is
    no sequence or no game of Trek 12. The quick way is that of lists and tuples of plain ints.
    """

def trek12_sheet(
    game: Game,
    numbers: Iterable[Any],
    links: Iterable[Sequence[int]] | None,
    failed: Iterable[int],
    flags: Iterable[int],
    top: Iterable[int],
) -> dict[str, Any]:
    """The sheet as ``numbers``, ``links``, ``failed``, ``flags`` and ``top``, in the form of a position's dict."""

def trek12_assumed_links(game: Game, numbers: Iterable[Any]) -> list[tuple[int, int]]:
    """The links that numbers leave no doubt about (TK-98), ascending. AmbiguousLinksError where they do; else raises
    as :func:`trek12_score`, and so do all functions below that take a sheet.
    """

def trek12_ropes(game: Game, numbers: Iterable[Any], links: Iterable[Sequence[int]] | None) -> list[list[int]]:
    """The circles of each rope from its lowest number to its highest; ropes by their lowest circles (TK-20)."""

def trek12_areas(game: Game, numbers: Iterable[Any]) -> list[list[int]]:
    """The circles of each area, ascending; areas by their first circles (TK-21)."""

def trek12_isolated(
    game: Game, numbers: Iterable[Any], links: Iterable[Sequence[int]] | None, failed: Iterable[int]
) -> list[int]:
    """The isolated circles, ascending (TK-23, TK-38)."""

def trek12_open_circles(game: Game, numbers: Iterable[Any]) -> list[int]:
    """The circles that may be filled next, ascending (TK-10)."""

def trek12_candidates(
    game: Game,
    numbers: Iterable[Any],
    links: Iterable[Sequence[int]] | None,
    circle: SupportsIndex,
    value: SupportsIndex,
) -> tuple[list[int], list[int], bool]:
    """Members of B and of A to be linked with if ``value`` were written in ``circle``, and whether that would be a face
    (TK-16, TK-37, TK-52). ValueError for a circle that is filled or not there, or a value that no roll gives.
    """

def trek12_value(operation: str, red: SupportsIndex, yellow: SupportsIndex) -> int:
    """What an operation makes of two dice (TK-4). ValueError for another operation or other dice (TK-3)."""

def trek12_compatibility(game: Game, first: tuple[Any, ...], second: tuple[Any, ...]) -> int:
    """How well two sheets go together (TK-46); each is (game, numbers, links, failed). ValueError for two boards."""

def trek12_boards(source: str | os.PathLike[str] | bytes | bytearray | memoryview | None) -> list[dict[str, Any]]:
    """The boards of a board file (its path, its text or its bytes), or those built in for None, each as a board file
    has it (TK-67). OptionError that lists all errors of the file, or says why it cannot be read.
    """

def trek12_validate(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview,
) -> list[tuple[str, int | None, str | None, str, str]]:
    """All errors of a board file as (code, position of the board, its id, path, message), in the order of TK-72;
    OptionError if it cannot be read.
    """

def thurn_and_taxis_maps(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview | None,
) -> list[dict[str, Any]]:
    """The map of a map file (its path, its text or its bytes), or those built in for None, each as a map file has it
    (TT-55). OptionError that lists all errors of the file, or says why it cannot be read.
    """

def thurn_and_taxis_validate(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview,
) -> list[tuple[str, str, str]]:
    """All errors of a map file as (code, place, message), in the order of TT-99; OptionError if it cannot be read."""

def thurn_and_taxis_extensions(game: Game, route: Iterable[str | SupportsIndex]) -> tuple[list[int], list[int]]:
    """The cities of which a card could be added at the left and at the right end of a route, ascending (TT-25); of a
    single card both. Cities are names or ids. InvalidStateError with all faults, TypeError for what is no sequence or
    no game of Thurn and Taxis.
    """

def thurn_and_taxis_house_options(
    game: Game, route: Iterable[str | SupportsIndex], houses: Iterable[str | SupportsIndex]
) -> list[list[int]]:
    """All sets of cities that may get houses at a close, in lexicographic order (TT-35 to TT-38); ``houses`` are those
    that the owner has. InvalidStateError also for a route that is too short (TT-30) or has more than 250,000 sets.
    """

def thurn_and_taxis_tiles(
    game: Game,
    route: Iterable[str | SupportsIndex],
    houses: Iterable[str | SupportsIndex],
    carriage: SupportsIndex,
    left: dict[str, int] | None,
    held: Iterable[str],
) -> list[tuple[int, int]]:
    """The tiles of a close as (position of the stack, value), in the order of the map (TT-39 to TT-43). Houses and
    carriage are those after the close; ``left`` are tiles left by stack, None if all are full; of ``held`` stacks the
    owner has a tile. Raises as :func:`thurn_and_taxis_house_options`.
    """

def thurn_and_taxis_score(tiles: Iterable[int], carriage: SupportsIndex, houses: SupportsIndex) -> dict[str, int]:
    """The items of a score sheet and their ``total`` (TT-48): values of tiles, the highest carriage or 0, the number of
    houses placed. ValueError for values that cannot be.
    """

def dungeon_petz_tables(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview | None,
) -> dict[str, Any]:
    """The tables of a tables file (its path, its text or its bytes), or those built in for None, as a tables file has
    them (DP-150). OptionError that lists all errors of the file, or says why it cannot be read.
    """

def dungeon_petz_validate(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview,
) -> list[tuple[str, str, str]]:
    """All errors of a tables file as (code, place, message), in the order of DP-172; OptionError if unreadable."""

def dungeon_petz_needs_outcome(game: Game, plot: Any) -> dict[str, Any]:
    """What the needs of the pet of a plot come to if nobody does anything (DP-64 to DP-74): ``hunger``, ``manure``,
    ``play``, ``anger``, ``mutation``, ``disease`` and ``lost_by``. The plot is a map as in the dict of a position; the
    size of the pet may be left out. InvalidStateError with all faults, TypeError for no game of Dungeon Petz.
    """

def dungeon_petz_match(game: Game, parts: Any) -> int:
    """The match (DP-93) of a map with ``cards``, ``customer``, and, if they are not 0, ``suffering`` and ``mutation``.
    InvalidStateError with all faults.
    """

def dungeon_petz_exhibition_score(game: Game, parts: Any) -> float | None:
    """The score (DP-82 to DP-85) of a map with ``exhibition``, ``plots``, and, where they matter, ``plot``, ``judge``
    and ``whip``; None for a single tile without a pet. InvalidStateError with all faults.
    """

def dungeon_petz_awards(game: Game, scores: Any) -> list[int]:
    """The VP of scores by seat, as many as the game has players, None for no score (DP-86, DP-87). InvalidStateError
    with all faults.
    """

def dungeon_petz_final_shows(game: Game, players: Any) -> list[tuple[float, float, float, float]]:
    """The final exhibitions by seat as (business score, display score, business VP, display VP), of maps as the players
    in the dict of a position (DP-105 to DP-107). InvalidStateError with all faults.
    """
