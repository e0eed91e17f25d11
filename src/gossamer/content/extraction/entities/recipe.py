"""Recipes: the ingredients and steps where a page only shows them, under a heading or in named elements."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import islice, takewhile
from statistics import median
from typing import Final

import turbohtml

from gossamer.content.extraction import paths
from gossamer.content.extraction.candidates import Candidate, few_words, plain
from gossamer.content.extraction.entities import families
from gossamer.content.extraction.entities.elements import place, texts
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.vocabulary import Concept, named
from gossamer.content.locales import entry, pattern, selector, words
from gossamer.content.page_model.others import MOST_HEADING, leads_elsewhere
from gossamer.content.text.names import phrase, word_set
from gossamer.content.values import durations

# By the list: words in the names of elements that hold it.
_LISTED: Final = {name: tuple(known.split()) for name, known in entry("extraction", "recipe", "listed").items()}
_LABELS: Final = words("extraction", "recipe", "labels")
_HEADINGS: Final = word_set("h1 h2 h3 h4 h5 h6")
_LABELLED: Final = "h1, h2, h3, h4, h5, h6, strong, b, legend, summary, dt, p, span, div, button, a"
_OTHERS: Final = words("extraction", "recipe", "others")
_MAX_HOLDERS: Final = 50
_MAX_ENTRIES: Final = 500
_MAX_LABELS: Final = 3_000
_MAX_TRIED: Final = 12
_MAX_FOLLOWED: Final = 1_500
_MAX_LABEL: Final = 40
_MOST_WORDS: Final = 5
_MAX_LINE: Final = 3_000
_FEWEST: Final = 2
_LONGEST_INGREDIENT: Final = 100
_SHORT_INGREDIENT: Final = 45
_SHORTEST_STEP: Final = 20
_MEASURED: Final = 0.3
_SERVINGS: Final = selector("extraction", "recipe", "selectors", "servings")
_BULLET: Final = pattern("extraction", "recipe", "bullet")
_STEP_NUMBER: Final = re.compile(r"\s*\d{1,2}[.)]\s")
_MOSTLY: Final = 0.6
_NUMBER: Final = r"(?:\d{1,4}(?:[.,/ ]\d{1,3}){0,2}\s?[½¼¾⅓⅔⅛]?|[½¼¾⅓⅔⅛])"
_UNIT: Final = entry("extraction", "recipe", "unit")
# "200 g", "1 ½ cups", "½".
_RANGE: Final = rf"{_NUMBER}(?:\s?[-\u2013]\s?{_NUMBER})?"
_AMOUNT_ALONE: Final = re.compile(rf"{_RANGE}\s?{_UNIT}?\.?", re.IGNORECASE)
_AMOUNT_FIRST: Final = re.compile(rf"{_RANGE}(?:(?P<unit>\s?{_UNIT}\b)|(?=\W))", re.IGNORECASE)
_ENDS: Final = (".", "!", ")", "。")
_WRITTEN: Final = re.compile(r"\A(\d{1,5})\.0(?=\s)")
_NOTE: Final = re.compile(r"\(\(([^()]{0,300})\)\)")
_MEASURE: Final = pattern("extraction", "recipe", "measure")


def listed(reading: Reading, concept: Concept) -> list[Candidate]:
    """Return the ingredients or the steps, in order; none when nothing looks like them."""
    if concept.name not in _LISTED:
        return []
    for find in (_under_heading, _in_named):
        lines, place = find(reading, concept)
        if _looks_like(concept.name, lines):
            return [Candidate(line, place) for line in lines]
    return []


def _looks_like(name: str, lines: list[str]) -> bool:
    if len(lines) < _FEWEST:
        return len(lines) == 1 and name == "instructions" and len(lines[0]) > 4 * _SHORTEST_STEP
    middle = median(map(len, lines))
    if name == "instructions":
        return middle >= _SHORTEST_STEP
    # A step has figures in it too; an ingredient begins with its amount, or says little more.
    begin = sum(_AMOUNT_FIRST.match(line) is not None for line in lines)
    least = _MEASURED * len(lines)
    if middle > (_LONGEST_INGREDIENT if begin >= least else _SHORT_INGREDIENT):
        return False
    return sum(bool(_MEASURE.search(line)) for line in lines) >= least


def _in_named(reading: Reading, concept: Concept) -> tuple[list[str], str]:
    """Return the entries of elements that are named for what they hold."""
    named = ", ".join(f'[{where}*="{word}" i]' for word in _LISTED[concept.name] for where in ("class", "id"))
    # One selector for what is in them would climb from each entry to the top: pages nest them by the ten thousand.
    holders = reading.page.document.select(named)[:_MAX_HOLDERS]
    for tag in ("li", "p"):
        inside = dict.fromkeys(entry for holder in holders for entry in holder.select(tag)[:_MAX_ENTRIES])
        entries = _innermost(list(inside)[:_MAX_ENTRIES])
        if len(entries) >= _FEWEST:
            return entries, f'{tag} in an element named "{_LISTED[concept.name][0]}"'
    return [], ""


def _under_heading(reading: Reading, concept: Concept) -> tuple[list[str], str]:
    """Return the entries that follow a heading which says what they are, and those of the headings of its other parts.

    "Ingredients for the filling" is followed by "Ingredients for the topping".
    """
    best: tuple[list[str], str] = ([], "")
    first: turbohtml.Element | None = None
    tried = 0
    for label in islice(reading.page.document.select(_LABELLED), _MAX_LABELS):
        if (first is not None and label.tag != first.tag) or not _is_label(label, concept):
            continue
        tried += 1
        if tried > _MAX_TRIED:
            break
        lines = _following(label, concept.name)
        if not _looks_like(concept.name, lines):
            continue
        if first is not None:
            best[0].extend(lines if _is_part(label, first) else [])
        elif len(lines) > len(best[0]):
            best = (lines, f'list under "{plain(label.text)}"')
            first = label if label.tag in _HEADINGS else None
    return best


def _is_label(label: turbohtml.Element, concept: Concept) -> bool:
    # An entry of a table of contents is none.
    leads_on = label.tag == "a" and (label.attr("href") or "").startswith("#")
    return not leads_on and _names(few_words(label, _MAX_LABEL), concept)


def _is_part(label: turbohtml.Element, first: turbohtml.Element) -> bool:
    """Return whether *label* begins as *first* does and is about another part of the same."""
    label_words, other = (phrase(few_words(element, _MAX_LABEL)).split() for element in (label, first))
    return label_words != other and len(label_words) > 1 and label_words[:1] == other[:1]


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


def _following(label: turbohtml.Element, name: str) -> list[str]:
    """Return the list entries after *label* up to the next section, or its paragraphs when no list is one of *name*."""
    entries: list[turbohtml.Element] = []
    paragraphs: list[turbohtml.Element] = []
    label_text = few_words(label, _MAX_LABEL)
    following = (
        following_node
        for following_node in islice(label.following, _MAX_FOLLOWED)
        if isinstance(following_node, turbohtml.Element)
    )
    for node in takewhile(lambda element: not _ends(element, label), following):
        if _is_other_label(node, label_text):
            # A tab is called so, too, and leads to what is above it; a heading begins another part.
            if node.tag in _HEADINGS or len(entries) + len(paragraphs) >= _FEWEST:
                break
        elif node.tag == "tr":
            entries += [node] if name == "ingredients" else []
        elif node.tag == "li" or (node.tag == "label" and node.select_one("input[type=checkbox]") is not None):
            entries.append(node)
        elif node.tag == "p":
            paragraphs.append(node)
    if name == "instructions":
        paragraphs = _keep_numbered(paragraphs)
    listed = _innermost(entries)
    if not listed or (name == "ingredients" and not _looks_like(name, listed)):
        written = _innermost(paragraphs)
        begin = sum(_AMOUNT_FIRST.match(line) is not None for line in written)
        return written if not listed or begin >= _MOSTLY * len(written) > 0 else listed
    return listed


def _ends(node: turbohtml.Element, label: turbohtml.Element) -> bool:
    """Return whether with *node* the part of the page ends that *label* heads."""
    if node.tag in {"footer", "form", "aside"}:
        return True
    return node.tag in _HEADINGS and (
        (label.tag in _HEADINGS and node.tag <= label.tag) or leads_elsewhere(few_words(node, MOST_HEADING))
    )


def _keep_numbered(paragraphs: list[turbohtml.Element]) -> list[turbohtml.Element]:
    """Return *paragraphs* up to the last that has a number; all of them where they do not begin with numbered ones."""
    numbered_indexes = [at for at, paragraph in enumerate(paragraphs) if _STEP_NUMBER.match(paragraph.text) is not None]
    return paragraphs[: numbered_indexes[-1] + 1] if numbered_indexes[:_FEWEST] == [0, 1] else paragraphs


def _is_other_label(node: turbohtml.Element, label_text: str) -> bool:
    """Return whether *node* is the label of something else than what *label_text* is."""
    text = few_words(node, _MAX_LABEL) if node.tag in _LABELS else ""
    if not text or text == label_text:
        return False
    spoken = phrase(text)
    return any(spoken == other_label or spoken.startswith(f"{other_label} ") for other_label in _OTHERS) or any(
        _names(text, named(name)) and not _names(label_text, named(name)) for name in _LISTED
    )


def _innermost(elements: list[turbohtml.Element]) -> list[str]:
    """Return the words of those elements that hold none of their own kind."""
    entry_texts: list[str] = []
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
        # The same amount may stand in a row of several things.
        if text and (text not in entry_texts[-3:] or _AMOUNT_ALONE.fullmatch(text) is not None):
            entry_texts.append(text)
    return entry_texts


def tidy_ingredients(marked: list[Candidate]) -> list[Candidate]:
    """Return the entries of a list of ingredients that is marked up, without what programs added to them.

    "500.0 g" is an amount that a program wrote, "((chopped))" a note in another one; "For the sauce:" is no ingredient.
    """
    tidied_entries = [
        replace(marked_entry, text=_NOTE.sub(r"(\1)", _WRITTEN.sub(r"\1", marked_entry.text)), quote=marked_entry.words)
        for marked_entry in marked
    ]
    ingredients = [
        tidied_entry
        for tidied_entry in tidied_entries
        if not (tidied_entry.text.rstrip().endswith(":") and _MEASURE.search(tidied_entry.text) is None)
    ]
    return ingredients or tidied_entries


def values(reading: Reading, concept: Concept) -> Iterator[Candidate]:
    """Yield the page's values for *concept* of the recipe it gives."""
    match concept.name:
        case "totalTime":
            yield from _add_up_times(reading)
        case "yield":
            for element, text in texts(reading, _SERVINGS, _MAX_LABEL):
                if any(map(str.isdigit, text)):
                    yield Candidate(text, place(element))
        case _:
            return


def _add_up_times(reading: Reading) -> Iterator[Candidate]:
    """Yield preparing and cooking together, where both are marked up and their sum is not."""
    for item in reading.main(families.BY_NAME["recipe"])[:1]:
        parts = [next(paths.candidates(item, named(name)), None) for name in ("prepTime", "cookTime")]
        marked = [part for part in parts if part is not None]
        lengths = [length for part in marked if (length := durations.duration(part.text)) is not None]
        if len(lengths) == len(parts):
            total = durations.iso_duration(sum(lengths, timedelta()))
            quote = " + ".join(part.text for part in marked)
            yield Candidate(total, f"{item.label} > prepTime + cookTime", machine=True, quote=quote)
