"""The choice of the planner that carries out a prompt.

The model's, when there is a model and the caller may use it; else the deterministic one. A model that
fails before anything was done is no reason to fail: the deterministic planner takes over, and says so.
Once something was done, nobody starts over.

The planners, with all they know of language, are loaded by the first prompt, beside the loop.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ModelFailed
from gossamer.core.interaction import Budget, Interaction
from gossamer.ports.live_pages import LivePage
from gossamer.ports.models import ChatModel

if TYPE_CHECKING:
    from gossamer.features.interact.modelled import ModelPlanner
    from gossamer.features.interact.rules import RulesPlanner


class Interacting:
    """Carries out prompts; *model* is None where the deployment has none."""

    def __init__(self, model: ChatModel | None) -> None:
        self._model = model

    async def run(
        self,
        page: LivePage,
        prompt: str,
        *,
        budget: Budget,
        deadline: Deadline,
        use_model: bool = True,
        on_page: Callable[[], Awaitable[None]] | None = None,
    ) -> Interaction:
        """Return the result of *prompt* on *page*.

        *on_page* is awaited before a page of a series is left and at the end on the last one. What is not
        understood, cannot be done or does not fit *budget* is in the answer and no error; raises TimedOut
        and SessionLost.
        """
        if self._model is None or not use_model:
            return await _deterministic(page, prompt, budget=budget, deadline=deadline, on_page=on_page)
        try:
            planner = await asyncio.to_thread(_model_planner, self._model)
            return await planner.run(page, prompt, budget=budget, deadline=deadline, on_page=on_page)
        except ModelFailed as error:
            interaction = await _deterministic(page, prompt, budget=budget, deadline=deadline, on_page=on_page)
            notice = f"{error.message} Nothing had been done yet, so the prompt was carried out without a model."
            return replace(interaction, notices=(notice, *interaction.notices))


async def _deterministic(
    page: LivePage,
    prompt: str,
    *,
    budget: Budget,
    deadline: Deadline,
    on_page: Callable[[], Awaitable[None]] | None,
) -> Interaction:
    planner = await asyncio.to_thread(_deterministic_planner)
    return await planner.run(page, prompt, budget=budget, deadline=deadline, on_page=on_page)


def _model_planner(model: ChatModel) -> "ModelPlanner":
    from gossamer.features.interact.modelled import ModelPlanner  # noqa: PLC0415

    return ModelPlanner(model)


def _deterministic_planner() -> "RulesPlanner":
    from gossamer.features.interact.rules import RulesPlanner  # noqa: PLC0415

    return RulesPlanner()
