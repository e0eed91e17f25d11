"""Programs for the JavaScript clients: installed once on a machine, and run in processes of their own."""

import fcntl
import json
import shutil
import subprocess
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from platformdirs import user_cache_path

_HERE = Path(__file__).parent / "js"
_INSTALLED = "installed"


def installed() -> Path:
    """Return the folder of the clients and of the programs that use them; the test is skipped without Node.js.

    Whatever is in it belongs to the lock file and the programs it is named after and never changes, and one process
    at a time may fill it: others may be running the same tests.
    """
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        pytest.skip("Node.js and npm are not installed")
    files = [_HERE / "package.json", _HERE / "package-lock.json", *sorted(_HERE.glob("*.mjs"))]
    digest = sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:16]
    folder = user_cache_path("gossamer-tests") / f"js-{digest}"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / _INSTALLED).exists():
            for file in files:
                shutil.copy(file, folder)
            subprocess.run(
                [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=folder, check=True, timeout=300
            )
            (folder / _INSTALLED).touch()
    return folder


def answer_of(program: Path, ask: Mapping[str, Any]) -> Any:
    """Return what a program tells that is asked *ask*; both are JSON. It must end well."""
    done = subprocess.run(
        # Before version 22 Node.js has its WebSocket behind this flag.
        ["node", "--experimental-websocket", "--no-warnings", str(program)],
        input=json.dumps(ask),
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
