"""Structured logs on standard error, one redactor for all of them."""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any, Literal, TextIO, cast

import structlog

_SECRET = re.compile(r"(fc-[0-9a-f]{4})[0-9a-f]{28}|(?i:bearer)\s+\S+|(?<=://)[^/@\s:]+:[^/@\s]+(?=@)")


def redact(text: str) -> str:
    """Return *text* with API keys, bearer tokens and URL credentials masked."""
    return _SECRET.sub(lambda match: f"{match[1]}…" if match[1] else "[secret]", text)


def _redactor(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for name, value in event.items():
        if isinstance(value, str):
            event[name] = redact(value)
    return event


class _RedactingFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return redact(super().format(record))


class _StandardError:
    """Standard error as it is at each line: a program that runs a command inside it may replace and close it."""

    def write(self, text: str) -> int:
        """Write *text*."""
        return sys.stderr.write(text)

    def flush(self) -> None:
        """Send on what was written."""
        sys.stderr.flush()


def configure_logs(level: str, style: Literal["auto", "json", "console"]) -> None:
    """Send the logs of this package, and of the libraries below it, to standard error."""
    _configure_ours(level, style)
    handler = logging.StreamHandler()
    handler.setFormatter(_RedactingFormatter("%(levelname)s %(name)s %(message)s"))
    # Libraries speak only when something is wrong: their own logs may hold what they were given.
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)


def quiet_logs() -> None:
    """Send warnings of this package to standard error, inside a program whose own logs stay as they are."""
    if not structlog.is_configured():
        # The program may have settings of its own later.
        _configure_ours("warning", "auto", lasting=False)


def _configure_ours(level: str, style: Literal["auto", "json", "console"], *, lasting: bool = True) -> None:
    number = logging.getLevelNamesMapping()[level.upper()]
    as_console = style == "console" or (style == "auto" and sys.stderr.isatty())
    renderer = structlog.dev.ConsoleRenderer() if as_console else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            _redactor,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(cast("TextIO", _StandardError())),
        cache_logger_on_first_use=lasting,
    )
