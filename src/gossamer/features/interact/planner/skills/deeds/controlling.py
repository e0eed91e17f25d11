"""Where pages keep the control for a deed: in the entry, behind its menu, over a selection, in its opened view."""

from collections.abc import Sequence
from typing import Final

from gossamer.core.interaction import Click, DoubleClick, Hover, Press
from gossamer.features.interact.planner.grounding.likeness import folded, stem, words
from gossamer.features.interact.planner.language.phrases import singular
from gossamer.features.interact.planner.page.elements import FIELDS, TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Ambiguous, BudgetSpent, NotUnderstood, Run, Stuck, ambiguous
from gossamer.features.interact.planner.skills.controls import controls_for, opens_menu
from gossamer.features.interact.planner.skills.deeds.entities import entry_of, found_for, leads_elsewhere, tells
from gossamer.features.interact.planner.skills.deeds.saying import ENTITIES, Deed, naming, telling
from gossamer.features.interact.planner.skills.opening import goes_on, handle_of
from gossamer.features.interact.planner.skills.panels import Panels, switches
from gossamer.features.interact.planner.wordsets import word_set

_DOING: Final = word_set("button link menuitem option icon")
_MENU_CLASSES: Final = word_set("menu dropdown popover popup context")
_MENUS: Final = word_set("menu listbox dialog")
_SHORTEST_STEM: Final = 5
_FEW_BOXES: Final = 4


async def control_of(run: Run, deed: Deed, entry: Element) -> Element | None:
    """Return the control that does the deed to the entry, opening what it stands behind; None when there is none."""
    page = await run.see()
    if (shown := _opened_already(page, deed)) is not None:
        return shown
    if (own := _in_entry(page, deed, entry)) is not None:
        return own
    for way in _WAYS if deed.known else _WAYS_OF_NO_VERB:
        control = await way(run, deed)
        if control is not None:
            return control
    return None


def entry_now(page: PageModel, deed: Deed) -> Element | None:
    """Return the entry again on the page as it is now, which may have made all its elements anew."""
    found = found_for(page, deed.target)
    shown = set(words(deed.shown))
    return max(found, key=lambda e: (e.text == deed.shown, len(shown & set(words(e.text))), -e.index), default=None)


def named_controls(box: Element, deed: Deed, names: Sequence[str] = ()) -> list[Element]:
    """Return the controls in *box* that have the first of these names that any has; never those that lead away.

    What a name says besides has to be about the entity: "Archive order" archives it, "Remove tag" removes another one.
    """
    about = _about(box, deed)
    # What ends only a part of an entity has to say so.
    for name in names or deed.names[: 1 if deed.item else None]:
        found = [e for e in _by_name(box, name, about) if not e.node.disabled and not leads_elsewhere(e)]
        if found:
            return found
    return []


def _about(box: Element, deed: Deed) -> frozenset[str]:
    """Return the words that a control's name may have beside what it does."""
    top = next((a for a in box.ancestors() if a.parent is None), box)
    heads = [e.text for e in top.walk() if e.kind == "heading"][:_FEW_HEADINGS]
    said = {t.norm for p in (deed.target, deed.item, *(s for s, _ in deed.places)) for t in p} | set(deed.parts)
    said |= {w for t in deed.target for w in words(t.text)}
    return frozenset(stem(singular(w)) for text in heads for w in words(text)) | frozenset(
        stem(singular(w)) for w in (*said, *_ENTITIES)
    )


_FEW_HEADINGS: Final = 12
_ENTITIES: Final = ENTITIES | word_set(
    "this it selected now forever permanently here to as the a an for from of in on all"
)


def _by_name(box: Element, name: str, about: frozenset[str]) -> list[Element]:
    said = words(name)
    controls = [
        e for e in box.walk()
        if e is not box and e.node.role != "text" and e.seen and e.kind not in FIELDS | {"checkbox", "radio", "item"}
        and (e.kind in _DOING or e.node.clickable)
        and e.node.tag != "label"
    ]  # fmt: skip
    exact = [e for e in controls if _called(e) == said]
    begun = [e for e in controls if _called(e)[: len(said)] == said]
    begun = [e for e in begun if all(stem(singular(w)) in about for w in _called(e)[len(said) :])]
    found = exact or begun
    if not found and len(said) == 1:
        found = [e for e in controls_for(box, name) if e.kind in _DOING or e.node.clickable]
        found = [e for e in found if _says_only(e, said[0], about)]
    if not found and len(said) > 1:
        # "Remove tag remote": the words may stand in another order, or at the thing that is taken away.
        found = [e for e in controls if set(map(stem, said)) <= set(map(stem, _called(e)))]
        found = [e for e in found if all(stem(w) in about or w in said for w in _called(e))]
    return [e for e in found if not any(o is not e and e.holds(o) for o in found)]


