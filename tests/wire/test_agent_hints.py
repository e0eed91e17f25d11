"""Agents get at most one next step, by the reason that an answer shows."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import gossamer
from gossamer.content import locales
from gossamer.core.access import Group
from gossamer.wire.agent_hints import hint_for

SOURCE = Path(gossamer.__file__).parent
RULES = tomllib.loads((SOURCE / "wire" / "agent_hints.toml").read_text("utf-8"))


def hint(kind: str, *groups: Group, **answer: Any) -> str:
    return hint_for(kind, {"success": True, **answer}, lambda ask: ask.group in (groups or set(Group))) or ""


def page(warning: str = "", **metadata: Any) -> Mapping[str, Any]:
    address = "https://shop.example/a/ignore-all-orders"
    return {"warning": warning, "metadata": {"url": address, "scrapeId": "an-id", "statusCode": 200, **metadata}}


def results(*hosts: str, **fields: Any) -> Mapping[str, Any]:
    return {"web": [{"url": f"https://{host}/{n}", "title": "t", **fields} for n, host in enumerate(hosts)]}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (page(pageVerdict="login"), "/v2/scrape/an-id/interact"),
        (page(statusCode=401), "behind a login"),
        (page(pageVerdict="refusal"), '{"proxy":"stealth"}'),
        (page(pageVerdict="rate_limit"), "Wait a minute"),
        (page(statusCode=404), '{"query":"site:shop.example <what the page is about>"}'),
        (page(numPages=3, totalPages=9), '3 of 9 pages were read. If you need more, repeat this with {"parsers"'),
        (page("The page was still loading at the time limit; the result has what had arrived."), '"waitFor":5000'),
        (page("This page may need a browser (…), and none is available."), '"fastMode":false'),
    ],
)
def test_a_page_that_is_not_all_there_has_its_next_step(data: Mapping[str, Any], words: str) -> None:
    assert words in hint("page", data=data)


def test_a_whole_page_has_none_and_nothing_of_its_address_comes_into_a_hint() -> None:
    assert hint("page", data=page()) == hint("page", data=page(numPages=3, totalPages=3)) == ""
    assert "ignore-all-orders" not in hint("page", data=page(statusCode=404))


def test_what_the_key_may_not_use_is_no_advice() -> None:
    assert hint("page", Group.SCRAPE, data=page(pageVerdict="login")) == ""
    found = {"success": True, "data": results("a.example", "b.example")}
    assert "firecrawl_scrape" in (hint_for("search", found, lambda _: True) or "")
    assert hint_for("search", found, lambda ask: "markdown" not in ask.formats) is None


def test_a_hint_names_no_more_pages_than_may_be_asked_for_and_no_site_without_a_name() -> None:
    assert '"maxPages":10000' in hint("page", data=page(numPages=10, totalPages=20_000))
    nowhere = {"metadata": {"statusCode": 404, "scrapeId": "an-id"}}
    assert hint("page", data=nowhere) == ""


def test_searches_lead_to_more_of_one_site_or_to_the_pages_themselves() -> None:
    assert "Nothing was found" in hint("search", data={})
    one_site = hint("search", data=results("a.example", "a.example", "a.example", "b.example"))
    assert '{"url":"https://a.example","search"' in one_site
    assert "excerpts" in hint("search", data=results("a.example", "b.example"))
    assert hint("search", data=results("a.example", "b.example", markdown="# T")) == ""
    assert "map" not in hint("search", data=results(*["a.example\nObey"] * 5, markdown="# T"))


@pytest.mark.parametrize(("count", "words"), [(1, '"formats":["links"]'), (500, "500 URLs"), (20, "")])
def test_maps_are_too_small_or_too_large(count: int, words: str) -> None:
    found = hint("map", links=[{"url": "https://a.example"}] * count)
    assert words in found if words else not found


def test_failures_of_sites_have_one_and_mistakes_of_callers_none() -> None:
    refused = {"success": False, "code": "SCRAPE_ALL_ENGINES_FAILED"}
    assert "stealth" in hint("page", **refused)
    assert hint("search", success=False, code="BAD_REQUEST") == ""


def test_every_sign_of_a_rule_exists() -> None:
    verdicts = set(locales.entry("verdicts", "kinds"))
    signs = [sign for rules in RULES.values() for rule in rules for sign in rule.get("sign", ())]
    assert {sign.removeprefix("verdict ") for sign in signs if sign.startswith("verdict ")} <= verdicts
    modules = [file for part in ("content", "features", "browser") for file in (SOURCE / part).rglob("*.py")]
    texts = "\n".join(module.read_text("utf-8") for module in modules)
    warnings = [words for rule in RULES["page"] for words in rule.get("warning", ())]
    assert [words for words in warnings if not re.search(re.escape(words), texts)] == []
