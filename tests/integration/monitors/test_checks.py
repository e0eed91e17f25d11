"""Checks of a running service: what they find, tell and cost."""

import hashlib
import hmac
import re
import threading
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import httpx
import pytest
from PIL import Image

from tests.integration.api.admin import Admin
from tests.integration.monitors.conftest import Monitoring
from tests.search_engines import Engine, ResultRow
from tests.watched_site import WatchedPage, WatchedSite

LAMP = ("<h1>Lamp</h1>", "<p>Price: 120 EUR</p>", "<p>In stock</p>")
CHEAP = ("<h1>Lamp</h1>", "<p>Price: 95 EUR</p>", "<p>In stock</p>")


def test_a_monitor_is_created_read_changed_and_deleted(api: Monitoring, watched: WatchedSite) -> None:
    made = api.make(watched.put("/life", *LAMP), name="Life", goal="the price falls")
    assert made["schedule"] == {"cron": "0 * * * *", "timezone": "UTC"}
    assert (made["status"], made["judgeEnabled"], made["estimatedCreditsPerMonth"]) == ("active", True, 720)
    assert (made["retentionDays"], made["currentCheckId"], made["notification"]) == (30, None, None)
    assert made["goalCriteria"]["sentence"] == "Counts when price falls."
    path = f"/v2/monitor/{made['id']}"
    changed = api.told("PATCH", path, {"name": "Other", "schedule": {"text": "daily"}})["data"]
    assert (changed["name"], changed["schedule"]["cron"], changed["goal"]) == ("Other", "0 0 * * *", "the price falls")
    assert changed["targets"] == made["targets"]
    assert api.told("PATCH", path, {"goal": None})["data"]["goal"] is None
    paused = api.told("PATCH", path, {"status": "paused"})["data"]
    assert (paused["status"], paused["nextRunAt"]) == ("paused", None)
    assert [one["id"] for one in api.told("GET", "/v2/monitor?limit=100")["data"]].count(made["id"]) == 1
    assert api.told("DELETE", path) == {"success": True}
    assert api.ask("GET", path).status_code == 404
    assert api.ask("GET", path).json()["error"] == "Monitor not found"


def test_checks_find_what_is_new_same_and_changed(api: Monitoring, watched: WatchedSite) -> None:
    made = api.make(watched.put("/lamp", *LAMP), goal="The price falls below 100")
    first = api.check(made)
    [page] = first["pages"]
    assert (first["status"], page["status"], first["actualCredits"], first["trigger"]) == (
        "completed",
        "new",
        1,
        "manual",
    )
    assert watched.hits("/lamp") == 2, "a first version is visited twice"
    assert api.check(made)["summary"]["same"] == 1
    watched.put("/lamp", *CHEAP)
    [changed] = api.check(made)["pages"]
    assert changed["judgment"] == {
        "meaningful": True,
        "confidence": "high",
        "reason": "Price fell by 20.83 %: 120 EUR → 95 EUR.",
        "meaningfulChanges": [
            {
                "type": "changed",
                "before": "120 EUR",
                "after": "95 EUR",
                "reason": "Counts when price is below 100.",
            }
        ],
    }
    assert (changed["status"], changed["previousScrapeId"]) == ("changed", page["currentScrapeId"])
    assert changed["diff"]["json"]["files"][0]["chunks"]
    assert api.told("GET", f"/v2/scrape/{changed['currentScrapeId']}")["data"]["metadata"]["scrapeId"]


@pytest.mark.parametrize(
    ("name", "blocks", "kind"),
    [
        ("members", ("<h1>Log in</h1>", "<p>Password <input type=password></p>"), "login wall"),
        ("works", ("<h1>We'll be back soon</h1>", "<p>The shop is undergoing maintenance.</p>"), "maintenance page"),
        ("sold", ("<h1>lamps.com is for sale</h1>", "<p>Buy this domain. Make an offer.</p>"), "parked page"),
        ("dump", ("<h1>Error establishing a database connection</h1>",), "database error page"),
        (
            "limit",
            ("<h1>Too many requests</h1>", "<p>You have sent too many requests in a given amount of time.</p>"),
            "rate limit page",
        ),
    ],
)
def test_what_stands_in_place_of_a_page_is_no_change(
    api: Monitoring, watched: WatchedSite, name: str, blocks: tuple[str, ...], kind: str
) -> None:
    made = api.make(watched.put(f"/{name}", *LAMP))
    api.check(made)
    watched.put(f"/{name}", *blocks)
    [page] = api.check(made)["pages"]
    assert page["status"] == "error"
    assert page["error"] == f"The site answered with a {kind}."
    watched.put(f"/{name}", *LAMP)
    assert api.check(made)["summary"]["same"] == 1


