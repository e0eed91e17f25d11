"""No process that the service starts can read the service's secrets in its own environment."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest

from gossamer.browser import Browser, BrowserOptions, Missing, find_chromium
from gossamer.content.offload.pool import Helper
from gossamer.core.deadlines import Deadline
from gossamer.core.environment import minimal_environment
from gossamer.core.pages import FetchRequest
from gossamer.core.urls import web_url
from gossamer.engine.processes import Workers
from gossamer.testing.clock import ManualClock
from tests.integration.browser.site import serving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the environment of a process is read in /proc")

SECRET = "secret-6f1c0e"
SECRETS = {
    "GOSSAMER_ADMIN_TOKEN": f"{SECRET}-admin",
    "GOSSAMER_DATABASE_URL": f"postgresql://gossamer:{SECRET}-database@127.0.0.1/gossamer",
    "OPENAI_API_KEY": f"{SECRET}-model",
    "AWS_SECRET_ACCESS_KEY": f"{SECRET}-blobs",
}
CHILD = """
import json, os, pathlib, signal, sys
from gossamer.cli.parent_pipe import hold_on_to_parent
hold_on_to_parent()
unfinished = pathlib.Path(sys.argv[1] + ".unfinished")
unfinished.write_text(json.dumps(dict(os.environ)))
unfinished.rename(sys.argv[1])
signal.pause()
"""


@pytest.fixture(autouse=True)
def secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in SECRETS.items():
        monkeypatch.setenv(name, value)


def environments(pids: Iterable[int]) -> list[str]:
    """Return what stands in the environment of each process that can be read and has one."""
    found = []
    for pid in pids:
        with suppress(OSError):
            found.append(Path(f"/proc/{pid}/environ").read_bytes().decode("utf-8", "replace"))
    return [text for text in found if text]


def test_only_names_that_a_program_needs_are_let_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FONTCONFIG_PATH", "/etc/fonts")
    allowed = minimal_environment()
    assert allowed["FONTCONFIG_PATH"] == "/etc/fonts"
    assert allowed["PATH"]
    assert not SECRETS.keys() & allowed.keys()


@pytest.mark.browser
async def test_chromium_and_its_guard_have_no_secret(tmp_path: Path) -> None:
    if isinstance(found := find_chromium(), Missing):
        pytest.skip(found.reason)
    async with serving() as site, Browser(BrowserOptions(home=tmp_path), ManualClock()) as browser:
        deadline = Deadline.after(timedelta(seconds=30))
        await browser.fetch(FetchRequest(url=web_url(site.url("/static")), deadline=deadline))
        process = (await browser.ready()).process
        assert process is not None
        read = environments(member.pid for member in process.members())
    assert len(read) > 1
    assert not any(SECRET in text for text in read)


async def test_a_reader_of_pages_and_documents_has_no_secret() -> None:
    helper = await Helper.start(5)
    try:
        await helper.ask(len, ("a page",))
        read = environments([helper._process.pid])
    finally:
        helper.kill()
        await helper.gone()
    assert read
    assert SECRET not in read[0]


async def test_a_worker_gets_the_settings_and_shows_none_of_them(tmp_path: Path) -> None:
    told = tmp_path / "told"

    def child(_slot: str) -> Sequence[str]:
        return (sys.executable, "-c", CHILD, str(told))

    async with asyncio.timeout(30), Workers(slot="serve", most=1, open_lanes=lambda: 2, command=child) as workers:
        while not told.exists():  # noqa: ASYNC110 - processes set no event
            await asyncio.sleep(0.02)
        read = environments(workers.pids)
    assert read
    assert SECRET not in read[0]
    assert json.loads(told.read_text()).items() >= SECRETS.items()


def test_a_process_that_inherits_the_environment_shows_it() -> None:
    """The reader of this file would be blind if a secret in an environment escaped it."""
    command = [sys.executable, "-c", "print('up', flush=True); input()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert SECRET in environments([child.pid])[0]
