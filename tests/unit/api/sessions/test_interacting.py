"""Going on with a scraped page, as callers see it."""

from dataclasses import replace
from typing import Any

import httpx
import pytest

from gossamer.core.access import Group, Mode
from gossamer.core.errors import (
    NotFound,
    ProfileBusy,
    ReplayUnavailable,
    ServiceError,
    SessionBusy,
    SessionEnded,
    SessionLost,
    TooManySessions,
)
from gossamer.core.interaction import Interaction, TokenUsage
from gossamer.core.sessions import Access, Code, CodeOutcome, Language
from gossamer.wire.v2.sessions import Ended, Interacted
from tests.unit.api.stub import HEADERS, StubOperations, client
from tests.unit.api.stub_sessions import SCRAPE_ID, TOKENS, StubSessions

PATH = f"/v2/scrape/{SCRAPE_ID}/interact"
AT = f"http://api.example:3002/v2/browser/{SCRAPE_ID}"
ADDRESSES = {
    "sessionId": SCRAPE_ID,
    "cdpUrl": f"ws://api.example:3002/v2/browser/{SCRAPE_ID}/cdp?token=to-drive",
    "liveViewUrl": f"{AT}/live?token=to-see",
    "interactiveLiveViewUrl": f"{AT}/live?token=to-use",
}


async def ask(sessions: StubSessions, path: str = PATH, **body: Any) -> httpx.Response:
    async with client(StubOperations(sessions=sessions)) as api:
        return await api.post(path, headers=HEADERS, json=body)


async def test_a_prompt_that_was_done_is_a_success_with_its_steps() -> None:
    sessions = StubSessions()
    stub = StubOperations(sessions=sessions)
    async with client(stub) as api:
        answer = await api.post(PATH + "/", headers=HEADERS, json={"prompt": "click Load more", "language": "node"})
    assert answer.status_code == 200
    assert answer.json() == {
        "success": True,
        "output": "Clicked.",
        "stdout": "",
        "stderr": "",
        "result": "Clicked.",
        "exitCode": 0,
        "killed": False,
        **ADDRESSES,
        "steps": [
            {
                "kind": "click",
                "what": 'click button "Load more"',
                "target": {"selector": "#more", "role": "button", "name": "Load more"},
                "for": "click Load more",
                "url": "https://example.org/2",
            }
        ],
        "quotes": [],
        "notUnderstood": [],
        "candidates": [],
        "notices": [],
        "madeBy": "deterministic",
    }
    Interacted.model_validate(answer.json())
    assert sessions.asked == [(SCRAPE_ID, "click Load more", 30, "v2")]
    assert stub.entered == [(Group.BROWSER, Mode.BROWSER_EXECUTE)]


async def test_a_prompt_that_was_not_understood_is_no_success() -> None:
    unsure = Interaction(
        done=False,
        output='I did not understand "frobnicate".',
        not_understood=("frobnicate",),
        candidates=('button "Load more"',),
    )
    told = (await ask(StubSessions(interaction=unsure), prompt="frobnicate it")).json()
    assert (told["success"], told["exitCode"], told["killed"]) == (False, 1, False)
    assert told["error"] == told["output"] == 'I did not understand "frobnicate".'
    assert (told["notUnderstood"], told["candidates"]) == (["frobnicate"], ['button "Load more"'])
    Interacted.model_validate(told)


@pytest.mark.parametrize(
    ("data", "result"), [(["A", "Ö"], '["A", "Ö"]'), ({"price": 4}, '{"price": 4}'), (7, "7"), ("seven", "seven")]
)
async def test_a_structured_answer_is_there_as_it_is_and_as_the_string_that_clients_read(
    data: Any, result: str
) -> None:
    found = Interaction(done=True, output="Two titles.", data=data, quotes=("A", "Ö"))
    told = (await ask(StubSessions(interaction=found), prompt="list all titles")).json()
    assert (told["data"], told["result"], told["output"]) == (data, result, "Two titles.")
    assert told["quotes"] == ["A", "Ö"]


