"""Text that a field holds and keeps: something is added to it at a place that is said, taken out of it, or replaced.

What the field is to hold afterwards is known before anything is typed. Where the place or the text is not there, or an
editor holds more than text, it is left as it is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.core.interaction import Press, SelectText, Type
from gossamer.features.interact.planner.grounding.likeness import words
from gossamer.features.interact.planner.language.commands import Chunk, Command
from gossamer.features.interact.planner.language.phrases import Phrase, singular
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import NotUnderstood, Run, Stuck, ambiguous
from gossamer.features.interact.planner.wordsets import word_set

_TEXTS: Final = word_set("textbox textarea editor")
_ADDING: Final = word_set("append prepend add insert type write put enter")
# These add by themselves; the others where it is said at which place.
ADDS: Final = word_set("append prepend")
_TAKING: Final = word_set("delete remove erase cut strike")
_REPLACING: Final = word_set("replace change swap exchange substitute")
_AFTER: Final = word_set("after below behind beneath under following")
_BEFORE: Final = word_set("before above")
_END: Final = word_set("end bottom")
_START: Final = word_set("start beginning top front")
_LINES: Final = word_set("line paragraph row lines")
_NOUNS: Final = word_set("the a an new following text word words sentence phrase string note") | _LINES
_EVERY: Final = word_set("all every each both")


@dataclass(frozen=True)
class Addition:
    """A text that is added, and whether it is to be a *line* of its own."""

    text: str
    line: bool


@dataclass(frozen=True)
class Change:
    """What becomes of a field's text: from *start* to *end* of *held* it is *new* afterwards."""

    field: Element
    held: str
    start: int
    end: int
    new: str

    @property
    def result(self) -> str:
        """The whole text afterwards."""
        return self.held[: self.start] + self.new + self.held[self.end :]


async def amended(run: Run, command: Command) -> bool:
    """Change a part of the text that a field holds; False when the command says no such thing.

    Raises NotUnderstood where the field does not hold what is spoken of, Stuck where only a part of it can be kept;
    nothing is altered then.
    """
    page = await run.see()
    if page.snapshot.dialog is not None:
        return False
    change = change_of(page, command)
    if change is None:
        return False
    await _carry_out(run, change)
    run.evidence.give(command.verb)
    run.settle(command)
    return True


def change_of(page: PageModel, command: Command) -> Change | None:
    """Return what the command changes in a text; None for what is no change of a part of one."""
    if command.question or command.negated or command.until is not None:
        return None
    verb, object_ = _verb_of(command)
    if verb == "extend" and (text := command.role("with", "by")) is not None and text.quotes:
        return _extended(page, object_, text)
    if verb in _TAKING:
        return _taken(page, command, object_)
    if verb in _REPLACING:
        return _replaced(page, command, object_)
    return _added(page, command, verb, object_) if verb in _ADDING else None


def _verb_of(command: Command) -> tuple[str, Phrase]:
    first = command.object.norms[:1]
    if not command.verb and first and first[0] in ADDS:
        return first[0], command.object.part(1)
    return command.verb.partition(" ")[0], command.object


def _added(page: PageModel, command: Command, verb: str, object_: Phrase) -> Change | None:
    text = _text(object_, plain=verb in ADDS)
    if text is None:
        return None
    new = Addition(text, line=bool(set(object_.norms) & _LINES))
    named = next(
        (c.phrase for c in command.chunks if c.role in _PLACES and not set(c.phrase.bare.norms) <= _END | _START), None
    )
    place = next((c for c in command.chunks[:1] if c.word in _AFTER | _BEFORE | {"between"}), None)
    place = place or next((c for c in command.chunks if c.word in _AFTER | _BEFORE and c.phrase.quotes), None)
    if place is not None and not set(place.phrase.norms) <= _WHAT_IS_THERE:
        return _beside(page, command, named, place, new)
    said = {w for c in command.chunks for w in c.phrase.norms if len(c.phrase.bare.tokens) == 1}
    first = verb == "prepend" or bool(said & _START) or (place is not None and place.word in _BEFORE)
    placed = first or verb in ADDS or bool(said & _END) or place is not None
    if not placed and (verb not in _ADDING_TO or named is None):
        return None
    fields = [f for f in _fields(page, named) if _held(f) or (placed and named is not None)]
    if len(fields) > 1 and named is not None:
        raise ambiguous(page, named.raw, fields)
    if len(fields) != 1:
        return None
    held = _held(fields[0])
    return _insertion(fields[0], held, 0 if first else len(held.rstrip()), new)


