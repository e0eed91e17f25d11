"""Running the command line as a person does."""

import os
import subprocess
from pathlib import Path

from tests import loaded_process


def surroundings(home: Path | str, **settings: str) -> dict[str, str]:
    """Return an environment with no other settings than these."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GOSSAMER_")}
    return {**inherited, "GOSSAMER_HOME": str(home), **settings}


def gossamer(*arguments: str, home: Path | str, **settings: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command with no other settings than these."""
    return piped(b"", *arguments, home=home, **settings)


def piped(given: bytes, *arguments: str, home: Path | str, **settings: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command that is given something on its standard input."""
    return loaded_process.run(arguments, surroundings(home, **settings), given=given)
