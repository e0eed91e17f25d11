"""Output of a crawl: a folder of Markdown files, or JSON Lines.

A page's file has the place that its URL has on the site, made safe for every file system, and
the same URL always gives the same file. Files are written whole or not at all. A later crawl into the same folder
leaves files as they are whose pages are the same, and removes those whose pages are gone.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Protocol, TextIO

from gossamer.core.documents import Document
from gossamer.core.page_files import PagePlaces, digest_of, front_matter
from gossamer.core.pages import GONE
from gossamer.wire.documents import document_json

_CHANGES: Final = "_changes.jsonl"
_FIRST_ERROR: Final = 400


class Saver(Protocol):
    """Takes the pages of a crawl, each once, in the order of completion."""

    def save(self, document: Document) -> None:
        """Write one page."""

    def finish(self, *, is_whole: bool) -> None:
        """Settle what an earlier crawl left; *is_whole* says that no page of the site was left out or failed."""

    def close(self) -> None:
        """Let go of what is open."""


class JsonLines:
    """One JSON object a line, in the shape that the API has.

    With *replaces* the lines take the place of that file when all are written, if there are any.
    """

    def __init__(self, stream: TextIO, *, owned: bool = True, replaces: Path | None = None) -> None:
        self._stream = stream
        self._owned = owned
        self._replaces = replaces
        self._has_lines = False

    def save(self, document: Document) -> None:
        """Write one page."""
        self._stream.write(json.dumps(document_json(document, str), ensure_ascii=False) + "\n")
        self._stream.flush()
        self._has_lines = True

    def finish(self, *, is_whole: bool) -> None:  # noqa: ARG002 - the file has the pages of one crawl
        """Put the lines in the place of those of an earlier crawl."""
        if self._replaces is None:
            return
        self._stream.close()
        part = Path(self._stream.name)
        if self._has_lines:
            part.replace(self._replaces)
        else:
            part.unlink()

    def close(self) -> None:
        """Close the stream if it is ours."""
        if self._owned:
            self._stream.close()


@dataclass(frozen=True, slots=True)
class _Saved:
    """A file: its page, the address at which that was asked for, and a digest of its text."""

    url: str
    asked: str
    digest: str


class MarkdownFolder:
    """A folder like the site, one Markdown file a page, with its address and title at the top.

    *record_file* is the file that lists what the last whole crawl wrote; files of somebody else are never removed.
    """

    def __init__(self, folder: Path, start: str, record_file: Path) -> None:
        self._folder = folder
        self._known_file = record_file
        self._known = _read_known(record_file)
        self._places = PagePlaces(start, {place: saved.url for place, saved in self._known.items()})
        self._saved: dict[str, _Saved] = {}
        self._gone: set[str] = set()
        self._has_errors = False

    def save(self, document: Document) -> None:
        """Write one page, unless its file is the same; one that is not there has no file.

        An error, or what stands in the place of the page, takes the place of no file that is there.
        """
        source_url = str(document.metadata["sourceURL"])
        url = str(document.metadata.get("url") or source_url)
        status = document.metadata.get("statusCode") or 0
        if status in GONE:
            self._gone.update((url, source_url))
            return
        place = self._places.place_of(url)
        if status >= _FIRST_ERROR or "pageVerdict" in document.metadata:
            self._has_errors = True
            if place.as_posix() in self._known:
                return
        text = front_matter(document) + (document.markdown or "").rstrip("\n") + "\n"
        self._saved[place.as_posix()] = saved = _Saved(url, source_url, digest_of(text, 16))
        path = self._folder / place
        if self._known.get(place.as_posix()) != saved or not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)

    def finish(self, *, is_whole: bool) -> None:
        """Remove the files of pages that are gone, and write what is new, changed or gone since the last crawl.

        What leads to a page may have failed, so that it was not found: then only what the site says is gone is removed.
        """
        before = {place: saved for place, saved in self._known.items() if place not in self._saved}
        stay = {place: file for place, file in before.items() if {file.url, file.asked}.isdisjoint(self._gone)}
        if is_whole and self._saved and not self._has_errors:
            stay = {}
        for place in before.keys() - stay.keys():
            (self._folder / place).unlink(missing_ok=True)
        if self._known_file.exists():
            lines = (
                json.dumps(change, ensure_ascii=False) + "\n" for change in self._changes(before.keys() - stay.keys())
            )
            write_whole(self._folder / _CHANGES, "".join(lines))
        files = {place: asdict(saved) for place, saved in {**stay, **self._saved}.items()}
        write_whole(self._known_file, json.dumps(files, ensure_ascii=False))

    def _changes(self, removed_places: Collection[str]) -> Iterator[Mapping[str, str]]:
        for place, saved in self._saved.items():
            was = self._known.get(place)
            if was is None or was.digest != saved.digest:
                yield {"change": "new" if was is None else "changed", "url": saved.url, "file": place}
        for place in sorted(removed_places):
            yield {"change": "gone", "url": self._known[place].url, "file": place}

    def close(self) -> None:
        """Do nothing: each file is written whole."""


def _read_known(file: Path) -> dict[str, _Saved]:
    try:
        files = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return {place: _Saved(**saved) for place, saved in files.items()}


def write_whole(path: Path, text: str) -> None:
    """Write *text* so that no half of it is ever seen under *path*."""
    waiting = path.with_name(path.name + ".part")
    waiting.write_text(text, encoding="utf-8", errors="replace")
    waiting.replace(path)
