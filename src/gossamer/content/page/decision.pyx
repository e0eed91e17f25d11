# cython: infer_types=True
"""Which blocks to keep, given how likely each is to be main content: decided by group.

The best set is all blocks above half of the F1 that it is expected to reach (Lipton et al., 2014, "Optimal thresholding
of classifiers to maximize F1"), so a page on which little is certain is cut less than one on which all is clear. What
belongs together is then decided together: a title with its page, a heading with its text, the rows of a table, what
stands at the same place in like sections, and whatever stands between two kept blocks of one text, unless something
speaks against it. A wrapper is no evidence.
"""

from functools import reduce
from operator import or_

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from gossamer.content.page.features cimport Features, write_row
from gossamer.content.page.forest cimport Forest
from gossamer.content.page.outline cimport Block, Inside, Outline, Section, common_section
from gossamer.content.page.scan cimport Attribute, Node, Scan, Tag
from gossamer.content.page.spans cimport Text, between, is_space
from gossamer.content.page.zones cimport drop_readers, raise_written
from gossamer.content.page.words cimport Counts, WordTable, close_counts, count_of, mix, open_counts

from gossamer.content.page import vocabulary
from gossamer.content.page.features import NAMES
from gossamer.content.page.scan import _TAGS as _ALL_TAGS
from gossamer.content.page.weights import load_forest

# Why a block is kept or dropped, by the number that a decision notes.
REASONS = (
    "unlikely to be main content", "likely to be main content", "belongs to what is kept around it", "the page's title",
    "navigation", "related pages", "advertising", "sharing", "comments", "a form or a dialog", "named as navigation",
    "a control", "tags", "a side bar", "the site's frame", "mostly links", "repeated on the page",
    "a heading without text", "nothing on the page is likely to be main content", "readers' comments",
    "customers' reviews", "unlikely to be main content",
)

cdef enum Reason:
    _UNLIKELY, _LIKELY, _BELONGS, _TITLE, _NAVIGATION, _RELATED, _AD, _SHARING, _COMMENTS, _FORM, _NAMED_NAVIGATION
    _CONTROL, _TAGS, _SIDE, _FRAME, _LINKS, _REPEATED, _BARE_HEADING, _NOTHING, _READERS, _CUSTOMERS
    _DOUBTFUL

# In the order of `[shapes]` in vocabulary.toml.
cdef enum Shape:
    _STRUCTURE = 1, _BESIDE = 2, _ALONE = 4

cdef enum:
    _ROUNDS = 12
    _GROUPS = 11
    _BELOW = 5
    _ABOVE = 6
    _REACH = 25
    _LONGEST_OFFER = 80
    _ITEM_DEPTH = 4
    _TEXT_DEPTH = 3
    _LONG = 12
    _LONGEST_LINE = 80
    _LONGEST_LINK = 64

cdef float _LEAST_MEAN = 0.2
cdef float _LEAST_BEST = 0.4
cdef float _UNRELATED = 0.04
cdef float _ENOUGH = 0.5
cdef float _MOST = 0.6
cdef float _LINKED = 0.5
cdef float _UNLIKELY_LINKS = 0.1
cdef float _UNLIKELY_TEXT = 0.05
cdef float _UNLIKELY_OFFER = 0.03
cdef float _SURE = 0.8
cdef float _UNLIKELY_LINE = 0.4
cdef float _UNLIKELY_LAST = 0.1
cdef float _BULK = 0.5
# Hints against blocks, strongest first; structure stands against all but the first six.
cdef uint64_t[_GROUPS] _against = vocabulary.AGAINST
cdef uint64_t _STRONG = reduce(or_, vocabulary.AGAINST[:6])
cdef uint64_t _ANY = reduce(or_, vocabulary.AGAINST)
cdef uint64_t _RELATED_NAMES = vocabulary.BITS["related"]
cdef uint64_t _BUTTON = vocabulary.BITS["t_button"]
cdef uint64_t _OVERLAY = vocabulary.BITS["overlay"]
cdef uint64_t _TABLE = vocabulary.BITS["t_table"]
cdef uint8_t[256] shapes = vocabulary.bits_of_tags(vocabulary.SHAPES, _ALL_TAGS)
# What links are called that lead to the source of a page, and how they are related to it.
cdef WordTable page_links = WordTable(dict.fromkeys(vocabulary.PAGE_LINKS, 1))
cdef WordTable relations = WordTable({"edit": 1})
cdef WordTable call_outs = WordTable({**dict.fromkeys(vocabulary.CALL_OUTS, 1), **dict.fromkeys(vocabulary.DIALOGS, 2)})


