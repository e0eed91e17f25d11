"""Recordings that a page has only in a player: fetched by a program that the operator installed, and stored.

Where there is no such program, or it finds nothing, the answer is what the page itself has.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from gossamer.core.access import Permits
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import TimedOut
from gossamer.core.specs import ScrapeSpec
from gossamer.features.scrape.page_formats import OnlyPlayed
from gossamer.features.scrape.reading import Reading
from gossamer.ports.blobs import Blobs
from gossamer.ports.recordings import NoRecording, Recording, Recordings

# Time that is kept for the rest of the scrape, in seconds.
_KEPT_BACK: Final = 5.0
_TOO_LARGE: Final = (
    "The {kind} is larger than this server keeps (GOSSAMER_RECORDING_MEGABYTES): `{kind}` is where the site has it, "
    "and may be gone soon."
)
_TOO_SLOW: Final = "Fetching the {kind} took too long. Raise `timeout`."


@dataclass(frozen=True, slots=True)
class Fetched:
    """Fields that take the place of a page's own, sentences, and the names of what was stored."""

    fields: Mapping[str, Any] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    blobs: tuple[str, ...] = ()


class PlayedRecordings:
    """Fetches recordings by *recordings*, None where there is no program for it, and keeps them in *blobs*."""

    def __init__(self, recordings: Recordings | None, blobs: Blobs) -> None:
        self._recordings = recordings
        self._blobs = blobs

    async def of(
        self, reading: Reading, spec: ScrapeSpec, *, page: str, permits: Permits | None, deadline: Deadline
    ) -> Fetched:
        """Return the recordings that the players of *page* play, as far as *spec* asks for them."""
        if self._recordings is None or spec.cache.only_stored:
            return Fetched()
        until = replace(deadline, at=deadline.at - min(_KEPT_BACK, deadline.remaining() / 5))
        recordings = [
            await self._one(self._recordings, played, page, until)
            for played in reading.played
            if permits is None or permits(played.address) is None
        ]
        return _join_recordings(recordings)

    async def _one(self, recordings: Recordings, played: OnlyPlayed, page: str, deadline: Deadline) -> Fetched:
        try:
            match await recordings.fetch(played.address, played.kind, deadline=deadline):
                case NoRecording(reason):
                    return Fetched(notices=(reason,))
                case recording:
                    return await self._keep_recording(recording, played, page)
        except TimedOut:
            return Fetched(notices=(_TOO_SLOW.format(kind=played.kind),))

    async def _keep_recording(self, recording: Recording, played: OnlyPlayed, page: str) -> Fetched:
        kind = played.kind
        name = None if recording.file is None else await self._blobs.put(recording.file)
        address = name or recording.url
        notices = () if name else (_TOO_LARGE.format(kind=kind),)
        fields: dict[str, Any] = {kind: address}
        if kind == "video":
            entry = {"url": address, "sourceURL": page, "source": played.address, "kind": "file", **recording.details}
            fields["videos"] = (entry, *played.others)
        return Fetched(fields, notices, (name,) if name else ())


def without_players(reading: Reading, fetched: Fetched) -> Reading:
    """Return *reading* with what was *fetched* in the place of players, and no sentence about these."""
    if not (fetched.fields or fetched.notices):
        return reading
    settled = {played.notice for played in reading.played if played.kind in fetched.fields}
    warnings = (*(warning for warning in reading.warnings if warning not in settled), *fetched.notices)
    return replace(reading, fields={**reading.fields, **fetched.fields}, warnings=warnings)


def _join_recordings(recordings: Iterable[Fetched]) -> Fetched:
    union = Fetched()
    for recording in recordings:
        union = Fetched(
            {**union.fields, **recording.fields}, union.notices + recording.notices, union.blobs + recording.blobs
        )
    return union
