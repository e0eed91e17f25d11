"""A deed from its words to the page that has changed: the entity, its control, what it takes, what the page asks."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gossamer.core.interaction import Check, Click
from gossamer.features.interact.planner.grounding.likeness import words
from gossamer.features.interact.planner.language.commands import Chunk, Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck, ambiguous
from gossamer.features.interact.planner.skills import entries
from gossamer.features.interact.planner.skills.confirming import agreed, answer_question, on_condition, only_confirms
from gossamer.features.interact.planner.skills.controls import control_for
from gossamer.features.interact.planner.skills.deeds.annotating import annotated
from gossamer.features.interact.planner.skills.deeds.controlling import (
    control_of,
    is_field,
    named_controls,
    state_of,
)
from gossamer.features.interact.planner.skills.deeds.entities import (
    found_for,
    found_without_noun,
    leads_elsewhere,
    pointed_at,
)
from gossamer.features.interact.planner.skills.deeds.extremes import the_most
from gossamer.features.interact.planner.skills.deeds.full_names import used_full_name
from gossamer.features.interact.planner.skills.deeds.giving import fill, give, offered_by
from gossamer.features.interact.planner.skills.deeds.only_one import only_one
from gossamer.features.interact.planner.skills.deeds.places import go_to, look_further, named_view
from gossamer.features.interact.planner.skills.deeds.saying import SWITCHING, Deed, naming, readings, takes_off, telling
from gossamer.features.interact.planner.skills.deeds.selection import done_to_all, done_to_selected, selected
from gossamer.features.interact.planner.skills.exploring import is_part
from gossamer.features.interact.planner.skills.panels import is_current
from gossamer.features.interact.planner.wordsets import word_set

# These write, or are said of controls themselves; they have skills of their own.
_ELSEWHERE: Final = word_set(
    "reply respond answer comment forward share retweet send pay post vote donate refuse skip register sign-up invite "
    "undo redo play accept allow agree refresh start quit drag drop pull swap "
    "click press tap hit push find locate show take grab get open expand go navigate search scroll wait type enter "
    "write fill insert select choose pick check tick buy book order reserve"
)
_DOING: Final = word_set("act set mark clear copy compute close drag")
# Said of what a page asks everybody, and of no entity.
_ASKED_FIRST: Final = word_set("cookie cookies consent tracking dialog popup modal")
# What these bring about is not on the page.
_UNSEEN: Final = word_set("download export print")
_MOST: Final = 20


async def carried_out(run: Run, command: Command) -> bool:
    """Do what the clause says to entities of the page; False when it says no such thing, and nothing was done then.

    Raises Stuck when it says one that the page has nothing for, Ambiguous when several entities are meant alike.
    """
    page = await run.see()
    if only_confirms(command) and (run.confirmed or (on_condition(command) and page.snapshot.dialog is None)):
        run.settle(command)
        return True
    if page.snapshot.dialog is not None:
        return False
    for way in (agreed, annotated, selected, done_to_selected):
        if await way(run, command):
            return True
    if _takes_full_name(page, command) and await used_full_name(run, command):
        return True
    return _may_be(command, page) and (await done_to_all(run, command) or await _done_to_meant(run, command))


async def _done_to_meant(run: Run, command: Command) -> bool:
    """Do the deed to what is meant by its names, or by the most or least of something; False when it is no such."""
    page = await run.see()
    if (most := the_most(page, command)) is not None:
        return await _done_to_each(run, most)
    said = _said(run, page, command)
    return said is not None and not _is_left_to_verb(page, said) and await _done_to_each(run, said)


def _said(run: Run, page: PageModel, command: Command) -> Command | None:
    """Return the command with what "it", "her" and "the second one" are; None when these are no entries."""
    if (of_it := _of_last(run, page, command)) is not None:
        return of_it
    if not (command.object.ordinal is not None or refers_back(command.object) or _says_no_more(command)):
        return command
    if command.object.ordinal is None and run.entity and found_for(page, run.entity.tokens):
        # What was done to an entity before was done to the one that "it" or "her" is.
        return replace(command, object=run.entity)
    return pointed_at(page, command, run.last(page))


async def _done_to_each(run: Run, said: Command) -> bool:
    """Do the deed to the entities that are meant; False when the page has none."""
    if (several := _several(await run.see(), said)) is not None:
        for one in several:
            await _do_all(run, said, one, found_for(await run.look(), one.target))
        return True
    meant = await _first_meant(run, said)
    if meant is not None:
        await _do_all(run, said, *meant)
    return meant is not None


def _of_last(run: Run, page: PageModel, command: Command) -> Command | None:
    """Return "set her status to Open" with the entity that she is; None where nothing was done to one before."""
    if run.entity is None or command.object.norms[:1] not in _POSSESSIVES or not found_for(page, run.entity.tokens):
        return None
    return replace(command, object=command.object.part(1), chunks=(*command.chunks, Chunk("of", "of", run.entity)))


_POSSESSIVES: Final = frozenset({("his",), ("her",), ("its",), ("their",)})


async def _first_meant(run: Run, command: Command) -> tuple[Deed, list[Element]] | None:
    """Return the first deed that the page has entities for: as it is shown, in the view that is named, further on."""
    for meaning in (_shown, _elsewhere, _in_view_of_kind, _further):
        for deed in readings(command):
            if (meant := await meaning(run, deed)) is not None:
                return meant
    return None


async def _in_view_of_kind(run: Run, deed: Deed) -> tuple[Deed, list[Element]] | None:
    """Return the entities from the view that is called as they are in general: "the fine on Mill Street" in "Fines"."""
    page = await run.see()
    nouns = [t for t in naming(deed.target) if t.kind == "word" and t.text.islower()]
    for noun in nouns:
        view = named_view(page, (noun,))
        if view is None or not leads_elsewhere(view) or is_current(view):
            continue
        target = tuple(t for t in deed.target if t is not noun)
        if not telling(target):
            return None
        await go_to(run, view)
        found = found_for(await run.see(), target)
        return (replace(deed, target=target), found) if found else None
    return None


async def _further(run: Run, deed: Deed) -> tuple[Deed, list[Element]] | None:
    """Return the entities from the other pages and tabs, for one that is called by a name."""
    if not any(t.kind == "quote" or t.text != t.text.casefold() or not t.text.isalpha() for t in telling(deed.target)):
        return None
    further = await look_further(run, deed)
    return (deed, further) if further else None


def _says_no_more(command: Command) -> bool:
    """Return whether what was used last is meant by a word for entities in general: "delete the contact"."""
    return len(command.object.bare.tokens) == 1 and not telling(command.object.tokens) and not command.chunks


def _several(page: PageModel, command: Command) -> list[Deed] | None:
    """Return a deed for each of several entities that are named one after the other; None when they are not."""
    items = command.object.items() if not command.object.quotes else ()
    if len(items) < _TWO or any(c.role in {"of", "from", "for"} for c in command.chunks):
        return None
    every = [next(readings(replace(command, object=item)), None) for item in items]
    deeds = [deed for deed in every if deed is not None]
    return deeds if len(deeds) == len(items) and all(len(found_for(page, d.target)) == 1 for d in deeds) else None


_TWO: Final = 2


def _is_left_to_verb(page: PageModel, command: Command) -> bool:
    """Return whether the verb's own skill takes it: each row has its control for it, or the words name an entry."""
    whole = command.whole()
    if not command.verb and (named := found_for(page, whole.tokens)) and not _begins_with_control(command, named):
        return True
    return entries.applies(command, page, whole, set(whole.norms)) and any(
        control_for(entry, "add" if command.verb == "put" else command.verb) is not None
        for deed in readings(command)
        for entry in found_for(page, deed.target)
    )