def test_a_page_that_has_an_etag_is_not_sent_again(api: Monitoring, watched: WatchedSite) -> None:
    made = api.make(watched.put("/tagged", *LAMP, etag='"one"'))
    api.check(made)
    check = api.check(made)
    assert (check["summary"]["same"], check["actualCredits"], check["billingStatus"]) == (1, 0, "released")
    path, headers = watched.requests[-1]
    assert (path, headers.get("if-none-match")) == ("/tagged", '"one"')
    watched.put("/tagged", *CHEAP, etag='"two"')
    assert api.check(made)["summary"]["changed"] == 1


def test_a_webhook_is_signed_and_told_everything(admin: Admin, watched: WatchedSite, api: Monitoring) -> None:
    team = admin.make_team("Signed")
    secret = admin.told("POST", f"/admin/teams/{team.team_id}/webhook-secret")["webhookSecret"]
    caller = Monitoring(api.url, team.api_key)
    hook = {"url": watched.url("/hook"), "headers": {"x-own": "yes"}, "metadata": {"k": "v"}}
    made = caller.make(watched.put("/signed", *LAMP), webhook=hook)
    check = caller.check(made)
    page, end = watched.posted("/hook", 2)
    assert (page["type"], page["success"], page["id"], page["metadata"]) == (
        "monitor.page",
        True,
        check["id"],
        {"k": "v"},
    )
    assert page["data"] == [
        {
            "monitorId": made["id"],
            "checkId": check["id"],
            "url": watched.url("/signed"),
            "status": "new",
            "previousScrapeId": None,
            "currentScrapeId": check["pages"][0]["currentScrapeId"],
            "error": None,
            "isMeaningful": False,
            "rule": "First version of the page.",
        }
    ]
    assert (end["type"], end["data"][0]["summary"]["new"]) == ("monitor.check.completed", 1)
    _, headers, _ = watched.posts[-1]
    signature = hmac.new(secret.encode(), headers["raw"].encode(), hashlib.sha256).hexdigest()
    assert (headers["x-firecrawl-signature"], headers["x-own"]) == (f"sha256={signature}", "yes")


def test_errors_are_told_once_and_recovery_too(api: Monitoring, watched: WatchedSite) -> None:
    made = api.make(watched.put("/flaky", *LAMP))
    api.check(made)
    found = []
    for status in (503, 503, 200):
        watched.put("/flaky", *LAMP, status=status)
        check = api.check(made)
        found.append((check["status"], check["pages"][0]["status"], check["pages"][0].get("rule")))
    assert found == [
        ("failed", "error", "The page cannot be read: The site answered 503."),
        ("failed", "error", None),
        ("completed", "same", "The page can be read again."),
    ]


def test_a_check_with_some_errors_is_partial(api: Monitoring, watched: WatchedSite) -> None:
    made = api.make(watched.put("/good", *LAMP), watched.url("/bad"))
    check = api.check(made)
    assert (check["status"], check["summary"]["error"], check["summary"]["new"]) == ("partial", 1, 1)


def test_a_running_check_and_a_paused_monitor_are_conflicts(api: Monitoring, watched: WatchedSite) -> None:
    gate = threading.Event()
    made = api.make(watched.put("/slow", *LAMP, gate=gate))
    path = f"/v2/monitor/{made['id']}"
    running = api.told("POST", f"{path}/run", {"origin": "test"})
    again = api.ask("POST", f"{path}/run")
    assert (again.status_code, again.json()["checkId"]) == (409, running["id"])
    assert api.told("GET", path)["data"]["currentCheckId"] == running["id"]
    gate.set()
    assert api.ended(made, running["id"])["status"] == "completed"
    api.told("PATCH", path, {"status": "paused"})
    paused = api.ask("POST", f"{path}/run", {})
    assert (paused.status_code, paused.json()["code"]) == (409, "MONITOR_PAUSED")


