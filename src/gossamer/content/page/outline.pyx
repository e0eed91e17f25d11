"""A page as a sequence of blocks, each in a section: one pass over its nodes.

A *block* is the smallest run of nodes that is kept or dropped as one: a heading, a code listing, a list or table that
holds no other structure, paragraphs of prose in a row, or the text and inline elements that stand between two block
elements. A *section* is an element that holds blocks or other sections. Both are numbered in document order, a section
always after its parent.
"""

from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memset, strlen

from gossamer.content.page.scan cimport Attribute, Node, Scan, Span, Tag
from gossamer.content.page.words cimport WordTable, hash_bytes, is_letter, mix

from gossamer.content.page import vocabulary
from gossamer.content.page.scan import _TAGS

cdef enum Role:
    _BLOCK = 1
    _INLINE = 2
    _LEAF = 4
    _SKIPPED = 8
    _WHOLE = 16

cdef enum:
    _DEEPEST_SECTION = 160
    _LONGEST_NAMES = 120
    _LONG = 80
    _LONGEST_RUN = 1500

_RATING_NAMES = [name.encode() for name in vocabulary.RATINGS]

cdef enum:
    _LONGEST_CURRENCY = 8
    _RATINGS = 9

# Codes count in capitals only: "try 5" is no price.
cdef WordTable currencies = WordTable({name: 1 + (name.isupper() and name.isalpha()) for name in vocabulary.CURRENCIES})
cdef const char* ratings[_RATINGS]
cdef uint8_t roles[<int> Tag.TAGS]
cdef uint32_t kinds[<int> Tag.TAGS]
cdef uint64_t tag_bits[<int> Tag.TAGS]
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


def _fill_tables():
    number_of = {name.decode(): number for number, name in enumerate(_TAGS)}
    cdef int number
    for role, tags in ((_BLOCK, vocabulary.BLOCKS), (_INLINE, vocabulary.INLINE), (_LEAF, vocabulary.LEAVES),
                       (_SKIPPED, vocabulary.SKIPPED), (_WHOLE, vocabulary.WHOLES)):
        for tag in tags:
            number = number_of[tag]
            roles[number] |= role
    for tag, names in vocabulary.BITS_OF_TAG.items():
        number = number_of[tag]
        tag_bits[number] = vocabulary.BITS[names]
    for tag in vocabulary.BLOCKS:
        number = number_of[tag]
        kinds[number] |= _HAS_BLOCK
    for kind, tags in ((_HAS_SECTIONING, vocabulary.SECTIONING), (_HAS_DIV, ("div",)), (_HAS_TABLE, ("table",)),
                       (_HAS_LIST, ("ul", "ol")), (_HAS_DL, ("dl",)), (_HAS_PRE, ("pre",)),
                       (_HAS_FIGURE, ("figure", "blockquote")), (_HAS_FORMULA, ("math", "mjx-container"))):
        for tag in tags:
            number = number_of[tag]
            kinds[number] |= kind
    for number in range(_RATINGS):
        ratings[number] = <const char*> _RATING_NAMES[number]


_fill_tables()


