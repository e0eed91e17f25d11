"""The text of a page as a visitor sees it, as far as that can be known without its style."""

from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp

from gossamer.content.page.scan cimport Node, Scan, Tag, unescape

from gossamer.content.page import vocabulary
from gossamer.content.page.scan import _TAGS

cdef enum Sight:
    _LINE = 1
    _UNSEEN = 2

cdef uint8_t sights[<int> Tag.TAGS]


def _fill_tables():
    cdef int number
    unseen = {*vocabulary.SKIPPED, "noscript", "noembed", "iframe", "rp"}
    for number in range(<int> Tag.OTHER + 1, <int> Tag.TAGS):
        name = _TAGS[number].decode()
        sights[number] = _UNSEEN if name in unseen else 0 if name in vocabulary.INLINE else _LINE
    sights[<int> Tag.BR] = _LINE


_fill_tables()


def read_text(Scan scan not None, int32_t number, uint32_t enough=0xFFFFFFFF):
    """Return the visible text in a node, blanks collapsed, what is in a block on lines of its own.

    What is behind *enough* characters of it is left out. Of a node that is never shown this is the text inside.
    """
    if not 0 <= number < scan.count:
        raise IndexError(number)
    cdef Node* node = scan.nodes + number
    # Each element adds at most two line ends, each fewer than the characters of its tag.
    cdef uint8_t* text = <uint8_t*> malloc(node.end - node.start + 1)
    cdef uint32_t size
    if text == NULL:
        raise MemoryError
    try:
        with nogil:
            size = gather(scan, number, text, enough)
        lines = unescape(text[:size].decode("utf-8", "surrogatepass")).split("\n")
    finally:
        free(text)
    return "\n".join([words for line in lines if (words := " ".join(line.split()))])


cdef uint32_t gather(Scan scan, int32_t root, uint8_t* text, uint32_t enough) noexcept nogil:
    cdef Node* nodes = scan.nodes
    cdef int32_t number = root + 1 if nodes[root].tag > Tag.COMMENT else root
    cdef int32_t around
    cdef int32_t before = root
    cdef uint32_t size = 0
    cdef uint32_t count = 0
    cdef uint32_t at
    cdef uint8_t byte
    while number <= nodes[root].last and count < enough:
        # A block that ended between the last node and this one ends a line, too.
        around = before
        while around > root and nodes[around].last < number:
            if sights[nodes[around].tag] & _LINE:
                size = end_line(text, size)
            around = nodes[around].parent
        before = number
        if nodes[number].tag == Tag.TEXT:
            before = nodes[number].parent
            at = nodes[number].start
            while at < nodes[number].end:
                byte = scan.text[at]
                if byte == c"&" and at + 6 <= nodes[number].end and memcmp(scan.text + at, b"&nbsp;", 6) == 0:
                    at += 5
                    byte = c" "
                text[size] = max(byte, c" ")
                size += 1
                count += byte > c" " and byte & 0xC0 != 0x80
                at += 1
        elif sights[nodes[number].tag] & _UNSEEN and not is_shadow(scan, number):
            number = nodes[number].last
            before = nodes[before].parent
        elif sights[nodes[number].tag] & _LINE:
            size = end_line(text, size)
        number += 1
    return size


cdef inline uint32_t end_line(uint8_t* text, uint32_t size) noexcept nogil:
    if size and text[size - 1] != c"\n":
        text[size] = c"\n"
        size += 1
    return size


cdef inline bint is_shadow(Scan scan, int32_t number) noexcept nogil:
    return scan.nodes[number].tag == Tag.TEMPLATE and scan.attribute(number, b"shadowrootmode").start > 0
