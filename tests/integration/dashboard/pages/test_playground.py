"""The playground without script: what it runs, as whom, and what it says."""

import html
import io
import json
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import httpx
import pytest

from gossamer.core.uploads import MAX_UPLOAD
from gossamer.dashboard.routing import POLICY
from tests import documents
from tests.asking import ask_until, is_ended
from tests.integration.dashboard.pages.deployment import Deployment, Person, Team

HERE = "/dashboard/playground"


def code_of(page: str, language: str) -> str:
    found = re.search(rf'<pre id="snippet-{language}"[^>]*><code>(.*?)</code>', page, re.DOTALL)
    assert found, page
    return html.unescape(found[1])


def said(page: str) -> str:
    """Return the words of a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page.replace("<wbr>", ""))).split())


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


def test_a_file_shows_each_format_as_a_scrape_does(deployment: Deployment, team: Team) -> None:
    form = {"key": deployment.first_key(team.team_id), "format": ["markdown", "html", "links"], "main": "on"}
    answer = team.admin.send_file(HERE + "/parse", "report.docx", documents.REPORT, form)
    assert answer.status_code == 200
    assert answer.headers["content-security-policy"] == POLICY
    assert "The file was parsed for 1 credit." in said(answer.text)
    assert "The site answered" not in said(answer.text)
    assert "# Silk report" in answer.text
    assert 'href="https://example.org/loom"' in answer.text
    in_activity = re.search(r'href="(/dashboard/activity/[0-9a-f-]+)"', answer.text)
    assert in_activity
    assert "# Silk report" in team.admin.get(in_activity[1]).text


def test_a_page_is_explained_as_text_with_what_is_kept_and_why(deployment: Deployment, team: Team) -> None:
    form = {"url": deployment.site.url("/article"), "key": deployment.first_key(team.team_id)}
    page = team.admin.post(HERE + "/explain", form).text
    assert re.search(r"characters are main content, for 1 credit\.", said(page))
    assert re.search(r"Kept · h1 · .+? How spiders weave", said(page))
    assert re.search(r"Dropped · \w+ · a landmark of the site", said(page))
    assert "<h1>How spiders weave</h1>" not in page
    assert code_of(page, "command") == f"gossamer explain '{deployment.site.url('/article')}'"


def test_a_page_that_cannot_be_fetched_is_not_explained(deployment: Deployment, team: Team) -> None:
    form = {"url": "http://127.0.0.1:1/", "key": deployment.first_key(team.team_id)}
    assert "The request failed" in said(team.admin.post(HERE + "/explain", form).text)


def test_the_form_of_a_file_needs_no_script_and_offers_no_screenshots(team: Team) -> None:
    page = team.admin.get(HERE, mode="parse").text
    assert re.search(
        r'<form [^>]*method="post" action="/dashboard/playground/parse#result"[^>]* enctype="multipart', page
    )
    assert re.search(r'<input id="field-file" name="file" type="file"', page)
    assert 'name="format" value="markdown" checked' in page
    assert 'value="screenshot"' not in page


@pytest.mark.parametrize(
    ("name", "content", "form", "error"),
    [
        ("tool.exe", b"MZ\x90\x00\x03\x00\x00\x00", {}, "Code: UNSUPPORTED_FILE_TYPE"),
        ("report.pdf", b"", {}, "The file is empty. Code: UNSUPPORTED_FILE_TYPE"),
        ("report.docx", documents.REPORT, {"format": "screenshot"}, "Code: PARSE_UNSUPPORTED_OPTIONS"),
        ("report.docx", documents.REPORT, {"timeout": "5"}, "timeout: "),
        ("report.docx", documents.REPORT, {"format": ()}, "Choose at least one format. Code: BAD_REQUEST"),
        ("scan.pdf", bytes(MAX_UPLOAD + 1), {}, "The file is larger than 50 MB. Code: BAD_REQUEST"),
        ("", b"", {}, "Choose a file. Code: BAD_REQUEST"),
    ],
    ids=["type", "empty", "format", "timeout", "no format", "size", "no file"],
)
def test_a_file_that_cannot_be_parsed_is_refused_with_a_code(
    team: Team, name: str, content: bytes, form: dict[str, str], error: str
) -> None:
    sent = {"key": team.deployment.first_key(team.team_id), "format": "markdown", "main": "on", **form}
    page = said(team.admin.send_file(HERE + "/parse", name, content, sent).text)
    assert "The request failed" in page
    assert error in page


@pytest.mark.parametrize(
    ("restrictions", "error"),
    [
        ({"allowedEndpoints": ["scrape"]}, "Endpoint not allowed: parse"),
        ({"allowedFormats": ["markdown"]}, "Requested formats not allowed: html"),
    ],
)
def test_the_restrictions_of_the_key_hold_for_files(
    deployment: Deployment, team: Team, restrictions: dict[str, list[str]], error: str
) -> None:
    key, _ = deployment.key(team.team_id, "restricted", **restrictions)
    form = {"key": key, "format": ["markdown", "html"], "main": "on"}
    page = said(team.admin.send_file(HERE + "/parse", "report.docx", documents.REPORT, form).text)
    assert error in page
    assert "Code: FORBIDDEN" in page


def test_a_file_needs_the_token_of_the_form(deployment: Deployment, team: Team) -> None:
    form = {"key": deployment.first_key(team.team_id), "format": "markdown"}
    answer = team.admin.send_file(HERE + "/parse", "report.docx", documents.REPORT, form, csrf="another")
    assert answer.status_code == 403
    assert "Silk report" not in answer.text


def test_a_file_of_nobody_is_not_read(deployment: Deployment, team: Team) -> None:
    form = {"key": deployment.first_key(team.team_id), "format": "markdown"}
    stranger = Person(httpx.Client(base_url=deployment.service.url))
    deployment.people.append(stranger.client)
    answer = stranger.send_file(HERE + "/parse", "report.docx", documents.REPORT, form)
    assert (answer.status_code, answer.headers["location"]) == (303, "/dashboard/sign-in")


def test_other_pages_accept_no_files(team: Team) -> None:
    assert team.admin.send_file("/dashboard/theme", "report.docx", documents.REPORT, {}).status_code == 415


def test_the_python_code_parses_the_file(
    deployment: Deployment, team: Team, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = {"key": deployment.first_key(team.team_id), "format": ["markdown", "links"], "timeout": "20000"}
    code = code_of(team.admin.post(HERE + "/parse/code", form, htmx=True).text, "python")
    (tmp_path / "YOUR_FILE.pdf").write_bytes(documents.pdf([[("Silk is strong.", 11, 660)]]))
    monkeypatch.chdir(tmp_path)
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(code.replace("YOUR_API_KEY", team.key), {})
    assert "Silk is strong." in printed.getvalue()


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
        ({"allowedEndpoints": ["scrape"]}, "search", "Endpoint not allowed: search"),
        ({"allowedEndpoints": ["scrape"]}, "extract", "Endpoint not allowed: extract"),
        ({"allowedEndpoints": ["scrape"]}, "interact", "Endpoint not allowed: browser"),
        ({"allowedEndpoints": ["browser"]}, "interact", "Endpoint not allowed: scrape"),
    ],
)
def test_the_restrictions_of_the_key_hold(
    deployment: Deployment, team: Team, restrictions: dict[str, list[str]], mode: str, told: str
) -> None:
    key, _ = deployment.key(team.team_id, "restricted", **restrictions)
    form = {"url": deployment.site.url("/"), "key": key, "format": ["markdown", "html"], "main": "on"}
    form |= {"query": "x", "urls": "https://example.org", "prompt": "What is it?"}
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


def index_article(deployment: Deployment, team: Team) -> None:
    """Return when a search of the team finds the article, which it has scraped."""
    deployment.api(team.key, "/v2/scrape", {"url": deployment.site.url("/article")})
    ask_until(lambda found: found["data"], lambda: deployment.api(team.key, "/v2/search", {"query": "spiders weave"}))


def test_a_search_shows_what_was_found_and_what_it_read(deployment: Deployment, team: Team) -> None:
    index_article(deployment, team)
    form = {"query": "how spiders weave", "key": deployment.first_key(team.team_id), "limit": "3", "read": "on"}
    page = team.admin.post(HERE + "/search", form).text
    assert f'href="{deployment.site.url("/article")}"' in page
    assert "Text of the page # How spiders weave" in said(page)
    found = re.search(r'<pre id="found-text" hidden>(.*?)</pre>', page, re.DOTALL)
    assert found
    assert json.loads(html.unescape(found[1]))["data"]["web"][0]["url"] == deployment.site.url("/article")


def test_an_extraction_is_followed_to_its_data(deployment: Deployment, team: Team) -> None:
    schema = {"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "number"}}}
    form = {"urls": deployment.site.url("/product"), "schema": json.dumps(schema), "limit": "1"}
    key = deployment.first_key(team.team_id)
    begun = team.admin.post(HERE + "/extract", {**form, "key": key}, htmx=True).text
    path = re.search(rf'"{HERE}/crawl/([0-9a-f-]+)"', begun)
    job = path[1] if path else re.findall(r"/dashboard/activity/([0-9a-f-]{36})", begun)[0]
    ask_until(is_ended, lambda: deployment.api(team.key, f"/v2/extract/{job}"))
    fragment = said(team.admin.get(f"{HERE}/crawl/{job}", htmx=True).text)
    assert '"name": "Blue kettle", "price": 24.5' in fragment


def test_a_page_is_used_in_words_and_goes_on(deployment: Deployment, team: Team) -> None:
    key = deployment.first_key(team.team_id)
    form = {"url": deployment.site.url("/product"), "prompt": "What is the price?", "key": key}
    page = team.admin.post(HERE + "/interact", form).text
    assert "The page was opened for 1 credit and used. The session is charged when it ends." in said(page)
    assert "24.50" in said(page)
    assert team.key not in page
    onward = re.search(r'href="([^"]+&amp;scrape=([0-9a-f-]+))"', page)
    assert onward
    assert f'name="scrape" type="text" value="{onward[2]}"' in team.admin.get(html.unescape(onward[1])).text
    again = said(team.admin.post(HERE + "/interact", {**form, "scrape": onward[2]}).text)
    assert "The page was used. The session is charged when it ends." in again
    assert "24.50" in again
    deployment.http.delete(f"/v2/scrape/{onward[2]}/interact", headers={"authorization": f"Bearer {team.key}"})


@pytest.mark.parametrize(
    ("mode", "form", "told"),
    [
        ("search", {}, "Type what to search for."),
        ("search", {"query": "x", "limit": "1000"}, "limit: "),
        ("extract", {}, "Type at least one address."),
        ("extract", {"urls": "https://example.org", "schema": "{"}, "The schema is no JSON (line 1, column 2)."),
        ("interact", {"url": "https://example.org"}, "Say what is to be done on the page."),
        ("interact", {"url": "https://example.org", "prompt": "x", "scrape": "nonsense"}, "The request failed"),
    ],
)
def test_a_form_that_lacks_something_says_what(
    deployment: Deployment, team: Team, mode: str, form: dict[str, str], told: str
) -> None:
    sent = {**form, "key": deployment.first_key(team.team_id)}
    page = said(team.admin.post(f"{HERE}/{mode}", sent, htmx=True).text)
    assert "The request failed" in page
    assert told in page


def test_another_teams_crawl_is_not_followed(deployment: Deployment, team: Team) -> None:
    job = deployment.api(deployment.team().key, "/v2/crawl", {"url": deployment.site.url("/"), "limit": 1})["id"]
    assert team.admin.get(f"{HERE}/crawl/{job}").status_code == 404


def test_there_is_no_other_mode(team: Team) -> None:
    assert team.admin.post(HERE + "/agent", {"url": "https://example.org"}).status_code == 404


def test_a_team_without_keys_is_told_so(deployment: Deployment, team: Team) -> None:
    deployment.manage("DELETE", f"/admin/keys/{deployment.first_key(team.team_id)}")
    assert "The team has no key that can be used." in said(team.admin.get(HERE).text)
    refused = team.admin.post(HERE + "/scrape", {"url": "https://example.org", "format": "markdown"}, htmx=True)
    assert "The team has no key that can be used." in said(refused.text)


FORMS: dict[str, dict[str, Any]] = {
    "scrape": {"url": "/article?it's", "format": ["markdown", "links"], "wait": "1", "timeout": "30000"},
    "crawl": {"url": "/", "format": "markdown", "main": "on", "limit": "2", "exclude": "^/docs", "sitemap": "skip"},
    "map": {"url": "/", "search": "article", "limit": "7", "subdomains": "on", "sitemap": "include"},
    "search": {"url": "/article", "query": "how spiders weave it's", "limit": "2", "read": "on"},
    "extract": {"url": "/product", "prompt": "name and price"},
    "interact": {"url": "/product", "prompt": "What is the price?"},
}


@pytest.mark.filterwarnings("ignore:The extract endpoint:DeprecationWarning")
@pytest.mark.parametrize("mode", list(FORMS))
def test_the_python_code_does_what_the_form_does(deployment: Deployment, team: Team, mode: str) -> None:
    url = deployment.site.url(FORMS[mode]["url"])
    if mode == "search":
        index_article(deployment, team)
    form = {**FORMS[mode], "url": url, "urls": url, "key": ""}
    code = code_of(team.admin.post(f"{HERE}/{mode}/code", form, htmx=True).text, "python")
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(code.replace("YOUR_API_KEY", team.key), {})
    expected = {"scrape": "bridge thread", "crawl": "Loopback Gazette", "map": deployment.site.url("/article")}
    expected |= {"search": deployment.site.url("/article"), "extract": "24.5", "interact": "24.50"}
    assert expected[mode] in printed.getvalue()


@pytest.mark.parametrize("mode", [mode for mode in FORMS if mode != "interact"])
def test_the_curl_code_sends_what_the_api_accepts(deployment: Deployment, team: Team, mode: str) -> None:
    url = deployment.site.url(FORMS[mode]["url"])
    if mode == "search":
        index_article(deployment, team)
    form = {**FORMS[mode], "url": url, "urls": url, "key": ""}
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
