# cython: infer_types=True
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
from libc.string cimport memset

from gossamer.content.page.spans cimport (
    Text, begins_with, byte_at, cut, find_any_byte, has_text, is_digit, is_first_byte, is_text, limit, take_declaration,
)
from gossamer.content.page.scan cimport Attribute, Node, Scan, Tag
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
    _SHOWN, _GONE, _GONE_IN_HEAD, _SCRIPT, _FRAME, _HOLDER, _ADVERTISED

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
    # What the tag or an attribute of an ad server says.
    "advertised": Hint._IS_ADVERTISED,
}
# The attributes that a scan notes: elements without them need not be read.
_NOTED = {
    "role": Attribute.HAS_ROLE, "id": Attribute.HAS_ID, "data-toggle": Attribute.HAS_TOGGLE,
    "data-bs-toggle": Attribute.HAS_TOGGLE,
}
_FATES = {
    **dict.fromkeys(_data["unseen"], Fate._GONE), **dict.fromkeys(_data["unseen_in_head"], Fate._GONE_IN_HEAD),
    "script": Fate._SCRIPT, "iframe": Fate._FRAME,
    **dict.fromkeys(("video", "audio", "canvas", "object"), Fate._HOLDER),
}

# What an element does is said by its classes alone.
cdef uint64_t _OF_IDS = ~<uint64_t> (Hint._IS_DISCLOSED | Hint._IS_ANIMATED)
cdef Needles hint_needles = Needles(
    {needle: _BITS[name] for name, needles in _data["hints"].items() for needle in needles}
)
cdef WordTable unnamed = WordTable(
    {tag: <int> (Fate._ADVERTISED if kind == "ad" else Fate._GONE) for tag, kind in _data["unnamed"].items()}
)
# Properties of styles: one that shows nothing, those that move it out of sight, and one that waits.
cdef WordTable ways_to_hide = WordTable(
    {"display": 1, **dict.fromkeys(("left", "right", "top", "text-indent"), 2), "visibility": 3}
)
cdef uint8_t[256] fates = [_FATES.get(tag.decode(), 0) for tag in [*_TAGS, *[b""] * 256][:256]]


cdef class EditedPage:
    """The page *scan* without what browsers do not show, and with the edits that are asked for.

    With *keeps_noscript* what stands in `<noscript>` is left for the caller to remove or show.

    Numbers are those of the scan's nodes; edits count in `write` alone, and what is removed has no text any more. Raises
    MemoryError, and IndexError for nodes that the scan does not have.
    """

    cdef readonly Scan scan
    # For each node: why it is removed, or 0; the hints of its names; and the letters shown before it.
    cdef uint8_t* reasons
    cdef uint16_t* hints
    cdef uint32_t* letters
    # Start, end and what is written in place of the bytes between them.
    cdef list edits
    # Where edits were made when the page was written, and how many bytes each added.
    cdef list applied
    cdef bint keeps_noscript

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
            remove_unseen(self, scan)

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
        if not self.scan.count:
            return found
        memset(wanted, 0, sizeof(wanted))
        for tag in tags:
            wanted[<int> _TAGS.index(tag.encode())] = 1
        cdef int32_t number = self._checked(around) + (around > 0)
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
        cdef uint32_t noted = _NOTED.get(attribute, 0)
        cdef list found = []
        cdef int32_t number = 0
        while number < self.scan.count:
            if self.reasons[number] > Reason._UNWRAPPED:
                number = self.scan.nodes[number].last
            elif self.scan.nodes[number].attributes & noted == noted and (
                self.scan.has(number, name) if value is None else self.scan.has_value(number, name, wanted)
            ):
                found.append(number)
            number += 1
        return found

    def has_hint(self, int32_t number, str name):
        """Return whether the names of an element have the hint *name*."""
        return bool(self.hints[self._checked(number)] & <uint16_t> _BITS[name])

    def count(self, int32_t number):
        """Return how many letters an element shows, blanks not counted."""
        return letters_in(self, self._checked(number))

    def count_prose(self, int32_t number):
        """Return how many letters of an element are texts of some length that are no links."""
        cdef Node* nodes = self.scan.nodes
        cdef int32_t at = self._checked(number)
        cdef int32_t last = nodes[at].last
        cdef uint32_t found = 0
        while at <= last:
            if self.reasons[at] > Reason._UNWRAPPED or nodes[at].tag == Tag.A:
                at = nodes[at].last
            elif nodes[at].tag == Tag.TEXT and letters_in(self, at) >= _LONG_TEXT:
                found += letters_in(self, at)
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
        return holds_any(self, self._checked(number), Tag.MAIN, Tag.ARTICLE, Tag.H1)

    def holds_control(self, int32_t number):
        """Return whether an element holds a link or a control."""
        return holds_any(self, self._checked(number), Tag.A, Tag.BUTTON, Tag.INPUT)

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
        name_of_tag = self.scan.name(self._checked(number))
        cdef uint32_t end = name_of_tag.at + name_of_tag.size - self.scan.text
        written = html.escape(value, quote=False).replace('"', "&quot;")
        self.edits.append((end, end, f' {name}="{written}"'.encode("utf-8", "surrogatepass")))

    def show_panel(self, int32_t number):
        """Note that a click shows an element, so that it is not taken for hidden."""
        self.hints[self._checked(number)] |= Hint._IS_PANEL

    def hide(self):
        """Remove what its own markup hides; how much elements show is counted from now on."""
        with nogil:
            count_letters(self)
            remove_hidden(self)

    def write(self):
        """Return the page with its edits, as bytes. A select shows what is chosen."""
        cdef Node* nodes = self.scan.nodes
        cdef bytes source = self.scan.source
        cdef list edits = list(self.edits)
        cdef list parts = []
        cdef int32_t number = 0
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


