"""Doing to entries of a list what a control in each row does: which rows are meant, by all words that choose them.

A word that chooses a row and stands in none stops the command: another row is never used instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.core.interaction import Click, WaitFor
from gossamer.features.interact.planner.grounding.likeness import folded, stem, words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.lexicon import ARTICLES, KINDS, PRONOUNS, QUANTIFIERS
from gossamer.features.interact.planner.language.phrases import Phrase, owner, singular
from gossamer.features.interact.planner.language.tokens import Token
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck, ambiguous
from gossamer.features.interact.planner.skills.controls import controls_for
from gossamer.features.interact.planner.skills.exploring import is_part, more_control
from gossamer.features.interact.planner.skills.reading.leafing import other_pages
from gossamer.features.interact.planner.skills.rows import own_text
from gossamer.features.interact.planner.wordsets import word_set

_ACTIONS: Final = word_set("act close add set fill")
# These take a text or a person, and are written somewhere else.
_WRITING: Final = word_set("reply respond answer comment forward share retweet rename edit send pay sign log rename")
_PUTTING: Final = word_set("put place insert")
_ROLES: Final = word_set("of from by named about containing for beside in to into on with starts ends at")
_SMALL: Final = (
    ARTICLES | PRONOUNS | word_set("me my mine us our of number no no. named called titled and or , to in for from by")
)
_MOST_TIMES: Final = 20
_PATIENCE: Final = 6


@dataclass(frozen=True)
class _Entry:
    """A row, its control for the verb, and what the row says of itself."""

    row: Element
    control: Element
    text: str


def applies(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether several rows of the page have a control for the verb, and words say which row is meant."""
    del norms
    if command.action not in _ACTIONS or command.question or page.snapshot.dialog is not None or not whole:
        return False
    if command.verb.split()[:1] and command.verb.split()[0] in _WRITING | {""}:
        return False
    if command.action in {"set", "fill"} and command.verb not in _PUTTING | {"assign"}:
        return False
    if command.until is not None or command.role("except") is not None or (command.action == "close" and page.dialogs):
        return False
    return len(_entries(page, command)) > 1 and bool(_choosing(page, command) or _says_all(command) or _nth(command))


async def act_on_entries(run: Run, command: Command) -> None:
    """Use the control of each row that is meant; raises Stuck before anything is done when that is not clear."""
    page = await run.see()
    entries = _meant(page, command)
    if _says_all(command) and (is_part(page) or more_control(page) is not None):
        raise Stuck("The page goes on, so not all of them can be seen.")
    if len(entries) == 1 and _nth(command) is None and not _says_any(command):
        await _require_only_one(run, command, entries[0])
    times = min(command.times or 1, _MOST_TIMES)
    run.evidence.give(command.verb)
    run.take(*_choosing(page, command), *(t for t in command.clause if t.norm in QUANTIFIERS))
    if (ordinal := _nth(command)) is not None:
        run.evidence.place(ordinal)
        run.take(*(t for t in command.clause if t.kind == "ordinal"))
    run.take(*(t for t in command.clause if singular(owner(t.norm)) in _nouns(page)))
    if len(entries) == 1:
        await run.require(entries[0].control, fits=True)
    for entry in entries:
        for _ in range(times):
            control = _again(await run.look(), command, entry)
            if control is None:
                raise Stuck(f'"{entry.text}" is not shown any more.')
            await run.do(Click(control.ref))


async def _require_only_one(run: Run, command: Command, entry: _Entry) -> None:
    """Raise Ambiguous when other pages of the list have rows that the same words choose; a number is of one row."""
    page = await run.see()
    chosen = _choosing(page, command)
    if not chosen or any(any(c.isdigit() for c in t.text) for t in chosen if t.kind != "quote"):
        return
    others = await other_pages(run)
    for other in others:
        if more := [e for e in _entries(other, command) if _told_by(e, chosen)]:
            raise ambiguous(page, command.said, [entry.row, *(e.row for e in more)])
    for _ in range(_PATIENCE if others else 0):
        # The page that was gone back to may draw its list a moment later.
        if _again(await run.look(), command, entry) is not None:
            break
        await run.do(WaitFor(seconds=0.3), unasked=True)


def _again(page: PageModel, command: Command, entry: _Entry) -> Element | None:
    """Return the control of the same row on the page as it is now."""
    if entry.control.ref in page.by_ref:
        return page.by_ref[entry.control.ref]
    return next((e.control for e in _entries(page, command) if e.text == entry.text), None)


def _entries(page: PageModel, command: Command) -> list[_Entry]:
    verb = "add" if command.verb in _PUTTING else command.verb
    controls = [c for c in controls_for(page.root, verb) if c.kind in {"button", "link"} and c.name and c.seen]
    goal = {stem(w) for r in ("to", "in", "into") for c in command.chunks if c.role == r for w in c.phrase.words()}
    named = [c for c in controls if goal & {stem(w) for w in words(c.name)[1:]}]
    if command.action in {"add", "fill", "set"} and goal and not named:
        return []
    found: list[_Entry] = []
    for control in named or controls:
        row = page.record(control.parent) if control.parent is not None else None
        row = row or next((a for a in control.ancestors() if a.node.tag in _ROWS or a.node.role == "row"), None)
        if row is not None and not any(row is e.row for e in found):
            found.append(_Entry(row, control, own_text(row) or row.text))
    return found


