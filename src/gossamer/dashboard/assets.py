"""Files that ship with the dashboard: styles, scripts, icons. Nothing is loaded from elsewhere.

An address carries a digest of its content, so browsers keep a file for ever and never keep an old one.
"""

import hashlib
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from starlette.responses import Response

PREFIX: Final = "/dashboard/static/"
_TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
}
_FOREVER = "public, max-age=31536000, immutable"
_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Asset:
    """A file; *version* is the beginning of its digest."""

    content: bytes
    media_type: str
    version: str


class Assets:
    """Every file below `static/`, read once."""

    def __init__(self) -> None:
        self._files = dict(_read(resources.files("gossamer.dashboard") / "static", ""))

    def address(self, name: str) -> str:
        """Return the address of the file *name*; KeyError when there is none."""
        return f"{PREFIX}{name}?v={self._files[name].version}"

    def answer(self, name: str) -> Response | None:
        """Return the file *name*; None when there is none."""
        asset = self._files.get(name)
        if asset is None:
            return None
        return Response(asset.content, media_type=asset.media_type, headers={"cache-control": _FOREVER})


def _read(folder: Traversable, prefix: str) -> list[tuple[str, Asset]]:
    assets: list[tuple[str, Asset]] = []
    for entry in folder.iterdir():
        name = prefix + entry.name
        if entry.is_dir():
            assets.extend(_read(entry, name + "/"))
        elif media_type := _TYPES.get(entry.name.rpartition(".")[2]):
            content = entry.read_bytes()
            assets.append((name, Asset(content, media_type, hashlib.sha256(content).hexdigest()[:_DIGITS])))
    return assets
