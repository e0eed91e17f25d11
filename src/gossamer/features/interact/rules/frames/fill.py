"""Fill: give fields their values: type, choose, tick, untick, clear, set. Nothing is sent."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from gossamer.features.interact.rules.assignment import Assignment, assign, form_fields, selects_row, takes
from gossamer.features.interact.rules.commands import Command, Phrase
from gossamer.features.interact.rules.elements import CONTROLS, FIELDS, TOGGLES, TYPED, Element
from gossamer.features.interact.rules.fields import option_of, set_fields
from gossamer.features.interact.rules.grounding import GOOD, Match, Target, ground, last_element, only_pronouns
from gossamer.features.interact.rules.lexicon import word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Frame, Plan, starts
from gossamer.features.interact.rules.run import Run
from gossamer.features.interact.rules.similarity import folded, words

_CHOICES: Final = CONTROLS - {"icon"}
_CLOSE: Final = 0.62
_MOST: Final = 60
_BEHIND: Final = {"fill": frozenset({"into", "to", "on", "as", "for", "named"})}
_TYPES: Final = frozenset({"type", "enter", "write", "input", "put"})

Bindings = Sequence[tuple[Element, str]]


def propose(run: Run, page: Page, command: Command) -> list[Plan]:
    """Return plans for giving fields their values."""
    return [plan for way in _WAYS.get(command.action, ()) for plan in way(run, page, command)]


def _binding(bindings: Bindings, score: float, explained: frozenset[int]) -> Plan:
    """Return the plan for giving each element its value."""

    async def carry(run: Run) -> None:
        await set_fields(run, bindings)

    return Plan(score, explained, carry)


def _plan_assignments(_run: Run, page: Page, command: Command) -> list[Plan]:
    """Return the plan for values that the clause gives to fields by their labels."""
    phrase = command.rest
    assignment = assign(page, phrase, form_fields(page))
    if not assignment and command.action in {"check", "choose"}:
        # "Check in on 12 April": the verb is a part of the label.
        phrase = command.clause
        assignment = assign(page, phrase, form_fields(page))
    if not assignment:
        return []
    # "Raise a request" makes one, "set the form" does not.
    nouns = word_list("page", "form_nouns") if command.action != "set" else frozenset[str]()
    general = {t.start for t in command.content if t.norm in nouns}

    async def carry(run: Run) -> None:
        await fill_values(run, phrase, off=command.action == "uncheck")

    # A new item has to be sent as well.
    score = 0.7 if command.action in {"create", "add"} else 0.95
    return [Plan(score, assignment.explained | general | around(page, assignment, command), carry)]


async def fill_values(run: Run, phrase: Phrase, *, off: bool = False) -> None:
    """Give the form of the page the values that *phrase* has for it; *off* turns its boxes off."""
    page = await run.see()
    field_values = assign(page, phrase, form_fields(page)).pairs
    await set_fields(run, [(e, "off" if off and e.kind in TOGGLES else text) for e, text in field_values])


def around(page: Page, assignment: Assignment, command: Command) -> frozenset[int]:
    """Return the starts of the words that name the section, or the page, of the fields."""
    elements = [v.element for v in assignment.values]
    around = [t for e in elements for t in page.section_names(e)]
    return command.says(*(page.label(e) for e in elements)) | command.places(*around, *page.titles)


def _pairs(command: Command) -> Iterator[tuple[Phrase, Phrase]]:
    """Yield possible pairs of a field and its value: "type X into Y", "set Y to X", "choose X as Y"."""
    roles = _BEHIND.get(command.action, {"from", "as", "for", "into", "under", "of", "to"})
    for chunk in [c for c in command.chunks if c.role in roles][:1]:
        first = chunk.marker[0].start
        yield chunk.phrase, Phrase(command.rest.source, tuple(t for t in command.rest.tokens if t.start < first))
    for chunk in command.chunks:
        if chunk.role in {"to", "as", "into", "at"} and command.action in {"set", "choose"}:
            yield command.object, chunk.phrase
        if chunk.role == "with" and command.action == "choose":
            # "Choose 5 with the slider".
            yield chunk.phrase, command.object


def _plan_placements(_run: Run, page: Page, command: Command) -> list[Plan]:
    """Return the plans for a value and a field of which a preposition says which is which."""
    # "Set" is about a value of the page, not a search.
    kinds = (FIELDS | TOGGLES) - {"search"} if command.action == "set" else FIELDS
    fields = [f for f in form_fields(page) if f.kind in kinds]
    plans: list[Plan] = []
    for place, value in _pairs(command):
        if place.content or place.noun:
            plans += _one_value(page, ground(page, Target(place), fields), value)
    return plans


def _plan_typing(run: Run, page: Page, command: Command) -> list[Plan]:
    """Return the plan for "type X" without a field: the one that was used just now, or the only one."""
    value, last = command.object, last_element(run, page)
    only = [f for f in form_fields(page) if f.kind in TYPED and not f.node.readonly]
    chosen = [last] if last is not None and last.kind in TYPED else only
    points = any(only_pronouns(c.phrase) for c in command.chunks)
    types = set(words(command.verb)[:1]) <= _TYPES and len(only) == 1
    if len(chosen) != 1 or not (command.verb and value and (value.quotes or points or types)):
        return []
    return _one_value(page, [Match(chosen[0], 0.8, frozenset())], value if value.quotes else command.rest)


def _one_value(page: Page, matches: Sequence[Match], value: Phrase | None) -> list[Plan]:
    """Return the plan for giving the best of *matches* a value that it takes."""
    if not matches or not value:
        return []
    element, text = matches[0].element, _text_of(value)
    if element.node.options and option_of(element, value.literal) is None:
        return []
    states = word_list("page", "on") | word_list("page", "off")
    if not text or not takes(page, element, text) or (element.kind in TOGGLES and folded(text) not in states):
        return []
    explained = matches[0].explained | starts(value.tokens)
    return [_binding([(element, text)], min(matches[0].score, 1.0), explained)]


def _text_of(value: Phrase) -> str:
    """Return the text that a phrase gives, as written; "" for words that only describe a text: "the number of rows"."""
    if value.quotes or not value.tokens:
        return value.value
    describes = value.norms[0] in {"the", "an"} and len(value.tokens) > 2 and value.raw.islower()  # noqa: PLR2004
    return "" if describes else value.value


def _plan_choices(_run: Run, page: Page, command: Command) -> list[Plan]:
    """Return the plan for choices by their names: radio buttons, boxes, swatches."""
    pool = [e for e in page.usable if e.kind in _CHOICES or not e.kind]
    best = [ground(page, Target(item, command.chunks), pool)[:1] for item in _list_items(command)]
    sure = [m for item_matches in best for m in item_matches if m.score >= GOOD]
    if not sure or len(sure) < len(best):
        return []
    explained = frozenset(s for m in sure for s in m.explained)
    return [_binding([(m.element, "on") for m in sure], min(m.score for m in sure), explained)]


def _list_items(command: Command) -> list[Phrase]:
    return [item for item in command.object.items() if item.content or item.quotes]


def _boxes(_run: Run, page: Page, command: Command) -> list[Plan]:
    """Return the plan for turning on or off what is named: boxes, switches, options, or all of them."""
    elements, explained = _boxes_meant(page, command, [*_toggles(page, command), *_pressable(page, command)])
    text = "off" if command.action == "uncheck" else "on"
    return [_binding([(e, text) for e in elements[:_MOST]], 0.95, explained)] if elements else []


def _toggles(page: Page, command: Command) -> list[Element]:
    """Return the boxes and switches that the verb may be for; only a tick is for the box that selects a row."""
    kinds = TOGGLES - {"switch"} if command.action == "choose" else TOGGLES
    boxes = [e for e in page.fields if e.kind in kinds and not e.node.disabled]
    ticks = words(command.verb)[0] in word_list("page", "ticking")
    return boxes if ticks else [e for e in boxes if not selects_row(page, e)]


def _pressable(page: Page, command: Command) -> list[Element]:
    """Return the options that are selected or not, and, unless one chooses, the buttons that are pressed or not."""
    options = [e for e in page.usable if e.kind == "option" and e.node.selected is not None]
    return options + [e for e in page.usable if e.node.pressed is not None and command.action != "choose"]


def _boxes_meant(page: Page, command: Command, boxes: list[Element]) -> tuple[list[Element], frozenset[int]]:
    object_phrase = command.object
    if object_phrase.all and {t.norm for t in object_phrase.content} <= word_list("page", "box_nouns"):
        return boxes, starts(object_phrase.tokens)
    best = [ground(page, Target(item, command.chunks), boxes) for item in _list_items(command)]
    if not all(best):
        return [], frozenset()
    elements = (
        m.element
        for item_matches in best
        for m in (_equals(item_matches) if object_phrase.plural else item_matches[:1])
    )
    return list(dict.fromkeys(elements)), frozenset().union(*(item_matches[0].explained for item_matches in best))


def _equals(matches: Sequence[Match]) -> list[Match]:
    """Return those of *matches* that account for as many words as the best one."""
    return [m for m in matches if len(m.explained) == len(matches[0].explained)]


def _slid(_run: Run, page: Page, command: Command) -> list[Plan]:
    """Return the plan for dragging a slider to a number."""
    sliders = ground(page, Target(command.object), [f for f in page.fields if f.kind == "slider"])
    return _one_value(page, sliders, command.chunk("to"))


_WAYS: Final[Mapping[str, tuple[Frame, ...]]] = MappingProxyType(
    dict.fromkeys(("fill", "set", "create", "add"), (_plan_assignments, _plan_placements, _plan_typing))
    | dict.fromkeys(("check", "uncheck"), (_boxes, _plan_assignments))
    | {"choose": (_plan_placements, _plan_choices, _plan_assignments, _boxes), "accept": (_boxes,), "drag": (_slid,)}
)
