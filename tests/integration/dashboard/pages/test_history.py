"""The history of a page: its time line, and two versions side by side."""

from urllib.parse import urlencode

import pytest

from tests.integration.dashboard.pages.deployment import Deployment, Team
from tests.integration.dashboard.pages.test_playground import said

HERE = "/dashboard/history"
PAGE = "<html><body><main><h1>Kettle</h1><p>A kettle of copper that sings.</p><p>Price: {}</p></main></body></html>"


@pytest.fixture
def url(deployment: Deployment, team: Team) -> str:
    """A page of which the price changed between the first two of three visits."""
    address = deployment.site.url(f"/published/{team.team_id}")
    for price in ("$50.00", "$45.00", "$45.00"):
        deployment.site.published[team.team_id] = (200, PAGE.format(price))
        deployment.api(team.key, "/v2/scrape", {"url": address, "formats": ["markdown", "changeTracking"]})
    return address


def test_pages_with_versions_are_listed(team: Team, url: str) -> None:
    assert url in said(team.admin.get(HERE).text)
    assert "No versions yet" in said(team.admin.get(f"{HERE}?{urlencode({'q': 'https://else.where/'})}").text)


def test_a_page_has_a_time_line_and_its_last_change_side_by_side(team: Team, url: str) -> None:
    text = team.admin.get(f"{HERE}/page?{urlencode({'url': url})}").text
    shown = said(text)
    assert "Changed" in shown
    assert "First version" in shown
    assert "1 visit without a change after it" in shown
    assert "Price: $50.00 → $45.00 (down 10 %)" in shown
    assert "<del>50.00</del>" in text
    assert "<ins>45.00</ins>" in text


def test_a_page_without_versions_says_how_to_get_one(team: Team) -> None:
    answer = team.admin.get(f"{HERE}/page?{urlencode({'url': 'https://e.org/'})}")
    assert answer.status_code == 404
    assert "There is no version of this page" in said(answer.text)