cdef int32_t _WIDTH = len(NAMES)
cdef Forest forest = load_forest(NAMES)


cdef class Decision:
    """What is kept of *outline*; with *chances*, a number from 0 to 1 for each block, it is decided at once."""

    cdef readonly Outline outline
    cdef float* chances
    # For each block, whether it is kept and why; for each section, the characters that are kept, and
    # all that could be.
    cdef uint8_t* keep
    cdef uint8_t* likely
    cdef uint8_t* reasons
    cdef int32_t* kept_text
    cdef int32_t* all_text
    # How often the page has the words of a block, and the places that kept blocks have.
    cdef Counts copies
    cdef Counts places
    cdef readonly bint is_empty

    def __cinit__(self, Outline outline not None, chances=None):
        cdef size_t count = outline.block_count + 1
        self.outline = outline
        self.chances = <float*> calloc(count, sizeof(float))
        self.keep = <uint8_t*> calloc(count, 1)
        self.likely = <uint8_t*> calloc(count, 1)
        self.reasons = <uint8_t*> calloc(count, 1)
        self.kept_text = <int32_t*> calloc(outline.section_count + 1, sizeof(int32_t))
        self.all_text = <int32_t*> calloc(outline.section_count + 1, sizeof(int32_t))
        if not (self.chances and self.keep and self.likely and self.reasons and self.kept_text and self.all_text):
            raise MemoryError
        if chances is not None:
            for number in range(outline.block_count):
                self.chances[number] = chances[number]
            with nogil:
                is_decided = decide(outline, self)
            if not is_decided:
                raise MemoryError

    def __dealloc__(self):
        free(self.chances)
        free(self.keep)
        free(self.likely)
        free(self.reasons)
        free(self.kept_text)
        free(self.all_text)
        close_counts(&self.copies)
        close_counts(&self.places)

    def is_kept(self, int32_t number):
        """Return whether a block is kept."""
        return bool(self.keep[self.outline._checked(number)])

    def reason(self, int32_t number):
        """Return why a block is kept or dropped."""
        if self.keep[self.outline._checked(number)]:
            return REASONS[self.reasons[number] or (_LIKELY if self.likely[number] else _BELONGS)]
        return REASONS[self.reasons[number]]

    def chance(self, int32_t number):
        """Return how likely a block is to be main content."""
        return self.chances[self.outline._checked(number)]

    @property
    def amount(self):
        """Return the characters of main content that the page is expected to have."""
        cdef double amount = 0
        for number in range(self.outline.block_count):
            amount += self.chances[number] * self.outline.blocks[number].text
        return amount

    def markup(self):
        """Return what is kept as HTML: the smallest element around it, without what is dropped."""
        dropped, root = self.mask()
        return "" if root < 0 else copy_kept(self.outline, dropped, root).decode("utf-8", "surrogatepass")

    def mask(self):
        """Return a byte for each node, 1 for those that are dropped, and the smallest element around the others, or -1."""
        cdef bytearray dropped = bytearray(self.outline.scan.count + 1)
        cdef int32_t* kept = <int32_t*> calloc(self.outline.section_count + 1, sizeof(int32_t))
        if kept == NULL:
            raise MemoryError
        holder = -1 if self.is_empty else mark_dropped(self.outline, self, <uint8_t*> <char*> dropped, kept)
        free(kept)
        return dropped, self.outline.sections[holder].node if holder >= 0 else -1


