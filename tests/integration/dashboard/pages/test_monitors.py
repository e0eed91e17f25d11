"""Monitors on the dashboard: made by a form, run, looked at, paused and deleted."""

import re
import time

from tests.integration.dashboard.pages.deployment import Deployment, Person, Team
from tests.integration.dashboard.pages.test_playground import said

HERE = "/dashboard/monitors"
_PATIENCE_SECONDS = 60
_CHECK = re.compile(r'href="(/dashboard/monitors/[^"/]+/checks/[^"]+)"')
_KEY = re.compile(r'name="key"[^>]*>\s*<option value="([^"]+)"')


def made(person: Person, url: str, **fields: str) -> str:
    """Create a monitor by the form, and return the path of its page."""
    form = person.get(f"{HERE}/new").text
    key = _KEY.search(form)
    assert key is not None
    answer = person.post(f"{HERE}/new", {"urls": url, "what": "page", "key": key[1], **fields})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def first_check(person: Person, path: str) -> str:
    """Return the page of a monitor's first check, which begins when it is made, once it has ended."""
    check = _CHECK.search(person.get(path).text)
    assert check is not None
    return ended(person, check[1])


def checked(person: Person, path: str) -> str:
    """Run a monitor, and return the page of its check once it has ended."""
    return ended(person, person.post(f"{path}/run").headers["location"])


def ended(person: Person, address: str) -> str:
    """Return the page of a check once it has ended."""
    give_up = time.monotonic() + _PATIENCE_SECONDS
    while "Completed" not in (page := person.get(address).text):
        assert time.monotonic() < give_up, page
        time.sleep(0.05)
    return page


def test_a_team_without_monitors_is_told_what_they_do(team: Team) -> None:
    assert "Nothing is watched yet" in team.admin.get(HERE).text


def test_a_monitor_is_made_run_paused_and_deleted(deployment: Deployment, team: Team) -> None:
    path = made(team.admin, deployment.site.url("/article"), name="Spiders", goal="the price falls")
    told = said(team.admin.get(path).text)
    assert "The monitor was created." in told
    assert "Counts when price falls." in told
    assert "First version of the page." in said(first_check(team.admin, path))
    assert "1 new" in said(team.admin.get(HERE).text)
    assert "Unchanged" in said(checked(team.admin, path))
    form = team.admin.get(f"{path}/edit").text
    fields = {"urls": deployment.site.url("/article"), "has_target": "yes", "key": _KEY.search(form)[1]}  # type: ignore[index]
    assert ('value="Spiders"' in form, 'value="the price falls"' in form) == (True, True)
    wrong = team.admin.post(f"{path}/edit", {**fields, "quiet_start": "22:00"})
    assert (wrong.status_code, "A time of day" in wrong.text) == (400, True)
    saved = team.admin.post(f"{path}/edit", {**fields, "name": "Webs", "digest": "daily", "debounce": "15"})
    assert saved.headers["location"] == path, saved.text
    told = said(team.admin.get(path).text)
    assert "together (daily), after 15 minutes of waiting for more" in told
    assert "Webs" in told
    assert team.admin.post(f"{path}/pause").status_code == 303
    assert "The monitor is paused." in said(team.admin.get(path).text)
    assert team.admin.post(f"{path}/resume").status_code == 303
    assert "has no webhook" in said(team.admin.post(f"{path}/test").text)
    assert "cannot be undone" in said(team.admin.get(f"{path}/delete", htmx=True).text)
    assert team.admin.post(f"{path}/delete").headers["location"] == HERE
    assert team.admin.get(path).status_code == 404


def test_the_form_shows_what_will_be_watched_and_says_what_is_wrong(deployment: Deployment, team: Team) -> None:
    form = team.admin.get(f"{HERE}/new").text
    key = _KEY.search(form)
    assert key is not None
    fields = {"urls": deployment.site.url("/article"), "key": key[1]}
    assert "How spiders weave" in team.admin.post(f"{HERE}/preview", fields, htmx=True).text
    wrong = team.admin.post(f"{HERE}/new", {**fields, "words": "now and then"})
    assert (wrong.status_code, "is not understood" in wrong.text) == (400, True)
    assert deployment.site.url("/article") in wrong.text, "what was typed stays"


def test_a_page_that_means_harm_is_text(deployment: Deployment, team: Team) -> None:
    path = made(team.admin, f"{deployment.hostile}/page?<script>", name="<script>alert(1)</script>")
    for page in (team.admin.get(path).text, checked(team.admin, path), team.admin.get(HERE).text):
        assert "<script>alert" not in page
        assert "window.harmed" not in page


def test_another_team_sees_nothing_of_it(deployment: Deployment, team: Team) -> None:
    path = made(team.admin, deployment.site.url("/article"))
    other = deployment.regular(deployment.team())
    assert other.get(path).status_code == 404
    assert "Nothing is watched yet" in other.get(HERE).text


def test_the_price_that_is_watched_is_shown_before_and_after(deployment: Deployment, team: Team) -> None:
    url = deployment.site.url("/product")
    form = team.admin.get(f"{HERE}/new").text
    fields = {"urls": url, "key": _KEY.search(form)[1]}  # type: ignore[index]
    preview = said(team.admin.post(f"{HERE}/preview", {**fields, "what": "price"}).text)
    assert "A change of this price will be noticed: € 24.50" in preview
    assert "will be noticed" not in said(team.admin.post(f"{HERE}/preview", {**fields, "what": "page"}).text)
    bare = {**fields, "urls": deployment.site.url("/article"), "what": "price"}
    assert "No price was found there." in said(team.admin.post(f"{HERE}/preview", bare).text)
    path = made(team.admin, url, what="price")
    first_check(team.admin, path)
    assert "Prices at the last check A change of this price will be noticed: € 24.50" in said(team.admin.get(path).text)
    other = made(team.admin, url, what="page")
    first_check(team.admin, other)
    assert "Prices at the last check" not in said(team.admin.get(other).text)
