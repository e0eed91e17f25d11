"""Files for file fields: written beside the browser, never read from a path that a caller names."""

import asyncio
import re
import secrets
import shutil
from pathlib import Path

from gossamer.browser.cdp.messages import CommandRefused
from gossamer.browser.tools.documents import ElementHandle, report_missing_element
from gossamer.browser.tools.fields import ElementKind
from gossamer.core.errors import StepFailed

_LONGEST_NAME = 120
_UNSAFE = re.compile(r"[^\w.,()+@ -]", re.UNICODE)
_LARGEST = 50_000_000


class SessionUploads:
    """Files of one session, in a folder of their own that goes with it."""

    def __init__(self, home: Path | None) -> None:
        self._home = home
        self._folder: Path | None = None

    async def give(self, place: ElementHandle, kind: ElementKind, name: str, content: bytes) -> None:
        """Put a file into a file field. Raises StepFailed."""
        if kind.type != "file":
            raise StepFailed(f"{kind.name} is not a file field.")
        if kind.disabled:
            raise StepFailed("The field is disabled.")
        if self._home is None:
            raise StepFailed("Files cannot be uploaded with a browser on another machine.")
        if len(content) > _LARGEST:
            raise StepFailed(f"The file is larger than {_LARGEST // 1_000_000} MB.")
        handle = await place.document.handle(place.number)
        if handle is None:
            raise report_missing_element()
        path = await asyncio.to_thread(self._write_file, name, content)
        try:
            await place.document.session.send("DOM.setFileInputFiles", files=[str(path)], objectId=handle)
        except CommandRefused as refused:
            raise StepFailed("The field did not accept the file.") from refused

    def _write_file(self, name: str, content: bytes) -> Path:
        if self._home is None:
            raise StepFailed("Files cannot be uploaded with a browser on another machine.")
        if self._folder is None:
            self._folder = self._home / f"uploads-{secrets.token_hex(8)}"
        # A folder for each: two files of one name are two files, and the page sees the name alone.
        folder = self._folder / secrets.token_hex(4)
        folder.mkdir(parents=True, mode=0o700)
        path = folder / safe_name(name)
        path.write_bytes(content)
        return path

    async def clear(self) -> None:
        """Remove them."""
        folder, self._folder = self._folder, None
        if folder is not None:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


def safe_name(name: str) -> str:
    """Return *name* without what could lead out of a folder, at most 120 characters, never empty."""
    last = re.split(r"[/\\]", name)[-1]
    return _UNSAFE.sub("_", last).strip(". ")[-_LONGEST_NAME:] or "file"
