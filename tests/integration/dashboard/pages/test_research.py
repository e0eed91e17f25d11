"""Research in the dashboard without script: a run is started, read, and its citation is looked up in its page."""

import html
import re

import pytest

from tests.asking import ask_until
from tests.integration.dashboard.pages.deployment import Deployment, Team

HERE = "/dashboard/research"


def said(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.fixture
def report(deployment: Deployment, team: Team) -> str:
    """The address of a run that has ended."""
    form = {
        "prompt": "How much does the blue kettle cost?",
        "urls": deployment.site.url("/product"),
        "strict": "on",
        "effort": "low",
        "key": deployment.first_key(team.team_id),
    }
    answer = team.admin.post(HERE, form)
    assert answer.status_code == 303
    where = answer.headers["location"]
    ask_until(lambda live: "hx-trigger" not in live.text, lambda: team.admin.get(where + "/live"))
    return where


def test_a_run_shows_its_answer_with_its_quote_and_its_budget(team: Team, report: str) -> None:
    page = said(team.admin.get(report).text)
    assert "24.50" in page
    assert "Pages read 1 of 6" in page
    assert "How much does the blue kettle cost?" in said(team.admin.get(HERE).text)


def test_a_citation_is_marked_in_its_page(team: Team, report: str) -> None:
    page = team.admin.get(f"{report}/passages/1").text
    marked = re.search(r'<mark id="passage">(.*?)</mark>', page, re.DOTALL)
    assert marked is not None
    assert "24.50" in marked[1]
    assert team.admin.get(f"{report}/passages/99").status_code == 404


def test_a_question_that_cannot_be_asked_says_why(deployment: Deployment, team: Team) -> None:
    answer = team.admin.post(HERE, {"prompt": "", "key": deployment.first_key(team.team_id)})
    assert (answer.status_code, "notice bad" in answer.text) == (400, True)