def _called(element: Element) -> tuple[str, ...]:
    """Return the words of a control's name, or of what is told of it where its name is a symbol."""
    return words(element.name) or words(element.node.described or element.node.attributes.get("title", ""))


def _says_only(element: Element, verb: str, about: frozenset[str]) -> bool:
    """Return whether a control has the verb in its name or class, and its name speaks of nothing else."""
    name = _called(element)
    if any(stem(w) == stem(verb) for w in name):
        return all(stem(singular(w)) in about or stem(w) in {stem(verb), "not", "un"} for w in name)
    return not name and any(stem(w) == stem(verb) for w in element.classes)


def _in_entry(page: PageModel, deed: Deed, entry: Element) -> Element | None:
    if deed.item:
        return _at_item(page, deed, entry)
    if (field := field_of(page, deed)) is not None and entry.holds(field):
        return field
    found = named_controls(entry, deed)
    if len({id(page.record(e.parent)) for e in found if e.parent is not None}) > 1:
        # Each is of another entry.
        return None
    return found[0] if found else None


def switch_of(page: PageModel, deed: Deed, box: Element) -> Element | None:
    """Return the one switch or box in *box* that is called as what is to be switched."""
    said = {stem(w) for t in naming(deed.item) for w in words(t.text)}
    found = [
        e for e in box.walk()
        if e.kind in {"switch", "checkbox"} and e.seen and not e.node.disabled
        and said <= {stem(w) for w in words(e.name or page.label(e))}
    ]  # fmt: skip
    return found[0] if len(found) == 1 else None


def _at_item(page: PageModel, deed: Deed, box: Element) -> Element | None:
    """Return the control that does it to what belongs to the entity: the cross at the tag that is named."""
    if deed.switch is not None:
        return switch_of(page, deed, box)
    return _beside_item(page, deed, box) or _in_item(page, deed, box)


def _in_item(page: PageModel, deed: Deed, box: Element) -> Element | None:
    """Return the control in the one entry of what belongs to the entity: "the note about the lamp" in its notes.

    Raises Ambiguous when several are meant alike.
    """
    called = {stem(singular(w)) for e in box.walk() if e.kind in _NAMING for w in words(e.name or e.text)}
    told = telling(deed.item)
    told = tuple(t for t in told if t.kind == "quote" or stem(singular(t.norm)) not in called) or told
    if not told or box.node.role == "text":
        return None
    target = telling(deed.target)
    found: list[tuple[Element, Element]] = []
    for place in (e for e in box.walk() if tells(e, told) and not any(tells(i, told) for i in e.inside)):
        entry = entry_of(page, place)
        if entry is None or tells(entry, target) or leads_elsewhere(entry):
            continue
        controls = [e for e in entry.walk() if e.node.role != "text" and e.seen and e.actionable and _takes_away(e)]
        if len(controls) == 1 and not any(entry is e for e, _ in found):
            found.append((entry, controls[0]))
    if len(found) > 1:
        raise ambiguous(page, " ".join(t.text for t in deed.item), [e for e, _ in found])
    return found[0][1] if found else None


# What says what a part of a page lists.
_NAMING: Final = word_set("tab heading button link")


def _beside_item(page: PageModel, deed: Deed, box: Element) -> Element | None:
    said = telling(deed.item) or deed.item
    full = named_controls(box, deed, deed.names[:1])
    if len(full) == 1:
        return full[0]
    places = [e for e in box.walk() if e.node.role != "text" and e.seen and not leads_elsewhere(e)]
    places = [e for e in places if tells(e, said)]
    places = [e for e in places if not any(tells(i, said) for i in e.inside if i.node.role != "text")]
    for place in places:
        for near in [place, *place.ancestors()][:_FEW_BOXES]:
            if len(near.text) > len(" ".join(t.text for t in said)) + _LITTLE_MORE or near is page.root:
                break
            controls = [e for e in near.walk() if e.node.role != "text" and e.seen and e.actionable]
            controls = [e for e in controls if _takes_away(e) and e.kind not in FIELDS]
            if len(controls) == 1:
                return controls[0]
    return None


