"""Search: type into the search field and send it; done when the page has changed."""

from typing import Final

from gossamer.core.interaction import Press
from gossamer.features.interact.rules.assignment import assign
from gossamer.features.interact.rules.commands import Command, Phrase, wanted_words
from gossamer.features.interact.rules.effects import changed
from gossamer.features.interact.rules.elements import TYPED, Element
from gossamer.features.interact.rules.fields import set_field, type_into
from gossamer.features.interact.rules.frames.submit import send_button
from gossamer.features.interact.rules.lexicon import phrases, singular
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Plan, starts
from gossamer.features.interact.rules.records import record_lists
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import best_match, folded, words

_PLACES: Final = frozenset({"library", "catalogue", "catalog", "shop", "store", "database", "docs", "documentation"})
_NO_TERM: Final = frozenset({"for", "the", "a", "an", "site", "page", "website"})


def propose(_run: Run, page: Page, command: Command) -> list[Plan]:
    """Return the plan for a search with the words of the clause."""
    if command.action != "search" or command.negated:
        return []
    wanted = _term(command)
    if not wanted:
        return []
    field = search_field(page)
    opener = None if field is not None else _opener(page)
    if field is None and opener is None:
        return []

    async def carry(run: Run) -> None:
        await _search(run, command)

    weak = command.verb in {"find", "locate", "look for"}
    return [Plan(0.85 if weak else 1.0, starts(command.clause.tokens), carry, f"search for {wanted.raw}")]


def _term(command: Command) -> Phrase:
    """Return the words to search for, without what says where."""
    rest = command.rest
    if len(rest.quotes) == 1:
        return Phrase(rest.source, tuple(t for t in rest.tokens if t.kind == "quote"))
    start = 0
    while start < len(rest.tokens) and rest.tokens[start].norm in _NO_TERM:
        start += 1
    kept = list(rest.tokens[start:])
    for chunk in command.chunks:
        if chunk.role in {"into", "on", "with"} and any(
            best_match(w, ("search", "bar", "box", "field")) for _, w in wanted_words(chunk.phrase.tokens)
        ):
            gone = {t.start for t in (*chunk.marker, *chunk.phrase.tokens)}
            kept = [t for t in kept if t.start not in gone]
    at = next((n for n, t in enumerate(kept) if t.norm == "for" and n < 3), None)  # noqa: PLR2004
    if at is not None and all(t.norm in _NO_TERM or t.norm in _PLACES for t in kept[:at]):
        kept = kept[at + 1 :]
    return Phrase(rest.source, tuple(kept)).bare


def search_field(page: Page) -> Element | None:
    """Return the field that searches: of its kind, or called so, or the only text field; None without one."""
    typed = [f for f in page.fields if f.kind in TYPED - {"password", "date", "time", "color"} and f.seen]
    typed = [f for f in typed if not f.node.disabled]
    own = [f for f in typed if f.kind == "search"]
    named = [f for f in typed if _is_search(page, f)]
    sent = [
        f
        for f in typed
        if len(typed) == 1 and (b := send_button(page, f, phrases("page", "search_open"))) and _searches(b)
    ]
    return next(iter([*own, *named, *sent]), None)


def _is_search(page: Page, field: Element) -> bool:
    said = (*words(page.label(field)), *words(field.node.described), *field.classes)
    return any(w in {"search", "find", "keyword", "keywords", "query", "q"} for w in said)


def _searches(button: Element) -> bool:
    return any(w in {"search", "find", "go", "look", "ask"} for w in words(button.name))


def _opener(page: Page) -> Element | None:
    named = (e for p in phrases("page", "search_open") for e in page.usable if folded(e.name) == p)
    return next((e for e in named if e.kind in {"button", "link", "icon"}), None)


async def search_for(run: Run, text: str) -> None:
    """Search the site for *text*. Raises Stuck."""
    before = await run.see()
    field = search_field(before)
    if field is None:
        raise Stuck("The page has no field to search with.")
    await type_into(run, field, text)
    await _send(run, before, field)


async def _search(run: Run, command: Command) -> None:
    page = await run.see()
    if search_field(page) is None and (opener := _opener(page)) is not None:
        page = await run.click(opener)
    field = search_field(page)
    if field is None:
        raise Stuck("The page has no field to search with.")
    near = _beside(page, field)
    others = assign(page, command.rest, near)
    term = _term(command).without([t for v in others.values for t in v.tokens]).bare
    for value in others.values:
        await set_field(run, (await run.see()).same(value.element) or value.element, value.text)
    before = await run.see()
    term = _without_noun(before, term)
    if term:
        await type_into(run, before.same(field) or field, term.literal)
    await _send(run, before, field)


def _without_noun(page: Page, term: Phrase) -> Phrase:
    """Return "python" of "python jobs" on a page that lists jobs: the noun of all entries finds nothing."""
    if term.quotes or not term.content or not term.noun or term.kinds[:1] != ("item",):
        return term
    names = (*(n for one in record_lists(page)[:1] for n in one.names), *page.titles)
    noun = singular(term.noun[0])
    if not any(singular(w) == noun for n in names for w in words(n)):
        return term
    return Phrase(term.source, tuple(t for t in term.tokens if not term.is_noun(t))).bare


async def _send(run: Run, before: Page, field: Element) -> None:
    page = await run.see()
    now = page.by_ref.get(field.ref)
    if now is None:
        await changed(run, before)
        return
    button = send_button(page, now, phrases("page", "search_open"))
    if button is not None and _searches(button):
        await run.click(button)
    else:
        await run.do(Press("Enter", now.ref))
    try:
        await changed(run, page)
    except Stuck:
        # A list that changes while one types has nothing more to do.
        after = await run.see()
        if len(after.elements) == len(before.elements):
            raise


def _beside(page: Page, field: Element) -> list[Element]:
    """Return the other fields of the search's own form: a place, a category."""
    form = next((a for a in field.ancestors() if a.kind == "form" or a.node.role == "search"), None)
    if form is None:
        return []
    return [f for f in page.fields if f is not field and form.holds(f) and f.seen]
