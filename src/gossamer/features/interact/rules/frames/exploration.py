"""Exploration: an answer that is a few links, tabs or sections away.

Whatever leads on from the page is a lead: a link, a record, a tab, a folded section. Leads are followed best first, by
the words of the question that they say. What a lead says is accounted for on the page behind it. Nothing is sent, and
where no page answers, the page that the search began on is shown again.
"""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urldefrag, urljoin, urlsplit

from gossamer.core.interaction import Check, Click, GoTo, Select, SetValue, Type
from gossamer.features.interact.rules.answers import Found, answer_on
from gossamer.features.interact.rules.effects import is_final
from gossamer.features.interact.rules.elements import FIELDS, Element
from gossamer.features.interact.rules.frames.search import search_field, search_for
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.passages import article, named_section, quoted
from gossamer.features.interact.rules.query import Query
from gossamer.features.interact.rules.records import record_lists
from gossamer.features.interact.rules.run import BudgetSpent, Run, Stuck
from gossamer.features.interact.rules.similarity import best_match, words
from gossamer.features.interact.rules.tokens import Token

_MOST_FOLLOWED: Final = 8
_MOST_BLIND: Final = 5
_SURE: Final = 0.75
_SETTING: Final = (Type, Select, Check, SetValue)
_DECAY: Final = 0.9
_NAVIGATION: Final = 0.05
_SEARCH: Final = 0.3
_SEARCHING: Final = "the site's own search"
_LONGEST_NAME: Final = 120

Look = Callable[[Run, Query], Awaitable[Found | None]]


@dataclass(frozen=True)
class _Lead:
    """Something to follow: its address, or the element to click on the page at *source*."""

    score: float
    said: frozenset[int]
    source: str
    address: str = ""
    ref: str = ""
    name: str = ""


async def explore(run: Run, query: Query, look: Look) -> Found | None:
    """Return the answer that *look* finds on a page or behind a control that the leads go to; None without one."""
    page = await run.see()
    start = page.snapshot.url
    # What was typed or set on the page would be lost if it was left.
    stays = any(isinstance(done.step, _SETTING) for done in run.performed)
    leads = list(_leads(page, query, frozenset(), 1.0))
    if not stays and search_field(page) is not None and query.words:
        leads.append(_Lead(_SEARCH, frozenset(), start, name=_SEARCHING))
    tried: set[str] = {urldefrag(start).url}
    blind = 0
    for _ in range(_MOST_FOLLOWED):
        open_ = [one for one in leads if _key(one) not in tried and not (stays and one.address)]
        here = (await run.see()).snapshot.url
        open_ = [one for one in open_ if one.address or one.source == here]
        if not open_:
            break
        lead = max(open_, key=lambda one: one.score)
        tried.add(_key(lead))
        blind += lead.score <= _NAVIGATION
        if blind > _MOST_BLIND:
            break
        before = await run.see()
        if not await _followed(run, lead, query):
            continue
        found = await _answer_behind(run, query, lead, before, look)
        if found is not None:
            return found
        leads += _leads(await run.see(), query, lead.said, _DECAY * lead.score if lead.said else _NAVIGATION)
    if (await run.see()).snapshot.url != start:
        await run.do(GoTo(start))
        await run.settled()
    return None


def _key(lead: _Lead) -> str:
    return lead.address or f"{lead.source} {lead.name}"


async def _followed(run: Run, lead: _Lead, query: Query) -> bool:
    try:
        if lead.name is _SEARCHING:
            await search_for(run, " ".join(t.text for t, _ in query.words))
            return True
        await run.do(GoTo(lead.address) if lead.address else Click(lead.ref))
    except BudgetSpent:
        raise
    except Stuck:
        return False
    await run.settled()
    return True


