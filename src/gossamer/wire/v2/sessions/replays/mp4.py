"""Fragmented MP4 (ISO/IEC 14496-12) whose samples are JPEG pictures, each of them whole.

The codec is named by an elementary stream descriptor (ISO/IEC 14496-1) with the object type of JPEG, which is how
MP4 knows Motion JPEG.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

MEDIA_TYPE = "video/mp4"
# Units of time a second.
_SCALE = 1000
_TRACK = 1
_JPEG_OBJECT = 0x6C
_VISUAL_STREAM = 0x04
_MATRIX = struct.pack(">9i", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
# trun: data offset, duration of each sample, size of each sample.
_RUN_FLAGS = 0x000001 | 0x000100 | 0x000200
# tfhd: offsets count from the fragment's own start.
_BASE_IS_MOOF = 0x020000
_UNDETERMINED_LANGUAGE = 0x55C4


@dataclass(frozen=True, slots=True)
class ShownFrame:
    """A JPEG and how many seconds it is shown."""

    data: bytes
    seconds: float


def initial(width: int, height: int) -> bytes:
    """Return the head of a film of pictures of this size in pixels."""
    return _box(b"ftyp", b"iso6", struct.pack(">I", 1), b"iso6", b"mp41") + _box(
        b"moov", _movie_header(), _track(width, height), _box(b"mvex", _extends())
    )


def segment(number: int, start: float, pictures: Sequence[ShownFrame]) -> bytes:
    """Return the piece *number*, which begins at *start* seconds of the film."""
    head_size = len(_head(number, start, pictures, offset=0))
    # The pictures follow the head and the eight bytes of their own box's head.
    head = _head(number, start, pictures, offset=head_size + 8)
    return head + _box(b"mdat", *(picture.data for picture in pictures))


def _head(number: int, start: float, pictures: Sequence[ShownFrame], *, offset: int) -> bytes:
    samples = b"".join(struct.pack(">II", max(_units(p.seconds), 1), len(p.data)) for p in pictures)
    return _box(
        b"moof",
        _full_box(b"mfhd", 0, 0, struct.pack(">I", number + 1)),
        _box(
            b"traf",
            _full_box(b"tfhd", 0, _BASE_IS_MOOF, struct.pack(">I", _TRACK)),
            _full_box(b"tfdt", 1, 0, struct.pack(">Q", _units(start))),
            _full_box(b"trun", 0, _RUN_FLAGS, struct.pack(">Ii", len(pictures), offset), samples),
        ),
    )


def _units(seconds: float) -> int:
    return round(seconds * _SCALE)


def _movie_header() -> bytes:
    # Times, scale, duration (unknown); then speed 1.0, volume 1.0, reserved; at last the next free track.
    times = struct.pack(">IIII", 0, 0, _SCALE, 0)
    return _full_box(b"mvhd", 0, 0, times, struct.pack(">iH10x", 0x10000, 0x0100), _MATRIX, bytes(24), _u32(_TRACK + 1))


def _track(width: int, height: int) -> bytes:
    # Enabled and in the movie; times, id, reserved, duration; layer, group, volume.
    head = struct.pack(">IIIII8xhhhH", 0, 0, _TRACK, 0, 0, 0, 0, 0, 0)
    size = struct.pack(">II", width << 16, height << 16)
    media = _box(
        b"mdia",
        _full_box(b"mdhd", 0, 0, struct.pack(">IIIIHH", 0, 0, _SCALE, 0, _UNDETERMINED_LANGUAGE, 0)),
        _full_box(b"hdlr", 0, 0, bytes(4), b"vide", bytes(12), b"Pictures\0"),
        _box(
            b"minf",
            _full_box(b"vmhd", 0, 1, bytes(8)),
            _box(b"dinf", _full_box(b"dref", 0, 0, _u32(1), _full_box(b"url ", 0, 1))),
            _samples(width, height),
        ),
    )
    return _box(b"trak", _full_box(b"tkhd", 0, 3, head, _MATRIX, size), media)


def _samples(width: int, height: int) -> bytes:
    """Return the sample table: the format of samples; each fragment lists its own."""
    return _box(
        b"stbl",
        _full_box(b"stsd", 0, 0, _u32(1), _sample_entry(width, height)),
        _full_box(b"stts", 0, 0, _u32(0)),
        _full_box(b"stsc", 0, 0, _u32(0)),
        _full_box(b"stsz", 0, 0, _u32(0), _u32(0)),
        _full_box(b"stco", 0, 0, _u32(0)),
    )


def _sample_entry(width: int, height: int) -> bytes:
    # Resolution of 72 dots an inch, one frame a sample, a name without letters, 24 bits deep.
    rest = struct.pack(">IIIH32xHh", 0x480000, 0x480000, 0, 1, 24, -1)
    return _box(b"mp4v", bytes(6), struct.pack(">H16xHH", 1, width, height), rest, _stream_descriptor())


def _stream_descriptor() -> bytes:
    # Object type, kind of stream, then buffer size and bit rates, all unknown.
    config = _descriptor(0x04, struct.pack(">BB3xII", _JPEG_OBJECT, _VISUAL_STREAM << 2 | 1, 0, 0))
    return _full_box(
        b"esds", 0, 0, _descriptor(0x03, struct.pack(">HB", _TRACK, 0), config, _descriptor(0x06, b"\x02"))
    )


def _extends() -> bytes:
    return _full_box(b"trex", 0, 0, struct.pack(">IIIII", _TRACK, 1, 0, 0, 0))


def _descriptor(tag: int, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return bytes([tag, len(body)]) + body


def _full_box(kind: bytes, version: int, flags: int, *parts: bytes) -> bytes:
    return _box(kind, struct.pack(">I", version << 24 | flags), *parts)


def _box(kind: bytes, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return struct.pack(">I", len(body) + 8) + kind + body


def _u32(value: int) -> bytes:
    return struct.pack(">I", value)
