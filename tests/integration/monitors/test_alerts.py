"""Alerts of a running service: e-mail by a real SMTP server, other services, feeds, tests and retries."""

import re
from email.message import EmailMessage
from xml.etree import ElementTree as ET

import httpx
import pytest

from tests.integration.api.admin import Admin
from tests.integration.monitors.conftest import Mailbox, Monitoring
from tests.watched_site import WatchedSite

BEFORE = ("<h1>Notes</h1>", "<p>The meeting is on Monday.</p>", "<p>Bring a pen.</p>")
AFTER = ("<h1>Notes</h1>", "<p>The meeting is on Friday.</p>", "<p>Bring a pen.</p>")
ATOM = "{http://www.w3.org/2005/Atom}"


def body_of(letter: EmailMessage, kind: str) -> str:
    part = letter.get_body((kind,))
    assert part is not None
    return str(part.get_content())


def link_in(letter: EmailMessage, path: str) -> str:
    found = re.search(rf"https?://\S+/v2/monitor/email/{path}\?token=\S+", body_of(letter, "plain"))
    assert found is not None
    return found[0]


def test_a_stranger_confirms_and_then_gets_alerts_until_they_leave(
    api: Monitoring, watched: WatchedSite, mailbox: tuple[Mailbox, int]
) -> None:
    box, address = mailbox[0], "ann@example.org"
    email = {"enabled": True, "recipients": [address], "includeDiffs": True}
    made = api.make(watched.put("/mail", *BEFORE), name="Notes", notification={"email": email})
    assert made["emailRecipientSubscriptions"] == [
        {"email": address, "status": "pending", "source": "opt_in", "confirmationEmailSent": True}
    ]
    [question] = box.to(address, 1)
    assert question["Subject"] == "Confirm alerts by e-mail"
    link = link_in(question, "confirm")
    api.check(made)
    watched.put("/mail", *AFTER)
    api.check(made)
    # Looking at a link changes nothing: programs that scan mail do it.
    assert "Confirm" in httpx.get(link).text
    assert api.told("GET", f"/v2/monitor/{made['id']}")["data"]["emailRecipientSubscriptions"][0]["status"] == "pending"
    assert "confirmed" in httpx.post(link).text
    watched.put("/mail", *BEFORE)
    api.check(made)
    letter = box.to(address, 2)[1]
    assert letter["Subject"] == "Notes: 1 changed"
    assert letter["From"] == "Watch <watch@example.org>"
    for kind in ("plain", "html"):
        text = body_of(letter, kind)
        assert "Monday" in text
        assert "Friday" in text
        assert "Bring a pen" not in text
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    # As a program reads it that knows nothing of RFC 2047.
    [sent] = re.findall(rb"(?im)^list-unsubscribe: <(\S+)>\r?$", box.sent[box.letters.index(letter)])
    one_click = sent.decode()
    assert httpx.post(one_click, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    watched.put("/mail", *AFTER)
    api.check(made)
    shown = api.told("GET", f"/v2/monitor/{made['id']}")["data"]["emailRecipientSubscriptions"]
    assert shown[0]["status"] == "unsubscribed"
    assert len(box.to(address, 2)) == 2


@pytest.mark.parametrize("deed", ["confirm", "unsubscribe"])
def test_a_token_that_leads_nowhere_is_told(api: Monitoring, deed: str) -> None:
    path = f"{api.url}/v2/monitor/email/{deed}"
    for token, status, code in (("", 400, "invalid_token"), ("x", 400, "invalid_token"), ("x" * 43, 404, "not_found")):
        answer = httpx.post(path, json={"token": token})
        assert (answer.status_code, answer.json()["error"]) == (status, code)
    assert httpx.post(f"{path}?token={'x' * 43}").status_code == 404


def test_another_service_gets_alerts_and_its_address_stays_secret(api: Monitoring, watched: WatchedSite) -> None:
    secret = f"json://user:hunter2secret@{watched.host}/apprise"
    made = api.make(watched.put("/service", *BEFORE), name="Service", notification={"apprise": {"urls": [secret]}})
    masked = made["notification"]["apprise"]["urls"]
    assert masked == ["json://…rise"]
    # What is sent back as it was shown is kept.
    same = api.told("PATCH", f"/v2/monitor/{made['id']}", {"notification": {"apprise": {"urls": masked}}})["data"]
    assert same["notification"]["apprise"]["urls"] == masked
    api.check(made)
    watched.put("/service", *AFTER)
    api.check(made)
    [message] = watched.posted("/apprise", 1)
    assert message["title"] == "Service: 1 changed"
    assert "Friday" in message["message"]


def test_filters_and_alerts_hold_for_a_group_of_pages(api: Monitoring, watched: WatchedSite) -> None:
    """Filters and alerts per group: changedetection.io #1844, #3307."""
    paths = [f"/group{number}" for number in range(3)]
    urls = [watched.put(path, *BEFORE, "<p>Sponsored: shoes of red leather</p>") for path in paths]
    target = {"type": "scrape", "urls": urls, "compare": {"ignoreText": ["sponsored"]}}
    services = {"apprise": {"urls": [f"json://{watched.host}/group"]}}
    made = api.make(name="Notes", targets=[target], notification=services)
    api.check(made)
    for path in paths[:2]:
        watched.put(path, *AFTER, "<p>Sponsored: a hat of green felt</p>")
    watched.put(paths[2], *BEFORE, "<p>Sponsored: a hat of green felt</p>")
    assert api.check(made)["summary"]["changed"] == 2
    [message] = watched.posted("/group", 1)
    assert message["title"] == "Notes: 2 changed"
    assert [url in message["message"] for url in urls] == [True, True, False]
    assert "Sponsored" not in message["message"]


def test_another_service_at_a_private_address_is_not_reached(api: Monitoring, watched: WatchedSite) -> None:
    """The egress policy holds for it: only the host of the site is open."""
    port = int(watched.host.partition(":")[2])
    made = api.make(
        watched.put("/private", *BEFORE), notification={"apprise": {"urls": [f"json://localhost:{port}/never"]}}
    )
    hook = {"webhook": watched.url("/after-never")}
    api.told("PATCH", f"/v2/monitor/{made['id']}", hook)
    api.check(made)
    watched.put("/private", *AFTER)
    api.check(made)
    watched.posted("/after-never", 4)
    assert not [path for path, _, _ in watched.posts if path == "/never"]


def test_feeds_have_the_alerts_behind_a_secret(api: Monitoring, watched: WatchedSite) -> None:
    made = api.make(watched.put("/feed", *BEFORE), name="Feed")
    api.check(made)
    watched.put("/feed", *AFTER)
    api.check(made)
    atom = httpx.get(made["feeds"]["atom"])
    assert atom.headers["content-type"] == "application/atom+xml; charset=utf-8"
    [entry] = ET.fromstring(atom.content).findall(f"{ATOM}entry")
    assert "Friday" in (entry.findtext(f"{ATOM}content") or "")
    feed = httpx.get(made["feeds"]["json"]).json()
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert [item["url"] for item in feed["items"]] == [watched.url("/feed")]
    assert httpx.get(f"{api.url}/feeds/wrong.atom").status_code == 404


def test_a_test_reaches_every_receiver(api: Monitoring, watched: WatchedSite, admin: Admin) -> None:
    notification = {"apprise": {"urls": [f"json://{watched.host}/tested"]}}
    made = api.make(watched.put("/test", *BEFORE), webhook=watched.url("/test-hook"), notification=notification)
    assert api.told("POST", f"/v2/monitor/{made['id']}/test") == {"success": True, "messages": 2}
    [event] = watched.posted("/test-hook", 1)
    assert (event["type"], event["data"]) == ("monitor.test", [{"monitorId": made["id"], "test": True}])
    assert watched.posted("/tested", 1)[0]["title"] == "Test: Watch"
    nobody = api.make(watched.put("/nobody", *BEFORE))
    assert api.ask("POST", f"/v2/monitor/{nobody['id']}/test").status_code == 400
