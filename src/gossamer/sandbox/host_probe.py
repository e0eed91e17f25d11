"""A probe whether this host can run sandboxed code."""

import os
import shutil
import subprocess
from pathlib import Path

from gossamer.sandbox.confinement import layout_in_bubble, options, possible
from gossamer.sandbox.runtime import Runtime

_TRIAL = 30.0
_REMEDY = (
    "An operator can allow that, or, on a host where whoever may call this service may run programs, set "
    "GOSSAMER_UNSANDBOXED_CODE=on."
)
# The first steps of a run, so that a host where they fail is found out.
_CHECK = """
import os, sys
if len(sys.argv) > 3: os.setresuid(*3 * [int(sys.argv[3])])
open(sys.argv[1]).close(); os.stat(sys.argv[2] + "/package.json")
"""
_NOBODY = "65534"


def find_bubblewrap() -> Path | None:
    """Return the program bwrap, None when it is not installed."""
    path = shutil.which("bwrap")
    return Path(path) if path else None


def refusal(runtime: Runtime, *, unsandboxed: bool) -> str | None:
    """Return the reason why code cannot be run, with the remedy; None when it can. Starts a process."""
    if runtime.missing is not None:
        return "Code cannot be run: the Python package `playwright` is not whole on this host. Install it again."
    if unsandboxed:
        return None
    bubblewrap = find_bubblewrap()
    if bubblewrap is None or not possible():
        return (
            "Code cannot be run: this host has no `bwrap` to confine it with. An operator can install the package "
            "`bubblewrap`, or, on a host where whoever may call this service may run programs, set "
            "GOSSAMER_UNSANDBOXED_CODE=on."
        )
    lines = _try_bubble(bubblewrap, runtime)
    return None if lines is None else f"Code cannot be run: `bwrap` cannot confine it on this host ({lines}). {_REMEDY}"


def _try_bubble(bubblewrap: Path, runtime: Runtime) -> str | None:
    """Return the reason why a bubble cannot be had, None when it can."""
    as_root = os.geteuid() == 0
    layout = layout_in_bubble(runtime)
    check = [layout.python, "-I", "-S", "-c", _CHECK, f"{layout.inside}/start.py", layout.node_modules]
    command = [str(bubblewrap), *options(runtime, as_root=as_root), "--", *check, *([_NOBODY] if as_root else [])]
    try:
        tried = subprocess.run(  # noqa: S603 - our own command line
            command, capture_output=True, text=True, timeout=_TRIAL, check=False, env={}
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return type(error).__name__
    lines = tried.stderr.strip().splitlines()
    return None if tried.returncode == 0 else (lines[-1].removeprefix("bwrap: ")[:200] if lines else "no reason given")
