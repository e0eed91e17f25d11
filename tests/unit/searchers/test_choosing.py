"""Which providers the settings open."""

from collections.abc import Mapping
from contextlib import AsyncExitStack

import pytest
from pydantic import ValidationError

from gossamer.bootstrap.searchers import choose_providers, open_searchers, own_search, services
from gossamer.cli.problems import setting_problems
from gossamer.ports.search import ProviderFailed
from gossamer.settings import SEARCH_PROVIDERS, Settings
from gossamer.testing.clock import ManualClock
from tests.search_engines import PROVIDERS, running_engine
from tests.searching import query, soon

KEYED = ["brave", "serper", "searchapi", "serpapi", "tavily", "exa", "mojeek", "kagi", "marginalia"]
ALL = {
    "GOSSAMER_SEARXNG_ENDPOINT": "http://searxng:8080",
    **{f"GOSSAMER_{name.upper()}_API_KEY": "hush-hush-1" for name in KEYED},
    "GOSSAMER_GOOGLE_SEARCH_API_KEY": "hush-hush-2",
    "GOSSAMER_GOOGLE_SEARCH_ENGINE": "7",
    "GOSSAMER_SEARCH_UPSTREAM_URL": "http://other:3002",
    "GOSSAMER_SEARCH_CUSTOM_URL": "http://own/?key=hush-hush-3&q={query}",
    "GOSSAMER_DUCKDUCKGO": "on",
}


def settings(monkeypatch: pytest.MonkeyPatch, given: Mapping[str, str]) -> Settings:
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    return Settings()


def test_nothing_is_asked_unless_something_opens_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert services(settings(monkeypatch, {"GOOGLE_API_KEY": "x", "GOSSAMER_GOOGLE_SEARCH_API_KEY": "y"})) == []


def test_everything_may_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = settings(monkeypatch, ALL)
    names = [service.name for service in services(opened)]
    assert sorted(names) == sorted(SEARCH_PROVIDERS) == sorted((*PROVIDERS, "custom"))
    assert "hush" not in repr(opened)
    assert "hush" not in repr(services(opened))


def test_names_that_other_products_use_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {
        "SEARXNG_ENDPOINT": "http://s",
        "SEARXNG_ENGINES": "brave",
        "SEARXNG_CATEGORIES": "it",
        "GOOGLE_CSE_ID": "7",
    }
    keys = {f"{name.upper()}_API_KEY": "k" for name in (*KEYED, "google_search")}
    read = settings(monkeypatch, given | keys)
    assert (read.searxng_engines, read.searxng_categories) == ("brave", "it")
    assert [service.name for service in services(read)] == ["searxng", *KEYED, "google"]


def test_blank_lines_open_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert services(settings(monkeypatch, {**dict.fromkeys(ALL, ""), "GOSSAMER_DUCKDUCKGO": "off"})) == []


def test_some_are_chosen_in_an_order(monkeypatch: pytest.MonkeyPatch) -> None:
    read = settings(monkeypatch, {**ALL, "GOSSAMER_SEARCH_PROVIDERS": "exa, Brave,exa"})
    assert [service.name for service in services(read)] == ["exa", "brave"]


def test_one_that_is_named_and_not_opened_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    read = settings(monkeypatch, {"GOSSAMER_SEARCH_PROVIDERS": "brave"})
    with pytest.raises(ValueError, match="brave is configured, but its key or address is not set"):
        choose_providers(read)
    assert [(problem.setting, problem.text) for problem in setting_problems(read)] == [
        ("GOSSAMER_SEARCH_PROVIDERS", "brave is configured, but its key or address is not set.")
    ]


def test_an_own_search_that_cannot_be_read_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    read = settings(monkeypatch, {"GOSSAMER_SEARCH_CUSTOM_URL": "http://own/?key=hush-hush-3"})
    assert read.search_custom_url is not None
    with pytest.raises(ValueError, match="has to stand in the address or in the body"):
        own_search(read, read.search_custom_url)
    [problem] = setting_problems(read)
    assert problem.setting == "GOSSAMER_SEARCH_CUSTOM_URL"
    assert "hush" not in problem.text


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("GOSSAMER_SEARCH_PROVIDERS", "bing"),
        ("GOSSAMER_SEARCH_BUDGETS", "brave"),
        ("GOSSAMER_SEARCH_BUDGETS", "brave=-1"),
        ("GOSSAMER_SEARCH_BUDGETS", "bing=1"),
        ("GOSSAMER_SEARXNG_ENDPOINT", "searxng:8080"),
        ("GOSSAMER_SEARCH_TIMEOUT_SECONDS", "0"),
    ],
)
def test_what_cannot_be_read_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, wrong: str) -> None:
    with pytest.raises(ValidationError):
        settings(monkeypatch, {name: wrong})


async def test_what_is_opened_answers_within_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    with running_engine("searxng") as engine:
        given = {"SEARXNG_ENDPOINT": engine.url, "GOSSAMER_SEARCH_BUDGETS": "searxng=1, exa=5"}
        async with AsyncExitStack() as stack:
            [provider] = await open_searchers(settings(monkeypatch, given), ManualClock(), stack)
            for text in ("one", "one"):
                assert (await provider.search(query(text), team_id="t", deadline=soon())).hits
            with pytest.raises(ProviderFailed, match="its budget of 1 requests a day is used up"):
                await provider.search(query("two"), team_id="t", deadline=soon())
            with pytest.raises(ProviderFailed, match="it rests until 2026-06-02 00:00:00 UTC: its budget"):
                await provider.search(query("two"), team_id="t", deadline=soon())
        assert len(engine.requests) == 1
