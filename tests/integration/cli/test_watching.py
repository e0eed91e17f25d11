"""`gossamer watch`: what it tells of a page that changes, without a server."""

from pathlib import Path

import pytest

from gossamer.library.watching import interval
from tests.integration.cli.commands import gossamer
from tests.watched_site import running_watched_site


@pytest.mark.long
def test_a_change_is_told_with_the_rule_and_what_differs(tmp_path: Path) -> None:
    with running_watched_site() as site:
        options = ("--once", "--allow", "127.0.0.1", "--goal", "the price falls")
        url = site.put("/lamp", "<h1>Lamp</h1>", "<p>Price: 120 EUR</p>", "<p>In stock</p>")
        first = gossamer("watch", url, *options, home=tmp_path, GOSSAMER_RENDER="never")
        assert (first.returncode, b"new: First version of the page." in first.stdout) == (0, True), first.stderr
        assert b"Counts when price falls." in first.stderr
        site.put("/lamp", "<h1>Lamp</h1>", "<p>Price: 95 EUR</p>", "<p>In stock</p>")
        notify = ("--notify", f"json://{site.host}/told")
        second = gossamer("watch", url, *options, *notify, home=tmp_path, GOSSAMER_RENDER="never")
        told = second.stdout.decode()
        assert "changed: Price fell by 20.83 %: 120 EUR → 95 EUR." in told
        assert "  - 120 EUR\n  + 95 EUR\n" in told
        assert "In stock" not in told
        assert "95 EUR" in site.posted("/told", 1)[0]["message"]
        refused = gossamer("watch", url, "--every", "1m", home=tmp_path, GOSSAMER_RENDER="never")
        assert (refused.returncode, b"may not be reached" in refused.stderr) == (2, True)


@pytest.mark.parametrize(("text", "seconds"), [("30s", 30), ("5m", 300), ("1 h", 3600), ("1D", 86_400)])
def test_an_interval_has_a_unit(text: str, seconds: int) -> None:
    found = interval(text)
    assert found is not None
    assert found.total_seconds() == seconds


@pytest.mark.parametrize("text", ["", "5", "1x", "-1m", "1s"])
def test_an_interval_that_means_nothing_or_is_too_short_is_none(text: str) -> None:
    assert interval(text) is None
