# ruff: noqa: E501 - words of many languages, kept as tables
"""The parts of a page that speak of something else than the page does: similar things, what visitors wrote, banners.

A product's page shows the prices of other products, an article the dates of its comments. What a part is about is told
by the heading above it, and by what its elements are called.
"""

import re
from collections.abc import Iterator
from typing import Final

from gossamer.content.page_model.layout import Box, Layout

HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
MOST_HEADING: Final = 80
_ELSEWHERE: Final = re.compile(
    r"\A\W{0,3}(?:(?:you|customers?|people|others|shoppers|readers)\b.{0,20}\b(?:like|bought|viewed|enjoy|love|interested)\b"
    r"|(?:related|similar|recommended|suggested|recently viewed|sponsored|featured) \w+|(?:more|other) (?:from|like|products?|items?|stories|articles|posts|recipes|jobs|news|episodes|events|releases|applications|courses|offers|properties|homes|wines|books|tours|videos|shows|cars|films|openings|vacancies|museums|hotels|projects)\b|more of (?:our|their|these)\b"
    r"|related\Z|see also\Z|siehe auch\Z|voir aussi\Z|also (?:run|held|on (?:the day|show|sale|offer)|playing|available from|in the area|nearby)\b"
    r"|(?:previous|past|earlier|older|former) (?:releases|versions|editions?|episodes|results|winners|seasons|applications|posts|articles|events|exhibitions|shows|issues|meetings)\b"
    r"|last (?:edition|season|year|year's \w+)\Z|(?:planning|release|version|revision) history\b|popular from\b|.{0,30}\b(?:nos voisins|our neighbou?rs|unsere nachbarn)\Z"
    r"|(?:also|often|frequently) (?:bought|viewed|read)|recommendations?\b|goes well with|complete the look|read (?:next|more|also)\b|(?:our |the )?sister \w+\Z|our other \w+\Z|notre autre \w+\Z|nos autres \w+\Z|(?:notre|nos) \w+ s(?:œ|oe)urs?\Z|unser(?:e|en)? schwester\w+\Z|unsere? andere[ns]? \w+\Z|nuestr[oa]s? otr[oa]s? \w+\Z|trending\b|(?:recently |just |already )?sold(?: recently)?\Z|most (?:read|popular)\b"
    r"|das könnte|ähnliche |kunden\b.{0,30}\b(?:kauften|auch)|passend dazu|weitere (?:produkte|artikel|angebote)|zuletzt angesehen"
    r"|vous aimerez|produits (?:similaires|associés)|les clients|también|productos (?:relacionados|similares)|potrebbe|prodotti (?:simili|correlati)|klanten|vergelijkbare"
    r"|(?:\d{1,5} )?(?:comments?|reviews?|responses|replies|discussion|testimonials|kommentare?|commentaires?|comentarios?|commenti|reacties|leserbriefe|rezensionen|bewertungen|avis|opiniones|reseñas|recensioni)\b(?:\s?\(?\d{0,6}\)?|\s.{0,30})\Z"
    r"|(?:customer|user|reader|guest|verified|product) (?:reviews?|comments?|opinions?|testimonials)\b|what (?:our |other )?(?:customers|people|clients|users|guests) (?:say|think|are saying)"
    r"|leave a (?:comment|reply|review)|join the (?:discussion|conversation)|kundenbewertungen|kundenrezensionen|kundenstimmen|avis (?:des )?clients)",
    re.IGNORECASE,
)
_OTHERS: Final = frozenset(
    {
        "comment",
        "comments",
        "commentlist",
        "testimonial",
        "testimonials",
        "related",
        "recommendations",
        "recommended",
        "upsell",
        "crosssell",
        "disqus",
    }
)
_OPINIONS: Final = frozenset({"review", "reviews"})
_SUMMED: Final = frozenset(
    {
        "summary",
        "rating",
        "average",
        "count",
        "link",
        "stars",
        "score",
        "aggregate",
        "total",
        "header",
        "form",
        "button",
    }
)
_BANNERS: Final = frozenset({"cookie", "cookies", "consent", "gdpr"})
_BANNER: Final = frozenset(
    {
        "banner",
        "notice",
        "bar",
        "popup",
        "modal",
        "message",
        "overlay",
        "dialog",
        "law",
        "info",
        "manager",
        "settings",
        "box",
        "wall",
    }
)
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
    for parts in (_named(layout), _headed(layout)):
        for start, stop in parts:
            # What stands in a part that is marked is marked with it.
            if start < stop and not (marked[start] and marked[stop - 1]):
                marked[start:stop] = b"\1" * (stop - start)
    return marked


def _named(layout: Layout) -> Iterator[tuple[int, int]]:
    """Yield the elements that are called so, unless they hold the heading of the page."""
    titles = [box.order for box in layout.boxes if box.tag == "h1"][:_MOST_TITLES]
    for box in layout.boxes:
        names = layout.names(box)
        is_theirs = (bool(names) and _is_of_others(names)) or _is_quoted(box)
        if is_theirs and not any(box.order <= title < box.end for title in titles):
            yield box.start, box.stop


def _is_quoted(box: Box) -> bool:
    """Return whether *box* quotes somebody and tells whom."""
    return box.tag == "blockquote" and any(child.tag in {"cite", "footer", "figcaption"} for child in box.boxes[:20])


def _is_of_others(names: frozenset[str]) -> bool:
    if not names.isdisjoint(_OTHERS | _ALONE):
        return names.isdisjoint(_SUMMED)
    if not names.isdisjoint(_OPINIONS):
        return names.isdisjoint(_SUMMED)
    return not names.isdisjoint(_BANNERS) and not names.isdisjoint(_BANNER)


def _headed(layout: Layout) -> Iterator[tuple[int, int]]:
    """Yield what stands under a heading that says so, up to the next of its level in what it stands in."""
    found = [box for box in layout.boxes if box.tag in HEADINGS]
    for at, heading in enumerate(found):
        if heading.tag == "h1" or not leads_elsewhere(layout.short(heading, MOST_HEADING)):
            continue
        following = next(
            (found[later].start for later in range(at + 1, len(found)) if found[later].tag <= heading.tag),
            len(layout.pieces),
        )
        holder = _holder(layout, heading)
        stop = min(following, holder.stop if holder is not None else following)
        yield heading.start, _without_rest(heading, holder, stop)


def _holder(layout: Layout, heading: Box) -> Box | None:
    """Return the innermost element that has more than *heading* in it."""
    around = heading.parent
    for _ in range(_UP):
        if around is None or layout.span(heading.stop, min(around.stop, heading.stop + 40)):
            break
        around = around.parent
    return around


def _without_rest(heading: Box, holder: Box | None, stop: int) -> int:
    """Return where the part ends: behind lists and cards a plain paragraph is about the page again."""
    if holder is None or len(holder.boxes) > _MOST_KINDS:
        return stop
    inside = [box for box in holder.boxes if heading.stop <= box.start and box.stop <= stop and box.start < box.stop]
    cards = [box for box in inside if box.tag != "p" or box.element.attr("class")]
    if not cards:
        return stop
    rest = [box for box in inside if box.start >= cards[-1].stop]
    return rest[0].start if rest else stop
