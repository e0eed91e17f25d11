"""Content codings are undone with a limit, and what is broken gives what it has."""

import gzip
import random
import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import brotli  # type: ignore[import-untyped]
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.errors import TooLarge
from gossamer.net.inflate import inflate

LIMIT = 20_000_000


def raw_deflate(body: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(body) + packer.flush()


def zstd(body: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(body)


CODINGS: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "gzip": ("gzip", gzip.compress),
    "x-gzip": ("x-gzip", gzip.compress),
    "zlib": ("deflate", zlib.compress),
    "raw deflate": ("deflate", raw_deflate),
    "brotli": ("br", brotli.compress),
    "zstd": ("zstd", zstd),
    "several": ("GZIP, br , zstd", lambda body: zstd(brotli.compress(gzip.compress(body)))),
    "identity": ("identity", lambda body: body),
}


@pytest.mark.parametrize("name", CODINGS)
@pytest.mark.parametrize("size", [0, 1, 1000, 100_000, 6_000_000])
async def test_every_coding_comes_back_as_it_was(name: str, size: int) -> None:
    label, compress = CODINGS[name]
    body = (b"The quick brown fox %d. " * (size // 20 + 1))[:size]
    inflated = await inflate(compress(body), label, limit=LIMIT)
    assert inflated.body == body
    assert inflated.warning is None


@given(st.binary(max_size=300), st.sampled_from(["gzip", "deflate", "br", "zstd"]))
async def test_garbage_under_any_label_is_never_a_failure(body: bytes, label: str) -> None:
    await inflate(body, label, limit=LIMIT)


async def test_members_of_a_gzip_are_joined_and_padding_is_ignored() -> None:
    inflated = await inflate(gzip.compress(b"a") + gzip.compress(b"b") + b"\0" * 10, "gzip", limit=LIMIT)
    assert inflated.body == b"ab"


@pytest.mark.parametrize("name", ["gzip", "zlib", "raw deflate", "brotli", "zstd"])
async def test_a_body_cut_short_gives_its_beginning_and_a_warning(name: str) -> None:
    label, compress = CODINGS[name]
    body = numbers(60_000)
    inflated = await inflate(compress(body)[:-2000], label, limit=LIMIT)
    assert len(inflated.body) > 10_000
    assert body.startswith(inflated.body)
    assert inflated.warning is not None


@pytest.mark.parametrize("label", ["gzip", "deflate", "br", "zstd"])
async def test_a_body_that_was_never_packed_is_whole_and_called_so(label: str) -> None:
    body = "<!doctype html><p>Größe, 日本</p>".encode()
    inflated = await inflate(body, label, limit=LIMIT)
    assert inflated.body == body
    assert inflated.warning == f"The page is labelled {label} but is not compressed; it was taken as it is."


async def test_a_body_cut_in_its_head_is_not_called_plain() -> None:
    inflated = await inflate(gzip.compress(b"text" * 100)[:12], "gzip", limit=LIMIT)
    assert "could not be inflated" in (inflated.warning or "")


def numbers(count: int) -> bytes:
    return b"".join(b"%d," % (number * 7919 % 100_003) for number in range(count))


def damaged(packed: bytes, at: int) -> bytes:
    return packed[:at] + bytes(byte ^ 0xFF for byte in packed[at : at + 8]) + packed[at + 8 :]


def byte_by_byte(packed: bytes) -> bytes:
    """What can be had of a damaged zlib stream at most."""
    decoder, found = zlib.decompressobj(), b""
    with suppress(zlib.error):
        for byte in packed:
            found += decoder.decompress(bytes([byte]))
    return found


@pytest.mark.parametrize("at", [1000, 16_384, 40_001, 100_000])
async def test_of_a_damaged_body_comes_all_that_can_be_had(at: int) -> None:
    packed = damaged(zlib.compress(numbers(60_000)), at)
    inflated = await inflate(packed, "deflate", limit=LIMIT)
    assert inflated.body == byte_by_byte(packed)
    assert inflated.warning is not None


@pytest.mark.parametrize("name", ["gzip", "zlib", "brotli", "zstd"])
async def test_a_damaged_body_gives_its_beginning_and_a_warning(name: str) -> None:
    label, compress = CODINGS[name]
    body = random.Random(1).randbytes(500_000).hex().encode()
    packed = compress(body)
    half = len(packed) // 2
    inflated = await inflate(packed[:half] + b"\xff" * half, label, limit=LIMIT)
    assert inflated.body[:300_000] == body[:300_000]
    assert inflated.warning is not None


async def test_a_large_damaged_body_is_not_read_byte_by_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    fed: list[int] = []
    make = zlib.decompressobj

    class Counted:
        def __init__(self, window_bits: int) -> None:
            self.decoder = make(window_bits)

        def __getattr__(self, name: str) -> Any:
            return getattr(self.decoder, name)

        def decompress(self, given: bytes, limit: int) -> bytes:
            fed.append(len(given))
            return self.decoder.decompress(given, limit)

    monkeypatch.setattr(zlib, "decompressobj", Counted)
    packed = damaged(zlib.compress(random.Random(1).randbytes(10_000_000)), 9_000_000)
    inflated = await inflate(packed, "deflate", limit=LIMIT)
    assert len(inflated.body) > 8_000_000
    assert len(fed) < 5_000


@pytest.mark.parametrize("name", ["gzip", "zlib", "brotli", "zstd"])
@pytest.mark.parametrize("limit", [10_000, 5_000_000])
async def test_more_than_the_limit_is_too_large(name: str, limit: int) -> None:
    label, compress = CODINGS[name]
    packed = compress(bytes(30_000_000))
    with pytest.raises(TooLarge):
        await inflate(packed, label, limit=limit)


async def test_more_than_three_codings_are_too_many() -> None:
    with pytest.raises(TooLarge):
        await inflate(b"x", "gzip, gzip, gzip, gzip", limit=LIMIT)


async def test_an_unknown_coding_is_taken_as_it_is() -> None:
    inflated = await inflate(b"text", "middle-out", limit=LIMIT)
    assert inflated.body == b"text"
    assert inflated.warning is not None
