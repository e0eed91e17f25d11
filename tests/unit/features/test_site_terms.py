"""Signals and purposes: what follows from each statement, as its own public draft has it.

Content Signals: contentsignals.org. AIPREF: draft-ietf-aipref-attach-05 and -vocab-08. TDMRep: report of the W3C
community group of May 2024. RSL: version 1.0. Directives: those of search engines, and of DeviantArt. ai.txt: Spawning.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from gossamer.content.page_view import PageView
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import NotAllowed, PaymentRequired, TermsRefused
from gossamer.core.pages import FetchedPage
from gossamer.core.specs import CachePolicy, Purpose, ScrapeSpec, TermsPolicy, TermsUse
from gossamer.core.terms import SiteTerms
from gossamer.core.urls import WebUrl, web_url
from gossamer.features.scrape.site_terms import TermsReader, check_price, check_terms
from gossamer.net.robots.rules import Rules, read_rules

URL = web_url("https://e.org/blog/page?id=1")
LICENCE = "https://e.org/licence.xml"


@dataclass
class Website:
    """What a site says: in robots.txt, in headers, in the head of the page, and in files by their addresses."""

    robots: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    head: str = ""
    files: dict[str, str] = field(default_factory=dict)
    is_down: bool = False
    asked: list[str] = field(default_factory=list)

    async def rules(self, url: WebUrl, *, agent: str | None, deadline: Deadline) -> Rules:
        if self.is_down:
            return Rules(unreachable=True)
        return read_rules(self.robots.encode(), web_url("https://e.org/robots.txt"), "gossamer")

    async def file(self, url: WebUrl, *, deadline: Deadline) -> bytes:
        self.asked.append(url)
        return self.files.get(url.removeprefix("https://e.org"), "").encode()

    def page(self, url: WebUrl = URL, **changes: Any) -> FetchedPage:
        body = f"<html><head>{self.head}</head><body><p>Text</p></body></html>".encode()
        headers = {"content-type": "text/html", **self.headers}
        return FetchedPage(
            url, **{"status": 200, "headers": headers, "body": body, **changes}, fetched_at=NOW, fetcher="http"
        )

    async def terms(self, *purposes: Purpose, url: WebUrl = URL, cache: CachePolicy | None = None) -> SiteTerms:
        spec = ScrapeSpec(url, cache=cache or CachePolicy(), terms=TermsUse(purposes, TermsPolicy.REPORT))
        page = self.page(url)
        deadline = Deadline.after(timedelta(seconds=5))
        return await TermsReader(self).read(url, spec, deadline, None, page=page, markup=PageView(page).terms)


NOW = datetime(2026, 12, 1, tzinfo=UTC)


def signal(line: str, group: str = "*") -> Website:
    return Website(robots=f"User-agent: {group}\nAllow: /\nContent-Signal: {line}\n")


def usage(*lines: str) -> Website:
    return Website(robots="User-agent: *\nAllow: /\n" + "".join(f"Content-Usage: {line}\n" for line in lines))


def mining(*rules: str) -> Website:
    return Website(files={"/.well-known/tdmrep.json": f"[{','.join(rules)}]"})


def licensed(*licences: str, url: str = "/", more: str = "") -> Website:
    inside = "".join(f"<license>{licence}</license>" for licence in licences)
    rsl = f'<rsl xmlns="https://rslstandard.org/rsl"><content url="{url}"{more}>{inside}</content></rsl>'
    return Website(robots=f"License: {LICENCE}\nUser-agent: *\nAllow: /\n", files={"/licence.xml": rsl})


def usages(kind: str, names: str) -> str:
    return f'<{kind} type="usage">{names}</{kind}>'


PAID = '<payment type="crawl"><amount currency="USD">0.01</amount></payment>'
# The answers are for search, ai-input and ai-train: a(llowed), d(enied), or - for nothing.
CASES: dict[str, tuple[Website, str]] = {
    "nothing": (Website(), "---"),
    "signals of all three": (signal("search=yes, ai-input=no, ai-train=no"), "add"),
    "an absent signal neither grants nor restricts": (signal("search=yes,ai-train=no"), "a-d"),
    "a signal with an extension": (signal("search=yes, ai-train=no, use=reference"), "a-d"),
    "a value that is not defined": (signal("search=maybe, ai-train=no"), "--d"),
    "signals for another crawler": (signal("ai-train=no", "OtherBot"), "---"),
    "signals for this crawler": (signal("ai-train=no", "gossamer"), "--d"),
    "signals for a path": (signal("/blog/ ai-train=no, search=yes"), "a-d"),
    "signals for another path": (signal("/shop/ ai-train=no"), "---"),
    "the longest path counts": (
        Website(robots="User-agent: *\nContent-Signal: ai-train=no\nContent-Signal: /blog/ ai-train=yes\n"),
        "--a",
    ),
    "a denial counts among equals": (
        Website(robots="User-agent: *\nContent-Signal: ai-train=yes\nContent-Signal: ai-train=no\n"),
        "--d",
    ),
    "signals outside of all groups": (Website(robots="Content-Signal: ai-train=no\nUser-agent: *\nAllow: /\n"), "--d"),
    "signals of a response": (Website(headers={"content-signal": "ai-train=yes, search=yes, ai-input=yes"}), "aaa"),
    "a response comes before its site": (
        Website(robots=signal("ai-train=no").robots, headers={"content-signal": "ai-train=yes"}),
        "--a",
    ),
    "a usage": (usage("train-ai=n"), "--d"),
    "usages of all three": (usage("train-ai=n, ai-use=y, search=y"), "aad"),
    "unknown labels are ignored": (usage("ai-train=n, bots=n"), "---"),
    "parameters are ignored": (usage("train-ai=n;why=law"), "--d"),
    "the last of a key counts": (usage("train-ai=n, train-ai=y"), "--a"),
    "a value that is no token": (usage('train-ai=n, search="n"'), "--d"),
    "upper case is no dictionary": (usage("Train-AI=n, search=n"), "---"),
    "a usage for a path": (usage("/ train-ai=n", "/blog/ train-ai=y"), "--a"),
    "usages with one path apply separately": (usage("/blog/ train-ai=y", "/blog/ train-ai=n"), "--d"),
    "a usage in a header": (Website(headers={"content-usage": "train-ai=n, search=y"}), "a-d"),
    "of usages the most restrictive applies": (
        Website(robots=usage("train-ai=n, search=y").robots, headers={"content-usage": "train-ai=y"}),
        "a-d",
    ),
    "rights are reserved": (Website(headers={"tdm-reservation": "1"}), "-dd"),
    "rights are not reserved": (Website(headers={"tdm-reservation": "0"}), "-aa"),
    "another reservation is an error": (Website(headers={"tdm-reservation": "yes"}), "---"),
    "a reservation in the page": (Website(head='<meta name="tdm-reservation" content="1">'), "-dd"),
    "the page comes before the header": (
        Website(headers={"tdm-reservation": "1"}, head='<meta name="tdm-reservation" content="0">'),
        "-aa",
    ),
    "a reservation in the file": (mining('{"location":"/*","tdm-reservation":1}'), "-dd"),
    "the first rule that matches": (
        mining('{"location":"/blog/","tdm-reservation":0}', '{"location":"/","tdm-reservation":1}'),
        "-aa",
    ),
    "a rule for another path": (mining('{"location":"/images/*","tdm-reservation":1}'), "---"),
    "a file that is none": (Website(files={"/.well-known/tdmrep.json": "<html>not found</html>"}), "---"),
    "the header comes before the file": (
        Website(
            files=mining('{"location":"/","tdm-reservation":1}').files,
            headers={"tdm-reservation": "0", "tdm-policy": "https://e.org/policy"},
        ),
        "-aa",
    ),
    "a licence for search": (licensed(usages("permits", "search")), "add"),
    "a licence for all": (licensed(usages("permits", "all")), "aaa"),
    "a prohibition for AI": (licensed(usages("prohibits", "ai-all")), "add"),
    "a prohibition comes before a permission": (
        licensed(usages("permits", "ai-all search") + usages("prohibits", "ai-train")),
        "aad",
    ),
    "with attribution": (licensed(usages("permits", "ai-input") + '<payment type="attribution"/>'), "dad"),
    "for money": (licensed(usages("permits", "ai-train search") + PAID), "ddd"),
    "one licence is free": (licensed(usages("permits", "search"), usages("permits", "ai-train") + PAID), "add"),
    "a licence server": (licensed(usages("permits", "search"), more=' server="https://e.org/olp"'), "ddd"),
    "for some users": (licensed(usages("permits", "ai-train") + '<permits type="user">education</permits>'), "ddd"),
    "with reports": (licensed(usages("permits", "search") + '<reporting type="audit" profile="https://p"/>'), "ddd"),
    "a licence for another path": (licensed(usages("permits", "search"), url="/shop/*"), "---"),
    "a licence for the whole host": (licensed(usages("permits", "search"), url="https://e.org/*"), "add"),
    "a licence that is not there": (Website(robots=f"License: {LICENCE}\n"), "ddd"),
    "a licence in a header": (
        Website(
            headers={"link": f'<{LICENCE}>; rel="license"; type="application/rsl+xml"'},
            files=licensed(usages("permits", "search")).files,
        ),
        "add",
    ),
    "a page's licence comes before its site's": (
        Website(
            robots=licensed().robots,
            head='<link rel="license" type="application/rsl+xml" href="/own.xml">',
            files={
                "/licence.xml": licensed(usages("permits", "search")).files["/licence.xml"],
                "/own.xml": licensed(usages("permits", "all")).files["/licence.xml"],
            },
        ),
        "aaa",
    ),
    "a licence in the page": (
        Website(
            head='<script type="application/rsl+xml"><rsl xmlns="https://rslstandard.org/rsl"><content url="">'
            f"<license>{usages('permits', 'ai-input')}</license></content></rsl></script>"
        ),
        "dad",
    ),
    "noindex": (Website(headers={"x-robots-tag": "noindex, nofollow"}), "d--"),
    "none": (Website(head='<meta name="ROBOTS" content="none">'), "d--"),
    "noai": (Website(headers={"x-robots-tag": "noai, noimageai"}), "--d"),
    "noai in the page": (Website(head='<meta name="robots" content="noai">'), "--d"),
    "noimageai of a text": (Website(head='<meta name="robots" content="noimageai">'), "---"),
    "noimageai of an image": (Website(headers={"x-robots-tag": "noimageai", "content-type": "image/png"}), "--d"),
    "for another robot": (Website(headers={"x-robots-tag": "otherbot: noindex, noai"}), "---"),
    "for this robot": (Website(headers={"x-robots-tag": "otherbot: noai, gossamer: noindex"}), "d--"),
    "a directive with a value": (Website(headers={"x-robots-tag": "max-snippet: 20, noindex"}), "d--"),
    "ai.txt for everything": (Website(files={"/ai.txt": "User-Agent: *\nDisallow: /\nDisallow: *\n"}), "--d"),
    "ai.txt for other files": (Website(files={"/ai.txt": "User-Agent: *\nDisallow: *.jpg\n"}), "---"),
    "ai.txt that allows": (Website(files={"/ai.txt": "User-Agent: *\nDisallow: *.jpg\nAllow: /\n"}), "--a"),
    "robots.txt": (Website(robots="User-agent: *\nDisallow: /blog/\nContent-Signal: search=yes\n"), "ddd"),
    "robots.txt for another crawler": (Website(robots="User-agent: GPTBot\nDisallow: /\n"), "---"),
    "no robots.txt, because the server fails": (Website(is_down=True), "ddd"),
    "one kind denies what another allows": (
        Website(robots=signal("ai-train=yes").robots, headers={"tdm-reservation": "1"}),
        "-dd",
    ),
}


@pytest.mark.parametrize("purpose", list(Purpose))
@pytest.mark.parametrize("case", CASES)
async def test_what_a_statement_means_for_a_purpose(case: str, purpose: Purpose) -> None:
    website, answers = CASES[case]
    expected = {"a": "allowed", "d": "denied", "-": "unstated"}[answers[list(Purpose).index(purpose)]]
    use = TermsUse((purpose,), TermsPolicy.REPORT)
    assert (await website.terms(purpose)).as_json(use)["decision"] == expected


def test_there_are_sixty_combinations_and_more() -> None:
    assert len(CASES) * len(Purpose) >= 60


async def test_a_refusal_names_the_statement_and_its_place() -> None:
    terms = await signal("ai-train=no").terms(Purpose.AI_TRAIN)
    with pytest.raises(TermsRefused) as refused:
        check_terms(terms, TermsUse((Purpose.SEARCH, Purpose.AI_TRAIN), TermsPolicy.OBEY))
    assert refused.value.message == (
        "The site does not allow the purpose `ai-train` for this page: Content-Signal (robots.txt, line 3) says "
        "`ai-train=no`. The policy is `obey`, so the page is not returned."
    )
    assert refused.value.findings == [
        {"signal": "Content-Signal", "place": "robots.txt, line 3", "text": "ai-train=no", "uses": {"ai-train": "deny"}}
    ]


async def test_without_a_purpose_robots_txt_alone_is_obeyed() -> None:
    use = TermsUse((), TermsPolicy.OBEY)
    check_terms(await signal("ai-train=no, search=no").terms(), use)
    terms = await Website(robots="User-agent: *\nAllow: /\nDisallow: /blog\n").terms()
    with pytest.raises(TermsRefused, match=r"page to be fetched: robots.txt \(line 3\) says `Disallow: /blog`"):
        check_terms(terms, use)


async def test_the_line_that_decided_is_told_with_its_group() -> None:
    robots = "# Rules\nUser-agent: *\nDisallow: /\n\nUser-agent: gossamer\nDisallow: /blog\nAllow: /blog/page\n"
    assert (await Website(robots=robots).terms()).as_json(TermsUse())["robots"] == {
        "line": 7,
        "group": "gossamer",
        "rule": "Allow: /blog/page",
    }


async def test_licence_links_are_listed() -> None:
    head = '<link rel="license" href="/cc"><link rel="stylesheet" href="/x">'
    website = Website(head=head, headers={"link": '<https://l.org/1>; rel="license", <https://l.org/2>; rel=next'})
    assert set((await website.terms()).licenses) == {"https://e.org/cc", "https://l.org/1"}


@pytest.mark.parametrize(
    ("purposes", "files"),
    [
        ((), {"/.well-known/tdmrep.json", "/ai.txt"}),
        ((Purpose.SEARCH,), set()),
        ((Purpose.AI_INPUT,), {"/.well-known/tdmrep.json"}),
        ((Purpose.AI_TRAIN,), {"/.well-known/tdmrep.json", "/ai.txt"}),
    ],
)
async def test_only_files_that_speak_of_the_purpose_are_fetched(purposes: tuple[Purpose, ...], files: set[str]) -> None:
    website = Website()
    await website.terms(*purposes)
    assert {url.removeprefix("https://e.org") for url in website.asked} == files


async def test_for_a_stored_copy_nothing_is_fetched() -> None:
    website = Website(robots="User-agent: *\nDisallow: /\n", headers={"tdm-reservation": "1"})
    terms = await website.terms(cache=CachePolicy(lockdown=True))
    assert ([signal.name for signal in terms.signals], website.asked) == (["TDMRep"], [])


@pytest.mark.parametrize(
    ("uses", "together"),
    [
        ((TermsUse(), TermsUse()), TermsUse()),
        ((TermsUse((), TermsPolicy.OBEY), TermsUse((), TermsPolicy.IGNORE)), TermsUse((), TermsPolicy.OBEY)),
        ((TermsUse.of("search", None), TermsUse.of(None, "ignore")), TermsUse.of("search", "report")),
        (
            (TermsUse.of("search", "report"), TermsUse.of("ai-train", "obey")),
            TermsUse((Purpose.SEARCH, Purpose.AI_TRAIN), TermsPolicy.OBEY),
        ),
    ],
)
def test_a_use_can_only_become_stricter(uses: tuple[TermsUse, TermsUse], together: TermsUse) -> None:
    assert uses[0].stricter(uses[1]) == together
    assert uses[1].stricter(uses[0]).policy == together.policy


OFFER = '{"x402Version":1,"accepts":[{"scheme":"exact","maxAmountRequired":"10000","network":"base","asset":"0x1"}]}'


@pytest.mark.parametrize(
    ("headers", "body", "prices"),
    [
        ({"crawler-price": "USD 0.01"}, "", [{"scheme": "crawler-price", "amount": "0.01", "currency": "USD"}]),
        ({}, OFFER, [{"scheme": "x402", "maxAmountRequired": "10000", "network": "base", "asset": "0x1"}]),
        (
            {"payment-required": "eyJhY2NlcHRzIjpbeyJhbW91bnQiOiIxIiwiYXNzZXQiOiIweDEifV19"},
            "{}",
            [{"scheme": "x402", "amount": "1", "asset": "0x1"}],
        ),
        (
            {"content-type": "application/rsl+xml"},
            licensed(PAID).files["/licence.xml"],
            [{"scheme": "rsl", "type": "crawl", "amount": "0.01", "currency": "USD"}],
        ),
        (
            {"link": f'<{LICENCE}>; rel="license"; type="application/rsl+xml"'},
            "",
            [{"scheme": "rsl", "licence": LICENCE}],
        ),
    ],
)
def test_a_price_is_told_in_the_words_of_the_site(headers: dict[str, str], body: str, prices: list[Any]) -> None:
    with pytest.raises(PaymentRequired) as refused:
        check_price(Website(headers=headers).page(status=402, body=body.encode()))
    assert refused.value.findings == prices


@pytest.mark.parametrize("body", ["", "<h1>Subscribe</h1>", '{"accepts": 1}', "[" * 20_000])
def test_a_402_without_a_price_is_a_page(body: str) -> None:
    check_price(Website().page(status=402, body=body.encode()))


@pytest.mark.parametrize("may_go", [True, False])
async def test_the_check_of_a_page_reads_a_licence_only_where_its_key_may_go(may_go: bool) -> None:
    site = licensed(usages("prohibits", "all"))
    use = TermsUse((Purpose.AI_TRAIN,), TermsPolicy.OBEY)
    check = TermsReader(site).build_check(use, lambda url: None if may_go or url != LICENCE else NotAllowed("no"))
    assert check is not None
    assert isinstance(await check(URL), TermsRefused)
    assert (LICENCE in site.asked) is may_go
