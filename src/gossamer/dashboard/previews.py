"""Markdown as it looks, in markup of ours alone.

Markup within it is shown as text, only addresses of the web are links, and a picture is a link to it: nothing is
loaded from elsewhere before somebody clicks.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from markupsafe import Markup, escape
from pyromark import Options, events

from gossamer.dashboard.links import link

_OPTIONS: Final = Options.ENABLE_TABLES | Options.ENABLE_STRIKETHROUGH
_TAGS: Final[Mapping[str, tuple[str, ...]]] = {
    "Paragraph": ("p",),
    "Emphasis": ("em",),
    "Strong": ("strong",),
    "Strikethrough": ("del",),
    "BlockQuote": ("blockquote",),
    "CodeBlock": ("pre", "code"),
    "Item": ("li",),
    "Table": ("table",),
    "TableHead": ("thead", "tr"),
    "TableRow": ("tr",),
    "TableCell": ("td",),
}
_BREAKS: Final = {"SoftBreak": Markup("\n"), "HardBreak": Markup("<br>"), "Rule": Markup("<hr>")}
_LINK: Final = Markup('<a href="{}" title="{}" target="_blank" rel="noopener noreferrer nofollow">{}')

_LINK_END: Final = Markup("</a>")
_DEEPEST: Final = 50


def render_preview(markdown: str) -> Markup:
    """Return *markdown* as markup that can do no harm."""
    return Markup("").join(_parts(markdown))


def _parts(markdown: str) -> Iterator[Markup]:
    ends: list[Markup] = []
    for event in events(markdown, options=_OPTIONS):
        name, value = _name_and_value(event)
        if name == "Start":
            # Deeper ones are shown flat, and a link in a link, as of a picture that is one, as its text.
            is_flat = len(ends) >= _DEEPEST or (_LINK_END in ends and next(iter(value)) in {"Link", "Image"})
            start, end = (Markup(""), Markup("")) if is_flat else _element(*_name_and_value(value))
            ends.append(end)
            yield start
        elif name == "End":
            yield ends.pop()
        elif name == "Code":
            yield Markup("<code>{}</code>").format(value)
        else:
            yield _BREAKS.get(name) or escape(value)


def _name_and_value(event: Any) -> tuple[str, Any]:
    return (event, "") if isinstance(event, str) else next(iter(event.items()))


def _element(kind: str, details: Any) -> tuple[Markup, Markup]:
    """Return the beginning and the end of an element."""
    tags = _TAGS.get(kind, ())
    if kind in {"Link", "Image"}:
        href, mark = link(details["dest_url"]).href, "Picture: " if kind == "Image" else ""
        return (_LINK.format(href, href, mark), _LINK_END) if href else (escape(mark), Markup(""))
    if kind == "Heading":
        # The page around it has the first two levels.
        tags = (f"h{min(6, int(details['level'].removeprefix('H')) + 2)}",)
    elif kind == "List":
        tags = ("ul",) if details is None else ("ol" if details == 1 else f"ol start={int(details)}",)
    starts = (Markup("<{}>").format(tag) for tag in tags)
    ends = (Markup("</{}>").format(tag.partition(" ")[0]) for tag in reversed(tags))
    return Markup("").join(starts), Markup("").join(ends)
