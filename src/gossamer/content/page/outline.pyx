# cython: infer_types=True
"""A page as a sequence of blocks, each in a section: one pass over its nodes.

A *block* is the smallest run of nodes that is kept or dropped as one: a heading, a code listing, a list or table that
holds no other structure, paragraphs of prose in a row, or the text and inline elements that stand between two block
elements. A *section* is an element that holds blocks or other sections. Both are numbered in document order, a section
always after its parent.
"""

from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from gossamer.content.page.markup cimport Words, read_words, start_size
from gossamer.content.page.scan cimport Attribute, Node, Scan, Tag
from gossamer.content.page.spans cimport (
    Text, between, blank_size, byte_at, count_digits, cut, grow, has_text, is_blank, is_digit, is_first_byte,
    is_letter, is_space, last_byte, limit, named_character, next_word, three_bytes,
)
from gossamer.content.page.words cimport WordTable, hash_bytes, mix

from gossamer.content.page import vocabulary
from gossamer.content.page.scan import _TAGS

# In the order of `[roles]` in vocabulary.toml.
cdef enum Role:
    _BLOCK = 1, _INLINE = 2, _LEAF = 4, _SKIPPED = 8, _WHOLE = 16

cdef enum:
    _DEEPEST_SECTION = 160
    _LONGEST_NAMES = 120
    _LONG = 80
    _LONGEST_RUN = 1500
    _LONGEST_CURRENCY = 8

# Codes count in capitals only: "try 5" is no price.
cdef WordTable currencies = WordTable({name: 1 + (name.isupper() and name.isalpha()) for name in vocabulary.CURRENCIES})
cdef Words RATINGS = read_words(vocabulary.RATINGS)
cdef uint8_t[256] roles = vocabulary.bits_of_tags(vocabulary.ROLES, _TAGS)
cdef uint32_t[256] kinds = vocabulary.bits_of_tags(vocabulary.INSIDE, _TAGS)
cdef uint64_t[256] tag_bits = [vocabulary.BITS_OF_TAG.get(tag.decode(), 0) for tag in [*_TAGS, *[b""] * 256][:256]]
cdef WordTable name_words = WordTable(vocabulary.NAME_WORDS)
cdef WordTable role_words = WordTable(vocabulary.ROLE_WORDS)
cdef WordTable states = WordTable(dict.fromkeys(vocabulary.STATES, 1))
cdef uint64_t _LINK = vocabulary.BITS["t_a"]
cdef uint64_t _ITEMPROP = vocabulary.BITS["t_itemprop"]
cdef uint64_t _PRODUCT = vocabulary.BITS["t_product"]
cdef uint64_t _CONTENT_LANDMARK = vocabulary.BITS["t_main"] | vocabulary.BITS["t_article"]
cdef uint64_t _HEADER = vocabulary.BITS["t_header"]
cdef uint64_t _FOOTER = vocabulary.BITS["t_footer"]
cdef uint64_t _INNER_HEADER = vocabulary.BITS["t_inner_header"]
cdef uint64_t _INNER_FOOTER = vocabulary.BITS["t_inner_footer"]
cdef uint64_t _SITE_ROLE = vocabulary.SITE_ROLE


