"""Where on a page content may be yet to come: passes over its nodes, and questions about single elements."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memchr, memcmp

from gossamer.content.page.scan cimport Attribute, Node, Scan, Span, Tag, tag_of
from gossamer.content.page.words cimport WordTable, is_letter, lower

cdef enum Trait:
    # It holds no content of its own, or nobody sees it before it is opened.
    _ASIDE = 1
    # Its text is not shown.
    _UNREAD = 2
    # It is content without text; or even a picture or a field.
    _MEDIA = 4
    _PICTURE = 8
    # It is empty until a script fills it; other elements are empty for good.
    _HOLDER = 16
    # Its text may have braces.
    _CODE = 32

cdef enum Kind:
    _ROOT = 1
    _LOADING = 2
    _PLACEHOLDER = 4
    _WAITING = 8
    _MAIN = 16
    _EMPTY = 32
    _CONTENT = 64
    _SIDE = 128

cdef enum:
    _SHORT = 80
    _LONGEST_NAMES = 400
    _LONGEST_TEMPLATE = 100
    _LONGEST_REFERENCE = 6
    _MOST_PARTS = 3

_TRAITS = {
    _ASIDE: b"nav aside select dialog template noscript script style button svg head",
    _UNREAD: b"script style noscript template",
    _MEDIA: b"img video audio iframe canvas svg input object embed picture button form noscript hr",
    _PICTURE: b"img video iframe input",
    _HOLDER: b"div section main article ul ol tbody p span table dl",
    _CODE: b"pre code textarea",
}
_NUMBERS = {"root": _ROOT, "loading": _LOADING, "placeholder": _PLACEHOLDER, "waiting": _WAITING, "main": _MAIN,
            "empty": _EMPTY, "content": _CONTENT, "aside": _SIDE}

cdef uint8_t traits[<int> Tag.TAGS]
cdef WordTable aside_roles = WordTable(
    dict.fromkeys("navigation banner contentinfo complementary dialog search".split(), 1)
)
# How many characters a byte begins, and how many of scripts in which one says as much as several letters.
cdef uint8_t begun[256]
cdef uint8_t begun_dense[256]


def _fill_tables():
    cdef int byte
    for trait, names in _TRAITS.items():
        for name in names.split():
            traits[tag_of(<const uint8_t*> <const char*> name, len(name))] |= <uint8_t> trait
    for byte in range(ord("!"), 256):
        begun[byte] = byte & 0xC0 != 0x80
        begun_dense[byte] = 0xE3 <= byte <= 0xED


_fill_tables()


def name_words(dict words):
    """Return the table for `Survey` of words by the kind of element that they name."""
    numbers = {}
    for kind, names in words.items():
        for name in names:
            numbers[name] = numbers.get(name, 0) | _NUMBERS[kind]
    return WordTable(numbers)


# Before a node: characters but blanks that are shown, others, and elements.
cdef struct Tally:
    uint32_t text
    uint32_t unread
    uint32_t media
    uint32_t pictures


cdef class Survey:
    """What the body of the page *scan* has where; *words* are the names of elements, as a table of `name_words`."""

    cdef readonly Scan scan
    cdef WordTable words
    cdef Tally* tallies
    cdef uint8_t* inherited
    cdef uint8_t* kinds
    cdef uint32_t dense
    # The body, -1 without one; and texts that are templates for scripts.
    cdef readonly int32_t body
    cdef readonly int32_t templates

    def __cinit__(self, Scan scan not None, WordTable words not None):
        self.scan = scan
        self.words = words
        self.body = next(iter(scan.elements("body")), -1)
        self.tallies = <Tally*> calloc(scan.count + 2, sizeof(Tally))
        self.inherited = <uint8_t*> calloc(scan.count + 1, 1)
        self.kinds = <uint8_t*> calloc(scan.count + 1, 1)
        if self.tallies == NULL or self.inherited == NULL or self.kinds == NULL:
            raise MemoryError
        if self.body >= 0:
            with nogil:
                self.read()

    def __dealloc__(self):
        free(self.tallies)
        free(self.inherited)
        free(self.kinds)

    def find(self, str kind):
        """Return the elements that may be a root, loading, a placeholder, waiting, main or empty, in order."""
        cdef uint8_t bit = _NUMBERS[kind]
        return [number for number in range(self.scan.count) if self.kinds[number] & bit]

    def ids(self):
        """Return the first element with each id."""
        cdef dict found = {}
        for number in self.scan.noted("id"):
            if number > self.body:
                found.setdefault(self.scan.value(self.scan.nodes[number].id), number)
        return found

    def size(self, int32_t number):
        """Return how many characters but blanks an element shows or hides."""
        return self.inside(self._checked(number)).text

    def is_blank(self, int32_t number):
        """Return whether an element has no text, not even code."""
        cdef Tally tally = self.inside(self._checked(number))
        return tally.text + tally.unread == 0

    def has_media(self, int32_t number):
        """Return whether an element has content that is no text."""
        return self.inside(self._checked(number)).media > 0

    def is_aside(self, int32_t number):
        """Return whether an element is in a part of the page that has no content of its own."""
        return self.inherited[self._checked(number)] & _ASIDE > 0

    def is_main(self, int32_t number):
        """Return whether an element says that it is the main part."""
        return self.kinds[self._checked(number)] & _MAIN > 0

    def is_named(self, int32_t number, str kind):
        """Return whether id or class of an element has a word that names a *kind*."""
        cdef Node* node = self.scan.nodes + self._checked(number)
        return (self.words_of(node.id) | self.words_of(node.names)) & <uint64_t> _NUMBERS[kind] > 0

    def hollow(self, int32_t number):
        """Return an element and those around it that hold nothing else."""
        cdef list around = [number]
        cdef Tally own = self.inside(self._checked(number))
        cdef Tally outer
        while True:
            number = self.scan.nodes[number].parent
            if number <= self.body:
                return around
            outer = self.inside(number)
            if outer.text + outer.unread > own.text + own.unread or outer.media:
                return around
            around.append(number)

    def is_dense(self):
        """Return whether few characters of the text say much."""
        return self.body >= 0 and 4 * self.dense > self.inside(self.body).text

    cdef int32_t _checked(self, int32_t number) except -1:
        if not 0 <= self.body <= number <= self.scan.nodes[self.body].last:
            raise IndexError(number)
        return number

    cdef Tally inside(self, int32_t number) noexcept nogil:
        cdef Tally tally = self.tallies[self.scan.nodes[number].last + 1]
        cdef Tally* before = self.tallies + number + 1
        tally.text -= before.text
        tally.unread -= before.unread
        tally.media -= before.media
        tally.pictures -= before.pictures
        return tally

    cdef uint64_t words_of(self, Span names) noexcept nogil:
        return self.words.values_in_names(self.scan.text + names.start, min(names.end - names.start, _LONGEST_NAMES))

    cdef void read(self) noexcept nogil:
        cdef Node* nodes = self.scan.nodes
        cdef int32_t number
        cdef uint16_t tag
        for number in range(self.body + 1, nodes[self.body].last + 1):
            tag = nodes[number].tag
            self.inherited[number] = self.inherited[nodes[number].parent]
            self.tallies[number + 1] = self.tallies[number]
            if tag == Tag.TEXT:
                self.count_text(number, self.tallies + number + 1)
            elif tag != Tag.COMMENT:
                self.tallies[number + 1].media += traits[tag] & _MEDIA > 0
                self.tallies[number + 1].pictures += traits[tag] & _PICTURE > 0
                self.inherited[number] |= traits[tag] & (_ASIDE | _UNREAD)
                if self.is_closed(nodes + number):
                    self.inherited[number] |= _ASIDE
        for number in range(self.body + 1, nodes[self.body].last + 1):
            if nodes[number].tag > Tag.COMMENT:
                self.kinds[number] = self.kinds_of(number)

    cdef void count_text(self, int32_t number, Tally* tally) noexcept nogil:
        cdef const uint8_t* text = self.scan.text
        cdef uint32_t at = self.scan.nodes[number].start
        cdef uint32_t end = self.scan.nodes[number].end
        cdef uint32_t count = 0
        cdef bint is_unread = self.inherited[number] & _UNREAD > 0
        if not is_unread and not traits[self.scan.nodes[self.scan.nodes[number].parent].tag] & _CODE:
            self.templates += has_template(text + at, end - at)
        while at < end:
            if text[at] == c"&":
                # A reference is one character, or a blank.
                count += not (at + 5 < end and memcmp(text + at, b"&nbsp;", 6) == 0)
                at += size_of_character(text + at, end - at)
                continue
            count += begun[text[at]]
            self.dense += begun_dense[text[at]]
            # How much code there is does not matter.
            if is_unread and count:
                break
            at += 1
        if is_unread:
            tally.unread += count
        else:
            tally.text += count

    cdef bint is_closed(self, Node* node) noexcept nogil:
        """Return whether an element is a part of the site, or hidden."""
        cdef Node* parent = self.scan.nodes + node.parent
        cdef Span span
        if (node.tag == Tag.HEADER or node.tag == Tag.FOOTER) and (
            node.parent == self.body or (parent.tag == Tag.DIV and parent.parent == self.body)
        ):
            return True
        if node.attributes & Attribute.HAS_ROLE:
            span = self.scan.attribute(<int32_t> (node - self.scan.nodes), b"role")
            if aside_roles.value_of(self.scan.text + span.start, span.end - span.start):
                return True
        if node.attributes & Attribute.HAS_STYLE:
            span = self.scan.attribute(<int32_t> (node - self.scan.nodes), b"style")
            if hides(self.scan.text, span):
                return True
        return node.attributes & Attribute.HAS_HIDDEN > 0

    cdef uint8_t kinds_of(self, int32_t number) noexcept nogil:
        cdef Node* node = self.scan.nodes + number
        cdef Tally tally = self.inside(number)
        cdef uint32_t size = tally.text + tally.unread
        cdef uint64_t called = self.words.value_of(self.scan.text + node.id.start, node.id.end - node.id.start)
        cdef uint8_t kinds = <uint8_t> called & _ROOT
        if node.tag == Tag.OTHER:
            called = self.words.value_of(
                self.scan.text + node.start + 1, self.scan.end_of_tag_name(node) - node.start - 1
            )
            kinds |= <uint8_t> called & (_ROOT | _LOADING)
        if node.attributes & Attribute.HAS_VIEW:
            kinds |= _ROOT
        if node.attributes & Attribute.HAS_LOADING:
            kinds |= _LOADING
        if node.tag == Tag.MAIN or node.tag == Tag.ARTICLE or (
            node.attributes & Attribute.HAS_ROLE and self.scan.has_value(self.scan.attribute(number, b"role"), b"main")
        ):
            kinds |= _MAIN
        if size == 0 and node.attributes & Attribute.HAS_ID and traits[node.tag] & _HOLDER and (
            node.last == number or (node.last == number + 1 and self.scan.nodes[number + 1].tag == Tag.TEXT)
        ):
            kinds |= _EMPTY
        if self.inherited[number] & _ASIDE:
            return kinds & ~<uint8_t> _LOADING
        if size < _SHORT and not tally.pictures and (
            (size == 0 and self.is_placeholder(node.names))
            or (node.attributes & Attribute.HAS_ARIA_BUSY
                and self.scan.has_value(self.scan.attribute(number, b"aria-busy"), b"true"))
        ):
            kinds |= _PLACEHOLDER
        if 0 < size < _SHORT and self.may_wait(node):
            kinds |= _WAITING
        return kinds

    cdef bint is_placeholder(self, Span names) noexcept nogil:
        """Return whether a class has parts, one or several in a row, that name a placeholder."""
        cdef const uint8_t* text = self.scan.text
        cdef uint32_t end = names.end
        cdef uint32_t at = names.start
        cdef uint32_t stop
        cdef int parts
        while at < end:
            stop = at
            for parts in range(_MOST_PARTS):
                stop += stop < end
                while stop < end and not is_between(text[stop]):
                    stop += 1
                if self.words.value_of(text + at, stop - at) & _PLACEHOLDER:
                    return True
            while at < end and not is_between(text[at]):
                at += 1
            at += 1
        return False

    cdef bint may_wait(self, Node* node) noexcept nogil:
        """Return whether an element has nothing but text whose first word is one of placeholders."""
        cdef const uint8_t* text = self.scan.text
        cdef int32_t number = <int32_t> (node - self.scan.nodes) + 1
        cdef uint32_t at
        cdef uint32_t start
        for number in range(number, node.last + 1):
            if self.scan.nodes[number].tag > Tag.COMMENT:
                return False
        number = <int32_t> (node - self.scan.nodes) + 1
        at = self.scan.nodes[number].start
        while at < node.close and not is_of_word(text[at]):
            # A reference is no word.
            at += size_of_character(text + at, node.close - at)
        start = at
        while at < node.close and (is_of_word(text[at]) or text[at] & 0xC0 == 0x80):
            at += 1
        return self.words.value_of(text + start, at - start) & _WAITING > 0


cdef inline uint32_t size_of_character(const uint8_t* text, uint32_t most) noexcept nogil:
    """Return the size of the reference that *text* begins with, 1 for another byte."""
    cdef uint32_t at = 1
    if text[0] != c"&":
        return 1
    while at < min(most, _LONGEST_REFERENCE):
        at += 1
        if text[at - 1] == c";":
            return at
    return 1


cdef inline bint is_between(uint8_t byte) noexcept nogil:
    return byte == c"-" or byte == c"_" or byte <= c" "


cdef inline bint is_of_word(uint8_t byte) noexcept nogil:
    """Return whether a byte begins a letter; whole blocks of other characters are told by their first bytes."""
    return is_letter(byte) or (byte >= 0xC3 and byte != 0xE2 and byte < 0xEF)


cdef bint hides(const uint8_t* text, Span style) noexcept nogil:
    """Return whether a style says `display:none`."""
    cdef uint32_t at = style.start
    cdef const void* found
    while at < style.end:
        found = memchr(text + at, c":", style.end - at)
        if found == NULL:
            return False
        at = <uint32_t> (<const uint8_t*> found - text) + 1
        if at - style.start < 8 or not is_written(text + at - 8, b"display"):
            continue
        if at < style.end and text[at] == c" ":
            at += 1
        if at + 4 <= style.end and is_written(text + at, b"none"):
            return True
    return False


cdef bint is_written(const uint8_t* text, const char* word) noexcept nogil:
    cdef int at = 0
    while word[at]:
        if lower(text[at]) != <uint8_t> word[at]:
            return False
        at += 1
    return True


cdef bint has_template(const uint8_t* text, uint32_t size) noexcept nogil:
    """Return whether a text has something short in double braces."""
    cdef const uint8_t* end = text + size
    cdef const uint8_t* at = <const uint8_t*> memchr(text, c"{", size)
    cdef const uint8_t* start
    while at != NULL:
        start = at
        while at < end and at[0] == c"{":
            at += 1
        if at - start == 2:
            start = at
            while at < end and at[0] != c"{" and at[0] != c"}" and at - start <= _LONGEST_TEMPLATE:
                at += 1
            if at > start and at + 1 < end and at[0] == c"}" and at[1] == c"}":
                return True
        at = <const uint8_t*> memchr(at, c"{", end - at)
    return False