def test_pages_of_a_check_come_in_parts(api: Monitoring, watched: WatchedSite) -> None:
    urls = [watched.put(f"/part{number}", *LAMP) for number in range(5)]
    made = api.make(*urls)
    check = api.check(made)
    path = f"/v2/monitor/{made['id']}/checks/{check['id']}"
    first = api.told("GET", f"{path}?limit=2")
    assert first["next"] == first["data"]["next"]
    assert first["next"].startswith(api.url)
    found, following = list(first["data"]["pages"]), first["next"]
    while following is not None:
        part = api.told("GET", following.removeprefix(api.url))
        found += part["data"]["pages"]
        following = part.get("next")
    assert sorted(page["url"] for page in found) == sorted(urls)
    assert api.told("GET", f"{path}?status=changed")["data"]["pages"] == []
    assert len(api.told("GET", f"/v2/monitor/{made['id']}/checks?status=completed")["data"]) == 1
    unknown = api.ask("GET", f"/v2/monitor/{made['id']}/checks/{made['id']}")
    assert (unknown.status_code, unknown.json()["error"]) == (404, "Check not found")


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"schedule": {"cron": "* * * * *"}}, "every 5 minutes at most"),
        ({"schedule": {}}, "exactly one"),
        ({"schedule": {"text": "sometimes"}}, "not understood"),
        ({"targets": []}, "at least 1"),
        ({"targets": [{"type": "search", "queries": ["spiders"]}]}, "needs a `goal`"),
        ({"targets": [{"type": "scrape", "urls": ["http://e.org"], "x": 1}]}, "x"),
        ({"retentionDays": 366}, "365"),
        ({"goal": "g" * 2001}, "2000"),
        ({"name": ""}, "at least 1"),
        ({"notification": {"email": {"enabled": True, "recipients": ["nobody"]}}}, "e-mail address"),
        ({"notification": {"slack": {"enabled": True}}}, "channelId"),
        ({"notification": {"apprise": {"urls": ["mailto://a:b@example.org"]}}}, "not allowed"),
        ({"notification": {"apprise": {"urls": ["discord://1/a?template=/etc/passwd"]}}}, "names a file"),
        ({"unknown": 1}, "unknown"),
        (
            {"targets": [{"type": "scrape", "urls": ["http://e.org"], "compare": {"ignorePatterns": ["("]}}]},
            "",
        ),
    ],
)
def test_a_body_that_cannot_be_used_is_400_and_says_why(api: Monitoring, body: dict[str, Any], told: str) -> None:
    whole = {
        "name": "x",
        "schedule": {"text": "hourly"},
        "targets": [{"type": "scrape", "urls": ["http://e.org"]}],
        **body,
    }
    answer = api.ask("POST", "/v2/monitor", whole)
    assert answer.status_code == 400, answer.text
    assert told in answer.text


def test_an_update_must_say_something(api: Monitoring, watched: WatchedSite) -> None:
    made = api.make(watched.put("/empty", *LAMP))
    answer = api.ask("PATCH", f"/v2/monitor/{made['id']}", {"origin": "test"})
    assert (answer.status_code, answer.json()["error"]) == (400, "Update body cannot be empty")


def test_a_receiver_that_may_not_be_called_is_refused(api: Monitoring, watched: WatchedSite) -> None:
    whole = {"name": "x", "schedule": {"text": "hourly"}, "targets": [{"type": "scrape", "urls": [watched.url("/a")]}]}
    answer = api.ask("POST", "/v2/monitor", {**whole, "webhook": "http://10.0.0.1/hook"})
    assert (answer.status_code, answer.json()["code"]) == (403, "unsafe_domain_blocked")
    private = {**whole, "targets": [{"type": "scrape", "urls": ["http://10.0.0.1/"]}]}
    assert api.ask("POST", "/v2/monitor", private).status_code == 403


