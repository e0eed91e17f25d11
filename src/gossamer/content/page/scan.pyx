# cython: infer_types=True
"""The nodes of a serialised page: one pass over its bytes, one record for each element and text.

turbohtml reads HTML as browsers do and writes it well-formed: tags closed, attributes quoted, and of the characters
only `& < > "` and the no-break space escaped. So this pass needs no rules of HTML beside raw text and void elements.
"""

from html import unescape

from libc.stdlib cimport free, malloc
from libc.string cimport memset, strncmp

from gossamer.content.page.spans cimport as_text, between, cut, find_byte, grow, is_text, limit, same_text
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
    Text name
    uint32_t bit

# By the sum of first letter, last letter and length; the next is taken where one is not free, the last ones are.
cdef Noted noted[_NOTED_SLOTS + 32]
cdef uint16_t slots[_SLOTS]
cdef Text names[<int> Tag.TAGS]
cdef uint8_t is_void[<int> Tag.TAGS]
cdef uint8_t is_raw[<int> Tag.TAGS]


cdef inline uint32_t tag_slot(Text name) noexcept nogil:
    """Return the slot of the number of a tag, or the free one where it belongs."""
    cdef uint32_t slot = 2166136261u
    for at in range(name.size):
        slot = (slot ^ name.at[at]) * 16777619u
    slot = (slot ^ (slot >> 15)) & (_SLOTS - 1)
    while slots[slot] and not same_text(names[slots[slot]], name):
        slot = (slot + 1) & (_SLOTS - 1)
    return slot


cdef inline Noted* note_of(Text name) noexcept nogil:
    """Return what is known of an attribute: the bit of one that is noted, else 0."""
    cdef Noted* known = noted
    if name.size:
        known += (name.at[0] + 7 * name.at[name.size - 1] + 31 * name.size) & (_NOTED_SLOTS - 1)
    while known.name.size and not same_text(known.name, name):
        known += 1
    return known


cdef void _fill_tables() except *:
    assert len(_TAGS) == <int> Tag.TAGS
    for number, name in enumerate(_TAGS):
        names[number] = as_text(name)
        is_void[number] = name in _VOID
        is_raw[number] = name in _RAW
        # The first are no names of elements.
        if number > <int> Tag.OTHER:
            slots[tag_slot(as_text(name))] = number
    for name, bit in _NOTED.items():
        note_of(as_text(name))[0] = Noted(as_text(name), bit)


_fill_tables()


cdef uint16_t tag_of(Text name) noexcept nogil:
    return slots[tag_slot(name)] or Tag.OTHER


