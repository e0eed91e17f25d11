"""Writing something to an entity: a note, a comment, a remark; in its row, in its view, behind a tab of that.

The place is a field that is called so, or one beside a button that adds it; what is to be written is said behind a
colon, in quotes, or behind "saying".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.core.interaction import Click, Press, Type
from gossamer.features.interact.planner.grounding.likeness import stem, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck, ambiguous
from gossamer.features.interact.planner.skills.deeds.controlling import (
    from_menu_of,
    is_free,
    named_controls,
    opened_view,
)
from gossamer.features.interact.planner.skills.deeds.entities import found_for, tells
from gossamer.features.interact.planner.skills.deeds.saying import Deed, naming, telling
from gossamer.features.interact.planner.skills.panels import Panels, switches
from gossamer.features.interact.planner.skills.searching import is_search
from gossamer.features.interact.planner.wordsets import word_set

_WRITING: Final = word_set("add write leave post put make attach log enter record")
_NOTES: Final = word_set("note comment remark message memo annotation reply entry observation update")
_TURNS: Final = (
    ("saying",),
    ("that", "says"),
    ("which", "says"),
    ("with", "the", "text"),
    ("with", "text"),
    ("reading",),
)
_PLACES: Final = word_set("to on for about under at")
_ADDS: Final = word_set("add save post send submit comment write publish ok done note reply")
_FEW_BOXES: Final = 6


@dataclass(frozen=True)
class Note:
    """What is to be written: what it is called, the words for the entity it is for, and its text."""

    noun: str
    target: tuple[Token, ...]
    text: str


def note_of(command: Command) -> Note | None:
    """Return the note that a clause asks for; None when it asks for none, or says no text."""
    tokens = command.clause
    noun = next((t.norm for t in command.object.bare.tokens if singular(t.norm) in _NOTES), "")
    if command.verb not in _WRITING or not noun or len(naming(command.object.tokens)) > _FEW_WORDS:
        return None
    starts = [i for i, t in enumerate(tokens) if t.norm in _PLACES and t.kind == "word"]
    begins = next((i for i in range(len(tokens)) if _turn(tokens, i)), None)
    if not starts or begins is None:
        return None
    size = _turn(tokens, begins)
    quoted = tokens[begins].kind == "quote"
    text = tokens[begins].text if quoted else _text(command.source, tokens, begins + size)
    before = tokens[starts[0] + 1 : begins]
    after = tokens[starts[0] + 1 :] if quoted and starts[0] > begins else ()
    target = tuple(before or after)
    return Note(singular(noun), target, text) if text and telling(target) else None


_FEW_WORDS: Final = 2


def _turn(tokens: Sequence[Token], i: int) -> int:
    """Return how many words at *i* stand before the text; 0 where none do."""
    if tokens[i].norm == ":" or tokens[i].kind == "quote":
        return 1
    return next((len(turn) for turn in _TURNS if tuple(t.norm for t in tokens[i : i + len(turn)]) == turn), 0)


def _text(source: str, tokens: Sequence[Token], start: int) -> str:
    if start >= len(tokens):
        return ""
    if len(tokens) == start + 1 and tokens[start].kind == "quote":
        return tokens[start].text
    return source[tokens[start].start : tokens[-1].end].strip()


async def annotated(run: Run, command: Command) -> bool:
    """Write the note that is asked for; False when none is, or no entity of the page is meant.

    Raises Ambiguous when several entities are meant alike, Stuck when the page has no place for it.
    """
    note = note_of(command)
    page = await run.see()
    found = found_for(page, note.target) if note is not None else []
    if note is None or not found:
        return False
    if len(found) > 1:
        raise ambiguous(page, command.said, found)
    deed = Deed(command.verb, (f"add {note.noun}",), note.target, item=command.object.tokens, shown=found[0].text)
    run.settle(command)
    field = _place(page, note, found[0]) or await _behind_control(run, deed, note, found[0])
    if field is None:
        page = await opened_view(run, deed, found[0])
        field = _place(page, note, None)
    if field is None and switches(page):
        async for panel in Panels(run, folded_too=False):
            if (field := _place(panel, note, None)) is not None:
                break
    if field is None:
        raise Stuck(f"The page has no place for a {note.noun} there.")
    await _write(run, field, note)
    run.entity = Phrase(command.source, note.target)
    return True


async def _behind_control(run: Run, deed: Deed, note: Note, entry: Element) -> Element | None:
    """Return the field that the entry's own control for notes opens; None when it has none."""
    page = await run.see()
    named = named_controls(entry, deed, (f"add {note.noun}", f"new {note.noun}", f"write {note.noun}", f"{note.noun}s"))
    control = named[0] if named else await from_menu_of(run, deed, entry)
    if control is None:
        return None
    await run.do(Click(control.ref), unasked=True, shows=True)
    now = await run.look()
    new = [f for f in now.fields if f.kind in TYPED and f.seen and not is_search(f, now) and f.ref not in page.by_ref]
    called = [f for f in new if stem(note.noun) in {stem(singular(w)) for w in words(now.label(f))}]
    found = called or new
    return found[0] if len(found) == 1 else None


def _is_shown(page: PageModel, note: Note) -> bool:
    """Return whether the view of the entity is open."""
    return any(e.kind == "heading" and e.seen and tells(e, telling(note.target)) for e in page.elements)


def _place(page: PageModel, note: Note, entry: Element | None) -> Element | None:
    """Return the one field for notes: in *entry*, where that is given, or in the view that is open."""
    fields = [
        f
        for f in page.fields
        if f.kind in TYPED and f.seen and not f.node.disabled and not is_search(f, page) and is_free(page, f, entry)
        if entry is None or entry.holds(f) or _is_shown(page, note)
    ]
    called = [f for f in fields if stem(note.noun) in {stem(singular(w)) for w in words(page.label(f))}]
    beside = [f for f in fields if (b := _button(page, f)) and stem(note.noun) in {stem(w) for w in words(b.name)}]
    found = called or beside
    return found[0] if len(found) == 1 else None


async def _write(run: Run, field: Element, note: Note) -> None:
    await run.do(Type(field.ref, note.text))
    page = await run.look()
    now = page.by_ref.get(field.ref)
    button = _button(page, now) if now is not None else None
    if button is not None:
        await run.do(Click(button.ref))
    elif now is not None and now.kind != "textarea":
        await run.do(Press("Enter", now.ref))
    else:
        raise Stuck(f"The page has no button that keeps the {note.noun}.")


def _button(page: PageModel, field: Element) -> Element | None:
    """Return the button beside a field that keeps what is written there."""
    for box in list(field.ancestors())[:_FEW_BOXES]:
        if sum(f.kind in TYPED and f.seen and box.holds(f) for f in page.fields) > 1:
            return None
        found = [
            e for e in box.walk()
            if e.kind == "button" and e.seen and set(words(e.name)[:1]) & _ADDS
        ]  # fmt: skip
        if found:
            return min(found, key=lambda e: (e.index < field.index, abs(e.index - field.index)))
    return None
