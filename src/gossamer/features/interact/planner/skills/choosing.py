"""Choosing: boxes, options, list entries, dates, numbers, colours; what is chosen tells which of these it is."""

from collections.abc import Sequence
from typing import Final

from gossamer.core.interaction import Check, Click, Press, Select, SelectText
from gossamer.features.interact.planner.grounding.finding import EXACT, GOOD, Description, Finder
from gossamer.features.interact.planner.grounding.likeness import folded, likeness
from gossamer.features.interact.planner.grounding.matches import Match
from gossamer.features.interact.planner.grounding.thesaurus import alike
from gossamer.features.interact.planner.language.commands import Chunk, Command
from gossamer.features.interact.planner.language.lexicon import KINDS
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.page.colors import NAMED, is_color
from gossamer.features.interact.planner.page.elements import FIELDS, TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills.aligning import align
from gossamer.features.interact.planner.skills.comparing import extreme_in, take_extreme
from gossamer.features.interact.planner.skills.exploring import find_or_explore
from gossamer.features.interact.planner.skills.selecting_text import highlight
from gossamer.features.interact.planner.skills.setting import reads_as, set_field
from gossamer.features.interact.planner.wordsets import word_set

_SOURCES: Final = (
    "from",
    "in",
    "using",
    "with",
    "on",
    "for",
    "as",
    "into",
    "of",
    "to",
    "at",
    "front",
    "under",
    "within",
)


_SAMPLES: Final = word_set(
    "shade shades color colour colors colours tint tints hue hues tone tones swatch swatches tile tiles square "
    "squares block blocks patch patches box boxes cell cells"
)


async def choose(run: Run, command: Command) -> None:  # noqa: C901, PLR0911, PLR0912
    """Choose what is named, in the way of the control that has it."""
    page = await run.see()
    object_ = command.object
    if refers_back(object_) and (last := run.last(page)) is not None:
        if last.kind not in {"checkbox", "radio", "switch", "option"}:
            await run.do(Click(last.ref))
        return
    if command.role("named") is not None and (not object_ or not object_.name):
        object_ = command.role("named") or object_
    if object_.quantity == "none" and not object_.name:
        run.settle(command)
        return
    whole = command.whole()
    editor = next((e for e in page.elements if e.kind == "editor" and e.node.role != "text"), None)
    if editor is not None and not any(e.kind in {"checkbox", "radio", "option"} for e in page.elements):
        if object_.quotes:
            await run.do(SelectText(editor.ref, object_.quotes[0]))
        else:
            await run.do(Click(editor.ref))
            await run.do(Press("Control+a"))
        return
    similar = command.role("similar")
    if similar is not None:
        await choose_similar(run, similar)
        return
    if await set_several(run, page, whole):
        return
    if (extreme := extreme_in(whole)) is not None and not object_.quotes:
        await take_extreme(run, command, extreme)
        return
    if await _choose_value(run, page, command, object_):
        return
    if await choose_colored(run, page, command):
        return
    items = _items(object_, page)
    if (
        object_.quantity == "all"
        and (not object_.name or object_.norms[0] in {"all", "every", "each", "both", "everything"})
        and not object_.quotes
    ):
        await _choose_all(run, page, command)
        return
    if len(items) > 1:
        await _choose_many(run, command, items)
        return
    await _choose_one(run, command, items[0] if items else object_)


def _items(phrase: Phrase, page: PageModel) -> tuple[Phrase, ...]:
    if any(likeness(phrase.bare.raw, e.name) >= EXACT for e in page.actionable if e.name):
        return (phrase,)
    head = phrase.head
    if head and head[1] == len(phrase.tokens) - (head[2] - head[1]) and len(phrase.name.items()) > 1:
        # "the Milk, Eggs and Bread boxes": the noun is for all of them.
        return phrase.name.items()
    items = phrase.items()
    if len(items) > 1 and items[0].head and not items[0].quotes and items[0].head[1] <= 1:
        # "the checkboxes a, b and c": the noun stands before all of them.
        first = Phrase(items[0].source, items[0].tokens[items[0].head[2] :])
        items = (first, *items[1:]) if first else items
    return tuple(i for i in items if i)


