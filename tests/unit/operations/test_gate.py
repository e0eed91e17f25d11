from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from typing import Any

import pytest

from gossamer.core.access import AccessRequest, Group, Principal
from gossamer.core.actions import Click, Press, PrintPdf, WaitFor, Write
from gossamer.core.crawls import BatchSpec, CrawlScope, CrawlSpec, MapSpec
from gossamer.core.errors import CallerError, NotAllowed, NotAvailable, NotSafe
from gossamer.core.extractions import ExtractSpec
from gossamer.core.formats import (
    Branding,
    ChangeTracking,
    Highlights,
    Html,
    Json,
    Links,
    Markdown,
    Menu,
    Product,
    Question,
    Summary,
)
from gossamer.core.jobs import Job, JobKind, JobSpec, JobState, Progress
from gossamer.core.restrictions import Restrictions
from gossamer.core.searches import SearchSpec
from gossamer.core.specs import AgentOption, CachePolicy, PdfOptions, ProfileUse, ProxyTier, ScrapeSpec
from gossamer.core.threats import ThreatMode, ThreatOverride, ThreatSettings
from gossamer.core.urls import web_url
from gossamer.operations.gate import (
    Rights,
    access_request,
    admit,
    admit_address,
    ask_of_crawl,
    ask_of_job,
    ask_of_map,
    ask_of_pages,
    check_agent,
    check_available,
    check_job,
    check_map,
    check_permitted,
    check_profile,
    check_search,
    may_ask_model,
    may_be_told,
    permits_of,
    refusals,
)

SPEC = ScrapeSpec(url=web_url("https://e.org/"))
PROFILE = replace(SPEC, profile=ProfileUse("shop"))
AGENT = replace(SPEC, agent=AgentOption(prompt="click around"))
STORED = CachePolicy(lockdown=True)
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
MANAGED = "Team admins can manage key restrictions in the dashboard: API Keys, Restrictions (/dashboard/keys)."
ANYBODY = Principal("t", "k")


def caller(*, addresses: Sequence[str] = (), **restrictions: object) -> Principal:
    rules = Restrictions(**restrictions).rules()  # type: ignore[arg-type]
    return Principal("t", "k", rules, tuple(map(ip_network, addresses)))


def told(who: Principal, ask: AccessRequest) -> str:
    with pytest.raises(NotAllowed) as refused:
        admit(who, ask)
    return refused.value.message


def job(spec: JobSpec, dialect: str = "v2") -> Job:
    kind = JobKind.CRAWL if isinstance(spec, CrawlSpec) else JobKind.BATCH
    end = NOON + timedelta(hours=1)
    return Job("j", "t", "k", kind, JobState.SCRAPING, spec, Progress(), NOON, end, end, dialect=dialect)


def test_an_ask_names_formats_actions_and_targets_of_the_spec() -> None:
    spec = replace(SPEC, formats=(Markdown(), Html()), actions=(WaitFor("p"), PrintPdf()))
    assert access_request(Group.SCRAPE, spec) == AccessRequest(
        Group.SCRAPE, frozenset({"markdown", "html"}), frozenset({"wait", "pdf"}), ("https://e.org/",), live=True
    )


def test_the_default_format_is_asked_for_too() -> None:
    assert access_request(Group.SCRAPE, SPEC).formats == {"markdown"}


def test_the_text_of_each_page_of_a_pdf_counts_as_markdown() -> None:
    spec = replace(SPEC, formats=(Html(),), pdf=PdfOptions(pages=True))
    assert access_request(Group.SCRAPE, spec).formats == {"html", "markdown"}


@pytest.mark.parametrize(
    ("spec", "needed"),
    [
        (SPEC, False),
        (AGENT, False),
        *(
            (replace(SPEC, formats=(wanted,)), False)
            for wanted in (Json(), Summary(), Question("q"), Highlights("q"), Product(), Menu(), Branding())
        ),
        (replace(SPEC, formats=(ChangeTracking(json=True, prompt="p"),)), False),
    ],
)
def test_an_ask_says_whether_a_model_is_needed(spec: ScrapeSpec, needed: bool) -> None:
    assert access_request(Group.SCRAPE, spec).model is needed