cdef class Outline:
    """The sections and blocks of the page *scan*, without the site's landmarks; sections without text are left out.

    An outline without blocks means that there is no text. Raises MemoryError.
    """

    def __cinit__(self, Scan scan not None):
        self.scan = scan
        self.title = -1
        self.left_out = <uint8_t*> calloc(scan.count + 1, 1)
        self.inside = <uint32_t*> calloc(scan.count + 1, sizeof(uint32_t))
        # A block adds a blank between elements, never more than the markup between them.
        self.text = <uint8_t*> malloc(scan.size + 16)
        if self.left_out == NULL or self.inside == NULL or self.text == NULL:
            raise MemoryError
        with nogil:
            read(self)
        if self.failed:
            raise MemoryError

    def __dealloc__(self):
        free(self.sections)
        free(self.blocks)
        free(self.left_out)
        free(self.inside)
        free(self.text)

    def __len__(self):
        return self.block_count

    def words(self, int32_t number):
        """Return the words of a block, blanks collapsed."""
        cdef Block* block = self.blocks + self._checked(number)
        return (<bytes> self.text[block.start : block.end]).decode("utf-8", "surrogatepass")

    def tag(self, int32_t number):
        """Return the tag of a block; empty for a run of text and elements."""
        cdef uint16_t tag = self.blocks[self._checked(number)].tag
        return "" if tag == Tag.TEXT or tag == Tag.OTHER else _TAGS[tag].decode()

    def offset(self, int32_t number):
        """Return where a block begins in the source, in bytes."""
        return self.scan.nodes[self.blocks[self._checked(number)].first].start

    def has_price(self, int32_t number):
        """Return whether a block is a short line with a price, which is no link."""
        cdef Block* block = self.blocks + self._checked(number)
        return bool(block.has_price & 1) and block.text < _LONG and 2 * block.linked < block.text

    def landmarks(self):
        """Return the tag and the markup of each part of the site that was left out."""
        cdef list found = []
        cdef int32_t number = 0
        while number < self.scan.count:
            if self.left_out[number]:
                found.append((self.scan.tag(number), self.scan.markup(number)))
                number = self.scan.nodes[number].last
            number += 1
        return found

    cdef int32_t _checked(self, int32_t number) except -1:
        if not 0 <= number < self.block_count:
            raise IndexError(number)
        return number


cdef void read(Outline self) noexcept nogil:
    cdef Node* nodes = self.scan.nodes
    cdef int32_t body = -1
    for number in range(self.scan.count):
        if nodes[number].tag == Tag.BODY:
            body = number
            break
    if body < 0:
        if self.scan.count == 0:
            return
        body = 0
    leave_out_landmarks(self, body)
    note_insides(self, body)
    number = enter(self, body, -1)
    if number >= 0:
        read_section(self, number)


cdef void leave_out_landmarks(Outline self, int32_t body) noexcept nogil:
    cdef Node* nodes = self.scan.nodes
    cdef int32_t number = body + 1
    while number <= nodes[body].last:
        tag = nodes[number].tag
        self.inside[number] = self.inside[nodes[number].parent] & Inside._IS_IN_TEXT
        if tag > Tag.COMMENT and is_landmark(self, number, body):
            self.left_out[number] = 1
            number = nodes[number].last
        elif tag == Tag.ARTICLE or tag == Tag.MAIN or tag == Tag.BLOCKQUOTE or tag == Tag.FIGURE:
            self.inside[number] |= Inside._IS_IN_TEXT
        number += 1


cdef bint is_landmark(Outline self, int32_t number, int32_t body) noexcept nogil:
    cdef Node* node = self.scan.nodes + number
    if node.tag == Tag.NAV or node.tag == Tag.DIALOG or node.tag == Tag.SELECT or node.tag == Tag.SVG:
        return True
    if node.attributes & Attribute.HAS_ROLE:
        if role_words.value_of(self.scan.attribute(number, b"role")) & _SITE_ROLE:
            return True
    if node.tag == Tag.HEADER:
        return node.parent == body
    if node.tag == Tag.FOOTER:
        return not self.inside[node.parent] & Inside._IS_IN_TEXT
    if node.attributes & Attribute.HAS_ARIA_MODAL:
        return self.scan.has_value(number, b"aria-modal", b"true")
    return False


