"""Searching: for what is said, in the form that the page has for it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gossamer.core.interaction import Check, Click, Press
from gossamer.features.interact.planner.grounding.likeness import words
from gossamer.features.interact.planner.language.commands import Chunk, Command
from gossamer.features.interact.planner.language.phrases import Phrase, joined, singular
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.page.elements import TYPED, Element, PageModel
from gossamer.features.interact.planner.running import Run, Stuck
from gossamer.features.interact.planner.skills.aligning import NOUNS, align
from gossamer.features.interact.planner.skills.filling import Part, put
from gossamer.features.interact.planner.skills.submitting import nearest_send_button, submit
from gossamer.features.interact.planner.wordsets import word_set


async def search(run: Run, command: Command) -> None:
    """Search for what the command says, in the form that the page has for it."""
    page = await run.see()
    fields = [f for f in page.fields if f.seen and f.kind in TYPED and not f.node.disabled]
    if not fields:
        raise Stuck("The page has no field to search with.")
    form = [f for f in page.fields if f.seen and f.kind in TYPED | {"select"} and not f.node.disabled]
    chunks = [c for c in command.chunks if not _is_search_field(c)]
    parts = (
        [Part(command.object), *(Part(c.phrase, c.word) for c in chunks)]
        if command.object
        else [Part(c.phrase, c.word) for c in chunks]
    )
    parts = [p for p in parts if p.phrase]
    if not parts or all(refers_back(p.phrase) for p in parts):
        if any(f.node.value for f in fields):
            # What to search for was typed before.
            await submit(run, replace(command, object=Phrase(command.object.source), chunks=()))
            return
        raise Stuck("It is not said what to search for.")
    pairs = align(command.whole(), form, page) if len(form) > 1 else []
    if not pairs:
        phrase = parts[0].phrase
        for part in parts[1:]:
            phrase = joined(phrase, part.phrase)
        box = next(
            (f for f in fields if f.kind == "search" or "search" in (*words(page.label(f)), *f.classes)), fields[0]
        )
        pairs = [(box, phrase.literal)]
    for field, value in pairs:
        await put(run, field, value)
    run.take(*(t for t in command.clause if singular(t.norm) in NOUNS))
    await tick_named(run, command.whole(), pairs)
    if run.sent_next:
        # The next command sends the form off.
        return
    page = await run.see()
    last = page.by_ref.get(pairs[-1][0].ref)
    button = nearest_send_button(page, last)
    sends = button is not None and not _acts(button, last)
    await run.do(Click(button.ref) if button is not None and sends else Press("Enter", pairs[-1][0].ref))


def _acts(button: Element, field: Element | None) -> bool:
    """Return whether a button does something with what was found, as "Add to queue", and sends no search off."""
    forms = [a for a in (field.ancestors() if field is not None else ()) if a.node.tag == "form"]
    return bool(set(words(button.name)[:1]) & _ACTING) and not any(form.holds(button) for form in forms)


_ACTING: Final = word_set("add buy book order create post reply share comment forward subscribe save register update")


def is_search(field: Element, page: PageModel) -> bool:
    """Return whether a field is for what is searched for."""
    return field.kind == "search" or bool({"search", "find"} & {*words(page.label(field)), *field.classes})


async def tick_named(run: Run, whole: Phrase, pairs: Sequence[tuple[Element, str]]) -> None:
    """Tick the boxes and options of the form that the words name besides the fields' values."""
    page = await run.see()
    taken = {value.casefold() for _, value in pairs}
    for box in [e for e in page.elements if e.kind in {"checkbox", "radio"} and e.name]:
        length = len(Phrase.of(box.name).tokens)
        spans = (whole.part(i, i + length).raw for i in range(len(whole.tokens) - length + 1))
        if box.name.casefold() not in taken and any(span.casefold() == box.name.casefold() for span in spans):
            await run.do(Check(box.ref))


def _is_search_field(chunk: Chunk) -> bool:
    if set(chunk.phrase.norms) <= word_set("the search engine this site site's function feature"):
        return chunk.role in {"in", "using", "with", "on", "through"}
    return (
        bool(chunk.phrase.kinds)
        and chunk.role in {"in", "using", "with", "into", "on", "front"}
        and chunk.phrase.kinds[0] in {"textbox", "search", "form", "page"}
        and not chunk.phrase.quotes
    )
