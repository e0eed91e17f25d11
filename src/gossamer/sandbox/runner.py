"""Runs code of callers."""

import asyncio
import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import structlog

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NotAvailable, OwnError, SessionLost
from gossamer.core.interaction import Dialog
from gossamer.core.sessions import Code, CodeOutcome, Language
from gossamer.ports.live_pages import LiveSession
from gossamer.sandbox.child import Child, NotStarted
from gossamer.sandbox.confinement import RunPaths, layout_in_bubble, layout_on_host, options, possible
from gossamer.sandbox.endpoints import attended
from gossamer.sandbox.limits import KEPT_BYTES, MEMORY_BYTES, OUTPUT_BYTES, kernel_limits
from gossamer.sandbox.runtime import Runtime, find_runtime
from gossamer.sandbox.seccomp import program

_log = structlog.get_logger(__name__)
# The last output is there when a run has ended; a process that holds a stream open does not keep us.
_REST = 2.0
_START = 30.0
_KILLED = 137
# Ids of users whom no system gives to anybody, so that a run shares its limits with nobody.
_FIRST_USER, _USERS = 1_900_000_000, 1 << 24
_CHUNK = 65536

_TRIAL = 30.0
_REMEDY = (
    "An operator can allow that, or, on a host where whoever may call this service may run programs, set "
    "GOSSAMER_UNSANDBOXED_CODE=on."
)
# The first steps of a run, so that a host where they fail is found out.
_CHECK = """
import os, sys
if len(sys.argv) > 3: os.setresuid(*3 * [int(sys.argv[3])])
open(sys.argv[1]).close(); os.stat(sys.argv[2] + "/package.json")
"""
_NOBODY = "65534"


def find_bubblewrap() -> Path | None:
    """Return the program bwrap, None when it is not installed."""
    path = shutil.which("bwrap")
    return Path(path) if path else None


def refusal(runtime: Runtime, *, unsandboxed: bool) -> str | None:
    """Return the reason why code cannot be run, with the remedy; None when it can. Starts a process."""
    if runtime.missing is not None:
        return "Code cannot be run: the Python package `playwright` is not whole on this host. Install it again."
    if unsandboxed:
        return None
    bubblewrap = find_bubblewrap()
    if bubblewrap is None or not possible():
        return (
            "Code cannot be run: this host has no `bwrap` to confine it with. An operator can install the package "
            "`bubblewrap`, or, on a host where whoever may call this service may run programs, set "
            "GOSSAMER_UNSANDBOXED_CODE=on."
        )
    lines = _try_bubble(bubblewrap, runtime)
    return None if lines is None else f"Code cannot be run: `bwrap` cannot confine it on this host ({lines}). {_REMEDY}"


