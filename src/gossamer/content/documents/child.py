"""The process that reads one document; it is forked from a server that has loaded every parser.

It takes an order and a body, and answers with lines (`answers`); to a picture of text the parent returns hOCR. Before
it looks at the body it has given up files, sockets and most memory; what it cannot read it says so, and whoever
started it ends it when it takes too long.
"""

import codecs
from collections.abc import Iterator
from functools import partial
from typing import BinaryIO, Final

import msgspec

from gossamer.content import confinement
from gossamer.content.documents import emails, images, office, outlook, pdf, pdf_size, text_tables
from gossamer.content.documents.answers import Line, Order, Refusal, Scan, encode_line
from gossamer.content.documents.detection import image_format
from gossamer.content.documents.formats import format_by_media_type, format_by_name, formats
from gossamer.content.documents.number_formats.cells import read_built_in_formats
from gossamer.content.documents.recognised import Recognise, Recognised, read_recognised_text
from gossamer.content.documents.unreadable import Unreadable, explain_refusal, load_unread_formats
from gossamer.content.media_type import kind_of
from gossamer.content.web_archives import is_email

_MAX_ORDER: Final = 16_384
_MAX_SIZE: Final = 32
_MEMORY: Final = 1_500_000_000
_EMAILS: Final = {"eml": emails.read, "msg": outlook.read}
_EMPTY: Final = "The file is empty."
_UNKNOWN: Final = "The file is damaged, or of a type that cannot be read."
_NO_MEMORY: Final = "The document needs more memory than a reader may have."


def load() -> None:
    """Load everything that reading needs from disk."""
    formats()
    read_built_in_formats()
    load_unread_formats()
    pdf.load()
    images.load()
    emails.load()
    text_tables.load()
    # Modules of codecs are loaded when they are first used.
    for name in ("ascii", "latin-1", "cp1252", "cp437", "utf-8", "utf-16", "utf-16-le", "utf-16-be"):
        codecs.lookup(name)


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Read the document in *source*, and write its answers to *sink*."""
    order = msgspec.json.decode(source.readline(_MAX_ORDER), type=Order)
    body = source.read(order.size)
    # The parser of PDFs needs a descriptor or two for its threads, and may not open a file after this.
    reader = pdf.parser() if pdf.is_pdf(body) else None
    confinement.give_up_files()
    confinement.limit_processor_time(int(order.seconds) + 1)
    confinement.limit_wall_time(order.seconds + 1)
    confinement.limit_memory(_MEMORY)
    recognise = partial(_recognise, source, sink) if order.recognises else None
    for line in answer(order, body, reader, recognise):
        _send(sink, line)


def _send(sink: BinaryIO, line: Line) -> None:
    sink.write(encode_line(line))
    sink.flush()


def _recognise(source: BinaryIO, sink: BinaryIO, scan: Scan) -> Recognised:
    """Return the text of *scan* as the parent recognises it."""
    _send(sink, scan)
    size = int(source.readline(_MAX_SIZE) or b"0")
    return read_recognised_text(source.read(size).decode("utf-8", "replace"), scan.dpi)


def answer(order: Order, body: bytes, reader: pdf.Parser | None, recognise: Recognise | None) -> Iterator[Line]:
    """Yield the answer to *order*; *reader* is there for PDFs, *recognise* where text can be recognised."""
    try:
        yield from _lines(order, body, reader, recognise)
    except Unreadable as error:
        yield Refusal(str(error), error.kind)
    except pdf_size.TooMuch as error:
        yield Refusal(str(error))
    except MemoryError:
        yield Refusal(_NO_MEMORY)


def _lines(order: Order, body: bytes, reader: pdf.Parser | None, recognise: Recognise | None) -> Iterator[Line]:
    if not body.strip():
        raise Unreadable(_EMPTY)
    picture = image_format(body)
    name = "pdf" if reader else picture or _format(body, order)
    warnings = _mismatch(name, order.name)
    if reader is not None:
        pdf_size.check(body)
        yield from pdf.lines(body, order, reader, recognise, warnings)
    elif picture is not None:
        yield from images.lines(body, picture, order, recognise, warnings)
    elif name in _EMAILS:
        yield from _EMAILS[name](body).lines(name, warnings)
    else:
        content = text_tables.utf8_table(body, order.charset) if name == "csv" else body
        yield from office.lines(content, name, warnings)


def _format(body: bytes, order: Order) -> str:
    """Return the name of the format by the content; by media type or name where the content has no signature."""
    by_content = office.format_of(body) or ("eml" if is_email(body) else "msg" if outlook.is_outlook(body) else None)
    if by_content is not None:
        labelled = format_by_name(order.name) or format_by_media_type(order.media_type)
        # Workbooks of both kinds begin alike.
        return "xlsb" if by_content == "xlsx" and labelled and labelled.name == "xlsb" else by_content
    named = (format_by_media_type(order.media_type), format_by_name(order.name))
    labelled = next(
        (
            document_format
            for document_format in named
            if document_format is not None and document_format.reader == "office"
        ),
        None,
    )
    if labelled is None:
        raise explain_refusal(body, _UNKNOWN)
    return "csv" if labelled.name in text_tables.SHEETS and kind_of(body, "text/csv") == "text" else labelled.name


def _mismatch(name: str, file_name: str) -> tuple[str, ...]:
    named = format_by_name(file_name)
    if named is None or named.name == name or {named.name, name} <= {"xlsx", "xlsb", "xls"}:
        return ()
    return (f"The file is called {named.extensions[0]}, but its content is {name}; it was read as that.",)
