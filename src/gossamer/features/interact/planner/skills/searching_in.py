"""Searching in a place that is said: "search the library for x" looks for x, in the view that is called the library."""

from dataclasses import replace
from typing import Final

from gossamer.features.interact.planner.grounding.likeness import words
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.phrases import singular
from gossamer.features.interact.planner.language.scanning import refers_back
from gossamer.features.interact.planner.page.elements import Element, PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.deeds.places import go_to, named_view
from gossamer.features.interact.planner.skills.searching import search
from gossamer.features.interact.planner.wordsets import word_set


async def search_in(run: Run, command: Command) -> None:
    """Search for what the command says, once the place is shown that it names for that."""
    apart = _place_apart(await run.see(), command)
    if apart is None:
        await search(run, command)
        return
    wanted, view = apart
    run.take(*command.object.tokens)
    if view is not None:
        await go_to(run, view)
    await search(run, wanted)


def _place_apart(page: PageModel, command: Command) -> tuple[Command, Element | None] | None:
    """Return what to search for and the view that leads to the place: "search the library for x"; None without a place.

    A place is a view, or a heading, that the page calls so. No view where it is the one that is shown.
    """
    wanted = next((c for c in command.chunks if c.role == "for"), None)
    place = command.object
    if wanted is None or not place.bare or place.quotes or refers_back(wanted.phrase):
        return None
    said = {singular(w) for w in words(place.bare.raw)} - _THIS_PLACE
    view = named_view(page, place.tokens)
    heads = [page.snapshot.title, *(e.text for e in page.elements if e.kind == "heading")]
    if said and view is None and not any(said <= {singular(w) for w in words(h)} for h in heads):
        return None
    chunks = tuple(c for c in command.chunks if c is not wanted)
    return replace(command, object=wanted.phrase, chunks=chunks), view


_THIS_PLACE: Final = word_set("my the this site page website here")
