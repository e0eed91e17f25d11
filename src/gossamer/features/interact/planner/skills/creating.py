"""Creating an entry: through a form, or by drawing it into the hours of a day."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gossamer.core.interaction import Click, Drag, Type
from gossamer.features.interact.planner.grounding.likeness import likeness, stem, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.tokens import NUMBERS, Clock, Token, read_clock
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills import filling, labelled
from gossamer.features.interact.planner.skills.aligning import align
from gossamer.features.interact.planner.skills.comparing import amount
from gossamer.features.interact.planner.skills.forms import after_verb, enter, form_of, read_form
from gossamer.features.interact.planner.skills.panels import Panels
from gossamer.features.interact.planner.skills.searching import is_search
from gossamer.features.interact.planner.skills.setting import set_field
from gossamer.features.interact.planner.skills.submitting import nearest_send_button
from gossamer.features.interact.planner.wordsets import word_set

_HALF_HOUR = 30


async def create(run: Run, command: Command) -> None:  # noqa: C901
    """Create what is said: draw it into a day's hours where these are shown, else fill in the form for it."""
    page = await run.see()
    whole = command.whole()
    if not whole.quotes and any(_several(t) for t in command.object.tokens[:2]):
        raise Stuck("Several things at once cannot be created: say one after the other.")
    slots = slots_of(page)
    seconds = amount(whole.raw, "duration")
    clocks = [t.value for t in whole.tokens if isinstance(t.value, Clock)]
    if slots and clocks:
        await _draw(run, slots, clocks, round((seconds or 3600) / 60 / _HALF_HOUR))
        run.settle(command)
        page = await run.look()
    name = command.role("named")
    page = await _with_form(run, command)
    fields = _fields(page)
    if not fields:
        return
    if not run.performed and not _is_for(page, fields[0], command):
        raise Stuck("The page has nothing to create that with.")
    text = whole.quotes[0] if whole.quotes else (name.literal if name is not None else _called(command))
    taking = [f for f in page.fields if f.seen and f.kind in TYPED | {"select"} and not is_search(f, page)]
    pairs = align(whole, taking, page)
    if labelled.fills_in(command, page, whole, set(whole.norms)):
        await labelled.fill_in(run, command)
    elif len(pairs) > 1:
        for field, value in pairs:
            await set_field(run, (await run.see()).by_ref.get(field.ref, field), value)
    elif text is None:
        await filling.fill(run, replace(command, action="fill", verb="enter"))
    else:
        field = next(
            (f for f in fields if likeness("name", page.label(f)) >= 50 or likeness("title", page.label(f)) >= 50),  # noqa: PLR2004
            fields[0],
        )
        await run.do(Type(field.ref, text))
        box = next(iter(page.dialogs), None) or form_of(page, field) or page.root
        others = [e for e in box.walk() if e is not field]
        left = [t for t in after_verb(command) if not run.evidence.has(t)]
        await enter(run, read_form(command.source, left, others, page))
    if run.sent_next:
        return
    page = await run.look()
    button = nearest_send_button(page, page.by_ref.get(fields[0].ref))
    if button is not None:
        await run.do(Click(button.ref))


async def _with_form(run: Run, command: Command) -> PageModel:
    """Return the page with the form shown that creates what is said, opened where it is not. Raises Stuck."""
    page = await run.see()
    if not _fields(page) and opener_of(page, command) is None:
        page = await _where_made(run, command)
    fields, opener = _fields(page), opener_of(page, command)
    if fields and (opener is None or page.dialogs or _ends_form(page, opener, fields)):
        return page
    if opener is None:
        raise Stuck("The page has nothing to create that with.")
    await run.do(Click(opener.ref))
    return await run.look()


def _fields(page: PageModel) -> list[Element]:
    """Return the fields that something new may be written into: in the dialog that is open, and none to search with."""
    fields = [f for f in page.fields if f.kind in TYPED and f.seen and not is_search(f, page)]
    inside = [f for f in fields if any(d.holds(f) for d in page.dialogs)]
    return inside or fields


def _ends_form(page: PageModel, button: Element, fields: Sequence[Element]) -> bool:
    """Return whether a button sends off a form that is shown already."""
    form = form_of(page, button)
    return form is not None and any(form.holds(f) for f in fields)


async def _where_made(run: Run, command: Command) -> PageModel:
    """Return the page with the first panel shown that has something to create it with; as it was where none has."""
    async for panel in Panels(run, folded_too=False):
        if opener_of(panel, command) is not None or any(_makes(panel, f, command) for f in _fields(panel)):
            return panel
    return await run.see()


def _makes(page: PageModel, field: Element, command: Command) -> bool:
    """Return whether a field, or the button of its form, says that it is for a new one of what is said."""
    form = form_of(page, field)
    told = [page.label(field), *(e.name for e in (form.walk() if form is not None else ()) if e.kind == "button")]
    said = {stem(t.norm) for t in command.object.bare.tokens if t.kind == "word" and t.norm not in _NEW}
    return any(set(words(t)) & _NEW and said & {stem(w) for w in words(t)} for t in told)


