"""Clean-up of Markdown: blocks that speak of the site instead of the subject are left out.

A block is left out when enough speaks against it: what it says, how much of it is links, that it is short, that it is
no sentence, that it stands at an end of the page. Code, tables and what is under an ordinary heading stay. No model is
asked, so the same page gives the same text.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from gossamer.content.locales import entry
from gossamer.content.text.markdown_lines import LINK, plain

_HEADING: Final = re.compile(r"(#{1,6})\s")
# Code up to the end of its fence, or lines with text up to an empty one.
_BLOCK: Final = re.compile(
    r"^[^\S\n]*(?P<fence>`{3,}|~{3,}).*(?:\n(?![^\S\n]*(?P=fence)).*)*(?:\n.*)?"
    r"|(?:^(?![^\S\n]*(?:`{3}|~{3})).*\S.*\n?)+",
    re.MULTILINE,
)
_SENTENCE: Final = re.compile(r"[.!?…:;][^\w\s]?\s*$")
_LEAST: Final = 0.7
_SHORT, _LONG = 60, 400
_EDGE: Final = 0.15
_MOSTLY: Final = 0.5


@dataclass(frozen=True, slots=True)
class _Block:
    """A block of Markdown: its *text* as written, its *plain* words, and the share of these that are links."""

    text: str
    plain: str
    links: float = 0.0
    level: int = 0
    fixed: bool = False


def clean_up_markdown(markdown: str) -> str:
    """Return *markdown* without the remains of the page's frame; unchanged where nothing else would be left."""
    blocks = list(_blocks(markdown))
    remaining = list(_keep_blocks(blocks))
    if not any(block.level == 0 for block in remaining):
        return markdown
    return "\n\n".join(block.text for block in remaining) + ("\n" if markdown.endswith("\n") else "")


def _blocks(markdown: str) -> Iterator[_Block]:
    for match in _BLOCK.finditer(markdown):
        text = match[0].removesuffix("\n")
        yield _Block(text, "", fixed=True) if match["fence"] else _block(text)


def _block(text: str) -> _Block:
    heading = _HEADING.match(text) if "\n" not in text else None
    words = plain(text)
    linked = sum(len(match[1]) for match in LINK.finditer(text))
    is_table = text.lstrip().startswith("|") and "\n" in text
    share = min(1.0, linked / len(words)) if words else 0.0
    return _Block(text, words, share, len(heading[1]) if heading else 0, is_table)


def _keep_blocks(blocks: Sequence[_Block]) -> Iterator[_Block]:
    """Yield the blocks that stay; a heading goes with the section that it announces."""
    at = 0
    while at < len(blocks):
        block = blocks[at]
        if block.level:
            end = _end(blocks, at)
            section = blocks[at + 1 : end]
            if _is_foreign(block, section):
                at = end
                continue
        elif _noise(block, at / len(blocks)) >= _LEAST:
            at += 1
            continue
        yield block
        at += 1


def _end(blocks: Sequence[_Block], at: int) -> int:
    level = blocks[at].level
    return next((n for n in range(at + 1, len(blocks)) if 0 < blocks[n].level <= level), len(blocks))


def _is_foreign(heading: _Block, section: Sequence[_Block]) -> bool:
    """Return whether a section leads elsewhere: its heading says so, and it is links, or short."""
    if heading.level == 1 or not _pattern("sections").match(heading.plain):
        return False
    letters = sum(len(block.plain) for block in section)
    linked = sum(len(block.plain) * block.links for block in section)
    return letters < _LONG or linked / letters >= _MOSTLY


def _noise(block: _Block, position: float) -> float:
    # In a long text a phrase is a subject, not a button.
    if block.fixed or not block.plain or len(block.plain) >= _LONG:
        return 0.0
    score = 0.6 if _pattern("phrases").search(block.plain) else 0.0
    score += 0.35 * block.links
    score += 0.1 if len(block.plain) < _SHORT else 0.0
    score += 0.1 if not _SENTENCE.search(block.plain) else 0.0
    return score + (0.1 if position < _EDGE or position > 1 - 2 * _EDGE else 0.0)


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{part})" for part in entry("clean_up", name)), re.IGNORECASE)
