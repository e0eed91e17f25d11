"""Doing to a thing what a control of its own does, as reply, delete, star or follow, and writing what that takes."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gossamer.core.interaction import AnswerDialog, Click, Type
from gossamer.features.interact.planner.grounding.finding import EXACT, Description, Finder
from gossamer.features.interact.planner.grounding.likeness import folded, likeness, stem, words
from gossamer.features.interact.planner.language.commands import Chunk, Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck, ambiguous
from gossamer.features.interact.planner.skills.confirming import answer_question
from gossamer.features.interact.planner.skills.controls import (
    behind_more,
    control_for,
    controls_for,
    require_selection,
)
from gossamer.features.interact.planner.skills.exploring import (
    advance,
    find_or_explore,
)
from gossamer.features.interact.planner.skills.forms import fill_for
from gossamer.features.interact.planner.skills.rows import main_link, of_results, own_text, result, tells
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
    if command.object.norms in {("me",), ("us",)}:
        command = replace(command, object=Phrase(command.source))
    described = Description(command.object, command.chunks)
    if command.object and of_results(described) and (found := await result(run, described)) is not None:
        await run.do(Click(found.element.ref))
        return
    if (
        set(command.whole().norms) & {"cookie", "cookies", "consent", "tracking"}
        and (dialog := consent_box(page)) is not None
    ):
        control = control_for(dialog, command.verb)
        if set(command.whole().norms) & _NECESSARY and control_for(dialog, "reject") is not None:
            # Only what is necessary: all else is refused.
            control = control_for(dialog, "necessary") or control_for(dialog, "reject")
            run.take(*(t for t in command.clause if t.norm in _NECESSARY))
        if control is not None:
            run.take(*(t for t in command.clause if t.norm in {"cookie", "cookies", "consent", "tracking", "banner"}))
            await run.require(control, fits=True)
            await run.do(Click(control.ref))
            return
    text, person, target, chunks = _of_act(command)
    run.take(*_given(command, text, person))
    control = await _control(run, command, target, chunks)
    if control is None:
        await _use_itself(run, command)
        return
    run.evidence.give(command.verb)
    await fill_for(run, command, control)
    await run.require(control, fits=True)
    page = await run.see()
    require_selection(page, control)
    await run.do(Click(control.ref))
    if text is not None and (await run.look()).snapshot.dialog is not None:
        await run.do(AnswerDialog(text=text))
        return
    if text is not None or person is not None:
        await _compose(run, {f.ref for f in page.fields}, text, person)
        return
    await answer_question(run, page)


def _given(command: Command, text: str | None, person: str | None) -> list[Token]:
    """Return the words that are written, or say to whom, once the control has been used."""
    return [
        t
        for phrase in (command.object, *(c.phrase for c in command.chunks))
        for t in phrase.tokens
        if (text is not None and (t.text in text or text in phrase.raw)) or (person is not None and t.text in person)
    ]


async def _control(run: Run, command: Command, target: Phrase | None, chunks: tuple[Chunk, ...]) -> Element | None:
    """Return the control that does it to what is named: in its row, on its own page, or behind a menu."""
    page = await run.see()
    if (named := _named_whole(page, command)) is not None:
        run.evidence.give(command.verb)
        return named
    of_form = target is not None and not _is_row_of(page, target, chunks)
    row = None if of_form else await _row(run, target, chunks)
    page = await run.see()
    found = controls_for(row or page.root, command.verb)
    if row is None and target is None and not chunks and not found and (last := run.last(page)) is not None:
        # "Find the mail about x and reply": what was found is meant.
        row = page.record(last)
    if row is None and len(found) > 1 and len({id(page.record(c)) for c in found}) > 1:
        last = run.last(page)
        own = page.record(last) if last is not None else None
        found = [c for c in found if own is not None and own.holds(c)] or found
        if len(found) > 1:
            raise ambiguous(page, command.said, found)
    if not found and row is not None and _opens(row, opener := main_link(row)):
        await run.do(Click(opener.ref))
        page = await run.look()
        found = [c for c in controls_for(page.root, command.verb) if _is_in_no_other_row(page, c, row.text)]
    return found[0] if found else await behind_more(run, row, command.verb)


def _is_in_no_other_row(page: PageModel, control: Element, text: str) -> bool:
    """Return whether a control stands in no row that others of its name stand beside, or in the one of this text."""
    row = page.record(control.parent) if control.parent is not None else None
    group = next((g for g in page.groups if row in g), [])
    return row is None or row.text == text or not any(control_for(r, control.name) for r in group if r is not row)


def _named_whole(page: PageModel, command: Command) -> Element | None:
    """Return the one control whose name is the verb with what it is done to: "Delete all tasks"."""
    said = [w for w in words(f"{command.verb} {command.whole().raw}") if w not in _SMALL]
    more = bool({"all", "every", "everything"} & set(words(command.whole().raw)))

    def called(element: Element) -> bool:
        name = [w for w in words(element.name) if w not in _SMALL]
        if "all" in words(element.name) and not more:
            return False
        return name == said or (name[:1] != said[:1] and name[1:] == said[1:] != [] and {name[0], said[0]} <= _CLEARING)

    found = [e for e in page.actionable if e.kind in {"button", "link", "menuitem"} and e.seen and called(e)]
    return found[0] if len(found) == 1 else None


_NECESSARY: Final = word_set("necessary essential required")
_SMALL: Final = word_set("the a an my your me please to all every everything")
_CLEARING: Final = word_set("remove clear reset delete")


def _is_row_of(page: PageModel, target: Phrase, chunks: tuple[Chunk, ...]) -> bool:
    """Return whether it is done to an entry of a list; "place the order" and "pay the bill" are done to the page."""
    if chunks or target.quotes or target.ordinal is not None or refers_back(target) or target.kinds[:1] == ("item",):
        return True
    name = target.name.literal or target.literal
    return any(tells(row, name) for row in Finder(page).rows()) or not _about_page(page, target)


def _about_page(page: PageModel, target: Phrase) -> bool:
    """Return whether the words are those of the page's own heading or title."""
    titled = {stem(w) for e in page.elements if e.kind == "heading" for w in words(e.text)}
    titled |= {stem(w) for w in words(page.snapshot.title)}
    return all(stem(w) in titled for w in target.name.words()) and bool(target.name)


