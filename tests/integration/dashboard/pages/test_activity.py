"""The activity log, and what became of each request."""

import html
import io
import json
import re
import zipfile
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

from gossamer.testing.site import running_site
from tests.asking import ask_until
from tests.integration.dashboard.pages.deployment import Deployment, Person, Team
from tests.integration.dashboard.pages.test_playground import said

HERE = "/dashboard/activity"
ENTRY = re.compile(rf'href="{HERE}/([0-9a-f-]{{36}})" title="([^"]*)"')


def listed(person: Person, **query: str) -> list[str]:
    """Return the targets that the list shows."""
    page = person.get(f"{HERE}?{urlencode(query)}").text
    return [html.unescape(target) for _, target in ENTRY.findall(page)]


def scraped(deployment: Deployment, key: str, path: str, **more: Any) -> str:
    body = {"url": deployment.site.url(path), "origin": "website", **more}
    return str(deployment.api(key, "/v2/scrape", body)["scrape_id"])


def test_the_newest_come_first_and_can_be_filtered(deployment: Deployment, team: Team) -> None:
    other_id, other = deployment.key(team.team_id, "nightly")
    site = deployment.site
    scraped(deployment, team.key, "/article")
    deployment.api(team.key, "/v2/map", {"url": site.url("/")})
    scraped(deployment, other, "/docs")
    assert listed(team.admin) == [site.url("/docs"), site.url("/"), site.url("/article")]
    assert listed(team.admin, operation="map") == [site.url("/")]
    assert listed(team.admin, key=other_id) == [site.url("/docs")]
    assert listed(team.admin, key=other_id, operation="map") == []
    assert "nightly" in said(team.admin.get(HERE).text)


def test_a_team_sees_its_own_alone(deployment: Deployment, team: Team) -> None:
    scraped(deployment, deployment.team().key, "/article")
    assert listed(team.admin) == []
    assert "Nothing yet" in team.admin.get(HERE).text


def test_what_does_not_fit_on_a_page_is_on_the_next_one(deployment: Deployment, team: Team) -> None:
    paths = [f"/article?n={n}" for n in range(27)]
    for path in paths:
        scraped(deployment, team.key, path)
    first = team.admin.get(HERE).text
    older = re.search(r'rel="next" href="([^"]+)"', first)
    assert older
    second = team.admin.get(html.unescape(older[1])).text
    found = [html.unescape(target) for page in (first, second) for _, target in ENTRY.findall(page)]
    assert found == [deployment.site.url(path) for path in reversed(paths)]
    assert 'rel="next"' not in second


def test_a_bad_cursor_is_told_not_broken(team: Team) -> None:
    assert team.admin.get(HERE, cursor="nonsense").status_code == 400


def test_a_scrape_is_shown_with_its_facts_and_its_results_as_text(deployment: Deployment, team: Team) -> None:
    scrape_id = scraped(deployment, team.key, "/article", formats=["markdown", "html"])
    page = team.admin.get(f"{HERE}/{scrape_id}").text
    assert "State Completed" in said(page)
    assert "Credits 1" in said(page)
    assert deployment.site.url("/article") in page
    assert "# How spiders weave" in page
    assert html.escape("<h1>How spiders weave</h1>") in page
    text = team.admin.get(f"{HERE}/{scrape_id}/text", format="html")
    assert text.headers["content-type"] == "text/plain; charset=utf-8"
    assert text.headers["x-content-type-options"] == "nosniff"
    assert "<h1>How spiders weave</h1>" in text.text
    assert team.admin.get(f"{HERE}/{scrape_id}/text", format="rawHtml").status_code == 404


def test_each_result_is_saved_under_a_name_of_its_kind(deployment: Deployment, team: Team) -> None:
    scrape_id = scraped(deployment, team.key, "/article", formats=["markdown", "html", "links"])
    page = team.admin.get(f"{HERE}/{scrape_id}").text
    for form, ending in (("markdown", "md"), ("html", "html"), ("links", "txt"), ("json", "json")):
        path = f"{HERE}/{scrape_id}/text?format={form}&download"
        assert f'href="{html.escape(path)}" download' in page
        saved = team.admin.get(path)
        assert saved.headers["content-disposition"] == f'attachment; filename="{scrape_id}.{ending}"'
        assert saved.text == team.admin.get(f"{HERE}/{scrape_id}/text", format=form).text


