# cython: infer_types=True
"""Where on a page content may be yet to come: passes over its nodes, and questions about single elements."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp

from gossamer.content.page.scan cimport Attribute, Node, Scan, Tag
from gossamer.content.page.spans cimport (
    Text, between, byte_at, cut, find_any_byte, find_byte, has_text, is_letter, limit, next_word,
)
from gossamer.content.page.words cimport WordTable

from gossamer.content.page import vocabulary
from gossamer.content.page.scan import _TAGS

# In the order of `_TRAITS`.
cdef enum Trait:
    _ASIDE = 1, _UNREAD = 2, _MEDIA = 4, _PICTURE = 8, _HOLDER = 16, _CODE = 32

cdef enum:
    _SHORT = 80
    _LONGEST_NAMES = 400
    # Characters between its braces.
    _LONGEST_TEMPLATE = 98
    _MOST_AROUND = 60

_TRAITS = {
    # It holds no content of its own, or nobody sees it before it is opened; and its text is not shown.
    "aside": "nav aside select dialog template noscript script style button svg head",
    "unread": "script style noscript template",
    # It is content without text; or even a picture or a field.
    "media": "img video audio iframe canvas svg input object embed picture button form noscript hr",
    "picture": "img video iframe input",
    # It is empty until a script fills it; other elements are empty for good.
    "holder": "div section main article ul ol tbody p span table dl",
    # Its text may have braces.
    "code": "pre code textarea",
}
_KINDS = ("root", "loading", "placeholder", "waiting", "main", "empty", "content", "aside")

cdef enum Kind:
    _ROOT = 1, _LOADING = 2, _PLACEHOLDER = 4, _WAITING = 8, _MAIN = 16, _EMPTY = 32

cdef uint8_t[256] traits = vocabulary.bits_of_tags(_TRAITS, _TAGS)
cdef WordTable site_roles = WordTable(
    dict.fromkeys("navigation banner contentinfo complementary dialog search".split(), 1)
)
# Whether a byte begins a character that is no blank, and one of a script in which few characters say much.
cdef uint8_t[256] begins = [byte > 32 and byte & 0xC0 != 0x80 for byte in range(256)]
cdef uint8_t[256] begins_dense = [0xE3 <= byte <= 0xED for byte in range(256)]


def name_words(dict words):
    """Return the table for `Survey` of words by the kind of element that they name."""
    numbers = {}
    for kind, names in words.items():
        for name in names:
            numbers[name] = numbers.get(name, 0) | 1 << _KINDS.index(kind)
    return WordTable(numbers)


# Characters but blanks that are shown, others, and elements that are content.
cdef struct Tally:
    uint32_t text
    uint32_t unread
    uint32_t media
    uint32_t pictures


cdef class Survey:
    """What the body of the page *scan* has where; *words* are the names of elements, as a table of `name_words`."""

    cdef readonly Scan scan
    cdef WordTable words
    # For each node, what is before it, the traits of what it is in, and what kinds of element it may be.
    cdef Tally* tallies
    cdef uint8_t* inherited
    cdef uint8_t* kinds
    cdef uint32_t dense
    # The body and the last node in it, -1 without one; and texts that are templates for scripts.
    cdef readonly int32_t body
    cdef int32_t last
    cdef readonly int32_t templates
    cdef dict first_with

    def __cinit__(self, Scan scan not None, WordTable words not None):
        self.scan = scan
        self.words = words
        self.body = next(iter(scan.elements("body")), -1)
        self.last = scan.nodes[self.body].last if self.body >= 0 else -1
        self.tallies = <Tally*> calloc(scan.count + 2, sizeof(Tally))
        self.inherited = <uint8_t*> calloc(scan.count + 1, 1)
        self.kinds = <uint8_t*> calloc(scan.count + 1, 1)
        if self.tallies == NULL or self.inherited == NULL or self.kinds == NULL:
            raise MemoryError
        with nogil:
            self.read()

    def __dealloc__(self):
        free(self.tallies)
        free(self.inherited)
        free(self.kinds)

    def find(self, str kind):
        """Return the elements that may be a root, loading, a placeholder, waiting, main or empty, in order."""
        cdef uint8_t bit = 1 << _KINDS.index(kind)
        return [number for number in range(self.scan.count) if self.kinds[number] & bit]

    def ids(self):
        """Return the first element with each id."""
        if self.first_with is None:
            self.first_with = {}
            for number in reversed(self.scan.noted("id")):
                if self.body < number <= self.last:
                    self.first_with[self.scan.value(self.scan.nodes[number].id)] = number
        return self.first_with

    def inside(self, int32_t number):
        """Return how many characters but blanks an element shows, how many it does not, and what else is in it."""
        cdef Tally tally = self.tally_of(self._checked(number))
        return tally.text, tally.unread, tally.media

    def is_aside(self, int32_t number):
        """Return whether an element is in a part of the page that has no content of its own."""
        return self.inherited[self._checked(number)] & _ASIDE > 0

    def is_named(self, int32_t number, str kind):
        """Return whether an element is of a *kind* by a word of its id or class, or by what it is."""
        cdef Node* node = self.scan.nodes + self._checked(number)
        cdef uint64_t kinds = self.kinds[number] | self.words_in(node.id) | self.words_in(node.names)
        return kinds >> <int> _KINDS.index(kind) & 1 > 0

    def hollow(self, int32_t number):
        """Return an element and those around it that hold nothing else; of very many, the nearest."""
        cdef list around = []
        cdef Tally own = self.tally_of(self._checked(number))
        cdef Tally outer = own
        while number > self.body and len(around) < _MOST_AROUND and (
            not around or (outer.text + outer.unread == own.text + own.unread and not outer.media)
        ):
            around.append(number)
            number = self.scan.nodes[number].parent
            outer = self.tally_of(number)
        return around

    def is_dense(self):
        """Return whether few characters of the text say much."""
        return self.body >= 0 and 4 * self.dense > self.tally_of(self.body).text

    cdef int32_t _checked(self, int32_t number) except -1:
        if not 0 <= self.body <= number <= self.last:
            raise IndexError(number)
        return number

    cdef Tally tally_of(self, int32_t number) noexcept nogil:
        cdef Tally tally = self.tallies[self.scan.nodes[number].last + 1]
        cdef Tally* before = self.tallies + number + 1
        tally.text -= before.text
        tally.unread -= before.unread
        tally.media -= before.media
        tally.pictures -= before.pictures
        return tally

    cdef uint64_t words_in(self, Text names) noexcept nogil:
        return self.words.values_in_names(limit(names, _LONGEST_NAMES))

    cdef void read(self) noexcept nogil:
        cdef Node* nodes = self.scan.nodes
        for number in range(self.body + 1, self.last + 1):
            self.inherited[number] = self.inherited[nodes[number].parent]
            self.tallies[number + 1] = self.tallies[number]
            if nodes[number].tag == Tag.TEXT:
                self.count_text(nodes + number, number)
            elif nodes[number].tag != Tag.COMMENT:
                self.tallies[number + 1].media += traits[nodes[number].tag] & _MEDIA > 0
                self.tallies[number + 1].pictures += traits[nodes[number].tag] & _PICTURE > 0
                self.inherited[number] |= traits[nodes[number].tag] & (_ASIDE | _UNREAD)
                if self.is_closed(nodes + number, number):
                    self.inherited[number] |= _ASIDE
        for number in range(self.body + 1, self.last + 1):
            if nodes[number].tag > Tag.COMMENT:
                self.kinds[number] = self.kinds_of(nodes + number, number)

    cdef void count_text(self, Node* node, int32_t number) noexcept nogil:
        cdef const uint8_t* text = self.scan.text
        cdef uint32_t at = node.start, count = 0
        cdef bint is_unread = self.inherited[number] & _UNREAD > 0
        if not is_unread and not traits[self.scan.nodes[node.parent].tag] & _CODE:
            self.templates += has_template(between(text + at, text + node.end))
        # How much code there is does not matter.
        while at < node.end and not (is_unread and count):
            count += begins[text[at]]
            self.dense += begins_dense[text[at]]
            if text[at] == c"&":
                count -= at + 5 < node.end and memcmp(text + at, b"&nbsp;", 6) == 0
                while at < node.end and text[at] != c";":
                    at += 1
            at += 1
        if is_unread:
            self.tallies[number + 1].unread += count
        else:
            self.tallies[number + 1].text += count

    cdef bint is_closed(self, Node* node, int32_t number) noexcept nogil:
        """Return whether an element is a part of the site, or hidden."""
        cdef Node* parent = self.scan.nodes + node.parent
        if node.tag == Tag.HEADER or node.tag == Tag.FOOTER:
            if node.parent == self.body or (parent.tag == Tag.DIV and parent.parent == self.body):
                return True
        if node.attributes & Attribute.HAS_ROLE and site_roles.value_of(self.scan.attribute(number, b"role")):
            return True
        if node.attributes & Attribute.HAS_STYLE:
            style = self.scan.attribute(number, b"style")
            if has_text(style, b"display:none") or has_text(style, b"display: none"):
                return True
        return node.attributes & Attribute.HAS_HIDDEN > 0

    cdef uint8_t kinds_of(self, Node* node, int32_t number) noexcept nogil:
        cdef Tally tally = self.tally_of(number)
        cdef uint32_t size = tally.text + tally.unread
        cdef uint8_t kinds = 0
        if node.attributes & Attribute.HAS_ID:
            kinds = self.words.value_of(node.id) & _ROOT
            if size == 0 and traits[node.tag] & _HOLDER and self.has_only(node, Tag.TEXT):
                kinds |= _EMPTY
        if node.tag == Tag.OTHER:
            kinds |= self.words.value_of(self.scan.name(number)) & (_ROOT | _LOADING)
        if node.attributes & Attribute.HAS_VIEW:
            kinds |= _ROOT
        if node.tag == Tag.MAIN or node.tag == Tag.ARTICLE or (
            node.attributes & Attribute.HAS_ROLE and self.scan.has_value(number, b"role", b"main")
        ):
            kinds |= _MAIN
        if self.inherited[number] & _ASIDE:
            return kinds & ~<uint8_t> _LOADING
        if node.attributes & Attribute.HAS_LOADING and not traits[node.tag] & _PICTURE:
            kinds |= _LOADING
        if size < _SHORT and not tally.pictures and (
            (size == 0 and self.is_placeholder(node.names))
            or (node.attributes & Attribute.HAS_ARIA_BUSY and self.scan.has_value(number, b"aria-busy", b"true"))
        ):
            kinds |= _PLACEHOLDER
        if 0 < size < _SHORT and self.has_only(node, Tag.COMMENT):
            kinds |= self.first_word(node) & _WAITING
        return kinds

    cdef bint has_only(self, Node* node, uint16_t tag) noexcept nogil:
        """Return whether an element has nothing but texts, or with the *tag* of comments those too."""
        cdef Node* last = self.scan.nodes + node.last
        while last > node and last.tag <= tag:
            last -= 1
        return last == node

    cdef bint is_placeholder(self, Text names) noexcept nogil:
        """Return whether one of the classes, or a part of one, names a placeholder."""
        name = limit(names, 0)
        while next_word(names, &name):
            part = name
            if self.words.value_of(name) & _PLACEHOLDER:
                return True
            while part.size:
                size = find_any_byte(part, b"-_")
                if self.words.value_of(limit(part, size)) & _PLACEHOLDER:
                    return True
                part = cut(part, size + 1)
        return False

    cdef uint64_t first_word(self, Node* node) noexcept nogil:
        """Return the kinds that the first word in an element names."""
        cdef uint32_t size = 0
        text = between(self.scan.text + node.inner, self.scan.text + node.close)
        while text.size and not begins_word(text.at[0]):
            text = cut(text, 1)
        while size < text.size and (begins_word(text.at[size]) or text.at[size] & 0xC0 == 0x80):
            size += 1
        return self.words.value_of(limit(text, size))


cdef inline bint begins_word(uint8_t byte) noexcept nogil:
    """Return whether a byte begins a letter; whole blocks of other characters are told by their first bytes."""
    return is_letter(byte) or (byte >= 0xC3 and byte != 0xE2 and byte < 0xEF)


cdef bint has_template(Text text) noexcept nogil:
    """Return whether a text has something short in double braces."""
    text = cut(text, find_byte(text, c"{"))
    while text.size:
        text = cut(text, 1)
        size = find_any_byte(limit(cut(text, 1), _LONGEST_TEMPLATE), b"{}") if byte_at(text, 0) == c"{" else 0
        if size and byte_at(text, size + 1) == c"}":
            return True
        text = cut(text, find_byte(text, c"{"))
    return False
