"""What holds for all tests."""

import signal


def pytest_configure() -> None:
    """Make Ctrl-C mean what it means at a terminal, here and in the processes that tests start.

    A shell starts its background jobs with SIGINT ignored, and children inherit that: the tests that interrupt
    something would then wait for ever.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
