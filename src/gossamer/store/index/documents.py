"""Pages as the index keeps them: their rows, and the words of each of their fields."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import msgspec
import zstandard

from gossamer.core.canonical import fingerprint64
from gossamer.core.domains import site_of
from gossamer.core.urls import host_of
from gossamer.core.word_folding import FOLDING, normal, words
from gossamer.ports.index import IndexEntry, Unindexed
from gossamer.store.index.query_plan import file_mark, site_marks, team_mark
from gossamer.store.row_encoding import encoded, millis

# Longer pages are found by their beginning.
_MOST_TEXT: Final = 60_000
_MOST_HEADINGS: Final = 4_000
_MOST_TITLE: Final = 500
_MOST_DESCRIPTION: Final = 1_000
_MOST_OUTPUT: Final = 8 * 1024 * 1024
_MOST_LANGUAGE: Final = 35
_IDLE_WORDS: Final = frozenset({"www", "html", "htm", "php", "aspx", "index"})
_PAGE_ENDINGS: Final = frozenset({"", "htm", "html", "xhtml", "php", "asp", "aspx", "jsp"})
_LONGEST_ENDING: Final = 5
_site = lru_cache(maxsize=4096)(site_of)


@dataclass(frozen=True, slots=True)
class Body:
    """The columns of a page that are only read when it is shown."""

    headings: str
    text: str


@dataclass(frozen=True, slots=True)
class IndexFields:
    """The words of a page, by field, separated by blanks; *scope* has marks that nobody can type."""

    scope: str
    title: str
    headings: str
    url: str
    description: str
    body: str

    def by_name(self) -> dict[str, str]:
        """Return them by name."""
        return {name: getattr(self, name) for name in self.__slots__}


_body = msgspec.json.Decoder(Body)


def pack_body(body: Body) -> bytes:
    """Return *body* as it is stored."""
    return zstandard.ZstdCompressor(level=3).compress(encoded(body))


def unpack_body(packed: bytes) -> Body:
    """Return the body that was packed."""
    return _body.decode(zstandard.ZstdDecompressor().decompress(packed, max_output_size=_MOST_OUTPUT))


def row_of(page: Unindexed, entry: IndexEntry) -> tuple[dict[str, Any], IndexFields]:
    """Return the row of a page, and its words."""
    body = Body(_shorten_text(entry.headings, _MOST_HEADINGS), _shorten_text(entry.text, _MOST_TEXT))
    row = {
        "team_id": page.team_id,
        "page": fingerprint64(entry.url),
        "url": entry.url,
        "site": _site(host_of(entry.url)),
        "title": _shorten_text(entry.title, _MOST_TITLE),
        "description": _shorten_text(entry.description, _MOST_DESCRIPTION),
        "language": entry.language[:_MOST_LANGUAGE],
        "image": entry.image,
        "published_at": None if entry.published is None else millis(entry.published),
        "fetched_at": millis(page.fetched_at),
        "folding": FOLDING,
    }
    fields = fields_of(row, body)
    return row | {"words": fields.body.count(" ") + 1, "body": pack_body(body)}, fields


def fields_of(row: Mapping[str, Any], body: Body) -> IndexFields:
    """Return the words of a page: the same again for the same row."""
    url = row["url"]
    scope = [team_mark(row["team_id"]), *site_marks(host_of(url)), file_mark(ending_of(url))]
    return IndexFields(
        scope=" ".join(scope),
        title=" ".join(words(row["title"])),
        headings=" ".join(words(body.headings)),
        url=" ".join(url_words(url)),
        description=" ".join(words(row["description"])),
        body=" ".join(words(body.text)),
    )


def url_words(url: str) -> list[str]:
    """Return the words of an address: those of its host and of its path."""
    parts = urlsplit(url)
    text = f"{parts.hostname or ''} {unquote(parts.path)}"
    return [word for word in words(normal(text)) if word not in _IDLE_WORDS]


def ending_of(url: str) -> str:
    """Return the file type that an address names: "pdf"; "html" for what is no file."""
    name = urlsplit(url).path.rpartition("/")[2]
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    return "html" if ending in _PAGE_ENDINGS or len(ending) > _LONGEST_ENDING else ending


def _shorten_text(text: str, most: int) -> str:
    """Return as much of *text* as is kept, as every database takes it."""
    return normal(text[:most]).replace("\x00", " ")
