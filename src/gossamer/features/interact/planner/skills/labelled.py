"""Forms that a sentence fills in by their labels: "category Hardware, subcategory Monitor, priority High".

A value belongs to the label before it; a choice may also stand before its label ("express delivery"), and a person
behind "for" belongs to the field for one. What depends on another choice is waited for. Words that nothing of the form
takes are left, and whoever sends the form off tells them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from gossamer.core.interaction import Check, Click, Select, WaitFor
from gossamer.features.interact.planner.accounting.coverage import telling_words
from gossamer.features.interact.planner.grounding.likeness import folded, related, stem, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.picking import Choice, choices
from gossamer.features.interact.planner.skills.popups import choose_said
from gossamer.features.interact.planner.skills.searching import is_search
from gossamer.features.interact.planner.skills.setting import set_field
from gossamer.features.interact.planner.wordsets import word_set

_FILLERS: Final = word_set("is are be as to of the a an by at with in should = : my your our for its it's set on")
_ENDS: Final = word_set(", . ; and with then for by using")
_OF_PERSON: Final = word_set(
    "requester customer borrower client recipient guest patient student employee person contact member assignee owner "
    "attendee applicant lender user holder resident visitor passenger guest"
)
_TELLING: Final = word_set("type write enter add press choose select start search")
_PATIENCE: Final = 6
_FEWEST: Final = 2
_LONGEST_LABEL: Final = 4
_SHORTEST: Final = 3
_ACTIONS: Final = word_set("fill set create add act book choose open find submit")


@dataclass(frozen=True)
class Entry:
    """A value for a control of a form, and the words that say so."""

    control: Element
    value: str
    words: tuple[Token, ...]


def fills_in(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether a command says the values of several fields or choices of the page by their labels."""
    del whole, norms
    if command.question or command.action not in _ACTIONS or command.until is not None:
        return False
    found = list(entries(command.clause, page, booked=_is_whole_booking(command, page)))
    controls = {e.control.ref for e in found}
    return len(controls) >= _FEWEST and any(e.control.kind not in TYPED for e in found)


async def fill_in(run: Run, command: Command) -> None:
    """Give the form what is said of it, one entry after the other; what is booked by that is sent off."""
    booked = _is_whole_booking(command, await run.see())
    await enter_said(run, command.source, command.clause, booked=booked)
    button = _button_of(await run.look(), command) if booked else None
    if button is not None and not run.sent_next:
        run.evidence.give(command.verb)
        await run.require(button, fits=True)
        await run.do(Click(button.ref))


def _is_whole_booking(command: Command, page: PageModel) -> bool:
    """Return whether a command books something, and the form takes all days and numbers that it says."""
    if command.verb not in _BOOKING:
        return False
    taken = {t.start for e in entries(command.clause, page, booked=True) for t in e.words}
    return not any(t.kind in _GIVEN and t.start not in taken for t in command.clause)


_GIVEN: Final = frozenset({"date", "time", "number", "address", "quote"})


_ENROLLING: Final = frozenset({"register", "enrol", "enroll", "sign up"})
_BOOKING: Final = _ENROLLING | word_set("book reserve")


def _button_of(page: PageModel, command: Command) -> Element | None:
    """Return the one button that is called as the verb: "Reserve", "Book now"."""
    said = words(command.verb)
    found = [e for e in page.elements if e.kind == "button" and e.seen and words(e.name)[: len(said)] == said]
    return found[0] if len(found) == 1 and not found[0].node.disabled else None


async def enter_said(run: Run, source: str, clause: Sequence[Token], *, booked: bool = False) -> tuple[Token, ...]:
    """Enter all that *clause* says of the form that is shown; return its naming words that nothing took."""
    left, done = tuple(clause), set[str]()
    patience = _PATIENCE
    while True:
        page = await run.see()
        entry = next((e for e in entries(left, page, clause, booked=booked) if e.control.ref not in done), None)
        if entry is not None:
            await _enter(run, entry)
            done |= {entry.control.ref, page.label(entry.control)}
            starts = {t.start for t in entry.words}
            left = tuple(t for t in left if t.start not in starts)
            continue
        if (chosen := await _from_popups(run, page, left, done)) is not None:
            starts = {t.start for t in chosen}
            left = tuple(t for t in left if t.start not in starts)
            continue
        waits = any(f.node.disabled and f.kind == "select" for f in page.fields)
        if not (waits and done and patience and telling_words(Phrase(source, left))):
            return telling_words(Phrase(source, left))
        patience -= 1
        await run.do(WaitFor(seconds=0.3), unasked=True)
        await run.look()


