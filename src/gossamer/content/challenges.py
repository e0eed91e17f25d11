"""Whether what a site sent is the page, or something that stands in front of it.

A finding is named and carries its evidence, because it decides what a scrape costs and what
its error says. It must be precise: a short page with a script is still a page, and an
article may quote every word a firewall says. So marks of firewalls count only where little
else can be read, and words only where hardly anything can.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import turbohtml

Kind: TypeAlias = Literal["challenge", "refusal", "login"]

# Characters of visible text from which on a page is what it seems to be, and its words are not looked at.
PLENTY: Final = 2_500


@dataclass(frozen=True, slots=True)
class Finding:
    """What stands in front of the page, and how it shows; *evidence* goes to logs and errors.

    *led_away* says that the address that was asked for is another one. *vendor* is whose firewall it is, "" when that
    is not known.
    """

    kind: Kind
    evidence: str
    led_away: bool = False
    vendor: str = ""

    @property
    def readable(self) -> bool:
        """Return whether the page is an answer all the same when nobody gets more."""
        # Where a site asks for a password at the very address, the form is what the page has.
        return self.kind == "refusal" or (self.kind == "login" and not self.led_away)


@dataclass(frozen=True, slots=True)
class Signs:
    """What is known of an answer.

    *words* is its visible text without `<noscript>`; of a page with `PLENTY` of it, so much of it as shows that.
    """

    status: int
    headers: Mapping[str, str]
    html: str
    document: turbohtml.Document
    words: str
    url: str
    requested_url: str


# Marks in the markup, with the name of who left them.
_MARKS: Final = (
    ("_cf_chl_opt", "Cloudflare"),
    ('id="challenge-form"', "Cloudflare"),
    ('id="cf-error-details"', "Cloudflare"),
    ("captcha-delivery.com", "DataDome"),
    ("px-captcha", "HUMAN"),
    ("captcha.px-cdn.net", "HUMAN"),
    ("_Incapsula_Resource", "Imperva"),
    ("Incapsula incident ID", "Imperva"),
    ("awsWafCookieDomainList", "AWS WAF"),
    ("gokuProps", "AWS WAF"),
    ("sec-if-cpt-container", "Akamai"),
    ("/_sec/cp_challenge/", "Akamai"),
    ("bm-verify=", "Akamai"),
    ("errors.edgesuite.net", "Akamai"),
    ("KPSDK", "Kasada"),
    ("sucuri_cloudproxy_js", "Sucuri"),
    ("validate.perfdrive.com", "Radware"),
    ("anubis_challenge", "Anubis"),
    ("ddos-guard/js-challenge", "DDoS-Guard"),
    ("/.well-known/vercel/security/", "Vercel"),
    ("rbzns", "Reblaze"),
)
_CAPTCHAS: Final = (
    ".g-recaptcha,.h-captcha,.cf-turnstile,iframe[src*='hcaptcha.com'],iframe[src*='recaptcha'],iframe[src*='turnstile'],"
    "#captcha:has(img,iframe,canvas,[data-sitekey]),#captcha[data-sitekey],#captcha-form,"
    "form[action*='captcha' i],img[src*='captcha' i],[data-hcaptcha-widget-id]"
)
# A form that has more to fill in than a captcha is a form.
_FIELDS: Final = "textarea,input[type='password' i],input[type='email' i],input[type='tel' i],select,article,main p"
_SAYS: Final = re.compile(
    r"just a moment\b|attention required! \| cloudflare|sorry, you have been blocked|"
    r"checking (?:if the site connection is secure|your browser)|"
    r"verify(?:ing)? (?:that )?you are (?:a )?human|verify you're (?:a )?human|are you a (?:robot|human)|"
    r"not a robot|press (?:&|and) hold|"
    r"access to this page has been denied|pardon our interruption|request unsuccessful\. incapsula|"
    r"unusual (?:traffic|activity) from your|"
    r"enter the characters you see below|please enable cookies|making sure you['\u2019]re not a bot|"
    r"security checkpoint|ddos protection by|"
    r"your support id is|complete the (?:security|captcha) check|bot detection|automated (?:access|requests)|"
    r"you don['\u2019]t have permission to access",
    re.IGNORECASE,
)
_DENIED: Final = re.compile(
    r"access denied|forbidden|blocked|denied|not allowed|captcha|robot|\bbot\b|suspicious|rate limit|too many",
    re.IGNORECASE,
)
_DRAWS: Final = "script:not([type*='json' i]):not([type^='text/template' i]):not([type^='math' i])"
_NAMED_IN_SCRIPT: Final = re.compile(r"""["'`]#?([A-Za-z][\w-]{0,60})(?=["'` ])""")
_SIGN_IN: Final = re.compile(
    r"\b(?:log ?in|sign ?in|log ?on|anmelden|einloggen|se connecter|connexion|iniciar sesi[oó]n|acced[ei]|entrar|"
    r"inloggen|logga in|войти|"
    r"authenticat\w+|single sign-on|sso)\b|ログイン|登录|로그인",
    re.IGNORECASE,
)
_SIGN_IN_PATH: Final = re.compile(
    r"/(?:[\w-]*log-?in|sign-?in|sso|auth(?:enticate|orize)?|accounts?/login|session/new)\b", re.IGNORECASE
)

# Characters of visible text: below the first hardly anything can be read, below the last little.
_BARE: Final = 60
_SCANT: Final = 300
_SHORT: Final = 700


def recognise(signs: Signs) -> Finding | None:
    """Return what stands in front of the page, or None when this is the page."""
    return _announced(signs) or _challenge(signs) or _login(signs)


def _announced(signs: Signs) -> Finding | None:
    if signs.headers.get("cf-mitigated") == "challenge":
        return Finding("challenge", "header cf-mitigated", vendor="Cloudflare")
    if signs.headers.get("x-amzn-waf-action") in {"challenge", "captcha"}:
        return Finding("challenge", "header x-amzn-waf-action", vendor="AWS WAF")
    return None


def _challenge(signs: Signs) -> Finding | None:
    size = len(signs.words)
    if size >= PLENTY:
        return None
    for mark, owner in _MARKS:
        if mark in signs.html and (size < _SHORT or signs.status in _SUSPECT):
            return Finding("challenge", f"{owner} challenge", vendor=owner)
    title = _title(signs.document)
    if size < _SHORT and (notice := _SAYS.search(f"{title}\n{signs.words}")):
        return Finding("challenge", f"the page says {notice.group().strip()!r}")
    if (
        size < _SCANT
        and signs.document.select_one(_CAPTCHAS) is not None
        and signs.document.select_one(_FIELDS) is None
    ):
        return Finding("challenge", "a captcha and hardly any text")
    return _refusal(signs, size, title)


_SUSPECT: Final = frozenset({401, 403, 405, 406, 429, 503})


def _refusal(signs: Signs, size: int, title: str) -> Finding | None:
    if signs.status == 401:  # noqa: PLR2004 - Unauthorized
        return Finding("refusal", "status 401")
    # A server that says when to come again means it: asking by stronger means would only ask more.
    if signs.status == 429 and "retry-after" not in signs.headers:  # noqa: PLR2004 - Too Many Requests
        return Finding("refusal", "status 429")
    if signs.status == 403 and (size < _BARE or _DENIED.search(f"{title}\n{signs.words}")):  # noqa: PLR2004 - Forbidden
        return Finding("refusal", "status 403 and a refusal")
    if signs.status == 503 and size < _SHORT and _DENIED.search(f"{title}\n{signs.words}"):  # noqa: PLR2004 - Service Unavailable
        return Finding("refusal", "status 503 and a refusal")
    return None


def _login(signs: Signs) -> Finding | None:
    if len(signs.words) >= PLENTY or _SIGN_IN_PATH.search(signs.requested_url):
        return None
    if not _has_login(signs.document):
        return None
    heading = signs.document.select_one("h1,h2,legend,[role='heading']")
    named = f"{_title(signs.document)}\n{heading.text if heading is not None else ''}"
    if signs.url != signs.requested_url and _SIGN_IN_PATH.search(signs.url):
        return Finding("login", "led to a login page", led_away=True)
    if _SIGN_IN.search(named) and len(signs.words) < _SHORT:
        return Finding("login", "a password field under a login heading", led_away=signs.url != signs.requested_url)
    return None


def _has_login(document: turbohtml.Document) -> bool:
    return document.select_one('input[type="password" i]') is not None


def _title(document: turbohtml.Document) -> str:
    element = document.select_one("head > title")
    return element.text.strip() if element is not None else ""
