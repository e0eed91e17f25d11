"""Whatever a model does, over HTTP, a prompt ends in a right answer or a clear one, within its budget."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ModelFailed
from gossamer.core.interaction import Budget, Click, Interaction, Type
from gossamer.features.interact.modelled import ModelPlanner
from gossamer.llm import ProviderModel
from gossamer.testing.model import (
    CallTool,
    CompletionRequest,
    CutOff,
    Fail,
    HangUp,
    Malformed,
    Nothing,
    Refuse,
    Say,
    ScriptedModel,
    Turn,
)
from tests.paper_page import PaperPage, button, field_, text

# One client for all of them: making one takes longer than most tests.
pytestmark = pytest.mark.asyncio(loop_scope="module")

PROMPT = 'Put "blue" into the search field and click Go.'
MOST_CALLS = 25
AMPLE = Budget()


def search_page() -> PaperPage:
    def found(page: PaperPage) -> None:
        page.nodes = (text("2 results for blue"),)

    return PaperPage((field_("f1e1", "Search"), button("f1e2", "Go"), button("f1e3", "Help")), on={"f1e2": found})


def typing(asked: CompletionRequest) -> Turn:
    return CallTool("type", {"ref": asked.ref("Search"), "text": "blue"})


def going(asked: CompletionRequest) -> Turn:
    return CallTool("click", {"ref": asked.ref('button "Go"')})


FINISH = CallTool("finish", {"answer": "2 results for blue", "done": True})


async def carried_out(
    model: ProviderModel, page: PaperPage, *, budget: Budget = AMPLE, prompt: str = PROMPT
) -> Interaction:
    deadline = Deadline.after(timedelta(seconds=100))
    return await ModelPlanner(model).run(page, prompt, budget=budget, deadline=deadline)


def rightly_done(ended: Interaction, page: PaperPage) -> bool:
    return ended.done and ended.output == "2 results for blue" and page.done == [Type("f1e1", "blue"), Click("f1e2")]


async def test_a_prompt_is_carried_out(server: ScriptedModel, model: ProviderModel) -> None:
    server.says(typing, going, FINISH)
    page = search_page()
    ended = await carried_out(model, page)
    assert rightly_done(ended, page)
    assert ended.made_by == "model"
    assert (ended.usage.calls, ended.usage.tokens) == (3, 330)
    assert ended.quotes == ("2 results for blue",)
    assert [entry["role"] for entry in ended.transcript] == ["assistant", "tool"] * 3


@pytest.mark.parametrize(
    "defect",
    [
        pytest.param(lambda asked: Say(f'```json\n{{"name":"type","arguments":{_typed(asked)}}}\n```'), id="fences"),
        pytest.param(lambda asked: Say(f'I type now. {{"tool":"type","args":{_typed(asked)}}} So.'), id="text around"),
        pytest.param(lambda asked: Say(f'{{"action":"fill","parameters":{_typed(asked)}}}'), id="another name"),
        pytest.param(lambda asked: CallTool("type", _typed(asked).replace('"}', '",}')), id="a comma too many"),
        pytest.param(
            lambda asked: CallTool("type", {"ref": f"[ref={asked.ref('Search')}]", "text": "blue"}), id="quoted ref"
        ),
    ],
)
async def test_a_call_in_another_form_is_understood(
    server: ScriptedModel, model: ProviderModel, defect: Callable[[CompletionRequest], Turn]
) -> None:
    server.says(defect, going, FINISH)
    page = search_page()
    assert rightly_done(await carried_out(model, page), page)


def _typed(asked: CompletionRequest) -> str:
    return f'{{"ref": "{asked.ref("Search")}", "text": "blue"}}'


DEFECTS = {
    "text alone": Say("I like turtles."),
    "nothing": Nothing(),
    "unknown tool": CallTool("no_such_tool", {"x": 1}),
    "wrong reference": CallTool("click", {"ref": "f9e9"}),
    "broken arguments": CallTool("click", '{"ref": '),
    "arguments of another kind": CallTool("click", "[1, 2]"),
    "missing arguments": CallTool("type", {"ref": "f1e1"}),
    "cut off": CutOff('{"action": "cl'),
    "429": Fail(429, {"Retry-After": "1"}),
    "500": Fail(500),
    "no JSON": Malformed(),
    "hang-up": HangUp(),
}


@pytest.mark.parametrize("defect", DEFECTS.values(), ids=DEFECTS.keys())
async def test_a_defect_is_recovered_from(server: ScriptedModel, model: ProviderModel, defect: Turn) -> None:
    server.says(defect, typing, defect, going, defect, FINISH)
    page = search_page()
    assert rightly_done(await carried_out(model, page), page)


@pytest.mark.parametrize("defect", [*DEFECTS.values(), Fail(401)], ids=[*DEFECTS, "401"])
async def test_a_defect_that_stays_ends_before_anything_is_done(
    server: ScriptedModel, model: ProviderModel, defect: Turn
) -> None:
    server.says(defect)
    page = search_page()
    with pytest.raises(ModelFailed) as failed:
        await carried_out(model, page)
    assert failed.value.message.startswith("The language model")
    assert (page.done, len(server.requests) <= MOST_CALLS) == ([], True)


@pytest.mark.parametrize("defect", [*DEFECTS.values(), Fail(401)], ids=[*DEFECTS, "401"])
async def test_a_defect_that_stays_later_is_told_with_what_was_done(
    server: ScriptedModel, model: ProviderModel, defect: Turn
) -> None:
    server.says(typing, defect)
    page = search_page()
    ended = await carried_out(model, page)
    assert not ended.done
    assert ended.output.endswith("Steps done before: 1.")
    assert [performed.step for performed in ended.steps] == [Type("f1e1", "blue")]
    assert len(server.requests) <= MOST_CALLS


async def test_a_refusal_is_an_answer(server: ScriptedModel, model: ProviderModel) -> None:
    server.says(Refuse("I will not."))
    ended = await carried_out(model, search_page())
    assert (ended.done, ended.output) == (False, "The model refused to do this. I will not.")


async def test_a_loop_ends(server: ScriptedModel, model: ProviderModel) -> None:
    server.says(lambda asked: CallTool("click", {"ref": asked.ref("Help")}))
    page = search_page()
    ended = await carried_out(model, page)
    assert "again and again" in ended.output
    assert page.done == [Click("f1e3"), Click("f1e3")]


async def test_a_model_that_never_ends_is_asked_so_often_and_no_more(
    server: ScriptedModel, model: ProviderModel
) -> None:
    server.says(CallTool("read"))
    with_nothing_done = await carried_out(model, search_page())
    assert not with_nothing_done.done
    assert len(server.requests) == MOST_CALLS
    assert "25 times" in with_nothing_done.output


async def test_retries_count_among_the_calls(server: ScriptedModel, model: ProviderModel) -> None:
    script = [turn for _ in range(MOST_CALLS) for turn in (CallTool("read"), Fail(500), Fail(500))]
    server.says(*script)
    ended = await carried_out(model, search_page())
    assert not ended.done
    assert len(server.requests) <= MOST_CALLS


@pytest.mark.parametrize("budget", [Budget(steps=1), Budget(tokens=100)], ids=["steps", "tokens"])
async def test_a_budget_ends_the_prompt(server: ScriptedModel, model: ProviderModel, budget: Budget) -> None:
    server.says(typing, going, FINISH)
    page = search_page()
    ended = await carried_out(model, page, budget=budget)
    assert not ended.done
    assert "budget" in ended.output
    assert page.done == [Type("f1e1", "blue")]


async def test_time_that_is_over_is_an_answer(server: ScriptedModel, model: ProviderModel) -> None:
    server.says(typing)
    ended = await carried_out(model, search_page(), budget=Budget(seconds=0))
    assert (ended.done, ended.output) == (False, "The time of 0 seconds is used up. Nothing was done.")


async def test_several_calls_of_one_reply_are_done_in_order(server: ScriptedModel, model: ProviderModel) -> None:
    go = CallTool("click", {"ref": "f1e2"})
    server.says(CallTool("type", {"ref": "f1e1", "text": "blue"}, more=(go,)), FINISH)
    page = search_page()
    assert rightly_done(await carried_out(model, page), page)


async def test_a_step_that_fails_is_told_to_the_model(server: ScriptedModel, model: ProviderModel) -> None:
    server.says(
        CallTool("click", {"ref": "f1e1"}), CallTool("finish", {"answer": "It cannot be clicked.", "done": False})
    )
    page = PaperPage((button("f1e1", "Buy", disabled=True),))
    ended = await carried_out(model, page)
    assert "The element is disabled." in server.requests[-1].text
    assert (ended.done, ended.steps[0].error) == (False, "The element is disabled.")


async def test_a_request_stays_small_on_the_largest_page(server: ScriptedModel, model: ProviderModel) -> None:
    nodes = tuple(text(f'{n} "ä\\"' * 40, f"t{n}") for n in range(5_000))
    server.says(CallTool("read"), CallTool("read", {"about": "ä"}), FINISH)
    await carried_out(model, PaperPage((*nodes, button("f1e2", "Go"))), prompt="€" * 10_000)
    assert max(request.size for request in server.requests) < 400_000
