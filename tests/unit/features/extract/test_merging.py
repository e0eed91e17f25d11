"""What several pages gave becomes one answer."""

import itertools
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.extractions import Merged, PageValue
from gossamer.core.understanding import Evidence, Method, Status
from gossamer.features.extract.merging import merge

A, B, C = "https://e.org/a", "https://e.org/b", "https://e.org/c"


def said(url: str, value: Any, *supported: str, method: Method = Method.DETERMINISTIC) -> PageValue:
    """What a page gave; what stands at the *supported* pointers rests on its words."""
    evidence = {pointer: Evidence(url, f"words of {url}", "table 1", method) for pointer in supported}
    return PageValue(url, value, method, evidence)


def merged(*pages: PageValue, shaped: bool = True) -> Merged:
    return merge(pages, shaped=shaped)


def test_one_page_is_answered_as_it_is() -> None:
    value = {"name": "Orb", "price": 3, "tags": ["a", "b"], "maker": {"name": None}}
    answer = merged(said(A, value, "/name"))
    assert answer.value == value
    assert answer.sources == {"/name": (A,), "/price": (A,), "/tags/0": (A,), "/tags/1": (A,)}
    assert answer.evidence["/name"].url == A
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
        said(A, {"founded": 1, "employees": 2, "offices": None}),
        said(B, {"founded": 10, "employees": 20, "offices": 30}),
    )
    assert answer.value == {"founded": 10, "employees": 20, "offices": 30}


def test_values_of_different_things_are_never_mixed() -> None:
    answer = merged(
        said(A, {"name": "Orb web", "price": 8}), said(B, {"name": "Sheet web", "price": 9}, "/name", "/price")
    )
    assert answer.value == {"name": "Orb web", "price": 8}
    [notice] = answer.notices
    assert "2 different things" in notice
    assert f"the answer is of “Orb web” ({A}), of which the first page speaks" in notice
    assert f"Left out: “Sheet web” ({B})." in notice


PRODUCT = dict.fromkeys(("name", "price", "sku", "color", "weight"))
PERSON = dict.fromkeys(("name", "phone", "email"))
RECIPE: dict[str, Any] = {"name": None, "ingredients": [], "prepTime": None}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (PRODUCT | {"name": "iPhone 15", "price": 799}, PRODUCT | {"name": "iPhone 15 Pro", "sku": "IP15P"}),
        (PRODUCT | {"name": "Kettle", "price": 10}, PRODUCT | {"name": "Blue Kettle", "weight": "2 kg"}),
        (
            PRODUCT | {"name": "T-Shirt", "sku": "A", "price": 10},
            PRODUCT | {"name": "T-Shirt", "sku": "B", "color": "red"},
        ),
        (PRODUCT | {"name": "T-Shirt", "color": "red"}, PRODUCT | {"name": "T-Shirt", "color": "blue", "price": 9}),
        (PERSON | {"name": "Dr. Anna Klein", "phone": "1"}, PERSON | {"name": "Dr. Anna Klein-Meyer", "email": "m@x"}),
        (RECIPE | {"name": "Soup", "prepTime": "5"}, RECIPE | {"name": "Lemon Soup", "ingredients": ["a", "b"]}),
        (RECIPE | {"name": "Soup", "ingredients": ["c"]}, RECIPE | {"name": "Soup", "ingredients": ["a", "b"]}),
        ({"product": {"name": "Kettle", "price": 9}}, {"product": {"name": "Blue Kettle", "color": "blue"}}),
        (
            {"person": {"name": "Ann", "age": 3, "city": None}, "employer": {"name": "Acme"}},
            {"person": {"name": "Bob", "age": None, "city": "Graz"}, "employer": {"name": "Acme"}},
        ),
        ({"company": "Acme", "founded": 1990, "ceo": None}, {"company": "Bravo", "founded": None, "ceo": "Bob"}),
        ({"price": 799, "color": None}, {"price": None, "color": "blue"}),
        ({"price": 10, "color": None}, {"price": 10, "color": "blue"}),
        ({"brand": "Panasonic", "price": 10, "color": None}, {"brand": "Panasonic", "price": None, "color": "blue"}),
        ({"phone": "030 1", "address": None}, {"phone": "030 2", "address": "Main St 1"}),
    ],
)
def test_of_two_things_that_look_alike_the_first_is_answered_and_the_other_told(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    for first, second in ((one, other), (other, one)):
        answer = merged(said(A, first), said(B, second))
        assert answer.value == first
        assert "2 different things" in answer.notices[0]
        assert B in answer.notices[0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (PRODUCT | {"name": "T-Shirt", "price": 10}, PRODUCT | {"name": "T SHIRT", "price": 10, "color": "red"}),
        (PRODUCT | {"name": "Shirt", "sku": "A"}, PRODUCT | {"name": "Shirt", "sku": "A", "price": 10}),
        (PRODUCT | {"name": "Shirt", "sku": "A"}, PRODUCT | {"sku": "A", "price": 10}),
        ({"isbn": "978", "title": "Dune", "price": None}, {"isbn": "978", "title": "Dune (Paperback)", "price": 9}),
        ({"price": 10, "width": 20, "color": None}, {"price": 10, "width": 20, "color": "red"}),
        ({"phone": "030 1234567", "price": 10}, {"phone": "030 1234567", "price": None}),
    ],
)
def test_one_thing_of_which_two_pages_speak_has_what_both_say(one: dict[str, Any], other: dict[str, Any]) -> None:
    answer = merged(said(A, one), said(B, other))
    told = {name: {page[name] for page in (one, other) if page.get(name) is not None} for name in {*one, *other}}
    assert all(answer.value[name] in (values or {None}) for name, values in told.items())
    assert answer.notices == ()


