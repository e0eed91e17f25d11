"""Ending the process after everything is closed."""

import os
import sys
import threading
import time
from typing import Final

_PATIENCE_SECONDS: Final = 0.5


def let_go_of_output() -> None:
    """Keep Python from writing to an output that takes nothing when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def leave(code: int) -> int:
    """Return *code*, to be left with; end the process here and now when a thread would keep it.

    A thread that waits for a database that is away waits for as long as that takes, and the
    interpreter would wait for the thread.
    """
    end = time.monotonic() + _PATIENCE_SECONDS
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join(max(0.0, end - time.monotonic()))
            if thread.is_alive():
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(code)
    return code