def test_only_what_reads_stored_pages_alone_visits_no_site() -> None:
    stored = replace(SPEC, cache=STORED)
    assert not access_request(Group.SCRAPE, stored).live
    assert not access_request(Group.SCRAPE, replace(SPEC, cache=CachePolicy(min_age=timedelta(days=1)))).live
    assert not ask_of_pages(Group.BATCH_SCRAPE, stored, [SPEC.url]).live
    # An agent is sent to a site, whatever else was said.
    assert access_request(Group.SCRAPE, replace(AGENT, cache=STORED)).live
    # Its robots.txt and sitemaps are asked for.
    assert ask_of_crawl(Group.CRAWL, CrawlSpec(SPEC.url, stored)).live
    assert ask_of_map(Group.MAP, MapSpec(SPEC.url)).live


def test_an_ask_for_many_pages_names_all_of_them() -> None:
    urls = ("https://e.org/", "https://o.org/")
    assert ask_of_pages(Group.BATCH_SCRAPE, SPEC, urls) == replace(access_request(Group.BATCH_SCRAPE, SPEC), urls=urls)


def test_a_running_crawl_is_asked_about_with_its_start_and_a_batch_without_its_pages() -> None:
    crawl, batch = CrawlSpec(SPEC.url, SPEC), BatchSpec((SPEC.url,), SPEC)
    assert ask_of_job(job(crawl)) == ask_of_crawl(Group.CRAWL, crawl)
    assert ask_of_job(job(batch)) == ask_of_pages(Group.BATCH_SCRAPE, SPEC, ())
    assert ask_of_job(job(crawl, "v0")).group is Group.LEGACY


def test_who_is_not_restricted_is_told_nothing() -> None:
    ask = replace(access_request(Group.UNKNOWN, SPEC), actions=frozenset({"pdf"}), model=True, live=True)
    assert refusals(ANYBODY, ask) == ()
    admit(ANYBODY, ask)


def test_a_format_that_is_not_allowed_is_told_with_those_that_are() -> None:
    who = caller(allowed_formats=("markdown", "links"))
    assert told(who, AccessRequest(Group.SCRAPE, formats=frozenset({"rawHtml", "html", "markdown"}))) == (
        "Request blocked: this API key is restricted to the following formats: markdown, links. "
        f"Requested formats not allowed: html, rawHtml. {MANAGED}"
    )


def test_an_action_that_returns_content_is_told_in_the_same_family() -> None:
    who = caller(allowed_formats=("markdown",))
    assert told(who, AccessRequest(Group.SCRAPE, actions=frozenset({"click", "executeJavascript", "screenshot"}))) == (
        "Request blocked: this API key is restricted to the following formats: markdown. "
        f"Requested actions not allowed: executeJavascript, screenshot. {MANAGED}"
    )


def test_an_action_that_nobody_has_classified_is_refused_on_a_key_with_formats() -> None:
    assert "brandNew" in told(
        caller(allowed_formats=("markdown",)), AccessRequest(Group.SCRAPE, actions=frozenset({"brandNew"}))
    )


def test_an_endpoint_that_is_not_allowed_is_told_with_those_that_are() -> None:
    who = caller(allowed_endpoints=(Group.SCRAPE, Group.MAP))
    assert told(who, AccessRequest(Group.CRAWL)) == (
        "Request blocked: this API key is restricted to the following endpoints: scrape, map. "
        f"Endpoint not allowed: crawl. {MANAGED}"
    )


def test_all_that_is_refused_is_told_at_once() -> None:
    who = caller(
        allowed_endpoints=(Group.MAP,),
        allowed_formats=("markdown",),
        allowed_domains=("o.org",),
        no_model=True,
        cache_only=True,
    )
    ask = AccessRequest(
        Group.SCRAPE, frozenset({"json"}), frozenset({"pdf"}), ("https://e.org/",), model=True, live=True
    )
    message = told(who, ask)
    for part in (
        "Request blocked: this API key is restricted to the following endpoints: map. Endpoint not allowed: scrape.",
        "This API key is restricted to the following formats: markdown. Requested formats not allowed: json. ",
        "Requested formats not allowed: json. Requested actions not allowed: pdf. This",
        "This API key is restricted to the following domains: o.org. Requested domains not allowed: e.org.",
        "This API key may not use language models",
        "This API key may only read stored pages",
    ):
        assert part in message
    assert message.endswith(MANAGED)
    assert message.count(MANAGED) == 1
    assert len(refusals(who, ask)) == 5


