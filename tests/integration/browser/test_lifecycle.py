"""When browsers start, and that they end."""

import asyncio
import os
import signal
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import psutil
import pytest
from structlog.testing import capture_logs

from gossamer.browser import Browser, BrowserOptions, Installed, Missing
from gossamer.browser.failures import PageCrashed
from gossamer.browser.profile_dirs import lodge, reap_orphans
from gossamer.core.actions import Click, Wait
from gossamer.core.errors import ActionsUnsupported, BrowserBusy, NotAvailable, OwnError
from gossamer.testing.clock import ManualClock
from tests.integration.browser.conftest import Ask, eventually, open_targets, renderers, running
from tests.integration.browser.site import TestSite
from tests.integration.net.conftest import page, read_head
from tests.integration.net.conftest import serving as serving_bytes

pytestmark = pytest.mark.browser


def group_of(browser: Browser) -> int:
    process = running(browser).process
    assert process is not None
    return process.group


def alive(group: int) -> list[psutil.Process]:
    """Return the processes of a group that run; those that wait to be buried do not."""
    found = []
    for process in psutil.process_iter(["pid", "status"]):
        try:
            if os.getpgid(process.pid) == group and process.info["status"] != psutil.STATUS_ZOMBIE:
                found.append(process)
        except ProcessLookupError:
            continue
    return found


async def test_nothing_is_started_before_a_page_is_asked_for(options: BrowserOptions) -> None:
    async with Browser(options, ManualClock()) as browser:
        assert browser.found
        assert isinstance(browser.available(), Installed)
        assert await browser.answers()
        assert browser._current is None


async def test_closing_leaves_neither_processes_nor_files(options: BrowserOptions, ask: Ask) -> None:
    async with Browser(options, ManualClock()) as browser:
        await browser.fetch(ask("/static"))
        assert await browser.answers()
        group = group_of(browser)
        assert alive(group)
    assert alive(group) == []
    assert list(options.home.iterdir()) == []


async def test_closing_under_a_request_ends_it_and_starts_nothing_new(
    options: BrowserOptions, ask: Ask, site: TestSite
) -> None:
    async with Browser(options, ManualClock()) as browser:
        fetching = asyncio.create_task(browser.fetch(ask("/hang")))
        await eventually(lambda: "/hang" in site.paths())
        group = group_of(browser)
    with pytest.raises(NotAvailable, match="closed"):
        await fetching
    assert alive(group) == []
    assert list(options.home.iterdir()) == []


async def test_an_idle_browser_is_closed_and_another_started_when_needed(options: BrowserOptions, ask: Ask) -> None:
    async with Browser(replace(options, idle=timedelta(seconds=0.1)), ManualClock()) as browser:
        fetching = asyncio.create_task(browser.fetch(ask("/static", actions=(Wait(timedelta(seconds=1)),))))
        await eventually(lambda: browser._current is not None)
        group = group_of(browser)
        await fetching
        await eventually(lambda: not alive(group))
        assert (await browser.fetch(ask("/static"))).status == 200


async def test_a_browser_is_replaced_after_many_pages(options: BrowserOptions, ask: Ask) -> None:
    async with Browser(replace(options, recycle_pages=2), ManualClock()) as browser:
        await asyncio.gather(*(browser.fetch(ask("/static")) for _ in range(2)))
        first = group_of(browser)
        await browser.fetch(ask("/static"))
        assert group_of(browser) != first
        await eventually(lambda: not alive(first))


async def test_a_renderer_that_takes_too_much_memory_is_killed(options: BrowserOptions, ask: Ask) -> None:
    async with Browser(replace(options, renderer_bytes=300_000_000), ManualClock()) as browser:
        with pytest.raises(PageCrashed):
            await browser.fetch(ask("/memory", actions=(Wait(timedelta(seconds=20)),)))
        assert (await browser.fetch(ask("/static"))).status == 200


async def test_of_renderers_that_take_too_much_memory_together_the_largest_are_killed(
    options: BrowserOptions, ask: Ask
) -> None:
    # A page that is acted on has the clock of the world, so all are there together.
    waits = (Wait(timedelta(seconds=5)),)
    small = replace(options, renderer_bytes=400_000_000, recycle_bytes=400_000_000)
    async with Browser(small, ManualClock()) as browser:
        outcomes = await asyncio.gather(
            browser.fetch(ask("/static", actions=waits)),
            *(browser.fetch(ask(f"/much-memory?{n}", actions=waits)) for n in range(4)),
            return_exceptions=True,
        )
    assert any(isinstance(outcome, PageCrashed) for outcome in outcomes[1:])
    assert not isinstance(outcomes[0], BaseException)


async def test_a_killed_browser_is_replaced_under_the_request(browser: Browser, ask: Ask, site: TestSite) -> None:
    await browser.fetch(ask("/static"))
    fetching = asyncio.create_task(browser.fetch(ask("/fetched")))
    site.asked.clear()
    await site.asked.wait()
    os.killpg(group_of(browser), signal.SIGKILL)
    assert b"FROM FETCH" in (await fetching).body


