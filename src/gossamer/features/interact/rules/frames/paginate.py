"""Paginate: go on in a list until it ends: load more, turn pages, scroll, or repeat a click until something is so."""

import re
from typing import Final

from gossamer.core.interaction import Click, ScrollBy, ScrollTo
from gossamer.features.interact.rules.commands import Command, Phrase, wanted_words
from gossamer.features.interact.rules.elements import Element
from gossamer.features.interact.rules.grounding import Target, ground
from gossamer.features.interact.rules.lexicon import any_of
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Plan, starts
from gossamer.features.interact.rules.records import record_lists
from gossamer.features.interact.rules.run import BudgetSpent, Run, Stuck
from gossamer.features.interact.rules.similarity import folded, holds_words, words
from gossamer.features.interact.rules.targets import matches
from gossamer.features.interact.rules.turning import is_loading, more_control, next_control

_ACTIONS: Final = frozenset({"press", "load", "scroll", "go", "open", "fill", "read", "filter"})
_MOST_ROUNDS: Final = 60
_LOOKS: Final = 12
_SECONDS: Final = 0.3


def propose(_run: Run, page: Page, command: Command) -> list[Plan]:
    """Return plans for repeating what leads on until the end that the clause names."""
    if command.action not in _ACTIONS or command.negated:
        return []
    if command.action == "scroll":
        return _scroll(page, command)
    if command.until is not None:
        return _until(page, command)
    if command.action == "load":
        return _all_of_list(page, command)
    if (
        command.action == "go"
        and any_of("endings", "all").search(folded(command.said))
        and re.search(r"\bpages?\b|\bpage through\b", command.said)
    ):
        return _all_pages(page, command)
    return []


def _until(page: Page, command: Command) -> list[Plan]:
    said = folded(command.rest.raw)
    turning = re.search(r"\bnext\b|\bpage\b|\bpages\b", said) is not None
    if command.action in {"load", "go"} or turning:
        control = next_control(page) if turning or command.action == "go" else more_control(page) or next_control(page)
        names = words(control.name) if control is not None else ()
    else:
        found = matches(page, command)
        control = found[0].element if found else None
        names = words(control.name) if control is not None else ()
    if control is None:
        found = matches(page, command)
        if not found:
            return _scroll(page, command) if command.action == "load" else []
        control, names = found[0].element, words(found[0].element.name)
    until = command.until

    async def carry(run: Run) -> None:
        await _repeat(run, names, until, turning=turning)

    return [Plan(1.15, starts(command.clause.tokens), carry, f"repeat {control.name}")]


async def _repeat(run: Run, names: tuple[str, ...], until: Phrase | None, *, turning: bool) -> None:
    """Click what is called *names* again and again until *until* is so, or it is gone or off."""
    shows = _text_awaited(until)
    for _ in range(_MOST_ROUNDS):
        page = await run.settled()
        if shows and holds_words(page.elements[0].text, shows):
            return
        control = await _control(run, page, names, turning=turning)
        if control is None:
            if shows:
                raise Stuck(f"“{' '.join(shows)}” did not appear.")
            return
        if turning and not await run.leave_page():
            run.notices.append("The limit of pages that one prompt may visit is reached.")
            return
        if turning:
            run.visited.append(page)
        if not await _clicked(run, control) or not await _went_on(run, page):
            return
    raise Stuck("The list did not end after 60 steps.")


async def _clicked(run: Run, control: Element) -> bool:
    """Click *control*; False where it has gone meanwhile. Raises Stuck."""
    try:
        await run.do(Click(control.ref))
    except BudgetSpent:
        raise
    except Stuck:
        if (await run.look()).by_ref.get(control.ref) is None:
            return False
        raise
    return True


async def _control(run: Run, page: Page, names: tuple[str, ...], *, turning: bool) -> Element | None:
    """Return the control to use again; one that is off, or says that it is loading, is waited for."""
    for _ in range(_LOOKS):
        named = [e for e in page.usable if words(e.name) == names and e.seen]
        usable = [e for e in named if not e.node.disabled and e.node.attributes.get("aria-disabled") != "true"]
        usable = [e for e in usable if "disabled" not in e.classes]
        if usable:
            return usable[0]
        waiting = [e for e in page.usable if is_loading(e) and e.seen]
        if turning:
            return next_control(page) if not named else None
        if not waiting and not named:
            return more_control(page) if not names else None
        if not waiting and named:
            # Off for good, unless it comes back within a moment.
            await run.wait(2 * _SECONDS)
            again = await run.look()
            if all(e.node.disabled for e in again.usable if words(e.name) == names):
                return None
            page = again
            continue
        await run.wait(_SECONDS)
        page = await run.look()
    return None


async def _went_on(run: Run, before: Page) -> bool:
    """Wait until the page has changed and no longer says that it is loading; False when nothing happens."""
    for _ in range(_LOOKS):
        page = await run.settled()
        if page.signature != before.signature and not any(is_loading(e) for e in page.usable if e.seen):
            return True
        await run.wait(_SECONDS)
        await run.look()
    return False


def _text_awaited(until: Phrase | None) -> tuple[str, ...]:
    """Return the words that have to appear: quoted, or before "appears"; () where the end is what counts."""
    if until is None:
        return ()
    if until.quotes and not re.search(r"\bgone\b|disappear|no longer|not (?:there|visible)", until.raw):
        return words(until.quotes[0])
    match = re.search(
        r"(?:see|says|shows?|reads) (.+)|(.+?) (?:appears?|is (?:shown|visible|there|on the page)|shows up|comes up)",
        until.raw,
    )
    if match is None or any_of("endings", "end").search(folded(until.raw)):
        return ()
    return tuple(w for w in words(match[1] or match[2]) if w not in {"the", "a", "you", "it", "text"})


