"""Maps of real sites, assembled as the service assembles them."""

import asyncio
import gzip
import tracemalloc
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from gossamer.bootstrap import SystemClock
from gossamer.bootstrap.pages import PageServices, open_pages
from gossamer.core.crawls import MapSpec, SiteMap, SitemapUse
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import CallerError, ForbiddenTarget, MapFailed, MapTimedOut
from gossamer.core.ids import new_id
from gossamer.core.orders import ScrapeOrder
from gossamer.core.prices import PriceTable
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.map import PATIENCE, Maps
from gossamer.net.robots import HttpRobots
from gossamer.net.sitemaps import HttpSitemaps
from gossamer.settings import Settings
from gossamer.testing.site.graph import Graph, GraphSite, running_graph, spawned_graph
from tests.integration.net.conftest import Site, page, running_site
from tests.memory_hosts import MemoryHosts

TEAM = new_id()


@dataclass
class Mapper:
    """Maps of a service that may reach loopback on some ports."""

    pages: PageServices
    maps: Maps
    team: str = TEAM

    async def map(self, url: str, **options: Any) -> SiteMap:
        spec = replace(MapSpec(web_url(url)), **options)
        deadline = Deadline.after(spec.timeout or PATIENCE)
        return await self.maps.map(spec, team_id=self.team, key_id="key", deadline=deadline)

    async def paths(self, url: str, **options: Any) -> list[str]:
        found = await self.map(url, **options)
        return ["/" + link.url.split("/", 3)[3] for link in found.links]

    async def ledger(self) -> list[tuple[Any, ...]]:
        query = "SELECT operation, credits, reference FROM ledger"
        return await self.pages.database.read(lambda c: [tuple(row) for row in c.exec_driver_sql(query)])


@pytest.fixture
async def mapper(tmp_path: Path) -> AsyncIterator[Mapper]:
    async with AsyncExitStack() as stack:
        clock = SystemClock()
        settings = Settings(home=tmp_path, egress_allow="127.0.0.0/8", chromium="none")
        pages = await open_pages(settings, clock, stack)
        maps = Maps(
            visitor=pages.scraping,
            sitemaps=HttpSitemaps(pages.client),
            robots=HttpRobots(pages.client, MemoryHosts(), clock),
            known_pages=pages.scrapes,
            scrapes=pages.scrapes,
            clock=clock,
            prices=PriceTable(map=3),
        )
        yield Mapper(pages, maps)


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    async with running_site() as site:
        site.answers["/robots.txt"] = page(b"", "404 Not Found")
        site.answers["/sitemap.xml"] = site.answers["/sitemap_index.xml"] = page(b"", "404 Not Found")
        yield site


@pytest.fixture(scope="module")
def graph() -> Iterator[GraphSite]:
    with running_graph(Graph(pages=40, links=5, tagged=3, external=("https://elsewhere.example/",))) as graph:
        yield graph


def url_of(site: Site, path: str = "/") -> str:
    return f"http://{site.endpoint}{path}"


def html(*links: str, title: str = "A page") -> bytes:
    anchors = "".join(f'<a href="{link}">{link}</a> ' for link in links)
    text = "<p>Words that make this a page with something to read on it, and not an empty shell of one.</p>" * 5
    return page(f"<!doctype html><title>{title}</title><body><h1>{title}</h1>{text}{anchors}</body>".encode())


def urlset(*paths: str) -> bytes:
    return page(f"<urlset>{''.join(f'<url><loc>{path}</loc></url>' for path in paths)}</urlset>".encode())


def index(*paths: str) -> bytes:
    places = "".join(f"<sitemap><loc>{path}</loc></sitemap>" for path in paths)
    return page(f"<sitemapindex>{places}</sitemapindex>".encode())


async def test_a_map_has_every_page_once_whatever_names_it(mapper: Mapper, graph: GraphSite) -> None:
    found = await mapper.map(graph.url())
    assert sorted(link.url for link in found.links) == sorted(graph.url(path) for path in graph.graph.paths())
    assert (found.links[0].url, found.links[0].title, found.links[0].description) == (
        graph.url("/"),
        "Page 0",
        "About page 0.",
    )
    assert found.warning is None


