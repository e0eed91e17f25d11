"""The parts of a map: which addresses are in it, how they are ranked, what is held meanwhile."""

import random
import tracemalloc
from collections.abc import Sequence
from dataclasses import replace

import pytest

from gossamer.core.crawls import FoundLink, MapSpec
from gossamer.core.errors import CallerError
from gossamer.core.urls import WebUrl, web_url
from gossamer.features.map.candidates import Gathering
from gossamer.features.map.relevance import MapQuery
from gossamer.features.map.scope import MapScope

SPEC = MapSpec(web_url("https://example.co.uk/"))


def included(spec: MapSpec, *addresses: str, home: str | None = None) -> list[bool]:
    scope = MapScope(spec, web_url(home) if home else spec.url)
    return [scope.includes(web_url(address)) for address in addresses]


def test_a_map_has_the_site_and_its_subdomains() -> None:
    addresses = (
        "http://www.example.co.uk/a",
        "https://blog.example.co.uk/",
        "https://example.co.uk:8443/",
        "https://other.co.uk/",
        "https://example.co.uk.evil.example/",
        "https://notexample.co.uk/",
    )
    assert included(SPEC, *addresses) == [True, True, False, False, False, False]
    assert included(replace(SPEC, subdomains=False), *addresses) == [True, False, False, False, False, False]
    assert all(included(replace(SPEC, external_links=True), *addresses))


def test_a_subdomain_as_home_has_its_whole_domain() -> None:
    home = replace(SPEC, url=web_url("https://docs.example.co.uk/"))
    assert included(home, "https://example.co.uk/", "https://shop.example.co.uk/") == [True, True]


def test_an_address_by_number_has_no_subdomains() -> None:
    assert included(replace(SPEC, url=web_url("http://127.0.0.1:1/")), "http://127.0.0.1:2/", "http://1.127.0.0/") == [
        False,
        False,
    ]


def test_a_path_keeps_the_map_in_its_folder() -> None:
    spec = replace(SPEC, url=web_url("https://example.co.uk/docs"))
    addresses = [f"https://example.co.uk{path}" for path in ("/docs", "/docs/", "/docs/a?b=1", "/docs-old", "/")]
    assert included(spec, *addresses) == [True, True, True, False, False]
    assert included(replace(spec, filter_by_path=False), *addresses) == [True] * 5
    page = replace(SPEC, url=web_url("https://example.co.uk/docs/start.html"))
    assert included(page, *addresses) == [True, True, True, False, False]


def test_the_folder_follows_a_redirect_that_leads_elsewhere() -> None:
    spec = replace(SPEC, url=web_url("https://example.co.uk/old"))
    deeper, elsewhere = "https://example.co.uk/old/en/", "https://example.co.uk/new/"
    assert included(spec, "https://example.co.uk/old/de/", home=deeper) == [True]
    assert included(spec, "https://example.co.uk/new/a", "https://example.co.uk/old/a", home=elsewhere) == [True, False]


def test_paths_are_included_and_excluded_by_expressions() -> None:
    spec = replace(SPEC, include_paths=("^/blog/",), exclude_paths=("draft",))
    paths = ("/blog/a", "/blog/draft-a", "/about", "/about?x=/blog/")
    assert included(spec, *(f"https://example.co.uk{path}" for path in paths)) == [True, False, False, False]


def test_an_expression_that_cannot_be_used_is_the_callers_mistake() -> None:
    with pytest.raises(CallerError, match="includePaths"):
        MapScope(replace(SPEC, include_paths=("(",)), SPEC.url)


def test_an_address_too_long_to_be_searched_is_on_no_map_with_expressions() -> None:
    long = f"https://example.co.uk/{'a' * 2000}"
    assert included(SPEC, long) == [True]
    assert included(replace(SPEC, exclude_paths=("^/private",)), long) == [False]


def ranked(search: str, *pages: tuple[str, str | None, str | None], limit: int = 100) -> list[str]:
    gathering = Gathering(limit, query=MapQuery(search), ignore_query=True)
    for number, (path, title, description) in enumerate(pages):
        gathering.offer(web_url(f"https://example.org{path}"), (number,), title, description)
    return [link.url.removeprefix("https://example.org") for link in gathering.best()]


@pytest.mark.parametrize(
    ("search", "best", "others"),
    [
        ("pricing", "/pricing", ["/", "/blog/our-pricing-is-fair-because-of-many-reasons", "/about"]),
        ("pricing", "/prices", ["/private", "/print", "/about"]),
        ("docs", "/documentation", ["/doctor/x-ray", "/about"]),
        ("documentation", "/docs", ["/blog", "/about"]),
        ("api reference", "/docs/api-reference", ["/docs/api", "/docs/reference", "/reference/old/api/v1"]),
        ("install the server", "/guide/installing-servers", ["/the", "/guide/the-client", "/install"]),
        ("grüße", "/gr%C3%BC%C3%9Fe", ["/gras", "/"]),
        ("cafe", "/caf%C3%A9", ["/cave", "/"]),
        ("東京", "/%E6%9D%B1%E4%BA%AC%E9%83%BD", ["/%E5%A4%A7%E9%98%AA", "/"]),
        ("blog", "/blog", ["/blog/2024/01/blog-post", "/2023/weblog", "/about"]),
    ],
)
def test_the_address_alone_finds_a_page(search: str, best: str, others: list[str]) -> None:
    pages = [*others, best]
    random.Random(search).shuffle(pages)
    assert ranked(search, *((page, None, None) for page in pages))[0] == best