cdef inline bint is_space(uint8_t byte) noexcept nogil:
    return byte == c" " or 9 <= byte <= 13


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
            self.read()
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

    cdef void read(self) noexcept nogil:
        cdef Node* nodes = self.scan.nodes
        cdef int32_t number
        cdef int32_t body = -1
        for number in range(self.scan.count):
            if nodes[number].tag == Tag.BODY:
                body = number
                break
        if body < 0:
            if self.scan.count == 0:
                return
            body = 0
        self.leave_out_landmarks(body)
        self.note_insides(body)
        number = self.enter(body, -1)
        if number >= 0:
            self.read_section(number)

    cdef void leave_out_landmarks(self, int32_t body) noexcept nogil:
        cdef Node* nodes = self.scan.nodes
        cdef int32_t number = body + 1
        cdef uint16_t tag
        while number <= nodes[body].last:
            tag = nodes[number].tag
            self.inside[number] = self.inside[nodes[number].parent] & Inside._IS_IN_TEXT
            if tag > Tag.COMMENT and self.is_landmark(number, body):
                self.left_out[number] = 1
                number = nodes[number].last
            elif tag == Tag.ARTICLE or tag == Tag.MAIN or tag == Tag.BLOCKQUOTE or tag == Tag.FIGURE:
                self.inside[number] |= Inside._IS_IN_TEXT
            number += 1

    cdef bint is_landmark(self, int32_t number, int32_t body) noexcept nogil:
        cdef Node* node = self.scan.nodes + number
        cdef Span role
        if node.tag == Tag.NAV or node.tag == Tag.DIALOG or node.tag == Tag.SELECT or node.tag == Tag.SVG:
            return True
        if node.attributes & Attribute.HAS_ROLE:
            role = self.scan.attribute(number, b"role")
            if role_words.value_of(self.scan.text + role.start, role.end - role.start) & _SITE_ROLE:
                return True
        if node.tag == Tag.HEADER:
            return node.parent == body
        if node.tag == Tag.FOOTER:
            return not self.inside[node.parent] & Inside._IS_IN_TEXT
        if node.attributes & Attribute.HAS_ARIA_MODAL:
            return self.scan.has_value(self.scan.attribute(number, b"aria-modal"), b"true")
        return False

    cdef void note_insides(self, int32_t body) noexcept nogil:
        """Note for each element which kinds of elements it holds, from the last node to the first."""
        cdef Node* nodes = self.scan.nodes
        cdef int32_t number
        cdef int32_t parent
        cdef int32_t* following = <int32_t*> calloc(self.scan.count + 1, sizeof(int32_t))
        cdef uint16_t tag
        cdef uint16_t next_tag
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

    cdef uint64_t bits_of(self, int32_t number, uint64_t around) noexcept nogil:
        """Return the hints of an element: its tag, its names, and rare attributes; *around* is what holds it."""
        cdef Node* node = self.scan.nodes + number
        cdef uint64_t bits = tag_bits[node.tag]
        cdef Span span
        if node.tag == Tag.HEADER:
            bits |= _INNER_HEADER if around & _CONTENT_LANDMARK else _HEADER
        elif node.tag == Tag.FOOTER:
            bits |= _INNER_FOOTER if around & _CONTENT_LANDMARK else _FOOTER
        bits |= self.bits_of_names(node.names)
        if node.attributes & Attribute.HAS_ROLE:
            span = self.scan.attribute(number, b"role")
            bits |= role_words.value_of(self.scan.text + span.start, span.end - span.start) & ~_SITE_ROLE
        if node.attributes & Attribute.HAS_ITEMPROP:
            bits |= _ITEMPROP
        if node.attributes & Attribute.HAS_ITEMTYPE:
            span = self.scan.attribute(number, b"itemtype")
            while span.start + 7 <= span.end:
                if memcmp(self.scan.text + span.start, b"Product", 7) == 0:
                    bits |= _PRODUCT
                    break
                span.start += 1
        return bits

    cdef uint64_t bits_of_names(self, Span names) noexcept nogil:
        if names.start == names.end:
            return 0
        # Utility classes come in long rows and say nothing after the first few.
        return name_words.values_in_names(self.scan.text + names.start, min(names.end - names.start, _LONGEST_NAMES))

    cdef uint64_t signature_of(self, int32_t number, uint64_t around) noexcept nogil:
        """Return what tells sections of one template: tags and classes on the way to it, without digits and states."""
        cdef Node* node = self.scan.nodes + number
        cdef const uint8_t* text = self.scan.text
        cdef uint64_t value = mix(around, node.tag + 1)
        cdef uint32_t at = node.names.start
        cdef uint32_t start
        cdef uint64_t word
        if node.tag == Tag.OTHER:
            start = at = node.start + 1
            while at < node.inner and text[at] != c" " and text[at] != c">":
                at += 1
            value = mix(value, hash_bytes(text + start, at - start))
            at = node.names.start
        while at < node.names.end:
            start = at
            word = 14695981039346656037u
            while at < node.names.end and not is_space(text[at]):
                if not c"0" <= text[at] <= c"9":
                    word = (word ^ text[at]) * 1099511628211u
                at += 1
            if at > start and not states.value_of(text + start, at - start):
                value = mix(value, word)
            at += 1
        return value

    cdef int32_t enter(self, int32_t node, int32_t parent) noexcept nogil:
        """Add the section of the element *node*; return its number, or -1 without memory."""
        cdef Section* grown
        cdef Section* section
        cdef Section* around = NULL
        cdef int32_t room
        if self.section_count == self.section_room:
            room = self.section_room * 2 if self.section_room else 128
            grown = <Section*> realloc(self.sections, room * sizeof(Section))
            if grown == NULL:
                self.failed = True
                return -1
            self.sections = grown
            self.section_room = room
        section = self.sections + self.section_count
        memset(section, 0, sizeof(Section))
        section.node = node
        section.parent = parent
        section.first = section.last = self.block_count
        if parent >= 0:
            around = self.sections + parent
        section.named = self.bits_of(node, around.bits if around else 0)
        section.own = section.named | self.bits_of_names(self.scan.nodes[node].id)
        section.signature = self.signature_of(node, around.signature if around else 1)
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

    cdef void leave(self, int32_t number) noexcept nogil:
        """Hand what a section holds on to its parent; without text, and so without others behind it, it goes."""
        cdef Section* section = self.sections + number
        cdef Section* parent
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

    cdef void read_section(self, int32_t number) noexcept nogil:
        """Add the blocks and sections in a section; nested no deeper than `_DEEPEST_SECTION`."""
        cdef Node* nodes = self.scan.nodes
        cdef int32_t element = self.sections[number].node
        cdef int32_t end = nodes[element].last
        cdef int32_t child = element + 1
        cdef int32_t first = -1
        cdef int32_t last = -1
        cdef int32_t inner
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
                if first >= 0 or not self.is_blank(child):
                    first = child if first < 0 else first
                    last = child
                child += 1
                continue
            is_leaf = (
                role & Role._LEAF != 0
                or not self.inside[child] & Inside._HAS_BLOCK
                or (role & Role._WHOLE != 0 and self.is_whole(child, tag))
            )
            if is_leaf and role & Role._INLINE:
                first = child if first < 0 else first
                last = nodes[child].last
            else:
                if first >= 0:
                    self.add_block(number, first, last, Tag.TEXT)
                    first = -1
                if is_leaf or self.sections[number].depth > _DEEPEST_SECTION:
                    self.add_block(number, child, nodes[child].last, tag)
                else:
                    inner = self.enter(child, number)
                    if inner >= 0:
                        self.read_section(inner)
            child = nodes[child].last + 1
        if first >= 0:
            self.add_block(number, first, last, Tag.TEXT)
        self.leave(number)

    cdef bint is_blank(self, int32_t number) noexcept nogil:
        cdef Node* node = self.scan.nodes + number
        cdef uint32_t at
        for at in range(node.start, node.end):
            if not is_space(self.scan.text[at]):
                return False
        return True

    cdef bint is_whole(self, int32_t number, uint16_t tag) noexcept nogil:
        """Return whether a list or table holds no other structure, so that it is one block."""
        cdef uint32_t inside = self.inside[number]
        if inside & Inside._HAS_SECTIONING or inside & Inside._HAS_PARAGRAPHS:
            return False
        if tag == Tag.TABLE:
            return not inside & (Inside._HAS_TABLE | Inside._HAS_DIVS)
        if inside & (Inside._HAS_DIV | Inside._HAS_TABLE | Inside._HAS_DL | Inside._HAS_PRE):
            return False
        return not inside & (Inside._HAS_LIST if tag == Tag.DL else Inside._HAS_FIGURE)

    cdef void add_block(self, int32_t section, int32_t first, int32_t last, uint16_t tag) noexcept nogil:
        """Add the nodes from *first* to *last*, a run if *tag* is that of text, unless they have no text."""
        cdef Section* around = self.sections + section
        cdef Node* nodes = self.scan.nodes
        cdef Block* grown
        cdef Block* block
        cdef Block* before
        cdef int32_t elements = 0
        cdef int32_t child
        cdef int32_t room
        if self.block_count == self.block_room:
            room = self.block_room * 2 if self.block_room else 256
            grown = <Block*> realloc(self.blocks, room * sizeof(Block))
            if grown == NULL:
                self.failed = True
                return
            self.blocks = grown
            self.block_room = room
        block = self.blocks + self.block_count
        memset(block, 0, sizeof(Block))
        block.section = section
        block.first = first
        block.last = last
        block.tag = tag
        block.start = block.end = self.size
        self.gather(block)
        if not block.text:
            self.size = block.start
            return
        if tag == Tag.TEXT:
            child = first
            while child <= last:
                if nodes[child].tag > Tag.COMMENT:
                    elements += 1
                    block.tag = nodes[child].tag
                    block.own = self.bits_of(child, around.bits)
                child = nodes[child].last + 1
            if elements > 1:
                block.tag = Tag.OTHER
                block.own = 0
        else:
            block.own = self.bits_of(first, around.bits)
            if Tag.H1 <= tag <= Tag.H6:
                block.level = tag - Tag.H1 + 1
        if block.linked > block.text or (around.bits | block.own) & _LINK:
            block.linked = block.text
        around.text += block.text
        around.linked += block.linked
        block.copy = hash_bytes(self.text + block.start, block.end - block.start)
        if block.text >= _LONG and block.linked * 3 < block.text:
            around.prose += block.text
            if tag == Tag.P and self.block_count:
                before = block - 1
                if (
                    before.section == section and before.tag == Tag.P and before.own == block.own
                    and _LONG <= before.text < _LONGEST_RUN and before.linked * 3 < before.text
                ):
                    self.join(before, block)
                    return
        around.blocks += 1
        self.block_count += 1

    cdef void join(self, Block* before, Block* block) noexcept nogil:
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

    cdef void gather(self, Block* block) noexcept nogil:
        """Write the words of a block behind the text so far, and count what they are."""
        cdef Node* nodes = self.scan.nodes
        cdef int32_t number = block.first
        cdef int32_t link_end = -1
        cdef int32_t written = -1
        cdef uint16_t tag
        cdef bint is_apart = True
        cdef Node* node
        if self.size and self.text[self.size - 1] != c"\n":
            self.text[self.size] = c"\n"
            self.size += 1
        block.start = self.size
        while number <= block.last:
            node = nodes + number
            tag = node.tag
            if tag == Tag.TEXT:
                if self.is_behind_block(written, number):
                    is_apart = self.add_blank(block, is_apart)
                written = number
                is_apart = self.add_text(block, node, is_apart, number <= link_end)
            elif self.left_out[number] or tag == Tag.COMMENT or roles[tag] & Role._SKIPPED:
                number = node.last
            else:
                if tag == Tag.A and link_end < number:
                    link_end = node.last
                if tag == Tag.BR or not roles[tag] & Role._INLINE:
                    is_apart = self.add_blank(block, is_apart)
            number += 1
        if self.size > block.start and self.text[self.size - 1] == c" ":
            self.size -= 1
            block.text -= 1
        block.end = self.size
        if block.text:
            self.judge_text(block)

    cdef bint is_behind_block(self, int32_t written, int32_t number) noexcept nogil:
        """Return whether an element that is no run of text ends between two texts."""
        cdef Node* nodes = self.scan.nodes
        cdef int32_t around = nodes[written].parent if written >= 0 else -1
        while around >= 0 and nodes[around].last < number:
            if not roles[nodes[around].tag] & Role._INLINE:
                return True
            around = nodes[around].parent
        return False

    cdef bint add_blank(self, Block* block, bint is_apart) noexcept nogil:
        if not is_apart:
            self.text[self.size] = c" "
            self.size += 1
            block.text += 1
        return True

    cdef bint add_text(self, Block* block, Node* node, bint is_apart, bint is_linked) noexcept nogil:
        """Add the characters of a text, blanks collapsed; return whether they end with one."""
        cdef const uint8_t* text = self.scan.text
        cdef uint8_t* target = self.text
        cdef uint32_t at = node.start
        cdef uint32_t end = node.end
        cdef uint32_t size = self.size
        cdef int32_t characters = 0
        cdef uint8_t byte
        while at < end:
            byte = text[at]
            if byte == c"&":
                if begins_with(text, at, end, "&nbsp;"):
                    byte = c" "
                    at += 5
                elif begins_with(text, at, end, "&amp;"):
                    at += 4
                elif begins_with(text, at, end, "&lt;"):
                    byte = c"<"
                    at += 3
                elif begins_with(text, at, end, "&gt;"):
                    byte = c">"
                    at += 3
                elif begins_with(text, at, end, "&quot;"):
                    byte = c'"'
                    at += 5
            elif byte == 0xE2 and at + 2 < end and text[at + 1] == 0x80 and (
                0x80 <= text[at + 2] <= 0x8A or 0xA8 <= text[at + 2] <= 0xA9 or text[at + 2] == 0xAF
            ):
                byte = c" "
                at += 2
            elif byte == 0xE3 and at + 2 < end and text[at + 1] == 0x80 and text[at + 2] == 0x80:
                byte = c" "
                at += 2
            at += 1
            if is_space(byte):
                if not is_apart:
                    target[size] = c" "
                    size += 1
                    characters += 1
                    is_apart = True
                continue
            target[size] = byte
            size += 1
            characters += (byte & 0xC0) != 0x80
            is_apart = False
        self.size = size
        block.text += characters
        if is_linked:
            block.linked += characters
        return is_apart

    cdef void judge_text(self, Block* block) noexcept nogil:
        """Count words, stops, digits and capitals of a block; note its end and whether it names a price."""
        cdef const uint8_t* text = self.text
        cdef uint32_t at = block.start
        cdef uint32_t end = block.end
        cdef uint8_t byte
        cdef int32_t words = 1
        cdef int32_t stops = 0
        cdef int32_t digits = 0
        cdef int32_t capitals = 0
        while at < end:
            byte = text[at]
            if byte == c" ":
                words += 1
            elif byte < 128:
                if c"0" <= byte <= c"9":
                    digits += 1
                    if not (block.has_price & 3 == 3) and (at == block.start or not is_number(text[at - 1])):
                        block.has_price |= judge_number(text, block.start, at, end)
                elif c"A" <= byte <= c"Z":
                    capitals += 1
                elif byte == c"." or byte == c"," or byte == c";" or byte == c":" or byte == c"!" or byte == c"?":
                    stops += 1
            elif byte == 0xE3 and at + 2 < end and text[at + 1] == 0x80 and (text[at + 2] == 0x81 or text[at + 2] == 0x82):
                stops += 1
            elif byte == 0xEF and at + 2 < end and text[at + 1] == 0xBC and (
                text[at + 2] == 0x8C or text[at + 2] == 0x81 or text[at + 2] == 0x9F
            ):
                stops += 1
            elif byte == 0xE2 and at + 2 < end and (
                (text[at + 1] == 0x98 and 0x85 <= text[at + 2] <= 0x86) or (text[at + 1] == 0xAD and text[at + 2] == 0x90)
            ):
                block.has_price |= 2
            at += 1
        block.words = words
        block.stops = stops
        block.digits = digits
        block.capitals = capitals
        byte = text[end - 1]
        block.ended = byte == c"." or byte == c"!" or byte == c"?" or byte == c":" or (
            end - block.start >= 3 and (
                (text[end - 3] == 0xE2 and text[end - 2] == 0x80 and byte == 0xA6)
                or (text[end - 3] == 0xE3 and text[end - 2] == 0x80 and byte == 0x82)
                or (text[end - 3] == 0xEF and text[end - 2] == 0xBC and (byte == 0x81 or byte == 0x9F))
            )
        )


