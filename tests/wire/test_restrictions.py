import json
from typing import Any

import pytest
from pydantic import ValidationError

from gossamer.core.access import Group
from gossamer.core.restrictions import FORMATS, GROUPS, NONE, Restrictions
from gossamer.wire.issues import InvalidBody
from gossamer.wire.restrictions import AddressesBody, RestrictionsBody, restrictions_json

EVERYTHING = {
    "allowedFormats": ["markdown", "links"],
    "allowedEndpoints": ["scrape", "batch-scrape"],
    "allowedDomains": ["example.org"],
    "noModel": True,
    "cacheOnly": True,
    "creditBudget": 0,
    "ratePerMinute": 60,
    "maxConcurrency": 2,
    "purpose": "ai-train",
    "termsPolicy": "obey",
    "identity": "honest",
}


def read(body: Any) -> Restrictions:
    return RestrictionsBody.model_validate(body).restrictions()


def refusal(shape: type[RestrictionsBody] | type[AddressesBody], body: Any) -> InvalidBody:
    with pytest.raises(ValidationError) as failure:
        shape.model_validate(body)
    return InvalidBody.of(failure.value, version="admin")


def test_an_empty_body_restricts_nothing() -> None:
    assert read({}) == NONE
    assert read({"allowedFormats": [], "allowedEndpoints": [], "noModel": False, "creditBudget": None}) == NONE


def test_every_restriction_reaches_the_core_and_comes_back_as_it_was_saved() -> None:
    restrictions = read(EVERYTHING)
    assert restrictions == Restrictions(
        allowed_formats=("markdown", "links"),
        allowed_endpoints=(Group.SCRAPE, Group.BATCH_SCRAPE),
        allowed_domains=("example.org",),
        no_model=True,
        cache_only=True,
        credit_budget=0,
        rate_per_minute=60,
        concurrency=2,
        purpose="ai-train",
        terms_policy="obey",
        identity="honest",
    )
    assert json.loads(json.dumps(restrictions_json(restrictions))) == EVERYTHING


def test_what_is_shown_can_be_saved_again() -> None:
    assert read(restrictions_json(NONE)) == NONE


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_can_be_allowed(name: str) -> None:
    assert read({"allowedFormats": [name]}).allowed_formats == (name,)


@pytest.mark.parametrize("group", GROUPS)
def test_every_group_can_be_allowed(group: Group) -> None:
    assert read({"allowedEndpoints": [group.value]}).allowed_endpoints == (group,)


def test_names_that_stand_twice_count_once_and_domains_are_made_comparable() -> None:
    restrictions = read(
        {"allowedFormats": ["html", "html"], "allowedDomains": ["EXAMPLE.org.", "example.org", "Bücher.de"]}
    )
    assert restrictions.allowed_formats == ("html",)
    assert restrictions.allowed_domains == ("example.org", "xn--bcher-kva.de")


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"allowedFormats": ["poem"]}, "Unknown format `poem`. Use one of markdown, html, "),
        ({"allowedFormats": ["Markdown"]}, "Unknown format `Markdown`. Use one of "),
        ({"allowedEndpoints": ["scrap"]}, "Unknown endpoint `scrap`. Use one of scrape, batch-scrape, crawl, "),
        # Those that no key is limited to: they are always reachable, or never for a restricted one.
        ({"allowedEndpoints": ["account"]}, "Unknown endpoint `account`."),
        ({"allowedEndpoints": ["v0"]}, "Unknown endpoint `v0`."),
        ({"allowedEndpoints": ["unknown"]}, "Unknown endpoint `unknown`."),
        ({"allowedDomains": ["https://example.org/x"]}, "`https://example.org/x` is no domain"),
        ({"allowedDomains": ["*.example.org"]}, "`*.example.org` is no domain"),
        ({"allowedDomains": [""]}, "`` is no domain"),
        ({"allowedformats": ["markdown"]}, "Unrecognized key in body"),
    ],
)
def test_what_cannot_be_enforced_is_refused_in_a_sentence(body: Any, told: str) -> None:
    assert refusal(RestrictionsBody, body).error.startswith(told)


@pytest.mark.parametrize(
    "body",
    [
        {"allowedFormats": "markdown"},
        {"allowedFormats": [7]},
        {"noModel": "yes"},
        {"noModel": 1},
        {"creditBudget": -1},
        {"creditBudget": "5"},
        {"creditBudget": True},
        {"ratePerMinute": 0},
        {"maxConcurrency": 0},
        {"maxConcurrency": "1.5"},
    ],
)
def test_values_of_the_wrong_kind_are_refused_with_their_place(body: Any) -> None:
    refused = refusal(RestrictionsBody, body)
    assert [issue["path"][0] for issue in refused.details] == list(body)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (["203.0.113.7"], ["203.0.113.7/32"]),
        (["10.0.0.0/8", "10.0.0.0/8"], ["10.0.0.0/8"]),
        (["::ffff:203.0.113.7"], ["203.0.113.7/32"]),
        (["2001:DB8::/32"], ["2001:db8::/32"]),
        ([], []),
    ],
)
def test_addresses_are_kept_in_one_notation(given: list[str], kept: list[str]) -> None:
    assert AddressesBody.model_validate({"allowedCidrs": given}).allowed_cidrs == kept


@pytest.mark.parametrize("given", ["example.org", "10.0.0.0/33", "10.0.0.1/8", "fe80::1%eth0", "", "10.0.0.1-10.0.0.9"])
def test_what_is_no_address_is_refused_with_an_example(given: str) -> None:
    assert "203.0.113" in refusal(AddressesBody, {"allowedCidrs": [given]}).error


@pytest.mark.parametrize("body", [{}, {"allowedCidrs": None}, {"allowedCIDRs": []}])
def test_a_key_is_not_opened_to_all_addresses_by_leaving_them_out(body: Any) -> None:
    assert refusal(AddressesBody, body).details
