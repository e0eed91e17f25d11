# cython: infer_types=True
"""What a page needs before it can be read from its first node to its last, found in one pass over its nodes.

Most pages need nothing: what stands elsewhere than where it is seen, tabs, choices and drawn tables are rare, and each
takes a walk over a tree of its own.
"""

import html

from libc.stdint cimport int32_t, uint32_t

from gossamer.content.page import vocabulary
from gossamer.content.page.scan cimport Attribute, Node, Scan, Tag, attributes_of, read_attribute
from gossamer.content.page.spans cimport Text, byte_at, cut, is_text, limit
from gossamer.content.page.words cimport Needles, WordTable

# In the order in which the needs are met.
NEEDS = ("frames", "noscript", "tabs", "choices", "tables")

cdef enum Need:
    _FRAMES = 1
    _NOSCRIPT = 2
    _TABS = 4
    _CHOICES = 8
    _TABLES = 16

cdef enum:
    # Bytes between a choice and the control that orders, markup not counted but blanks.
    _NEAR = 3_000
    # Letters that may stand between them, and levels above a title on which a link may be.
    _NEAR_LETTERS = 500
    _AROUND = 12
    # Characters of a notice for those without scripts; and those of a label.
    _NOTICE = 600
    _LONGEST_LABEL = 60

cdef extern from "string.h":
    void* memmem(const void* text, size_t size, const void* word, size_t word_size) noexcept nogil

cdef WordTable address_names = WordTable(dict.fromkeys(vocabulary.ADDRESSES, 1) | dict.fromkeys(vocabulary.ADDRESS_SETS, 2))
cdef Needles button_names = Needles({"btn": 1, "button": 1, "cart": 1, "buy": 1})


def find_needs(Scan scan not None):
    """Return which of `NEEDS` a page has. A page with choices may have none after a closer look."""
    with nogil:
        needs = needs_of(scan)
    return tuple([name for number, name in enumerate(NEEDS) if needs >> number & 1])


def has_choice_before(Scan scan not None, int32_t order):
    """Return whether something to choose from stands shortly before a control that orders."""
    cdef uint32_t letters = 0
    cdef int32_t buttons = 0
    if not 0 <= order < scan.count:
        raise IndexError(order)
    for number in range(order - 1, -1, -1):
        node = scan.nodes + number
        if node.tag == Tag.TEXT:
            if not is_chosen_from(scan, node.parent):
                letters += node.end - node.start
                if letters > _NEAR:
                    return False
        elif node.tag == Tag.H1:
            return False
        elif node.tag == Tag.SELECT or (node.tag == Tag.INPUT and is_radio(scan, number)):
            return True
        elif node.tag == Tag.BUTTON:
            buttons += 1
            if buttons > 1:
                return True
        elif node.tag > Tag.COMMENT and node.attributes & Attribute.HAS_ROLE:
            if scan.has_value(number, b"role", b"radio") or scan.has_value(number, b"role", b"option"):
                return True
    return False


def are_near(Scan scan not None, int32_t start, int32_t end):
    """Return whether no title and little text that is shown stand between two nodes, choices not counted."""
    cdef uint32_t letters = 0
    if not 0 <= start <= end < scan.count:
        raise IndexError(start)
    for number in range(scan.nodes[start].last + 1, end):
        node = scan.nodes + number
        if node.tag == Tag.TEXT and not is_chosen_from(scan, node.parent):
            for at in range(node.start, node.end):
                letters += scan.text[at] > 32
            if letters > _NEAR_LETTERS:
                return False
        elif node.tag == Tag.H1 or (Tag.H2 <= node.tag <= Tag.H6 and is_link(scan, number)):
            return False
    return True


cdef bint is_link(Scan scan, int32_t number) noexcept nogil:
    """Return whether an element holds a link, or a link around it holds it: a title that leads to another thing."""
    for at in range(number + 1, scan.nodes[number].last + 1):
        if scan.nodes[at].tag == Tag.A:
            return True
    at = scan.nodes[number].parent
    for turn in range(_AROUND):
        if at < 0:
            return False
        if scan.nodes[at].tag == Tag.A:
            return True
        at = scan.nodes[at].parent
    return False


cdef bint is_chosen_from(Scan scan, int32_t number) noexcept nogil:
    """Return whether the text of an element may be that of a choice, or is not shown."""
    for turn in range(4):
        if number < 0:
            return False
        if scan.nodes[number].tag in (
            Tag.OPTION, Tag.LABEL, Tag.BUTTON, Tag.SCRIPT, Tag.STYLE, Tag.TEMPLATE, Tag.NOSCRIPT, Tag.SVG
        ) or scan.nodes[number].attributes & Attribute.HAS_ROLE:
            return True
        number = scan.nodes[number].parent
    return False


def list_controls(Scan scan not None):
    """Return the number and the label of each button and of what is drawn as one; longer labels are left out."""
    cdef list found = []
    for number in range(scan.count):
        tag = scan.nodes[number].tag
        if tag > Tag.COMMENT and is_control(scan, number):
            label = scan.attribute(number, b"value" if tag == Tag.INPUT else b"aria-label")
            words = b"" if tag == Tag.INPUT else words_of(scan, number)
            if words == b"":
                words = label.at[: label.size]
            if words and len(words) < 2 * _LONGEST_LABEL:
                found.append((number, html.unescape(words.decode("utf-8", "surrogatepass"))))
    return found


