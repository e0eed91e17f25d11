# cython: infer_types=True
"""The text of a page as a visitor sees it, as far as that can be known without its style."""

from libc.stdint cimport int32_t, int64_t, uint8_t

from gossamer.content.page.scan cimport Scan, Tag

from html import unescape

from gossamer.content.page import vocabulary
from gossamer.content.page.scan import _TAGS

cdef uint8_t[256] unseen = vocabulary.bits_of_tags(
    {"unseen": vocabulary.ROLES["skipped"] + " noscript noembed iframe rp"}, _TAGS
)


def read_text(Scan scan not None, int32_t number, int64_t enough=1 << 40):
    """Return the text that is seen in an element, blanks collapsed; little more than *enough* characters of it."""
    if not 0 <= number < scan.count:
        raise IndexError(number)
    cdef list texts = []
    cdef int32_t last = scan.nodes[number].last
    while number < last and enough > 0:
        number += 1
        node = scan.nodes + number
        if node.tag == Tag.TEXT:
            for at in range(node.start, node.end):
                enough -= scan.text[at] > c" " and scan.text[at] & 0xC0 != 0x80
            texts.append(scan.source[node.start : node.end])
        elif unseen[node.tag] and not (node.tag == Tag.TEMPLATE and scan.has(number, b"shadowrootmode")):
            number = node.last
    return " ".join(unescape(b" ".join(texts).decode("utf-8", "surrogatepass")).split())
