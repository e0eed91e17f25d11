"""Tables of text: CSV and its kin in whatever encoding they were exported. Runs in the confined child only."""

import codecs
import csv
import io
import re
from typing import Final

from gossamer.content.charset import decode
from gossamer.content.documents.unreadable import Unreadable

# Types under which tables of text are sent as well, because a program of sheets opens them.
SHEETS: Final = frozenset({"csv", "xls", "xlsx", "xlsb", "ods"})
_MAX_LINE: Final = 250_000
_LONG_LINE: Final = "A line of the file is longer than 250 kB, the most that is read of a table."
# A line that Excel writes, and reads, so that a table has the same columns in every country.
_SEPARATOR: Final = re.compile(r'"?sep=(.)"?[ \t]*\r?\n', re.IGNORECASE)
_ENCODINGS: Final = (
    "big5", "euc-jp", "euc-kr", "gb18030", "gbk", "ibm866", "iso-2022-jp", "koi8-r", "koi8-u", "macintosh", "shift_jis",
    *(f"iso-8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)),
    "windows-874", *(f"windows-125{part}" for part in range(9)), "x-mac-cyrillic",
)  # fmt: skip


def load() -> None:
    """Load the codecs of tables from disk."""
    for encoding in _ENCODINGS:
        codecs.lookup(f"whatwg-{encoding}").decode(b"a")
    decode("Größe;Предмет".encode("cp1251", "replace"))


def utf8_table(body: bytes, charset: str) -> bytes:
    """Return the table in UTF-8, with commas where its first line names a separator; *charset* is what was declared.

    Raises Unreadable for a line that is too long.
    """
    text = decode(body, content_type=f"text/csv; charset={charset}")
    if max(map(len, text.splitlines()), default=0) > _MAX_LINE:
        raise Unreadable(_LONG_LINE)
    named = _SEPARATOR.match(text)
    if named is None:
        return text.encode()
    csv.field_size_limit(len(text) + 1)
    written = io.StringIO(newline="")
    csv.writer(written).writerows(csv.reader(io.StringIO(text[named.end() :], newline=""), delimiter=named[1]))
    return written.getvalue().encode()
