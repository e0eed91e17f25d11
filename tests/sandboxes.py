"""A runner of code for tests, where this host can confine it."""

import os
from pathlib import Path

import pytest

from gossamer.sandbox import BubblewrapRunner


def confining_runner(home: Path) -> BubblewrapRunner:
    """Return a runner. Where bwrap cannot work the test is skipped, but never on CI, where setup installs it."""
    runner = BubblewrapRunner(home, unsandboxed=False)
    reason = runner.refusal()
    if reason is not None and os.environ.get("CI"):
        pytest.fail(reason)
    if reason is not None:
        pytest.skip(reason)
    return runner
