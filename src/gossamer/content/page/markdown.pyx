# cython: infer_types=True
"""The nodes of a scanned page as GitHub-flavoured Markdown.

What the web does to HTML is settled before, on a draft of the page: code views, formulas, footnotes, headings inside
links, lists inside lists, layout tables, tabs, lazy pictures. Then the draft is written from top to bottom.
"""

from libc.stdint cimport int32_t, uint8_t

from gossamer.content.charset import storable
from gossamer.content.page.draft cimport Draft
from gossamer.content.page.links cimport make_absolute
from gossamer.content.page.rules cimport compile_steps, run_steps
from gossamer.content.page.scan cimport Scan
from gossamer.content.page.writer cimport write_draft
from gossamer.content.page import blocks as _blocks, code as _code, formulas as _formulas, lists as _lists  # noqa: F401
from gossamer.content.page import phrases as _phrases, pictures as _pictures, tables as _tables  # noqa: F401

_UNSTORABLE = bytes({*range(32), 0x7F, 0xED} - {*b"\n\t"})
# What the steps call is registered by the modules above.
compile_steps()


def write_markdown(Scan scan, bytearray skip, int32_t first, int32_t last, str base, bint remove_base64_images):
    """Return the nodes from *first* to *last*, an element and all inside it, as Markdown.

    Nodes that *skip* marks are left out with all that is in them. Addresses become absolute; without a *base* they
    stay as they are written. The text has no blank edges, at most one blank line between blocks, and no trailing
    blanks outside code. Raises MemoryError, and IndexError for nodes that the scan does not have.
    """
    cdef const uint8_t* skipped = NULL
    draft = Draft(scan)
    draft.without_data = remove_base64_images
    if not 0 <= first <= last < scan.count:
        raise IndexError(first)
    if skip is not None:
        if len(skip) < scan.count:
            raise IndexError(len(skip))
        skipped = skip
    with nogil:
        draft.read(skipped, first, last)
        if not draft.failed:
            run_steps(draft)
    if draft.failed:
        raise MemoryError
    if base is not None:
        make_absolute(draft, base)
    written = write_draft(draft)
    text = written.decode("utf-8", "surrogatepass")
    # Nothing that was written may be a control or a lone surrogate.
    is_storable = len(written.translate(None, _UNSTORABLE)) == len(written)
    return (text if is_storable else storable(text)).lstrip("\n").rstrip()
