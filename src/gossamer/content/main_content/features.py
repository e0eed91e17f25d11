"""What is known about each block before it is judged: one row of numbers per block, all read from the outline.

A row speaks of the block, of the sections around it, of its neighbours in reading order, of its place on the page and
of the page. Shares of text are measured in characters, which works for scripts without spaces too.
"""

from __future__ import annotations

import re
from typing import Final

from gossamer.content.main_content.blocks import Block, Outline, Section
from gossamer.content.main_content.vocabulary import BITS

_LONG: Final = 80
_FAR: Final = 99
NAMES: Final = (
    "text", "link_density", "stops", "ended", "level", "tag", "money", "digits", "phrase", "upper",
    "near", "far", "own",
    "s1_text", "s1_density", "s1_blocks", "s2_text", "s2_density", "s2_blocks", "s3_text", "s3_density", "s3_blocks", "s5_share", "s5_density",
    "core_up", "core_down", "core_side", "bulk_up", "bulk_down", "bulk_side",
    "prev_text", "prev_density", "next_text", "next_density", "window_text", "window_density",
    "place", "order", "since_anchor", "since_heading", "heading_level", "heading_kind",
    "scope", "anchor_up", "anchor_down", "anchor_side", "outer_repeats", "outer_share", "outer_density", "outer_text", "siblings", "prose_share",
    "repeats", "repeat_share", "repeat_density", "repeat_text", "copy", "copies", "titled", "since_related", "since_talk", "since_site",
    "prev_level", "next_level", "window_stops", "prev_ended", "next_ended", "like_count", "like_share", "like_distinct", "like_density",
    "page_text", "page_density", "page_prose", "page_blocks", "page_repeat", "page_repeat_share", "page_money", "page_kind", "page_articles",
    "page_buys", "since_buy", "in_comment", "in_reply", "in_review", "in_main", "in_article", "in_hidden", "in_product", "in_body", "in_list",
    "depth",
)  # fmt: skip
_TAG_CODE: Final = {
    "": 0, "p": 1, "div": 2, "li": 3, "span": 4, "a": 5, "mixed": 6, "tr": 7, "td": 8, "th": 8, "dt": 9, "dd": 10, "pre": 11, "button": 12,
    "label": 13, "figcaption": 14, "blockquote": 15, "summary": 16, "select": 17, "legend": 18, "section": 19, "article": 20,
    "strong": 21, "b": 21, "em": 22, "i": 22, "caption": 23, "time": 24, "small": 25, "code": 26, "ul": 27,
}  # fmt: skip
_STOP: Final = re.compile(r"[.,;:!?。，、！？।؟،]")
_MONEY: Final = re.compile(r"[$€£¥₹]\s?\d|\d\s?(?:[€£₹]|USD|EUR|kr\b)")
_DIGIT: Final = re.compile(r"\d")
_PHRASE_WORDS: Final = frozenset(
    "share tweet subscribe newsletter login signup register cookies cookie privacy terms copyright ©️ © rights reserved sign log skip menu "
    "advertisement sponsored related trending popular recommended comments reply replies report follow facebook twitter linkedin pinterest "
    "instagram whatsapp email print search cart checkout wishlist add compare filter sort loading close previous next more views likes "
    "disclaimer sitemap careers contact about faq help support account".split()
)
_WORD: Final = re.compile(r"[^\W\d_]+|©")
_HEADING_KINDS: Final = (
    (1, re.compile(
        r"related|you (may|might|could)|also (like|viewed|bought|read)|recommend|more (from|in|on|stories|articles|posts|like|products)|read (more|next)|latest|"
        r"recent|trending|popular|most (read|viewed)|similar|featured|up next|keep reading|don.?t miss|customers (also|who)|frequently bought|"
        r"recently viewed|top stories|what to read|explore|further reading|see also|other ", re.IGNORECASE)),
    (2, re.compile(
        r"comment|repl(y|ies)|discussion|leave a|join the|responses|thoughts on|feedback|reviews?\b|ratings?", re.IGNORECASE)),
    (3, re.compile(
        r"newsletter|subscribe|sign up|sign in|log ?in|follow|share|connect|social|contact|categories|tags|archives?|about (us|the author|me)|"
        r"company|resources|support|help|legal|quick links|links|menu|navigation|search|account|information|customer|newsroom|partners|cookie|"
        r"privacy|get in touch|stay|meta\b|blogroll|filter|sort|table of contents|contents|on this page|in this article|language|shop\b|sitemap",
        re.IGNORECASE)),
)  # fmt: skip
_KIND_CODE: Final = {
    "article": 1,
    "product": 2,
    "product.item": 2,
    "og:product": 2,
    "website": 3,
    "blog": 4,
    "profile": 5,
}
_INNER_LINK = BITS["t_a"]

