"""The choice of the model: which one, of which provider, where, and with which key.

A key goes only where it was meant to go: `OPENAI_API_KEY` to OpenAI and to the address named beside it, never to
a provider that is chosen by another name, and never to Ollama.
"""

from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import urlsplit

_OLLAMA: Final = "http://localhost:11434"
# Names of providers as the library has them. Any other prefix before a colon is part of the model's
# name, as in "llama3:8b".
_PROVIDERS: Final = frozenset(
    {
        "alibaba",
        "anthropic",
        "azure",
        "bedrock",
        "cerebras",
        "cohere",
        "deepseek",
        "fireworks",
        "google",
        "google-cloud",
        "groq",
        "huggingface",
        "mistral",
        "moonshotai",
        "nebius",
        "ollama",
        "openai",
        "openrouter",
        "ovhcloud",
        "together",
        "vercel",
        "xai",
        "zai",
    }
)


@dataclass(frozen=True, slots=True)
class Addresses:
    """Addresses and keys of models: our settings first, then those of other products; None where unset."""

    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    openai_base_url: str | None = None
    openai_api_key: str | None = field(default=None, repr=False)
    ollama_base_url: str | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A model of a provider. "compatible" is any server that speaks the OpenAI protocol at *base_url*.

    *base_url* and *api_key* are None where the provider's own are used: its usual address, its usual variable.
    """

    provider: str
    name: str
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)

    @property
    def described(self) -> str:
        """Return it for operators: name, provider and the host that is asked, without credentials."""
        place = "" if self.base_url is None else f" at {urlsplit(self.base_url).netloc.rpartition('@')[2]}"
        return f"{self.name} ({self.provider}){place}"

    @property
    def identity(self) -> str:
        """Return provider, name and address, without credentials: the same model over restarts."""
        url = urlsplit(self.base_url or "")
        return f"{self.provider}:{self.name}@{url.netloc.rpartition('@')[2]}{url.path}".rstrip("@/")


def choose(model: str, addresses: Addresses) -> Choice:
    """Return the choice that *model*, "provider:name" or a plain name, means with these *addresses*."""
    prefix, colon, rest = model.partition(":")
    provider = prefix if colon and rest and prefix in _PROVIDERS else ""
    if provider == "ollama" or (provider in {"", "mistral"} and _only_ollama(addresses)):
        # "mistral:7b" is a model of Ollama's library as much as one of the company's.
        return Choice("ollama", rest if provider == "ollama" else model, _ollama_url(addresses), addresses.api_key)
    if provider not in {"", "openai"}:
        return Choice(provider, rest, addresses.base_url, addresses.api_key)
    return replace(_openai(addresses), name=rest if provider else model)


def _openai(addresses: Addresses) -> Choice:
    url = addresses.base_url or addresses.openai_base_url
    key = addresses.api_key or addresses.openai_api_key
    at_openai = url is None or urlsplit(url).hostname == "api.openai.com"
    return Choice("openai" if at_openai else "compatible", "", url, key)


def _only_ollama(addresses: Addresses) -> bool:
    return bool(addresses.ollama_base_url) and not (addresses.base_url or addresses.openai_base_url)


def _ollama_url(addresses: Addresses) -> str:
    """Return the address of its OpenAI protocol; "/api" is that of its own one, which other products ask for."""
    url = (addresses.base_url or addresses.ollama_base_url or _OLLAMA).rstrip("/").removesuffix("/api")
    return url if url.endswith("/v1") else f"{url}/v1"