_LITTLE_MORE: Final = 16


def _takes_away(element: Element) -> bool:
    name = words(element.name)
    return (
        element.name.strip() in {"\u00d7", "✕", "✖", "x", "X"}
        or bool({"remove", "delete", "close", "rm", "untag", "unassign"} & (set(name[:1]) | element.classes))
    )  # fmt: skip


def field_of(page: PageModel, deed: Deed) -> Element | None:
    """Return the field of an opened entity that what is said goes into: called as what is set, or offering the value.

    Where a field holds the name that is to be changed, that is the field.
    """
    if deed.value is None:
        return None
    entry = entry_now(page, deed)
    fields = [f for f in page.fields if f.seen and f.kind != "search" and not f.node.disabled]
    # Those of other entries are not meant, as in a table with a list to choose from in each row.
    fields = [f for f in fields if is_free(page, f, entry)]
    fields = [f for f in fields if not ({"search", "filter"} & {*words(page.label(f)), *f.classes})]
    if deed.verb == "rename":
        held = [f for f in fields if f.node.value and folded(f.node.value) == folded(_name_of(deed))]
        if held:
            return held[0]
    if deed.verb in {"mark", "flag"}:
        # A state is chosen where it is offered; it is no text.
        fields = [f for f in fields if any(folded(o) == folded(c) for o in f.node.options for c in deed.choices)]
    named = [f for f in fields if any(_same(p, w) for p in deed.parts for w in words(page.label(f)))]
    if len(named) > 1:
        best = max(sum(any(_same(p, w) for w in words(page.label(f))) for p in deed.parts) for f in named)
        named = [f for f in named if sum(any(_same(p, w) for w in words(page.label(f))) for p in deed.parts) == best]
    if named:
        return named[0]
    if deed.verb not in {"assign", "mark", "label", "tag", "move"}:
        return None
    offering = [f for f in fields if any(folded(o) == folded(deed.text) for o in f.node.options)]
    return offering[0] if len(offering) == 1 else None


def is_free(page: PageModel, field: Element, entry: Element | None) -> bool:
    """Return whether a field stands in the entry, or in no list of entries."""
    if entry is None or entry.holds(field):
        return True
    group = next((g for g in page.groups if entry in g), [])
    return not any(other.holds(field) for other in group)


def _name_of(deed: Deed) -> str:
    return " ".join(t.text for t in telling(deed.target))


def _same(one: str, other: str) -> bool:
    return one == other or stem(one) == stem(other) or (
        min(len(one), len(other)) >= _SHORTEST_STEM and (one.startswith(other) or other.startswith(one))
    )  # fmt: skip


def _opened_already(page: PageModel, deed: Deed) -> Element | None:
    """Return the control from the view of the entity, where that is open already."""
    told = telling(deed.target)
    for dialog in page.dialogs:
        if told and tells(dialog, told):
            return _of_view(page, deed, dialog)
    heads = [e for e in page.elements if e.kind == "heading" and e.seen and told and tells(e, told)]
    heads = [h for h in heads if page.record(h) is None]
    return _of_view(page, deed, page.root) if heads else None


def _of_view(page: PageModel, deed: Deed, box: Element) -> Element | None:
    if deed.item:
        return _at_item(page, deed, box)
    if (field := field_of(page, deed)) is not None and (box is page.root or box.holds(field)):
        return field
    found = [e for e in named_controls(box, deed) if _is_of_entity(page, e, deed)]
    if not found:
        return _choice_of_state(page, deed) or _labelled(box, deed)
    return _foremost(page, found)


def _labelled(box: Element, deed: Deed) -> Element | None:
    """Return the button that shows the value which is to be changed, behind its label: "Assigned to" Nobody."""
    if deed.value is None or deed.verb in {"mark", "flag"}:
        return None
    for element in box.walk():
        if element.kind != "button" or not element.seen or element.node.disabled or element.parent is None:
            continue
        before = [e for e in element.parent.walk() if e.index < element.index and e.text and not e.inside]
        label = words(before[-1].text) if before else ()
        if label and any(_same(p, w) for p in deed.parts for w in label) and not leads_elsewhere(element):
            return element
    return None