def test_a_restricted_key_watches_with_its_restrictions(admin: Admin, api: Monitoring, watched: WatchedSite) -> None:
    team = admin.make_team("Restricted", flags={"keyRestrictions": True})
    key_id, caller = admin.first_key(team), Monitoring(api.url, team.api_key)
    path = f"/admin/keys/{key_id}/restrictions"
    url = watched.put("/restricted", *LAMP)
    made = caller.make(url)
    admin.told("PUT", path, {"allowedFormats": ["html"], "allowedEndpoints": []})
    refused = caller.ask("POST", "/v2/monitor", {**_BODY, "targets": [{"type": "scrape", "urls": [url]}]})
    assert (refused.status_code, "markdown" in refused.text) == (403, True)
    admin.told("PUT", path, {"allowedFormats": [], "allowedEndpoints": ["scrape"]})
    refused = caller.ask("GET", f"/v2/monitor/{made['id']}")
    assert refused.status_code == 403
    admin.told("PUT", path, {"allowedFormats": [], "allowedEndpoints": ["monitor"]})
    assert caller.check(made)["status"] == "completed"
    assert caller.ask("POST", "/v2/scrape", {"url": url}).status_code == 403


_BODY = {"name": "x", "schedule": {"text": "hourly"}}


def test_a_check_that_cannot_be_paid_is_skipped(admin: Admin, api: Monitoring, watched: WatchedSite) -> None:
    team = admin.make_team("Poor", credits=3)
    caller = Monitoring(api.url, team.api_key)
    made = caller.make(watched.put("/poor1", *LAMP), watched.put("/poor2", *LAMP))
    first = caller.check(made)
    assert (first["reservedCredits"], first["actualCredits"], first["billingStatus"]) == (2, 2, "confirmed")
    second = caller.check(made)
    assert (second["status"], second["billingStatus"]) == ("skipped_no_credits", "not_applicable")
    assert "not enough credits" in second["error"]
    assert caller.told("GET", "/v2/team/credit-usage")["data"]["remainingCredits"] == 1


def test_what_is_ignored_is_not_compared(api: Monitoring, watched: WatchedSite) -> None:
    url = watched.put("/ads", *LAMP, "<p>Sponsored: red shoes of leather</p>")
    target = {"type": "scrape", "urls": [url], "compare": {"ignoreText": ["sponsored"]}}
    made = api.make(targets=[target])
    assert made["targets"][0]["compare"] == {"ignoreText": ["sponsored"]}
    api.check(made)
    watched.put("/ads", *LAMP, "<p>Sponsored: a green hat of felt</p>")
    assert api.check(made)["summary"]["same"] == 1


def test_extracted_data_is_compared_by_field(api: Monitoring, watched: WatchedSite) -> None:
    def product(price: str) -> str:
        data = f'{{"@context":"https://schema.org","@type":"Product","name":"Lamp","offers":{{"price":"{price}"}}}}'
        return f'<h1>Lamp</h1><script type="application/ld+json">{data}</script><p>Price {price}</p>'

    schema = {"type": "object", "properties": {"price": {"type": "number"}}}
    formats = ["markdown", {"type": "changeTracking", "modes": ["json"], "schema": schema}]
    url = watched.put("/product", product("120"))
    made = api.make(targets=[{"type": "scrape", "urls": [url], "scrapeOptions": {"formats": formats}}])
    assert made["estimatedCreditsPerMonth"] == 5 * 720
    assert api.check(made)["pages"][0]["snapshot"] == {"json": {"price": 120}}
    watched.put("/product", product("95"))
    [page] = api.check(made)["pages"]
    assert page["diff"] == {"json": {"price": {"previous": 120, "current": 95}}}


