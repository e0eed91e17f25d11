"""Threat lists in files."""

import asyncio
import os
from pathlib import Path

import pytest

from gossamer.core.threats import ThreatListing
from gossamer.store.threat_lists import FileThreatLists

LIST = """# Sites that sell nothing
bad.example
 Worse.Example.   # since May
*.wild.example
0.0.0.0 ads.example tracker.example # two
127.0.0.1\tlocalhost
127.0.0.1 localhost.localdomain
::1 ip6-localhost
0.0.0.0 0.0.0.0
192.0.2.1
192.0.2.9 not.blocked.example
bücher.example

not a domain at all
https://full.example/
com
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "malware.txt"
    found.write_text(LIST, "utf-8")
    return found


def changed(path: Path, text: str) -> None:
    """Write *path* again as somebody would do it later."""
    before = path.stat().st_mtime_ns
    path.write_text(text, "utf-8")
    os.utime(path, ns=(before + 10**9, before + 10**9))


async def test_domains_are_read_one_a_line_or_as_in_a_hosts_file(path: Path) -> None:
    [(name, domains)] = (await FileThreatLists([path]).current()).domains
    assert name == "malware.txt"
    assert domains == {
        "bad.example",
        "worse.example",
        "wild.example",
        "ads.example",
        "tracker.example",
        "localhost.localdomain",
        "192.0.2.1",
        "xn--bcher-kva.example",
        "full.example",
    }


async def test_without_lists_there_is_nothing() -> None:
    assert await FileThreatLists([]).current() == ThreatListing()


async def test_a_file_is_read_once_and_again_when_it_was_changed(path: Path) -> None:
    lists = FileThreatLists([path])
    first, second = await lists.current(), await lists.current()
    assert first.domains[0][1] is second.domains[0][1]
    changed(path, "other.example\n")
    assert (await lists.current()).domains == (("malware.txt", frozenset({"other.example"})),)


@pytest.mark.parametrize("text", ["", "# nothing yet\n\n"])
async def test_an_empty_list_is_a_list(path: Path, text: str) -> None:
    changed(path, text)
    assert await FileThreatLists([path]).current() == ThreatListing((("malware.txt", frozenset()),))


async def test_what_holds_no_domain_is_no_list(path: Path) -> None:
    changed(path, "<html>\n<h1>503 Service Unavailable</h1>\n")
    assert await FileThreatLists([path]).current() == ThreatListing(unreadable=("malware.txt",))


async def test_a_list_that_is_away_is_named_and_the_others_hold(path: Path, tmp_path: Path) -> None:
    lists = FileThreatLists([tmp_path / "gone.txt", path, tmp_path])
    found = await lists.current()
    assert [name for name, _ in found.domains] == ["malware.txt"]
    assert found.unreadable == tuple(sorted(("gone.txt", tmp_path.name)))
    changed_later = tmp_path / "gone.txt"
    changed_later.write_text("back.example\n", "utf-8")
    await asyncio.to_thread(path.unlink)
    found = await lists.current()
    assert dict(found.domains)["gone.txt"] == {"back.example"}
    assert "malware.txt" in found.unreadable
