"""What a robots.txt asks of a crawler (RFC 9309)."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.urls import web_url
from gossamer.net.robots.rules import Rules, read_rules, token_of

AT = web_url("https://example.org/robots.txt")


def rules(text: str | bytes, agent: str | None = None) -> Rules:
    return read_rules(text.encode() if isinstance(text, str) else text, AT, token_of(agent))


def allows(text: str, path: str, agent: str | None = None) -> bool:
    return rules(text, agent).allows(web_url(f"https://example.org{path}"))


@pytest.mark.parametrize(
    ("agent", "token"),
    [
        (None, "gossamer"),
        ("MyBot/2.1 (+https://example.org/bot)", "mybot"),
        ("Mozilla/5.0 (compatible; Foo-Bot/1.0; +https://example.org)", "foo-bot"),
        ("Googlebot", "googlebot"),
        ("///", "gossamer"),
    ],
)
def test_groups_are_found_by_the_product_token(agent: str | None, token: str) -> None:
    assert token_of(agent) == token


@pytest.mark.parametrize(
    ("text", "path", "allowed"),
    [
        ("User-agent: *\nDisallow: /private", "/private/1", False),
        ("User-agent: *\nDisallow: /private", "/public", True),
        ("User-agent: *\nDisallow:", "/any", True),
        ("User-agent: other\nDisallow: /", "/any", True),
        ("user-AGENT: GOSSAMER\ndisallow: /", "/any", False),
        ("User-agent: Gossamer/1.0\nDisallow: /", "/any", False),
        ("User-agent: Goss\nDisallow: /", "/any", True),
        ("User-agent: GossamerPlus\nDisallow: /", "/any", True),
        ("User-agent: *\nDisallow: /\n\nUser-agent: gossamer\nAllow: /", "/any", True),
        ("User-agent: gossamer\nDisallow: /a\n\nUser-agent: *\nDisallow: /b", "/b", True),
        ("User-agent: other\nUser-agent: gossamer\n\nUser-agent: third\nDisallow: /a", "/a", False),
        ("User-agent: gossamer\nDisallow: /a\nUser-agent: other\nDisallow: /b", "/b", True),
        ("User-agent: gossamer\nDisallow: /a\n\nUser-agent: gossamer\nDisallow: /b", "/b", False),
        ("User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", True),
        ("User-agent: *\nAllow: /a\nDisallow: /a/b", "/a/b/c", False),
        ("User-agent: *\nDisallow: /a\nAllow: /a", "/a", True),
        ("User-agent: *\nDisallow: /*.pdf$", "/x/y.pdf", False),
        ("User-agent: *\nDisallow: /*.pdf$", "/x/y.pdf?a=1", True),
        ("User-agent: *\nDisallow: /*?sort=", "/list?sort=up", False),
        ("User-agent: *\nDisallow: /%7Ejoe/", "/~joe/a", False),
        ("User-agent: *\nDisallow: /ä", "/%C3%A4", False),
        ("\ufeffUser-agent: *\r\nDisallow: /a # words\r\n", "/a", False),
        ("User-agent: *\rDisallow: /a\r", "/a", False),
        ("Disallow: /\nUser-agent: *\nDisallow: /a", "/b", True),
        ("User-agent: *\nDisallow: /", "/robots.txt", True),
        ("<html><body>Not found</body></html>", "/a", True),
    ],
)
def test_a_page_is_allowed_or_not(text: str, path: str, allowed: bool) -> None:
    assert allows(text, path) is allowed


def test_another_agent_has_its_own_rules() -> None:
    text = "User-agent: mybot\nDisallow: /a\n\nUser-agent: *\nDisallow: /"
    assert allows(text, "/b", "MyBot/1.0")
    assert not allows(text, "/b")


def test_delay_and_sitemaps_are_read_wherever_they_stand() -> None:
    read = rules(
        "Sitemap: /one.xml\nUser-agent: *\nCrawl-delay: 2.5\nDisallow: /x\n"
        "sitemap: https://cdn.example/two.xml\nSitemap: /one.xml\nSitemap: mailto:x\nUser-agent: other\nCrawl-delay: 60"
    )
    assert read.crawl_delay == timedelta(seconds=2.5)
    assert read.sitemaps == ("https://example.org/one.xml", "https://cdn.example/two.xml")


@pytest.mark.parametrize("delay", ["", "soon", "-1", "nan", "inf"])
def test_a_delay_that_is_no_number_is_none(delay: str) -> None:
    assert rules(f"User-agent: *\nCrawl-delay: {delay}").crawl_delay is None


def test_a_delay_beyond_reason_is_a_day() -> None:
    assert rules("User-agent: *\nCrawl-delay: 1e300").crawl_delay == timedelta(days=1)


def test_no_more_sitemaps_are_believed_than_a_site_may_need() -> None:
    assert len(rules("".join(f"Sitemap: /{n}.xml\n" for n in range(5000))).sitemaps) == 200


HOSTILE = {
    "agents times rules": "".join(f"User-agent: x{n}\n" for n in range(16_000))
    + "User-agent: *\n"
    + "".join(f"Disallow: /{n}\n" for n in range(16_000)),
    "agents": "".join(f"User-agent: x{n}\nUser-agent: *\n" for n in range(16_000)) + "Disallow: /a\n",
    "wildcards": "User-agent: *\n" + "".join(f"Disallow: /*c{'*c' * 20}*{n}b$\n" for n in range(9_000)),
    "one line": "User-agent: *\nDisallow: /" + "*a" * 250_000,
    "words": "Disallow " * 55_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_file_costs_no_more_than_its_length(text: str) -> None:
    # In the square of it, each of these takes minutes, and the test's time is over.
    read = rules(text)
    urls = [web_url("https://example.org/" + "c" * 2000 + str(n)) for n in range(100)]
    answers = {read.allows(url) for url in urls}
    assert all(read.deciding_line(url, allowed=not read.allows(url)) is None for url in urls)
    assert len(answers) == 1


def test_wildcards_beyond_the_bound_forbid_rather_more() -> None:
    many = "User-agent: *\n" + "Disallow: /x*y\n" * 500 + "Disallow: /late*end$\nAllow: /a*z\nDisallow: /plain\n"
    assert not allows(many, "/x/y")
    assert not allows(many, "/late/other")
    assert not allows(many, "/plain")
    assert allows(many, "/other")


def test_rules_beyond_the_bound_forbid_what_no_other_rule_permits() -> None:
    many = "Disallow: /x\n" * 10_000 + "Disallow: /late\nAllow: /late/a\n"
    text = f"User-agent: *\nAllow: /early\n{many}Sitemap: /s.xml\n\nUser-agent: mybot\nDisallow: /x\n"
    assert not allows(text, "/late/a")
    assert not allows(text, "/other")
    assert allows(text, "/early/a")
    assert rules(text).sitemaps == ("https://example.org/s.xml",)
    assert not allows(text, "/x", "MyBot/1.0")


@given(
    st.lists(st.tuples(st.booleans(), st.text("/ab*$%7Eé?", max_size=6).map("/".__add__)), max_size=6),
    st.text("ab/?=~é", max_size=6),
)
def test_the_line_that_decided_is_the_one_that_the_answer_follows(lines: list[tuple[bool, str]], path: str) -> None:
    written = "".join(f"{'Allow' if is_allowed else 'Disallow'}: {pattern}\n" for is_allowed, pattern in lines)
    read = rules(f"User-agent: *\n{written}")
    url = web_url(f"https://example.org/{path}")
    line = read.deciding_line(url, allowed=read.allows(url))
    if line is None:
        assert read.deciding_line(url, allowed=not read.allows(url)) is None or "%" in written + path or "$" in written
    else:
        assert lines[line.number - 2] == (read.allows(url), line.value)


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        ("User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", (3, "*", "Allow: /a/b")),
        ("User-agent: *\nDisallow: /a\nAllow: /a", "/a", (3, "*", "Allow: /a")),
        # RFC 9309, section 2.2.2: the match of the most octets; "é" has six where it is written for an address.
        ("User-agent: *\nDisallow: /é\nAllow: /*", "/é", (2, "*", "Disallow: /é")),
        (
            "# Ours\r\n\r\nuser-agent: GOSSAMER # us\r\ndisallow: /*.pdf$ # files\r\n",
            "/x.pdf",
            (4, "gossamer", "Disallow: /*.pdf$"),
        ),
        ("User-agent: *\nDisallow: /\n\nUser-agent: gossamer\nAllow: /", "/a", (5, "gossamer", "Allow: /")),
        ("User-agent: *\nDisallow:", "/a", None),
        ("User-agent: *\nDisallow: /b", "/a", None),
    ],
)
def test_the_line_that_decided_has_its_number_and_its_group(
    text: str, path: str, line: tuple[int, str, str] | None
) -> None:
    url = web_url(f"https://example.org{path}")
    read = rules(text)
    decided = read.deciding_line(url, allowed=read.allows(url))
    assert (decided and (decided.number, decided.group, decided.text)) == line
