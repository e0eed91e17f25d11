from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.searches import Hit
from gossamer.features.search.searching import fuse_hits, interleave_hits


def hits(provider: str, *urls: str) -> list[Hit]:
    return [Hit(f"https://{url}", title=f"{url} by {provider}", providers=(provider,)) for url in urls]


def urls(found: list[Hit]) -> list[str]:
    return [hit.url.removeprefix("https://") for hit in found]


def test_what_several_found_comes_first() -> None:
    assert urls(fuse_hits([hits("one", "a.example", "b.example"), hits("two", "c.example", "b.example")])) == [
        "b.example",
        "a.example",
        "c.example",
    ]


def test_one_page_under_several_addresses_is_one_and_says_who_returned_it() -> None:
    [hit] = fuse_hits([hits("one", "www.a.example/x/"), [Hit("http://a.example/x?utm_source=two", providers=("two",))]])
    assert (hit.url, hit.providers) == ("https://www.a.example/x/", ("one", "two"))


def test_what_the_first_did_not_tell_the_second_does() -> None:
    [hit] = fuse_hits([[Hit("https://a.example/")], [Hit("https://a.example/", "Title", "Words")]])
    assert (hit.title, hit.description) == ("Title", "Words")


def test_a_page_that_one_provider_returns_twice_counts_once() -> None:
    assert (
        urls(fuse_hits([hits("one", "a.example", "a.example", "b.example"), hits("two", "b.example")]))[0]
        == "b.example"
    )


def test_pictures_of_one_page_are_several() -> None:
    pictures = [Hit("https://a.example/", image_url=f"https://a.example/{n}.png", image_width=1) for n in range(2)]
    assert len(fuse_hits([pictures])) == 2


def test_lists_are_interleaved() -> None:
    assert urls(interleave_hits([hits("one", "a.example", "b.example"), hits("two", "c.example", "a.example")])) == [
        "a.example",
        "c.example",
        "b.example",
    ]


@given(st.lists(st.lists(st.sampled_from("abcdef"), unique=True), min_size=1, max_size=4))
def test_fusion_is_stable_and_loses_nothing(lists: list[list[str]]) -> None:
    given_lists = [hits(str(number), *(f"{name}.example" for name in names)) for number, names in enumerate(lists)]
    found = fuse_hits(given_lists)
    assert found == fuse_hits(given_lists)
    assert {hit.url for hit in found} == {hit.url for one in given_lists for hit in one}
    if len(lists) == 1:
        assert urls(found) == [f"{name}.example" for name in lists[0]]