def _extended(page: PageModel, named: Phrase, text: Phrase) -> Change | None:
    """Return "extend the note with x" as adding it at the end."""
    fields = _fields(page, named)
    if len(fields) != 1 or len(text.quotes) != 1:
        return None
    held = _held(fields[0])
    return _insertion(
        fields[0], held, len(held.rstrip()), Addition(text.quotes[0], line=bool(set(text.norms) & _LINES))
    )


# Roles of the phrases that say in which field.
_PLACES: Final = word_set("to in into of on at from")
_ADDING_TO: Final = word_set("add insert")
_WHAT_IS_THERE: Final = word_set("the existing current present old text content contents what is it already there rest")


def _beside(page: PageModel, command: Command, named: Phrase | None, anchor: Chunk, new: Addition) -> Change | None:
    """Return the text put in right before or behind another one, which one field holds once."""
    fields = _fields(page, named)
    quotes = anchor.phrase.quotes
    if len(quotes) != (_TWO if anchor.word == "between" else 1):
        held = [f for f in fields if _held(f)] if named is not None else []
        if held and not anchor.phrase.kinds:
            raise NotUnderstood(f"It is not clear where in “{page.label(held[0])}” that is.", (anchor.phrase.raw,))
        return None
    holding = [f for f in fields if all(q in _held(f) for q in quotes)]
    if not holding and named is not None and len(fields) == 1:
        raise NotUnderstood(f"“{page.label(fields[0])}” does not hold “{'” and “'.join(quotes)}”.", (command.said,))
    if len(holding) > 1:
        raise ambiguous(page, quotes[0], holding)
    if not holding:
        return None
    held_ = _held(holding[0])
    start, end = _only(page, holding[0], quotes[0])
    if len(quotes) == _TWO and _only(page, holding[0], quotes[1])[0] != end + len(held_[end:]) - len(
        held_[end:].lstrip()
    ):
        raise Stuck(f"“{quotes[1]}” does not stand right behind “{quotes[0]}”.")
    return _insertion(holding[0], held_, start if anchor.word in _BEFORE else end, new)


_TWO: Final = 2


def _insertion(field: Element, held: str, at: int, added: Addition) -> Change:
    """Return the text put in at a place: as a line of its own where it is called one, else apart by a space."""
    apart = "\n" if added.line and field.kind != "textbox" else " "
    left = "" if at == 0 or held[at - 1] == "\n" or (apart == " " and held[at - 1].isspace()) else apart
    right = "" if at >= len(held) or held[at] == "\n" or (apart == " " and not held[at].isalnum()) else apart
    if added.text[:1] in _CLOSING:
        left = left.strip(" ")
    return Change(field, held, at, at, left + added.text + right)


_CLOSING: Final = frozenset(".,;:!?)")


def _taken(page: PageModel, command: Command, object_: Phrase) -> Change | None:
    text = _text(object_, plain=bool(set(object_.norms) & (_NOUNS - word_set("the a an new note following"))))
    named = command.role("from", "in", "of", "out of")
    if named is None or set(object_.norms) & _EVERY:
        return None
    fields = _fields(page, named)
    if len(object_.quotes) > 1 and len(fields) == 1 and any(q in _held(fields[0]) for q in object_.quotes):
        raise NotUnderstood("Of several texts, say one after the other what is to become of it.", (command.said,))
    if text is None:
        return None
    if len(fields) != 1:
        return None
    held = _held(fields[0])
    if text not in held:
        raise NotUnderstood(f"“{page.label(fields[0])}” does not hold “{text}”.", (command.said,))
    start, end = _only(page, fields[0], text)
    if held[start - 1 : start] == " " and (end >= len(held) or not held[end].isalnum()):
        start -= 1
    elif start == 0 and held[end : end + 1] in {" ", "\n"}:
        end += 1
    elif held[start - 1 : start] == "\n" and held[end : end + 1] in {"", "\n"}:
        start -= 1
    return Change(fields[0], held, start, end, "")


def _replaced(page: PageModel, command: Command, object_: Phrase) -> Change | None:
    new = command.role("with", "to", "by", "for", "into")
    before = command.role("from")
    named = command.role("in", "of", "from", "within")
    if before is not None and len(before.quotes) == 1 and not object_.quotes:
        # "Change the note from x to y."
        object_, named = before, object_
    old = _text(object_, plain=False)
    if old is None or new is None or len(new.quotes) != 1:
        return None
    fields = [f for f in _fields(page, named) if named is not None or old in _held(f)]
    if len(fields) != 1 or (fields[0].kind == "textbox" and named is None and _held(fields[0]) == old):
        return None
    if old not in _held(fields[0]):
        raise NotUnderstood(f"“{page.label(fields[0])}” does not hold “{old}”.", (command.said,))
    start, end = _only(page, fields[0], old)
    return Change(fields[0], _held(fields[0]), start, end, new.quotes[0])


