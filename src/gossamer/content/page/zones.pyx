# cython: infer_types=True
"""Zones of a page: the text that a program made of one written document, and what readers and customers wrote.

Generators of documentation, wikis and static sites render a text into a container of its own. They give each heading a
link to itself, or name the container by what it holds (`markdown-body`). What its author wrote there is content in
whatever dress it comes: call-outs, tabs, side notes, signatures and short lines.

A zone of comments or reviews is a section with such a name. What else shows that readers wrote it counts: items that
are alike, a form, people and times, a short heading that announces it. Comments are left out where the page has a text
of its own, reviews where it sells something. In a thread or below a question the posts are the content.
"""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc

from gossamer.content.page.outline cimport Block, Outline, Section, common_section
from gossamer.content.page.scan cimport Node, Scan, Tag
from gossamer.content.page.spans cimport Text, cut, find_byte, limit, next_word, same_text
from gossamer.content.page.words cimport WordTable, hash_bytes

from gossamer.content.page import vocabulary

cdef enum:
    _FEWEST = 2
    _NEAR = 4
    # Nodes in a title that are searched for a link to itself.
    _SEARCHED = 24
    # A start tag that is longer than this is not searched for a name: a link around many titles would be for each.
    _LONGEST_TAG = 4096
    _LINE = 60
    _OPENING = 3
    _SHORT_HEADING = 3
    _BELOW = 15
    _LONG = 80
    _OWN_TEXT = 2500
    _COMMENT_SIGNS = 2
    _REVIEW_SIGNS = 3
    _TALK = 2

cdef float _LIKELY = 0.9
cdef float _UNLIKELY = 0.1


def _bits(*names):
    return sum(vocabulary.BITS[name] for name in names)


cdef WordTable containers = WordTable(dict.fromkeys(vocabulary.WRITTEN, 1))
# What generators and other programs add to the author's words: always, where it is mostly links, and where it is short.
cdef uint64_t _ADDED = _bits("t_nav", "crumb", "pager", "comment", "ad", "t_form", "footer", "t_footer", "t_inner_footer")
cdef uint64_t _ADDED_LINKS = _bits("related", "toc")
cdef uint64_t _ADDED_LINES = _bits("tools", "t_button", "social", "signup")
# Posts and opinions have titles that link to themselves as well, but are many texts.
cdef uint64_t _OF_MANY = _bits("reply", "user", "comment", "review")
cdef uint64_t _COMMENT = _bits("comment")
cdef uint64_t _REVIEW = _bits("review")
cdef uint64_t _PEOPLE = _bits("user", "meta")
cdef uint64_t _FORM = _bits("t_form")
cdef uint64_t _THREAD = _bits("reply")
cdef uint64_t _PRODUCT = _bits("product", "t_product")


cdef bint raise_written(Outline page, float* chances) noexcept nogil:
    """Raise the chances of the author's words in a rendered text, where the page has one; False without memory."""
    cdef uint8_t* titles = <uint8_t*> malloc(page.block_count + 1)
    cdef int32_t headings = 0, marked = 0
    cdef double inside = 0, all_of_it = 0
    cdef bint is_marked, is_foreign = False
    if titles == NULL:
        return False
    container = named_container(page)
    number = note_titles(page, titles)
    if container < 0:
        container = number
    if container >= 0:
        for number in range(page.block_count):
            all_of_it += chances[number] * page.blocks[number].text
            if page.sections[container].first <= number <= page.sections[container].last:
                inside += chances[number] * page.blocks[number].text
                headings += page.blocks[number].level > 0
                marked += page.blocks[number].level > 0 and titles[number] != 0
    if container >= 0 and 2 * inside >= all_of_it:
        # Among headings that link to themselves, one that does not may announce what is not of the text.
        is_marked = marked >= _FEWEST and 2 * marked >= headings
        for number in range(page.sections[container].first, page.sections[container].last + 1):
            block = page.blocks + number
            if block.level:
                is_foreign = is_marked and block.kind > 0 and not titles[number]
            if is_foreign:
                chances[number] = min(chances[number], _UNLIKELY)
            elif not is_added(page, block, container):
                chances[number] = max(chances[number], _LIKELY)
    free(titles)
    return True


