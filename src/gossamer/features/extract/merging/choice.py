"""The choice among several records when one was wanted, and the warning about the others."""

from collections.abc import Sequence
from typing import Final

from gossamer.core.field_names import name_in_words
from gossamer.core.urls import without_credentials
from gossamer.core.word_folding import words
from gossamer.features.extract.merging.claim_values import ClaimValues
from gossamer.features.extract.merging.records import MergedRecord
from gossamer.features.extract.sources import OF_ANY_REQUEST

_LONGEST_NAME: Final = 80
_LONGEST_URL: Final = 200
_MOST_NAMED: Final = 5
_SEVERAL: Final = (
    "The pages are about {count} different things and one was asked for; the answer is of {chosen}, {why}. "
    "Left out: {others}. Ask for a list (an array of objects) to have all of them."
)
_NAMED: Final = "which the prompt names best"
_FIRST: Final = "of which the first page speaks"


def choose_thing(things: Sequence[MergedRecord], prompt: str) -> MergedRecord:
    """Return the one of *things* whose name has most words of *prompt*, else the first of which more is known."""
    wanted_words = _prompt_words(things, prompt)
    return max(
        things,
        key=lambda thing: (
            _count_named_words(thing, wanted_words),
            any(claim_values.says_more for claim_values in thing.claimed),
            -thing.order,
        ),
    )


def tell_of_others(things: Sequence[MergedRecord], thing: MergedRecord, prompt: str) -> str:
    """Return the sentences that say that *thing* was chosen among *things*, and why."""
    others = [other for other in things if other is not thing]
    named = ", ".join(map(name_thing, others[:_MOST_NAMED]))
    unnamed_count = len(others) - _MOST_NAMED
    return _SEVERAL.format(
        count=len(things),
        chosen=name_thing(thing),
        why=_NAMED if _count_named_words(thing, _prompt_words(things, prompt)) > (0, 0) else _FIRST,
        others=f"{named} and {unnamed_count} more" if unnamed_count > 0 else named,
    )


def name_thing(thing: MergedRecord) -> str:
    """Return the name of a thing in a sentence, and the address of the first page that speaks of it."""
    page = thing.claimed[0].claim.page
    name = next((name.text for claimed in thing.claimed for name in claimed.names.values()), "")
    address = without_credentials(page.url)[:_LONGEST_URL]
    return f"“{name[:_LONGEST_NAME]}” ({address})" if name else address


def _prompt_words(things: Sequence[MergedRecord], prompt: str) -> frozenset[str]:
    """Return the words of *prompt* that may name a thing: none of any request, and none that a field is called."""
    fields = {word for thing in things for name in thing.claimed[0].requested for word in words(name_in_words(name))}
    return frozenset(word for word in words(prompt) if word not in OF_ANY_REQUEST) - fields


def _count_named_words(thing: MergedRecord, wanted_words: frozenset[str]) -> tuple[int, float]:
    """Return the number of *wanted_words* in the record's name, and their share of the name."""
    return max((_score(name, wanted_words) for claimed in thing.claimed for name in _names(claimed)), default=(0, 0.0))


def _score(name: str, wanted_words: frozenset[str]) -> tuple[int, float]:
    name_words = frozenset(words(name))
    shared = len(name_words & wanted_words)
    return (shared, shared / len(name_words)) if shared else (0, 0.0)


def _names(claimed: ClaimValues) -> list[str]:
    """Return by what the thing may be named; its page's title where nothing else is known."""
    return [*(name.text for name in claimed.names.values()), *map(str, claimed.keys.values())] or [
        claimed.claim.page.title
    ]