async def _answer_behind(run: Run, query: Query, lead: _Lead, before: Page, look: Look) -> Found | None:
    """Return the answer on the page behind *lead*; what the lead says need not be said there again."""
    page = await run.see()
    rest = tuple(t for t in query.rest if t.start not in lead.said)
    names = {t.start for t, _ in query.words} <= lead.said
    if (section := named_section(page, query)) is not None:
        return section
    if not names:
        inner = replace(query, rest=rest, ordinal=None)
        inner = replace(inner, asks="value") if query.asks == "list" and query.ordinal is not None else inner
        for asked in (inner, query) if lead.said else (query,):
            found = answer_on(page, asked)
            complete = found is not None and all(t.start in found.explained | lead.said for t, _ in asked.words)
            # What only repeats the question does not answer it.
            if found is not None and complete and not all(w in _asked(query) for w in words(found.text)):
                return found
        return await look(run, inner if lead.said else query)
    if lead.address and not (len(query.words) > 1 and all(best_match(w, _asked(query)) for w in words(lead.name))):
        return None
    shown = _shown_by(before, page) if not lead.address else article(page, listed=query.asks == "list")
    return quoted(shown, query) if shown else None


def _asked(query: Query) -> tuple[str, ...]:
    return tuple(w for t in query.rest for w in words(t.text))


def _shown_by(before: Page, after: Page) -> str:
    """Return the texts that a click has brought up on the same page; "" where it led to another one."""
    known = {e.text for e in before.texts if e.seen}
    if urldefrag(before.snapshot.url) != urldefrag(after.snapshot.url):
        return ""
    return "\n".join(dict.fromkeys(e.text for e in after.texts if e.seen and e.text not in known))


def _leads(page: Page, query: Query, said: frozenset[int], weight: float) -> Iterator[_Lead]:
    """Yield what leads on from *page*: the record at the position that is asked for, then what says the words."""
    lists = record_lists(page, inner=True)
    for listed in lists[:3]:
        if (
            query.ordinal is not None
            and not listed.apart
            and -len(listed.records) <= query.ordinal <= len(listed.records)
        ):
            record = listed.records[query.ordinal - 1 if query.ordinal > 0 else query.ordinal]
            if record.link is not None or record.element.usable:
                nouns = {t.start for t, w in query.words if any(best_match(w, words(n)) for n in listed.names)}
                element = record.link or record.element
                yield _lead(page, element, 2.0, said | {t.start for t, _ in _said(query, record.words)} | nouns)
                return
    rows = {id(e): r for one in lists for r in one.records if not one.apart for e in r.element.walk()}
    apart = {id(e) for one in lists if one.apart for r in one.records for e in r.element.walk()}
    for element in page.usable:
        if not _leads_on(element) or is_final(element.name):
            continue
        name = words(element.name) or words(page.label(element))
        row = rows.get(id(element))
        hits = _said(query, (*name, *row.words) if row is not None and row.link is element else name)
        fresh = {t.start for t, _ in hits} - said
        if not fresh and (said or not _address(page, element)):
            continue
        share = len({w for _, w in hits}) / max(1, len(query.words))
        own = sum(any(best_match(n, (w,)) >= _SURE for _, w in hits) for n in name) / max(1, len(name))
        # Blind: the navigation of the site, then anything else.
        score = weight * (share + 0.3 * own) if fresh else _NAVIGATION * (1.0 if id(element) in apart else 0.9)
        yield _lead(page, element, score, said | fresh)


def _said(query: Query, have: tuple[str, ...]) -> list[tuple[Token, str]]:
    return [(t, w) for t, w in query.words if best_match(w, have) >= _SURE]


def _leads_on(element: Element) -> bool:
    """Return whether using *element* only shows something: a link, a tab, something that is folded."""
    shows = element.kind in {"tab", "link"} or element.node.expanded is False or element.node.tag == "summary"
    return (
        shows
        and element.seen
        and element.kind not in FIELDS
        and element.node.selected is not True
        and len(element.name) <= _LONGEST_NAME
    )


def _address(page: Page, element: Element) -> str:
    """Return the address of a link within the site; "" for anything else."""
    href = element.node.attributes.get("href", "")
    address = urldefrag(urljoin(page.snapshot.url, href)).url
    is_other = urlsplit(address).netloc == urlsplit(page.snapshot.url).netloc and not href.startswith("#")
    return address if href and is_other and address != urldefrag(page.snapshot.url).url else ""


def _lead(page: Page, element: Element, score: float, said: frozenset[int] | set[int]) -> _Lead:
    address = _address(page, element)
    return _Lead(score, frozenset(said), page.snapshot.url, address, element.ref, element.name)
