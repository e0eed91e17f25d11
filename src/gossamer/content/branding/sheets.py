"""Looks without a browser: what a page's own style sheets and attributes say about its usual elements.

Only rules for an element, or for a class that is named after one, are read. Linked style sheets are not.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import turbohtml

from gossamer.content.branding.colours import read_colour
from gossamer.content.branding.looks import LogoCandidate, Looks, Sample

_MOST: Final = 400_000
_RULE: Final = re.compile(r"([^{}@;]{1,300})\{([^{}]*)\}")
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_DECLARATION: Final = re.compile(r"([\w-]+)\s*:\s*([^;]{1,300})")
_VARIABLE: Final = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*([^)]*))?\)")
_ROLES: Final[Mapping[str, re.Pattern[str]]] = {
    "page": re.compile(r"html|body|:root"),
    "h1": re.compile(r"h1"),
    "h2": re.compile(r"h2"),
    "h3": re.compile(r"h3"),
    "text": re.compile(r"p"),
    "code": re.compile(r"code|pre"),
    "link": re.compile(r"a(?::link)?"),
    "button": re.compile(r"button|\.btn|\.button|\.btn-primary|\.button-primary|(?:a|button)\.(?:btn|button)[\w-]*"),
    "input": re.compile(r"input|textarea|select|\.form-control|input\[type=.?text.?\]"),
    "header": re.compile(r"header|nav|\.header|\.navbar|#header|\.site-header"),
}
_PROPERTIES: Final[Mapping[str, str]] = {
    "color": "colour",
    "background-color": "background",
    "background": "background",
    "border-color": "border",
    "border-radius": "radius",
    "font-family": "family",
    "font-size": "size",
    "font-weight": "weight",
    "padding": "padding",
    "margin": "margin",
    "gap": "gap",
    "max-width": "widest",
}
_COLOURS: Final = frozenset({"colour", "background", "border"})


def looks_of_sheets(document: turbohtml.Document) -> Looks:
    """Return the looks of a page that no browser showed."""
    text = _COMMENT.sub("", "\n".join(element.text for element in document.select("style"))[:_MOST])
    rules = [(selector.strip(), dict(_DECLARATION.findall(body))) for selector, body in _RULE.findall(text)]
    variables = {
        name: value.strip()
        for selector, held in rules
        if _ROLES["page"].fullmatch(selector)
        for name, value in held.items()
        if name.startswith("--")
    }
    samples = [*_inline(document, variables), *_read_samples(rules, variables)]
    colours = {name: colour for name, value in variables.items() if (colour := read_colour(value))}
    return Looks(tuple(samples), variables=colours, logos=tuple(_pictures(document)), computed=False)


def _read_samples(rules: list[tuple[str, dict[str, str]]], variables: Mapping[str, str]) -> Iterator[Sample]:
    for selectors, held in rules:
        for selector in map(str.strip, selectors.split(",")):
            for role, pattern in _ROLES.items():
                if pattern.fullmatch(selector) and (sample := _sample(role, selector, held, variables)):
                    yield sample


def _inline(document: turbohtml.Document, variables: Mapping[str, str]) -> Iterator[Sample]:
    for element in document.select("body[style], header[style], a[style], button[style]"):
        role = {"body": "page", "header": "header", "button": "button"}.get(element.tag, "link")
        held = dict(_DECLARATION.findall(element.attr("style") or ""))
        if sample := _sample(role, element.tag, held, variables, " ".join(element.text.split())[:60]):
            yield sample


def _sample(
    role: str, where: str, held: Mapping[str, str], variables: Mapping[str, str], text: str = ""
) -> Sample | None:
    values: dict[str, Any] = {}
    for name, written in held.items():
        readers = _PROPERTIES.get(name.lower())
        value = _resolve_variables(written.replace("!important", "").strip(), variables)
        if readers in _COLOURS:
            value = read_colour(value)
        if readers and value:
            values[readers] = value
    return Sample(role, where, text, **values) if values else None


def _resolve_variables(value: str, variables: Mapping[str, str]) -> str:
    return _VARIABLE.sub(lambda match: variables.get(match[1], match[2] or ""), value).strip()


def _pictures(document: turbohtml.Document) -> Iterator[LogoCandidate]:
    for element in document.select(
        'header img, nav img, img[class*="logo" i], img[id*="logo" i], a[class*="logo" i] img'
    ):
        above = [holder for holder in (element, *list(element.ancestors)[:5]) if isinstance(holder, turbohtml.Element)]
        named = [" ".join((holder.tag, holder.attr("id") or "", holder.attr("class") or "")) for holder in above]
        link = next((href for holder in above if holder.tag == "a" and (href := holder.attr("href"))), "")
        yield LogoCandidate(
            where="img" + (f".{element.attr('class')}" if element.attr("class") else ""),
            address=element.attr("src") or element.attr("data-src") or "",
            text=element.attr("alt") or "",
            names=" ".join(named[:3]),
            context=" ".join(named),
            link=link,
        )
