"""What a sentence says of a form as a whole: options and boxes that it names, bounds, numbers, texts for fields.

Each word is used once: what names an option of a list is no text for a field any more. What is left is laid against the
labels of the fields (see aligning).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.core.interaction import Check, Select
from gossamer.features.interact.planner.grounding.likeness import related, stem, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.aligning import align
from gossamer.features.interact.planner.skills.setting import set_field
from gossamer.features.interact.planner.skills.steppers import Stepper, said_of, step_to, steppers
from gossamer.features.interact.planner.wordsets import word_set

_SMALL: Final = word_set(
    "the a an of in on at by to for and or with i me my only any all please is are be as from it this that no yes not"
)
_REFUSED: Final = word_set("not no without never don't non")
_AT_MOST: Final = (
    "under", "below", "at most", "up to", "less than", "cheaper than", "no more than", "not more than", "maximum of",
    "maximum", "max", "not over", "within", "lower than", "no higher than",
)  # fmt: skip
_AT_LEAST: Final = (
    "over", "above", "at least", "more than", "no less than", "not under", "minimum of", "minimum", "min", "from",
    "higher than", "starting at",
)  # fmt: skip
_UPPER: Final = word_set("max maximum most highest upto to under up")
_LOWER: Final = word_set("min minimum least lowest from over")
_MONEY: Final = word_set("€ $ £ euro euros dollar dollars pounds pound eur usd gbp bucks")
_LONGEST_SPAN: Final = 5


@dataclass(frozen=True)
class Said:
    """What is said of one control: the *value* of a field, an option, or whether a box is to be on."""

    element: Element
    value: str | bool
    words: tuple[Token, ...]


@dataclass(frozen=True)
class Reading:
    """All that a sentence says of a form; *left* are the words that it does not use."""

    said: tuple[Said, ...]
    counts: tuple[tuple[Stepper, int], ...]
    left: tuple[Token, ...]

    def __bool__(self) -> bool:
        return bool(self.said or self.counts)


def read_form(source: str, tokens: Sequence[Token], elements: Sequence[Element], page: PageModel) -> Reading:
    """Return what *tokens* say of the controls among *elements*."""
    said: list[Said] = []
    left = tuple(tokens)
    for find in (_options, _boxes, bounds):
        more = find(left, elements, page)
        said += more
        left = _without(left, [t for s in more for t in s.words])
    counts: list[tuple[Stepper, int]] = []
    held = {id(e) for e in elements}
    for stepper in steppers(page):
        if id(stepper.more) in held and (number := said_of(stepper, left)) is not None:
            counts.append((stepper, number[0]))
            left = _without(left, number[1])
    taken = {id(s.element) for s in said}
    fields = [
        e
        for e in page.fields
        if id(e) in held and e.kind in TYPED and e.seen and not e.node.disabled and id(e) not in taken
    ]
    pairs = align(Phrase(source, left), fields, page) if fields else []
    said += [Said(field, value, ()) for field, value in pairs]
    return Reading(tuple(said), tuple(counts), left)


async def enter(run: Run, reading: Reading) -> None:
    """Give the form what is said of it."""
    for stepper, count in reading.counts:
        await step_to(run, stepper, count)
    for said in reading.said:
        run.take(*said.words)
        now = (await run.see()).by_ref.get(said.element.ref, said.element)
        if isinstance(said.value, bool):
            await run.do(Check(now.ref, on=said.value))
        elif now.kind in {"select", "listbox"}:
            await run.do(Select(now.ref, (said.value,)))
        else:
            await set_field(run, now, said.value)


async def fill_for(run: Run, command: Command, control: Element) -> None:
    """Fill in the form that *control* sends off with what *command* says besides."""
    page = await run.see()
    form = form_of(page, control)
    if form is None:
        return
    reading = read_form(command.source, after_verb(command), list(form.walk()), page)
    left = [t for t in reading.left if t.kind in {"address", "quote"}]
    fields = [f for f in page.fields if form.holds(f) and f.kind in TYPED and not f.node.value]
    if not reading and len(fields) == 1 and len(left) == 1:
        reading = Reading((Said(fields[0], left[0].text, (left[0],)),), (), ())
    await enter(run, reading)


def form_of(page: PageModel, control: Element) -> Element | None:
    """Return the form that a control belongs to: the innermost part that holds it and a field."""
    fields = [f for f in page.fields if f.seen]
    for above in control.ancestors():
        if above.node.tag == "form" or above.kind in {"form", "dialog"}:
            return above if any(above.holds(f) for f in fields) else None
        if above.kind == "item" or above.node.tag in {"body", "html"}:
            return None
    return None


def after_verb(command: Command) -> tuple[Token, ...]:
    """Return the words of a clause behind its verb."""
    verb = set(command.verb.split())
    start = 0
    while start < len(command.clause) and start < len(verb) + 1 and command.clause[start].norm in verb | {"me", "us"}:
        start += 1
    return command.clause[start:]


def _without(tokens: Sequence[Token], used: Sequence[Token]) -> tuple[Token, ...]:
    starts = {t.start for t in used}
    return tuple(t for t in tokens if t.start not in starts)


def _options(tokens: Sequence[Token], elements: Sequence[Element], page: PageModel) -> list[Said]:
    found: list[Said] = []
    for element in elements:
        if element.kind in {"select", "listbox"} and element.seen and element.node.options:
            label = {stem(w) for w in words(page.label(element))}
            named = _named_option(tokens, element.node.options, label)
            if named is not None:
                found.append(Said(element, named[0], named[1]))
    return found


def _named_option(
    tokens: Sequence[Token], options: Sequence[str], label: set[str]
) -> tuple[str, tuple[Token, ...]] | None:
    whole = [(o, span) for o in options if (span := _span(tokens, o)) is not None]
    if whole:
        option, span = max(whole, key=lambda pair: len(pair[1]))
        return option, (*span, *_label_beside(tokens, span, label))
    for token in tokens:
        if token.kind != "word" or token.norm in _SMALL or stem(token.norm) in label:
            continue
        holding = [o for o in options if stem(token.norm) in {stem(w) for w in words(o)}]
        if len(holding) == 1 and words(holding[0])[0] not in {"any", "all"}:
            rest = {stem(w) for w in words(holding[0])}
            also = tuple(t for t in tokens if t.kind == "word" and stem(t.norm) in rest)
            return holding[0], (*also, *_label_beside(tokens, also, label))
    return None


def _label_beside(tokens: Sequence[Token], span: Sequence[Token], label: set[str]) -> tuple[Token, ...]:
    """Return the words of the label that stand next to an option: "priority" of "with priority High"."""
    places = [i for i, t in enumerate(tokens) if t in span]
    return tuple(
        t
        for i, t in enumerate(tokens)
        if t.kind == "word" and stem(t.norm) in label and t not in span and any(abs(i - p) <= 2 for p in places)  # noqa: PLR2004
    )


def _span(tokens: Sequence[Token], text: str) -> tuple[Token, ...] | None:
    """Return the words that say *text* letter by letter, in a row."""
    wanted = words(text)
    if not wanted or (len(wanted) == 1 and (wanted[0] in _SMALL or wanted[0].isdigit())):
        return None
    for start in range(len(tokens)):
        for length in range(1, min(_LONGEST_SPAN, len(tokens) - start) + 1):
            part = tokens[start : start + length]
            if tuple(w for t in part for w in words(t.text)) == wanted:
                return tuple(part)
    return None


def _boxes(tokens: Sequence[Token], elements: Sequence[Element], page: PageModel) -> list[Said]:
    del page
    found: list[Said] = []
    boxes = [
        e for e in elements if e.kind in {"checkbox", "radio", "switch"} and e.name and e.seen and not e.node.disabled
    ]
    for box in boxes:
        # What stands in brackets is about it, and not its name.
        telling = [w for w in words(box.name.partition("(")[0] or box.name) if w not in _SMALL]
        used = _span(tokens, box.name) or tuple(
            t for t in tokens if t.kind == "word" and t.norm not in _SMALL and any(_same(t.norm, w) for w in telling)
        )
        hits = {w for w in telling for t in used if any(_same(part, w) for part in words(t.text))}
        if (
            not telling
            or not hits
            or len(hits) * 2 < len(telling)
            or (box.kind == "radio" and len(hits) < len(telling))
        ):
            continue
        at = next(i for i, t in enumerate(tokens) if t in used)
        refused = any(t.norm in _REFUSED for t in tokens[max(0, at - 2) : at])
        if not (refused and box.kind == "radio"):
            gone = tuple(t for t in tokens[max(0, at - 2) : at] if t.norm in _REFUSED)
            found.append(Said(box, not refused, (*used, *gone)))
    return found


def _same(said: str, named: str) -> bool:
    return stem(said) == stem(named) or (len(said) > 3 and len(named) > 3 and related(said, named))  # noqa: PLR2004


def bounds(tokens: Sequence[Token], elements: Sequence[Element], page: PageModel) -> list[Said]:
    """Return the fields for a most or least that *tokens* tell: "at most 150 euros"."""
    found: list[Said] = []
    fields = [e for e in elements if e.kind in {"spinner", "textbox", "slider"} and e.seen]
    for turns, naming in ((_AT_MOST, _UPPER), (_AT_LEAST, _LOWER)):
        for turn in sorted(turns, key=len, reverse=True):
            size = len(turn.split())
            at = next((i for i in range(len(tokens)) if _says(tokens, i, turn)), None)
            if at is None:
                continue
            number = next((t for t in tokens[at + size : at + size + 3] if t.kind == "number"), None)
            field = next((f for f in fields if naming & set(words(page.label(f)))), None)
            if number is None or field is None:
                continue
            end = tokens.index(number)
            money = [t for t in tokens[max(0, end - 1) : end + 2] if t.norm in _MONEY]
            value = str(number.value).removesuffix(".0")
            found.append(Said(field, value, (*tokens[at : at + size], number, *money)))
            break
    return found


def _says(tokens: Sequence[Token], i: int, turn: str) -> bool:
    wanted = turn.split()
    return [t.norm for t in tokens[i : i + len(wanted)]] == wanted
