"""Clicking, hovering, opening and closing what is named, once or as long as is said."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gossamer.core.interaction import AnswerDialog, Click, CloseTab, DoubleClick, Hover, Type
from gossamer.features.interact.planner.grounding.finding import EXACT, GOOD, Description, Finder, Match
from gossamer.features.interact.planner.grounding.likeness import folded, likeness, related, stem, words
from gossamer.features.interact.planner.language.commands import Chunk, Command
from gossamer.features.interact.planner.language.parsing import refers_back
from gossamer.features.interact.planner.language.phrases import Phrase, joined, singular
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.running import BudgetSpent, Run, Stuck
from gossamer.features.interact.planner.skills.choosing import apply
from gossamer.features.interact.planner.skills.comparing import extreme_in, take_extreme
from gossamer.features.interact.planner.skills.exploring import advance, closed, find_or_explore, hover_then_click, more_control, next_control
from gossamer.features.interact.planner.skills.submitting import clear_the_way, nearest_send_button, send_buttons

_MOST_REPEATS: Final = 60
_SENDING: Final = frozenset({"submit", "send", "login", "log in", "sign in", "ok", "search", "go", "done", "confirm", "save", "signin"})
_GONE: Final = frozenset("gone disappears disappear vanishes vanish hidden nothing no disabled longer missing left exhausted".split())


async def click(run: Run, command: Command) -> None:
    """Click what is named; several, repeatedly or until something holds, when that is said."""
    if await _answered(run, command):
        return
    if command.until is not None:
        await _until(run, command)
        return
    if command.times is not None:
        for _ in range(min(command.times, _MOST_REPEATS)):
            await _click_once(run, replace(command, times=None))
        return
    await _click_once(run, command)


async def _answered(run: Run, command: Command) -> bool:
    page = await run.see()
    dialog = page.snapshot.dialog
    if dialog is None:
        return False
    said = set(command.whole().words()) | set(words(command.verb))
    refused = bool(said & {"cancel", "dismiss", "no", "reject", "decline", "close", "deny"}) and dialog.kind != "alert"
    await run.do(AnswerDialog(accept=not refused))
    return True


async def _click_once(run: Run, command: Command) -> None:
    object_ = command.object or (command.chunks[0].phrase if command.chunks else command.object)
    chunks = command.chunks if command.object else command.chunks[1:]
    if not object_:
        raise Stuck(f'It is not said what to {command.verb}.')
    path = _path(object_)
    if path:
        await hover_then_click(run, [Description(p) for p in path])
        return
    if refers_back(object_) and (last := run.last(await run.see())) is not None:
        await run.do(Click(last.ref))
        return
    whole = command.whole()
    if (extreme := extreme_in(whole)) is not None and not whole.quotes and not (await run.finder()).named(object_.bare.raw):
        await take_extreme(run, command, extreme)
        return
    if object_.quantity == "all" and not object_.quotes and await _click_all(run, command):
        return
    described = Description(object_, tuple(c for c in chunks if c.role not in {"using"}))
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


async def _target(run: Run, described: Description, command: Command) -> Match:
    page = await run.see()
    text = folded(described.phrase.name.literal or described.phrase.bare.raw)
    finder = Finder(page, tuple(run.used))
    if _of_results(described):
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
    if text in _SENDING and found and len(found) > 1:
        # Several of this name: the one of the form that was worked on.
        near = nearest_send_button(page, run.last(page))
        if near is not None and any(m.element is near and m.score >= found[0].score - 3 for m in found):
            return Match(near, found[0].score)
    return await find_or_explore(run, described, paging=command.explore)


def _of_results(described: Description) -> bool:
    phrases = (described.phrase, *(c.phrase for c in described.relations))
    return any({"result", "results", "hit", "hits"} & set(p.norms) for p in phrases) and described.phrase.ordinal is not None


async def result(run: Run, described: Description) -> Match | None:
    """Return the nth of a list of results, leafing on when it is not on this page."""
    ordinal = described.phrase.ordinal
    if ordinal is None or described.phrase.quotes:
        return None
    passed = 0
    while True:
        page = await run.see()
        rows = _results(page)
        if ordinal < 0:
            return Match(_main_link(rows[ordinal]), 70) if rows else None
        if ordinal - passed <= len(rows):
            return Match(_main_link(rows[ordinal - passed - 1]), 70)
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
        links = [e for e in page.elements if e.kind == "link" and len(e.name) > 2]  # noqa: PLR2004
        return links
    return best


def _main_link(row: Element) -> Element:
    return next((e for e in row.walk() if e.kind == "link"), row)


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
        if token.kind == "mark" and token.norm in {">", "→", "»", "›"}:
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
        if condition is not None and holds(page, condition, Finder(page).find(Description(command.object, command.chunks)) if command.object else []):
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
        subject = [w for w in condition.norms if w not in _GONE | {"it", "is", "the", "there", "are", "more", "button", "link", "has", "any", "to", "load", "show", "be"}]
        if norms & {"it", "button", "link"} or not subject:
            return not any(not m.element.node.disabled and m.element.seen for m in found)
        return not any(w in words(page.root.text) for w in subject)
    subject = [w for w in condition.norms if w not in {"you", "see", "find", "it", "is", "the", "a", "an", "appears", "appear", "visible", "shows", "shown", "up", "there", "text", "reach", "reached", "says", "until", "can", "be", "seen", "on", "page", "item", "element", "of", "come", "across", "get", "to", "comes", "found", "displayed", "s"}]
    text = " ".join(words(page.root.text))
    return bool(subject) and all(w in text.split() for w in subject)


async def hover(run: Run, command: Command) -> None:
    """Move the mouse onto what is named."""
    match = await find_or_explore(run, Description(command.object, command.chunks))
    await run.do(Hover(match.element.ref))


async def focus(run: Run, command: Command) -> None:
    """Put the cursor into the field that is named."""
    phrase, chunks = command.object, command.chunks
    if not phrase or set(phrase.norms) <= {"the", "cursor", "focus", "your", "keyboard", "input"} and chunks:
        phrase, chunks = chunks[0].phrase, chunks[1:]
    match = await run.need(Description(phrase, chunks, phrase.kinds))
    await run.do(Click(match.element.ref))


async def find(run: Run, command: Command) -> None:
    """Find what is named and bring it into view; the next command may speak of it."""
    if not command.object:
        return
    if (extreme := extreme_in(command.whole())) is not None and not command.object.quotes:
        await take_extreme(run, command, extreme)
        return
    from gossamer.core.interaction import ScrollTo  # noqa: PLC0415

    match = await find_or_explore(run, Description(command.object, command.chunks), paging=True)
    await run.do(ScrollTo(match.element.ref))
    run.quotes.append(match.element.text[:300] or match.element.name)
    run.tell(f"Found: {(match.element.text or match.element.name)[:300]}")


async def open_(run: Run, command: Command) -> None:
    """Open what is named: a section, a row's details, a list, a link."""
    phrase = command.object
    finder = await run.finder()
    page = finder.page
    if phrase.head and phrase.head[0] in {"section", "accordion", "panel", "collapsible", "area", "part", "pane", "header", "heading", "block"} or phrase.quantity == "all":
        shut = [e for e in closed(page)]
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
    if _of_results(described) and (found := await result(run, described)) is not None:
        await run.do(Click(found.element.ref))
        return
    match = await _row_or(run, described, paging=False)
    if match.element.node.expanded is True and match.element.kind not in {"select", "combobox"}:
        return
    await run.do(Click(match.element.ref))


