"""Main content: the part of a page its reader came for, without menus, sidebars, footers and related links.

The page is read as a sequence of blocks (`blocks`), each block is described by numbers about itself and its
surroundings (`features`), a small model learnt from pages with known main content turns them into a chance
(`weights`), and the set of blocks with the best expected F1 stays (`selection`), with what belongs to it (`coherence`)
and without what readers wrote below a text (`comments`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import turbohtml
from turbohtml import Element

from gossamer.content.main_content.blocks import Outline, outline
from gossamer.content.main_content.coherence import settle
from gossamer.content.main_content.comments import readers_words
from gossamer.content.main_content.features import facts, title_block
from gossamer.content.main_content.landmarks import Landmarks
from gossamer.content.main_content.pruning import prune
from gossamer.content.main_content.rendered import with_rendered_text
from gossamer.content.main_content.selection import select
from gossamer.content.main_content.weights import chances

__all__ = ["Judgement", "MainContent", "isolate", "judge", "read"]

_LEAST_SHARE = 0.1
_LEAST = 200
# Weighing the blocks of this many elements takes a second. The largest pages people write have some tens of
# thousands; of a page beyond them (a specification in one piece, a dump) hardly anything is not its content.
_VAST = 100_000


@dataclass(frozen=True, slots=True)
class MainContent:
    """The *node* that holds a page's main content.

    *amount* is how much main content the page is expected to have, in characters: the text of every block, weighed
    with the chance that it is main content.
    """

    node: turbohtml.Node
    amount: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """Which blocks of *page* to keep, and why.

    *chances* has how likely each block is to be main content, *likely* which are likely enough for this page, *title*
    the number of the block with the page's title or -1, and *reasons* why what readers wrote and blocks between
    kept ones are dropped.
    """

    page: Outline
    keep: Sequence[bool]
    likely: Sequence[bool]
    chances: Sequence[float]
    title: int
    reasons: Mapping[int, str]

    @property
    def leaves_too_little(self) -> bool:
        """Return whether so little is kept that the whole page is the better answer."""
        kept = sum(block.text for block, wanted in zip(self.page.blocks, self.keep, strict=True) if wanted)
        return not kept or (kept < _LEAST and kept < _LEAST_SHARE * sum(block.text for block in self.page.blocks))


def isolate(document: turbohtml.Document) -> MainContent:
    """Prune *document*, which is cleaned, in place and return its main content.

    A page of which little would be left, or that is too vast to be weighed, is returned whole but for its landmarks:
    menus, banner and footer.
    """
    if (body := document.find("body")) is not None and _is_vast(body):
        whole = _without_landmarks(body)
        return MainContent(whole, len(whole.text))
    judged = judge(document)
    page = judged.page
    amount = sum([chance * block.text for chance, block in zip(judged.chances, page.blocks, strict=True)])
    return MainContent((page.sections[0] if judged.leaves_too_little else prune(page, judged.keep)).node, amount)


def judge(document: turbohtml.Document) -> Judgement:
    """Return which blocks of *document*, which is cleaned, are its main content; its landmarks are taken out."""
    tag = next(document.iter_elements(("title",)), None)
    title = " ".join(tag.text.lower().split()) if tag is not None else ""
    page = read(document)
    anchor = title_block(page, title)
    weighed = with_rendered_text(page, chances(facts(page, anchor))) if page.blocks else []
    likely = select(weighed, [block.text for block in page.blocks])
    keep = list(likely)
    reasons = settle(page, keep, weighed, anchor)
    for number, reason in readers_words(page, keep, anchor).items():
        keep[number] = False
        reasons[number] = reason
    return Judgement(page, keep, likely, weighed, anchor, reasons)


def read(document: turbohtml.Document) -> Outline:
    """Return the outline of *document* without the site's landmarks."""
    body = document.find("body") or document.root
    if body is None:
        return outline(Element("body"), {})
    landmarks = Landmarks(body)
    page = outline(body, landmarks.hints)
    if not landmarks.outweigh(page.sections[0].text):
        page.landmarks = landmarks.nodes
        return page
    # Some pages put everything in a header or a dialog; there the words must decide.
    landmarks.put_back()
    return outline(body, landmarks.hints)


def _is_vast(body: Element) -> bool:
    elements = body.xpath("count(.//*)")
    return isinstance(elements, float) and elements > _VAST


def _without_landmarks(body: Element) -> Element:
    landmarks = Landmarks(body)
    if landmarks.outweigh(len(body.text)):
        landmarks.put_back()
    return body
