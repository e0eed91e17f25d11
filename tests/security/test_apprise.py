"""The process that speaks to other services by Apprise: which addresses it takes, and what it can reach."""

import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from gossamer.core.errors import MessageRefused
from gossamer.net.egress import EgressPolicy
from gossamer.net.filtering_proxy import FilteringProxy
from gossamer.net.proxies import Route
from gossamer.net.resolver import Resolver
from gossamer.notify.services import AppriseNotifier
from tests.watched_site import WatchedSite, running_watched_site

# One line of each kind of plugin that reads files, and the ways to name one.
NAMES_FILE = [
    "discord://111111111/abcdefghijk?template={}",
    "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/?template={}",
    "tgram://123456789:abcdefg_hijklmnop/12315544/?template={}",
    "workflows://host/workflow/signature/?TEMPLATE={}",
    "guilded://111111111/abcdefghijk?template=file://{}",
    "discord://111111111/abcdefghijk?template=https://e.org/template",
]
NAMES_NONE = ["sendgrid://abcd:me@example.org/you@example.org?template=a-template-id", "json://e.org/a?template=x"]


@pytest.fixture
def receiver() -> Iterator[WatchedSite]:
    with running_watched_site() as site:
        yield site


@pytest.fixture
async def notifier(receiver: WatchedSite) -> AsyncIterator[AppriseNotifier]:
    async with FilteringProxy(Resolver(EgressPolicy.parse(receiver.host))) as proxy:
        yield AppriseNotifier(lambda: proxy.url(Route()))


@pytest.mark.parametrize("address", NAMES_FILE)
async def test_an_address_that_names_a_file_is_refused_with_the_parameter(
    notifier: AppriseNotifier, address: str, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("{}")
    refusal = await notifier.refusal(address.format(tmp_path / "secret"))
    assert refusal == "A parameter of this address (`template`) names a file, which is not allowed: leave it out."


async def test_an_address_that_names_a_file_and_was_stored_before_sends_nothing(notifier: AppriseNotifier) -> None:
    with pytest.raises(MessageRefused, match="names a file"):
        await notifier.send(NAMES_FILE[0].format("/etc/hostname"), title="t", text="x")


@pytest.mark.parametrize("address", NAMES_NONE)
async def test_a_parameter_that_names_no_file_is_taken_whatever_it_is_called(
    notifier: AppriseNotifier, address: str
) -> None:
    assert await notifier.refusal(address) is None


async def test_an_address_that_no_plugin_can_read_is_refused_before_the_first_alert(notifier: AppriseNotifier) -> None:
    assert "cannot read this address" in str(await notifier.refusal("discord://only-half"))


@pytest.mark.parametrize("module", ["apprise", "requests", "gossamer"])
async def test_modules_in_the_folder_of_the_start_are_no_part_of_the_service(
    notifier: AppriseNotifier, receiver: WatchedSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    (tmp_path / f"{module}.py").write_text("raise SystemExit('This module of the folder was run.')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    await notifier.send(f"json://{receiver.host}/alerts", title="A title", text="A text")
    assert receiver.posted("/alerts", 1)[0]["message"] == "A text"


def _confined(code: str, *folders: Path) -> subprocess.CompletedProcess[str]:
    program = (
        f"import sys; from gossamer.content.confinement import read_only_below as f; f(sys.path + sys.argv[1:]); {code}"
    )
    command = [sys.executable, "-I", "-c", program, *map(str, folders)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Landlock is Linux's.")
def test_a_process_reads_what_it_is_left_and_writes_nothing(tmp_path: Path) -> None:
    left, other = tmp_path / "left", tmp_path / "other"
    for folder in (left, other):
        folder.mkdir()
        (folder / "file").write_text("content")
    allowed = _confined(f"import wave; print(open({str(left / 'file')!r}).read())", left)
    assert (allowed.returncode, allowed.stdout) == (0, "content\n"), allowed.stderr
    for refused in (
        f"open({str(other / 'file')!r})",
        "open('/etc/passwd')",
        f"__import__('os').listdir({str(other)!r})",
        f"open({str(left / 'file')!r}, 'w')",
        f"open({str(left / 'new')!r}, 'w')",
        f"open({str(left / '../other/file')!r})",
    ):
        assert "PermissionError" in _confined(refused, left).stderr, refused
