"""Meanings of field names: whether a field identifies a thing, and of what kind it is."""

import re
from functools import lru_cache
from typing import Final

_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_BREAKS: Final = re.compile(r"[\W_]+")
# Numbers of the whole world: equal ones are of one thing, whatever it is called.
# fmt: off
_CODES: Final = frozenset({"gtin", "ean", "upc", "isbn", "issn", "asin", "doi"})
_KEYS: Final = _CODES | {"id", "sku", "mpn", "url", "link", "href", "uri", "slug", "email"}
# The most telling first.
_NAMES: Final = ("name", "title", "headline", "label", "question")
# Called as the kind of thing it is: what a "company" is called is its name where no other field has one.
_KINDS: Final = frozenset({
    "album", "artist", "book", "business", "company", "course", "dish", "event", "film", "firm", "game", "hotel",
    "model", "movie", "organisation", "organization", "person", "product", "recipe", "restaurant", "school", "song",
    "university",
})
# An address of these is not that of the thing, nor is their name.
_PARTS: Final = frozenset({
    "image", "logo", "picture", "photo", "thumbnail", "icon", "video", "avatar", "brand", "category", "author",
    "seller", "store", "parent", "source", "manufacturer", "publisher", "vendor", "file", "page",
})
# Each of many things has its own of these: a product, a recipe, a job. What a site says of itself is something else.
_PARTICULAR: Final = frozenset({
    "price", "cost", "amount", "currency", "discount", "color", "colour", "size", "weight", "height", "width", "length",
    "depth", "dimension", "dimensions", "material", "brand", "model", "make", "manufacturer", "availability", "stock",
    "available", "condition", "rating", "ratings", "warranty", "voltage", "power", "capacity", "memory", "storage",
    "edition", "author", "authors", "published", "release", "released", "start", "end", "deadline", "expires", "venue",
    "ingredient", "ingredients", "instruction", "instructions", "step", "steps", "serving", "servings", "yield", "prep",
    "preparation", "cook", "cooking", "calories", "cuisine", "salary", "bedrooms", "bathrooms", "rooms", "rent",
    "mileage", "role", "position", "birth", "age", "department", "sku", "mpn", "spec", "specs", "specification",
    "specifications", "variant", "variants", "review", "reviews", *_CODES,
})
# Of one site they are mostly those of one firm; of two sites of two.
_CONTACT: Final = frozenset({
    "phone", "telephone", "tel", "fax", "mobile", "email", "mail", "address", "street", "city", "zip", "postal",
    "postcode",
})
# Lists of what belongs to one thing, however much their entries are things of their own.
_OWN_LISTS: Final = frozenset({
    "review", "reviews", "comment", "comments", "offer", "offers", "variant", "variants", "variation", "variations",
    "option", "options", "ingredient", "ingredients", "step", "steps", "instruction", "instructions", "image", "images",
    "picture", "pictures", "photo", "photos", "video", "videos", "rating", "ratings", "feature", "features", "spec",
    "specs", "specification", "specifications", "attribute", "attributes", "property", "properties", "author",
    "authors", "tag", "tags", "size", "sizes", "color", "colors", "colour", "colours", "nutrition", "hours", "address",
    "addresses", "price", "prices", "seller", "sellers",
})
# Lists of what is like the thing, which a page has in a part of its own.
_ALIKE: Final = frozenset({
    "related", "similar", "recommended", "recommendations", "suggested", "suggestions", "comparable", "upsells",
})
# fmt: on


def name_in_words(name: str) -> str:
    """Return the name of a field in words: "releaseDate" and "release_date" are "release date"."""
    return _BREAKS.sub(" ", _HUMP.sub(" ", name)).strip().lower()


@lru_cache(maxsize=4096)
def is_key(name: str) -> bool:
    """Return whether a field holds what only one thing has: a number, an address."""
    return _last(name) in _KEYS and not _is_beside(name)


@lru_cache(maxsize=4096)
def is_code(name: str) -> bool:
    """Return whether a field holds a number that is given once in the whole world."""
    return _last(name) in _CODES and not _is_beside(name)


@lru_cache(maxsize=4096)
def is_name(name: str) -> bool:
    """Return whether a field holds what a thing is called."""
    return (_last(name) in _NAMES or _last(name) in _KINDS) and not _is_beside(name)


@lru_cache(maxsize=4096)
def name_rank(name: str) -> int:
    """Return the rank of a field of `is_name`; the smallest is the most telling."""
    return _NAMES.index(_last(name)) if _last(name) in _NAMES else len(_NAMES)


@lru_cache(maxsize=4096)
def is_particular(name: str) -> bool:
    """Return whether each of many things has its own of what a field holds: a price, a colour."""
    return not _PARTICULAR.isdisjoint(name_in_words(name).split())


@lru_cache(maxsize=4096)
def is_contact(name: str) -> bool:
    """Return whether a field holds how somebody is reached."""
    return not _CONTACT.isdisjoint(name_in_words(name).split())


@lru_cache(maxsize=4096)
def is_own_list(name: str) -> bool:
    """Return whether a list of this name is of what belongs to one thing."""
    return not _OWN_LISTS.isdisjoint(name_in_words(name).split())


@lru_cache(maxsize=4096)
def is_list_of_alike(name: str) -> bool:
    """Return whether a list of this name is of what a page leads to as like its own thing: "relatedProducts"."""
    return not _ALIKE.isdisjoint(name_in_words(name).split())


@lru_cache(maxsize=4096)
def is_of_a_part(name: str) -> bool:
    """Return whether a field is about what many things share: a brand, a shop."""
    return not _PARTS.isdisjoint(name_in_words(name).split())


def _last(name: str) -> str:
    return (name_in_words(name).split() or [""])[-1]


def _is_beside(name: str) -> bool:
    return not _PARTS.isdisjoint(name_in_words(name).split()[:-1])