async def _from_popups(run: Run, page: PageModel, left: Sequence[Token], done: set[str]) -> tuple[Token, ...] | None:
    """Choose what is said in a list that shows its choices only when it is opened; None when none is left to open."""
    if not telling_words(Phrase("", tuple(left))):
        return None
    field = next((f for f in _fields(page) if f.kind == "combobox" and page.label(f) not in done), None)
    if field is None or not page.dialogs:
        return None
    done.add(page.label(field))
    said = await choose_said(run, field, left)
    run.take(*said)
    return said


async def _enter(run: Run, entry: Entry) -> None:
    run.take(*entry.words)
    control = entry.control
    if control.kind in {"select", "listbox"}:
        await run.do(Select(control.ref, (entry.value,)))
    elif control.kind in {"radio", "checkbox", "switch"}:
        await run.do(Check(control.ref))
    elif control.kind in TYPED:
        await set_field(run, control, entry.value)
    else:
        await run.do(Click(control.ref))


def entries(  # noqa: C901
    tokens: Sequence[Token], page: PageModel, whole: Sequence[Token] = (), *, booked: bool = False
) -> Iterator[Entry]:
    """Yield what the words say of the form that is shown, in the order in which it is said.

    *whole* is all that was said, where *tokens* is what is left of it.

    *booked* says that all of them are meant for the form: then a choice, a person, an address or a day may stand alone.
    """
    fields = _fields(page)
    offered = [c for c in choices(page) if _in_form(page, c.control)]
    labels = [(f, _label(page, f)) for f in fields]
    found: list[Entry] = []
    taken: set[int] = set()

    def free(part: Sequence[Token]) -> bool:
        return not any(t.start in taken for t in part)

    for choice in offered:
        name = list(words(choice.name.partition("(")[0]))
        of = [w for w in words(choice.of) if len(w) >= _SHORTEST]
        for i in range(len(tokens)):
            part = tokens[i : i + len(name)]
            if not name or len(part) < len(name) or not free(part) or not all(map(_is, part, name)):
                continue
            beside = [
                t
                for t in (*tokens[max(0, i - 3) : i], *tokens[i + len(name) : i + len(name) + 2])
                if t.kind == "word" and t.start not in taken and any(_labels(t.norm, w, choice.control) for w in of)
            ]
            if beside or _is_sure(choice, part, name, offered, in_dialog=booked or bool(page.dialogs)):
                found.append(Entry(choice.control, choice.name, (*part, *beside)))
                taken |= {t.start for t in (*part, *beside)}
                break
    for entry in (*_counts(tokens, labels, taken), *_spans(whole or tokens, labels), *_boxes(tokens, page)):
        if free(entry.words):
            found.append(entry)
            taken |= {t.start for t in entry.words}
    spanned = {e.control.ref for e in found}
    for i in range(len(tokens)):
        size, named = _named_at(tokens, i, labels)
        if named is not None and named.ref in spanned:
            continue
        if named is not None and free(tokens[i : i + size]):
            value = _value_behind(tokens, i + size, labels)
            if value and free(value):
                entry = Entry(named, _text(value), (*tokens[i : i + size], *value))
                found.append(entry)
                taken |= {t.start for t in entry.words}
    if page.dialogs or booked:
        found += _by_kind(tokens, labels, taken, {e.control.ref for e in found})
    found += _amounts(tokens, labels, taken, {e.control.ref for e in found})
    taken |= {t.start for e in found for t in e.words}
    found += _persons(tokens, labels, taken, {e.control.ref for e in found}, booked=booked)
    yield from sorted(found, key=lambda e: e.words[0].start)


def _counts(
    tokens: Sequence[Token], labels: Sequence[tuple[Element, tuple[str, ...]]], taken: set[int]
) -> Iterator[Entry]:
    """Yield a number right before what it counts: "two guests"."""
    for field, label in labels:
        for number, noun in pairwise(tokens):
            counts = isinstance(number.value, float) and number.kind in {"number", "word"}
            if field.kind == "spinner" and counts and noun.kind == "word" and noun.norm in label:
                if number.start not in taken and isinstance(number.value, float):
                    yield Entry(field, f"{number.value:g}", (number, noun))
                break