def source_field(command: Command, page: PageModel) -> tuple[Element | None, Chunk | None]:
    """Return the field that it is said to be chosen in, and the phrase that says so."""
    for role in _SOURCES:
        for chunk in command.chunks:
            if chunk.role != role or not chunk.phrase:
                continue
            for text in {chunk.phrase.bare.raw, chunk.phrase.name.literal}:
                named = [f for f in page.fields if text and likeness(text, page.label(f)) >= GOOD + 2]
                if named:
                    return named[0], chunk
            kinds = chunk.phrase.kinds
            if kinds and kinds[0] in {"slider", "select", "date", "color", "time", "spinner", "textbox"}:
                found = [m.element for m in Finder(page).find(Description(chunk.phrase), pool=page.fields)]
                if found:
                    return found[0], chunk
                pool = [f for f in page.fields if f.kind in kinds]
                if pool:
                    return pool[0], chunk
    return None, None


async def _choose_value(run: Run, page: PageModel, command: Command, object_: Phrase) -> bool:
    """Set a field whose values are not things on the page: dates, times, numbers, colours, and options of lists."""
    field, chunk = source_field(command, page)
    first = next((t for t in object_.tokens if t.kind in {"date", "time", "number", "list"} or t.norm in NAMED), None)
    if field is not None and chunk is not None and field.kind in {"select", "listbox"}:
        await _from_list(run, field, object_)
        return True
    if (
        field is not None
        and chunk is not None
        and field.kind in FIELDS
        and (first is not None or object_.quotes or (field.kind in TYPED and chunk.role in {"as", "for"}))
    ):
        token = first
        value = (
            object_.quotes[0]
            if object_.quotes
            else (object_.source[token.start : token.end] if token else object_.literal)
        )
        await set_field(run, field, value)
        return True
    if first is not None and not object_.quotes:
        wanted = {"date": ("date",), "time": ("time",), "number": ("slider", "spinner")}.get(
            first.kind, ("color",) if first.norm in NAMED else ()
        )
        fields = [f for f in page.fields if f.kind in wanted] or (
            [f for f in page.fields if f.kind == "textbox"] if first.kind in {"date", "time"} else []
        )
        exact = any(likeness(object_.bare.raw, e.name) >= EXACT for e in page.actionable)
        if fields and not exact and (first.kind != "number" or len(object_.bare.tokens) == 1):
            await set_field(run, fields[0], object_.source[first.start : first.end])
            return True
    items = _items(object_, page)
    lists = [f for f in page.fields if f.kind in {"select", "listbox"}]
    for listed in lists:
        chosen = [_option(listed, i.literal) or _option(listed, i.name.literal) for i in items]
        if chosen and all(chosen):
            await run.do(Select(listed.ref, tuple(c for c in chosen if c)))
            return True
    return False


def _option(field: Element, text: str) -> str | None:
    exact = next((o for o in field.node.options if o.strip() == text.strip()), None)
    return exact or next((o for o in field.node.options if folded(o) == folded(text)), None)


async def _from_list(run: Run, field: Element, object_: Phrase) -> None:
    if object_.ordinal and not object_.name and field.node.options:
        index = object_.ordinal - 1 if object_.ordinal > 0 else object_.ordinal
        await run.do(Select(field.ref, (field.node.options[index],)))
        return
    if _option(field, object_.bare.raw) or len(object_.items()) == 1:
        text = object_.literal if _option(field, object_.literal) else object_.name.literal
        await set_field(run, field, text)
        return
    chosen = [_option(field, i.literal) or _option(field, i.name.literal) for i in object_.items()]
    if not all(chosen):
        raise Stuck(f'The list has no option "{object_.raw}".', field.node.options[:8])
    await run.do(Select(field.ref, tuple(c for c in chosen if c)))


