"""A draft: the parts of a scanned page that are to be written, in arrays that passes may rearrange.

A part is an element, a text, or a literal (Markdown already). Texts point into the page, or into memory of the draft
where they were escaped or a pass made them; so nothing is copied that stays as it is. Part 0 takes what is lost when
there is no memory; `failed` says so.
"""

from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memchr, memcmp, memcpy, strlen

from gossamer.content.page.scan cimport Attribute, Node, Scan, Span, Tag
from gossamer.content.page import scan as _scan

cdef enum:
    _CHUNK = 16384

_WORDS = {
    Trait.BLOCK: (
        "html body p div section article header footer nav aside main figure figcaption address blockquote pre hr "
        "h1 h2 h3 h4 h5 h6 ul ol li dl dt dd menu details summary table"
    ),
    Trait.SKIPPED: "style template datalist head noembed noframes rp link meta",
    Trait.PARAGRAPH: "p div",
    Trait.HEADING: "h1 h2 h3 h4 h5 h6",
    Trait.LIST: "ul ol menu",
    Trait.STRONG_TAG: "strong b",
    Trait.EM_TAG: "em i",
    Trait.DEL_TAG: "del s strike",
    Trait.CODE_SPAN: "code kbd samp",
    Trait.MEDIA: "img input hr video audio picture math",
    Trait.FRAMED: "blockquote pre hr ul ol menu table",
    Trait.CELL: "td th",
    Trait.ROWS: "tbody thead tfoot",
    Trait.HOLDER: "p div section article header",
    Trait.NEVER_FIRST: "h1 h2 h3 h4 h5 h6 pre ul ol dl table blockquote figure hr img details picture video",
    Trait.CELL_BLOCK: "ul ol dl p div pre br blockquote",
    Trait.AMOUNT_INLINE: "a b bdi data em font i ins mark small span strong sup u",
    Trait.LITERAL_TEXT: "pre code kbd samp tt textarea",
    Trait.NO_LABEL: "h1 h2 h3 h4 h5 h6 pre table ul ol dl img figure",
    Trait.LAYOUT_SIGN: "h1 h2 h3 h4 h5 h6 form iframe section article hr figure",
}


cdef inline bint is_name_byte(uint8_t byte) noexcept nogil:
    """Return whether a byte may stand in a name: a letter, a figure, or part of another character."""
    return byte >= 128 or c"a" <= (byte | 32) <= c"z" or c"0" <= byte <= c"9"


cdef void _fill_traits() except *:
    for bit, words in _WORDS.items():
        for word in words.split():
            traits[_scan._TAGS.index(word.encode())] |= bit


_fill_traits()


cdef inline uint8_t lower(uint8_t byte) noexcept nogil:
    return byte + 32 if c"A" <= byte <= c"Z" else byte


