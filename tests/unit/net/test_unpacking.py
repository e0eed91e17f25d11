"""Content codings undone as a body arrives."""

import gzip
import zlib
from collections.abc import AsyncIterator, Callable

import brotli  # type: ignore[import-untyped]
import pytest
import zstandard

from gossamer.core.errors import TooLarge
from gossamer.net.streaming import unpack_chunks

TEXT = b"".join(b"<url><loc>https://example.org/%d</loc></url>\n" % n for n in range(5_000))


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstandard.ZstdCompressor().compress,
}


async def pieces(data: bytes, step: int) -> AsyncIterator[bytes]:
    for start in range(0, len(data), step):
        yield data[start : start + step]


async def all_of(data: bytes, coding: str, *, step: int = 1000, limit: int = 10_000_000, file: bool = False) -> bytes:
    return b"".join([piece async for piece in unpack_chunks(pieces(data, step), coding, limit=limit, packed_file=file)])


@pytest.mark.parametrize("coding", PACKERS)
@pytest.mark.parametrize("step", [1, 3, 1000, 1_000_000])
async def test_each_coding_is_undone_whatever_the_pieces(coding: str, step: int) -> None:
    assert await all_of(PACKERS[coding](TEXT[:20_000]), coding, step=step) == TEXT[:20_000]


async def test_servers_that_send_deflate_bare_are_understood() -> None:
    assert await all_of(raw_deflate(TEXT), "deflate") == TEXT


async def test_several_codings_and_a_packed_file_are_undone_in_turn() -> None:
    twice = brotli.compress(gzip.compress(gzip.compress(TEXT)))
    assert await all_of(twice, "gzip, br", file=True) == TEXT


async def test_a_file_of_several_members_is_read_whole() -> None:
    data = gzip.compress(TEXT[:1000]) + gzip.compress(TEXT[1000:]) + b"\0\0padding"
    for step in (1, 999, 100_000):
        assert await all_of(data, "", step=step, file=True) == TEXT


@pytest.mark.parametrize("coding", ["gzip", "br", "zstd", "deflate", "compress"])
async def test_a_body_that_is_not_in_its_coding_is_taken_as_it_is(coding: str) -> None:
    assert await all_of(TEXT, coding) == TEXT


async def test_a_file_that_is_not_packed_passes() -> None:
    assert await all_of(TEXT, "", file=True) == TEXT
    assert await all_of(b"ab", "gzip", file=True) == b"ab"


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
async def test_a_body_that_is_cut_short_gives_what_came(coding: str) -> None:
    packed = PACKERS[coding](TEXT)
    came = await all_of(packed[: len(packed) // 2], coding)
    assert TEXT.startswith(came)
    assert len(came) > len(TEXT) // 10 or coding == "zstd"


async def test_damage_in_the_middle_keeps_what_came_before() -> None:
    packed = bytearray(gzip.compress(TEXT * 20, 1))
    packed[len(packed) // 2 :] = b"\xff" * 20_000
    came = await all_of(bytes(packed), "gzip")
    assert len(came) > len(TEXT) * 5
    assert (TEXT * 20).startswith(came)


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
async def test_a_bomb_is_read_to_the_limit_and_no_further(coding: str) -> None:
    bomb = PACKERS[coding](bytes(20_000_000))
    seen = 0
    largest = 0
    async for piece in unpack_chunks(pieces(bomb, 65_536), coding, limit=1_000_000):
        seen += len(piece)
        largest = max(largest, len(piece))
    assert seen == 1_000_000
    assert largest <= 1_000_000


async def test_more_codings_than_anybody_needs_are_refused() -> None:
    with pytest.raises(TooLarge):
        await all_of(TEXT, "gzip, gzip, gzip, gzip")
