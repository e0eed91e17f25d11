"""The nodes of a scanned page as GitHub-flavoured Markdown.

What the web does to HTML is settled before, on a draft of the page: code views, formulas, footnotes, headings inside
links, lists inside lists, layout tables, tabs, lazy pictures. Then the draft is written from top to bottom.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t

from gossamer.content.addresses import Base
from gossamer.content.charset import storable
from gossamer.content.page.blocks cimport (
    settle_blocks, settle_definitions, settle_headings, settle_notes, settle_tabs,
)
from gossamer.content.page.draft cimport Draft, Kind, Note, Part, Text, Trait, begins_with, stripped, traits
from gossamer.content.page.formulas cimport settle_formulas
from gossamer.content.page.phrases cimport (
    Site, label_links, resolve, settle_cents, settle_links, settle_phrases, settle_pictures,
)
from gossamer.content.page.scan cimport Scan, Tag
from gossamer.content.page.tables cimport settle_code, settle_tables
from gossamer.content.page.writer cimport Writer


def write_markdown(Scan scan, bytearray skip, int32_t first, int32_t last, str base, bint remove_base64_images):
    """Return the nodes from *first* to *last*, an element and all inside it, as Markdown.

    Nodes that *skip* marks are left out with all that is in them. Addresses become absolute; without a *base* they
    stay as they are written. The text has no blank edges, at most one blank line between blocks, and no trailing
    blanks outside code. Raises MemoryError, and IndexError for nodes that the scan does not have.
    """
    cdef Draft draft = Draft(scan)
    cdef Writer writer = Writer(draft)
    cdef const uint8_t* skipped = NULL
    if not 0 <= first <= last < scan.count:
        raise IndexError(first)
    if skip is not None:
        if len(skip) < scan.count:
            raise IndexError(len(skip))
        skipped = skip
    with nogil:
        draft.read(skipped, first, last)
        settle(draft, remove_base64_images)
    if draft.failed:
        raise MemoryError
    if base is not None:
        _make_absolute(draft, base)
    with nogil:
        write(draft, writer)
    if writer.failed or draft.failed:
        raise MemoryError
    text = writer.out[: writer.size].decode("utf-8", "surrogatepass") if writer.size else ""
    return (text if is_storable(writer) else storable(text)).lstrip("\n").rstrip()


cdef bint is_storable(Writer writer) noexcept nogil:
    """Return whether nothing that was written may be a control or a lone surrogate."""
    cdef uint32_t at
    cdef uint8_t byte
    for at in range(writer.size):
        byte = writer.out[at]
        if (byte < c" " and byte != c"\n" and byte != c"\t") or byte == 0x7F or byte == 0xED:
            return False
    return True


cdef void remove_all(Draft draft, uint16_t tag, uint16_t holder) noexcept nogil:
    """Remove the elements of a tag that stand in none of *holder*."""
    cdef int32_t at = draft.each(tag, -1)
    while at >= 0:
        if holder == Tag.OTHER or draft.within_tag(at, holder) < 0:
            draft.remove(at)
        at = draft.each(tag, at)


cdef void settle(Draft draft, bint remove_base64_images) noexcept nogil:
    if draft.failed:
        return
    settle_tabs(draft)
    settle_formulas(draft)
    settle_code(draft)
    settle_tables(draft)
    settle_notes(draft)
    settle_cents(draft)
    settle_headings(draft)
    # The title of an icon names it; any other is not shown.
    remove_all(draft, Tag.TITLE, Tag.SVG)
    label_links(draft)
    remove_all(draft, Tag.SVG, Tag.OTHER)
    settle_blocks(draft)
    settle_definitions(draft)
    settle_pictures(draft, remove_base64_images)
    settle_phrases(draft)
    settle_links(draft)


cdef _make_absolute(Draft draft, str url):
    """Make the addresses of *draft* absolute; the simple ones, which most are, by putting two strings together."""
    cdef Site site
    cdef int32_t at
    cdef Part* part
    base = Base(url)
    document = url.partition("#")[0].encode()
    held = [document, base.root.removesuffix("/").encode(), base.root.partition("//")[0].encode()]
    path = document.partition(b"?")[0]
    held.append(path[: path.rfind(b"/") + 1])
    site.document = _text(held[0])
    site.origin = _text(held[1])
    site.scheme = _text(held[2])
    site.directory = _text(held[3])
    inside = held[3][len(held[1]) :]
    site.is_plain = len(held[3]) > len(held[1]) and b"/." not in inside and b"//" not in inside
    for tag in (Tag.A, Tag.IMG):
        at = draft.each(tag, -1)
        while at >= 0:
            part = draft.parts + at
            if (
                part.text.at != NULL
                and not part.notes & Note.DONE
                and not (tag == Tag.IMG and begins_with(part.text, b"data:"))
            ):
                if not resolve(draft, &site, at):
                    address = base.absolute((<bytes> part.text.at[: part.text.size]).decode("utf-8", "surrogatepass"))
                    if address is not None:
                        value = address.encode("utf-8", "surrogatepass")
                        part.text = draft.joined(_text(value), _text(b""), _text(b""))
            at = draft.each(tag, at)


cdef Text _text(bytes value):
    cdef Text text
    text.at = value
    text.size = <uint32_t> len(value)
    return text


cdef void write(Draft draft, Writer writer) noexcept nogil:
    cdef Part* root = draft.parts + draft.root
    if root.kind == Kind.ELEMENT and traits[root.tag] & Trait.BLOCK and root.tag != Tag.LI:
        writer.write_block(draft.root)
    else:
        writer.write_children(draft.root)
    writer.suspend()
    writer.settle_late_escape(True)
    writer.settle_marks()
    # Code ends with its fence, so what is blank at the end is none.
    while writer.size and (writer.out[writer.size - 1] == c"\n" or writer.out[writer.size - 1] == c" "):
        writer.size -= 1
