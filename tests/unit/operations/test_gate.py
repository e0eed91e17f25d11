from dataclasses import dataclass, replace

import pytest

from gossamer.core.access import Ask, Group, Principal
from gossamer.core.actions import PrintPdf, WaitFor
from gossamer.core.crawling import CrawlScope, CrawlSpec, MapSpec
from gossamer.core.errors import NotAllowed, NotAvailable
from gossamer.core.formats import Html, Markdown, Understanding
from gossamer.core.specs import AgentOption, ScrapeSpec
from gossamer.core.urls import web_url
from gossamer.operations.gate import Rights, admit, ask_of, ask_of_pages, check_available, check_map, check_permitted

SPEC = ScrapeSpec(url=web_url("https://e.org/"))


@dataclass(frozen=True, slots=True)
class OnlyFormats:
    allowed: frozenset[str]

    def refusal(self, ask: Ask) -> str | None:
        refused = ask.formats - self.allowed
        return f"not {sorted(refused)}" if refused else None


CALLER = Principal("t", "k", (OnlyFormats(frozenset({"markdown"})),))


def test_an_ask_names_formats_actions_and_targets_of_the_spec() -> None:
    spec = replace(SPEC, formats=(Markdown(), Html()), actions=(WaitFor("p"), PrintPdf()))
    assert ask_of(Group.SCRAPE, spec) == Ask(
        Group.SCRAPE, frozenset({"markdown", "html"}), frozenset({"wait", "pdf"}), ("https://e.org/",)
    )


def test_the_default_format_is_asked_for_too() -> None:
    assert ask_of(Group.SCRAPE, SPEC).formats == {"markdown"}


def test_every_restriction_must_agree() -> None:
    admit(CALLER, ask_of(Group.SCRAPE, SPEC))
    with pytest.raises(NotAllowed, match="html"):
        admit(CALLER, ask_of(Group.SCRAPE, replace(SPEC, formats=(Html(),))))


@pytest.mark.parametrize(
    "spec",
    [
        replace(SPEC, formats=(Markdown(), Understanding("summary", {}))),
        replace(SPEC, agent=AgentOption(prompt="click around")),
    ],
)
def test_what_is_not_there_yet_is_named(spec: ScrapeSpec) -> None:
    with pytest.raises(NotAvailable, match=r"`summary`|`agent`"):
        check_available(spec)


def test_zero_retention_must_be_enabled_first() -> None:
    with pytest.raises(NotAllowed, match="not enabled"):
        check_available(replace(SPEC, zero_data_retention=True))


def test_an_ask_for_many_pages_names_all_of_them() -> None:
    urls = ("https://e.org/", "https://o.org/")
    assert ask_of_pages(Group.BATCH_SCRAPE, SPEC, urls) == replace(ask_of(Group.BATCH_SCRAPE, SPEC), urls=urls)


@pytest.mark.parametrize("scope", [CrawlScope(ignore_robots=True), CrawlScope(robots_user_agent="Bot")])
def test_passing_over_robots_txt_is_a_right(scope: CrawlScope) -> None:
    spec = CrawlSpec(url=SPEC.url, scrape=SPEC, scope=scope)
    check_permitted(spec, Rights(ignore_robots=True))
    check_permitted(replace(spec, scope=CrawlScope()), Rights())
    with pytest.raises(NotAllowed, match="not enabled"):
        check_permitted(spec, Rights())


def test_threat_protection_of_a_map_must_be_enabled_first() -> None:
    check_map(MapSpec(url=SPEC.url))
    with pytest.raises(NotAllowed, match="not enabled"):
        check_map(MapSpec(url=SPEC.url, threat_protection=True))
