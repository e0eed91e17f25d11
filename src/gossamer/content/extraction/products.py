"""A product as a shop sells it: what it is, and its variants, each with its price and whether it can be had.

Variants are those that the page marks up: a group's, or several offers for one thing. Where it marks up none, the
product is its only variant. What the page does not say is left out, never guessed; only whether a variant can be had
must always be said, and without a word of the page about it that is whether it has a price.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from gossamer.content.extraction import paths
from gossamer.content.extraction.candidates import Candidate, plain
from gossamer.content.extraction.converting import convert
from gossamer.content.extraction.entities import families
from gossamer.content.extraction.entities.product import can_be_bought
from gossamer.content.extraction.field_spec import FieldSpec, Setting
from gossamer.content.extraction.filling import Filler
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.scopes import ItemScope
from gossamer.content.extraction.shape import SlotShape, shape_of
from gossamer.content.extraction.vocabulary import Kind, named
from gossamer.content.locales import words
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.structured import Item, local
from gossamer.content.values import prices
from gossamer.content.values.availability import availability, can_be_had
from gossamer.core.understanding import Evidence, Extraction, Method

_SHEET: Final = shape_of(
    {
        "type": "object",
        "properties": {
            **{
                name: {"type": "string"} for name in ("name", "brand", "category", "description", "sku", "availability")
            },
            "price": {"type": "number"},
            "originalPrice": {"type": "number"},
            "currency": {"type": "string"},
            "image": {"type": "string", "format": "uri"},
        },
    }
)
_TEXT: Final = SlotShape("leaf", frozenset({"string"}))
_NUMBER: Final = SlotShape("leaf", frozenset({"number"}))
_SOLD: Final = words("extraction", "products", "sold")
# Fields that tell one variant from another, in schema.org's words.
_OPTIONS: Final = ("color", "size", "material", "pattern", "model")
_MOST_VARIANTS: Final = 200
_MOST_IMAGES: Final = 20
_MOST_VALUES: Final = 20
_MOST_TEXT: Final = 120
_SEVERAL: Final = 2
_MANY: Final = 3


def product_of(page: PageMaterial) -> Extraction:
    """Return the product that *page* sells, in the shape of the `product` format; its value is None if it sells none.

    ``title``, ``url``, perhaps ``brand``, ``category`` and ``description``, and ``variants``. Each of these has an
    ``availability`` (``inStock``, perhaps ``text``) and perhaps ``id``, ``sku``, ``title``, ``values``, a ``price``
    (``amount``, perhaps ``currency`` and ``formatted``), a ``sale`` (``originalPrice``) and ``images`` (``url``).
    Evidence is that of the product, by the names of its fields, not of its variants.
    """
    reading = page.known(Reading)
    filler = Filler(reading)
    sheet = filler.fill(_SHEET, "product")
    sold = [item for item in reading.main(families.BY_NAME["product"]) if item.is_a(_SOLD)]
    filled = filler.found
    if sheet["name"] is None or not (sold or _is_sold(reading, sheet, filled.evidence)):
        return Extraction(None, Method.DETERMINISTIC)
    setting = Setting(page.base, reading.country, reading.language)
    several = [_variant(item, sheet, setting) for item in _variants(sold)]
    product = {
        "title": sheet["name"],
        "url": page.url,
        **{
            name: sheet[name]
            for name in ("brand", "category", "description")
            if any(map(str.isalpha, sheet[name] or ""))
        },
        "variants": several or [_only(sheet, filled.evidence, setting, sold)],
    }
    return Extraction(product, Method.DETERMINISTIC, filled.evidence, {}, 1.0)


def price_of(amount: float, currency: str | None, formatted: str = "") -> dict[str, Any]:
    """Return a price in the shape of the format; *formatted* is how the page prints it, with its currency."""
    return {
        "amount": amount,
        **({"currency": currency} if currency else {}),
        **({"formatted": formatted} if formatted else {}),
    }


def availability_of(text: str | None, *, is_priced: bool) -> dict[str, Any]:
    """Return whether it can be had in the shape of the format; *text* is what the page says of it, None nothing."""
    state = availability(text) if text else None
    if text is None or state is None:
        return {"inStock": is_priced}
    # "http://schema.org/InStock" is said in a word.
    return {"inStock": can_be_had(state), "text": (local(text) if "/" in text else text)[:_MOST_TEXT]}


def _is_sold(reading: Reading, sheet: Mapping[str, Any], evidence: Mapping[str, Evidence]) -> bool:
    """Return whether a page that marks up no product sells one: it says so, or has one price and offers to buy it."""
    meta = reading.embedded.meta
    kinds = meta.get("og:type", ())
    is_addressed = str(sheet["sku"] or "").lower() in reading.identifiers
    if sheet["price"] is None:
        # A variant that is sold out often has no price any more.
        return is_addressed and "/availability" in evidence
    if not is_addressed and _is_listing(reading, evidence["/price"].quote):
        return False
    is_product = any(kind.lower().partition(".")[0] in {"product", "og:product"} for kind in kinds)
    # A shop's front page has prices and buttons too: the thing itself must have a number, or be said to be there.
    vouched = bool({"/sku", "/availability"} & evidence.keys())
    return is_product or "product:price:amount" in meta or (vouched and can_be_bought(reading))


def _is_listing(reading: Reading, price: str) -> bool:
    """Return whether the *price* is that of one of many things that the page shows side by side."""
    if len(reading.all_of(families.BY_NAME["product"])) >= _MANY:
        return True
    for listed in reading.visible.records:
        quotes = [fact.text for record in listed.records if (fact := record.cells.get("price")) is not None]
        if len(quotes) >= _MANY and any(price in text or text in price for text in quotes):
            return True
    return False


def _variants(sold: Sequence[Item]) -> list[Item]:
    """Return the variants that are marked up, each once; none when there are not several."""
    grouped = [variant for item in sold for variant in paths.inner(item, "hasVariant")]
    offers = [variant for item in sold for path in ("offers", "offers.offers") for variant in paths.inner(item, path)]
    alone = [
        offer
        for offer in offers
        if offer.get("price") and (offer.get("sku") or offer.get("name") or offer.get("itemOffered"))
    ]
    variants = list({id(variant): variant for variant in grouped or alone}.values())[:_MOST_VARIANTS]
    return variants if len(variants) >= _SEVERAL else []


def _variant(item: Item, sheet: Mapping[str, Any], setting: Setting) -> dict[str, Any]:
    offered = [*paths.inner(item, "itemOffered"), *paths.inner(item, "offers")]
    scope = ItemScope(item, offered)
    amount = _first(scope, "price", _NUMBER, setting)
    currency = _first(scope, "currency", _TEXT, setting) or sheet["currency"]
    title = _first(scope, "name", _TEXT, setting)
    facts = {
        "id": next(_words(item, ("productID", "identifier", "inProductGroupWithID")), None),
        "sku": _first(scope, "sku", _TEXT, setting),
        "title": title if title != sheet["name"] else None,
        "values": _values([item, *offered]),
        **_format_offer(amount, _first(scope, "originalPrice", _NUMBER, setting), currency),
        "availability": availability_of(_availability(scope, "availability"), is_priced=amount is not None),
        "images": _images([item], setting),
    }
    return {name: value for name, value in facts.items() if value not in (None, {}, [])}


def _only(
    sheet: Mapping[str, Any], evidence: Mapping[str, Evidence], setting: Setting, sold: Sequence[Item]
) -> dict[str, Any]:
    """Return the product as its only variant."""
    quote = evidence["/availability"].quote if "/availability" in evidence else None
    shown = prices.price(evidence["/price"].quote, country=setting.country) if "/price" in evidence else None
    is_shown = shown is not None and shown.currency and shown.amount == Decimal(str(sheet["price"]))
    images = _images(sold, setting) or ([{"url": sheet["image"]}] if sheet["image"] else [])
    facts = {
        "sku": sheet["sku"],
        "values": _values(sold),
        **_format_offer(
            sheet["price"], sheet["originalPrice"], sheet["currency"], shown.printed if shown and is_shown else ""
        ),
        "availability": availability_of(quote, is_priced=sheet["price"] is not None),
        "images": images,
    }
    return {name: value for name, value in facts.items() if value not in (None, {}, [])}


def _format_offer(
    amount: float | None, before: float | None, currency: str | None, formatted: str = ""
) -> Mapping[str, Any]:
    if amount is None:
        return {}
    sale = {"sale": {"originalPrice": price_of(before, currency)}} if before is not None and before > amount else {}
    return {"price": price_of(amount, currency, formatted), **sale}


def _first(scope: ItemScope, name: str, shape: SlotShape, setting: Setting) -> Any | None:
    concept = named(name)
    spec = FieldSpec(name, shape, concept.kind, concept.name)
    values = (convert(candidate, spec, setting) for candidate in scope.values(name, concept))
    return next((value for value in values if value is not None), None)


def _availability(scope: ItemScope, name: str) -> str | None:
    candidates: Iterator[Candidate] = scope.values(name, named(name))
    return next((plain(candidate.text) for candidate in candidates if availability(candidate.text) is not None), None)


def _values(items: Sequence[Item]) -> dict[str, str]:
    """Return by what a variant differs: its colour, its size, and whatever else it has under a name."""
    values: dict[str, str] = {}
    for item in items:
        for name in _OPTIONS:
            if text := next(_words(item, (name,)), ""):
                values.setdefault(name, text)
        for extra in paths.inner(item, "additionalProperty")[:_MOST_VALUES]:
            name, text = next(_words(extra, ("name",)), ""), next(_words(extra, ("value",)), "")
            if name and text:
                values.setdefault(name[:_MOST_TEXT], text)
    return dict(list(values.items())[:_MOST_VALUES])


def _words(item: Item, names: Iterable[str]) -> Iterator[str]:
    for name in names:
        for value in item.get(name):
            if (text := plain(paths.text_of(value, Kind.TEXT))[:_MOST_TEXT]) and "://" not in text:
                yield text


def _images(items: Sequence[Item], setting: Setting) -> list[dict[str, str]]:
    spec = FieldSpec("image", SlotShape("leaf", frozenset({"string"}), format="uri"), Kind.IMAGE, "image")
    candidates = [
        image
        for item in items
        for path in ("image", "image.url", "photo")
        for image in paths.along(item, path, Kind.IMAGE)
    ]
    values = (convert(candidate, spec, setting) for candidate in candidates)
    return [{"url": url} for url in dict.fromkeys(url for url in values if isinstance(url, str))][:_MOST_IMAGES]
