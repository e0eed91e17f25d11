"""Options of a Gossamer that is opened: those that do not exist are named, with the nearest one that does."""

import json
from datetime import UTC, datetime
from pathlib import Path

import mypy.api
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


def test_the_options_of_calls_are_known_to_type_checkers(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "from gossamer import Gossamer\n"
        "web = Gossamer()\n"
        'web.scrape("https://example.org", formats=["markdown", {"type": "json", "prompt": "x"}], wait_for=500)\n'
        'web.crawl("https://example.org", limit=3, scrape_options={"only_main_content": False})\n'
        'web.scrape("https://example.org", wait_fr=500)\n'
        'web.crawl("https://example.org", scrape_options={"formats": 1})\n'
    )
    told, _, _ = mypy.api.run([str(program), "--no-error-summary", "--follow-imports=silent"])
    lines = [line for line in told.splitlines() if ": error: " in line]
    assert [line.split(":")[1] for line in lines] == ["5", "6"]
    assert '"wait_fr"' in lines[0]


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
