# cython: infer_types=True
"""A draft: the parts of a scanned page that are to be written, in arrays that passes may rearrange.

A part is an element, a text, or a literal (Markdown already). Texts point into the page, or into memory of the draft
where they were unescaped or a pass made them; so nothing is copied that stays as it is. Part 0 has nothing around,
beside or inside it, and stands for none. `failed` says that there was no memory.
"""

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from gossamer.content.page.scan cimport Scan, Tag
from gossamer.content.page.spans cimport (
    as_text, begins_with, between, cut, grow, has_byte, is_blank, named_character,
)
from gossamer.content.page import markup, vocabulary
from gossamer.content.page.scan import _TAGS

cdef enum:
    _CHUNK = 16384


traits = vocabulary.bits_of_tags(markup.entry("traits"), _TAGS)


cdef class Draft:
    """The parts of the nodes *first* to *last* of a scan without those that *skip* marks."""

    def __cinit__(self, Scan scan):
        self.scan = scan

    def __dealloc__(self):
        free(self.parts)
        while self.arena != NULL:
            chunk = self.arena
            self.arena = chunk.before
            free(chunk)

    cdef void read(self, const uint8_t* skip, int32_t first, int32_t last) noexcept nogil:
        cdef int32_t number = first
        places = <int32_t*> malloc((last - first + 1) * sizeof(int32_t))
        add(self, Tag.OTHER, -1)
        if places == NULL:
            self.failed = True
        while number <= last and not self.failed:
            node = self.scan.nodes + number
            if (skip != NULL and skip[number]) or node.tag == Tag.COMMENT or is_left_out(self.scan, number):
                number = node.last + 1
                continue
            at = add(self, node.tag, number)
            if node.tag == Tag.TEXT:
                self.parts[at].text = self.unescape(between(self.scan.text + node.start, self.scan.text + node.end))
            else:
                note_tag(self, at, node.tag)
                self.attributes |= node.attributes
                if node.tag == Tag.A:
                    self.parts[at].text = self.unescape(self.scan.attribute(number, b"href"))
            places[number - first] = at
            if number > first:
                self.append(places[node.parent - first], at)
            else:
                self.root = at
            number += 1
        free(places)

    # Memory.

    cdef uint8_t* memory(self, uint32_t size) noexcept nogil:
        """Return *size* bytes that stay as long as the draft does; NULL without memory."""
        chunk = self.arena
        if chunk == NULL or chunk.room - chunk.used < size:
            room = max(size, <uint32_t> _CHUNK)
            chunk = <Chunk*> malloc(sizeof(Chunk) + room)
            if chunk == NULL:
                self.failed = True
                return NULL
            chunk[0] = Chunk(self.arena, 0, room)
            self.arena = chunk
        chunk.used += size
        return <uint8_t*> (chunk + 1) + chunk.used - size

    cdef Text unescape(self, Text text) noexcept nogil:
        """Return what is written in the page with its characters in place of their names."""
        cdef uint32_t size
        cdef uint8_t* to = self.memory(text.size) if has_byte(text, c"&") else NULL
        if to == NULL:
            return text
        start = to
        while text.size:
            byte = named_character(text, &size)
            to[0] = 0xC2
            to += size > 1 and byte == 0xA0
            to[0] = byte
            to += 1
            text = cut(text, size)
        return between(start, to)

    cdef Text join(self, Text one, Text two, Text three) noexcept nogil:
        """Return three texts as one."""
        to = self.memory(one.size + two.size + three.size)
        if to == NULL:
            return one
        memcpy(to, one.at, one.size)
        memcpy(to + one.size, two.at, two.size)
        memcpy(to + one.size + two.size, three.at, three.size)
        return Text(to, one.size + two.size + three.size)

    # Parts.

    cdef int32_t make(self, uint16_t tag) noexcept nogil:
        """Return a new element."""
        number = add(self, tag, -1)
        note_tag(self, number, tag)
        return number

    cdef int32_t make_text(self, uint16_t tag, Text text) noexcept nogil:
        """Return a new text or literal."""
        number = add(self, tag, -1)
        if number:
            self.parts[number].text = text
        return number

    cdef void retag(self, int32_t number, uint16_t tag) noexcept nogil:
        """Give an element another tag, in whose line it is the last from now on."""
        part = self.parts + number
        if part.alike_before:
            self.parts[part.alike_before].alike = part.alike
        else:
            self.first_of[part.tag] = part.alike
        if part.alike:
            self.parts[part.alike].alike_before = part.alike_before
        else:
            self.last_of[part.tag] = part.alike_before
        note_tag(self, number, tag)

    cdef void set_tag(self, int32_t number, uint16_t tag) noexcept nogil:
        """Give an element another tag, but no place in the line of that."""
        self.traits |= traits[tag]
        self.parts[number].tag = tag

    cdef void append(self, int32_t parent, int32_t child) noexcept nogil:
        place(self, child, parent, self.parts[parent].last, 0)

    cdef void put_before(self, int32_t number, int32_t added) noexcept nogil:
        place(self, added, self.parts[number].parent, self.parts[number].previous, number)

    cdef void put_after(self, int32_t number, int32_t added) noexcept nogil:
        place(self, added, self.parts[number].parent, number, self.parts[number].next)

    cdef void put_first(self, int32_t parent, int32_t added) noexcept nogil:
        place(self, added, parent, 0, self.parts[parent].first)

    cdef void remove(self, int32_t number) noexcept nogil:
        part = self.parts + number
        if not part.parent:
            return
        if part.previous:
            self.parts[part.previous].next = part.next
        else:
            self.parts[part.parent].first = part.next
        if part.next:
            self.parts[part.next].previous = part.previous
        else:
            self.parts[part.parent].last = part.previous
        part.parent = part.previous = part.next = 0

    cdef void replace(self, int32_t number, int32_t added) noexcept nogil:
        self.put_before(number, added)
        self.remove(number)

    cdef void unwrap(self, int32_t number) noexcept nogil:
        """Put the children of an element in its place."""
        while self.parts[number].first and self.parts[number].parent:
            child = self.parts[number].first
            self.remove(child)
            self.put_before(number, child)
        self.remove(number)

    cdef int32_t wrap_children(self, int32_t number, uint16_t tag) noexcept nogil:
        """Put the children of an element into a new one inside it, and return that."""
        inner = self.make(tag)
        while self.parts[number].first and inner:
            child = self.parts[number].first
            self.remove(child)
            self.append(inner, child)
        self.append(number, inner)
        return inner

    cdef void set_text(self, int32_t number, Text text) noexcept nogil:
        """Leave nothing in an element but *text*."""
        while self.parts[number].first:
            self.remove(self.parts[number].first)
        self.append(number, self.make_text(Tag.TEXT, text))

    # Searches.

    cdef int32_t each(self, uint16_t tag, int32_t after) noexcept nogil:
        """Return the first element of *tag*, or behind *after* in its line, that is still in its place; or 0."""
        return self.in_place(tag, self.parts[after].alike if after else self.first_of[tag])

    cdef int32_t in_place(self, uint16_t tag, int32_t number) noexcept nogil:
        """Return an element, or the first behind it, that is still one of *tag* and in its place; or 0."""
        while number and (self.parts[number].tag != tag or (not self.parts[number].parent and number != self.root)):
            number = self.parts[number].alike
        return number

    cdef int32_t find(self, int32_t root, uint32_t bits) noexcept nogil:
        """Return the first element inside *root* with one of the traits *bits*, or 0."""
        at = following(self, root, root) if self.traits & bits else 0
        while at and not has(self, at, bits):
            at = following(self, at, root)
        return at

    cdef int32_t find_tag(self, int32_t root, uint16_t tag) noexcept nogil:
        at = following(self, root, root) if self.first_of[tag] else 0
        while at and self.parts[at].tag != tag:
            at = following(self, at, root)
        return at

    cdef int32_t within(self, int32_t number, uint32_t bits) noexcept nogil:
        """Return the nearest element with one of the traits *bits* around a part, or 0."""
        at = self.parts[number].parent
        while at and not has(self, at, bits):
            at = self.parts[at].parent
        return at

    cdef int32_t within_tag(self, int32_t number, uint16_t tag) noexcept nogil:
        at = self.parts[number].parent
        while at and self.parts[at].tag != tag:
            at = self.parts[at].parent
        return at

    # What parts say.

    cdef bint has_attribute(self, int32_t number, const char* name) noexcept nogil:
        return self.parts[number].node >= 0 and self.scan.has(self.parts[number].node, name)

    cdef Text attribute(self, int32_t number, const char* name) noexcept nogil:
        """Return the value of an attribute, empty where there is none."""
        node = self.parts[number].node
        value = self.scan.attribute(node, name) if node >= 0 else Text(NULL, 0)
        return self.unescape(value) if value.at != NULL else as_text(b"")

    cdef Text classes(self, int32_t number) noexcept nogil:
        """Return the classes of a part as they are written."""
        return self.scan.nodes[self.parts[number].node].names if self.parts[number].node >= 0 else as_text(b"")

    cdef bint shows_text(self, int32_t number) noexcept nogil:
        """Return whether there are words in a part."""
        at = number
        while at:
            if self.parts[at].tag <= LITERAL and not is_blank(self.parts[at].text):
                return True
            at = following(self, at, number)
        return False

    cdef bint shows_text_or_picture(self, int32_t number) noexcept nogil:
        return self.shows_text(number) or self.find_tag(number, Tag.IMG)

    cdef Text first_words(self, int32_t number) noexcept nogil:
        """Return the first text with words in a part, an empty one without any."""
        return self.parts[next_words(self, number, number)].text

    cdef Text last_words(self, int32_t number) noexcept nogil:
        """Return the last text with words in a part, an empty one without any."""
        cdef int32_t last = 0
        at = next_words(self, number, number)
        while at:
            last = at
            at = next_words(self, following(self, at, number), number)
        return self.parts[last].text

    cdef Text text_of(self, int32_t number) noexcept nogil:
        """Return the words in a part, as they are."""
        cdef uint32_t size = 0
        at = first = last = next_words(self, number, number)
        while at:
            size += self.parts[at].text.size
            last = at
            at = next_words(self, following(self, at, number), number)
        if first == last:
            return self.parts[first].text if first else as_text(b"")
        to = self.memory(size)
        size = 0
        while first and to != NULL:
            text = self.parts[first].text
            memcpy(to + size, text.at, text.size)
            size += text.size
            first = next_words(self, following(self, first, number), number)
        return Text(to, size)