async def choose_colored(run: Run, page: PageModel, command: Command) -> bool:
    """Choose all things of a colour, where a colour is all that is said of them."""
    whole = command.whole()
    colors = [t.norm for t in whole.tokens if t.kind == "word" and t.norm in NAMED]
    if len(colors) != 1 or whole.quotes:
        return False
    color = colors[0]
    if any(folded(e.name) == color for e in page.actionable):
        return False
    if not (
        set(whole.norms) & _SAMPLES
        or whole.quantity == "all"
        or any(n.endswith("s") and n[:-1] in KINDS for n in whole.norms)
    ):
        return False
    leaves = [
        e
        for e in page.elements
        if e.node.role != "text"
        and e.seen
        and e.kind not in {"button", "link"}
        and not any(c.seen and c.node.role != "text" for c in e.inside)
    ]
    groups = [g for g in page.groups if len(g) > 2 and sum(1 for e in g if e.node.background) * 2 > len(g)]  # noqa: PLR2004
    pool = max(groups, key=len) if groups else leaves
    found = [e for e in pool if (is_color(e.node.background, color) or e.node.attributes.get("data-color") == color)]
    if not found:
        raise Stuck(f"Nothing on the page is {color}.")
    for element in found:
        await run.do(Click(element.ref))
    return True


async def set_several(run: Run, page: PageModel, whole: Phrase) -> bool:
    """Give several fields the values that are said for each; False when the words name fewer than two."""
    values = [t for t in whole.tokens if t.kind in {"date", "time", "number", "quote"}]
    fields = [f for f in page.fields if f.seen and f.kind not in {"upload", "listbox"}]
    if len(values) < 2 or len(fields) < 2:  # noqa: PLR2004
        return False
    pairs = [(f, v) for f, v in align(whole, fields, page) if f.kind not in {"date", "time"} or reads_as(v)]
    if len(pairs) < 2:  # noqa: PLR2004
        return False
    for field, value in pairs:
        await set_field(run, (await run.see()).by_ref.get(field.ref, field), value)
    return True


async def choose_similar(run: Run, similar: Phrase) -> None:
    """Tick what has much the same meaning as each of the words."""
    page = await run.see()
    boxes = [e for e in page.elements if e.kind in {"checkbox", "radio", "option"} and e.name]
    unmatched: list[str] = []
    for item in similar.items():
        found = [b for b in boxes if alike(item.name.literal or item.literal, b.name)]
        if found:
            await run.do(Check(found[0].ref))
            boxes.remove(found[0])
        else:
            unmatched.append(item.literal)
    if unmatched:
        raise Stuck(
            f"No word that is known to be similar to {', '.join(unmatched)} can be chosen.",
            tuple(b.name for b in boxes[:8]),
        )


async def _choose_all(run: Run, page: PageModel, command: Command) -> None:
    finder = Finder(page, tuple(run.used))
    pool = finder.pool_of(Description(command.object, command.chunks), None)
    kinds = command.object.kinds or ("checkbox",)
    found = [e for kind in (*kinds, "checkbox") for e in pool if e.kind == kind and e.seen and e.node.role != "text"]
    found = list(dict.fromkeys(found))
    if any(e.kind == "checkbox" for e in found) and command.verb.split()[0] in {"check", "tick", "enable"}:
        found = [e for e in found if e.kind == "checkbox"]
    excluded: list[Element] = []
    for chunk in command.chunks:
        if chunk.role == "except":
            excluded = [m.element for item in chunk.phrase.items() for m in finder.find(Description(item))[:1]]
    name = command.object.name
    if name and not (set(name.words()) <= {"of", "available", "them"}):
        found = [e for e in found if likeness(name.literal, e.name) >= GOOD] or [
            m.element for m in finder.named(name.literal) if _can_be_chosen(m.element)
        ]
    if not found:
        raise Stuck(f'Nothing on the page is "{command.object.raw}".', finder.nearest(Description(command.object)))
    for element in found:
        if element not in excluded and not any(x.name == element.name for x in excluded):
            await apply(run, element, click=element.kind not in {"checkbox", "radio", "switch"})


def _can_be_chosen(element: Element) -> bool:
    """Return whether something is a control, or holds one box; what heads a list is none of its entries."""
    boxes = sum(e.kind in {"checkbox", "radio"} for e in element.walk())
    return boxes == 1 or (element.actionable and element.kind != "heading")


async def _choose_many(run: Run, command: Command, items: Sequence[Phrase]) -> None:
    matches: list[Match] = []
    missing: list[str] = []
    finder = await run.finder()
    for item in items:
        found = finder.find(Description(item, tuple(c for c in command.chunks if c.role in {"in", "from", "of"})))
        if found:
            matches.append(_choosable(found))
        else:
            missing.append(item.raw)
    if missing:
        # Known before anything is done: half a choice is worse than none.
        raise Stuck(f"Nothing on the page is {', '.join(missing)}.", finder.nearest(Description(Phrase.of(missing[0]))))
    for match in matches:
        await apply(run, match.element)


