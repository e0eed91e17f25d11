import pytest
from pydantic import ValidationError

from gossamer.core.access import Mode
from gossamer.settings import Settings, unknown_settings


def test_rate_limits_are_read_by_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOSSAMER_RATE_LIMITS", "scrape=100, crawl = 15,")
    assert Settings().rates == {Mode.SCRAPE: 100, Mode.CRAWL: 15}


@pytest.mark.parametrize("unset", [None, "", " "])
def test_nothing_is_bounded_unless_it_is_said(monkeypatch: pytest.MonkeyPatch, unset: str | None) -> None:
    if unset is not None:
        monkeypatch.setenv("GOSSAMER_RATE_LIMITS", unset)
    assert Settings().rates == {}


@pytest.mark.parametrize(
    "wrong", ["100", "scrape", "scrape=", "scrape=-1", "scrape=1.5", "scrapes=1", "scrape=1=2", "=1"]
)
def test_rate_limits_that_cannot_be_read_are_refused_with_an_example(
    monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    monkeypatch.setenv("GOSSAMER_RATE_LIMITS", wrong)
    with pytest.raises(ValidationError, match="scrape=100,crawl=15"):
        Settings()


def test_a_misspelled_setting_is_named_with_the_one_that_may_be_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOSSAMER_EGRES_ALLOW", "10.0.0.0/8")
    monkeypatch.setenv("GOSSAMER_QQQ", "1")
    monkeypatch.setenv("GOSSAMER_PORT", "3002")
    assert unknown_settings() == {"GOSSAMER_EGRES_ALLOW": "GOSSAMER_EGRESS_ALLOW", "GOSSAMER_QQQ": None}