_WATCHED: Final = tuple(
    BITS[name] for name in ("comment", "reply", "review", "t_main", "t_article", "t_hidden", "product", "body", "list")
)
_BUY: Final = re.compile(
    r"add to (?:cart|bag|basket|trolley)|buy (?:it )?now|sold out|out of stock|in stock", re.IGNORECASE
)
Row = tuple[float, ...]


def rows(page: Outline, title: str, kind: str | None) -> list[Row]:
    """Return one row for each block of *page*; *kind* is the page's own Open Graph type."""
    _add_up(page)
    return _rows(page, title, _KIND_CODE.get((kind or "").lower(), 0))


def _heading_kind(words: str) -> int:
    if len(words) > 80:
        return 0
    return next((code for code, pattern in _HEADING_KINDS if pattern.search(words)), 0)


def _scopes(page: Outline) -> dict[Section, int]:
    """Return for each section the kinds of the headings that open it or a section around it."""
    half = page.sections[0].text / 2
    opened: dict[Section, int] = {}
    for number, block in enumerate(page.blocks):
        if block.level:
            block.kind = _heading_kind(block.words)
            if block.kind:
                section: Section | None = block.section
                while section is not None and number - section.first <= 2 and section.text < half:
                    opened[section] = opened.get(section, 0) | 1 << block.kind
                    section = section.parent
    scopes: dict[Section, int] = {}
    for section in page.sections:
        scopes[section] = opened.get(section, 0) | (scopes[section.parent] if section.parent else 0)
    return scopes


def _anchor(page: Outline, title: str) -> int:
    """Return the number of the block that is the page's own title, or -1."""
    first = -1
    for number, block in enumerate(page.blocks):
        if 0 < block.level < 4:
            if len(block.words) > 5 and block.words.lower() in title:
                return number
            if block.level == 1 and first < 0:
                first = number
    return first


def _add_up(page: Outline) -> None:
    for number, block in enumerate(page.blocks):
        section = block.section
        section.text += block.text
        section.linked += block.linked
        section.blocks += 1
        if block.text >= _LONG and block.linked * 3 < block.text:
            section.prose += block.text
        if section.first < 0:
            section.first = number
        section.last = number
    for section in reversed(page.sections):
        parent = section.parent
        if parent is None or section.first < 0:
            continue
        parent.text += section.text
        parent.linked += section.linked
        parent.prose += section.prose
        parent.blocks += section.blocks
        parent.first = section.first if parent.first < 0 else min(parent.first, section.first)
        parent.last = max(parent.last, section.last)


def _holder(page: Outline, share: float, *, prose: bool) -> Section:
    """Return the deepest section that has at least *share* of the page's text (or prose)."""
    top = page.sections[0]
    least = share * (top.prose if prose else top.text)
    best = top
    for section in page.sections:
        amount = section.prose if prose else section.text
        if amount >= least and section.depth > best.depth:
            best = section
    return best