async def test_what_a_model_did_comes_with_its_usage_and_transcript() -> None:
    made = Interaction(
        done=True,
        output="Done.",
        made_by="model",
        usage=TokenUsage(2, 300, 40),
        transcript=({"role": "user", "text": "hi"},),
        notices=("An instruction in the page was ignored.",),
    )
    told = (await ask(StubSessions(interaction=made), prompt="x")).json()
    assert told["usage"] == {"calls": 2, "promptTokens": 300, "completionTokens": 40, "totalTokens": 340}
    assert told["transcript"] == [{"role": "user", "text": "hi"}]
    assert (told["madeBy"], told["notices"]) == ("model", ["An instruction in the page was ignored."])
    Interacted.model_validate(told)


async def test_code_is_run_in_the_language_and_time_that_were_asked_for() -> None:
    sessions = StubSessions()
    told = (await ask(sessions, code="2 + 2", language="python", timeout=12.5)).json()
    assert sessions.asked == [(SCRAPE_ID, Code("2 + 2", Language.PYTHON, 12.5), "v2")]
    assert told == {
        "success": True,
        "stdout": "out\n",
        "result": "4",
        "stderr": "",
        "exitCode": 0,
        "killed": False,
        **ADDRESSES,
    }
    Interacted.model_validate(told)


@pytest.mark.parametrize(
    ("outcome", "exit_code"),
    [(CodeOutcome(exit_code=3, error="It threw."), 3), (CodeOutcome(killed=True, error="It took too long."), 0)],
)
async def test_code_that_failed_or_was_killed_is_no_success(outcome: CodeOutcome, exit_code: int) -> None:
    told = (await ask(StubSessions(outcome=outcome), code="x")).json()
    assert (told["success"], told["exitCode"], told["killed"]) == (False, exit_code, outcome.killed)
    assert told["error"] == outcome.error


async def test_with_both_the_prompt_wins() -> None:
    sessions = StubSessions()
    await ask(sessions, prompt="click it", code="page.click()")
    assert [asked[1] for asked in sessions.asked] == ["click it"]


@pytest.mark.parametrize("body", [{}, {"prompt": None, "code": None, "language": "node"}, {"prompt": "  "}])
async def test_neither_prompt_nor_code_is_refused_in_the_words_of_the_contract(body: dict[str, Any]) -> None:
    answer = await ask(StubSessions(), **body)
    assert answer.status_code == 400
    assert answer.json()["error"] == "Either 'code' or 'prompt' must be provided."


@pytest.mark.parametrize(
    "body",
    [
        {"prompt": ""},
        {"prompt": "x" * 10_001},
        {"prompt": 5},
        {"code": ""},
        {"code": "x" * 100_001},
        {"code": "x", "language": "ruby"},
        *({"prompt": "x", "timeout": timeout} for timeout in (0, -1, 0.9, 301, 10**9, "30", True)),
        {"prompt": "x", "integration": "nobody"},
    ],
)
async def test_a_body_out_of_bounds_is_refused_before_anything_is_done(body: dict[str, Any]) -> None:
    sessions = StubSessions()
    answer = await ask(sessions, **body)
    assert (answer.status_code, answer.json()["success"]) == (400, False)
    assert sessions.asked == []


async def test_what_real_clients_add_is_accepted() -> None:
    for more in ({"origin": "mcp-fastmcp"}, {"origin": "cli", "integration": "cli"}, {"existingSessionId": "x"}):
        assert (await ask(StubSessions(), prompt="x", **more)).status_code == 200


async def test_an_id_that_is_no_uuid_is_told_apart_from_an_unknown_one() -> None:
    for path in ("/v2/scrape/nope/interact", "/v2/scrape/123/interact"):
        answer = await ask(StubSessions(), path, prompt="x")
        assert answer.status_code == 400
        assert answer.json()["error"] == "Invalid job ID format. Job ID must be a valid UUID."
    unknown = await ask(StubSessions(), PATH.replace("5f0d", "6f0d"), prompt="x")
    assert (unknown.status_code, unknown.json()) == (404, {"success": False, "error": "Job not found."})


async def test_an_id_in_capitals_is_the_same_id() -> None:
    assert (await ask(StubSessions(), PATH.replace(SCRAPE_ID, SCRAPE_ID.upper()), prompt="x")).status_code == 200


