"""Clicking, hovering, opening and closing what is named, once or as long as is said."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gossamer.core.interaction import AnswerDialog, Click, CloseTab, DoubleClick, Hover, ScrollTo
from gossamer.features.interact.planner.grounding.finding import EXACT, GOOD, Description, Finder, Match
from gossamer.features.interact.planner.grounding.likeness import folded, words
from gossamer.features.interact.planner.language.commands import Chunk, Command
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.running import BudgetSpent, Run, Stuck
from gossamer.features.interact.planner.skills.acting import (
    act,
    answered,
    behind_more,
    consent_box,
    control_for,
    press_named,
)
from gossamer.features.interact.planner.skills.comparing import extreme_in, take_extreme
from gossamer.features.interact.planner.skills.exploring import (
    closed,
    find_or_explore,
    hover_then_click,
    more_control,
    next_control,
)
from gossamer.features.interact.planner.skills.filling import search
from gossamer.features.interact.planner.skills.rows import main_link, of_results, result, tells
from gossamer.features.interact.planner.skills.submitting import clear_the_way, nearest_send_button, send_buttons
from gossamer.features.interact.planner.wordsets import word_set

_MOST_REPEATS: Final = 60


_SENDING: Final = frozenset(
    {"submit", "send", "login", "log in", "sign in", "ok", "search", "go", "done", "confirm", "save", "signin"}
)


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


def _shared_noun(object_: Phrase, items: Sequence[Phrase]) -> Sequence[Phrase]:
    names = object_.name.items()
    return names if len(names) == len(items) and object_.plural else items


async def _target(run: Run, described: Description, command: Command) -> Match:  # noqa: C901, PLR0911
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
    if not found and (shown := await _uncovered(run, described)) is not None:
        return shown
    return await find_or_explore(run, described, paging=command.explore)


async def _uncovered(run: Run, described: Description) -> Match | None:
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


def _at_work(run: Run, page: PageModel, found: Sequence[Match]) -> Match | None:
    """Return the one of several as good that stands in the row that was found or used last."""
    last = run.last(page)
    row = page.record(last) if last is not None and last.kind not in {"button", "link", "tab"} else None
    if row is None:
        return None
    return next((m for m in found if m.score >= found[0].score - 1 and row.holds(m.element)), None)


async def _use(run: Run, match: Match, command: Command) -> None:
    element = match.element
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
    except BudgetSpent:
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
        if count and not await run.leave_page():
            run.tell("The budget of pages was reached before the condition held.")
            break
        try:
            await _click_once(run, once)
        except BudgetSpent:
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


async def find(run: Run, command: Command) -> None:
    """Find what is named and bring it into view; the next command may speak of it."""
    if not command.object:
        return
    described = Description(command.object, command.chunks)
    if (
        of_results(described)
        and (about := command.role("for", "of")) is not None
        and any(f.kind in TYPED for f in (await run.see()).fields)
    ):
        # "The 3rd result for x": x is searched for first.
        await search(run, replace(command, action="search", object=about, chunks=()))
        if (numbered := await result(run, Description(command.object))) is not None:
            await run.do(Click(numbered.element.ref))
            return
    if (extreme := extreme_in(command.whole())) is not None and not command.object.quotes:
        await take_extreme(run, command, extreme)
        return
    match = await find_or_explore(run, Description(command.object, command.chunks), paging=bool(command.object.quotes))
    await run.do(ScrollTo(match.element.ref))
    run.quotes.append(match.element.text[:300] or match.element.name)
    run.tell(f"Found: {(match.element.text or match.element.name)[:300]}")


def _found(run: Run, page: PageModel) -> list[Element]:
    """Return what can be opened and mentions what was searched for."""
    if run.clipboard is None:
        return []
    found = [
        e for e in page.elements if e.node.role != "text" and e.seen and e.node.clickable and tells(e, run.clipboard)
    ]
    return [e for e in found if e.kind not in TYPED | {"button"} and not any(o is not e and e.holds(o) for o in found)]


async def open_(run: Run, command: Command) -> None:  # noqa: C901, PLR0911, PLR0912
    """Open what is named: a section, a row's details, a list, a link."""
    phrase = command.object
    finder = await run.finder()
    page = finder.page
    if (
        refers_back(phrase)
        and ((last := run.last(page)) is None or last.kind in TYPED | {"button"})
        and (rows := _found(run, page) or finder.rows())
    ):
        # What was searched for is the first of what was found.
        await run.do(Click(main_link(rows[0]).ref))
        return
    if refers_back(phrase) and run.last(page) is None and (shut := closed(page)):
        await run.do(Click(shut[0].ref))
        return
    if (
        phrase.head
        and phrase.head[0] in word_set("section accordion panel collapsible area part pane header heading block")
    ) or phrase.quantity == "all":
        shut = list(closed(page))
        if phrase.quantity == "all" or (phrase.plural and not phrase.name):
            for element in shut:
                if (await run.see()).by_ref.get(element.ref):
                    await run.do(Click(element.ref))
            return
        if not phrase.name and phrase.ordinal is None and shut:
            await run.do(Click(shut[0].ref))
            return
        if not phrase.name and phrase.ordinal is not None:
            every = finder.expandable()
            if 0 < phrase.ordinal <= len(every) and every[phrase.ordinal - 1].node.expanded is not True:
                await run.do(Click(every[phrase.ordinal - 1].ref))
                return
    described = Description(phrase, command.chunks)
    if of_results(described) and (found := await result(run, described)) is not None:
        await run.do(Click(found.element.ref))
        return
    if not finder.find(described) and described.relations and (shown := await _uncovered(run, described)) is not None:
        await run.do(Click(shown.element.ref))
        return
    match = await _row_or(run, described, paging=False)
    if match.element.kind in {"", "item"} and finder.page.by_ref.get(match.element.ref) in finder.rows():
        match = Match(main_link(match.element), match.score)
    if match.element.node.expanded is True and match.element.kind not in {"select", "combobox"}:
        return
    await run.do(Click(match.element.ref))


