"""Read: answer a question or collect a list, from this page or from what one click shows."""

import re
from dataclasses import replace
from typing import Final

from gossamer.core.errors import ServiceError
from gossamer.core.interaction import Check, Click, Select, SetValue, Type
from gossamer.features.interact.rules.answers import Found, answer_on, repeats_question
from gossamer.features.interact.rules.commands import Command
from gossamer.features.interact.rules.frames.arrange import apply_filters, bound_field
from gossamer.features.interact.rules.frames.exploration import explore
from gossamer.features.interact.rules.frames.paginate import load_all, may_scroll, scroll_to_end
from gossamer.features.interact.rules.lexicon import word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Plan, starts
from gossamer.features.interact.rules.prose import answer_from_prose
from gossamer.features.interact.rules.query import Asks, Query, read_query
from gossamer.features.interact.rules.records import Field, record_lists
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.sections import line_of_section, named_section
from gossamer.features.interact.rules.similarity import best_match, words
from gossamer.features.interact.rules.turning import more_control, next_control

_ACTIONS: Final = frozenset({"read", "count", "search", "choose", "filter", "open", "set"})
_READING_ONLY: Final = frozenset({"read", "count"})
_MOST_OPENED: Final = 4
_SETTING: Final = (Type, Select, Check, SetValue)
_MOST_TEXT: Final = 4_000
_SURE: Final = 0.75


def propose(run: Run, page: Page, command: Command) -> list[Plan]:
    """Return the plan for answering from the page as it is, or from what it shows when something is opened."""
    if command.action not in _READING_ONLY or command.negated:
        return []
    query = _with_last(run, command, read_query(command))
    found = answer_on(page, query)
    explained = found.explained if found is not None else frozenset()
    sure = found is not None and all(t.start in explained for t, _ in query.words)
    gathered = found is not None and run.visited and _is_of_all(query, found)
    if sure and found is not None and not gathered and not _continues(run, page, query, found):
        answer = found

        async def tell(run: Run) -> None:
            _put(run, query, answer)

        everything = starts(command.clause.tokens)
        return [Plan(0.8 + 0.1 * answer.score, everything, tell, "answer")]

    async def carry(run: Run) -> None:
        await _answer(run, command, query)

    return [Plan(0.6, starts(command.clause.tokens), carry, "look for an answer")]


def _with_last(run: Run, command: Command, query: Query) -> Query:
    """Return *query* with what the last answer was about, where it speaks of that, or only of fields."""
    conditions, filters = run.asked
    is_phrase = not command.verb and command.clause.tokens[-1].norm != "?"
    if query.conditions or not (query.continues or query.asks == "list" or is_phrase):
        return query
    rest = (*query.rest, *filters)
    again = bool(conditions or filters)
    asks: Asks = "list" if again and query.asks == "value" else query.asks
    return replace(query, conditions=list(conditions), rest=rest, replaces=again, asks=asks)


def _put(run: Run, query: Query, found: Found) -> None:
    if query.replaces and run.answer.sentences:
        run.answer.sentences.pop()
    run.asked = (query.conditions, found.filters) if found.records is not None else run.asked
    run.answer.sentences.append(found.text)
    run.answer.data = found.data
    run.answer.quotes += list(found.quotes)


def _continues(run: Run, page: Page, query: Query, found: Found) -> bool:
    """Return whether the list may go on elsewhere and the query is about all of it."""
    if query.here or found.records is None or query.limit or query.ordinal:
        return False
    about_all = query.asks == "count" or query.extreme or query.everything or query.conditions or found.filters
    goes_on = next_control(page) is not None or more_control(page) is not None
    return bool(about_all) and (goes_on or (may_scroll(page) and run.scrolled != page.snapshot.url))


async def _answer(run: Run, command: Command, query: Query) -> None:
    page = await run.settled()
    attempts = (
        _in_named_section,
        _by_filters,
        _on_page,
        _over_pages,
        _whole_page,
        _after_loading,
        _after_scrolling,
        _in_text,
        _elsewhere,
    )
    for attempt in attempts:
        found = await attempt(run, command, query)
        if found is not None:
            _put(run, query, found)
            return
    shapes = word_list("reading", "shape_words")
    if run.answer.sentences and (run.narrows or all(t.norm in shapes for t in query.rest if t.kind == "word")):
        # "Just give me the command" says how to answer what was answered.
        return
    said = command.rest.raw or command.said
    left = tuple(t.text for t in _unsaid(page, query)) or (said,)
    raise Stuck(f"The page does not answer “{said.rstrip('?').strip()}”.", _near(page), left)


def _unsaid(page: Page, query: Query) -> list:  # type: ignore[type-arg]
    have = tuple(words(page.elements[0].text))
    return [t for t, w in query.words if not best_match(w, have)]


def _near(page: Page) -> tuple[str, ...]:
    lists = record_lists(page)
    labels = [h for one in lists[:2] for h in one.headers if h]
    return tuple(dict.fromkeys([*labels, *(h.text for h in page.headings)]))[:6]


def _complete(found: Found | None, query: Query) -> Found | None:
    if found is None or any(t.start not in found.explained for t, _ in query.words):
        return None
    return found


async def _on_page(run: Run, _command: Command, query: Query) -> Found | None:
    page = await run.see()
    found = _complete(answer_on(page, query), query)
    if found is not None and run.visited and _is_of_all(query, found):
        # The pages that the prompt went through belong to the list.
        parts = [part for p in run.visited if (part := _complete(answer_on(p, query), query)) is not None]
        return _together([*parts, found], query)
    return None if found is None or _continues(run, page, query, found) else found


