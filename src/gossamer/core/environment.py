"""The environment of processes that the service starts: what a program needs to run, and nothing of the service.

The service's own environment holds its secrets (admin token, keys of models, database URL). A program that opens pages
of strangers must not have them. Names are let through one by one, so that a secret that is added later is left out.
"""

import os
from collections.abc import Iterable
from typing import Final

_NAMES: Final = frozenset(
    {
        "PATH",
        "HOME",
        "USER",
        "LOGNAME",
        "LANG",
        "LANGUAGE",
        "TZ",
        "TMPDIR",
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "XAUTHORITY",
        "LD_LIBRARY_PATH",
        "LD_PRELOAD",
        "SSL_CERT_FILE",
        "SSL_CERT_DIR",
        # Read by the start scripts of distributions, and by Chromium for its setuid sandbox.
        "CHROMIUM_FLAGS",
        "CHROME_DEVEL_SANDBOX",
    }
)
_PREFIXES: Final = ("LC_", "XDG_", "FONTCONFIG_", "MALLOC_")
_OF_PYTHON: Final = ("PYTHON", "VIRTUAL_ENV")


def minimal_environment() -> dict[str, str]:
    """Return the environment for a program that is not ours, such as Chromium."""
    return _select_variables(_PREFIXES)


def python_environment() -> dict[str, str]:
    """Return the environment for a Python of ours that imports from where we do."""
    return _select_variables((*_PREFIXES, *_OF_PYTHON))


def private_environment() -> dict[str, str]:
    """Return the settings and secrets that `python_environment` leaves out, for a process of the service itself.

    It is handed over by a pipe, because other processes can read the environment that a process was started with.
    """
    python_settings = python_environment()
    return {name: value for name, value in os.environ.items() if name not in python_settings}


def _select_variables(prefixes: Iterable[str]) -> dict[str, str]:
    starts = tuple(prefixes)
    return {name: value for name, value in os.environ.items() if name in _NAMES or name.startswith(starts)}
