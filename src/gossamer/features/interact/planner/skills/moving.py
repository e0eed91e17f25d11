"""Dragging things to places, putting lists in order, scrolling."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gossamer.core.interaction import Drag, DragBy, ScrollBy, ScrollTo, Select, WaitFor
from gossamer.features.interact.planner.grounding.finding import Description, Finder
from gossamer.features.interact.planner.grounding.likeness import folded, related, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.language.tokens import ORDINALS
from gossamer.features.interact.planner.page.elements import FIELDS, Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills.exploring import find_or_explore
from gossamer.features.interact.planner.skills.pointing import holds
from gossamer.features.interact.planner.skills.setting import set_field
from gossamer.features.interact.planner.wordsets import word_set

_MOST_MOVES: Final = 60
_MOST_SCROLLS: Final = 40
_UP: Final = frozenset({"up", "upward", "upwards", "higher"})
_DOWN: Final = frozenset({"down", "downward", "downwards", "lower"})
_DIRECTIONS: Final = _UP | _DOWN | {"left", "right", "leftward", "rightward", "leftwards", "rightwards"}
_SPOTS: Final = word_set("position place spot slot item row index rank")


async def drag(run: Run, command: Command) -> None:
    """Drag what is named: to a place in its list, up or down in it, onto something, or in a direction."""
    if refers_back(command.object) and run.finished_form:
        return
    page = await run.see()
    whole = command.whole()
    norms = list(whole.norms)
    if command.object.kinds[:1] == ("slider",) or any(c.phrase.kinds[:1] == ("slider",) for c in command.chunks):
        number = next((t for t in whole.tokens if t.kind == "number"), None)
        fields = [f for f in page.fields if f.kind == "slider"]
        if number is not None and fields:
            found = Finder(page).find(Description(command.object), pool=fields)
            await set_field(run, found[0].element if found else fields[0], number.text)
            run.settle(command)
            return
    named = _without_places(command.object).without("card") if not command.object.quotes else command.object
    item = _item(page, named)
    if item is None:
        match = await run.need(Description(named, tuple(c for c in command.chunks if c.role == "named")))
        item = match.element
    siblings = _list_of(page, item)
    entry = next((s for s in siblings if s is item or s.holds(item) or item.holds(s)), None)
    if entry is not None and (index := _wanted_index(command, siblings, siblings.index(entry))) is not None:
        await place(run, siblings, siblings.index(entry), index)
        await _stays(run, entry, index)
        run.settle(command)
        return
    target = command.role("into", "to", "in", "on", "over", "onto", "beside", "so")
    if target is not None and not (set(target.norms) & _DIRECTIONS and not target.name.without(*_DIRECTIONS)):
        onto = _drop_zone(page, target) or (await run.need(Description(target, ()))).element
        if item is onto or item.holds(onto) or onto.kind in {"button", "link"}:
            raise Stuck(f'"{named.raw}" cannot be dragged there.')
        await run.do(Drag(item.ref, onto.ref, "before" if command.role("above", "before") else "middle"))
        if _looks(page) == _looks(await run.look()):
            raise Stuck(f'"{named.raw}" stays where it is when it is dragged there.')
        run.settle(command)
        return
    way = next((n for n in norms if n in _DIRECTIONS), None)
    if way is None:
        raise Stuck(f'It is not said where to drag "{named.raw}" to.')
    far = next((t.value for t in whole.tokens if t.kind == "number" and isinstance(t.value, float)), None) or 50.0
    dx, dy = (
        (0.0, -far)
        if way in _UP
        else (0.0, far)
        if way in _DOWN
        else (-far, 0.0)
        if way.startswith("left")
        else (far, 0.0)
    )
    await run.do(DragBy(item.ref, dx, dy))
    run.settle(command)


def has_place(command: Command, page: PageModel) -> bool:
    """Return whether an entry of a list is named, and a place in that list for it."""
    item = _item(page, _without_places(command.object))
    siblings = _list_of(page, item) if item is not None and item.kind not in FIELDS else []
    entry = next((s for s in siblings if s is item or (item is not None and (s.holds(item) or item.holds(s)))), None)
    return entry is not None and _wanted_index(command, siblings, siblings.index(entry)) is not None


def _looks(page: PageModel) -> list[tuple[object, ...]]:
    """Return all that a drag may change of a page: what is where, how it looks and what it says."""
    return [
        (e.ref, e.node.text, e.node.name, e.node.box, e.node.value, e.classes, e.node.background, e.node.color)
        for e in page.elements
    ]


async def _stays(run: Run, entry: Element, index: int) -> None:
    """Raise Stuck when an entry is not where it was dragged to, although its list is still shown."""
    page = await run.look()
    item = next((e for e in page.elements if e.node.role != "text" and e.text == entry.text and e.seen), None)
    siblings = _list_of(page, item) if item is not None else []
    if index < len(siblings) and siblings[index].text != entry.text and any(s.text == entry.text for s in siblings):
        raise Stuck(f'"{entry.text}" cannot be moved there.')


def _drop_zone(page: PageModel, target: Phrase) -> Element | None:
    """Return the column or box that is called so, or has a heading that is."""
    text = target.without(
        "column", "lane", "list", "area", "zone", "box", "bucket", "section", "group", "the", "bin"
    ).literal
    if not text:
        return None
    named = [e for e in page.elements if e.node.role != "text" and folded(e.node.name) == folded(text) and e.inside]
    if named:
        return named[0]
    heads = [
        e for e in page.elements if e.node.role != "text" and folded(e.text) == folded(text) and e.parent is not None
    ]
    return heads[0].parent if heads and len(heads[0].parent.inside) > 1 else None  # type: ignore[union-attr]


def _without_places(phrase: Phrase) -> Phrase:
    if phrase.quotes:
        return phrase
    kept = list(phrase.tokens)
    while (
        kept
        and (
            kept[-1].norm
            in _DIRECTIONS
            | word_set(
                "first last one two three four five positions position places place spots spot slots slot "
                "rows row steps step once twice"
            )
            or kept[-1].kind == "number"
        )
        and len(kept) > 1
    ):
        kept.pop()
    return Phrase(phrase.source, tuple(kept))


async def resize(run: Run, command: Command) -> None:
    """Drag the lower right corner of what is named."""
    page = await run.see()
    norms = set(command.whole().norms)
    described = Description(command.object, ())
    found = Finder(page).find(described) if command.object else []
    field = found[0].element if found else next((f for f in page.fields if f.kind == "textarea"), None)
    if field is None:
        raise Stuck("Nothing on the page can be resized.", Finder(page).nearest(described))
    smaller = bool(norms & {"smaller", "less", "shrink", "shorter", "narrower"}) or command.verb == "shrink"
    width = bool(norms & {"width", "wide", "wider", "narrower", "horizontally"})
    height = bool(norms & {"height", "tall", "taller", "shorter", "vertically"})
    far = -40.0 if smaller else 40.0
    await run.do(DragBy(field.ref, far if width or not height else 0, far if height or not width else 0))


def item_called(page: PageModel, phrase: Phrase) -> Element | None:
    """Return the element that shows exactly what the phrase names."""
    return _item(page, phrase)


def is_movable(element: Element, page: PageModel) -> bool:
    """Return whether it looks as if it could be dragged."""
    del page
    return any(
        e.classes & {"sortable", "draggable", "drag", "handle"} or e.node.attributes.get("draggable") == "true"
        for e in (element, *element.ancestors())
    )


def _item(page: PageModel, phrase: Phrase) -> Element | None:
    text = phrase.name.literal or phrase.literal
    exact = [e for e in page.elements if e.node.role != "text" and folded(e.text) == folded(text) and e.seen]
    outer = [e for e in exact if not any(o is not e and o.holds(e) for o in exact)]
    return outer[0] if outer else None


def _list_of(page: PageModel, item: Element) -> list[Element]:
    for above in (item, *item.ancestors()):
        parent = above.parent
        if parent is None:
            return []
        for group in page.groups:
            if above in group:
                return [e for e in group if e.seen]
    return []


def _wanted_index(command: Command, siblings: Sequence[Element], now: int) -> int | None:  # noqa: C901, PLR0911
    """Return the place in the list, counted from 0, that is said; None when none is."""
    last = command.object.tokens[-1:] if not command.object.quotes or len(command.object.tokens) > 1 else ()
    if last and last[0].kind == "ordinal" and isinstance(last[0].value, float):
        return int(last[0].value) - 1 if last[0].value > 0 else len(siblings) + int(last[0].value)
    phrases = [c.phrase for c in command.chunks if c.role in {"to", "into", "in", "at", "as", "on", "so"}]
    for phrase in phrases:
        if phrase.quotes:
            continue
        norms = set(phrase.norms)
        if phrase.ordinal is not None and not phrase.name.without(
            *_SPOTS, "list", "from", "top", "bottom", "spot", "slot", "be", "in", "of", "on"
        ):
            at = phrase.ordinal - 1 if phrase.ordinal > 0 else len(siblings) + phrase.ordinal
            return at if "bottom" not in norms else len(siblings) - phrase.ordinal
        number = next(
            (t.value for t in phrase.tokens if isinstance(t.value, float) and t.kind in {"number", "word"}), None
        )
        if number is not None and norms & _SPOTS and not (norms & _DIRECTIONS):
            return int(number) - 1
        if norms & {"top", "start", "beginning", "front", "head"} and not (
            phrase.name.without("top", "start", "beginning", "front", "head", "list", "of", "in", "very")
        ):
            return 0
        if norms & {"bottom", "end", "back", "tail"} and not (
            phrase.name.without("bottom", "end", "back", "tail", "list", "of", "in", "very")
        ):
            return len(siblings) - 1
    words = list(command.whole().norms)
    way = next((n for n in words if n in _UP | _DOWN), None)
    if way is not None:
        by = next(
            (
                int(t.value)
                for t in command.whole().tokens
                if isinstance(t.value, float) and t.kind in {"number", "word"} and t.norm not in ORDINALS
            ),
            1,
        )
        by = command.times or by
        return max(0, now - by) if way in _UP else min(len(siblings) - 1, now + by)
    for role, shift in (("before", 0), ("above", 0), ("after", 1), ("under", 1), ("beside", 1)):
        anchor = command.role(role)
        if anchor is None:
            continue
        other = next(
            (i for i, s in enumerate(siblings) if folded(s.text) == folded(anchor.name.literal or anchor.literal)), None
        )
        if other is not None:
            at = other + shift
            return at - 1 if now < at else at
    return None


def place_in(phrase: Phrase, siblings: Sequence[Element], now: int) -> int | None:
    """Return the place, from 0, that loose words say ("position 3", "up two", "to the top"); None when none."""
    norms = phrase.norms
    way = next((n for n in norms if n in _UP | _DOWN), None)
    if phrase.ordinal is not None:
        return phrase.ordinal - 1 if phrase.ordinal > 0 else len(siblings) + phrase.ordinal
    number = next((int(t.value) for t in phrase.tokens if isinstance(t.value, float)), None)
    if way is not None:
        by = number or 1
        return max(0, now - by) if way in _UP else min(len(siblings) - 1, now + by)
    if number is not None and set(norms) & _SPOTS:
        return number - 1
    if "top" in norms:
        return 0
    return len(siblings) - 1 if "bottom" in norms else None


async def place(run: Run, siblings: Sequence[Element], now: int, index: int) -> None:
    """Drag an entry of a list to the place *index*, from 0."""
    if not 0 <= index < len(siblings):
        raise Stuck(f"The list has only {len(siblings)} places.")
    if index != now:
        await run.do(Drag(siblings[now].ref, siblings[index].ref, "before" if index < now else "after"))


_FALLING: Final = re.compile(
    r"(?:largest|highest|greatest|biggest|z)\b.{0,12}\b(?:first|at the top|on top|down)"
    r"|(?:largest|highest|greatest|biggest|z) to "
    r"|from (?:the )?(?:largest|highest|greatest|biggest|high)"
    r"|starting with the (?:largest|highest|greatest|biggest)|high(?:est)? to low"
)


async def sort(run: Run, command: Command) -> None:
    """Put a list in order: by the page's own control for that, else by dragging its entries."""
    if await _by_control(run, command):
        return
    norms = set(command.whole().norms)
    falling = bool(norms & {"decreasing", "descending", "reverse", "downward"}) or bool(
        _FALLING.search(command.said.casefold())
    )
    for _ in range(_MOST_MOVES):
        page = await run.look()
        entries = sortable(page)
        if len(entries) < 2 or all(e.node.role == "columnheader" or e.node.tag == "th" for e in entries):  # noqa: PLR2004
            raise Stuck("The page has no list of entries to put in order.")
        keys = [_key(e.text) for e in entries]
        wanted = sorted(keys, reverse=falling)
        wrong = next((i for i, (a, b) in enumerate(zip(keys, wanted, strict=True)) if a != b), None)
        if wrong is None:
            if not run.performed and not is_movable(entries[0], page):
                raise Stuck("The page has no list whose entries can be moved.")
            run.settle(command)
            run.finished_form = True
            return
        at = keys.index(wanted[wrong], wrong)
        await run.do(Drag(entries[at].ref, entries[wrong].ref, "before"))
        if [_key(e.text) for e in sortable(await run.look())] == keys:
            raise Stuck("The entries of the list stay where they are when they are dragged.")
    raise Stuck("The list does not stay in order.")


