"""Read: answer a question or collect a list, from this page or from what one click shows."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from gossamer.core.errors import ServiceError
from gossamer.features.interact.rules.answers import Found, answer_on, repeats_question, together
from gossamer.features.interact.rules.commands import Command
from gossamer.features.interact.rules.controls import more_control, next_control
from gossamer.features.interact.rules.frames.arrange import apply_filters, filter_steps
from gossamer.features.interact.rules.frames.exploration import explore
from gossamer.features.interact.rules.frames.paginate import Enough, goes_on, whole_list
from gossamer.features.interact.rules.lexicon import word_list
from gossamer.features.interact.rules.list_reading import read_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.passages import named_section, sentence
from gossamer.features.interact.rules.plans import Plan, starts
from gossamer.features.interact.rules.query import Asks, Query, read_query
from gossamer.features.interact.rules.records import record_lists
from gossamer.features.interact.rules.run import BudgetSpent, Run, Stuck
from gossamer.features.interact.rules.similarity import best_match, has_all, words

_MOST_TEXT: Final = 4_000
_MOST_NAMED: Final = 5
_MOST_NAME: Final = 40
_MOST_LISTS: Final = 3

Attempt = Callable[[Run, Command, Query], Awaitable[Found | None]]


def propose(run: Run, page: Page, command: Command) -> list[Plan]:
    """Return the plan for answering from the page as it is, or from what it shows when something is opened."""
    query = _with_last(run, command, read_query(command))
    answer = _complete(answer_on(page, query), query)
    page_answer = answer if answer is not None and not _is_part(run, page, query, answer) else None
    if answer is not None and run.visited and _is_of_all(query, answer):
        page_answer = None

    async def carry(run: Run) -> None:
        answer = page_answer if page_answer is not None else await _answer(run, command, query)
        _put(run, query, answer)
        if answer is not None and query.asks == "list" and _is_first_part(run, await run.see(), query, answer):
            run.notices.append("The list goes on behind what was read; ask for all pages to have the rest.")

    score = 0.8 + 0.1 * page_answer.score if page_answer is not None else 0.6
    return [Plan(score, command.whole, carry)]


def _with_last(run: Run, command: Command, query: Query) -> Query:
    """Return *query* with what the last answer was about, where it speaks of that, or only of fields."""
    conditions, filters = run.last_question
    is_phrase = not command.verb and command.clause.tokens[-1].norm != "?"
    if query.conditions or not (query.continues or query.asks == "list" or is_phrase):
        return query
    again = bool(conditions or filters)
    rest = (*query.rest, *filters)
    asks: Asks = "list" if again and query.asks == "value" else query.asks
    return replace(query, conditions=list(conditions), rest=rest, replaces=again, asks=asks)


def _put(run: Run, query: Query, answer: Found | None) -> None:
    if answer is None:
        return
    if query.replaces and run.answer.sentences:
        run.answer.sentences.pop()
    run.last_question = (tuple(query.conditions), answer.filters) if answer.records is not None else run.last_question
    run.answer.sentences.append(answer.text)
    run.answer.data = answer.data
    run.answer.quotes += list(answer.quotes)
    run.notices += _shortfalls(query, answer)


def _is_first_part(run: Run, page: Page, query: Query, answer: Found) -> bool:
    """Return whether the list has further pages, or more to load, that the answer leaves out."""
    is_complete = query.here or query.limit or query.ordinal or answer.records is None or run.visited
    return (
        not is_complete
        and page.snapshot.url not in run.complete
        and (next_control(page) or more_control(page)) is not None
    )


def _shortfalls(query: Query, answer: Found) -> list[str]:
    """Return remarks on an answer of fewer records than were asked for."""
    wanted_count = abs(query.limit or 0)
    is_short = answer.records is not None and query.asks != "count" and answer.rows < wanted_count
    return [f"The prompt asks for {wanted_count}; the list has only {answer.rows}."] if is_short else []


def _is_of_all(query: Query, answer: Found) -> bool:
    """Return whether the question is about a whole list, not about one page of it."""
    return not query.here and answer.records is not None and query.asks != "value" and query.ordinal is None


def _is_single(query: Query) -> bool:
    """Return whether *query* is about one value or fact, which stands where it stands, whatever else a list has."""
    return query.asks in {"value", "yes_no"}


def _is_named(answer: Found) -> bool:
    """Return whether an answer is of the record that the question names: another one may say the same words."""
    return answer.reading is not None and answer.reading.is_named


def _is_part(run: Run, page: Page, query: Query, answer: Found) -> bool:
    """Return whether the list goes on elsewhere and the query is about all of it."""
    if query.here or answer.records is None or query.ordinal or (_is_single(query) and _is_named(answer)):
        return False
    if query.limit and query.limit > 0 and not query.extreme:
        return _rows(run, query, answer) < query.limit and goes_on(run, page)
    return (query.is_of_all or bool(answer.filters)) and goes_on(run, page)


def _rows(run: Run, query: Query, answer: Found | None) -> int:
    """Return the number of records that meet *query* on the visited pages and in *answer*, of the current page."""
    before = (_complete(answer_on(page, query), query) for page in run.visited)
    return sum(len(part.kept) for part in (*before, answer) if part is not None)


async def _answer(run: Run, command: Command, query: Query) -> Found | None:
    """Return the first answer of the attempts; None where the last answer stands. Raises Stuck."""
    await run.settled()
    for attempt in _ATTEMPTS:
        if (answer := await attempt(run, command, query)) is not None:
            return answer
    shapes = word_list("reading", "shape_words")
    if run.answer.sentences and all(t.norm in shapes for t in query.rest if t.kind == "word"):
        # "Give it to me as a list" says how to answer what was answered.
        return None
    raise _refuse_question(run, await run.see(), command, query)


def _refuse_question(run: Run, page: Page, command: Command, query: Query) -> Stuck:
    """Return the refusal for a question, with what the page speaks of."""
    wording, have = command.rest.raw or command.wording, words(page.elements[0].text)
    unmatched_words = tuple(t.text for t, w in query.words if not best_match(w, have)) or (wording,)
    names = [
        *(h for record_list in record_lists(page)[:2] for h in record_list.headers if h),
        *(h.text for h in page.headings),
    ]
    sentence = f"The page does not answer “{wording.rstrip('?').strip()}”.{_not_opened(run)}"
    return Stuck(sentence, tuple(dict.fromkeys(names))[:6], unmatched_words)


def _not_opened(run: Run) -> str:
    """Return a sentence on the links that were not followed; "" without any."""
    shown = ", ".join(f"“{name[:_MOST_NAME]}”" for name in run.unopened[:_MOST_NAMED])
    more = f" and {len(run.unopened) - _MOST_NAMED} more" if len(run.unopened) > _MOST_NAMED else ""
    unopened_notice = (
        f" These links may change something and were not opened: {shown}{more}. Ask for one by its name to open it."
    )
    return unopened_notice if shown else ""


def _complete(answer: Found | None, query: Query) -> Found | None:
    return None if answer is None or any(t.start not in answer.explained for t, _ in query.words) else answer


async def _in_named_section(run: Run, _command: Command, query: Query) -> Found | None:
    return named_section(await run.see(), query)


async def _on_page(run: Run, _command: Command, query: Query) -> Found | None:
    page = await run.see()
    page_answer = _complete(answer_on(page, query), query)
    if page_answer is not None and _is_part(run, page, query, page_answer):
        return None
    # The pages that the prompt went through belong to the list; those on which nothing meets the question do not.
    before = [part for p in run.visited if (part := _complete(answer_on(p, query), query)) is not None]
    parts = [*before, *([page_answer] if page_answer is not None else [])]
    # A page without a record that says a word of the question may read it in another way.
    most = max((len(part.filters) for part in parts), default=0)
    parts = [part for part in parts if len(part.filters) == most]
    return together(parts, query) if before and _is_of_all(query, before[0]) else page_answer


async def _by_filters(run: Run, command: Command, query: Query) -> Found | None:
    """Set the page's own filters for what the question asks, and answer from the rest."""
    page = await run.see()
    steps, explained = filter_steps(page, command, strict=True)
    if not steps or not query.conditions or query.here:
        return None
    try:
        await apply_filters(run, steps)
    except BudgetSpent:
        raise
    except Stuck:
        # The comparison can still be made on the list as it is.
        return None
    return await _from_whole_list(
        run, command, replace(query, rest=tuple(t for t in query.rest if t.start not in explained))
    )


