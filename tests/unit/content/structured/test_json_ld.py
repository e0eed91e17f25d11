"""JSON-LD as pages have it."""

import json

import pytest
import turbohtml

from gossamer.content.structured import Item, walk
from gossamer.content.structured.json_ld import json_ld


def _read(*scripts: str) -> list[Item]:
    return json_ld(turbohtml.parse("".join(f'<script type="application/ld+json">{one}</script>' for one in scripts)))


def _name(item: Item) -> object:
    return item.get("name")[0]


@pytest.mark.parametrize(
    "written",
    [
        '{"@type": "Product", "name": "Kettle",}',
        '/* first */ {"@type": "Product", // the kind\n "name": "Kettle"}',
        "{'@type': 'Product', 'name': 'Kettle'}",
        '{"@type": "Product", "name": "Kettle", "description": "two\nlines\tand a tab"}',
        '<!-- {"@type": "Product", "name": "Kettle"} -->',
        '//<![CDATA[\n{"@type": "Product", "name": "Kettle"}\n//]]>',
        "{&quot;@type&quot;: &quot;Product&quot;, &quot;name&quot;: &quot;Kettle&quot;}",
        '{"@type": "Product", "name": "Kettle", "offers": {"price": 5',
        '{"@type": "Product", "name": "Kettle", "weight": NaN, "x": undefined}',
    ],
)
def test_what_people_get_wrong_is_mended(written: str) -> None:
    [item] = _read(written)
    assert (item.kinds, _name(item)) == (("Product",), "Kettle")


def test_a_quote_inside_of_words_stays_in_them() -> None:
    [item] = _read('{"@type": "Product", "name": "A 5" pipe", "sku": "1"}')
    assert (_name(item), item.get("sku")) == ('A 5" pipe', ("1",))


def test_behind_a_quote_inside_of_words_they_may_go_on_in_the_next_line() -> None:
    [item] = _read('{"@type":"Product","name":"Luna","description":"Meet "Luna"\nthe kettle","sku":"AB12"}')
    assert (_name(item), item.get("sku")) == ("Luna", ("AB12",))
    [item] = _read('{"name":"see "http://x" // and "y" now","sku":"1"}')
    assert (_name(item), item.get("sku")) == ('see "http://x" // and "y" now', ("1",))


def test_a_script_that_is_no_json_leaves_the_others_readable() -> None:
    [item] = _read("var a = function () {}", '{"@type": "Product", "name": "Kettle"}')
    assert _name(item) == "Kettle"


def test_a_long_root_is_whole_though_another_follows() -> None:
    long_root = json.dumps({"@type": "Product", "description": "x" * 400_000, "name": "Last"})
    assert [_name(item) for item in _read(long_root + ',{"@type": "Product", "name": "Next"}')] == ["Last", "Next"]


def test_every_root_is_a_thing() -> None:
    roots = _read('[{"n": "a"}, {"n": "b"}]', '{"@graph": [{"n": "c"}]}', '{"n": "d"}{"n": "e"}')
    assert [item.get("n")[0] for item in roots] == ["a", "b", "c", "d", "e"]


def test_a_reference_leads_to_the_thing_it_names() -> None:
    article, person = _read(
        '{"@graph": [{"@type": "Article", "author": {"@id": "#ann"}},'
        ' {"@id": "#ann", "@type": "Person", "name": "Ann"}]}'
    )
    assert article.get("author")[0] is person


def test_things_that_refer_to_each_other_can_be_walked() -> None:
    ring = _read(
        '{"@graph": [{"@id": "#a", "@type": "A", "next": {"@id": "#b"}},'
        ' {"@id": "#b", "@type": "B", "next": {"@id": "#a"}}]}'
    )
    assert sorted(item.kinds[0] for item in walk(ring)) == ["A", "B"]


def test_numbers_stay_as_they_are_written() -> None:
    [item] = _read('{"@type": "Offer", "price": 19.90, "sku": 12345678901234567890}')
    assert (item.get("price"), item.get("sku")) == (("19.90",), ("12345678901234567890",))


def test_names_lose_their_vocabulary() -> None:
    [item] = _read('{"@type": "https://schema.org/Product", "schema:name": "Kettle"}')
    assert (item.kinds, _name(item)) == (("Product",), "Kettle")


def test_values_wrapped_by_the_syntax_are_unwrapped() -> None:
    [item] = _read('{"@type": "A", "name": {"@value": "x", "@language": "en"}, "part": {"@list": ["1", "2"]}}')
    assert (item.get("name"), item.get("part")) == (("x",), ("1", "2"))


@pytest.mark.parametrize(
    "hostile",
    [
        "[" * 300_000,
        '{"a":' * 100_000,
        '{"a":"' + '"x' * 200_000,
        '{"a":"' + '\\"' * 200_000,
        '{"a":1,' + "/*" * 100_000,
        json.dumps({"@graph": [{"@id": f"#{n}", "@type": "A", "p": [{"@id": f"#{n + 1}"}] * 10} for n in range(40)]}),
        json.dumps([{"@type": "Product", "offers": {"price": n}} for n in range(30_000)]),
    ],
    ids=["arrays", "objects", "quotes", "escapes", "comments", "references", "many"],
)
def test_hostile_json_is_read_within_limits(hostile: str) -> None:
    assert len(list(walk(_read(hostile)))) <= 5_000
