"""Safety of a page's text for language models: which pages are refused, and what an answer says of the others."""

from collections.abc import Sequence
from typing import Any, Final

from gossamer.content.injection import DETECTED, DOUBTFUL, Injection
from gossamer.core.errors import InjectionDetected, SafeModeBlocked
from gossamer.core.specs import ScrapeSpec

_FOUND: Final = (
    'The page has text that gives orders to language models: "{quote}"{place}. Leave out `{option}` to have the page '
    "all the same."
)


def check_safe(spec: ScrapeSpec, injections: Sequence[Injection]) -> None:
    """Raise InjectionDetected or SafeModeBlocked for a page that *spec* does not want; *injections* is surest first.

    The check refuses what is surely an injection, safe mode also what may be one.
    """
    if not injections:
        return
    worst = injections[0]
    listed = [finding.to_json() for finding in injections]
    if spec.check_injection and worst.score >= DETECTED:
        raise InjectionDetected(_sentence(worst, "checkPromptInjection"), listed)
    if spec.safe_mode and worst.score >= DOUBTFUL:
        raise SafeModeBlocked(_sentence(worst, "safeMode"), listed)


def safety_json(spec: ScrapeSpec, injections: Sequence[Injection]) -> dict[str, Any]:
    """Return the metadata of a check; empty where there was none."""
    if not (spec.safe_mode or spec.check_injection):
        return {}
    return {"promptInjection": {"detected": False, "findings": [finding.to_json() for finding in injections]}}


def _sentence(worst: Injection, option: str) -> str:
    at = f" at {worst.selector}" if worst.selector else ""
    hidden = f" ({worst.hidden})" if worst.hidden else ""
    return _FOUND.format(quote=worst.quote, place=f"{at}{hidden}", option=option)
