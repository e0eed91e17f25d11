"""The request for one page, free of any API version. Defaults that are opinions live in `wire`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal

from gossamer.core.actions import Action
from gossamer.core.excerpts import ExcerptSpec
from gossamer.core.formats import Format, Markdown, Screenshot, Textual
from gossamer.core.redactions import Redaction
from gossamer.core.threats import ThreatOverride
from gossamer.core.urls import WebUrl


class ProxyTier(StrEnum):
    """Which configured proxies may be used; AUTO starts with BASIC and goes on to STEALTH."""

    BASIC = "basic"
    STEALTH = "stealth"
    ENHANCED = "enhanced"
    AUTO = "auto"


class RenderMode(StrEnum):
    """Which pages a browser renders that did not ask for one: those that need it, all, or none."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class Purpose(StrEnum):
    """What a page is taken for; the words are those of Content Signals."""

    SEARCH = "search"
    AI_INPUT = "ai-input"
    AI_TRAIN = "ai-train"


class TermsPolicy(StrEnum):
    """How the terms of a site are treated, the least strict first: not read, read, or kept to."""

    IGNORE = "ignore"
    REPORT = "report"
    OBEY = "obey"


@dataclass(frozen=True, slots=True)
class TermsUse:
    """The purposes that pages are taken for, and the policy about terms of sites, None where none is named."""

    purposes: tuple[Purpose, ...] = ()
    policy: TermsPolicy | None = None

    @classmethod
    def of(cls, purpose: str | None, policy: str | None) -> "TermsUse":
        """Return the use that somebody names; a purpose without a policy is reported on."""
        if purpose is None:
            return cls((), None if policy is None else TermsPolicy(policy))
        return cls((Purpose(purpose),), TermsPolicy(policy or TermsPolicy.REPORT))

    @property
    def is_read(self) -> bool:
        """Return whether the terms matter at all."""
        return self.policy in {TermsPolicy.REPORT, TermsPolicy.OBEY}

    def stricter(self, other: "TermsUse") -> "TermsUse":
        """Return both uses in one: all purposes, and the stricter policy."""
        policies = [policy for policy in TermsPolicy if policy in {self.policy, other.policy}]
        return TermsUse(tuple(dict.fromkeys((*self.purposes, *other.purposes))), policies[-1] if policies else None)


@dataclass(frozen=True, slots=True)
class Location:
    """The location of the visit; country is ISO 3166 alpha-2 in upper case, or None."""

    country: str | None = None
    languages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CachePolicy:
    """Which stored copies will do.

    *max_age* zero means none; None means any age. *min_age* or *lockdown* mean: never fetch. With *as_of* (aware) the
    answer is the version of the page's history that was the last one then. With *revalidate* the site is asked whether
    the copy there is has changed, and sends the page only if it has.
    """

    max_age: timedelta | None = timedelta(0)
    min_age: timedelta | None = None
    store: bool = True
    lockdown: bool = False
    as_of: datetime | None = None
    revalidate: bool = False

    @property
    def only_stored(self) -> bool:
        """Return whether fetching is out of the question."""
        return self.lockdown or self.min_age is not None or self.as_of is not None


@dataclass(frozen=True, slots=True)
class PdfOptions:
    """Options for a PDF; *max_pages* None means all pages.

    *mode* decides on scanned pages: no recognition ("fast"), recognition where there is no text ("auto"), or
    recognition of all pages ("ocr"). *pages* returns the text of each page, *blocks* its blocks with their boxes,
    *page_markers* puts a comment into the Markdown where a page begins.
    """

    parse: bool = True
    max_pages: int | None = None
    pages: bool = False
    mode: Literal["fast", "auto", "ocr"] = "auto"
    blocks: bool = False
    page_markers: bool = False

    @property
    def by_page(self) -> bool:
        """Return whether it matters on which page something is."""
        return self.pages or self.blocks or self.page_markers


@dataclass(frozen=True, slots=True)
class AgentOption:
    """Let an agent navigate before the page is read."""

    prompt: str
    model: str = "AGENT-1"


@dataclass(frozen=True, slots=True)
class ProfileUse:
    """Cookies and storage that outlive a visit, under a *name* of the team; *save* writes them back at its end.

    With *shared* a visit that finds the profile being saved by another one reads it only, as pages of one job do.
    With *waits* a job that meets a login, consent or challenge page waits until somebody passed it with the profile.
    """

    name: str
    save: bool = True
    shared: bool = False
    waits: bool = False


@dataclass(frozen=True, slots=True)
class ScrapeSpec:
    """One page, the formats wanted of it, and how it may be fetched."""

    url: WebUrl
    formats: tuple[Format, ...] = (Markdown(),)
    headers: Mapping[str, str] = field(default_factory=dict)
    include_tags: tuple[str, ...] = ()
    exclude_tags: tuple[str, ...] = ()
    main_only: bool = True
    timeout: timedelta = timedelta(seconds=60)
    wait_for: timedelta = timedelta(0)
    mobile: bool = False
    pdf: PdfOptions = PdfOptions()
    # Whether the text of an image is recognised, where the server can.
    recognise_images: bool = True
    actions: tuple[Action, ...] | None = None
    location: Location = Location()
    # Whether a page may come by a connection that cannot be verified; None leaves it to the operator.
    skip_tls_verification: bool | None = None
    remove_base64_images: bool = True
    fast: bool = False
    block_ads: bool = True
    proxy: ProxyTier = ProxyTier.AUTO
    cache: CachePolicy = CachePolicy()
    # Whether remains of boilerplate are taken out of the Markdown.
    clean_only: bool = False
    # How much of the Markdown is returned; None returns all of it.
    excerpt: ExcerptSpec | None = None
    # None leaves personal data where they are.
    redaction: Redaction | None = None
    # Whether hidden text is taken out, and a page that gives orders to models refused; the check alone only refuses.
    safe_mode: bool = False
    check_injection: bool = False
    zero_data_retention: bool = False
    # None where the request says nothing; jobs that older releases recorded have False.
    threat_protection: ThreatOverride | None = None
    agent: AgentOption | None = None
    profile: ProfileUse | None = None
    terms: TermsUse = TermsUse()
    origin: str = "api"
    # For whom it is made, as the caller names them.
    username: str = ""
    integration: str | None = None
    # Jobs that older releases recorded have it; nothing reads it.
    unavailable: tuple[str, ...] = ()
    # Sentences on options that were accepted but have no effect, for the answer's `warning`.
    notices: tuple[str, ...] = ()
    # The address as the caller wrote it; "" where nobody did.
    written_url: str = ""

    @property
    def takes_markdown(self) -> bool:
        """Return whether Markdown of the site's own has all that is wanted of the page."""
        is_textual = bool(self.formats) and all(isinstance(format_, Textual) for format_ in self.formats)
        return is_textual and not (self.include_tags or self.exclude_tags)

    @property
    def screenshot(self) -> Screenshot | None:
        """Return the screenshot that was asked for as a format, if any."""
        return next((f for f in self.formats if isinstance(f, Screenshot)), None)