def _distance(section: Section, core: Section, chain: dict[Section, int]) -> tuple[int, int, int]:
    """Return levels from *core* up to the common ancestor, from there down to *section*, and the side it is on."""
    down = 0
    node = section
    while node not in chain:
        down += 1
        node = node.parent  # type: ignore[assignment]  # the root is in every chain
    up = chain[node]
    if up == 0:
        return 0, down, 0
    return up, down, -1 if section.last < core.first else 1 if section.first > core.last else 0


def _chain(section: Section) -> dict[Section, int]:
    chain = {}
    up = 0
    node: Section | None = section
    while node is not None:
        chain[node] = up
        node = node.parent
        up += 1
    return chain


class _Repeats:
    """Sections that look alike under one parent: the items of a list, the posts of a thread."""

    def __init__(self, page: Outline) -> None:
        groups: dict[tuple[Section | None, int], list[Section]] = {}
        for section in page.sections:
            if section.text:
                groups.setdefault((section.parent, section.signature), []).append(section)
        self.best: dict[Section, tuple[int, float, float, float]] = {}
        self.most = 0
        self.most_share = 0.0
        whole = page.sections[0].text or 1
        for group in groups.values():
            count = len(group)
            if count < 3:  # noqa: PLR2004
                continue
            text = sum([section.text for section in group])
            linked = sum([section.linked for section in group])
            values = (count, text / whole, linked / text, text / count)
            for section in group:
                self.best[section] = values
            if text / whole > self.most_share:
                self.most, self.most_share = count, text / whole
        nothing = (1, 0.0, 0.0, 0.0)
        self.outer: dict[Section, tuple[int, float, float, float]] = {}
        for section in page.sections:
            above = self.outer[section.parent] if section.parent is not None else nothing
            own = self.best.get(section)
            self.outer[section] = own if own is not None and own[1] > above[1] else above
            if own is None:
                self.best[section] = self.best[section.parent] if section.parent is not None else nothing


