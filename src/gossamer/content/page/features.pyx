# cython: infer_types=True
"""What is known about each block before it is judged, one row of numbers a block.

Amounts of text are characters, which works for scripts without spaces.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from gossamer.content.page.outline cimport Block, Outline, Section
from gossamer.content.page.scan cimport Scan, Tag
from gossamer.content.page.spans cimport Text, as_text, between, cut, has_words, limit, named_character
from gossamer.content.page.words cimport Counts, WordTable, close_counts, count_of, mix, open_counts

from gossamer.content.page import vocabulary

PAGE_NAMES = (
    "page_text page_density page_prose page_blocks page_repeat_share page_prices page_headings page_main page_lists "
    "page_tables page_sections page_has_title"
).split()
SECTION_NAMES = (
    "s1_text s1_density s1_blocks s1_children s2_text s2_density s2_prose s3_text s3_density s3_blocks s5_share s5_density prose_share "
    "depth scope repeat_share repeat_text outer_share outer_text core_up core_down core_side bulk_up bulk_down "
    "bulk_side title_up title_down title_side"
).split()
BLOCK_NAMES = (
    "text link_density stops ended tag words digits capitals price word_length stops_a_word "
    "before_text before_density before_tag before_level next_text next_density next_tag next_level window_text window_density window_stops "
    "like_count like_share like_distinct copy copies "
    "since_heading heading_level since_related since_talk heading_text heading_density heading_kind "
    "place since_title in_section"
).split()
BIT_NAMES = list(vocabulary.BITS)
NAMES = (
    *PAGE_NAMES, *SECTION_NAMES, *BLOCK_NAMES, *(f"own_{name}" for name in BIT_NAMES),
    *(f"near_{name}" for name in BIT_NAMES), *(f"far_{name}" for name in BIT_NAMES),
)
cdef enum:
    _LONG = 80
    _LONGEST_HEADING = 60
    _OPENING = 2
    _FEW = 3
    _LOWEST_TITLE = 3
    _SHORTEST_TITLE = 6
    _LONGEST_TITLE = 300
    _FAR = 99
    _RELATED = 1
    _TALK = 2

cdef int32_t _WIDTH = len(NAMES)
cdef int32_t _BITS = len(BIT_NAMES)
cdef int32_t _PAGE_WIDTH = len(PAGE_NAMES)
cdef int32_t _SECTION_WIDTH = len(SECTION_NAMES)
# The numbers that are kept for each block; those of the page and of hints are written when they are needed.
cdef int32_t _KEPT = len(SECTION_NAMES) + len(BLOCK_NAMES)
cdef uint64_t _MAIN = vocabulary.BITS["t_main"] | vocabulary.BITS["t_article"]
cdef WordTable heading_words = WordTable(vocabulary.HEADING_WORDS)

cdef struct Mark:
    int32_t section
    int32_t* chain


cdef class Features:
    """The rows of the blocks of *outline*, each as long as `NAMES`. Raises MemoryError."""

    def __cinit__(self, Outline outline not None):
        self.outline = outline
        cdef size_t count = outline.block_count + 1
        self.page = <float*> calloc(_PAGE_WIDTH, sizeof(float))
        self.rows = <float*> calloc(count * _KEPT, sizeof(float))
        if self.page == NULL or self.rows == NULL:
            raise MemoryError
        if outline.block_count:
            with nogil:
                is_filled = fill_rows(outline, self)
            if not is_filled:
                raise MemoryError

    def __dealloc__(self):
        free(self.page)
        free(self.rows)

    def matrix(self):
        """Return all rows as bytes of 32-bit numbers."""
        cdef size_t size = _WIDTH * sizeof(float)
        cdef float* rows = <float*> malloc((self.outline.block_count + 1) * size)
        try:
            if rows == NULL:
                raise MemoryError
            for number in range(self.outline.block_count):
                write_row(self.outline, self, number, rows + <size_t> number * _WIDTH)
            return (<char*> rows)[: self.outline.block_count * size]
        finally:
            free(rows)


cdef bint fill_rows(Outline page, Features self) noexcept nogil:
    cdef float most
    page.title = find_title(page)
    mark_headings(page)
    if not mark_repeats(page, &most):
        return False
    fill_page(page, most, self.page)
    if not (fill_sections(page, self.rows) and fill_alikes(page, self)):
        return False
    fill_blocks(page, self)
    return True


cdef int32_t find_title(Outline page) noexcept nogil:
    """Return the number of the heading that the page's title repeats, else of the first h1, or -1."""
    cdef uint8_t[_LONGEST_TITLE] words
    cdef int32_t first = -1
    title = as_text(b"")
    for number in range(page.scan.count):
        tag = page.scan.nodes[number].tag
        if tag == Tag.TITLE:
            title = read_title(page.scan, number, words)
        if tag in (Tag.TITLE, Tag.BODY):
            break
    for number in range(page.block_count):
        block = page.blocks + number
        if 0 < block.level <= _LOWEST_TITLE:
            heading = between(page.text + block.start, page.text + block.end)
            if block.text >= _SHORTEST_TITLE and heading.size <= title.size and has_words(title, heading):
                return number
            if block.level == 1 and first < 0:
                first = number
    return first