def _begins_with_control(command: Command, entries_: Sequence[Element]) -> bool:
    """Return whether the first word is what a control of each entry is called: "renew P-203", and no part of a name."""
    first = command.object.norms[0]
    return all(
        any(words(e.name) == (first,) for e in entry.walk() if e.kind in {"button", "link"}) for entry in entries_
    )


def _drags(page: PageModel) -> bool:
    """Return whether things of the page can be dragged to where they are to be."""
    return any(
        e.node.attributes.get("draggable") == "true" or e.classes & {"draggable", "sortable", "dragitem"}
        for e in page.elements
    )


def _may_be(command: Command, page: PageModel) -> bool:
    return (
        (
            command.action in _DOING
            or (command.action == "find" and not command.verb)
            or command.verb in {"confirm", "put", "place"}
            or _switches(page, command)
            or takes_off(command)
        )
        and not ((command.action == "drag" or command.verb in {"put", "place"}) and _drags(page))
        and (not set(command.verb.split()[:1]) & _ELSEWHERE or takes_off(command))
        and not set(command.whole().norms) & _ASKED_FIRST
        and not command.question
        and command.until is None
        and command.times is None
        and command.role("except") is None
        and not {"or", "nor"} & set(command.object.norms)
    )


def _takes_full_name(page: PageModel, command: Command) -> bool:
    """Return whether a control may be called by the verb with what it takes, and the verb's own skill does not know."""
    whole = command.whole()
    return (
        bool(command.verb)
        and command.action in {"submit", "add", "act", "fill"}
        and not _may_be(command, page)
        and not entries.applies(command, page, whole, set(whole.norms))
    )