def test_the_preview_is_a_page_of_its_own_without_script(deployment: Deployment, team: Team) -> None:
    scrape_id = scraped(deployment, team.key, "/article")
    page = team.admin.get(f"{HERE}/{scrape_id}/preview").text
    assert "<h3>How spiders weave</h3>" in page
    assert "<strong>bridge thread</strong>" in page
    assert f'<a href="{deployment.site.url("/img/web.png")}"' in page
    assert page.count("<img") == page.count('alt="" width="28"')
    links_alone = scraped(deployment, team.key, "/article", formats=["links"])
    assert team.admin.get(f"{HERE}/{links_alone}/preview").status_code == 404


def test_all_pages_of_a_job_are_saved_at_once(deployment: Deployment, team: Team) -> None:
    job = deployment.finish(team.key, "/v2/crawl", {"url": deployment.site.url("/"), "limit": 5, "sitemap": "skip"})
    data = deployment.api(team.key, f"/v2/crawl/{job}")["data"]
    assert f'href="{HERE}/{job}/pages?format=jsonl"' in team.admin.get(f"{HERE}/{job}").text
    lines = team.admin.get(f"{HERE}/{job}/pages", format="jsonl")
    assert lines.headers["content-disposition"] == f'attachment; filename="crawl-{job}.jsonl"'
    assert [json.loads(line) for line in lines.text.splitlines()] == data
    archive = zipfile.ZipFile(io.BytesIO(team.admin.get(f"{HERE}/{job}/pages", format="zip").content))
    assert archive.testzip() is None
    assert len(archive.namelist()) == 5
    assert {"index.md", "article.md"} <= set(archive.namelist())
    assert "# How spiders weave" in archive.read("article.md").decode()
    assert team.admin.get(f"{HERE}/{job}/pages", format="exe").status_code == 404


def test_a_scrape_that_failed_says_why(deployment: Deployment, team: Team) -> None:
    deployment.http.post(
        "/v2/scrape", json={"url": "http://127.0.0.1:1/"}, headers={"authorization": f"Bearer {team.key}"}
    )
    [(scrape_id, _)] = ENTRY.findall(team.admin.get(HERE).text)
    assert "Failed SCRAPE_SITE_ERROR" in said(team.admin.get(HERE).text)
    page = said(team.admin.get(f"{HERE}/{scrape_id}").text)
    assert "The site gave no page" in page
    assert "(SCRAPE_SITE_ERROR)" in page
    assert "Credits 0" in page


def test_a_crawl_is_shown_with_its_timeline_and_its_urls(deployment: Deployment, team: Team) -> None:
    body = {"url": deployment.site.url("/"), "limit": 3, "sitemap": "skip", "excludePaths": ["^/product"]}
    job = deployment.finish(team.key, "/v2/crawl", body)
    page = team.admin.get(f"{HERE}/{job}").text
    words = said(page)
    assert "Completed 3 pages" in words
    assert re.search(r"Timeline Started .* First page .* Completed", words)
    assert '<title id="pace-wide-title">Pages over time</title>' in page
    assert "hx-trigger" not in page
    results = re.findall(rf'class="button small" href="{HERE}/([0-9a-f-]{{36}})"', page)
    assert len(results) == 3
    assert "Gazette" in team.admin.get(f"{HERE}/{results[0]}").text
    refused = said(team.admin.get(f"{HERE}/{job}", state="refused").text)
    assert "An excluded path matches it. EXCLUDED_PATH" in refused
    assert "1 left out An excluded path matches it." in words
    assert "Result of" not in refused
    assert "There are none." in said(team.admin.get(f"{HERE}/{job}", state="failed").text)


def test_a_place_in_the_list_of_urls_that_is_none_is_its_beginning(deployment: Deployment, team: Team) -> None:
    job = deployment.finish(team.key, "/v2/batch/scrape", {"urls": [deployment.site.url("/article")]})
    for place in ("x", "-1", "9" * 20, "9" * 5000):
        page = team.admin.get(f"{HERE}/{job}", after=place)
        assert page.status_code == 200
        assert deployment.site.url("/article") in page.text[page.text.index('id="urls"') :]


