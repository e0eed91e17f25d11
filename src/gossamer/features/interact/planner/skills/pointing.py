"""Clicking, hovering, opening and closing what is named, once or as long as is said."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gossamer.core.interaction import Click, DoubleClick, Hover
from gossamer.features.interact.planner.grounding.finding import EXACT, GOOD, Description, Finder
from gossamer.features.interact.planner.grounding.likeness import folded, words
from gossamer.features.interact.planner.grounding.matches import Match
from gossamer.features.interact.planner.language.commands import Chunk, Command
from gossamer.features.interact.planner.language.lexicon import KINDS
from gossamer.features.interact.planner.language.phrases import Phrase, owner
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import BudgetSpent, NotUnderstood, Run, Stuck, ambiguous
from gossamer.features.interact.planner.skills.acting import (
    answered,
)
from gossamer.features.interact.planner.skills.comparing import extreme_in, take_extreme
from gossamer.features.interact.planner.skills.controls import behind_more, control_for
from gossamer.features.interact.planner.skills.exploring import (
    find_or_explore,
    hover_then_click,
    more_control,
    next_control,
)
from gossamer.features.interact.planner.skills.rows import of_results, result, tells
from gossamer.features.interact.planner.skills.submitting import clear_the_way, nearest_send_button, send_buttons
from gossamer.features.interact.planner.wordsets import word_set

_MOST_REPEATS: Final = 60


_SENDING: Final = frozenset(
    {"submit", "send", "login", "log in", "sign in", "ok", "search", "go", "done", "confirm", "save", "signin"}
)


_AGAIN: Final = word_set("keep repeat repeatedly continue continuously over")


_GONE: Final = word_set(
    "gone disappears disappear vanishes vanish hidden nothing no disabled longer missing left exhausted"
)


async def click(run: Run, command: Command) -> None:
    """Click what is named; several, repeatedly or until something holds, when that is said."""
    if await answered(run, command):
        return
    if command.until is not None:
        await _until(run, command)
        return
    if command.times is not None:
        for _ in range(min(command.times, _MOST_REPEATS)):
            await _click_once(run, replace(command, times=None))
        return
    await _click_once(run, command)


async def _click_once(run: Run, command: Command) -> None:
    object_ = command.object or (command.chunks[0].phrase if command.chunks else command.object)
    chunks = command.chunks if command.object else command.chunks[1:]
    if not object_:
        raise Stuck(f"It is not said what to {command.verb}.")
    object_, chunks = _owned(object_, chunks)
    path = _path(object_)
    if path:
        await hover_then_click(run, [Description(p) for p in path])
        return
    if refers_back(object_) and (last := run.last(await run.see())) is not None:
        await run.do(Click(last.ref))
        return
    whole = command.whole()
    if (
        (extreme := extreme_in(whole)) is not None
        and not whole.quotes
        and not (await run.finder()).named(object_.bare.raw)
    ):
        await take_extreme(run, command, extreme)
        return
    if object_.quantity == "all" and not object_.quotes and await _click_all(run, command):
        return
    if any(c.phrase.quantity == "all" and c.phrase.kinds[:1] == ("item",) for c in chunks) and await _in_all_rows(
        run, object_, chunks
    ):
        return
    described = Description(object_, tuple(c for c in chunks if c.role != "using"))
    items = object_.items()
    if len(items) > 1 and not any(i.head and not i.name for i in items):
        finder = await run.finder()
        found = finder.find(described)
        if not found or found[0].score < EXACT:
            for item in _shared_noun(object_, items):
                match = await find_or_explore(run, Description(item, described.relations))
                await _use(run, match, command)
            return
    match = await _target(run, described, command)
    await _use(run, match, command)


def _owned(object_: Phrase, chunks: tuple[Chunk, ...]) -> tuple[Phrase, tuple[Chunk, ...]]:
    """Return "the dialog's OK button" as the OK button in the dialog."""
    at = next(
        (
            i
            for i, t in enumerate(object_.tokens)
            if t.kind == "word" and owner(t.norm) in KINDS and owner(t.norm) != t.norm
        ),
        None,
    )
    if at is None or at + 1 >= len(object_.tokens):
        return object_, chunks
    token = object_.tokens[at]
    noun = owner(token.norm)
    named = replace(token, text=noun, norm=noun, end=token.start + len(noun))
    return object_.part(at + 1), (*chunks, Chunk("in", "in", Phrase(object_.source, (named,))))


def _shared_noun(object_: Phrase, items: Sequence[Phrase]) -> Sequence[Phrase]:
    names = object_.name.items()
    return names if len(names) == len(items) and object_.plural else items


async def _target(run: Run, described: Description, command: Command) -> Match:  # noqa: C901, PLR0911, PLR0912
    page = await run.see()
    text = folded(described.phrase.name.literal or described.phrase.bare.raw)
    finder = Finder(page, tuple(run.used))
    if of_results(described):
        numbered = await result(run, described)
        if numbered is not None:
            return numbered
    found = finder.find(described)
    if not found and text in _SENDING:
        button = nearest_send_button(page, run.last(page))
        only = send_buttons(page)
        if (button is not None and only) or sum(e.kind == "button" and e.seen for e in page.elements) == 1:
            run.take(*described.phrase.tokens)
        if button is not None and only:
            return Match(button, GOOD)
        buttons = [e for e in page.elements if e.kind == "button" and e.seen]
        if len(buttons) == 1:
            return Match(buttons[0], GOOD)
    if not found and text in {"next", "next page"} and (control := next_control(page)) is not None:
        return Match(control, GOOD)
    if not found and text in {"load more", "show more", "more"} and (control := more_control(page)) is not None:
        return Match(control, GOOD)
    if (
        len(found) > 1
        and text not in _SENDING
        and described.phrase.ordinal is None
        and (near := _at_work(run, page, found)) is not None
    ):
        return near
    if text in _SENDING and found and len(found) > 1:
        # Several of this name: the one of the form that was worked on.
        button = nearest_send_button(page, run.last(page))
        if button is not None and any(m.element is button and m.score >= found[0].score - 3 for m in found):
            return Match(button, found[0].score)
    if not found and (shown := await uncovered(run, described)) is not None:
        return shown
    if len(found) > 1 and (equal := _as_good(page, described, found)):
        raise ambiguous(page, described.said, equal)
    return await find_or_explore(run, described, paging=command.explore)


async def uncovered(run: Run, described: Description) -> Match | None:
    """Return what appears when the menu that is named is opened, or the menu of the row that is named."""
    finder = await run.finder()
    for chunk in described.relations:
        anchors = finder.anchors(chunk.phrase) if chunk.phrase else []
        for anchor in anchors[:1]:
            row = finder.page.record(anchor)
            name = described.phrase.name.literal or described.phrase.literal
            if row is not None and chunk.phrase.kinds[:1] != ("menu",):
                hidden = await behind_more(run, row, name)
                if hidden is not None:
                    return Match(hidden, GOOD)
            for step in (Hover(anchor.ref), Click(anchor.ref)) if anchor.node.role != "text" else ():
                await run.do(step)
                await run.look()
                found = (await run.finder()).find(Description(described.phrase))
                if found:
                    return found[0]
    return None


def _as_good(page: PageModel, described: Description, found: Sequence[Match]) -> list[Element]:
    """Return the things that may be meant alike, where no word tells them apart; [] where one is meant."""
    phrase = described.phrase
    if phrase.quantity == "any" or phrase.ordinal is not None or phrase.norms[:1] in {("a",), ("an",)} or phrase.plural:
        return []
    best = found[0].score
    equal = [m.element for m in found if m.score >= best - 0.1 and m.element.actionable and not m.element.node.disabled]
    inner = [e for e in equal if not any(o is not e and e.holds(o) for o in equal)]
    rows = {id(page.record(e)) for e in inner}
    hrefs = {e.node.attributes.get("href") for e in inner}
    if len(inner) < 2 or (len(hrefs) == 1 and hrefs != {None}):  # noqa: PLR2004
        return []
    said = {w for p in (phrase.name, *(c.phrase for c in described.relations if c.role == "named")) for w in p.words()}
    if len({folded(e.name) for e in inner}) > 1:
        # What is only meant by the same word, as a cross for "close", is the first of its kind.
        return inner if all(said <= set(words(e.name)) for e in inner) else []
    # The same name in every row is one control for each row; twice on a page, it is the same one.
    return inner if len(rows) == len(inner) and all(page.record(e) not in {None, e} for e in inner) else []


def _at_work(run: Run, page: PageModel, found: Sequence[Match]) -> Match | None:
    """Return the one of several as good that stands in the row that was found or used last."""
    last = run.last(page)
    row = page.record(last) if last is not None and last.kind not in {"button", "link", "tab"} else None
    if row is None:
        return None
    return next((m for m in found if m.score >= found[0].score - 1 and row.holds(m.element)), None)


async def _use(run: Run, match: Match, command: Command) -> None:
    element = match.element
    await run.require(element)
    if command.action == "double":
        await run.do(DoubleClick(element.ref))
        return
    if command.action == "right":
        await run.do(Click(element.ref, button="right"))
        return
    try:
        if element.kind in {"checkbox", "radio"} and element.node.checked and command.action == "choose":
            return
        await run.do(Click(element.ref))
    except (BudgetSpent, NotUnderstood):
        raise
    except Stuck as stuck:
        if not await clear_the_way(run, covered="covered" in stuck.sentence):
            raise
        again = (await run.look()).by_ref.get(element.ref)
        if again is None:
            raise
        await run.do(Click(again.ref))


async def _in_all_rows(run: Run, object_: Phrase, chunks: tuple[Chunk, ...]) -> bool:
    """Click what is named in each row that the other words tell of: "the like button on all posts by x"."""
    finder = await run.finder()
    telling = [c.phrase.literal for c in chunks if not (c.phrase.quantity == "all" and not c.phrase.name)]
    rows = [r for r in finder.rows() if all(tells(r, text) for text in telling)]
    name = (object_.name.literal or object_.literal).split()
    controls = [c for r in rows if name and (c := control_for(r, name[0])) is not None]
    for control in controls:
        await run.do(Click(control.ref))
    return bool(controls)


async def _click_all(run: Run, command: Command) -> bool:
    finder = await run.finder()
    found = finder.find(Description(command.object, command.chunks))
    if not found:
        return False
    best = found[0].score
    refs = [m.element.ref for m in sorted(found, key=lambda m: m.element.index) if m.score >= best - 3]
    for ref in refs:
        page = await run.see()
        if ref in page.by_ref:
            await run.do(Click(ref))
    return True


def _path(phrase: Phrase) -> list[Phrase]:
    """Return the steps of "File > Open" or "File → Open"; [] when it is none."""
    parts: list[list[object]] = [[]]
    pieces: list[Phrase] = []
    start = 0
    for i, token in enumerate(phrase.tokens):
        if token.kind == "mark" and token.norm in {">", "→", "»", "\u203a"}:
            pieces.append(phrase.part(start, i))
            start = i + 1
    del parts
    if not pieces:
        return []
    pieces.append(phrase.part(start))
    return [p for p in pieces if p]


async def _until(run: Run, command: Command) -> None:
    """Do it again and again until the condition holds; the series is bounded."""
    condition = command.until
    run.take(*(condition.tokens if condition is not None else ()), *(t for t in command.clause if t.norm in _AGAIN))
    once = replace(command, until=None, times=None)
    for count in range(_MOST_REPEATS):
        page = await run.look()
        if not count and command.object and not Finder(page).find(Description(command.object, command.chunks)):
            # What is not there cannot be clicked until it is gone: it was meant otherwise.
            await _click_once(run, once)
            continue
        if condition is not None and holds(
            page, condition, Finder(page).find(Description(command.object, command.chunks)) if command.object else []
        ):
            break
        if not count:
            # Where it is a series that is gone through, the page that is left first is one of it.
            await run.keep_page()
        elif not await run.leave_page():
            run.tell("The budget of pages was reached before the condition held.")
            break
        try:
            await _click_once(run, once)
        except (BudgetSpent, NotUnderstood):
            raise
        except Stuck:
            if count:
                # What was clicked is gone: there is nothing left to repeat.
                break
            raise
    else:
        raise Stuck(f'After {_MOST_REPEATS} times it is still not so that "{condition.raw if condition else ""}".')
    run.pages = max(run.pages, 1)


def holds(page: PageModel, condition: Phrase, found: Sequence[Match]) -> bool:
    """Return whether the condition of a repetition is met on the page."""
    norms = set(condition.norms)
    negative = bool(norms & _GONE) or "not" in norms or "can't" in norms or "cannot" in norms
    quoted = condition.quotes
    if quoted:
        there = any(quoted[0].casefold() in e.text.casefold() for e in page.texts)
        return there != negative
    if negative:
        subject = [
            w
            for w in condition.norms
            if w
            not in _GONE
            | word_set("it it's there's anymore can be is the there are more button link has any to load show")
        ]
        if norms & {"it", "it's", "button", "link"} or not subject:
            return not any(not m.element.node.disabled and m.element.seen for m in found)
        return not any(w in words(page.root.text) for w in subject)
    subject = [
        w
        for w in condition.norms
        if w
        not in word_set(
            "you see find it is the a an appears appear visible shows shown up there text reach reached says "
            "until can be seen on page item element of come across get to comes found displayed s"
        )
    ]
    text = " ".join(words(page.root.text))
    return bool(subject) and all(w in text.split() for w in subject)


async def hover(run: Run, command: Command) -> None:
    """Move the mouse onto what is named."""
    match = await find_or_explore(run, Description(command.object, command.chunks))
    await run.do(Hover(match.element.ref))


async def focus(run: Run, command: Command) -> None:
    """Put the cursor into the field that is named."""
    phrase, chunks = command.object, command.chunks
    if not phrase or (set(phrase.norms) <= {"the", "cursor", "focus", "your", "keyboard", "input"} and chunks):
        phrase, chunks = chunks[0].phrase, chunks[1:]
    match = await run.need(Description(phrase, chunks, phrase.kinds))
    await run.do(Click(match.element.ref))
