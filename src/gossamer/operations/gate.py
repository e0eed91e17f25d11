"""The gate: what a spec asks for, and whether the caller may.

The decision reads the spec, never the route, so that every API version, and later jobs,
monitors and agent tools, meet the same rule.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from gossamer.content.page_fields import check_rules
from gossamer.core.access import AccessRequest, Group, Permits, Principal
from gossamer.core.actions import Action, Press, Write
from gossamer.core.crawls import BatchSpec, CrawlSpec, MapSpec
from gossamer.core.errors import CallerError, NotAllowed, NotAvailable, NotFound, NotSafe
from gossamer.core.extractions import ExtractSpec
from gossamer.core.formats import ChangeTracking, Fields, Markdown, RawBase64
from gossamer.core.jobs import Job, JobKind, JobSpec
from gossamer.core.research import LlmsTxtSpec, ResearchSpec
from gossamer.core.restrictions import address, holds
from gossamer.core.searches import SearchSpec
from gossamer.core.specs import ProxyTier, ScrapeSpec
from gossamer.core.threats import ThreatMode, ThreatOverride
from gossamer.core.urls import credentials_of

_BLOCKED: Final = "Request blocked: "
_RESTRICTIONS_MANAGED: Final = (
    "Team admins can manage key restrictions in the dashboard: API Keys, Restrictions (/dashboard/keys)."
)
_ADDRESSES_MANAGED: Final = "Team admins can manage it in the dashboard: API Keys, Allowed addresses (/dashboard/keys)."
_NO_OVERRIDES: Final = (
    "This team does not allow requests to change its threat protection. Leave out `threatProtection`, or ask an admin "
    "of the team to set `allowRequestOverrides`."
)
NO_ZSCALER: Final = (
    "Zscaler is not available on this server. Use the mode `normal` (the lists of the team and of this server) or "
    "`manual-only` (the lists of the team)."
)
_OWN_SCRAPES: Final = "This API key is restricted, and reads and continues only scrapes that it made itself."
_NO_ZERO_RETENTION: Final = "Zero data retention is not enabled for this team."
# Names of headers that say who asks.
_CREDENTIALS: Final = re.compile(
    r"auth(?!or(?!iz))|cookie|token|secret|session|passw|credential|(?:api|access)-?key", re.IGNORECASE
)
# Which endpoint group a job belongs to, whatever path asks for it.
# Which it belongs to by who started it, where that is no version of the API with groups of its own.
_DIALECT_GROUPS: Final = {"v0": Group.LEGACY, "monitor": Group.MONITOR}
JOB_GROUPS: Final = {
    JobKind.CRAWL: Group.CRAWL,
    JobKind.BATCH: Group.BATCH_SCRAPE,
    JobKind.EXTRACT: Group.EXTRACT,
    JobKind.AGENT: Group.AGENT,
    JobKind.DEEP_RESEARCH: Group.DEEP_RESEARCH,
    JobKind.LLMSTXT: Group.LLMSTXT,
}


@dataclass(frozen=True, slots=True)
class Rights:
    """Features that this deployment allows its teams beyond the default."""

    ignore_robots: bool = False


def access_request(group: Group, spec: ScrapeSpec) -> AccessRequest:
    """Reduce *spec* to what restrictions speak of."""
    return AccessRequest(
        group=group,
        formats=_formats_of(spec),
        actions=frozenset(a.kind for a in spec.actions or ()),
        urls=(spec.url,),
        live=spec.agent is not None or spec.profile is not None or not spec.cache.only_stored,
    )


def ask_of_parse(group: Group, spec: ScrapeSpec) -> AccessRequest:
    """Reduce the parsing of a file to what restrictions speak of: it names no address and visits nothing."""
    return replace(access_request(group, spec), urls=(), live=False)


def ask_of_pages(group: Group, template: ScrapeSpec, urls: Sequence[str]) -> AccessRequest:
    """Reduce the same scrape of many *urls* to what restrictions speak of."""
    return replace(access_request(group, template), urls=tuple(urls))


def ask_of_crawl(group: Group, spec: CrawlSpec) -> AccessRequest:
    """Reduce *spec* to what restrictions speak of; a crawl visits its site even for pages that are stored."""
    return replace(access_request(group, spec.scrape), urls=(spec.url,), live=True)


def ask_of_map(group: Group, spec: MapSpec) -> AccessRequest:
    """Reduce *spec* to what restrictions speak of."""
    return AccessRequest(group, urls=(spec.url,), live=True)


def ask_of_extract(group: Group, spec: ExtractSpec) -> AccessRequest:
    """Reduce *spec* to what restrictions speak of: its group says which data may be had of pages, and no format.

    A site is visited to look for its pages, even where these are stored.
    """
    live = bool(spec.sites) or spec.web_search
    format_names = access_request(group, spec.scrape)
    return replace(format_names, formats=frozenset(), urls=spec.addresses, live=format_names.live or live)


def ask_of_research(group: Group, spec: ResearchSpec) -> AccessRequest:
    """Reduce *spec* to what restrictions speak of: its group says that answers may be had, and no format."""
    return AccessRequest(group, urls=spec.urls, live=True)


def ask_of_llmstxt(group: Group, spec: LlmsTxtSpec) -> AccessRequest:
    """Reduce *spec* to what restrictions speak of."""
    return AccessRequest(group, urls=(spec.url,), live=True)


def ask_of_search(group: Group, spec: SearchSpec) -> AccessRequest:
    """Reduce *spec* to what restrictions speak of; where no format is asked for, nothing is scraped.

    Which addresses it finds is for `permits_of` to look at; who may not visit sites searches what is stored.
    """
    return AccessRequest(group) if spec.scrape is None else replace(access_request(group, spec.scrape), urls=())


def ask_of_session(group: Group, *, code: bool = False) -> AccessRequest:
    """Reduce the use of a session's page, by a prompt or by *code*, to what restrictions speak of.

    Code can read all of the page, as a script of the caller's can that runs in it.
    """
    return AccessRequest(group, actions=frozenset({"executeJavascript"} if code else ()), live=True)


def ask_to_read(caller: Principal, group: Group, job: Job) -> AccessRequest:
    """Reduce reading *job* to what restrictions speak of; the addresses of another key's job have to be allowed."""
    return AccessRequest(group, urls=() if job.key_id == caller.key_id else _addresses_of(job.spec))


