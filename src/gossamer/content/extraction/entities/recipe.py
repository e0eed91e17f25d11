# ruff: noqa: E501, RUF001 - words of many languages, kept as tables
"""A recipe's ingredients and steps where a page only shows them: lists under their heading, or in elements so named."""

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import islice
from statistics import median
from typing import Final

import turbohtml

from gossamer.content.extraction import paths
from gossamer.content.extraction.candidates import Candidate, few_words, plain
from gossamer.content.extraction.entities import families
from gossamer.content.extraction.naming import phrase, word_set
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.values import durations
from gossamer.content.extraction.vocabulary import Concept, named

_LISTED: Final = {
    "ingredients": ("ingredient", "zutat", "ingredienser", "ingredienti", "ingredienten", "skladnik"),
    "instructions": (
        "instruction",
        "direction",
        "preparation",
        "zubereitung",
        "preparazione",
        "bereiding",
        "method",
        "recipe-step",
        "recipe__step",
    ),
}
_LABELS: Final = word_set("h1 h2 h3 h4 h5 h6 strong b p span div legend li button a")
_HEADINGS: Final = word_set("h1 h2 h3 h4 h5 h6")
_LABELLED: Final = "h1, h2, h3, h4, h5, h6, strong, b, legend, summary, dt, p, span, div, button, a"
_OTHERS: Final = frozenset(
    phrase(text)
    for text in (
        "nutrition", "nutrition facts", "nutrition information", "notes", "recipe notes", "tips", "comments", "reviews", "equipment", "related recipes",
        "more recipes", "nährwerte", "tipps", "tipp", "kommentare", "conseils", "commentaires", "astuces", "consejos",
        "comentarios", "note", "commenti", "consigli", "you may also like", "share", "équipement", "ustensiles", "valeurs nutritionnelles", "informations nutritionnelles",
        "valori nutrizionali", "información nutricional", "voedingswaarden", "näringsvärde", "video", "faq", "storage", "newsletter",
    )
)  # fmt: skip
_MAX_LABELS: Final = 3_000
_MAX_TRIED: Final = 12
_MAX_FOLLOWED: Final = 1_500
_MAX_LABEL: Final = 40
_MOST_WORDS: Final = 5
_MAX_LINE: Final = 3_000
_FEWEST: Final = 2
_LONGEST_INGREDIENT: Final = 100
_SHORTEST_STEP: Final = 20
_MEASURED: Final = 0.3
_SERVINGS: Final = '[class*="serving" i], [class*="yield" i], [class*="portion" i]'
_BULLET: Final = re.compile(
    r"\A(?:[•*▢☐✓·–-]\s{0,3}|\d{1,2}[.)]\s{1,3}|(?:step|schritt|étape|paso|passo)\s\d{1,2}[.:]?\s{0,3}(?=\w))",
    re.IGNORECASE,
)
_MEASURE: Final = re.compile(
    r"\d|[½¼¾⅓⅔]|\b(?:salt|sal|sel|salz|pepper|pfeffer|poivre|oil|taste|water)\b", re.IGNORECASE
)


def listed(reading: Reading, concept: Concept) -> list[Candidate]:
    """Return the ingredients or the steps, in order; none when nothing looks like them."""
    if concept.name not in _LISTED:
        return []
    for lines, place in (_under_heading(reading, concept), _in_named(reading, concept)):
        if _looks_like(concept.name, lines):
            return [Candidate(line, place) for line in lines]
    return []


def _looks_like(name: str, lines: list[str]) -> bool:
    if len(lines) < _FEWEST:
        return len(lines) == 1 and name == "instructions" and len(lines[0]) > 4 * _SHORTEST_STEP
    middle = median(map(len, lines))
    if name == "instructions":
        return middle >= _SHORTEST_STEP
    return middle <= _LONGEST_INGREDIENT and sum(bool(_MEASURE.search(line)) for line in lines) >= _MEASURED * len(
        lines
    )


def _in_named(reading: Reading, concept: Concept) -> tuple[list[str], str]:
    """Return the entries of elements that are named for what they hold."""
    for tag in ("li", "p"):
        selector = ", ".join(
            f'[{where}*="{word}" i] {tag}' for word in _LISTED[concept.name] for where in ("class", "id")
        )
        found = _innermost(reading.page.document.select(selector)[:500])
        if len(found) >= _FEWEST:
            return found, f'{tag} in an element named "{_LISTED[concept.name][0]}"'
    return [], ""


