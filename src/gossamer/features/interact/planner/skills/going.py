"""Moving between pages and tabs, waiting, keys."""

from dataclasses import replace
from typing import Final

from gossamer.core.interaction import Back, Click, Forward, GoTo, Press, Reload, ScrollBy, SwitchTab, WaitFor
from gossamer.features.interact.planner.grounding.finding import EXACT, Description, Finder
from gossamer.features.interact.planner.grounding.likeness import folded, likeness, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.scanning import key_of
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills.exploring import advance, more_control, next_control, page_numbers
from gossamer.features.interact.planner.skills.opening import open_
from gossamer.features.interact.planner.skills.pointing import holds

_MOST_PAGES: Final = 100
_SHORT: Final = 4
_UNITS: Final = {
    "second": 1.0,
    "seconds": 1.0,
    "sec": 1.0,
    "secs": 1.0,
    "s": 1.0,
    "minute": 60.0,
    "minutes": 60.0,
    "ms": 0.001,
    "milliseconds": 0.001,
}


async def go(run: Run, command: Command) -> None:  # noqa: PLR0911
    """Go to an address, back, forward, to the next page, to page n, to a tab, or to what is named."""
    page = await run.see()
    whole = command.whole()
    norms = set(whole.norms) | set(command.verb.split())
    address = next((t.text for t in whole.tokens if t.kind == "address" and "@" not in t.text), None)
    if address is not None:
        await run.do(GoTo(address))
        return
    if "back" in norms and (way := _way_back(page, command)) is not None:
        await run.do(Click(way.ref))
        return
    if "back" in norms or (norms & {"previous"} and norms & {"page"} and not _named(page, command)):
        for _ in range(command.times or 1):
            await run.do(Back())
        page = await run.look()
        run.evidence.give(page.snapshot.title, *(e.text for e in page.elements if e.kind == "heading"))
        return
    if "forward" in norms:
        await run.do(Forward())
        return
    if whole.kinds[:1] == ("tab",) and (len(page.snapshot.tabs) > 1):
        await run.do(SwitchTab(_tab(run, command, len(page.snapshot.tabs), [t.title for t in page.snapshot.tabs])))
        return
    if ("next" in norms and "page" in norms) or ("page" in norms and "each" in norms):
        await next_page(run, command)
        return
    number = next((int(t.value) for t in whole.tokens if isinstance(t.value, float)), None)
    if "page" in norms and number is not None:
        await _page_number(run, number)
        return
    phrase = command.object or command.role("to", "into", "on", "in")
    if phrase is None or not phrase:
        raise Stuck("It is not said where to go.")
    await open_(run, replace(command, object=phrase, chunks=tuple(c for c in command.chunks if c.phrase is not phrase)))


def _way_back(page: PageModel, command: Command) -> Element | None:
    """Return the control of the page that leads back to what is said, or back at all."""
    said = set(command.whole().words())
    found = [
        e
        for e in page.actionable
        if e.kind in {"button", "link"} and e.seen and words(e.name)[:1] == ("back",) and len(words(e.name)) <= _SHORT
    ]
    named = [e for e in found if set(words(e.name)) <= said | {"back", "to", "the"}]
    return named[0] if len(named) == 1 else None


async def turn_to(run: Run, command: Command) -> None:
    """Go to the nth or last page of a series, or through its first pages."""
    whole = command.whole()
    number = next(
        (int(t.value) for t in whole.tokens if isinstance(t.value, float) and t.kind in {"number", "word"}), None
    )
    ordinal = whole.ordinal or 1
    run.settle(command)
    if number is not None and command.object.plural:
        for _ in range(number - 1):
            if not await advance(run):
                raise Stuck("The series has fewer pages.")
        if not run.performed:
            run.evidence.place(1)
            run.tell("This is the first page.")
        return
    if ordinal > 0:
        await _page_number(run, ordinal)
        return
    numbers = page_numbers(await run.see())
    control = _last_page(await run.see())
    if control is not None:
        await run.do(Click(control.ref))
        return
    if numbers and next_control(await run.see()) is None:
        await run.do(Click(numbers[-1][1].ref))
        return
    while await advance(run):
        pass


def _last_page(page: PageModel) -> Element | None:
    return next(
        (
            e
            for e in page.actionable
            if e.kind in {"link", "button"} and e.seen and folded(e.name) in {"last", "last page"}
        ),
        None,
    )


def _named(page: object, command: Command) -> bool:
    return isinstance(page, PageModel) and any(m.score >= EXACT for m in Finder(page).named(command.whole().bare.raw))


