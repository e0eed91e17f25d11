"""A value that the page may give for a field, before it has the field's type."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import turbohtml

from gossamer.content.amounts import MONEY, MOST_BEFORE, before_raised, is_set_off

_TAG: Final = re.compile(r"<(?:/?[A-Za-z][^<>]{0,2000}|!--[^<>]{0,2000}--)>")
_BREAK: Final = re.compile(r"<(?:br|/p|/li|/div|/h[1-6])\b[^<>]{0,200}>", re.IGNORECASE)
MAX_QUOTE: Final = 300
MOST_CELLS: Final = 5_000


@dataclass(frozen=True, slots=True)
class Candidate:
    """*text* as the page has it, and its *place* in words for people.

    *machine*: it was written for programs (a point is decimal). *currency*: what a price is in. *quote*: the words
    around it, if they are more than the text itself. *doubt* is why nothing can be said of the field at all: what the
    page says of it contradicts itself; nothing that comes later counts.
    """

    text: str
    place: str
    machine: bool = False
    currency: str = ""
    quote: str = ""
    doubt: str = ""

    @property
    def words(self) -> str:
        """Return the words that can be quoted."""
        return (self.quote or self.text).strip()[:MAX_QUOTE]


def plain(text: str) -> str:
    """Return *text* without markup and entities, blanks made one."""
    return " ".join(readable(text).split())


def lines(text: str) -> list[str]:
    """Return the lines of *text* without markup, empty ones left out."""
    broken = _BREAK.sub("\n", text) if "<" in text else text
    return [line for part in readable(broken).splitlines() if (line := " ".join(part.split()))]


def readable(text: str) -> str:
    """Return *text* without markup and entities (some pages encode them twice)."""
    for _ in range(2):
        if "<" in text:
            text = _TAG.sub(" ", text)
        if "&" not in text:
            break
        text = html.unescape(text)
    return text


def running_text(node: turbohtml.Node) -> str:
    """Return the words of *node* as people read them; of one with very large tables, with its scripts.

    As text a table has columns of one width, which takes seconds where a row is a thousand cells wide.
    """
    return node.text if len(node.select("td, th")) > MOST_CELLS else node.to_text()


def few_words(node: turbohtml.Node, limit: int) -> str:
    """Return the words of *node*, nothing when they are more than *limit* characters.

    Reads no further than that: elements stand in one another, and reading each to its end is quadratic.
    """
    read: list[str] = []
    size = 0
    is_blank = False
    for part in _strings(node):
        words = " ".join(part.split())
        if words:
            size += len(words) + 1
            if size > limit + 1:
                return ""
            # Figures and amounts with a blank between them are not one.
            is_apart = part[:1].isspace() or (is_blank and (words[0].isdigit() or MONEY.match(words) is not None))
            read.append(f" {words}" if is_apart and read else words)
            read.append(" " * part[-1:].isspace())
        is_blank = bool(part) and not words
    return " ".join("".join(read).split())


def _strings(node: turbohtml.Node) -> Iterator[str]:
    """Yield the texts in *node*, with what stands between figures and such as are raised behind them."""
    last = ""
    for descendant in node.descendants:
        if isinstance(descendant, turbohtml.Text):
            last = f"{last[-MOST_BEFORE:]}{descendant.data}"
            yield descendant.data
        elif (
            isinstance(descendant, turbohtml.Element)
            and is_set_off(descendant)
            and (between := before_raised(descendant, last))
        ):
            yield between
