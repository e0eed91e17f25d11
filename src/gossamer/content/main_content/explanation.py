"""Explanation: the blocks of a page with whether each is kept as main content, and why."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

import turbohtml

from gossamer.content.page import decision, judge, outline
from gossamer.core.explanations import Region

_PAGE = """<!doctype html><meta charset="utf-8"><title>{title}</title><style>
body {{ font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
p {{ margin: 2px 0; padding: 4px 8px; border-left: 4px solid }}
.kept {{ background: #e7f6e7; border-color: #2e8b3d }} .dropped {{ background: #fbeaea; border-color: #c0392b }}
small {{ color: #555 }}</style><h1>{title}</h1>
{regions}
"""


def explain(document: turbohtml.Document) -> tuple[Region, ...]:
    """Return the regions of *document*, which is cleaned; it is left as it is. A page without text has none."""
    judged = judge.judge(document.html)
    return (*_of_landmarks(judged.outline), *_of_blocks(judged))


def written(regions: tuple[Region, ...], title: str) -> str:
    """Return *regions* as an HTML page, the kept ones in green and the others in red."""
    return _PAGE.format(title=escape(title), regions="\n".join(map(_paragraph, regions)))


def _paragraph(region: Region) -> str:
    name = "kept" if region.kept else "dropped"
    return f'<p class="{name}">{escape(region.text)} <small>{escape(_note(region))}</small>'


def _note(region: Region) -> str:
    chance = "" if region.chance is None else f", {region.chance:.0%}"
    return f"{region.tag or 'text'}: {region.reason}{chance}"


def _of_landmarks(page: outline.Outline) -> Iterator[Region]:
    for tag, markup in page.landmarks():
        if words := " ".join(turbohtml.parse(markup).text.split()):
            yield Region(words, tag, kept=False, reason="a landmark of the site")


def _of_blocks(judged: decision.Decision) -> Iterator[Region]:
    page = judged.outline
    for number in range(len(page)):
        yield Region(
            page.words(number),
            page.tag(number),
            judged.is_kept(number),
            judged.reason(number),
            judged.chance(number),
        )