async def _row_or(run: Run, described: Description, *, paging: bool) -> Match:
    """Return the row that is meant by what stands in it ("the mail from Anna"), else the best match."""
    phrase = described.phrase
    by = next((c for c in described.relations if c.role in {"by", "from", "of", "named", "containing", "with"}), None)
    if phrase.kinds[:1] == ("item",) and by is not None:
        finder = await run.finder()
        rows = [r for r in finder.rows() if tells(r, by.phrase.literal)]
        if rows:
            return Match(main_link(rows[0]), 80)
    return await find_or_explore(run, described, paging=paging)


async def collapse(run: Run, command: Command) -> None:
    """Fold what is open."""
    page = await run.see()
    opened = [e for e in page.elements if e.node.expanded is True]
    if command.object.name:
        match = await run.need(Description(command.object, command.chunks))
        await run.do(Click(match.element.ref))
    elif opened:
        for element in opened if command.object.plural or command.object.quantity == "all" else opened[:1]:
            await run.do(Click(element.ref))
    else:
        raise Stuck("Nothing on the page is open to be folded.")


_CONSENT: Final = (
    "close",
    "\u00d7",
    "x",
    "dismiss",
    "got it",
    "ok",
    "reject all",
    "reject",
    "decline",
    "necessary only",
    "accept all",
    "accept",
    "agree",
    "i agree",
    "allow all",
    "allow",
)


async def close(run: Run, command: Command) -> None:  # noqa: C901, PLR0911
    """Close a dialog, a banner, a tab, or what is named."""
    page = await run.see()
    if page.snapshot.dialog is not None:
        await run.do(AnswerDialog(accept=page.snapshot.dialog.kind == "alert"))
        return
    if command.means is not None and command.means.object:
        dialogs = page.dialogs
        pool = [e for d in dialogs for e in d.walk()] or None
        found = Finder(page).find(Description(command.means.object, command.means.chunks), pool=pool) or Finder(
            page
        ).find(Description(command.means.object, command.means.chunks))
        if found:
            await run.do(Click(found[0].element.ref))
            return
    norms = set(command.whole().norms)
    if "tab" in norms and len(page.snapshot.tabs) > 1:
        await run.do(CloseTab())
        return
    if "cookie" in norms or "cookies" in norms or "consent" in norms:
        box = consent_box(page) or page.root
        if await press_named(run, box, _CONSENT):
            return
    for dialog in reversed(page.dialogs):
        if await press_named(
            run,
            dialog,
            (
                "close",
                "\u00d7",
                "x",
                "✕",
                "✖",
                "dismiss",
                "cancel",
                "ok",
                "got it",
                "no thanks",
                "not now",
                "done",
                "exit",
            ),
        ):
            return
    opened = [e for e in page.elements if e.node.expanded is True]
    if opened and (command.object.kinds[:1] in {("section",), ("menu",)}):
        await collapse(run, command)
        return
    try:
        anchor = await run.need(Description(command.object, command.chunks))
    except Stuck:
        if await press_named(run, page.root, ("close", "\u00d7", "x", "✕", "✖", "dismiss")):
            return
        raise
    await act(run, replace(command, verb="close")) if not _closes(anchor.element) else await run.do(
        Click(anchor.element.ref)
    )


def _closes(element: Element) -> bool:
    return element.actionable and bool(
        set(words(element.name)) & {"close", "x", "dismiss"}
        or element.classes & {"close", "dismiss"}
        or folded(element.name) in {"\u00d7", "x"}
    )


def singular_name(phrase: Phrase) -> str:
    """Return the name of a phrase in the singular."""
    return " ".join(singular(w) for w in phrase.name.words())
