"""How the pages of research are read: the same for agents, deep research and the command line."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from gossamer.core.formats import Format, Html, Json, Markdown
from gossamer.core.specs import CachePolicy, Location, ScrapeSpec
from gossamer.core.urls import WebUrl
from gossamer.wire.freshness import TWO_DAYS

_PAGE_TIMEOUT: Final = timedelta(seconds=45)
# Stands where a template has no page yet.
_NOWHERE: Final = WebUrl("http://web-search.invalid/")


def page_template(
    schema: Mapping[str, Any] | None,
    prompt: str,
    *,
    location: Location | None = None,
    origin: str = "api",
    integration: str | None = None,
) -> ScrapeSpec:
    """Return the template for pages of a run: whole text, and the data of *schema* where there is one."""
    formats: tuple[Format, ...] = (Markdown(), Html())
    if schema is not None:
        formats = (*formats, Json(schema, prompt, evidence=True))
    return ScrapeSpec(
        url=_NOWHERE,
        formats=formats,
        main_only=False,
        timeout=_PAGE_TIMEOUT,
        location=location or Location(),
        cache=CachePolicy(max_age=TWO_DAYS),
        origin=origin,
        integration=integration,
    )