def _switches(page: PageModel, command: Command) -> bool:
    """Return whether something of an entity that is shown is to be switched on or off."""
    if command.verb not in SWITCHING or not command.chunks:
        return False
    return any(deed.switch is not None and found_for(page, deed.target) for deed in readings(command))


async def _shown(run: Run, deed: Deed) -> tuple[Deed, list[Element]] | None:
    """Return the entities that are meant, with the deed by the words that choose them; None when none is shown."""
    page = await run.see()
    if deed.item and named_view(page, deed.target) is not None:
        # "Restore the file from the bin": the bin is where it is, and nothing that it is taken from.
        return None
    if deed.target and (found := found_for(page, deed.target)):
        return deed, found
    if deed.target and (relaxed := found_without_noun(page, deed.target, deed.count)):
        return replace(deed, target=relaxed[0]), relaxed[1]
    return None


async def _elsewhere(run: Run, deed: Deed) -> tuple[Deed, list[Element]] | None:
    """Return the same from the view that is named, once it is gone to; no entities where the view as a whole is meant.

    None when no view is named.
    """
    for said, target in deed.places:
        view = named_view(await run.see(), said)
        if view is None:
            continue
        if not target:
            return await _whole_view(run, deed, view)
        if telling(target):
            await go_to(run, view)
            return replace(deed, target=target), found_for(await run.see(), target)
    return None


async def _whole_view(run: Run, deed: Deed, view: Element) -> tuple[Deed, list[Element]] | None:
    if not named_controls((await run.see()).root, deed):
        await go_to(run, view)
    return (deed, []) if named_controls((await run.see()).root, deed) else None


async def _do_all(run: Run, command: Command, deed: Deed, meant: list[Element]) -> None:
    page = await run.see()
    if len(meant) > 1 and not deed.every:
        raise ambiguous(page, command.said, meant)
    if deed.every and deed.count is None and meant and _says_all(command) and is_part(page):
        raise Stuck("The page goes on, so not all of them can be seen.")
    if deed.count is not None and deed.count != len(meant):
        raise Stuck(f"The page has {len(meant)} of them, not {deed.count}.", tuple(e.text[:60] for e in meant))
    meant = list(await only_one(run, command, deed.target, meant))
    run.settle(command)
    run.entity = Phrase(command.source, deed.target) if len(meant) == 1 else None
    if deed.target and not meant:
        raise Stuck(f"“{' '.join(t.text for t in telling(deed.target))}” is not there.")
    if not deed.target:
        await _use(run, deed, named_controls(page.root, deed)[0])
        return
    for n in range(min(len(meant), _MOST)):
        entry = meant[0] if n == 0 else _next(await run.look(), deed, meant, n)
        if entry is None:
            raise Stuck(f"“{meant[n].text[:60]}” is not shown any more.")
        at_work = replace(deed, shown=entry.text)
        control = await control_of(run, at_work, entry)
        if control is None:
            raise Stuck(f"Nothing on the page was found to {deed.verb} “{entry.text[:80]}” with.")
        await _use(run, at_work, control)


def _says_all(command: Command) -> bool:
    return any(t.norm in {"all", "every", "each"} for t in command.clause if t.kind == "word")


def _next(page: PageModel, deed: Deed, meant: list[Element], n: int) -> Element | None:
    """Return the nth of the entries on the page as it is now; what was done to the ones before may have moved them."""
    return next((e for e in found_for(page, deed.target) if e.text == meant[n].text), None)


async def _use(run: Run, deed: Deed, control: Element) -> None:
    before = await run.see()
    if control.node.pressed is not None and control.node.pressed is not deed.verb.startswith("un"):
        run.tell("It is so already.")
        return
    if deed.switch is not None and control.node.checked is deed.switch:
        run.tell("It is so already.")
        return
    run.evidence.give(deed.verb, *deed.names[:1], deed.text)
    if deed.switch is not None and control.node.checked is not None:
        await run.do(Check(control.ref, on=deed.switch))
    elif is_field(control):
        await fill(run, control, offered_by(control, deed) or state_of(control, deed)[0])
    else:
        await run.do(Click(control.ref))
        if deed.value is not None and deed.verb not in {"mark", "flag"}:
            await give(run, deed, before)
    await answer_question(run, before)
    after = await run.look()
    if not _changed(before, after):
        after = await run.look()
    if not _changed(before, after) and after.snapshot.dialog is None and deed.verb not in _UNSEEN:
        raise Stuck("Nothing changed on the page after that.")


def _changed(before: PageModel, after: PageModel) -> bool:
    return before.snapshot.url != after.snapshot.url or _state(before) != _state(after)


def _state(page: PageModel) -> tuple[object, ...]:
    return (
        page.root.text,
        tuple(
            (e.node.name, e.node.value, e.node.checked, e.node.pressed, e.node.selected, e.node.expanded)
            for e in page.actionable
        ),
    )
