"""What a prompt is about as a whole, for when its clauses could not be followed one by one.

The page says what can be wanted of it: a list to be put in order, boxes to be ticked, fields to be filled, a text to
be styled.
The prompt says which: by names that stand on the page, numbers, dates, quoted text. Only what is named is used; a
prompt that names
nothing of the page has no gist here.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from gossamer.core.interaction import Click
from gossamer.features.interact.planner.accounting.coverage import DEEDS
from gossamer.features.interact.planner.grounding.finding import EXACT, Description
from gossamer.features.interact.planner.grounding.likeness import folded
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.colors import NAMED
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills import booking, choosing, editing, filling, moving
from gossamer.features.interact.planner.skills.aligning import align
from gossamer.features.interact.planner.skills.comparing import extreme_in
from gossamer.features.interact.planner.skills.exploring import find_or_explore
from gossamer.features.interact.planner.skills.searching import is_search
from gossamer.features.interact.planner.skills.setting import set_field
from gossamer.features.interact.planner.skills.steppers import set_said
from gossamer.features.interact.planner.skills.submitting import nearest_send_button
from gossamer.features.interact.planner.wordsets import word_set

_ORDERED: Final = word_set("ascending descending sorted sort order increasing decreasing smallest lowest")
_SENDING: Final = word_set("submit submitting submitted send sent confirm go enter search book login sign")


async def follow_gist(run: Run, prompt: str) -> bool:
    """Do what the prompt is about; False when nothing in it says what, and then nothing is done."""
    whole = Phrase.of(prompt)
    for attempt in _ATTEMPTS:
        before = len(run.performed)
        try:
            done = await attempt(run, whole)
        except Stuck:
            if len(run.performed) > before:
                raise
            continue
        if done:
            await set_said(run, whole.tokens)
            if attempt in _WHOLE:
                run.settle_all()
            await _send(run, whole)
            return True
    return False


async def _send(run: Run, whole: Phrase) -> None:
    if not set(whole.norms) & _SENDING or (run.performed and isinstance(run.performed[-1].step, Click) and run.sent):
        return
    page = await run.look()
    button = nearest_send_button(page, run.last(page))
    if button is not None:
        await run.do(Click(button.ref))


def _command(whole: Phrase) -> Command:
    return Command("find", "", whole.raw, whole)


async def _book(run: Run, whole: Phrase) -> bool:
    if extreme_in(whole) is None or whole.quotes or run.deeds or set(whole.norms) & (DEEDS | _ALTERING):
        return False
    await booking.book(run, _command(whole))
    run.sent = True
    return True


# Nothing is taken of a list by one who says what else is to become of it.
_ALTERING: Final = word_set("edit change set mark assign move rename update label tag close")


async def _list(run: Run, whole: Phrase) -> bool:
    page = await run.see()
    entries = moving.sortable(page)
    if len(entries) < 2 or not moving.is_movable(entries[0], page):  # noqa: PLR2004
        return False
    named = next((e for e in entries if any(folded(t.text) == folded(e.text) for t in whole.tokens)), None)
    if named is not None:
        text = next(t for t in whole.tokens if folded(t.text) == folded(named.text))
        at = whole.tokens.index(text)
        index = (
            moving.place_in(whole.part(at + 1), entries, entries.index(named)) if at + 1 < len(whole.tokens) else None
        )
        index = index if index is not None else moving.place_in(whole.part(0, at), entries, entries.index(named))
        if index is None:
            return False
        await moving.place(run, entries, entries.index(named), index)
        return True
    if set(whole.norms) & _ORDERED:
        await moving.sort(run, _command(whole))
        return True
    return False


async def _style(run: Run, whole: Phrase) -> bool:
    return editing.editor_of(await run.see()) is not None and await editing.style(run, _command(whole))


async def _samples(run: Run, whole: Phrase) -> bool:
    if not set(whole.norms) & set(NAMED):
        return False
    return await choosing.choose_colored(run, await run.see(), _command(whole))


async def _numbers(run: Run, whole: Phrase) -> bool:
    page = await run.see()
    sliders = [f for f in page.fields if f.kind == "slider"]
    numbers = [str(v) for t in whole.tokens if t.kind == "list" and isinstance(t.value, tuple) for v in t.value] or [
        t.text for t in whole.tokens if t.kind == "number"
    ]
    if not sliders or not numbers or len(numbers) > len(sliders):
        return False
    for field, number in zip(sliders, numbers, strict=False):
        await set_field(run, (await run.see()).by_ref.get(field.ref, field), number)
    boxes = [e for e in page.elements if e.kind == "checkbox"]
    if boxes and whole.ordinal and 0 < whole.ordinal <= len(boxes):
        await choosing.apply(run, boxes[whole.ordinal - 1])
    return True


async def _boxes(run: Run, whole: Phrase) -> bool:
    page = await run.see()
    boxes = [e for e in page.elements if e.kind in {"checkbox", "radio", "switch", "option"} and e.name]
    named: list[Element] = []
    for box in boxes:
        length = len(Phrase.of(box.name).tokens)
        if any(folded(whole.part(i, i + length).raw) == folded(box.name) for i in range(len(whole.tokens))):
            named.append(box)
    for box in named:
        await choosing.apply(run, box)
    return bool(named)


async def _form(run: Run, whole: Phrase) -> bool:
    page = await run.see()
    fields = [f for f in page.fields if f.kind in TYPED | {"select"} and f.seen]
    if len(fields) < 2:  # noqa: PLR2004
        return await _entry(run, whole, fields)
    pairs = align(whole, fields, page)
    if len(pairs) < 2:  # noqa: PLR2004
        return False
    if _adds_to(whole, [field for field, _ in pairs]) or _are_choices(page, pairs):
        return False
    for field, value in pairs:
        await filling.put(run, field, value)
    return True


def _are_choices(page: PageModel, pairs: Sequence[tuple[Element, str]]) -> bool:
    """Return whether something would be typed that a list of the page offers as a choice."""
    offered = {folded(o) for f in page.fields if f.kind in {"select", "listbox"} for o in f.node.options}
    return any(folded(value) in offered for field, value in pairs if field.kind in TYPED)


def _adds_to(whole: Phrase, fields: Sequence[Element]) -> bool:
    """Return whether something is to be added to a text, or taken out of it, which typing it anew would lose."""
    return bool(set(whole.norms) & _ADDING) and any(f.node.value for f in fields if f.kind in _KEEPING)


_ADDING: Final = word_set("append prepend add insert attach extend delete remove erase")
_KEEPING: Final = word_set("textbox textarea editor")


async def _entry(run: Run, whole: Phrase, fields: list[Element]) -> bool:
    value = next((t.text for t in whole.tokens if t.kind in {"quote", "date", "time"}), None)
    if not fields or value is None or run.deeds or is_search(fields[0], await run.see()):
        return False
    if _adds_to(whole, fields[:1]):
        return False
    await filling.put(run, fields[0], value)
    return True


async def _named(run: Run, whole: Phrase) -> bool:
    if len(whole.quotes) != 1:
        return False
    match = await find_or_explore(run, Description(Phrase.of(f'"{whole.quotes[0]}"')), paging=True)
    if match.score < EXACT:
        return False
    await run.do(Click(match.element.ref))
    return True


# These use what the prompt says as a whole; the others only what they name.
_WHOLE: Final = frozenset({_list, _style, _samples, _numbers})
_ATTEMPTS: Final[tuple[Callable[[Run, Phrase], Awaitable[bool]], ...]] = (
    _list,
    _style,
    _book,
    _samples,
    _numbers,
    _boxes,
    _form,
    _named,
)
