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


def gossamer(
    *arguments: str, home: Path | str, stdin: bytes | None = None, **settings: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a command with no other settings than these."""
    environment = surroundings(home, **settings)
    return subprocess.run(
        [*COMMAND, *arguments], input=stdin, capture_output=True, env=environment, timeout=60, check=False
    )
