"""The nodes of a serialised page: one pass over its bytes, one record for each element and text.

turbohtml reads HTML as browsers do and writes it well-formed: tags closed, attributes quoted, and of the characters
only `& < > "` and the no-break space escaped. So this pass needs no rules of HTML beside raw text and void elements.
"""

from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memchr, memcmp, memset, strlen

from html import unescape

from gossamer.content.page import vocabulary

cdef enum:
    _SLOTS = 1024
    # Bytes: as many as can be counted, doubled or tripled in 32 bits, and several times what a page may have.
    _LARGEST = 1 << 29

_TAGS = (
    "#text #comment other "
    "a abbr acronym address amp-img area article aside audio b base basefont bdi bdo bgsound big "
    "blockquote body br button canvas caption center cite code col colgroup data datalist dd del details "
    "dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset "
    "h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins kbd keygen label legend li "
    "link listing main map mark math menu meta meter mjx-container nav nobr noembed noframes noscript "
    "object ol optgroup option output p param picture plaintext pre progress q rp rt ruby s samp script "
    "section select slot small source span strike strong style sub summary sup svg table tbody td "
    "template textarea tfoot th thead time title tr track tt u ul var video wbr xmp"
).encode().split()
_VOID = b"area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
_RAW = b"script style xmp iframe noembed noframes plaintext".split()

cdef enum:
    _NOTED_SLOTS = 256

_NOTED = {
    b"class": Attribute.HAS_CLASS, b"id": Attribute.HAS_ID, b"role": Attribute.HAS_ROLE,
    b"style": Attribute.HAS_STYLE, b"hidden": Attribute.HAS_HIDDEN, b"itemprop": Attribute.HAS_ITEMPROP,
    b"itemtype": Attribute.HAS_ITEMTYPE, b"aria-modal": Attribute.HAS_ARIA_MODAL,
    b"aria-busy": Attribute.HAS_ARIA_BUSY, b"data-gossamer-choices": Attribute.HAS_DATA_CHOICES,
    b"data-gossamer-tab": Attribute.HAS_DATA_TAB, b"aria-label": Attribute.HAS_LABEL,
    b"aria-hidden": Attribute.HAS_ARIA_HIDDEN, b"popover": Attribute.HAS_POPOVER, b"data-toggle": Attribute.HAS_TOGGLE,
    b"data-bs-toggle": Attribute.HAS_TOGGLE, b"data-gossamer-frame": Attribute.HAS_FRAME,
}
for bit, attributes in ((Attribute.HAS_AD, vocabulary.AD_MARKS), (Attribute.HAS_VIEW, vocabulary.VIEWS),
                        (Attribute.HAS_LOADING, vocabulary.LOADING)):
    _NOTED |= {name.encode(): <int> bit for name in attributes}

cdef struct Noted:
    const char* name
    uint32_t size
    uint32_t bit

# By the sum of first letter, last letter and length; the next is taken where one is not free, the last ones are.
cdef Noted noted[_NOTED_SLOTS + 32]
cdef uint16_t slots[_SLOTS]
cdef const char* names[<int> Tag.TAGS]
cdef uint8_t is_void[<int> Tag.TAGS]
cdef uint8_t is_raw[<int> Tag.TAGS]


cdef inline uint32_t hash_of(const uint8_t* name, uint32_t size) noexcept nogil:
    cdef uint32_t value = 2166136261u
    cdef uint32_t at
    for at in range(size):
        value = (value ^ name[at]) * 16777619u
    return value ^ (value >> 15)


cdef inline uint32_t noted_slot(const uint8_t* name, uint32_t size) noexcept nogil:
    return (name[0] + 7 * name[size - 1] + 31 * size) & (_NOTED_SLOTS - 1) if size else 0


