"""Paginate: go on in a list until it ends: load more, turn pages, scroll, or repeat a click until something is so."""

import re
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from gossamer.core.interaction import Click, ScrollBy, ScrollTo
from gossamer.features.interact.rules.commands import Command, Phrase
from gossamer.features.interact.rules.controls import is_on, more_control, next_control
from gossamer.features.interact.rules.elements import Element
from gossamer.features.interact.rules.grounding import matches
from gossamer.features.interact.rules.lexicon import any_of, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Carry, Plan, step_plan
from gossamer.features.interact.rules.records import record_lists
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import folded, holds_words, words

_MOST_ROUNDS: Final = 60
# Steps in a list that is loaded for a question, and may be endless.
_MOST_OF_QUESTION: Final = 30
_LATE: Final = "Time ran out before the list ended."
_OF_WHAT_CAME: Final = "the answer is of what had come by then."
_LOOKS: Final = 12
_SECONDS: Final = 0.3
# Looks at a page on which nothing new has come: without a sign that something is on its way, and with one.
_IDLE_LOOKS: Final = 8
_LOADING_LOOKS: Final = 20
# The seconds that are left for the answer itself.
_RESERVE: Final = 3.0
_PAGES: Final = re.compile(r"\bnext\b|\bpages?\b|\bpage through\b")
_GONE: Final = re.compile(r"\bgone\b|disappear|no longer|not (?:there|visible)")


# Whether a page, with those visited before it, shows as much as is wanted.
Enough: TypeAlias = Callable[[Page], bool]


def propose(_run: Run, page: Page, command: Command) -> list[Plan]:
    """Return plans for repeating what leads on until the end that the clause names."""
    wording = folded(command.wording)
    everything = any_of("endings", "all").search(wording) is not None or "keep" in command.verb
    all_starts = command.whole
    if command.action == "scroll":
        return _scroll(page, command, wording, everything=everything)
    if command.until is not None:
        return _until(page, command)
    if command.action == "load":
        carry = _more_of_list(page, command, everything=everything)
        return [Plan(1.0, all_starts, carry)] if carry is not None else []
    if command.action == "go" and everything and _PAGES.search(wording) and next_control(page) is not None:
        return [Plan(1.1, all_starts, whole_list)]
    return []


def _until(page: Page, command: Command) -> list[Plan]:
    """Return the plan for using what the clause names, or what leads on, until something is so."""
    turning = _PAGES.search(folded(command.rest.raw)) is not None
    awaited = _text_awaited(command.until)
    control = next_control(page) if turning or command.action == "go" else None
    if control is None and command.action == "load":
        control = more_control(page) or next_control(page)
    control_matches = matches(page, command) if control is None else []
    if control_matches:
        control = control_matches[0].element
    if control is None:
        return _scroll(page, command, "", everything=True) if command.action == "load" else []
    name = control.name

    async def carry(run: Run) -> None:
        await repeat(run, name, turning=turning, enough=_shows(awaited))
        await _see_awaited(run, awaited)

    return [Plan(1.15, command.whole, carry)]


def _text_awaited(until: Phrase | None) -> tuple[str, ...]:
    """Return the words of the quotation that has to appear; () where the end is what counts."""
    return words(until.quotes[0]) if until is not None and until.quotes and not _GONE.search(until.raw) else ()


def _shows(awaited: tuple[str, ...]) -> Enough | None:
    return (lambda page: holds_words(page.elements[0].text, awaited)) if awaited else None


async def _see_awaited(run: Run, awaited: tuple[str, ...]) -> None:
    """Raise Stuck where the page does not show what had to appear."""
    if awaited and not holds_words((await run.see()).elements[0].text, awaited):
        raise Stuck(f"“{' '.join(awaited)}” did not appear.")


def _more_of_list(page: Page, command: Command, *, everything: bool) -> Carry | None:
    """Return a way to load the whole list, or its next part; None where nothing on the page does."""
    control = more_control(page)
    if control is None:
        return whole_list if everything else None
    name = control.name

    async def carry(run: Run) -> None:
        await repeat(run, name, rounds=_MOST_ROUNDS if everything else command.times or 1)

    return carry


