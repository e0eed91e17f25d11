"""The profile of a brand, in the shape of the `branding` format, put together from the looks of a page."""

from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import turbohtml

from gossamer.content.addresses import Base
from gossamer.content.branding.controls import controls
from gossamer.content.branding.logo import logo
from gossamer.content.branding.looks import Looks, read_looks
from gossamer.content.branding.measures import fonts, layout, motion, spacing, typography
from gossamer.content.branding.palette import PaletteValue, background_of, is_dark, palette
from gossamer.content.branding.sheets import looks_of_sheets
from gossamer.content.locales import entry, words
from gossamer.content.structured import Embedded, walk

WITHOUT_BROWSER: Final = (
    "`branding` was read from the page's own style sheets, without a browser: colours, fonts and sizes of linked style "
    "sheets are missing."
)
_MOST_NAME: Final = 120


class _Profile:
    """The answer while it is made: its values, and for each, by JSON pointer, where it was found."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.sources: dict[str, str] = {}

    def put(self, path: tuple[str, ...], value: Any, source: str) -> None:
        held = self.values
        for name in path[:-1]:
            held = held.setdefault(name, {})
        held[path[-1]] = value
        self.sources["/" + "/".join(path)] = source


def branding_of(
    styles: Any, document: turbohtml.Document, base: Base, metadata: Mapping[str, Any]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the look of a page in the shape of the `branding` format, and sentences about what is missing.

    *styles* is what a browser read of it, None without one. `sources` says by JSON pointer where each value was found.
    """
    looks = read_looks(styles)
    notices = () if looks is not None else (WITHOUT_BROWSER,)
    looks = looks or looks_of_sheets(document)
    embedded = Embedded(document, base)
    profile = _Profile()
    name = next(_names(embedded, metadata, urlsplit(base.absolute("/") or "").hostname or ""), None)
    if name is not None:
        profile.put(("brandName",), name.value, name.source)
    _put_colours(profile, looks, embedded)
    _put_measures(profile, looks)
    _put_images(profile, looks, embedded, base, metadata)
    return {**profile.values, "sources": profile.sources}, notices


def _put_colours(profile: _Profile, looks: Looks, embedded: Embedded) -> None:
    colours = palette(looks, embedded.meta)
    background = background_of(looks)
    profile.put(
        ("colorScheme",),
        "dark" if is_dark(background.value, colours["textPrimary"].value) else "light",
        background.source,
    )
    for role, colour in colours.items():
        profile.put(("colors", role), colour.value, colour.source)
    primary = colours["primary"].value if "primary" in colours else ""
    for control, look, source in controls(looks, primary, background.value):
        profile.put(("components", control), look, source)


def _put_measures(profile: _Profile, looks: Looks) -> None:
    if listed := fonts(looks):
        profile.put(("fonts",), listed, f"font-family of {len(looks.samples)} elements")
    measured = {"typography": typography, "spacing": spacing, "layout": layout, "animations": motion}
    for name, of in measured.items():
        for path, value, source in of(looks):
            profile.put((name, *path), value, source)
    icon = next((amount for amount in looks.amounts if amount.kind == "icon"), None)
    if icon is not None:
        profile.put(("icons", "primaryColor"), icon.colour, f"{icon.where}, fill")


def _put_images(profile: _Profile, looks: Looks, embedded: Embedded, base: Base, metadata: Mapping[str, Any]) -> None:
    chosen = logo(looks.logos, base, str(profile.values.get("brandName", ""))) or next(
        _find_marked_logos(embedded, base), None
    )
    if chosen is not None:
        profile.put(("logo",), chosen.value, chosen.source)
        profile.put(("images", "logo"), chosen.value, chosen.source)
    for name, field, source in (("favicon", "favicon", "link rel=icon"), ("ogImage", "ogImage", "meta og:image")):
        address = metadata.get(field)
        if isinstance(address, str) and address:
            profile.put(("images", name), base.absolute(address) or address, source)


def _names(embedded: Embedded, metadata: Mapping[str, Any], host: str) -> Iterator[PaletteValue]:
    """Yield names of the brand, from the surest place to the least sure."""
    for name in ("og:site_name", "application-name", "apple-mobile-web-app-title"):
        for value in embedded.meta.get(name, ()):
            if value.strip():
                yield PaletteValue(value.strip()[:_MOST_NAME], f"meta {name}")
    for item in walk(embedded.items):
        if item.is_a(words("branding", "owners")) and (called := item.text("name").strip()):
            yield PaletteValue(called[:_MOST_NAME], f"{item.label} > name")
    title = metadata.get("title")
    if isinstance(title, str):
        yield from (PaletteValue(name[:_MOST_NAME], "title") for name in _of_title(title, host))


def _of_title(title: str, host: str) -> Iterator[str]:
    """Yield parts of a page's title that may name the site: those that its host has, then the last."""
    parts = [part.strip() for mark in entry("branding", "title_marks") if mark in title for part in title.split(mark)]
    letters = ("".join(filter(str.isalnum, part)).lower() for part in parts)
    yield from (part for part, name in zip(parts, letters, strict=True) if name and name in host.lower())
    yield from parts[-1:]


def _find_marked_logos(embedded: Embedded, base: Base) -> Iterator[PaletteValue]:
    for item in walk(embedded.items):
        for value in item.get("logo") if item.is_a(words("branding", "owners")) else ():
            written = (
                value if isinstance(value, str) else "" if isinstance(value, bool) else value.text("url", "contentUrl")
            )
            if written and (address := base.absolute(written)):
                yield PaletteValue(address, f"{item.label} > logo")
