"""A runner of code for tests, where this host can confine it."""

from pathlib import Path

import pytest

from gossamer.sandbox import BubblewrapRunner


def confining_runner(home: Path) -> BubblewrapRunner:
    """Return a runner; where bwrap cannot work the test is skipped, and says why."""
    runner = BubblewrapRunner(home, unsandboxed=False)
    if (reason := runner.refusal()) is not None:
        pytest.skip(reason)
    return runner
