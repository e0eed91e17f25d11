"""Bringing something into the state that is said: a field's value, a text's style, a box ticked, an entry's place."""

from dataclasses import replace
from typing import Final

from gossamer.core.interaction import Check, Click
from gossamer.features.interact.planner.grounding.finding import GOOD, Description, Finder
from gossamer.features.interact.planner.grounding.likeness import folded, likeness, words
from gossamer.features.interact.planner.language.commands import Chunk, Command
from gossamer.features.interact.planner.language.phrases import Phrase, joined
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.page.elements import FIELDS, TYPED, Element, PageModel
from gossamer.features.interact.planner.running import NotUnderstood, Run, Stuck
from gossamer.features.interact.planner.skills import (
    acting,
    carting,
    choosing,
    closing,
    creating,
    editing,
    entries,
    filling,
    moving,
    opening,
    pointing,
    rows,
    searching,
)
from gossamer.features.interact.planner.skills.picking import Choice, choices
from gossamer.features.interact.planner.skills.setting import set_field, shown_value
from gossamer.features.interact.planner.skills.values import case_of, is_reference
from gossamer.features.interact.planner.wordsets import word_set

_ON: Final = word_set("on checked selected enabled ticked active marked chosen picked")
_OFF: Final = word_set("off unchecked deselected disabled unticked inactive unselected")
_OPEN: Final = word_set("open opened expanded unfolded visible shown revealed")
_SHUT: Final = word_set("away disappear vanish closed collapsed folded shut hidden gone dismissed")


async def fill(run: Run, command: Command) -> None:
    """Put text into a field; a thing of the page that is to be put somewhere is moved there."""
    if await editing.style(run, command):
        run.settle(command)
        return
    page = await run.see()
    subject = _field(page, command.object) if command.object and not command.object.quotes else None
    value = command.role("on", "at", "to", "in")
    if (
        subject is not None
        and value is not None
        and subject.kind in {"slider", "spinner", "checkbox", "select", "date", "time", "color"}
        and _field(page, value) is None
    ):
        await set_(run, replace(command, action="set"))
        return
    if {"order", "sequence", "sorted"} & set(command.whole().norms) and {
        "ascending",
        "descending",
        "increasing",
        "decreasing",
        "numerical",
        "alphabetical",
        "numeric",
    } & set(command.whole().norms):
        await moving.sort(run, command)
        return
    into = command.role("in", "into", "to", "on")
    if into is not None and command.verb.split()[0] in {"put", "place"} and _is_put_away(command, into):
        await _put_into(run, command, into)
        return
    if command.verb.split()[0] in {"put", "place", "insert"} and (
        not _typed_into(command, page) or moving.has_place(command, page)
    ):
        await moving.drag(run, command)
        return
    if command.verb.split()[0] in {"put", "place", "insert"} and not any(
        f.kind in FIELDS and f.seen for f in page.fields
    ):
        raise Stuck("It is not said where to put it.")
    if not any(f.kind in TYPED and f.seen for f in page.fields) or _is_choice(command, page):
        await choosing.choose(run, command)
        return
    await filling.fill(run, command)


def _is_put_away(command: Command, into: Phrase) -> bool:
    return bool(set(into.norms) & carting.COLLECTIONS) and not command.object.quotes


async def _put_into(run: Run, command: Command, into: Phrase) -> None:
    """Add to a cart what is put there: by its own button."""
    page = await run.see()
    found = carting.without_finding(command.object)
    run.take(*(t for t in command.object.tokens if t not in found.tokens))
    run.evidence.give(command.verb)
    if (only := carting.only_offer(page, found, into)) is not None:
        await run.do(Click(only.ref))
        return
    added = replace(command, action="add", verb="add", object=found, chunks=(Chunk("to", "to", into),))
    whole = added.whole()
    use = entries.act_on_entries if entries.applies(added, page, whole, set(whole.norms)) else acting.act
    await use(run, added)


def _typed_into(command: Command, page: PageModel) -> bool:
    if not any(f.kind in FIELDS for f in page.fields):
        return False
    item = moving.item_called(page, command.object)
    return item is None or item.kind in FIELDS or not moving.is_movable(item, page)


def _is_choice(command: Command, page: PageModel) -> bool:
    """Return whether the value is for a control that is not typed into."""
    field, chunk = choosing.source_field(command, page)
    return (
        field is not None
        and chunk is not None
        and field.kind not in TYPED
        and not (chunk.phrase.kinds and chunk.phrase.kinds[0] == "textbox")
    )


