"""The answer of a run without a model, made of its stored pages: the same whenever it is made."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from gossamer.core.extractions import Merged, PageValue
from gossamer.core.jobs import JobPage, JobUrl
from gossamer.core.research import Finding, ResearchAnswer, ResearchKind, ResearchSpec
from gossamer.core.understanding import Evidence
from gossamer.features.extract import merge, page_values
from gossamer.features.research.claims import cite
from gossamer.features.research.findings import finding_of
from gossamer.features.research.passages import Corpus
from gossamer.features.research.planning import ResearchPlan
from gossamer.features.research.positions import Words
from gossamer.features.research.reading import Reader, ReadPage
from gossamer.features.research.report import NOT_FOUND, Bibliography, report_of

_ORDERS: Final = 'The page {url} has text that speaks to an assistant; it was not followed: "{quote}"'
_MOST_ORDERS: Final = 5


def answer_of(
    spec: ResearchSpec, plan: ResearchPlan, stored: Sequence[JobPage], urls: Sequence[JobUrl], reader: Reader
) -> ResearchAnswer:
    """Return the answer that the pages of a run give together; *urls* are those that were read, in their order."""
    pages = [reader.page(job_page) for job_page in stored]
    corpus = Corpus(pages)
    findings = tuple(finding_of(facet, pages, corpus) for facet in plan.facets)
    cited = Bibliography()
    merged = _merge_answers(spec, stored, urls)
    proofs = _proofs(merged, pages, cited) if merged is not None else {}
    wide = spec.kind is ResearchKind.DEEP_RESEARCH
    shown = () if merged is not None and not wide else findings
    report = report_of(spec.prompt, shown, corpus, cited, wide=wide)
    return ResearchAnswer(
        data=merged.value if merged is not None else data_of(findings, report, cited),
        report=report,
        findings=findings,
        citations=tuple(cited.citations),
        sources=merged.sources if merged is not None else {},
        evidence=proofs,
        contradictions=(*_contradictions(shown), *_fields_in_conflict(merged, stored, urls)),
        warnings=(*_orders(pages), *(merged.notices if merged is not None else ())),
    )


def data_of(findings: Sequence[Finding], report: str, cited: Bibliography) -> dict[str, Any]:
    """Return the `data` of a run without a schema."""
    answered = [finding.answer for finding in findings if finding.answer]
    return {
        "answer": "\n".join(answered) if answered else NOT_FOUND,
        "found": bool(answered),
        "findings": [_finding_json(finding, cited) for finding in findings],
        "report": report,
        "citations": [citation.as_json(number) for number, citation in enumerate(cited.citations, 1)],
    }


def _finding_json(finding: Finding, cited: Bibliography) -> dict[str, Any]:
    return {
        "question": finding.facet,
        "answer": finding.answer or None,
        "status": "found" if finding.answer else "not found",
        "citations": [cited.number(claim.citation) for claim in finding.claims],
        "contradictions": [
            {"value": claim.value, "citation": cited.number(claim.citation)} for claim in finding.against
        ],
        **({"steps": list(finding.steps)} if finding.steps else {}),
    }


def _merge_answers(spec: ResearchSpec, stored: Sequence[JobPage], urls: Sequence[JobUrl]) -> Merged | None:
    if spec.schema is None:
        return None
    return merge(page_values(stored, urls), shaped=True, prompt=spec.prompt)


def _proofs(merged: Merged, pages: Sequence[ReadPage], cited: Bibliography) -> dict[str, Mapping[str, Any]]:
    """Return the evidence of each value, with the number of its citation where its words stand in a page's text."""
    by_url = {page.url: page for page in pages}
    return {pointer: _proof(proof, by_url.get(proof.url), cited) for pointer, proof in merged.evidence.items()}


def _proof(proof: Evidence, page: ReadPage | None, cited: Bibliography) -> Mapping[str, Any]:
    citation = None if page is None or not proof.quote else cite(page, Words.of(page.markdown), proof.quote)
    shown = dict(proof.to_json())
    return shown if citation is None else {**shown, "citation": cited.number(citation)}


def _contradictions(findings: Sequence[Finding]) -> Iterator[Mapping[str, Any]]:
    for finding in findings:
        if finding.against:
            claims = (*finding.claims[:1], *finding.against)
            yield {
                "about": finding.facet,
                "values": [{"value": claim.value, "url": claim.citation.url} for claim in claims],
            }


def _fields_in_conflict(
    merged: Merged | None, stored: Sequence[JobPage], urls: Sequence[JobUrl]
) -> Iterator[Mapping[str, Any]]:
    """Yield the fields of the schema of which pages give different values."""
    if merged is None or not isinstance(merged.value, dict):
        return
    pages = page_values(stored, urls)
    for name, value in merged.value.items():
        if isinstance(value, dict | list) or value is None:
            continue
        others = [(page_value, page.url) for page in pages if (page_value := _field(page, name)) not in {None, value}]
        if others:
            first = {"value": value, "url": next(iter(merged.sources.get(f"/{name}", ())), "")}
            yield {
                "about": name,
                "values": [first, *({"value": other_value, "url": url} for other_value, url in others)],
            }


def _field(page: PageValue, name: str) -> Any:
    value = page.value.get(name) if isinstance(page.value, dict) else None
    return None if isinstance(value, dict | list) else value


def _orders(pages: Sequence[ReadPage]) -> Iterator[str]:
    orders = [(page.url, quote) for page in pages for quote in page.orders[:1]]
    for url, quote in orders[:_MOST_ORDERS]:
        yield _ORDERS.format(url=url, quote=quote)