def judge(Scan scan not None):
    """Return what is kept of a page. Raises MemoryError."""
    cdef Outline outline = Outline(scan)
    cdef Features features = Features(outline)
    cdef Decision decision = Decision(outline)
    with nogil:
        is_decided = weigh(outline, features, decision.chances) and decide(outline, decision)
    if not is_decided:
        raise MemoryError
    return decision


cdef bint weigh(Outline page, Features features, float* chances) noexcept nogil:
    """Fill the chance of each block; return whether there was memory."""
    cdef float* row = <float*> malloc(_WIDTH * sizeof(float))
    if row == NULL:
        return False
    for number in range(page.block_count):
        write_row(page, features, number, row)
        chances[number] = forest.probability(row)
    free(row)
    return raise_written(page, chances)


cdef bytes copy_kept(Outline page, bytearray dropped, int32_t root):
    cdef Node* nodes = page.scan.nodes
    cdef const char* text = <const char*> page.scan.text
    cdef uint32_t at = nodes[root].start
    cdef int32_t number = root + 1
    cdef list parts = []
    while number <= nodes[root].last:
        if dropped[number]:
            parts.append(text[at : nodes[number].start])
            at = nodes[number].end
            number = nodes[number].last
        number += 1
    parts.append(text[at : nodes[root].end])
    return b"".join(parts)


cdef bint decide(Outline page, Decision self) noexcept nogil:
    if not page.block_count:
        self.is_empty = True
        return True
    select_likely(page, self)
    # A thing with its price is never nothing.
    self.is_empty = self.is_empty and find_offer(page) < 0
    if self.is_empty:
        return True
    if page.title >= 0:
        keep_title(page, self)
    if not (join_rows(page, self) and join_alike(page, self)):
        return False
    join_details(page, self)
    join_headings(page, self)
    join_code(page, self)
    if not fill_gaps(page, self):
        return False
    drop_announced(page, self)
    if not drop_repeats(page, self):
        return False
    drop_readers(page, self.keep, self.reasons, Reason._READERS, Reason._CUSTOMERS)
    if page.title >= 0:
        keep_choices(page, self)
    return True


cdef void select_likely(Outline page, Decision self) noexcept nogil:
    """Keep what is likely enough for this page."""
    cdef double wanted = 0, kept, found, reached = 0.6, now, text = 0
    cdef float best = 0
    for number in range(page.block_count):
        wanted += self.chances[number] * page.blocks[number].text
        text += page.blocks[number].text
        best = max(best, self.chances[number])
    if wanted < _LEAST_MEAN * text and best < _LEAST_BEST and 2 * page.sections[0].linked < text:
        # Lines that are like no page the forest has learnt from: a log, a list of numbers.
        memset(self.keep, 1, page.block_count)
        return
    if wanted < _LEAST_MEAN * text and best < _LEAST_BEST:
        self.is_empty = True
        memset(self.reasons, <int> Reason._NOTHING, page.block_count)
        return
    for turn in range(_ROUNDS):
        kept = found = 0
        for number in range(page.block_count):
            if self.chances[number] > reached / 2:
                kept += page.blocks[number].text
                found += self.chances[number] * page.blocks[number].text
        now = 2 * found / (kept + wanted) if kept > 0 else 0
        if -1e-3 < now - reached < 1e-3:
            break
        reached = now
    for number in range(page.block_count):
        self.keep[number] = self.likely[number] = self.chances[number] > reached / 2


cdef void keep_title(Outline page, Decision self) noexcept nogil:
    """Keep the title; the price and rating between it and the first text behind it; and what the thing costs."""
    cdef int32_t following = 0
    cdef int32_t offer = find_offer(page)
    self.keep[page.title] = 1
    self.reasons[page.title] = Reason._TITLE
    for number in range(page.title + 1, min(page.title + 1 + _BELOW, page.block_count)):
        if self.keep[number]:
            following = number
            break
    for number in range(page.title + 1, following):
        if is_offer(page, page.blocks + number):
            self.keep[number] = 1
    if offer >= 0 and self.chances[offer] > _UNLIKELY_OFFER:
        self.keep[offer] = 1


