"""A page that is edited before its content is looked for: what browsers do not show goes, and what is told by its name.

What is hidden by its own markup (`hidden`, an inline style, a closed dialog) goes. What a visitor opens with a click (a
tab, an accordion) is content; so is what is hidden until a script has animated it in, and a body that is blank until a
test has run. Each removal has a reason, and none takes most of what the page says.
"""

import html
import tomllib
from importlib.resources import files
from operator import itemgetter

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memset, strlen

from gossamer.content.page.scan cimport Attribute, Node, Scan, Span, Tag
from gossamer.content.page.words cimport Needles, WordTable

from gossamer.content.page.scan import _TAGS

# Why something is removed, by the number that is noted; only what has a reason in words may be missed by a reader.
REASONS = ("kept", "unwrapped", "not shown", "hidden", "a cookie banner", "advertising", "an icon")

cdef enum Reason:
    _KEPT, _UNWRAPPED, _UNSEEN, _HIDDEN, _BANNER, _AD, _ICON

cdef enum Hint:
    _IS_ICON = 1
    _SAYS_COOKIES = 2
    _IS_PLATFORM = 4
    _SAYS_AD = 8
    _IS_DISCLOSED = 16
    _IS_ANIMATED = 32
    _IS_ADVERTISED = 64
    _IS_PANEL = 128
    _SAYS_ORDER = 256

cdef enum Fate:
    _SHOWN, _GONE, _GONE_IN_HEAD, _SCRIPT, _FRAME, _SELECT, _HOLDER

cdef enum Hiding:
    _NOT, _WHOLLY, _FOR_NOW

cdef enum:
    # Letters: fewer may go, whatever share of the page they are.
    _SHORT = 400
    _LONGEST_ICON = 60
    _LONG_TEXT = 80

# Hiding that would take more of the page than this is a guard that a script lifts.
cdef double _MOST = 0.6

_data = tomllib.loads(files("gossamer.content.page").joinpath("editing.toml").read_text("utf-8"))
_BITS = {
    "icon": Hint._IS_ICON, "cookies": Hint._SAYS_COOKIES, "platform": Hint._IS_PLATFORM, "ad": Hint._SAYS_AD,
    "disclosed": Hint._IS_DISCLOSED, "animated": Hint._IS_ANIMATED, "order": Hint._SAYS_ORDER,
}
# The attributes that a scan notes: elements without them need not be read.
_NOTED = {
    "role": Attribute.HAS_ROLE, "id": Attribute.HAS_ID, "data-toggle": Attribute.HAS_TOGGLE,
    "data-bs-toggle": Attribute.HAS_TOGGLE,
}
_FATES = {
    **dict.fromkeys(_data["unseen"], Fate._GONE), **dict.fromkeys(_data["unseen_in_head"], Fate._GONE_IN_HEAD),
    "script": Fate._SCRIPT, "iframe": Fate._FRAME, "select": Fate._SELECT,
    **dict.fromkeys(("video", "audio", "canvas", "object"), Fate._HOLDER),
}

# What an element does is said by its classes alone.
cdef uint64_t _OF_IDS = ~<uint64_t> (Hint._IS_DISCLOSED | Hint._IS_ANIMATED)
cdef Needles hint_needles = Needles(
    {needle: _BITS[name] for name, needles in _data["hints"].items() for needle in needles}
)
cdef WordTable unnamed = WordTable({tag: 1 + (kind == "ad") for tag, kind in _data["unnamed"].items()})
cdef uint8_t fates[<int> Tag.TAGS]
cdef const char* offsets[4]
offsets[0] = b"left"
offsets[1] = b"right"
offsets[2] = b"top"
offsets[3] = b"text-indent"


def _fill_tables():
    for number, tag in enumerate(_TAGS):
        fates[<int> number] = _FATES.get(tag.decode(), Fate._SHOWN)


_fill_tables()