cdef inline bint is_number(uint8_t byte) noexcept nogil:
    return c"0" <= byte <= c"9" or byte == c"." or byte == c","


cdef bint begins_with(const uint8_t* text, uint32_t at, uint32_t end, const char* word) noexcept nogil:
    cdef uint32_t size = <uint32_t> strlen(word)
    return at + size <= end and memcmp(text + at, word, size) == 0


cdef uint8_t judge_number(const uint8_t* text, uint32_t first, uint32_t at, uint32_t end) noexcept nogil:
    """Return 1 for a number beside a currency, 2 for one of at most five that is a rating, else 0."""
    cdef uint32_t start = at
    cdef bint is_fraction = False
    cdef int word
    if is_behind_currency(text, first, at):
        return 1
    while at < end and is_number(text[at]):
        is_fraction = is_fraction or not c"0" <= text[at] <= c"9"
        at += 1
    if at < end and text[at] == c" ":
        at += 1
    if is_before_currency(text, at, end):
        return 1
    if text[start] > c"5" or (start + 1 < end and c"0" <= text[start + 1] <= c"9"):
        return 0
    for word in range(_RATINGS):
        if begins_with(text, at, end, ratings[word]):
            return 2
    return 2 if is_fraction and at + 1 < end and text[at] == c"(" and c"0" <= text[at + 1] <= c"9" else 0