def test_titles_and_descriptions_find_what_the_address_hides() -> None:
    order = ranked(
        "refund policy",
        ("/p/1", "Welcome", None),
        ("/p/2", "Terms", "Our refund policy in short."),
        ("/p/3", "Refund policy", None),
        ("/p/4", "Policy of refunds and other things that we would like to tell you about", None),
    )
    assert order[0] == "/p/3"
    assert order[-1] == "/p/1"


def test_rare_words_count_more_than_common_ones() -> None:
    filler = [(f"/guide/{n}", "Guide", None) for n in range(200)]
    order = ranked("guide spinnerets", *filler, ("/biology/spinnerets", None, None), ("/guide", None, None))
    assert order[0] == "/biology/spinnerets"


def test_what_does_not_fit_comes_last_nearest_to_the_root_first() -> None:
    pages = [("/z/y/x", None, None), ("/b", None, None), ("/a", None, None), ("/loom", None, None)]
    assert ranked("loom", *pages) == ["/loom", "/b", "/a", "/z/y/x"]


def test_a_search_without_words_changes_nothing() -> None:
    assert ranked("…!", ("/b", None, None), ("/a", None, None)) == ["/b", "/a"]


def test_the_ranking_does_not_depend_on_the_order_of_arrival() -> None:
    pages = [(f"/section-{n % 7}/weaving-{n}", f"Loom {n % 5}" if n % 3 else None, None) for n in range(300)]
    expected = ranked("weaving loom", *pages, limit=50)
    numbered = list(enumerate(pages))
    random.Random(1).shuffle(numbered)
    gathering = Gathering(50, query=MapQuery("weaving loom"), ignore_query=True)
    for number, (path, title, description) in numbered:
        gathering.offer(web_url(f"https://example.org{path}"), (number,), title, description)
    assert [link.url.removeprefix("https://example.org") for link in gathering.best()] == expected


def test_a_page_met_twice_is_one_and_all_that_is_told_of_it_is_kept() -> None:
    gathering = Gathering(10, query=None, ignore_query=True)
    gathering.offer(web_url("https://example.org/a/?x=1#y"), (2, 0))
    gathering.offer(web_url("http://www.example.org/a"), (1, 5), "Title")
    gathering.offer(web_url("https://example.org/a?x=2"), (3, 0), "Later", "Words")
    assert gathering.best() == (FoundLink("http://www.example.org/a", "Title", "Words"),)


def test_queries_are_kept_when_they_tell_pages_apart() -> None:
    gathering = Gathering(10, query=None, ignore_query=False)
    for query in ("?page=1", "?page=2", "?page=2&utm_source=x", "#top"):
        gathering.offer(web_url(f"https://example.org/list{query}"), (len(gathering),))
    assert [link.url for link in gathering.best()] == [
        f"https://example.org/list{query}" for query in ("?page=1", "?page=2", "")
    ]


@pytest.mark.parametrize("search", [None, "article 77"])
def test_the_best_of_many_are_the_best_of_all(search: str | None) -> None:
    pages = [(web_url(f"https://example.org/article/{n}"), (2, n % 10, n)) for n in range(20_000)]

    def best(limit: int, order: Sequence[tuple[WebUrl, tuple[int, ...]]]) -> list[str]:
        gathering = Gathering(limit, query=MapQuery(search) if search else None, ignore_query=True)
        for url, place in order:
            gathering.offer(url, place)
        return [link.url for link in gathering.best()]

    shuffled = list(pages)
    random.Random(3).shuffle(shuffled)
    assert best(20, shuffled) == best(20_000, pages)[:20]


def test_a_candidate_that_turned_out_better_is_not_dropped() -> None:
    gathering = Gathering(1, query=None, ignore_query=True)
    for n in range(3000):
        gathering.offer(web_url(f"https://example.org/{n}"), (3, n))
        # The one that would be dropped next is met again, in front of all others.
        if n == 1000:
            gathering.offer(web_url("https://example.org/1000"), (0,))
    for n in range(2000):
        gathering.offer(web_url(f"https://example.org/b/{n}"), (2, n))
    assert [link.url for link in gathering.best()] == ["https://example.org/1000"]


def test_none_of_many_pages_costs_as_much_as_all() -> None:
    gathering = Gathering(20_000, query=None, ignore_query=True)
    compared = 0

    class Number(int):
        """A place's number that counts comparisons, also of what is derived from it."""

        def __neg__(self) -> "Number":
            return Number(-int(self))

        def __lt__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return int(self) < other  # type: ignore[operator]

    most = 0
    for n in range(40_000):
        before = compared
        gathering.offer(WebUrl(f"https://example.org/{n}"), (2, Number(40_000 - n)))
        most = max(most, compared - before)
    assert len(gathering) < 40_000
    assert 0 < most < 1_000


def test_reading_on_is_pointless_once_the_answer_is_settled() -> None:
    gathering = Gathering(100, query=None, ignore_query=True)
    count = 0
    while gathering.takes((2, 0, count)):
        gathering.offer(web_url(f"https://example.org/{count}"), (2, 0, count))
        count += 1
    assert count < 2_000
    # Somebody who comes late with a better place is still heard.
    assert gathering.takes((1, 7))
    assert not gathering.takes((2, 1))


@pytest.mark.parametrize("search", [None, "page 29999"])
@pytest.mark.long
def test_what_is_held_depends_on_the_answer_and_not_on_the_site(search: str | None) -> None:
    gathering = Gathering(100, query=MapQuery(search) if search else None, ignore_query=True)
    tracemalloc.start()
    try:
        for n in range(30_000):
            gathering.offer(WebUrl(f"https://example.org/page/{n}"), (2, 0, n))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 3_000_000
    assert len(gathering.best()) == 100
