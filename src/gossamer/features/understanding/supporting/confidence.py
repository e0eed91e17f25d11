"""How sure it is that the page says a value of the field that it was given for.

Of lies that pass nearly all are values of the page's own thing that no label names. What an entry of a list has was
held against the other entries.
"""

from typing import Final

from gossamer.core.understanding import Confidence
from gossamer.features.understanding.supporting.belonging import LABELLED, SPOKEN
from gossamer.features.understanding.supporting.looking import Seen
from gossamer.features.understanding.supporting.place import Place

# A label about half of which is the field's own name.
_ITS_LABEL: Final = LABELLED + 0.4


def confidence_of(seen: Seen, place: Place) -> Confidence:
    """Return how sure it is of a value that was seen, in a place of the answer."""
    if place.home is not None:
        return Confidence.HIGH
    outlined = seen.found.line.outlined
    is_around = bool(outlined.apart or outlined.part) or seen.found.line.number < 0
    if seen.weight >= _ITS_LABEL or (place.many and seen.weight >= SPOKEN):
        return Confidence.MEDIUM if is_around else Confidence.HIGH
    if is_around:
        return Confidence.LOW
    return Confidence.MEDIUM if place.many or seen.weight >= SPOKEN else Confidence.LOW
