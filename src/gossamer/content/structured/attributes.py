"""Microdata and RDFa Lite: things whose properties are elements of the page.

What a property says follows the HTML Standard (microdata, 5.2.4), with three things that pages do and people mean:
`content` counts on every element, a link that is no address property says its words, and an image that is loaded late
says where it will come from. Both are read in one way: an element belongs to the nearest thing around it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import turbohtml

from gossamer.content.addresses import Base
from gossamer.content.charset import storable
from gossamer.content.structured.items import Item, Value, local

_MAX_PROPERTIES: Final = 6_000
_MAX_THINGS: Final = 3_000
_MAX_TEXT: Final = 50_000

_SOURCED: Final = frozenset({"audio", "embed", "iframe", "img", "source", "track", "video"})
_VALUED: Final = {"data": "value", "meter": "value", "time": "datetime"}
_BROKEN: Final = frozenset(
    {"address", "article", "blockquote", "br", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "li", "ol",
     "p", "pre", "section", "table", "td", "th", "tr", "ul"}
)  # fmt: skip
# As a list's text is written.
_BULLET: Final = re.compile(r"\A(?:[*•-]|\d{1,2}\.)\s")
_LATE: Final = ("data-src", "data-lazy-src", "data-original")
_ADDRESSES: Final = frozenset(
    {"url", "image", "sameas", "logo", "contenturl", "embedurl", "thumbnailurl",
     "availability", "itemcondition", "mainentityofpage", "item", "additionaltype", "photo",
     "hasmap", "map", "menu", "discussionurl"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Markup:
    source: str
    thing: str  # the attribute that makes an element a thing
    kind: str  # the attribute that says which
    property: str


_MICRODATA: Final = _Markup("microdata", "itemscope", "itemtype", "itemprop")
_RDFA: Final = _Markup("RDFa", "typeof", "typeof", "property")


def microdata(document: turbohtml.Node, base: Base) -> tuple[list[Item], Item]:
    """Return the things of the page's microdata, outermost ones, and a thing of no kind with what belongs to none."""
    return _read(document, base, _MICRODATA)


def rdfa(document: turbohtml.Node, base: Base) -> list[Item]:
    """Return the things of the page's RDFa Lite, outermost ones."""
    return _read(document, base, _RDFA)[0]


def _read(document: turbohtml.Node, base: Base, markup: _Markup) -> tuple[list[Item], Item]:
    things = {element: _thing(element, markup) for element in document.select(f"[{markup.thing}]")[:_MAX_THINGS]}
    inner: set[turbohtml.Element] = set()
    loose = Item(markup.source)
    if not things and markup is _RDFA:
        return [], loose
    referred = _map_references(document, things) if markup is _MICRODATA else {}
    for element in document.select(f"[{markup.property}]")[:_MAX_PROPERTIES]:
        names = (element.attr(markup.property) or "").split()
        owner = _owner(element, markup, things, referred)
        target = things.get(owner, loose) if owner is not None else loose
        if element in things and target is not loose:
            inner.add(element)
        if owner is None and markup is _RDFA:
            continue
        for name in names[:8]:
            value: Value | None = things.get(element) or _attribute_text(element, local(name), base)
            # A loop of references must not make a thing a part of itself.
            if value is not None and value != "" and value is not target:
                target.add(storable(local(name)), value)
    return [item for element, item in things.items() if element not in inner], loose


def _thing(element: turbohtml.Element, markup: _Markup) -> Item:
    kinds = tuple(storable(local(kind)) for kind in (element.attr(markup.kind) or "").split()[:8])
    ident = element.attr("itemid") or element.attr("resource") or element.attr("about") or ""
    return Item(markup.source, tuple(filter(None, kinds)), ident=storable(ident))


def _map_references(
    document: turbohtml.Node, things: Mapping[turbohtml.Element, Item]
) -> dict[turbohtml.Element, turbohtml.Element]:
    """Return, by element, the thing that refers to it (`itemref`)."""
    elements: dict[str, turbohtml.Element] = {}
    for element in things:
        for ident in (element.attr("itemref") or "").split()[:50]:
            elements.setdefault(ident, element)
    if not elements:
        return {}
    return {
        element: elements[ident]
        for element in document.select("[id]")
        if (ident := element.attr("id") or "") in elements
    }


def _owner(
    element: turbohtml.Element,
    markup: _Markup,
    things: Mapping[turbohtml.Element, Item],
    referred: Mapping[turbohtml.Element, turbohtml.Element],
) -> turbohtml.Element | None:
    if referred:
        if (by := referred.get(element)) is not None:
            return by
        for above in element.ancestors:
            if isinstance(above, turbohtml.Element):
                if above in things:
                    return above
                if (by := referred.get(above)) is not None:
                    return by
        return None
    parent = element.parent
    return parent.closest(f"[{markup.thing}]") if isinstance(parent, turbohtml.Element) else None


def _attribute_text(element: turbohtml.Element, name: str, base: Base) -> str:
    tag = element.tag
    content = element.attr("content")
    if content is not None and (content.strip() or tag == "meta"):
        return _words(content)
    if (reference := _reference(element, name)) is not None:
        return _address(reference, base)
    value = element.attr(_VALUED[tag]) if tag in _VALUED else None
    return _words(value) if value else text_of(element) or _words(element.attr("resource") or "")


def _reference(element: turbohtml.Element, name: str) -> str | None:
    """Return the reference that is the element's value, None when its value is no address."""
    tag = element.tag
    if tag in _SOURCED:
        return _source(element)
    if tag == "link" or (tag in {"a", "area"} and name.lower() in _ADDRESSES):
        return element.attr("href") or element.attr("resource") or ""
    return element.attr("data") or "" if tag == "object" else None


def text_of(element: turbohtml.Element) -> str:
    """Return the words of *element*: of blocks, a line each."""
    if next(element.iter_elements(("script", "style")), None) is not None or (
        next(element.iter_elements(_BROKEN), None) is not None
    ):
        text = storable(element.to_text()[:_MAX_TEXT])
        return "\n".join(filter(None, (_BULLET.sub("", " ".join(line.split())) for line in text.splitlines())))
    return _words(element.text)


def _source(element: turbohtml.Element) -> str:
    source = element.attr("src") or ""
    if source and not source.startswith("data:"):
        return source
    return next((late for name in _LATE if (late := element.attr(name))), source)


def _address(reference: str, base: Base) -> str:
    reference = reference.strip()
    return storable(base.absolute(reference) or reference) if reference and len(reference) < _MAX_TEXT else ""


def _words(text: str) -> str:
    return storable(" ".join(text[:_MAX_TEXT].split()))