async def repeat(run: Run, command: Command) -> None:
    """Do again: what was typed is typed into the field that is said; else what is named is clicked."""
    page = await run.see()
    field = command.role("in", "into", "for")
    if (
        run.clipboard is not None
        and refers_back(command.object)
        and field is not None
        and _field(page, field) is not None
    ):
        await filling.fill(run, replace(command, action="fill", verb="enter"))
        return
    await pointing.click(run, command)


async def choose(run: Run, command: Command) -> None:
    """Choose what is named; a style that is chosen for text in an editor is given to it."""
    if await editing.style(run, command):
        run.settle(command)
        return
    described = Description(command.object, command.chunks)
    if rows.of_results(described) and (found := await rows.result(run, described)) is not None:
        await run.do(Click(found.element.ref))
        return
    await choosing.choose(run, command)


async def add(run: Run, command: Command) -> None:
    """Add text to a field, or use what is there for adding something."""
    page = await run.see()
    field = command.role("into", "to", "in")
    if (
        field is not None
        and any(f.kind in TYPED for f in page.fields)
        and (field.kinds[:1] and field.kinds[0] in {"textbox", "textarea", "editor"})
    ):
        await filling.fill(run, command)
        return
    if field is not None and (only := carting.only_offer(page, command.object, field)) is not None:
        run.evidence.give(command.verb)
        await run.do(Click(only.ref))
        return
    named = bool(command.whole().quotes) or command.role("named") is not None
    if named and creating.opener_of(page, command) is not None:
        await creating.create(run, replace(command, action="create"))
        return
    await acting.act(run, command)


async def set_(run: Run, command: Command) -> None:  # noqa: C901, PLR0911, PLR0912
    """Give what is named the value or state that is said."""
    if await editing.style(run, command):
        run.settle(command)
        return
    page = await run.see()
    if sum(c.role in {"to", "as"} for c in command.chunks) > 1 and await choosing.set_several(
        run, page, command.whole()
    ):
        return
    if command.verb == "turn" and {"up", "down"} & {t.norm for t in command.clause[-2:]} and not _numbered(command):
        raise NotUnderstood("It is not said how far.", (command.said,))
    state = command.role("to", "as", "with", "at", "into", "on", "in")
    subject = command.object.without("up", "down") if command.verb == "turn" else command.object
    of = command.role("of")
    if subject and of is not None and subject.source.find(of.raw) > 0 and of.tokens[0].start > subject.tokens[-1].end:
        # "The date of birth" is one name.
        subject = joined(subject, of)
    if state is None and command.verb in word_set("raise increase increment lower decrease decrement reduce bump"):
        await _step(run, command)
        return
    listed = _field(page, subject) if subject and state is not None else None
    if listed is not None and listed.kind == "combobox" and state is not None:
        await set_field(run, listed, state.literal)
        return
    if subject and (done := await _switched(run, page, command, subject, state)):
        del done
        return
    if state is not None and state.ordinal is not None and moving.item_called(page, subject) is not None:
        await moving.drag(run, command)
        return
    field = _field(page, subject)
    if state is None and subject and len(subject.items()) == 1 and field is None:
        state, subject = _value_in(subject)
        field = _field(page, subject)
    if state is None:
        await choosing.choose(run, command)
        return
    command = _from_what_it_holds(run, command, field, page)
    if await _set_many(run, page, subject, _listed(state)):
        return
    if field is None:
        other = _field(page, state)
        if other is not None:
            field, state = other, subject
    if field is None and await _chosen(run, page, subject, state):
        return
    if field is None:
        typed = [f for f in page.fields if f.kind in TYPED and f.seen]
        if len(typed) > 1 and not any(filling.names_label(command, page, f) for f in typed) and _unquoted(command):
            raise NotUnderstood(f'Nothing on the page is "{subject.raw}".', (command.said,))
        implied = len(typed) == 1 and not searching.is_search(typed[0], page)
        await filling.fill(
            run,
            replace(
                command,
                action="fill",
                # Of several fields, the one that is meant has to be named.
                verb="enter" if implied else command.verb,
                object=state,
                chunks=(Chunk("into", "in", subject), *[c for c in command.chunks if c.phrase is not state]),
            ),
        )
        return
    if field.kind in TYPED:
        await _type_state(run, command, field, subject, state)
        return
    number = next((t.text for t in state.tokens if t.kind in {"number", "date", "time"}), None)
    if field.kind in {"button", "link"}:
        raise Stuck(f'"{page.label(field)}" takes no value.')
    await set_field(run, field, number if field.kind in {"slider", "spinner"} and number else state.literal)