async def repeat(
    run: Run,
    name: str,
    *,
    turning: bool = False,
    rounds: int = _MOST_ROUNDS,
    enough: Enough | None = None,
    is_partial: bool = False,
) -> None:
    """Use what is called *name* until *enough* is shown, or until it is gone or off. Raises Stuck.

    With *turning* it leads to the next page of a series: each page that is left is remembered in the run. With
    *is_partial* a list that does not end is no failure: a notice says that it goes on.
    """
    for _ in range(rounds):
        page = await run.settled()
        if enough is not None and enough(page):
            return
        if is_partial and _is_late(run):
            raise Stuck(_LATE)
        control = await _ready(run, page, words(name), turning=turning)
        if control is None:
            return
        if turning and not await run.leave_page():
            run.notices.append(
                "The limit of pages that one prompt may visit is reached; the answer is of those visited."
            )
            return
        if turning:
            run.visited.append(page)
        await run.do(Click(control.ref))
        if not await _went_on(run, page):
            return
    if is_partial:
        run.notices.append(f"The list did not end after {rounds} steps; {_OF_WHAT_CAME}")
    elif rounds == _MOST_ROUNDS:
        raise Stuck(f"The list did not end after {rounds} steps.")


def _is_late(run: Run) -> bool:
    """Return whether only the time for an answer is left."""
    return run.deadline.remaining() < _RESERVE


async def _ready(run: Run, page: Page, name: tuple[str, ...], *, turning: bool) -> Element | None:
    """Return the control to use again; one that is off, or says that it is loading, is waited for."""
    for patience in range(_LOOKS):
        following = next_control(page) if turning else None
        named = [e for e in page.usable if e is following or (e.seen and words(e.name) == name)]
        usable = filter(is_on, named)
        if (control := next(usable, None)) is not None:
            return control
        # One that is off for longer than a moment has ended.
        has_ended = turning or not named or patience > 1
        if has_ended and not page.is_busy():
            return None if name or turning else more_control(page)
        await run.wait(_SECONDS)
        page = await run.look()
    return None


async def _went_on(run: Run, before: Page) -> bool:
    """Wait until the page has changed and no longer says that it is loading; False when nothing happens."""
    page = await run.watch(lambda page: page.signature != before.signature and not page.is_busy(), _LOOKS)
    return page is not None


def goes_on(run: Run, page: Page) -> bool:
    """Return whether the main list has more than the page shows: to load, on further pages, or by scrolling."""
    if page.snapshot.url in run.complete:
        return False
    beyond = page.snapshot.extent[1] > page.snapshot.viewport[1] + page.snapshot.scroll[1] + 4
    turns = next_control(page) is not None or more_control(page) is not None
    return turns or beyond or _record_box(page) is not None


async def whole_list(run: Run, enough: Enough | None = None, *, is_partial: bool = False) -> None:
    """Load the main list of the page, by its button, page by page, or by scrolling: all of it, or until *enough*.

    Raises Stuck where it does not end; with *is_partial* a notice says so instead.
    """
    page = await run.see()
    more = more_control(page)
    control = more or next_control(page)
    if control is not None:
        rounds = _MOST_OF_QUESTION if is_partial else _MOST_ROUNDS
        await repeat(run, control.name, turning=more is None, rounds=rounds, enough=enough, is_partial=is_partial)
    else:
        await scroll_to_end(run, enough, is_read=is_partial)
    page = await run.see()
    if enough is None or not enough(page):
        run.complete.add(page.snapshot.url)