def _spans(tokens: Sequence[Token], labels: Sequence[tuple[Element, tuple[str, ...]]]) -> Iterator[Entry]:
    """Yield the two days of "from 4 May to 7 May", where the form has two fields for days: the first and the last."""
    days = [(f, set(label)) for f, label in labels if f.kind == "date"]
    at = [i for i, t in enumerate(tokens) if t.kind == "date"]
    if len(days) != _FEWEST or not at or not at[0]:
        return
    if len(at) == 1:
        if tokens[at[0] - 1].norm == "from" and days[0][1] & _FIRST_DAY and days[1][1] & _LAST_DAY:
            yield Entry(days[0][0], tokens[at[0]].text, (tokens[at[0] - 1], tokens[at[0]]))
        return
    if len(at) != _FEWEST:
        return
    first, last = tokens[at[0] - 1], tokens[at[1] - 1]
    between = tokens[at[0] + 1 : at[1]]
    if first.norm != "from" or len(between) != 1 or last.norm not in _UNTIL or not (days[0][1] & _FIRST_DAY):
        return
    if days[1][1] & _LAST_DAY:
        yield Entry(days[0][0], tokens[at[0]].text, (first, tokens[at[0]]))
        yield Entry(days[1][0], tokens[at[1]].text, (last, tokens[at[1]]))


_UNTIL: Final = word_set("to until till through")
_FIRST_DAY: Final = word_set("start starts begin begins beginning from first arrival arrive check-in check departure")
_LAST_DAY: Final = word_set("end ends until till to last return back departure check-out check leave leaving")


def _boxes(tokens: Sequence[Token], page: PageModel) -> Iterator[Entry]:
    """Yield the boxes that are named as what is wanted besides: "with breakfast"."""
    boxes = [e for e in page.elements if e.kind in {"checkbox", "switch"} and e.seen and not e.node.disabled]
    for box in (b for b in boxes if _in_form(page, b)):
        name = words(box.name or page.label(box))
        for i, token in enumerate(tokens):
            part = tokens[i + 1 : i + 1 + len(name)]
            if token.norm in _WITH and name and tuple(t.norm for t in part) == name:
                yield Entry(box, "on", (token, *part))
                break


_WITH: Final = word_set("with including plus")


def _is_sure(
    choice: Choice, part: Sequence[Token], name: Sequence[str], offered: Sequence[Choice], *, in_dialog: bool
) -> bool:
    """Return whether words that stand alone mean the choice: its whole long name, or, in a dialog, one of its own."""
    if not all(t.norm == w for t, w in zip(part, name, strict=True)):
        return False
    alone = sum(folded(c.name) == folded(choice.name) for c in offered) == 1
    told = all(t.text[:1].isupper() for t in part) or len("".join(name)) > _SHORTEST
    return len(name) >= _SHORTEST or (in_dialog and alone and told)


def _by_kind(
    tokens: Sequence[Token],
    labels: Sequence[tuple[Element, tuple[str, ...]]],
    taken: set[int],
    done: set[str],
) -> Iterator[Entry]:
    """Yield a date and a time of day that are said without a label, where one field of the form is for one."""
    for kind, called in _KINDS:
        fields = [f for f, label in labels if (f.kind == kind or set(label) & called) and f.ref not in done]
        said = [t for t in tokens if t.kind == kind and t.start not in taken and (kind != "address" or "@" in t.text)]
        if len(fields) == 1 and len(said) == 1:
            yield Entry(fields[0], said[0].text, (said[0],))


_KINDS: Final = (
    ("date", word_set("date")), ("time", word_set("time")), ("address", word_set("email e-mail mail")),
)  # fmt: skip


def _amounts(
    tokens: Sequence[Token],
    labels: Sequence[tuple[Element, tuple[str, ...]]],
    taken: set[int],
    done: set[str],
) -> Iterator[Entry]:
    """Yield the sum of money that is said without a label, where one field of the form is for one."""
    fields = [f for f, label in labels if set(label) & _OF_MONEY and f.ref not in done]
    for i, token in enumerate(tokens):
        if token.kind != "number" or token.start in taken or len(fields) != 1:
            continue
        money = [t for t in (*tokens[max(0, i - 1) : i], *tokens[i + 1 : i + 2]) if t.norm in _MONEY]
        if money or token.text[:1] in _MONEY:
            said = [*(t for t in tokens[max(0, i - 2) : i] if t.norm in _BEFORE_MONEY), token, *money]
            yield Entry(fields[0], token.text.lstrip("€$£"), tuple(sorted(said, key=lambda t: t.start)))
            return


_MONEY: Final = word_set("€ $ £ euro euros dollar dollars pounds pound eur usd gbp")
_OF_MONEY: Final = word_set("amount price cost total sum fee budget rate deposit salary")
_BEFORE_MONEY: Final = word_set("over for of at worth")


def _is(token: Token, word: str) -> bool:
    return token.norm == word or stem(token.norm) == stem(word) or folded(token.text) == word


def _labels(said: str, label: str, control: Element) -> bool:
    """Return whether a word names a label: a form of it, or one that ends on it, as "subcategory"."""
    own = control.node.attributes.get("name", "").casefold()
    return related(said, label) or (
        said.endswith(label) and len(said) > len(label) and own[:_SHORTEST] == said[:_SHORTEST] != ""
    )


