"""Palette: which colours of a page play which role.

Every use of a colour is evidence with a weight: the colour of buttons, of the bar of a mobile browser, of custom
properties named for it. Colours that look alike share their evidence; colourful ones count more than greys.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.content.branding.colours import DEFAULTS, chroma, distance, luminance, read_colour
from gossamer.content.branding.looks import Looks, Sample
from gossamer.content.locales import entry, words

_ALIKE: Final = 0.06
_APART: Final = 0.18
# The least part of the primary colour's weight that another colour of the brand has.
_LEAST_SHARE: Final = 0.18
# The weight of a grey, beside a full colour.
_GREY_COUNTS: Final = 0.12
_COLOURFUL: Final = 0.2
_BUTTON: Final = 4_000
_DARK: Final = 0.4
WHITE: Final = "#ffffff"


@dataclass(frozen=True, slots=True)
class PaletteValue:
    """A value and where it was found."""

    value: str
    source: str


@dataclass(frozen=True, slots=True)
class _Use:
    colour: str
    weight: float
    source: str


def palette(looks: Looks, meta: Mapping[str, Sequence[str]]) -> dict[str, PaletteValue]:
    """Return the colours of the page by role; roles that no colour plays are left out. *meta* is by lower-case name."""
    background = background_of(looks)
    colours = {"background": background, **_texts(looks, background.value)}
    # White on white says nothing of a brand.
    named = (
        colour
        for colour in _brand_colours(looks, meta, {background.value, colours["textPrimary"].value})
        if chroma(colour.value) >= _COLOURFUL or distance(colour.value, background.value) >= _ALIKE
    )
    colours |= dict(zip(("primary", "secondary", "accent"), named, strict=False))
    if link := _link(looks, background.value):
        colours["link"] = link
    return colours


def background_of(looks: Looks) -> PaletteValue:
    """Return the colour behind the page: a browser's white where the page names none."""
    for sample in sorted(looks.of("page"), key=lambda page_sample: page_sample.where != "body"):
        if sample.background:
            return PaletteValue(sample.background, f"{sample.where}, background-color")
    largest_amount = max((amount.amount for amount in looks.amounts if amount.kind == "background"), default=0)
    largest = next(
        (amount for amount in looks.amounts if amount.kind == "background" and amount.amount == largest_amount), None
    )
    page = max((sample.area for sample in looks.of("page")), default=0)
    if largest is not None and largest_amount > page * 0.6:
        return PaletteValue(largest.colour, f"{largest.where}, background-color")
    return PaletteValue(WHITE, "browser default")


def is_dark(colour: str, text: str = "") -> bool:
    """Return whether light text belongs on it; *text* is the colour of the text that stands there, if that is known."""
    return luminance(colour) < (luminance(text) if text else _DARK)


def _texts(looks: Looks, background: str) -> dict[str, PaletteValue]:
    letters: dict[str, float] = defaultdict(float)
    where: dict[str, str] = {}
    for amount in looks.amounts:
        if amount.kind == "text" and distance(amount.colour, background) > _APART:
            letters[amount.colour] += amount.amount
            where.setdefault(amount.colour, amount.where)
    for sample in looks.of("page", "text"):
        if sample.colour and distance(sample.colour, background) > _APART:
            letters[sample.colour] += 1
            where.setdefault(sample.colour, sample.where)
    ranked = sorted(letters, key=lambda colour: -letters[colour])
    main = next((colour for colour in ranked if chroma(colour) < _COLOURFUL * 2), ranked[0] if ranked else "")
    if not main:
        return {"textPrimary": PaletteValue(WHITE if is_dark(background) else "#000000", "browser default")}
    text_colours = {"textPrimary": PaletteValue(main, f"{where[main]}, color")}
    other = next(
        (
            other_colour
            for other_colour in ranked
            if distance(other_colour, main) > _APART / 2 and chroma(other_colour) < _COLOURFUL
        ),
        None,
    )
    if other is not None:
        text_colours["textSecondary"] = PaletteValue(other, f"{where[other]}, color")
    return text_colours


