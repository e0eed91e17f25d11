"""Results as providers write them, read leniently: what is missing or strange is left out, never a failure."""

from gossamer.searchers.reading.dates import read_date
from gossamer.searchers.reading.hits import HitFields, is_strange, once, plain_text, read_hits
from gossamer.searchers.reading.paths import at, is_denied, is_list, is_null, is_there, items
