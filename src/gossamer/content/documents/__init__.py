"""Documents that are no page, read in a child process that cannot do harm.

`read` is the door; `child` is what runs behind it. Nothing of a parser is imported here.
"""

from gossamer.content.documents.parsed import ParsedDocument, ReadingOptions
from gossamer.content.documents.reader import read

__all__ = ["ParsedDocument", "ReadingOptions", "read"]
