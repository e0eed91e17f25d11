"""The full-text index over stored pages, in SQL.

Words are folded by us (`core.word_folding`) on both databases, so that both find the same pages: SQLite's FTS5 and
PostgreSQL's `tsvector` only keep where the words are. The database brings candidates by a first rank; `ranking` orders
these by what is dear to compute for all. A team's own mark is one of the words of its pages, and every statement asks
for the team beside.
"""

from gossamer.store.index.index import SearchIndex, forget_pages
from gossamer.store.index.index_queue import Queueing
