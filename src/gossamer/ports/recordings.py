"""Recordings that pages only play by a player of some site: what fetches the file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from gossamer.core.actions import Captured
from gossamer.core.deadlines import Deadline

RecordingKind: TypeAlias = Literal["audio", "video"]


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording that was found: its *file*, or only where the site has it (*url*) when the file is too large.

    *details* are by the names of an entry of `videos`.
    """

    url: str
    file: Captured | None = None
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NoRecording:
    """Nothing was fetched; *reason* is a sentence for the caller."""

    reason: str


class Recordings(Protocol):
    """Fetches recordings by a program that knows players of many sites."""

    async def fetch(self, url: str, kind: RecordingKind, *, deadline: Deadline) -> Recording | NoRecording:
        """Return the recording that the page at *url* plays.

        It connects to nothing that the egress policy forbids. Nothing of it runs when this returns or is cancelled.
        Raises TimedOut.
        """
