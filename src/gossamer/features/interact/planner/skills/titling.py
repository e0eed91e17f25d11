"""Saving something under a title: the title goes into its field before the button is used."""

from dataclasses import replace
from typing import Final

from gossamer.features.interact.planner.grounding.likeness import words
from gossamer.features.interact.planner.language.commands import Chunk, Command
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.setting import set_field
from gossamer.features.interact.planner.wordsets import word_set

_SAVING: Final = word_set("save store")
_TITLES: Final = word_set("title name heading subject headline")
_CALLED: Final = word_set("called named titled entitled headed")
_ROLES: Final = word_set("named under with as")
_SMALL: Final = word_set("the a an with under as and its new")
_FIELDS: Final = word_set("textbox textarea")


async def titled_first(run: Run, command: Command) -> Command:
    """Give what is to be saved the title that is said, in the field of the page for it; return what is left to do.

    The command as it is where it says no title, or the page has no one field for it.
    """
    if command.action != "submit" or command.verb not in _SAVING or command.question:
        return command
    page = await run.see()
    if page.snapshot.dialog is not None:
        return command
    for chunk in command.chunks:
        noun, title = _title_in(chunk)
        field = _field_for(page, noun) if title else None
        if field is not None:
            await set_field(run, field, title.literal)
            run.take(*(t for t in command.clause if _is_of(chunk, t.start, t.end) or t.norm in {noun, *_CALLED}))
            run.take(*(t for t in command.clause if t.norm in _SMALL))
            return replace(command, chunks=tuple(c for c in command.chunks if c is not chunk))
    return command


def _is_of(chunk: Chunk, start: int, end: int) -> bool:
    tokens = chunk.phrase.tokens
    return bool(tokens) and tokens[0].start <= start and end <= tokens[-1].end


def _title_in(chunk: Chunk) -> tuple[str, Phrase]:
    """Return what a title is called in a phrase, and the title: "under the title Groceries"; an empty one for none."""
    none = ("", Phrase(chunk.phrase.source))
    if chunk.role not in _ROLES or len(chunk.phrase.items()) != 1:
        return none
    said = [w for w in chunk.word.split() if w not in _SMALL]
    if len(said) == 1 and said[0] in _TITLES | _CALLED:
        return ("title" if said[0] in _CALLED else said[0]), chunk.phrase
    bare = chunk.phrase.bare
    if not said and bare.norms[:1] and bare.norms[0] in _TITLES and bare.tokens[0].kind == "word":
        return bare.norms[0], bare.part(1)
    return none


def _field_for(page: PageModel, noun: str) -> Element | None:
    """Return the one field that is called so; a title may be called a name, and the other way round."""
    fields = [f for f in page.fields if f.kind in _FIELDS and f.seen and not f.node.disabled and not f.node.readonly]
    for wanted in ({noun}, _TITLES):
        found = [f for f in fields if set(words(page.label(f))) & wanted]
        if found:
            return found[0] if len(found) == 1 else None
    return None