def find_addresses(Scan scan not None):
    """Return the start, the end and whether it is a set of each attribute with addresses, in bytes of the source."""
    cdef Text name, value
    cdef list found = []
    for number in range(scan.count):
        rest = attributes_of(scan, number)
        while read_attribute(&rest, &name, &value):
            kind = address_names.value_of(name)
            if kind:
                start = value.at - scan.text
                found.append((start, start + value.size, kind == 2))
    return found


cdef bytes words_of(Scan scan, int32_t number):
    """Return the text in an element; None for more than a label."""
    cdef Node* nodes = scan.nodes
    cdef int32_t last = nodes[number].last
    cdef uint32_t size = 0
    cdef list parts = []
    for at in range(number + 1, last + 1):
        if nodes[at].tag == Tag.TEXT:
            size += nodes[at].end - nodes[at].start
            if size > 4 * _LONGEST_LABEL:
                return None
            parts.append(scan.source[nodes[at].start : nodes[at].end])
    return b" ".join(b"".join(parts).split())


cdef bint is_control(Scan scan, int32_t number) noexcept nogil:
    cdef Node* node = scan.nodes + number
    if node.tag == Tag.INPUT:
        return scan.has_value(number, b"type", b"submit") or scan.has_value(number, b"type", b"button")
    if node.tag == Tag.BUTTON or (node.attributes & Attribute.HAS_ROLE and scan.has_value(number, b"role", b"button")):
        return True
    if node.tag != Tag.A:
        return False
    target = scan.attribute(number, b"href")
    return target.at == NULL or byte_at(target, 0) == c"#" or button_names.find(node.names) > 0


cdef uint32_t needs_of(Scan scan) noexcept nogil:
    cdef int tabs = 0, radios = 0
    cdef int32_t labelled = -1
    cdef bint is_row = False
    cdef int buttons = 0
    cdef uint32_t needs = 0
    for number in range(scan.count):
        node = scan.nodes + number
        if node.tag <= Tag.COMMENT:
            continue
        if node.attributes & Attribute.HAS_FRAME:
            needs |= Need._FRAMES
        if node.attributes & Attribute.HAS_TOGGLE:
            tabs += 1
        if node.attributes & Attribute.HAS_ROLE:
            role = scan.attribute(number, b"role")
            tabs += is_text(role, b"tab")
            buttons += is_text(role, b"button")
            if is_text(role, b"row"):
                needs |= Need._TABLES
            elif is_text(role, b"radiogroup") or is_text(role, b"listbox"):
                needs |= Need._CHOICES
        if node.attributes & Attribute.HAS_STYLE:
            style = scan.attribute(number, b"style")
            if memmem(style.at, style.size, b"table-row", 9) != NULL:
                needs |= Need._TABLES
        if node.tag in (Tag.TEMPLATE, Tag.IFRAME, Tag.DIV) and holds_elsewhere(scan, number):
            needs |= Need._FRAMES
        elif node.tag == Tag.NOSCRIPT and holds_more(scan, number):
            needs |= Need._NOSCRIPT
        elif node.tag == Tag.BUTTON:
            buttons += 1
        elif node.tag == Tag.SELECT:
            needs |= Need._CHOICES
        elif node.tag == Tag.INPUT:
            radios += is_radio(scan, number)
        elif node.tag == Tag.LABEL and scan.has(number, b"for"):
            is_row = is_row or node.parent == labelled
            labelled = node.parent
    if tabs > 1 or (radios > 1 and is_row):
        needs |= Need._TABS
    if buttons > 1 or radios > 1:
        needs |= Need._CHOICES
    return needs


cdef bint is_radio(Scan scan, int32_t number) noexcept nogil:
    return scan.has_value(number, b"type", b"radio") or scan.has_value(number, b"type", b"RADIO")


cdef bint holds_elsewhere(Scan scan, int32_t number) noexcept nogil:
    """Return whether an element holds a shadow tree, a document of its own, or a part that was streamed."""
    cdef Node* node = scan.nodes + number
    if node.tag == Tag.TEMPLATE:
        return scan.has(number, b"shadowrootmode") or scan.has(number, b"shadowroot")
    if node.tag == Tag.IFRAME:
        return scan.has(number, b"srcdoc")
    return node.attributes & Attribute.HAS_HIDDEN and is_text(limit(node.id, 2), b"S:")


cdef bint holds_more(Scan scan, int32_t number) noexcept nogil:
    """Return whether a `<noscript>` holds more than a notice: a picture that may be shown, or a text."""
    cdef Node* nodes = scan.nodes
    cdef uint32_t size = 0
    for at in range(number + 1, nodes[number].last + 1):
        if nodes[at].tag == Tag.TEXT:
            size += nodes[at].end - nodes[at].start
        elif nodes[at].tag == Tag.IMG and scan.has(at, b"src"):
            if not (is_dot(scan.attribute(at, b"width")) or is_dot(scan.attribute(at, b"height"))):
                return True
    return size > _NOTICE


cdef bint is_dot(Text size) noexcept nogil:
    """Return whether a picture of that size counts visits."""
    return byte_at(size, 0) in b"01" and (size.size == 1 or is_text(cut(size, 1), b"px"))