cdef int32_t find_offer(Outline page) noexcept nogil:
    """Return the first price near the title, which it belongs to in whatever box it stands; -1 without one."""
    if page.title >= 0:
        for number in range(max(0, page.title - _ABOVE), min(page.title + 1 + _REACH, page.block_count)):
            if page.blocks[number].has_price & 1 and is_offer(page, page.blocks + number):
                return number
    return -1


cdef bint is_offer(Outline page, Block* block) noexcept nogil:
    """Return whether a block is a price or a rating, and nothing else."""
    return (
        block.has_price != 0 and block.text <= _LONGEST_OFFER and not block.level
        and block.linked <= _LINKED * block.text
    )


cdef void keep_choices(Outline page, Decision self) noexcept nogil:
    """Keep the sizes, colours and other choices of what the title names."""
    for number in range(page.title + 1, page.block_count):
        block = page.blocks + number
        if block.level and block.linked > _LINKED * block.text:
            # From here on other things are offered.
            return
        if page.scan.nodes[block.first].attributes & Attribute.HAS_DATA_CHOICES:
            self.keep[number] = 1


cdef bint join_rows(Outline page, Decision self) noexcept nogil:
    """Keep or drop the items of a list, and the cells of a table, by most of their text or by what is around."""
    cdef int32_t count = page.section_count
    # By section: the balance of text that is kept, the linked text, all text, and the first and last block.
    cdef int32_t* groups = <int32_t*> calloc(count * 5 + 1, sizeof(int32_t))
    cdef int32_t* wholes = <int32_t*> malloc((page.block_count + 1) * sizeof(int32_t))
    if groups == NULL or wholes == NULL:
        free(groups)
        free(wholes)
        return False
    for number in range(page.block_count):
        block = page.blocks + number
        wholes[number] = whole_of(page, block)
        if wholes[number] < 0:
            continue
        group = groups + wholes[number] * 5
        if group[2] == 0:
            group[3] = number
        group[0] += block.text if self.keep[number] else -block.text
        group[1] += block.linked
        group[2] += block.text
        group[4] = number
    for number in range(count):
        group = groups + number * 5
        # Between two kept paragraphs a table is part of what they say.
        if (
            group[2] and group[0] <= 0 and group[3] > 0 and group[4] + 1 < page.block_count
            and self.keep[group[3] - 1] and self.keep[group[4] + 1] and group[1] < _LINKED * group[2]
        ):
            group[0] = 1
    for number in range(page.block_count):
        if wholes[number] >= 0:
            self.keep[number] = groups[wholes[number] * 5] > 0
    free(groups)
    free(wholes)
    return True


cdef int32_t whole_of(Outline page, Block* block) noexcept nogil:
    """Return the section of the list, table or glossary that a block is a part of, or -1."""
    cdef Section* sections = page.sections
    cdef int32_t number = block.section
    if block.tag == Tag.LI:
        return number
    if sections[number].bits & _TABLE:
        while number >= 0:
            if page.scan.nodes[sections[number].node].tag == Tag.TABLE:
                if page.inside[sections[number].node] & (
                    Inside._HAS_TABLE | Inside._HAS_SECTIONING | Inside._HAS_PARAGRAPHS
                ):
                    return -1
                return number
            number = sections[number].parent
        return -1
    for level in range(_ITEM_DEPTH):
        tag = page.scan.nodes[sections[number].node].tag
        if tag == Tag.DL:
            return number
        if sections[number].parent < 0 or not (tag == Tag.DD or tag == Tag.DT or tag == Tag.DIV):
            return -1
        number = sections[number].parent
    return -1