cdef void note_insides(Outline self, int32_t body) noexcept nogil:
    """Note for each element which kinds of elements it holds, from the last node to the first."""
    cdef Node* nodes = self.scan.nodes
    cdef int32_t* following = <int32_t*> calloc(self.scan.count + 1, sizeof(int32_t))
    if following == NULL:
        self.failed = True
        return
    # Whatever is in a landmark is left out, too.
    number = body + 1
    while number <= nodes[body].last:
        if self.left_out[number]:
            memset(self.left_out + number, 1, nodes[number].last - number + 1)
            number = nodes[number].last
        number += 1
    for number in range(nodes[body].last, body, -1):
        tag = nodes[number].tag
        if tag <= Tag.COMMENT or self.left_out[number]:
            continue
        parent = nodes[number].parent
        self.inside[parent] |= (self.inside[number] & ~<uint32_t> Inside._IS_IN_TEXT) | kinds[tag]
        # The element that follows this one beside it is read before it.
        next_tag = nodes[following[parent]].tag if following[parent] else 0
        if tag == Tag.P and next_tag == Tag.P:
            self.inside[parent] |= _HAS_PARAGRAPHS
        elif tag == Tag.DIV and next_tag == Tag.DIV:
            self.inside[parent] |= _HAS_DIVS
        following[parent] = number
    free(following)


cdef uint64_t bits_of(Outline self, int32_t number, uint64_t around) noexcept nogil:
    """Return the hints of an element: its tag, its names, and rare attributes; *around* is what holds it."""
    cdef Node* node = self.scan.nodes + number
    cdef uint64_t bits = tag_bits[node.tag]
    if node.tag == Tag.HEADER:
        bits |= _INNER_HEADER if around & _CONTENT_LANDMARK else _HEADER
    elif node.tag == Tag.FOOTER:
        bits |= _INNER_FOOTER if around & _CONTENT_LANDMARK else _FOOTER
    bits |= bits_of_names(self, node.names)
    if node.attributes & Attribute.HAS_ROLE:
        bits |= role_words.value_of(self.scan.attribute(number, b"role")) & ~_SITE_ROLE
    if node.attributes & Attribute.HAS_ITEMPROP:
        bits |= _ITEMPROP
    if node.attributes & Attribute.HAS_ITEMTYPE and has_text(self.scan.attribute(number, b"itemtype"), b"product"):
        bits |= _PRODUCT
    return bits


cdef uint64_t bits_of_names(Outline self, Text names) noexcept nogil:
    # Utility classes come in long rows and say nothing after the first few.
    return name_words.values_in_names(limit(names, _LONGEST_NAMES))


cdef uint64_t signature_of(Outline self, int32_t number, uint64_t around) noexcept nogil:
    """Return what tells sections of one template: tags and classes on the way to it, without digits and states."""
    cdef Node* node = self.scan.nodes + number
    cdef uint64_t value = mix(around, node.tag + 1)
    cdef uint64_t hashed
    if node.tag == Tag.OTHER:
        value = mix(value, hash_bytes(self.scan.name(number)))
    word = limit(node.names, 0)
    while next_word(node.names, &word):
        if not states.value_of(word):
            hashed = 14695981039346656037u
            for at in range(word.size):
                if not is_digit(word.at[at]):
                    hashed = (hashed ^ word.at[at]) * 1099511628211u
            value = mix(value, hashed)
    return value


cdef int32_t enter(Outline self, int32_t node, int32_t parent) noexcept nogil:
    """Add the section of the element *node*; return its number, or -1 without memory."""
    cdef Section* around = NULL
    grown = grow(self.sections, self.section_count, &self.section_room, sizeof(Section))
    if grown == NULL:
        self.failed = True
        return -1
    self.sections = <Section*> grown
    section = self.sections + self.section_count
    memset(section, 0, sizeof(Section))
    section.node = node
    section.parent = parent
    section.first = section.last = self.block_count
    if parent >= 0:
        around = self.sections + parent
    section.named = bits_of(self, node, around.bits if around else 0)
    section.own = section.named | bits_of_names(self, self.scan.nodes[node].id)
    section.signature = signature_of(self, node, around.signature if around else 1)
    section.bits = section.near = section.own
    if around:
        section.depth = around.depth + 1
        section.bits |= around.bits
        # Wrappers without a name are looked through: the next one up says what this is.
        if around.own or around.parent < 0:
            section.near |= around.own
        else:
            section.near |= self.sections[around.parent].own
    self.section_count += 1
    return self.section_count - 1


