"""The site that crawls are tested on: what it promises is true."""

import gzip
import re
import urllib.error
import urllib.request
from collections import deque

import pytest

from gossamer.testing.site.graph import Graph, running_graph, spawned_graph
from gossamer.testing.site.graph.plan import PlannedAnswer

ORIGIN = "http://127.0.0.1:1"


def answer(graph: Graph, target: str, visits: int = 0) -> PlannedAnswer:
    return graph.answer(target, origin=ORIGIN, visits=visits)


def links(graph: Graph, target: str) -> list[str]:
    return [
        link.replace("&amp;", "&") for link in re.findall(r'href="(/[^"]*)">Go', answer(graph, target).body.decode())
    ]


def depths(graph: Graph) -> dict[str, int]:
    found = {"/": 0}
    waiting = deque(["/"])
    while waiting:
        here = waiting.popleft()
        for link in links(graph, here):
            if link not in found and link in graph.paths():
                found[link] = found[here] + 1
                waiting.append(link)
    return found


@pytest.mark.parametrize(("pages", "width"), [(1, 8), (50, 3), (400, 8)])
def test_every_page_is_reached_by_as_many_links_as_it_says(pages: int, width: int) -> None:
    graph = Graph(pages=pages, links=width)
    assert depths(graph) == {path: graph.depth(number) for number, path in enumerate(graph.paths())}


def test_a_copy_names_its_original() -> None:
    graph = Graph(pages=5, copies=6)
    for copy in (f"/copy/{n}" for n in range(6)):
        assert f'href="{graph.original(copy)}"' in answer(graph, copy).body.decode().partition("</head>")[0]
    assert graph.original(ORIGIN + "/page/3") == ORIGIN + "/page/3"


def test_every_extra_is_linked_once_and_is_what_it_says() -> None:
    graph = Graph(pages=5, tagged=2, redirects=7, copies=6, missing=3, failing=2, dead=1, flaky=2, private=1, files=1)
    linked = [link for path in graph.paths() for link in links(graph, path) if link not in graph.paths()]
    assert len(linked) == len(set(linked)) == 2 + 7 + 3 + 6 + 3 + 2 + 1 + 2 + 1 + 1
    status = {link: answer(graph, link).status for link in linked}
    assert (status["/old/6"], status["/older/2"], status["/missing/2"], status["/failing/1"]) == (301, 302, 404, 500)
    assert answer(graph, "/old/6").headers["Location"] == "/page/1"
    assert answer(graph, "/dead/0").breaks
    assert b'rel="canonical" href="/page/3"' in answer(graph, "/copy/6").body
    assert b"UID-3<" in answer(graph, "/copy/6").body


def test_what_is_flaky_works_the_second_time() -> None:
    graph = Graph(flaky=1, retry_after=7)
    first, second = answer(graph, "/flaky/0"), answer(graph, "/flaky/0", visits=1)
    assert (first.status, first.headers["Retry-After"], second.status) == (503, "7", 200)


def test_endless_spaces_have_no_end() -> None:
    graph = Graph(calendars=1, sessions=1)
    assert links(graph, "/calendar/2026/12") == ["/calendar/2027/1"]
    assert links(graph, "/session/0?sid=3") == ["/session/0?sid=1", "/session/0?sid=1&back=0"]


def test_the_sitemap_names_every_page_in_as_many_files_as_it_takes() -> None:
    graph = Graph(pages=30, sitemap_urls=45, sitemap_file=50, sitemap="gzip")
    files = re.findall(r"<loc>http://127.0.0.1:1(.*?)</loc>", answer(graph, "/sitemap.xml").body.decode())
    named = [
        path
        for file in files
        for path in re.findall(
            r"<loc>http://127.0.0.1:1(.*?)</loc>", gzip.decompress(answer(graph, file).body).decode()
        )
    ]
    assert named == [*graph.paths(), *(f"/deep/{n}" for n in range(45))]


@pytest.mark.parametrize(("robots", "status"), [("open", 200), ("closed", 200), ("missing", 404), ("failing", 503)])
def test_its_robots_file_is_as_asked(robots: str, status: int) -> None:
    graph = Graph(robots=robots, crawl_delay=0.5)  # type: ignore[arg-type]
    assert answer(graph, "/robots.txt").status == status
    assert (b"Crawl-delay: 0.5" in answer(graph, "/robots.txt").body) is (status == 200)


def get(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=10) as response:
        return bytes(response.read())


def test_it_remembers_what_was_asked_and_when() -> None:
    with running_graph(Graph(pages=3, slow=1, slow_seconds=0.05)) as site:
        get(site.url("/page/1?a=1"))
        get(site.url("/slow/0"))
        with pytest.raises(urllib.error.HTTPError):
            get(site.url("/nothing"))
    assert [(hit.target, hit.status) for hit in site.hits] == [
        ("/page/1?a=1", 200),
        ("/slow/0", 200),
        ("/nothing", 404),
    ]
    [slow] = site.hits_of("/slow")
    assert slow.ended - slow.began >= 0.05
    assert site.peak == 1


def test_it_comes_back_where_it_was() -> None:
    with running_graph() as site:
        get(site.url())
    with pytest.raises(urllib.error.URLError):
        get(site.url())
    with running_graph(port=site.port) as again:
        get(again.url())


def test_it_runs_in_a_process_of_its_own_with_the_same_pages() -> None:
    graph = Graph(pages=20, page_bytes=900, external=("http://a.example/", "http://b.example/"), crawl_delay=0.25)
    with spawned_graph(graph) as site:
        assert get(site.url("/")) == answer(graph, "/").body
        assert b"Crawl-delay: 0.25" in get(site.url("/robots.txt"))
        assert [hit.target for hit in site.hits()] == ["/", "/robots.txt"]
