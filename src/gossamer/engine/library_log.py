"""The log of DBOS, reduced to warnings and errors without repetition."""

import logging
import time
from typing import Final

import structlog

_log = structlog.get_logger(__name__)
_SAME: Final = 60
_AGAIN_SECONDS: Final = 10.0
_MOST_REMEMBERED: Final = 100
# A turn that we cut off ourselves, because the process leaves.
_USUAL: Final = "Asyncio task cancelled for workflow"


class LibraryLog(logging.Handler):
    """Hands the library's records on; while a database is away, each poll would be one."""

    _installed: "LibraryLog | None" = None

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._logged: dict[str, float] = {}

    @classmethod
    def install(cls) -> None:
        """Take the place of the library's own handler, once."""
        if cls._installed is None:
            cls._installed = cls()
            logger = logging.getLogger("dbos")
            logger.handlers = [cls._installed]
            logger.propagate = False
            logger.setLevel(logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        """Log the record, unless one that begins alike was logged a moment ago."""
        message = record.getMessage()
        if message.startswith(_USUAL):
            return
        now = time.monotonic()
        if now - self._logged.get(message[:_SAME], -_AGAIN_SECONDS) < _AGAIN_SECONDS:
            return
        if len(self._logged) >= _MOST_REMEMBERED:
            self._logged.clear()
        self._logged[message[:_SAME]] = now
        # The first line: what follows is SQL, with values.
        line = message.splitlines()[0] if message else ""
        error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else None
        _log.log(record.levelno, "engine_library", message=line, error=error)
