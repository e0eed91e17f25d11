"""RSL licences (Really Simple Licensing 1.0): what a document permits, prohibits and wants to be paid for.

A permission counts only where nothing has to be done for it that this service does not do: nothing is paid, no token
of a licence server is asked for, nothing is reported, and who uses the pages, and where, is not known.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import urlsplit
from xml.etree.ElementTree import XML, Element, ParseError

from gossamer.content.terms.path_patterns import path_of, select_longest
from gossamer.core.specs import Purpose

TYPE: Final = "application/rsl+xml"
_USAGES: Final[Mapping[Purpose, frozenset[str]]] = {
    Purpose.SEARCH: frozenset({"search", "all"}),
    Purpose.AI_INPUT: frozenset({"ai-input", "ai-use", "ai-all", "all"}),
    Purpose.AI_TRAIN: frozenset({"ai-train", "train-ai", "ai-all", "all"}),
}
_FREE: Final = frozenset({"free", "attribution"})
_CONDITIONS: Final = frozenset({"user", "geo"})


def read_licence(body: bytes, url: str) -> tuple[Mapping[Purpose, bool], list[dict[str, Any]]] | None:
    """Return the uses that the document *body* allows or denies for *url*, and its prices.

    None where it says nothing about that page. Raises ValueError for what is no licence.
    """
    if not body or b"<!DOCTYPE" in body:
        raise ValueError("it declares a document type" if body else "it is not there")
    try:
        contents = list(_children(XML(body), "content"))
    except ParseError as error:
        raise ValueError("it is not well-formed") from error
    if not contents:
        raise ValueError("it has no content")
    patterns = ((pattern, content) for content in contents if (pattern := _pattern(content, url)) is not None)
    chosen = select_longest(patterns, path_of(url))
    licences = [(content, licence) for content in chosen for licence in _children(content, "license")]
    if not licences:
        return None
    uses = {purpose: _is_allowed(licences, usages) for purpose, usages in _USAGES.items()}
    return uses, list(_prices(licence for _, licence in licences))


def _is_allowed(licences: list[tuple[Element, Element]], usages: frozenset[str]) -> bool:
    if any(usages & _words(licence, "prohibits") for _, licence in licences):
        return False
    return any(_permits(licence, usages) and not _has_conditions(content, licence) for content, licence in licences)


def _permits(licence: Element, usages: frozenset[str]) -> bool:
    named = _words(licence, "permits")
    return not named or bool(usages & named)


def _has_conditions(content: Element, licence: Element) -> bool:
    kinds = {payment.get("type") for payment in _children(licence, "payment")}
    limits = {limit.get("type") for name in ("permits", "prohibits") for limit in _children(licence, name)}
    is_reported = bool(list(_children(licence, "reporting")))
    return bool(content.get("server") or kinds - _FREE or limits & _CONDITIONS or is_reported)


def _prices(licences: Iterator[Element]) -> Iterator[dict[str, Any]]:
    for payment in (payment for licence in licences for payment in _children(licence, "payment")):
        price: dict[str, Any] = {"type": payment.get("type") or "free"}
        for amount in _children(payment, "amount"):
            price |= {"amount": _text(amount), "currency": amount.get("currency") or ""}
        price |= {_name(place): _text(place) for place in payment if _name(place) in {"standard", "custom"}}
        yield price


def _pattern(content: Element, url: str) -> str | None:
    """Return the path that *content* is about, "" for any; None where it is about another host."""
    pattern = (content.get("url") or "").strip()
    parts = urlsplit(pattern)
    if not parts.netloc:
        return pattern
    return pattern.partition(parts.netloc)[2] if parts.netloc == urlsplit(url).netloc else None


def _words(licence: Element, name: str) -> frozenset[str]:
    usage_elements = (each for each in _children(licence, name) if each.get("type") == "usage")
    return frozenset(word for each in usage_elements for word in _text(each).replace(",", " ").split())


def _children(element: Element, name: str) -> Iterator[Element]:
    return (child for child in element if _name(child) == name)


def _name(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _text(element: Element) -> str:
    return (element.text or "").strip()
