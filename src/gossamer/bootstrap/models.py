"""The language model, if the settings name one."""

from datetime import timedelta

from pydantic import SecretStr

from gossamer.llm import Addresses, ProviderModel, choose
from gossamer.ports.clock import Clock
from gossamer.settings import Settings


def build_model(settings: Settings, clock: Clock) -> ProviderModel | None:
    """Return the model, None when none is named: a key or an address alone spends nobody's money."""
    return None if settings.llm_model is None else open_model(settings, settings.llm_model, clock)


def open_model(settings: Settings, name: str, clock: Clock) -> ProviderModel:
    """Return the model of this *name*; whoever opens it closes it."""
    addresses = Addresses(
        base_url=settings.llm_base_url,
        api_key=_shown(settings.llm_api_key),
        openai_base_url=settings.openai_base_url,
        openai_api_key=_shown(settings.openai_api_key),
        ollama_base_url=settings.ollama_base_url,
    )
    patience = timedelta(seconds=settings.llm_timeout_seconds)
    return ProviderModel(choose(name, addresses), clock, patience=patience, at_once=settings.llm_at_once)


def _shown(secret: SecretStr | None) -> str | None:
    return None if secret is None else secret.get_secret_value()