cdef class EditedPage:
    """The page *scan* without what browsers do not show, and with the edits that are asked for.

    With *keeps_noscript* what stands in `<noscript>` is left for the caller to remove or show.

    Numbers are those of the scan's nodes; edits count in `write` alone, and what is removed has no text any more. Raises
    MemoryError, and IndexError for nodes that the scan does not have.
    """

    def __cinit__(self, Scan scan not None, *, bint keeps_noscript=False):
        self.scan = scan
        self.keeps_noscript = keeps_noscript
        self.reasons = <uint8_t*> calloc(scan.count + 1, 1)
        self.hints = <uint16_t*> calloc(scan.count + 1, sizeof(uint16_t))
        self.letters = <uint32_t*> calloc(scan.count + 2, sizeof(uint32_t))
        if self.reasons == NULL or self.hints == NULL or self.letters == NULL:
            raise MemoryError
        self.edits = []
        self.applied = []
        with nogil:
            self.remove_unseen(scan)

    def __dealloc__(self):
        free(self.reasons)
        free(self.hints)
        free(self.letters)

    def find_named(self, str name):
        """Return the elements with the hint *name* in a name, those around others before them."""
        cdef uint16_t hint = _BITS[name] | (Hint._IS_ADVERTISED if name == "ad" else 0)
        cdef int32_t number = 0
        cdef list found = []
        while number < self.scan.count:
            if self.reasons[number] > Reason._UNWRAPPED:
                number = self.scan.nodes[number].last
            elif self.hints[number] & hint:
                found.append(number)
            number += 1
        return found

    def find_tags(self, tuple tags, int32_t around):
        """Return the elements with one of *tags* in the element *around*, in the page for 0; removed ones are left out."""
        cdef Node* nodes = self.scan.nodes
        cdef uint8_t[<int> Tag.TAGS] wanted
        cdef list found = []
        cdef int32_t number
        if not self.scan.count:
            return found
        memset(wanted, 0, sizeof(wanted))
        for tag in tags:
            wanted[<int> number_of_tag(tag)] = 1
        number = self._checked(around) + (around > 0)
        while number <= nodes[around].last:
            if self.reasons[number] > Reason._UNWRAPPED:
                number = nodes[number].last
            elif wanted[nodes[number].tag]:
                found.append(number)
            number += 1
        return found

    def find_with(self, str attribute, str value=None):
        """Return the elements that have *attribute*, with that *value* if one is given; removed ones are left out."""
        cdef bytes name = attribute.encode()
        cdef bytes wanted = b"" if value is None else value.encode()
        cdef bint is_any = value is None
        cdef uint32_t noted = _NOTED.get(attribute, 0)
        cdef Span span
        cdef list found = []
        cdef int32_t number = 0
        while number < self.scan.count:
            if self.reasons[number] > Reason._UNWRAPPED:
                number = self.scan.nodes[number].last
            elif self.scan.nodes[number].attributes & noted == noted:
                span = self.scan.attribute(number, name)
                if span.start and (is_any or self.scan.has_value(span, wanted)):
                    found.append(number)
            number += 1
        return found

    def has_hint(self, int32_t number, str name):
        """Return whether the names of an element have the hint *name*."""
        return bool(self.hints[self._checked(number)] & <uint16_t> _BITS[name])

    def attr(self, int32_t number, str name):
        """Return the value of an attribute, None where there is none."""
        cdef bytes key = name.encode()
        cdef Span span = self.scan.attribute(self._checked(number), key)
        if not span.start:
            return None
        value = self.scan.source[span.start : span.end].decode("utf-8", "surrogatepass")
        return html.unescape(value) if "&" in value else value

    def is_marked_as_advertising(self, int32_t number):
        """Return whether the tag or an attribute of an ad server says what an element holds."""
        return bool(self.hints[self._checked(number)] & Hint._IS_ADVERTISED)

    def count(self, int32_t number):
        """Return how many letters an element shows, blanks not counted."""
        return self.letters_in(self._checked(number))

    def count_prose(self, int32_t number):
        """Return how many letters of an element are texts of some length that are no links."""
        cdef Node* nodes = self.scan.nodes
        cdef int32_t at = self._checked(number)
        cdef int32_t last = nodes[at].last
        cdef uint32_t found = 0
        while at <= last:
            if self.reasons[at] > Reason._UNWRAPPED or nodes[at].tag == Tag.A:
                at = nodes[at].last
            elif nodes[at].tag == Tag.TEXT and self.letters_in(at) >= _LONG_TEXT:
                found += self.letters_in(at)
            at += 1
        return found

    def text(self, int32_t number):
        """Return the text of an element as it is shown, blanks as they are written."""
        cdef Node* nodes = self.scan.nodes
        cdef int32_t at = self._checked(number)
        cdef int32_t last = nodes[at].last
        cdef list parts = []
        while at <= last:
            if self.reasons[at] > Reason._UNWRAPPED:
                at = nodes[at].last
            elif nodes[at].tag == Tag.TEXT:
                parts.append(self.scan.source[nodes[at].start : nodes[at].end])
            at += 1
        return html.unescape(b"".join(parts).decode("utf-8", "surrogatepass"))

    def holds_content(self, int32_t number):
        """Return whether an element is or holds what a page is about: its main part, an article, its title."""
        return self.holds_any(self._checked(number), Tag.MAIN, Tag.ARTICLE, Tag.H1)

    def holds_control(self, int32_t number):
        """Return whether an element holds a link or a control."""
        return self.holds_any(self._checked(number), Tag.A, Tag.BUTTON, Tag.INPUT)

    cdef bint holds_any(self, int32_t number, uint16_t one, uint16_t other, uint16_t third) noexcept nogil:
        cdef Node* node = self.scan.nodes + number
        cdef Node* last = self.scan.nodes + node.last
        while node <= last and node.tag != one and node.tag != other and node.tag != third:
            node += 1
        return node <= last

    def remove(self, int32_t number, str reason):
        """Remove an element and all inside it for one of `REASONS`."""
        self.reasons[self._checked(number)] = REASONS.index(reason)

    def is_removed(self, int32_t number):
        """Return whether an element or one around it is removed."""
        number = self._checked(number)
        while number >= 0:
            if self.reasons[number] > Reason._UNWRAPPED:
                return True
            number = self.scan.nodes[number].parent
        return False

    def unwrap(self, int32_t number):
        """Show what a `<noscript>` holds in its place."""
        cdef Node* node = self.scan.nodes + self._checked(number)
        self.reasons[number] = Reason._UNWRAPPED
        self.edits += ((node.start, node.inner, b""), (node.close, node.end, b""))

    def is_edited(self, int32_t number):
        """Return whether markup was put into an element or right before it."""
        cdef Node* node = self.scan.nodes + self._checked(number)
        return any(node.start <= start < node.end for start, end, words in self.edits if start == end)

    def insert_before(self, int32_t number, str markup):
        """Put *markup* before an element."""
        cdef Node* node = self.scan.nodes + self._checked(number)
        self.edits.append((node.start, node.start, markup.encode("utf-8", "surrogatepass")))

    def set_attribute(self, int32_t number, str name, str value):
        """Give an element an attribute, which counts before another of that name."""
        cdef uint32_t end = self.scan.end_of_tag_name(self.scan.nodes + self._checked(number))
        written = html.escape(value, quote=False).replace('"', "&quot;")
        self.edits.append((end, end, f' {name}="{written}"'.encode("utf-8", "surrogatepass")))

    def show_panel(self, int32_t number):
        """Note that a click shows an element, so that it is not taken for hidden."""
        self.hints[self._checked(number)] |= Hint._IS_PANEL

    def hide(self):
        """Remove what its own markup hides; how much elements show is counted from now on."""
        with nogil:
            self.count_letters()
            self.remove_hidden()

    def write(self):
        """Return the page with its edits, as bytes. A select shows what is chosen."""
        cdef Node* nodes = self.scan.nodes
        cdef bytes source = self.scan.source
        cdef list edits = list(self.edits)
        cdef list parts = []
        cdef int32_t number = 0
        cdef int32_t shown
        cdef uint32_t at = 0
        while number < self.scan.count:
            if self.reasons[number] > Reason._UNWRAPPED:
                edits.append((nodes[number].start, nodes[number].end, b""))
                number = nodes[number].last
            elif nodes[number].tag == Tag.SELECT:
                shown = chosen_of(self.scan, number)
                words = source[nodes[shown].inner : nodes[shown].close] if shown >= 0 else b""
                edits.append((nodes[number].inner, nodes[number].close, words))
                number = nodes[number].last
            number += 1
        edits.sort(key=itemgetter(0, 1))
        self.applied = []
        for start, end, words in edits:
            # What stands in something that is removed goes with it.
            if start >= at:
                parts += (source[at:start], words)
                self.applied.append((start, len(words) - end + start))
                at = end
        parts.append(source[at:])
        return b"".join(parts)

    def list_removed(self):
        """Return for each removal, but of what browsers do not show, its place in the written page, reason and words."""
        cdef dict grown = {}
        cdef list found = []
        cdef int32_t number = 0
        cdef int64_t growth = 0
        for start, change in self.applied:
            grown[start] = start + growth
            growth += change
        while number < self.scan.count:
            if self.reasons[number] > Reason._UNWRAPPED:
                if self.reasons[number] > Reason._UNSEEN and self.scan.nodes[number].start in grown:
                    place = grown[self.scan.nodes[number].start]
                    found.append((place, REASONS[self.reasons[number]], self.words_of_removed(number)))
                number = self.scan.nodes[number].last
            number += 1
        return found

    def words_of_removed(self, int32_t number):
        """Return the words of an element that is removed, blanks collapsed, without what had gone before it."""
        cdef uint8_t reason = self.reasons[self._checked(number)]
        self.reasons[number] = Reason._KEPT
        words = " ".join(self.text(number).split())
        self.reasons[number] = reason
        return words

    cdef int32_t _checked(self, int32_t number) except -1:
        if not 0 <= number < self.scan.count:
            raise IndexError(number)
        return number

    cdef uint32_t letters_in(self, int32_t number) noexcept nogil:
        return self.letters[self.scan.nodes[number].last + 1] - self.letters[number]

    cdef bint has(self, int32_t number, const char* name) noexcept nogil:
        return self.scan.attribute(number, name).start != 0

    cdef bint has_value(self, int32_t number, const char* name, const char* value) noexcept nogil:
        return self.scan.has_value(self.scan.attribute(number, name), value)

    cdef void remove_unseen(self, Scan scan) noexcept nogil:
        """Remove what browsers do not show, and note the hints of all other elements."""
        cdef Node* node
        cdef int32_t number = 0
        cdef uint8_t fate
        cdef Span label
        cdef bint is_gone
        while number < scan.count:
            node = scan.nodes + number
            if node.tag == Tag.COMMENT:
                self.reasons[number] = Reason._UNSEEN
            if node.tag <= Tag.COMMENT or self.reasons[number]:
                number = node.last + 1
                continue
            fate = fates[node.tag]
            is_gone = fate == Fate._GONE and not (self.keeps_noscript and node.tag == Tag.NOSCRIPT)
            if fate == Fate._GONE_IN_HEAD:
                is_gone = node.parent < 0 or scan.nodes[node.parent].tag == Tag.HEAD
            elif fate == Fate._SCRIPT:
                is_gone = not starts_with(scan, scan.attribute(number, b"type"), b"math/tex")
            elif fate == Fate._FRAME:
                is_gone = not shows_document(scan, number)
            elif fate == Fate._HOLDER:
                self.remove_inside(number)
            elif node.tag == Tag.OTHER:
                fate = <uint8_t> unnamed.value_of(scan.text + node.start + 1, scan.end_of_tag_name(node) - node.start - 1)
                is_gone = fate == 1
                if fate == 2:
                    self.hints[number] |= Hint._IS_ADVERTISED
            if is_gone:
                self.reasons[number] = Reason._UNSEEN
                number = node.last + 1
                continue
            if node.attributes & (Attribute.HAS_CLASS | Attribute.HAS_ID):
                self.hints[number] |= hint_needles.find(scan.text + node.names.start, node.names.end - node.names.start)
                self.hints[number] |= _OF_IDS & (
                    hint_needles.find(scan.text + node.id.start, node.id.end - node.id.start)
                )
            if node.attributes & Attribute.HAS_LABEL:
                label = scan.attribute(number, b"aria-label")
                self.hints[number] |= _OF_IDS & hint_needles.find(scan.text + label.start, label.end - label.start)
            if node.attributes & Attribute.HAS_AD:
                self.hints[number] |= Hint._IS_ADVERTISED
            number += 1

    cdef void remove_inside(self, int32_t number) noexcept nogil:
        """Leave of a player or drawing only what leads to what it shows; browsers show the rest where they know neither."""
        cdef Node* nodes = self.scan.nodes
        cdef uint16_t tag = nodes[number].tag
        cdef int32_t child = number + 1
        cdef bint is_kept
        while child <= nodes[number].last:
            if tag == Tag.OBJECT:
                is_kept = nodes[child].tag == Tag.IMG or nodes[child].tag == Tag.A
            else:
                is_kept = tag != Tag.CANVAS and nodes[child].tag == Tag.SOURCE
            if not is_kept:
                self.reasons[child] = Reason._UNSEEN
            child = nodes[child].last + 1

    cdef void count_letters(self) noexcept nogil:
        cdef Node* nodes = self.scan.nodes
        cdef const uint8_t* text = self.scan.text
        cdef int32_t number = 0
        cdef int32_t last
        cdef uint32_t letters = 0
        cdef uint32_t at
        while number < self.scan.count:
            self.letters[number] = letters
            last = number
            if self.reasons[number] > Reason._UNWRAPPED:
                last = nodes[number].last
            elif nodes[number].tag == Tag.TEXT:
                for at in range(nodes[number].start, nodes[number].end):
                    letters += text[at] > 32 and (text[at] & 0xC0) != 0x80
            while number < last:
                number += 1
                self.letters[number] = letters
            number += 1
        self.letters[number] = letters

    cdef void remove_hidden(self) noexcept nogil:
        cdef Node* nodes = self.scan.nodes
        cdef uint32_t whole = self.letters[self.scan.count]
        cdef uint32_t hiding = (
            Attribute.HAS_STYLE | Attribute.HAS_HIDDEN | Attribute.HAS_ARIA_HIDDEN | Attribute.HAS_POPOVER
        )
        cdef int32_t number = 0
        cdef uint32_t size
        while number < self.scan.count:
            if self.reasons[number] > Reason._UNWRAPPED:
                number = nodes[number].last + 1
                continue
            if self.hints[number] & Hint._IS_ICON and self.letters_in(number) <= _LONGEST_ICON:
                self.reasons[number] = Reason._ICON
            elif (
                (nodes[number].attributes & hiding or nodes[number].tag == Tag.DIALOG)
                and self.is_hidden(self.scan, number) and not self.is_opened_by_click(number)
            ):
                size = self.letters_in(number)
                if size <= _SHORT or size <= whole * _MOST:
                    self.reasons[number] = Reason._HIDDEN
            number = nodes[number].last + 1 if self.reasons[number] > Reason._UNWRAPPED else number + 1

    cdef bint is_hidden(self, Scan scan, int32_t number) noexcept nogil:
        cdef Node* node = scan.nodes + number
        cdef Span style
        cdef int hiding
        if node.tag == Tag.HTML or node.tag == Tag.BODY or node.tag == Tag.MAIN:
            return False
        # "until-found" is text that the browser's search opens.
        if node.attributes & Attribute.HAS_HIDDEN and not starts_with(scan, scan.attribute(number, b"hidden"), b"until-found"):
            return True
        if node.attributes & Attribute.HAS_STYLE:
            style = scan.attribute(number, b"style")
            hiding = hiding_of(scan.text + style.start, style.end - style.start)
            if hiding == Hiding._WHOLLY:
                return True
            if hiding == Hiding._FOR_NOW:
                return not (self.hints[number] | hint_needles.find(scan.text + style.start, style.end - style.start)) & (
                    Hint._IS_ANIMATED
                )
        if node.attributes & Attribute.HAS_POPOVER or (node.tag == Tag.DIALOG and not self.has(number, b"open")):
            return True
        return node.attributes & Attribute.HAS_ARIA_HIDDEN and self.has_value(number, b"aria-hidden", b"true") and (
            self.has_value(number, b"role", b"dialog") or node.attributes & Attribute.HAS_ARIA_MODAL
            or contains(scan.text, node.names, b"modal")
        )

    cdef bint is_opened_by_click(self, int32_t number) noexcept nogil:
        if self.hints[number] & Hint._IS_PANEL or self.has_value(number, b"role", b"tabpanel"):
            return True
        if self.has(number, b"data-expanded"):
            return True
        if self.has_value(number, b"role", b"region") and self.has(number, b"aria-labelledby"):
            return True
        return self.hints[number] & Hint._IS_DISCLOSED and not (
            self.has_value(number, b"role", b"dialog") or self.has_value(number, b"role", b"alertdialog")
            or self.has_value(number, b"role", b"menu")
        )