_RISING: Final = word_set("lowest low ascending cheapest rising increasing smallest first up")
_SINKING: Final = word_set("highest descending falling decreasing expensive best largest down high")


async def _by_control(run: Run, command: Command) -> bool:
    """Choose the order in the list that the page has for it; False when it has none."""
    page = await run.see()
    lists = [f for f in page.fields if f.kind == "select" and f.seen and {"sort", "order"} & set(words(page.label(f)))]
    if len(lists) != 1:
        return False
    said = {t.norm for t in command.clause}
    about = [w for w in said if w not in _RISING | _SINKING | _BY]
    fitting = [o for o in lists[0].node.options if about and all(any(related(a, w) for w in words(o)) for a in about)]
    if len(fitting) > 1 and said & (_RISING | _SINKING):
        rising = bool(said & _RISING) and not said & _SINKING
        fitting = [o for o in fitting if bool({"low", "ascending", "asc"} & set(words(o)[1:2])) == rising]
    if len(fitting) != 1:
        raise Stuck("It is not clear which order is meant.", lists[0].node.options[:8])
    await run.do(Select(lists[0].ref, (fitting[0],)))
    run.settle(command)
    return True


_BY: Final = word_set("sort sorted order by the a in , and list books products items it them results to from of with")


def _key(text: str) -> tuple[float, str]:
    number = re.search(r"-?\d+(?:\.\d+)?", text)
    return (float(number.group()) if number else 0.0, folded(text))


