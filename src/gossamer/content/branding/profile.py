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
from gossamer.content.branding.palette import Found, background_of, is_dark, palette
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
    made = _Profile()
    name = next(_names(embedded, metadata, urlsplit(base.absolute("/") or "").hostname or ""), None)
    if name is not None:
        made.put(("brandName",), name.value, name.source)
    _put_colours(made, looks, embedded)
    _put_measures(made, looks)
    _put_images(made, looks, embedded, base, metadata)
    return {**made.values, "sources": made.sources}, notices


def _put_colours(made: _Profile, looks: Looks, embedded: Embedded) -> None:
    colours = palette(looks, embedded.meta)
    background = background_of(looks)
    made.put(
        ("colorScheme",),
        "dark" if is_dark(background.value, colours["textPrimary"].value) else "light",
        background.source,
    )
    for role, found in colours.items():
        made.put(("colors", role), found.value, found.source)
    primary = colours["primary"].value if "primary" in colours else ""
    for control, look, source in controls(looks, primary, background.value):
        made.put(("components", control), look, source)


def _put_measures(made: _Profile, looks: Looks) -> None:
    if listed := fonts(looks):
        made.put(("fonts",), listed, f"font-family of {len(looks.samples)} elements")
    measured = {"typography": typography, "spacing": spacing, "layout": layout, "animations": motion}
    for name, of in measured.items():
        for path, value, source in of(looks):
            made.put((name, *path), value, source)
    icon = next((one for one in looks.amounts if one.kind == "icon"), None)
    if icon is not None:
        made.put(("icons", "primaryColor"), icon.colour, f"{icon.where}, fill")


def _put_images(made: _Profile, looks: Looks, embedded: Embedded, base: Base, metadata: Mapping[str, Any]) -> None:
    chosen = logo(looks.logos, base, str(made.values.get("brandName", ""))) or next(_marked_logos(embedded, base), None)
    if chosen is not None:
        made.put(("logo",), chosen.value, chosen.source)
        made.put(("images", "logo"), chosen.value, chosen.source)
    for name, known, source in (("favicon", "favicon", "link rel=icon"), ("ogImage", "ogImage", "meta og:image")):
        found = metadata.get(known)
        if isinstance(found, str) and found:
            made.put(("images", name), base.absolute(found) or found, source)


def _names(embedded: Embedded, metadata: Mapping[str, Any], host: str) -> Iterator[Found]:
    """Yield what the brand is called, from the surest place to the least sure."""
    for name in ("og:site_name", "application-name", "apple-mobile-web-app-title"):
        for value in embedded.meta.get(name, ()):
            if value.strip():
                yield Found(value.strip()[:_MOST_NAME], f"meta {name}")
    for item in walk(embedded.items):
        if item.is_a(words("branding", "owners")) and (called := item.text("name").strip()):
            yield Found(called[:_MOST_NAME], f"{item.label} > name")
    title = metadata.get("title")
    if isinstance(title, str):
        yield from (Found(name[:_MOST_NAME], "title") for name in _of_title(title, host))


def _of_title(title: str, host: str) -> Iterator[str]:
    """Yield what may be the name of the site in a page's title: what its host is called by, then what stands last."""
    parts = [part.strip() for mark in entry("branding", "title_marks") if mark in title for part in title.split(mark)]
    letters = ("".join(filter(str.isalnum, part)).lower() for part in parts)
    yield from (part for part, name in zip(parts, letters, strict=True) if name and name in host.lower())
    yield from parts[-1:]


def _marked_logos(embedded: Embedded, base: Base) -> Iterator[Found]:
    for item in walk(embedded.items):
        for value in item.get("logo") if item.is_a(words("branding", "owners")) else ():
            written = (
                value if isinstance(value, str) else "" if isinstance(value, bool) else value.text("url", "contentUrl")
            )
            if written and (address := base.absolute(written)):
                yield Found(address, f"{item.label} > logo")
