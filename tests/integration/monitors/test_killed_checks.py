"""A service that is killed during checks: no check is lost, and every alert is sent once."""

import os
import signal
import time
from collections import Counter
from pathlib import Path

from tests.clients.service import KEY, running_service
from tests.integration.monitors.conftest import Monitoring
from tests.watched_site import WatchedSite, running_watched_site

_KILLS = 2
_PAGES = 12
_ENV = {"GOSSAMER_WORKERS": "0", "GOSSAMER_RENDER": "never"}


def _change(site: WatchedSite, round_number: int) -> None:
    for number in range(_PAGES):
        site.put(f"/page{number}", f"<h1>Page {number}</h1><p>This is what it says in round {round_number}.</p>")


def _hits(site: WatchedSite) -> int:
    return sum(site.hits(f"/page{number}") for number in range(_PAGES))


def test_no_check_is_lost_and_no_alert_is_sent_twice(tmp_path: Path) -> None:
    with running_watched_site() as site:
        _change(site, 0)
        checks: list[str] = []
        made = None
        for round_number in range(_KILLS):
            with running_service(tmp_path, egress_allow=site.host, env=_ENV) as service:
                api = Monitoring(service.url, KEY)
                urls = [site.url(f"/page{number}") for number in range(_PAGES)]
                made = made or api.make(*urls, webhook=site.url("/hook"))
                if checks:
                    assert api.ended(made, checks[-1])["summary"]["totalPages"] == _PAGES
                _change(site, round_number)
                before = _hits(site)
                checks.append(api.told("POST", f"/v2/monitor/{made['id']}/run", {})["id"])
                while _hits(site) < before + _PAGES // 2:
                    # Another process fetches; there is no event to wait for.
                    time.sleep(0.002)
                os.kill(service.pid, signal.SIGKILL)
        assert made is not None
        with running_service(tmp_path, egress_allow=site.host, env=_ENV) as service:
            api = Monitoring(service.url, KEY)
            states = [api.ended(made, check)["status"] for check in checks]
            assert states == ["completed"] * _KILLS
            posted = site.posted("/hook", _KILLS * (_PAGES + 1))
            used = api.told("GET", "/v2/team/credit-usage/historical")["periods"][0]["creditsUsed"]
        events = Counter((one["type"], one["id"], one["data"][0].get("url")) for one in posted)
        assert set(events.values()) == {1}
        assert len(events) == _KILLS * (_PAGES + 1)
        assert used == _KILLS * _PAGES, "a page that is fetched again is charged once"