cdef Text read_title(Scan scan, int32_t number, uint8_t* words) noexcept nogil:
    """Return the words of a title with characters in place of their names; *words* has room for them."""
    cdef uint32_t size = 0, read
    text = limit(between(scan.text + scan.nodes[number].inner, scan.text + scan.nodes[number].close), _LONGEST_TITLE)
    while text.size:
        byte = named_character(text, &read)
        words[size] = c" " if read == 6 and byte == 0xA0 else byte
        size += 1
        text = cut(text, read)
    return Text(words, size)


cdef int kind_of(Outline page, Block* block) noexcept nogil:
    """Return what a heading announces; 0 for a subject of the page's own, and for sentences."""
    if block.text > _LONGEST_HEADING:
        return 0
    kinds = heading_words.values_in_text(between(page.text + block.start, page.text + block.end))
    return 1 if kinds & 2 else 2 if kinds & 4 else 3 if kinds & 8 else 0


cdef void mark_headings(Outline page) noexcept nogil:
    """Give each heading its kind and each section the kinds of the headings that open it or a section around it.

    A section with half of the page's text is not narrowed by its first heading: it is the page.
    """
    cdef int32_t half = page.sections[0].text // 2
    for number in range(page.block_count):
        block = page.blocks + number
        if not block.level:
            continue
        block.kind = kind_of(page, block)
        section = block.section if block.kind else -1
        while section >= 0 and number - page.sections[section].first <= _OPENING and page.sections[section].text < half:
            page.sections[section].scope |= 1 << block.kind
            section = page.sections[section].parent
    for number in range(1, page.section_count):
        page.sections[number].scope |= page.sections[page.sections[number].parent].scope


cdef bint mark_repeats(Outline page, float* most) noexcept nogil:
    """Mark sections that look alike under one parent: the items of a list, the posts of a thread."""
    cdef Section* sections = page.sections
    cdef float whole = sections[0].text
    cdef Counts groups
    cdef uint64_t* group
    cdef int32_t number
    cdef Section* section
    most[0] = 0
    if not open_counts(&groups, page.section_count + 1):
        return False
    # A group's number of sections stands above its characters.
    for number in range(1, page.section_count):
        if sections[sections[number].parent].children >= _FEW:
            group = count_of(&groups, mix(sections[number].signature, sections[number].parent + 1))
            group[0] += (<uint64_t> 1 << 40) + <uint64_t> sections[number].text
    for number in range(1, page.section_count):
        section = sections + number
        above = sections + section.parent
        if above.children >= _FEW:
            group = count_of(&groups, mix(section.signature, section.parent + 1))
            count = group[0] >> 40
            if count >= _FEW:
                section.repeat_share = (group[0] & ((<uint64_t> 1 << 40) - 1)) / whole
                section.repeat_text = section.repeat_share * whole / count
                most[0] = max(most[0], section.repeat_share)
        if section.repeat_share > above.outer_share:
            section.outer_share, section.outer_text = section.repeat_share, section.repeat_text
        else:
            section.outer_share, section.outer_text = above.outer_share, above.outer_text
        if section.repeat_share == 0:
            section.repeat_share, section.repeat_text = above.repeat_share, above.repeat_text
    close_counts(&groups)
    return True


cdef void fill_page(Outline page, float most, float* row) noexcept nogil:
    cdef Section* whole = page.sections
    cdef float prices = 0, headings = 0, main = 0, lists = 0, tables = 0
    for number in range(page.block_count):
        block = page.blocks + number
        if block.has_price & 1 and block.text < _LONG // 2:
            prices += 1
        headings += block.level > 0
        if page.sections[block.section].bits & _MAIN:
            main += block.text
        if block.tag == Tag.UL or block.tag == Tag.OL or block.tag == Tag.LI:
            lists += block.text
        elif block.tag == Tag.TABLE or block.tag == Tag.TD or block.tag == Tag.TH or block.tag == Tag.TR:
            tables += block.text
    row[0] = whole.text
    row[1] = whole.linked / <float> whole.text
    row[2] = whole.prose / <float> whole.text
    row[3] = page.block_count
    row[4] = most
    row[5] = prices
    row[6] = headings
    row[7] = main / whole.text
    row[8] = lists / whole.text
    row[9] = tables / whole.text
    row[10] = page.section_count
    row[11] = page.title >= 0