async def test_actions_are_not_done_twice(browser: Browser, ask: Ask, site: TestSite) -> None:
    fetching = asyncio.create_task(browser.fetch(ask("/form", actions=(Click("#name"), Wait(timedelta(seconds=20))))))
    await eventually(lambda: "/form" in site.paths())
    os.killpg(group_of(browser), signal.SIGKILL)
    with pytest.raises(OwnError, match="Try again"):
        await fetching
    assert (await browser.fetch(ask("/static"))).status == 200


async def test_a_killed_renderer_fails_its_page_only(browser: Browser, ask: Ask, site: TestSite) -> None:
    await browser.fetch(ask("/static"))
    idle = {process.pid for process in renderers(browser)}
    waiting = asyncio.create_task(browser.fetch(ask("/static", actions=(Wait(timedelta(seconds=20)),))))
    await eventually(lambda: any(process.pid not in idle for process in renderers(browser)))
    await eventually(lambda: site.paths() == ["/static", "/static"])
    for process in renderers(browser):
        if process.pid not in idle:
            process.kill()
    with pytest.raises(PageCrashed):
        await waiting
    assert (await browser.fetch(ask("/static"))).status == 200


async def test_a_cancelled_request_leaves_no_page(browser: Browser, ask: Ask, site: TestSite) -> None:
    await browser.fetch(ask("/static"))
    for path in ("/hang", "/loop", "/never-quiet"):
        fetching = asyncio.create_task(browser.fetch(ask(path)))
        await eventually(lambda path=path: path in site.paths())  # type: ignore[misc]
        fetching.cancel()
        with pytest.raises(asyncio.CancelledError):
            await fetching
        assert await open_targets(browser) == []


async def test_cancelling_while_the_page_is_opened_leaves_none(browser: Browser, ask: Ask) -> None:
    await browser.fetch(ask("/static"))
    for turns in range(12):
        fetching = asyncio.create_task(browser.fetch(ask("/static")))
        for _ in range(turns):
            await asyncio.sleep(0)
        fetching.cancel()
        with pytest.raises(asyncio.CancelledError):
            await fetching
    assert await open_targets(browser) == []


async def test_requests_queue_in_order_and_under_their_deadline(
    options: BrowserOptions, ask: Ask, site: TestSite
) -> None:
    async with Browser(replace(options, pages=1), ManualClock()) as browser:
        first = asyncio.create_task(browser.fetch(ask("/busy?first")))
        await eventually(lambda: bool(site.paths()))
        late = asyncio.create_task(browser.fetch(ask("/static?late", seconds=1)))
        third = asyncio.create_task(browser.fetch(ask("/static?third")))
        with pytest.raises(BrowserBusy, match="1 pages are rendered"):
            await late
        await asyncio.gather(first, third)
    assert site.paths() == ["/busy?first", "/static?third"]


async def test_a_page_that_only_waits_leaves_its_place_to_others(
    options: BrowserOptions, ask: Ask, site: TestSite
) -> None:
    waits = timedelta(seconds=20)
    async with Browser(replace(options, pages=1), ManualClock()) as browser, asyncio.TaskGroup() as group:
        waiting = [
            group.create_task(browser.fetch(ask("/from-stream", wait_for=waits))),
            group.create_task(browser.fetch(ask("/static?2", actions=(Wait(waits),)))),
            group.create_task(browser.fetch(ask("/hang"))),
        ]
        await eventually(lambda: browser.line.resting == 3)
        assert b"No scripts" in (await browser.fetch(ask("/static"))).body
        assert not any(task.done() for task in waiting)
        for task in waiting:
            task.cancel()


async def test_another_team_is_served_beside_pages_that_hold_every_place(
    options: BrowserOptions, ask: Ask, site: TestSite
) -> None:
    async with Browser(replace(options, pages=2), ManualClock()) as browser, asyncio.TaskGroup() as group:
        busy = [group.create_task(browser.fetch(ask(f"/busy?{n}", team_id="busy"))) for n in range(12)]
        await eventually(lambda: browser.line.waiting == 10)
        other = await browser.fetch(ask("/static", team_id="other"))
        assert b"No scripts" in other.body
        assert browser.line.waiting > 0
        for task in busy:
            task.cancel()


async def test_a_missing_chromium_is_told_in_a_sentence(options: BrowserOptions, ask: Ask) -> None:
    async with Browser(replace(options, chromium="/no/such/chromium"), ManualClock()) as browser:
        assert not browser.found
        assert not await browser.answers()
        assert isinstance(found := browser.available(), Missing)
        assert "/no/such/chromium" in found.reason
        with pytest.raises(NotAvailable, match="could not be started") as caught:
            await browser.fetch(ask("/static"))
        assert "/no/such" not in caught.value.message
        with pytest.raises(ActionsUnsupported, match="need a browser") as unsupported:
            await browser.fetch(ask("/static", actions=(Click("a"),)))
        assert "/no/such" not in unsupported.value.message