async def test_links_come_with_their_texts_where_they_are_wanted(mapper: Mapper, site: Site) -> None:
    links = '<a href="/a">Our journal</a> <a href="/a"><img src="x.png" alt="Logo"></a> <a href="/b" title="B"></a>'
    site.answers["/"] = page(f"<!doctype html><h1>Start</h1>{'<p>Some words to read.</p>' * 20}{links}".encode())
    found = await mapper.map(url_of(site), link_texts=True)
    assert [link.texts for link in found.links] == [(), ("Our journal", "Logo"), ("B",)]
    assert not any(link.texts for link in (await mapper.map(url_of(site))).links)


async def test_it_is_recorded_and_charged_once(mapper: Mapper, graph: GraphSite) -> None:
    found = await mapper.map(graph.url())
    assert found.credits_used == 3
    assert await mapper.ledger() == [("map", 3, found.map_id)]


async def test_links_of_the_start_page_come_before_the_sitemap(mapper: Mapper, graph: GraphSite) -> None:
    expected = ["/", "/page/1", "/page/2", "/page/3", "/page/4", "/page/5", "/page/6", "/page/7"]
    assert await mapper.paths(graph.url(), limit=8) == expected


async def test_sources_can_be_left_out(mapper: Mapper, graph: GraphSite) -> None:
    without = await mapper.paths(graph.url(), sitemap=SitemapUse.SKIP)
    assert without == ["/", *(f"/page/{n}" for n in range(1, 6))]
    # Every entry of the sitemap, the first one too.
    only = await mapper.paths(graph.url("/page/7"), sitemap=SitemapUse.ONLY, filter_by_path=False)
    assert only == graph.graph.paths()


async def test_a_search_puts_what_fits_first(mapper: Mapper, graph: GraphSite) -> None:
    assert (await mapper.paths(graph.url(), search="page 17", limit=3))[0] == "/page/17"


async def test_queries_are_kept_on_demand(mapper: Mapper, site: Site) -> None:
    site.answers["/"] = html("/list?page=1", "/list?page=2")
    assert await mapper.paths(url_of(site)) == ["/", "/list"]
    assert await mapper.paths(url_of(site), ignore_query=False) == ["/", "/list?page=1", "/list?page=2"]


async def test_other_sites_are_left_out_unless_asked_for(mapper: Mapper, graph: GraphSite) -> None:
    options = {"sitemap": SitemapUse.SKIP, "filter_by_path": False}
    inside = {link.url for link in (await mapper.map(graph.url(), **options)).links}
    outside = {link.url for link in (await mapper.map(graph.url(), external_links=True, **options)).links}
    assert outside - inside == {"https://elsewhere.example/"}


async def test_the_map_is_of_where_the_address_leads(mapper: Mapper, site: Site) -> None:
    async with running_site() as other:
        site.answers["/"] = page(b"", "301 Moved", f"Location: {url_of(other, '/en/')}")
        other.answers["/en/"] = html("/en/a")
        other.answers["/robots.txt"] = page(b"Sitemap: /map.xml")
        other.answers["/map.xml"] = urlset("/en/b", "/b")
        found = await mapper.map(url_of(site))
    assert [link.url for link in found.links] == [url_of(other, path) for path in ("/en/", "/en/a", "/en/b", "/b")]
    assert [seen.target for seen in site.seen] == ["/"]


async def test_all_sitemaps_are_read_and_their_order_is_that_of_the_site(mapper: Mapper, site: Site) -> None:
    site.answers["/"] = html()
    site.answers["/robots.txt"] = page(b"Sitemap: /index.xml\nSitemap: /text.txt")
    site.answers["/index.xml"] = index("/a.xml.gz", "/gone.xml", "/b.xml", "/index.xml")
    site.answers["/a.xml.gz"] = page(gzip.compress(b"<urlset><url><loc>/a1</loc></url><url><loc>/a2</loc></url>"))
    site.answers["/gone.xml"] = page(b"", "404 Not Found")
    site.answers["/b.xml"] = urlset("/b1", "/a1")
    site.answers["/text.txt"] = page(f"{url_of(site, '/t1')}\n".encode())
    site.answers["/sitemap.xml"] = urlset("/s1")
    found = await mapper.map(url_of(site))
    paths = ["/" + link.url.split("/", 3)[3] for link in found.links]
    assert paths == ["/", "/a1", "/a2", "/b1", "/t1", "/s1"]
    assert "1 of the site's sitemaps could not be read" in (found.warning or "")


