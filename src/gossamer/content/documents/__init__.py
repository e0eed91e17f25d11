"""Documents that are no web page, read in a child process that cannot do harm.

`read` is the door; `child` is what runs behind it. Nothing of a parser is imported here.
"""

from gossamer.content.documents.detection import is_document
from gossamer.content.documents.formats import DocumentFormat, format_by_media_type, format_by_name, formats
from gossamer.content.documents.model import DocumentPage, ParsedDocument, ReadingOptions
from gossamer.content.documents.reader import MAX_BODY, Progress, read

__all__ = [
    "MAX_BODY",
    "DocumentFormat",
    "DocumentPage",
    "ParsedDocument",
    "Progress",
    "ReadingOptions",
    "format_by_media_type",
    "format_by_name",
    "formats",
    "is_document",
    "read",
]