cdef bint chain_of(Outline page, int32_t section, Mark* mark) noexcept nogil:
    mark.section = section
    mark.chain = <int32_t*> malloc(page.section_count * sizeof(int32_t))
    if mark.chain == NULL:
        return False
    for number in range(page.section_count):
        mark.chain[number] = -1
    number = 0
    while section >= 0:
        mark.chain[section] = number
        number += 1
        section = page.sections[section].parent
    return True


cdef bint fill_sections(Outline page, float* row) noexcept nogil:
    """Fill the numbers of the section of each block, at *row* of the first block."""
    cdef Section* sections = page.sections
    cdef int32_t core = 0, bulk = 0
    cdef Mark[3] marks
    cdef bint is_done
    # The places of all sections: for each mark the levels up, the depth of the common ancestor, and the side.
    cdef int32_t* places
    for number in range(page.section_count):
        if 2 * sections[number].text >= sections[0].text and sections[number].depth > sections[bulk].depth:
            bulk = number
        if 2 * sections[number].prose >= sections[0].prose and sections[number].depth > sections[core].depth:
            core = number
    marks[0].chain = marks[1].chain = marks[2].chain = NULL
    places = <int32_t*> malloc(page.section_count * 9 * sizeof(int32_t))
    is_done = (
        places != NULL and chain_of(page, core, marks) and chain_of(page, bulk, marks + 1)
        and chain_of(page, page.blocks[page.title].section if page.title >= 0 else 0, marks + 2)
    )
    if is_done:
        for number in range(page.section_count):
            for side in range(3):
                find_place(page, number, marks + side, places + number * 9 + side * 3, places + sections[number].parent * 9 + side * 3)
        for number in range(page.block_count):
            fill_section(page, page.blocks[number].section, places + page.blocks[number].section * 9, row + <size_t> number * _KEPT)
    free(places)
    for side in range(3):
        free(marks[side].chain)
    return is_done


cdef void find_place(Outline page, int32_t number, Mark* mark, int32_t* place, int32_t* above) noexcept nogil:
    cdef Section* section = page.sections + number
    cdef Section* marked = page.sections + mark.section
    if mark.chain[number] >= 0:
        # It holds the mark, or is its section.
        place[0] = mark.chain[number]
        place[1] = section.depth
        place[2] = 0
        if place[0] > 0:
            place[2] = -1 if section.last < marked.first else 1 if section.first > marked.last else 0
        return
    up = mark.chain[section.parent]
    if up < 0:
        place[0], place[1], place[2] = above[0], above[1], above[2]
        return
    place[0] = up
    place[1] = page.sections[section.parent].depth
    place[2] = 0
    if up > 0:
        place[2] = -1 if section.last < marked.first else 1 if section.first > marked.last else 0


cdef inline float share(int32_t part, int32_t whole) noexcept nogil:
    return part / <float> whole if whole else 0


cdef void fill_section(Outline page, int32_t number, int32_t* place, float* row) noexcept nogil:
    cdef Section* sections = page.sections
    cdef Section* s1 = sections + number
    cdef Section* s2 = sections + s1.parent if s1.parent >= 0 else s1
    cdef Section* s3 = sections + s2.parent if s2.parent >= 0 else s2
    cdef Section* s4 = sections + s3.parent if s3.parent >= 0 else s3
    cdef Section* s5 = sections + s4.parent if s4.parent >= 0 else s4
    row[0] = s1.text
    row[1] = share(s1.linked, s1.text)
    row[2] = s1.blocks
    row[3] = s1.children
    row[4] = s2.text
    row[5] = share(s2.linked, s2.text)
    row[6] = share(s2.prose, s2.text)
    row[7] = s3.text
    row[8] = share(s3.linked, s3.text)
    row[9] = s3.blocks
    row[10] = share(s5.text, sections[0].text)
    row[11] = share(s5.linked, s5.text)
    row[12] = share(s1.prose, s1.text)
    row[13] = s1.depth
    row[14] = s1.scope
    row[15] = s1.repeat_share
    row[16] = s1.repeat_text
    row[17] = s1.outer_share
    row[18] = s1.outer_text
    for mark in range(3):
        row[19 + 3 * mark] = place[3 * mark]
        row[20 + 3 * mark] = s1.depth - place[3 * mark + 1]
        row[21 + 3 * mark] = place[3 * mark + 2]


