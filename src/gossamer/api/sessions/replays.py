"""Recordings of sessions: which there are, and each as HLS for video players, which send no key but a token."""

import re

from gossamer.api.answers import RawAnswer, bytes_answer
from gossamer.api.endpoints import Call, Json
from gossamer.api.errors import RequestRefused
from gossamer.api.sessions.addresses import addresses, session_id
from gossamer.api.sessions.tokens import TokenCall
from gossamer.core.errors import NotFound
from gossamer.core.sessions import Access, RecordedPage
from gossamer.operations import Operations
from gossamer.wire.v2.sessions import replays as films

FILE_PATH = "/v2/browser/{id}/replay/{page}/{file}"
_PIECE = re.compile(r"(\d{1,6})\.m4s")
# A recording goes on while the session does, and shows what one team may see.
_NOT_KEPT = ((b"cache-control", b"no-store"),)


async def replay(call: Call, _: None) -> Json:
    """Return the pages that were recorded, in their order, each with a playlist for video players.

    Playlists are HLS of Motion JPEG: players built on FFmpeg or VLC show them, browsers do not.
    """
    opened, pages = await call.operations.sessions.replay(call.caller, call.group, session_id(call.path))
    return films.replay_json(pages, addresses(call, opened))


async def replay_page(call: Call, _: None) -> RawAnswer:
    """Return the HLS playlist of a recorded page. Its pieces are fetched without the key."""
    page_id = call.path["page"]
    if not (page_id.isascii() and page_id.isdecimal()):
        raise RequestRefused(400, "Invalid page ID. Take it from the list of the recording.", code="BAD_REQUEST")
    opened, page = await call.operations.sessions.replay_page(call.caller, call.group, session_id(call.path), page_id)
    return _playlist(films.playlist(page, opened.tokens[Access.VIEW], folder=page.page_id + "/"))


async def replay_file(call: TokenCall) -> RawAnswer:
    """Return the playlist, the head or a piece of a recorded page."""
    path = call.scope["path_params"]
    page = await call.operations.sessions.recorded(call.session_id, call.token, path["page"])
    match path["file"]:
        case "playlist.m3u8":
            return _playlist(films.playlist(page, call.token))
        case "init.mp4" if page.frames:
            return _film(films.initial(page.frames[0].width, page.frames[0].height))
        case name if piece := _PIECE.fullmatch(name):
            return _film(await _piece(call.operations, page, int(piece[1])))
        case _:
            raise NotFound("Replay page not found.")


async def _piece(operations: Operations, page: RecordedPage, number: int) -> bytes:
    segments = films.segments_of(page)
    if number >= len(segments):
        raise NotFound("Replay page not found.")
    pictures = []
    for frame, seconds in segments[number].frames:
        stored = await operations.blob(frame.name)
        if stored is None:
            raise NotFound("Replay page not found.")
        pictures.append(films.ShownFrame(stored.data, seconds))
    return films.segment(number, segments[number].start, pictures)


def _playlist(text: str) -> RawAnswer:
    return bytes_answer(200, text.encode(), films.PLAYLIST_TYPE, _NOT_KEPT)


def _film(data: bytes) -> RawAnswer:
    return bytes_answer(200, data, films.MEDIA_TYPE, _NOT_KEPT)