def ask_of_job(job: Job) -> AccessRequest:
    """Reduce what is left of *job* to what restrictions speak of; a batch's pages are asked for one by one."""
    group = _DIALECT_GROUPS.get(job.dialect, JOB_GROUPS[job.kind])
    match job.spec:
        case CrawlSpec():
            return ask_of_crawl(group, job.spec)
        case BatchSpec():
            return ask_of_pages(group, job.spec.scrape, ())
        case ExtractSpec():
            return replace(ask_of_extract(group, job.spec), urls=())
        case ResearchSpec() | LlmsTxtSpec():
            return AccessRequest(group, live=True)


def _addresses_of(spec: JobSpec) -> tuple[str, ...]:
    match spec:
        case CrawlSpec() | LlmsTxtSpec():
            return (spec.url,)
        case ExtractSpec():
            return spec.addresses
        case BatchSpec() | ResearchSpec():
            return spec.urls


def _formats_of(spec: ScrapeSpec) -> frozenset[str]:
    """Return the formats of the answer; the text of a PDF's pages and blocks is Markdown, whatever it is called."""
    format_names = {output.name for output in spec.formats}
    return frozenset(format_names | {Markdown.name} if spec.pdf.pages or spec.pdf.blocks else format_names)


def refusals(caller: Principal, ask: AccessRequest) -> tuple[str, ...]:
    """Return the reasons to refuse *ask*, a sentence or two for each refusing restriction; empty when there is none."""
    return tuple(reason for rule in caller.restrictions if (reason := rule.refusal(ask)) is not None)


def admit(caller: Principal, ask: AccessRequest) -> None:
    """Raise NotAllowed unless every restriction of the caller agrees; the error names all that refuse."""
    if caller.restrictions and (reasons := refusals(caller, ask)):
        raise NotAllowed(_describe_refusal(reasons))


def admit_address(caller: Principal, called_from: str | None) -> None:
    """Raise NotAllowed unless the caller's key may be used from there; from nowhere (None) only if from anywhere."""
    if not caller.addresses:
        return
    caller_address = address(called_from or "")
    if not holds(caller.addresses, caller_address):
        shown = "unknown" if caller_address is None else caller_address
        raise NotAllowed(f"{_BLOCKED}IP address {shown} is not on this API key's allowed IP list. {_ADDRESSES_MANAGED}")


