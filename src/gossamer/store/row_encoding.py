"""Encoding of values in rows; of documents and pages as JSON by msgspec, compressed with zstd.

Level 1 takes about 0.1 ms for a page of 45 KB and leaves a fifth of it.
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, Literal, TypeVar, get_args, get_type_hints

import msgspec
import zstandard
from sqlalchemy import Table

from gossamer.core.documents import Document
from gossamer.core.pages import FetchedPage, Picture
from gossamer.core.urls import WebUrl
from gossamer.ports.scrapes import KnownPage

_T = TypeVar("_T")

# A page may hold an inflated body of 100 MB; nothing larger is ever written.
_MAX_OUTPUT = 512 * 1024 * 1024

_FIRST_ERROR = 400
# Of two versions of a page; level 1 finds half as much of what they share.
_DELTA_LEVEL = 6

_json = msgspec.json.Encoder()
_document = msgspec.json.Decoder(Document)


class _ZstdContexts(threading.local):
    """zstd contexts are quick to use but not safe to share between threads."""

    def __init__(self) -> None:
        self.compressor = zstandard.ZstdCompressor(level=1)
        self.decompressor = zstandard.ZstdDecompressor()


_zstd = _ZstdContexts()


@dataclass(frozen=True, slots=True)
class _Head:
    """The parts of a stored page beside its body."""

    url: str
    status: int
    headers: Mapping[str, str]
    fetched_at: datetime
    fetcher: str
    rendered: bool
    charset: str | None
    warnings: tuple[str, ...]
    # Rows from before these were kept have none.
    tier: Literal["basic", "stealth"] = "basic"
    title: str | None = None
    description: str | None = None
    picture: Picture | None = None
    styles: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class _StoredHead:
    """The members of a head that a look-up needs; the rest is skipped."""

    status: int
    title: str | None = None
    description: str | None = None


_OF_PAGE = tuple(field.name for field in fields(_Head) if field.name not in {"title", "description"})
_head = msgspec.json.Decoder(_Head)
_head_decoder = msgspec.json.Decoder(_StoredHead)


def encoded(value: Any) -> bytes:
    """Return *value* as JSON; half characters, which JSON cannot have and pages do, become U+FFFD."""
    try:
        return _json.encode(value)
    except UnicodeEncodeError:
        return _json.encode(_mend_value(msgspec.to_builtins(value)))


def _mend_value(value: Any) -> Any:
    match value:
        case str():
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case dict():
            return {_mend_value(name): _mend_value(inside) for name, inside in value.items()}
        case list() | tuple():
            return [_mend_value(inside) for inside in value]
        case _:
            return value


def packed(value: Any) -> bytes:
    """Return *value* as compressed JSON."""
    return _zstd.compressor.compress(encoded(value))


def unpacked(stored: bytes) -> bytes:
    """Return the JSON that was packed."""
    return _zstd.decompressor.decompress(stored, max_output_size=_MAX_OUTPUT)


def pack_document(document: Document) -> bytes:
    """Return *document* as it is stored."""
    return _zstd.compressor.compress(encoded(document))


def unpack_document(packed: bytes) -> Document:
    """Return the document that was packed."""
    return _document.decode(_zstd.decompressor.decompress(packed, max_output_size=_MAX_OUTPUT))


def document_size(packed: bytes) -> int:
    """Return the length in bytes of the JSON of a packed document."""
    return zstandard.get_frame_parameters(packed).content_size


def pack_page(page: FetchedPage, *, title: str | None = None, description: str | None = None) -> tuple[bytes, bytes]:
    """Return head and body of *page* as they are stored."""
    return pack_head(page, title=title, description=description), compressed(page.body)


def pack_head(page: FetchedPage, *, title: str | None = None, description: str | None = None) -> bytes:
    """Return *page* without its body, encoded for storage."""
    members = {name: getattr(page, name) for name in _OF_PAGE} | {"headers": dict(page.headers)}
    return encoded(_Head(**members, title=title, description=description))


def compressed(data: bytes, base: bytes | None = None) -> bytes:
    """Return *data* compressed; against *base* only what differs takes space."""
    if not base:
        return _zstd.compressor.compress(data)
    parameters = zstandard.ZstdCompressionParameters.from_level(
        _DELTA_LEVEL, source_size=len(data), dict_size=len(base)
    )
    return zstandard.ZstdCompressor(dict_data=_dictionary(base), compression_params=parameters).compress(data)


def decompressed(packed: bytes, base: bytes | None = None) -> bytes:
    """Return the data that were compressed, against the same *base*."""
    decompressor = zstandard.ZstdDecompressor(dict_data=_dictionary(base)) if base else _zstd.decompressor
    return decompressor.decompress(packed, max_output_size=_MAX_OUTPUT)


def _dictionary(base: bytes) -> zstandard.ZstdCompressionDict:
    return zstandard.ZstdCompressionDict(base, dict_type=zstandard.DICT_TYPE_RAWCONTENT)


def unpack_known(url: str, head: bytes) -> KnownPage | None:
    """Return the stored page without its body; None when it answered with an error."""
    page = _head_decoder.decode(head)
    return KnownPage(WebUrl(url), page.title, page.description) if page.status < _FIRST_ERROR else None


def unpack_page(head: bytes, body: bytes) -> FetchedPage:
    """Return the page that was packed."""
    return with_body(head, decompressed(body))


def with_body(head: bytes, body: bytes) -> FetchedPage:
    """Return the page of a packed *head* and a *body* that is not packed."""
    page = _head.decode(head)
    return FetchedPage(body=body, **{name: getattr(page, name) for name in _OF_PAGE})


def millis(moment: datetime) -> int:
    """Return *moment* as epoch milliseconds, as columns hold it."""
    return int(moment.timestamp() * 1000)


def moment(epoch_millis: int) -> datetime:
    """Return the aware UTC time of a column's value."""
    return datetime.fromtimestamp(epoch_millis / 1000, UTC)


def to_row(table: Table, value: Any, /, **given: Any) -> dict[str, Any]:
    """Return a row of *table*: *given*, and in its other columns the fields of *value* that have their names.

    Moments are in milliseconds, enumerations by value.
    """
    taken = {name: getattr(value, name) for name in table.columns.keys() - given.keys() if hasattr(value, name)}
    return {name: _to_column(part) for name, part in (taken | given).items()}


def _to_column(value: Any) -> Any:
    if isinstance(value, datetime):
        return millis(value)
    return value.value if isinstance(value, Enum) else value


def from_row(kind: type[_T], row: Any, prefix: str = "", /, **given: Any) -> _T:
    """Return a *kind* of the fields *given*; the others are columns of *row*, named as they are behind the *prefix*."""
    values = given
    for name, read in _list_readers(kind):  # type: ignore[arg-type]
        if name not in given:
            value = getattr(row, prefix + name)
            values[name] = value if read is None or value is None else read(value)
    return kind(**values)


@cache
def _list_readers(kind: Any) -> list[tuple[str, Callable[[Any], Any] | None]]:
    """Return the fields of a dataclass, each with the function that makes its value from that of a column."""
    hints = get_type_hints(kind)
    return [(field.name, _find_reader(hints[field.name])) for field in fields(kind)]


def _find_reader(hint: Any) -> Callable[[Any], Any] | None:
    kind = next((each for each in get_args(hint) or (hint,) if each is not NoneType), hint)
    if kind is datetime:
        return moment
    return kind if isinstance(kind, type) and issubclass(kind, Enum) else None
