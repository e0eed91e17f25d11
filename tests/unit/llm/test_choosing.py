import pytest

from gossamer.llm import Addresses, Choice, choose

OLLAMA = Addresses(ollama_base_url="http://box:11434/api")


@pytest.mark.parametrize(
    ("model", "addresses", "choice"),
    [
        ("gpt-x", Addresses(openai_api_key="o"), Choice("openai", "gpt-x", None, "o")),
        ("openai:gpt-x", Addresses(api_key="k", openai_api_key="o"), Choice("openai", "gpt-x", None, "k")),
        ("m", Addresses(base_url="http://h/v1"), Choice("compatible", "m", "http://h/v1", None)),
        (
            "m",
            Addresses(openai_base_url="http://h/v1", openai_api_key="o"),
            Choice("compatible", "m", "http://h/v1", "o"),
        ),
        (
            "m",
            Addresses(openai_base_url="https://api.openai.com/v1", openai_api_key="o"),
            Choice("openai", "m", "https://api.openai.com/v1", "o"),
        ),
        ("anthropic:c", Addresses(api_key="k"), Choice("anthropic", "c", None, "k")),
        ("ollama:llama3:8b", Addresses(), Choice("ollama", "llama3:8b", "http://localhost:11434/v1", None)),
        ("llama3:8b", OLLAMA, Choice("ollama", "llama3:8b", "http://box:11434/v1", None)),
        ("mistral:7b", OLLAMA, Choice("ollama", "mistral:7b", "http://box:11434/v1", None)),
        ("mistral:large", Addresses(api_key="k"), Choice("mistral", "large", None, "k")),
        ("llama3:8b", Addresses(base_url="http://h/v1"), Choice("compatible", "llama3:8b", "http://h/v1", None)),
    ],
)
def test_a_name_and_addresses_mean_a_model(model: str, addresses: Addresses, choice: Choice) -> None:
    assert choose(model, addresses) == choice


@pytest.mark.parametrize("model", ["anthropic:c", "google:g", "ollama:llama3"])
def test_openai_s_key_and_address_go_to_nobody_else(model: str) -> None:
    chosen = choose(model, Addresses(openai_base_url="http://proxy/v1", openai_api_key="o"))
    assert chosen.api_key is None
    assert "proxy" not in str(chosen.base_url)


def test_a_key_is_not_shown() -> None:
    addresses = Addresses("http://user:word@h/v1", "secret-key", None, "other-key")
    chosen = choose("m", addresses)
    assert "-key" not in f"{addresses!r} {chosen!r} {chosen.described}"
    assert "word" not in chosen.described


def test_a_model_is_told_from_others_over_restarts_without_its_key() -> None:
    at = Addresses("http://user:word@h:8000/v1", "secret-key")
    assert choose("m:8b", at).identity == "compatible:m:8b@h:8000/v1"
    assert choose("anthropic:c", Addresses()).identity == "anthropic:c"