def _opens(row: Element, opener: Element) -> bool:
    return opener.kind == "link" or opener.node.clickable or row.node.clickable


# Verbs that are said of a control itself ("follow the link", "start the game"); others need a control that does them.
_OF_CONTROLS: Final = word_set("follow start play stop accept agree allow join skip retry preview refresh vote quit")


async def _use_itself(run: Run, command: Command) -> None:
    described = Description(command.object or Phrase.of(command.verb), command.chunks)
    if command.object and command.verb.split()[0] not in _OF_CONTROLS:
        finder = await run.finder()
        raise Stuck(f'Nothing on the page says “{command.verb}” for "{described.said}".', finder.nearest(described))
    match = await find_or_explore(run, described)
    if not match.element.actionable:
        raise Stuck(f'Nothing on the page can {command.verb} "{described.said}".')
    await run.do(Click(match.element.ref))


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
    if target is not None and target.ordinal is not None and not target.quotes and by is None:
        return _nth_row(finder, target)
    rows = [r for r in finder.rows() if tells(r, text)]
    if not rows and text:
        anchors = [a for a in finder.anchors(Phrase.of(text)) if not a.actionable]
        rows = [r for r in (finder.page.record(a) for a in anchors) if r is not None]
    if len(rows) > 1 and not any(folded(text) == folded(own_text(r)) for r in rows):
        held = [r for r in rows if folded(text) in folded(own_text(r))]
        rows = held if len(held) == 1 else rows
        if len(rows) > 1 and not _says_any(target):
            raise ambiguous(finder.page, text, rows)
    rows = [r for r in rows if folded(text) == folded(own_text(r))] or rows
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


def _says_any(phrase: Phrase | None) -> bool:
    return phrase is not None and (phrase.quantity == "any" or "a" in phrase.norms[:1] or "an" in phrase.norms[:1])


def _nth_row(finder: Finder, target: Phrase) -> Element | None:
    """Return the nth row of those that have the words, or of all where the words are what the page lists."""
    every = finder.rows()
    name = target.name.literal
    telling = [r for r in every if name and tells(r, name)]
    if not telling and name and not _about_page(finder.page, target):
        raise Stuck(f'Nothing on the page is "{name}".', finder.nearest(Description(target)))
    pool, ordinal = telling or every, target.ordinal or 1
    index = ordinal - 1 if ordinal > 0 else ordinal
    if not -len(pool) <= index < len(pool):
        raise Stuck(f"The list has only {len(pool)} entries.")
    return pool[index]


async def _further(run: Run) -> bool:
    return await advance(run)


async def _compose(run: Run, before: set[str], text: str | None, person: str | None) -> None:
    page = await run.look()
    fields = [f for f in page.fields if f.kind in TYPED and f.seen]
    # A field that was there before is written into only when it is for texts.
    new = [f for f in fields if f.ref not in before] or [f for f in fields if f.kind in {"textarea", "editor"}]
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
