"""What pages lead to."""

from typing import Any

from gossamer.core.crawls import CrawlScope, CrawlSpec, EntryKind, Reason
from gossamer.core.specs import ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.features.crawl.discovery import Explorer, Findings, Keys
from gossamer.ports.sites import SitemapEntry
from tests.unit.features.crawl.model import NOW

START = web_url("http://e.org/")


def explorer(**scope: Any) -> Explorer:
    return Explorer(CrawlSpec(START, ScrapeSpec(START), scope=CrawlScope(**scope)), home=START, begun=NOW)


def look(explorer: Explorer, *links: str, depth: int = 1, turn: Keys | None = None, full: bool = False) -> Findings:
    return explorer.links(links, depth=depth, turn=Keys() if turn is None else turn, full=full)


def found(findings: Findings) -> dict[str, Reason | None]:
    return {one.url: one.refusal.reason if one.refusal else None for one in findings.found}


def test_a_page_that_is_linked_under_several_addresses_is_found_once() -> None:
    links = ["http://e.org/a", "http://e.org/a#x", "http://www.e.org/a/", "https://e.org/a?utm_source=b"]
    assert found(look(explorer(), *links)) == {"http://e.org/a": None}


def test_what_is_fetched_is_the_address_as_it_was_found() -> None:
    assert found(look(explorer(), "http://www.e.org/A/?b=2&a=1&gclid=9#part")) == {
        "http://www.e.org/A/?b=2&a=1&gclid=9": None
    }


def test_what_is_no_web_address_is_not_told_of() -> None:
    links = ["mailto:a@e.org", "javascript:void(0)", "tel:123", "http://", "http://[bad/", "ftp://e.org/a"]
    assert look(explorer(), *links).found == []


def test_within_a_turn_a_link_is_new_once() -> None:
    exploring, turn = explorer(), Keys()
    assert len(look(exploring, "http://e.org/a", turn=turn).found) == 1
    assert look(exploring, "http://e.org/a", "http://e.org/a#b", turn=turn).found == []


def test_another_turn_knows_only_what_became_durable() -> None:
    exploring = explorer()
    findings = look(exploring, "http://e.org/a")
    assert len(look(exploring, "http://e.org/a").found) == 1
    exploring.remember(findings.keys)
    assert look(exploring, "http://e.org/a").found == []


def test_what_was_too_deep_may_be_met_again_nearer() -> None:
    exploring, turn = explorer(max_discovery_depth=2), Keys()
    deep = look(exploring, "http://e.org/a", depth=3, turn=turn)
    assert found(deep) == {"http://e.org/a": Reason.DEPTH}
    assert look(exploring, "http://e.org/a", depth=3, turn=turn).found == []
    exploring.remember(deep.keys)
    assert look(exploring, "http://e.org/a", depth=3).found == []
    assert found(look(exploring, "http://e.org/a", depth=2)) == {"http://e.org/a": None}


def test_a_full_frontier_takes_no_pages_and_still_tells_why_others_are_none() -> None:
    exploring = explorer()
    findings = look(exploring, "http://e.org/a", "http://other.org/", full=True)
    assert found(findings) == {"http://other.org/": Reason.EXTERNAL}
    assert findings.left_out == 1
    exploring.remember(findings.keys)
    assert found(look(exploring, "http://e.org/a")) == {"http://e.org/a": None}


def test_endless_spaces_are_told_with_what_shows_them() -> None:
    findings = look(
        explorer(),
        "http://e.org/a/b/a/b/a/b",
        *(f"http://e.org/calendar/2026/5/{d}/{n}" for d in range(1, 29) for n in range(9)),
    )
    assert findings.found[0].refusal is not None
    assert findings.found[0].refusal.detail == "The path repeats itself."


def test_pages_of_a_sitemap_have_depth_zero_and_go_with_the_links_of_the_start() -> None:
    entries = [SitemapEntry(web_url("http://e.org/deep")), SitemapEntry(web_url("http://e.org/2.xml"), nested=True)]
    findings = explorer(max_discovery_depth=0).entries(entries, depth=1, turn=Keys(), full=False)
    page, sitemap = findings.found
    assert (page.kind, page.depth, page.rank, page.refusal) == (EntryKind.PAGE, 0, 1, None)
    assert (sitemap.kind, sitemap.depth, sitemap.rank) == (EntryKind.SITEMAP, 2, 1)


def test_a_sitemap_is_queued_although_a_page_has_its_address() -> None:
    exploring, turn = explorer(), Keys()
    look(exploring, "http://e.org/news.xml", turn=turn)
    nested = [SitemapEntry(web_url("http://e.org/news.xml"), nested=True)]
    assert len(exploring.entries(nested, depth=0, turn=turn, full=False).found) == 1