cdef bint holds_any(EditedPage self, int32_t number, uint16_t one, uint16_t other, uint16_t third) noexcept nogil:
    cdef Node* node = self.scan.nodes + number
    cdef Node* last = self.scan.nodes + node.last
    while node <= last and node.tag != one and node.tag != other and node.tag != third:
        node += 1
    return node <= last


cdef uint32_t letters_in(EditedPage self, int32_t number) noexcept nogil:
    return self.letters[self.scan.nodes[number].last + 1] - self.letters[number]


cdef void remove_unseen(EditedPage self, Scan scan) noexcept nogil:
    """Remove what browsers do not show, and note the hints of all other elements."""
    cdef int32_t number = 0
    cdef uint64_t fate
    cdef bint is_gone
    while number < scan.count:
        node = scan.nodes + number
        if node.tag == Tag.COMMENT:
            self.reasons[number] = Reason._UNSEEN
        if node.tag <= Tag.COMMENT or self.reasons[number]:
            number = node.last + 1
            continue
        fate = fates[node.tag] if node.tag != Tag.OTHER else unnamed.value_of(scan.name(number))
        is_gone = fate == Fate._GONE and not (self.keeps_noscript and node.tag == Tag.NOSCRIPT)
        if fate == Fate._GONE_IN_HEAD:
            is_gone = node.parent < 0 or scan.nodes[node.parent].tag == Tag.HEAD
        elif fate == Fate._SCRIPT:
            is_gone = not begins_with(scan.attribute(number, b"type"), b"math/tex")
        elif fate == Fate._FRAME:
            is_gone = not shows_document(scan, number)
        elif fate == Fate._HOLDER:
            remove_inside(self, number)
        if is_gone:
            self.reasons[number] = Reason._UNSEEN
            number = node.last + 1
            continue
        if node.attributes & (Attribute.HAS_CLASS | Attribute.HAS_ID):
            self.hints[number] |= hint_needles.find(node.names) | (_OF_IDS & hint_needles.find(node.id))
        if node.attributes & Attribute.HAS_LABEL:
            self.hints[number] |= _OF_IDS & hint_needles.find(scan.attribute(number, b"aria-label"))
        if node.attributes & Attribute.HAS_AD or fate == Fate._ADVERTISED:
            self.hints[number] |= Hint._IS_ADVERTISED
        number += 1


cdef void remove_inside(EditedPage self, int32_t number) noexcept nogil:
    """Leave of a player or drawing only what leads to what it shows; browsers show the rest where they know neither."""
    cdef Node* nodes = self.scan.nodes
    tag = nodes[number].tag
    child = number + 1
    while child <= nodes[number].last:
        inner = nodes[child].tag
        if not (inner in (Tag.IMG, Tag.A) if tag == Tag.OBJECT else tag != Tag.CANVAS and inner == Tag.SOURCE):
            self.reasons[child] = Reason._UNSEEN
        child = nodes[child].last + 1


cdef void count_letters(EditedPage self) noexcept nogil:
    cdef Node* nodes = self.scan.nodes
    cdef uint32_t letters = 0
    cdef int32_t last_removed = -1
    for number in range(self.scan.count):
        self.letters[number] = letters
        if self.reasons[number] > Reason._UNWRAPPED:
            last_removed = max(last_removed, nodes[number].last)
        if nodes[number].tag == Tag.TEXT and number > last_removed:
            for at in range(nodes[number].start, nodes[number].end):
                letters += self.scan.text[at] > 32 and is_first_byte(self.scan.text[at])
    self.letters[self.scan.count] = letters


