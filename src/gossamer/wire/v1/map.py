"""`POST /v1/map`: the URLs of a site."""

from collections.abc import Iterator
from typing import Any

from pydantic import ConfigDict

from gossamer.core.crawls import MapSpec, SiteMap
from gossamer.wire.amounts import Count
from gossamer.wire.documents import shows_scrape_id
from gossamer.wire.maps import MapOptions
from gossamer.wire.sitemaps import sitemap_use


class MapRequest(MapOptions):
    """A site, and which of its URLs are wanted."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"url": "https://example.com", "search": "docs", "limit": 100}}
    )

    ignore_sitemap: bool = False
    sitemap_only: bool = False
    max_depth: Count | None = None
    allow_backward_links: bool = False

    def spec(self) -> MapSpec:
        """Return the request as the core knows it."""
        return self.spec_with(sitemap_use(ignore=self.ignore_sitemap, only=self.sitemap_only))

    def idle(self) -> Iterator[str]:
        """Yield the names of options that were given and mean nothing to a map."""
        yield from super().idle()
        if self.max_depth is not None:
            yield "maxDepth"
        if self.allow_backward_links:
            yield "allowBackwardLinks"


def mapped(found: SiteMap, *, origin: str) -> dict[str, Any]:
    """Return the URLs that were found; *origin* is the client that asked."""
    answer: dict[str, Any] = {"success": True, "links": [link.url for link in found.links]}
    if found.warning is not None:
        answer["warning"] = found.warning
    return {**answer, "scrape_id": found.map_id} if shows_scrape_id(origin) else answer
