"""The start page of a map: where the asked address leads, and the links of what is there."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, Final

from gossamer.content.links import link_texts
from gossamer.content.page_view import PageView
from gossamer.core.access import Permits
from gossamer.core.crawls import MapSpec
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NotAvailable, SiteError, TermsRefused
from gossamer.core.formats import Links
from gossamer.core.orders import ScrapeOrder
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import WebUrl, without_fragment
from gossamer.features.site_guide import EndedScrape, PageScraper

# The sitemaps need time too, and may have all that is wanted.
_SHARE_OF_TIME: Final = 0.5
_PATIENCE: Final = 30.0
_FIRST_ERROR: Final = 400


@dataclass(frozen=True, slots=True)
class Start:
    """The result of the requested address; without a page, *failure* is the reason and *home* the requested address.

    *texts* are those of *links*, where the map asks for them.
    """

    home: WebUrl
    links: tuple[str, ...] = ()
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    title: str | None = None
    description: str | None = None
    failure: str | None = None


async def visit_start(
    visitor: PageScraper,
    spec: MapSpec,
    *,
    team_id: str,
    key_id: str,
    deadline: Deadline,
    permits: Permits | None = None,
) -> Start:
    """Return the findings of a visit to the address of *spec*.

    Raises CallerError when it may not be visited, and TermsRefused; the site's failures are part of the result.
    """
    seconds = min(_PATIENCE, deadline.remaining() * _SHARE_OF_TIME)
    page = ScrapeSpec(
        url=spec.url,
        formats=(Links(),),
        headers=spec.headers,
        origin=spec.origin,
        zero_data_retention=spec.zero_data_retention,
        terms=spec.terms,
    )
    order = ScrapeOrder(page, team_id, key_id, Deadline.after(timedelta(seconds=seconds)), permits)
    visit = await visitor.perform(order)
    requested = Start(without_fragment(spec.url))
    if visit.error is None:
        start = _start(requested, visit)
        return replace(start, texts=await _texts(visit)) if spec.link_texts else start
    # The sitemaps' view of the site is no answer where its terms deny the use.
    if isinstance(visit.error, SiteError | NotAvailable) and not isinstance(visit.error, TermsRefused):
        return replace(requested, failure=visit.error.message)
    raise visit.error


def _start(requested: Start, visit: EndedScrape) -> Start:
    if visit.page is None or visit.document is None:
        return requested
    start = replace(requested, home=without_fragment(visit.page.url))
    if visit.page.status >= _FIRST_ERROR:
        return replace(start, failure=f"It answers {visit.page.status}.")
    metadata = visit.document.metadata
    return replace(
        start,
        links=visit.document.links or (),
        title=_text(metadata, "title"),
        description=_text(metadata, "description"),
    )


async def _texts(visit: EndedScrape) -> Mapping[str, tuple[str, ...]]:
    if visit.page is None:
        return {}
    view = PageView(visit.page)
    # Parsing is CPU work; on the loop it would stall every other request.
    return await asyncio.to_thread(lambda: link_texts(view.whole, view.base))


def _text(metadata: Mapping[str, Any], name: str) -> str | None:
    value = metadata.get(name)
    return (value.strip() or None) if isinstance(value, str) else None