cdef void leave(Outline self, int32_t number) noexcept nogil:
    """Hand what a section holds on to its parent; without text, and so without others behind it, it goes."""
    cdef Section* section = self.sections + number
    section.last = self.block_count - 1
    if section.parent < 0:
        return
    if section.text == 0:
        self.section_count -= 1
        return
    parent = self.sections + section.parent
    parent.text += section.text
    parent.linked += section.linked
    parent.prose += section.prose
    parent.blocks += section.blocks
    parent.children += 1


cdef void read_section(Outline self, int32_t number) noexcept nogil:
    """Add the blocks and sections in a section; nested no deeper than `_DEEPEST_SECTION`."""
    cdef Node* nodes = self.scan.nodes
    cdef int32_t element = self.sections[number].node
    cdef int32_t end = nodes[element].last
    cdef int32_t child = element + 1
    cdef int32_t first = -1, last = -1
    cdef uint16_t tag
    cdef uint8_t role
    cdef bint is_leaf
    while child <= end and not self.failed:
        tag = nodes[child].tag
        role = roles[tag]
        if self.left_out[child] or tag == Tag.COMMENT or role & Role._SKIPPED:
            child = nodes[child].last + 1
            continue
        if tag == Tag.TEXT:
            if first >= 0 or not is_blank(between(self.scan.text + nodes[child].start, self.scan.text + nodes[child].end)):
                first = child if first < 0 else first
                last = child
            child += 1
            continue
        is_leaf = (
            role & Role._LEAF != 0
            or not self.inside[child] & Inside._HAS_BLOCK
            or (role & Role._WHOLE != 0 and is_whole(self, child, tag))
        )
        if is_leaf and role & Role._INLINE:
            first = child if first < 0 else first
            last = nodes[child].last
        else:
            if first >= 0:
                add_block(self, number, first, last, Tag.TEXT)
                first = -1
            if is_leaf or self.sections[number].depth > _DEEPEST_SECTION:
                add_block(self, number, child, nodes[child].last, tag)
            else:
                inner = enter(self, child, number)
                if inner >= 0:
                    read_section(self, inner)
        child = nodes[child].last + 1
    if first >= 0:
        add_block(self, number, first, last, Tag.TEXT)
    leave(self, number)


cdef bint is_whole(Outline self, int32_t number, uint16_t tag) noexcept nogil:
    """Return whether a list or table holds no other structure, so that it is one block."""
    cdef uint32_t inside = self.inside[number]
    if inside & Inside._HAS_SECTIONING or inside & Inside._HAS_PARAGRAPHS:
        return False
    if tag == Tag.TABLE:
        return not inside & (Inside._HAS_TABLE | Inside._HAS_DIVS)
    if inside & (Inside._HAS_DIV | Inside._HAS_TABLE | Inside._HAS_DL | Inside._HAS_PRE):
        return False
    return not inside & (Inside._HAS_LIST if tag == Tag.DL else Inside._HAS_FIGURE)


cdef void add_block(Outline self, int32_t section, int32_t first, int32_t last, uint16_t tag) noexcept nogil:
    """Add the nodes from *first* to *last*, a run if *tag* is that of text, unless they have no text."""
    cdef Section* around = self.sections + section
    cdef Node* nodes = self.scan.nodes
    cdef int32_t elements = 0
    grown = grow(self.blocks, self.block_count, &self.block_room, sizeof(Block))
    if grown == NULL:
        self.failed = True
        return
    self.blocks = <Block*> grown
    block = self.blocks + self.block_count
    memset(block, 0, sizeof(Block))
    block.section = section
    block.first = first
    block.last = last
    block.tag = tag
    block.start = block.end = self.size
    gather(self, block)
    if not block.text:
        self.size = block.start
        return
    if tag == Tag.TEXT:
        child = first
        while child <= last:
            if nodes[child].tag > Tag.COMMENT:
                elements += 1
                block.tag = nodes[child].tag
                block.own = bits_of(self, child, around.bits)
            child = nodes[child].last + 1
        if elements > 1:
            block.tag = Tag.OTHER
            block.own = 0
    else:
        block.own = bits_of(self, first, around.bits)
        if Tag.H1 <= tag <= Tag.H6:
            block.level = tag - Tag.H1 + 1
    if block.linked > block.text or (around.bits | block.own) & _LINK:
        block.linked = block.text
    around.text += block.text
    around.linked += block.linked
    block.copy = hash_bytes(between(self.text + block.start, self.text + block.end))
    if block.text >= _LONG and block.linked * 3 < block.text:
        around.prose += block.text
        if tag == Tag.P and self.block_count:
            before = block - 1
            if (
                before.section == section and before.tag == Tag.P and before.own == block.own
                and _LONG <= before.text < _LONGEST_RUN and before.linked * 3 < before.text
            ):
                join(self, before, block)
                return
    around.blocks += 1
    self.block_count += 1


