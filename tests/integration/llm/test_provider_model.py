"""What the adapter makes of a provider, over HTTP."""

import asyncio
from datetime import timedelta

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ModelFailed, TimedOut
from gossamer.llm import Choice, ProviderModel
from gossamer.ports.models import Message, Reply, Tool, ToolCall
from gossamer.testing.model import (
    CallTool,
    CutOff,
    Fail,
    HangUp,
    Malformed,
    Nothing,
    Refuse,
    Say,
    ScriptedModel,
    Silent,
    Turn,
)
from tests.integration.llm.hasty_clock import HastyClock

pytestmark = pytest.mark.asyncio(loop_scope="module")

TOOL = Tool("click", "Click.", {"type": "object", "properties": {"ref": {"type": "string"}}, "required": ["ref"]})
ASKED = (Message("system", "Be kind."), Message("user", "Press it."))


async def ask(model: ProviderModel, *messages: Message, seconds: float = 100, attempts: int = 4) -> Reply:
    deadline = Deadline.after(timedelta(seconds=seconds))
    return await model.reply(messages or ASKED, [TOOL], deadline=deadline, max_tokens=500, attempts=attempts)


async def test_text_and_usage_are_told(server: ScriptedModel, model: ProviderModel) -> None:
    server.says(Say("Hello."))
    reply = await ask(model)
    assert (reply.text, reply.calls, reply.cut_off, reply.refused) == ("Hello.", (), False, False)
    assert (reply.usage.calls, reply.usage.prompt_tokens, reply.usage.completion_tokens) == (1, 100, 10)


async def test_a_request_says_who_asks_for_what(server: ScriptedModel, model: ProviderModel) -> None:
    server.says(Say("Hello."))
    await ask(model)
    [request] = server.requests
    assert request.headers["authorization"] == f"Bearer {server.key}"
    assert request.body["model"] == server.name
    assert request.body["max_tokens"] == 500
    assert [message["role"] for message in request.body["messages"]] == ["system", "user"]
    assert [tool["function"]["name"] for tool in request.body["tools"]] == ["click"]
    assert server.key not in request.text


async def test_calls_are_read_and_said_again_with_their_results(server: ScriptedModel, model: ProviderModel) -> None:
    server.says(CallTool("click", {"ref": "e1"}, more=(CallTool("click", {"ref": "e2"}),)), Say("Done."))
    first = await ask(model)
    assert [call.arguments for call in first.calls] == [{"ref": "e1"}, {"ref": "e2"}]
    again = Message("assistant", first.text, first.calls, original=first.original)
    results = [Message("tool", "Done.", call_id=call.call_id, name=call.name) for call in first.calls]
    await ask(model, *ASKED, again, *results)
    said = server.requests[-1].body["messages"]
    assert [message["role"] for message in said] == ["system", "user", "assistant", "tool", "tool"]
    assert [call["id"] for call in said[2]["tool_calls"]] == [message["tool_call_id"] for message in said[3:]]


async def test_broken_arguments_are_kept_as_they_were_written(server: ScriptedModel, model: ProviderModel) -> None:
    server.says(CallTool("click", '{"ref": '), Say("Done."))
    reply = await ask(model)
    assert reply.calls == (ToolCall(reply.calls[0].call_id, "click", None, '{"ref": '),)
    result = Message("tool", "No JSON.", call_id=reply.calls[0].call_id, name="click")
    await ask(model, *ASKED, Message("assistant", calls=reply.calls, original=reply.original), result)
    assert len(server.requests) == 2


async def test_what_was_cut_off_declined_or_empty_is_said_to_be(server: ScriptedModel, model: ProviderModel) -> None:
    server.says(CutOff("and then"), Refuse("I will not."), Nothing())
    cut_off, refused, empty = [await ask(model) for _ in range(3)]
    assert (cut_off.cut_off, cut_off.text) == (True, "and then")
    assert (refused.refused, refused.text) == (True, "I will not.")
    assert (empty.text, empty.calls, empty.refused) == ("", (), False)


@pytest.mark.parametrize("turn", [Fail(500), Fail(503), Fail(429), Fail(529), Malformed(), HangUp()])
async def test_what_may_pass_is_asked_again(
    server: ScriptedModel, model: ProviderModel, clock: HastyClock, turn: Turn
) -> None:
    server.says(turn, turn, Say("Hello."))
    reply = await ask(model)
    assert (reply.text, reply.usage.calls) == ("Hello.", 3)
    assert clock.waited == [0.5, 1.0]


async def test_retry_after_is_kept_to(server: ScriptedModel, model: ProviderModel, clock: HastyClock) -> None:
    server.says(Fail(429, {"Retry-After": "7"}), Say("Hello."))
    await ask(model)
    assert clock.waited == [7.0]


