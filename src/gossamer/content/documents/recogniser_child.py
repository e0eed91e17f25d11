"""The process of one recognition: gives up the network and most memory, and becomes tesseract."""

import os
import sys
from typing import Final

from gossamer.content import confinement

_MEMORY: Final = 1_500_000_000


def main() -> None:
    """Replace this process by tesseract; arguments are its path, its languages, the seconds it has, and the dpi."""
    path, languages, seconds, dpi = sys.argv[1:]
    confinement.leave_no_core()
    confinement.limit_memory(_MEMORY)
    confinement.limit_processor_time(int(seconds) + 1)
    confinement.write_no_file()
    confinement.give_up_network()
    arguments = ["stdin", "stdout", "-l", languages, "--dpi", dpi, "-c", "tessedit_create_hocr=1"]
    # More threads cost more processor time than they save, and other documents wait for the cores.
    os.execve(path, [path, *arguments], {**os.environ, "OMP_THREAD_LIMIT": "1"})  # noqa: S606 - a fixed program


if __name__ == "__main__":
    main()