def test_only_some_of_many_refused_domains_are_told() -> None:
    urls = tuple(f"https://h{n}.org/" for n in range(10_000))
    message = told(caller(allowed_domains=("e.org",)), AccessRequest(Group.BATCH_SCRAPE, urls=urls))
    assert "and 9980 more" in message
    assert len(message) < 1000


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://e.org/a", True),
        ("https://shop.e.org/", True),
        ("http://E.ORG./", True),
        ("https://e.org:8443/", True),
        ("https://note.org/", False),
        ("https://e.org.evil.com/", False),
        ("https://evil.com/?e.org", False),
        ("https://e.org@evil.com/", False),
        ("https://org/", False),
        ("about:blank", False),
        ("http://[", False),
    ],
)
def test_a_domain_allows_itself_and_what_is_below_it(url: str, allowed: bool) -> None:
    permits = permits_of(caller(allowed_domains=("e.org",)), None)
    assert permits is not None
    assert (permits(url) is None) is allowed


def test_an_address_may_be_visited_with_a_key_that_is_limited_otherwise() -> None:
    permits = permits_of(caller(allowed_endpoints=(Group.MAP,), allowed_formats=("html",), no_model=True), None)
    assert permits is not None
    assert permits("https://e.org/") is None
    assert permits_of(ANYBODY, None) is None


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        ("192.0.2.7", True),
        ("::ffff:192.0.2.7", True),
        ("::FFFF:C000:0207", True),
        ("192.0.2.8", False),
        ("2001:db8::77", True),
        ("2001:db8::77%eth0", True),
        ("2001:db9::77", False),
        ("::192.0.2.7", False),
        ("", False),
        (None, False),
        ("testclient", False),
        ("192.0.2.7, 10.0.0.1", False),
    ],
)
def test_a_key_with_addresses_may_be_used_from_these_alone(address: str | None, allowed: bool) -> None:
    who = caller(addresses=["192.0.2.7/32", "2001:db8::/32"])
    if allowed:
        admit_address(who, address)
        return
    with pytest.raises(NotAllowed) as refused:
        admit_address(who, address)
    assert refused.value.message.startswith("Request blocked: IP address ")
    assert refused.value.message.endswith(
        " is not on this API key's allowed IP list. "
        "Team admins can manage it in the dashboard: API Keys, Allowed addresses (/dashboard/keys)."
    )


def test_a_key_without_addresses_may_be_used_from_anywhere() -> None:
    admit_address(ANYBODY, None)
    admit_address(caller(allowed_formats=("html",)), "nowhere")


@dataclass(frozen=True, slots=True)
class NeverOn:
    """A restriction of a kind that came later."""

    host: str

    def refusal(self, ask: AccessRequest) -> str | None:
        return f"This API key may never visit {self.host}." if any(self.host in url for url in ask.urls) else None


def test_every_restriction_must_agree_whatever_its_kind() -> None:
    who = Principal("t", "k", (*caller(allowed_formats=("markdown",)).restrictions, NeverOn("e.org")))
    message = told(who, access_request(Group.SCRAPE, SPEC))
    assert message == f"Request blocked: this API key may never visit e.org. {MANAGED}"
    admit(who, access_request(Group.SCRAPE, replace(SPEC, url=web_url("https://o.org/"))))


def test_what_is_understood_needs_no_model() -> None:
    check_available(ANYBODY, replace(SPEC, formats=(Json(), Summary(), Question("q"), Highlights("q"))))


