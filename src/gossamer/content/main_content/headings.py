"""What the headings of a page announce: its own subject, other pages, what readers wrote, or the site around it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from gossamer.content.main_content.blocks import Block, Outline, Section

HEADING_NAMES: Final = ("since_heading", "heading_level", "since_related", "since_talk")
_RELATED, TALK, _SITE = range(1, 4)
_WORDS_OF: Final = {
    _RELATED: "related recommended recommend recommendations similar latest recent recently trending "
    "popular featured also might more explore "
    "further other others next viewed bought miss stories "
    "ähnliche verwandte weitere empfohlen empfehlungen similaires recommandés relacionados recomendados correlati "
    "consigliati gerelateerde 関連 おすすめ 相关 推荐",
    TALK: "comment comments commented reply replies discussion discussions responses thoughts feedback "
    "review reviews rating ratings leave "
    "kommentar kommentare bewertungen rezensionen commentaires avis comentarios reseñas opiniones commenti recensioni "
    "reacties コメント レビュー 评论",
    _SITE: "newsletter newsletters subscribe subscription sign signup login log follow share connect social "
    "contact categories category tags "
    "archive archives about company resources support help legal links menu navigation search account "
    "information info customer customers "
    "newsroom partners cookie cookies privacy touch stay meta blogroll filter filters sort contents "
    "language languages shop sitemap "
    "anmelden kontakt impressum datenschutz suche contacto suscríbete abonnez",
}
_KIND_OF_WORD: Final = {word: kind for kind, words in _WORDS_OF.items() for word in words.split()}
_WORD: Final = re.compile(r"[^\W\d_]+")
_APART: Final = {code: " " for code in range(128) if not chr(code).isalpha()}
_LONGEST: Final = 60
_FAR: Final = 99
_OPENING: Final = 2


def kind_of(words: str) -> int:
    """Return what a heading announces; 0 for a subject of the page's own, and for sentences."""
    if len(words) > _LONGEST:
        return 0
    lowered = words.lower()
    known = _KIND_OF_WORD.keys() & (lowered.translate(_APART).split() if lowered.isascii() else _WORD.findall(lowered))
    return min([_KIND_OF_WORD[word] for word in known], default=0)


def mark_scopes(page: Outline) -> None:
    """Give each heading its kind and each section the kinds of the headings that open it or a section around it.

    A section with half of the page's text is not narrowed by its first heading: it is the page.
    """
    half = page.sections[0].text / 2
    for number, block in enumerate(page.blocks):
        if not block.level:
            continue
        block.kind = kind_of(block.words)
        section: Section | None = block.section if block.kind else None
        while section is not None and number - section.first <= _OPENING and section.text < half:
            section.scope |= 1 << block.kind
            section = section.parent
    for section in page.sections:
        if section.parent is not None:
            section.scope |= section.parent.scope


def trails(blocks: Sequence[Block]) -> list[tuple[int, ...]]:
    """Return for each block how far the last heading is behind it, and the last of two kinds, in blocks."""
    heading, related, talk = [_FAR] * 3
    level = 0
    result: list[tuple[int, ...]] = []
    for block in blocks:
        heading, related, talk = heading + 1, related + 1, talk + 1
        if block.level:
            heading, level = 0, block.level
            if block.kind == _RELATED:
                related = 0
            elif block.kind == TALK:
                talk = 0
        result.append((heading, level, related, talk))
    return result
