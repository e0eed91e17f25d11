"""Measures: fonts, sizes, spacing and motion of a page, as its elements have them most often."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from gossamer.content.branding.looks import Looks, Sample
from gossamer.content.locales import words

_PIXELS: Final = re.compile(r"(\d+(?:\.\d+)?)px")
_LENGTH: Final = re.compile(r"\d+(?:\.\d+)?(?:px|r?em|%|pt|vw)")
_UNITS: Final = (8, 5, 4)
_FITTING: Final = 0.6
_SMALLEST_GAP, _LARGEST_GAP = 2, 96
_NARROWEST, _WIDEST, _TALLEST_HEADER = 600, 4_000, 400
_TEXTS: Final = ("text", "page")
_HEADINGS: Final = ("h1", "h2", "h3")


def families(stack: str) -> tuple[str, ...]:
    """Return the families of a CSS list, without quotes."""
    return tuple(name for part in stack.split(",") if (name := part.strip().strip("\"'").strip()))


def main_family(stack: str) -> str:
    """Return the first family that the page chose itself; the first one where all are generic."""
    listed = families(stack)
    generic = words("branding", "generic_families")
    return next((name for name in listed if name.lower() not in generic), listed[0] if listed else "")


def most_common(samples: Iterable[Sample], name: str) -> tuple[str, str]:
    """Return the value that most *samples* have for a property, and where the first of these is; "" without one."""
    counted: Counter[str] = Counter()
    where: dict[str, str] = {}
    for sample in samples:
        if value := getattr(sample, name):
            counted[value] += 1
            where.setdefault(value, sample.where)
    if not counted:
        return "", ""
    value = counted.most_common(1)[0][0]
    return value, where[value]


def typography(looks: Looks) -> Iterator[tuple[tuple[str, ...], Any, str]]:
    """Yield path, value and source of each measure of the page's type."""
    for role, samples in _by_role(looks).items():
        stack, where = most_common(samples, "family")
        if stack and role in {"primary", "heading", "code"}:
            yield ("fontFamilies", role), main_family(stack), f"{where}, font-family"
            yield ("fontStacks", role), list(families(stack)), f"{where}, font-family"
        size, where = most_common(samples, "size")
        if _LENGTH.fullmatch(size) and role not in {"primary", "heading", "code", "button"}:
            yield ("fontSizes", role), size, f"{where}, font-size"
    for role, roles in (("body", _TEXTS), ("heading", _HEADINGS)):
        for sample in looks.of(*roles):
            if (ratio := _line_height(sample)) is not None:
                yield ("lineHeights", role), ratio, f"{sample.where}, line-height"
                break
    yield from _weights(looks)


def _by_role(looks: Looks) -> Mapping[str, tuple[Sample, ...]]:
    # Of a page without paragraphs the body speaks: a browser gives the root its own font.
    texts = tuple(looks.of("text")) or tuple(sorted(looks.of("page"), key=lambda sample: sample.where != "body"))
    return {
        "primary": texts,
        "heading": tuple(looks.of(*_HEADINGS)),
        "code": tuple(looks.of("code")),
        **{name: tuple(looks.of(name)) for name in _HEADINGS},
        "body": texts,
        "small": tuple(looks.of("small")),
    }


def _weights(looks: Looks) -> Iterator[tuple[tuple[str, ...], Any, str]]:
    names = {"300": "light", "400": "regular", "500": "medium", "600": "semibold", "700": "bold", "800": "extrabold"}
    seen_names: set[str] = set()
    for sample in looks.of(*_TEXTS, *_HEADINGS, "button"):
        name = names.get(sample.weight)
        if name is not None and name not in seen_names:
            seen_names.add(name)
            yield ("fontWeights", name), int(sample.weight), f"{sample.where}, font-weight"


def _line_height(sample: Sample) -> float | None:
    line, size = _PIXELS.fullmatch(sample.line), _PIXELS.fullmatch(sample.size)
    if line is None or size is None or float(size[1]) == 0:
        return None
    return round(float(line[1]) / float(size[1]), 2)


def fonts(looks: Looks) -> list[dict[str, Any]]:
    """Return the families of the page, the most used first, with the roles that they have."""
    roles: dict[str, Counter[str]] = {}
    for sample in looks.samples:
        role = "heading" if sample.role in _HEADINGS else sample.role
        if (name := main_family(sample.family)) and role in {"heading", "text", "page", "button", "code", "link"}:
            roles.setdefault(name, Counter())["body" if role in {"text", "page"} else role] += 1
    ranked = sorted(roles.items(), key=lambda name_and_roles: -name_and_roles[1].total())
    return [{"family": name, "count": used.total(), "roles": list(used)} for name, used in ranked]


def spacing(looks: Looks) -> Iterator[tuple[tuple[str, ...], Any, str]]:
    """Yield path, value and source of each measure of the page's spacing."""
    lengths = Counter(_gaps(looks.samples))
    total_count = lengths.total()
    if total_count:
        fitting = {unit: sum(n for gap, n in lengths.items() if gap % unit == 0) / total_count for unit in _UNITS}
        unit = next((unit for unit in _UNITS if fitting[unit] >= _FITTING), 4)
        yield ("baseUnit",), unit, f"{round(100 * fitting[unit])} % of {total_count} paddings, margins and gaps"
    for role in ("button", "input", "box"):
        radius, where = most_common(looks.of(role), "radius")
        if _LENGTH.fullmatch(radius):
            yield ("borderRadius",), radius, f"{where}, border-radius"
            return


def _gaps(samples: Iterable[Sample]) -> Iterator[float]:
    for sample in samples:
        for written in (sample.padding, sample.margin, sample.gap):
            for gap in set(_PIXELS.findall(written)):
                if _SMALLEST_GAP <= float(gap) <= _LARGEST_GAP:
                    yield float(gap)


def layout(looks: Looks) -> Iterator[tuple[tuple[str, ...], Any, str]]:
    """Yield path, value and source of the measures of the page's frame."""
    limits = [(box, float(match[1])) for box in looks.of("box") if (match := _PIXELS.fullmatch(box.widest))]
    widest = [amount for amount, limit in limits if _NARROWEST < limit < _WIDEST]
    if widest:
        value, where = most_common(widest, "widest")
        yield ("maxWidth",), value, f"{where}, max-width"
    for sample in looks.of("header"):
        if 0 < sample.box[3] < _TALLEST_HEADER:
            yield ("headerHeight",), f"{round(sample.box[3])}px", f"{sample.where}, height"
            return


def motion(looks: Looks) -> Iterator[tuple[tuple[str, ...], Any, str]]:
    """Yield path, value and source of how long changes of the page's controls take."""
    value, where = most_common(looks.of("button", "link", "input"), "transition")
    if value:
        duration, _, easing = value.partition(" ")
        yield ("transitionDuration",), duration.rstrip(","), f"{where}, transition-duration"
        if easing and "," not in duration:
            yield ("easing",), easing, f"{where}, transition-timing-function"