async def _row_or(run: Run, described: Description, *, paging: bool) -> Match:
    """Return the row that is meant by what stands in it ("the mail from Anna"), else the best match."""
    phrase = described.phrase
    by = next((c for c in described.relations if c.role in {"by", "from", "of", "named", "containing", "with"}), None)
    if phrase.kinds[:1] == ("item",) and by is not None:
        finder = await run.finder()
        rows = [r for r in finder.rows() if _tells(r, by.phrase.literal)]
        if rows:
            return Match(rows[0], 80)
    return await find_or_explore(run, described, paging=paging)


def _tells(row: Element, text: str) -> bool:
    wanted = words(text)
    have = words(row.text)
    return bool(wanted) and all(w in have for w in wanted)


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


_CONSENT: Final = ("accept all", "accept", "agree", "i agree", "allow all", "allow", "got it", "ok", "reject all", "reject", "decline", "close", "×", "x", "dismiss")


async def close(run: Run, command: Command) -> None:
    """Close a dialog, a banner, a tab, or what is named."""
    page = await run.see()
    if page.snapshot.dialog is not None:
        await run.do(AnswerDialog(accept=page.snapshot.dialog.kind == "alert"))
        return
    if command.means is not None and command.means.object:
        dialogs = page.dialogs
        pool = [e for d in dialogs for e in d.walk()] or None
        found = Finder(page).find(Description(command.means.object, command.means.chunks), pool=pool) or Finder(page).find(Description(command.means.object, command.means.chunks))
        if found:
            await run.do(Click(found[0].element.ref))
            return
    norms = set(command.whole().norms)
    if "tab" in norms and len(page.snapshot.tabs) > 1:
        await run.do(CloseTab())
        return
    if "cookie" in norms or "cookies" in norms or "consent" in norms:
        boxes = [e for e in page.elements if e.node.role != "text" and ({"cookie", "cookies", "consent", "gdpr"} & e.classes or "cookie" in words(e.text)) and any(w.kind in {"button", "link"} for w in e.walk())]
        box = boxes[-1] if boxes else page.root
        if await _press_named(run, box, _CONSENT):
            return
    for dialog in reversed(page.dialogs):
        if await _press_named(run, dialog, ("close", "×", "x", "✕", "✖", "dismiss", "cancel", "ok", "got it", "no thanks", "not now", "done", "exit")):
            return
    opened = [e for e in page.elements if e.node.expanded is True]
    if opened and (command.object.kinds[:1] in {("section",), ("menu",)}):
        await collapse(run, command)
        return
    try:
        anchor = await run.need(Description(command.object, command.chunks))
    except Stuck:
        if await _press_named(run, page.root, ("close", "×", "x", "✕", "✖", "dismiss")):
            return
        raise
    await act(run, replace(command, verb="close")) if not _closes(anchor.element) else await run.do(Click(anchor.element.ref))


