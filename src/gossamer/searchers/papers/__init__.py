"""Open registers of scientific papers: each turns queries into requests of its own, and answers into papers."""

from gossamer.searchers.papers.arxiv import Arxiv
from gossamer.searchers.papers.crossref import Crossref
from gossamer.searchers.papers.europe_pmc import EuropePmc
from gossamer.searchers.papers.openalex import OpenAlex
from gossamer.searchers.papers.own_index import IndexedPapers
from gossamer.searchers.papers.semantic_scholar import SemanticScholar
