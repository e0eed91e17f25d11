"""What pages say of common things without marking it up, by concept."""

from collections.abc import Iterator

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.entities import article, contact, opinions, product, recipe
from gossamer.content.extraction.entities.families import Family
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.vocabulary import Concept


def values(reading: Reading, family: Family | None, concept: Concept) -> Iterator[Candidate]:
    """Yield what the page says of *concept* of the thing it is about, best first."""
    match family.name if family is not None else "":
        case "product":
            yield from product.values(reading, concept)
        case "recipe":
            yield from recipe.values(reading, concept)
        case "organization" | "person" | "":
            yield from contact.values(reading, concept)
    yield from opinions.values(reading, concept)
    yield from article.values(reading, concept)


def listed(reading: Reading, family: Family | None, concept: Concept) -> list[Candidate]:
    """Return what the page lists of *concept*."""
    if family is not None and family.name == "recipe":
        return recipe.listed(reading, concept)
    return []
