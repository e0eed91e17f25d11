"""Extras: parts of Gossamer whose packages `pip install gossamer` leaves out, and the line that installs them."""

from importlib.util import find_spec
from typing import Final

from gossamer.core.errors import NotAvailable

# The use of each extra of pyproject.toml, and a package that it alone brings.
_EXTRAS: Final = {
    "server": ("The HTTP API and the dashboard need", "uvicorn"),
    "browser": ("Code on open pages needs", "playwright"),
    "documents": ("Documents that are no web pages need", "liteparse"),
    "mcp": ("The Model Context Protocol needs", "mcp"),
    "models": ("Language models need", "pydantic_ai"),
    "redaction": ("Redaction of phone numbers needs", "phonenumbers"),
    "otel": ("Traces need", "opentelemetry.sdk"),
}


def missing_extra(extra: str) -> str:
    """Return the sentence with the line that installs *extra*, "" where it is installed."""
    purpose, package = _EXTRAS[extra]
    if find_spec(package.partition(".")[0]) is not None and find_spec(package) is not None:
        return ""
    return f'{purpose} packages that are not installed: pip install "gossamer[{extra}]"'


def require_extra(extra: str) -> None:
    """Raise NotAvailable where *extra* is not installed."""
    if sentence := missing_extra(extra):
        raise NotAvailable(sentence)
