"""`gossamer batch FILE|-`: a list of pages as files or JSON Lines, without a server."""

from datetime import timedelta
from hashlib import blake2b

from gossamer.bootstrap.local_caller import SELF
from gossamer.cli.exit_codes import code_of
from gossamer.cli.inputs import name_of
from gossamer.cli.page_jobs import OutputJob, run_job
from gossamer.cli.page_output import PAGE_FORMATS, refuse_unknown
from gossamer.cli.problems import explain
from gossamer.cli.url_lists import read_urls
from gossamer.cli.web_commands import BatchCommand
from gossamer.core.access import Group
from gossamer.core.crawls import BatchSpec
from gossamer.core.errors import CallerError
from gossamer.core.excerpts import ExcerptSpec
from gossamer.core.jobs import JobKind
from gossamer.core.specs import CachePolicy, ScrapeSpec, TermsUse
from gossamer.core.urls import web_url
from gossamer.operations import Operations
from gossamer.operations.jobs import JobArrival

_MARKDOWN = ("markdown",)


def _is_jsonl(request: BatchCommand) -> bool:
    """Return whether the results are JSON Lines: only Markdown has files of its own."""
    lines = request.output is None or request.output.suffix in {".jsonl", ".ndjson"}
    return request.as_json or lines or {*request.formats} != {*_MARKDOWN}


def _make_spec(request: BatchCommand, urls: tuple[str, ...]) -> BatchSpec:
    """Return the batch of *urls*, each once."""
    addresses = tuple(web_url(url) for url in urls)
    return BatchSpec(
        urls=addresses,
        scrape=ScrapeSpec(
            url=addresses[0],
            formats=tuple(PAGE_FORMATS[name] for name in dict.fromkeys(request.formats)),
            main_only=not request.whole,
            excerpt=ExcerptSpec.of(request.max_tokens, request.query),
            timeout=timedelta(milliseconds=request.timeout_ms),
            terms=TermsUse.of(request.purpose, request.terms),
            cache=CachePolicy(store=request.output is not None, revalidate=request.output is not None),
        ),
        each_once=True,
        max_concurrency=request.concurrency,
        origin="cli",
    )


def run(request: BatchCommand) -> int:
    """Scrape the pages and write them; return the exit code."""
    refused = refuse_unknown(request.formats, PAGE_FORMATS)
    if refused is not None:
        return refused
    try:
        urls = read_urls(request.source)
    except CallerError as error:
        return explain(error.message, code=code_of(error))
    spec = _make_spec(request, urls)

    async def start(operations: Operations) -> str:
        return await operations.batches.start(SELF, Group.BATCH_SCRAPE, spec, JobArrival("", "v2"))

    return run_job(
        OutputJob(
            spec=spec,
            kind=JobKind.BATCH,
            group=Group.BATCH_SCRAPE,
            start=start,
            title="Scraping",
            subject=name_of(request.source),
            identity={
                "urls": blake2b("\n".join(urls).encode(), digest_size=16).hexdigest(),
                "formats": list(dict.fromkeys(request.formats)),
                "whole": request.whole,
                "query": request.query,
                "max_tokens": request.max_tokens,
            },
            output=request.output,
            as_lines=_is_jsonl(request),
            allow=request.allow,
            every=True,
        )
    )
