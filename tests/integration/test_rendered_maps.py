"""Maps of sites whose start page has its links from a script, or in its frames."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from gossamer import AsyncGossamer
from tests.integration.net.conftest import Seen, page
from tests.integration.test_way_out import running

pytestmark = pytest.mark.browser

WRITES: Final = "document.getElementById('app').innerHTML = '<h1>Shop</h1><a href=/pots>P</a> <a href=/cups>C</a>'"
FRAMES: Final = "<frameset cols='20%,80%'><frame src=/menu.html><frame src=/welcome.html></frameset>"
SITES: Final[Mapping[str, Mapping[str, str]]] = {
    "script": {"/": f"<title>Shop</title><div id=app></div><script>{WRITES}</script>"},
    "frames": {
        "/": f"<html><head><title>Club</title></head>{FRAMES}</html>",
        "/menu.html": "<a href=/pots target=c>Pots</a><a href=/cups target=c>Cups</a>",
        "/welcome.html": "<h1>Welcome</h1><p>To all of you.",
    },
    "one frame": {
        "/": "<html><head><title>Club</title></head><frameset><frame src=/menu.html></frameset></html>",
        "/menu.html": "<h1>Club</h1><a href=/pots>Pots</a><a href=/cups>Cups</a>",
    },
    "moved by a script": {
        "/": "<title>Moved</title><script>location.href = '/new/'</script>",
        "/new/": "<h1>New</h1><a href=/pots>Pots</a><a href=/cups>Cups</a>",
    },
}


@pytest.mark.parametrize("name", SITES)
async def test_links_that_only_a_browser_sees_are_in_the_map(tmp_path: Path, name: str) -> None:
    def answer(seen: Seen) -> bytes:
        html = SITES[name].get(seen.target)
        return page(html.encode()) if html is not None else page(b"No.", "404 Not Found")

    async with running(answer) as origin, AsyncGossamer(home=tmp_path, allow=["localhost"]) as web:
        found = await web.map(origin.url("/"))
    assert {"pots", "cups"} <= {link.url.split("/", 3)[3] for link in found}
