"""Whether a site's sitemaps and its guide are read: one word, or the two switches of older versions."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from gossamer.core.crawls import SitemapUse

SitemapName: TypeAlias = Literal["skip", "include", "only"]
GuideUse: TypeAlias = Annotated[Literal["first"], Field(description="Begin with the links of the site's `/llms.txt`.")]


def sitemap_use(*, ignore: bool, only: bool) -> SitemapUse:
    """Return the use of sitemaps that two switches ask for; *only* outweighs *ignore*."""
    if only:
        return SitemapUse.ONLY
    return SitemapUse.SKIP if ignore else SitemapUse.INCLUDE