def _tab(run: Run, command: Command, count: int, titles: list[str]) -> int:
    del run
    whole = command.whole()
    if whole.ordinal is not None:
        return whole.ordinal - 1 if whole.ordinal > 0 else count + whole.ordinal
    if "new" in whole.norms:
        return count - 1
    ranked = sorted(((likeness(whole.name.literal, t), -i) for i, t in enumerate(titles)), reverse=True)
    return -ranked[0][1]


async def _page_number(run: Run, number: int) -> None:
    for _ in range(_MOST_PAGES):
        page = await run.look()
        control = next((e for n, e in page_numbers(page) if n == number), None)
        if control is not None:
            await run.do(Click(control.ref))
            return
        if not await advance(run):
            raise Stuck(f"There is no page {number} to go to.")


async def next_page(run: Run, command: Command) -> None:
    """Go to the next page: once, so many times, or until something holds; without a next page that is the end of it."""
    if command.until is None and not set(command.whole().norms) & {"all", "every", "each"}:
        for _ in range(command.times or 1):
            page = await run.look()
            control = next_control(page) or more_control(page)
            if control is None and not page_numbers(page):
                raise Stuck("The page has no way to a next page.")
            if not await advance(run):
                raise Stuck("This is the last page.")
        return
    for _ in range(_MOST_PAGES):
        page = await run.look()
        if command.until is not None and holds(page, command.until, ()):
            return
        if not await advance(run):
            return


async def wait(run: Run, command: Command) -> None:
    """Wait for a time, or until a text is there or gone."""
    whole = command.whole()
    number = next((t.value for t in whole.tokens if isinstance(t.value, float) and t.kind in {"number", "word"}), None)
    unit = next((_UNITS[n] for n in whole.norms if n in _UNITS), None)
    if number is not None and unit is not None:
        await run.do(WaitFor(seconds=number * unit))
        return
    condition = command.until or whole
    if not condition:
        await run.do(WaitFor())
        return
    gone = bool(set(condition.norms) & {"gone", "disappears", "disappear", "vanishes", "hidden", "disappeared"})
    if condition.quotes:
        await run.do(WaitFor(text=condition.quotes[0], gone=gone))
        return
    for _ in range(60):
        page = await run.look()
        found = Finder(page).find(Description(condition.name)) if condition.name else []
        if holds(page, condition, found) or (
            found and found[0].score >= EXACT and not gone and not found[0].element.node.disabled
        ):
            return
        await run.do(WaitFor(seconds=0.5))
    raise Stuck(f'"{condition.raw}" did not come true.')


async def press(run: Run, command: Command) -> None:
    """Press a key, where the focus is or in the field that was typed into last."""
    key = key_of(command.object)
    if key is None:
        raise Stuck(f'There is no key "{command.object.raw}".')
    page = await run.see()
    named = Finder(page).named(command.object.raw.strip())
    if named and named[0].score >= EXACT and named[0].element.kind == "button" and "key" not in command.said.casefold():
        await run.do(Click(named[0].element.ref))
        return
    last = run.last(page)
    await run.do(
        Press(
            key,
            last.ref if last is not None and last.kind in TYPED and not last.node.focused else None,
            times=command.times or 1,
        )
    )


async def load(run: Run, command: Command) -> None:
    """Load the page again, or all that a list has: by its control for more, by scrolling, or by leafing."""
    norms = set(command.whole().norms)
    if not norms & {"more", "all", "everything", "every", "rest", "remaining"}:
        await run.do(Reload())
        return
    run.settle(command)
    once = command.until is None and not norms & {"all", "everything", "every", "rest", "remaining"}
    for _ in range(_MOST_PAGES):
        page = await run.look()
        control = more_control(page)
        if control is None:
            break
        if not once and not await run.leave_page():
            break
        await run.do(Click(control.ref))
        if once:
            return
    if next_control(await run.look()) is not None:
        while await advance(run):
            pass
        return
    if not run.performed:
        await _scroll_on(run, once=once)


async def _scroll_on(run: Run, *, once: bool) -> None:
    """Scroll to the end as long as that makes the page longer."""
    grew = False
    for _ in range(_MOST_PAGES):
        before = (await run.look()).root.text
        if not await run.leave_page():
            return
        await run.do(ScrollBy("down", to_end=True))
        page = await run.look()
        if page.root.text == before:
            # What is on its way may take a moment.
            await run.do(WaitFor(seconds=1))
            page = await run.look()
        if page.root.text == before:
            break
        grew = True
        if once:
            return
    if not grew:
        raise Stuck("The page has nothing that loads more.")