def _fields(page: PageModel) -> list[Element]:
    return [
        f
        for f in page.fields
        if f.kind in TYPED and f.seen and not f.node.disabled and not f.node.readonly and not is_search(f, page)
        if _in_form(page, f)
    ]


def _in_form(page: PageModel, control: Element) -> bool:
    """Return whether a control is of the dialog that is open, or of the page where none is."""
    return not page.dialogs or any(d.holds(control) for d in page.dialogs)


def _label(page: PageModel, field: Element) -> tuple[str, ...]:
    label = words(page.label(field).partition("(")[0])
    if label[:1] and label[0] in _TELLING:
        # What is to be done with a field is not what it is called.
        label = words(field.node.attributes.get("name", ""))
    return tuple(w for w in label if w not in {"optional", "required", "the"})


def _named_at(
    tokens: Sequence[Token], i: int, labels: Sequence[tuple[Element, tuple[str, ...]]]
) -> tuple[int, Element | None]:
    """Return how many words from *i* on name a field, all of its label or its first word, and which field."""
    best: tuple[int, Element | None] = (0, None)
    for field, label in labels:
        for size in range(min(_LONGEST_LABEL, len(tokens) - i), 0, -1):
            part = tokens[i : i + size]
            if any(t.kind != "word" for t in part) or len(part[0].norm) < _SHORTEST:
                continue
            if part[0].norm in _PREPOSITIONS and part[0].norm not in label:
                continue
            whole = len(label) == size and all(related(t.norm, w) for t, w in zip(part, label, strict=True))
            first = size == 1 and bool(label) and (related(part[0].norm, label[0]) or related(part[0].norm, label[-1]))
            if (whole or first) and size + whole > best[0] and _alone(field, part, labels, whole=whole):
                best = (size, field)
    return best


_PREPOSITIONS: Final = word_set("from until till with for into onto under over out off")


def _alone(
    field: Element, part: Sequence[Token], labels: Sequence[tuple[Element, tuple[str, ...]]], *, whole: bool
) -> bool:
    """Return whether a word that is only a part of a label is a part of no other."""
    return whole or sum(any(related(part[0].norm, w) for w in label) for f, label in labels if f is not field) == 0


def _value_behind(
    tokens: Sequence[Token], start: int, labels: Sequence[tuple[Element, tuple[str, ...]]]
) -> tuple[Token, ...]:
    """Return the value that stands from *start* on: a quotation, or words up to the next mark or label."""
    colon = start < len(tokens) and tokens[start].norm == ":"
    while start < len(tokens) and tokens[start].kind in {"word", "mark"} and tokens[start].norm in _FILLERS:
        start += 1
    if start < len(tokens) and tokens[start].kind in {"quote", "date", "time", "address"}:
        return (tokens[start],)
    end = start
    while end < len(tokens) and tokens[end].norm not in _ENDS:
        if end > start and _named_at(tokens, end, labels)[1] is not None and tokens[end].text.islower():
            break
        end += 1
    value = tuple(tokens[start:end])
    given = colon or any(t.text[:1].isupper() or t.kind in {"number", "quote"} for t in value)
    return value if given else ()


def _text(value: Sequence[Token]) -> str:
    if len(value) == 1:
        return value[0].text
    pieces = [value[0].text]
    for before, token in pairwise(value):
        pieces.append((" " if token.start > before.end else "") + token.text)
    return "".join(pieces)


def _persons(
    tokens: Sequence[Token],
    labels: Sequence[tuple[Element, tuple[str, ...]]],
    taken: set[int],
    done: set[str],
    *,
    booked: bool,
) -> Iterator[Entry]:
    """Yield the person behind "for" or "to", where one field of the form is for one; or who is signed up."""
    fields = [f for f, label in labels if set(label) & _OF_PERSON and f.ref not in done]
    if booked and not fields:
        fields = [f for f, label in labels if label in _NAMES and f.ref not in done]
    for i, token in enumerate(tokens):
        signed = booked and token.norm in _SIGNED
        if (token.norm not in {"for", "to"} and not signed) or len(fields) != 1:
            continue
        end = i + 1
        while end < len(tokens) and tokens[end].kind == "word" and tokens[end].text[:1].isupper():
            end += 1
        value = tuple(tokens[i + 1 : end])
        if signed and len(value) < _FEWEST:
            continue
        if value and not any(t.start in taken for t in value):
            yield Entry(fields[0], _text(value), (token, *value))
            return


# Labels of a field for the whole name of a person, and the words before who is signed up.
_NAMES: Final = frozenset({("name",), ("your", "name"), ("full", "name"), ("your", "full", "name")})
_SIGNED: Final = word_set("up register enrol enroll")
