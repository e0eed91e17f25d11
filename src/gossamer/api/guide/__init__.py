"""The guide: the documentation as a site, made of `docs/` when the package is built."""

import asyncio
import mimetypes
from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from starlette.requests import Request

from gossamer.api.answers import RawAnswer, bytes_answer, json_answer
from gossamer.api.errors import not_found
from gossamer.api.health import Page

_PATH: Final = "/docs/guide"
# The site's own files alone may load. Its pages set up their script by a few inline lines, and its search runs
# in a worker.
_POLICY: Final = (
    b"default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    b"img-src 'self' data:; font-src 'self'; worker-src 'self' blob:; base-uri 'self'; form-action 'none'; "
    b"frame-ancestors 'none'"
)
_HEADERS: Final = ((b"content-security-policy", _POLICY), (b"cache-control", b"no-cache"))
_START: Final = "index.html"
_NOT_MADE: Final = "The guide was not made when this was installed. `make docs` makes it; it is the folder docs/."


def guide_pages() -> Mapping[str, Page]:
    """Return the pages of the guide by path."""
    page = _Site(resources.files(__name__) / "site").page
    return {_PATH: page, _PATH + "/{name:path}": page}


class _Site:
    """The files below a folder, each read when it is asked for."""

    def __init__(self, folder: Traversable) -> None:
        self._folder = folder

    async def page(self, request: Request) -> RawAnswer:
        """Return the file of *request*'s path; a folder, whose path ends with `/`, stands for its `index.html`."""
        path = request.scope["raw_path"].decode("latin-1")
        return await asyncio.to_thread(self._answer, path, request.path_params.get("name", ""))

    def _answer(self, path: str, name: str) -> RawAnswer:
        if not self._folder.is_dir():
            return json_answer(404, {"success": False, "error": _NOT_MADE, "code": "NOT_FOUND"})
        file = self._file(name)
        if file is None:
            return not_found(path)
        if file.name == _START and not path.endswith(("/", _START)):
            # Links on a page are relative to its folder.
            location = path.rpartition("/")[2] + "/"
            return RawAnswer(308, b"", ((b"location", location.encode("latin-1")), (b"content-length", b"0")))
        media_type = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        return bytes_answer(200, file.read_bytes(), media_type, _HEADERS)

    def _file(self, name: str) -> Traversable | None:
        """Return the file *name*, or None; each part of the name is looked up where it should be."""
        place = self._folder
        for part in filter(None, name.split("/")):
            entries = place.iterdir() if place.is_dir() else ()
            below = next((entry for entry in entries if entry.name == part), None)
            if below is None:
                return None
            place = below
        place = place / _START if place.is_dir() else place
        return place if place.is_file() else None
