"""Where on a page content may be yet to come: passes over its nodes, and questions about single elements."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memchr, memcmp

from gossamer.content.page.scan cimport Attribute, Node, Scan, Span, Tag, tag_of
from gossamer.content.page.words cimport WordTable, is_letter, lower

cdef enum Trait:
    # It holds no content of its own, or nobody sees it before it is opened; and its text is not shown.
    _ASIDE = 1
    _UNREAD = 2
    # It is content without text; or even a picture or a field.
    _MEDIA = 4
    _PICTURE = 8
    # It is empty until a script fills it; other elements are empty for good.
    _HOLDER = 16
    # Its text may have braces.
    _CODE = 32

cdef enum:
    _SHORT = 80
    _LONGEST_NAMES = 400
    _LONGEST_TEMPLATE = 100
    _MOST_AROUND = 60

_TRAITS = {
    _ASIDE: b"nav aside select dialog template noscript script style button svg head",
    _UNREAD: b"script style noscript template",
    _MEDIA: b"img video audio iframe canvas svg input object embed picture button form noscript hr",
    _PICTURE: b"img video iframe input",
    _HOLDER: b"div section main article ul ol tbody p span table dl",
    _CODE: b"pre code textarea",
}
_KINDS = ("root", "loading", "placeholder", "waiting", "main", "empty", "content", "aside")

cdef enum Kind:
    _ROOT = 1
    _LOADING = 2
    _PLACEHOLDER = 4
    _WAITING = 8
    _MAIN = 16
    _EMPTY = 32

cdef uint8_t traits[<int> Tag.TAGS]
cdef WordTable site_roles = WordTable(
    dict.fromkeys("navigation banner contentinfo complementary dialog search".split(), 1)
)
# Whether a byte begins a character that is no blank, and one of a script in which few characters say much.
cdef uint8_t begins[256]
cdef uint8_t begins_dense[256]


def _fill_tables():
    cdef int byte
    for trait, names in _TRAITS.items():
        for name in names.split():
            traits[tag_of(<const uint8_t*> <const char*> name, len(name))] |= <uint8_t> trait
    for byte in range(ord("!"), 256):
        begins[byte] = byte & 0xC0 != 0x80
        begins_dense[byte] = 0xE3 <= byte <= 0xED


_fill_tables()


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

    cdef uint64_t words_in(self, Span names) noexcept nogil:
        return self.words.values_in_names(self.scan.text + names.start, min(names.end - names.start, _LONGEST_NAMES))

    cdef uint8_t named(self, uint32_t start, uint32_t end) noexcept nogil:
        return <uint8_t> self.words.value_of(self.scan.text + start, end - start)

    cdef bint has_value(self, int32_t number, const char* name, const char* value) noexcept nogil:
        return self.scan.has_value(self.scan.attribute(number, name), value)

    cdef void read(self) noexcept nogil:
        cdef Node* nodes = self.scan.nodes
        cdef int32_t number
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
        cdef uint32_t at = node.start
        cdef uint32_t count = 0
        cdef bint is_unread = self.inherited[number] & _UNREAD > 0
        if not is_unread and not traits[self.scan.nodes[node.parent].tag] & _CODE:
            self.templates += has_template(text + at, text + node.end)
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
        cdef Span span
        if node.tag == Tag.HEADER or node.tag == Tag.FOOTER:
            if node.parent == self.body or (parent.tag == Tag.DIV and parent.parent == self.body):
                return True
        if node.attributes & Attribute.HAS_ROLE:
            span = self.scan.attribute(number, b"role")
            if site_roles.value_of(self.scan.text + span.start, span.end - span.start):
                return True
        if node.attributes & Attribute.HAS_STYLE:
            span = self.scan.attribute(number, b"style")
            while span.start < span.end:
                if begins_with(self.scan.text + span.start, b"display:none") or begins_with(
                    self.scan.text + span.start, b"display: none"
                ):
                    return True
                span.start += 1
        return node.attributes & Attribute.HAS_HIDDEN > 0

    cdef uint8_t kinds_of(self, Node* node, int32_t number) noexcept nogil:
        cdef Tally tally = self.tally_of(number)
        cdef uint32_t size = tally.text + tally.unread
        cdef uint8_t kinds = 0
        if node.attributes & Attribute.HAS_ID:
            kinds = self.named(node.id.start, node.id.end) & _ROOT
            if size == 0 and traits[node.tag] & _HOLDER and self.has_only(node, Tag.TEXT):
                kinds |= _EMPTY
        if node.tag == Tag.OTHER:
            kinds |= self.named(node.start + 1, self.scan.end_of_tag_name(node)) & (_ROOT | _LOADING)
        if node.attributes & Attribute.HAS_VIEW:
            kinds |= _ROOT
        if node.tag == Tag.MAIN or node.tag == Tag.ARTICLE or (
            node.attributes & Attribute.HAS_ROLE and self.has_value(number, b"role", b"main")
        ):
            kinds |= _MAIN
        if self.inherited[number] & _ASIDE:
            return kinds & ~<uint8_t> _LOADING
        if node.attributes & Attribute.HAS_LOADING and not traits[node.tag] & _PICTURE:
            kinds |= _LOADING
        if size < _SHORT and not tally.pictures and (
            (size == 0 and self.is_placeholder(node.names))
            or (node.attributes & Attribute.HAS_ARIA_BUSY and self.has_value(number, b"aria-busy", b"true"))
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

    cdef bint is_placeholder(self, Span names) noexcept nogil:
        """Return whether one of the classes, or a part of one, names a placeholder."""
        cdef uint32_t start = names.start
        cdef uint32_t part = names.start
        cdef uint32_t at = names.start
        cdef uint8_t byte
        for at in range(names.start, names.end + 1):
            byte = c" " if at == names.end else self.scan.text[at]
            if byte == c"-" or byte == c"_" or byte <= c" ":
                if (self.named(part, at) | (self.named(start, at) if byte <= c" " else 0)) & _PLACEHOLDER:
                    return True
                part = at + 1
            if byte <= c" ":
                start = at + 1
        return False

    cdef uint8_t first_word(self, Node* node) noexcept nogil:
        """Return the kinds that the first word in an element names."""
        cdef const uint8_t* text = self.scan.text
        cdef uint32_t at = node.inner
        cdef uint32_t start
        while at < node.close and not begins_word(text[at]):
            at += 1
        start = at
        while at < node.close and (begins_word(text[at]) or text[at] & 0xC0 == 0x80):
            at += 1
        return self.named(start, at)


cdef inline bint begins_word(uint8_t byte) noexcept nogil:
    """Return whether a byte begins a letter; whole blocks of other characters are told by their first bytes."""
    return is_letter(byte) or (byte >= 0xC3 and byte != 0xE2 and byte < 0xEF)


cdef inline bint begins_with(const uint8_t* text, const char* word) noexcept nogil:
    cdef int at = 0
    while word[at] and lower(text[at]) == <uint8_t> word[at]:
        at += 1
    return word[at] == 0


cdef bint has_template(const uint8_t* text, const uint8_t* end) noexcept nogil:
    """Return whether a text has something short in double braces."""
    cdef const uint8_t* start = <const uint8_t*> memchr(text, c"{", end - text)
    while start != NULL and start + 1 < end:
        text = start + 2
        while text < end and text[0] != c"{" and text[0] != c"}" and text - start < _LONGEST_TEMPLATE:
            text += 1
        if start[1] == c"{" and start + 2 < text < end and text[0] == c"}":
            return True
        start = <const uint8_t*> memchr(start + 1, c"{", end - start - 1)
    return False
