"""Targets: what is scraped and compared of their pages, and what a check of them costs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from gossamer.core.comparison_rules import ComparisonRules
from gossamer.core.crawls import CrawlSpec
from gossamer.core.formats import ChangeTracking, Format, Json, Markdown, Screenshot
from gossamer.core.monitoring import CrawlTarget, Monitor, MonitorSpec, ScrapeTarget, SearchTarget, Target
from gossamer.core.prices import PriceTable
from gossamer.core.searches import Freshness, SearchSpec, Wishes
from gossamer.core.specs import CachePolicy, ScrapeSpec
from gossamer.core.urls import WebUrl

_ALL: Final = ComparisonRules()
_KINDS: Final = {ScrapeTarget: "scrape", CrawlTarget: "crawl", SearchTarget: "search"}


@dataclass(frozen=True, slots=True)
class ComparedContent:
    """What is compared of a page: its text, and the data of *json*; None without any."""

    text: bool = True
    json: Json | None = None


def kind_of(target: Target) -> str:
    """Return the name of a target's kind on the wire."""
    return _KINDS[type(target)]


def compared(spec: ScrapeSpec, rules: ComparisonRules = _ALL) -> ComparedContent:
    """Return the parts of a page compared beside its picture: those of the `changeTracking` format, else the text."""
    tracking = next((format_ for format_ in spec.formats if isinstance(format_, ChangeTracking)), None)
    if tracking is None or not tracking.json:
        return ComparedContent(text=rules.picture is None)
    text = tracking.git_diff and rules.picture is None
    return ComparedContent(text, Json(schema=tracking.schema, prompt=tracking.prompt))


def page_spec(spec: ScrapeSpec, url: WebUrl, rules: ComparisonRules = _ALL) -> ScrapeSpec:
    """Return the spec of a page's scrape for a check: now, with its text and the data that are compared.

    What the selectors of *rules* leave out is not read at all.
    """
    return replace(
        spec,
        url=url,
        written_url=url,
        formats=_formats(spec, rules),
        include_tags=(*spec.include_tags, *rules.only_selectors),
        exclude_tags=(*spec.exclude_tags, *rules.ignore_selectors),
        cache=CachePolicy(store=spec.cache.store),
        origin="api",
    )


def crawl_spec(crawl: CrawlSpec, rules: ComparisonRules = _ALL) -> CrawlSpec:
    """Return the spec of a site's crawl for a check."""
    return replace(crawl, scrape=page_spec(crawl.scrape, crawl.url, rules), webhook=None)


def search_spec(target: SearchTarget, query: str, now: datetime) -> SearchSpec:
    """Return one search of a target."""
    return SearchSpec(
        query,
        sources=(Wishes(freshness=Freshness(since=now - target.window)),),
        include_domains=target.include_domains,
        exclude_domains=target.exclude_domains,
        limit=target.max_results,
    )


def _formats(spec: ScrapeSpec, rules: ComparisonRules) -> tuple[Format, ...]:
    formats: list[Format] = [format_ for format_ in spec.formats if not isinstance(format_, ChangeTracking)]
    if not any(isinstance(format_, Markdown) for format_ in formats):
        formats.insert(0, Markdown())
    json = compared(spec).json
    if json is not None and not any(isinstance(format_, Json) for format_ in formats):
        formats.append(json)
    if rules.picture is not None and spec.screenshot is None:
        formats.append(Screenshot(full_page=True))
    return tuple(formats)


def comparable(before: Sequence[Target], after: Sequence[Target]) -> list[str]:
    """Return the ids of targets in *after* whose pages are read as they were before.

    A page that is read in another way differs from its last version although the site changed nothing.
    """
    readings = {target.target_id: _reading(target) for target in before}
    return [target.target_id for target in after if readings.get(target.target_id) == _reading(target)]


def _reading(target: Target) -> tuple[str, ScrapeSpec | None]:
    match target:
        case ScrapeTarget():
            return kind_of(target), page_spec(target.scrape, WebUrl(""), target.rules)
        case CrawlTarget():
            return kind_of(target), page_spec(target.crawl.scrape, WebUrl(""), target.rules)
        case SearchTarget():
            return kind_of(target), None


def price_of(target: Target, prices: PriceTable, *, pages: int | None = None) -> int:
    """Return the price of a check of *target*; *pages* is how many a crawl found last, None before the first."""
    match target:
        case ScrapeTarget():
            return len(target.urls) * prices.promised(page_spec(target.scrape, WebUrl(""), target.rules))
        case CrawlTarget():
            return min(target.crawl.limit, pages or target.crawl.limit) * prices.page_of(crawl_spec(target.crawl))
        case SearchTarget():
            return len(target.queries) * prices.searched(target.max_results)


def price_of_check(spec: MonitorSpec, prices: PriceTable, *, pages: int | None = None) -> int:
    """Return the price of a check of all targets."""
    return sum(price_of(target, prices, pages=pages) for target in spec.targets)


def reserved_for_check(spec: MonitorSpec, prices: PriceTable) -> int:
    """Return the credits set aside when a check begins: a crawl reserves for its pages itself."""
    return sum(price_of(target, prices) for target in spec.targets if not isinstance(target, CrawlTarget))


def price_a_month(monitor: Monitor, prices: PriceTable, now: datetime) -> int:
    """Return the price of the checks of the next 30 days."""
    pages = None if monitor.last_summary is None else monitor.last_summary.total
    return monitor.spec.schedule.runs_a_month(now) * price_of_check(monitor.spec, prices, pages=pages)