cdef bint read_attribute(Text* rest, Text* name, Text* value) noexcept nogil:
    """Read the attribute that *rest* begins with and move that behind it; return whether there is one."""
    cdef const uint8_t* at = rest.at
    cdef const uint8_t* end = rest.at + rest.size
    if at >= end or at[0] != c" ":
        return False
    # A name may begin with an equals sign.
    at += 2 if at + 1 < end and at[1] == c"=" else 1
    while at < end and at[0] != c"=" and at[0] != c">":
        at += 1
    name[0] = between(rest.at + 1, at)
    rest[0] = between(at, end)
    if rest.size < 2 or at[0] != c"=" or at[1] != c'"':
        return False
    value[0] = between(at + 2, end)
    value.size = find_byte(value[0], c'"')
    rest[0] = cut(rest[0], value.size + 3)
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
        self.room = <int32_t> (self.size // 24 + 64)
        self.nodes = <Node*> malloc(self.room * sizeof(Node))
        if self.nodes == NULL:
            raise MemoryError
        with nogil:
            is_read = read(self)
        if not is_read:
            raise MemoryError

    def __dealloc__(self):
        free(self.nodes)

    def __len__(self):
        return self.count

    def tag(self, int32_t number):
        """Return the tag of a node: `#text`, `#comment`, or the name of the element."""
        tag = self.nodes[self._checked(number)].tag
        return self.value(names[tag] if tag != Tag.OTHER else self.name(number))

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
        cdef dict values = {}
        cdef Text name, value
        rest = attributes_of(self, self._checked(number))
        while read_attribute(&rest, &name, &value):
            values[self.value(name)] = self.value(value)
        return values

    def elements(self, *tags):
        """Return the numbers of the elements with one of *tags*, in document order."""
        cdef uint8_t wanted[<int> Tag.TAGS]
        memset(wanted, 0, sizeof(wanted))
        for tag in tags:
            name = tag.encode()
            wanted[tag_of(as_text(name))] = 1
        wanted[<int> Tag.OTHER] = 0
        return [number for number in range(self.count) if wanted[self.nodes[number].tag]]

    def noted(self, str name):
        """Return the numbers of the elements that have the attribute *name*, one of those that are noted."""
        cdef uint32_t bit = _NOTED[name.encode()]
        return [number for number in range(self.count) if self.nodes[number].attributes & bit]

    cdef str value(self, Text text):
        """Return a piece of the page without escapes; None for one that is not there."""
        if text.at == NULL:
            return None
        value = text.at[: text.size].decode("utf-8", "surrogatepass")
        return unescape(value) if "&" in value else value

    cdef int32_t _checked(self, int32_t number) except -1:
        if not 0 <= number < self.count:
            raise IndexError(number)
        return number

    cdef Text name(self, int32_t number) noexcept nogil:
        """Return the tag of an element as it is written, nothing of a text."""
        cdef Node* node = self.nodes + number
        cdef uint32_t start = node.start + 1 if node.tag > Tag.COMMENT else node.inner
        cdef uint32_t at = start
        while at < node.inner and self.text[at] != c" " and self.text[at] != c">":
            at += 1
        return Text(self.text + start, at - start)

    cdef Text start_tag(self, int32_t number) noexcept nogil:
        return between(self.text + self.nodes[number].start, self.text + self.nodes[number].inner)

    cdef Text attribute(self, int32_t number, const char* name) noexcept nogil:
        """Return the value of the attribute *name*; that of one that is not there is nowhere."""
        cdef Text here, value
        wanted = as_text(name)
        rest = attributes_of(self, number)
        while read_attribute(&rest, &here, &value):
            if same_text(here, wanted):
                return value
        return Text(NULL, 0)

    cdef bint has(self, int32_t number, const char* name) noexcept nogil:
        return self.attribute(number, name).at != NULL

    cdef bint has_value(self, int32_t number, const char* name, const char* value) noexcept nogil:
        return is_text(self.attribute(number, name), value)


cdef Text attributes_of(Scan self, int32_t number) noexcept nogil:
    """Return what is behind the name in a start tag."""
    name = self.name(number)
    return between(name.at + name.size, self.text + self.nodes[number].inner)


cdef int32_t add(Scan self, int32_t parent, uint16_t tag, uint32_t start, uint32_t end) noexcept nogil:
    """Add a node and return its number; -1 without memory."""
    grown = grow(self.nodes, self.count, &self.room, sizeof(Node))
    if grown == NULL:
        return -1
    self.nodes = <Node*> grown
    node = self.nodes + self.count
    memset(node, 0, sizeof(Node))
    node.parent = parent
    node.last = self.count
    node.start = node.inner = start
    node.close = node.end = end
    node.tag = tag
    node.depth = 0 if parent < 0 else min(self.nodes[parent].depth + 1, 65535)
    self.count += 1
    return self.count - 1


cdef int32_t close(Scan self, int32_t number, uint32_t start, uint32_t end) noexcept nogil:
    """Note where an element ends, and return the one around it."""
    node = self.nodes + number
    node.close = start
    node.end = min(end, self.size)
    node.last = self.count - 1
    return node.parent


cdef bint read(Scan self) noexcept nogil:
    """Add the nodes of the page; return whether there was memory."""
    cdef const uint8_t* text = self.text
    cdef uint32_t at = 0, end
    cdef int32_t parent = -1, number = 0
    while at < self.size and number >= 0:
        # Behind the page is a byte of 0.
        if text[at] != c"<":
            end = find(self, at, c"<")
            number = add(self, parent, Tag.TEXT, at, end)
        elif text[at + 1] == c"/":
            end = find(self, at, c">") + 1
            # Elements of SVG and MathML that are called like one without an end have one.
            if parent >= 0 and (
                end > self.size
                or is_named(text + self.nodes[parent].start, text + at)
                or not is_void[tag_of(between(text + at + 2, text + end - 1))]
            ):
                parent = close(self, parent, at, end)
        elif text[at + 1] == c"!" and text[at + 2] == c"-" and at + 3 < self.size:
            end = end_of_comment(self, at + 4)
            number = add(self, parent, Tag.COMMENT, at, end)
        elif text[at + 1] == c"!":
            end = find(self, at, c">") + 1
        else:
            number = add(self, parent, Tag.OTHER, at, at)
            if number < 0:
                break
            at = end = read_start_tag(self, number)
            tag = self.nodes[number].tag
            parent = parent if is_void[tag] else number
            if is_raw[tag]:
                end = end_of_raw(self, at, tag)
                if end > at:
                    number = add(self, parent, Tag.TEXT, at, end)
        at = end
    while parent >= 0:
        parent = close(self, parent, self.size, self.size)
    return number >= 0


cdef uint32_t read_start_tag(Scan self, int32_t number) noexcept nogil:
    """Note the tag of a node and its attributes; return the offset behind the start tag."""
    cdef Text name, value
    node = self.nodes + number
    node.inner = self.size
    written = self.name(number)
    node.tag = tag_of(written)
    rest = between(written.at + written.size, self.text + self.size)
    while read_attribute(&rest, &name, &value):
        bit = note_of(name).bit
        node.attributes |= bit
        if bit == Attribute.HAS_CLASS:
            node.names = value
        elif bit == Attribute.HAS_ID:
            node.id = value
    node.inner = node.close = node.end = min(find(self, rest.at - self.text, c">") + 1, self.size)
    return node.inner


cdef uint32_t find(Scan self, uint32_t at, uint8_t byte) noexcept nogil:
    """Return where *byte* is next from *at* on, or the size of the page."""
    return at + find_byte(between(self.text + at, self.text + self.size), byte)


cdef uint32_t end_of_comment(Scan self, uint32_t at) noexcept nogil:
    while at < self.size and strncmp(<const char*> self.text + at, b"-->", 3):
        at += 1
    return min(at + 3, self.size)


cdef uint32_t end_of_raw(Scan self, uint32_t at, uint16_t tag) noexcept nogil:
    """Return where the end tag of an element of raw text begins."""
    at = find(self, at, c"<")
    while at < self.size and not (
        self.text[at + 1] == c"/"
        and same_text(limit(between(self.text + at + 2, self.text + self.size), names[tag].size), names[tag])
    ):
        at = find(self, at + 1, c"<")
    return at
