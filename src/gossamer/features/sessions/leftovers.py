"""The profile and the recording that remain after a session."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import groupby
from typing import Final

from gossamer.core.actions import Captured
from gossamer.core.sessions import RecordedFrame, RecordedPage
from gossamer.features.sessions.local_session import LocalSession
from gossamer.ports.blobs import Blobs
from gossamer.ports.clock import Clock
from gossamer.ports.live_pages import Frame
from gossamer.ports.sessions import SessionStore

# A page is shown for a moment at least, so that it can be looked at.
_LAST_FRAME: Final = timedelta(seconds=1)


async def save_profile(held: LocalSession, store: SessionStore, clock: Clock) -> None:
    """Save the session's profile, if it has one that it writes. To be done before the browser is closed."""
    use = held.session.spec.opening.profile
    if use is None or not use.save or held.live.gone:
        return
    await store.save_profile(held.session.team_id, use.name, await held.live.state(), now=clock.now())


async def save_recording(held: LocalSession, store: SessionStore, blobs: Blobs) -> None:
    """Keep what the session showed, if it is recorded."""
    frames = held.live.recording() if held.session.spec.recorded else ()
    if not frames:
        return
    pages = [await _page(number, shown, blobs) for number, shown in enumerate(_pages(frames), 1)]
    ends = [page.started_at for page in pages[1:]] + [pages[-1].ended_at]
    recorded = [replace(page, ended_at=end) for page, end in zip(pages, ends, strict=True)]
    await store.save_recording(held.session.session_id, recorded)


def _pages(frames: Sequence[Frame]) -> Sequence[Sequence[Frame]]:
    return [list(shown) for _, shown in groupby(frames, key=lambda frame: frame.url)]


async def _page(number: int, shown: Sequence[Frame], blobs: Blobs) -> RecordedPage:
    recorded_frames = [
        RecordedFrame(frame.at, frame.width, frame.height, await blobs.put(Captured(frame.data, "image/jpeg")))
        for frame in shown
    ]
    return RecordedPage(str(number), shown[0].url, shown[0].at, shown[-1].at + _LAST_FRAME, tuple(recorded_frames))
