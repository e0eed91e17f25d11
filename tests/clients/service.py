"""The service as its users run it, in a process of its own."""

import os
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests import loaded_process
from tests.loaded_process import LoadedProcess

_START_SECONDS = 60
_STOP_SECONDS = 30
KEY = "fc-5e5510a5e5510a5e5510a5e5510a5e55"


@dataclass(frozen=True)
class Service:
    """A running service."""

    url: str
    key: str
    log: Path
    pid: int


@contextmanager
def running_service(
    home: Path, *, egress_allow: str, env: Mapping[str, str] | None = None, by_command: bool = False
) -> Iterator[Service]:
    """Run `gossamer serve` on a free port until the block ends; it must then leave by itself."""
    home.mkdir(parents=True, exist_ok=True)
    log = home / "service.log"
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GOSSAMER_")}
    settings = {
        "GOSSAMER_HOME": str(home / "data"),
        "GOSSAMER_PORT": "0",
        "GOSSAMER_API_KEY": KEY,
        "GOSSAMER_EGRESS_ALLOW": egress_allow,
        **(env or {}),
    }
    with Path(os.devnull).open("rb") as nothing, log.open("wb") as out:
        streams = (nothing, out, out)
        process = loaded_process.start(["serve"], {**inherited, **settings}, streams, by_command=by_command)
    try:
        yield Service(_wait_until_it_answers(process, log), KEY, log, process.pid)
    finally:
        _stop(process)


def _wait_until_it_answers(process: LoadedProcess | subprocess.Popen[bytes], log: Path) -> str:
    give_up = time.monotonic() + _START_SECONDS
    while time.monotonic() < give_up and process.poll() is None:
        if found := re.search(r"Base URL\s+(http://\S+)", log.read_text("utf-8", "replace")):
            try:
                with urllib.request.urlopen(found[1] + "/health/live", timeout=5):
                    return found[1]
            except urllib.error.URLError:
                pass
        # The service tells readiness by its port alone; there is no event to wait for.
        time.sleep(0.05)
    raise RuntimeError(f"The service did not start:\n{log.read_text('utf-8', 'replace')[-4000:]}")


def _stop(process: LoadedProcess | subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise
    # A test may have killed it; otherwise it leaves by itself, and cleanly.
    assert process.returncode in {0, -signal.SIGKILL}, process.returncode
