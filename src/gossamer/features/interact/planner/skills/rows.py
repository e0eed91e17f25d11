"""Items of a list: which of them is the nth, tells of somebody, and what of it is clicked to open it."""

from gossamer.features.interact.planner.grounding.finding import Description
from gossamer.features.interact.planner.grounding.likeness import words
from gossamer.features.interact.planner.grounding.matches import Match
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.exploring import (
    advance,
)


def of_results(described: Description) -> bool:
    """Return whether it is the nth of a list of results that is meant."""
    phrases = (described.phrase, *(c.phrase for c in described.relations))
    return (
        any({"result", "results", "hit", "hits"} & set(p.norms) for p in phrases)
        and described.phrase.ordinal is not None
    )


async def result(run: Run, described: Description) -> Match | None:
    """Return the nth of a list of results, leafing on when it is not on this page."""
    ordinal = described.phrase.ordinal
    if ordinal is None or described.phrase.quotes:
        return None
    passed = 0
    run.evidence.place(ordinal)
    while True:
        page = await run.see()
        rows = _results(page)
        if ordinal < 0:
            return Match(main_link(rows[ordinal]), 70) if rows else None
        if ordinal - passed <= len(rows):
            return Match(main_link(rows[ordinal - passed - 1]), 70)
        passed += len(rows)
        if not rows or not await advance(run):
            return None


def _results(page: PageModel) -> list[Element]:
    best: list[Element] = []
    weight = 0
    for group in page.groups:
        held = [e for e in group if e.seen and e.text and any(w.kind == "link" for w in e.walk())]
        if sum(1 for e in held if len(e.text) <= 2) * 2 > len(held):  # noqa: PLR2004
            continue
        size = sum(len(e.text) for e in held) + 8 * len(held)
        if len(held) * 3 >= len(group) * 2 and size > weight:
            best, weight = held, size
    if not best:
        return [e for e in page.elements if e.kind == "link" and len(e.name) > 2]  # noqa: PLR2004
    return best


def main_link(row: Element) -> Element:
    """Return what opens a row: its link, else what is read in it."""
    link = next((e for e in row.walk() if e.kind == "link"), None)
    if link is not None:
        return link
    # The middle of a row may be one of its controls; what is read in it is not.
    return next(
        (
            e
            for e in row.walk()
            if e is not row
            and e.node.role != "text"
            and e.text
            and not e.inside
            and not (e.actionable and e.kind)
            and e.seen
        ),
        row,
    )


def own_text(row: Element) -> str:
    """Return what a row says of itself: its text without the names of what can be done to it."""
    return " ".join(
        e.text
        for e in row.walk()
        if e.text
        and not e.inside
        and not any(
            a.kind in {"button", "select", "option"} for a in (e, *e.ancestors()) if a is not row and row.holds(a)
        )
    )


def tells(row: Element, text: str) -> bool:
    """Return whether a row has all these words, in what it says of itself."""
    wanted = words(text)
    have = {*words(own_text(row) or row.text), *row.classes}
    return bool(wanted) and all(w in have for w in wanted)
