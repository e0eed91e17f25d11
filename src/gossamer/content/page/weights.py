"""The weights of the selection: two forests that `bench/train_selection.py` writes into one file."""

import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from gossamer.content.page.forest import Forest

FILE: Final = Path(__file__).with_name("selection.weights")
VERSION: Final = 1


class Head(msgspec.Struct):
    """What stands before the forests: their features, in order, their sizes in bytes, and stages to end early at."""

    version: int
    names: list[str]
    second_names: list[str]
    sizes: list[int]
    stages: list[list[tuple[int, float]]]


def pack_forests(head: Head, forests: Sequence[bytes]) -> bytes:
    """Return the content of the file: the length of the head in four bytes, the head as JSON, the forests."""
    written = msgspec.json.encode(head)
    return struct.pack("<I", len(written)) + written + b"".join(forests)


def load_forests(names: Sequence[str], second_names: Sequence[str]) -> tuple[Forest, Forest]:
    """Return both forests; ValueError when they were learnt from other features than *names* and *second_names*."""
    data = FILE.read_bytes()
    [size] = struct.unpack_from("<I", data)
    head = msgspec.json.decode(data[4 : 4 + size], type=Head)
    if (head.version, head.names, head.second_names) != (VERSION, list(names), list(second_names)):
        raise ValueError(f"{FILE.name} was learnt from other features; run bench/train_selection.py")
    start = 4 + size
    middle = start + head.sizes[0]
    return Forest(data[start:middle], head.stages[0]), Forest(data[middle:], head.stages[1])
