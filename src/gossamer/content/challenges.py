"""Whether what a site sent is the page, or something that stands in front of it.

A finding is named and carries its evidence, because it decides what a scrape costs and what
its error says. It must be precise: a short page with a script is still a page, and an
article may quote every word a firewall says. So marks of firewalls count only where little
else can be read, and words only where hardly anything can.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Final, Literal, TypeAlias

import turbohtml

Kind: TypeAlias = Literal["shell", "partial", "challenge", "refusal", "login"]

# Characters of visible text from which on a page is what it seems to be, and its words are not looked at.
PLENTY: Final = 2_500


@dataclass(frozen=True, slots=True)
class Finding:
    """What stands in front of the page, and how it shows; *evidence* goes to logs and errors.

    *led_away* says that the address that was asked for is another one.
    """

    kind: Kind
    evidence: str
    led_away: bool = False

    @property
    def readable(self) -> bool:
        """Return whether the page is an answer all the same when nobody gets more."""
        # Where a site asks for a password at the very address, the form is what the page has.
        return self.kind in {"refusal", "partial"} or (self.kind == "login" and not self.led_away)

    @property
    def wants_browser(self) -> bool:
        """Return whether only a browser can get more."""
        return self.kind in {"shell", "partial"}


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
    rendered: bool
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
_WANTS_SCRIPT: Final = re.compile(
    r"(?:enable|activate|turn on|requires?|needs?|without|allow|use)\b[^.]{0,60}\bjava ?script|java ?script\b[^.]{0,60}"
    r"\b(?:enabled?|disabled|required|needed|must|to (?:run|view|use))|javascript (?:aktivieren|ist deaktiviert)|"
    r"activer? javascript|"
    r"habilit\w+ (?:el )?javascript|включите javascript|启用\s*javascript|javascript\s*を有効",
    re.IGNORECASE,
)
_WAITS: Final = re.compile(
    r"(?:\W|loading(?: content| page| app| application| data)?|please wait|just a (?:moment|second)|"
    r"one moment(?: please)?|wird geladen|chargement|"
    r"cargando|carregando|caricamento|laden|загрузка|加载中|読み込み中|redirecting(?: you)?|initiali[sz]ing|starting|"
    r"welcome)+",
    re.IGNORECASE,
)
_ROOTS: Final = (
    "#root,#app,#__next,#__nuxt,#___gatsby,#svelte,#q-app,#app-root,#react-root,#reactroot,#react-app,#mount,#main-app,#application,"
    "#ember-app,#single-spa-application,#app-container,#app-mount,#approot,[data-reactroot],[ng-app],[ng-version],[data-server-rendered],"
    "app-root,body>main:not([class]),[id^='vue-app'],[data-v-app]"
)
_DRAWS: Final = "script:not([type*='json' i]):not([type^='text/template' i]):not([type^='math' i])"
# What scripts put something into, and an id as they write it: "#menu", 'menu', `#menu`.
_FILLABLE: Final = (
    "body div[id],body span[id],body p[id],body ul[id],body ol[id],body table[id],body tbody[id],body section[id],"
    "body main[id],body form[id]"
)
_ANSWERING: Final = "body button[id],body input[id],body select[id],body textarea[id],body svg[id],body canvas[id]"
_NAMED_IN_SCRIPT: Final = re.compile(r"""["'`]#?([A-Za-z][\w-]{0,60})(?=["'` ])""")
_PICTURES: Final = "body img[src],body video,body svg text,body object,body embed"
_MOVES: Final = re.compile(
    r"(?:window|document|self|top|parent)?\.?location(?:\.href)?\s*=[^=]|location\.(?:replace|assign)\s*\("
)
_EMBEDS: Final = re.compile(
    r"^(?:about|data|javascript):|youtu|vimeo|dailymotion|spotify|soundcloud|/maps|googletagmanager|doubleclick|recaptcha|"
    r"hcaptcha|facebook|twitter|disqus|consent|cookie|analytics|pixel|tracking|/ads?[/.?]",
    re.IGNORECASE,
)
_MOVE_SCRIPT: Final = 3_000
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
_FEW: Final = 120
_SCANT: Final = 300
_SHORT: Final = 700
_QUICK: Final = 15.0


def recognise(signs: Signs) -> Finding | None:
    """Return what stands in front of the page, or None when this is the page."""
    return _announced(signs) or _challenge(signs) or _login(signs) or (None if signs.rendered else _shell(signs))


def _announced(signs: Signs) -> Finding | None:
    if signs.headers.get("cf-mitigated") == "challenge":
        return Finding("challenge", "header cf-mitigated")
    if signs.headers.get("x-amzn-waf-action") in {"challenge", "captcha"}:
        return Finding("challenge", "header x-amzn-waf-action")
    return None


def _challenge(signs: Signs) -> Finding | None:
    size = len(signs.words)
    if size >= PLENTY:
        return None
    for mark, owner in _MARKS:
        if mark in signs.html and (size < _SHORT or signs.status in _SUSPECT):
            return Finding("challenge", f"{owner} challenge")
    title = _title(signs.document)
    if size < _SHORT and (said := _SAYS.search(f"{title}\n{signs.words}")):
        return Finding("challenge", f"the page says {said.group().strip()!r}")
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


def _shell(signs: Signs) -> Finding | None:
    if len(signs.words) >= _SHORT:
        return None
    if signs.document.select_one("frameset") is not None:
        return Finding("shell", "a frameset")
    if _leads_away(signs):
        return Finding("shell", "a page that leads elsewhere")
    return _scarce(signs) if len(signs.words) < _SCANT else None


def _scarce(signs: Signs) -> Finding | None:
    """Judge a page with hardly any text: made by scripts, or shown from elsewhere."""
    # Data in a script (JSON-LD, settings) draws nothing.
    scripted = signs.document.select_one(_DRAWS) is not None
    if scripted and (evidence := _emptiness(signs.document, signs.words)):
        return Finding("shell", evidence)
    if _frames_text(signs.document):
        return Finding("partial", "a frame and hardly any text")
    if scripted and any("-" in e.tag and not e.text.strip() for e in signs.document.iter_elements()):
        return Finding("partial", "an empty custom element and hardly any text")
    if name := _made_by_script(signs.document):
        return Finding("partial", f"a script for #{name}, and hardly any text")
    return None


def _made_by_script(document: turbohtml.Document) -> str:
    """Return the id of an empty element or a control that a script in the page names, "" when there is none."""
    scripts = "\n".join(script.text for script in document.select("script:not([src])"))
    named = set(_NAMED_IN_SCRIPT.findall(scripts)) if scripts else set()
    if not named:
        return ""
    empty = (element for element in document.select(_FILLABLE) if not element.to_text().strip())
    ids = (element.attr("id") or "" for element in chain(document.select(_ANSWERING), empty))
    return next((name for name in ids if name in named), "")


def _frames_text(document: turbohtml.Document) -> bool:
    """Return whether a visible frame may hold what the page is about; players, maps and counters do not."""
    return any(
        not _EMBEDS.search(frame.attr("src") or "")
        and frame.attr("hidden") is None
        and "none" not in (frame.attr("style") or "")
        and {frame.attr("width"), frame.attr("height")}.isdisjoint({"0", "1", "0px", "1px"})
        for frame in document.select("body iframe[src]")
    )


def _emptiness(document: turbohtml.Document, words: str) -> str:
    if len(words) < _FEW and _WANTS_SCRIPT.search(_noscript(document)):
        return "the page asks for JavaScript"
    # Instructions how to switch it on have a heading.
    if _WANTS_SCRIPT.search(words) and document.select_one("h1,article") is None:
        return "the page asks for JavaScript"
    if words and len(words) < _FEW and _WAITS.fullmatch(words):
        return "the page says it is loading"
    if not words and document.select_one(_PICTURES) is None:
        return "no visible text"
    root = _empty_root(document)
    return f"{root} is empty" if root else ""


def _empty_root(document: turbohtml.Document) -> str:
    for element in document.select(_ROOTS):
        text = element.to_text().strip()
        if not text or (len(text) < _FEW and _WAITS.fullmatch(text)):
            if element.select_one("img,video,picture,input,canvas") is not None:
                continue
            name = element.attr("id")
            return f"#{name}" if name else f"<{element.tag}>"
    return ""


def _leads_away(signs: Signs) -> bool:
    refresh = signs.document.meta_refresh(signs.url)
    if refresh is not None and refresh[0] <= _QUICK and len(signs.words) < _SCANT:
        return refresh[1].partition("#")[0] != signs.url.partition("#")[0] or len(signs.words) < _BARE
    if len(signs.words) >= _SCANT:
        return False
    scripts = [script.text for script in signs.document.select("script:not([src])")]
    return bool(scripts) and sum(map(len, scripts)) < _MOVE_SCRIPT and _moves_at_once(scripts)


def _moves_at_once(scripts: list[str]) -> bool:
    """Return whether a script goes elsewhere by itself, not when something is clicked."""
    return any(
        _MOVES.search(script) and not re.search(r"addEventListener|onclick|function\s+\w+\s*\(", script)
        for script in scripts
    )


def _noscript(document: turbohtml.Document) -> str:
    return "\n".join(element.to_text() for element in document.select("noscript"))[:PLENTY]


def _title(document: turbohtml.Document) -> str:
    element = document.select_one("head > title")
    return element.text.strip() if element is not None else ""
