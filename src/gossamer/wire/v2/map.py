"""`POST /v2/map`: the URLs of a site."""

from typing import Any

from pydantic import ConfigDict

from gossamer.core.crawls import MapSpec, SiteMap, SitemapUse
from gossamer.wire.maps import MapOptions, link_json
from gossamer.wire.request_options import AuditMetadata
from gossamer.wire.sitemaps import SitemapName


class MapRequest(MapOptions):
    """A site, and which of its URLs are wanted."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"url": "https://example.com", "search": "docs", "limit": 100}}
    )

    sitemap: SitemapName = "include"
    audit_metadata: AuditMetadata | None = None

    def spec(self) -> MapSpec:
        """Return the request as the core knows it."""
        return self.spec_with(SitemapUse(self.sitemap))


def mapped(found: SiteMap) -> dict[str, Any]:
    """Return the URLs that were found."""
    answer = {"success": True, "id": found.map_id, "links": [link_json(link) for link in found.links]}
    return answer if found.warning is None else {**answer, "warning": found.warning}
