"""What a page needs before it can be read from its first node to its last, found in one pass over its nodes.

Most pages need nothing: what stands elsewhere than where it is seen, tabs, choices and drawn tables are rare, and each
takes a walk over a tree of its own.
"""

import html

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp

from gossamer.content.page import vocabulary
from gossamer.content.page.scan cimport Attribute, Node, Scan, Span, Tag, read_attribute
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

cdef WordTable address_names = WordTable(dict.fromkeys(vocabulary.ADDRESSES, 1) | dict.fromkeys(vocabulary.ADDRESS_SETS, 2))
cdef Needles button_names = Needles({"btn": 1, "button": 1, "cart": 1, "buy": 1})


def find_needs(Scan scan not None):
    """Return which of `NEEDS` a page has. A page with choices may have none after a closer look."""
    cdef uint32_t needs
    with nogil:
        needs = needs_of(scan)
    return tuple([name for number, name in enumerate(NEEDS) if needs >> number & 1])


def has_choice_before(Scan scan not None, int32_t order):
    """Return whether something to choose from stands shortly before a control that orders."""
    cdef Node* node
    cdef uint32_t letters = 0
    cdef int32_t buttons = 0
    cdef int32_t number
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
            if scan.has_value(scan.attribute(number, b"role"), b"radio") or (
                scan.has_value(scan.attribute(number, b"role"), b"option")
            ):
                return True
    return False


def are_near(Scan scan not None, int32_t start, int32_t end):
    """Return whether no title and little text that is shown stand between two nodes, choices not counted."""
    cdef Node* node
    cdef uint32_t letters = 0
    cdef uint32_t at
    cdef int32_t number
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
    cdef int32_t at
    cdef int turn
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
    cdef int turn
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
    cdef Node* node
    cdef int32_t number
    cdef Span label
    cdef list found = []
    for number in range(scan.count):
        node = scan.nodes + number
        if node.tag > Tag.COMMENT and is_control(scan, number):
            if node.tag == Tag.INPUT:
                label = scan.attribute(number, b"value")
                words = scan.source[label.start : label.end]
            else:
                words = words_of(scan, number)
                if words == b"":
                    label = scan.attribute(number, b"aria-label")
                    words = scan.source[label.start : label.end]
            if words and len(words) < 2 * _LONGEST_LABEL:
                found.append((number, html.unescape(words.decode("utf-8", "surrogatepass"))))
    return found


def find_addresses(Scan scan not None):
    """Return the start, the end and whether it is a set of each attribute with addresses, in bytes of the source."""
    cdef int32_t number
    cdef Node* node
    cdef uint32_t at
    cdef uint64_t kind
    cdef Span name
    cdef Span value
    cdef list found = []
    for number in range(scan.count):
        node = scan.nodes + number
        if node.tag <= Tag.COMMENT:
            continue
        at = scan.end_of_tag_name(node)
        while read_attribute(scan.text, &at, node.inner, &name, &value):
            kind = address_names.value_of(scan.text + name.start, name.end - name.start)
            if kind:
                found.append((value.start, value.end, kind == 2))
    return found


cdef bytes words_of(Scan scan, int32_t number):
    """Return the text in an element; None for more than a label."""
    cdef Node* nodes = scan.nodes
    cdef int32_t last = nodes[number].last
    cdef uint32_t size = 0
    cdef int32_t at
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
    cdef Span value
    if node.tag == Tag.BUTTON:
        return True
    if node.tag == Tag.INPUT:
        value = scan.attribute(number, b"type")
        return scan.has_value(value, b"submit") or scan.has_value(value, b"button")
    if node.attributes & Attribute.HAS_ROLE and scan.has_value(scan.attribute(number, b"role"), b"button"):
        return True
    if node.tag == Tag.A:
        value = scan.attribute(number, b"href")
        return value.start == 0 or (value.end > value.start and scan.text[value.start] == c"#") or (
            button_names.find(scan.text + node.names.start, node.names.end - node.names.start) != 0
        )
    return False


