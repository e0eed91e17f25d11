"""Output of a crawl: a folder of Markdown files, or JSON Lines.

A page's file has the place that its URL has on the site, made safe for every file system, and
the same URL always gives the same file. Files are written whole or not at all.
"""

import json
import re
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, Protocol, TextIO
from urllib.parse import unquote, urlsplit

from gossamer.core.documents import Document
from gossamer.wire.documents import document_json

_UNSAFE: Final = re.compile(r'[\x00-\x1f<>:"\\|?*\x7f]+')
# Names that Windows keeps for devices, whatever follows them.
_DEVICES: Final = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)", re.IGNORECASE)
_ENDINGS: Final = re.compile(r"\.(?:html?|xhtml|php|aspx?|jsp|md)$", re.IGNORECASE)
_FILE_ENDINGS: Final = (".md", ".part", ".jsonl")
_LONGEST: Final = 120
_DEEPEST: Final = 12


class Saver(Protocol):
    """Takes the pages of a crawl, each once, in the order of completion."""

    def save(self, document: Document) -> None:
        """Write one page."""

    def close(self) -> None:
        """Finish."""


class JsonLines:
    """One JSON object a line, in the shape that the API has."""

    def __init__(self, stream: TextIO, *, owned: bool = True) -> None:
        self._stream = stream
        self._owned = owned

    def save(self, document: Document) -> None:
        """Write one page."""
        self._stream.write(json.dumps(document_json(document, str), ensure_ascii=False) + "\n")
        self._stream.flush()

    def close(self) -> None:
        """Finish; a stream that is not ours stays open."""
        if self._owned:
            self._stream.close()


class MarkdownFolder:
    """A folder like the site, one Markdown file a page, with its address and title at the top."""

    def __init__(self, folder: Path, start: str) -> None:
        self._folder = folder
        self._host = _host(start)
        self._taken: dict[str, str] = {}

    def save(self, document: Document) -> None:
        """Write one page."""
        url = str(document.metadata.get("url") or document.metadata["sourceURL"])
        path = self._folder / self._place(url)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, front_matter(document.metadata) + (document.markdown or "").rstrip("\n") + "\n")

    def close(self) -> None:
        """Finish: everything is written."""

    def _place(self, url: str) -> Path:
        """Return the file of *url*; another page that would have the same one gets a mark."""
        path = place_of(url)
        if _host(url) != self._host:
            path = Path(_segment(_host(url)), path)
        # Some file systems do not tell upper from lower case.
        owner = self._taken.setdefault(str(path).lower(), url)
        return path if owner == url else path.with_name(f"{path.stem}-{_mark(url)}{path.suffix}")


def place_of(url: str) -> Path:
    """Return the relative path of the file for *url*, ending in `.md`; the host is not in it."""
    parts = urlsplit(url)
    segments = [_segment(unquote(part)) for part in parts.path.split("/") if part not in {"", ".", ".."}]
    if len(segments) > _DEEPEST:
        segments = [*segments[:_DEEPEST], _mark(parts.path)]
    if not segments or parts.path.endswith("/"):
        segments.append("index")
    *folders, last = segments
    last = _ENDINGS.sub("", last) or "index"
    if parts.query:
        last = f"{last}-{_mark(parts.query)}"
    return Path(*map(_folder, folders), f"{last}.md")


def _folder(name: str) -> str:
    """Return *name* for a folder: it must not be one that a file beside it may have."""
    return f"{name}_" if name.lower().endswith(_FILE_ENDINGS) else name


def front_matter(metadata: Mapping[str, Any]) -> str:
    """Return the head of a file as YAML; strings are written as JSON, which YAML reads."""
    fields = {name: metadata.get(key) for name, key in (("url", "url"), ("title", "title"), ("status", "statusCode"))}
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items() if value is not None]
    return "\n".join(["---", *lines, "---", "", ""])


def write_whole(path: Path, text: str) -> None:
    """Write *text* so that no half of it is ever seen under *path*."""
    waiting = path.with_name(path.name + ".part")
    waiting.write_text(text, encoding="utf-8", errors="replace")
    waiting.replace(path)


def _host(url: str) -> str:
    return (urlsplit(url).hostname or "").lower().removeprefix("www.")


def _segment(text: str) -> str:
    safe = _UNSAFE.sub("_", text.replace("/", "_")).rstrip(". ") or "_"
    if _DEVICES.match(safe) or safe.startswith("."):
        safe = "_" + safe
    encoded = safe.encode("utf-8", "replace")
    if len(encoded) <= _LONGEST:
        return safe
    return encoded[: _LONGEST - 9].decode("utf-8", "ignore") + "-" + _mark(text)


def _mark(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