cdef int32_t named_container(Outline page) noexcept nogil:
    """Return the largest section whose name says that it holds rendered text, or -1."""
    cdef int32_t found = -1
    for number in range(page.section_count):
        names = page.scan.nodes[page.sections[number].node].names
        word = limit(names, 0)
        while next_word(names, &word):
            if containers.value_of(word) and (found < 0 or page.sections[number].text > page.sections[found].text):
                found = number
    return found


cdef int32_t note_titles(Outline page, uint8_t* titles) noexcept nogil:
    """Note which blocks are headings and terms that link to themselves; return the smallest section around them.

    It is -1 where they are few, where as many headings do not, and where they are those of posts.
    """
    cdef int32_t count = 0, others = 0, of_many = 0, container = -1
    cdef uint64_t page_address = 0
    for number in range(page.block_count):
        block = page.blocks + number
        titles[number] = 0
        title = block.first
        if block.tag == Tag.DL:
            # Of a list of terms the first one tells.
            while title < block.last and page.scan.nodes[title].tag != Tag.DT:
                title += 1
        elif not block.level and block.tag != Tag.DT:
            continue
        address = own_address(page.scan, title)
        # A post of a thread links to itself on a page of its own.
        if address and (page_address == 0 or address == page_address):
            page_address = address
            titles[number] = 1
            count += 1
            container = block.section if container < 0 else common_section(page, container, block.section)
            of_many += (names_up_to(page, block.section, 0) & _OF_MANY) != 0
    if count < _FEWEST or 2 * of_many >= count:
        return -1
    for number in range(page.sections[container].first, page.sections[container].last + 1):
        others += page.blocks[number].level > 0 and not titles[number]
    return container if others <= count else -1


cdef uint64_t own_address(Scan scan, int32_t title) noexcept nogil:
    """Return a hash of the page's address in a title's link to its own place, inside or beside it; 0 without one."""
    cdef Node* nodes = scan.nodes
    cdef int32_t last = min(nodes[title].last, title + _SEARCHED)
    for number in range(title + 1, last + 1):
        if nodes[number].tag == Tag.A:
            found = address_of(scan, number, title)
            if found:
                return found
    last = nodes[title].last
    if last + 1 < scan.count and nodes[last + 1].parent == nodes[title].parent and nodes[last + 1].tag == Tag.A:
        return address_of(scan, last + 1, title)
    for number in range(title - 1, max(title - _NEAR, nodes[title].parent), -1):
        if (
            nodes[number].tag == Tag.A and nodes[number].last == title - 1
            and nodes[number].parent == nodes[title].parent
        ):
            return address_of(scan, number, title)
    return 0


cdef uint64_t address_of(Scan scan, int32_t link, int32_t title) noexcept nogil:
    target = scan.attribute(link, b"href")
    address = limit(target, find_byte(target, c"#"))
    name = cut(target, address.size + 1)
    if not name.size:
        return 0
    parent = max(0, scan.nodes[title].parent)
    is_own = is_named(scan, title, name) or is_named(scan, link, name) or is_named(scan, parent, name)
    for number in range(title + 1, min(scan.nodes[title].last, title + _SEARCHED) + 1):
        is_own = is_own or (scan.nodes[number].tag in (Tag.A, Tag.SPAN) and is_named(scan, number, name))
    return hash_bytes(address) if is_own else 0


cdef bint is_named(Scan scan, int32_t number, Text name) noexcept nogil:
    cdef Node* node = scan.nodes + number
    own = node.id
    if not own.size and node.tag == Tag.A and node.inner - node.start <= _LONGEST_TAG:
        own = scan.attribute(number, b"name")
    return same_text(own, name)