async def _type_state(run: Run, command: Command, field: Element, subject: Phrase, state: Phrase) -> None:
    """Type what is said into the field that is named; where only its name is in quotes, that is no text for it."""
    if subject.quotes and not state.quotes and not is_reference(state):
        run.clipboard = state.literal
        await set_field(run, field, state.literal)
        return
    chunks = (Chunk("into", "in", subject), *[c for c in command.chunks if c.phrase is not state])
    await filling.fill(run, replace(command, verb="enter", object=state, chunks=chunks))


async def _chosen(run: Run, page: PageModel, subject: Phrase, state: Phrase) -> bool:
    """Choose the button of that name under the label that is named; False where no label is called so.

    Raises NotUnderstood for a label in quotes that is not there: nothing else is meant by it.
    """
    choice = _choice_of(page, subject, state)
    if choice is not None:
        await choosing.apply(run, choice.control)
    elif subject.quotes and not state.quotes:
        raise NotUnderstood(f"Nothing on the page is “{subject.literal}”.", (subject.raw,))
    return choice is not None


def _choice_of(page: PageModel, subject: Phrase, state: Phrase) -> Choice | None:
    """Return the one button to choose that is called as the value, under the label that is named."""
    of, name = [w for w in words(subject.literal) if w not in _ARTICLES], words(state.literal)
    found = [
        c
        for c in choices(page)
        if c.control.kind == "radio" and of and set(of) <= set(words(c.of)) and words(c.name) == name
    ]
    return found[0] if len(found) == 1 else None


_ARTICLES: Final = word_set("the a an my your")


def _unquoted(command: Command) -> bool:
    return not command.whole().quotes and command.object.ordinal is None and not command.object.kinds


def _numbered(command: Command) -> bool:
    return any(t.kind in {"number", "quote"} for t in command.clause)


def _from_what_it_holds(run: Run, command: Command, field: Element | None, page: PageModel) -> Command:
    """Return the command without "from x", where the field holds x. Raises Stuck where it holds something else."""
    before = command.role("from")
    if field is None or before is None or command.role("to", "into") is None or field.node.value is None:
        return command
    if folded(before.literal) != folded(field.node.value):
        raise NotUnderstood(f'"{page.label(field)}" is not "{before.literal}".', (f"from {before.raw}",))
    run.take(*before.tokens)
    return replace(command, chunks=tuple(c for c in command.chunks if c.phrase is not before))


def _value_in(phrase: Phrase) -> tuple[Phrase | None, Phrase]:
    """Return the value that stands at the end of "the slider 5", and the rest."""
    if len(phrase.tokens) > 1 and phrase.tokens[-1].kind in {"number", "quote", "date", "time", "list"}:
        return phrase.part(len(phrase.tokens) - 1), phrase.part(0, len(phrase.tokens) - 1)
    return None, phrase


def _listed(phrase: Phrase) -> list[str]:
    bracketed = next((t for t in phrase.tokens if t.kind == "list"), None)
    if bracketed is not None and isinstance(bracketed.value, tuple):
        return [str(v) for v in bracketed.value]
    numbers = [t.text for t in phrase.tokens if t.kind == "number"]
    return numbers if len(numbers) > 1 else [phrase.literal]


async def _set_many(run: Run, page: PageModel, subject: Phrase, values: list[str]) -> bool:
    """Give several fields of a kind a value each; False where there is one value, or there are too few fields."""
    many = _many(page, subject, [f for f in page.fields if f.seen], len(values)) if len(values) > 1 else []
    if not many or len(many) < len(values):
        return False
    for element, value in zip(many, values, strict=False):
        await set_field(run, (await run.see()).by_ref.get(element.ref, element), value)
    return True


def _many(page: PageModel, subject: Phrase, fields: list[Element], count: int) -> list[Element]:
    kinds = subject.kinds
    same = [f for f in fields if f.kind in kinds] if kinds else []
    if len(same) >= count:
        return same
    for kind in ("slider", "spinner", "textbox"):
        same = [f for f in fields if f.kind == kind]
        if len(same) >= count:
            return same
    del page
    return []


