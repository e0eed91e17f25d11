"""Running the command line as a person does."""

import os
import subprocess
import sys
from pathlib import Path

COMMAND = (sys.executable, "-m", "gossamer")


def surroundings(home: Path | str, **settings: str) -> dict[str, str]:
    """Return an environment with no other settings than these."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GOSSAMER_")}
    return {**inherited, "GOSSAMER_HOME": str(home), **settings}


def gossamer(*arguments: str, home: Path | str, **settings: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command with no other settings than these."""
    return piped(None, *arguments, home=home, **settings)


def piped(
    given: bytes | None, *arguments: str, home: Path | str, **settings: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a command that is given something on its standard input."""
    environment = surroundings(home, **settings)
    command = [*COMMAND, *arguments]
    return subprocess.run(command, input=given, capture_output=True, env=environment, timeout=60, check=False)
