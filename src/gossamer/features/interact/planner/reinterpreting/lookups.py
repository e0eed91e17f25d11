"""Commands that use what the page tells elsewhere, or change the case of a text."""

from typing import Final

from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import TYPED, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills import (
    filling,
    states,
)
from gossamer.features.interact.planner.skills.setting import set_field
from gossamer.features.interact.planner.skills.values import cased, look_up
from gossamer.features.interact.planner.wordsets import word_set

_TABLED: Final = word_set(
    "values value data information details entries corresponding matching appropriate correct respective same contents"
)


def copies_labels(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether each field gets what a table of the page tells for its label."""
    if (
        command.action not in word_set("fill copy set find use read mark drag search submit")
        or whole.quotes
        or not (
            norms & _TABLED
            or ("table" in norms and norms & {"each", "label", "labels", "fields"})
            or (command.role("using") is not None and "table" in norms)
        )
    ):
        return False
    fields = [f for f in page.fields if f.kind in TYPED and f.seen]
    hits = [f for f in fields if look_up(page, page.label(f).rstrip(": ")) is not None]
    # One value that is named by its own label is looked up by that.
    return (
        len(hits) > 1
        and len(hits) == len(fields)
        and (
            command.object.plural
            or bool(
                norms
                & word_set("each every all values data information details fields corresponding matching labels table")
            )
        )
    )


async def fill_by_labels(run: Run, command: Command) -> None:
    """Type into each field what the page tells for its label."""
    del command
    page = await run.see()
    await filling.copy_by_label(run, page, [f for f in page.fields if f.kind in TYPED and f.seen])


def looks_up(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether something is to be looked up that the page tells, for a later command."""
    if command.action not in {"search", "find", "copy"} or command.explore or whole.quotes:
        return False
    tables = any(e.kind == "table" or e.node.tag == "table" for e in page.elements)
    said = norms & {"value", "table", "values"}
    return bool(tables and said) and look_up(page, _subject(command)) is not None


def _subject(command: Command) -> str:
    phrase = command.role("for", "of") or command.object
    kept = tuple(
        t for t in phrase.tokens if t.norm not in word_set("the value values for of entry in table 's cell row")
    )
    return Phrase(phrase.source, kept).raw


async def keep_value(run: Run, command: Command) -> None:
    """Keep what the page tells, and type it where one field is meant. Raises `Stuck` when it tells nothing."""
    page = await run.see()
    found = look_up(page, _subject(command))
    if found is None:
        raise Stuck(f'The page does not tell "{command.said}".')
    run.clipboard = found[0]
    into = [f for f in page.fields if f.kind in TYPED and f.seen and not f.node.readonly]
    if command.role("into", "in") is not None and len(into) == 1:
        await set_field(run, into[0], found[0])
        return
    run.data = found[0]
    run.quotes.append(found[1].text)


def changes_case(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether a quoted text is to be written in another case."""
    del page, norms
    return (
        command.verb in {"convert", "change", "turn", "make", "turn into"}
        and states.case_of(whole) is not None
        and bool(whole.quotes)
    )


async def change_case(run: Run, command: Command) -> None:
    """Keep the quoted text in the case that is said."""
    whole = command.whole()
    run.clipboard = cased(whole.quotes[0], states.case_of(whole))