async def test_news_have_the_titles_of_their_sitemap(mapper: Mapper, site: Site) -> None:
    site.answers["/"] = html("/n1")
    site.answers["/sitemap.xml"] = page(b"<urlset><url><loc>/n1</loc><news:title>A title</news:title></url></urlset>")
    found = await mapper.map(url_of(site))
    assert [(link.url, link.title) for link in found.links][1] == (url_of(site, "/n1"), "A title")


async def test_a_project_in_a_folder_may_have_its_own_sitemap(mapper: Mapper, site: Site) -> None:
    site.answers["/project/"] = html()
    site.answers["/project/sitemap.xml"] = urlset("/project/a", "/other/b")
    assert await mapper.paths(url_of(site, "/project/")) == ["/project/", "/project/a"]


async def test_stored_pages_of_the_team_are_in_it_with_their_titles(mapper: Mapper, site: Site) -> None:
    site.answers["/"] = html()
    site.answers["/hidden"] = html(title="A hidden page")
    await mapper.pages.scraping.scrape(ScrapeOrder(ScrapeSpec(web_url(url_of(site, "/hidden"))), TEAM, "key"))
    links = [(link.url, link.title) for link in (await mapper.map(url_of(site))).links]
    assert links == [(url_of(site), "A page"), (url_of(site, "/hidden"), "A hidden page")]
    assert await mapper.paths(url_of(site), use_index=False) == ["/"]
    assert await mapper.paths(url_of(site), ignore_cache=True) == ["/"]
    mapper.team = new_id()
    assert await mapper.paths(url_of(site)) == ["/"]


async def test_a_start_page_that_fails_does_not_keep_the_sitemap_from_being_read(mapper: Mapper, site: Site) -> None:
    site.answers["/"] = page(b"Oops", "404 Not Found")
    site.answers["/sitemap.xml"] = urlset("/a", "/b", "/c", "/d")
    found = await mapper.map(url_of(site))
    assert [link.url for link in found.links] == [url_of(site, path) for path in ("/a", "/b", "/c", "/d")]
    assert found.warning == "The start page could not be read: It answers 404."


@pytest.mark.parametrize("use", list(SitemapUse))
async def test_a_site_that_tells_nothing_is_an_error_and_costs_nothing(
    mapper: Mapper, site: Site, use: SitemapUse
) -> None:
    site.answers["/"] = page(b"Oops", "404 Not Found")
    with pytest.raises(MapFailed, match="nothing is known"):
        await mapper.map(url_of(site), sitemap=use)
    assert await mapper.ledger() == []


async def test_a_site_that_was_read_and_has_nothing_of_the_kind_is_none(mapper: Mapper, site: Site) -> None:
    site.answers["/"] = html("/a")
    found = await mapper.map(url_of(site), include_paths=("^/blog/",))
    assert found.links == ()
    assert "Few such URLs were found (0)" in (found.warning or "")


async def test_only_few_urls_come_with_a_warning_and_the_notices_of_the_request(mapper: Mapper, site: Site) -> None:
    site.answers["/"] = html("/a")
    found = await mapper.map(url_of(site), notices=("Noticed.",))
    assert (found.warning or "").startswith("Noticed. Few such URLs were found (2)")
    assert (await mapper.map(url_of(site), limit=2)).warning is None