def _try_bubble(bubblewrap: Path, runtime: Runtime) -> str | None:
    """Return the reason why a bubble cannot be had, None when it can."""
    as_root = os.geteuid() == 0
    layout = layout_in_bubble(runtime)
    check = [layout.python, "-I", "-S", "-c", _CHECK, f"{layout.inside}/start.py", layout.node_modules]
    command = [str(bubblewrap), *options(runtime, as_root=as_root), "--", *check, *([_NOBODY] if as_root else [])]
    try:
        tried = subprocess.run(  # noqa: S603 - our own command line
            command, capture_output=True, text=True, timeout=_TRIAL, check=False, env={}
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return type(error).__name__
    lines = tried.stderr.strip().splitlines()
    return None if tried.returncode == 0 else (lines[-1].removeprefix("bwrap: ")[:200] if lines else "no reason given")


@dataclass(frozen=True, slots=True)
class _Ended:
    """The end of a run: *stopped* is the reason why it was stopped, "" when it ended by itself."""

    exit_code: int
    stopped: str = ""


class BubblewrapRunner:
    """A CodeRunner. A run has a process tree, a network and a file system of its own, which are gone with it.

    Under *home* runs have their folders when they are *unsandboxed*: without a bubble, as an operator may want it.
    """

    def __init__(self, home: Path, unsandboxed: bool) -> None:  # noqa: FBT001 - the one thing an operator decides
        self._home = home / "code"
        self._unsandboxed = unsandboxed
        self._runtime: Runtime = find_runtime()
        self._tried = threading.Lock()
        self._found: tuple[str | None] | None = None

    def refusal(self) -> str | None:
        """Return the reason why code cannot be run on this host, or None; found out once, by trying."""
        with self._tried:
            if self._found is None:
                self._found = (refusal(self._runtime, unsandboxed=self._unsandboxed),)
            return self._found[0]

    async def run(self, code: Code, session: LiveSession, *, session_id: str) -> CodeOutcome:
        """Run *code*. Raises NotAvailable, and SessionLost when the page is gone before or meanwhile."""
        if reason := await asyncio.to_thread(self.refusal):
            raise NotAvailable(reason)
        if session.gone:
            raise _report_loss()
        if (dialog := session.page.dialog) is not None and code.language is not Language.BASH:
            return _standing_still(dialog)
        outcome = await self._run(code, session, session_id)
        if session.gone:
            raise _report_loss()
        return outcome

    async def _run(self, code: Code, session: LiveSession, session_id: str) -> CodeOutcome:
        token = secrets.token_urlsafe(24)
        with self._layout() as layout:
            child = self._start(layout)
            try:
                doors = await self._prepare_child(child, _start_request(code, layout, session_id, token, self._user()))
                deadline = Deadline.after(timedelta(seconds=code.seconds))
                async with attended(doors, session, token=token, deadline=deadline):
                    return await _outcome(child, code, deadline)
            finally:
                await asyncio.shield(asyncio.create_task(child.kill()))
                child.control.close()

    @contextlib.contextmanager
    def _layout(self) -> Iterator[RunPaths]:
        if not self._unsandboxed:
            yield layout_in_bubble(self._runtime)
            return
        self._home.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder = Path(tempfile.mkdtemp(dir=self._home))
        try:
            yield layout_on_host(self._runtime, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _start(self, layout: RunPaths) -> Child:
        first = [layout.python, "-I", "-S", f"{layout.inside}/start.py"]
        if self._unsandboxed:
            return Child.start(first, cwd=layout.home)
        return start_in_bubble(self._runtime, first)

    def _user(self) -> int | None:
        if self._unsandboxed or os.geteuid() != 0:
            return None
        return _FIRST_USER + secrets.randbelow(_USERS)

    async def _prepare_child(self, child: Child, request: object) -> list[socket.socket]:
        try:
            async with asyncio.timeout(_START):
                return await child.prepare(request)
        except (NotStarted, TimeoutError) as error:
            await child.kill()
            stderr_text = await asyncio.to_thread(_read_all, child.stderr)
            os.close(child.stdout)
            _log.error("sandbox_not_started", reason=stderr_text)
            raise OwnError("The code could not be started. Try again.") from error


def start_in_bubble(runtime: Runtime, command: list[str]) -> Child:
    """Start *command* in a bubble."""
    # bwrap reads its options from a descriptor, so that the first process in the bubble does not show them.
    descriptor_data = [b"\0".join(word.encode() for word in options(runtime, as_root=os.geteuid() == 0))]
    words = [str(find_bubblewrap()), "--args", "{}"]
    if (filtered := program()) is not None:
        descriptor_data.append(filtered)
        words += ["--seccomp", "{}"]
    return Child.start([*words, "--", *command], given=descriptor_data)


def _start_request(code: Code, layout: RunPaths, session_id: str, token: str, user: int | None) -> dict[str, object]:
    return {
        "language": code.language.value,
        "code": code.text,
        "session_id": session_id,
        "token": token,
        "user": user,
        "limits": kernel_limits(code.seconds, processes=user is not None or os.geteuid() != 0),
        "python": layout.python,
        "inside": layout.inside,
        "packages": layout.packages,
        "node": layout.node,
        "node_modules": layout.node_modules,
        "home": layout.home,
        "path": layout.path,
    }


async def _outcome(child: Child, code: Code, deadline: Deadline) -> CodeOutcome:
    """Follow the run to its end and return what came of it."""
    flooded = asyncio.Event()
    out, err, result = outputs = [Output(flooded.set) for _ in range(3)]
    async with child.outputs() as streams:
        reading = [asyncio.create_task(output.read(stream)) for output, stream in zip(outputs, streams, strict=True)]
        try:
            ended = await _end(child, code, deadline, flooded)
            await child.kill()
            await asyncio.wait(reading, timeout=_REST)
        finally:
            for task in reading:
                task.cancel()
            await asyncio.gather(*reading, return_exceptions=True)
    return CodeOutcome(
        stdout=out.text,
        stderr=err.text,
        result=result.text if ended.exit_code == 0 else "",
        exit_code=ended.exit_code,
        killed=bool(ended.stopped),
        error=_error(ended, result.text, err.text),
        truncated=any(output.truncated for output in outputs),
    )


async def _end(child: Child, code: Code, deadline: Deadline, flooded: asyncio.Event) -> _Ended:
    ending = asyncio.create_task(child.ended())
    flood = asyncio.create_task(flooded.wait())
    try:
        await asyncio.wait({ending, flood}, timeout=deadline.remaining(), return_when=asyncio.FIRST_COMPLETED)
        if ending.done() and ending.result():
            return _Ended(_exit_code(child.process.returncode))
        if ending.done():
            return _Ended(_KILLED, f"it took more than {MEMORY_BYTES // 1024**2} MB of memory")
        if flood.done():
            return _Ended(_KILLED, f"it wrote more than {OUTPUT_BYTES // 1024**2} MB")
        return _Ended(_KILLED, f"its {code.seconds:g} seconds were over")
    finally:
        ending.cancel()
        flood.cancel()
        await asyncio.gather(ending, flood, return_exceptions=True)


def _exit_code(returned: int) -> int:
    """Return the exit code as a shell has it."""
    return returned if returned >= 0 else 128 - returned


def _error(ended: _Ended, message: str, stderr: str) -> str | None:
    """Return one sentence on how the run failed, None when it did not. *message* is of the language's runner."""
    if ended.stopped:
        return f"The code was stopped: {ended.stopped}."
    if ended.exit_code == 0:
        return None
    lines = [line.strip() for line in (message or stderr).splitlines() if line.strip()]
    return lines[-1][:500] if lines else f"The code ended with exit code {ended.exit_code}."


def _read_all(descriptor: int) -> str:
    with os.fdopen(descriptor, "rb") as stream:
        return stream.read(4096).decode("utf-8", "replace").strip()


def _standing_still(dialog: Dialog) -> CodeOutcome:
    """Return that the page waits for an answer: Playwright would wait with it until the time of the code is over.

    In bash the command `browser` gets through, and answers it.
    """
    asks = (
        f"the page has a dialog open ({dialog.kind}: “{dialog.message[:_LONGEST_MESSAGE]}”) "
        "and waits until it is answered"
    )
    return CodeOutcome(
        exit_code=1,
        error=f"The code was not run: {asks}. Answer it with the prompt `Accept the dialog` or `Dismiss the dialog`, "
        "or in bash with `browser dialog accept` or `browser dialog dismiss`.",
    )


_LONGEST_MESSAGE = 500


def _report_loss() -> SessionLost:
    return SessionLost("Browser session has been destroyed: its browser is gone.")


class Output:
    """Reads a stream to its end and keeps its beginning. *flooded* is called when it is far too much."""

    def __init__(self, flooded: Callable[[], None]) -> None:
        self._flooded = flooded
        self._kept = bytearray()
        self._size = 0

    @property
    def truncated(self) -> bool:
        """Return whether something was not kept."""
        return self._size > len(self._kept)

    @property
    def text(self) -> str:
        """Return the output that was kept."""
        return self._kept.decode("utf-8", "ignore" if self.truncated else "replace")

    async def read(self, stream: asyncio.StreamReader) -> None:
        """Read *stream* until it ends."""
        while chunk := await stream.read(_CHUNK):
            self._kept += chunk[: KEPT_BYTES - len(self._kept)]
            self._size += len(chunk)
            if self._size > OUTPUT_BYTES:
                self._flooded()