cdef int32_t add(Draft self, uint16_t tag, int32_t node) noexcept nogil:
    """Add a part that stands nowhere and return its number; 0 without memory."""
    grown = grow(self.parts, self.count, &self.room, sizeof(Part))
    if grown == NULL:
        self.failed = True
        return 0
    self.parts = <Part*> grown
    part = self.parts + self.count
    memset(part, 0, sizeof(Part))
    part.node = node
    part.tag = tag
    self.count += 1
    return self.count - 1


cdef void note_tag(Draft self, int32_t number, uint16_t tag) noexcept nogil:
    """Set the tag of an element, and put it in line with the others of that tag."""
    if not number:
        return
    self.traits |= traits[tag]
    self.parts[number].tag = tag
    self.parts[number].alike = 0
    self.parts[number].alike_before = self.last_of[tag]
    if self.last_of[tag]:
        self.parts[self.last_of[tag]].alike = number
    else:
        self.first_of[tag] = number
    self.last_of[tag] = number


cdef void place(Draft self, int32_t added, int32_t parent, int32_t before, int32_t behind) noexcept nogil:
    """Put a part that stands nowhere between two children of *parent*; where that is nothing, nowhere."""
    if not added or not parent:
        return
    self.parts[added].parent = parent
    self.parts[added].previous = before
    self.parts[added].next = behind
    if before:
        self.parts[before].next = added
    else:
        self.parts[parent].first = added
    if behind:
        self.parts[behind].previous = added
    else:
        self.parts[parent].last = added


cdef int32_t next_words(Draft self, int32_t number, int32_t root) noexcept nogil:
    """Return a part, or the first one behind it in *root*, that is a text or literal and not empty; or 0."""
    while number and (self.parts[number].tag > LITERAL or not self.parts[number].text.size):
        number = following(self, number, root)
    return number


cdef bint is_left_out(Scan scan, int32_t number) noexcept nogil:
    """Return whether a node shows nothing: metadata and scripts, but for scripts that hold a formula."""
    tag = scan.nodes[number].tag
    return not begins_with(scan.attribute(number, b"type"), b"math/tex") if tag == Tag.SCRIPT else (
        traits[tag] & Trait.SKIPPED
    )
