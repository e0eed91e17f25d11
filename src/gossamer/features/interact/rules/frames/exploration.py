"""Exploration: an answer that is a few links, tabs or sections away.

What only shows more is a lead: a tab, a folded section, and a link for which enough speaks that it leads to a page and
does nothing else (`links`). Leads are followed best first, by the words of the question that they say. What a lead says
is accounted for on the page behind it. Nothing is sent, and where no page answers, the page that the search began on is
shown again; links that were not followed are remembered in the run.
"""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urldefrag, urljoin, urlsplit

from gossamer.core.interaction import Check, Click, GoTo, Select, SetValue, Type
from gossamer.features.interact.rules.answers import Found, answer_on, repeats_question
from gossamer.features.interact.rules.effects import is_final
from gossamer.features.interact.rules.elements import FIELDS, Element
from gossamer.features.interact.rules.frames.search import search_field, search_for
from gossamer.features.interact.rules.links import PageLinks
from gossamer.features.interact.rules.page import Page
from gossamer.features.interact.rules.passages import named_section, quoted
from gossamer.features.interact.rules.query import Query
from gossamer.features.interact.rules.records import elements_in, record_lists
from gossamer.features.interact.rules.run import BudgetSpent, Run, Stuck, log_rule_failure
from gossamer.features.interact.rules.similarity import ALIKE, count_words, has_word, words

_MOST_FOLLOWED: Final = 8
_DECAY: Final = 0.9
_SEARCH: Final = 0.3
_NAVIGATION: Final = 0.05
_LONGEST_NAME: Final = 120

Look = Callable[[Run, Query], Awaitable[Found | None]]


@dataclass(frozen=True)
class _Lead:
    """Something to follow from the page at *source*: its address, the element to click, else the site's search."""

    score: float
    covered: frozenset[int]
    source: str
    address: str = ""
    ref: str = ""
    name: str = ""

    @property
    def key(self) -> str:
        return self.address or f"{self.source} {self.name}"


async def explore(run: Run, query: Query, look: Look) -> Found | None:
    """Return the answer that *look* finds on a page or behind a control that the leads go to; None without one."""
    page = await run.see()
    start = page.snapshot.url
    # Text and values that were entered would be lost if the page was left.
    stays = any(isinstance(done.step, Type | Select | Check | SetValue) for done in run.performed)
    leads = _leads_of(run, page, query, frozenset(), 1.0)
    if not stays and search_field(page) is not None and query.words:
        leads.append(_Lead(_SEARCH, frozenset(), start))
    tried: set[str] = {urldefrag(start).url}
    for _ in range(_MOST_FOLLOWED):
        before = await run.see()
        leads = [candidate for candidate in leads if candidate.key not in tried and not (stays and candidate.address)]
        near = (candidate for candidate in leads if candidate.address or candidate.source == before.snapshot.url)
        lead = max(near, default=None, key=lambda candidate: candidate.score)
        if lead is None:
            break
        tried.add(lead.key)
        try:
            await _follow(run, lead, query)
            if (answer := await _answer_behind(run, query, lead, before, look)) is not None:
                return answer
            weight = _DECAY * lead.score if lead.covered else _NAVIGATION
            leads += _leads_of(run, await run.see(), query, lead.covered, weight)
        except BudgetSpent:
            raise
        except Stuck:
            continue
        except Exception as error:  # noqa: BLE001 - other leads may go to pages on which no rule fails
            log_rule_failure(error)
    if (await run.see()).snapshot.url != start:
        await run.do(GoTo(start))
        await run.settled()
    return None


async def _follow(run: Run, lead: _Lead, query: Query) -> None:
    """Go where *lead* leads to. Raises Stuck."""
    if lead.address or lead.ref:
        await run.do(GoTo(lead.address) if lead.address else Click(lead.ref))
    else:
        await search_for(run, " ".join(t.text for t, _ in query.words))
    await run.settled()


