"""Commands that go through pages, sections and results: page by page, until found, or by a search form."""

from gossamer.features.interact.planner.grounding.finding import Description, Finder
from gossamer.features.interact.planner.grounding.likeness import folded
from gossamer.features.interact.planner.language.commands import Command
from gossamer.features.interact.planner.language.parsing import chunked
from gossamer.features.interact.planner.language.phrases import Phrase
from gossamer.features.interact.planner.page.elements import TYPED, PageModel
from gossamer.features.interact.planner.running import Run
from gossamer.features.interact.planner.skills.aligning import align
from gossamer.features.interact.planner.skills.comparing import extreme_in
from gossamer.features.interact.planner.skills.entitling import is_entitled
from gossamer.features.interact.planner.skills.exploring import (
    advance,
    find_or_explore,
    more_control,
    next_control,
    page_numbers,
)
from gossamer.features.interact.planner.wordsets import word_set


def leafs_through(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether all pages of a series are to be gone through."""
    del whole
    if command.action not in {"find", "go", "read", "open"} or next_control(page) is None:
        return False
    every = bool(norms & {"all", "every", "each", "through"}) and bool(norms & {"pages", "page"})
    return every or (command.object.norms[:1] == ("page",) and bool(norms & {"end", "last"}))


async def leaf_through(run: Run, command: Command) -> None:
    """Go through all pages of the series, and keep what each one shows."""
    run.settle(command)
    run.leafed.append(await run.see())
    while await advance(run):
        run.leafed.append(await run.look())
    run.leafed.pop()


def searches(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether what is looked for is not here, and the page has a form that finds it."""
    if (
        command.action not in {"find", "go", "read", "open", "act"}
        or command.explore
        or not whole
        or whole.quantity == "all"
        # Words without a verb that is known are no words to search for.
        or not command.verb
    ):
        return False
    del norms
    fields = [f for f in page.fields if f.kind in TYPED | {"select"} and f.seen]
    if not fields or (extreme_in(whole) is not None and len(fields) < 2):  # noqa: PLR2004
        return False
    if len(fields) > 1:
        pairs = align(whole, fields, page)
        return len(pairs) > 1 and all(is_entitled(command.source, command.said, page, f, v) for f, v in pairs)
    named = Finder(page).find(Description(command.object, command.chunks))
    searching = fields[0].kind == "search" or any(
        folded(e.name) in {"search", "go", "find"} for e in page.elements if e.kind == "button"
    )
    return command.action == "find" and not named and searching


def opens_until(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether sections or pages are to be opened until something is found."""
    del page, whole, norms
    return (
        command.until is not None
        and command.action in {"open", "find", "go"}
        and any(
            n in word_set("find see locate spot reach discover get shows appears visible") for n in command.until.norms
        )
    )


async def open_until_found(run: Run, command: Command) -> None:
    """Open what is closed, page by page, until the thing that is described is found."""
    until = command.until
    if until is None:
        return
    wanted = until.without(
        "you",
        "find",
        "see",
        "locate",
        "spot",
        "reach",
        "it",
        "discover",
        "i",
        "we",
        "can",
        "get",
        "to",
        "have",
        "found",
        "come",
        "across",
        "shows",
        "up",
        "appears",
        "is",
        "visible",
    )
    named = Phrase(wanted.source, wanted.tokens)
    if not named and run.clipboard:
        # "The link x is in one of the sections. Open them until you see it."
        named = Phrase.of(f'"{run.clipboard}"')
    described = chunked(named)
    match = await find_or_explore(run, Description(described[0], described[1]), paging=True)
    run.used.append(match.element.ref)


def turns(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether it says which page of a series to go to: "the last page", "the first 3 pages"."""
    del norms
    return (
        command.action in {"open", "find", "go", "click"}
        and command.object.kinds[:1] == ("page",)
        and whole.ordinal is not None
        and not whole.quotes
        and (next_control(page) is not None or bool(page_numbers(page)))
    )


def loads_all(command: Command, page: PageModel, whole: Phrase, norms: set[str]) -> bool:
    """Return whether everything is to be loaded that a control brings bit by bit."""
    return (
        command.action == "open"
        and whole.quantity == "all"
        and norms <= word_set("all every everything the of it them items entries products results posts rest there is")
        and more_control(page) is not None
    )