async def _from_whole_list(run: Run, command: Command, query: Query) -> Found | None:
    """Load the whole list, where the page shows a part of it, and look again.

    What stands in view answers a question about one value; a list that says no word of the question is not loaded.
    """
    page = await run.see()
    if not goes_on(run, page) or (query.asks == "value" and more_control(page) is None):
        return await _on_page(run, command, query)
    text_answer = await _in_text(run, command, query) if _is_single(query) else None
    # An answer that says every word of the question is no chance find.
    if text_answer is not None and has_all(words(text_answer.text), query.written):
        return text_answer
    if _concerns_a_list(page, query):
        await whole_list(run, _enough(run, query), is_partial=True)
    return await _on_page(run, command, query)


def _concerns_a_list(page: Page, query: Query) -> bool:
    """Return whether a list of *page* accounts for a word of *query*: as a field, as its name, by its records."""
    if not query.words or query.extreme or query.conditions:
        return True
    readings = (read_list(page, listed, query) for listed in record_lists(page)[:_MOST_LISTS] if not listed.apart)
    return any(reading.explained or reading.filters for reading in readings)


def _shows_value(page: Page, query: Query) -> bool:
    page_answer = _complete(answer_on(page, query), query)
    return page_answer is not None and (page_answer.records is None or _is_named(page_answer))