cdef void join(Outline self, Block* before, Block* block) noexcept nogil:
    """Make a paragraph part of the prose before it."""
    before.last = block.last
    before.end = block.end
    before.text += block.text + 1
    before.linked += block.linked
    before.words += block.words
    before.stops += block.stops
    before.digits += block.digits
    before.capitals += block.capitals
    before.ended = block.ended
    before.has_price |= block.has_price
    before.copy = mix(before.copy, block.copy)


cdef void gather(Outline self, Block* block) noexcept nogil:
    """Write the words of a block behind the text so far, and count what they are."""
    cdef Node* nodes = self.scan.nodes
    cdef int32_t number = block.first, link_end = -1, written = -1
    cdef bint is_apart = True
    if self.size and self.text[self.size - 1] != c"\n":
        self.text[self.size] = c"\n"
        self.size += 1
    block.start = self.size
    while number <= block.last:
        node = nodes + number
        tag = node.tag
        if tag == Tag.TEXT:
            if is_behind_block(self, written, number):
                is_apart = add_blank(self, block, is_apart)
            written = number
            is_apart = add_text(self, block, node, is_apart, number <= link_end)
        elif self.left_out[number] or tag == Tag.COMMENT or roles[tag] & Role._SKIPPED:
            number = node.last
        else:
            if tag == Tag.A and link_end < number:
                link_end = node.last
            if tag == Tag.BR or not roles[tag] & Role._INLINE:
                is_apart = add_blank(self, block, is_apart)
        number += 1
    if self.size > block.start and self.text[self.size - 1] == c" ":
        self.size -= 1
        block.text -= 1
    block.end = self.size
    if block.text:
        judge_text(self, block)


cdef bint is_behind_block(Outline self, int32_t written, int32_t number) noexcept nogil:
    """Return whether an element that is no run of text ends between two texts."""
    cdef Node* nodes = self.scan.nodes
    cdef int32_t around = nodes[written].parent if written >= 0 else -1
    while around >= 0 and nodes[around].last < number:
        if not roles[nodes[around].tag] & Role._INLINE:
            return True
        around = nodes[around].parent
    return False


cdef bint add_blank(Outline self, Block* block, bint is_apart) noexcept nogil:
    if not is_apart:
        self.text[self.size] = c" "
        self.size += 1
        block.text += 1
    return True


cdef bint add_text(Outline self, Block* block, Node* node, bint is_apart, bint is_linked) noexcept nogil:
    """Add the characters of a text, blanks collapsed; return whether they end with one."""
    cdef const uint8_t* at = self.scan.text + node.start
    cdef const uint8_t* end = self.scan.text + node.end
    cdef uint8_t* target = self.text + self.size
    cdef int32_t characters = 0
    cdef uint32_t size
    cdef uint8_t byte
    while at < end:
        byte = at[0]
        size = 1
        if byte == c"&":
            byte = named_character(between(at, end), &size)
            byte = c" " if byte == 0xA0 else byte
        elif byte == 0xE2 or byte == 0xE3:
            size = blank_size(at, end)
            byte = c" " if size else byte
            size = size or 1
        at += size
        if is_space(byte):
            byte = c" "
            if is_apart:
                continue
        target[0] = byte
        target += 1
        characters += is_first_byte(byte)
        is_apart = byte == c" "
    self.size = <uint32_t> (target - self.text)
    block.text += characters
    if is_linked:
        block.linked += characters
    return is_apart