cdef void _fill_tables() except *:
    cdef uint32_t slot
    cdef int number
    assert len(_TAGS) == <int> Tag.TAGS
    for number, name in enumerate(_TAGS):
        names[number] = <const char*> name
        is_void[number] = name in _VOID
        is_raw[number] = name in _RAW
        slot = hash_of(<const uint8_t*> names[number], len(name)) & (_SLOTS - 1)
        while slots[slot]:
            slot = (slot + 1) & (_SLOTS - 1)
        # The first are no names of elements.
        if number > <int> Tag.OTHER:
            slots[slot] = number
    for name, bit in _NOTED.items():
        slot = noted_slot(<const uint8_t*> <const char*> name, len(name))
        while noted[slot].size:
            slot += 1
        noted[slot] = Noted(<const char*> name, len(name), bit)


_fill_tables()


cdef uint16_t tag_of(const uint8_t* name, uint32_t size) noexcept nogil:
    cdef uint32_t slot = hash_of(name, size) & (_SLOTS - 1)
    cdef uint16_t number
    while slots[slot]:
        number = slots[slot]
        if strlen(names[number]) == size and memcmp(names[number], name, size) == 0:
            return number
        slot = (slot + 1) & (_SLOTS - 1)
    return Tag.OTHER


cdef inline uint32_t bit_of(const uint8_t* name, uint32_t size) noexcept nogil:
    """Return the bit of an attribute that is noted, 0 for any other."""
    cdef Noted* known = noted + noted_slot(name, size)
    while known.size:
        if known.size == size and memcmp(known.name, name, size) == 0:
            return known.bit
        known += 1
    return 0


cdef inline uint32_t end_of_name(const uint8_t* text, uint32_t at, uint32_t end) noexcept nogil:
    """Return where the name of an attribute ends that begins at *at*; it may begin with an equals sign."""
    if at < end and text[at] == c"=":
        at += 1
    while at < end and text[at] != c"=" and text[at] != c">":
        at += 1
    return at


cdef bint read_attribute(const uint8_t* text, uint32_t* at, uint32_t end, Span* name, Span* value) noexcept nogil:
    """Read the attribute that begins at *at* and move there behind it; return whether there is one."""
    cdef const void* found
    if at[0] >= end or text[at[0]] != c" ":
        return False
    name.start = at[0] + 1
    name.end = at[0] = end_of_name(text, name.start, end)
    if name.end + 1 >= end or text[name.end] != c"=" or text[name.end + 1] != c'"':
        return False
    value.start = name.end + 2
    found = memchr(text + value.start, c'"', end - value.start)
    value.end = end if found == NULL else <uint32_t> (<const uint8_t*> found - text)
    at[0] = value.end + 1
    return True


cdef inline bint is_named(const uint8_t* start_tag, const uint8_t* end_tag) noexcept nogil:
    """Return whether an end tag, which is closed, has the name of a start tag."""
    cdef uint32_t at = 0
    while end_tag[2 + at] == start_tag[1 + at] and end_tag[2 + at] != c">":
        at += 1
    return end_tag[2 + at] == c">"