async def test_a_pause_beyond_the_deadline_is_not_waited_for(
    server: ScriptedModel, model: ProviderModel, clock: HastyClock
) -> None:
    server.says(Fail(429, {"Retry-After": "3600"}))
    with pytest.raises(ModelFailed, match="takes no more requests now"):
        await ask(model)
    assert clock.waited == []


@pytest.mark.parametrize(
    ("turn", "calls", "words"),
    [
        (Fail(401), 1, "did not accept the key"),
        (Fail(403), 1, "did not accept the key"),
        (Fail(404), 1, "is not known to its server"),
        (Fail(400, message="tools are not supported"), 1, "refused the request .HTTP 400.: tools are not supported"),
        (Fail(402), 1, "no quota left"),
        (Fail(500), 4, "failed .HTTP 500."),
        (Malformed(), 4, "no JSON"),
        (HangUp(), 4, "hung up"),
    ],
)
async def test_a_failure_that_stays_is_a_clear_sentence(
    server: ScriptedModel, model: ProviderModel, turn: Turn, calls: int, words: str
) -> None:
    server.says(turn)
    with pytest.raises(ModelFailed, match=words):
        await ask(model)
    assert len(server.requests) == calls


async def test_attempts_are_bounded_by_who_asks(server: ScriptedModel, model: ProviderModel) -> None:
    server.says(Fail(500))
    with pytest.raises(ModelFailed):
        await ask(model, attempts=1)
    assert len(server.requests) == 1


async def test_a_key_is_in_no_error(server: ScriptedModel) -> None:
    wrong = Choice("compatible", server.name, server.url, "sk-wrong-and-secret-0123456789")
    model = ProviderModel(wrong, HastyClock(), patience=timedelta(seconds=60), places=asyncio.Semaphore(1))
    with pytest.raises(ModelFailed) as failed:
        await ask(model)
    await model.close()
    assert "secret" not in f"{failed.value} {failed.value.__cause__} {wrong!r} {wrong.described}"


async def test_a_key_that_a_server_repeats_is_taken_out(server: ScriptedModel, model: ProviderModel) -> None:
    server.says(Fail(400, message=f"bad request with {server.key} and sk-another-secret-key"))
    with pytest.raises(ModelFailed, match="bad request with … and …") as failed:
        await ask(model)
    assert server.key not in str(failed.value)


async def test_a_model_that_thinks_too_long_is_given_up(server: ScriptedModel) -> None:
    choice = Choice("compatible", server.name, server.url, server.key)
    model = ProviderModel(choice, HastyClock(), patience=timedelta(seconds=0.05), places=asyncio.Semaphore(1))
    server.says(Silent())
    with pytest.raises(ModelFailed, match=r"did not answer within 0\.05 seconds"):
        await ask(model)
    await model.close()


async def test_the_deadline_ends_the_waiting(server: ScriptedModel, model: ProviderModel) -> None:
    server.says(Silent())
    with pytest.raises(TimedOut):
        await ask(model, seconds=0.5)


async def test_no_more_requests_are_under_way_than_may_be(server: ScriptedModel) -> None:
    choice = Choice("compatible", server.name, server.url, server.key)
    model = ProviderModel(choice, HastyClock(), patience=timedelta(seconds=60), places=asyncio.Semaphore(1))
    server.says(Silent())
    first = asyncio.create_task(ask(model))
    await asyncio.to_thread(server.wait_for_a_request)
    with pytest.raises(TimedOut):
        await ask(model, seconds=0.3)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    await model.close()
    assert len(server.requests) == 1


async def test_a_server_that_is_not_there_is_a_clear_sentence() -> None:
    choice = Choice("compatible", "any", "http://127.0.0.1:1/v1", "key")
    model = ProviderModel(choice, HastyClock(), patience=timedelta(seconds=60), places=asyncio.Semaphore(1))
    with pytest.raises(ModelFailed, match="cannot be reached"):
        await ask(model)
    await model.close()


async def test_a_provider_without_its_package_is_a_clear_sentence() -> None:
    places = asyncio.Semaphore(1)
    model = ProviderModel(Choice("cohere", "any"), HastyClock(), patience=timedelta(seconds=60), places=places)
    with pytest.raises(ModelFailed, match="needs a package that is not installed"):
        await ask(model)
    await model.close()


async def test_openai_without_a_key_is_a_clear_sentence() -> None:
    places = asyncio.Semaphore(1)
    model = ProviderModel(Choice("openai", "any"), HastyClock(), patience=timedelta(seconds=60), places=places)
    with pytest.raises(ModelFailed, match="needs a key"):
        await ask(model)
    await model.close()
