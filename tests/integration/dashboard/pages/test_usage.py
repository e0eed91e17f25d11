"""Usage: the same figures in charts, tables, downloads and the API."""

import csv
import html
import io
import re

import pytest

from tests.integration.dashboard.pages.deployment import Deployment, Team
from tests.integration.dashboard.pages.test_playground import said

HERE = "/dashboard/usage"


@pytest.fixture
def used(deployment: Deployment, team: Team) -> dict[str, int]:
    """Credits that two keys used, by their ids."""
    other_id, other = deployment.key(team.team_id, "=nightly")
    for key, path in ((team.key, "/article"), (team.key, "/docs"), (other, "/product")):
        deployment.api(key, "/v2/scrape", {"url": deployment.site.url(path)})
    deployment.api(other, "/v2/map", {"url": deployment.site.url("/")})
    deployment.finish(team.key, "/v2/crawl", {"url": deployment.site.url("/"), "limit": 2, "sitemap": "skip"})
    return {deployment.first_key(team.team_id): 4, other_id: 2}


def rows(page: str, table: str) -> list[list[str]]:
    """Return the cells of the body of a table."""
    found = re.search(rf'<table[^>]*id="{table}".*?<tbody>(.*?)</tbody>', page, re.DOTALL)
    assert found
    cells = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL) for row in found[1].split("</tr>")[:-1]]
    return [[said(cell) for cell in row] for row in cells]


def test_the_figures_are_those_of_the_api(deployment: Deployment, team: Team, used: dict[str, int]) -> None:
    [period] = deployment.api(team.key, "/v2/team/credit-usage/historical")["periods"]
    by_key = deployment.api(team.key, "/v2/team/credit-usage/historical?byApiKey=true")["periods"]
    page = team.admin.get(HERE).text
    assert period["totalCredits"] == sum(used.values()) == 6
    assert re.search(r'id="month-total">6<', page)
    assert [line[1] for line in rows(page, "by-month")] == ["6"]
    assert {line[0]: int(line[2]) for line in rows(page, "by-key")} == {
        one["apiKey"]: one["totalCredits"] for one in by_key
    }
    assert [line[-1] for line in rows(page, "by-day")] == ["6"]
    assert {line[0]: line[2] for line in rows(page, "by-operation")} == {"scrape": "3", "crawl": "2", "map": "1"}


def test_the_chart_says_what_the_table_says(team: Team, used: dict[str, int]) -> None:
    page = team.admin.get(HERE).text
    said_of = re.search(r'<desc id="days-wide-description">([^<]+)</desc>', page)
    assert said_of
    assert said_of[1].startswith(f"{sum(used.values())} credits in ")
    assert {"series-1", "series-2"} <= set(re.findall(r'<rect class="(series-\d)"', page))
    assert "style=" not in page


def test_one_key_can_be_looked_at_alone(team: Team, used: dict[str, int]) -> None:
    for key_id, credits_used in used.items():
        page = team.admin.get(HERE, key=key_id).text
        assert re.search(rf'id="month-total">{credits_used}<', page)
        assert [line[1] for line in rows(page, "by-month")] == [str(credits_used)]
        assert len(rows(page, "by-key")) == 1


def test_the_download_has_the_same_sum_and_no_formulas(team: Team, used: dict[str, int]) -> None:
    link = re.search(r'href="(/dashboard/usage\.csv[^"]*)"', team.admin.get(HERE).text)
    assert link
    answer = team.admin.get(html.unescape(link[1]))
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert re.fullmatch(r'attachment; filename="usage-\d{4}-\d\d-\d\d\.csv"', answer.headers["content-disposition"])
    lines = list(csv.DictReader(io.StringIO(answer.text)))
    assert sum(int(line["credits"]) for line in lines) == sum(used.values())
    assert {line["key"] for line in lines if line["key"].endswith("nightly")} == {"'=nightly"}


def test_what_is_asked_for_in_strange_words_shows_the_running_month(team: Team) -> None:
    page = team.admin.get(HERE, month="'; DROP TABLE usage", key='"><script>')
    assert page.status_code == 200
    assert '"><script>' not in page.text
    assert re.search(r'id="month-total">0<', page.text)


def test_members_see_it_too_and_other_teams_do_not(deployment: Deployment, team: Team, used: dict[str, int]) -> None:
    member = deployment.person(team.team_id, "member")
    assert re.search(r'id="month-total">6<', member.get(HERE).text)
    stranger = deployment.team().admin
    assert re.search(r'id="month-total">0<', stranger.get(HERE).text)
    for key_id in used:
        assert re.search(r'id="month-total">0<', stranger.get(HERE, key=key_id).text)