@pytest.mark.parametrize(
    ("means", "words"),
    [
        ({"proxy": ProxyTier.STEALTH}, "a stealth `proxy`"),
        ({"proxy": ProxyTier.ENHANCED}, "a stealth `proxy`"),
        ({"profile": ProfileUse("shop")}, "a `profile`"),
        ({"actions": (Click("#a"), Write("me"))}, "`write` actions"),
        ({"actions": (Press("m"), Press("e"))}, "`write` actions"),
        ({"headers": {"X-Api-Key": "k"}}, "`headers` with credentials"),
        ({"headers": {"cookie": "a=b"}}, "`headers` with credentials"),
        ({"headers": {"X-Password": "p"}}, "`headers` with credentials"),
        ({"url": web_url("https://me:word@e.org/")}, "a password"),
    ],
)
def test_safe_mode_rules_out_to_pass_for_somebody(means: dict[str, Any], words: str) -> None:
    check_available(ANYBODY, replace(SPEC, **means))
    with pytest.raises(NotSafe, match=words):
        check_available(ANYBODY, replace(SPEC, safe_mode=True, **means))


def test_safe_mode_lets_a_plain_visit_through() -> None:
    plain: dict[str, Any] = {
        "headers": {"Accept-Language": "de", "X-Author": "me"},
        "actions": (Click("#a"), Press("Enter")),
        "proxy": ProxyTier.BASIC,
    }
    check_available(ANYBODY, replace(SPEC, safe_mode=True, **plain))


def test_safe_mode_holds_for_every_address_of_a_job() -> None:
    safe = replace(SPEC, safe_mode=True)
    urls = (web_url("https://e.org/"), web_url("https://me:word@e.org/"))
    with pytest.raises(NotSafe, match="a password"):
        check_job(ANYBODY, BatchSpec(urls, safe), browser=True)
    check_job(ANYBODY, BatchSpec(urls, SPEC), browser=True)


def test_a_question_is_restricted_under_the_name_it_was_asked_by() -> None:
    asked = replace(SPEC, formats=(Question("q"), Question("q", as_query=True)))
    assert access_request(Group.SCRAPE, asked).formats == {"question", "query"}


def test_an_agent_needs_a_browser_and_a_site_it_may_visit() -> None:
    check_agent(AGENT, browser=True)
    with pytest.raises(NotAvailable, match="gossamer doctor"):
        check_agent(AGENT, browser=False)
    for cache in (STORED, CachePolicy(min_age=timedelta(days=1))):
        with pytest.raises(CallerError, match="`lockdown` and `minAge`"):
            check_agent(replace(AGENT, cache=cache), browser=True)


def test_a_profile_needs_a_browser_a_site_it_may_visit_and_leave_to_be_kept() -> None:
    check_profile(SPEC, browser=False)
    check_profile(PROFILE, browser=True)
    with pytest.raises(NotAvailable, match="gossamer doctor"):
        check_profile(PROFILE, browser=False)
    for cache in (STORED, CachePolicy(min_age=timedelta(days=1))):
        with pytest.raises(CallerError, match="`lockdown` and `minAge`"):
            check_profile(replace(PROFILE, cache=cache), browser=True)
    private = replace(PROFILE, zero_data_retention=True)
    with pytest.raises(CallerError, match="`saveChanges` false"):
        check_profile(private, browser=True)
    check_profile(replace(private, profile=ProfileUse("shop", save=False)), browser=True)


def test_a_scrape_with_a_profile_visits_its_site() -> None:
    assert access_request(Group.SCRAPE, replace(PROFILE, cache=STORED)).live


@pytest.mark.parametrize("kind", ["crawl", "batch", "extract"])
def test_a_job_with_a_profile_needs_what_a_scrape_with_it_needs(kind: str) -> None:
    check_job(ANYBODY, _job(kind, PROFILE), browser=True)
    with pytest.raises(NotAvailable, match="gossamer doctor"):
        check_job(ANYBODY, _job(kind, PROFILE), browser=False)
    with pytest.raises(CallerError, match="`saveChanges` false"):
        check_job(
            replace(ANYBODY, zero_data_retention=True),
            _job(kind, replace(PROFILE, zero_data_retention=True)),
            browser=True,
        )