def _all_of_list(page: Page, command: Command) -> list[Plan]:
    """Return the plan for "load everything" and "load more products"."""
    explained = starts(command.clause.tokens)
    everything = bool(any_of("endings", "all").search(folded(command.said))) or "keep" in command.verb
    control = more_control(page)
    if control is None:
        literal = ground(page, Target(Phrase(command.clause.source, command.clause.tokens)))
        control = literal[0].element if literal and literal[0].score > 1 else None
    if control is None and everything:
        return [Plan(0.9, explained, _load_by_scrolling_or_pages, "load all")]
    if control is None:
        return []
    names = words(control.name)

    async def carry(run: Run) -> None:
        if everything:
            await _repeat(run, names, None, turning=False)
            return
        for _ in range(command.times or 1):
            now = await run.see()
            again = next((e for e in now.usable if words(e.name) == names and e.seen), None)
            if again is None:
                raise Stuck(f"“{' '.join(names)}” is gone.")
            await run.do(Click(again.ref))
            await _went_on(run, now)

    return [Plan(1.0, explained, carry, f"use {control.name}")]


async def load_all(run: Run) -> None:
    """Use the button that loads more of the list until it is gone."""
    control = more_control(await run.see())
    if control is not None:
        await _repeat(run, words(control.name), None, turning=False)


async def _load_by_scrolling_or_pages(run: Run) -> None:
    await scroll_to_end(run)


def _all_pages(page: Page, command: Command) -> list[Plan]:
    if next_control(page) is None:
        return []

    async def carry(run: Run) -> None:
        control = next_control(await run.see())
        await _repeat(run, words(control.name) if control else (), None, turning=True)

    return [Plan(1.1, starts(command.clause.tokens), carry, "all pages")]


def _scroll(page: Page, command: Command) -> list[Plan]:
    said = folded(command.said)
    explained = starts(command.clause.tokens)
    if command.until is not None:
        awaited = _text_awaited(command.until)

        async def until(run: Run) -> None:
            await scroll_to_end(run, awaited)

        return [Plan(1.0, explained, until, "scroll")]
    inner = _scrolled_list(page, command)
    if re.search(r"\b(?:end|bottom|all|everything|keep scrolling)\b", said):
        return [Plan(1.0, explained, scroll_to_end, "scroll to the end")]
    direction: str = "up" if re.search(r"\bup\b|\btop\b", said) else "down"
    found = (
        matches(page, command, [e for e in page.elements if e.seen and not e.is_text]) if command.rest.content else []
    )
    if found and not re.search(r"\b(?:down|up) ?(?:a bit|once|the page)?$", said):
        target = found[0].element

        async def carry(run: Run) -> None:
            await run.do(ScrollTo(target.ref))
            await run.settled()

        return [Plan(found[0].score, found[0].explained, carry, "scroll to")]

    return [_scroll_by(command, inner, direction)]


def _scroll_by(command: Command, inner: Element | None, direction: str) -> Plan:
    async def carry(run: Run) -> None:
        to_end = "top" in folded(command.said)
        ref = inner.ref if inner is not None else None
        for _ in range(command.times or 1):
            await run.do(ScrollBy("up" if direction == "up" else "down", ref=ref, to_end=to_end))
        await run.settled()

    return Plan(0.8, frozenset(), carry, f"scroll {direction}")


def _scrolled_list(page: Page, command: Command) -> Element | None:
    if "page" in folded(command.rest.raw):
        return None
    boxes = [e for e in page.elements if e.node.scrolls and e.seen and e.node.tag not in {"html", "body"}]
    said = [w for _, w in wanted_words(command.content)]
    named = [b for b in boxes if said and any(w in words(f"{b.node.name} {' '.join(b.classes)}") for w in said)]
    return next(iter(named), None)


async def scroll_to_end(run: Run, awaited: tuple[str, ...] = ()) -> None:
    """Scroll the page, and the inner list that has its records, until nothing new comes or *awaited* is shown."""
    idle = 0
    for _ in range(_MOST_ROUNDS * 2):
        page = await run.settled()
        if awaited and holds_words(page.elements[0].text, awaited):
            return
        before = _extent(page)
        inner = _record_box(page)
        await run.do(ScrollBy("down", ref=inner.ref if inner is not None else None, to_end=True))
        page = await run.settled()
        if _extent(page) == before:
            await run.wait(_SECONDS)
            idle += 1
            if idle >= 3:  # noqa: PLR2004
                break
        else:
            idle = 0
    if awaited:
        page = await run.look()
        if not holds_words(page.elements[0].text, awaited):
            raise Stuck(f"“{' '.join(awaited)}” did not appear.")


def may_scroll(page: Page) -> bool:
    """Return whether there is more of the page, or of the box with its main list, below what is in view."""
    beyond = page.snapshot.extent[1] > page.snapshot.viewport[1] + page.snapshot.scroll[1] + 4
    return beyond or _record_box(page) is not None


def _extent(page: Page) -> tuple[object, ...]:
    return page.snapshot.extent, len(page.elements), page.elements[0].text[-200:]


def _record_box(page: Page) -> Element | None:
    """Return the box with a scroll bar of its own that holds the main list; None where the page scrolls."""
    for one in record_lists(page)[:1]:
        for above in one.records[0].element.ancestors():
            if above.node.scrolls and above.node.tag not in {"html", "body"}:
                return above
    boxes = [e for e in page.elements if e.node.scrolls and e.seen and e.node.tag not in {"html", "body"}]
    beyond = page.snapshot.extent[1] > page.snapshot.viewport[1] + 4
    return None if beyond else next(iter(boxes), None)