cdef bint join_alike(Outline page, Decision self) noexcept nogil:
    """Keep what stands at the same place in each of several like sections, where enough of it is kept."""
    cdef Counts places
    cdef uint64_t* place
    cdef int32_t number
    cdef uint64_t key
    # Of each place: blocks, kept blocks, and sections, in 20 bits each.
    if not open_counts(&places, page.block_count + 1):
        return False
    for number in range(page.block_count):
        place = count_of(&places, place_of(page, number))
        place[0] += 1 + (<uint64_t> self.keep[number] << 20)
        if number == 0 or page.blocks[number - 1].section != page.blocks[number].section:
            place[0] += <uint64_t> 1 << 40
    for number in range(page.block_count):
        key = count_of(&places, place_of(page, number))[0]
        if (key >> 40) > 1 and (key >> 20 & 0xFFFFF) >= _ENOUGH * (key & 0xFFFFF):
            self.keep[number] = 1
    close_counts(&places)
    return True


cdef void join_details(Outline page, Decision self) noexcept nogil:
    """Keep the summary of what folds out with what it says: the one tells when the other holds."""
    cdef int32_t number
    cdef bint is_kept
    for section in range(page.section_count):
        if page.scan.nodes[page.sections[section].node].tag != Tag.DETAILS:
            continue
        is_kept = False
        for number in range(page.sections[section].first, page.sections[section].last + 1):
            is_kept = is_kept or self.keep[number] != 0
        for number in range(page.sections[section].first, page.sections[section].last + 1):
            if is_kept and page.blocks[number].tag == Tag.SUMMARY and page.blocks[number].section == section:
                self.keep[number] = 1


cdef void join_headings(Outline page, Decision self) noexcept nogil:
    for number in range(page.block_count - 2, -1, -1):
        if (
            not self.keep[number] and self.keep[number + 1] and page.blocks[number].level
            and self.chances[number] > _UNRELATED
        ):
            self.keep[number] = 1


cdef void join_code(Outline page, Decision self) noexcept nogil:
    for number in range(page.block_count):
        if page.blocks[number].tag == Tag.PRE and not self.keep[number]:
            self.keep[number] = (number > 0 and self.keep[number - 1]) or (
                number + 1 < page.block_count and self.keep[number + 1]
            )


cdef void count_kept(Outline page, Decision self) noexcept nogil:
    memset(self.kept_text, 0, page.section_count * sizeof(int32_t))
    memset(self.all_text, 0, page.section_count * sizeof(int32_t))
    for number in range(page.block_count):
        if self.keep[number]:
            self.kept_text[page.blocks[number].section] += page.blocks[number].text
        # What a button is called is no text that could be kept.
        if self.keep[number] or not page.blocks[number].own & _BUTTON:
            self.all_text[page.blocks[number].section] += page.blocks[number].text
    for number in range(page.section_count - 1, 0, -1):
        self.kept_text[page.sections[number].parent] += self.kept_text[number]
        self.all_text[page.sections[number].parent] += self.all_text[number]


cdef bint fill_gaps(Outline page, Decision self) noexcept nogil:
    """Keep what stands between two kept blocks of one text, and what ends their container."""
    cdef int32_t number, last = -1
    if not (open_counts(&self.copies, page.block_count + 1) and open_counts(&self.places, page.block_count + 1)):
        return False
    for number in range(page.block_count):
        count_of(&self.copies, page.blocks[number].copy)[0] += 1
        if self.keep[number]:
            count_of(&self.places, place_of(page, number))[0] = 1
    count_kept(page, self)
    for number in range(page.block_count):
        if self.keep[number]:
            if 0 <= last < number - 1:
                fill_gap(page, self, last + 1, number - 1)
            last = number
    if last >= 0:
        fill_end(page, self, last)
    return True


cdef int32_t child_of(Outline page, int32_t section, int32_t container) noexcept nogil:
    """Return the section right in *container* that holds *section*, or -1 for the container itself."""
    cdef int32_t child = -1
    while section != container:
        child = section
        section = page.sections[section].parent
    return child


