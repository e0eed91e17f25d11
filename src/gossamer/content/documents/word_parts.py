"""Parts of Word files (docx) beside their text: heads and feet of pages, and comments. In the confined child only."""

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final
from xml.etree.ElementTree import Element

from msgspec import Struct

from gossamer.content.documents import markup
from gossamer.content.documents.layout.facts import states_fact
from gossamer.content.documents.model import Block
from gossamer.content.documents.number_formats.cells import BROKEN
from gossamer.content.documents.number_formats.workbook import part
from gossamer.content.documents.number_formats.xlsx import parse_xml

_HEAD: Final = re.compile(r"word/header\d*\.xml")
_FOOT: Final = re.compile(r"word/footer\d*\.xml")
_COMMENTS: Final = "word/comments.xml"
_WORD: Final = re.compile(r"[^\W\d_]{3}")
_MOST_LETTERS: Final = 2_000
_MOST_HEADS: Final = 20
_MOST_PARTS: Final = 50
_MOST_COMMENTS: Final = 1_000


class Beside(Struct, frozen=True):
    """What is beside the text: blocks before and after it, and lines of heads and feet that are in neither."""

    before: tuple[Block, ...] = ()
    after: tuple[Block, ...] = ()
    dropped: tuple[str, ...] = ()


def beside(body: bytes, text: str) -> Beside:
    """Return the parts beside the *text* of the Word file *body*, as far as it can be read.

    Heads and feet that state a fact, such as an account, are blocks; other ones are dropped, as those of PDFs are.
    """
    with suppress(*BROKEN, RuntimeError), zipfile.ZipFile(io.BytesIO(body)) as archive:
        names = archive.namelist()
        heads = _lines(archive, [name for name in names if _HEAD.fullmatch(name)], text)
        feet = _lines(archive, [name for name in names if _FOOT.fullmatch(name)], text)
        stating = [any(map(states_fact, lines)) for lines in (heads, feet)]
        noted = _comments(part(archive, _COMMENTS)) if _COMMENTS in names else ()
        return Beside(
            tuple(map(_paragraph, heads)) if stating[0] else (),
            (*(map(_paragraph, feet) if stating[1] else ()), *noted),
            tuple(line for lines, is_kept in zip((heads, feet), stating, strict=True) if not is_kept for line in lines),
        )
    return Beside()


def _lines(archive: zipfile.ZipFile, names: Sequence[str], text: str) -> list[str]:
    """Return the lines of the parts *names*, each once and without those that are in *text* or number the page."""
    lines = (line for name in names[:_MOST_PARTS] for _, line in _paragraphs(part(archive, name)))
    facts = [line for line in dict.fromkeys(lines) if _WORD.search(line) and markup.text(line) not in text]
    return facts[:_MOST_HEADS]


def _comments(xml: bytes) -> Iterator[Block]:
    for (author, line), _ in zip(_paragraphs(xml), range(_MOST_COMMENTS), strict=False):
        yield Block("quote", f"<blockquote><p>{markup.text(f'{author}: {line}'.removeprefix(': '))}</p></blockquote>")


def _paragraph(line: str) -> Block:
    return Block("paragraph", markup.element("p", markup.text(line)))


def _paragraphs(xml: bytes) -> Iterator[tuple[str, str]]:
    """Yield the text of each paragraph, with the author of the comment that it is of."""
    author = ""
    for element in parse_xml(xml).iter():
        space, _, name = element.tag.rpartition("}")
        if name == "comment":
            author = element.get(f"{space}}}author", "")
        elif name == "p" and (line := " ".join("".join(_text(element)).split())):
            yield author, line[:_MOST_LETTERS]


def _text(element: Element) -> Iterator[str]:
    """Yield the text in *element*; paragraphs in a box inside it are not its own."""
    for child in element:
        match child.tag.rpartition("}")[2]:
            case "t":
                yield child.text or ""
            case "tab" | "br" | "cr":
                yield " "
            case name if name != "p":
                yield from _text(child)