def test_pages_that_failed_can_be_found(deployment: Deployment, team: Team) -> None:
    # Nobody speaks TLS there.
    gone = deployment.site.url("/gone").replace("http:", "https:")
    urls = [deployment.site.url("/article"), gone]
    job = deployment.finish(team.key, "/v2/batch/scrape", {"urls": urls})
    page = team.admin.get(f"{HERE}/{job}", state="failed").text
    table = page[page.index('id="urls"') :]
    assert gone in table
    assert deployment.site.url("/article") not in table
    assert "SCRAPE_SSL_ERROR" in table
    assert "First failure" in said(page)
    assert "1 failed The certificate of the site, or its TLS, could not be accepted. SCRAPE_SSL_ERROR" in said(page)


@pytest.fixture
def running(deployment: Deployment, team: Team) -> Iterator[str]:
    """A crawl that runs until it is told to stop: one page, then a minute of rest, which is its site's alone."""
    with running_site() as site:
        body = {"url": site.url("/"), "limit": 50, "delay": 60, "sitemap": "skip"}
        crawl = str(deployment.api(team.key, "/v2/crawl", body)["id"])
        yield crawl
        headers = {"authorization": f"Bearer {team.key}"}
        deployment.http.delete(f"/v2/crawl/{crawl}", headers=headers)


def test_a_running_job_is_followed_and_can_be_cancelled(deployment: Deployment, team: Team, running: str) -> None:
    page = team.admin.get(f"{HERE}/{running}").text
    assert f'hx-get="{HERE}/{running}/live" hx-trigger="every 2s"' in page
    assert "hx-refresh" not in team.admin.get(f"{HERE}/{running}/live", htmx=True).headers
    question = team.admin.get(f"{HERE}/{running}/cancel").text
    assert "Cancel this crawl?" in question
    assert deployment.api(team.key, f"/v2/crawl/{running}")["status"] == "scraping"
    answer = team.admin.post(f"{HERE}/{running}/cancel")
    assert (answer.status_code, answer.headers["location"]) == (303, f"{HERE}/{running}")
    after = team.admin.get(f"{HERE}/{running}").text
    assert "The job was cancelled." in after
    assert "Cancelled" in said(after)
    assert "hx-trigger" not in after
    assert team.admin.get(f"{HERE}/{running}/live", htmx=True).headers["hx-refresh"] == "true"
    assert team.admin.post(f"{HERE}/{running}/cancel").status_code == 303


def test_a_job_that_runs_is_saved_as_far_as_it_is(deployment: Deployment, team: Team, running: str) -> None:
    ask_until(lambda status: status["completed"], lambda: deployment.api(team.key, f"/v2/crawl/{running}"))
    assert f'href="{HERE}/{running}/pages?format=zip"' in team.admin.get(f"{HERE}/{running}").text
    archive = zipfile.ZipFile(io.BytesIO(team.admin.get(f"{HERE}/{running}/pages", format="zip").content))
    assert archive.namelist() == ["index.md"]


def test_a_job_is_not_cancelled_from_elsewhere(deployment: Deployment, team: Team, running: str) -> None:
    answer = team.admin.client.post(f"{HERE}/{running}/cancel", data={"csrf": "guessed"})
    assert answer.status_code == 403
    assert deployment.api(team.key, f"/v2/crawl/{running}")["status"] == "scraping"


@pytest.mark.parametrize("suffix", ["", "/live", "/text?format=markdown", "/preview", "/pages?format=zip", "/cancel"])
def test_unknown_and_foreign_ids_are_not_found(deployment: Deployment, team: Team, running: str, suffix: str) -> None:
    stranger = deployment.team().admin
    scrape_id = scraped(deployment, team.key, "/article")
    unknown = "00000000-0000-4000-8000-00000000dead"
    statuses = [stranger.get(f"{HERE}/{one}{suffix}").status_code for one in (running, scrape_id, unknown, "x")]
    assert statuses == [404] * 4
    assert stranger.post(f"{HERE}/{running}/cancel").status_code == 404
    assert deployment.api(team.key, f"/v2/crawl/{running}")["status"] == "scraping"


def test_who_has_not_signed_in_sees_nothing(deployment: Deployment, team: Team, running: str) -> None:
    answer = deployment.http.get(f"{HERE}/{running}")
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/dashboard/sign-in")
