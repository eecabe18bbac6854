"""Progress of long work on the terminal: a bar with rate and remaining time, on standard error so that output can be
piped.
"""

from types import TracebackType
from typing import Self

__all__ = ["ProgressBar"]


class ProgressBar:
    """A context manager; call it with (done, total). ImportError if rich is missing."""

    def __init__(self, label: str, unit: str, total: int) -> None:
        try:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
            from rich.text import Text
        except ImportError as error:
            raise ImportError("rich is needed for a progress bar: pip install rich") from error

        class RateColumn(ProgressColumn):
            """Units a second, over the whole run once it is finished."""

            def render(self, task: Task) -> Text:
                speed = task.finished_speed or task.speed
                return Text("" if speed is None else f"{speed:,.0f} {unit}/s", style="progress.data.speed")

        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            TextColumn("{task.completed:,.0f} of {task.total:,.0f}"),
            TextColumn("{task.percentage:>3.0f} %"),
            RateColumn(),
            TimeRemainingColumn(elapsed_when_finished=True),
            console=Console(stderr=True),
        )
        self._task = self._progress.add_task(label, total=total)

    def __call__(self, done: int, total: int) -> None:
        """Show that ``done`` of ``total`` units are finished."""
        self._progress.update(self._task, completed=done, total=total)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._progress.stop()