@pytest.mark.parametrize(
    ("failure", "status"),
    [
        (NotFound("Job not found."), 404),
        (SessionBusy("Another request drives the session."), 409),
        (SessionLost("The session's browser was destroyed."), 409),
        (ProfileBusy("Another session saves it."), 409),
        (ReplayUnavailable("It is not kept."), 409),
        (SessionEnded("Browser session has been destroyed."), 410),
        (TooManySessions("Too many sessions."), 429),
    ],
)
async def test_failures_keep_their_status_and_sentence(failure: ServiceError, status: int) -> None:
    answer = await ask(StubSessions(failure=failure), prompt="x")
    assert (answer.status_code, answer.json()["error"]) == (status, failure.message)
    assert answer.json()["success"] is False


async def test_ending_tells_time_and_credits() -> None:
    async with client(StubOperations(sessions=StubSessions())) as api:
        answer = await api.delete(PATH, headers=HEADERS)
        unknown = await api.delete(PATH.replace("5f0d", "6f0d"), headers=HEADERS)
    assert answer.json() == {
        "success": True,
        "sessionDurationMs": 0,
        "creditsBilled": 0,
        "status": "destroyed",
        "cleanupQueued": True,
    }
    Ended.model_validate(answer.json())
    assert (unknown.status_code, unknown.json()["error"]) == (404, "Job not found.")


async def test_without_a_key_nothing_is_learnt() -> None:
    async with client(StubOperations(sessions=StubSessions())) as api:
        answers = [
            await api.post(PATH, json={}),
            await api.delete(PATH),
            await api.get(PATH + "/steps"),
            await api.post("/v2/scrape/nope/interact", json={}),
        ]
    assert [answer.status_code for answer in answers] == [401] * 4


async def test_what_a_key_may_not_open_has_an_empty_address() -> None:
    allowed = {Access.VIEW: TOKENS[Access.VIEW]}
    told = (await ask(StubSessions(tokens=allowed), prompt="x")).json()
    assert (told["cdpUrl"], told["interactiveLiveViewUrl"]) == ("", "")
    assert told["liveViewUrl"] == ADDRESSES["liveViewUrl"]


async def test_addresses_are_those_that_the_caller_sees() -> None:
    async with client(StubOperations(sessions=StubSessions())) as api:
        headers = {**HEADERS, "x-forwarded-proto": "https", "x-forwarded-host": "data.example"}
        told = (await api.post(PATH, headers=headers, json={"prompt": "x"})).json()
    assert told["cdpUrl"].startswith(f"wss://data.example/v2/browser/{SCRAPE_ID}/cdp?token=")
    assert told["liveViewUrl"].startswith(f"https://data.example/v2/browser/{SCRAPE_ID}/live?token=")


class TestSteps:
    async def test_as_json_they_tell_what_was_done(self) -> None:
        sessions = StubSessions()
        async with client(StubOperations(sessions=sessions)) as api:
            told = (await api.get(PATH + "/steps", headers=HEADERS)).json()
        assert told["url"] == "https://example.org/"
        assert [step["what"] for step in told["steps"]] == ['click button "Load more"']
        assert sessions.asked == [(SCRAPE_ID, True)]

    async def test_as_actions_they_can_be_sent_with_a_scrape(self) -> None:
        async with client(StubOperations(sessions=StubSessions())) as api:
            told = (await api.get(PATH + "/steps?format=actions", headers=HEADERS)).json()
        assert told == {"success": True, "actions": [{"type": "click", "selector": "#more"}]}

    async def test_as_playwright_they_are_a_script(self) -> None:
        async with client(StubOperations(sessions=StubSessions())) as api:
            answer = await api.get(PATH + "/steps?format=playwright", headers=HEADERS)
        assert (answer.text, answer.headers["content-type"]) == ("# a script", "text/x-python; charset=utf-8")

    async def test_another_format_is_refused(self) -> None:
        async with client(StubOperations(sessions=StubSessions())) as api:
            answer = await api.get(PATH + "/steps?format=yaml", headers=HEADERS)
        assert answer.status_code == 400
        assert "json, actions or playwright" in answer.json()["error"]

    async def test_a_step_that_failed_says_why(self) -> None:
        sessions = StubSessions()
        sessions.steps_done = [replace(sessions.steps_done[0], result=None, error="It is covered.")]
        async with client(StubOperations(sessions=sessions)) as api:
            [step] = (await api.get(PATH + "/steps", headers=HEADERS)).json()["steps"]
        assert step == {
            "kind": "click",
            "what": "click an element",
            "for": "click Load more",
            "error": "It is covered.",
        }
