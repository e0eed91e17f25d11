"""Doing to a thing what a control of its own does, as reply, delete, star or follow, and writing what that takes."""

from collections.abc import Callable, Sequence
from typing import Final

from gossamer.core.interaction import AnswerDialog, Click, Type
from gossamer.features.interact.planner.grounding.finding import EXACT, Description
from gossamer.features.interact.planner.grounding.likeness import folded, likeness, related, stem, words
from gossamer.features.interact.planner.language.commands import Chunk, Command
from gossamer.features.interact.planner.language.phrases import Phrase, joined
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills.exploring import (
    advance,
    find_or_explore,
)
from gossamer.features.interact.planner.skills.rows import main_link, of_results, result, tells
from gossamer.features.interact.planner.skills.submitting import nearest_send_button
from gossamer.features.interact.planner.wordsets import word_set


async def answered(run: Run, command: Command) -> bool:
    """Answer a JavaScript dialog that is open; return whether there was one."""
    page = await run.see()
    dialog = page.snapshot.dialog
    if dialog is None:
        return False
    said = set(command.whole().words()) | set(words(command.verb))
    refused = bool(said & {"cancel", "dismiss", "no", "reject", "decline", "close", "deny"}) and dialog.kind != "alert"
    text = None
    if dialog.kind == "prompt" and not refused:
        text = command.object.literal or None
    await run.do(AnswerDialog(accept=not refused, text=text))
    return True


def consent_box(page: PageModel) -> Element | None:
    """Return the smallest part of the page that asks about cookies and offers a choice."""
    boxes = [
        e
        for e in page.elements
        if e.node.role != "text"
        and e.seen
        and ({"cookie", "cookies", "consent", "gdpr"} & e.classes or "cookie" in e.text.casefold())
        and sum(w.kind in {"button", "link"} for w in e.walk()) > 1
    ]
    return boxes[-1] if boxes else None


async def press_named(run: Run, box: Element, names: Sequence[str]) -> bool:
    """Click the control in *box* that has the first of these names; return whether one has."""
    controls = [
        e
        for e in box.walk()
        if e.node.role != "text" and e.seen and (e.actionable or e.kind == "icon") and e is not box
    ]
    # A bar that holds a close button reads "close" too.
    controls = [
        e for e in controls if e.kind in {"button", "link"} or not any(o is not e and e.holds(o) for o in controls)
    ]
    for name in names:
        for control in controls:
            if (
                folded(control.name) == folded(name) != ""
                or control.name.strip() == name
                or likeness(name, control.name) >= EXACT
                or folded(control.node.described) == name
            ):
                await run.do(Click(control.ref))
                return True
    for name in names:
        for control in controls:
            if name in control.classes and len(control.text) < 12:  # noqa: PLR2004
                await run.do(Click(control.ref))
                return True
    return False


async def act(run: Run, command: Command) -> None:
    """Do to a thing what a control of its row does: reply to, delete, star, like, follow.

    The control is the one that is called as the verb, in the row of what is named; when the row has none, the row is
    opened first. Text
    and people that are said go into the fields that come up.
    """
    if await answered(run, command):
        return
    page = await run.see()
    described = Description(command.object, command.chunks)
    if command.object and of_results(described) and (found := await result(run, described)) is not None:
        await run.do(Click(found.element.ref))
        return
    if (
        set(command.whole().norms) & {"cookie", "cookies", "consent", "tracking"}
        and (dialog := consent_box(page)) is not None
    ):
        control = control_for(dialog, command.verb)
        if control is not None:
            await run.do(Click(control.ref))
            return
    text, person, target, chunks = _of_act(command)
    row = await _row(run, target, chunks)
    control = control_for(row or page.root, command.verb)
    if control is None and row is not None:
        await run.do(Click(main_link(row).ref))
        page = await run.look()
        control = control_for(page.root, command.verb)
    if control is None:
        control = await behind_more(run, row, command.verb)
    if control is None:
        match = await find_or_explore(
            run,
            Description(
                joined(Phrase.of(command.verb), Phrase.of("")) if not command.object else command.object, command.chunks
            ),
        )
        await run.do(Click(match.element.ref))
        return
    before = {f.ref for f in page.fields}
    await run.do(Click(control.ref))
    if text is not None and (await run.look()).snapshot.dialog is not None:
        await run.do(AnswerDialog(text=text))
        return
    if text is not None or person is not None:
        await _compose(run, before, text, person)


def _of_act(command: Command) -> tuple[str | None, str | None, Phrase | None, tuple[Chunk, ...]]:
    """Return the text to write, the person it goes to, what it is done to, and what else was said of that."""
    text: str | None = None
    person: str | None = None
    target: Phrase | None = command.object or None
    chunks: list[Chunk] = []
    forwards = command.verb in {"forward", "share", "send", "pass on", "pass along"}
    for chunk in command.chunks:
        if chunk.role in {"with", "named", "using"} and command.verb.split()[0] in {
            "reply",
            "respond",
            "answer",
            "comment",
            "forward",
            "share",
            "retweet",
        }:
            text = _message(chunk.phrase)
        elif chunk.role in {"to", "as", "into"} and command.verb in {"rename", "edit"}:
            text = chunk.phrase.literal
        elif chunk.role == "to" and forwards:
            person = chunk.phrase.literal
        elif chunk.role in {"to", "on"} and not target:
            target = chunk.phrase
        else:
            chunks.append(chunk)
    if (
        target is not None
        and command.verb.split()[0] in {"reply", "respond", "answer", "comment"}
        and target.quotes
        and not target.head
    ):
        text, target = target.quotes[0], (chunks.pop(0).phrase if chunks else None)
    return text, person, target, tuple(chunks)