def own_key(caller: Principal) -> str | None:
    """Return the key whose scrapes *caller* may use: its own when it is restricted, else None for all of its team."""
    return caller.key_id if caller.restrictions else None


def no_scrape(caller: Principal, message: str) -> NotFound:
    """Return the error for a scrape that is not there, or not for *caller*."""
    return NotFound(f"{message} {_OWN_SCRAPES}" if caller.restrictions else message)


def may_visit(caller: Principal, group: Group) -> bool:
    """Return whether what *group* does may ask others than this service, for who was admitted to it."""
    return not refusals(caller, AccessRequest(group, live=True))


def may_ask_model(caller: Principal, ask: AccessRequest) -> bool:
    """Return whether a model may help with *ask*, which was admitted without one."""
    return not refusals(caller, replace(ask, model=True))


def may_be_told(caller: Principal, ask: AccessRequest) -> bool:
    """Return whether the caller may have the text of the pages that *ask* is about, in whatever words."""
    return not refusals(caller, replace(ask, formats=ask.formats | {Markdown.name}))


def permits_of(caller: Principal, unsafe: Permits | None) -> Permits | None:
    """Return a function that refuses addresses to the caller, or None; *unsafe* does so for threat protection."""
    if not caller.restrictions:
        return unsafe

    def refusal(url: str) -> NotAllowed | None:
        # Of the address alone: that its group may be called was found before.
        reasons = refusals(caller, AccessRequest(Group.ACCOUNT, urls=(url,)))
        if reasons:
            return NotAllowed(_describe_refusal(reasons))
        return None if unsafe is None else unsafe(url)

    return refusal


def _describe_refusal(reasons: Sequence[str]) -> str:
    message = " ".join(reasons)
    return f"{_BLOCKED}{message[:1].lower()}{message[1:]} {_RESTRICTIONS_MANAGED}"


def check_available(caller: Principal, spec: ScrapeSpec, urls: Sequence[str] = ()) -> None:
    """Raise when *spec*, for its own address or for *urls*, asks for what this deployment or the team does not have."""
    check_override(caller, spec.threat_protection)
    _check_safe_mode(spec, urls or (spec.url,))
    if spec.zero_data_retention and not caller.zero_data_retention:
        raise NotAllowed(_NO_ZERO_RETENTION)
    if spec.redaction is not None and any(isinstance(output, RawBase64) for output in spec.formats):
        raise CallerError("`redactPII` cannot reach into `rawBase64`, which is the file itself: leave out one.")
    for output in spec.formats:
        if isinstance(output, Fields):
            check_rules(output.rules)
    _check_history(spec)


def _is_typing(action: Action) -> bool:
    return isinstance(action, Write) or (isinstance(action, Press) and len(action.key) == 1)


def _check_safe_mode(spec: ScrapeSpec, urls: Sequence[str]) -> None:
    """Raise NotSafe when *spec* asks for safe mode, and for means to pass for somebody or to type."""
    if not spec.safe_mode:
        return
    means = {
        "a stealth `proxy`": spec.proxy in {ProxyTier.STEALTH, ProxyTier.ENHANCED},
        "a `profile`": spec.profile is not None,
        "`write` actions": any(map(_is_typing, spec.actions or ())),
        "`headers` with credentials": any(_CREDENTIALS.search(name) for name in spec.headers),
        "a password in the address": any(map(credentials_of, urls)),
    }
    if refused := [name for name, is_asked in means.items() if is_asked]:
        raise NotSafe(f"`safeMode` rules out {' and '.join(refused)}. Leave out one of them.")


def _check_history(spec: ScrapeSpec) -> None:
    """Raise CallerError when *spec* wants of a page's history what excludes one another."""
    tracking = next((output for output in spec.formats if isinstance(output, ChangeTracking)), None)
    if tracking is not None:
        if spec.cache.only_stored:
            raise CallerError(
                "`changeTracking` visits the page: leave out `lockdown`, `minAge` and `asOf`, which forbid a visit."
            )
        if spec.zero_data_retention:
            raise CallerError(
                "`changeTracking` keeps versions of the page, and `zeroDataRetention` keeps nothing: leave out one."
            )
    if spec.cache.as_of is not None and (spec.actions or spec.wait_for or spec.screenshot or spec.agent):
        raise CallerError(
            "`asOf` answers with a stored version: leave out `actions`, `waitFor`, `agent` and `screenshot`."
        )


