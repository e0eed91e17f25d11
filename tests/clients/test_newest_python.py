"""The newest Python client passes the tests of the one that is locked: the same files, with the other client first."""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from platformdirs import user_cache_path

NEWEST = "4.55.0"
ROOT = Path(__file__).parents[2]
FILES = ["test_python_v2.py", "search/test_python.py", "jobs/test_python_v2.py"]


def installed() -> Path:
    """Return the folder of the newest client, without what it depends on; the test is skipped without uv."""
    uv = shutil.which("uv") or shutil.which("uv", path=str(ROOT / ".tools" / "bin"))
    if uv is None:
        pytest.skip("uv is not installed")
    folder = user_cache_path("gossamer-tests") / f"firecrawl-py-{NEWEST}"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "firecrawl").exists():
            command = [uv, "pip", "install", "--no-deps", "--target", str(folder), f"firecrawl-py=={NEWEST}"]
            subprocess.run(command, check=True, timeout=300)
    return folder


@pytest.mark.timeout(300)
def test_the_newest_client_passes_the_same_tests() -> None:
    path = os.pathsep.join([str(installed()), os.environ.get("PYTHONPATH", "")])
    version = [sys.executable, "-c", "import firecrawl; print(firecrawl.__version__)"]
    env = {**os.environ, "PYTHONPATH": path}
    found = subprocess.run(version, env=env, capture_output=True, text=True, check=True, timeout=60)
    assert found.stdout.strip() == NEWEST
    tests = [str(ROOT / "tests" / "clients" / file) for file in FILES]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not postgresql", *tests],
        cwd=ROOT,
        env={name: value for name, value in env.items() if not name.startswith("PYTEST_XDIST")},
        capture_output=True,
        text=True,
        check=False,
        timeout=280,
    )
    assert done.returncode == 0, done.stdout[-5000:]