def test_a_site_is_crawled_and_its_removed_pages_are_told(api: Monitoring, watched: WatchedSite) -> None:
    links = [f'<a href="/shop/{name}">{name}</a>' for name in ("one", "two")]
    watched.put("/shop/", "<h1>Shop</h1>", *links)
    for name in ("one", "two"):
        watched.put(f"/shop/{name}", f"<h1>Thing {name}</h1>", f"<p>All about {name}, and what it is for.</p>")
    target = {"type": "crawl", "url": watched.url("/shop/"), "crawlOptions": {"sitemap": "skip", "limit": 9}}
    made = api.make(targets=[target])
    first = api.check(made)
    assert (first["status"], first["summary"]["new"]) == ("completed", 3), first
    assert first["targetResults"][0]["crawlId"]
    assert first["actualCredits"] == 3
    watched.put("/shop/", "<h1>Shop</h1>", links[0])
    watched.put("/shop/one", "<h1>Thing one</h1>", "<p>All about one, and what it costs today.</p>")
    second = api.check(made)
    assert {page["url"]: page["status"] for page in second["pages"]} == {
        watched.url("/shop/"): "changed",
        watched.url("/shop/one"): "changed",
        watched.url("/shop/two"): "removed",
    }


def test_a_removed_page_is_told_as_removed(api: Monitoring, watched: WatchedSite) -> None:
    made = api.make(watched.put("/leaving", *LAMP))
    api.check(made)
    watched.put("/leaving", "<p>Gone</p>", status=404)
    [page] = api.check(made)["pages"]
    assert (page["status"], page["rule"]) == ("removed", "The page was removed.")


def test_a_search_tells_results_that_are_new_and_relevant(api: Monitoring, engine: Engine) -> None:
    published = datetime.now(UTC).isoformat(timespec="seconds")
    old = ResultRow("https://example.org/old", "Spiders weave", "Of silk", published)
    engine.found = [old]
    target = {"type": "search", "queries": ["arachnids"], "searchWindow": "7d", "maxResults": 10}
    made = api.make(targets=[target], goal="results about spiders")
    first = api.check(made)
    assert (first["status"], first["summary"]["new"], first["actualCredits"]) == ("completed", 1, 2), first
    assert first["pages"][0]["rule"] == "First version of the page."
    engine.found = [
        old,
        ResultRow("https://example.org/spiders", "Spiders jump", "Far", published),
        ResultRow("https://example.org/cats", "Cats sleep", "Long", published),
    ]
    # Answers to one query are remembered for some minutes.
    target = {**made["targets"][0], "queries": ["arachnida"]}
    api.told("PATCH", f"/v2/monitor/{made['id']}", {"targets": [target]})
    second = api.check(made)
    told = {page["url"]: (page["status"], page["judgment"]["meaningful"]) for page in second["pages"][1:]}
    assert told == {
        "https://example.org/spiders": ("new", True),
        "https://example.org/cats": ("new", False),
    }
    [result] = second["targetResults"]
    assert (result["searchCompleted"], result["resultCount"], result["matches"]) == (True, 3, 1)


def test_what_a_monitor_learns_holds_for_the_history_of_the_page(api: Monitoring, watched: WatchedSite) -> None:
    made = api.make(watched.put("/rotating", *LAMP, "<p>Discover our {rotating} for less today.</p>"))
    assert [api.check(made)["pages"][0]["status"] for _ in range(3)] == ["new", "same", "same"]
    formats = ["markdown", {"type": "changeTracking", "modes": ["git-diff"]}]
    body = {"url": watched.url("/rotating"), "formats": formats, "maxAge": 0}
    assert api.told("POST", "/v2/scrape", body)["data"]["changeTracking"]["changeStatus"] == "same"
    watched.put("/rotating", *CHEAP, "<p>Discover our {rotating} for less today.</p>")
    [page] = api.check(made)["pages"]
    assert (page["status"], "+Price: 95 EUR" in page["diff"]["text"]) == ("changed", True)
    assert not re.search(r"(?m)^[+-]Discover", page["diff"]["text"])


