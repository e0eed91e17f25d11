"""A reader of crawl prompts that looks at the site: at its start page and its sitemaps, and at nothing else."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol

from gossamer.core.access import Permits
from gossamer.core.crawls import MapSpec, SiteMap, SitemapUse
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import OwnError, ServiceError, TimedOut
from gossamer.features.crawl.prompting.prompt_reading import PromptReading

if TYPE_CHECKING:
    from gossamer.features.crawl.prompting.parsed_prompt import ParsedPrompt

__all__ = ["PromptReader", "PromptReading"]

_MOST: Final = 5_000


class SiteFinder(Protocol):
    """Finds the pages of a site; `features.map.Maps` does."""

    async def found(
        self, spec: MapSpec, *, team_id: str, key_id: str, deadline: Deadline, permits: Permits | None
    ) -> SiteMap:
        """Return the URLs of the site of *spec*, neither recorded nor charged."""


class PromptReader:
    """Reads what prompts say, on the evidence of the sites that *sites* finds."""

    def __init__(self, sites: SiteFinder) -> None:
        self._sites = sites

    def parsed(self, prompt: str, url: str) -> "ParsedPrompt":
        """Return the options that the words of *prompt* set for a crawl of *url*."""
        # Their patterns take longer to compile than a start has for crawls, most of which have no prompt.
        from gossamer.features.crawl.prompting.parsed_prompt import parse_crawl_prompt  # noqa: PLC0415

        return parse_crawl_prompt(prompt, url)

    async def read(
        self,
        parsed: "ParsedPrompt",
        spec: MapSpec,
        *,
        team_id: str,
        key_id: str,
        deadline: Deadline,
        permits: Permits | None,
    ) -> PromptReading:
        """Return the options that *parsed* stands for in a crawl of the site of *spec*.

        A site that cannot be read in time leaves the words alone to decide, and the warning says so. Raises OwnError.
        """
        from gossamer.features.crawl.prompting.site_outline import SiteOutline  # noqa: PLC0415

        options = parsed.switches
        spec = replace(
            spec,
            subdomains=options.get("allowSubdomains", spec.subdomains),
            filter_by_path=not options.get("crawlEntireDomain", not spec.filter_by_path),
            sitemap=SitemapUse(options.get("sitemap", spec.sitemap)),
            link_texts=True,
            limit=_MOST,
        )
        try:
            site = await self._sites.found(spec, team_id=team_id, key_id=key_id, deadline=deadline, permits=permits)
        except OwnError:
            raise
        except TimedOut:
            return parsed.reading(None, f"It was not read within {deadline.budget.total_seconds():g} seconds.")
        except ServiceError as error:
            return parsed.reading(None, error.message)
        return parsed.reading(SiteOutline.of(site.links))
