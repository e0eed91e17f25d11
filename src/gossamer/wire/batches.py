"""The `urls` of a batch scrape: which of them can be fetched.

An address that cannot be read ends the request, or, with `ignoreInvalidURLs`, is listed for
the caller and left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BeforeValidator, FailFast, Field, ValidationInfo

from gossamer.core.crawls import BatchSpec
from gossamer.core.errors import CallerError
from gossamer.core.ids import is_id
from gossamer.core.seeds import Seeds, seeds_of
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import WebUrl, host_of
from gossamer.wire.amounts import PositiveCount
from gossamer.wire.integrations import Integration
from gossamer.wire.jobs import started
from gossamer.wire.shapes import Origin, StrictShape, at_most, broken_rule, typed_url, written
from gossamer.wire.webhooks import Webhook

MAX_URLS = 100_000
_INVALID: Final = "Invalid URL:"
_SHOWN: Final = 100
_REMEDY: Final = "With `ignoreInvalidURLs` the others are scraped."


class InvalidUrl(str):
    """An entry of `urls`, as it was given, that is no address we can fetch."""

    __slots__ = ()


def named(problem: str, entry: str) -> str:
    """Return *problem* of an *entry* with the entry in it; one that may hold a password is not repeated."""
    shown = entry.strip()[:_SHOWN]
    return problem if "@" in entry or not shown else problem.replace(_INVALID, f"Invalid URL `{shown}`:", 1)


def _read(entry: str, info: ValidationInfo) -> str:
    try:
        return typed_url(entry)
    except CallerError as error:
        # The field stands before `urls` in the shape, so it is known here.
        if info.data.get("ignore_invalid_urls"):
            return InvalidUrl(entry)
        problem = named(error.message, entry).removesuffix(".")
        raise broken_rule(f"{problem}. {_REMEDY}") from error


def _some_valid(urls: list[str]) -> list[str]:
    if all(isinstance(url, InvalidUrl) for url in urls):
        raise broken_rule("No valid URLs provided")
    return urls


TargetUrls = Annotated[
    list[Annotated[str, AfterValidator(_read)]],
    # Thousands of wrong entries would make thousands of issues: the first one tells enough.
    FailFast(),
    Field(min_length=1, description="Addresses of the pages; http:// is assumed when no scheme is written."),
    BeforeValidator(at_most(MAX_URLS, "urls")),
    AfterValidator(_some_valid),
]


def _job_id(text: str) -> str:
    if is_id(text):
        return text.lower()
    raise broken_rule("Invalid job ID format. Job ID must be a valid UUID.")


JobId = Annotated[str, AfterValidator(_job_id), Field(description="Id of a batch that the URLs are added to.")]


@dataclass(frozen=True, slots=True)
class BatchOrder:
    """A batch as its door needs it: *seeds* are all of its addresses, *spec* has one of each host and their number.

    *left_out* are entries that are no addresses, None where they were not asked for.
    """

    spec: BatchSpec
    seeds: Seeds
    left_out: Sequence[str] | None

    def started(self, job_id: str, address: str) -> dict[str, Any]:
        """Return the answer to starting this batch; *address* is where batches are read."""
        answer = started(job_id, address)
        return answer if self.left_out is None else {**answer, "invalidURLs": self.left_out}


class BatchOptions(StrictShape):
    """Many pages; a version adds its scrape options for each."""

    # Must stand before `urls`, whose reading depends on it.
    ignore_invalid_urls: Annotated[bool, Field(alias="ignoreInvalidURLs")] = False
    urls: TargetUrls
    webhook: Webhook | None = None
    append_to_id: JobId | None = None
    deduplicate_urls: Annotated[
        bool, Field(alias="deduplicateURLs", description="Scrape an address that is listed twice only once.")
    ] = False
    max_concurrency: PositiveCount | None = None
    zero_data_retention: bool = False
    origin: Origin = "api"
    integration: Integration | None = None

    def spec_for(self, url: str, **request: Any) -> ScrapeSpec:
        """Return the scrape of *url*; a version's scrape options say how."""
        raise NotImplementedError

    def spec(self) -> BatchSpec:
        """Return the request as the core knows it."""
        listed = [url for url in self.urls if not isinstance(url, InvalidUrl)]
        urls = tuple(WebUrl(str(url)) for url in listed)
        common: dict[str, Any] = {
            "zero_data_retention": self.zero_data_retention,
            "origin": self.origin,
            "integration": self.integration,
        }
        return self.to_core(
            BatchSpec,
            urls=urls,
            written=tuple(map(written, listed)),
            each_once=self.deduplicate_urls,
            scrape=self.spec_for(urls[0], **common),
            webhook=self.webhook and self.webhook.webhook(),
            append_to=self.append_to_id,
        )

    def order(self) -> BatchOrder:
        """Return the request with all that takes long for many addresses done."""
        spec = self.spec()
        hosts: dict[str, WebUrl] = {}
        for url in spec.urls:
            hosts.setdefault(host_of(url), url)
        left_out = [str(url) for url in self.urls if isinstance(url, InvalidUrl)]
        return BatchOrder(
            replace(spec, urls=tuple(hosts.values()), written=(), count=len(set(spec.urls))),
            seeds_of(spec),
            left_out if self.ignore_invalid_urls else None,
        )