def _job(kind: str, scrape: ScrapeSpec) -> JobSpec:
    if kind == "extract":
        return ExtractSpec(urls=(SPEC.url,), scrape=scrape)
    return CrawlSpec(SPEC.url, scrape) if kind == "crawl" else BatchSpec((SPEC.url,), scrape)


def test_an_agent_does_without_a_model_on_a_key_that_may_not_use_one() -> None:
    who = caller(no_model=True)
    ask = access_request(Group.SCRAPE, AGENT)
    admit(who, ask)
    assert not may_ask_model(who, ask)
    assert may_ask_model(ANYBODY, ask)


def test_what_an_agent_says_of_a_page_is_for_keys_that_may_have_its_text() -> None:
    ask = access_request(Group.SCRAPE, replace(AGENT, formats=(Links(),)))
    assert may_be_told(ANYBODY, ask)
    assert may_be_told(caller(allowed_formats=("links", "markdown")), ask)
    assert not may_be_told(caller(allowed_formats=("links",)), ask)


def test_an_agent_is_sent_to_the_pages_of_a_batch_and_not_of_a_crawl() -> None:
    check_job(ANYBODY, BatchSpec((SPEC.url,), AGENT), browser=True)
    with pytest.raises(NotAvailable, match="gossamer doctor"):
        check_job(ANYBODY, BatchSpec((SPEC.url,), AGENT), browser=False)
    with pytest.raises(NotAvailable, match="as a batch"):
        check_job(ANYBODY, CrawlSpec(SPEC.url, AGENT), browser=True)


def test_zero_retention_must_be_enabled_for_the_team() -> None:
    wanted = replace(SPEC, zero_data_retention=True)
    with pytest.raises(NotAllowed, match="not enabled"):
        check_available(ANYBODY, wanted)
    check_available(replace(ANYBODY, zero_data_retention=True), wanted)


@pytest.mark.parametrize(
    "spec",
    [
        CrawlSpec(SPEC.url, SPEC, zero_data_retention=True),
        BatchSpec((SPEC.url,), replace(SPEC, zero_data_retention=True)),
    ],
)
def test_a_job_that_keeps_nothing_must_be_allowed_for_the_team(spec: JobSpec) -> None:
    with pytest.raises(NotAllowed, match="not enabled"):
        check_job(ANYBODY, spec, browser=False)
    check_job(replace(ANYBODY, zero_data_retention=True), spec, browser=False)


@pytest.mark.parametrize("scope", [CrawlScope(ignore_robots=True), CrawlScope(robots_user_agent="Bot")])
def test_passing_over_robots_txt_is_a_right(scope: CrawlScope) -> None:
    spec = CrawlSpec(url=SPEC.url, scrape=SPEC, scope=scope)
    check_permitted(spec, Rights(ignore_robots=True))
    check_permitted(replace(spec, scope=CrawlScope()), Rights())
    with pytest.raises(NotAllowed, match="not enabled"):
        check_permitted(spec, Rights())


@pytest.mark.parametrize("override", [ThreatOverride(), ThreatOverride(ThreatMode.OFF)])
def test_a_team_may_lock_its_threat_protection(override: ThreatOverride) -> None:
    locked = replace(ANYBODY, threats=ThreatSettings(allow_request_overrides=False))
    wanted = replace(SPEC, threat_protection=override)
    checks: list[Callable[[], None]] = [
        lambda: check_available(locked, wanted),
        lambda: check_job(locked, BatchSpec((SPEC.url,), wanted), browser=False),
        lambda: check_map(locked, MapSpec(url=SPEC.url, threat_protection=override)),
        lambda: check_search(locked, SearchSpec("q", threat_protection=override)),
    ]
    check_available(ANYBODY, wanted)
    check_map(locked, MapSpec(url=SPEC.url))
    for check in checks:
        with pytest.raises(NotAllowed, match="does not allow requests to change"):
            check()


def test_a_connector_that_is_not_there_cannot_be_asked_for() -> None:
    with pytest.raises(NotAllowed, match="Zscaler is not available"):
        check_available(ANYBODY, replace(SPEC, threat_protection=ThreatOverride(ThreatMode.ZSCALER)))
