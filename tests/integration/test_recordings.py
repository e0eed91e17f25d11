"""Recordings that a page has only in a player, fetched by yt-dlp: by a scripted one, and by the real one if there."""

import json
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from gossamer.bootstrap import RunningService, open_service
from gossamer.core.access import Group, Principal
from gossamer.core.accounts import OPEN_TEAM
from gossamer.core.documents import Document
from gossamer.core.formats import Audio, Format, Markdown, Video
from gossamer.core.restrictions.rules import OnlyDomains
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.settings import Settings
from gossamer.testing.site import Site, running_site
from gossamer.wire.documents import document_json

# A session of a key that is not there is ended by the next look at it.
CALLER = Principal(OPEN_TEAM, "cli")
PLAYER = '<title>Film</title><main><h1>Film</h1><iframe src="https://player.vimeo.com/video/1"></iframe></main>'
FILM = {"title": "The film", "extractor_key": "Vimeo", "duration": 61.4, "url": "https://cdn.example/film.mp4"}
# Replaces yt-dlp: it finds the folder among its arguments, and then does what the test wants.
HEAD = f"""#!{sys.executable}
import json, os, sys, time
from pathlib import Path
folder = Path(next(a for a in sys.argv if a.startswith("--paths=")).partition("=")[2])
"""
WRITES = f"""(folder / "recording.mp4").write_bytes(b"moving pictures")
print(json.dumps({{**{FILM!r}, "description": " ".join(sys.argv[-2:]), "thumbnail": json.dumps(sorted(os.environ))}}))
"""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with running_site() as site:
        site.published["player"] = 200, PLAYER
        site.published["plain"] = 200, "<title>Text</title><main><p>There is nothing to hear here.</p></main>"
        yield site


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    def write(body: str) -> str:
        path = tmp_path / "yt-dlp"
        path.write_text(HEAD + body, encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    return write


@asynccontextmanager
async def service(tmp_path: Path, site: Site, yt_dlp: str, **changes: Any) -> AsyncIterator[RunningService]:
    settings = Settings(home=tmp_path / "home", egress_allow=site.host, auth="off", yt_dlp=yt_dlp, **changes)
    async with open_service(settings, jobs=False) as opened:
        yield opened


async def scraped(
    service: RunningService, url: str, *formats: Format, caller: Principal = CALLER, seconds: float = 60
) -> Document:
    spec = replace(ScrapeSpec(web_url(url)), formats=formats, timeout=timedelta(seconds=seconds))
    return (await service.operations.scrape(caller, Group.SCRAPE, spec)).document


async def test_a_video_that_a_player_plays_is_fetched_and_kept(
    tmp_path: Path, site: Site, program: Callable[[str], str]
) -> None:
    async with service(tmp_path, site, program(WRITES)) as opened:
        document = await scraped(opened, site.url("/published/player"), Video())
        shown = document_json(document, lambda name: f"http://here/blobs/{name}")
        kept = await opened.operations.blob(document.video or "")
    assert (kept and kept.data, kept and kept.media_type) == (b"moving pictures", "video/mp4")
    assert shown["video"] == shown["videos"][0]["url"] == f"http://here/blobs/{document.video}"
    [first, player] = shown["videos"]
    assert (first["kind"], first["title"], first["provider"], first["duration"]) == ("file", "The film", "Vimeo", 61)
    assert (player["kind"], player["url"]) == ("player", "https://player.vimeo.com/video/1")
    assert document.warning is None
    # The address comes last and cannot be an option; no secret of the service goes along, and no way out but the proxy.
    assert first["description"] == "-- https://player.vimeo.com/video/1"
    environment = json.loads(first["thumbnail"])
    assert not [name for name in environment if name.startswith("GOSSAMER")]
    assert {"http_proxy", "https_proxy", "all_proxy"} <= set(environment)


async def test_without_the_program_the_answer_is_the_player(tmp_path: Path, site: Site) -> None:
    async with service(tmp_path, site, "none") as opened:
        document = await scraped(opened, site.url("/published/player"), Video())
    assert document.video == "https://player.vimeo.com/video/1"
    assert "in a player of vimeo" in (document.warning or "")


@pytest.mark.parametrize(
    "body",
    ["sys.exit(1)", "print('no JSON')", "print('[]')", "print(json.dumps({'url': 'file:///etc/passwd'}))"],
)
async def test_when_it_finds_nothing_the_answer_is_the_player_and_says_so(
    tmp_path: Path, site: Site, program: Callable[[str], str], body: str
) -> None:
    async with service(tmp_path, site, program(body)) as opened:
        document = await scraped(opened, site.url("/published/player"), Video())
    assert document.video == "https://player.vimeo.com/video/1"
    assert "yt-dlp found no video that it can fetch." in (document.warning or "")


async def test_one_that_does_not_end_is_killed_with_all_that_it_started(
    tmp_path: Path, site: Site, program: Callable[[str], str]
) -> None:
    pids = tmp_path / "pids"
    body = f"""
child = os.fork()
with open({str(pids)!r}, "a") as file: file.write(f"{{os.getpid()}}\\n")
time.sleep(600)
"""
    async with service(tmp_path, site, program(body)) as opened:
        document = await scraped(opened, site.url("/published/player"), Video(), Markdown(), seconds=4)
    assert "Film" in (document.markdown or "")
    assert "took too long" in (document.warning or "")
    assert [pid for pid in map(int, pids.read_text().split()) if is_alive(pid)] == []


def is_alive(pid: int) -> bool:
    """Return whether a process runs; one that ended and was not collected yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def test_one_that_writes_more_than_it_may_is_stopped(
    tmp_path: Path, site: Site, program: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    body = f"""
print(json.dumps({FILM!r}), flush=True)
with (folder / "recording.mp4").open("wb") as file:
    while True: file.write(bytes(1024 * 1024))
"""
    async with service(tmp_path, site, program(body), recording_megabytes=1) as opened:
        document = await scraped(opened, site.url("/published/player"), Video())
    assert document.video == "https://cdn.example/film.mp4"
    assert "larger than this server keeps (GOSSAMER_RECORDING_MEGABYTES)" in (document.warning or "")
    assert not left_over(tmp_path)


def left_over(folder: Path) -> list[Path]:
    return list(folder.glob("gossamer-recording-*"))


async def test_a_key_goes_to_no_player_outside_its_domains(
    tmp_path: Path, site: Site, program: Callable[[str], str]
) -> None:
    key = replace(CALLER, restrictions=(OnlyDomains(frozenset({"127.0.0.1"})),))
    async with service(tmp_path, site, program(WRITES)) as opened:
        document = await scraped(opened, site.url("/published/player"), Video(), caller=key)
    assert document.video == "https://player.vimeo.com/video/1"


class TestTheRealProgram:
    """yt-dlp as it is installed, on a page whose player only a script names."""

    @pytest.fixture
    def real(self) -> str:
        programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        found = os.environ.get("YT_DLP") or shutil.which("yt-dlp", path=programs)
        if found is None:
            pytest.skip("yt-dlp is not installed")
        return found

    async def test_it_fetches_what_a_script_plays_through_the_egress_policy(
        self, tmp_path: Path, site: Site, real: str
    ) -> None:
        site.published["film.mp4"] = 200, "moving pictures"
        site.published["scripted"] = 200, _scripted(site.url("/published/film.mp4"))
        site.published["inward"] = 200, _scripted("http://127.0.0.1:9/film.mp4")
        site.published["long.mp4"] = 200, "frame " * 400_000
        site.published["long"] = 200, _scripted(site.url("/published/long.mp4"))
        async with service(tmp_path, site, real, recording_megabytes=1) as opened:
            document = await scraped(opened, site.url("/published/scripted"), Video())
            kept = await opened.operations.blob(document.video or "")
            assert kept is not None, document.warning
            assert kept.data == b"moving pictures"
            inward = await scraped(opened, site.url("/published/inward"), Video())
            assert inward.video is None
            assert "yt-dlp found no video that it can fetch." in (inward.warning or "")
            long = await scraped(opened, site.url("/published/long"), Video())
            assert long.video == site.url("/published/long.mp4")
            assert "larger than this server keeps" in (long.warning or "")
            nothing = await scraped(opened, site.url("/published/plain"), Audio())
        assert nothing.audio is None
        assert "yt-dlp found no audio that it can fetch." in (nothing.warning or "")


def _scripted(film: str) -> str:
    return f"""<title>Film</title><main><h1>Film</h1><div id="p"></div></main>
<script>jwplayer("p").setup({{"file": "{film}", "title": "Film"}});</script>"""
