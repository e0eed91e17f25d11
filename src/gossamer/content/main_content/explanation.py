"""Explanation: the blocks of a page with whether each is kept as main content, and why."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from html import escape
from typing import Final

import turbohtml

from gossamer.content.main_content import Judgement, judge
from gossamer.content.main_content.blocks import Block
from gossamer.content.main_content.gaps import name_reason
from gossamer.core.explanations import Region

_MANY_LINES: Final = frozenset({"ul", "ol", "menu", "dl", "table"})
_PAGE = """<!doctype html><meta charset="utf-8"><title>{title}</title><style>
body {{ font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
p {{ margin: 2px 0; padding: 4px 8px; border-left: 4px solid }}
.kept {{ background: #e7f6e7; border-color: #2e8b3d }} .dropped {{ background: #fbeaea; border-color: #c0392b }}
small {{ color: #555 }}</style><h1>{title}</h1>
{regions}
"""


def explain(document: turbohtml.Document) -> tuple[Region, ...]:
    """Return the regions of *document*, which is cleaned; it is left as it is. A page without text has none."""
    judged = judge(copy.copy(document))
    return (*_of_landmarks(judged), *_of_blocks(judged))


def written(regions: tuple[Region, ...], title: str) -> str:
    """Return *regions* as an HTML page, the kept ones in green and the others in red."""
    return _PAGE.format(title=escape(title), regions="\n".join(map(_paragraph, regions)))


def _paragraph(region: Region) -> str:
    name = "kept" if region.kept else "dropped"
    return f'<p class="{name}">{escape(region.text)} <small>{escape(_note(region))}</small>'


def _note(region: Region) -> str:
    chance = "" if region.chance is None else f", {region.chance:.0%}"
    return f"{region.tag or 'text'}: {region.reason}{chance}"


def _of_landmarks(judged: Judgement) -> Iterator[Region]:
    for node in judged.page.landmarks:
        if words := " ".join(node.text.split()):
            yield Region(words, node.tag, kept=False, reason="a landmark of the site")


def _of_blocks(judged: Judgement) -> Iterator[Region]:
    whole = judged.leaves_too_little
    for number, (block, chance) in enumerate(zip(judged.page.blocks, judged.chances, strict=True)):
        reason = "too little would be left without it" if whole else _reason(judged, number)
        yield Region(_text(block), block.tag, whole or judged.keep[number], reason, chance)


def _text(block: Block) -> str:
    """Return the words of *block*, items and cells on lines of their own."""
    if block.tag not in _MANY_LINES:
        return block.words
    return "\n".join([node.to_text().strip() for node in block.nodes])


def _reason(judged: Judgement, number: int) -> str:
    if number == judged.title:
        return "the page's title"
    if judged.keep[number]:
        return "likely to be main content" if judged.likely[number] else "belongs to what is kept around it"
    return judged.reasons.get(number) or name_reason(judged.page.blocks[number]) or "unlikely to be main content"