def test_pages_that_have_but_the_name_in_common_are_told() -> None:
    answer = merged(
        said(A, PRODUCT | {"name": "T-Shirt", "price": 10}), said(B, PRODUCT | {"name": "T-Shirt", "color": "red"})
    )
    assert answer.value == PRODUCT | {"name": "T-Shirt", "price": 10, "color": "red"}
    [notice] = answer.notices
    assert notice.startswith(f"Pages were taken to be about one thing, “T-Shirt” ({A}), for its name alone")


def test_pages_of_one_site_are_put_together_where_nothing_contradicts_and_that_is_told() -> None:
    one, other = {"mission": "Silk", "phone": None}, {"mission": None, "phone": "+43 1"}
    for first, second in ((one, other), (other, one)):
        answer = merged(said(A, first), said(B, second))
        assert answer.value == {"mission": "Silk", "phone": "+43 1"}
        assert answer.notices[0].startswith("Not every page names its subject")
        assert merged(said(A, first), said("https://other.org/", second)).value == first


@pytest.mark.parametrize(
    ("titles", "is_one"),
    [
        (("Casa Lume", "Opening hours"), True),
        (("Casa Lume", "Opening hours | Casa Lume"), True),
        (("Kestrel 2 headphones", "Kestrel 2 - Shipping and returns"), True),
        (("Shop", "Kontakt | Shop"), True),
        (("Flat A", "Flat B"), False),
        (("Alpha lamp | Shop", "Beta chair | Shop"), False),
        (("Rock Night - The Hall", "Jazz Night - The Hall"), False),
    ],
)
def test_titles_tell_whether_pages_without_names_are_about_one_thing(titles: tuple[str, str], is_one: bool) -> None:
    values = [{"price": 500, "rooms": None}, {"price": None, "rooms": 3}]
    pages = [replace(said(url, value), title=title) for url, value, title in zip((A, B), values, titles, strict=True)]
    for first, second in (pages, pages[::-1]):
        assert (merged(first, second).value == {"price": 500, "rooms": 3}) is is_one


SECTIONS: list[tuple[dict[str, Any], str]] = [
    ({"name": "Kestrel 2", "price": 149}, "Kestrel 2 headphones: Kestrel 2"),
    ({"name": "Specifications", "weight": "212 g"}, "Kestrel 2 - Specifications"),
    ({"weight": "212 g", "warranty": "3 years"}, "Shipping"),
]


def test_parts_of_a_thing_have_its_name_in_their_titles() -> None:
    empty: dict[str, Any] = dict.fromkeys(("name", "price", "weight", "warranty"))
    pages = [
        replace(said(f"https://e.org/{at}", empty | value), title=title) for at, (value, title) in enumerate(SECTIONS)
    ]
    for order in itertools.permutations(pages):
        answer = merged(*order)
        assert answer.value == {"name": "Kestrel 2", "price": 149, "weight": "212 g", "warranty": "3 years"}
        assert answer.notices[0].startswith("Not every page names its subject")
    assert merged(*pages[:2]).notices == ()
    dearer = replace(
        said("https://e.org/x", empty | {"name": "Kestrel 3", "price": 199}), title="Kestrel 3 - Kestrel 2"
    )
    assert "different things" in merged(*pages, dearer).notices[0]
    unsure = merged(*(replace(page, title="") for page in pages))
    assert unsure.value["weight"] is None