# The last row that is left of a list stands beside no other.
_ROWS: Final = word_set("tr li")


def _says_all(command: Command) -> bool:
    return command.object.quantity == "all" and not command.object.quotes


def _nth(command: Command) -> int | None:
    """Return which one of several; the "number 104" that something has is no place in a list."""
    ordinal = any(t.kind == "ordinal" for t in command.object.tokens)
    return command.object.ordinal if ordinal and not command.object.quotes else None


def _nouns(page: PageModel) -> frozenset[str]:
    """Return what the page calls the entries of its list, and the columns of its table."""
    heads = [e.text for e in page.elements if e.kind in {"heading", "columnheader"} or e.node.tag == "th"]
    named = {singular(w) for text in (page.snapshot.title, *heads) for w in words(text)}
    return frozenset(named | {noun for noun, kinds in KINDS.items() if kinds[0] == "item"})


def _choosing(page: PageModel, command: Command) -> tuple[Token, ...]:
    """Return the words that say which row is meant."""
    entries = _entries(page, command)
    own = {stem(w) for e in entries for w in (*words(e.control.name), *words(command.verb))}
    nouns = _nouns(page)
    rows = {stem(w) for e in entries for w in words(e.text)}
    goals = [c for c in command.chunks if c.role in {"to", "in", "into"} and own & {stem(w) for w in c.phrase.words()}]
    phrases = (command.object, *(c.phrase for c in command.chunks if c.role in _ROLES and c not in goals))

    def chooses(token: Token) -> bool:
        if token.kind in {"mark", "ordinal"}:
            return False
        if token.kind == "quote":
            return True
        word = singular(owner(token.norm))
        small = token.norm in _SMALL or token.norm in QUANTIFIERS
        return not small and (stem(owner(token.norm)) in rows or (word not in nouns and stem(token.norm) not in own))

    return tuple(t for p in phrases for t in p.tokens if chooses(t))


def _told_by(entry: _Entry, tokens: Sequence[Token]) -> bool:
    have = {stem(w) for w in words(entry.text)}
    return all(stem(w) in have for t in tokens for w in words(t.text if t.kind == "quote" else owner(t.norm)))


def _meant(page: PageModel, command: Command) -> list[_Entry]:
    """Return the rows that are meant. Raises Stuck when words choose none, or several alike."""
    entries, chosen = _entries(page, command), _choosing(page, command)
    if {"or", "nor"} & set(command.object.norms) and not command.object.quotes:
        raise Stuck(f'It is not said which of "{command.object.raw}" is meant.')
    found = [e for e in entries if _told_by(e, chosen)]
    if (ordinal := _nth(command)) is not None:
        index = ordinal - 1 if ordinal > 0 else ordinal
        if found and -len(found) <= index < len(found):
            return [found[index]]
        raise Stuck(f"The list has only {len(found)} such entries.", _names(entries))
    if _says_all(command) and found:
        return found
    if not found:
        pieces = _pieces(command, chosen)
        every = [[e for e in entries if _told_by(e, piece)] for piece in pieces]
        if len(pieces) < 2 or not all(len(one) == 1 for one in every):  # noqa: PLR2004
            said = " ".join(t.text for t in chosen)
            if (other := _without_control(page, entries, chosen)) is not None:
                raise Stuck(f"“{other.text}” has nothing to {command.verb} it with.", _names(entries))
            raise Stuck(f'No entry of the list is "{said}".', _names(entries))
        return [one[0] for one in every]
    if len(found) > 1 and not _says_any(command):
        said = folded(" ".join(t.text for t in chosen))
        named = [e for e in found if any(folded(w.text) == said for w in e.row.walk())]
        if len(named) != 1:
            raise ambiguous(page, command.said, [e.control for e in found])
        return named
    return found[:1]


def _without_control(page: PageModel, entries: Sequence[_Entry], chosen: Sequence[Token]) -> Element | None:
    """Return the one entry of the list that is meant and has no such control, as what is sold out."""
    rows = {id(e.row) for e in entries}
    boxes = {id(e.row.parent) for e in entries}
    others = [e for e in page.elements if id(e.parent) in boxes and id(e) not in rows and e.node.role != "text"]
    found = [e for e in others if _told_by(_Entry(e, e, e.text), chosen)]
    return found[0] if len(found) == 1 else None


def _says_any(command: Command) -> bool:
    return command.object.quantity == "any" or command.object.norms[:1] in {("a",), ("an",)}


def _pieces(command: Command, chosen: Sequence[Token]) -> list[list[Token]]:
    """Return the words for each of several rows: "of Ada Byron and Cy Young"."""
    starts = {t.start for t in chosen}
    pieces: list[list[Token]] = [[]]
    for token in command.clause:
        if token.start in starts:
            pieces[-1].append(token)
        elif token.norm in {"and", ",", "&"} and pieces[-1]:
            pieces.append([])
    return [p for p in pieces if p]


def _names(entries: Sequence[_Entry]) -> tuple[str, ...]:
    return tuple(e.text for e in entries)[:8]
