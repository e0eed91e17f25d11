"""Text of lines as HTML: joined over their ends, with bold, italic and linked words."""

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import zip_longest
from typing import Final

from msgspec.structs import replace

from gossamer.content.documents import markup
from gossamer.content.documents.layout.runs import Row, TextSpan
from gossamer.content.documents.layout.words import Spelling

_BREAK: Final = "<br>"


def plain_html(rows: Sequence[Row], spelling: Spelling) -> str:
    """Return the text of *rows* without faces and links; *spelling* says how words go on after the end of a line."""
    spans = rows[0].spans if len(rows) == 1 else _join([list(row.spans) for row in rows], spelling)
    text = "".join(span.text for span in spans)
    return markup.text_with_formulas(re.sub(r"\s+", " ", text.replace("\u00ad", "")).strip())


def inline_html(
    rows: Sequence[Row],
    spelling: Spelling,
    breaks: AbstractSet[int] = frozenset(),
    mark: re.Pattern[str] | None = None,
) -> str:
    """Return the text of *rows*; lines end where *breaks* says, and what *mark* finds at the beginning goes."""
    lines: list[str] = []
    for part in _parts(rows, breaks):
        spans = list(_join(_in_known_faces(part), spelling))
        if mark is not None and not lines:
            spans = _without_mark(spans, mark)
        lines.append("".join(_write_span(span) for span in _unite_spans(spans)).strip())
    return _BREAK.join(lines)


def _parts(rows: Sequence[Row], breaks: AbstractSet[int]) -> Iterator[list[Row]]:
    part: list[Row] = []
    for index, row in enumerate(rows):
        part.append(row)
        if index in breaks:
            yield part
            part = []
    if part:
        yield part


def _in_known_faces(rows: Sequence[Row]) -> list[list[TextSpan]]:
    """Return the spans of *rows*, without faces that may be those of a line's first word alone.

    The reader of PDFs knows only the face of a line's first letter: it is that of a text when all of its lines agree.
    """
    bold, italic = all(row.bold for row in rows), all(row.italic for row in rows)
    return [
        [
            replace(span, bold=span.bold and (bold or not row.bold), italic=span.italic and (italic or not row.italic))
            for span in row.spans
        ]
        for row in rows
    ]


def _join(lines: Sequence[list[TextSpan]], spelling: Spelling) -> Iterator[TextSpan]:
    for spans, following in zip_longest(lines, lines[1:]):
        yield from spans[:-1]
        rest = "".join(span.text for span in following or ())
        text = spans[-1].text
        yield replace(spans[-1], text=spelling.join_line(text, rest) if rest else text)


def _without_mark(spans: list[TextSpan], mark: re.Pattern[str]) -> list[TextSpan]:
    full_text = "".join(span.text for span in spans)
    match = mark.match(full_text)
    drop = match.end() if match else 0
    runs_left = []
    for span in spans:
        runs_left.append(replace(span, text=span.text[drop:]))
        drop = max(0, drop - len(span.text))
    return runs_left


def _unite_spans(spans: Iterable[TextSpan]) -> list[TextSpan]:
    united: list[TextSpan] = []
    for span in spans:
        if united and replace(united[-1], text="") == replace(span, text=""):
            united[-1] = replace(span, text=united[-1].text + span.text)
        elif united and not span.text.strip():
            united[-1] = replace(united[-1], text=united[-1].text + span.text)
        else:
            united.append(span)
    return united


def _write_span(span: TextSpan) -> str:
    text = re.sub(r"\s+", " ", span.text.replace("\u00ad", ""))
    stripped = text.strip()
    if not stripped:
        return text
    html = markup.text_with_formulas(stripped)
    html = markup.element("em", html) if span.italic else html
    html = markup.element("strong", html) if span.bold else html
    html = markup.link(html, span.link) if span.link else html
    before, _, after = text.partition(stripped)
    return f"{before}{html}{after}"