async def _by_filters(run: Run, _command: Command, query: Query) -> Found | None:
    """Set the page's own bounds for what the question compares, where it has one for each, and answer from the rest."""
    page = await run.see()
    bounds = [(bound_field(page, c), c.date or f"{c.amount:g}") for c in query.conditions if c.date or c.amount]
    steps = [(element, value) for element, value in bounds if element is not None]
    if not steps or len(steps) < len(query.conditions):
        return None
    await apply_filters(run, steps)
    if may_scroll(await run.see()):
        await scroll_to_end(run)
        run.scrolled = (await run.see()).snapshot.url
    return _complete(answer_on(await run.see(), query), query)


def _is_of_all(query: Query, found: Found) -> bool:
    """Return whether the question is about a whole list, not about one page of it."""
    return not query.here and found.records is not None and query.asks != "value" and query.ordinal is None


async def _over_pages(run: Run, _command: Command, query: Query) -> Found | None:
    """Go through all pages of a list and answer from all of their records."""
    page = await run.see()
    found = _complete(answer_on(page, query), query)
    if found is None or not _continues(run, page, query, found):
        return None
    if next_control(page) is None:
        if more_control(page) is not None:
            await load_all(run)
        else:
            await scroll_to_end(run)
            run.scrolled = page.snapshot.url
        return _complete(answer_on(await run.see(), query), query)
    parts = [found]
    while (control := next_control(page)) is not None:
        if not await run.leave_page():
            run.notices.append(
                "The limit of pages that one prompt may visit is reached; the answer is of those visited."
            )
            break
        before = page.signature
        await run.do(Click(control.ref))
        page = await run.settled()
        part = answer_on(page, query)
        if page.signature == before:
            break
        # A page on which nothing meets the question has no part in the answer.
        if part is not None and found.explained <= part.explained:
            parts.append(part)
    return _together(parts, query)


def _together(parts: list[Found], query: Query) -> Found:
    if query.asks == "count":
        total = sum(part.rows for part in parts)
        return Found(str(total), total, parts[0].explained, 0.9, parts[0].quotes)
    if query.extreme and not query.limit:
        return _best_of(parts, query)
    data = [row for part in parts for row in (part.data if isinstance(part.data, list) else [part.data])]
    lines = [part.text for part in parts]
    if query.shape == "table":
        lines = [parts[0].text, *("\n".join(p.text.split("\n")[2:]) for p in parts[1:])]
    return Found("\n".join(lines), data, parts[0].explained, 0.9, tuple(q for p in parts for q in p.quotes)[:20])


def _best_of(parts: list[Found], query: Query) -> Found:
    def value(part: Found) -> float:
        texts = list(part.data.values()) if isinstance(part.data, dict) else [part.text]
        amounts = [a for t in texts[::-1] if (a := Field((), t, None).amount) is not None]  # type: ignore[arg-type]
        return amounts[0] if amounts else 0.0

    down = query.extreme in {"largest", "latest"}
    return max(parts, key=value) if down else min(parts, key=value)


async def _whole_page(run: Run, command: Command, query: Query) -> Found | None:
    """Answer "what does the page say" with its text."""
    particular = any(w not in word_list("endings", "whole_page") for _, w in query.words)
    if query.conditions or query.extreme or particular:
        return None
    said = " ".join(t.norm for t in command.rest.tokens if t.kind == "word")
    if not re.search(r"\b(?:page|text|content|everything|article)\b", said):
        return None
    page = await run.see()
    text = page.elements[0].text[:_MOST_TEXT]
    return Found(text, None, starts(command.rest.tokens), 0.7, ())


async def _after_loading(run: Run, _command: Command, query: Query) -> Found | None:
    """Load the whole list where the page has a button for that, and look again."""
    if more_control(await run.see()) is None:
        return None
    await load_all(run)
    return _complete(answer_on(await run.see(), query), query)


async def _after_scrolling(run: Run, _command: Command, query: Query) -> Found | None:
    page = await run.see()
    if not may_scroll(page) or run.scrolled == page.snapshot.url or query.asks == "value":
        return None
    await scroll_to_end(run)
    run.scrolled = page.snapshot.url
    return _complete(answer_on(await run.see(), query), query)


async def _in_prose(run: Run, command: Command, query: Query) -> Found | None:
    """Answer with the page's own sentences, where one has the words of the question."""
    if query.asks in {"list", "count", "extreme"}:
        return None
    try:
        fetched = await run.live.page(deadline=run.deadline)
    except ServiceError:
        return None
    text = answer_from_prose(fetched, command.said)
    page = await run.see()
    around = (*words(page.elements[0].text), *(w for t in page.titles for w in words(t)))
    missing = [w for _, w in query.words if not best_match(w, around)]
    if not text or missing or repeats_question(text, query):
        return None
    return Found(text, text, starts(command.clause.tokens), 0.6, (text,))


async def _in_named_section(run: Run, _command: Command, query: Query) -> Found | None:
    return named_section(await run.see(), query)


async def _in_text(run: Run, command: Command, query: Query) -> Found | None:
    """Answer from a line of a section, or from a sentence."""
    return line_of_section(await run.see(), query) or await _in_prose(run, command, query)


async def _elsewhere(run: Run, command: Command, query: Query) -> Found | None:
    """Answer from what links, tabs and folded sections lead to."""
    if query.conditions or run.narrows:
        return None

    async def look(run: Run, query: Query) -> Found | None:
        attempts = (_in_named_section, _on_page, _in_text)
        return next(iter([f for attempt in attempts if (f := await attempt(run, command, query)) is not None]), None)

    return await explore(run, query, look)