async def create_by_name(run: Run, command: Command) -> bool:
    """Open the form that a button of the page opens which is called as the wish begins, and fill it in by its labels.

    "Issue a permit to Ada, zone C" uses "Issue permit". False when no button is called so, or it opens no form.
    """
    page = await run.see()
    opener = _named_opener(page, command)
    if opener is None:
        return False
    before = {f.ref for f in _fields(page)}
    await run.do(Click(opener.ref), unasked=True, shows=True)
    page = await run.look()
    fields = [f for f in _fields(page) if f.ref not in before]
    if not fields:
        raise Stuck(f"“{opener.name}” opens no form.")
    run.evidence.give(opener.name)
    name = set(words(opener.name))
    rest = tuple(t for t in command.clause if t.norm not in name)
    run.take(*(t for t in command.clause if t.norm in name))
    await labelled.enter_said(run, command.source, rest)
    page = await run.look()
    button = nearest_send_button(page, page.by_ref.get(fields[0].ref) or next(iter(_fields(page)), None))
    if button is None:
        raise Stuck("The form has no button that sends it off.")
    await run.do(Click(button.ref))
    return True


def _named_opener(page: PageModel, command: Command) -> Element | None:
    """Return the one button, in no entry and no form, whose name is the first word of a clause and its noun."""
    said = [t.norm for t in command.clause if t.kind == "word"]
    if len(said) < _FEW or page.dialogs or command.question or not command.chunks:
        return None

    def called(element: Element) -> bool:
        name = [w for w in words(element.name) if w not in {"a", "an", "the", "new"}]
        return len(name) == _TWO and name[0] == said[0] and name[1] in said[1:_FEW]

    found = [
        e for e in page.actionable
        if e.kind == "button" and e.seen and not e.node.disabled and called(e)
        and (e.parent is None or page.record(e.parent) is None) and not _ends_form(page, e, _fields(page))
    ]  # fmt: skip
    return found[0] if len(found) == 1 else None


_TWO: Final = 2
_FEW: Final = 5


def _several(token: Token) -> bool:
    return token.kind in {"word", "number"} and (NUMBERS.get(token.norm, 0) > 1 or token.norm in {"2", "3", "4", "5"})


_NEW: Final = word_set("new add create plus")


def opener_of(page: PageModel, command: Command) -> Element | None:
    """Return the control that begins a new one of what is said: "New task"."""
    said = {stem(t.norm) for t in command.clause if t.kind == "word"}
    return next(
        (
            e
            for e in page.actionable
            if e.kind in {"button", "link", "tab"}
            and e.seen
            and (name := words(e.name))
            and name[0] in _NEW
            and len(name) > 1
            and name[1] != "to"
            and all(stem(w) in said for w in name[1:] if w not in {"new", "a", "an"})
        ),
        None,
    )


def _is_for(page: PageModel, field: Element, command: Command) -> bool:
    """Return whether the form says of itself that it makes what is said."""
    form = form_of(page, field) or page.root
    said = {stem(t.norm) for t in command.clause if t.kind == "word" and t.norm not in _NEW}
    told = [e.text for e in form.walk() if e.kind in {"heading", "button"}]
    told += [e.text for e in page.elements if e.kind == "heading"] + [page.snapshot.title]
    return bool(said & {stem(w) for text in told for w in words(text)})


def slots_of(page: PageModel) -> dict[int, Element]:
    """Return the parts of a day's hours by the minutes at which they begin; {} where no such hours are shown."""
    found: dict[int, Element] = {}
    for label in page.texts:
        clock = read_clock(label.text) if re.fullmatch(r"\d{1,2}(:\d\d)?\s*[ap]m", label.text.casefold()) else None
        if clock is None:
            continue
        row = page.record(label)
        if row is None:
            continue
        parts = [e for e in row.walk() if e.node.role != "text" and not e.text and not e.inside and e.seen]
        parts = [p for p in parts if p.node.box.height > 0 and p.node.box.width > 20]  # noqa: PLR2004
        for i, part in enumerate(parts):
            found[clock.hour * 60 + i * 60 // len(parts)] = part
    return found if len(found) >= 4 else {}  # noqa: PLR2004


async def _draw(run: Run, slots: dict[int, Element], clocks: list[Clock], halves: int) -> None:
    page = await run.see()
    begin = clocks[0].hour * 60 + clocks[0].minute
    end = clocks[1].hour * 60 + clocks[1].minute if len(clocks) > 1 else begin + halves * _HALF_HOUR
    end = end or 24 * 60
    taken = [e.node.box for e in page.elements if "event" in e.classes and e.seen]
    free = [
        m
        for m in sorted(slots)
        if begin <= m < end and not any(_overlap(slots[m], box.y, box.y + box.height) for box in taken)
    ]
    for start in free:
        needed = [start + i * _HALF_HOUR for i in range(max(1, halves))]
        if all(m in free for m in needed):
            await run.do(Drag(slots[needed[0]].ref, slots[needed[-1]].ref))
            return
    raise Stuck("There is no room for it between these times.")


def _overlap(slot: Element, top: float, bottom: float) -> bool:
    middle = slot.node.box.center[1]
    return top <= middle <= bottom


def _called(command: Command) -> str | None:
    """Return the name in "with the name x" or "x for an hour"."""
    for phrase in (command.object, *(c.phrase for c in command.chunks)):
        norms = phrase.bare.norms
        if norms[:1] in {("name",), ("title",)} and len(norms) > 1:
            return phrase.bare.part(1).raw
    capital = [t.text for t in command.whole().tokens if t.kind == "word" and t.text[:1].isupper()]
    return capital[0] if len(capital) == 1 else None
