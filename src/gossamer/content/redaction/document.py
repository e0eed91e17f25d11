"""A document without its personal data: every text of it, links and metadata included."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Final

from gossamer.content.redaction.detectors import PiiSpan, findings
from gossamer.core.documents import Document
from gossamer.core.redactions import PiiKind, Redaction, RedactionMode, ReplaceStyle

_LEAST: Final[Mapping[RedactionMode, float]] = {
    RedactionMode.FAST: 0.9,
    RedactionMode.ACCURATE: 0.6,
    RedactionMode.AGGRESSIVE: 0.35,
}
# Names of pictures and files in the blob store, and our own facts of the visit: no words of the page.
_KEPT: Final = frozenset({"screenshot", "warning"})
_OWN: Final = frozenset({"scrapeId", "proxyUsed", "cacheState", "cachedAt", "contentType", "fetchedBy", "methods"})
_FILES: Final = frozenset({"screenshots", "pdfs"})
_AUTHORS: Final = ("author", "article:author", "twitter:creator", "dc.creator", "parsely-author", "sailthru.author")
_REGIONS: Final[Mapping[str, str]] = {
    "en": "US",
    "da": "DK",
    "sv": "SE",
    "cs": "CZ",
    "el": "GR",
    "ja": "JP",
    "uk": "UA",
}
_USUAL: Final = ("US", "GB")
_METHODS: Final = {
    PiiKind.PERSON: "authors that the page names, titles, labels and common given names",
    PiiKind.PHONE: "numbering plans",
    PiiKind.FINANCIAL: "check digits",
    PiiKind.SECRET: "forms of credentials, labels and check digits",
    PiiKind.EMAIL: "form",
    PiiKind.LOCATION: "forms of street addresses, positions and IP addresses",
}
_NOT_FILES: Final = "`redactPII` does not reach what is in pictures and files: {names}."


def redact_document(document: Document, redaction: Redaction) -> Document:
    """Return *document* without what *redaction* takes out.

    `metadata.redaction` has the number of replacements of each kind, and by what they were found.
    """
    redactor = _Redactor(redaction, _regions(document), tuple(_people(document)))
    values = {
        field.name: redactor.of(getattr(document, field.name))
        for field in fields(document)
        if field.name not in _KEPT | {"metadata", "raw_base64", "actions"}
    }
    metadata = {
        name: value if name in _OWN else redactor.of(value, is_name=name.lower() in _AUTHORS)
        for name, value in document.metadata.items()
    }
    actions = (
        None
        if document.actions is None
        else {name: value if name in _FILES else redactor.of(value) for name, value in document.actions.items()}
    )
    metadata["redaction"] = {
        "mode": redaction.mode.value,
        "counts": dict(sorted(redactor.counts.items())),
        "methods": {kind.value: _METHODS[kind] for kind in redaction.kinds},
    }
    warning = " ".join(filter(None, (document.warning, _about_files(document)))) or None
    return replace(document, **values, metadata=metadata, actions=actions, warning=warning)


def redact_texts(texts: tuple[str, ...], redaction: Redaction) -> tuple[str, ...]:
    """Return *texts* without what *redaction* takes out."""
    redactor = _Redactor(redaction, _USUAL, ())
    return tuple(map(redactor.of, texts))


def _about_files(document: Document) -> str | None:
    actions = document.actions or {}
    file_fields = {
        "screenshot": document.screenshot,
        "rawBase64": document.raw_base64,
        **{f"actions.{name}": actions.get(name) for name in sorted(_FILES)},
    }
    names = ", ".join(f"`{name}`" for name, value in file_fields.items() if value)
    return _NOT_FILES.format(names=names) if names else None


class _Redactor:
    """Takes personal data out of values and counts them by kind."""

    def __init__(self, redaction: Redaction, regions: Sequence[str], people: Sequence[str]) -> None:
        self._redaction = redaction
        self._kinds = redaction.kinds
        self._least = _LEAST[redaction.mode]
        self._regions = regions
        self._people = people
        self._known: dict[str, str] = {}
        self.counts: Counter[str] = Counter()

    def of(self, value: Any, *, is_name: bool = False) -> Any:
        """Return *value* with every text in it redacted; numbers and names of members stay."""
        match value:
            case str():
                return self._name(value) if is_name and PiiKind.PERSON in self._kinds else self._text(value)
            case Mapping():
                return {name: self.of(inner) for name, inner in value.items()}
            case tuple():
                return tuple(self.of(inner, is_name=is_name) for inner in value)
            case list():
                return [self.of(inner, is_name=is_name) for inner in value]
        return value

    def _name(self, text: str) -> str:
        if text.startswith(("http://", "https://")):
            return self._text(text)
        self.counts[PiiKind.PERSON.value] += 1
        return self._replacement(PiiKind.PERSON, len(text))

    def _text(self, text: str) -> str:
        # Formats of one page have much text in common: links, labels, the words of a table.
        if text not in self._known:
            self._known[text] = self._replace_findings(text)
        return self._known[text]

    def _replace_findings(self, text: str) -> str:
        detected = findings(text, self._kinds, self._regions, self._people)
        chosen = _choose_findings((candidate for candidate in detected if candidate.score >= self._least), len(text))
        parts: list[str] = []
        at = 0
        for finding in chosen:
            self.counts[finding.kind.value] += 1
            parts += (text[at : finding.start], self._replacement(finding.kind, finding.end - finding.start))
            at = finding.end
        return "".join((*parts, text[at:])) if parts else text

    def _replacement(self, kind: PiiKind, length: int) -> str:
        match self._redaction.style:
            case ReplaceStyle.TAG:
                return f"[{kind.value}]"
            case ReplaceStyle.MASK:
                return "*" * length
            case ReplaceStyle.REMOVE:
                return ""


def _choose_findings(pii_spans: Iterable[PiiSpan], length: int) -> list[PiiSpan]:
    """Return findings that do not overlap, in order; surer ones are taken before others, then longer ones."""
    taken: list[PiiSpan] = []
    marks = bytearray(length)
    for finding in sorted(pii_spans, key=lambda span: (-span.score, span.start - span.end)):
        if 1 not in marks[finding.start : finding.end]:
            marks[finding.start : finding.end] = b"\1" * (finding.end - finding.start)
            taken.append(finding)
    return sorted(taken, key=lambda span: span.start)


def _people(document: Document) -> Iterator[str]:
    """Yield the names of people that the page's metadata give, longest first."""
    names: set[str] = set()
    for name, value in document.metadata.items():
        if name.lower() in _AUTHORS:
            for written in value if isinstance(value, list) else (value,):
                if isinstance(written, str) and "://" not in written:
                    names |= {part.strip() for part in re.split(r",|;|\band\b|\bund\b|&", written)}
    yield from sorted(
        (person for person in names if " " in person and len(person) < len("x" * 60)), key=len, reverse=True
    )


def _regions(document: Document) -> tuple[str, ...]:
    """Return the countries whose telephone numbers the page may write without a country code."""
    language = str(document.metadata.get("language") or "").replace("_", "-")
    name, _, region = language.partition("-")
    url = str(document.metadata.get("url") or "")
    host = re.sub(r"^\w+://|[:/].*$", "", url)
    suffix = host.rpartition(".")[2].upper()
    subtag_regions = [region.upper()] if len(region) == len("XX") else []
    # "uk" is a top-level domain and no country of ISO 3166.
    of_host = [{"UK": "GB"}.get(suffix, suffix)] if len(suffix) == len("XX") else []
    of_language = [_REGIONS.get(name.lower(), name.upper())] if len(name) == len("xx") else []
    return tuple(dict.fromkeys((*subtag_regions, *of_host, *of_language, *_USUAL)))