def _choice_of_state(page: PageModel, deed: Deed) -> Element | None:
    """Return the list in which the state can be chosen that the verb brings about: "Solved" for "solve"."""
    if deed.value is not None or deed.parts:
        return None
    lists = [f for f in page.fields if f.seen and f.kind in {"select", "listbox"} and not f.node.disabled]
    lists = [f for f in lists if len(state_of(f, deed)) == 1]
    return lists[0] if len(lists) == 1 else None


def state_of(field: Element, deed: Deed) -> list[str]:
    """Return the options of a list that are the state which the verb brings about."""
    verb = deed.verb.split()[-1]
    return [o for o in field.node.options if len(words(o)) == 1 and words(o)[0] != verb and _becomes(verb, words(o)[0])]


def _becomes(verb: str, state: str) -> bool:
    return state in {f"{verb}d", f"{verb}ed", f"{verb}{verb[-1:]}ed"}


def _is_of_entity(page: PageModel, control: Element, deed: Deed) -> bool:
    """Return whether a control does it to the entity, not to another one of a list."""
    name = words(control.name)
    for above in control.ancestors():
        group = next((g for g in page.groups if above in g), None)
        if group is None:
            continue
        others = [e for e in group if e is not above and any(words(i.name) == name for i in e.walk() if i.actionable)]
        if others:
            return tells(above, telling(deed.target))
    return True


def _foremost(page: PageModel, found: Sequence[Element]) -> Element:
    """Return the control of what came up last: in a menu, then in a dialog, then the first."""
    for kinds in (_MENUS - {"dialog"}, {"dialog"}):
        for element in found:
            if element.kind == "menuitem" or any(
                a.kind in kinds or a.node.role in kinds or a.classes & _MENU_CLASSES for a in element.ancestors()
            ):
                return element
    inside = [e for e in found if any(d.holds(e) for d in page.dialogs)]
    return (inside or list(found))[0]


async def _hovered(run: Run, deed: Deed) -> Element | None:
    """Return the control that a row shows only while the mouse is on it."""
    entry = entry_now(await run.see(), deed)
    if entry is None:
        return None
    await run.do(Hover(entry.ref))
    page = await run.look()
    now = page.by_ref.get(entry.ref) or entry_now(page, deed)
    return _in_entry(page, deed, now) if now is not None else None


async def _behind_menu(run: Run, deed: Deed) -> Element | None:
    """Return the control from the menu of the entry; of several of that name, the one that has just come up."""
    page = await run.look()
    entry = entry_now(page, deed)
    return None if entry is None else await from_menu_of(run, deed, entry)


async def from_menu_of(run: Run, deed: Deed, entry: Element) -> Element | None:
    """Return the control from the menu of this entry; None when it has none, and then the menu is closed again."""
    openers = [e for e in entry.walk() if e is not entry and e.node.role != "text" and e.seen and opens_menu(e)]
    return await _from_menu(run, deed, openers)


def _opens(page: PageModel, entry: Element, handle: Element) -> bool:
    """Return whether an entry shows that it can be used as a whole: it has a link, or answers clicks itself.

    A click on any other entry shows no control, and may change something of it.
    """
    inside = [e for e in (handle, *handle.ancestors()) if entry.holds(e)]
    rows = [e for e in (entry, page.record(entry)) if e is not None]
    return any(e.kind in _OPENERS for e in (*inside, *rows)) or any(e.node.clickable for e in rows)


_OPENERS: Final = word_set("link button option treeitem")


async def _by_right_click(run: Run, deed: Deed) -> Element | None:
    """Return the control from the menu that a right click on the entry opens."""
    before = await run.look()
    entry = entry_now(before, deed)
    if entry is None or not _opens(before, entry, handle := handle_of(entry, deed.target)):
        return None
    await run.do(Click(handle.ref, button="right"))
    page = await run.look()
    new = fresh(before, page, named_controls(page.root, deed))
    if not new and len(page.elements) > len(before.elements):
        await run.do(Press("Escape"))
        await run.look()
    return _foremost(page, new) if new else None


