"""Which stored copy may answer a request, and which pages are worth keeping."""

from dataclasses import replace
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from gossamer.content.media_type import is_markdown
from gossamer.core.formats import ChangeTracking
from gossamer.core.pages import FetchedPage, Picture
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import WebUrl, credentials_of, fingerprint, without_fragment
from gossamer.core.visit_identity import VisitIdentity, chosen_identity
from gossamer.ports.scrapes import PageKey

_SERVER_ERROR = 500
_REFUSALS = frozenset({401, 403, 407, 429})
_MAX_KEPT_BYTES = 10 * 1024 * 1024


def key_of(spec: ScrapeSpec, team_id: str) -> PageKey:
    """Return the key under which requests that get the same page share a copy: a site may tell identities apart."""
    identity = " honest" if chosen_identity() is VisitIdentity.HONEST else ""
    return PageKey(
        team_id,
        fingerprint(
            _page_of(spec.url),
            ("mobile" if spec.mobile else "") + ("" if spec.block_ads else " ads") + identity,
            spec.location.country or "",
            ",".join(sorted(spec.location.languages)),
            str(spec.wait_for),
        ),
    )


def _page_of(url: WebUrl) -> str:
    """Return *url* without its fragment, unless that is a route of a script: each route is a page of its own."""
    return url if url.partition("#")[2].startswith(("/", "!")) else without_fragment(url)


def may_read(spec: ScrapeSpec) -> bool:
    """Return whether a copy could answer, or its site could say that it still holds.

    Actions, an agent and a profile need a visit, and so does a comparison. The caller's own headers and password may
    change the page, so they ask for a fresh one.
    """
    if (
        spec.actions
        or spec.agent
        or spec.profile
        or any(isinstance(format_, ChangeTracking) for format_ in spec.formats)
    ):
        return False
    if spec.cache.only_stored:
        return True
    asks_fresh = spec.cache.max_age == timedelta(0) and not spec.cache.revalidate
    return not (asks_fresh or spec.headers or credentials_of(spec.url))


def may_keep(spec: ScrapeSpec, page: FetchedPage) -> bool:
    """Return whether *page* may answer later requests: it is whole, verified, and what anybody would get."""
    is_own = spec.headers or credentials_of(spec.url) or spec.actions
    may_store = spec.cache.store and not is_own and not spec.zero_data_retention
    usable = (
        page.complete
        and page.verified
        and page.status < _SERVER_ERROR
        and page.status not in _REFUSALS
        and not spec.fast
    )
    return may_store and usable and len(page.body) <= _MAX_KEPT_BYTES


def bounds(spec: ScrapeSpec, now: datetime) -> tuple[datetime | None, datetime | None]:
    """Return the times between which a copy must have been fetched; None is no bound."""
    oldest = None if spec.cache.as_of is not None else spec.cache.max_age
    not_before = None if oldest is None else now - oldest
    not_after = None if spec.cache.min_age is None else now - spec.cache.min_age
    return not_before, not_after


def lacks_markup(copy: FetchedPage) -> bool:
    """Return whether *copy* is Markdown at an address that has HTML too."""
    return is_markdown(copy.media_type) and not urlsplit(copy.url).path.endswith((".md", ".mdx", ".markdown", ".txt"))


def validators_of(copy: FetchedPage | None) -> dict[str, str]:
    """Return the headers that ask the site whether it has changed *copy*; none where it gave no sign to ask by.

    What a browser made of a page may change though the page does not.
    """
    if copy is None or copy.rendered:
        return {}
    signs = {"if-none-match": copy.headers.get("etag"), "if-modified-since": copy.headers.get("last-modified")}
    return {name: value for name, value in signs.items() if value}


def as_kept(page: FetchedPage, spec: ScrapeSpec, screenshot: str | None) -> FetchedPage:
    """Return *page* as a copy of it is kept; *screenshot* is the name of its blob."""
    if spec.screenshot is None or screenshot is None:
        return page
    return replace(page, picture=Picture(screenshot, spec.screenshot))