cdef void remove_hidden(EditedPage self) noexcept nogil:
    cdef Node* nodes = self.scan.nodes
    cdef uint32_t whole = self.letters[self.scan.count]
    cdef uint32_t hiding = (
        Attribute.HAS_STYLE | Attribute.HAS_HIDDEN | Attribute.HAS_ARIA_HIDDEN | Attribute.HAS_POPOVER
    )
    cdef int32_t number = 0
    while number < self.scan.count:
        if self.reasons[number] > Reason._UNWRAPPED:
            number = nodes[number].last + 1
            continue
        if self.hints[number] & Hint._IS_ICON and letters_in(self, number) <= _LONGEST_ICON:
            self.reasons[number] = Reason._ICON
        elif (
            (nodes[number].attributes & hiding or nodes[number].tag == Tag.DIALOG)
            and is_hidden(self, self.scan, number) and not is_opened_by_click(self, number)
        ):
            size = letters_in(self, number)
            if size <= _SHORT or size <= whole * _MOST:
                self.reasons[number] = Reason._HIDDEN
        number = nodes[number].last + 1 if self.reasons[number] > Reason._UNWRAPPED else number + 1


cdef bint is_hidden(EditedPage self, Scan scan, int32_t number) noexcept nogil:
    cdef Node* node = scan.nodes + number
    if node.tag in (Tag.HTML, Tag.BODY, Tag.MAIN):
        return False
    # "until-found" is text that the browser's search opens.
    if node.attributes & Attribute.HAS_HIDDEN and not begins_with(scan.attribute(number, b"hidden"), b"until-found"):
        return True
    if node.attributes & Attribute.HAS_STYLE:
        style = scan.attribute(number, b"style")
        hiding = hiding_of(style)
        if hiding:
            return hiding == Hiding._WHOLLY or not (
                (self.hints[number] | hint_needles.find(style)) & Hint._IS_ANIMATED
            )
    if node.attributes & Attribute.HAS_POPOVER or (node.tag == Tag.DIALOG and not scan.has(number, b"open")):
        return True
    return node.attributes & Attribute.HAS_ARIA_HIDDEN and scan.has_value(number, b"aria-hidden", b"true") and (
        scan.has_value(number, b"role", b"dialog") or node.attributes & Attribute.HAS_ARIA_MODAL
        or has_text(node.names, b"modal")
    )


cdef bint is_opened_by_click(EditedPage self, int32_t number) noexcept nogil:
    role = self.scan.attribute(number, b"role")
    if self.hints[number] & Hint._IS_PANEL or is_text(role, b"tabpanel") or self.scan.has(number, b"data-expanded"):
        return True
    if is_text(role, b"region") and self.scan.has(number, b"aria-labelledby"):
        return True
    return self.hints[number] & Hint._IS_DISCLOSED and not (
        is_text(role, b"dialog") or is_text(role, b"alertdialog") or is_text(role, b"menu")
    )


cdef int32_t chosen_of(Scan scan, int32_t select) noexcept nogil:
    """Return the option that a select shows: the one that is selected, else the first; -1 without options."""
    cdef int32_t first = -1
    for at in range(select + 1, scan.nodes[select].last + 1):
        if scan.nodes[at].tag == Tag.OPTION:
            if scan.has(at, b"selected"):
                return at
            first = at if first < 0 else first
    return first


cdef bint shows_document(Scan scan, int32_t frame) noexcept nogil:
    """Return whether a frame shows a PDF, which is content that can be linked to."""
    source = scan.attribute(frame, b"src")
    source = limit(source, find_any_byte(source, b"?#"))
    return scan.has_value(frame, b"type", b"application/pdf") or (
        source.size > 4 and begins_with(cut(source, source.size - 4), b".pdf")
    )


cdef int hiding_of(Text style) noexcept nogil:
    """Return how the declarations of *style* hide what they are about."""
    cdef Text name, value
    cdef int hiding = Hiding._NOT
    while take_declaration(&style, &name, &value):
        way = ways_to_hide.value_of(name)
        if (way == 1 and begins_with(value, b"none")) or (
            way == 2 and begins_with(value, b"-999") and is_digit(byte_at(value, 4))
        ):
            return Hiding._WHOLLY
        if way == 3 and (begins_with(value, b"hidden") or begins_with(value, b"collapse")):
            hiding = Hiding._FOR_NOW
    return hiding
