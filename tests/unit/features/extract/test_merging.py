"""What several pages gave becomes one answer."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.extracting import Merged, PageValue
from gossamer.core.understanding import Evidence, Method
from gossamer.features.extract.merging import merge

A, B, C = "https://e.org/a", "https://e.org/b", "https://e.org/c"


def said(url: str, value: Any, *supported: str, method: Method = Method.DETERMINISTIC, **missing: str) -> PageValue:
    """What a page gave; what stands at the *supported* pointers rests on its words."""
    evidence = {pointer: Evidence(url, f"words of {url}", "table 1", method) for pointer in supported}
    return PageValue(url, value, method, evidence, {f"/{name}": why for name, why in missing.items()})


def merged(*pages: PageValue, shaped: bool = True) -> Merged:
    return merge(pages, shaped=shaped)


def test_one_page_is_answered_as_it_is() -> None:
    value = {"name": "Orb", "price": 3, "tags": ["a", "b"], "maker": {"name": None}}
    answer = merged(said(A, value, "/name"))
    assert answer.value == value
    assert answer.sources == {"/name": (A,), "/price": (A,), "/tags/0": (A,), "/tags/1": (A,)}
    assert answer.evidence["/name"].url == A
    assert answer.missing == {"/maker/name": "Not found on any of the pages."}
    assert answer.methods == {Method.DETERMINISTIC: 1}


def test_gaps_of_one_page_are_filled_by_another() -> None:
    answer = merged(said(A, {"mission": "Silk", "founded": None}), said(B, {"mission": None, "founded": 1999}))
    assert answer.value == {"mission": "Silk", "founded": 1999}
    assert answer.sources == {"/mission": (A,), "/founded": (B,)}


def test_what_more_pages_say_wins() -> None:
    answer = merged(said(A, {"founded": 1990}), said(B, {"founded": 1999}), said(C, {"founded": 1999}))
    assert answer.value == {"founded": 1999}
    assert answer.sources == {"/founded": (B, C)}


def test_what_a_page_is_known_to_say_wins_over_what_it_is_not() -> None:
    answer = merged(said(A, {"founded": 1990}), said(B, {"founded": 1999}, "/founded"))
    assert answer.value == {"founded": 1999}
    assert answer.evidence["/founded"].quote == f"words of {B}"


def test_ways_of_writing_are_no_disagreement() -> None:
    answer = merged(said(A, {"city": "Graz "}), said(B, {"city": "Wien"}), said(C, {"city": "GRAZ"}))
    assert answer.value == {"city": "Graz "}
    assert answer.sources == {"/city": (A, C)}


def test_where_nobody_agrees_all_values_come_from_the_page_that_knows_most() -> None:
    answer = merged(
        said(A, {"weight": 1, "width": 2, "height": None}), said(B, {"weight": 10, "width": 20, "height": 30})
    )
    assert answer.value == {"weight": 10, "width": 20, "height": 30}


def test_values_of_different_things_are_never_mixed() -> None:
    answer = merged(
        said(A, {"name": "Orb web", "price": None}), said(B, {"name": "Sheet web", "price": 9}, "/name", "/price")
    )
    assert answer.value == {"name": "Sheet web", "price": 9}
    [notice] = answer.notices
    assert "2 different things" in notice


def test_without_a_schema_one_firms_telephone_is_not_put_beside_anothers_address() -> None:
    answer = merged(
        said(A, {"telephone": "+43 1 5550 123", "email": None}),
        said(B, {"telephone": None, "email": "b@firm.example"}),
        said(C, {"telephone": "+43 1 5550 123", "email": None, "fax": "+43 1 5550 124"}),
        shaped=False,
    )
    assert answer.value == {
        "items": [
            {"telephone": "+43 1 5550 123", "email": None, "fax": "+43 1 5550 124"},
            {"telephone": None, "email": "b@firm.example"},
        ]
    }


def test_without_a_schema_lists_of_several_pages_are_still_one_list() -> None:
    answer = merged(said(A, {"events": [{"name": "a"}]}), said(B, {"events": [{"name": "b"}]}), shaped=False)
    assert answer.value == {"events": [{"name": "a"}, {"name": "b"}]}


def test_a_company_that_is_called_by_its_short_name_is_the_same() -> None:
    answer = merged(said(A, {"name": "Acme Inc.", "phone": None}), said(B, {"name": "Acme", "phone": "+43 1"}))
    assert answer.value == {"name": "Acme", "phone": "+43 1"}
    assert answer.notices == ()


def test_models_with_other_numbers_are_other_things() -> None:
    answer = merged(said(A, {"name": "Red Shoe 42", "price": 1}), said(B, {"name": "Red Shoe 43", "price": None}))
    assert answer.value == {"name": "Red Shoe 42", "price": 1}


def test_lists_of_all_pages_are_joined_in_their_order() -> None:
    answer = merged(said(A, {"items": [{"name": "b"}, {"name": "a"}]}), said(B, {"items": [{"name": "c"}]}))
    assert answer.value == {"items": [{"name": "b"}, {"name": "a"}, {"name": "c"}]}
    assert answer.sources["/items/2/name"] == (B,)


def test_lists_are_joined_although_the_pages_have_titles_of_their_own() -> None:
    answer = merged(
        said(A, {"title": "Products", "items": [{"name": "a"}]}), said(B, {"title": "Offers", "items": [{"name": "b"}]})
    )
    assert answer.value["items"] == [{"name": "a"}, {"name": "b"}]


def test_a_thing_that_two_pages_list_is_one_entry_of_what_both_say() -> None:
    answer = merged(
        said(A, {"items": [{"name": "Web", "price": 3, "colour": None}]}),
        said(B, {"items": [{"name": "WEB", "price": 3, "colour": "grey"}]}),
    )
    assert answer.value == {"items": [{"name": "Web", "price": 3, "colour": "grey"}]}
    assert answer.sources["/items/0/price"] == (A, B)


def test_an_equal_key_makes_one_entry_and_another_key_makes_two() -> None:
    one = said(A, {"items": [{"sku": "1", "stock": 5}, {"sku": "2", "stock": 5}]})
    other = said(B, {"items": [{"sku": "1", "stock": 6}]})
    answer = merged(one, other)
    assert [entry["sku"] for entry in answer.value["items"]] == ["1", "2"]


def test_one_name_with_different_facts_stays_two_entries() -> None:
    sizes = {"items": [{"name": "Shirt", "size": "S", "price": 9}, {"name": "Shirt", "size": "M", "price": 10}]}
    assert merged(said(A, sizes)).value == sizes


def test_entries_without_a_name_are_joined_over_pages_only_when_they_are_equal() -> None:
    rows = {"rows": [{"year": 1, "count": 2}, {"year": 1, "count": 2}]}
    answer = merged(said(A, rows), said(B, {"rows": [{"year": 1, "count": 2}, {"year": 2, "count": 2}]}))
    assert answer.value == {"rows": [{"year": 1, "count": 2}, {"year": 1, "count": 2}, {"year": 2, "count": 2}]}


def test_words_of_a_list_are_there_once() -> None:
    answer = merged(said(A, {"tags": ["Silk", "web"]}), said(B, {"tags": ["silk ", "orb", None]}))
    assert answer.value == {"tags": ["Silk", "web", "orb"]}


def test_the_picture_of_a_thing_does_not_identify_it() -> None:
    answer = merged(
        said(A, {"items": [{"name": "a", "imageUrl": "https://e.org/x.png"}]}),
        said(B, {"items": [{"name": "b", "imageUrl": "https://e.org/x.png"}]}),
    )
    assert len(answer.value["items"]) == 2


def test_nothing_is_said_of_what_no_page_says_and_the_reason_is_kept() -> None:
    answer = merged(said(A, {"name": None}, name="The quote is not on the page."), said(B, {"name": " "}))
    assert answer.value == {"name": None}
    assert answer.missing == {"/name": "The quote is not on the page."}


def test_pages_that_gave_nothing_leave_the_shape_that_was_asked_for() -> None:
    answer = merged(said(A, {"items": [], "name": None}), said(B, None))
    assert answer.value == {"items": [], "name": None}


def test_a_schema_of_a_list_is_answered_by_one_list() -> None:
    assert merged(said(A, [{"name": "a"}]), said(B, [{"name": "b"}])).value == [{"name": "a"}, {"name": "b"}]


def test_without_a_schema_different_things_become_a_list() -> None:
    pages = (said(A, {"name": "a", "price": 1}), said(B, {"name": "b", "price": 2, "size": "L"}))
    answer = merged(*pages, shaped=False)
    assert answer.value == {"items": [{"name": "a", "price": 1}, {"name": "b", "price": 2, "size": "L"}]}
    assert answer.sources["/items/1/size"] == (B,)


def test_without_a_schema_one_thing_is_one_object() -> None:
    answer = merged(said(A, {"name": "a", "price": 1}), said(B, {"name": "A", "size": "L"}), shaped=False)
    assert answer.value == {"name": "a", "price": 1, "size": "L"}


def test_an_address_that_two_urls_led_to_speaks_once() -> None:
    answer = merged(said(A, {"year": 1}), said(B, {"year": 2}), said(B, {"year": 2}))
    assert answer.value == {"year": 1}


def test_pages_are_counted_by_how_they_were_read() -> None:
    answer = merged(said(A, {"a": 1}), said(B, {"a": 1}, method=Method.MODEL), said(C, {"a": 1}, method=Method.MODEL))
    assert answer.methods == {Method.DETERMINISTIC: 1, Method.MODEL: 2}


def test_names_with_slashes_are_escaped_in_pointers() -> None:
    assert list(merged(said(A, {"a/b": {"c~d": 1}})).sources) == ["/a~1b/c~0d"]


def test_true_and_one_are_different_words() -> None:
    assert merged(said(A, {"open": True}), said(B, {"open": 1}), said(C, {"open": 1})).value == {"open": 1}


values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "A ", "b c"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["name", "url", "price", "parts"]), inner)
    ),
    max_leaves=12,
)


@given(st.lists(values, max_size=5), st.booleans())
def test_whatever_pages_give_the_same_answer_comes_of_it_and_every_value_has_a_source(
    given_values: list[Any], shaped: bool
) -> None:
    pages = [said(f"https://e.org/{number}", value) for number, value in enumerate(given_values)]
    answer = merge(pages, shaped=shaped)
    assert merge(pages, shaped=shaped) == answer
    assert json.loads(json.dumps(answer.value)) == answer.value
    leaves = dict(leaves_of(answer.value))
    assert set(answer.sources) == {pointer for pointer, value in leaves.items() if value is not None}


def leaves_of(value: Any, pointer: str = "") -> list[tuple[str, Any]]:
    """Every leaf by its pointer."""
    if isinstance(value, dict):
        return [leaf for name, part in value.items() for leaf in leaves_of(part, f"{pointer}/{name}")]
    if isinstance(value, list):
        return [leaf for number, part in enumerate(value) for leaf in leaves_of(part, f"{pointer}/{number}")]
    return [(pointer, value)]


def test_a_thousand_pages_of_entries_that_are_called_alike_are_answered() -> None:
    # Comparing each entry with each other one would take minutes.
    pages = [
        said(
            f"https://e.org/{page}",
            {"name": f"Shop {page}", "items": [{"title": "Item", "number": 5 * page + entry} for entry in range(5)]},
        )
        for page in range(1000)
    ]
    answer = merged(*pages)
    assert [item["number"] for item in answer.value["items"]] == list(range(5000))


def test_what_stands_on_each_of_a_thousand_pages_is_one_entry() -> None:
    same = [{"title": title, "url": f"https://e.org/{title}"} for title in ("Home", "Terms")]
    answer = merged(*(said(f"https://e.org/p{page}", {"links": same}) for page in range(1000)))
    assert answer.value == {"links": same}
    assert len(answer.sources["/links/1/url"]) == 1000