def sortable(page: PageModel) -> list[Element]:
    """Return the entries of the list that can be put in order."""
    groups = [[e for e in g if e.text and e.seen and e.kind not in {"button", "link"}] for g in page.groups]
    marked = [
        g
        for g in groups
        if g
        and (
            g[0].classes & {"sortable", "draggable", "drag"}
            or g[0].node.attributes.get("draggable") == "true"
            or (g[0].parent is not None and g[0].parent.classes & {"sortable", "dnd"})
        )
    ]
    return max(marked or groups, key=len, default=[])


async def scroll(run: Run, command: Command) -> None:
    """Scroll the page or what is named: a view, to an end, to something, or until something holds."""
    page = await run.see()
    whole = command.whole()
    norms = set(whole.norms) | set(command.verb.split())
    direction = (
        "up"
        if norms & _UP or norms & {"top", "beginning", "start"}
        else "left"
        if "left" in norms
        else "right"
        if "right" in norms
        else "down"
    )
    area = _area(page, command)
    far = {t.norm for t in command.clause} & {"keep", "very", "way"}
    far = far or ({"end", "bottom"} & norms if area is None and _more_below(page, area) else set())
    if command.until is None and direction == "down" and far and norms & {"bottom", "end", "down"}:
        # "Keep scrolling to the very bottom": as long as more comes.
        command = replace(command, until=Phrase.of("no more"))
    if command.until is not None:
        # "Until nothing new loads" holds when scrolling changes nothing any more, which is seen below.
        growing = (
            bool(set(command.until.norms) & {"more", "new", "nothing", "no", "anymore"}) and not command.until.quotes
        )
        for _ in range(_MOST_SCROLLS):
            page = await run.look()
            if (not growing and holds(page, command.until, ())) or (
                "end" in command.until.norms and not _more_below(page, area)
            ):
                return
            state = (page.snapshot.scroll, page.snapshot.extent, page.root.text)
            if not await run.leave_page():
                return
            await run.do(ScrollBy(direction, area.ref if area is not None else None, to_end=growing))  # type: ignore[arg-type]
            page = await run.look()
            if (page.snapshot.scroll, page.snapshot.extent, page.root.text) == state:
                # What is on its way may take a moment.
                await run.do(WaitFor(seconds=1))
                page = await run.look()
                if (page.snapshot.scroll, page.snapshot.extent, page.root.text) == state:
                    return
        return
    if norms & {"bottom", "end", "top", "beginning", "start", "all"}:
        await run.do(ScrollBy(direction, area.ref if area is not None else None, to_end=True))  # type: ignore[arg-type]
        return
    goal = command.role("to", "until") or (command.object if command.verb == "scroll to" else None)
    if goal is not None and goal.name:
        match = await find_or_explore(run, Description(goal, tuple(c for c in command.chunks if c.phrase is not goal)))
        await run.do(ScrollTo(match.element.ref))
        return
    views = next((t.value for t in whole.tokens if isinstance(t.value, float)), None) or float(command.times or 1)
    await run.do(ScrollBy(direction, area.ref if area is not None else None, views=min(views, 20)))  # type: ignore[arg-type]


def _area(page: PageModel, command: Command) -> Element | None:
    scrolling = [
        e for e in page.elements if e.node.scrolls and e.parent is not None and e.node.tag not in {"html", "body"}
    ]
    if not scrolling:
        return None
    for phrase in (command.object, *(c.phrase for c in command.chunks)):
        if phrase and (
            (
                phrase.kinds[:1]
                and phrase.kinds[0] in word_set("textarea textbox select section table text item form dialog")
            )
            or set(phrase.norms) & {"area", "box", "list", "panel", "container", "textarea"}
        ):
            named = [e for e in scrolling if phrase.name and folded(phrase.name.literal) in folded(e.node.name)]
            return (named or scrolling)[0]
    page_scrolls = page.snapshot.extent[1] > page.snapshot.viewport[1] + 4
    return scrolling[0] if not page_scrolls and len(scrolling) == 1 else None


def _more_below(page: PageModel, area: Element | None) -> bool:
    del area
    return page.snapshot.scroll[1] + page.snapshot.viewport[1] < page.snapshot.extent[1] - 2
