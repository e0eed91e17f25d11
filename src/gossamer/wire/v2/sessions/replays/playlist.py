"""The playlist of a recording, and the list of recordings."""

import math
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from gossamer.core.sessions import RecordedPage
from gossamer.wire.v2.sessions.addresses import SessionAddresses
from gossamer.wire.v2.sessions.replays.segments import segments_of

PLAYLIST_TYPE = "application/vnd.apple.mpegurl"
# A session begins with an empty page, of which there is nothing to see.
_EMPTY = "about:blank"


def playlist(page: RecordedPage, token: str, *, folder: str = "") -> str:
    """Return the HLS playlist (RFC 8216) of what is recorded by now.

    Its addresses carry the *token*: players send no key. They are relative to that of the playlist, from
    which the pieces are in *folder*.
    """
    query = f"?token={quote(token, safe='')}"
    segments = segments_of(page)
    longest = max((math.ceil(segment.seconds) for segment in segments), default=1)
    lines = [
        "#EXTM3U",
        "#EXT-X-VERSION:7",
        f"#EXT-X-TARGETDURATION:{longest}",
        "#EXT-X-PLAYLIST-TYPE:VOD",
        f'#EXT-X-MAP:URI="{folder}init.mp4{query}"',
    ]
    for number, segment in enumerate(segments):
        lines += [f"#EXTINF:{segment.seconds:.3f},", f"{folder}{number}.m4s{query}"]
    return "\n".join([*lines, "#EXT-X-ENDLIST", ""])


def replay_json(pages: Sequence[RecordedPage], addresses: SessionAddresses) -> dict[str, Any]:
    """Return the answer to asking what was recorded."""
    shown = [page for page in pages if page.url != _EMPTY] or pages
    return {
        "success": True,
        "pages": [
            {
                "pageId": page.page_id,
                "url": addresses.recording(page.page_id),
                "playerUrl": addresses.playlist(page.page_id),
                "pageUrl": page.url,
                "startTimeMs": round(page.started_at.timestamp() * 1000),
                "endTimeMs": round(page.ended_at.timestamp() * 1000),
            }
            for page in shown
        ],
        "pageCount": len(shown),
    }