cdef void judge_text(Outline self, Block* block) noexcept nogil:
    """Count words, stops, digits and capitals of a block; note its end and whether it names a price."""
    cdef const uint8_t* start = self.text + block.start
    cdef const uint8_t* end = self.text + block.end
    cdef const uint8_t* at = start
    block.words = 1
    while at < end:
        byte = at[0]
        if byte == c" ":
            block.words += 1
        elif is_digit(byte):
            block.digits += 1
            if not (block.has_price & 3 == 3) and (at == start or not is_number((at - 1)[0])):
                block.has_price |= judge_number(between(start, at), between(at, end))
        elif c"A" <= byte <= c"Z":
            block.capitals += 1
        elif byte < 128:
            block.stops += byte in b".,;:!?"
        elif byte >= 0xE2:
            three = three_bytes(at, end)
            # Stops of Chinese and Japanese, and stars.
            block.stops += three in (0xE38081, 0xE38082, 0xEFBC8C, 0xEFBC81, 0xEFBC9F)
            block.has_price |= 2 * (three in (0xE29885, 0xE29886, 0xE2AD90))
        at += 1
    block.ended = (end - 1)[0] in b".!?:" or (
        start + 3 <= end and three_bytes(end - 3, end) in (0xE280A6, 0xE38082, 0xEFBC81, 0xEFBC9F)
    )


cdef inline bint is_number(uint8_t byte) noexcept nogil:
    return is_digit(byte) or byte == c"." or byte == c","


cdef uint8_t judge_number(Text before, Text text) noexcept nogil:
    """Return 1 for a number beside a currency, 2 for one of at most five that is a rating, else 0."""
    cdef uint32_t size = 0
    if ends_with_currency(before):
        return 1
    while is_number(byte_at(text, size)):
        size += 1
    rest = cut(text, size + (byte_at(text, size) == c" "))
    if begins_with_currency(rest):
        return 1
    if text.at[0] > c"5" or is_digit(byte_at(text, 1)):
        return 0
    cdef bint is_counted = byte_at(rest, 0) == c"(" and is_digit(byte_at(rest, 1))
    # The other characters of a number are those of its fraction.
    return 2 if start_size(rest, &RATINGS) or (is_counted and count_digits(text) < size) else 0


cdef bint is_currency(Text word) noexcept nogil:
    found = currencies.value_of(word)
    return found == 1 or (found > 0 and word.at[0] < c"a")


cdef bint ends_with_currency(Text text) noexcept nogil:
    """Return whether *text* ends with a currency, and a blank behind that."""
    cdef uint32_t size
    text.size -= last_byte(text) == c" "
    for size in range(1, min(text.size, <uint32_t> _LONGEST_CURRENCY) + 1):
        word = cut(text, text.size - size)
        if word.at[0] == c" " or is_number(word.at[0]):
            break
        if is_currency(word):
            return size == text.size or not is_letter(word.at[0]) or not is_letter((word.at - 1)[0])
    return False


cdef bint begins_with_currency(Text text) noexcept nogil:
    cdef uint32_t size
    for size in range(1, min(text.size, <uint32_t> _LONGEST_CURRENCY) + 1):
        if text.at[size - 1] == c" ":
            break
        if is_currency(limit(text, size)):
            return size == text.size or not is_letter(text.at[size - 1]) or not is_letter(text.at[size])
    return False


cdef int32_t common_section(Outline page, int32_t one, int32_t other) noexcept nogil:
    """Return the smallest section around both."""
    while one != other:
        if page.sections[one].depth >= page.sections[other].depth:
            one = page.sections[one].parent
        else:
            other = page.sections[other].parent
    return one