def _field(page: PageModel, phrase: Phrase) -> Element | None:
    if not phrase:
        return None
    fields = [f for f in page.fields if f.seen]
    if phrase.ordinal is not None and _DAYS & set(phrase.norms):
        return _day_of_span(fields, page, phrase)
    ranked = sorted(
        (
            (
                max(
                    likeness(phrase.bare.raw, page.label(f)),
                    likeness(phrase.name.literal, page.label(f)) if phrase.name else 0.0,
                ),
                -f.index,
                f,
            )
            for f in fields
        ),
        reverse=True,
        key=lambda entry: entry[:2],
    )
    if ranked and ranked[0][0] >= GOOD:
        return ranked[0][2]
    if phrase.quotes and len(phrase.quotes) == len(phrase.bare.tokens):
        # A name in quotes may be a part of the label: "Name" of "Your name".
        said = set(words(phrase.literal))
        called = [f for f in fields if said and said <= set(words(page.label(f)))]
        return called[0] if len(called) == 1 else None
    found = [m.element for m in Finder(page).find(Description(phrase), pool=fields) if m.element.kind in FIELDS]
    return found[0] if found else None


_DAYS: Final = word_set("day date")
_FIRST: Final = word_set("start starts begin begins beginning from first arrival arrive check-in in departure outbound")
_LAST: Final = word_set("end ends until till last return back departure check-out out to")


def _day_of_span(fields: list[Element], page: PageModel, phrase: Phrase) -> Element | None:
    """Return the one date that the first or last day is: of a span, by its label, never by where it stands."""
    wanted = _FIRST if phrase.ordinal == 1 else _LAST if phrase.ordinal == -1 else frozenset[str]()
    dates = [f for f in fields if f.kind == "date"]
    if set(phrase.norms) & _PLACED:
        at = (phrase.ordinal or 1) - 1 if (phrase.ordinal or 1) > 0 else phrase.ordinal or 0
        return dates[at] if -len(dates) <= at < len(dates) else None
    found = [f for f in dates if wanted & set(words(page.label(f)))]
    return found[0] if len(found) == 1 else dates[0] if len(dates) == 1 and not wanted else None


_PLACED: Final = word_set("field fields box input entry picker")


async def _switched(run: Run, page: PageModel, command: Command, subject: Phrase, state: Phrase | None) -> bool:
    """Bring a box, section or dialog into the state said; return whether it was one of these."""
    norms = set(state.norms if state is not None else ()) | (
        {subject.norms[-1]}
        if subject and command.verb in {"turn", "switch", "leave", "keep", "make", "set", "have"}
        else set()
    )
    norms |= set(subject.norms) & {"away", "disappear", "vanish"}
    if state is not None and state.quotes:
        return False
    for wanted, on in ((_ON, True), (_OFF, False)):
        if norms & wanted:
            text = subject.without(*_ON, *_OFF)
            for item in text.items():
                if (named := choosing.box_called(await run.see(), item)) is not None:
                    await run.do(Check(named.ref, on=on))
                    continue
                match = await run.need(Description(item, (), ("checkbox", "switch", "radio", "option")))
                if sum(e.kind in {"checkbox", "switch"} for e in match.element.walk()) > 1:
                    raise Stuck(f'Nothing on the page is "{item.raw}".')
                box = next(
                    (e for e in match.element.walk() if e.kind in {"checkbox", "switch", "radio"}), match.element
                )
                await run.do(Check(box.ref, on=on) if box.kind in {"checkbox", "switch", "radio"} else Click(box.ref))
            return True
    if norms & _OPEN and not _field(page, subject):
        await opening.open_(run, replace(command, object=subject.without(*_OPEN), chunks=()))
        return True
    if norms & _SHUT and subject.kinds[:1] == ("dialog",) and run.performed and not page.dialogs:
        # "Press x to make the dialog go away": it is away.
        run.settle(command)
        return True
    if norms & _SHUT:
        await closing.close(run, replace(command, object=subject.without(*_SHUT, "go"), chunks=()))
        return True
    return False


async def _step(run: Run, command: Command) -> None:
    page = await run.see()
    by = command.role("by")
    amount = next((float(t.text) for t in (by.tokens if by else ()) if t.kind == "number"), 1.0) * (command.times or 1)
    down = command.verb in {"lower", "decrease", "decrement", "reduce"}
    field = _field(page, command.object) or next((f for f in page.fields if f.kind in {"slider", "spinner"}), None)
    if field is None:
        raise Stuck(f'Nothing on the page is "{command.object.raw}".')
    now = shown_value(page, field)
    if now is None:
        raise Stuck("The field shows no number to start from.")
    wanted = now - amount if down else now + amount
    await set_field(run, field, f"{wanted:g}")


__all__ = ["add", "case_of", "choose", "fill", "folded", "set_"]
