"""Forms and comments of PDFs: what was filled in and what was noted, where the text of the page does not show it."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from gossamer.content.charset import storable
from gossamer.content.documents import markup
from gossamer.content.documents.layout.runs import TextRun, TextSpan
from gossamer.content.documents.model import Block

_CHECKED: Final = "\u2611"
_UNCHECKED: Final = "\u2610"
_BOXES: Final = frozenset({"checkbox", "radio"})
_VALUES: Final = frozenset({"text", "combobox", "listbox"})
# ISO 32000-1, table 228: a field that shows no letters.
_PASSWORD: Final = 1 << 13
# Points: the height of filled in text, and the room beside it.
_SIZE: Final = 10.0
_INSIDE: Final = 2.0
_MOST_LINES: Final = 100
_MOST_LETTERS: Final = 2_000
_MOST_COMMENTS: Final = 200
# Kinds of annotations by which readers comment on a page.
_COMMENTS: Final = frozenset(
    {"text", "freetext", "highlight", "underline", "squiggly", "strikeout", "caret", "stamp", "ink", "square", "circle"}
)


def with_fields(runs: Sequence[TextRun], fields: Sequence[Any]) -> list[TextRun]:
    """Return the *runs* of a page with the values of its form's *fields*, and marks for its boxes."""
    shown = list(runs)
    for field in (field for field in fields if field.rect is not None):
        if field.type in _BOXES:
            # The mark in a box is a letter of a face of symbols.
            shown = [run for run in shown if not _holds(field.rect, run)]
            shown.extend(_write_field(_CHECKED if field.checked else _UNCHECKED, field.rect))
        elif not any(_holds(field.rect, run) for run in shown):
            shown.extend(_write_field(_read_value(field), field.rect))
    return shown


def _read_value(field: Any) -> str:
    """Return the text that a form's *field* shows; empty for one that shows none, as for passwords."""
    if field.type not in _VALUES or (field.field_flags or 0) & _PASSWORD:
        return ""
    return ", ".join(field.selected_options or ()) or field.value or ""


def comments(annotations: Sequence[Any], runs: Sequence[TextRun]) -> Iterator[Block]:
    """Yield the comments among the *annotations* of a page that its *runs* do not show."""
    words = _squeeze_text("".join(run.text for run in runs))
    comment_annotations = (
        annotation
        for annotation in annotations
        if (annotation.subtype or "").lower() in _COMMENTS and (annotation.contents or "").strip()
    )
    for comment, _ in zip(comment_annotations, range(_MOST_COMMENTS), strict=False):
        text = storable(comment.contents).strip()[:_MOST_LETTERS]
        # Some programs note the words that are marked.
        if _squeeze_text(text) in words:
            continue
        author = storable(comment.title or "").strip()[:_MOST_LETTERS]
        lines = "<br>".join(markup.text(line) for line in f"{author}: {text}".removeprefix(": ").splitlines())
        box = (
            None if comment.rect is None else (comment.rect.x, comment.rect.y, comment.rect.width, comment.rect.height)
        )
        yield Block("quote", f"<blockquote><p>{lines}</p></blockquote>", box)


def _write_field(text: str, rect: Any) -> Iterator[TextRun]:
    """Yield the lines of *text* in the field at *rect*."""
    lines = [line for line in storable(text)[:_MOST_LETTERS].splitlines() if line.strip()][:_MOST_LINES]
    height = rect.height / max(len(lines), 1)
    size = min(height, _SIZE)
    for index, line in enumerate(lines):
        top = rect.y + index * height + (height - size) / 2
        left = rect.x + _INSIDE
        right = max(rect.x + rect.width - _INSIDE, left + 1)
        yield TextRun((TextSpan(line.strip()),), left, top, right, top + size, round(size, 1))


def _holds(rect: Any, run: TextRun) -> bool:
    x = (run.left + run.right) / 2
    return bool(rect.x <= x <= rect.x + rect.width and rect.y <= run.middle <= rect.y + rect.height)


def _squeeze_text(text: str) -> str:
    return "".join(text.split()).casefold()
