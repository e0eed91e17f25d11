"""Endless spaces are recognised, and ordinary sites are let be."""

from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import combinations, product
from urllib.parse import urlsplit

import pytest

from gossamer.features.crawl.traps import Budgets, endless_shape

BEGUN = datetime(2026, 6, 1, tzinfo=UTC)
TOKENS = [f"{number:032x}" for number in range(10**6, 10**6 + 200)]


def shape(path: str) -> str | None:
    url = f"https://e.org{path}"
    return endless_shape(url, urlsplit(url), begun=BEGUN)


@pytest.mark.parametrize(
    "path",
    [
        "/" + "a" * 2000,
        "/a/a/a/a",
        "/a/b/a/b/a/b",
        "/x/a/b/c/a/b/c/a/b/c/y",
        "/en/docs/en/blog/en/news/en/shop/en/x",
        "/" + "/".join(str(n) for n in range(31)),
        "/login?next=/login?next=/login?next=/home",
        "/login?next=%2Flogin%3Fnext%3D%252Flogin%253Fnext%253D%25252Fhome",
        "/a?" + "&".join(f"p{n}=1" for n in range(21)),
        "/a?" + "&".join(f"filter={n}" for n in range(9)),
        "/calendar/2031/5",
        "/calendar/2031/05/17",
        "/calendar/2031-05/month",
        "/calendar/0987/1",
        "/calendar/1970/1/",
        "/kalender/2035",
        "/events/2040/12",
        "/events?date=2031-05-17",
        "/agenda?month=2035-01",
        "/?year=2099&month=1",
        "/rooms?start=2031-05-01&end=2031-05-02",
        "/list/2031-05-17",
        "/archive/2040/05/17",
        "/calendar?view=week&date=20310517",
    ],
)
def test_an_endless_space_shows_in_its_addresses(path: str) -> None:
    assert shape(path) is not None


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/a/a/a",
        "/2011/11/11/eleven",
        "/a/b/a/b",
        "/en/us/en/products",
        "/" + "/".join("abcdefghijklmnopqrst"),
        "/docs/v1/docs/v2/docs/v3/docs",
        "/login?next=/login?next=/home",
        "/share?url=https%3A%2F%2Fe.org%2Fshare",
        "/list?page=4711",
        "/list?start=5000",
        "/list?from=9000&to=9050",
        "/t/4821/3",
        "/thread/2099/12",
        "/item/2050",
        "/events/4821",
        "/events/4821/tickets",
        "/calendar/2026/06",
        "/calendar/2027/01/31",
        "/calendar/2017/12",
        "/events/2024/05/17/summer-party",
        "/1996/05/17/an-old-article",
        "/1851/09/18",
        "/news/2031/05/17/what-the-future-holds",
        "/a?update=1234567",
        "/a?candidate=1234",
        "/search?q=a&sort=b&page=3",
        "/index.php?option=com_content&view=article&id=7&catid=3&Itemid=45&lang=en",
        "/a?color[]=red&color[]=blue&size[]=s&size[]=m",
    ],
)
def test_ordinary_addresses_are_let_be(path: str) -> None:
    assert shape(path) is None


def refused(paths: Iterable[str]) -> list[str]:
    budgets = Budgets()
    return [path for path in paths if budgets.spend(urlsplit(f"https://e.org{path}")) is not None]


def filters(names: str) -> list[str]:
    """Return a list with every combination of filters, each with three values."""
    found = []
    for count in range(1, len(names) + 1):
        for chosen in combinations(names, count):
            found += [
                "/shoes?" + "&".join(f"{name}={value}" for name, value in zip(chosen, values, strict=True))
                for values in product("123", repeat=count)
            ]
    return found


def test_pages_of_one_calendar_are_counted() -> None:
    days = [
        f"/calendar/{year}/{month}/{day}" for year in (2025, 2026) for month in range(1, 13) for day in range(1, 29)
    ]
    assert len(refused(days)) == len(days) - 200


def test_months_that_are_counted_from_somewhere_are_counted() -> None:
    assert len(refused(f"/calendar/{n}/{month}" for n in range(50) for month in range(1, 13))) == 400


def test_combinations_of_filters_are_counted_where_filters_combine_freely() -> None:
    paths = filters("abcdef")
    few = [path for path in paths if path.count("=") < 3]
    cut = refused(paths)
    assert not set(cut) & set(few)
    assert 200 <= len(paths) - len(few) - len(cut) <= 208


def test_a_whole_site_under_ever_new_tokens_is_cut() -> None:
    cut = refused(f"/s/{token}/page/{number}" for token in TOKENS for number in range(40))
    assert len(cut) > 0.9 * len(TOKENS) * 40
    assert not any(TOKENS[0] in path for path in cut)


@pytest.mark.parametrize(
    "paths",
    [
        [f"/list?page={n}" for n in range(5000)],
        [f"/category/{n}?page={p}&sort=price" for n in range(50) for p in range(50)],
        [f"/product/{token}" for token in TOKENS],
        [f"/product/{token}/{tab}" for token in TOKENS for tab in ("reviews", "images", "questions", "shipping")],
        [f"/users/{token}/posts/{n}" for n, token in enumerate(TOKENS * 5)],
        [
            f"/index.php?route=product/product&path={n % 9}&product_id={n}&{extra}=1"
            for n in range(500)
            for extra in "abcdefgh"
        ],
        [f"/article.pl?sid={n}" for n in range(1000)],
        [f"/events/{n}" for n in range(3000)],
        [
            f"/blog/2024/{month:02}/{day:02}/post-{n}"
            for month in range(1, 13)
            for day in range(1, 28)
            for n in range(3)
        ],
        [
            f"/archive/{year}/{month:02}/{day:02}"
            for year in range(2020, 2026)
            for month in range(1, 13)
            for day in range(1, 29)
        ],
    ],
)
def test_large_sites_are_let_be(paths: list[str]) -> None:
    assert refused(paths) == []


def test_what_is_counted_is_bounded() -> None:
    budgets = Budgets()
    for number in range(3000):
        budgets.spend(urlsplit(f"https://e{number}.org/calendar/2026/5?a=1&b=2&c=3"))
    assert len(budgets._calendars._values) <= 1000
    assert len(budgets._filters._values) <= 1000
