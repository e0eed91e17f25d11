"""Commands about fields that their verb does not name: a file, an event, the cursor, a day, a box to stay signed in."""

from dataclasses import replace

from gossamer.features.interact.planner.grounding.likeness import words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.language.tokens import Clock
from gossamer.features.interact.planner.page.elements import FIELDS, TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills import (
    creating,
    filling,
    pointing,
)
from gossamer.features.interact.planner.skills.forms import Reading, enter, read_form
from gossamer.features.interact.planner.skills.setting import set_field
from gossamer.features.interact.planner.wordsets import word_set


def uploads(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether a file is meant, on a page that takes one."""
    del whole
    return (
        command.action in {"choose", "add", "fill", "set"}
        and bool(norms & {"file", "files"})
        and any(f.kind == "upload" for f in page.fields)
    )


def draws_event(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether a time is said, on a page with a calendar in which events are drawn."""
    del command, norms
    return any(isinstance(t.value, Clock) for t in whole.tokens) and bool(creating.slots_of(page))


def constrained(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether a text is told by how it begins and ends, for a field that suggests some."""
    del whole, norms
    return (
        filling.constrained(command)
        and command.action in {"fill", "choose", "set", "find", "add", "search", "click"}
        and any(f.kind in TYPED for f in page.fields)
    )


def focuses(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether only the cursor is to be put into a field."""
    del page
    if command.action not in {"fill", "set", "drag", "choose", "click", "find"} or whole.quotes:
        return False
    kinds = command.object.without("active").kinds
    field = bool(kinds) and kinds[0] in TYPED
    return bool(norms & {"focus", "focused", "cursor", "caret"}) or (
        field and ("active" in norms or command.verb == "activate")
    )


async def put_cursor(run: Run, command: Command) -> None:
    """Put the cursor into the field that is said. Raises `Stuck` when none is."""
    phrases = [
        p
        for p in (command.object, *(c.phrase for c in command.chunks))
        if p and set(p.norms) - word_set("focus focused cursor caret the keyboard your mouse")
    ]
    if not phrases:
        raise Stuck("It is not said what to put the cursor into.")
    phrase = next((p for p in phrases if set(p.kinds) & FIELDS), phrases[0]).without(
        "focus", "focused", "cursor", "active"
    )
    await pointing.focus(run, replace(command, object=phrase, chunks=()))


def arrives(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether it says on which day somebody checks in or out, on a page that asks for both."""
    del whole, norms
    said = [t.norm for t in command.clause]
    checks = any(said[i] in {"check", "checking", "checkin", "checkout"} for i in range(len(said)))
    return checks and sum(t.kind == "date" for t in command.clause) == 1 and _day_field(command, page) is not None


def _day_field(command: Command, page: PageModel) -> Element | None:
    wanted = (
        {"checkout", "departure"} if {"out", "checkout"} & {t.norm for t in command.clause} else {"checkin", "arrival"}
    )
    return next((f for f in page.fields if f.kind == "date" and wanted & set(words(page.label(f)))), None)


async def enter_day(run: Run, command: Command) -> None:
    """Enter the day into the field for arriving or for leaving."""
    field = _day_field(command, await run.see())
    day = next(t for t in command.clause if t.kind == "date")
    if field is not None:
        await set_field(run, field, day.text)
        run.take(*(t for t in command.clause if t.norm in {"check", "in", "out"}))


def stays(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether it asks to be remembered, on a page with a box for that."""
    del whole, norms
    return (
        bool(command.clause)
        and command.clause[0].norm in {"stay", "keep", "remember"}
        and bool(_box_to_stay(command, page))
    )


def _box_to_stay(command: Command, page: PageModel) -> Reading:
    boxes = [e for e in page.elements if e.kind in {"checkbox", "switch"}]
    return read_form(command.source, command.clause, boxes, page)


async def tick_to_stay(run: Run, command: Command) -> None:
    """Tick the box that keeps somebody signed in."""
    await enter(run, _box_to_stay(command, await run.see()))
