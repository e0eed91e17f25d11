"""A throw-away PostgreSQL for tests."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def postgres_binaries() -> Path | None:
    """Return the folder of initdb and pg_ctl, or None."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    newest_first = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    return newest_first[0].parent if newest_first else None


@contextmanager
def run_postgres(binaries: Path, folder: Path) -> Iterator[str]:
    """Run a server in *folder* and give its URL. PostgreSQL refuses to run as root, so root steps aside."""
    # "nobody" exists on every system.
    user = "nobody" if os.geteuid() == 0 else None
    if user:
        shutil.chown(folder, user)
    folder.chmod(0o755)
    data = folder / "data"

    def run(program: str, *arguments: str) -> None:
        command = [str(binaries / program), *arguments]
        subprocess.run(command, check=True, user=user, cwd=folder, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)

    run("initdb", "-D", str(data), "-U", "gossamer", "--auth=trust", "-E", "UTF8", "--no-sync")
    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
    run("pg_ctl", "-D", str(data), "-w", "-l", str(folder / "log"), "-o", options, "start")
    try:
        yield f"postgresql://gossamer@/postgres?host={folder}"
    finally:
        run("pg_ctl", "-D", str(data), "-m", "immediate", "stop")
