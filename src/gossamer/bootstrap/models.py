"""The language models, as far as the settings name any."""

import asyncio
from collections.abc import Iterator, Mapping
from datetime import timedelta

from pydantic import SecretStr

from gossamer.core.interaction import TokenUsage
from gossamer.core.metrics import Meters
from gossamer.llm import Addresses, ModelBreaker, ProviderModel, choose
from gossamer.ports.clock import Clock
from gossamer.ports.models import ChatModel, ObjectModel, Purpose
from gossamer.settings import Settings

_MILLION = 1_000_000


class ConfiguredModels:
    """Models by purpose; purposes whose models have the same name share one, and all of them their places.

    Whoever builds them closes them.
    """

    def __init__(self, settings: Settings, clock: Clock, meters: Meters | None = None) -> None:
        self._names = settings.models
        self._prices = (settings.llm_price_input, settings.llm_price_output)
        places = asyncio.Semaphore(settings.llm_at_once)
        self._chats = {
            name: open_model(settings, name, clock, places=places, meters=meters)
            for name in dict.fromkeys(self._names.values())
        }
        self._objects = _writers(self._chats, settings, clock) if self._chats else {}

    def chat(self, purpose: Purpose) -> ChatModel | None:
        """Return the model that converses and uses tools for *purpose*, None when there is none."""
        return self._chats.get(self._names.get(purpose, ""))

    def objects(self, purpose: Purpose) -> ObjectModel | None:
        """Return the model that fills in schemas for *purpose*, None when there is none."""
        return self._objects.get(self._names.get(purpose, ""))

    def cost(self, usage: TokenUsage) -> float | None:
        """Return the price of *usage* in the currency of the prices, None when none were named."""
        if None in self._prices:
            return None
        input_price, output_price = (price or 0.0 for price in self._prices)
        return (usage.prompt_tokens * input_price + usage.completion_tokens * output_price) / _MILLION

    def each(self) -> Iterator[tuple[ProviderModel, tuple[Purpose, ...]]]:
        """Yield every model with its purposes."""
        for name, chat in self._chats.items():
            yield chat, tuple(purpose for purpose, chosen in self._names.items() if chosen == name)

    async def close(self) -> None:
        """End their connections."""
        for chat in self._chats.values():
            await chat.close()


def build_models(settings: Settings, clock: Clock, meters: Meters | None = None) -> ConfiguredModels:
    """Return the models; none when none is named: a key or an address alone spends nobody's money."""
    return ConfiguredModels(settings, clock, meters)


def open_model(
    settings: Settings, name: str, clock: Clock, *, places: asyncio.Semaphore, meters: Meters | None = None
) -> ProviderModel:
    """Return the model of this *name*, which takes *places*; the caller closes it."""
    addresses = Addresses(
        base_url=settings.llm_base_url,
        api_key=_reveal_secret(settings.llm_api_key),
        openai_base_url=settings.openai_base_url,
        openai_api_key=_reveal_secret(settings.openai_api_key),
        ollama_base_url=settings.ollama_base_url,
    )
    patience = timedelta(seconds=settings.llm_timeout_seconds)
    # A caller that gives a model half of its time, and gets nothing, has seen that it is not well.
    breaker = ModelBreaker(name, clock, fair=patience / 2)
    return ProviderModel(
        choose(name, addresses), clock, patience=patience, places=places, breaker=breaker, meters=meters
    )


def _writers(chats: Mapping[str, ProviderModel], settings: Settings, clock: Clock) -> Mapping[str, ObjectModel]:
    # Its validator takes some ten megabytes, which a service without a model does not need.
    from gossamer.llm.objects import LadderModel, RungMemory  # noqa: PLC0415

    memory = RungMemory(settings.home / "models.json", clock)
    return {name: LadderModel(chat, memory) for name, chat in chats.items()}


def _reveal_secret(secret: SecretStr | None) -> str | None:
    return None if secret is None else secret.get_secret_value()
