"""What an icon says of the words behind it: a pin stands before a place, an envelope before an address of e-mail."""

from collections.abc import Mapping
from typing import Final

from turbohtml import Element, Text

from gossamer.content.page_model.labels import label
from gossamer.content.page_model.layout import words_of_name

_HOLDERS: Final = frozenset({"li", "div", "p", "span", "td", "dd", "address"})
_ICONS: Final = frozenset({"i", "svg", "span", "use", "img"})
_DRAWN: Final[Mapping[str, str]] = {
    "marker": "location", "pin": "location", "location": "location", "geo": "location", "mappin": "location",
    "phone": "phone", "telephone": "phone", "envelope": "email", "email": "email", "calendar": "date",
    "company": "company", "employer": "company", "salary": "salary", "clock": "time",
}  # fmt: skip
# What is drawn as a character.
SIGNS: Final[Mapping[str, str]] = {"📍": "location", "📅": "date", "🗓": "date", "📞": "phone", "🏢": "company"}
_MOST_LOOKED_AT: Final = 6


def says(holder: Element) -> str:
    """Return what the icon is of that *holder* begins with; empty when it begins with none, or with an unknown one."""
    if holder.tag not in _HOLDERS:
        return ""
    for at, child in enumerate(holder):
        if isinstance(child, Text) and not child.data.isspace():
            return SIGNS.get(child.data.lstrip()[:1], "")
        if isinstance(child, Element):
            return _of(child, holder) if child.tag in _ICONS else ""
        if at >= _MOST_LOOKED_AT:
            break
    return ""


def _of(icon: Element, holder: Element) -> str:
    if icon.tag == "span" and icon.text.strip():
        return ""
    written = icon.attr("aria-label") or icon.attr("title") or holder.attr("title") or ""
    if icon.tag != "img" and (named := label(" ".join(written[:80].split()))):
        return named
    drawn = words_of_name(f"{icon.attr('class') or ''} {icon.attr('src') or ''}")
    return next((said for word, said in _DRAWN.items() if word in drawn), "")
