"""The parts of a page that speak of something else than the page does: similar things, what visitors wrote, banners.

A product's page shows the prices of other products, an article the dates of its comments. The heading above a
part and the names of its elements decide.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from gossamer.content.locales import pattern, words
from gossamer.content.page_model.layout import Layout, LayoutBox

HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
MOST_HEADING: Final = 80
_ELSEWHERE: Final = pattern("page_model", "others", "elsewhere")
_OTHERS: Final = words("page_model", "others", "others")
_OPINIONS: Final = frozenset({"review", "reviews"})
_SUMMED: Final = words("page_model", "others", "summed")
_BANNERS: Final = frozenset({"cookie", "cookies", "consent", "gdpr"})
_BANNER: Final = words("page_model", "others", "banner")
_ALONE: Final = frozenset(
    {"onetrust", "cookiebot", "didomi", "usercentrics", "cookieconsent", "cookiebanner", "cookiebar"}
)
_UP: Final = 5
_MOST_KINDS: Final = 400
_MOST_TITLES: Final = 6


def leads_elsewhere(heading: str) -> bool:
    """Return whether what stands under *heading* is about other things, or was written by others."""
    return len(heading) <= MOST_HEADING and _ELSEWHERE.match(heading) is not None


def others(layout: Layout) -> bytearray:
    """Return a mark for each piece of the text of *layout* that stands in such a part."""
    marked = bytearray(len(layout.pieces) + 1)
    for parts in (_find_named_parts(layout), _find_headed_parts(layout)):
        for start, stop in parts:
            # A part inside a marked one is marked with it.
            if start < stop and not (marked[start] and marked[stop - 1]):
                marked[start:stop] = b"\1" * (stop - start)
    return marked


def _find_named_parts(layout: Layout) -> Iterator[tuple[int, int]]:
    """Yield the elements that are called so, unless they hold the heading of the page."""
    titles = [box.order for box in layout.boxes if box.tag == "h1"][:_MOST_TITLES]
    for box in layout.boxes:
        names = layout.names(box)
        is_theirs = (bool(names) and _is_of_others(names)) or _is_quoted(box)
        if is_theirs and not any(box.order <= title < box.end for title in titles):
            yield box.start, box.stop


def _is_quoted(box: LayoutBox) -> bool:
    """Return whether *box* quotes somebody and tells whom."""
    return box.tag == "blockquote" and any(child.tag in {"cite", "footer", "figcaption"} for child in box.boxes[:20])


def _is_of_others(names: frozenset[str]) -> bool:
    if not names.isdisjoint(_OTHERS | _ALONE):
        return names.isdisjoint(_SUMMED)
    if not names.isdisjoint(_OPINIONS):
        return names.isdisjoint(_SUMMED)
    return not names.isdisjoint(_BANNERS) and not names.isdisjoint(_BANNER)


def _find_headed_parts(layout: Layout) -> Iterator[tuple[int, int]]:
    """Yield the part under a heading that says so, up to the next heading of its level in the same holder."""
    boxes = [box for box in layout.boxes if box.tag in HEADINGS]
    for at, heading in enumerate(boxes):
        if heading.tag == "h1" or not leads_elsewhere(layout.short(heading, MOST_HEADING)):
            continue
        following = next(
            (boxes[later].start for later in range(at + 1, len(boxes)) if boxes[later].tag <= heading.tag),
            len(layout.pieces),
        )
        holder = _holder(layout, heading)
        stop = min(following, holder.stop if holder is not None else following)
        yield heading.start, _without_rest(heading, holder, stop)


def _holder(layout: Layout, heading: LayoutBox) -> LayoutBox | None:
    """Return the innermost element that has more than *heading* in it."""
    around = islice(heading.upward(_UP + 2), 1, None)
    return next((box for box in around if layout.span(heading.stop, min(box.stop, heading.stop + 40))), None)


def _without_rest(heading: LayoutBox, holder: LayoutBox | None, stop: int) -> int:
    """Return the end of the part: behind lists and cards a plain paragraph is about the page again."""
    if holder is None or len(holder.boxes) > _MOST_KINDS:
        return stop
    inside = [box for box in holder.boxes if heading.stop <= box.start and box.stop <= stop and box.start < box.stop]
    cards = [box for box in inside if box.tag != "p" or box.element.attr("class")]
    if not cards:
        return stop
    rest = [box for box in inside if box.start >= cards[-1].stop]
    return rest[0].start if rest else stop
