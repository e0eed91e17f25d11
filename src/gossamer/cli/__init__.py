"""The command line."""

import os
import sys
from typing import Final

from gossamer.cli.process_exit import let_go_of_output

# Writing to an output that nobody gave fails, so that a command whose result is lost says so; logs may be lost.
_STREAMS: Final = (("stdin", os.O_RDONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w"))


def main() -> None:
    """Run the command line."""
    _open_missing_streams()
    from gossamer.cli.late_methods import methods_compiled_late  # noqa: PLC0415

    with methods_compiled_late():
        from gossamer.cli.app import app  # noqa: PLC0415
    try:
        app()
    except OSError as error:
        print(f"gossamer: {error}.", file=sys.stderr)
        sys.exit(1)
    finally:
        _finish_output()


def _finish_output() -> None:
    """Write what is left of standard output; the exit code says when it takes nothing."""
    try:
        sys.stdout.flush()
    except OSError:
        let_go_of_output()
        sys.exit(1)


def _open_missing_streams() -> None:
    """Open the null device for each standard stream that is closed, or the next file or socket takes its place."""
    for number, (name, access, mode) in enumerate(_STREAMS):
        if getattr(sys, name) is None:
            os.set_inheritable(os.open(os.devnull, access), True)  # noqa: FBT003 - it takes no names
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8"))
