"""The pipe from the parent process: settings, and a sign that the parent is alive."""

import ctypes
import json
import os
import signal
import sys
import threading
from typing import Final

_PR_SET_PDEATHSIG: Final = 1  # linux/prctl.h


def hold_on_to_parent() -> None:
    """Take the parent's settings from our standard input, and die when it closes; to be called first thing."""
    if sys.platform == "linux":
        # Also when no thread of ours gets to run any more.
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL))
    # The terminal's signals are meant for the parent, which tells us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.update(_settings())
    threading.Thread(target=_die_at_end_of_file, name="life-line", daemon=True).start()


def _settings() -> dict[str, str]:
    """Read the first line: variables that are not in the environment we were started with, which others can read."""
    line = bytearray()
    # Byte by byte: what follows is for the thread that waits for the end.
    while (byte := os.read(0, 1)) not in {b"", b"\n"}:
        line += byte
    return dict(json.loads(line)) if line else {}


def _die_at_end_of_file() -> None:
    while os.read(0, 1):
        pass
    os._exit(1)
