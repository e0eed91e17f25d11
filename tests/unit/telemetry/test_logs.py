"""Logs go to standard error as it is when they are written."""

import io
from contextlib import redirect_stderr

import structlog

from gossamer.telemetry import configure_logs


def test_logs_follow_a_standard_error_that_is_replaced_and_closed() -> None:
    before = structlog.get_config()
    first, second = io.StringIO(), io.StringIO()
    try:
        with redirect_stderr(first):
            configure_logs("warning", "json")
            log = structlog.get_logger("gossamer.test")
            log.warning("one")
        first.close()
        with redirect_stderr(second):
            log.warning("two")
    finally:
        structlog.configure(**before)
    assert '"event": "two"' in second.getvalue()