def _closes(element: Element) -> bool:
    return element.actionable and bool(set(words(element.name)) & {"close", "x", "dismiss"} or element.classes & {"close", "dismiss"} or folded(element.name) in {"×", "x"})


async def _press_named(run: Run, box: Element, names: Sequence[str]) -> bool:
    controls = [e for e in box.walk() if e.node.role != "text" and e.seen and (e.actionable or e.kind == "icon") and e is not box]
    # A bar that holds a close button reads "close" too.
    controls = [e for e in controls if not any(o is not e and e.holds(o) for o in controls)]
    for name in names:
        for control in controls:
            if folded(control.name) == folded(name) != "" or control.name.strip() == name or likeness(name, control.name) >= EXACT or folded(control.node.described) == name:
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

    The control is the one that is called as the verb, in the row of what is named; when the row has none, the row is opened first. Text
    and people that are said go into the fields that come up.
    """
    if await _answered(run, command):
        return
    page = await run.see()
    text, person, target, chunks = _of_act(command, page)
    row = await _row(run, command, target, chunks)
    control = control_for(row or page.root, command.verb)
    if control is None and row is not None:
        await run.do(Click(_main_link(row).ref if any(w.kind == "link" for w in row.walk()) else row.ref))
        page = await run.look()
        control = control_for(page.root, command.verb)
    if control is None:
        control = await _behind_more(run, row, command.verb)
    if control is None:
        match = await find_or_explore(run, Description(joined(Phrase.of(command.verb), Phrase.of("")) if not command.object else command.object, command.chunks))
        await run.do(Click(match.element.ref))
        return
    before = {f.ref for f in page.fields}
    await run.do(Click(control.ref))
    if text is not None or person is not None:
        await _compose(run, before, text, person)


def _of_act(command: Command, page: PageModel) -> tuple[str | None, str | None, Phrase | None, tuple[Chunk, ...]]:
    """Return the text to write, the person it goes to, what it is done to, and what else was said of that."""
    text: str | None = None
    person: str | None = None
    target: Phrase | None = command.object or None
    chunks: list[Chunk] = []
    forwards = command.verb in {"forward", "share", "send", "pass on", "pass along"}
    for chunk in command.chunks:
        if chunk.role in {"with", "named", "using"} and command.verb.split()[0] in {"reply", "respond", "answer", "comment", "forward", "share", "retweet"}:
            text = _message(chunk.phrase)
        elif chunk.role == "to" and forwards:
            person = chunk.phrase.literal
        elif chunk.role in {"to", "on"} and not target:
            target = chunk.phrase
        else:
            chunks.append(chunk)
    if target is not None and command.verb.split()[0] in {"reply", "respond", "answer", "comment"} and target.quotes and not target.head:
        text, target = target.quotes[0], (chunks.pop(0).phrase if chunks else None)
    return text, person, target, tuple(chunks)


def _message(phrase: Phrase) -> str:
    if phrase.quotes:
        return phrase.quotes[0]
    body = phrase.bare
    start = 0
    while start < len(body.tokens) - 1 and body.norms[start] in {"the", "text", "message", "words", "word", "following", ":", "body", "a", "reply", "saying", "note", "content"}:
        start += 1
    return body.part(start).raw


async def _row(run: Run, command: Command, target: Phrase | None, chunks: tuple[Chunk, ...]) -> Element | None:
    finder = await run.finder()
    by = next((c.phrase for c in chunks if c.role in {"by", "from", "of", "named", "containing", "in", "for", "beside"}), None)
    if target is None and by is None:
        return None
    if target is not None and (refers_back(target) or folded(target.bare.raw) in {"email", "mail", "message", "post", "it", "item"}) and by is None:
        last = run.last(finder.page)
        return finder.page.record(last) if last is not None and target.ordinal is None else None
    phrase = by or target
    assert phrase is not None  # noqa: S101 - one of them was said
    text = phrase.literal if by is not None or phrase.quotes else (phrase.name.literal.removesuffix("'s") or phrase.literal)
    rows = [r for r in finder.rows() if _tells(r, text)]
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
            rows = [r for r in finder.rows() if _tells(r, text)]
            if rows:
                break
    if not rows:
        raise Stuck(f'Nothing on the page is "{text}".', finder.nearest(Description(phrase)))
    return rows[0]


async def _further(run: Run) -> bool:
    return await advance(run)


def control_for(box: Element, verb: str) -> Element | None:
    """Return the control in *box* that is called as the verb, by its name, its symbol or its class."""
    base = verb.split()[0]
    controls = [e for e in box.walk() if e.node.role != "text" and e.seen and e is not box and (e.actionable or e.kind in {"icon", "image"}) and e.kind not in {"textbox", "select"}]
    for test in (
        lambda e: folded(e.name) == base,
        lambda e: any(stem(w) == stem(base) for w in words(e.name)) and len(words(e.name)) <= 3,
        lambda e: any(stem(c) == stem(base) for c in e.classes) and len(e.text) < 20,
        lambda e: any(related(base, w) for w in words(e.name)) and len(words(e.name)) <= 2,
        lambda e: any(related(base, c) for c in e.classes) and len(e.text) < 20,
    ):
        found = [e for e in controls if test(e)]
        if found:
            inner = [e for e in found if not any(o is not e and e.holds(o) for o in found)]
            return inner[0]
    return None


async def _behind_more(run: Run, row: Element | None, verb: str) -> Element | None:
    """Return the control from the menu behind "more" or "…" of a row."""
    page = await run.look()
    box = page.by_ref.get(row.ref) if row is not None else page.root
    if box is None:
        box = page.root
    more = next((e for e in box.walk() if e.node.role != "text" and e.seen and (e.actionable or e.kind == "icon") and ({"more", "menu", "ellipsis", "options", "dots"} & (e.classes | set(words(e.name))) or e.name.strip() in {"…", "...", "⋮", "⋯"})), None)
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
    receiver = next((f for f in new if set(words(page.label(f))) & {"to", "recipient", "receiver"} or {"to", "recipient", "forward", "sender"} & f.classes), None)
    body = next((f for f in new if f.kind in {"textarea", "editor"}), None) or next((f for f in new if f is not receiver), None)
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
    return next((e for e in page.elements if e.node.role != "text" and e.seen and (e.actionable or e.kind in {"icon", "image"}) and {"send", "submit"} & e.classes), None)


def singular_name(phrase: Phrase) -> str:
    """Return the name of a phrase in the singular."""
    return " ".join(singular(w) for w in phrase.name.words())
