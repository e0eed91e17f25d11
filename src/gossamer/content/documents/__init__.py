"""Documents that are no web page, read in a child process that cannot do harm.

`read` is the door; `child` is what runs behind it. Nothing of a parser is imported here. `find_recogniser` looks for
what recognises the text of images and scans.
"""

from gossamer.content.documents.detection import is_document
from gossamer.content.documents.formats import format_by_media_type, format_by_name, formats
from gossamer.content.documents.model import DocumentPage, ParsedDocument, ReadingOptions
from gossamer.content.documents.reader import MAX_BODY, Progress, read
from gossamer.content.documents.recogniser import NoRecogniser, Recogniser, find_recogniser
