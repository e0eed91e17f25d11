"""Options of a Gossamer that is opened: those that do not exist are named, with the nearest one that does."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from gossamer import AsyncGossamer, Check, Gossamer, GossamerError
from gossamer.core.research import Citation, ResearchAnswer
from gossamer.testing.site import running_site


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"proxy": "http://127.0.0.1:1"}, "`proxy` is no option of Gossamer. Did you mean `proxy_basic`?"),
        ({"llm_modl": "x"}, "`llm_modl` is no option of Gossamer. Did you mean `llm_model`?"),
        ({"GOSSAMER_LLM_MODEL": "x"}, "`GOSSAMER_LLM_MODEL` is no option of Gossamer. Did you mean `llm_model`?"),
        ({"zzzz": 1}, "`zzzz` is no option of Gossamer. The settings are listed in docs/settings.md."),
    ],
)
def test_options_that_do_not_exist_are_errors(settings: dict[str, object], message: str) -> None:
    with pytest.raises(GossamerError) as caught:
        Gossamer(**settings).open()  # type: ignore[arg-type]
    assert (caught.value.code, caught.value.message) == ("BAD_REQUEST", message)


def test_options_that_a_type_checker_refuses_are_errors_too(tmp_path: Path) -> None:
    # `make lint` fails where one of these comments is not needed.
    with Gossamer(home=tmp_path) as web:
        with pytest.raises(GossamerError, match="Unrecognized key"):
            web.scrape("https://example.org", wait_fr=500)  # type: ignore[call-arg]
        with pytest.raises(GossamerError, match="only_main_content: Expected boolean"):
            web.scrape("https://example.org", only_main_content="yes")  # type: ignore[arg-type]
        with pytest.raises(GossamerError, match="formats: Expected array"):
            next(iter(web.crawl("https://example.org", scrape_options={"formats": 1})))  # type: ignore[typeddict-item]


async def test_results_can_be_written_as_json(tmp_path: Path) -> None:
    with running_site() as site:
        async with AsyncGossamer(home=tmp_path, allow=[site.host]) as web:
            page = await web.scrape(site.url("/article"), formats=["markdown", "links"])
            [link, *_] = await web.map(site.url("/"))
            pages = [page.to_dict() async for page in web.batch([site.url("/docs"), "http://no.such.host.invalid/"])]
    kept = json.loads(json.dumps(page.to_dict()))
    assert set(kept) == {"metadata", "markdown", "links"}
    assert (kept["markdown"], kept["links"]) == (page.markdown, list(page.links or ()))
    assert kept["metadata"]["statusCode"] == 200
    assert link.to_dict()["url"] == link.url
    assert [set(page) for page in pages] == [{"metadata", "markdown"}, {"metadata"}]


def test_dates_and_results_in_results_are_written_too() -> None:
    moment = datetime(2026, 11, 30, 12, tzinfo=UTC)
    check = Check("https://example.org/", moment, "changed", True, "", ("+ a",))
    assert check.to_dict()["at"] == "2026-11-30T12:00:00+00:00"
    answer = ResearchAnswer(
        {"a": None}, citations=(Citation("https://example.org/", "Example", "A sentence.", 0, 11, ""),)
    )
    assert answer.to_dict()["citations"][0]["url"] == "https://example.org/"
    assert answer.to_dict()["data"] == {"a": None}
