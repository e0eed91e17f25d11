"""Cookies of a visit: those of the caller, and those that the site sets on the way."""

import pytest

from gossamer.net.cookies import CookieJar

HERE = "https://www.e.org/a/b?c"


def after(*lines: str, url: str = HERE, caller: str = "", to: str | None = None) -> str:
    jar = CookieJar(url, caller)
    for line in lines:
        jar.keep(line, url)
    return jar.header(to or url)


@pytest.mark.parametrize(
    "value",
    [
        "sid=c2Vzc2lvbg==",
        'cfg={"a":1,"b":"x"}',
        'quoted="a b"',
        "sp=a b",
        "sl=a/b:c@d,e",
        "na[me]=1",
        "ref:x=1",
        "city=Zürich",
        "pct=%7B%22a%22%3A1%7D",
        "back=a\\054b",
        "nameless",
        "empty=",
    ],
)
def test_a_value_goes_back_as_it_came(value: str) -> None:
    assert after(f"{value}; Path=/; HttpOnly; SameSite=Lax") == value
    assert after(caller=value) == value


@pytest.mark.parametrize(
    "attribute",
    [
        "Expires=Thu, 01 Jan 1970 00:00:00 GMT",
        "expires=Thu, 01-Jan-70 00:00:01 GMT",
        "Expires=Thu Jan  1 00:00:00 1970",
        "Expires=Mon, 06 Jan 2020 00:00:00 +0000",
        "Max-Age=0",
        "max-age=-1; Expires=Fri, 01 Jan 2100 00:00:00 GMT",
    ],
)
def test_a_cookie_that_has_expired_is_deleted_the_callers_too(attribute: str) -> None:
    assert after("old=7; Path=/", f"old=; Path=/; {attribute}") == ""
    assert after(f"old=; Path=/; {attribute}", caller="old=7; lang=de") == "lang=de"


@pytest.mark.parametrize(
    "attribute",
    [
        "Expires=Fri, 01 Jan 2100 00:00:00 GMT",
        "Expires=0",
        "Expires=Thu, 31 Foo 1970 00:00:00 GMT",
        "Expires=Fri, 01 Jan 99999 00:00:00 GMT",
        "Expires=Thu, 01 Jan 1970",
        "Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
        "Max-Age=soon",
    ],
)
def test_a_cookie_that_ends_later_or_at_no_date_is_kept(attribute: str) -> None:
    assert after(f"a=1; {attribute}") == "a=1"


@pytest.mark.parametrize(
    "scope", ["Path=/", "Path=/a", "Domain=e.org; Path=/", "Secure; HttpOnly", "Domain=.www.E.org"]
)
def test_a_cookie_that_the_site_sets_takes_the_place_of_the_callers(scope: str) -> None:
    assert sorted(after(f"sid=new; {scope}", caller="sid=old; lang=de").split("; ")) == ["lang=de", "sid=new"]


def test_the_caller_may_name_a_cookie_twice() -> None:
    assert after(caller="a=1;a=2;  b ; =c; ") == "a=1; a=2; b; =c"


@pytest.mark.parametrize(
    "to",
    ["https://e.org/", "https://other.org/", "http://www.e.org/", "https://www.e.org:8443/", "https://x.www.e.org/"],
)
def test_the_callers_cookies_go_to_the_origin_alone(to: str) -> None:
    assert after(caller="sid=1", to=to) == ""


def test_the_callers_cookies_go_up_to_https_and_are_there_on_the_way_back() -> None:
    jar = CookieJar("http://e.org/", "sid=1")
    assert [jar.header(url) for url in ("https://e.org/x", "https://sso.org/", "http://e.org/y")] == [
        "sid=1",
        "",
        "sid=1",
    ]


@pytest.mark.parametrize(
    ("line", "to", "sent"),
    [
        ("a=1", "https://www.e.org/a/x", "a=1"),
        ("a=1", "https://www.e.org/ab", ""),
        ("a=1; Path=/a/", "https://www.e.org/a", ""),
        ("a=1; Path=relative", "https://www.e.org/a/", "a=1"),
        ("a=1; Path=/", "https://www.e.org:8443/", "a=1"),
        ("a=1; Path=/", "https://e.org/", ""),
        ("a=1; Path=/", "https://x.www.e.org/", ""),
        ("a=1; Path=/; Domain=e.org", "https://shop.e.org/", "a=1"),
        ("a=1; Path=/; Domain=e.org", "https://note.org/", ""),
        ("a=1; Path=/; Domain=shop.e.org", "https://shop.e.org/", ""),
        ("a=1; Path=/; Domain=org", "https://other.org/", ""),
        ("a=1; Path=/; Secure", "http://www.e.org/", ""),
        ("a=1; Path=/; Secure; Secure=no", "https://www.e.org/", "a=1"),
    ],
)
def test_a_cookie_goes_where_its_domain_path_and_security_let_it(line: str, to: str, sent: str) -> None:
    assert after(line, to=to) == sent


@pytest.mark.parametrize(
    ("line", "url"),
    [
        ("a=1; Secure", "http://e.org/"),
        ("__Host-a=1; Secure; Path=/; Domain=e.org", "https://e.org/"),
        ("__Host-a=1; Path=/", "https://e.org/"),
        ("__Host-a=1; Secure; Path=/x", "https://e.org/x"),
        ("__secure-a=1", "https://e.org/"),
        ("a=1; Domain=co.uk", "https://e.co.uk/"),
        ("a=1; Domain=0.0.1", "http://127.0.0.1/"),
        ("a=" + "x" * 5000, "https://e.org/"),
        ("a=\udcfc", "https://e.org/"),
        ("a=1\x00", "https://e.org/"),
        ("", "https://e.org/"),
        ("=", "https://e.org/"),
    ],
)
def test_what_a_browser_refuses_is_not_kept(line: str, url: str) -> None:
    assert after(line, url=url, caller="b=2") == "b=2"


def test_a_cookie_of_a_longer_path_comes_first_and_one_of_the_same_scope_is_replaced() -> None:
    assert after("a=1; Path=/", "a=2; Path=/a", "a=3; Path=/") == "a=2; a=3"


def test_a_site_may_set_no_more_than_a_browser_keeps() -> None:
    assert len(after(*(f"c{number}=1" for number in range(1000))).split("; ")) == 180
