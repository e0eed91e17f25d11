"""What a browser saw while a page's scripts or data failed decides nothing for the pages that come after it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import product
from pathlib import Path

import pytest
from aiohttp import web
from pydantic import SecretStr

from gossamer.bootstrap import RunningService, open_service
from gossamer.core.access import Group, Principal
from gossamer.core.accounts import OPEN_TEAM
from gossamer.core.documents import Document
from gossamer.core.ids import new_id
from gossamer.core.specs import CachePolicy, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.settings import Settings

pytestmark = [pytest.mark.browser, pytest.mark.long]

CALLER = Principal(OPEN_TEAM, "key")
COPPER = "A kettle of copper for the stove, made by hand. "
FILL = "document.getElementById('root').innerHTML = '<p>' + text + '</p>'"
# Bodies of pages whose script fills #root.
BODIES = {
    "empty": "<div id=root></div>",
    "short": f"<main><h1>Kettle</h1><p>{COPPER}</p><p>Price: <span id=root></span></p></main>",
    "some": f"<main><h1>Kettle</h1><p>{COPPER * 4}</p><p>Price: <span id=root></span></p></main>",
    "list": "<main><h1>Kettles</h1><p>All our kettles.</p><ul id=root></ul></main>",
    "table": "<main><h1>Kettles</h1><table><tr><th>Price</th></tr><tbody id=root></tbody></table></main>",
    "dots": "<main><h1>Kettle</h1><div id=root>...</div></main>",
}
# Ways of scripts to get the text at `/data`.
LOADERS = {
    "fetch": f"fetch('DATA').then(r => {{ if (!r.ok) throw 1; return r.text() }}).then(text => {{ {FILL} }})",
    "request": f"const x = new XMLHttpRequest(); x.open('GET', 'DATA'); x.onload = () => "
    f"{{ if (x.status == 200) {{ const text = x.responseText; {FILL} }} }}; x.send()",
    "script": f"window.show = text => {{ {FILL} }}; const s = document.createElement('script'); "
    "s.src = 'DATA?as=script'; document.body.append(s)",
    "module": f"import('DATA?as=module').then(({{ text }}) => {{ {FILL} }})",
    "stream": f"new EventSource('DATA?as=stream').onmessage = event => {{ const text = event.data; {FILL} }}",
}
FAILURES = ("unavailable", "unauthorised", "absent", "refused", "held", "cut")
STATUSES = {"unavailable": 503, "unauthorised": 401, "absent": 404}


@dataclass
class Shop:
    """Pages `/SHAPE/LOADER/NUMBER` whose data fail as *failures* says, by shape and loader."""

    url: str = ""
    failures: dict[tuple[str, str], str] = field(default_factory=dict)
    released: asyncio.Event = field(default_factory=asyncio.Event)

    async def page(self, request: web.Request) -> web.Response:
        shape, loader = request.match_info["shape"], request.match_info["loader"]
        code = LOADERS[loader].replace("DATA", f"/data{request.path}")
        body = f"<title>Kettle</title><body>{BODIES[shape]}<script>{code}</script>"
        return web.Response(text=f"<!doctype html>{body}", content_type="text/html")

    async def data(self, request: web.Request) -> web.Response:
        failure = self.failures.get((request.match_info["shape"], request.match_info["loader"]))
        if failure in STATUSES:
            return web.Response(status=STATUSES[failure])
        if failure == "refused" and request.transport is not None:
            request.transport.abort()
        if failure == "held":
            await self.released.wait()
        if failure == "cut" and request.transport is not None:
            request.transport.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 9999\r\n\r\nPr")
            request.transport.close()
        text = "The price of this kettle is 12 EUR, and it is there in three days. " * 8
        forms = {"script": f"show('{text}')", "module": f"export const text = '{text}'", "stream": f"data: {text}\n\n"}
        kinds = {"script": "text/javascript", "module": "text/javascript", "stream": "text/event-stream"}
        form = request.query.get("as", "")
        return web.Response(text=forms.get(form, text), content_type=kinds.get(form, "text/plain"))


@pytest.fixture
async def shop() -> AsyncIterator[Shop]:
    shop = Shop()
    app = web.Application()
    app.router.add_get("/{shape}/{loader}/{number}", shop.page)
    app.router.add_get("/data/{shape}/{loader}/{number}", shop.data)
    runner = web.AppRunner(app, shutdown_timeout=0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    shop.url = f"http://{host}:{port}"
    yield shop
    shop.released.set()
    await runner.cleanup()


@asynccontextmanager
async def opened(home: Path, shop: Shop) -> AsyncIterator[RunningService]:
    allowed = shop.url.removeprefix("http://")
    async with open_service(Settings(home=home, egress_allow=allowed, api_key=SecretStr("fc-" + "0" * 32))) as service:
        yield service


async def scrape(
    service: RunningService, shop: Shop, path: str, caller: Principal = CALLER, **changes: object
) -> Document:
    spec = replace(ScrapeSpec(url=web_url(shop.url + path)), **changes)  # type: ignore[arg-type]
    return (await service.operations.scrape(caller, Group.SCRAPE, spec)).document


@pytest.mark.parametrize("failure", FAILURES)
async def test_pages_have_their_content_as_soon_as_their_data_come_again(
    tmp_path: Path, shop: Shop, failure: str
) -> None:
    # Of all kinds of pages, those that no other failure is tried with.
    kinds = list(product(BODIES, LOADERS))[FAILURES.index(failure) :: len(FAILURES)]
    shop.failures = dict.fromkeys(kinds, failure)
    async with opened(tmp_path, shop) as service:
        for visit in range(2):
            await asyncio.gather(*(scrape(service, shop, f"/{shape}/{way}/{visit}") for shape, way in kinds))
        shop.failures.clear()
        shop.released.set()
        documents = await asyncio.gather(*(scrape(service, shop, f"/{shape}/{way}/7") for shape, way in kinds))
    without = [kind for kind, document in zip(kinds, documents, strict=True) if "12 EUR" not in str(document.markdown)]
    assert without == []


async def test_a_page_whose_data_failed_is_no_copy_for_later(tmp_path: Path, shop: Shop) -> None:
    shop.failures = {("empty", "fetch"): "unavailable", ("some", "fetch"): "unavailable"}
    paths, day = ("/empty/fetch/1", "/some/fetch/1"), CachePolicy(max_age=timedelta(days=1))
    async with opened(tmp_path, shop) as service:
        for path in paths:
            await scrape(service, shop, path, cache=day)
        shop.failures.clear()
        documents = [await scrape(service, shop, path, cache=day) for path in paths]
    assert ["12 EUR" in str(document.markdown) for document in documents] == [True, True]


async def test_a_page_whose_data_failed_says_so(tmp_path: Path, shop: Shop) -> None:
    shop.failures = {("empty", "fetch"): "unavailable", ("some", "fetch"): "refused"}
    async with opened(tmp_path, shop) as service:
        empty = await scrape(service, shop, "/empty/fetch/1")
        some = await scrape(service, shop, "/some/fetch/1")
    assert f"{shop.url}/data/empty/fetch/1: status 503" in str(empty.warning)
    assert f"{shop.url}/data/some/fetch/1: " in str(some.warning)


async def test_a_browser_that_was_asked_for_overrules_what_was_remembered(
    tmp_path: Path, shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LOADERS, "nothing", f"const text = ''; if (text) {{ {FILL} }}")
    async with opened(tmp_path, shop) as service:
        for visit in range(2):
            await scrape(service, shop, f"/some/nothing/{visit}")
        skipped = await scrape(service, shop, "/some/nothing/3")
        monkeypatch.setitem(LOADERS, "nothing", LOADERS["fetch"])
        assert "12 EUR" not in str((await scrape(service, shop, "/some/nothing/4")).markdown)
        await scrape(service, shop, "/some/nothing/5", wait_for=timedelta(milliseconds=10))
        after = await scrape(service, shop, "/some/nothing/6")
    assert "`waitFor` renders it" in skipped.metadata["renderSkipped"]
    assert "12 EUR" in str(after.markdown)


async def test_what_brought_one_team_nothing_keeps_no_other_from_a_browser(
    tmp_path: Path, shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LOADERS, "nothing", f"const text = ''; if (text) {{ {FILL} }}")
    async with opened(tmp_path, shop) as service:
        for visit in range(2):
            await scrape(service, shop, f"/some/nothing/{visit}")
        monkeypatch.setitem(LOADERS, "nothing", LOADERS["fetch"])
        document = await scrape(service, shop, "/some/nothing/2", Principal(new_id(), "key of another team"))
        own = await scrape(service, shop, "/some/nothing/3")
    assert "12 EUR" in str(document.markdown)
    assert "12 EUR" in str(own.markdown)
