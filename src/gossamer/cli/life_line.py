"""Not outliving the process that started this one, however that dies."""

import ctypes
import os
import signal
import sys
import threading
from typing import Final

_PR_SET_PDEATHSIG: Final = 1  # linux/prctl.h


def hold_on_to_parent() -> None:
    """Die with the parent, which holds the other end of our standard input; to be called first thing."""
    if sys.platform == "linux":
        # Also when no thread of ours gets to run any more.
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
    # The terminal's signals are meant for the parent, which tells us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_at_end_of_file, name="life-line", daemon=True).start()


def _die_at_end_of_file() -> None:
    while os.read(0, 1):
        pass
    os._exit(1)
