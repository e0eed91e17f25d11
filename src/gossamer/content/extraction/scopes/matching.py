"""Matches of labels with the names of fields."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from gossamer.content.extraction.candidates import Candidate, plain
from gossamer.content.extraction.vocabulary import Concept
from gossamer.content.page_model import Fact
from gossamer.content.text.names import likeness, phrase, words_of
from gossamer.content.values.numbers import number
from gossamer.content.values.units import is_measure

_LIKE_ENOUGH: Final = 0.6
_SPOKEN: Final = 0.95
# By the last of several headings above each other, which may stand under each of the others.
_LAST: Final = 0.9
# "Length (km)".
_UNIT: Final = re.compile(r"\s?\([^()]{1,12}\)\Z")


def matching(facts: Sequence[Fact], name: str, concept: Concept | None) -> list[Fact]:
    """Return the *facts* whose label is called like the field, the closest first; none when several differ alike.

    Of headings above each other ("Price" over "Net") the last alone is a label, too.
    """
    field_words = words_of(name)
    joined = " ".join(field_words)
    spoken = concept.labels if concept is not None else frozenset({joined})
    weighed: list[tuple[float, int, Fact]] = []
    for at, fact in enumerate(facts):
        label = _bare(fact.label, joined)
        weight = 1.0 if label == joined else _SPOKEN if label in spoken else likeness(field_words, label.split())
        if len(fact.path) > 1 and (last := _bare(fact.path[-1], joined)) and (last == joined or last in spoken):
            weight = max(weight, _LAST)
        if weight >= _LIKE_ENOUGH:
            weighed.append((-weight, at, fact))
    weighed.sort(key=lambda weighed_fact: weighed_fact[:2])
    best = [fact for weight, _, fact in weighed if weight == weighed[0][0]]
    if not best:
        return []
    # "Acme" and "Acme Ltd." say the same, and the shorter one says no more than both.
    shortest = min(best, key=lambda fact: len(plain(fact.text)))
    core = f" {' '.join(words_of(shortest.text))} "
    others = (fact for fact in best if plain(fact.text).lower() != plain(shortest.text).lower())
    if any(core not in f" {' '.join(words_of(fact.text))} " for fact in others):
        return []
    return [shortest, *(fact for _, _, fact in weighed if fact is not shortest)]


def _bare(label: str, joined: str) -> str:
    """Return *label* as a phrase, without the unit at its end unless it is *joined* with it."""
    return phrase(_UNIT.sub("", label) if "(" in label and phrase(label) != joined else label)


def with_unit(fact: Fact) -> Iterator[Candidate]:
    """Yield the text of *fact*: a bare figure first with the unit that its label has for it."""
    unit = _UNIT.search(fact.label)
    if unit is not None and number(fact.text) is not None:
        named = unit.group().strip(" ()")
        yield Candidate(f"{fact.text} {named}", fact.place, quote=fact.quote or fact.text)
        if is_measure(f"1 {named}"):
            # Without it, it would be read as so many of whatever is asked for.
            return
    yield Candidate(fact.text, fact.place, quote=fact.quote)