def test_among_many_things_of_a_site_each_has_the_pages_that_name_it_in_their_titles() -> None:
    empty: dict[str, Any] = dict.fromkeys(("name", "price", "weight", "warranty"))
    others = [("Kestrel 3", 199), ("Owl", 49)]
    pages = [
        replace(said(f"https://e.org/{at}", empty | value), title=title)
        for at, (value, title) in enumerate(
            [*SECTIONS[:2], *(({"name": name, "price": price}, f"{name} - Birds") for name, price in others)]
        )
    ]
    for order in itertools.permutations(pages):
        answer = merge(order, shaped=True, prompt="the Kestrel 2")
        assert answer.value == empty | {"name": "Kestrel 2", "price": 149, "weight": "212 g"}
        assert "3 different things" in answer.notices[0]


def test_the_start_page_of_a_shop_gives_no_name_to_its_one_product() -> None:
    empty: dict[str, Any] = dict.fromkeys(("name", "price", "weight"))
    start = replace(said(A, empty | {"name": "Shop"}), title="Shop")
    kettle = replace(said(B, empty | {"name": "Kettle", "price": 3}), title="Kettle - Shop")
    assert merged(start, kettle).value == empty | {"name": "Kettle", "price": 3}


def test_people_of_a_firm_are_not_parts_of_it() -> None:
    empty: dict[str, Any] = dict.fromkeys(("name", "email", "bio", "founded"))
    told: list[tuple[dict[str, Any], str]] = [
        ({"name": "Acme", "founded": 1990}, "Acme"),
        ({"name": "Jane Doe", "email": "jane@e.org"}, "Jane Doe | Acme"),
        ({"name": "John Roe", "bio": "Likes cats"}, "John Roe | Acme"),
    ]
    pages = [replace(said(f"https://e.org/{at}", empty | value), title=title) for at, (value, title) in enumerate(told)]
    answer = merge(pages, shaped=True, prompt="email of Jane Doe")
    assert answer.value == empty | {"name": "Jane Doe", "email": "jane@e.org"}
    assert "3 different things" in answer.notices[0]


def test_pages_of_a_firm_are_put_to_it_although_another_site_names_it_too() -> None:
    pages = [
        said("https://acme.com/", {"name": "Acme", "mission": None}),
        said("https://dir.org/acme", {"name": "Acme", "mission": None}),
        said("https://acme.com/about", {"name": None, "mission": "silk"}),
    ]
    assert merged(*pages).value == {"name": "Acme", "mission": "silk"}


def test_pages_that_all_name_a_firm_may_give_several_of_its_numbers() -> None:
    pages = [
        replace(said(url, {"name": "Acme", "email": email, "phone": phone}), title="Acme")
        for url, email, phone in ((A, "info@acme.example", None), (B, "press@acme.example", "+43 1"))
    ]
    assert merged(*pages).value == {"name": "Acme", "email": "press@acme.example", "phone": "+43 1"}
    strangers = [said(A, {"phone": "1", "city": None}), said(B, {"phone": "2", "city": "Graz"})]
    assert "2 different things" in merged(*strangers).notices[0]


@pytest.mark.parametrize(
    ("prompt", "name"),
    [
        ("copper kettle price", "Copper kettle"),
        ("The price of the iPhone 15, please", "iPhone 15"),
        ("iphone 15 pro", "iPhone 15 Pro"),
        ("what does CK-1 cost", "Copper kettle"),
        ("Find the name and price", "Kettle"),
        ("", "Kettle"),
    ],
)
def test_of_several_things_the_one_that_the_prompt_names_best_is_answered(prompt: str, name: str) -> None:
    things = [("Kettle", None), ("Copper kettle", "CK-1"), ("iPhone 15 Pro", None), ("iPhone 15", None)]
    pages = [said(f"https://e.org/{at}", {"name": of, "sku": sku, "price": at}) for at, (of, sku) in enumerate(things)]
    answer = merge(pages, shaped=True, prompt=prompt)
    assert answer.value["name"] == name
    assert ("which the prompt names best" in answer.notices[0]) is (name != "Kettle")


def test_things_without_a_name_are_told_apart_by_the_titles_of_their_pages() -> None:
    titles = [(A, "Kettle"), (B, "Pan")]
    pages = [replace(said(url, {"price": at}), title=title) for at, (url, title) in enumerate(titles)]
    assert merge(pages, shaped=True, prompt="price of the pan").value == {"price": 1}