def _under_heading(reading: Reading, concept: Concept) -> tuple[list[str], str]:
    """Return the entries that follow a heading which says what they are."""
    best: tuple[list[str], str] = ([], "")
    tried = 0
    for label in islice(reading.page.document.select(_LABELLED), _MAX_LABELS):
        if not _names(few_words(label, _MAX_LABEL), concept):
            continue
        tried += 1
        if tried > _MAX_TRIED:
            break
        lines = _following(label)
        if _looks_like(concept.name, lines) and len(lines) > len(best[0]):
            best = (lines, f'list under "{plain(label.text)}"')
            if label.tag in _HEADINGS:
                break
    return best


def _names(text: str, concept: Concept) -> bool:
    """Return whether *text* is a label for *concept*, perhaps with the recipe's name or for how many."""
    bare = plain(text).rstrip(" :")
    if not 0 < len(bare) <= _MAX_LABEL:
        return False
    spoken = phrase(bare)
    if spoken in concept.labels:
        return True
    words = spoken.split()
    if not words or len(words) > _MOST_WORDS or words[0] in {"how", "step"}:
        return False
    return words[0] in concept.labels or words[-1] in concept.labels


def _following(label: turbohtml.Element) -> list[str]:
    """Return the list entries after *label*, or its paragraphs when it has no list, up to the next section."""
    entries: list[turbohtml.Element] = []
    paragraphs: list[turbohtml.Element] = []
    own = few_words(label, _MAX_LABEL)
    for node in islice(label.following, _MAX_FOLLOWED):
        if not isinstance(node, turbohtml.Element):
            continue
        if node.tag in {"footer", "form"} or (
            node.tag in _HEADINGS and label.tag in _HEADINGS and node.tag <= label.tag
        ):
            break
        if _is_other_label(node, own):
            if len(entries) + len(paragraphs) >= _FEWEST:
                break
        elif node.tag in {"li", "tr"}:
            entries.append(node)
        elif node.tag == "p":
            paragraphs.append(node)
    return _innermost(entries) or _innermost(paragraphs)


def _is_other_label(node: turbohtml.Element, own: str) -> bool:
    """Return whether *node* is the label of something else than what *own* is."""
    text = few_words(node, _MAX_LABEL) if node.tag in _LABELS else ""
    if not text or text == own:
        return False
    return phrase(text) in _OTHERS or any(
        _names(text, named(name)) and not _names(own, named(name)) for name in _LISTED
    )


def _innermost(elements: list[turbohtml.Element]) -> list[str]:
    """Return the words of those elements that hold none of their own kind."""
    found: list[str] = []
    for element in elements:
        if next(element.iter_elements(("li", "script", "select")), None) is not None and element.tag != "li":
            continue
        if element.tag in {"li", "tr"} and next(element.iter_elements(("li", "tr")), None) is not None:
            continue
        text = (
            " ".join(element.text[:_MAX_LINE].split())
            if element.tag == "p"
            else " ".join(element.to_text()[:_MAX_LINE].split())
        )
        text = _BULLET.sub("", text)
        if text and text not in found[-3:]:
            found.append(text)
    return found


def values(reading: Reading, concept: Concept) -> Iterator[Candidate]:
    """Yield what the page says of *concept* of the recipe it gives."""
    match concept.name:
        case "totalTime":
            yield from _added_up(reading)
        case "yield":
            for element in reading.page.document.select(_SERVINGS)[:20]:
                text = few_words(element, _MAX_LABEL)
                if any(map(str.isdigit, text)):
                    yield Candidate(text, f"{element.tag} {element.attr('class') or ''}".strip())
        case _:
            return


def _added_up(reading: Reading) -> Iterator[Candidate]:
    """Yield preparing and cooking together, where both are marked up and their sum is not."""
    for item in reading.main(families.BY_NAME["recipe"])[:1]:
        parts = [next(paths.candidates(item, named(name)), None) for name in ("prepTime", "cookTime")]
        told = [part for part in parts if part is not None]
        lengths = [length for part in told if (length := durations.duration(part.text)) is not None]
        if len(lengths) == len(parts):
            total = durations.iso_duration(sum(lengths, timedelta()))
            quote = " + ".join(part.text for part in told)
            yield Candidate(total, f"{item.label} > prepTime + cookTime", machine=True, quote=quote)
