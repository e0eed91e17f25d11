"""Text patterns: what pages say in words of a job, an organization or an event, with no markup and hardly a label.

A value is taken where one sentence, or one part of a line, says it outright; where several differ, none is.
"""

from collections.abc import Iterator
from typing import Final

from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.entities.families import Family
from gossamer.content.extraction.entities.product import plain_prices
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.text_patterns import (
    contact_details,
    organization_name,
    postal_address,
    sentences,
)
from gossamer.content.extraction.vocabulary import Concept
from gossamer.content.locales import words
from gossamer.content.text.names import is_plural, words_of

_REACHED: Final = frozenset({"", "organization", "person", "event", "job"})
_ORGANIZATIONS: Final = frozenset({"", "organization", "person", "job"})


def values(reading: Reading, family: Family | None, name: str, concept: Concept | None) -> Iterator[Candidate]:
    """Yield the values in the page's sentences for the field *name* of the thing that it is about."""
    kind = family.name if family is not None else ""
    yield from sentences.values(reading, family, name, concept)
    if kind in _ORGANIZATIONS and _asks_for_organization(name, concept):
        yield from organization_name.values(reading)
    if concept is not None and concept.name == "price":
        yield from plain_prices(reading)
    yield from contact_details.of_department(reading, name, concept)
    if kind in _REACHED:
        yield from postal_address.values(reading, name, concept)


def own_contact(reading: Reading, family: Family | None, name: str, concept: Concept) -> Iterator[Candidate]:
    """Yield ways to reach the owner of the page, where the field *name* asks for nobody in particular; or why not."""
    kind = family.name if family is not None else ""
    if kind in _REACHED and concept.name in {"email", "telephone"} and not contact_details.whose(name):
        yield from contact_details.own(reading, family, concept.kind)


def _asks_for_organization(name: str, concept: Concept | None) -> bool:
    """Return whether the field *name* asks what an organization is called: "company", "restaurant name"."""
    if concept is not None:
        return concept.name == "company"
    return not is_plural(name) and words("text_patterns", "organizations").issuperset(words_of(name))