def _rows(page: Outline, title: str, kind: int) -> list[Row]:
    blocks, top = page.blocks, page.sections[0]
    if not blocks:
        return []
    whole = top.text or 1
    core = _holder(page, 0.5, prose=True)
    bulk = _holder(page, 0.5, prose=False)
    core_chain, bulk_chain = _chain(core), _chain(bulk)
    repeats = _Repeats(page)
    title = " ".join(title.lower().split())
    anchor = _anchor(page, title)
    anchor_section = blocks[anchor].section if anchor >= 0 else top
    anchor_chain = _chain(anchor_section)
    scopes = _scopes(page)
    children: dict[Section | None, int] = {}
    for section in page.sections:
        if section.text:
            children[section.parent] = children.get(section.parent, 0) + 1
    copies: dict[str, int] = {}
    for block in blocks:
        copies[block.words] = copies.get(block.words, 0) + 1
    told: dict[str, int] = {}
    likes: dict[tuple[int, str], list[float]] = {}
    seen: set[tuple[int, str, str]] = set()
    money = 0
    own_parts = []
    held = dict.fromkeys(_WATCHED, 0)
    buys = 0
    first_buy = -1
    for number, block in enumerate(blocks):
        bits = block.section.bits | block.own
        for bit in _WATCHED:
            if bits & bit:
                held[bit] += block.text
        if block.text < 30 and _BUY.search(block.words):
            buys += 1
            if first_buy < 0:
                first_buy = number
        key = (block.section.signature, block.tag)
        like = likes.setdefault(key, [0.0, 0.0, 0.0, 0.0])
        like[0] += 1
        like[1] += block.text
        like[3] += block.linked
        if (key[0], key[1], block.words) not in seen:
            seen.add((key[0], key[1], block.words))
            like[2] += 1
        priced = block.text < 60 and _MONEY.search(block.words) is not None
        money += priced
        own_parts.append((like, priced))
    articles = sum(1 for s in page.sections if s.own & BITS["t_article"])
    shares = [amount / whole for amount in held.values()]
    page_part = (
        top.text,
        top.linked / whole,
        top.prose / whole,
        len(blocks),
        repeats.most,
        repeats.most_share,
        money,
        kind,
        articles,
    )
    section_parts: dict[Section, Row] = {}
    texts = [0, 0, 0] + [b.text for b in blocks] + [0, 0, 0]
    links = [0, 0, 0] + [b.linked for b in blocks] + [0, 0, 0]
    result = []
    before = 0
    since = [_FAR] * 4
    stops = [0, 0, 0] + [len(_STOP.findall(b.words)) for b in blocks] + [0, 0, 0]
    ends = [False, *[b.words[-1] in ".!?…:。！？।" for b in blocks], False]
    levels = [0, *[b.level for b in blocks], 0]
    since_heading, heading_level, heading_kind = _FAR, 0, 0
    for number, block in enumerate(blocks):
        section = block.section
        part = section_parts.get(section)
        if part is None:
            part = _section_part(
                section,
                core,
                core_chain,
                bulk,
                bulk_chain,
                whole,
                repeats,
                scopes,
                anchor_section,
                anchor_chain,
                children,
            )
            section_parts[section] = part
        words = block.words
        text = block.text
        if block.level:
            since_heading, heading_level = 0, block.level
            heading_kind = block.kind
            if block.kind:
                since[block.kind] = 0
        else:
            since_heading += 1
        since[1] += 1
        since[2] += 1
        since[3] += 1
        told[words] = copy = told.get(words, 0) + 1
        like, priced = own_parts[number]
        window = sum(texts[number : number + 7])
        phrase = 0
        if text < 100:
            phrase = len(_PHRASE_WORDS.intersection([w.lower() for w in _WORD.findall(words)]))
        result.append(
            (
                text,
                block.linked / text,
                stops[number + 3],
                ends[number + 1],
                block.level,
                _TAG_CODE.get(block.tag, 30),
                priced,
                _DIGIT.search(words) is not None,
                phrase,
                words.isupper(),
                section.near | block.own,
                section.bits | block.own,
                block.own,
                *part[:17],
                texts[number + 2],
                links[number + 2] / (texts[number + 2] or 1),
                texts[number + 4],
                links[number + 4] / (texts[number + 4] or 1),
                window,
                sum(links[number : number + 7]) / window,
                before / whole,
                number / len(blocks),
                number - anchor if anchor >= 0 else -_FAR,
                since_heading,
                heading_level,
                heading_kind,
                *part[17:],
                copy,
                copies[words],
                len(words) > 5 and text < 200 and words.lower() in title,
                *since[1:],
                levels[number],
                levels[number + 2],
                sum(stops[number : number + 7]),
                ends[number],
                ends[number + 2],
                like[0],
                like[1] / whole,
                like[2] / like[0],
                like[3] / like[1],
                *page_part,
                buys,
                number - first_buy if first_buy >= 0 else -_FAR,
                *shares,
                section.depth,
            )
        )
        before += text
    return result


def _section_part(
    section: Section,
    core: Section,
    core_chain: dict[Section, int],
    bulk: Section,
    bulk_chain: dict[Section, int],
    whole: int,
    repeats: _Repeats,
    scopes: dict[Section, int],
    anchor: Section,
    anchor_chain: dict[Section, int],
    children: dict[Section | None, int],
) -> Row:
    second = section.parent or section
    third = second.parent or second
    fifth = third.parent or third
    fifth = fifth.parent or fifth
    return (
        section.text,
        section.linked / section.text,
        section.blocks,
        second.text,
        second.linked / second.text,
        second.blocks,
        third.text,
        third.linked / third.text,
        third.blocks,
        fifth.text / whole,
        fifth.linked / fifth.text,
        *_distance(section, core, core_chain),
        *_distance(section, bulk, bulk_chain),
        scopes[section],
        *_distance(section, anchor, anchor_chain),
        *repeats.outer[section],
        children.get(second, 0),
        section.prose / section.text,
        *repeats.best[section],
    )