async def _from_menu(run: Run, deed: Deed, openers: Sequence[Element]) -> Element | None:
    for opener in openers[:2]:
        before = await run.see()
        await run.do(Click(opener.ref))
        page = await run.look()
        new = fresh(before, page, named_controls(page.root, deed))
        if new:
            return _foremost(page, new)
        if len(page.elements) > len(before.elements) and page.by_ref.get(opener.ref) is not None:
            # A menu that has nothing for it is closed again.
            await run.do(Click(opener.ref))
            await run.look()
    return None


def fresh(before: PageModel, after: PageModel, found: Sequence[Element]) -> list[Element]:
    """Return the ones that came up: elements that were not there, of names that are there more often than before."""
    usable = [e for e in before.actionable if not e.node.disabled and e.seen]
    count = {folded(e.name): sum(folded(o.name) == folded(e.name) for o in usable) for e in found}
    usable_now = [e for e in after.actionable if not e.node.disabled and e.seen]
    grown = [e for e in found if sum(folded(o.name) == folded(e.name) for o in usable_now) > count[folded(e.name)]]
    return [e for e in grown if e.ref not in before.by_ref or before.by_ref[e.ref].node.disabled] or grown


async def _over_selection(run: Run, deed: Deed) -> Element | None:
    """Return the control for what is selected, once the entry's box is ticked; else leave the box as it was."""
    page = await run.look()
    entry = entry_now(page, deed)
    boxes = [] if entry is None else [e for e in entry.walk() if e.kind == "checkbox" and e.seen]
    selects = len(boxes) == 1 and _selects(page, boxes[0])
    if not selects or _has_others_for_selection(page, deed):
        return None
    if not boxes[0].node.checked:
        await run.do(Click(boxes[0].ref))
    before, page = page, await run.look()
    found = [e for e in named_controls(page.root, deed) if page.record(e) is None or _apart(page, e, deed)]
    entry = entry_now(page, deed)
    new = fresh(before, page, found)
    found = [
        e for e in found if _is_for(page, e, entry, deed) is not False and (e in new or not _heads(page, e, entry))
    ]
    if found:
        return _foremost(page, found)
    entry = entry_now(page, deed)
    again = [] if entry is None else [e for e in entry.walk() if e.kind == "checkbox" and e.seen]
    if len(again) == 1 and again[0].node.checked:
        await run.do(Click(again[0].ref))
        await run.look()
    return None


def _has_others_for_selection(page: PageModel, deed: Deed) -> bool:
    """Return whether the page shows already what can be done to a selection, and the deed is none of it."""
    bar = [
        e
        for e in page.actionable
        if e.kind in _DOING and e.seen and {"selected", "selection"} & set(_called(e)) and is_apart(page, e)
    ]
    return bool(bar) and not any(e.node.disabled for e in bar) and not named_controls(page.root, deed)


def _apart(page: PageModel, control: Element, deed: Deed) -> bool:
    """Return whether a control stands in no entry, or in the one that is meant."""
    entry = entry_now(page, deed)
    return entry is None or entry.holds(control) or _is_of_entity(page, control, deed)


def _selects(page: PageModel, box: Element) -> bool:
    """Return whether a box in an entry only selects it: it has no name of its own, and the other entries have one."""
    name = set(words(box.name or page.label(box)))
    others = sum(e.kind == "checkbox" and e.seen for e in page.elements)
    return "select" in name or bool({"sel", "select", "rowsel", "selected"} & box.classes) or (others > 1 and not name)


async def opened_view(run: Run, deed: Deed, entry: Element) -> PageModel:
    """Return the page with the view of an entry open, which a click on it opens."""
    before = await run.see()
    await run.do(Click(handle_of(entry, deed.target).ref))
    page = await run.look()
    again = entry_now(page, deed)
    if again is not None and not goes_on(before, page):
        await run.do(DoubleClick(handle_of(again, deed.target).ref))
        page = await run.look()
    return page


