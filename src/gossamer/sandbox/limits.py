"""Limits of a run: processor time, memory, files and processes."""

import math
import resource
from collections.abc import Mapping

# Of all processes of a run together; each alone is also bound by the kernel.
MEMORY_BYTES = 1024**3
# Kept of each of standard output, standard error and the result, and taken before the run is stopped for it.
KEPT_BYTES = 1024**2
OUTPUT_BYTES = 16 * 1024**2
_FILE_BYTES = 64 * 1024**2
_OPEN_FILES = 512
# Threads count; Node.js has a dozen, and Playwright in Python starts one.
_PROCESSES = 256


def kernel_limits(seconds: float, *, processes: bool) -> Mapping[str, int]:
    """Return limits by their names in `resource`, for a run of at most *seconds*.

    Address space is not bound, for V8 reserves far more of it than it uses: data is. The number of *processes* can only
    be bound where they have a user of their own.
    """
    limits = {
        "RLIMIT_CORE": 0,
        "RLIMIT_CPU": math.ceil(seconds) + 1,
        "RLIMIT_DATA": MEMORY_BYTES,
        "RLIMIT_FSIZE": _FILE_BYTES,
        "RLIMIT_NOFILE": _OPEN_FILES,
    }
    if processes:
        limits["RLIMIT_NPROC"] = _PROCESSES
    return {name: value for name, value in limits.items() if hasattr(resource, name)}
