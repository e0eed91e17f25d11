"""Pages of earlier crawls that this crawl did not meet: hidden now, or removed.

An entry at the crawl's home with a fragment of its own stands for all of them. It is taken when nothing else waits:
what links and sitemaps lead to is known by then.
"""

from typing import Final
from urllib.parse import urlsplit

from gossamer.core.canonical import fetchable
from gossamer.core.changes import Visibility
from gossamer.core.crawls import Discovered, Entry
from gossamer.core.formats import ChangeTracking
from gossamer.core.urls import WebUrl, web_url
from gossamer.features.crawl.discovery import Explorer, Findings, past_pages_at
from gossamer.features.crawl.lanes.context import JobContext
from gossamer.store.history import HistoryStore

# Depth of a page that no link leads to.
HIDDEN_DEPTH: Final = 1_000_000
_FRAGMENT: Final = "earlier-versions"
_MOST: Final = 1_000


def visibility_of(entry: Entry) -> Visibility:
    """Return the visibility of the page of *entry*."""
    return Visibility.HIDDEN if entry.depth >= HIDDEN_DEPTH else Visibility.VISIBLE


def past_pages_entry(context: JobContext) -> list[Discovered]:
    """Return the entry that stands for pages of earlier crawls; none where no changes are tracked."""
    explorer = context.explorer
    if explorer is None or _tracking(context) is None:
        return []
    return [past_pages_at(WebUrl(f"{explorer.home.partition('#')[0]}#{_FRAGMENT}"), HIDDEN_DEPTH)]


def is_past_pages(entry: Entry) -> bool:
    """Return whether *entry* stands for pages of earlier crawls."""
    return entry.depth >= HIDDEN_DEPTH and entry.url.endswith(f"#{_FRAGMENT}")


async def past_pages(context: JobContext, histories: HistoryStore) -> Findings:
    """Return the pages with versions of the same tag that belong to the crawl."""
    explorer, tracking = context.explorer, _tracking(context)
    if explorer is None or tracking is None:
        return Findings()
    home = urlsplit(explorer.home)
    prefix = f"{home.scheme}://{home.netloc}/"
    urls = await histories.pages(context.job.team_id, tracking.tag, prefix=prefix, limit=_MOST)
    return Findings([discovered for url in urls if (discovered := _discover_url(url, explorer)) is not None])


def _discover_url(url: str, explorer: Explorer) -> Discovered | None:
    address = fetchable(web_url(url))
    if explorer.scope.straying(address) is not None:
        return None
    return Discovered(address, explorer.sameness.fingerprint(address), depth=HIDDEN_DEPTH, rank=HIDDEN_DEPTH)


def _tracking(context: JobContext) -> ChangeTracking | None:
    return next((format_ for format_ in context.template.formats if isinstance(format_, ChangeTracking)), None)
