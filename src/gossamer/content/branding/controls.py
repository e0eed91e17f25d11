"""Controls: the main button of a page, another one that looks different, and its inputs."""

from collections.abc import Iterator
from typing import Any, Final

from gossamer.content.branding.colours import DEFAULTS, distance
from gossamer.content.branding.looks import Looks, Sample
from gossamer.content.branding.palette import is_foreign
from gossamer.content.locales import words

_LARGE: Final = 8_000
_HUGE: Final = 120_000
_FOLD: Final = 900
_SAME: Final = 0.06
_UNSTYLED: Final = "0px"


def controls(looks: Looks, primary: str, background: str) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield name, look and source of the page's controls; *primary* is the main colour of its brand, "" without one."""
    ranked = sorted(
        (sample for sample in looks.of("button") if _is_styled(sample)),
        key=lambda sample: -_prominence(sample, primary, background),
    )
    filled = (sample for sample in ranked if sample.background and sample.background != background)
    first = next(filled, ranked[0] if ranked else None)
    if first is not None:
        yield "buttonPrimary", _look(first), _source(first)
    for other in ranked:
        if first is not None and _differ(first, other) and (other.border or other.background):
            yield "buttonSecondary", _look(other), _source(other)
            break
    fields = sorted((sample for sample in looks.of("input") if not is_foreign(sample)), key=lambda sample: -sample.area)
    if fields:
        yield "input", _look(fields[0]), _source(fields[0])


def _is_styled(button: Sample) -> bool:
    has_look = button.background not in DEFAULTS and bool(button.background or button.border)
    return has_look and bool(button.text) and not is_foreign(button) and button.area < _HUGE


def _prominence(button: Sample, primary: str, background: str) -> float:
    text = button.text.lower()
    score = min(1.0, button.area / _LARGE)
    score += 1.0 if button.top < _FOLD else 0.0
    score += 1.0 if any(call in text for call in words("branding", "calls")) else 0.0
    if button.background and distance(button.background, background) > _SAME:
        score += 1.0
        if primary and distance(button.background, primary) < _SAME:
            score += 1.5
    return score


def _differ(sample: Sample, other: Sample) -> bool:
    if bool(sample.background) != bool(other.background):
        return True
    return bool(sample.background) and distance(sample.background, other.background) > _SAME * 2


def _look(sample: Sample) -> dict[str, str]:
    look = {
        "background": sample.background or "transparent",
        "textColor": sample.colour,
        "borderColor": sample.border,
        "borderRadius": sample.radius or _UNSTYLED,
        "padding": sample.padding,
        "fontSize": sample.size,
        "fontWeight": sample.weight,
        "shadow": sample.shadow,
    }
    return {name: value for name, value in look.items() if value}


def _source(sample: Sample) -> str:
    return f'"{sample.text}" ({sample.where})' if sample.text else sample.where