cdef int number_of_tag(str tag) except -1:
    return _TAGS.index(tag.encode())


cdef int32_t chosen_of(Scan scan, int32_t select) noexcept nogil:
    """Return the option that a select shows: the one that is selected, else the first; -1 without options."""
    cdef int32_t first = -1
    cdef int32_t at
    for at in range(select + 1, scan.nodes[select].last + 1):
        if scan.nodes[at].tag == Tag.OPTION:
            if scan.attribute(at, b"selected").start:
                return at
            if first < 0:
                first = at
    return first


cdef bint shows_document(Scan scan, int32_t frame) noexcept nogil:
    """Return whether a frame shows a PDF, which is content that can be linked to."""
    cdef Span source = scan.attribute(frame, b"src")
    cdef uint32_t at
    if scan.has_value(scan.attribute(frame, b"type"), b"application/pdf"):
        return True
    for at in range(source.start, source.end):
        if scan.text[at] == c"?" or scan.text[at] == c"#":
            source.end = at
            break
    if source.end - source.start < 5:
        return False
    source.start = source.end - 4
    return starts_with(scan, source, b".pdf")


cdef inline uint8_t lower(uint8_t byte) noexcept nogil:
    return byte + 32 if c"A" <= byte <= c"Z" else byte


cdef bint starts_with(Scan scan, Span span, const char* start) noexcept nogil:
    """Return whether the text of *span* begins with *start*, whatever its case."""
    return span.end - span.start >= strlen(start) and is_same(scan.text + span.start, start, <uint32_t> strlen(start))


