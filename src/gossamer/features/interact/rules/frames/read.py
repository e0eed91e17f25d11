"""Read: answer a question or collect a list, from this page or from what one click shows."""

import re
from dataclasses import replace
from typing import Final
from urllib.parse import urldefrag, urljoin, urlsplit

from gossamer.core.errors import ServiceError
from gossamer.core.interaction import Check, Click, GoTo, Select, SetValue, Type
from gossamer.features.interact.rules.answers import Found, answer_on
from gossamer.features.interact.rules.commands import Command
from gossamer.features.interact.rules.elements import FIELDS, Element
from gossamer.features.interact.rules.frames.arrange import apply_filters, bound_field
from gossamer.features.interact.rules.frames.paginate import load_all, may_scroll, scroll_to_end
from gossamer.features.interact.rules.lexicon import word_list
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.plans import Plan, starts
from gossamer.features.interact.rules.prose import answer_from_prose
from gossamer.features.interact.rules.query import Query, read_query
from gossamer.features.interact.rules.records import Field, record_lists
from gossamer.features.interact.rules.run import Run, Stuck
from gossamer.features.interact.rules.similarity import best_match, words
from gossamer.features.interact.rules.turning import more_control, next_control

_ACTIONS: Final = frozenset({"read", "count", "search", "choose", "filter", "open", "set"})
_READING_ONLY: Final = frozenset({"read", "count"})
_MOST_OPENED: Final = 4
_MOST_VISITED: Final = 5
_SETTING: Final = (Type, Select, Check, SetValue)
_MOST_TEXT: Final = 4_000
_FIELD_WORDS: Final = 2
_SURE: Final = 0.75


def propose(run: Run, page: Page, command: Command) -> list[Plan]:
    """Return the plan for answering from the page as it is, or from what it shows when something is opened."""
    if command.action not in _READING_ONLY or command.negated:
        return []
    query = _with_last(run, read_query(command))
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


def _with_last(run: Run, query: Query) -> Query:
    """Return *query* with what the last answer was about, where it speaks of that, or only of fields."""
    conditions, filters = run.asked
    if query.conditions or not (query.continues or query.asks == "list"):
        return query
    rest = (*query.rest, *filters)
    return replace(query, conditions=list(conditions), rest=rest, replaces=bool(conditions or filters))


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
    for attempt in (
        _in_named_section,
        _by_filters,
        _on_page,
        _over_pages,
        _whole_page,
        _after_loading,
        _in_record,
        _behind,
        _after_scrolling,
        _in_section,
        _in_prose,
        _on_linked_pages,
    ):
        found = await attempt(run, command, query)
        if found is not None:
            _put(run, query, found)
            return
    if run.answer.sentences and run.narrows:
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


async def _in_record(run: Run, command: Command, query: Query) -> Found | None:
    """Answer from the page of the one record that the question is about: an answer one link away."""
    if query.conditions:
        return None
    page = await run.see()
    for one in record_lists(page)[:3]:
        target = None
        if query.ordinal is not None and -len(one.records) <= query.ordinal <= len(one.records):
            target = one.records[query.ordinal - 1 if query.ordinal > 0 else query.ordinal]
            named: set[int] = set()
        else:
            scored = [(sum(best_match(w, r.words) > 0.75 for _, w in query.words), r) for r in one.records]  # noqa: PLR2004
            best = max((s for s, _ in scored), default=0)
            best = best if best >= len(query.words) - _FIELD_WORDS else 0
            top = [r for s, r in scored if s == best]
            if best and len(top) == 1:
                target = top[0]
            named = {t.start for t, w in query.words if target is not None and best_match(w, target.words) > 0.75}  # noqa: PLR2004
        opener = None if target is None else target.link or (target.element if target.element.usable else None)
        if opener is None:
            continue
        await run.do(Click(opener.ref))
        after = await run.settled()
        inner = Query("value", tuple(t for t in query.rest if t.start not in named), query.source)
        found = answer_on(after, inner)
        if found is not None and all(t.start in found.explained or t.start in named for t, _ in query.words):
            return found
        return await _in_prose(run, command, query)
    return None


async def _behind(run: Run, command: Command, query: Query) -> Found | None:
    """Answer from what a tab, a folded section or a link with words of the question shows."""
    opened: set[str] = set()
    for _ in range(_MOST_OPENED):
        page = await run.see()
        scored = [(s, e) for e in page.usable if (s := _promise(e, query)) > 0 and e.name not in opened]
        if not scored:
            return None
        element = max(scored, key=lambda s: (s[0], -s[1].index))[1]
        opened.add(element.name)
        before = page
        await run.do(Click(element.ref))
        after = await run.settled()
        said = {t.start for t, w in query.words if best_match(w, words(element.name))}
        found = answer_on(after, query)
        if found is not None and all(t.start in found.explained | said for t, _ in query.words):
            return found
        if all(t.start in said for t, _ in query.words) and (text := _shown_by(before, after)):
            return _quoted(text, query)
        prose = await _in_prose(run, command, query)
        if prose is not None:
            return prose
        if after.snapshot.url != before.snapshot.url:
            return None
    return None


def _shown_by(before: Page, after: Page) -> str:
    """Return the texts that a click has brought up on the same page; "" where it led to another one."""
    known = {e.text for e in before.texts if e.seen}
    if urldefrag(before.snapshot.url) != urldefrag(after.snapshot.url):
        return ""
    return "\n".join(dict.fromkeys(e.text for e in after.texts if e.seen and e.text not in known))


