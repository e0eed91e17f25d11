"""Deliveries of webhooks over HTTP: what became of events is listed, and what was not taken is sent again."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.asking import ask_until
from tests.integration.dashboard.pages.deployment import Deployment, Team
from tests.integration.dashboard.pages.test_playground import said
from tests.watched_site import WatchedSite, running_watched_site

HERE = "/dashboard/settings/deliveries"
LIST = "/v2/webhooks/deliveries"


@pytest.fixture
def receiver() -> Iterator[WatchedSite]:
    with running_watched_site() as site:
        site.failures, site.refusal = 1, 410
        yield site


def listed(deployment: Deployment, key: str, query: str, count: int) -> list[dict[str, Any]]:
    """Return the deliveries of *query* once there are *count*."""
    path = f"{LIST}?{query}"
    return list(ask_until(lambda answer: len(answer["data"]) >= count, lambda: deployment.api(key, path))["data"])


@pytest.fixture
def ended(deployment: Deployment, team: Team, receiver: WatchedSite) -> list[dict[str, Any]]:
    """Deliveries of a crawl whose receiver answered 410 to the first event, the last one first."""
    hook = {"url": receiver.url("/hook"), "headers": {"X-Token": "s3cret"}}
    body = {"url": deployment.site.url("/article"), "limit": 1, "webhook": hook}
    job = deployment.finish(team.key, "/v2/crawl", body)
    return listed(deployment, team.key, f"jobId={job}&state=ended", 3)


def test_events_of_a_webhook_that_ended_are_listed_and_sent_again(
    deployment: Deployment, team: Team, receiver: WatchedSite, ended: list[dict[str, Any]]
) -> None:
    assert receiver.posts == []
    assert {delivery["type"] for delivery in ended} == {"crawl.started", "crawl.page", "crawl.completed"}
    assert "s3cret" not in str(ended)
    first = next(delivery for delivery in ended if delivery["type"] == "crawl.started")
    assert (first["state"], first["tries"], first["answer"]) == ("ended", 1, "The receiver answered 410.")
    sent = deployment.api(team.key, f"{LIST}/{first['id']}/retry", {})["data"]
    assert (sent["id"], sent["state"], sent["tries"]) == (first["id"], "delivered", 2)
    [posted] = receiver.posted("/hook", 1)
    assert posted["webhookId"] == first["id"]
    assert receiver.posts[0][1]["x-token"] == "s3cret"
    assert listed(deployment, team.key, "state=delivered", 1)[0]["id"] == first["id"]


def test_what_is_asked_in_a_wrong_way_is_said(deployment: Deployment, team: Team) -> None:
    headers = {"authorization": f"Bearer {team.key}"}
    for query in ("state=lost", "cursor=nonsense", "jobId=nonsense", "jobId=%00"):
        assert deployment.http.get(f"{LIST}?{query}", headers=headers).status_code == 400
    for delivery_id in ("nonsense", "%00", "00000000-0000-4000-8000-000000000000"):
        answer = deployment.http.post(f"{LIST}/{delivery_id}/retry", headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (404, "Delivery not found.")


def test_a_key_of_one_endpoint_group_sees_its_own_deliveries_alone(
    deployment: Deployment, team: Team, ended: list[dict[str, Any]]
) -> None:
    _, key = deployment.key(team.team_id, "crawls", allowedEndpoints=["crawl"])
    assert deployment.api(key, LIST)["data"] == []
    headers = {"authorization": f"Bearer {key}"}
    assert deployment.http.post(f"{LIST}/{ended[0]['id']}/retry", headers=headers).status_code == 404


def test_the_dashboard_lists_deliveries_and_sends_one_again(
    deployment: Deployment, team: Team, receiver: WatchedSite, ended: list[dict[str, Any]]
) -> None:
    assert HERE in team.admin.get("/dashboard/settings").text
    page = team.admin.get(HERE, state="ended")
    assert said(page.text).count("crawl.page") == 1
    assert "s3cret" not in page.text
    first = next(delivery for delivery in ended if delivery["type"] == "crawl.page")
    button = f"{HERE}/{first['id']}/retry"
    assert button in page.text
    answer = team.admin.post(button)
    assert (answer.status_code, answer.headers["location"]) == (303, HERE)
    assert receiver.posted("/hook", 1)[0]["type"] == "crawl.page"
    after = team.admin.get(HERE)
    assert "its receiver took it" in said(after.text)
    assert button not in after.text
    member = deployment.person(team.team_id, "member")
    shown = said(member.get(HERE, state="ended").text)
    assert "crawl.started" in shown
    assert f"{ended[-1]['id']}/retry" not in member.get(HERE).text
    assert member.post(f"{HERE}/{ended[-1]['id']}/retry").status_code == 403
