"""Following schema.org paths through a thing: "offers.price", "aggregateRating.ratingValue"."""

from collections.abc import Iterable, Iterator
from typing import Final

from gossamer.content.extraction.candidates import Candidate, lines, plain
from gossamer.content.extraction.vocabulary import Concept, Kind
from gossamer.content.structured import Item, Value
from gossamer.content.text.names import phrase
from gossamer.content.values.availability import availability, can_be_had

_MAX_VALUES: Final = 500
_TEXTS: Final = ("name", "@value", "value", "text", "headline", "title", "url", "contentUrl")
_ADDRESS: Final = ("streetAddress", "postalCode", "addressLocality", "addressRegion", "addressCountry")
_TOGETHER: Final = frozenset({"author", "performer", "director"})
_MAX_STEPS: Final = 2_000
_MAX_NESTING: Final = 6


def candidates(item: Item, concept: Concept) -> Iterator[Candidate]:
    """Yield the values of *item* for *concept*, the best path first."""
    if concept.name in _TOGETHER:
        yield from _together(item, concept)
    for path in concept.paths:
        yield from along(item, path, concept.kind)


def _together(item: Item, concept: Concept) -> Iterator[Candidate]:
    """Yield the names of several people as one value, as a page would print them."""
    for path in concept.paths:
        people = list(along(item, path, concept.kind))[:20]
        texts = list(dict.fromkeys(plain(person.text) for person in people if not person.text.startswith("http")))
        if len(texts) > 1:
            yield Candidate(", ".join(texts), people[0].place, machine=True)
        if texts:
            return


def availabilities(items: Iterable[Item], concept: Concept) -> list[Candidate]:
    """Return the availabilities of *items*, those that can be had first: of many offers one such is enough."""
    all_availabilities = [
        candidate for item in items for path in concept.paths for candidate in along(item, path, concept.kind)
    ]
    return sorted(all_availabilities, key=_cannot_be_had)


def along(item: Item, path: str, kind: Kind) -> Iterator[Candidate]:
    """Yield the values at *path* of *item*."""
    steps = path.split(".")
    for holder, values in _walk_steps(item, steps):
        for value in values[:_MAX_VALUES]:
            text = text_of(value, kind)
            if text:
                yield Candidate(
                    text,
                    _place(item, steps),
                    machine=True,
                    currency=holder.text("priceCurrency") if kind is Kind.PRICE else "",
                )


def inner(item: Item, path: str) -> list[Item]:
    """Return the things at *path* of *item*."""
    return [value for _, values in _walk_steps(item, path.split(".")) for value in values if isinstance(value, Item)]


def by_name(item: Item, name: str) -> Iterator[Candidate]:
    """Yield the values of the property of *item* that is called like the field *name*, or of an additional one."""
    field_phrase = phrase(name)
    for key, values in item.properties.items():
        if phrase(key) == field_phrase:
            for value in values[:_MAX_VALUES]:
                if text := text_of(value, Kind.TEXT):
                    yield Candidate(text, f"{item.label} > {key}", machine=True)
    for extra in item.get("additionalProperty")[:_MAX_VALUES]:
        if isinstance(extra, Item):
            label = extra.text("name")
            if phrase(label) == field_phrase:
                for value in extra.get("value"):
                    if text := text_of(value, Kind.TEXT):
                        yield Candidate(
                            _with_unit(extra, text), f"{item.label} > additionalProperty > {label}", machine=True
                        )


def text_of(value: Value, kind: Kind) -> str:
    """Return the words of *value*: of a thing, its name, its value or its address, as *kind* has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if kind is Kind.ADDRESS:
        return _address(value)
    names = ("url", "contentUrl", "@id", "thumbnailUrl") if kind in {Kind.URL, Kind.IMAGE} else _TEXTS
    for name in names:
        for entry in value.get(name):
            if isinstance(entry, str) and entry.strip():
                return _with_unit(value, entry) if name == "value" else entry
            if isinstance(entry, Item) and name == "value":
                return _range(entry)
    return value.ident if kind in {Kind.URL, Kind.IMAGE} else _range(value)


def listed(item: Item, concept: Concept) -> list[Candidate]:
    """Return all values of *concept* as a list: steps in their order, lines of a text, words between commas."""
    for path in concept.paths:
        steps = path.split(".")
        values = [value for _, values in _walk_steps(item, steps) for value in values]
        texts = [text for text in _texts(values, concept.name, 0) if any(map(str.isalnum, text))]
        if len(texts) == 1 and concept.kind is Kind.LIST:
            texts = _split(texts[0], concept.name)
        if texts:
            return [Candidate(text, _place(item, steps), machine=True) for text in texts[:_MAX_VALUES]]
    return []


def _texts(values: list[Value], name: str, depth: int) -> Iterator[str]:
    for value in values[:_MAX_VALUES]:
        if isinstance(value, Item):
            if depth < _MAX_NESTING:
                yield from _texts_of(value, name, depth)
        elif isinstance(value, str):
            if name in {"instructions", "ingredients"}:
                yield from lines(value)
            elif text := plain(value):
                yield text


def _texts_of(item: Item, name: str, depth: int) -> Iterator[str]:
    parts = item.get("itemListElement") or item.get("steps") or item.get("step")
    if parts:
        yield from _texts(list(parts), name, depth + 1)
        return
    words = next(
        (list(property_values) for key in ("text", "description", "name") if (property_values := item.get(key))), []
    )
    yield from _texts([value for value in words if not isinstance(value, Item)], name, depth + 1)


def _split(text: str, name: str) -> list[str]:
    if name in {"instructions", "ingredients"}:
        return lines(text)
    return [part for piece in text.replace(";", ",").split(",") if (part := plain(piece))]


def _walk_steps(item: Item, steps: list[str]) -> Iterator[tuple[Item, tuple[Value, ...]]]:
    """Yield the things that hold the last of *steps*, each with what it holds there."""
    holders = [item]
    for step in steps[:-1]:
        name, _, kind = step.partition("[")
        kind = kind.rstrip("]")
        holders = [
            value
            for holder in holders[:_MAX_STEPS]
            for value in holder.get(name)
            if isinstance(value, Item) and (not kind or _is_of(value, kind))
        ]
    for holder in holders[:_MAX_STEPS]:
        if values := holder.get(steps[-1]):
            yield holder, values


def _is_of(item: Item, kind: str) -> bool:
    return any(isinstance(value, str) and value.endswith(kind) for value in item.get("priceType"))


def _cannot_be_had(candidate: Candidate) -> bool:
    state = availability(candidate.text)
    return state is None or not can_be_had(state)


def _place(item: Item, steps: list[str]) -> str:
    return " > ".join([item.label, *(step.partition("[")[0] for step in steps)])


def _address(item: Item) -> str:
    parts = [text for name in _ADDRESS for value in item.get(name)[:1] if (text := text_of(value, Kind.TEXT))]
    if parts:
        return ", ".join(plain(part) for part in parts)
    inside = next((value for value in item.get("address")), None)
    if inside is not None:
        return _address(inside) if isinstance(inside, Item) else str(inside)
    return item.text("name")


def _with_unit(item: Item, value: str) -> str:
    return f"{value} {item.text('unitText', 'unitCode', 'currency')}".strip()


def _range(item: Item) -> str:
    low, high = item.text("minValue"), item.text("maxValue")
    return f"{low} - {high} {item.text('currency', 'unitText')}".strip() if low and high else ""