def _promise(element: Element, query: Query) -> float:
    """Return how much a control that only shows something is called as what is asked."""
    shows = element.kind in {"tab", "link"} or element.node.expanded is False or element.node.tag == "summary"
    if not shows or not element.seen or element.kind in FIELDS or element.node.selected is True:
        return 0.0
    name = words(element.name)
    hits = [best_match(w, name) for _, w in query.words]
    wanted = sum(hits) / max(1, len(name)) if hits else 0.0
    return wanted * (1.0 if element.kind != "link" else 0.8) if max(hits, default=0) >= 0.75 else 0.0  # noqa: PLR2004


async def _after_loading(run: Run, command: Command, query: Query) -> Found | None:
    """Load the whole list where the page has a button for that, and look again."""
    if more_control(await run.see()) is None:
        return None
    await load_all(run)
    return _complete(answer_on(await run.see(), query), query) or await _in_record(run, command, query)


async def _after_scrolling(run: Run, _command: Command, query: Query) -> Found | None:
    page = await run.see()
    if not may_scroll(page) or run.scrolled == page.snapshot.url or query.asks == "value":
        return None
    await scroll_to_end(run)
    run.scrolled = page.snapshot.url
    return _complete(answer_on(await run.see(), query), query)


async def _in_named_section(run: Run, _command: Command, query: Query) -> Found | None:
    """Answer "what's new in 3.1.0" with the section that has this name."""
    asked = [w for _, w in query.words]
    wanted = [w for w in asked if w not in word_list("reading", "section_words")]
    if not wanted or len(wanted) == len(asked) or query.conditions:
        return None
    page = await run.see()
    for number, heading in enumerate(page.headings):
        is_named = heading.node.level != 1 and all(best_match(w, words(heading.text)) >= _SURE for w in wanted)
        if is_named and (texts := _section(page, number)):
            return _quoted("\n".join(texts), query)
    return None


async def _in_section(run: Run, _command: Command, query: Query) -> Found | None:
    """Answer with the one line of a section that, with its heading, has most words of the question."""
    if query.asks not in {"value", "list", "yes_no"} or query.conditions or not query.words:
        return None
    page = await run.see()
    wanted = [w for _, w in query.words if w not in word_list("reading", "section_words")]
    known = tuple(words(page.elements[0].text))
    lines: list[tuple[int, str]] = []
    for number, heading in enumerate(page.headings):
        name = words(heading.text)
        for text in _section(page, number):
            own = sum(best_match(w, words(text)) >= _SURE for w in wanted)
            both = sum(best_match(w, (*name, *words(text))) >= _SURE for w in wanted)
            lines += [(both, text)] if own and both > max(1, len(wanted) // 2) else []
    if not lines or not all(best_match(w, known) for w in wanted) or query.asks == "list":
        return None
    most = max(both for both, _ in lines)
    best = [text for both, text in lines if both == most]
    return _quoted(best[0], query) if len(best) == 1 else None


def _section(page: Page, number: int) -> list[str]:
    """Return the texts under a heading, up to the next heading of its level."""
    heading = page.headings[number]
    level = heading.node.level or 0
    after = (h.index for h in page.headings[number + 1 :] if (h.node.level or 0) <= level)
    end = next(after, len(page.elements))
    inside = [e for e in page.texts if heading.index < e.index < end and not heading.holds(e) and e.seen]
    whole = [e.parent if e.is_text and e.parent is not None else e for e in inside]
    return list(dict.fromkeys(e.text for e in whole if e.text != heading.text))


def _quoted(text: str, query: Query) -> Found:
    return Found(text[:_MOST_TEXT], None, frozenset(t.start for t, _ in query.words), 0.6, (text[:200],))


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
    if not text or missing:
        return None
    return Found(text, text, starts(command.clause.tokens), 0.6, (text,))


async def _on_linked_pages(run: Run, command: Command, query: Query) -> Found | None:
    """Answer from a page that the site's own navigation leads to; goes back where none of the first few answers.

    A page on which something was typed or set is not left: that would be lost.
    """
    page = await run.see()
    if any(isinstance(done.step, _SETTING) for done in run.performed) or query.ordinal is not None:
        return None
    start = page.snapshot.url
    for address in _navigation(page, query)[:_MOST_VISITED]:
        await run.do(GoTo(address))
        await run.settled()
        found = (
            await _in_named_section(run, command, query)
            or await _on_page(run, command, query)
            or await _in_section(run, command, query)
            or await _in_prose(run, command, query)
        )
        if found is not None:
            return found
    if (await run.see()).snapshot.url != start:
        await run.do(GoTo(start))
    return None


def _navigation(page: Page, query: Query) -> list[str]:
    """Return the addresses of the site's navigation, those whose links have words of the question first."""
    here = page.snapshot.url
    found: dict[str, float] = {}
    for one in record_lists(page, inner=True):
        for record in one.records if one.apart else ():
            link = record.link or record.element
            address = urldefrag(urljoin(here, link.node.attributes.get("href", ""))).url
            if address != urldefrag(here).url and urlsplit(address).netloc == urlsplit(here).netloc:
                found[address] = max((best_match(w, words(link.name)) for _, w in query.words), default=0.0)
    return sorted(found, key=lambda address: -found[address])
