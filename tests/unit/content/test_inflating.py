"""PDFs that unpack to more than is read."""

import zlib
from functools import cache

import pytest

from gossamer.content.documents.pdf_size import MOST_OF_ONE, TooMuch, check


@cache
def bomb(size: int) -> bytes:
    """Return *size* zeros, compressed, without ever holding them."""
    packing = zlib.compressobj(9)
    return b"".join([*(packing.compress(bytes(1_000_000)) for _ in range(size // 1_000_000)), packing.flush()])


def pdf(*streams: bytes, kind: bytes = b"") -> bytes:
    parts = [
        b"1 0 obj\n<< /Filter /FlateDecode %s >>\nstream\r\n%s\nendstream\nendobj\n" % (kind, one) for one in streams
    ]
    return b"%PDF-1.7\n" + b"".join(parts)


def large() -> bytes:
    return bomb(120_000_000)


def test_what_unpacks_to_less_is_read() -> None:
    check(pdf(large(), b"BT (x) Tj ET", zlib.compress(b"xylophone"), zlib.compress(b"BT"), b""))


@pytest.mark.parametrize(("before", "kind"), [((), b""), ((b"no",), b"/Subtype /Image")], ids=["text", "a picture"])
def test_a_part_that_unpacks_to_too_much_is_refused(before: tuple[bytes, ...], kind: bytes) -> None:
    with pytest.raises(TooMuch, match="more than 128 MB"):
        check(pdf(*before, bomb(MOST_OF_ONE + 1_000_000), kind=kind))


def test_a_part_that_is_compressed_twice_is_refused() -> None:
    twice = zlib.compress(bomb(MOST_OF_ONE + 1_000_000))
    assert len(twice) < 10_000
    with pytest.raises(TooMuch, match="more than 128 MB"):
        check(pdf(twice))


def test_many_large_parts_are_refused_and_many_large_pictures_are_not() -> None:
    with pytest.raises(TooMuch, match="more than 256 MB"):
        check(pdf(large(), large(), large()))
    check(pdf(large(), large(), large(), kind=b"/Subtype/Image"))