def _link(looks: Looks, background: str) -> PaletteValue | None:
    # A link in the colour of the page stands on another one: a bar, a button.
    colours = (sample.colour for sample in looks.of("link") if sample.colour)
    shown = Counter(colour for colour in colours if distance(colour, background) > _APART)
    if not shown:
        return None
    colour = shown.most_common(1)[0][0]
    where = next(sample.where for sample in looks.of("link") if sample.colour == colour)
    return PaletteValue(colour, f"{where}, color")


def _brand_colours(looks: Looks, meta: Mapping[str, Sequence[str]], plain: set[str]) -> Iterator[PaletteValue]:
    """Yield the colours of the brand, the one with the most evidence first."""
    groups: list[list[_Use]] = []
    for use in sorted(_uses(looks, meta), key=lambda use: -use.weight):
        if use.colour in DEFAULTS:
            continue
        group = next((group for group in groups if distance(group[0].colour, use.colour) < _ALIKE), None)
        if group is None:
            groups.append([use])
        else:
            group.append(use)
    weights = {group[0]: sum(use.weight for use in group) * _counts(group[0].colour, plain) for group in groups}
    most = max(weights.values(), default=0)
    taken: list[str] = []
    for use in sorted(weights, key=lambda use: -weights[use]):
        is_grey = bool(taken) and chroma(use.colour) < _COLOURFUL
        if (
            weights[use] < most * _LEAST_SHARE
            or is_grey
            or any(distance(use.colour, taken_colour) < _APART for taken_colour in taken)
        ):
            continue
        taken.append(use.colour)
        yield PaletteValue(use.colour, use.source)


def _counts(colour: str, plain: set[str]) -> float:
    counts = _GREY_COUNTS + chroma(colour)
    return counts * (
        0.3 if any(distance(colour, plain_colour) < _ALIKE for plain_colour in plain) and counts < _COLOURFUL else 1
    )


def _uses(looks: Looks, meta: Mapping[str, Sequence[str]]) -> Iterator[_Use]:
    for name, weight in (("theme-color", 3.0), ("msapplication-tilecolor", 1.5)):
        for written in meta.get(name, ()):
            if colour := read_colour(written):
                yield _Use(colour, weight, f"meta {name}")
    yield from _of_variables(looks.variables)
    yield from _of_samples(looks)
    yield from _of_amounts(looks)


def _of_samples(looks: Looks) -> Iterator[_Use]:
    for sample in looks.of("button"):
        if sample.background and not is_foreign(sample):
            weight = 1.5 * min(1.0, (sample.area or _BUTTON) / _BUTTON)
            yield _Use(sample.background, weight, f'button "{sample.text}" ({sample.where}), background-color')
    for sample in looks.of("header"):
        if sample.background:
            yield _Use(sample.background, 1.5, f"{sample.where}, background-color")
    for role in ("link", "heading", "h1", "h2"):
        for sample in looks.of(role):
            if sample.colour:
                yield _Use(sample.colour, 0.25, f"{sample.where}, color")


def _of_amounts(looks: Looks) -> Iterator[_Use]:
    wholes: Counter[str] = Counter()
    for amount in looks.amounts:
        wholes[amount.kind] += int(amount.amount)
    weights = {"background": 3.0, "icon": 1.0, "text": 1.0}
    for amount in looks.amounts:
        share = amount.amount / (wholes[amount.kind] or 1)
        yield _Use(amount.colour, weights.get(amount.kind, 0) * min(1.0, share * 3), f"{amount.where}, {amount.kind}")


def _of_variables(variables: Mapping[str, str]) -> Iterator[_Use]:
    variants, foreign = words("branding", "variant_names"), words("branding", "foreign_variables")
    for name, colour in variables.items():
        low = name.lower()
        if not colour or any(part in low for part in foreign):
            continue
        # Word by word: "--color-primary" names the colour itself, "--primary-hover" a variant of it.
        share = 0.3 if any(part in low for part in variants) else 1.0
        for kind, weight in (("primary_names", 3.0), ("accent_names", 1.2)):
            if any(part in low for part in entry("branding", kind)):
                yield _Use(colour, weight * share, f"custom property {name}")


def is_foreign(button: Sample) -> bool:
    """Return whether a button belongs to a dialog of consent or to a player, not to the site's own look."""
    named = f"{button.where} {button.text}".lower()
    return any(part in named for part in words("branding", "foreign_buttons"))
