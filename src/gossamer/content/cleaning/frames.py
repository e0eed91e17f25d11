"""What a browser shows inside a page although it is written elsewhere.

Declarative shadow trees take the place of their host's children, with slots filled. Frames
arrive as `<div data-gossamer-frame="URL">` from the browser, or as `srcdoc` in fetched pages.
Parts of a page that the server streamed after it (`<div hidden id="S:1">` for the boundary
`<template id="B:1">`) go where their script would move them.
"""

from html import escape, unescape
from itertools import islice
from typing import Final

import turbohtml

from gossamer.content.addresses import Base, absolute_set
from gossamer.content.page import scan, structure, vocabulary

FRAME: Final = "data-gossamer-frame"
_MAX_SRCDOC: Final = 2_000_000
_MAX_FRAMES: Final = 200
_MAX_DEPTH: Final = 3
_MAX_STANDINS: Final = 64


def flatten(document: turbohtml.Document, base: Base) -> None:
    """Put shadow trees, frames and streamed parts in place; addresses in frames become absolute."""
    for template in reversed(document.select("template[shadowrootmode],template[shadowroot]")):
        _fill(template)
    _settle_streamed(document)
    _inline_srcdoc(document, depth=0)
    for frame in document.select(f"[{FRAME}]"):
        _make_absolute(frame, _base_of(frame, base))


def absolute_html(html: str, base: Base) -> str:
    """Return *html*, as turbohtml writes it, with absolute addresses; those that cannot be read stay."""
    source = html.encode("utf-8", "surrogatepass")
    parts: list[bytes] = []
    at = 0
    for start, end, is_set in structure.find_addresses(scan.Scan(html)):
        written = unescape(source[start:end].decode("utf-8", "surrogatepass"))
        address = absolute_set(written, base) if is_set else base.absolute(written)
        if address is not None and address != written:
            address = escape(address, quote=False).replace('"', "&quot;")
            parts += (source[at:start], address.encode("utf-8", "surrogatepass"))
            at = end
    return b"".join([*parts, source[at:]]).decode("utf-8", "surrogatepass")


def _make_absolute(node: turbohtml.Node, base: Base) -> None:
    """Make every address in *node* absolute, in place; those that cannot be read stay."""
    for name in vocabulary.ADDRESSES:
        for element in node.select(f"[{name}]"):
            if (value := element.attr(name)) is not None and (address := base.absolute(value)):
                element.attrs[name] = address
    for element in node.select("[srcset]"):
        element.attrs["srcset"] = absolute_set(element.attr("srcset") or "", base)


def _base_of(frame: turbohtml.Element, base: Base) -> Base:
    address = base.absolute(frame.attr(FRAME) or "") or base.url
    return Base(address) if address.startswith(("http://", "https://")) else base


def _fill(template: turbohtml.Element) -> None:
    host = template.parent
    if not isinstance(host, turbohtml.Element):
        return
    tree = [child for part in template.children for child in part.children]
    light = [child for child in host.children if child != template]
    named: dict[str, list[turbohtml.Node]] = {}
    for child in light:
        name = child.attr("slot", "") if isinstance(child, turbohtml.Element) else ""
        named.setdefault(name or "", []).append(child)
    for slot in template.select("slot"):
        assigned = named.pop(slot.attr("name", "") or "", None)
        if assigned and any(isinstance(n, turbohtml.Element) or n.text.strip() for n in assigned):
            slot.replace_with(*assigned)
        else:
            slot.unwrap()
    tree = [child for part in template.children for child in part.children]
    host.clear()
    host.extend(tree)


def _settle_streamed(document: turbohtml.Document) -> None:
    segments = document.select('div[hidden][id^="S:"]')
    if not segments:
        return
    boundaries = {t.attr("id"): t for t in document.select('template[id^="B:"],template[id^="P:"]')}
    for segment in segments:
        key = (segment.attr("id") or "")[2:]
        place = boundaries.get(f"B:{key}") or boundaries.get(f"P:{key}")
        if place is None or place.parent is None or any(a == segment for a in place.ancestors):
            del segment.attrs["hidden"]
            continue
        _remove_fallback(place)
        place.replace_with(*list(segment.children))
        segment.decompose()


def _remove_fallback(boundary: turbohtml.Element) -> None:
    """Remove what stood in for the part: from the boundary to the comment that closes it."""
    standins: list[turbohtml.Node] = []
    for sibling in islice(boundary.next_siblings, _MAX_STANDINS):
        if isinstance(sibling, turbohtml.Comment) and sibling.data == "/$":
            for standin in standins:
                standin.extract()
            return
        standins.append(sibling)


def _inline_srcdoc(node: turbohtml.Node, *, depth: int) -> None:
    for frame in node.select("iframe[srcdoc]")[:_MAX_FRAMES]:
        srcdoc = frame.attr("srcdoc") or ""
        if depth >= _MAX_DEPTH or len(srcdoc) > _MAX_SRCDOC or "<" not in srcdoc or _is_hidden(frame):
            continue
        inner = turbohtml.parse(srcdoc, positions=False, allow_declarative_shadow_roots=False)
        body = inner.select_one("body")
        if body is None:
            continue
        _inline_srcdoc(body, depth=depth + 1)
        frame.replace_with(turbohtml.Element("div", {FRAME: ""}, list(body.children)))


def _is_hidden(frame: turbohtml.Element) -> bool:
    style = (frame.attr("style") or "").replace(" ", "").lower()
    return frame.attr("hidden") is not None or "display:none" in style or frame.attr("width") in {"0", "1"}
