"""`gossamer crawl URL`: a site as files, without a server."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from gossamer.bootstrap.local_caller import SELF
from gossamer.cli.exit_codes import code_of
from gossamer.cli.page_jobs import OutputJob, run_job
from gossamer.cli.problems import explain
from gossamer.cli.web_commands import CrawlCommand
from gossamer.core.access import Group
from gossamer.core.crawls import CrawlScope, CrawlSpec
from gossamer.core.errors import InvalidTarget
from gossamer.core.excerpts import ExcerptSpec
from gossamer.core.formats import Links, Markdown
from gossamer.core.jobs import JobKind
from gossamer.core.specs import CachePolicy, ScrapeSpec, TermsUse
from gossamer.core.urls import web_url
from gossamer.operations import Operations
from gossamer.operations.jobs import JobArrival


def _make_spec(request: CrawlCommand) -> CrawlSpec:
    """Return the crawl that is asked for; InvalidTarget when the URL cannot be read."""
    url = web_url(request.url)
    return CrawlSpec(
        url=url,
        # Beside results that stay, copies are kept of which the site is asked when the same command runs again.
        scrape=ScrapeSpec(
            url=url,
            formats=(Markdown(), Links()),
            main_only=not request.whole,
            excerpt=ExcerptSpec.of(request.max_tokens, request.query),
            terms=TermsUse.of(request.purpose, request.terms),
            cache=CachePolicy(store=request.output is not None, revalidate=request.output is not None),
        ),
        scope=CrawlScope(
            include_paths=request.include,
            exclude_paths=request.exclude,
            max_discovery_depth=request.depth,
            sitemap=request.sitemap,
            llms_txt=request.llms_txt,
            entire_domain=request.entire_domain,
            external_links=request.external,
            subdomains=request.subdomains,
            ignore_robots=request.ignore_robots,
        ),
        limit=request.limit,
        delay=None if request.delay is None else timedelta(seconds=request.delay),
        max_concurrency=request.concurrency,
        origin="cli",
    )


def _is_jsonl(request: CrawlCommand) -> bool:
    """Return whether the results are JSON Lines."""
    return request.as_json or request.output is None or request.output.suffix in {".jsonl", ".ndjson"}


def _identify(request: CrawlCommand) -> Mapping[str, Any]:
    """Return the options that make this the same crawl as another."""
    names = [name for name in CrawlCommand.__annotations__ if name not in {"output", "allow", "as_json"}]
    values = {name: getattr(request, name) for name in names}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def run(request: CrawlCommand) -> int:
    """Crawl and write; return the exit code."""
    try:
        spec = _make_spec(request)
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
            identity=_identify(request),
            output=request.output,
            as_lines=_is_jsonl(request),
            allow=request.allow,
            start_url=request.url,
        )
    )
