"""Files of pages: the place of each below a folder like the site, safe on every file system, and its head.

The same URL always has the same file.
"""

import json
import re
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote, urlsplit

from gossamer.core.documents import Document

_UNSAFE: Final = re.compile(r'[\x00-\x1f<>:"\\|?*\x7f]+')
# Names that Windows keeps for devices, whatever follows them.
_DEVICES: Final = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)", re.IGNORECASE)
_ENDINGS: Final = re.compile(r"\.(?:html?|xhtml|php|aspx?|jsp|md)$", re.IGNORECASE)
_FRONT_MATTER: Final = {
    "url": "url",
    "title": "title",
    "status": "statusCode",
    "language": "language",
    "date": "publishedTime",
}
_FILE_ENDINGS: Final = (".md", ".html", ".json", ".part", ".jsonl")
_LONGEST: Final = 120
_DEEPEST: Final = 12


class PagePlaces:
    """The files of pages of the site of *start*; *files* are pages that have a file, by its place."""

    def __init__(self, start: str, files: Mapping[str, str]) -> None:
        self._host = _host(start)
        # Some file systems do not tell upper from lower case.
        self._taken = {place.lower(): url for place, url in files.items()}

    def place_of(self, url: str) -> PurePosixPath:
        """Return the file of *url*; another page that would have the same one gets a mark."""
        path = place_of(url)
        if _host(url) != self._host:
            path = PurePosixPath(_segment(_host(url)), path)
        owner = self._taken.setdefault(path.as_posix().lower(), url)
        return path if owner == url else path.with_name(f"{path.stem}-{digest_of(url)}{path.suffix}")


def place_of(url: str) -> PurePosixPath:
    """Return the relative path of the file for *url*, ending in `.md`; the host is not in it."""
    parts = urlsplit(url)
    segments = [_segment(unquote(part)) for part in parts.path.split("/") if part not in {"", ".", ".."}]
    if len(segments) > _DEEPEST:
        segments = [*segments[:_DEEPEST], digest_of(parts.path)]
    if not segments or parts.path.endswith("/"):
        segments.append("index")
    *folders, last = segments
    last = _ENDINGS.sub("", last) or "index"
    if parts.query:
        last = f"{last}-{digest_of(parts.query)}"
    return PurePosixPath(*map(_folder, folders), f"{last}.md")


def _folder(name: str) -> str:
    """Return *name* for a folder: it must not be one that a file beside it may have."""
    return f"{name}_" if name.lower().endswith(_FILE_ENDINGS) else name


def front_matter(document: Document) -> str:
    """Return the head of a file as YAML; strings are written as JSON, which YAML reads."""
    fields = {name: document.metadata.get(key) for name, key in _FRONT_MATTER.items()}
    fields["hash"] = digest_of(document.markdown or "", 16)
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items() if value is not None]
    return "\n".join(["---", *lines, "---", "", ""])


def digest_of(text: str, size: int = 4) -> str:
    """Return a digest of *text*, of *size* bytes, in hexadecimal."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size).hexdigest()


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "").lower().removeprefix("www.")


def _segment(text: str) -> str:
    safe = _UNSAFE.sub("_", text.replace("/", "_")).rstrip(". ") or "_"
    if _DEVICES.match(safe) or safe.startswith("."):
        safe = "_" + safe
    encoded = safe.encode("utf-8", "replace")
    if len(encoded) <= _LONGEST:
        return safe
    return encoded[: _LONGEST - 9].decode("utf-8", "ignore") + "-" + digest_of(text)
