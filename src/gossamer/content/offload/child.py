"""The process of a helper: does work from standard input until that closes.

It ends at once with its parent on Linux; elsewhere when its work is done or has used up its
processor time, because then it finds its input closed.
"""

import pickle
import sys
from typing import BinaryIO, Final

from gossamer.content.confinement import give_up_network, leave_no_core, limit_memory, limit_processor_time
from gossamer.content.offload.framing import HEADER, Broken, Outcome, OutOfMemory, WorkDone, WorkRefused
from gossamer.core.errors import ServiceError, locate_failure

# The largest page that may come, a hundred megabytes in every form at once, needs six tenths of this.
_MEMORY: Final = 2 * 1024**3


def main() -> None:
    """Serve the parent; the only argument is the processor time of one piece of work, in seconds."""
    seconds = int(sys.argv[1])
    leave_no_core()
    limit_memory(_MEMORY)
    give_up_network()
    while (job := _receive_bytes(sys.stdin.buffer)) is not None:
        limit_processor_time(seconds)
        _send(sys.stdout.buffer, _answer(job))


def _receive_bytes(source: BinaryIO) -> bytes | None:
    header = source.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    (length,) = HEADER.unpack(header)
    job = source.read(length)
    return job if len(job) == length else None


def _answer(job: bytes) -> bytes:
    """Return the outcome of *job*, pickled; making the answer may fail like the work itself."""
    try:
        function, arguments = pickle.loads(job)  # noqa: S301 - our own parent's words
        return _pickle_outcome(WorkDone(function(*arguments)))
    except ServiceError as error:
        return _pickle_outcome(WorkRefused(error))
    except MemoryError:
        return _pickle_outcome(OutOfMemory())
    except Exception as error:  # noqa: BLE001 - the request boundary of this process
        return _pickle_outcome(Broken(locate_failure(error)))


def _pickle_outcome(outcome: Outcome) -> bytes:
    return pickle.dumps(outcome, pickle.HIGHEST_PROTOCOL)


def _send(sink: BinaryIO, answer: bytes) -> None:
    sink.write(HEADER.pack(len(answer)))
    sink.write(answer)
    sink.flush()


if __name__ == "__main__":
    main()
