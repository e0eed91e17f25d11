"""The pieces of a page that a model is shown."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from gossamer.features.evidence.page_index import PageIndex, PageSource

if TYPE_CHECKING:
    from gossamer.content.page_model.model import Outline

# Of UTF-8. English has some four to a token, most other languages three, tables and addresses fewer.
BYTES_A_TOKEN: Final = 3
_LONGEST_TOLD: Final = 1_000


@dataclass(frozen=True, slots=True)
class PageText:
    """A page as a model reads it: its address, what it calls itself, and its main content as Markdown.

    *outline* is the whole page line by line, with what is around its content, and *markup* the values that it marks up
    with their paths: evidence is looked for in both, and no model is shown them. None and empty where no evidence is
    wanted, and for documents without a tree. *language* is the tag (BCP 47) that the page declares, or empty.
    """

    url: str = ""
    title: str = ""
    description: str = ""
    text: str = ""
    outline: "Outline | None" = None
    language: str = ""
    markup: tuple[tuple[str, str], ...] = ()

    def index(self) -> PageIndex:
        """Return the index that values and quotes are looked up in."""
        return PageIndex(
            PageSource(self.url, self.title, self.description, self.text, self.outline, self.markup, self.language)
        )

    @property
    def whole(self) -> str:
        """Return all of it."""
        header = (
            f"Address: {self.url[:_LONGEST_TOLD]}",
            self.title and f"Title: {self.title[:_LONGEST_TOLD]}",
            self.description and f"Description: {self.description[:_LONGEST_TOLD]}",
        )
        return "\n".join((*filter(None, header), "", self.text))

    def pieces(self, tokens: int) -> Sequence["PageText"]:
        """Return the page in pieces of about so many *tokens* at most, cut between lines where that is possible."""
        longest = tokens * BYTES_A_TOKEN
        if len(self.text) <= longest // 4 or len(self.text.encode()) <= longest:
            return (self,)
        return tuple(replace(self, text=text) for text in _cut(self.text, longest))


def _cut(text: str, longest: int) -> list[str]:
    pieces: list[str] = []
    block: list[str] = []
    room = longest
    for part in _parts(text, longest):
        size = len(part.encode())
        if size > room and block:
            pieces.append("".join(block))
            block, room = [], longest
        block.append(part)
        room -= size
    return [*pieces, "".join(block)] if block else pieces


def _parts(text: str, longest: int) -> list[str]:
    """Return *text* in lines, and lines that are too long in parts that are not."""
    letters = max(1, longest // 4)
    lines = text.splitlines(keepends=True)
    return [line[at : at + letters] for line in lines for at in range(0, len(line), letters)]
