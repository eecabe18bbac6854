"""What holds for all tests."""

import os
import signal


def pytest_configure() -> None:
    """Make Ctrl-C mean what it means at a terminal, here and in the processes that tests start.

    A shell starts its background jobs with SIGINT ignored, and children inherit that: the tests that interrupt
    something would then wait for ever.

    Ray is told to write no token into the home folder, to report no usage, and to find no cluster but the tests' own.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.update(RAY_AUTH_MODE="disabled", RAY_USAGE_STATS_ENABLED="0", RAY_ADDRESS="local")