cdef void fill_gap(Outline page, Decision self, int32_t first, int32_t last) noexcept nogil:
    cdef int32_t container = common_section(page, page.blocks[first - 1].section, page.blocks[last + 1].section)
    cdef int32_t end = last
    # A line between a title and a price may be a control; between two paragraphs it is part of what they say.
    cdef float least = _UNLIKELY_LINE
    if is_prose(page.blocks + first - 1) and is_prose(page.blocks + last + 1):
        least = _UNLIKELY_TEXT
    is_text = is_one_text(page, self, container)
    while end >= first:
        start = end
        child = child_of(page, page.blocks[end].section, container)
        while child >= 0 and start > first and child_of(page, page.blocks[start - 1].section, container) == child:
            start -= 1
        if is_text or are_alike(page, self, start, end):
            settle_part(page, self, start, end, container, least)
        end = start - 1


cdef inline bint is_prose(Block* block) noexcept nogil:
    return block.tag == Tag.P or block.text >= _LONGEST_LINE


cdef bint is_one_text(Outline page, Decision self, int32_t section) noexcept nogil:
    """Return whether most of a section is kept, or of one not far around it."""
    for level in range(_TEXT_DEPTH):
        if section >= 0:
            if self.kept_text[section] >= _MOST * self.all_text[section]:
                return True
            section = page.sections[section].parent
    return False


cdef void settle_part(
    Outline page, Decision self, int32_t first, int32_t last, int32_t container, float least
) noexcept nogil:
    cdef bint is_followed = last + 1 < page.block_count and self.keep[last + 1] != 0
    cdef uint8_t reason = reason_against(page, self, first, last, container, is_followed, least)
    for number in range(first, last + 1):
        if not reason:
            self.keep[number] = 1
        elif not self.keep[number]:
            self.reasons[number] = reason


cdef void fill_end(Outline page, Decision self, int32_t last) noexcept nogil:
    """Keep what stands below the last kept block in the container of the text, up to the first that is no content.

    What has the same place as kept blocks is content like them, however unlikely it is so far down.
    """
    cdef int32_t container = page.blocks[last].section
    cdef int32_t heading = -1
    cdef int32_t start = last + 1
    while container >= 0 and self.kept_text[container] < _BULK * self.kept_text[0]:
        container = page.sections[container].parent
    while container >= 0 and start >= 0:
        start = fill_container(page, self, container, start, &heading)
        container = page.sections[container].parent


cdef int32_t fill_container(
    Outline page, Decision self, int32_t container, int32_t start, int32_t* heading
) noexcept nogil:
    """Keep what *container* has from the block *start*; return where it ends, or -1 at what is no content."""
    cdef bint must_be_alike = self.kept_text[container] < _MOST * self.all_text[container]
    while start <= page.sections[container].last:
        end = start
        child = child_of(page, page.blocks[start].section, container)
        while (
            child >= 0 and end < page.sections[container].last
            and child_of(page, page.blocks[end + 1].section, container) == child
        ):
            end += 1
        reason = reason_against(page, self, start, end, container, True, _UNLIKELY_LINE)
        if reason == Reason._DOUBTFUL or (not reason and chance_of(page, self, start, end) < _UNLIKELY_LAST):
            reason = 0 if are_alike(page, self, start, end) else Reason._DOUBTFUL
        elif must_be_alike and not are_alike(page, self, start, end):
            return -1
        if reason:
            for number in range(start, end + 1):
                self.reasons[number] = reason
            return -1
        if start == end and page.blocks[start].level:
            # It is kept with what follows it.
            heading[0] = start if heading[0] < 0 else heading[0]
        else:
            for number in range(start if heading[0] < 0 else heading[0], end + 1):
                self.keep[number] = 1
            heading[0] = -1
        start = end + 1
    return start


