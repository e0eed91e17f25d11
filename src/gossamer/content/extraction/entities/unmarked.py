"""Values of common things that a page shows without markup, by concept."""

from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from gossamer.content.extraction.candidates import Candidate, few_words
from gossamer.content.extraction.entities import article, opinions, product, recipe
from gossamer.content.extraction.entities.families import Family
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.vocabulary import Concept, Kind

# The first date behind the heading of such a page may be that of its deadline.
_OF_OTHER_DAYS: Final = frozenset({"job"})
# Things in the language of their page; the language that somebody speaks, or that is sold, is another.
_WRITTEN: Final = frozenset({"article", "recipe", "review", "faq"})
_MOST_LINKS: Final = 20
_MOST_NUMBER: Final = 100


def values(reading: Reading, family: Family | None, concept: Concept) -> Iterator[Candidate]:
    """Yield the page's values for *concept* of the thing it is about, best first."""
    match family.name if family is not None else "":
        case "product":
            yield from product.values(reading, concept)
        case "recipe":
            yield from recipe.values(reading, concept)
        case "organization" | "person" | "":
            yield from _contact(reading, concept)
        case "job" | "event" if concept.kind in {Kind.EMAIL, Kind.PHONE}:
            yield from _contact(reading, concept)
    yield from opinions.values(reading, concept)
    if concept.name == "datePublished":
        if family is None or family.name not in _OF_OTHER_DAYS:
            yield from article.find_dates(reading)
    elif concept.name != "language" or family is None or family.name in _WRITTEN:
        yield from article.values(reading, concept)


def listed(reading: Reading, family: Family | None, concept: Concept) -> list[Candidate]:
    """Return the page's list of *concept*."""
    return recipe.listed(reading, concept) if family is not None and family.name == "recipe" else []


def _contact(reading: Reading, concept: Concept) -> Iterator[Candidate]:
    """Yield the addresses and numbers of the page's mailto: and tel: links and of its `<address>`."""
    document = reading.page.document
    if concept.kind is Kind.ADDRESS:
        for element in document.select("address")[:_MOST_LINKS]:
            yield Candidate(" ".join(element.to_text().split()), "address")
    # A link does not say whether its number is that of a desk, a mobile or a fax.
    scheme = "mailto:" if concept.kind is Kind.EMAIL else "tel:" if concept.name == "telephone" else ""
    for link in document.select(f'a[href^="{scheme}" i]')[:_MOST_LINKS] if scheme else ():
        text = few_words(link, _MOST_NUMBER) if scheme == "tel:" else ""
        address = unquote((link.attr("href") or "")[len(scheme) :].partition("?")[0])
        yield Candidate(text if any(map(str.isdigit, text)) else address, f"{scheme} link")
