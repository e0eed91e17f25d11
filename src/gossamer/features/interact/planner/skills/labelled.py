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
    found = list(entries(command.clause, page))
    controls = {e.control.ref for e in found}
    return len(controls) >= _FEWEST and any(e.control.kind not in TYPED for e in found)


async def fill_in(run: Run, command: Command) -> None:
    """Give the form what is said of it, one entry after the other."""
    await enter_said(run, command.source, command.clause)


async def enter_said(run: Run, source: str, clause: Sequence[Token]) -> tuple[Token, ...]:
    """Enter all that *clause* says of the form that is shown; return its naming words that nothing took."""
    left, done = tuple(clause), set[str]()
    patience = _PATIENCE
    while True:
        page = await run.see()
        entry = next((e for e in entries(left, page) if e.control.ref not in done), None)
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


def entries(tokens: Sequence[Token], page: PageModel) -> Iterator[Entry]:
    """Yield what the words say of the form that is shown, in the order in which it is said."""
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
            if beside or _is_sure(choice, part, name, offered, in_dialog=bool(page.dialogs)):
                found.append(Entry(choice.control, choice.name, (*part, *beside)))
                taken |= {t.start for t in (*part, *beside)}
                break
    for i in range(len(tokens)):
        size, named = _named_at(tokens, i, labels)
        if named is not None and free(tokens[i : i + size]):
            value = _value_behind(tokens, i + size, labels)
            if value and free(value):
                entry = Entry(named, _text(value), (*tokens[i : i + size], *value))
                found.append(entry)
                taken |= {t.start for t in entry.words}
    if page.dialogs:
        found += _by_kind(tokens, labels, taken, {e.control.ref for e in found})
    found += _amounts(tokens, labels, taken, {e.control.ref for e in found})
    found += _persons(tokens, labels, taken, {e.control.ref for e in found})
    yield from sorted(found, key=lambda e: e.words[0].start)


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
    for kind in ("date", "time"):
        fields = [f for f, label in labels if (f.kind == kind or kind in label) and f.ref not in done]
        said = [t for t in tokens if t.kind == kind and t.start not in taken]
        if len(fields) == 1 and len(said) == 1:
            yield Entry(fields[0], said[0].text, (said[0],))


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
            whole = len(label) == size and all(related(t.norm, w) for t, w in zip(part, label, strict=True))
            first = size == 1 and bool(label) and (related(part[0].norm, label[0]) or related(part[0].norm, label[-1]))
            if (whole or first) and size + whole > best[0] and _alone(field, part, labels, whole=whole):
                best = (size, field)
    return best


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
) -> Iterator[Entry]:
    """Yield the person behind "for" or "to", where one field of the form is for one."""
    fields = [f for f, label in labels if set(label) & _OF_PERSON and f.ref not in done]
    for i, token in enumerate(tokens):
        if token.norm not in {"for", "to"} or len(fields) != 1:
            continue
        end = i + 1
        while end < len(tokens) and tokens[end].kind == "word" and tokens[end].text[:1].isupper():
            end += 1
        value = tuple(tokens[i + 1 : end])
        if value and not any(t.start in taken for t in value):
            yield Entry(fields[0], _text(value), (token, *value))
            return
