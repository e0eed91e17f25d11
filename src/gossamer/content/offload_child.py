"""The helper process of `offload`: reads work from standard input until it closes."""

import pickle
import struct
import sys
from typing import BinaryIO

_HEADER = struct.Struct(">Q")
_MEMORY_BYTES = 4 * 1024**3


def _limit_memory() -> None:
    try:
        import resource  # noqa: PLC0415 - not on every platform
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))


def _serve(source: BinaryIO, sink: BinaryIO) -> None:
    while header := source.read(_HEADER.size):
        (length,) = _HEADER.unpack(header)
        function, arguments = pickle.loads(source.read(length))  # noqa: S301 - our own parent's words
        try:
            answer = (True, function(*arguments))
        except Exception as error:  # noqa: BLE001 - the request boundary of this process
            answer = (False, error)
        packed = pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
        sink.write(_HEADER.pack(len(packed)) + packed)
        sink.flush()


if __name__ == "__main__":
    _limit_memory()
    _serve(sys.stdin.buffer, sys.stdout.buffer)
