"""Results as files and as tables of other libraries."""

import csv
import importlib
import io
import json
import math
import os
import re
import zipfile
from pathlib import Path
from types import ModuleType
from typing import IO, TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from spielwerk import _native
from spielwerk.errors import DecodeError, OptionError
from spielwerk.files import replace_file

if TYPE_CHECKING:
    from spielwerk.results import Results

__all__ = ["SUFFIXES", "check_suffix", "load", "save", "to_arrow", "to_pandas"]

SUFFIXES = (".npz", ".csv", ".parquet")
_FORMAT = "spielwerk-results"
_VERSION = 1
_CSV_ROWS = 1 << 16
# The head of an array file, exactly as numpy writes it for the few dtypes that results have: numpy's own reader takes
# much more, and
# some of what it takes ends in errors and warnings of other libraries.
_HEAD = re.compile(
    rb"\x93NUMPY\x01\x00(?P<length>..)\{'descr': '(?P<dtype>[<>|][iub][14])', 'fortran_order': False, "
    rb"'shape': \((?P<shape>\d{1,12}(?:, \d{1,12}){0,2},?)\), \} *\n",
    re.DOTALL,
)


def to_pandas(results: "Results") -> Any:
    """See :meth:`Results.to_pandas`."""
    frame = _need("pandas").DataFrame(results.columns())
    frame.attrs["spielwerk"] = results.metadata()
    return frame


def to_arrow(results: "Results") -> Any:
    """See :meth:`Results.to_arrow`."""
    return _need("pyarrow").table(results.columns(), metadata={"spielwerk": json.dumps(results.metadata())})


def check_suffix(path: str | os.PathLike[str]) -> str:
    """The suffix of a path to save to, in lower case. ValueError lists the accepted ones, ImportError names what is
    not installed.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise ValueError(f"results are saved as {', '.join(SUFFIXES)}, not as {os.fspath(path)!r}")
    if suffix == ".parquet":
        _need("pyarrow.parquet")
    return suffix


def save(results: "Results", path: str | os.PathLike[str]) -> None:
    """See :meth:`Results.save`."""
    suffix = check_suffix(path)
    if suffix == ".parquet":
        table, parquet = to_arrow(results), _need("pyarrow.parquet")
        with replace_file(path) as file:
            parquet.write_table(table, file, compression="zstd")
    elif suffix == ".csv":
        with replace_file(path) as file:
            _write_csv(results, file)
    else:
        header = {"format": _FORMAT, "version": _VERSION, **results.metadata()}
        # Uncompressed, so that the size of a file bounds the memory that reading it can take (see `load`).
        with replace_file(path) as file:
            np.savez(
                file,
                allow_pickle=False,
                metadata=np.frombuffer(json.dumps(header).encode(), np.uint8),
                **results.units(),
            )


def load(path: str | os.PathLike[str]) -> "Results":
    """See :meth:`Results.load`."""
    from spielwerk.results import Results

    name = os.fspath(path)
    with Path(path).open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        try:
            with zipfile.ZipFile(file) as archive:
                header = _metadata(_member(archive, "metadata", size))
                columns = {
                    column: _member(archive, column, size)
                    for column in ("scores", "ranks", "winner", "decisions", "truncated", "sheet")
                }
            game = _native._restore_game(header["game"], header["options"])
            if game.rules_version != header["rules_version"]:
                raise DecodeError(
                    f"{name} holds games of rules version {header['rules_version']}, this is {game.rules_version}"
                )
            results = Results(game, header["seed"], header["first_index"], header["policies"], **columns)
            _check_ranges(results)
            return results
        except DecodeError:
            raise
        except OptionError as error:
            raise DecodeError(f"{name} is of a game or option that this version does not have: {error}") from error
        # A damaged archive surfaces as any of these, depending on the byte that was hit: zipfile raises
        # NotImplementedError for a compression method or a version that it does not know.
        except (
            zipfile.BadZipFile,
            ValueError,
            TypeError,
            KeyError,
            EOFError,
            IndexError,
            AttributeError,
            OverflowError,
            NotImplementedError,
            RuntimeError,
            RecursionError,
        ) as error:
            raise DecodeError(f"{name} is no whole .npz file of results: {error}") from error


def _metadata(column: npt.NDArray[Any]) -> dict[str, Any]:
    header = json.loads(column.tobytes())
    if not isinstance(header, dict) or header.get("format") != _FORMAT:
        raise DecodeError("this file was not written by Results.save")
    if header.get("version") != _VERSION:
        raise DecodeError(f"this is version {header.get('version')!r} of the format, not {_VERSION}")
    if not isinstance(header["policies"], list) or not all(isinstance(p, str) for p in header["policies"]):
        raise DecodeError("policies must be a list of names")
    return header


def _member(archive: zipfile.ZipFile, name: str, file_size: int) -> npt.NDArray[Any]:
    """One array of the archive, refused before anything is allocated if it is not stored plainly in bytes that are
    really there.
    """
    entry = archive.getinfo(f"{name}.npy")
    if entry.compress_type != zipfile.ZIP_STORED or entry.file_size != entry.compress_size:
        raise DecodeError(f"column {name} is compressed: this file was not written by Results.save")
    if entry.file_size > file_size:
        raise DecodeError(f"column {name} claims more bytes than the file has")
    data = archive.read(entry)
    head = _HEAD.match(data)
    if head is None:
        raise DecodeError(f"column {name} has no head as Results.save writes it")
    dtype = np.dtype(head["dtype"].decode())
    shape = tuple(int(length) for length in head["shape"].split(b",") if length)
    count = math.prod(shape)
    # The text before the data fills the length that it announces, and the data fills the rest.
    if int.from_bytes(head["length"], "little") != head.end() - 10 or count * dtype.itemsize != len(data) - head.end():
        raise DecodeError(f"column {name} has another length than its head says")
    column = np.frombuffer(data, dtype, count, head.end()).reshape(shape)
    return column.astype(dtype.newbyteorder("="), copy=False)


def _check_ranges(results: "Results") -> None:
    """Values that no game gives would make nonsense of every statistic, and a boolean of 2 is trouble anywhere."""
    players = results.game.num_players
    inside = {
        "ranks": (results.ranks, 1, players),
        "winner": (results.winner, -1, players - 1),
        "truncated": (results.truncated.view(np.uint8), 0, 1),
    }
    for name, (column, low, high) in inside.items():
        if results.games and not (low <= int(column.min()) and int(column.max()) <= high):
            raise DecodeError(f"column {name} has values outside {low} .. {high}")


def _write_csv(results: "Results", file: IO[bytes]) -> None:
    columns = results.columns()
    columns["truncated"] = columns["truncated"].astype(np.uint8)
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    text.write(f"# {json.dumps(results.metadata())}\n")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for start in range(0, results.games, _CSV_ROWS):
        block = [column[start : start + _CSV_ROWS].tolist() for column in columns.values()]
        writer.writerows(zip(*block, strict=True))
    text.flush()
    # The file belongs to the caller: a wrapper that is collected would close it.
    text.detach()


def _need(module: str) -> ModuleType:
    """An optional library, or an ImportError that says how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        library = module.partition(".")[0]
        raise ImportError(f'{library} is needed for this: pip install "spielwerk[arrow]"') from error
