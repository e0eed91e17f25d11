from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.searches import Source
from gossamer.searchers.reading import HitFields, at, plain_text, read_date, read_hits

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("<strong>Rust</strong> &amp; Go", "Rust & Go"),
        ("It&#x27;s <b class='x'>here</b>.<br/>Next", "It's here. Next"),
        ("Use Vec<String> if a < b and c > d", "Use Vec<String> if a < b and c > d"),
        ("  two\n\n words\u200b ", "two words"),
        ("\ue000match\ue001ed", "matched"),
        (["one", None, "two"], "one … two"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        (None, ""),
        (7, ""),
        ("x" * 99, "x" * 49 + "…"),
    ],
)
def test_text_loses_what_marks_it_up_and_keeps_the_rest(written: Any, text: str) -> None:
    assert plain_text(written, longest=50) == text


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2026-05-30T08:00:00", datetime(2026, 5, 30, 8, tzinfo=UTC)),
        ("2026-05-30T08:00:00.000Z", datetime(2026, 5, 30, 8, tzinfo=UTC)),
        ("2026-05-30T08:00:00+02:00", datetime(2026, 5, 30, 6, tzinfo=UTC)),
        ("2026-05-30", datetime(2026, 5, 30, tzinfo=UTC)),
        ("Sat, 30 May 2026 08:00:00 GMT", datetime(2026, 5, 30, 8, tzinfo=UTC)),
        ("May 30, 2026", datetime(2026, 5, 30, tzinfo=UTC)),
        ("Sept. 3, 2025", datetime(2025, 9, 3, tzinfo=UTC)),
        ("30 May 2026", datetime(2026, 5, 30, tzinfo=UTC)),
        ("2 hours ago", NOON - timedelta(hours=2)),
        ("an hour ago", NOON - timedelta(hours=1)),
        ("3 mins ago", NOON - timedelta(minutes=3)),
        ("1 month ago", NOON - timedelta(days=30)),
        ("5d ago", NOON - timedelta(days=5)),
        ("yesterday", NOON - timedelta(days=1)),
        (1_780_128_000, datetime(2026, 5, 30, 8, tzinfo=UTC)),
        (1_780_128_000_000, datetime(2026, 5, 30, 8, tzinfo=UTC)),
    ],
)
def test_dates_are_read_as_providers_write_them(written: Any, moment: datetime) -> None:
    assert read_date(written, NOON) == moment


@pytest.mark.parametrize(
    "written",
    [
        None,
        "",
        "soon",
        "il y a 2 jours",
        "9999 years ago",
        "Foo 30, 2026",
        "May 99, 2026",
        True,
        7,
        -1,
        1e300,
        [],
        "x" * 999,
    ],
)
def test_what_is_no_date_is_none(written: Any) -> None:
    assert read_date(written, NOON) is None


def test_a_place_in_an_answer_is_found_by_its_path() -> None:
    payload = {"a": [{"b.c": 1, "d": {"e": ""}}], "f": None}
    assert at(payload, "a.0.b.c") == 1
    assert at(payload, "f | a.0.d.e | a.0.d") == {"e": ""}
    assert [at(payload, path) for path in ("a.1", "a.x", "f.g", "a.0.b", "")] == [None] * 5


def test_a_page_may_show_several_images_and_an_image_comes_once() -> None:
    fields = HitFields(url="page", image="src", width="w", height="h")
    listed = [
        {"page": "https://e.org/", "src": f"https://e.org/{name}.jpg", "w": width, "h": "0"}
        for name, width in (("a", 10), ("b", "20px"), ("a", 10), ("c", "30"), ("d", True))
    ]
    hits = read_hits(listed, fields, source=Source.IMAGES, name="x", now=NOON)
    assert [(hit.image_url, hit.image_width, hit.image_height) for hit in hits] == [
        ("https://e.org/a.jpg", 10, None),
        ("https://e.org/b.jpg", None, None),
        ("https://e.org/c.jpg", 30, None),
        ("https://e.org/d.jpg", None, None),
    ]


@pytest.mark.parametrize("size", ["1200 x 800", "1200×800", "1200*800", "1200px x 800px"])  # noqa: RUF001
def test_a_size_may_be_one_text(size: str) -> None:
    fields = HitFields(image="img", size="size")
    [hit] = read_hits(
        [{"url": "https://e.org/", "img": "https://e.org/a", "size": size}],
        fields,
        source=Source.IMAGES,
        name="x",
        now=NOON,
    )
    assert (hit.image_width, hit.image_height) == (1200, 800)


def test_an_image_without_its_address_is_none() -> None:
    listed = [{"url": "https://e.org/", "img": "data:image/png;base64,AA"}]
    assert read_hits(listed, HitFields(image="img"), source=Source.IMAGES, name="x", now=NOON) == ()


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()) | st.just("https://e.org/"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["url", "a", "b", "0"]), inner),
    max_leaves=8,
)


@given(st.lists(ANYTHING, max_size=3), st.sampled_from(Source))
def test_whatever_a_provider_sends_is_read_without_a_failure(listed: list[Any], source: Source) -> None:
    fields = HitFields("url", "a", "b|a.0", published="b|a", image="url", width="a", height="b", size="a")
    for hit in read_hits(listed, fields, source=source, name="x", now=NOON):
        assert hit.url.startswith(("http://", "https://"))


@given(st.text(st.characters(exclude_categories=[])))
def test_any_text_becomes_one_line_that_can_be_stored(written: str) -> None:
    text = plain_text(written, longest=20)
    assert len(text.encode()) >= len(text) <= 20
    assert "\x00" not in text
    assert len(text.splitlines()) <= 1