cdef bint fill_alikes(Outline page, Features self) noexcept nogil:
    """Fill how often the page has a block in the same place of the same kind of section, and with the same words."""
    cdef Counts places, copies
    # By the first block of each kind: how many, their characters, and how many words are new.
    cdef int32_t* sums = <int32_t*> calloc(page.block_count * 3, sizeof(int32_t))
    # The first block of the kind of each.
    cdef int32_t* likes = <int32_t*> malloc(page.block_count * sizeof(int32_t))
    cdef int column = _SECTION_WIDTH + 22
    places.slots = copies.slots = NULL
    if (
        sums == NULL or likes == NULL
        or not open_counts(&places, page.block_count + 1) or not open_counts(&copies, page.block_count + 1)
    ):
        free(sums)
        free(likes)
        close_counts(&places)
        return False
    for number in range(page.block_count):
        block = page.blocks + number
        found = count_of(&places, mix(page.sections[block.section].signature, block.tag + 1))
        if found[0] == 0:
            found[0] = number + 1
        first = <int32_t> found[0] - 1
        likes[number] = first
        found = count_of(&copies, block.copy)
        found[0] += 1
        self.rows[<size_t> number * _KEPT + column + 3] = found[0]
        sums[3 * first] += 1
        sums[3 * first + 1] += block.text
        sums[3 * first + 2] += found[0] == 1
    for number in range(page.block_count):
        row = self.rows + <size_t> number * _KEPT + column
        first = likes[number]
        row[0] = sums[3 * first]
        row[1] = share(sums[3 * first + 1], page.sections[0].text)
        row[2] = share(sums[3 * first + 2], sums[3 * first])
        row[4] = count_of(&copies, page.blocks[number].copy)[0]
    free(sums)
    free(likes)
    close_counts(&places)
    close_counts(&copies)
    return True


cdef void fill_neighbour(Outline page, int32_t number, float* row) noexcept nogil:
    if not 0 <= number < page.block_count:
        row[0] = row[1] = row[3] = 0
        row[2] = -1
        return
    block = page.blocks + number
    row[0] = block.text
    row[1] = share(block.linked, block.text)
    row[2] = block.tag
    row[3] = block.level


cdef void fill_blocks(Outline page, Features self) noexcept nogil:
    cdef int32_t before = 0, heading = -1, related = -_FAR, talk = -_FAR
    cdef int32_t text = 0, linked = 0, stops = 0
    for number in range(min(_FEW, page.block_count)):
        text += page.blocks[number].text
        linked += page.blocks[number].linked
        stops += page.blocks[number].stops
    for number in range(page.block_count):
        block = page.blocks + number
        row = self.rows + <size_t> number * _KEPT + _SECTION_WIDTH
        row[0] = block.text
        row[1] = share(block.linked, block.text)
        row[2] = block.stops
        row[3] = block.ended
        row[4] = block.tag
        row[5] = block.words
        row[6] = share(block.digits, block.text)
        row[7] = share(block.capitals, block.text)
        row[8] = block.has_price & 1
        row[9] = share(block.text, block.words)
        row[10] = share(block.stops, block.words)
        fill_neighbour(page, number - 1, row + 11)
        fill_neighbour(page, number + 1, row + 15)
        if number + _FEW < page.block_count:
            text += page.blocks[number + _FEW].text
            linked += page.blocks[number + _FEW].linked
            stops += page.blocks[number + _FEW].stops
        row[19] = text
        row[20] = share(linked, text)
        row[21] = stops
        if number >= _FEW:
            text -= page.blocks[number - _FEW].text
            linked -= page.blocks[number - _FEW].linked
            stops -= page.blocks[number - _FEW].stops
        if block.level:
            heading = number
            if block.kind == _RELATED:
                related = number
            elif block.kind == _TALK:
                talk = number
        row[27] = number - heading if heading >= 0 else _FAR + number + 1
        row[28] = page.blocks[heading].level if heading >= 0 else 0
        row[29] = number - related
        row[30] = number - talk
        row[31] = page.blocks[heading].text if heading >= 0 else 0
        row[32] = share(page.blocks[heading].linked, page.blocks[heading].text) if heading >= 0 else 0
        row[33] = page.blocks[heading].kind if heading >= 0 else 0
        row[34] = share(before, page.sections[0].text)
        row[35] = number - page.title if page.title >= 0 else -_FAR
        row[36] = number - page.sections[block.section].first
        before += block.text


cdef void write_row(Outline page, Features self, int32_t number, float* row) noexcept nogil:
    """Write the whole row of a block, as long as `NAMES`."""
    memcpy(row, self.page, _PAGE_WIDTH * sizeof(float))
    memcpy(row + _PAGE_WIDTH, self.rows + <size_t> number * _KEPT, _KEPT * sizeof(float))
    fill_bits(page, page.blocks + number, row + _PAGE_WIDTH + _KEPT)


cdef void fill_bits(Outline page, Block* block, float* row) noexcept nogil:
    cdef Section* section = page.sections + block.section
    cdef uint64_t own = section.own | block.own
    cdef uint64_t near = section.near | block.own
    cdef uint64_t far = section.bits | block.own
    for bit in range(_BITS):
        row[bit] = own >> bit & 1
        row[_BITS + bit] = near >> bit & 1
        row[2 * _BITS + bit] = far >> bit & 1