def _enough(run: Run, query: Query) -> Enough | None:
    """Return when the list need not go on: with the value or the number of records asked for; None where all count."""
    if _is_single(query):
        return lambda page: _shows_value(page, query)
    limit = query.limit
    if limit is None or limit < 0 or query.extreme:
        return None

    return lambda page: _rows(run, query, _complete(answer_on(page, query), query)) >= limit


async def _whole_page(run: Run, command: Command, query: Query) -> Found | None:
    """Answer "what does the page say" with its text."""
    particular = any(word not in word_list("endings", "whole_page") for _, word in query.words)
    wording = " ".join(token.norm for token in command.rest.tokens if token.kind == "word")
    if query.conditions or query.extreme or particular or not re.search(r"\b(?:page|text|content|article)\b", wording):
        return None
    return Found((await run.see()).elements[0].text[:_MOST_TEXT], None, starts(command.rest.tokens), 0.7)


async def _in_text(run: Run, command: Command, query: Query) -> Found | None:
    """Answer from a sentence of the page, or from a value that it labels."""
    page = await run.see()
    try:
        return sentence(page, await run.live.page(deadline=run.deadline), command.wording, query)
    except ServiceError:
        return None


async def _elsewhere(run: Run, command: Command, query: Query) -> Found | None:
    """Answer from what links, tabs and folded sections lead to."""

    async def look(run: Run, query: Query) -> Found | None:
        for attempt in (_in_named_section, _on_page, _in_text):
            answer = await attempt(run, command, query)
            if answer is not None and (query.asks == "count" or not repeats_question(answer.text, original_query)):
                return answer
        return None

    original_query = query
    return await explore(run, query, look)


_ATTEMPTS: Final[tuple[Attempt, ...]] = (
    _in_named_section, _by_filters, _on_page, _from_whole_list, _whole_page, _in_text, _elsewhere,
)  # fmt: skip
