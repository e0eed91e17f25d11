"""A throw-away PostgreSQL for tests."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil


def postgres_binaries() -> Path | None:
    """Return the folder of initdb and pg_ctl, or None."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    newest_first = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    return newest_first[0].parent if newest_first else None


@dataclass(frozen=True)
class Postgres:
    """A server in *folder*, listening on a socket in it alone."""

    binaries: Path
    folder: Path

    @property
    def url(self) -> str:
        return f"postgresql://gossamer@/postgres?host={self.folder}"

    def make(self) -> None:
        if user := _user():
            shutil.chown(self.folder, user)
        self.folder.chmod(0o755)
        self._run("initdb", "-D", self._data, "-U", "gossamer", "--auth=trust", "-E", "UTF8", "--no-sync")

    def start(self) -> None:
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c fsync=off"
        self._run("pg_ctl", "-D", self._data, "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        """Stop as a crash does: whoever is connected is thrown out."""
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "stop")

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Let no process of the server run: whoever is connected waits for an answer."""
        server = psutil.Process(int((self.folder / "data" / "postmaster.pid").read_text().split()[0]))
        processes = [server, *server.children(recursive=True)]
        for process in processes:
            process.suspend()
        try:
            yield
        finally:
            for process in processes:
                process.resume()

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _run(self, program: str, *arguments: str) -> None:
        command, silent = [str(self.binaries / program), *arguments], subprocess.DEVNULL
        subprocess.run(command, check=True, user=_user(), cwd=self.folder, stdout=silent, stdin=silent)


def _user() -> str | None:
    """PostgreSQL refuses to run as root, so root steps aside; "nobody" exists on every system."""
    return "nobody" if os.geteuid() == 0 else None


@contextmanager
def run_postgres(binaries: Path, folder: Path) -> Iterator[Postgres]:
    """Run a server in *folder*."""
    server = Postgres(binaries, folder)
    server.make()
    server.start()
    try:
        yield server
    finally:
        server.stop()
