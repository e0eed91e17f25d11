"""Search: type into the search field and send it; done when the page has changed."""

from typing import Final

from gossamer.content.text.names import singular
from gossamer.core.interaction import Press, Type
from gossamer.features.interact.rules.assignment import assign
from gossamer.features.interact.rules.commands import Command, Phrase, wanted_words
from gossamer.features.interact.rules.controls import called, send_button
from gossamer.features.interact.rules.effects import changed
from gossamer.features.interact.rules.elements import TYPED, Element
from gossamer.features.interact.rules.fields import set_field
from gossamer.features.interact.rules.lexicon import phrases, word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Plan
from gossamer.features.interact.rules.records import record_lists
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import best_match, words

_PLACES: Final = word_list("page", "searched")
_TEXTUAL: Final = TYPED - {"password", "date", "time", "color"}


def propose(_run: Run, page: Page, command: Command) -> list[Plan]:
    """Return the plan for a search with the words of the clause."""
    term = _term(command)
    if not term or (search_field(page) is None and _opener(page) is None):
        return []

    async def carry(run: Run) -> None:
        await _search(run, command, term)

    weak = command.verb in {"find", "locate", "look for"}
    return [Plan(0.85 if weak else 1.0, command.whole, carry)]


def _term(command: Command) -> Phrase:
    """Return the words to search for, without what says where: "the shop for tents", "tents in the search bar"."""
    rest = command.rest
    if len(rest.quotes) == 1:
        return Phrase(rest.source, tuple(t for t in rest.tokens if t.kind == "quote"))
    where = [c for c in command.chunks if c.role in {"into", "on", "with"}]
    means = ("search", "bar", "box", "field")
    where = [c for c in where if any(best_match(w, means) for _, w in wanted_words(c.phrase.tokens))]
    term_tokens = rest.without(t for c in where for t in (*c.marker, *c.phrase.tokens)).tokens
    at = next((n for n, t in enumerate(term_tokens) if t.norm not in _PLACES), len(term_tokens))
    return Phrase(rest.source, term_tokens[at:] if at and term_tokens[at - 1].norm == "for" else term_tokens).bare


def search_field(page: Page) -> Element | None:
    """Return the field that searches: of its kind, or called so, or the only text field; None without one."""
    typed = [f for f in page.fields if f.kind in _TEXTUAL and f.seen and not f.node.disabled]
    search_inputs = [f for f in typed if f.kind == "search"]
    called = word_list("page", "search_fields")
    named = [f for f in typed if called & {*words(page.label(f)), *words(f.node.described), *f.classes}]
    only = [f for f in typed if len(typed) == 1 and _searches(send_button(page, f, phrases("page", "search_open")))]
    return next(iter([*search_inputs, *named, *only]), None)


def _searches(button: Element | None) -> bool:
    return button is not None and bool(word_list("page", "search_buttons") & set(words(button.name)))


def _opener(page: Page) -> Element | None:
    controls = (e for e in page.usable if e.kind in {"button", "link", "icon"})
    return next(iter(called(controls, phrases("page", "search_open"))), None)


async def search_for(run: Run, text: str) -> None:
    """Search the site for *text*. Raises Stuck."""
    before = await run.see()
    field = await _open_field(run)
    await run.do(Type(field.ref, text, clear=True))
    await _send(run, before, field)


async def _open_field(run: Run) -> Element:
    page = await run.see()
    if search_field(page) is None and (opener := _opener(page)) is not None:
        page = await run.click(opener)
    field = search_field(page)
    if field is None:
        raise Stuck("The page has no field to search with.")
    return field


async def _search(run: Run, command: Command, term: Phrase) -> None:
    """Fill in the search's own form, a place or a category too, and send it."""
    field = await _open_field(run)
    page = await run.see()
    form = next((a for a in field.ancestors() if a.kind == "form" or a.node.role == "search"), None)
    beside = [f for f in page.fields if f is not field and form is not None and form.holds(f) and f.seen]
    others = assign(page, command.rest, beside).values
    for value in others:
        await set_field(run, await run.find(value.element), value.text)
    term = _without_noun(page, term.without(t for v in others for t in v.tokens).bare)
    before = await run.see()
    if term:
        await run.do(Type((await run.find(field)).ref, term.literal, clear=True))
    await _send(run, before, field)


def _without_noun(page: Page, term: Phrase) -> Phrase:
    """Return "python" of "python jobs" on a page that lists jobs: the noun of all entries finds nothing."""
    noun = singular(term.noun[0]) if term.noun and term.content and term.kinds[:1] == ("item",) else ""
    names = (*(n for record_list in record_lists(page)[:1] for n in record_list.names), *page.titles)
    called = bool(noun) and any(singular(w) == noun for n in names for w in words(n))
    return term.without(t for t in term.tokens if term.is_noun(t)).bare if called and not term.quotes else term


async def _send(run: Run, before: Page, field: Element) -> None:
    page = await run.see()
    now = page.by_ref.get(field.ref)
    button = send_button(page, now, phrases("page", "search_open")) if now is not None else None
    if button is not None and _searches(button):
        await run.click(button)
    elif now is not None:
        await run.do(Press("Enter", now.ref))
    try:
        await changed(run, before if now is None else page)
    except Stuck:
        # A list that changes while one types has nothing more to do.
        if len((await run.see()).elements) == len(before.elements):
            raise
