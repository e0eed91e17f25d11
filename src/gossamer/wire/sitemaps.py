"""Whether a site's sitemaps are read: one word, or the two switches of older versions."""

from typing import Literal, TypeAlias

from gossamer.core.crawls import SitemapUse

SitemapName: TypeAlias = Literal["skip", "include", "only"]


def sitemap_use(*, ignore: bool, only: bool) -> SitemapUse:
    """Return the use of sitemaps that two switches ask for; *only* outweighs *ignore*."""
    if only:
        return SitemapUse.ONLY
    return SitemapUse.SKIP if ignore else SitemapUse.INCLUDE
