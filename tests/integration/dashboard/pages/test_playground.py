"""The playground without script: what it runs, as whom, and what it says."""

import html
import io
import json
import re
from contextlib import redirect_stdout
from typing import Any

import pytest

from tests.integration.dashboard.pages.deployment import Deployment, Person, Team

HERE = "/dashboard/playground"


def code_of(page: str, language: str) -> str:
    found = re.search(rf'<pre id="snippet-{language}"[^>]*><code>(.*?)</code>', page, re.DOTALL)
    assert found, page
    return html.unescape(found[1])


def said(page: str) -> str:
    """Return the words of a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_a_scrape_shows_each_format_as_text(deployment: Deployment, team: Team) -> None:
    key = deployment.first_key(team.team_id)
    form = {"url": deployment.site.url("/article"), "key": key, "format": ["markdown", "html", "links"], "main": "on"}
    answer = team.admin.post(HERE + "/scrape", form)
    assert answer.status_code == 200
    page = answer.text
    assert "The page was scraped for 1 credit. The site answered 200." in said(page)
    assert "# How spiders weave" in page
    assert html.escape("<h1>How spiders weave</h1>") in page
    assert "<h1>How spiders weave</h1>" not in page
    assert (
        f'href="{deployment.site.url("/docs?page=2#top")}" target="_blank" rel="noopener noreferrer nofollow"' in page
    )


def test_it_is_billed_to_the_key_it_ran_as(deployment: Deployment, team: Team) -> None:
    key, _ = deployment.key(team.team_id, "billed")
    url = deployment.site.url("/article")
    team.admin.post(HERE + "/scrape", {"url": url, "key": key, "format": "markdown", "main": "on"})
    team.admin.post(HERE + "/map", {"url": deployment.site.url("/"), "key": key, "subdomains": "on"})
    [period] = deployment.api(team.key, "/v2/team/credit-usage/historical?byApiKey=true")["periods"]
    assert (period["apiKey"], period["totalCredits"]) == ("billed", 2)


@pytest.mark.parametrize(
    ("restrictions", "mode", "told"),
    [
        ({"allowedFormats": ["markdown"]}, "scrape", "Requested formats not allowed: html"),
        ({"allowedFormats": ["markdown"]}, "crawl", "Requested formats not allowed: html"),
        ({"allowedEndpoints": ["map"]}, "scrape", "Endpoint not allowed: scrape"),
        ({"allowedEndpoints": ["map"]}, "crawl", "Endpoint not allowed: crawl"),
        ({"allowedEndpoints": ["scrape"]}, "map", "Endpoint not allowed: map"),
    ],
)
def test_the_restrictions_of_the_key_hold(
    deployment: Deployment, team: Team, restrictions: dict[str, list[str]], mode: str, told: str
) -> None:
    key, _ = deployment.key(team.team_id, "restricted", **restrictions)
    form = {"url": deployment.site.url("/"), "key": key, "format": ["markdown", "html"], "main": "on"}
    page = team.admin.post(f"{HERE}/{mode}", form, htmx=True).text
    assert "The request failed" in page
    assert told in said(page)
    assert "Code: FORBIDDEN" in said(page)


def test_a_key_that_may_be_used_elsewhere_only_is_refused_here_too(deployment: Deployment, team: Team) -> None:
    key, _ = deployment.key(team.team_id, "at the office")
    deployment.manage("PUT", f"/admin/keys/{key}/ip-restrictions", {"allowedCidrs": ["192.0.2.0/24"]})
    form = {"url": deployment.site.url("/"), "key": key, "format": "markdown", "main": "on"}
    assert "not on this API key's allowed IP list" in said(team.admin.post(HERE + "/scrape", form, htmx=True).text)


def test_admins_are_told_what_limits_a_key_and_members_that_something_may(deployment: Deployment, team: Team) -> None:
    key, _ = deployment.key(team.team_id, "narrow", allowedFormats=["markdown"], allowedEndpoints=["scrape"])
    member = deployment.person(team.team_id, "member")
    assert "Limited: Endpoints: scrape · Formats: markdown." in said(team.admin.get(HERE, key=key).text)
    seen_by_member = said(member.get(HERE, key=key).text)
    assert "Its restrictions hold here too; admins can see them." in seen_by_member
    assert "Endpoints:" not in seen_by_member


def test_keys_of_other_teams_and_revoked_ones_cannot_be_used(deployment: Deployment, team: Team) -> None:
    other = deployment.team()
    gone, _ = deployment.key(team.team_id, "gone")
    deployment.manage("DELETE", f"/admin/keys/{gone}")
    form = {"url": deployment.site.url("/"), "format": "markdown", "main": "on"}
    for key in (deployment.first_key(other.team_id), gone, "nonsense"):
        page = team.admin.post(HERE + "/scrape", {**form, "key": key}, htmx=True).text
        assert "The request failed API key not found. Code: NOT_FOUND" in said(page)
    assert "gone" not in said(team.admin.get(HERE).text)


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"url": ""}, "Type the address of a page. Code: BAD_REQUEST"),
        ({"timeout": "5"}, "timeout: "),
        ({"actions": '[{"type": "nothing"}]'}, "actions.0: Invalid action."),
        (
            {"url": "ftp://example.org/"},
            "url: Invalid URL: unsupported protocol, only http and https can be fetched. Code:",
        ),
        ({"actions": "{"}, "Actions are no JSON (line 1, column 2)."),
        ({"url": "http://127.0.0.1:1/"}, "Code: SCRAPE_SITE_ERROR"),
        ({"url": "http://10.0.0.1/"}, "Code: unsafe_domain_blocked"),
    ],
)
def test_what_does_not_work_is_told_with_its_code(
    deployment: Deployment, team: Team, form: dict[str, str], told: str
) -> None:
    key = deployment.first_key(team.team_id)
    asked = {"url": deployment.site.url("/"), "key": key, "format": "markdown", "main": "on", **form}
    answer = team.admin.post(HERE + "/scrape", asked, htmx=True)
    assert "The request failed" in answer.text
    assert told in said(answer.text)


def test_what_was_typed_is_still_there_afterwards(deployment: Deployment, team: Team) -> None:
    form = {"url": "http://127.0.0.1:1/", "key": deployment.first_key(team.team_id), "format": "links", "wait": "7"}
    page = team.admin.post(HERE + "/scrape", form).text
    assert 'value="http://127.0.0.1:1/"' in page
    assert re.search(r'value="links" checked', page)
    assert not re.search(r'value="markdown" checked', page)
    assert not re.search(r'name="main" value="on" checked', page)
    assert re.search(r'name="wait" type="text" value="7"', page)


def test_a_crawl_is_followed_until_it_has_ended(deployment: Deployment, team: Team) -> None:
    form = {"url": deployment.site.url("/"), "key": deployment.first_key(team.team_id), "format": "markdown"}
    begun = team.admin.post(HERE + "/crawl", {**form, "limit": "3", "sitemap": "skip"}, htmx=True).text
    path = re.search(rf'hx-get="({HERE}/crawl/([0-9a-f-]+))" hx-trigger="every 1s"', begun)
    assert path
    deployment.watch(team.key, f"/v2/crawl/{path[2]}")
    fragment = team.admin.get(path[1], htmx=True).text
    assert "hx-trigger" not in fragment
    assert "Completed 3 pages" in said(fragment)
    assert deployment.site.url("/article") in fragment
    left_out = re.search(r'<dt>Left out</dt><dd><a href="([^"]+)"', fragment)
    assert left_out
    assert "The job had as many pages as it was allowed. LIMIT_REACHED" in said(team.admin.get(left_out[1]).text)


def test_another_teams_crawl_is_not_followed(deployment: Deployment, team: Team) -> None:
    job = deployment.api(deployment.team().key, "/v2/crawl", {"url": deployment.site.url("/"), "limit": 1})["id"]
    assert team.admin.get(f"{HERE}/crawl/{job}").status_code == 404


def test_there_is_no_other_mode(team: Team) -> None:
    assert team.admin.post(HERE + "/search", {"url": "https://example.org"}).status_code == 404


def test_a_team_without_keys_is_told_so(deployment: Deployment, team: Team) -> None:
    deployment.manage("DELETE", f"/admin/keys/{deployment.first_key(team.team_id)}")
    assert "The team has no key that can be used." in said(team.admin.get(HERE).text)
    refused = team.admin.post(HERE + "/scrape", {"url": "https://example.org", "format": "markdown"}, htmx=True)
    assert "The team has no key that can be used." in said(refused.text)


FORMS: dict[str, dict[str, Any]] = {
    "scrape": {"url": "/article?it's", "format": ["markdown", "links"], "wait": "1", "timeout": "30000"},
    "crawl": {"url": "/", "format": "markdown", "main": "on", "limit": "2", "exclude": "^/docs", "sitemap": "skip"},
    "map": {"url": "/", "search": "article", "limit": "7", "subdomains": "on", "sitemap": "include"},
}


@pytest.mark.parametrize("mode", list(FORMS))
def test_the_python_code_does_what_the_form_does(deployment: Deployment, team: Team, mode: str) -> None:
    form = {**FORMS[mode], "url": deployment.site.url(FORMS[mode]["url"]), "key": ""}
    code = code_of(team.admin.post(f"{HERE}/{mode}/code", form, htmx=True).text, "python")
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(code.replace("YOUR_API_KEY", team.key), {})
    expected = {"scrape": "bridge thread", "crawl": "Loopback Gazette", "map": deployment.site.url("/article")}
    assert expected[mode] in printed.getvalue()


@pytest.mark.parametrize("mode", list(FORMS))
def test_the_curl_code_sends_what_the_api_accepts(deployment: Deployment, team: Team, mode: str) -> None:
    form = {**FORMS[mode], "url": deployment.site.url(FORMS[mode]["url"]), "key": ""}
    code = code_of(team.admin.post(f"{HERE}/{mode}/code", form, htmx=True).text, "curl")
    body = json.loads(code[code.index("-d '") + 4 : -1].replace("'\\''", "'"))
    assert deployment.api(team.key, f"/v2/{mode}", body)["success"]


def test_code_waits_for_an_address(team: Team) -> None:
    answer = team.admin.post(HERE + "/scrape/code", {"url": "", "format": "markdown"}, htmx=True)
    assert "Type an address" in answer.text


def test_members_use_it_as_admins_do(deployment: Deployment, team: Team) -> None:
    member: Person = deployment.person(team.team_id, "member")
    form = {"url": deployment.site.url("/article"), "key": deployment.first_key(team.team_id), "format": "markdown"}
    assert "# How spiders weave" in member.post(HERE + "/scrape", form).text