async def _answer_behind(run: Run, query: Query, lead: _Lead, before: Page, look: Look) -> Found | None:
    """Return the answer on the page behind *lead*; what the lead says need not be said there again."""
    page = await run.see()
    if (section := named_section(page, query)) is not None:
        return section
    if {t.start for t, _ in query.words} <= lead.covered:
        shown = "" if lead.address else _read_fresh_texts(before, page)
        return quoted(shown, query) if shown else None
    if not lead.covered:
        return _whole_answer(page, query, query, lead) or await look(run, query)
    inner = replace(query, rest=tuple(t for t in query.rest if t.start not in lead.covered), ordinal=None)
    inner = replace(inner, asks="value") if query.asks == "list" and query.ordinal is not None else inner
    answer = _whole_answer(page, inner, query, lead) or _whole_answer(page, query, query, lead)
    return answer or await look(run, inner)


def _whole_answer(page: Page, attempt: Query, query: Query, lead: _Lead) -> Found | None:
    """Return the answer of *page* to *attempt*, where it and the lead account for all words, and it says something."""
    answer = answer_on(page, attempt)
    if answer is None or any(t.start not in answer.explained | lead.covered for t, _ in attempt.words):
        return None
    return None if repeats_question(answer.text, query) else answer


def _read_fresh_texts(before: Page, after: Page) -> str:
    """Return the texts that a click has brought up on the same page; "" where it led to another one."""
    if urldefrag(before.snapshot.url) != urldefrag(after.snapshot.url):
        return ""
    return "\n".join(dict.fromkeys(e.text for e in after.fresh_texts(before)))


def _leads_of(run: Run, page: Page, query: Query, covered: frozenset[int], weight: float) -> list[_Lead]:
    """Return the leads from *page*; remember the links that say words of the question and may do something."""
    links, followed, unopened_leads = PageLinks(page), list[_Lead](), list[_Lead]()
    for lead in _leads(page, query, covered, weight):
        element = page.by_ref.get(lead.ref)
        is_link = element is not None and (element.kind == "link" or "href" in element.node.attributes)
        (unopened_leads if element is not None and is_link and not links.lead(element) else followed).append(lead)
    unopened_leads.sort(key=lambda lead: -lead.score)
    run.unopened = list(dict.fromkeys((*run.unopened, *(lead.name for lead in unopened_leads if lead.name))))
    return followed


def _leads(page: Page, query: Query, covered: frozenset[int], weight: float) -> Iterator[_Lead]:
    """Yield the possible leads from *page*: links with words of the question, then the navigation."""

    def hits(have: tuple[str, ...]) -> frozenset[int]:
        return frozenset(t.start for t, w in query.words if has_word(have, w, ALIKE))

    def lead(element: Element, score: float, matched_starts: frozenset[int]) -> _Lead:
        address = _address(page, element)
        return _Lead(score, covered | matched_starts, page.snapshot.url, address, element.ref, element.name)

    lists = record_lists(page, inner=True)
    titles = {
        id(r.link): r
        for record_list in lists
        for r in record_list.records
        if not record_list.apart and r.link is not None
    }
    apart = elements_in(record_list for record_list in lists if record_list.apart)
    query_words = [w for _, w in query.words]
    for element in filter(_leads_on, page.usable):
        name = words(element.name) or words(page.label(element))
        matched_starts = hits((*name, *titles[id(element)].words) if id(element) in titles else name)
        if matched_starts - covered:
            name_share = count_words(query_words, name, ALIKE) / max(1, len(name))
            yield lead(element, weight * (len(matched_starts) / len(query_words) + 0.3 * name_share), matched_starts)
        elif not covered and _address(page, element):
            # Blind: the navigation of the site, then anything else.
            yield lead(element, _NAVIGATION * (1.0 if id(element) in apart else 0.9), frozenset())


def _leads_on(element: Element) -> bool:
    """Return whether using *element* only shows something: a link, a tab, something that is folded."""
    opens = element.kind == "tab" or element.node.expanded is False or element.node.tag == "summary"
    shows = element.kind == "link" or (opens and not is_final(element.name))
    plain = element.seen and element.kind not in FIELDS and element.node.selected is not True
    return shows and plain and len(element.name) <= _LONGEST_NAME


def _address(page: Page, element: Element) -> str:
    """Return the address of a link within the site; "" for anything else."""
    href = element.node.attributes.get("href", "")
    address = urldefrag(urljoin(page.snapshot.url, href)).url
    is_other = urlsplit(address).netloc == urlsplit(page.snapshot.url).netloc and not href.startswith("#")
    return address if href and is_other and address != urldefrag(page.snapshot.url).url else ""
