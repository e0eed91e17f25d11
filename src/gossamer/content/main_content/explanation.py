"""Explanation: the blocks of a page with whether each is kept as main content, and why."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from operator import itemgetter

import turbohtml

from gossamer.content.cleaning import Cleaned
from gossamer.content.main_content import MainContent, isolate
from gossamer.content.page import decision, outline
from gossamer.core.explanations import Region

_PAGE = """<!doctype html><meta charset="utf-8"><title>{title}</title><style>
body {{ font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }}
p {{ margin: 2px 0; padding: 4px 8px; border-left: 4px solid }}
.kept {{ background: #e7f6e7; border-color: #2e8b3d }} .dropped {{ background: #fbeaea; border-color: #c0392b }}
small {{ color: #555 }}</style><h1>{title}</h1>
{regions}
"""


def explain(page: Cleaned, main: MainContent | None) -> tuple[Region, ...]:
    """Return the regions of *page* with whether they are in *main*, or, without one, all of the page.

    The site's landmarks come first, all else in document order. A page without text has none.
    """
    decided = (main or isolate(page.scan)).decided
    # Text that was removed right before a block has the block's offset.
    regions = [*_of_removed(page), *_of_blocks(decided, is_whole=main is None)]
    ordered = [region for _, region in sorted(regions, key=itemgetter(0))]
    return (*_of_landmarks(decided.outline, is_whole=main is None), *ordered)


def write_regions(regions: tuple[Region, ...], title: str) -> str:
    """Return *regions* as an HTML page, the kept ones in green and the others in red."""
    return _PAGE.format(title=escape(title), regions="\n".join(map(_paragraph, regions)))


def _paragraph(region: Region) -> str:
    name = "kept" if region.kept else "dropped"
    return f'<p class="{name}">{escape(region.text)} <small>{escape(_note(region))}</small>'


def _note(region: Region) -> str:
    chance = "" if region.chance is None else f", {region.chance:.0%}"
    return f"{region.tag or 'text'}: {region.reason}{chance}"


def _of_landmarks(page: outline.Outline, *, is_whole: bool) -> Iterator[Region]:
    for tag, markup in page.landmarks():
        if words := " ".join(turbohtml.parse(markup).text.split()):
            yield Region(words, tag, kept=is_whole, reason="a landmark of the site")


def _of_removed(page: Cleaned) -> Iterator[tuple[int, Region]]:
    for place, reason, words in page.removed:
        yield place, Region(words, "", kept=False, reason=f"removed: {reason}")


def _of_blocks(decided: decision.Decision, *, is_whole: bool) -> Iterator[tuple[int, Region]]:
    page = decided.outline
    for number in range(len(page)):
        is_kept = is_whole or decided.is_kept(number)
        reason = "all of the page is asked for" if is_whole else decided.reason(number)
        region = Region(page.words(number), page.tag(number), is_kept, reason, decided.chance(number))
        yield page.offset(number), region