async def test_what_was_found_in_time_is_the_answer(mapper: Mapper, site: Site) -> None:
    site.answers["/"] = html("/a", "/b", "/c")
    site.answers["/sitemap.xml"] = b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n<urlset><url><loc>/d</loc></url>"
    found = await mapper.map(url_of(site), timeout=timedelta(seconds=1.5))
    assert [link.url for link in found.links][:4] == [url_of(site, path) for path in ("/", "/a", "/b", "/c")]
    assert "The timeout passed before everything was read" in (found.warning or "")


async def test_nothing_in_time_is_an_error(mapper: Mapper, site: Site) -> None:
    for path in ("/", "/robots.txt"):
        site.answers[path] = b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n"
    with pytest.raises(MapTimedOut):
        await mapper.map(url_of(site), timeout=timedelta(seconds=1))


async def test_a_map_that_is_given_up_leaves_nothing_running(mapper: Mapper, site: Site) -> None:
    reached = asyncio.Event()

    class Answers(dict[str, bytes]):
        def get(self, key: str, default: Any = None) -> bytes:
            if key != "/sitemap.xml":
                return html() if key == "/" else page(b"", "404 Not Found")
            reached.set()
            return b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n<urlset>"

    site.answers = Answers()
    before = asyncio.all_tasks()
    mapping = asyncio.create_task(mapper.map(url_of(site)))
    await reached.wait()
    mapping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await mapping
    left = asyncio.all_tasks() - before
    assert [task for task in left if "serving.<locals>.accept" not in repr(task)] == []
    assert await mapper.ledger() == []


@pytest.mark.parametrize("url", ["http://10.0.0.1/", "http://169.254.169.254/latest/meta-data/"])
async def test_what_may_not_be_reached_is_not_mapped(mapper: Mapper, url: str) -> None:
    with pytest.raises(ForbiddenTarget):
        await mapper.map(url)


async def test_sitemaps_and_links_do_not_lead_inside(mapper: Mapper, site: Site) -> None:
    site.answers["/"] = html("http://169.254.169.254/", "/a")
    site.answers["/robots.txt"] = page(b"Sitemap: http://10.0.0.1/sitemap.xml")
    site.answers["/sitemap.xml"] = index("http://169.254.169.254/s.xml", "/s.xml")
    site.answers["/s.xml"] = urlset("/b", "http://10.0.0.1/c")
    assert await mapper.paths(url_of(site)) == ["/", "/a", "/b"]


async def test_an_expression_that_cannot_be_used_is_told_before_the_site_is_asked(mapper: Mapper, site: Site) -> None:
    with pytest.raises(CallerError, match="excludePaths"):
        await mapper.map(url_of(site), exclude_paths=("(?=x)",))
    assert site.seen == []


async def test_an_index_without_end_is_left_in_time(mapper: Mapper, site: Site) -> None:
    class Endless(dict[str, bytes]):
        def get(self, key: str, default: Any = None) -> bytes:
            if not key.startswith("/s"):
                return html() if key == "/" else page(b"", "404 Not Found")
            return index(key, *(f"{key}{n}" for n in range(3)))

    site.answers = Endless()
    found = await mapper.map(url_of(site))
    assert [link.url for link in found.links] == [url_of(site)]
    assert "more sitemaps than are read" in (found.warning or "")
    assert len(site.seen) < 200


async def test_a_hundred_thousand_addresses_are_read_without_being_held(mapper: Mapper) -> None:
    with spawned_graph(Graph(pages=10, sitemap_urls=99_990, sitemap="gzip")) as graph:
        await mapper.map(graph.url(), sitemap=SitemapUse.SKIP)
        tracemalloc.start()
        try:
            found = await mapper.map(graph.url(), include_paths=("^/deep/99[0-9]{3}$",), limit=50)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert [link.url for link in found.links] == [graph.url(f"/deep/{n}") for n in range(99_000, 99_050)]
    # The addresses alone are 4 MB, with what is kept of each some 40.
    assert peak < 3_000_000


async def test_a_hundred_thousand_addresses_can_all_be_asked_for(mapper: Mapper) -> None:
    with spawned_graph(Graph(pages=10, sitemap_urls=99_990)) as graph:
        found = await mapper.map(graph.url(), limit=100_000)
    assert len({link.url for link in found.links}) == 100_000
