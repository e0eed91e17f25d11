"""The product that a page sells, as a model reads it beside what was read without one.

A model sees variants that are only shown: sizes, colours, bundles. What the page marks up of its variants is surer than
what a model makes of them, so those stay.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from gossamer.content.extraction.products import availability_of, price_of
from gossamer.content.values import prices
from gossamer.core.formats import Acceptance, Json, OnUnsupported
from gossamer.core.understanding import Extraction, Method
from gossamer.features.evidence.unsupported import empty_unsupported
from gossamer.features.understanding.model_input import PageText
from gossamer.features.understanding.modelled.extraction import extract_by_model
from gossamer.features.understanding.modelled.questions import PieceQuestions

_TEXT: Final = {"type": "string"}
_ASKED: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {
        **dict.fromkeys(("title", "brand", "category", "description"), _TEXT),
        "variants": {
            "type": "array",
            "description": "Each form in which the product is sold, with its own price or availability.",
            "items": {
                "type": "object",
                "properties": {
                    **dict.fromkeys(("sku", "title"), _TEXT),
                    "price": {**_TEXT, "description": "The price to pay now, as printed, with its currency."},
                    "originalPrice": {**_TEXT, "description": "The price before a sale, as printed."},
                    "availability": {**_TEXT, "description": "What the page says of whether it can be had."},
                    "color": _TEXT,
                    "size": _TEXT,
                },
            },
        },
    },
}
_TASK: Final = (
    "The page may sell one product: say which. A page that sells several different things, or none, has no product: "
    "then all is null."
)
_OWN: Final = ("brand", "category", "description")
_OPTIONS: Final = ("color", "size")


async def read_product(asking: PieceQuestions, page: PageText, before: Extraction) -> Extraction:
    """Return the product, with what the model adds to *before*. Raises ModelFailed and TimedOut."""
    nothing = Extraction(None, Method.DETERMINISTIC)
    extraction = await extract_by_model(asking, Json(_ASKED, _TASK, evidence=True), page, nothing)
    supported_value, _ = empty_unsupported(extraction.value, extraction.evidence, Acceptance(OnUnsupported.NULL))
    answer = supported_value if isinstance(supported_value, dict) else {}
    value = _together(answer, before.value, page.url)
    if value is None or not answer:
        return before
    return replace(before, value=value, method=Method.MODEL, warnings=())


def _together(answer: Mapping[str, Any], before: Mapping[str, Any] | None, url: str) -> Mapping[str, Any] | None:
    """Return the product with the facts of both; None when there is none."""
    variants = [
        parsed_variant for variant in answer.get("variants") or () if (parsed_variant := _variant(variant)) is not None
    ]
    if before is None:
        # A title alone is that of any page.
        if not answer.get("title") or not any("price" in variant for variant in variants):
            return None
        before_by_name: Mapping[str, Any] = {"title": answer["title"], "url": url}
    else:
        before_by_name = before
        variants = _variants(variants, before["variants"])
    added = {name: answer[name] for name in _OWN if answer.get(name) and not before_by_name.get(name)}
    return {**before_by_name, **added, "variants": variants}


def _variants(answer: list[dict[str, Any]], before: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the variants that were read without the model, or those that only it sees; of one it fills the gaps."""
    if len(before) != 1 or not answer:
        return before
    if len(answer) == 1:
        availability = before[0] if "text" in before[0]["availability"] else {}
        return [{**answer[0], **before[0], "availability": (availability or answer[0])["availability"]}]
    return answer


def _variant(answer: Mapping[str, Any]) -> dict[str, Any] | None:
    now, was = (prices.price(text) if (text := answer.get(name)) else None for name in ("price", "originalPrice"))
    variant: dict[str, Any] = {name: answer[name] for name in ("sku", "title") if answer.get(name)}
    if options := {name: answer[name] for name in _OPTIONS if answer.get(name)}:
        variant["values"] = options
    if now is not None:
        variant["price"] = price_of(float(now.amount), now.currency, now.printed if now.currency else "")
        if was is not None and was.amount > now.amount:
            variant["sale"] = {"originalPrice": price_of(float(was.amount), was.currency)}
    if not variant:
        return None
    return {**variant, "availability": availability_of(answer.get("availability"), is_priced=now is not None)}