cdef bint is_behind_currency(const uint8_t* text, uint32_t first, uint32_t at) noexcept nogil:
    cdef uint32_t start
    cdef uint64_t found
    if at > first and text[at - 1] == c" ":
        at -= 1
    start = at
    while start > first and at - start < _LONGEST_CURRENCY and text[start - 1] != c" " and not is_number(text[start - 1]):
        start -= 1
        found = currencies.value_of(text + start, at - start)
        if found == 1 or (found and text[start] < c"a"):
            return start == first or not is_letter(text[start]) or not is_letter(text[start - 1])
    return False


cdef bint is_before_currency(const uint8_t* text, uint32_t at, uint32_t end) noexcept nogil:
    cdef uint32_t size = 0
    cdef uint64_t found
    while at + size < end and size < _LONGEST_CURRENCY and text[at + size] != c" ":
        size += 1
        found = currencies.value_of(text + at, size)
        if found == 1 or (found and text[at] < c"a"):
            return at + size == end or not is_letter(text[at + size - 1]) or not is_letter(text[at + size])
    return False


cdef int32_t common_section(Outline page, int32_t one, int32_t other) noexcept nogil:
    """Return the smallest section around both."""
    while one != other:
        if page.sections[one].depth >= page.sections[other].depth:
            one = page.sections[one].parent
        else:
            other = page.sections[other].parent
    return one
