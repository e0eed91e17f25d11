"""Prices that a site names in an answer 402, in the words of the site; nothing is ever paid."""

import base64
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from html import unescape
from typing import Any, Final

from gossamer.content.terms.licences import TYPE, read_licence
from gossamer.content.terms.readers import RSL, read_header_statements
from gossamer.core.pages import FetchedPage

_OBJECT: Final = re.compile(r"\{.*\}", re.DOTALL)
_LARGEST: Final = 100_000
_MOST: Final = 20
_LONGEST: Final = 300
_MEMBERS: Final = ("amount", "maxAmountRequired", "asset", "network", "payTo", "description")


def read_prices(page: FetchedPage) -> list[dict[str, Any]]:
    """Return the prices for *page*; empty where none is named."""
    return list(_read_prices(page))[:_MOST]


def _read_prices(page: FetchedPage) -> Iterator[dict[str, Any]]:
    if price := page.headers.get("crawler-price", "").strip():
        currency, _, amount = price.rpartition(" ")
        yield {"scheme": "crawler-price", "amount": amount[:_LONGEST], "currency": currency[:_LONGEST]}
    for offer in _read_offers(page):
        yield {"scheme": "x402", **{name: str(offer[name])[:_LONGEST] for name in _MEMBERS if name in offer}}
    if page.media_type == TYPE:
        with suppress(ValueError):
            _, prices = read_licence(page.body[:_LARGEST], page.url) or ({}, [])
            yield from ({"scheme": "rsl", **price} for price in prices)
    for statement in read_header_statements(page):
        if statement.name == RSL:
            yield {"scheme": "rsl", "licence": statement.text[:_LONGEST]}


def _read_offers(page: FetchedPage) -> Iterator[dict[str, Any]]:
    """Yield the offers of x402: in a header (version 2) or in the body (version 1), which a browser shows as HTML."""
    text = page.body[:_LARGEST].decode("utf-8", "replace")
    written = _OBJECT.findall(unescape(text) if page.rendered else text)
    with suppress(ValueError):
        written.append(base64.b64decode(page.headers.get("payment-required", "")).decode())
    for each in written:
        with suppress(ValueError, RecursionError):
            payload = json.loads(each)
            offers = payload.get("accepts") if isinstance(payload, dict) else None
            yield from (offer for offer in offers if isinstance(offer, dict)) if isinstance(offers, list) else ()
