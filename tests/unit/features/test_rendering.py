"""Which fetched pages are rendered, and what is answered with."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

import pytest

from gossamer.content.offload import Offload
from gossamer.core.documents import Document
from gossamer.core.errors import Refused, ServiceError, Unreachable
from gossamer.core.formats import Links, Markdown, Screenshot
from gossamer.core.orders import ScrapeOrder
from gossamer.core.pages import Capability, Expected, FetchedPage, FetchRequest
from gossamer.core.prices import PriceTable
from gossamer.core.specs import RenderMode, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.scrape import GatheredPages, Scraping
from gossamer.store.blobs import ObjectBlobs
from gossamer.store.database import Database, database_url, open_engine
from gossamer.store.migration import migrate
from gossamer.store.renderings import RenderMemory
from gossamer.store.scrapes import ScrapeStore
from gossamer.testing.clock import ManualClock

BUNDLE = "<script src=/app.js></script>"
PROSE = "<p>The harbour was rebuilt after the storm, and the boats came back in spring, one after the other.</p>"
STORY = f"<main><h1>The harbour</h1>{PROSE * 6}</main>"
SHELL = f"<nav><a href=/>Home</a></nav><main><p>Loading…</p></main>{BUNDLE}"
STATIC = f"<nav><a href=/>Home</a></nav><main><h1>Short</h1><p>All there is.</p></main>{BUNDLE}"
MODEST = f"<main><h1>The harbour</h1>{PROSE * 25}</main>{BUNDLE}"
LONG = f"<main><h1>The harbour</h1>{PROSE * 90}</main>{BUNDLE}"


@dataclass
class Site:
    """Two fetchers of one site: what HTTP brings by path, and what a browser shows, where that differs."""

    fetched: dict[str, str] = field(default_factory=dict)
    shown: dict[str, str] = field(default_factory=dict)
    status: int = 200
    failure: ServiceError | None = None
    rendered: list[str] = field(default_factory=list)
    requests: list[FetchRequest] = field(default_factory=list)
    hold: asyncio.Event | None = None
    failures: tuple[str, ...] = ()

    def path(self, request: FetchRequest) -> str:
        return request.url.removeprefix("https://e.org")


@dataclass
class Http:
    site: Site
    name = "http"
    cost = 1
    capabilities: frozenset[Capability] = frozenset()

    async def fetch(self, request: FetchRequest) -> FetchedPage:
        path = self.site.path(request)
        kind = "text/javascript" if path.endswith(".js") else "text/html"
        body = self.site.fetched.get(path, "")
        status = self.site.status
        return FetchedPage(request.url, status, {"content-type": kind}, body.encode(), ManualClock().now(), "http")


@dataclass
class Chromium:
    site: Site
    name = "browser"
    cost = 100
    capabilities = frozenset({Capability.RENDER, Capability.SCREENSHOT, Capability.ACTIONS, Capability.WAIT})

    async def fetch(self, request: FetchRequest) -> FetchedPage:
        path = self.site.path(request)
        self.site.rendered.append(path)
        self.site.requests.append(request)
        if self.site.hold is not None:
            await self.site.hold.wait()
        if self.site.failure is not None:
            raise self.site.failure
        body = self.site.shown.get(path, self.site.fetched[path])
        headers = {"content-type": "text/html"}
        page = FetchedPage(request.url, 200, headers, body.encode(), ManualClock().now(), "browser", rendered=True)
        return replace(page, charset="utf-8", failures=self.site.failures)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    engine = open_engine(database_url(None, tmp_path))
    migrate(engine)
    database = Database(engine)
    yield database
    await database.close()


@dataclass
class Service:
    site: Site
    database: Database
    folder: Path
    offload: Offload

    def scraping(self, mode: RenderMode = RenderMode.AUTO, *, browser: bool = True) -> Scraping:
        store = ScrapeStore(self.database)
        return Scraping(
            fetchers=[Http(self.site), Chromium(self.site)] if browser else [Http(self.site)],
            pages=store,
            scrapes=store,
            blobs=ObjectBlobs(str(self.folder / "blobs"), ManualClock()),
            offload=self.offload,
            clock=ManualClock(),
            prices=PriceTable(),
            renderings=RenderMemory(self.database),
            render=mode,
        )


@pytest.fixture
async def service(database: Database, tmp_path: Path) -> AsyncIterator[Service]:
    async with Offload() as offload:
        yield Service(Site(), database, tmp_path, offload)


def spec(path: str, **changes: object) -> ScrapeSpec:
    made = ScrapeSpec(url=web_url("https://e.org" + path), timeout=timedelta(seconds=30))
    return replace(made, **changes)  # type: ignore[arg-type]


async def scrape(scraping: Scraping, wanted: ScrapeSpec) -> Document:
    return (await scraping.scrape(ScrapeOrder(wanted, "team", "key"))).document


async def crawled(scraping: Scraping, wanted: ScrapeSpec) -> Document:
    done = await scraping.perform(ScrapeOrder(wanted, "team", "key"))
    assert done.document is not None
    return done.document


async def test_a_page_whose_content_is_missing_is_rendered_and_says_why(service: Service) -> None:
    service.site.fetched["/a"], service.site.shown["/a"] = SHELL, STORY
    document = await scrape(service.scraping(), spec("/a"))
    assert "boats came back" in (document.markdown or "")
    assert document.metadata["fetchedBy"] == "browser"
    assert document.metadata["renderReason"] == "a placeholder says 'Loading…'"
    assert document.warning is None


async def test_a_page_with_its_content_in_its_html_is_not_rendered(service: Service) -> None:
    service.site.fetched["/a"] = LONG
    document = await scrape(service.scraping(), spec("/a"))
    assert document.metadata["fetchedBy"] == "http"
    assert "renderReason" not in document.metadata
    assert service.site.rendered == []


async def test_a_look_that_brings_nothing_leaves_the_fetched_page(service: Service) -> None:
    service.site.fetched["/a"] = STATIC
    document = await scrape(service.scraping(), spec("/a"))
    assert service.site.rendered == ["/a"]
    assert document.metadata["fetchedBy"] == "http"
    assert document.warning is None


@pytest.mark.parametrize("status", [404, 410])
async def test_a_page_that_is_not_there_is_not_looked_at(service: Service, status: int) -> None:
    service.site.fetched["/a"], service.site.status = STATIC, status
    document = await scrape(service.scraping(), spec("/a"))
    assert service.site.rendered == []
    assert document.metadata["statusCode"] == status


async def test_an_empty_page_is_rendered_though_its_site_says_that_it_is_not_there(service: Service) -> None:
    service.site.fetched["/a"], service.site.shown["/a"] = f"<div id=root></div>{BUNDLE}", STORY
    service.site.status = 404
    assert "boats came back" in ((await scrape(service.scraping(), spec("/a"))).markdown or "")


async def test_a_rendered_copy_that_lost_content_is_not_taken(service: Service) -> None:
    service.site.fetched["/a"] = f"{STORY}<div id=x class=content></div>{BUNDLE}"
    service.site.shown["/a"] = "<main><h1>Please subscribe</h1></main>"
    assert "boats came back" in ((await scrape(service.scraping(), spec("/a"))).markdown or "")


async def test_pages_made_alike_follow_what_one_of_them_showed(service: Service) -> None:
    for number in range(4):
        service.site.fetched[f"/item/{number}"] = STATIC
        service.site.fetched[f"/post/{number}"], service.site.shown[f"/post/{number}"] = SHELL, STORY
    scraping = service.scraping()
    for number in range(4):
        await scrape(scraping, spec(f"/item/{number}"))
        assert "boats" in ((await scrape(scraping, spec(f"/post/{number}"))).markdown or "")
    assert service.site.rendered == ["/item/0", "/post/0", "/post/1", "/post/2", "/post/3"]


async def test_a_template_that_brought_nothing_in_four_places_is_not_looked_at_in_a_fifth(service: Service) -> None:
    short = STATIC.replace("All there is.", PROSE * 5)
    for place in "abcdef":
        service.site.fetched[f"/{place}/1"] = short
    scraping = service.scraping()
    for place in "abcde":
        await scrape(scraping, spec(f"/{place}/1"))
    await crawled(scraping, spec("/f/1"))
    assert service.site.rendered == ["/a/1", "/b/1", "/c/1", "/d/1"]


async def test_a_template_that_brought_content_in_one_of_five_places_is_looked_at_in_the_next(service: Service) -> None:
    short = STATIC.replace("All there is.", PROSE * 5)
    for place in "abcdef":
        service.site.fetched[f"/{place}/1"] = short
    service.site.shown["/a/1"] = service.site.shown["/f/1"] = STORY + PROSE * 30
    scraping = service.scraping()
    for place in "abcdef":
        await scrape(scraping, spec(f"/{place}/1"))
    assert service.site.rendered == [f"/{place}/1" for place in "abcdef"]


async def test_a_page_with_hardly_any_content_is_looked_at_whatever_its_template_showed(service: Service) -> None:
    for place in "abcde":
        service.site.fetched[f"/{place}/1"] = STATIC
    scraping = service.scraping()
    for place in "abcde":
        await scrape(scraping, spec(f"/{place}/1"))
    assert service.site.rendered == [f"/{place}/1" for place in "abcde"]


async def test_a_look_at_a_page_whose_data_failed_shows_nothing(service: Service) -> None:
    for number in range(4):
        service.site.fetched[f"/item/{number}"] = STATIC
    scraping = service.scraping()
    service.site.failures = ("https://e.org/data: status 503",)
    warned = [await scrape(scraping, spec(f"/item/{number}")) for number in range(2)]
    service.site.failures = ()
    await scrape(scraping, spec("/item/2"))
    await scrape(scraping, spec("/item/3"))
    assert service.site.rendered == ["/item/0", "/item/1", "/item/2"]
    assert {"did not come (https://e.org/data: status 503)" in str(document.warning) for document in warned} == {True}


async def test_a_crawl_does_not_render_each_page_of_a_slight_doubt_whose_data_fail(service: Service) -> None:
    for number in range(3):
        service.site.fetched[f"/item/{number}"] = MODEST
    scraping = service.scraping()
    service.site.failures = ("https://e.org/broken.js: status 404",)
    for number in range(3):
        await crawled(scraping, spec(f"/item/{number}"))
    assert service.site.rendered == ["/item/0"]


async def test_a_page_without_any_text_is_always_rendered(service: Service) -> None:
    for number in range(4):
        service.site.fetched[f"/item/{number}"] = f"<div id=root></div>{BUNDLE}"
    scraping = service.scraping()
    for number in range(4):
        await scrape(scraping, spec(f"/item/{number}"))
    assert len(service.site.rendered) == 4


async def test_that_nothing_came_is_believed_of_the_own_pages_or_those_of_two_teams(service: Service) -> None:
    for number in range(5):
        service.site.fetched[f"/item/{number}"] = STATIC
    scraping = service.scraping()
    for number, team in enumerate(("a", "a", "b", "c", "a")):
        await scraping.scrape(ScrapeOrder(spec(f"/item/{number}"), team, "key"))
    assert service.site.rendered == ["/item/0", "/item/2"]


async def test_what_one_process_learnt_another_knows(service: Service) -> None:
    service.site.fetched["/item/1"] = service.site.fetched["/item/2"] = STATIC
    await scrape(service.scraping(), spec("/item/1"))
    await scrape(service.scraping(), spec("/item/2"))
    assert service.site.rendered == ["/item/1"]


async def test_a_page_that_contradicts_what_was_learnt_is_looked_at_again(service: Service) -> None:
    service.site.fetched["/item/1"] = STATIC
    service.site.fetched["/item/2"], service.site.shown["/item/2"] = SHELL, STORY
    scraping = service.scraping()
    await scrape(scraping, spec("/item/1"))
    assert "boats" in ((await scrape(scraping, spec("/item/2"))).markdown or "")


async def test_of_pages_fetched_side_by_side_one_is_looked_at_and_the_others_wait_for_it(service: Service) -> None:
    service.site.hold = asyncio.Event()
    scraping = service.scraping()
    for number in range(5):
        service.site.fetched[f"/item/{number}"] = STATIC
    async with asyncio.TaskGroup() as group:
        for number in range(5):
            group.create_task(scrape(scraping, spec(f"/item/{number}")))
        while not service.site.rendered:  # noqa: ASYNC110 - the first look sets no event
            await asyncio.sleep(0)
        service.site.hold.set()
    assert len(service.site.rendered) == 1


async def test_a_crawl_looks_at_one_page_of_a_kind_at_the_slightest_doubt(service: Service) -> None:
    for number in range(3):
        service.site.fetched[f"/item/{number}"] = MODEST.replace("app.js", f"{'abc'[number]}.js")
    scraping = service.scraping()
    assert (await scrape(scraping, spec("/item/0"))).metadata["fetchedBy"] == "http"
    assert service.site.rendered == []
    for number in range(3):
        await crawled(scraping, spec(f"/item/{number}"))
    assert service.site.rendered == ["/item/0"]


async def test_what_a_look_found_holds_for_pages_of_the_slightest_doubt(service: Service) -> None:
    more = MODEST.replace("</main>", "<p>" + " ".join(f"word{n}" for n in range(200)) + "</p></main>")
    for number in range(2):
        service.site.fetched[f"/item/{number}"], service.site.shown[f"/item/{number}"] = MODEST, more
    scraping = service.scraping()
    await crawled(scraping, spec("/item/0"))
    document = await scrape(scraping, spec("/item/1"))
    assert "word199" in (document.markdown or "")
    assert document.metadata["renderReason"] == "rendering brought content on other pages like it"


async def test_a_small_linked_script_decides_a_slight_doubt(service: Service) -> None:
    page = MODEST.replace("</main>", "<div id=x7f3></div></main>")
    service.site.fetched["/a"], service.site.shown["/a"] = page, page + STORY.replace("boats", "ships")
    service.site.fetched["/app.js"] = "const t = document.getElementById('x7f3'); t.innerHTML = more"
    document = await scrape(service.scraping(), spec("/a"))
    assert document.metadata["renderReason"] == "a script fills #x7f3, which holds nothing yet"
    assert "ships came back" in (document.markdown or "")


async def test_the_browser_is_told_what_to_wait_for(service: Service) -> None:
    service.site.fetched["/a"] = "<div id=story></div><script>document.querySelector('#story').innerHTML = x</script>"
    service.site.shown["/a"] = STORY
    await scrape(service.scraping(), spec("/a"))
    assert service.site.requests[0].awaited == {"story": 0}


async def told(service: Service, scraping: Scraping, path: str) -> Expected:
    """Return what a browser that was asked for a picture of *path* is told to wait for."""
    await scrape(scraping, spec(path, formats=(Markdown(), Screenshot())))
    request = service.site.requests[-1]
    assert request.expects is not None
    return await request.expects(await Http(service.site).fetch(request), request)


async def test_a_browser_that_was_asked_for_is_told_the_same(service: Service) -> None:
    service.site.fetched["/a"] = "<div id=story></div><script>document.querySelector('#story').innerHTML = x</script>"
    service.site.fetched["/b"] = LONG
    service.site.fetched["/c"] = MODEST.replace("</main>", "<div id=x7f3></div></main>")
    service.site.fetched["/app.js"] = "const t = document.getElementById('x7f3'); t.innerHTML = more"
    scraping = service.scraping()
    awaited = [(await told(service, scraping, path)).awaited for path in ("/a", "/b", "/c")]
    assert awaited == [{"story": 0}, {}, {"x7f3": 0}]


async def test_what_was_awaited_in_vain_is_not_awaited_again(service: Service) -> None:
    for number in range(2):
        service.site.fetched[f"/item/{number}"] = STATIC
    scraping = service.scraping()
    first = await told(service, scraping, "/item/0")
    first.learn(False)
    second = await told(service, scraping, "/item/1")
    assert (bool(first.awaited), bool(second.awaited)) == (True, False)
    first.learn(True)
    third = await told(service, scraping, "/item/1")
    assert third.awaited == first.awaited


async def test_content_that_must_come_is_awaited_again_after_one_slow_answer(service: Service) -> None:
    for number in range(3):
        service.site.fetched[f"/item/{number}"] = SHELL
    scraping = service.scraping()
    awaited = []
    for number in range(3):
        expected = await told(service, scraping, f"/item/{number}")
        awaited.append(bool(expected.awaited))
        expected.learn(False)
    assert awaited == [True, True, False]


async def test_a_page_known_to_be_static_is_not_waited_for(service: Service) -> None:
    service.site.fetched["/item/0"] = service.site.fetched["/item/1"] = STATIC
    scraping = service.scraping()
    await scrape(scraping, spec("/item/0"))
    assert not (await told(service, scraping, "/item/1")).awaited


async def test_other_formats_than_markdown_get_the_rendered_page_too(service: Service) -> None:
    service.site.fetched["/a"], service.site.shown["/a"] = SHELL, STORY.replace("<h1>", "<a href=/next>Next</a><h1>")
    document = await scrape(service.scraping(), spec("/a", formats=(Links(),)))
    assert document.links == ("https://e.org/next",)


async def test_the_whole_page_gets_the_rendered_page_too(service: Service) -> None:
    service.site.fetched["/a"], service.site.shown["/a"] = SHELL, STORY
    document = await scrape(service.scraping(), spec("/a", formats=(Markdown(),), main_only=False))
    assert "boats" in (document.markdown or "")


async def test_without_a_browser_what_http_brought_is_answered_with_a_warning(service: Service) -> None:
    service.site.fetched["/a"] = SHELL
    document = await scrape(service.scraping(browser=False), spec("/a"))
    assert "Loading" in (document.markdown or "")
    assert document.warning == (
        "This page may need a browser (a placeholder says 'Loading…'), and none is available; "
        "the result is from plain HTTP."
    )


async def test_when_rendering_fails_what_http_brought_is_answered_with_a_warning(service: Service) -> None:
    service.site.fetched["/a"] = SHELL
    service.site.failure = Unreachable("The site could not be reached.")
    document = await scrape(service.scraping(), spec("/a"))
    assert "Loading" in (document.markdown or "")
    assert "rendering it failed" in (document.warning or "")


async def test_a_page_without_any_text_is_no_answer_when_no_browser_can_show_it(service: Service) -> None:
    service.site.fetched["/a"] = f"<div id=root></div>{BUNDLE}"
    with pytest.raises(Refused, match="the root of an application, #root, is empty"):
        await scrape(service.scraping(browser=False), spec("/a"))


async def test_fast_mode_leaves_the_browser_out_and_says_what_that_may_have_cost(service: Service) -> None:
    service.site.fetched["/a"] = SHELL
    document = await scrape(service.scraping(), spec("/a", fast=True))
    assert service.site.rendered == []
    assert "`fastMode` left the browser out" in (document.warning or "")


async def test_a_service_that_never_renders_says_so_where_it_may_matter(service: Service) -> None:
    service.site.fetched["/a"], service.site.fetched["/b"] = SHELL, LONG
    scraping = service.scraping(RenderMode.NEVER)
    assert "GOSSAMER_RENDER=never" in ((await scrape(scraping, spec("/a"))).warning or "")
    assert (await scrape(scraping, spec("/b"))).warning is None
    assert service.site.rendered == []


@pytest.mark.parametrize("page", [LONG, STORY])
async def test_a_service_that_always_renders_does_so_where_nothing_is_doubtful(service: Service, page: str) -> None:
    service.site.fetched["/a"] = page
    document = await scrape(service.scraping(RenderMode.ALWAYS), spec("/a"))
    assert document.metadata["fetchedBy"] == "browser"
    assert document.metadata["renderReason"] == "the service renders every page"
    assert service.site.rendered == ["/a"]


async def test_what_is_no_page_is_never_rendered(service: Service) -> None:
    service.site.fetched["/a.js"] = "let shuttle = 1"
    document = await scrape(service.scraping(RenderMode.ALWAYS), spec("/a.js"))
    assert "shuttle" in (document.markdown or "")
    assert service.site.rendered == []


async def test_nothing_is_learnt_of_a_page_that_must_leave_no_trace(service: Service) -> None:
    service.site.fetched["/item/1"] = service.site.fetched["/item/2"] = STATIC
    scraping = service.scraping()
    await scrape(scraping, spec("/item/1", zero_data_retention=True))
    await scrape(scraping, spec("/item/2"))
    assert service.site.rendered == ["/item/1", "/item/2"]


async def test_a_rendered_page_that_is_still_empty_says_so(service: Service) -> None:
    service.site.fetched["/a"], service.site.shown["/a"] = (
        SHELL,
        SHELL.replace("Home", "Home and much more of the menu"),
    )
    document = await scrape(service.scraping(RenderMode.ALWAYS), spec("/a"))
    assert document.warning == (
        "The page had hardly any content after its scripts had run (a placeholder says 'Loading…')."
    )


async def test_a_gathered_page_that_is_still_empty_says_so(service: Service) -> None:
    page = FetchedPage(
        web_url("https://e.org/a"), 200, {}, SHELL.encode(), ManualClock().now(), "browser", rendered=True
    )

    async def gather() -> GatheredPages:
        return GatheredPages((page,), 1, judged=True)

    done = await service.scraping().scrape(ScrapeOrder(spec("/a"), "team", "key"), gather=gather)
    assert "hardly any content after its scripts had run" in (done.document.warning or "")