def check_override(caller: Principal, override: ThreatOverride | None) -> None:
    """Raise NotAllowed when the team of *caller* does not allow *override*, or it needs what is not there."""
    if not override:
        return
    if not caller.threats.takes_overrides:
        raise NotAllowed(_NO_OVERRIDES)
    if override.mode is ThreatMode.ZSCALER:
        raise NotAllowed(NO_ZSCALER)


def check_profile(spec: ScrapeSpec, *, browser: bool) -> None:
    """Raise when the page of *spec* cannot be visited with its profile, if it has one."""
    if spec.profile is None:
        return
    if spec.cache.only_stored:
        raise CallerError("`profile` visits the site: leave out `lockdown` and `minAge`, which forbid a visit.")
    if spec.zero_data_retention and spec.profile.save:
        raise CallerError(
            "`zeroDataRetention` keeps nothing, and a profile is kept: send `profile` with `saveChanges` false."
        )
    if not browser:
        raise NotAvailable(
            "`profile` needs a browser and none is available here. Run `gossamer doctor` to see how to get one."
        )


def check_agent(spec: ScrapeSpec, *, browser: bool) -> None:
    """Raise when the agent of *spec* cannot navigate: without a *browser*, or where nothing may be visited."""
    if spec.cache.only_stored:
        raise CallerError("`agent` uses the site itself: leave out `lockdown` and `minAge`, which forbid a visit.")
    if not browser:
        raise NotAvailable(
            "`agent` needs a browser and none is available here. Run `gossamer doctor` to see how to get one."
        )


def check_job(caller: Principal, spec: JobSpec, *, browser: bool) -> None:
    """Raise when *spec* asks for what this deployment, or the caller's team, does not have."""
    zero_retention = spec.zero_data_retention or spec.scrape.zero_data_retention
    scrape = replace(spec.scrape, zero_data_retention=zero_retention)
    check_available(caller, scrape, spec.urls if isinstance(spec, BatchSpec | ExtractSpec) else ())
    check_profile(scrape, browser=browser)
    if scrape.agent is None:
        return
    if isinstance(spec, CrawlSpec):
        # Which pages an agent reached, the crawl could not tell from those that it found itself.
        raise NotAvailable("`agent` is not available for crawls. Send the addresses as a batch with it.")
    check_agent(scrape, browser=browser)


def check_research(caller: Principal, spec: ResearchSpec) -> None:
    """Raise when *spec* asks for what this deployment, or the caller's team, does not have."""
    check_override(caller, spec.scrape.threat_protection)
    if spec.zero_data_retention and not caller.zero_data_retention:
        raise NotAllowed(_NO_ZERO_RETENTION)


def check_url_count(count: int, most: int) -> None:
    """Raise CallerError when a request names more than *most* URLs to take data from."""
    if count > most:
        raise CallerError(f"Maximum of {most} URLs allowed per request; an operator can raise GOSSAMER_EXTRACT_URLS.")


def check_permitted(spec: CrawlSpec, rights: Rights) -> None:
    """Raise when *spec* asks to treat robots.txt in a way that this deployment does not let its teams."""
    if rights.ignore_robots:
        return
    format_names = {
        "ignoreRobotsTxt": spec.scope.ignore_robots,
        "robotsUserAgent": spec.scope.robots_user_agent is not None,
    }
    if names := " and ".join(f"`{name}`" for name, is_set in format_names.items() if is_set):
        raise NotAllowed(
            f"{names} is not enabled for this team; an operator can enable it with GOSSAMER_IGNORE_ROBOTS_ALLOWED."
        )


def check_map(caller: Principal, spec: MapSpec) -> None:
    """Raise when *spec* asks for what this deployment, or the caller's team, does not have."""
    check_override(caller, spec.threat_protection)


def check_search(caller: Principal, spec: SearchSpec) -> None:
    """Raise when *spec* asks for what this deployment, or the caller's team, does not have."""
    if spec.unavailable:
        names = ", ".join(f"`{name}`" for name in spec.unavailable)
        raise NotAllowed(f"Not enabled for this team: {names}.")
    check_override(caller, spec.threat_protection)
    if spec.zero_data_retention and not caller.zero_data_retention:
        raise NotAllowed(_NO_ZERO_RETENTION)
    if spec.scrape is not None:
        check_available(caller, spec.scrape)
