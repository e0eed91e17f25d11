"""Pictures of recipes: the one at full size.

A recipe names crops and steps beside its picture, and the page has one that it gives to those who share it. Of those
that may be the picture the largest counts, by what the page says of their sizes; one of which it says nothing comes
behind one whose size it tells, and else what the recipe itself names comes first.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from gossamer.content.extraction import paths
from gossamer.content.extraction.candidates import Candidate
from gossamer.content.extraction.vocabulary import Concept
from gossamer.content.structured import Item, Named

_SIDES: Final = re.compile(r"(?<!\d)(\d{3,4})x(\d{3,4})(?!\d)")
_UNKNOWN: Final = 0


def of_recipe(items: Sequence[Item], concept: Concept, shared: Iterable[Candidate], meta: Named) -> Iterator[Candidate]:
    """Yield the picture of the recipe that *items* mark up, best first; then the others that the page has *shared*."""
    own_pictures = [candidate for item in items if (candidate := _own(item, concept)) is not None]
    rest = list(shared)
    if own_pictures and rest and _size_in(rest[0].text, _measure_shared_picture(meta)) > own_pictures[0][0]:
        yield rest[0]
    yield from (picture for _, picture in own_pictures)
    yield from rest


def _own(item: Item, concept: Concept) -> tuple[int, Candidate] | None:
    """Return the one picture that *item* names, or the largest where it tells the size of each; with its size."""
    named = list({candidate.text: candidate for candidate in paths.candidates(item, concept)}.values())
    sizes = {
        paths.text_of(value, concept.kind): _size_of(value) for value in item.get("image") if isinstance(value, Item)
    }
    sized = [(sizes.get(candidate.text) or _size_in(candidate.text), candidate) for candidate in named]
    if not sized or (len(sized) > 1 and not all(sizes.get(candidate.text) for candidate in named)):
        return None
    return max(sized, key=lambda candidate: candidate[0])


def _size_of(picture: Item) -> int:
    """Return the number of points that *picture* says it has; 0 when it does not say."""
    return _area(picture.text("width"), picture.text("height"))


def _measure_shared_picture(meta: Named) -> int:
    """Return the number of points that the page says its shared picture has; 0 when it does not say."""
    return _area(*(next(iter(meta.get(f"og:image:{side}", ())), "") for side in ("width", "height")))


def _size_in(address: str, size: int = _UNKNOWN) -> int:
    sides = _SIDES.search(address)
    return size or (_area(*sides.groups()) if sides is not None else _UNKNOWN)


def _area(width: str, height: str) -> int:
    sides = [int(side) for length in (width, height) if (side := length.strip().removesuffix("px")).isdecimal()]
    return sides[0] * sides[1] if len(sides) == len((width, height)) else _UNKNOWN
