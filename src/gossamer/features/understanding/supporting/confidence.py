"""How sure it is that the page says a value of the field that it was given for.

Two witnesses make sure: the rules read the same as the model, the entries of a list all have theirs in the same place,
or the page speaks of the field and nothing else that it says may be meant. Of lies that pass nearly all are the page's
own words that only one witness tells of this field.
"""

from collections.abc import Callable
from typing import Final

from gossamer.core.understanding import Confidence
from gossamer.features.understanding.supporting.asked import SURE, about
from gossamer.features.understanding.supporting.belonging import LABELLED, SPOKEN
from gossamer.features.understanding.supporting.looking import Seen
from gossamer.features.understanding.supporting.place import Place

# A label about half of which is the field's own name.
_ITS_LABEL: Final = LABELLED + 0.4


def confidence_of(seen: Seen, place: Place, *, is_read: bool, is_alone: Callable[[], bool]) -> Confidence:
    """Return how sure it is of a value that was seen, in a place of the answer.

    *is_read*: the rules read the same, *is_alone*: nothing else of the page may be meant, which takes time to find out.
    What the other entries of its list have is not known yet.
    """
    is_around = seen.found.line.is_around
    if is_read:
        is_told = place.home is not None or seen.weight >= SPOKEN or _is_whole(seen)
        return Confidence.HIGH if is_told and not is_around else Confidence.MEDIUM
    if place.home is not None:
        return Confidence.MEDIUM
    if is_around:
        return Confidence.MEDIUM if seen.weight >= _ITS_LABEL else Confidence.LOW
    if place.many:
        return Confidence.HIGH if _is_labelled(seen, place) else Confidence.MEDIUM
    if seen.weight < SPOKEN:
        return Confidence.LOW
    return Confidence.HIGH if is_alone() else Confidence.MEDIUM


def _is_labelled(seen: Seen, place: Place) -> bool:
    """Return whether the page surely labels it as the field."""
    start = seen.found.start
    claims = (one for one in seen.found.line.outlined.claims if not one.by_author and one.start <= start < one.end)
    return any(about(place.own, one.label) >= SURE for one in claims)


def _is_whole(seen: Seen) -> bool:
    """Return whether nothing else stands in its line."""
    text = seen.found.line.text
    return not any(map(str.isalnum, text[: seen.found.start] + text[seen.found.end :]))
