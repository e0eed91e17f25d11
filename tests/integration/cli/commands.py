"""Running the command line as a person does."""

import os
import subprocess
import sys
from pathlib import Path


def gossamer(*arguments: str, home: Path | str, **settings: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command with no other settings than these."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GOSSAMER_")}
    environment = {**inherited, "GOSSAMER_HOME": str(home), **settings}
    command = [sys.executable, "-m", "gossamer", *arguments]
    return subprocess.run(command, capture_output=True, env=environment, timeout=60, check=False)