cdef class Scan:
    """The nodes of *html*, a page as turbohtml serialises it, in document order; bytes are UTF-8.

    Comments are nodes as well; a document type is none. Any other text has nodes, too, whatever they are worth. Raises
    MemoryError, also for more than `_LARGEST` bytes.
    """

    def __cinit__(self, html not None):
        self.source = html if isinstance(html, bytes) else html.encode("utf-8", "surrogatepass")
        if len(self.source) > _LARGEST:
            raise MemoryError
        self.text = self.source
        self.size = <uint32_t> len(self.source)
        cdef bint is_read
        with nogil:
            is_read = self.read()
        if not is_read:
            raise MemoryError

    def __dealloc__(self):
        free(self.nodes)

    def __len__(self):
        return self.count

    def tag(self, int32_t number):
        """Return the tag of a node: `#text`, `#comment`, or the name of the element."""
        cdef Node* node = self.nodes + self._checked(number)
        if node.tag != Tag.OTHER:
            return names[node.tag].decode()
        return self.source[node.start + 1 : self.end_of_tag_name(node)].decode("utf-8", "surrogatepass")

    def parent(self, int32_t number):
        """Return the number of the element around a node, or -1."""
        return self.nodes[self._checked(number)].parent

    def last(self, int32_t number):
        """Return the number of the last node inside a node, or its own."""
        return self.nodes[self._checked(number)].last

    def markup(self, int32_t number):
        """Return a node as it is written."""
        cdef Node* node = self.nodes + self._checked(number)
        return self.source[node.start : node.end].decode("utf-8", "surrogatepass")

    def content(self, int32_t number):
        """Return what is in a node as it is written."""
        cdef Node* node = self.nodes + self._checked(number)
        return self.source[node.inner : node.close]

    def attr(self, int32_t number, str name):
        """Return the value of an attribute, None where there is none."""
        cdef bytes key = name.encode()
        return self.value(self.attribute(self._checked(number), key))

    def attributes(self, int32_t number):
        """Return the values of all attributes by their names."""
        cdef Node* node = self.nodes + self._checked(number)
        cdef dict values = {}
        cdef uint32_t at = self.end_of_tag_name(node)
        cdef Span name
        cdef Span value
        while read_attribute(self.text, &at, node.inner, &name, &value):
            values[self.value(name)] = self.value(value)
        return values

    def elements(self, *tags):
        """Return the numbers of the elements with one of *tags*, in document order."""
        cdef uint8_t wanted[<int> Tag.TAGS]
        memset(wanted, 0, sizeof(wanted))
        for tag in tags:
            name = tag.encode()
            wanted[tag_of(<const uint8_t*> <const char*> name, len(name))] = 1
        wanted[<int> Tag.OTHER] = 0
        return [number for number in range(self.count) if wanted[self.nodes[number].tag]]

    def noted(self, str name):
        """Return the numbers of the elements that have the attribute *name*, one of those that are noted."""
        cdef uint32_t bit = _NOTED[name.encode()]
        return [number for number in range(self.count) if self.nodes[number].attributes & bit]

    cdef str value(self, Span span):
        """Return a piece of the page without escapes; None for one that is not there."""
        if not span.start:
            return None
        text = self.source[span.start : span.end].decode("utf-8", "surrogatepass")
        return unescape(text) if "&" in text else text

    cdef int32_t _checked(self, int32_t number) except -1:
        if not 0 <= number < self.count:
            raise IndexError(number)
        return number

    cdef int32_t add(self, int32_t parent, uint16_t tag, uint32_t start) noexcept nogil:
        """Add a node and return its number; -1 without memory."""
        cdef Node* grown
        cdef Node* node
        cdef int32_t room
        if self.count == self.room:
            room = self.room * 2 if self.room else <int32_t> (self.size // 24 + 64)
            grown = <Node*> realloc(self.nodes, room * sizeof(Node))
            if grown == NULL:
                return -1
            self.nodes = grown
            self.room = room
        node = self.nodes + self.count
        node.parent = parent
        node.last = self.count
        node.start = node.inner = start
        node.close = node.end = start
        node.names.start = node.names.end = node.id.start = node.id.end = 0
        node.attributes = 0
        node.tag = tag
        node.depth = 0 if parent < 0 else min(self.nodes[parent].depth + 1, 65535)
        self.count += 1
        return self.count - 1

    cdef bint read(self) noexcept nogil:
        cdef const uint8_t* text = self.text
        cdef uint32_t size = self.size
        cdef uint32_t at = 0
        cdef uint32_t end
        cdef int32_t parent = -1
        cdef int32_t number
        cdef uint16_t tag
        cdef const void* found
        cdef Node* node
        while at < size:
            if text[at] != c"<":
                found = memchr(text + at, c"<", size - at)
                end = size if found == NULL else <uint32_t> (<const uint8_t*> found - text)
                number = self.add(parent, Tag.TEXT, at)
                if number < 0:
                    return False
                self.nodes[number].close = self.nodes[number].end = end
                at = end
            elif at + 1 < size and text[at + 1] == c"/":
                found = memchr(text + at, c">", size - at)
                end = size if found == NULL else <uint32_t> (<const uint8_t*> found - text) + 1
                # Elements of SVG and MathML that are called like one without an end have one.
                if parent >= 0 and (
                    found == NULL
                    or is_named(text + self.nodes[parent].start, text + at)
                    or not is_void[tag_of(text + at + 2, end - at - 3)]
                ):
                    node = self.nodes + parent
                    node.close = at
                    node.end = end
                    node.last = self.count - 1
                    parent = node.parent
                at = end
            elif at + 1 < size and text[at + 1] == c"!":
                if at + 3 < size and text[at + 2] == c"-":
                    number = self.add(parent, Tag.COMMENT, at)
                    if number < 0:
                        return False
                    at = self.end_of_comment(at + 4)
                    self.nodes[number].close = self.nodes[number].end = at
                else:
                    found = memchr(text + at, c">", size - at)
                    at = size if found == NULL else <uint32_t> (<const uint8_t*> found - text) + 1
            else:
                end = at + 1
                while end < size and text[end] != c" " and text[end] != c">":
                    end += 1
                tag = tag_of(text + at + 1, end - at - 1)
                number = self.add(parent, tag, at)
                if number < 0:
                    return False
                node = self.nodes + number
                at = self.read_start_tag(node, end)
                node.inner = node.close = node.end = at
                if is_void[tag]:
                    continue
                parent = number
                if is_raw[tag]:
                    end = self.end_of_raw(at, tag)
                    if end > at:
                        number = self.add(parent, Tag.TEXT, at)
                        if number < 0:
                            return False
                        self.nodes[number].close = self.nodes[number].end = end
                    at = end
        while parent >= 0:
            node = self.nodes + parent
            node.close = node.end = size
            node.last = self.count - 1
            parent = node.parent
        return True

    cdef uint32_t end_of_comment(self, uint32_t at) noexcept nogil:
        while at + 2 < self.size:
            if self.text[at] == c"-" and self.text[at + 1] == c"-" and self.text[at + 2] == c">":
                return at + 3
            at += 1
        return self.size

    cdef uint32_t end_of_raw(self, uint32_t at, uint16_t tag) noexcept nogil:
        cdef const void* found
        cdef uint32_t size = <uint32_t> strlen(names[tag])
        while at < self.size:
            found = memchr(self.text + at, c"<", self.size - at)
            if found == NULL:
                return self.size
            at = <uint32_t> (<const uint8_t*> found - self.text)
            if at + size + 2 <= self.size and self.text[at + 1] == c"/" and memcmp(self.text + at + 2, names[tag], size) == 0:
                return at
            at += 1
        return self.size

    cdef uint32_t read_start_tag(self, Node* node, uint32_t at) noexcept nogil:
        """Note the attributes of *node*, whose name ends at *at*; return the offset behind the tag."""
        cdef Span name
        cdef Span value
        cdef uint32_t bit
        while read_attribute(self.text, &at, self.size, &name, &value):
            bit = bit_of(self.text + name.start, name.end - name.start)
            node.attributes |= bit
            if bit == Attribute.HAS_CLASS:
                node.names = value
            elif bit == Attribute.HAS_ID:
                node.id = value
        while at < self.size and self.text[at] != c">":
            at += 1
        return min(at + 1, self.size)

    cdef Span attribute(self, int32_t number, const char* name) noexcept nogil:
        """Return where the value of the attribute *name* is; a start of 0 says that there is none."""
        cdef Node* node = self.nodes + number
        cdef uint32_t size = <uint32_t> strlen(name)
        cdef uint32_t at = self.end_of_tag_name(node)
        cdef Span here
        cdef Span value
        while read_attribute(self.text, &at, node.inner, &here, &value):
            if here.end - here.start == size and memcmp(self.text + here.start, name, size) == 0:
                return value
        value.start = value.end = 0
        return value

    cdef uint32_t end_of_tag_name(self, Node* node) noexcept nogil:
        cdef uint32_t at = node.start + 1
        if node.tag <= Tag.COMMENT:
            return node.inner
        while at < node.inner and self.text[at] != c" " and self.text[at] != c">":
            at += 1
        return at

    cdef bint has_value(self, Span span, const char* value) noexcept nogil:
        cdef uint32_t size = <uint32_t> strlen(value)
        return span.end - span.start == size and memcmp(self.text + span.start, value, size) == 0