def _choosable(found: list[Match]) -> Match:
    best = found[0].score
    return next(
        (
            m
            for m in found
            if m.score >= best - 6 and m.element.kind in {"checkbox", "radio", "option", "switch", "menuitem"}
        ),
        found[0],
    )


async def _choose_one(run: Run, command: Command, item: Phrase) -> None:
    kinds = ("checkbox",) if command.verb.split()[0] in {"check", "tick"} and item.kinds[:1] == ("textbox",) else ()
    described = Description(
        item, tuple(c for c in command.chunks if c.role not in {"to", "with"} or not c.phrase.kinds), kinds
    )
    if (item.kinds[:1] == ("text",) or set(item.norms) & {"text", "word", "paragraph", "sentence"}) and not _is_control(
        await run.finder(), described
    ):
        await highlight(run, command)
        return
    match = await find_or_explore(run, described)
    found = (await run.finder()).find(described)
    chosen = _choosable(found).element if found else match.element
    if (chosen.node.tag == "table" and not chosen.node.clickable) or _is_mere_heading(chosen, await run.see()):
        # It tells of what is named; choosing is done elsewhere.
        raise Stuck(f'Nothing on the page is "{item.raw}".')
    await apply(run, chosen)


def _is_mere_heading(element: Element, page: PageModel) -> bool:
    """Return whether an element heads what is meant, and is neither used itself nor a part of an entry."""
    chain = [e for e in (element, *element.ancestors()) if e.node.tag not in {"body", "html"}]
    heads = element.kind == "heading" or element.node.tag in {"legend", "caption"}
    return heads and page.record(element) is None and not any(e.actionable for e in chain)


def _is_control(finder: Finder, described: Description) -> bool:
    found = finder.find(described)
    return bool(found) and found[0].element.actionable and found[0].score >= EXACT


async def apply(run: Run, element: Element, *, click: bool = False) -> None:
    """Choose an element in the way of its kind: a box is ticked and stays so, anything else is clicked."""
    if element.kind in {"checkbox", "radio", "switch"} and not click:
        await run.do(Check(element.ref))
        return
    held = [e for e in element.walk() if e.kind in {"checkbox", "radio"}]
    if len(held) == 1 and not click:
        await run.do(Check(held[0].ref))
        return
    if not click:
        await run.require(element)
    await run.do(Click(element.ref))


def box_called(page: PageModel, item: Phrase) -> Element | None:
    """Return the one box or switch that is called so, or more so than any other."""
    boxes = [e for e in page.elements if e.kind in {"checkbox", "switch"} and e.seen and e.name]
    ranked = sorted(((likeness(item.bare.raw, e.name), -e.index, e) for e in boxes), reverse=True, key=lambda r: r[:2])
    if not ranked or ranked[0][0] < _CALLED or (len(ranked) > 1 and ranked[1][0] == ranked[0][0]):
        return None
    return ranked[0][2]


_CALLED: Final = 60


async def uncheck(run: Run, command: Command) -> None:
    """Take a choice back."""
    page = await run.see()
    if command.object.quantity == "all":
        await _uncheck_all(run, command)
        return
    for item in _items(command.object, page):
        if not command.chunks and (named := box_called(await run.see(), item)) is not None:
            await run.do(Check(named.ref, on=False))
            continue
        match = await run.need(Description(item, command.chunks, ("checkbox", "switch", "option")))
        element = next((e for e in match.element.walk() if e.kind in {"checkbox", "switch"}), match.element)
        await run.do(Check(element.ref, on=False))


async def _uncheck_all(run: Run, command: Command) -> None:
    """Take all choices back that are made; a page may draw its boxes anew after each."""
    boxes = _boxes(await run.see())
    done: set[str] = set()
    for _ in boxes:
        made = [e for e in _boxes(await run.look()) if e.node.checked is not False and e.ref not in done]
        if not made:
            break
        await run.do(Check(made[0].ref, on=False))
        done.add(made[0].ref)
    if boxes and not done:
        run.settle(command)


def _boxes(page: PageModel) -> list[Element]:
    return [e for e in page.elements if e.kind in {"checkbox", "switch"}]
