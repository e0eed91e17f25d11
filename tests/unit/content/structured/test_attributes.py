"""Microdata and RDFa Lite."""

import turbohtml

from gossamer.content.addresses import Base
from gossamer.content.structured import Item
from gossamer.content.structured.attributes import microdata, rdfa

BASE = Base("https://shop.example/a/b")


def _microdata(html: str) -> list[Item]:
    return microdata(turbohtml.parse(html), BASE)[0]


def test_a_thing_has_the_properties_of_its_elements() -> None:
    [item] = _microdata(
        '<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">A <b>B</b></h1>'
        '<img itemprop="image" src="/i.jpg"><meta itemprop="sku" content="7">'
        '<time itemprop="d" datetime="2020-01-01">x</time>'
        '<link itemprop="availability" href="https://schema.org/InStock"></div>'
    )
    assert item.kinds == ("Product",)
    assert item.properties == {
        "name": ["A B"],
        "image": ["https://shop.example/i.jpg"],
        "sku": ["7"],
        "d": ["2020-01-01"],
        "availability": ["https://schema.org/InStock"],
    }


def test_a_thing_inside_is_a_value_and_keeps_its_own_properties() -> None:
    [item] = _microdata(
        '<div itemscope itemtype="https://schema.org/Product"><div itemprop="offers" itemscope>'
        '<span itemprop="price">3</span></div></div>'
    )
    [offer] = item.get("offers")
    assert isinstance(offer, Item)
    assert (offer.get("price"), item.get("price")) == (("3",), ())


def test_content_counts_on_every_element() -> None:
    [item] = _microdata('<p itemscope><span itemprop="price" content="1299.50">1.299,50 €</span></p>')
    assert item.get("price") == ("1299.50",)


def test_a_link_that_is_no_address_says_its_words() -> None:
    [item] = _microdata('<p itemscope><a itemprop="brand" href="/acme">Acme</a><a itemprop="url" href="/x">go</a></p>')
    assert (item.get("brand"), item.get("url")) == (("Acme",), ("https://shop.example/x",))


def test_an_image_that_is_loaded_late_says_where_from() -> None:
    [item] = _microdata('<p itemscope><img itemprop="image" src="data:image/gif;base64,xx" data-src="/big.jpg"></p>')
    assert item.get("image") == ("https://shop.example/big.jpg",)


def test_blocks_of_a_text_are_lines() -> None:
    [item] = _microdata(
        '<p itemscope><div itemscope><div itemprop="steps"><ol><li>One.</li><li>Two.</li></ol></div></div>'
    )[1:]
    assert item.get("steps") == ("One.\nTwo.",)


def test_a_reference_brings_in_what_stands_elsewhere() -> None:
    [item] = _microdata('<div itemscope itemref="more"></div><div id="more"><b itemprop="sku">7</b></div>')
    assert item.get("sku") == ("7",)


def test_properties_of_no_thing_are_kept_apart() -> None:
    items, loose = microdata(turbohtml.parse('<b itemprop="sku">7</b>'), BASE)
    assert (items, loose.get("sku")) == ([], ("7",))


def test_rdfa_is_read_alike() -> None:
    [item] = rdfa(
        turbohtml.parse(
            '<div vocab="https://schema.org/" typeof="Product"><b property="name">A</b>'
            '<i property="offers" typeof="schema:Offer"><u property="schema:price">3</u></i></div>'
        ),
        BASE,
    )
    [offer] = item.get("offers")
    assert isinstance(offer, Item)
    assert (item.kinds, item.get("name"), offer.kinds, offer.get("price")) == (("Product",), ("A",), ("Offer",), ("3",))


def test_open_graph_is_no_thing_of_rdfa() -> None:
    assert rdfa(turbohtml.parse('<meta property="og:title" content="A">'), BASE) == []