async def _in_view(run: Run, deed: Deed) -> Element | None:
    """Return the control from what comes up when the entry is used: its own view, or a bar for what is selected."""
    page = await run.look()
    entry = entry_now(page, deed)
    if entry is None or not _opens(page, entry, handle := handle_of(entry, deed.target)):
        return None
    before = page
    await run.do(Click(handle.ref))
    page = await run.look()
    if (control := await _after_using(run, deed, before, page)) is not None:
        return control
    if (control := await _in_panels(run, deed)) is not None:
        return control
    entry = entry_now(page, deed)
    if entry is not None and not goes_on(before, page):
        await run.do(DoubleClick(handle_of(entry, deed.target).ref))
        page = await run.look()
        return await _after_using(run, deed, before, page)
    return None


async def _in_panels(run: Run, deed: Deed) -> Element | None:
    """Return the control from another tab of the view that has come up, where that is headed by the entity."""
    page = await run.look()
    tabs = switches(page)
    if not tabs or not (deed.item or deed.value) or not _is_for(page, tabs[0], entry_now(page, deed), deed):
        return None
    async for panel in Panels(run, folded_too=False):
        control = _at_item(panel, deed, panel.root) if deed.item else field_of(panel, deed)
        if control is not None and _is_for(panel, control, entry_now(panel, deed), deed) is not False:
            return control
    return None


def _heads(page: PageModel, control: Element, entry: Element | None) -> list[Element]:
    """Return the headings of the view that a control stands in, beside the list with the entry."""
    if entry is None or any(d.holds(control) for d in page.dialogs):
        return []
    common = page.common(control, entry)
    view = next((a for a in (control, *control.ancestors()) if a.parent is common), None)
    return [] if view is None else [e for e in view.walk() if e.kind == "heading" and e.seen and e.text]


def _is_for(page: PageModel, control: Element, entry: Element | None, deed: Deed) -> bool | None:
    """Return whether the view that a control stands in is headed by the entity; None where it has no heading."""
    heads = _heads(page, control, entry)
    if not heads:
        return None
    told = telling(deed.target)
    names = {w for w in words(deed.shown) if not w.isdigit()}
    return any(tells(h, told) or any(w in names for w in words(h.text)) for h in heads)


async def _after_using(run: Run, deed: Deed, before: PageModel, page: PageModel) -> Element | None:
    box = page.dialogs[-1] if len(page.dialogs) > len(before.dialogs) else page.root
    if deed.item:
        return _at_item(page, deed, box)
    entry = entry_now(page, deed)

    def shown(control: Element) -> bool:
        """Return whether it came up with the entity, and not with another one that was open."""
        fits = _is_for(page, control, entry, deed)
        return fits if fits is not None else control.ref not in before.by_ref

    field = field_of(page, deed)
    if field is not None and shown(field) and (box is page.root or box.holds(field)):
        return field
    found = [e for e in named_controls(box, deed) if _is_of_entity(page, e, deed)]
    new = [e for e in fresh(before, page, found) if _is_for(page, e, entry, deed) is not False]
    new = new or [e for e in found if _is_for(page, e, entry, deed) or (entry is None and not leads_elsewhere(e))]
    if new:
        return _foremost(page, new)
    chosen = _choice_of_state(page, deed) or _labelled(box, deed)
    if chosen is not None and shown(chosen):
        return chosen
    openers = [e for e in box.walk() if e.node.role != "text" and e.seen and opens_menu(e) and is_apart(page, e)]
    try:
        return await _from_menu(run, deed, [e for e in openers if shown(e)])
    except (BudgetSpent, NotUnderstood, Ambiguous):
        raise
    except Stuck:
        return None


def is_apart(page: PageModel, control: Element) -> bool:
    """Return whether a control stands in no entry of a list; buttons side by side are no entries."""
    return control.parent is None or page.record(control.parent) is None


def selecting_box(page: PageModel, entry: Element) -> Element | None:
    """Return the box of an entry that only selects it; None when it has none."""
    boxes = [e for e in entry.walk() if e.kind == "checkbox" and e.seen and not e.node.disabled]
    return boxes[0] if len(boxes) == 1 and _selects(page, boxes[0]) else None


def is_field(element: Element) -> bool:
    """Return whether a control takes a value itself."""
    return element.kind in FIELDS | TYPED


_WAYS: Final = (_behind_menu, _hovered, _over_selection, _in_view, _by_right_click)
# For a word that is no verb anywhere, only what shows that it shows more is used.
_WAYS_OF_NO_VERB: Final = (_behind_menu, _in_view)
