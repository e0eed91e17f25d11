"""Commands in processes of their own, forked from one that has loaded everything: loading takes most of their time.

The command line is the real one, with its own arguments, environment, standard streams and exit code. Tests that are
about starting or ending a process, or about its memory, start it *by_command*, as users do. A shell finds it by
`write_program`, and programs in Python are run like commands.
"""

import array
import atexit
import json
import os
import select
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from runpy import run_path
from tempfile import TemporaryFile
from typing import IO, Final

_ROOT: Final = Path(__file__).parents[1]
# What services load when they are first asked for it.
_LATER: Final = ("gossamer.bootstrap.service", "gossamer.bootstrap.worker", "dbos", "sqlalchemy.orm", "pydantic_ai")
_NUMBER: Final = 4
_SECONDS: Final = 60
COMMAND: Final = (sys.executable, "-m", "gossamer")


class LoadedProcess:
    """A running command; what `subprocess.Popen` has of the same names."""

    def __init__(self, report: int) -> None:
        self._report = report
        self.pid = self._number(None)
        self.returncode: int | None = None

    def send_signal(self, number: int) -> None:
        """Send a signal to the process, if it runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def poll(self) -> int | None:
        """Return the exit code, None while the process runs."""
        if self.returncode is None and select.select([self._report], [], [], 0)[0]:
            self.wait()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code, which is negative for a signal. Raises TimeoutExpired."""
        if self.returncode is None:
            self.returncode = os.waitstatus_to_exitcode(self._number(timeout))
            os.close(self._report)
        return self.returncode

    def _number(self, timeout: float | None) -> int:
        if not select.select([self._report], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("gossamer", timeout or 0)
        if not (number := os.read(self._report, _NUMBER)):
            raise RuntimeError("The process that commands are forked from has ended.")
        return int.from_bytes(number, sys.byteorder)


def start(
    arguments: Sequence[str], env: Mapping[str, str], streams: Sequence[IO[bytes]], *, by_command: bool = False
) -> LoadedProcess | subprocess.Popen[bytes]:
    """Start a command with *streams* for its input, output and errors."""
    if by_command or sys.platform != "linux":
        source, out, err = streams
        return subprocess.Popen([*COMMAND, *arguments], env=env, stdin=source, stdout=out, stderr=err)
    return _order(_server(), ["gossamer", *arguments], env, streams)


def _order(
    server: socket.socket, words: Sequence[str], env: Mapping[str, str], streams: Sequence[IO[bytes]]
) -> LoadedProcess:
    report, reporting = os.pipe()
    order = json.dumps([words, dict(env), str(Path.cwd())]).encode()
    descriptors = array.array("i", [*(stream.fileno() for stream in streams), reporting])
    server.sendmsg([order], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, descriptors)])
    os.close(reporting)
    return LoadedProcess(report)


def write_program(folder: Path, *words: str, name: str = "gossamer") -> Path:
    """Make a program *name* in *folder*: `gossamer`, or *words*, a file in Python and its first arguments."""
    _server()
    command = shlex.join(
        [sys.executable, "-P", "-E", "-S", __file__, "order", str(os.getpid()), *(words or ["gossamer"])]
    )
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / name
    program.write_text(f'#!/bin/sh\nexec {command} "$@"\n', "utf-8")
    program.chmod(0o755)
    return program


def _name(pid: str) -> str:
    """Return the abstract address where the programs of a test process order what they are."""
    return f"\0gossamer-tests-{pid}"


def run(arguments: Sequence[str], env: Mapping[str, str], *, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a command to its end, as `subprocess.run` does."""
    with TemporaryFile() as source, TemporaryFile() as out, TemporaryFile() as err:
        source.write(given)
        source.seek(0)
        process = start(arguments, env, (source, out, err))
        try:
            code = process.wait(_SECONDS)
        finally:
            process.kill()
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(arguments, code, out.read(), err.read())


@cache
def _server() -> socket.socket:
    """Start the process that is forked, once for all tests."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    programs = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    programs.bind(_name(str(os.getpid())))
    sockets = [theirs.fileno(), programs.fileno()]
    command = [sys.executable, "-m", "tests.loaded_process", *map(str, sockets)]
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    process = subprocess.Popen(command, cwd=_ROOT, pass_fds=sockets, **streams)  # type: ignore[call-overload]
    theirs.close()
    programs.close()
    atexit.register(process.wait)
    # Registered last, done first: without its socket the process ends.
    atexit.register(ours.close)
    return ours


def _load() -> None:
    from gossamer import cli  # noqa: PLC0415
    from gossamer.cli.memory import keeping_everything  # noqa: PLC0415

    with keeping_everything():
        names = (module.name for module in walk_packages(cli.__path__, "gossamer.cli."))
        for name in (*names, *_LATER):
            import_module(name)


def _serve(orders: socket.socket, programs: socket.socket) -> bool:
    """Fork for each order; return in the process that carries one out, or when those of the tests have ended."""
    while True:
        [source, *_], _, _ = select.select([orders, programs], [], [])
        order, descriptors, _, _ = socket.recv_fds(source, 2**20, _NUMBER)
        if not order:
            return False
        *streams, report = descriptors
        if os.fork() == 0:
            orders.close()
            programs.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            if (working := os.fork()) == 0:
                os.close(report)
                _become(json.loads(order), streams)
                return True
            for descriptor in streams:
                os.close(descriptor)
            os.write(report, working.to_bytes(_NUMBER, sys.byteorder))
            _, status = os.waitpid(working, 0)
            os.write(report, status.to_bytes(_NUMBER, sys.byteorder))
            os._exit(0)
        for descriptor in descriptors:
            os.close(descriptor)


def _become(order: tuple[list[str], dict[str, str], str], streams: Sequence[int]) -> None:
    sys.argv, environment, folder = order
    for number, descriptor in enumerate(streams):
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    os.chdir(folder)


def main() -> None:
    """Load everything, and be whatever is ordered; or order something and leave as it does."""
    if sys.argv[1] == "order":
        own = [stream.buffer for stream in (sys.stdin, sys.stdout, sys.stderr)]
        server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        server.connect(_name(sys.argv[2]))
        process = _order(server, sys.argv[3:], os.environ, own)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda number, _: process.send_signal(number))
        code = process.wait()
        # As a shell tells of a signal.
        sys.exit(code if code >= 0 else 128 - code)
    orders, programs = (socket.socket(fileno=int(number)) for number in sys.argv[1:])
    _load()
    # Nobody waits for those who wait for the commands.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    if _serve(orders, programs):
        _carry_out()


def _carry_out() -> None:
    from gossamer.cli import main as command_line  # noqa: PLC0415

    code: object = None
    try:
        if sys.argv[0] == "gossamer":
            command_line()
        else:
            run_path(sys.argv[0], run_name="__main__")
    except SystemExit as left:
        code = left.code
    if not isinstance(code, int | None):
        raise SystemExit(code)
    # What ends a process, except that nothing is taken apart that was loaded before: that takes as long as loading.
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    os._exit(code or 0)


if __name__ == "__main__":
    main()