cdef uint32_t needs_of(Scan scan) noexcept nogil:
    cdef Node* node
    cdef int32_t number
    cdef int tabs = 0
    cdef int radios = 0
    cdef int32_t labelled = -1
    cdef bint is_row = False
    cdef int buttons = 0
    cdef uint32_t needs = 0
    cdef Span role
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
            tabs += scan.has_value(role, b"tab")
            if scan.has_value(role, b"row"):
                needs |= Need._TABLES
            elif scan.has_value(role, b"radiogroup") or scan.has_value(role, b"listbox"):
                needs |= Need._CHOICES
            elif scan.has_value(role, b"button"):
                buttons += 1
        if node.attributes & Attribute.HAS_STYLE and draws_row(scan, scan.attribute(number, b"style")):
            needs |= Need._TABLES
        if node.tag == Tag.TEMPLATE or node.tag == Tag.IFRAME or node.tag == Tag.DIV:
            if holds_elsewhere(scan, number):
                needs |= Need._FRAMES
        elif node.tag == Tag.NOSCRIPT:
            if holds_more(scan, number):
                needs |= Need._NOSCRIPT
        elif node.tag == Tag.BUTTON:
            buttons += 1
        elif node.tag == Tag.SELECT:
            needs |= Need._CHOICES
        elif node.tag == Tag.INPUT:
            radios += is_radio(scan, number)
        elif node.tag == Tag.LABEL and scan.attribute(number, b"for").start:
            is_row = is_row or node.parent == labelled
            labelled = node.parent
    if tabs > 1 or (radios > 1 and is_row):
        needs |= Need._TABS
    if buttons > 1 or radios > 1:
        needs |= Need._CHOICES
    return needs


cdef bint is_radio(Scan scan, int32_t number) noexcept nogil:
    cdef Span value = scan.attribute(number, b"type")
    return value.end - value.start == 5 and (
        memcmp(scan.text + value.start, b"radio", 5) == 0 or memcmp(scan.text + value.start, b"RADIO", 5) == 0
    )


cdef bint holds_elsewhere(Scan scan, int32_t number) noexcept nogil:
    """Return whether an element holds a shadow tree, a document of its own, or a part that was streamed."""
    cdef Node* node = scan.nodes + number
    if node.tag == Tag.TEMPLATE:
        return scan.attribute(number, b"shadowrootmode").start != 0 or scan.attribute(number, b"shadowroot").start != 0
    if node.tag == Tag.IFRAME:
        return scan.attribute(number, b"srcdoc").start != 0
    return node.attributes & Attribute.HAS_HIDDEN and node.id.end - node.id.start > 1 and (
        memcmp(scan.text + node.id.start, b"S:", 2) == 0
    )


cdef bint holds_more(Scan scan, int32_t number) noexcept nogil:
    """Return whether a `<noscript>` holds more than a notice: a picture that may be shown, or a text."""
    cdef Node* nodes = scan.nodes
    cdef uint32_t size = 0
    cdef int32_t at
    for at in range(number + 1, nodes[number].last + 1):
        if nodes[at].tag == Tag.TEXT:
            size += nodes[at].end - nodes[at].start
        elif nodes[at].tag == Tag.IMG and scan.attribute(at, b"src").start:
            if not (is_dot(scan, scan.attribute(at, b"width")) or is_dot(scan, scan.attribute(at, b"height"))):
                return True
    return size > _NOTICE


cdef bint is_dot(Scan scan, Span size) noexcept nogil:
    """Return whether a picture of that size counts visits."""
    cdef uint8_t digit = scan.text[size.start] if size.end > size.start else 0
    return (digit == c"0" or digit == c"1") and (
        size.end - size.start == 1
        or (size.end - size.start == 3 and memcmp(scan.text + size.start + 1, b"px", 2) == 0)
    )


cdef bint draws_row(Scan scan, Span style) noexcept nogil:
    cdef uint32_t at = style.start
    while at + 9 <= style.end:
        if memcmp(scan.text + at, b"table-row", 9) == 0:
            return True
        at += 1
    return False