cdef uint32_t blank_size(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Return how many bytes the blank at *at* has, 0 where there is none."""
    if at >= end:
        return 0
    if at[0] == c" " or 9 <= at[0] <= 13 or 28 <= at[0] <= 31:
        return 1
    if at[0] == 0xC2:
        return 2 if at + 1 < end and (at[1] == 0xA0 or at[1] == 0x85) else 0
    if at + 2 >= end:
        return 0
    if at[0] == 0xE2:
        if at[1] == 0x80 and (at[2] <= 0x8A or at[2] == 0xA8 or at[2] == 0xA9 or at[2] == 0xAF):
            return 3
        return 3 if at[1] == 0x81 and at[2] == 0x9F else 0
    if at[0] == 0xE3:
        return 3 if at[1] == 0x80 and at[2] == 0x80 else 0
    return 3 if at[0] == 0xE1 and at[1] == 0x9A and at[2] == 0x80 else 0


cdef Text stripped(Text text) noexcept nogil:
    """Return *text* without the blanks at its ends."""
    cdef uint32_t size
    cdef const uint8_t* end = text.at + text.size
    cdef const uint8_t* start
    while True:
        size = blank_size(text.at, end)
        if not size:
            break
        text.at += size
    while end > text.at:
        start = end - 1
        while start > text.at and (start[0] & 0xC0) == 0x80:
            start -= 1
        if not blank_size(start, end):
            break
        end = start
    text.size = <uint32_t> (end - text.at)
    return text


cdef bint is_blank(Text text) noexcept nogil:
    cdef uint32_t size
    cdef const uint8_t* at = text.at
    cdef const uint8_t* end = at + text.size
    while at < end:
        size = blank_size(at, end)
        if not size:
            return False
        at += size
    return True


cdef bint is_text(Text text, const char* word) noexcept nogil:
    return text.size == strlen(word) and memcmp(text.at, word, text.size) == 0


cdef bint same_text(Text one, Text other) noexcept nogil:
    return one.size == other.size and memcmp(one.at, other.at, one.size) == 0


cdef bint same_word(Text text, const char* word) noexcept nogil:
    """Return whether *text* is *word*, which is lower case, in any case."""
    cdef uint32_t at
    if text.size != strlen(word):
        return False
    for at in range(text.size):
        if lower(text.at[at]) != <uint8_t> word[at]:
            return False
    return True


cdef bint has_text(Text text, const char* word) noexcept nogil:
    """Return whether *word*, which is lower case, is in *text*, in any case."""
    cdef uint32_t size = <uint32_t> strlen(word)
    cdef uint32_t at, same
    if text.size < size:
        return False
    for at in range(text.size - size + 1):
        if lower(text.at[at]) != <uint8_t> word[0]:
            continue
        same = 1
        while same < size and lower(text.at[at + same]) == <uint8_t> word[same]:
            same += 1
        if same == size:
            return True
    return False


cdef bint begins_with(Text text, const char* word) noexcept nogil:
    cdef uint32_t size = <uint32_t> strlen(word)
    cdef uint32_t at
    if text.size < size:
        return False
    for at in range(size):
        if lower(text.at[at]) != <uint8_t> word[at]:
            return False
    return True


cdef bint next_word(Text names, Text* word) noexcept nogil:
    """Move *word* to the next of the words of *names*; one of size 0 at its beginning is before the first."""
    cdef const uint8_t* end = names.at + names.size
    cdef const uint8_t* at = word.at + word.size
    while at < end and blank_size(at, end):
        at += 1
    word.at = at
    while at < end and not (at[0] == c" " or 9 <= at[0] <= 13):
        at += 1
    word.size = <uint32_t> (at - word.at)
    return word.size > 0


cdef bint has_word(Text names, const char* word) noexcept nogil:
    """Return whether *word* is one of the words of *names*."""
    cdef uint32_t size = <uint32_t> strlen(word)
    cdef Text found
    if names.size < size:
        return False
    found.at = names.at
    found.size = 0
    while next_word(names, &found):
        if found.size == size and memcmp(found.at, word, size) == 0:
            return True
    return False


cdef bint is_any(Text text, const char** words) noexcept nogil:
    """Return whether *text* is one of *words*, which are lower case, in any case."""
    while words[0] != NULL:
        if same_word(text, words[0]):
            return True
        words += 1
    return False


cdef bint has_any(Text text, const char** words) noexcept nogil:
    """Return whether one of *words*, which are lower case, is in *text*, in any case."""
    while text.size and words[0] != NULL:
        if has_text(text, words[0]):
            return True
        words += 1
    return False


cdef bint has_any_word(Text names, const char** words) noexcept nogil:
    """Return whether one of the words of *names* is one of *words*."""
    cdef const char** word
    cdef Text found
    found.at = names.at
    found.size = 0
    while names.size and next_word(names, &found):
        word = words
        while word[0] != NULL:
            if <uint8_t> word[0][0] == found.at[0] and is_text(found, word[0]):
                return True
            word += 1
    return False


cdef bint is_made_of(Text text, const char** signs) noexcept nogil:
    """Return whether there is nothing in *text* but blanks and *signs*."""
    cdef uint32_t size
    cdef const char** sign
    while text.size:
        size = blank_size(text.at, text.at + text.size)
        sign = signs
        while not size and sign[0] != NULL:
            if begins_with(text, sign[0]):
                size = text_of_bytes(sign[0]).size
            sign += 1
        if not size:
            return False
        text.at += size
        text.size -= size
    return True


cdef Text cut(Text text, uint32_t start) noexcept nogil:
    """Return *text* from *start* on."""
    start = min(start, text.size)
    text.at += start
    text.size -= start
    return text


cdef Text text_of_bytes(const char* words) noexcept nogil:
    cdef Text text
    text.at = <const uint8_t*> words
    text.size = <uint32_t> strlen(words)
    return text


cdef uint32_t decoded(const uint8_t* at, const uint8_t* end) noexcept nogil:
    """Return the character at *at*, 0 at the end."""
    if at >= end:
        return 0
    if at[0] < 0x80:
        return at[0]
    if at[0] < 0xE0:
        return (at[0] & 31) << 6 | at[1] & 63 if at + 1 < end else 0
    if at[0] < 0xF0:
        return (at[0] & 15) << 12 | (at[1] & 63) << 6 | at[2] & 63 if at + 2 < end else 0
    return (at[0] & 7) << 18 | (at[1] & 63) << 12 | (at[2] & 63) << 6 | at[3] & 63 if at + 3 < end else 0


cdef class Draft:
    """The parts of the nodes *first* to *last* of a scan without those that *skip* marks."""

    def __cinit__(self, Scan scan):
        self.scan = scan

    def __dealloc__(self):
        cdef Chunk* chunk
        free(self.parts)
        while self.arena != NULL:
            chunk = self.arena
            self.arena = chunk.before
            free(chunk)

    cdef void read(self, const uint8_t* skip, int32_t first, int32_t last) noexcept nogil:
        cdef Node* nodes = self.scan.nodes
        cdef const uint8_t* source = self.scan.text
        cdef int32_t* places = <int32_t*> malloc((last - first + 1) * sizeof(int32_t))
        cdef int32_t number = first, at, parent
        cdef Node* node
        cdef Span span
        if places == NULL:
            self.failed = True
            return
        self.add(Kind.ELEMENT, Tag.OTHER, -1)
        while number <= last:
            node = nodes + number
            if (skip != NULL and skip[number]) or node.tag == Tag.COMMENT or self.is_left_out(number):
                number = node.last + 1
                continue
            parent = places[node.parent - first] if number > first else 0
            if node.tag == Tag.TEXT:
                at = self.add(Kind.TEXT_PART, Tag.TEXT, number)
                self.parts[at].text = self.unescaped(source + node.start, node.end - node.start)
            else:
                at = self.add(Kind.ELEMENT, node.tag, number)
                self.note_tag(at, node.tag)
                if node.tag == Tag.A:
                    span = self.scan.attribute(number, b"href")
                    if span.start:
                        self.parts[at].text = self.unescaped(source + span.start, span.end - span.start)
                self.styled |= (node.attributes & Attribute.HAS_STYLE) != 0
                self.with_roles |= (node.attributes & Attribute.HAS_ROLE) != 0
                self.with_tabs |= (node.attributes & Attribute.HAS_DATA_TAB) != 0
            places[number - first] = at
            if number > first:
                self.append(parent, at)
            else:
                self.root = at
            number += 1
        free(places)

    cdef bint is_left_out(self, int32_t number) noexcept nogil:
        """Return whether a node shows nothing: metadata and scripts, but for scripts that hold a formula."""
        cdef Span type
        if self.scan.nodes[number].tag != Tag.SCRIPT:
            return traits[self.scan.nodes[number].tag] & Trait.SKIPPED
        type = self.scan.attribute(number, b"type")
        return not begins_with(self.unescaped(self.scan.text + type.start, type.end - type.start), b"math/tex")

    cdef uint8_t* memory(self, uint32_t size) noexcept nogil:
        """Return *size* bytes that stay as long as the draft does; NULL without memory."""
        cdef Chunk* chunk = self.arena
        cdef uint32_t room
        if chunk == NULL or chunk.room - chunk.used < size:
            room = max(size, <uint32_t> _CHUNK)
            chunk = <Chunk*> malloc(sizeof(Chunk) + room)
            if chunk == NULL:
                self.failed = True
                return NULL
            chunk.before = self.arena
            chunk.used = 0
            chunk.room = room
            self.arena = chunk
        chunk.used += size
        return <uint8_t*> (chunk + 1) + chunk.used - size

    cdef Text unescaped(self, const uint8_t* at, uint32_t size) noexcept nogil:
        """Return what is written in the page with its characters in place of their names."""
        cdef Text text
        cdef const uint8_t* end = at + size
        cdef const uint8_t* name
        cdef uint8_t* to
        text.at = at
        text.size = size
        if not size or memchr(at, c"&", size) == NULL:
            return text
        to = self.memory(size)
        if to == NULL:
            return text
        text.at = to
        while at < end:
            name = at + 1
            if at[0] != c"&" or name >= end:
                to[0] = at[0]
                at += 1
            elif name[0] == c"n":
                to[0] = 0xC2
                to += 1
                to[0] = 0xA0
                at += 6
            elif name[0] == c"q":
                to[0] = c'"'
                at += 6
            elif name[0] == c"a":
                to[0] = c"&"
                at += 5
            else:
                to[0] = c"<" if name[0] == c"l" else c">"
                at += 4
            to += 1
        text.size = <uint32_t> (to - text.at)
        return text

    cdef Text joined(self, Text one, Text two, Text three) noexcept nogil:
        """Return three texts as one."""
        cdef Text text
        cdef uint8_t* to = self.memory(one.size + two.size + three.size)
        if to == NULL:
            return one
        text.at = to
        text.size = one.size + two.size + three.size
        memcpy(to, one.at, one.size)
        memcpy(to + one.size, two.at, two.size)
        memcpy(to + one.size + two.size, three.at, three.size)
        return text

    cdef int32_t add(self, uint8_t kind, uint16_t tag, int32_t node) noexcept nogil:
        cdef Part* grown
        cdef Part* part
        cdef int32_t room
        if self.count == self.room:
            room = self.room * 2 if self.room else 1024
            grown = <Part*> realloc(self.parts, room * sizeof(Part))
            if grown == NULL:
                self.failed = True
                return 0
            self.parts = grown
            self.room = room
        part = self.parts + self.count
        part.node = node
        part.parent = part.first = part.last = part.previous = part.next = part.alike = -1
        part.value = 0
        part.alike_before = -1
        part.text.at = NULL
        part.text.size = 0
        part.tag = tag
        part.kind = kind
        part.notes = 0
        self.count += 1
        return self.count - 1

    cdef int32_t make(self, uint16_t tag) noexcept nogil:
        cdef int32_t number = self.add(Kind.ELEMENT, tag, -1)
        self.note_tag(number, tag)
        return number

    cdef int32_t make_text(self, Text text) noexcept nogil:
        cdef int32_t number = self.add(Kind.TEXT_PART, Tag.TEXT, -1)
        self.parts[number].text = text
        return number

    cdef int32_t make_literal(self, Text text) noexcept nogil:
        cdef int32_t number = self.add(Kind.LITERAL, Tag.TEXT, -1)
        self.parts[number].text = text
        return number

    cdef void note_tag(self, int32_t number, uint16_t tag) noexcept nogil:
        """Set the tag of an element, and put it in line with the others of that tag."""
        self.parts[number].tag = tag
        self.parts[number].alike = -1
        self.parts[number].alike_before = -1
        if self.first_of[tag]:
            self.parts[number].alike_before = self.last_of[tag]
            self.parts[self.last_of[tag]].alike = number
        else:
            self.first_of[tag] = number
        self.last_of[tag] = number

    cdef void retag(self, int32_t number, uint16_t tag) noexcept nogil:
        """Give an element another tag, in whose line it is the last from now on."""
        cdef uint16_t old = self.parts[number].tag
        cdef int32_t before = self.parts[number].alike_before
        cdef int32_t after = self.parts[number].alike
        if before >= 0:
            self.parts[before].alike = after
        else:
            self.first_of[old] = max(0, after)
        if after >= 0:
            self.parts[after].alike_before = before
        else:
            self.last_of[old] = before
        self.note_tag(number, tag)

    cdef void append(self, int32_t parent, int32_t child) noexcept nogil:
        cdef Part* parts = self.parts
        cdef int32_t last = parts[parent].last
        parts[child].parent = parent
        parts[child].previous = last
        parts[child].next = -1
        if last < 0:
            parts[parent].first = child
        else:
            parts[last].next = child
        parts[parent].last = child

    cdef void put_before(self, int32_t number, int32_t added) noexcept nogil:
        cdef Part* parts = self.parts
        cdef int32_t parent = parts[number].parent
        cdef int32_t before = parts[number].previous
        parts[added].parent = parent
        parts[added].previous = before
        parts[added].next = number
        parts[number].previous = added
        if before >= 0:
            parts[before].next = added
        elif parent >= 0:
            parts[parent].first = added

    cdef void put_after(self, int32_t number, int32_t added) noexcept nogil:
        cdef int32_t after = self.parts[number].next
        if after >= 0:
            self.put_before(after, added)
        elif self.parts[number].parent >= 0:
            self.append(self.parts[number].parent, added)

    cdef void put_first(self, int32_t parent, int32_t added) noexcept nogil:
        if self.parts[parent].first >= 0:
            self.put_before(self.parts[parent].first, added)
        else:
            self.append(parent, added)

    cdef void remove(self, int32_t number) noexcept nogil:
        cdef Part* part = self.parts + number
        if part.parent < 0:
            return
        if part.previous >= 0:
            self.parts[part.previous].next = part.next
        else:
            self.parts[part.parent].first = part.next
        if part.next >= 0:
            self.parts[part.next].previous = part.previous
        else:
            self.parts[part.parent].last = part.previous
        part.parent = part.previous = part.next = -1

    cdef void replace(self, int32_t number, int32_t added) noexcept nogil:
        if self.parts[number].parent >= 0:
            self.put_before(number, added)
            self.remove(number)

    cdef void unwrap(self, int32_t number) noexcept nogil:
        """Put the children of an element in its place."""
        cdef int32_t child
        while self.parts[number].first >= 0 and self.parts[number].parent >= 0:
            child = self.parts[number].first
            self.remove(child)
            self.put_before(number, child)
        self.remove(number)

    cdef int32_t wrap(self, int32_t number, uint16_t tag) noexcept nogil:
        cdef int32_t around = self.make(tag)
        self.put_before(number, around)
        self.remove(number)
        self.append(around, number)
        return around

    cdef int32_t wrap_children(self, int32_t number, uint16_t tag) noexcept nogil:
        cdef int32_t inner = self.make(tag)
        self.move_children(number, inner)
        self.append(number, inner)
        return inner

    cdef void move_children(self, int32_t source, int32_t target) noexcept nogil:
        cdef int32_t child
        while self.parts[source].first >= 0:
            child = self.parts[source].first
            self.remove(child)
            self.append(target, child)

    cdef void set_text(self, int32_t number, Text text) noexcept nogil:
        """Leave nothing in an element but *text*."""
        while self.parts[number].first >= 0:
            self.remove(self.parts[number].first)
        self.append(number, self.make_text(text))

    cdef int32_t following(self, int32_t number, int32_t root) noexcept nogil:
        """Return the next part in document order inside *root*, or -1."""
        if self.parts[number].first >= 0:
            return self.parts[number].first
        return self.beyond(number, root)

    cdef int32_t beyond(self, int32_t number, int32_t root) noexcept nogil:
        """Return the next part inside *root* that is not in *number*, or -1."""
        while number != root and number >= 0:
            if self.parts[number].next >= 0:
                return self.parts[number].next
            number = self.parts[number].parent
        return -1

    cdef int32_t each(self, uint16_t tag, int32_t after) noexcept nogil:
        """Return the first element of *tag* behind *after* that is still in its place, or -1; *after* may be -1."""
        if after >= 0:
            return self.in_place(tag, self.parts[after].alike)
        return self.in_place(tag, self.first_of[tag] if self.first_of[tag] else -1)

    cdef int32_t in_place(self, uint16_t tag, int32_t number) noexcept nogil:
        """Return an element, or the first behind it, that is still one of *tag* and in its place; or -1."""
        while number >= 0 and (
            self.parts[number].tag != tag or (self.parts[number].parent < 0 and number != self.root)
        ):
            number = self.parts[number].alike
        return number

    cdef bint has_tag(self, uint16_t tag) noexcept nogil:
        return self.first_of[tag] > 0

    cdef int32_t find(self, int32_t root, uint32_t bits) noexcept nogil:
        """Return the first element inside *root* with one of the traits *bits*, or -1."""
        cdef int32_t at = self.following(root, root)
        while at >= 0:
            if self.parts[at].kind == Kind.ELEMENT and traits[self.parts[at].tag] & bits:
                return at
            at = self.following(at, root)
        return -1

    cdef int32_t find_tag(self, int32_t root, uint16_t tag) noexcept nogil:
        cdef int32_t at
        if not self.first_of[tag]:
            return -1
        at = self.following(root, root)
        while at >= 0:
            if self.parts[at].tag == tag and self.parts[at].kind == Kind.ELEMENT:
                return at
            at = self.following(at, root)
        return -1

    cdef int32_t within(self, int32_t number, uint32_t bits) noexcept nogil:
        """Return the nearest element with one of the traits *bits* around a part, or -1."""
        cdef int32_t at = self.parts[number].parent
        while at >= 0:
            if traits[self.parts[at].tag] & bits:
                return at
            at = self.parts[at].parent
        return -1

    cdef int32_t within_tag(self, int32_t number, uint16_t tag) noexcept nogil:
        cdef int32_t at = self.parts[number].parent
        while at >= 0 and self.parts[at].tag != tag:
            at = self.parts[at].parent
        return at

    cdef int32_t next_element(self, int32_t number) noexcept nogil:
        cdef int32_t at = self.parts[number].next
        while at >= 0 and self.parts[at].kind != Kind.ELEMENT:
            at = self.parts[at].next
        return at

    cdef int32_t previous_element(self, int32_t number) noexcept nogil:
        cdef int32_t at = self.parts[number].previous
        while at >= 0 and self.parts[at].kind != Kind.ELEMENT:
            at = self.parts[at].previous
        return at

    cdef int32_t first_element(self, int32_t number) noexcept nogil:
        cdef int32_t at = self.parts[number].first
        if at >= 0 and self.parts[at].kind != Kind.ELEMENT:
            at = self.next_element(at)
        return at

    cdef bint is_element(self, int32_t number, uint16_t tag) noexcept nogil:
        return number >= 0 and self.parts[number].tag == tag and self.parts[number].kind == Kind.ELEMENT

    cdef inline bint has_noted(self, int32_t number, uint16_t attributes) noexcept nogil:
        """Return whether a part has one of the attributes that its scan notes."""
        return self.parts[number].node >= 0 and self.scan.nodes[self.parts[number].node].attributes & attributes

    cdef bint has_attribute(self, int32_t number, const char* name) noexcept nogil:
        return self.parts[number].node >= 0 and self.scan.attribute(self.parts[number].node, name).start > 0

    cdef Text attribute(self, int32_t number, const char* name) noexcept nogil:
        """Return the value of an attribute, empty where there is none."""
        cdef Span span
        span.start = span.end = 0
        if self.parts[number].node >= 0:
            span = self.scan.attribute(self.parts[number].node, name)
        return self.unescaped(self.scan.text + span.start, span.end - span.start)

    cdef Text names(self, int32_t number) noexcept nogil:
        """Return the classes of a part as they are written."""
        cdef Text text
        cdef Span span
        span.start = span.end = 0
        if self.parts[number].node >= 0:
            span = self.scan.nodes[self.parts[number].node].names
        text.at = self.scan.text + span.start
        text.size = span.end - span.start
        return text

    cdef bint shows_text(self, int32_t number) noexcept nogil:
        """Return whether there are words in a part."""
        cdef int32_t at = number
        while at >= 0:
            if self.parts[at].kind != Kind.ELEMENT and not is_blank(self.parts[at].text):
                return True
            at = self.following(at, number)
        return False

    cdef Text text_of(self, int32_t number) noexcept nogil:
        """Return the words in a part, as they are."""
        cdef int32_t at = number, only = -1
        cdef uint32_t size = 0
        cdef uint8_t* to
        cdef Text text
        while at >= 0:
            if self.parts[at].kind != Kind.ELEMENT and self.parts[at].text.size:
                only = at if not size else -1
                size += self.parts[at].text.size
            at = self.following(at, number)
        if only >= 0:
            return self.parts[only].text
        text.at = to = self.memory(size)
        text.size = 0
        at = number
        while at >= 0 and to != NULL:
            if self.parts[at].kind != Kind.ELEMENT and self.parts[at].text.size:
                memcpy(to + text.size, self.parts[at].text.at, self.parts[at].text.size)
                text.size += self.parts[at].text.size
            at = self.following(at, number)
        return text

    cdef uint32_t first_character(self, int32_t number) noexcept nogil:
        """Return the first character of the words in a part, 0 without any."""
        cdef int32_t at = number
        while at >= 0:
            if self.parts[at].kind != Kind.ELEMENT and self.parts[at].text.size:
                return decoded(self.parts[at].text.at, self.parts[at].text.at + self.parts[at].text.size)
            at = self.following(at, number)
        return 0

    cdef uint32_t last_character(self, int32_t number) noexcept nogil:
        """Return the last character of the words in a part, 0 without any."""
        cdef int32_t at = number
        cdef Text text = text_of_bytes(b"")
        cdef const uint8_t* start
        while at >= 0:
            if self.parts[at].kind != Kind.ELEMENT and self.parts[at].text.size:
                text = self.parts[at].text
            at = self.following(at, number)
        start = text.at + text.size
        while start > text.at:
            start -= 1
            if (start[0] & 0xC0) != 0x80:
                break
        return decoded(start, text.at + text.size)


cdef void for_each(Draft draft, uint16_t tag, Step step) noexcept nogil:
    """Take *step* with every element of *tag*, also with those that it makes."""
    cdef int32_t at = draft.each(tag, -1), behind
    while at >= 0:
        behind = draft.parts[at].alike
        step(draft, at)
        # One that has another tag now stands in another line.
        at = draft.in_place(tag, draft.parts[at].alike if draft.parts[at].tag == tag else behind)