def _message(phrase: Phrase) -> str:
    if phrase.quotes:
        return phrase.quotes[0]
    body = phrase.bare
    start = 0
    while start < len(body.tokens) - 1 and body.norms[start] in word_set(
        "the text message words word following : body a reply saying note content"
    ):
        start += 1
    return body.part(start).raw


async def _row(run: Run, target: Phrase | None, chunks: tuple[Chunk, ...]) -> Element | None:  # noqa: C901
    finder = await run.finder()
    by = next((c.phrase for c in chunks if c.role in word_set("by from of named containing in for beside")), None)
    if target is None and by is None:
        return None
    if (
        target is not None
        and (refers_back(target) or folded(target.bare.raw) in {"email", "mail", "message", "post", "it", "item"})
        and by is None
    ):
        last = run.last(finder.page)
        return finder.page.record(last) if last is not None and target.ordinal is None else None
    phrase = by or target
    if phrase is None:
        return None
    text = (
        phrase.literal
        if by is not None or phrase.quotes
        else (phrase.name.literal.removesuffix("'s") or phrase.literal)
    )
    rows = [r for r in finder.rows() if tells(r, text)]
    if not rows and text:
        anchors = finder.anchors(Phrase.of(text))
        rows = [r for r in (finder.page.record(a) for a in anchors) if r is not None]
    if not rows and target is not None and target.ordinal is not None:
        every = finder.rows()
        index = target.ordinal - 1 if target.ordinal > 0 else target.ordinal
        return every[index] if -len(every) <= index < len(every) else None
    if not rows:
        for _ in range(20):
            if not await _further(run):
                break
            finder = await run.finder()
            rows = [r for r in finder.rows() if tells(r, text)]
            if rows:
                break
    if not rows:
        raise Stuck(f'Nothing on the page is "{text}".', finder.nearest(Description(phrase)))
    return rows[0]


async def _further(run: Run) -> bool:
    return await advance(run)


_FEW_WORDS: Final = 3
_SHORT: Final = 20
_SAME_AS: Final = {"throw away": "delete", "pass on": "forward", "pass along": "forward", "send": "forward"}


def control_for(box: Element, verb: str) -> Element | None:
    """Return the control in *box* that is called as the verb, by its name, its symbol or its class."""
    base = _SAME_AS.get(verb, verb.split(maxsplit=1)[0])
    controls = [
        e
        for e in box.walk()
        if e.node.role != "text"
        and e.seen
        and e is not box
        and (e.actionable or e.kind in {"icon", "image"})
        and e.kind not in {"textbox", "select"}
    ]
    tests: tuple[Callable[[Element], bool], ...] = (
        lambda e: folded(e.name) == base,
        lambda e: any(stem(w) == stem(base) for w in words(e.name)) and len(words(e.name)) <= _FEW_WORDS,
        lambda e: bool(words(e.name)) and words(e.name)[0] == base,
        lambda e: any(stem(c) == stem(base) for c in e.classes) and len(e.text) < _SHORT,
        lambda e: any(related(base, w) for w in words(e.name)) and len(words(e.name)) < _FEW_WORDS,
        lambda e: any(related(base, c) for c in e.classes) and len(e.text) < _SHORT,
    )
    for test in tests:
        found = [e for e in controls if test(e)]
        if found:
            inner = [e for e in found if not any(o is not e and e.holds(o) for o in found)]
            return inner[0]
    return None


async def behind_more(run: Run, row: Element | None, verb: str) -> Element | None:
    """Return the control from the menu behind "more" or "…" of a row."""
    page = await run.look()
    box = page.by_ref.get(row.ref) if row is not None else page.root
    if box is None:
        box = page.root
    more = next(
        (
            e
            for e in box.walk()
            if e.node.role != "text"
            and e.seen
            and (e.actionable or e.kind == "icon")
            and (
                {"more", "menu", "ellipsis", "options", "dots"} & (e.classes | set(words(e.name)))
                or e.name.strip() in {"…", "...", "\u22ee", "⋯"}
            )
        ),
        None,
    )
    if more is None:
        return None
    await run.do(Click(more.ref))
    page = await run.look()
    box = page.by_ref.get(row.ref) if row is not None else None
    return (control_for(box, verb) if box is not None else None) or control_for(page.root, verb)


async def _compose(run: Run, before: set[str], text: str | None, person: str | None) -> None:
    page = await run.look()
    fields = [f for f in page.fields if f.kind in TYPED and f.seen]
    new = [f for f in fields if f.ref not in before] or fields
    if not new:
        raise Stuck("No field came up to write into.")
    receiver = next(
        (
            f
            for f in new
            if set(words(page.label(f))) & {"to", "recipient", "receiver"}
            or {"to", "recipient", "forward", "sender"} & f.classes
        ),
        None,
    )
    body = next((f for f in new if f.kind in {"textarea", "editor"}), None) or next(
        (f for f in new if f is not receiver), None
    )
    last = None
    if person is not None:
        last = receiver or new[0]
        await run.do(Type(last.ref, person))
    if text is not None:
        last = body or new[-1]
        await run.do(Type(last.ref, text))
    page = await run.look()
    button = _send_of(page, page.by_ref.get(last.ref) if last else None)
    if button is not None:
        await run.do(Click(button.ref))


def _send_of(page: PageModel, last: Element | None) -> Element | None:
    near = nearest_send_button(page, last)
    if near is not None:
        return near
    return next(
        (
            e
            for e in page.elements
            if e.node.role != "text"
            and e.seen
            and (e.actionable or e.kind in {"icon", "image"})
            and {"send", "submit"} & e.classes
        ),
        None,
    )
