"""Text to a tree, within limits a hostile page cannot pass.

The parser itself copes with any depth and any soup in linear time; what is limited is how much
of it there is, because a node costs some 150 bytes for as little as three bytes of markup.
"""

import re
from dataclasses import dataclass
from itertools import islice

import turbohtml

MAX_CHARACTERS = 24_000_000
MAX_TAGS = 1_000_000


@dataclass(frozen=True, slots=True)
class Parsed:
    """A document, the address its relative URLs start from, and whether a limit cut it short."""

    document: turbohtml.Document
    base_url: str
    truncated: bool


def parse(html: str, url: str) -> Parsed:
    """Return the tree of *html* found at *url*; what is beyond the limits is left out.

    Declarative shadow roots stay as `<template>` elements and `<noscript>` holds elements:
    `cleaning` decides about both.
    """
    text = _within_limits(html)
    # With scripting, because without it the content of a <noscript> in the head ends the head and spills into the body.
    document = turbohtml.parse(text, positions=False, allow_declarative_shadow_roots=False, scripting=True)
    for element in document.select("noscript"):
        _fill(element)
    return Parsed(document, _base_of(document, url), len(text) < len(html))


def _within_limits(html: str) -> str:
    text = html[:MAX_CHARACTERS]
    # Each "<" can open at most one node and a text after it.
    if len(text) > MAX_TAGS and text.count("<") > MAX_TAGS:
        last = next(islice(re.finditer("<", text), MAX_TAGS, None))
        return text[: last.start()]
    return text


def _base_of(document: turbohtml.Document, url: str) -> str:
    try:
        base = document.base_url(url)
    except ValueError:
        return url
    # A base of another scheme (data:, javascript:) would make every link useless.
    return base if base.startswith(("http://", "https://")) else url


def _fill(noscript: turbohtml.Element) -> None:
    """Turn the text of a `<noscript>` into elements."""
    markup = noscript.text
    if "<" in markup:
        noscript.clear()
        noscript.extend(list(turbohtml.parse_fragment(markup, positions=False).children))
