"""The weights of the selection: a forest with the names of its features, written by `bench/train_selection.py`."""

import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from gossamer.content.page import forest

FILE: Final = Path(__file__).with_name("selection.weights")
VERSION: Final = 1


class Head(msgspec.Struct):
    """What stands before the forest: its features, in order, and pairs of trees and a bound to end early at."""

    version: int
    names: list[str]
    stages: list[tuple[int, float]]


def pack_forest(head: Head, trees: bytes) -> bytes:
    """Return the content of the file: the length of the head in four bytes, the head as JSON, the forest *trees*."""
    written = msgspec.json.encode(head)
    return struct.pack("<I", len(written)) + written + trees


def load_forest(names: Sequence[str]) -> forest.Forest:
    """Return the forest; ValueError when it was learnt from other features than *names*."""
    data = FILE.read_bytes()
    [size] = struct.unpack_from("<I", data)
    head = msgspec.json.decode(data[4 : 4 + size], type=Head)
    if (head.version, head.names) != (VERSION, list(names)):
        raise ValueError(f"{FILE.name} was learnt from other features; run bench/train_selection.py")
    return forest.Forest(data[4 + size :], head.stages)
