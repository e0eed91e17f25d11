"""`gossamer crawl URL`: a site as files, without a server."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from gossamer.bootstrap.local_caller import SELF
from gossamer.cli.exit_codes import code_of
from gossamer.cli.page_jobs import OutputJob, run_job
from gossamer.cli.problems import explain
from gossamer.core.access import Group
from gossamer.core.crawls import CrawlScope, CrawlSpec, SitemapUse
from gossamer.core.errors import InvalidTarget
from gossamer.core.excerpts import ExcerptSpec
from gossamer.core.formats import Links, Markdown
from gossamer.core.jobs import JobKind
from gossamer.core.specs import CachePolicy, Purpose, ScrapeSpec, TermsPolicy, TermsUse
from gossamer.core.urls import web_url
from gossamer.operations import Operations
from gossamer.operations.jobs import JobArrival


@dataclass(frozen=True, slots=True)
class CrawlCommand:
    """Options of the command line; *output* None is standard output."""

    url: str
    output: Path | None = None
    limit: int = 10_000
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    depth: int | None = None
    sitemap: SitemapUse = SitemapUse.INCLUDE
    llms_txt: bool = False
    entire_domain: bool = False
    subdomains: bool = False
    external: bool = False
    ignore_robots: bool = False
    delay: float | None = None
    concurrency: int | None = None
    whole: bool = False
    query: str | None = None
    max_tokens: int | None = None
    purpose: Purpose | None = None
    terms: TermsPolicy | None = None
    as_json: bool = False
    allow: tuple[str, ...] = field(default=())

    def spec(self) -> CrawlSpec:
        """Return the crawl that is asked for; InvalidTarget when the URL cannot be read."""
        url = web_url(self.url)
        return CrawlSpec(
            url=url,
            # Beside results that stay, copies are kept of which the site is asked when the same command runs again.
            scrape=ScrapeSpec(
                url=url,
                formats=(Markdown(), Links()),
                main_only=not self.whole,
                excerpt=ExcerptSpec.of(self.max_tokens, self.query),
                terms=TermsUse.of(self.purpose, self.terms),
                cache=CachePolicy(store=self.output is not None, revalidate=self.output is not None),
            ),
            scope=CrawlScope(
                include_paths=self.include,
                exclude_paths=self.exclude,
                max_discovery_depth=self.depth,
                sitemap=self.sitemap,
                llms_txt=self.llms_txt,
                entire_domain=self.entire_domain,
                external_links=self.external,
                subdomains=self.subdomains,
                ignore_robots=self.ignore_robots,
            ),
            limit=self.limit,
            delay=None if self.delay is None else timedelta(seconds=self.delay),
            max_concurrency=self.concurrency,
            origin="cli",
        )

    @property
    def as_lines(self) -> bool:
        """Return whether the results are JSON Lines."""
        return self.as_json or self.output is None or self.output.suffix in {".jsonl", ".ndjson"}

    def identity(self) -> Mapping[str, Any]:
        """Return the options that make this the same crawl as another."""
        fields = asdict(self)
        del fields["output"], fields["allow"], fields["as_json"]
        return {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}


def run(request: CrawlCommand) -> int:
    """Crawl and write; return the exit code."""
    try:
        spec = request.spec()
    except InvalidTarget as error:
        return explain(error.message, code=code_of(error))

    async def start(operations: Operations) -> str:
        return await operations.crawls.start(SELF, Group.CRAWL, spec, JobArrival("", "v2"))

    return run_job(
        OutputJob(
            spec=spec,
            kind=JobKind.CRAWL,
            group=Group.CRAWL,
            start=start,
            title="Crawling",
            subject=request.url,
            identity=request.identity(),
            output=request.output,
            as_lines=request.as_lines,
            allow=request.allow,
            start_url=request.url,
        )
    )