def test_a_page_of_which_only_the_name_is_known_gives_way() -> None:
    answer = merged(said(A, {"name": "Shop", "price": None}), said(B, {"name": "Kettle", "price": 3}))
    assert answer.value == {"name": "Kettle", "price": 3}


def test_what_belongs_to_a_thing_is_not_joined_with_that_of_another() -> None:
    pages = [
        said(A, {"name": "Kettle", "reviews": [{"name": "Ann", "text": "Good"}], "features": ["Boils"]}),
        said(B, {"name": "Pan", "reviews": [{"name": "Bob", "text": "Bad"}], "features": ["Fries"]}),
    ]
    assert merged(*pages).value == pages[0].value


def test_objects_of_one_thing_that_are_about_different_ones_are_not_mixed() -> None:
    answer = merged(
        said(A, {"name": "Acme", "ceo": {"name": "Ann", "email": None}}),
        said(B, {"name": "Acme", "ceo": {"name": "Bob", "email": "bob@e.org"}}),
    )
    assert answer.value["ceo"] in ({"name": "Ann", "email": None}, {"name": "Bob", "email": "bob@e.org"})


def test_many_things_are_not_all_named_and_no_name_is_longer_than_a_line() -> None:
    pages = [said(f"https://e.org/{at}", {"name": f"{at} {'x' * 500}", "price": at}) for at in range(20)]
    [notice] = merged(*pages).notices
    assert "and 14 more" in notice
    assert len(notice) < 1000


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"products": []}, "The pages have none of the requested data."),
        ({"name": "Shop", "products": [], "offers": []}, "Nothing was found for the lists `products`, `offers`."),
    ],
)
def test_a_list_without_entries_is_told(value: Any, told: str) -> None:
    assert merged(said(A, value)).notices == (told,)


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


def test_without_a_schema_things_that_do_not_say_what_they_are_come_with_a_warning() -> None:
    answer = merged(said(A, {"price": 1}), said(B, {"price": 2}), shaped=False)
    assert answer.value == {"items": [{"price": 1}, {"price": 2}]}
    assert answer.notices[0].startswith("Some `items` do not say what they are")


def test_without_a_schema_lists_beside_several_things_are_kept() -> None:
    pages = [said(A, {"name": "a"}), said(B, {"name": "b"}), said(C, {"events": [{"name": "c"}]})]
    assert merged(*pages, shaped=False).value == {"items": [{"name": "a"}, {"name": "b"}, {"events": [{"name": "c"}]}]}


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


def test_nothing_is_said_of_what_no_page_says() -> None:
    answer = merged(said(A, {"name": None}), said(B, {"name": " "}))
    assert answer.value == {"name": None}


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


def test_hundreds_of_things_that_are_called_alike_or_not_at_all_are_told_apart() -> None:
    for value in ({"name": "Lamp"}, {"color": "white and blue"}):
        pages = [said(f"https://e.org/{page}", value | {"price": page, "size": page}) for page in range(300)]
        answer = merged(*pages)
        assert answer.value == pages[0].value
        assert "300 different things" in answer.notices[0]


def test_what_stands_on_each_of_a_thousand_pages_is_one_entry() -> None:
    same = [{"title": title, "url": f"https://e.org/{title}"} for title in ("Home", "Terms")]
    answer = merged(*(said(f"https://e.org/p{page}", {"links": same}) for page in range(1000)))
    assert answer.value == {"links": same}
    assert len(answer.sources["/links/1/url"]) == 1000


def judged(url: str, value: Any, status: Status) -> PageValue:
    """What a page gave for `maker`, of which its evidence has this status."""
    proof = Evidence(url, "its words", "line 1", Method.MODEL, 0.5, status)
    return PageValue(url, {"maker": value}, Method.MODEL, {"/maker": proof})


def test_what_a_page_supports_wins_over_what_another_does_not_say() -> None:
    for status in (Status.ELSEWHERE, Status.ABSENT):
        answer = merged(judged(A, "Ann", status), judged(B, "Bo", Status.SUPPORTED))
        assert (answer.value, answer.evidence["/maker"].status) == ({"maker": "Bo"}, "supported")


def test_what_no_page_supports_is_answered_with_its_status() -> None:
    answer = merged(judged(A, "Ann", Status.ABSENT), judged(B, None, Status.ABSENT))
    assert (answer.value, answer.evidence["/maker"].status) == ({"maker": "Ann"}, "absent")