cdef bint are_alike(Outline page, Decision self, int32_t first, int32_t last) noexcept nogil:
    """Return whether each block has a place that kept blocks have."""
    for number in range(first, last + 1):
        if not count_of(&self.places, place_of(page, number))[0]:
            return False
    return True


cdef inline uint64_t place_of(Outline page, int32_t number) noexcept nogil:
    return mix(page.sections[page.blocks[number].section].signature, page.blocks[number].tag + 1)


cdef float chance_of(Outline page, Decision self, int32_t first, int32_t last) noexcept nogil:
    cdef float text = 0, expected = 0
    for number in range(first, last + 1):
        text += page.blocks[number].text
        expected += self.chances[number] * page.blocks[number].text
    return expected / text


cdef uint8_t reason_against(
    Outline page, Decision self, int32_t first, int32_t last, int32_t container, bint is_followed,
    float least,
) noexcept nogil:
    """Return what speaks against blocks that fill one child of *container*, or 0.

    Lines that are neither prose nor structure have to be as likely as *least*.
    """
    cdef uint64_t names = 0
    cdef bint is_structured = True, is_repeated = True, has_lines = False
    cdef bint is_call_out = names_call_out(page, first, container)
    cdef float linked = 0, text = 0
    cdef bint is_inside
    for number in range(first, last + 1):
        block = page.blocks + number
        names |= block.own
        linked += block.linked
        text += block.text
        is_inside = shapes[block.tag] & (_STRUCTURE | _BESIDE) or page.inside[block.first] & Inside._HAS_FORMULA != 0
        section = block.section
        while section != container:
            names |= page.sections[section].own
            is_inside = is_inside or shapes[page.scan.nodes[page.sections[section].node].tag] & _STRUCTURE
            section = page.sections[section].parent
        is_structured = is_structured and (is_inside or (block.level > 0 and last > first))
        if not (is_inside or block.level or block.tag == Tag.P or block.text >= _LONGEST_LINE):
            has_lines = True
        if block.text <= _LONG or count_of(&self.copies, block.copy)[0] < 2:
            is_repeated = False
    is_structured = is_structured or is_call_out
    names &= _STRONG if is_structured and linked <= _LINKED * text else _ANY
    if is_call_out:
        names &= ~_OVERLAY
    chance = chance_of(page, self, first, last)
    for group in range(_GROUPS):
        # What these are called may be a tab, a column or a call-out that holds what the text says.
        if names & _against[group] and (names & _STRONG or linked > _LINKED * text or chance < max(least, _UNLIKELY_TEXT)):
            return Reason._NAVIGATION + group
    block = page.blocks + first
    if block.level and block.kind:
        return Reason._RELATED if block.kind == 1 else Reason._COMMENTS if block.kind == 2 else Reason._FRAME
    if is_repeated:
        return Reason._REPEATED
    if block.level and first == last:
        return 0 if is_followed else Reason._BARE_HEADING
    if linked > _LINKED * text and chance < _UNLIKELY_LINKS:
        return Reason._LINKS
    if not is_structured and chance < (least if has_lines else _UNLIKELY_TEXT):
        return Reason._DOUBTFUL
    return 0


cdef void drop_announced(Outline page, Decision self) noexcept nogil:
    """Drop links to other pages in a box that is named for them and has a heading that says so."""
    for section in range(1, page.section_count):
        box = page.sections + section
        heading = page.blocks + box.first
        if (
            box.own & _RELATED_NAMES and heading.level and heading.kind == 1 and box.last > box.first
            and 2 * box.linked > box.text and chance_of(page, self, box.first, box.last) < _SURE
        ):
            for number in range(box.first, box.last + 1):
                self.keep[number] = 0
                self.reasons[number] = Reason._RELATED


