"""The report of a run: Markdown with an outline, quotes and numbered citations."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from gossamer.core.research import Citation, Claim, Finding
from gossamer.features.research.findings import cite_passage
from gossamer.features.research.passages import Corpus

_MOST_QUOTES: Final = 3
_MOST_PASSAGES: Final = 4
_LEAST_COVERAGE: Final = 0.34
NOT_FOUND: Final = "Not found in the pages that were read."


@dataclass(slots=True)
class Bibliography:
    """Citations by number, from 1; the same words have one number."""

    citations: list[Citation] = field(default_factory=list)

    def number(self, citation: Citation) -> int:
        """Return the number of *citation*."""
        if citation not in self.citations:
            self.citations.append(citation)
        return self.citations.index(citation) + 1

    def sources(self) -> Iterator[str]:
        """Yield the list of what was cited."""
        for number, citation in enumerate(self.citations, 1):
            name = (citation.title or citation.url).replace("[", "(").replace("]", ")")
            yield f"{number}. [{name}]({citation.url})"


def report_of(title: str, findings: Sequence[Finding], corpus: Corpus, cited: Bibliography, *, wide: bool) -> str:
    """Return the report; *wide* adds passages about each question that do not answer it alone."""
    parts = [f"# {' '.join(title.split())[:200]}", ""]
    for finding in findings:
        if len(findings) > 1 or finding.facet != title:
            parts += [f"## {finding.facet}", ""]
        parts += _about(finding, cited)
        if wide:
            parts += _further(finding, corpus, cited)
    if cited.citations:
        parts += ["## Sources", "", *cited.sources(), ""]
    return "\n".join(parts).rstrip() + "\n"


def _about(finding: Finding, cited: Bibliography) -> list[str]:
    if not finding.answer:
        return [NOT_FOUND, ""]
    numbers = [cited.number(claim.citation) for claim in finding.claims[:_MOST_QUOTES]]
    marks = "".join(f"[{number}]" for number in dict.fromkeys(numbers))
    parts = [f"{' '.join(finding.answer.split())} {marks}", ""]
    for claim in finding.claims[:_MOST_QUOTES]:
        parts += _quote_claim(claim, cited)
    for claim in finding.against[:_MOST_QUOTES]:
        value = " ".join(claim.value.split())[:200]
        parts += [f"Another source disagrees: {value} [{cited.number(claim.citation)}]", ""]
    return parts


def _quote_claim(claim: Claim, cited: Bibliography) -> list[str]:
    return [f"> {' '.join(claim.citation.quote.split())} [{cited.number(claim.citation)}]", ""]


def _further(finding: Finding, corpus: Corpus, cited: Bibliography) -> list[str]:
    quotes = {claim.citation.quote for claim in (*finding.claims, *finding.against)}
    lines = []
    for passage in corpus.ranked(finding.facet, _MOST_PASSAGES):
        citation = cite_passage(passage)
        if passage.coverage >= _LEAST_COVERAGE and citation is not None and citation.quote not in quotes:
            lines.append(f"- {' '.join(citation.quote.split())} [{cited.number(citation)}]")
    return [*lines, ""] if lines else []