cdef bint is_same(const uint8_t* text, const char* word, uint32_t size) noexcept nogil:
    cdef uint32_t at
    for at in range(size):
        if lower(text[at]) != <uint8_t> word[at]:
            return False
    return True


cdef bint contains(const uint8_t* text, Span span, const char* word) noexcept nogil:
    cdef uint32_t size = <uint32_t> strlen(word)
    cdef uint32_t at = span.start
    while at + size <= span.end:
        if is_same(text + at, word, size):
            return True
        at += 1
    return False


cdef int hiding_of(const uint8_t* style, uint32_t size) noexcept nogil:
    """Return how the declarations of *style* hide what they are about."""
    cdef uint32_t at = 0
    cdef uint32_t end
    cdef uint32_t colon
    cdef int found = Hiding._NOT
    cdef int hiding
    while at < size:
        end = at
        colon = size
        while end < size and style[end] != c";":
            if style[end] == c":" and colon == size:
                colon = end
            end += 1
        if colon < end:
            hiding = hiding_of_declaration(style, at, colon, end)
            if hiding == Hiding._WHOLLY:
                return hiding
            found = max(found, hiding)
        at = end + 1
    return found


cdef int hiding_of_declaration(const uint8_t* style, uint32_t at, uint32_t colon, uint32_t end) noexcept nogil:
    cdef uint32_t size
    cdef uint32_t value = colon + 1
    cdef int number
    while at < colon and style[at] <= c" ":
        at += 1
    while colon > at and style[colon - 1] <= c" ":
        colon -= 1
    while value < end and style[value] <= c" ":
        value += 1
    size = colon - at
    if size == 7 and is_same(style + at, b"display", 7):
        return Hiding._WHOLLY if end - value >= 4 and is_same(style + value, b"none", 4) else Hiding._NOT
    if size == 10 and is_same(style + at, b"visibility", 10):
        if (end - value >= 6 and is_same(style + value, b"hidden", 6)) or (
            end - value >= 8 and is_same(style + value, b"collapse", 8)
        ):
            return Hiding._FOR_NOW
        return Hiding._NOT
    if end - value >= 5 and memcmp(style + value, b"-999", 4) == 0 and c"0" <= style[value + 4] <= c"9":
        for number in range(4):
            if size == strlen(offsets[number]) and is_same(style + at, offsets[number], size):
                return Hiding._WHOLLY
    return Hiding._NOT
