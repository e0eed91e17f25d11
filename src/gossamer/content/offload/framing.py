"""Messages between a helper process and its owner: a length, then that many bytes of pickle."""

import struct
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from gossamer.core.errors import ServiceError

HEADER: Final = struct.Struct(">Q")


@dataclass(frozen=True, slots=True)
class WorkDone:
    """The work gave *value*."""

    value: Any


@dataclass(frozen=True, slots=True)
class WorkRefused:
    """The work ended with a failure that callers know."""

    error: ServiceError


@dataclass(frozen=True, slots=True)
class OutOfMemory:
    """The work needed more memory than a helper may have."""


@dataclass(frozen=True, slots=True)
class Broken:
    """The work broke; *trace* is for the log."""

    trace: str


Outcome: TypeAlias = WorkDone | WorkRefused | OutOfMemory | Broken
