from datetime import timedelta

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ModelFailed
from gossamer.core.interaction import Budget, Click, Interaction
from gossamer.features.interact import Interacting
from gossamer.ports.models import ChatModel
from tests.paper_page import PaperPage, button
from tests.unit.features.interact.scripted_chat import FINISH, ScriptedChat, call


def page() -> PaperPage:
    return PaperPage((button("e1", "Buy"), button("e2", "Leave")))


async def carried_out(model: ChatModel | None, on: PaperPage, *, use_model: bool = True) -> Interaction:
    deadline = Deadline.after(timedelta(seconds=100))
    return await Interacting(model).run(on, 'Click "Buy".', budget=Budget(), deadline=deadline, use_model=use_model)


async def test_the_model_carries_out_prompts_where_there_is_one() -> None:
    shop = page()
    ended = await carried_out(ScriptedChat([call("click", ref="e2"), FINISH]), shop)
    assert (ended.made_by, shop.done) == ("model", [Click("e2")])


async def test_without_a_model_rules_do() -> None:
    shop = page()
    ended = await carried_out(None, shop)
    assert (ended.made_by, shop.done) == ("deterministic", [Click("e1")])


async def test_who_may_use_no_model_gets_the_rules() -> None:
    chat, shop = ScriptedChat([FINISH]), page()
    ended = await carried_out(chat, shop, use_model=False)
    assert (ended.made_by, chat.asked, shop.done) == ("deterministic", [], [Click("e1")])


async def test_rules_take_over_from_a_model_that_failed_before_it_did_anything() -> None:
    shop = page()
    ended = await carried_out(ScriptedChat([ModelFailed("The model is gone.")]), shop)
    assert (ended.made_by, shop.done) == ("deterministic", [Click("e1")])
    assert ended.notices[0].startswith("The model is gone. Nothing had been done yet")


async def test_nobody_starts_over_what_a_model_began() -> None:
    shop = page()
    ended = await carried_out(ScriptedChat([call("click", ref="e2"), ModelFailed("The model is gone.")]), shop)
    assert (ended.made_by, ended.done, shop.done) == ("model", False, [Click("e2")])