cdef bint drop_repeats(Outline page, Decision self) noexcept nogil:
    """Drop prose that is kept already: the copy for another size of screen, a quoted post."""
    cdef Counts seen
    cdef uint64_t* found
    cdef int32_t number
    if not open_counts(&seen, page.block_count + 1):
        return False
    for number in range(page.block_count):
        if self.keep[number] and page.blocks[number].text >= _LONGEST_LINE and not page.blocks[number].level:
            found = count_of(&seen, page.blocks[number].copy)
            if found[0]:
                self.keep[number] = 0
                self.reasons[number] = Reason._REPEATED
            found[0] = 1
    close_counts(&seen)
    return True


cdef bint names_call_out(Outline page, int32_t number, int32_t container) noexcept nogil:
    """Return whether a block, or a section around it in *container*, is named as a note of the text's author."""
    cdef int32_t section = page.blocks[number].section
    cdef uint64_t found = call_out_of(page, page.blocks[number].first)
    while section != container:
        found |= call_out_of(page, page.sections[section].node)
        section = page.sections[section].parent
    return found == 1


cdef uint64_t call_out_of(Outline page, int32_t node) noexcept nogil:
    """Return 1 for a name of a note or a warning, 2 for one of a dialog, 3 for both, 0 for neither."""
    return call_outs.values_in_names(page.scan.nodes[node].names)


cdef int32_t mark_dropped(Outline page, Decision self, uint8_t* dropped, int32_t* kept) noexcept nogil:
    """Mark the nodes that are dropped; return the section that holds the others, or -1 where there are none.

    *kept* has room for the number of kept blocks of each section, and is zero. An image has no words to be judged by:
    it stays where some text of the same section stays.
    """
    cdef Node* nodes = page.scan.nodes
    cdef int32_t holder = 0
    for number in range(page.block_count):
        kept[page.blocks[number].section] += self.keep[number]
    for number in range(page.section_count - 1, 0, -1):
        kept[page.sections[number].parent] += kept[number]
    if not page.section_count or not kept[0]:
        return -1
    for number in range(page.scan.count):
        dropped[number] = page.left_out[number] or (nodes[number].tag == Tag.A and leads_to_source(page.scan, number))
    for number in range(1, page.section_count):
        if not kept[number]:
            dropped[page.sections[number].node] = 1
        # Inside a table or a list the rows or items need their parent to keep their meaning.
        elif kept[number] == kept[holder] and page.sections[number].parent == holder and stands_alone(page, number):
            holder = number
    for number in range(page.block_count):
        block = page.blocks + number
        if not self.keep[number] and kept[block.section]:
            node = block.first
            while node <= block.last:
                dropped[node] = 1
                node = nodes[node].last + 1
    return holder


cdef bint leads_to_source(Scan scan, int32_t link) noexcept nogil:
    """Return whether a link leads to the source of the page, or to changing it; its name may be that of its icon."""
    cdef uint8_t[_LONGEST_LINK] name
    cdef uint32_t size = 0
    if relations.values_in_text(scan.attribute(link, b"rel")):
        return True
    for number in range(link + 1, min(scan.nodes[link].last, link + _LONGEST_LINK) + 1):
        if scan.nodes[number].tag == Tag.TEXT:
            text = between(scan.text + scan.nodes[number].start, scan.text + scan.nodes[number].end)
            size = add_name(text, name, size)
    size -= size > 0 and name[size - 1] == c" "
    size = size or add_name(scan.attribute(link, b"title"), name, 0)
    size = size or add_name(scan.attribute(link, b"aria-label"), name, 0)
    return page_links.value_of(Text(&name[0], size)) != 0


cdef uint32_t add_name(Text text, uint8_t* name, uint32_t size) noexcept nogil:
    """Add a text to a name, blanks collapsed, as far as there is room; return how long it is then."""
    for at in range(text.size):
        if size == _LONGEST_LINK:
            break
        byte = c" " if is_space(text.at[at]) else text.at[at]
        if byte != c" " or (size and name[size - 1] != c" "):
            name[size] = byte
            size += 1
    return size


cdef bint stands_alone(Outline page, int32_t section) noexcept nogil:
    return shapes[page.scan.nodes[page.sections[section].node].tag] & _ALONE
