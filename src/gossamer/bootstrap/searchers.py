"""The search providers that the settings open."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from datetime import timedelta
from functools import partial

from pydantic import SecretStr

from gossamer.net.apis import ApiClient
from gossamer.ports.clock import Clock
from gossamer.ports.search import SearchProvider
from gossamer.searchers import Service, guarded
from gossamer.searchers.providers.brave import brave
from gossamer.searchers.providers.custom import custom
from gossamer.searchers.providers.duckduckgo import duckduckgo
from gossamer.searchers.providers.exa import exa
from gossamer.searchers.providers.google import google
from gossamer.searchers.providers.kagi import kagi
from gossamer.searchers.providers.marginalia import marginalia
from gossamer.searchers.providers.mojeek import mojeek
from gossamer.searchers.providers.searchapi import searchapi
from gossamer.searchers.providers.searxng import searxng
from gossamer.searchers.providers.serpapi import serpapi
from gossamer.searchers.providers.serper import serper
from gossamer.searchers.providers.tavily import tavily
from gossamer.searchers.providers.upstream import upstream
from gossamer.settings import Settings

# Those that nothing but a key opens, in the order in which they are asked for.
_KEYED: Mapping[str, Callable[[str], Service]] = {
    "brave": brave,
    "serper": serper,
    "searchapi": searchapi,
    "serpapi": serpapi,
    "tavily": tavily,
    "exa": exa,
    "mojeek": mojeek,
    "kagi": kagi,
    "marginalia": marginalia,
}


async def open_searchers(settings: Settings, clock: Clock, stack: AsyncExitStack) -> Sequence[SearchProvider]:
    """Return the providers that *settings* open, none when they open none; *stack* closes their connections."""
    client = await stack.enter_async_context(ApiClient())
    patience = timedelta(seconds=settings.search_timeout_seconds)
    return [
        guarded(service, client, clock, patience=patience, budgets=settings.search_budgets)
        for service in services(settings)
    ]


def services(settings: Settings) -> Sequence[Service]:
    """Return the services that *settings* open. Raises ValueError as `choose_providers` and `own_search` do."""
    opened = _list_open_services(settings)
    return [opened[name]() for name in choose_providers(settings)]


def choose_providers(settings: Settings) -> Sequence[str]:
    """Return the names of `GOSSAMER_SEARCH_PROVIDERS`, of all that are opened when that is unset.

    Raises ValueError for one that is named and that nothing opens.
    """
    opened = _list_open_services(settings)
    for name in settings.search_providers:
        if name not in opened:
            raise ValueError(f"{name} is configured, but its key or address is not set.")
    return settings.search_providers or tuple(opened)


def own_search(settings: Settings, url: SecretStr) -> Service:
    """Return the operator's own search at *url*. Raises ValueError, without what may be secret, if it cannot be."""
    return custom(
        url.get_secret_value(),
        headers=_reveal_secret(settings.search_custom_headers),
        body=_reveal_secret(settings.search_custom_body),
        results=settings.search_custom_results,
        fields=settings.search_custom_fields,
    )


def _list_open_services(settings: Settings) -> Mapping[str, Callable[[], Service]]:
    """Return the constructors of the services that *settings* open, by their names."""
    constructors: dict[str, Callable[[], Service]] = {}
    if endpoint := settings.searxng_endpoint:
        engines, categories = settings.searxng_engines, settings.searxng_categories
        constructors["searxng"] = partial(searxng, endpoint, engines=engines, categories=categories)
    for name, make in _KEYED.items():
        key: SecretStr | None = getattr(settings, f"{name}_api_key")
        if key is not None:
            constructors[name] = partial(make, key.get_secret_value())
    if (key := settings.google_search_api_key) and (engine := settings.google_search_engine):
        constructors["google"] = partial(google, key.get_secret_value(), engine)
    if base := settings.search_upstream_url:
        constructors["upstream"] = partial(upstream, base, _reveal_secret(settings.search_upstream_key) or None)
    if url := settings.search_custom_url:
        constructors["custom"] = partial(own_search, settings, url)
    if settings.duckduckgo:
        constructors["duckduckgo"] = duckduckgo
    return constructors


def _reveal_secret(secret: SecretStr | None) -> str:
    return "" if secret is None else secret.get_secret_value()