def _text(object_: Phrase, *, plain: bool) -> str | None:
    """Return the text that is meant: what is quoted beside words for texts; else, where that is enough, the words."""
    if object_.quotes:
        return object_.quotes[0] if len(object_.quotes) == 1 and _only_nouns(object_) else None
    if not plain:
        return None
    kept = list(object_.bare.tokens)
    while kept and kept[0].norm in _NOUNS:
        kept.pop(0)
    return Phrase(object_.source, tuple(kept)).raw or None


def _only_nouns(phrase: Phrase) -> bool:
    return all(t.kind in {"quote", "mark"} or t.norm in _NOUNS for t in phrase.tokens)


def _fields(page: PageModel, named: Phrase | None) -> list[Element]:
    """Return the fields for text that a phrase names by their labels or their kind; all of them without one."""
    found = [
        f
        for f in page.fields
        if f.kind in _TEXTS and f.seen and not f.node.disabled and not f.node.readonly and f.node.role != "text"
    ]
    if named is None:
        return found
    said = [w for w in words(named.bare.raw) if w not in _FIELD_NOUNS]
    called = [f for f in found if said and set(map(singular, said)) <= {singular(w) for w in words(page.label(f))}]
    whole = [f for f in called if len(words(page.label(f))) == len(said)]
    if said:
        return whole if len(whole) == 1 else called
    return [f for f in found if f.kind in named.kinds] or found


_FIELD_NOUNS: Final = word_set("the a an field box area textarea text input editor of in")


def _held(field: Element) -> str:
    return (field.node.value or "").replace("\u00a0", " ")


def _only(page: PageModel, field: Element, text: str) -> tuple[int, int]:
    """Return where the text stands in a field, as words if it does so anywhere. Raises Stuck for several places."""
    held = _held(field)
    every = list(_spots(held, text))
    spots = [at for at in every if not _is_within_word(held, at, at + len(text))] or every
    if len(spots) != 1:
        raise Stuck(f"“{text}” stands in “{page.label(field)}” {len(spots)} times: say more of what is around it.")
    return spots[0], spots[0] + len(text)


def _spots(held: str, text: str) -> Iterator[int]:
    at = held.find(text)
    while at >= 0:
        yield at
        at = held.find(text, at + len(text))


def _is_within_word(held: str, start: int, end: int) -> bool:
    before, after = held[max(0, start - 1) : start + 1], held[end - 1 : end + 1]
    return any(len(two) > 1 and two.isalnum() for two in (before if start else "", after))


async def _carry_out(run: Run, change: Change) -> None:
    """Bring the field into the state that is wanted. Raises Stuck where that is not possible, or was not taken."""
    field = change.field
    appended = change.start == len(change.held.rstrip()) and change.start == change.end
    if field.kind != "editor" or _is_plain(field):
        # Paragraphs are told as parted by an empty line, which the key for a new one makes by itself.
        apart = any(e.node.tag == "p" for e in field.walk())
        await run.do(Type(field.ref, change.result.replace("\n\n", "\n") if apart else change.result))
    elif appended:
        await run.do(Type(field.ref, change.new, clear=False))
    elif not change.new and change.held.index(change.held[change.start : change.end]) == change.start:
        await run.do(SelectText(field.ref, change.held[change.start : change.end]))
        await run.do(Press("Delete"))
    else:
        raise Stuck("The editor holds more than plain text, which typing it again would not keep.")
    now = (await run.look()).by_ref.get(field.ref)
    if now is None or words(_held(now)) != words(change.result):
        raise Stuck(f"The field does not hold “{change.result[:_LONGEST]}” after that.")


_LONGEST: Final = 80


def _is_plain(editor: Element) -> bool:
    """Return whether an editor holds lines of text and nothing that would be lost by typing them again."""
    inside: Sequence[Element] = [e for e in editor.walk() if e is not editor and e.node.role != "text"]
    plain = all(e.node.tag in _LINE_TAGS and not e.node.attributes.get("href") for e in inside)
    return plain and not any(n.bold or n.italic or n.underlined for n in (e.node for e in inside))


_LINE_TAGS: Final = word_set("p div br")
