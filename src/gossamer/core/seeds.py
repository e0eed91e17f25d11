"""The addresses of a batch as they are recorded: each with its fingerprint, in parts.

A batch may have a hundred thousand. What looks at every one of them is done in one place, which may be another process;
from there on they are passed on in parts that nobody has to wait for.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Final, TypeAlias

import msgspec

from gossamer.core.canonical import exact_fingerprint, fetchable, mark_repeated
from gossamer.core.crawls import BatchSpec, Discovered
from gossamer.core.ids import new_id
from gossamer.core.urls import WebUrl

_PART: Final = 2000
_LONGEST: Final = 2000
_encoder = msgspec.json.Encoder()
# Position, fingerprint, address, and how the caller wrote it where that is not the same.
_Row: TypeAlias = tuple[int, int, str, str | None]
_decoder = msgspec.json.Decoder(list[_Row])


@dataclass(frozen=True, slots=True)
class Seeds:
    """The *count* addresses of a batch; each part is a JSON array of rows, *digest* stands for all of them."""

    count: int
    parts: tuple[bytes, ...]
    digest: str


def seeds_of(spec: BatchSpec) -> Seeds:
    """Return the addresses of *spec*; one that is listed twice is there twice, unless the spec says otherwise."""
    # A page added to a batch may be in it already: with a mark of its own it is scraped again.
    mark = new_id() if spec.append_to is not None and not spec.each_once else ""
    rows: dict[int, _Row] = {}
    times: Counter[int] = Counter()
    for url, written in zip(spec.urls, spec.written or ("",) * len(spec.urls), strict=True):
        fingerprint = exact_fingerprint(url)
        number = times[fingerprint]
        times[fingerprint] += 1
        if (number or mark) and not spec.each_once:
            fingerprint = mark_repeated(url, f"{mark}{number}")
        address = fetchable(url)
        as_written = written[:_LONGEST] if written not in {"", address} else None
        rows.setdefault(fingerprint, (len(rows) + 1, fingerprint, address, as_written))
    listed = list(rows.values())
    parts = tuple(_encoder.encode(listed[start : start + _PART]) for start in range(0, len(listed), _PART))
    return Seeds(len(listed), parts, blake2b(b"".join(parts), digest_size=16).hexdigest())


def read_part(part: bytes) -> Sequence[Discovered]:
    """Return the addresses of a part."""
    rows = _decoder.decode(part)
    return [Discovered(WebUrl(url), fingerprint, written=written or "") for _, fingerprint, url, written in rows]


def change_part(part: bytes, change: Callable[[WebUrl], WebUrl]) -> bytes:
    """Return a part whose addresses are changed; how a caller wrote them is left out where they are."""
    rows = ((row, change(WebUrl(row[2]))) for row in _decoder.decode(part))
    return _encoder.encode([row if url == row[2] else (*row[:2], url, None) for row, url in rows])


def strip_urls(spec: BatchSpec, seeds: Seeds) -> BatchSpec:
    """Return *spec* as it is recorded beside its *seeds*."""
    return replace(spec, urls=spec.urls[:1], written=(), count=seeds.count, digest=seeds.digest)
