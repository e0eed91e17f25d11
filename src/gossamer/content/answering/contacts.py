"""The e-mail address or the telephone number that a question asks for, wherever the page has it: it needs no label."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from gossamer.content.answering.questions import Contact, Question
from gossamer.content.page_model import Fact, look
from gossamer.content.page_model.material import PageMaterial
from gossamer.content.text.terms import terms
from gossamer.content.values import contacts

_MOST_LINE: Final = 300
_MOST_FOUND: Final = 50
_FAX: Final = re.compile(r"\b(?:tele)?fax\b", re.IGNORECASE)


def find(page: PageMaterial, asked: Question, title: frozenset[str]) -> Fact | None:
    """Return the one that the page has, or of several that in whose line most of the question stands; else None."""
    if asked.contact is None or any(term not in title for term in asked.proper):
        return None
    known = title | asked.generic
    needs = asked.owner if asked.owner and asked.owner not in known else ""
    found = [one for one in _found(page, asked.contact) if not needs or needs in terms(one[1].quote)]
    if not found:
        return None
    wanted = frozenset(asked.terms) - title
    weights = {value: _weight([fact for one, fact in found if one == value], wanted) for value, _ in found}
    best = [value for value, weight in weights.items() if weight == max(weights.values())]
    return next(fact for value, fact in found if value == best[0]) if len(best) == 1 else None


def _weight(facts: Sequence[Fact], wanted: frozenset[str]) -> tuple[int, int]:
    """Return how much of the question stands beside a value, and how often the page has it."""
    return max(len(wanted.intersection(terms(fact.quote))) for fact in facts), len(facts)


def _found(page: PageMaterial, contact: Contact) -> Iterator[tuple[str, Fact]]:
    """Yield what the lines of the page have of it, each value in the form that makes equal ones equal."""
    read = contacts.email if contact is Contact.EMAIL else contacts.phone
    left = _MOST_FOUND
    for line in look(page).lines():
        if left and len(line) <= _MOST_LINE and not _FAX.search(line) and (text := read(line)) is not None:
            left -= 1
            told = text.lower() if contact is Contact.EMAIL else "".join(filter(str.isdigit, text))
            yield told, Fact(contact.value, text, "line of the page", quote=line)
