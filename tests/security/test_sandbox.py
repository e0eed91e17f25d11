"""Code of callers sees nothing of the host, reaches nothing but its session's page, and leaves nothing behind."""

import asyncio
import os
import time
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import psutil
import pytest
import pytest_asyncio

from gossamer.browser import Browser, BrowserOptions, Missing, find_chromium
from gossamer.browser.live import LiveBrowserPool
from gossamer.core.deadlines import Deadline
from gossamer.core.sessions import Code, CodeOutcome, Language, Opening
from gossamer.ports.live_pages import LiveSession
from gossamer.sandbox import BubblewrapRunner
from gossamer.sandbox.runtime import find_runtime
from gossamer.sandbox.seccomp import program
from gossamer.testing.clock import ManualClock
from tests.sandboxes import confining_runner
from tests.security.conftest import listening_canary

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

NODE, PYTHON, BASH = Language.NODE, Language.PYTHON, Language.BASH
SECRET = "a-secret-of-the-service"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def session(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[LiveSession]:
    if isinstance(found := find_chromium(), Missing):
        pytest.skip(found.reason)
    options = BrowserOptions(home=tmp_path_factory.mktemp("browsers"))
    async with Browser(options, ManualClock()) as browser:
        live = LiveBrowserPool(browser, options, ManualClock())
        session = await live.open(Opening(), deadline=Deadline.after(timedelta(seconds=60)), permits=None, state=None)
        yield session
        await session.close()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    (home / "gossamer.db").write_text(SECRET)
    return home


@pytest.fixture(scope="module")
def runner(home: Path) -> BubblewrapRunner:
    return confining_runner(home)


@pytest.fixture(autouse=True)
def _secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOSSAMER_SECRET_KEY", SECRET)


@pytest_asyncio.fixture(autouse=True, loop_scope="module")
async def _nothing_is_left(home: Path, session: LiveSession) -> AsyncIterator[None]:
    """After each run no more processes, files and descriptors are there than before, and the page answers."""
    # A browser that has just started still ends some of its own.
    processes, files = set(_children()), _names(home)
    descriptors = len(_names(Path("/proc/self/fd")))
    yield
    answer = await session.page.evaluate("6 * 7", deadline=Deadline.after(timedelta(seconds=30)))
    assert answer == 42
    assert set(_children()) <= processes
    assert _names(home) == files
    async with asyncio.timeout(60):
        # A connection that was ended is closed at one of the next turns of the loop.
        while len(_names(Path("/proc/self/fd"))) > descriptors:  # noqa: ASYNC110 - descriptors have no event
            await asyncio.sleep(0.01)


def _names(folder: Path) -> list[str]:
    return [entry.name for entry in folder.iterdir()]


def _children() -> list[str]:
    """Return the processes that this one started, but those of the browser, which starts and ends some as it likes."""
    names = []
    for process in psutil.Process().children(recursive=True):
        try:
            names.append(process.name())
        except psutil.Error:
            continue
    return [name for name in names if "chrom" not in name and name != "sh"]


@pytest.fixture
def run(runner: BubblewrapRunner, session: LiveSession) -> "Run":
    return Run(runner, session)


class Run:
    def __init__(self, runner: BubblewrapRunner, session: LiveSession) -> None:
        self._runner = runner
        self._session = session

    async def __call__(self, language: Language, text: str, seconds: float = 60) -> CodeOutcome:
        return await self._runner.run(Code(text, language, seconds), self._session, session_id="x")


def told(outcome: CodeOutcome) -> str:
    return outcome.stdout + outcome.stderr + outcome.result


async def test_no_secret_of_the_service_is_in_any_environment(run: Run) -> None:
    script = "env; cat /proc/*/environ /proc/*/cmdline | tr '\\0' '\\n'"
    outcome = await run(BASH, script)
    assert SECRET not in told(outcome)
    assert "GOSSAMER" not in told(outcome)
    names = {line.partition("=")[0] for line in outcome.stdout.splitlines()}
    assert "CDP_URL" in names
    for language, code in ((NODE, "JSON.stringify(process.env)"), (PYTHON, "import os\nstr(dict(os.environ))")):
        assert SECRET not in told(await run(language, code))


async def test_no_process_but_its_own_is_seen(run: Run) -> None:
    outcome = await run(BASH, "for f in /proc/[0-9]*; do tr '\\0' ' ' < $f/cmdline; echo; done")
    seen = [line.split()[0].rpartition("/")[2] for line in outcome.stdout.splitlines() if line.split()]
    assert set(seen) <= {"bwrap", "bash", "tr"}
    assert "--ro-bind" not in outcome.stdout


async def test_no_file_of_the_host_is_seen(run: Run, home: Path) -> None:
    places = [
        "/etc/passwd",
        "/etc/shadow",
        "/etc/hostname",
        "/etc/ssl",
        "/var/lib",
        str(Path.home() / ".bashrc"),
        str(Path.home() / ".ssh"),
        "/proc/1/root/etc/passwd",
        "/proc/self/root/etc/passwd",
        "/proc/1/cwd/etc/passwd",
        "/sys",
        "/run",
        "/boot",
        "/dev/vda",
        "/dev/mem",
        "/dev/kmsg",
        str(home),
        str(home / "gossamer.db"),
        str(Path(__file__)),
        str(Path.home() / ".profile"),
        "/usr/local",
        "/usr/share/ca-certificates",
        "/opt/gossamer/packages/gossamer",
    ]
    outcome = await run(BASH, "\n".join(f"ls -d {place} && cat {place}" for place in places))
    assert outcome.stdout == ""
    outcome = await run(PYTHON, "import os\nsorted(os.listdir('/'))")
    assert set(outcome.result.strip("[]").replace('"', "").split(", ")) <= {
        *("bin", "dev", "etc", "home", "lib", "lib32", "lib64", "libx32", "opt", "proc", "root", "sbin", "tmp", "usr"),
        # The folder that the interpreter is in has the name that it has on the host.
        find_runtime().python.parts[1],
    }


async def test_the_packages_of_the_service_cannot_be_imported(run: Run) -> None:
    outcome = await run(PYTHON, "import importlib.util as i\n[n for n in ('gossamer', 'sqlalchemy') if i.find_spec(n)]")
    assert outcome.result == "[]"


async def test_nothing_is_written_outside_its_own_folders(run: Run, home: Path) -> None:
    places = (
        "/",
        "/usr/bin",
        "/usr/lib",
        "/etc",
        "/opt/gossamer/inside",
        "/dev",
        "/proc/sys/kernel",
        "/home",
        str(home),
    )
    script = "\n".join(f"(echo x > {place}/written) 2>/dev/null && echo wrote {place}" for place in places)
    more = "\necho 1 > /proc/sys/kernel/panic; echo b > /proc/sysrq-trigger; echo core > /proc/sys/kernel/core_pattern"
    outcome = await run(BASH, script + more + "\necho x > /tmp/own && echo x > ~/own && echo own")
    assert outcome.stdout == "own\n"
    assert outcome.stderr.count("code.sh") == 3


async def test_the_network_is_empty(run: Run) -> None:
    async with listening_canary() as canary, listening_canary("::1") as sixth:
        code = f"""
import socket
reached = []
places = [("127.0.0.1", {canary.port}), ("::1", {sixth.port}), ("169.254.169.254", 80), ("10.0.0.1", 80),
          ("1.1.1.1", 53), ("metadata.google.internal", 80), ("example.org", 443)]
for place in places:
    try:
        socket.create_connection(place, timeout=2)
        reached.append(place)
    except OSError:
        pass
for family, kind in ((socket.AF_VSOCK, socket.SOCK_STREAM), (socket.AF_PACKET, socket.SOCK_RAW),
                     (socket.AF_INET, socket.SOCK_RAW), (31, socket.SOCK_RAW), (socket.AF_ALG, 5)):
    try:
        socket.socket(family, kind)
        reached.append(family)
    except OSError:
        pass
sorted(name for _, name in socket.if_nameindex()), reached
"""
        outcome = await run(PYTHON, code)
        fetched = await run(NODE, f"await fetch('http://127.0.0.1:{canary.port}/').then(() => 'yes', () => 'no')")
        abstract = await run(BASH, "cat /proc/net/unix | wc -l")
        assert (canary.touched, sixth.touched) == (0, 0)
    assert outcome.result == '[["lo"], []]'
    assert fetched.result == "no"
    assert int(abstract.stdout) <= 3


async def test_other_users_of_its_loopback_need_the_runs_token(run: Run) -> None:
    code = """
import json, os, socket, urllib.error, urllib.request
port = os.environ["CDP_URL"].split(":")[2].split("/")[0]
said = []
for path in ("/", "/json/version", "/json/list", "/devtools/browser/x"):
    try:
        said.append(urllib.request.urlopen(f"http://127.0.0.1:{port}{path}").status)
    except urllib.error.HTTPError as error:
        said.append(error.code)
door = socket.create_connection(("127.0.0.1", int(os.environ["BROWSER_DOOR"].split("/")[0])))
door.sendall(b'{"token": "guessed", "arguments": ["get", "url"]}\\n')
said.append(json.loads(door.makefile().readline())["error"])
said
"""
    assert (await run(PYTHON, code)).result == '[404, 404, 404, 404, "This is not the run\'s browser."]'


MANY = """
import os, select, socket, time
port = int(os.environ["BROWSER_DOOR"].split("/")[0])
unsent = {}
for _ in range(60):
    door = socket.create_connection(("127.0.0.1", port))
    door.setblocking(False)
    unsent[door] = 20 * 65536
closed, given_up = 0, time.monotonic() + 60
while closed < 50 and time.monotonic() < given_up:
    readable, writable, _ = select.select(list(unsent), [door for door in unsent if unsent[door]], [], 1)
    for door in {*readable, *writable}:
        try:
            if door in readable:
                over = door.recv(1) == b""
            else:
                unsent[door] -= door.send(b"x" * min(65536, unsent[door]))
                over = False
        except OSError:
            over = True
        if over:
            closed += 1
            del unsent[door]
            door.close()
for door in unsent:
    door.close()
closed
"""


CLIENTS = """
const closed = [];
for (let n = 0; n < 30; n++) {
  const socket = new WebSocket(process.env.CDP_URL);
  socket.onclose = ({ code, reason }) => closed.push(`${code} ${reason}`);
}
while (closed.length < 20) await new Promise(done => setTimeout(done, 20));
closed[0]
"""


async def test_what_the_service_holds_for_a_run_is_bounded(run: Run) -> None:
    """Each command may be megabytes long, and is kept until it is whole."""
    assert int((await run(PYTHON, MANY)).result) >= 50
    clients = await run(NODE, CLIENTS)
    assert "1013 10 DevTools clients" in clients.result, clients
    assert (await run(BASH, "for n in 1 2 3 4 5 6; do browser get url & done; wait")).stdout.count("about:blank") == 6


KERNEL = """
import ctypes, os, platform
libc = ctypes.CDLL(None, use_errno=True)
x86 = platform.machine() == "x86_64"
numbers = dict(mount=165, umount2=166, ptrace=101, unshare=272, setns=308, bpf=321, keyctl=250, io_uring_setup=425,
               pivot_root=155, chroot=161, perf_event_open=298, userfaultfd=323, init_module=175, process_vm_readv=310,
               open_by_handle_at=304, kexec_load=246, reboot=169, fsopen=430, open_tree=428, clone3=435,
               memfd_create=319, memfd_secret=447, shmget=29, semget=64, msgget=68)
if not x86:
    numbers = dict(mount=40, umount2=39, ptrace=117, unshare=97, setns=268, bpf=280, keyctl=219, io_uring_setup=425,
                   pivot_root=41, chroot=51, perf_event_open=241, userfaultfd=282, init_module=105,
                   process_vm_readv=270, open_by_handle_at=265, kexec_load=104, reboot=142, fsopen=430,
                   open_tree=428, clone3=435, memfd_create=279,
                   memfd_secret=447, shmget=194, semget=190, msgget=186)
said = {}
for name, number in numbers.items():
    ctypes.set_errno(0)
    done = libc.syscall(number, 0x10000000, 0, 0, 0, 0)
    said[name] = ctypes.get_errno() if done == -1 else "done"
# A thread is made by clone; namespaces are not.
said["clone"] = ctypes.get_errno() if libc.syscall(56 if x86 else 220, 0x10000000 | 17, 0, 0, 0, 0) == -1 else "done"
said
"""


async def test_the_kernel_is_not_asked_for_what_no_program_here_needs(run: Run) -> None:
    assert program() is not None
    outcome = await run(PYTHON, KERNEL)
    assert outcome.exit_code == 0, outcome
    refused = dict(pair.split(": ") for pair in outcome.result.strip("{}").replace('"', "").split(", "))
    assert refused.pop("clone3") == "38"
    assert set(refused.values()) == {"1"}, refused


async def test_the_interface_with_other_numbers_ends_the_program(run: Run) -> None:
    if os.uname().machine != "x86_64":
        pytest.skip("there is one such interface, that of x32")
    outcome = await run(PYTHON, "import ctypes\nctypes.CDLL(None).syscall(0x40000000 + 39)")
    assert outcome.exit_code == 128 + 31


async def test_it_has_no_privilege_and_gets_none(run: Run) -> None:
    outcome = await run(
        BASH, "grep -E 'CapPrm|CapEff|CapAmb|NoNewPrivs|Seccomp:|Uid' /proc/self/status; unshare -Ur id"
    )
    lines = dict(line.split(":\t", 1) for line in outcome.stdout.splitlines() if ":\t" in line)
    assert {lines[name] for name in ("CapPrm", "CapEff", "CapAmb")} == {"0000000000000000"}
    assert (lines["NoNewPrivs"], lines["Seccomp"]) == ("1", "2")
    assert "0" not in lines["Uid"].split()
    assert "uid=0" not in outcome.stdout


async def test_no_process_outside_can_be_killed_or_traced(run: Run) -> None:
    script = f"kill -9 1; kill -9 $PPID; kill -9 {os.getpid()}; kill -9 -1; echo still here"
    outcome = await run(BASH, script)
    # The last one ends whatever may be ended: the run itself at most.
    assert outcome.exit_code in {0, 137}
    assert psutil.pid_exists(os.getpid())


async def test_a_fork_bomb_runs_into_its_limit(run: Run) -> None:
    # Processes that cannot be made are complained of; that nothing is left is looked at after each test.
    outcome = await run(BASH, "bomb() { bomb | bomb & }; bomb; sleep 2", seconds=10)
    assert "Resource temporarily unavailable" in outcome.stderr


async def test_the_number_of_processes_is_bounded(run: Run) -> None:
    code = """
import os, signal
count = 0
try:
    while count < 5000:
        if os.fork() == 0:
            signal.pause()
        count += 1
except OSError:
    pass
count
"""
    assert 0 < int((await run(PYTHON, code)).result) < 300


async def test_memory_of_one_process_is_bounded(run: Run) -> None:
    outcome = await run(PYTHON, "x = bytearray(3 * 1024**3)")
    assert (outcome.exit_code, outcome.error) == (1, "MemoryError")
    outcome = await run(NODE, "const all = []; for (;;) all.push(Buffer.alloc(16 * 1024 * 1024, 1))")
    assert outcome.exit_code != 0


async def test_memory_of_all_processes_together_is_bounded(run: Run) -> None:
    code = """
import os, signal
for _ in range(4):
    if os.fork() == 0:
        held = b"x" * (400 * 1024**2)
        signal.pause()
signal.pause()
"""
    outcome = await run(PYTHON, code)
    assert (outcome.killed, outcome.exit_code) == (True, 137)
    assert outcome.error == "The code was stopped: it took more than 1024 MB of memory."


async def test_its_file_system_is_bounded(run: Run) -> None:
    script = "for n in 1 2 3; do head -c 60000000 /dev/zero > /tmp/$n; done; head -c 70000000 /dev/zero > ~/large"
    outcome = await run(BASH, f"{script}; du -sm ~ /tmp")
    sizes = [int(line.split()[0]) for line in outcome.stdout.splitlines()]
    assert sizes
    assert max(sizes) <= 128


async def test_endless_output_is_cut_and_ended(run: Run) -> None:
    outcome = await run(BASH, "yes")
    assert (outcome.killed, outcome.truncated, len(outcome.stdout)) == (True, True, 1024**2)
    assert outcome.error == "The code was stopped: it wrote more than 16 MB."
    outcome = await run(NODE, "process.stderr.write('x'.repeat(2 * 1024 * 1024)); 'y'.repeat(3 * 1024 * 1024)")
    assert (outcome.exit_code, outcome.truncated) == (0, True)
    assert (len(outcome.stderr), len(outcome.result)) == (1024**2, 1024**2)


@pytest.mark.parametrize(
    ("language", "code"),
    [
        (NODE, "for (;;) {}"),
        (PYTHON, "while True: pass"),
        (BASH, "while :; do :; done"),
        (BASH, "trap '' TERM INT HUP XCPU; sleep 1000"),
        (NODE, "await page.waitForTimeout(1e6)"),
        (PYTHON, "import os\nos.close(1); os.close(2); os.close(3)\nimport time\ntime.sleep(1000)"),
    ],
)
async def test_endless_code_is_ended_in_time(run: Run, language: Language, code: str) -> None:
    outcome = await run(language, code, seconds=1.5)
    assert (outcome.killed, outcome.exit_code) == (True, 137)
    assert outcome.error == "The code was stopped: its 1.5 seconds were over."


async def test_what_it_left_running_ends_with_it(run: Run) -> None:
    begun = time.monotonic()
    outcome = await run(BASH, "setsid nohup sleep 600 >/dev/null 2>&1 & (sleep 600 &) ; sleep 600 & echo begun")
    assert (outcome.stdout, outcome.exit_code) == ("begun\n", 0)
    assert time.monotonic() - begun < 300


async def test_a_cancelled_run_is_ended(run: Run) -> None:
    code = "await page.evaluate(\"document.title = 'running'\")\nimport asyncio\nawait asyncio.sleep(600)"
    running = asyncio.create_task(run(PYTHON, code))
    title: object = ""
    while title != "running":
        title = await run._session.page.evaluate("document.title", deadline=Deadline.after(timedelta(seconds=30)))
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_runs_do_not_see_each_other(run: Run) -> None:
    one, other = await asyncio.gather(
        run(BASH, "echo hidden > /tmp/hidden; sleep 1; ls /tmp ~; ps -e 2>/dev/null | grep -c sleep"),
        run(BASH, "sleep 0.5; cat /tmp/hidden; ls /tmp"),
    )
    assert one.stdout.startswith("/home/code")
    assert "hidden" not in other.stdout
    assert "No such file" in other.stderr


async def test_code_cannot_send_the_page_to_a_file(run: Run) -> None:
    outcome = await run(NODE, "await page.goto('file:///etc/passwd')")
    assert "Only http and https addresses" in (outcome.error or "")
    outcome = await run(BASH, "browser open file:///etc/passwd")
    assert outcome.exit_code == 1
    outcome = await run(NODE, "await browser.newContext({ proxy: { server: 'http://127.0.0.1:1' } })")
    assert "not available" in (outcome.error or "")