def test_a_target_that_is_read_in_another_way_begins_anew(api: Monitoring, watched: WatchedSite) -> None:
    made = api.make(watched.put("/narrow", '<div id="a"><p>One text of it</p></div>', "<p>Another text of it</p>"))
    api.check(made)
    [target] = made["targets"]
    path = f"/v2/monitor/{made['id']}"
    api.told("PATCH", path, {"targets": [{**target, "compare": {"ignoreText": ["cookies"]}}]})
    assert api.check(made)["summary"]["same"] == 1, "the page is read as before"
    api.told("PATCH", path, {"targets": [{**target, "compare": {"onlySelectors": ["#a"]}}]})
    [page] = api.check(made)["pages"]
    assert (page["status"], page["rule"]) == ("new", "First version of the page.")


def test_entries_of_a_sitemap_and_members_of_json_are_lines(api: Monitoring, watched: WatchedSite) -> None:
    urls = "<url><loc>http://e.org/1</loc></url>"
    watched.pages["/sitemap.xml"] = WatchedPage(f"<urlset>{urls}</urlset>", kind="application/xml")
    watched.pages["/data.json"] = WatchedPage('{"price": 10, "name": "Lamp"}', kind="application/json")
    made = api.make(watched.url("/sitemap.xml"), watched.url("/data.json"))
    api.check(made)
    watched.pages["/sitemap.xml"].html = f"<urlset>{urls}{urls.replace('1', '2')}</urlset>"
    watched.pages["/data.json"].html = '{"price": 20, "name": "Lamp"}'
    diffs = {page["url"]: page["diff"]["text"].splitlines() for page in api.check(made)["pages"]}
    assert "+- [http://e.org/2](http://e.org/2)" in diffs[watched.url("/sitemap.xml")]
    assert '+ "price": 20' in diffs[watched.url("/data.json")]


STYLE = "<style>body{margin:0} div{width:200px;height:100px}</style>"


def boxes(left: str, right: str) -> tuple[str, str]:
    text = "<p>A page with words enough to be one that somebody wrote.</p>"
    return STYLE, f'<div style="background:{left}"></div><div style="background:{right};margin-left:400px"></div>{text}'


def colour(address: str) -> str:
    red, green, _ = Image.open(BytesIO(httpx.get(address).content)).convert("RGB").getpixel((100, 50))  # type: ignore[misc]
    return "red" if red > green else "green"


def test_a_picture_that_changed_is_shown_before_and_after(api: Monitoring, watched: WatchedSite) -> None:
    url = watched.put("/looks", *boxes("green", "grey"))
    compare = {"picture": {"region": {"x": 0, "y": 0, "width": 300, "height": 100}}}
    made = api.make(
        targets=[{"type": "scrape", "urls": [url], "compare": compare}], webhook=watched.url("/pictures-hook")
    )
    assert made["targets"][0]["compare"] == {"picture": {"threshold": 0, **compare["picture"]}}
    assert api.check(made)["summary"]["new"] == 1
    watched.put("/looks", *boxes("green", "blue"))
    assert api.check(made)["summary"]["same"] == 1, "what is not in the region does not count"
    watched.put("/looks", *boxes("red", "blue"))
    [page] = api.check(made)["pages"]
    picture = page["diff"]["picture"]
    assert (page["status"], page["rule"]) == ("changed", "66.7 % of the picture changed.")
    assert picture["box"] == {"x": 0, "y": 0, "width": 208, "height": 100}
    assert (colour(picture["before"]), colour(picture["after"])) == ("green", "red")
    scraped = api.told("GET", f"/v2/scrape/{page['currentScrapeId']}")["data"]
    assert ("screenshot" in scraped, "A page with words" in scraped["markdown"]) == (False, True)
    event = watched.posted("/pictures-hook", 6)[4]
    assert event["data"][0]["diff"]["picture"] == picture
    api.told("DELETE", f"/v2/monitor/{made['id']}")
    assert httpx.get(picture["before"]).status_code == 404


def test_a_crawl_compares_no_pictures(api: Monitoring, watched: WatchedSite) -> None:
    target = {"type": "crawl", "url": watched.url("/"), "compare": {"picture": {}}}
    answer = api.ask("POST", "/v2/monitor", {"name": "x", "schedule": {"text": "daily"}, "targets": [target]})
    assert (answer.status_code, "picture" in answer.text) == (400, True)
