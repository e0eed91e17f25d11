"""`python -m gossamer.fetchers.limited BYTES PROGRAM ARGUMENT…`: become PROGRAM, whose files have BYTES at most."""

import os
import sys

from gossamer.content.confinement import bound_files, leave_no_core

if __name__ == "__main__":
    bound_files(int(sys.argv[1]))
    leave_no_core()
    os.execv(sys.argv[2], sys.argv[2:])  # noqa: S606 - without a shell