async def test_a_chromium_that_does_not_start_tells_the_log_why_and_is_not_started_over_and_over(
    options: BrowserOptions, ask: Ask, tmp_path: Path
) -> None:
    program = tmp_path / "chromium"
    program.write_text("#!/bin/sh\necho start >> $0.starts\necho cannot open shared object libfoo.so >&2\nexit 127\n")
    program.chmod(0o755)
    with capture_logs() as logged:
        async with Browser(replace(options, chromium=str(program)), ManualClock()) as browser:
            answers = await asyncio.gather(
                *(browser.fetch(ask("/static", seconds=2)) for _ in range(8)), return_exceptions=True
            )
            assert not await browser.answers()
    assert all(isinstance(answer, NotAvailable) for answer in answers)
    assert not any(secret in str(answer) for answer in answers for secret in ("libfoo.so", str(tmp_path)))
    assert any("libfoo.so" in entry.get("reason", "") for entry in logged)
    assert len((tmp_path / "chromium.starts").read_text().split()) <= 3
    assert list(options.home.iterdir()) == []


@pytest.mark.parametrize("status", ["401 Unauthorized", None], ids=["refuses", "is not there"])
@pytest.mark.parametrize("scheme", ["ws", "http"])
async def test_a_debugging_address_that_fails_is_told_to_nobody(
    options: BrowserOptions, ask: Ask, scheme: str, status: str | None
) -> None:
    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if status is not None:
            await read_head(reader)
            writer.write(page(b"token-1234 is wrong", status))

    async with serving_bytes(refuse) as port:
        address = f"{scheme}://me:secret-1234@127.0.0.1:{port}/devtools/browser/id-1234?token=token-1234"
        with capture_logs() as logged:
            async with Browser(replace(options, chromium=address), ManualClock()) as browser:
                with pytest.raises(NotAvailable, match="could not be started") as caught:
                    await browser.fetch(ask("/static"))
    assert f"127.0.0.1:{port}" not in caught.value.message
    [entry] = [entry for entry in logged if entry["event"] == "browser_start_failed"]
    assert entry["reason"].startswith(f"The browser at {scheme}://127.0.0.1:{port} does not answer: ")
    assert "1234" not in str(logged)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has no sandbox for certain")
async def test_a_required_sandbox_is_not_given_up(options: BrowserOptions, ask: Ask) -> None:
    async with Browser(replace(options, sandbox="require"), ManualClock()) as browser:
        with pytest.raises(NotAvailable, match="sandbox is required"):
            await browser.fetch(ask("/static"))


OWNER = """
import asyncio, sys
from datetime import timedelta
from pathlib import Path
from gossamer.browser import Browser, BrowserOptions
from gossamer.core.deadlines import Deadline
from gossamer.core.pages import FetchRequest
from gossamer.testing.clock import ManualClock

async def main():
    async with Browser(BrowserOptions(home=Path(sys.argv[1])), ManualClock()) as browser:
        await browser.fetch(FetchRequest(sys.argv[2], Deadline.after(timedelta(seconds=30))))
        print(browser._current.process.group, flush=True)
        await browser.fetch(FetchRequest(sys.argv[3], Deadline.after(timedelta(seconds=30))))

asyncio.run(main())
"""


async def test_a_browser_dies_with_its_owner_and_the_next_one_cleans_up(
    options: BrowserOptions, site: TestSite
) -> None:
    owner = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        OWNER,
        str(options.home),
        site.url("/static"),
        site.url("/loop"),
        stdout=subprocess.PIPE,
    )
    assert owner.stdout is not None
    group = 0
    async for line in owner.stdout:
        if line.strip().isdigit():
            group = int(line)
            break
    assert alive(group)
    owner.kill()
    await owner.wait()
    await eventually(lambda: not alive(group), 3)
    assert list(options.home.iterdir()) != []
    async with Browser(options, ManualClock()):
        assert list(options.home.iterdir()) == []


def test_orphans_are_killed_but_living_owners_keep_their_browsers(tmp_path: Path) -> None:
    ours, theirs = lodge(tmp_path), lodge(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-uc", "import time; print(); time.sleep(60)", f"--user-data-dir={theirs.profile}"],
        start_new_session=True,
        stdout=subprocess.PIPE,
    ) as orphan:
        # Once it speaks, its command line can be read.
        assert orphan.stdout is not None
        orphan.stdout.readline()
        assert reap_orphans(tmp_path) == 0
        os.close(theirs.lock)
        assert reap_orphans(tmp_path) == 1
        assert orphan.wait(30) == -signal.SIGKILL
    assert [folder.name for folder in tmp_path.iterdir()] == [ours.folder.name]
    ours.clear()
