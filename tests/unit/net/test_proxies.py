"""Which upstream proxy a request takes."""

import pytest

from gossamer.net.proxies import Proxies, Proxy, Route, parse_proxies


def first(proxies: Proxies, route: Route) -> Proxy | None:
    return next(iter(proxies.order(route)), None)


def test_a_setting_lists_proxies_with_credentials_and_countries() -> None:
    plain, german, anywhere = parse_proxies(
        "http://a.example:8080, country=DE:http://u:p%40ss@b.example, https://user-{country}:pw@c.example:1"
    )
    assert plain == Proxy("http", "a.example", 8080)
    assert german == Proxy("http", "b.example", 80, "u", "p@ss", "de")
    assert german.authorization == "Basic dTpwQHNz"
    assert anywhere.in_country("FR").username == "user-fr"
    assert anywhere.in_country(None).username == "user-us"


@pytest.mark.parametrize(
    "entry",
    [
        "socks5://a:1",
        "a.example:80",
        "http://",
        "http://a:x",
        "http://a/path",
        "http://u:12#ss@a:1",
        "http://u:1?ss@a:1",
        "http://u:1/ss@a:1",
        "http://a:1/?x",
        "http://%FC@a:1",
    ],
)
def test_an_entry_that_cannot_be_read_is_an_error_without_its_password(entry: str) -> None:
    with pytest.raises(ValueError, match="Proxy 2") as refusal:
        parse_proxies(f"http://ok.example:1,{entry.replace('//', '//u:s3cret@')}")
    assert "s3cret" not in str(refusal.value)


def test_a_password_is_not_in_the_representation() -> None:
    assert "s3cret" not in repr(parse_proxies("http://u:s3cret@a.example:1"))


def test_a_tier_without_proxies_goes_direct() -> None:
    proxies = Proxies.parse(stealth="http://a.example:1")
    assert first(proxies, Route("basic")) is None
    assert not proxies.has("basic")
    assert not Proxies().has("stealth")


def test_the_stealth_tier_without_proxies_of_its_own_goes_by_those_of_the_basic_tier() -> None:
    proxies = Proxies.parse(basic="http://a.example:1")
    assert first(proxies, Route("stealth")) == first(proxies, Route("basic")) != None  # noqa: E711
    assert proxies.has("stealth")


@pytest.mark.parametrize(
    ("basic", "stealth", "tier"),
    [
        ("", "", "stealth"),
        ("http://a:1", "", "basic"),
        ("", "http://b:1", "stealth"),
        ("http://a:1", "http://b:1", "stealth"),
    ],
)
def test_the_strongest_tier_is_the_one_whose_proxies_are_used(basic: str, stealth: str, tier: str) -> None:
    assert Proxies.parse(basic=basic, stealth=stealth).strongest == tier


def test_proxies_take_turns() -> None:
    proxies = Proxies.parse(basic="http://a.example:1,http://b.example:1")
    picked = [first(proxies, Route()) for _ in range(4)]
    assert {proxy.host for proxy in picked if proxy} == {"a.example", "b.example"}
    assert picked[0] == picked[2]


def test_who_looks_which_proxy_comes_next_takes_no_turn() -> None:
    proxies = Proxies.parse(basic="http://a.example:1,http://b.example:1")
    assert proxies.preview(Route()) == proxies.preview(Route()) == proxies.order(Route())
    assert proxies.preview(Route()) == proxies.order(Route())


def test_a_country_is_looked_for_first_and_any_will_do_at_last() -> None:
    proxies = Proxies.parse(basic="http://a.example:1,country=de:http://b.example:1")
    german = first(proxies, Route.of("basic", "DE"))
    assert german is not None
    assert german.host == "b.example"
    assert first(proxies, Route.of("basic", "FR")) is not None


def test_a_proxy_that_fails_rests_and_comes_back_when_it_works() -> None:
    proxies = Proxies.parse(basic="http://a.example:1,http://b.example:1")
    bad = first(proxies, Route())
    assert bad is not None
    proxies.failed(bad, OSError())
    assert {first(proxies, Route()) for _ in range(4)} == {
        proxy for proxy in parse_proxies("http://a.example:1,http://b.example:1") if proxy != bad
    }
    proxies.worked(bad, {})
    assert bad in {first(proxies, Route()) for _ in range(4)}


def test_when_all_rest_the_one_that_rests_shortest_is_tried() -> None:
    proxies = Proxies.parse(basic="http://a.example:1,http://b.example:1")
    one, two = parse_proxies("http://a.example:1,http://b.example:1")
    proxies.failed(one, OSError())
    proxies.failed(two, OSError())
    assert first(proxies, Route()) == one


@pytest.mark.parametrize("route", [Route(), Route("stealth"), Route("stealth", "de"), Route("basic", None, "a1")])
def test_a_route_survives_being_a_user_name(route: Route) -> None:
    assert Route.parse(route.username) == route


@pytest.mark.parametrize(
    "username", ["", "root", "basic-", "stealth-usa", "basic-d1", "basic:x", "basic~", "basic~a b"]
)
def test_other_user_names_are_no_route(username: str) -> None:
    assert Route.parse(username) is None


def test_what_belongs_to_one_visit_leaves_by_one_proxy() -> None:
    proxies = Proxies.parse(basic="http://a.example:1,http://b.example:1,http://c.example:1")
    visit = Route().for_one_visit()
    assert len({first(proxies, visit) for _ in range(10)}) == 1
    assert visit.for_one_visit() == visit


def test_a_country_that_is_no_code_is_left_out() -> None:
    assert Route.of("basic", "d\r\ne") == Route()