cdef uint64_t names_up_to(Outline page, int32_t section, int32_t container) noexcept nogil:
    """Return what sections are called up to *container*, but for ids: in a rendered text they are words of titles."""
    cdef uint64_t names = 0
    while section >= 0 and section != container:
        names |= page.sections[section].named
        section = page.sections[section].parent
    return names


cdef bint is_added(Outline page, Block* block, int32_t container) noexcept nogil:
    """Return whether names say that the author of a rendered text did not write a block."""
    cdef uint64_t names = block.own | names_up_to(page, block.section, container)
    if names & _ADDED_LINKS and 2 * block.linked > block.text:
        return True
    return names & _ADDED != 0 or (names & _ADDED_LINES != 0 and block.text <= _LINE)


cdef void drop_readers(Outline page, uint8_t* keep, uint8_t* reasons, uint8_t comments, uint8_t reviews) noexcept nogil:
    """Drop what readers wrote below a text, and customers below a product."""
    cdef bint has_comments = False
    cdef bint is_sold = is_sold_here(page)
    # Prose that is kept outside of all zones of comments.
    own = kept_prose(page, page.sections, keep)
    for number in range(page.section_count):
        section = page.sections + number
        if is_zone(page, section, _COMMENT) and not section.bits & _THREAD:
            has_comments = True
            own -= kept_prose(page, section, keep)
    for number in range(page.section_count):
        section = page.sections + number
        if has_comments and own >= _OWN_TEXT and is_zone(page, section, _COMMENT) and not section.bits & _THREAD:
            if count_signs(page, number) >= _COMMENT_SIGNS:
                drop_zone(section, keep, reasons, comments)
        if is_sold and is_zone(page, section, _REVIEW) and count_signs(page, number) >= _REVIEW_SIGNS:
            drop_zone(section, keep, reasons, reviews)


cdef bint is_zone(Outline page, Section* section, uint64_t name) noexcept nogil:
    """Return whether a section is the outermost with *name* and does not hold the title."""
    return (
        section.own & name != 0 and section.parent >= 0 and not page.sections[section.parent].bits & name
        and not section.first <= page.title <= section.last
    )


cdef int32_t kept_prose(Outline page, Section* section, uint8_t* keep) noexcept nogil:
    cdef int32_t text = 0
    for number in range(section.first, section.last + 1):
        if keep[number] and page.blocks[number].text >= _LONG and 3 * page.blocks[number].linked < page.blocks[number].text:
            text += page.blocks[number].text
    return text


cdef void drop_zone(Section* section, uint8_t* keep, uint8_t* reasons, uint8_t reason) noexcept nogil:
    for number in range(section.first, section.last + 1):
        keep[number] = 0
        reasons[number] = reason


cdef bint is_sold_here(Outline page) noexcept nogil:
    """Return whether the page is about a product: by a name or microdata, or a price or rating below its title."""
    if page.title < 0:
        return False
    if page.sections[page.blocks[page.title].section].bits & _PRODUCT:
        return True
    for number in range(page.title + 1, min(page.title + 1 + _BELOW, page.block_count)):
        block = page.blocks + number
        if block.has_price and block.text <= _LONG and not block.level and 2 * block.linked <= block.text:
            return True
    return False


cdef int count_signs(Outline page, int32_t number) noexcept nogil:
    """Return how many of the signs a zone has that readers wrote it."""
    cdef Section* zone = page.sections + number
    cdef uint64_t names = 0
    cdef bint is_alike = False, is_announced = False
    cdef int32_t inner = number + 1
    while inner < page.section_count and page.sections[inner].depth > zone.depth:
        section = page.sections + inner
        names |= section.own
        is_alike = is_alike or section.own & (_COMMENT | _REVIEW) != 0 or section.repeat_share > 0
        inner += 1
    for inner in range(zone.first, zone.last + 1):
        block = page.blocks + inner
        names |= block.own
        if inner - zone.first < _OPENING and block.kind == _TALK and block.words <= _SHORT_HEADING:
            is_announced = True
    return ((zone.own | names) & _FORM != 0) + (names & _PEOPLE != 0) + is_alike + is_announced