def _scroll(page: Page, command: Command, wording: str, *, everything: bool) -> list[Plan]:
    """Return the plan for scrolling: until something is so, to the end, to what is named, or by one view."""
    all_starts = command.whole
    if command.until is not None or everything:
        awaited = _text_awaited(command.until)
        # A prompt for the end need not see every row.
        is_read = not awaited and re.search(r"\b(?:end|bottom)\b", wording) is None

        async def to_end(run: Run) -> None:
            await scroll_to_end(run, _shows(awaited), is_read=is_read)
            await _see_awaited(run, awaited)
            if not awaited:
                run.complete.add((await run.see()).snapshot.url)

        return [Plan(1.0, all_starts, to_end)]
    pool = [e for e in page.elements if e.seen and not e.is_text]
    target_matches = matches(page, command, pool) if command.rest.content else []
    if target_matches and not re.search(r"\b(?:down|up) ?(?:a bit|once|the page)?$", wording):
        return [
            step_plan(target_matches[0].score, target_matches[0].explained, ScrollTo(target_matches[0].element.ref))
        ]
    inner = None if "page" in wording else _record_box(page)

    async def by_view(run: Run) -> None:
        up = re.search(r"\bup\b|\btop\b", wording) is not None
        for _ in range(command.times or 1):
            await run.do(ScrollBy("up" if up else "down", ref=inner.ref if inner else None, to_end="top" in wording))
        await run.settled()

    return [Plan(0.8, frozenset(), by_view)]


async def scroll_to_end(run: Run, enough: Enough | None = None, *, is_read: bool = False) -> None:
    """Scroll the page, or the inner list that has its records, until nothing new comes, or *enough* is there.

    Raises Stuck where the list *is_read* and keeps only the rows in view.
    """
    for _ in range(_MOST_OF_QUESTION):
        page = await run.settled()
        if enough is not None and enough(page):
            return
        if _is_late(run):
            raise Stuck(_LATE)
        await _scroll_list(run, page, "down", to_end=True)
        has_grown = await _grew(run, page)
        if is_read and _has_lost_rows(page, await run.see()):
            raise Stuck("The list keeps only the rows in view, so it cannot be read as a whole.")
        if not has_grown:
            return
    run.notices.append(f"The list did not end after {_MOST_OF_QUESTION} steps; {_OF_WHAT_CAME}")


async def _scroll_list(run: Run, page: Page, direction: Literal["up", "down"], *, to_end: bool = False) -> None:
    inner = _record_box(page)
    await run.do(ScrollBy(direction, ref=inner.ref if inner else None, to_end=to_end))


def _has_lost_rows(before: Page, page: Page) -> bool:
    """Return whether most rows of the main list of *before* are no longer on *page*."""
    rows = [row.text for record_list in record_lists(before)[:1] for row in record_list.records]
    return 2 * sum(row in page.elements[0].text for row in rows) < len(rows)


async def _grew(run: Run, before: Page) -> bool:
    """Wait until the page has more than *before*; longer where something shows that more is being loaded."""
    page = await run.settled()
    for looks in range(_LOADING_LOOKS):
        if _extent(page) != _extent(before):
            return True
        if looks >= _IDLE_LOOKS and not _is_loading(page):
            return False
        if run.deadline.remaining() < _RESERVE:
            return True
        await run.wait(_SECONDS)
        if looks == _IDLE_LOOKS // 2:
            # A page that has missed the first time hears the second.
            await _scroll_list(run, await run.look(), "down", to_end=True)
        page = await run.look()
    return False


def _is_loading(page: Page) -> bool:
    """Return whether the end of the page looks as if more was on its way: a spinner, a placeholder."""
    looks = word_list("page", "loading_looks")
    return page.is_busy() or any(e.classes & looks and e.seen and not e.usable for e in page.elements if not e.is_text)


def _extent(page: Page) -> tuple[object, ...]:
    return page.snapshot.extent, len(page.elements), page.elements[0].text[-200:]


def _record_box(page: Page) -> Element | None:
    """Return the box with a scroll bar of its own that holds the main list; None where the page scrolls."""
    boxes = [e for e in page.elements if e.node.scrolls and e.seen and e.node.tag not in {"html", "body"}]
    holding = (
        a for record_list in record_lists(page)[:1] for a in record_list.records[0].element.ancestors() if a in boxes
    )
    beyond = page.snapshot.extent[1] > page.snapshot.viewport[1] + 4
    return next(holding, None) or (None if beyond else next(iter(boxes), None))
