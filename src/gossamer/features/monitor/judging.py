"""Judgments: whether a change is what the goal asks for, by its criteria. Pure, and without a model.

Nothing is dropped silently: what the criteria cannot decide is meaningful, with low confidence and the reason.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from gossamer.content.text.terms import content_terms, folded
from gossamer.content.values.availability import availability, can_be_had
from gossamer.content.values.numbers import first_number
from gossamer.content.values.prices import prices
from gossamer.core.changes import BlockChange, BlockChangeKind, Comparison, EntryChange, FieldChange, FieldKind
from gossamer.core.monitoring import Comparator, Confidence, Criteria, Judgment, MeaningfulChange
from gossamer.features.monitor.goals import names_field

_MOST: Final = 20
_SHOWN: Final = 300
_FACTS: Final = 3
_DIRECTIONS: Final = {"up": "rose", "down": "fell"}
_STOCK: Final = {"up": "It is available again", "down": "It is no longer available"}


@dataclass(frozen=True, slots=True)
class JudgedPart:
    """A part of a difference: texts *before* and *after*, a *kind* ("added", "removed", "changed"), its *context*.

    *field* is the typed value that changed in it, None when there is none.
    """

    kind: str
    before: str
    after: str
    context: str = ""
    field: FieldChange | None = None

    @property
    def text(self) -> str:
        """Return everything that may hold a term."""
        return f"{self.context} {self.before} {self.after}"


def changes_of(comparison: Comparison) -> list[JudgedPart]:
    """Return the parts of a comparison of texts; moved blocks are no change."""
    blocks = [_of_block(block) for block in comparison.blocks if block.kind is not BlockChangeKind.MOVED]
    entries = [_of_entry(entry) for entry in comparison.entries]
    fields = [JudgedPart("changed", field.before, field.after, field.label, field) for field in comparison.fields]
    return [*fields, *_stock_changes(blocks), *(blocks or entries)]


def _stock_changes(blocks: Sequence[JudgedPart]) -> Iterator[JudgedPart]:
    """Yield the changes of stock where one block of text took the place of another."""
    removals = [(block, state) for block in blocks if block.kind == "removed" and (state := availability(block.before))]
    came = [(block, state) for block in blocks if block.kind == "added" and (state := availability(block.after))]
    for (old, before), (new, after) in zip(removals, came, strict=False):
        if before != after and old.context == new.context:
            direction = "up" if can_be_had(after) else "down"
            field = FieldChange(FieldKind.STOCK, old.context or "Stock", old.before, new.after, direction)
            yield JudgedPart("changed", old.before, new.after, old.context, field)


def facts_of(comparison: Comparison) -> str:
    """Return in sentences which typed values changed; "" when none did."""
    return " ".join(_fact(field) for field in comparison.fields[:_FACTS])


def data_changes(difference: Mapping[str, Mapping[str, Any]]) -> list[JudgedPart]:
    """Return the parts of a comparison of extracted data, by the path of each field."""
    return [_of_data(path, change.get("previous"), change.get("current")) for path, change in difference.items()]


def judge(criteria: Criteria, changes: Sequence[JudgedPart]) -> Judgment:
    """Return whether *changes* are what *criteria* ask for; the first condition that they meet decides."""
    judgment = _judge(criteria, changes)
    for other in criteria.others:
        if judgment.meaningful:
            break
        judgment = _judge(replace(other, negations=criteria.negations), changes)
    return judgment


def _judge(criteria: Criteria, changes: Sequence[JudgedPart]) -> Judgment:
    if not criteria.readable:
        return _doubtful("The goal names no term, field or kind of change that can be checked.", changes)
    counted = [change for change in changes if not _mentions(change, criteria.negations)]
    if not counted:
        reason = f"The change is only about what the goal leaves out: {', '.join(criteria.negations)}."
        return _no(Confidence.HIGH, reason)
    if criteria.fields or criteria.comparator:
        return _by_field(criteria, counted)
    return _by_words(criteria, counted)


def _by_field(criteria: Criteria, changes: Sequence[JudgedPart]) -> Judgment:
    fields = frozenset(criteria.fields)
    typed = _find_typed_changes(criteria, changes)
    met = [(change, field) for change, field in typed if _meets(field, criteria.comparator)]
    facts = " ".join(_fact(field) for _, field in (met or typed)[:3])
    if met:
        return _yes(Confidence.HIGH, facts, tuple(_counts(change, criteria.sentence) for change, _ in met[:_MOST]))
    if typed:
        return _no(Confidence.HIGH, f"{facts} {criteria.sentence}")
    named = [change for change in changes if any(names_field(change.text, field) for field in fields)]
    if named:
        return _doubtful(
            f"The text about {' or '.join(sorted(fields))} changed, but no value could be compared.", named
        )
    return _no(Confidence.MEDIUM, f"No {' or '.join(sorted(fields))} changed. {criteria.sentence}")


def _find_typed_changes(criteria: Criteria, changes: Sequence[JudgedPart]) -> list[tuple[JudgedPart, FieldChange]]:
    """Return the changes of a value that *criteria* name, those that mention its terms if any do."""
    fields = frozenset(criteria.fields)
    typed = [(change, change.field) for change in changes if change.field and _is_of(change.field, fields)]
    return [pair for pair in typed if not criteria.terms or _mentions(pair[0], criteria.terms)] or typed


def _by_words(criteria: Criteria, changes: Sequence[JudgedPart]) -> Judgment:
    of_kind = [change for change in changes if not criteria.kinds or change.kind in criteria.kinds]
    if not of_kind:
        kinds = " or ".join(criteria.kinds)
        return _no(Confidence.MEDIUM, f"Nothing was {kinds}; texts only changed.")
    if not criteria.terms:
        reason = f"{len(of_kind)} of the changes {'is' if len(of_kind) == 1 else 'are'} of the kind the goal asks for."
        return _yes(Confidence.HIGH, reason, tuple(_counts(change, criteria.sentence) for change in of_kind[:_MOST]))
    matched = {change: hits for change in of_kind if (hits := _hits(change, criteria.terms))}
    if not matched:
        return _no(Confidence.MEDIUM, f"The change has none of: {', '.join(criteria.terms)}.")
    terms = sorted({term for hits in matched.values() for term in hits})
    sure = Confidence.HIGH if len(terms) * 2 >= len(criteria.terms) else Confidence.MEDIUM
    changes_found = tuple(_counts(change, f"has {', '.join(hits)}") for change, hits in list(matched.items())[:_MOST])
    return _yes(sure, f"The change has {', '.join(terms)}.", changes_found)


def _yes(confidence: Confidence, reason: str, changes: tuple[MeaningfulChange, ...]) -> Judgment:
    return Judgment(meaningful=True, confidence=confidence, reason=reason, changes=changes)


def _no(confidence: Confidence, reason: str) -> Judgment:
    return Judgment(meaningful=False, confidence=confidence, reason=reason)


def _doubtful(reason: str, changes: Sequence[JudgedPart]) -> Judgment:
    return _yes(Confidence.LOW, reason, tuple(_counts(change, reason) for change in changes[:_MOST]))


def _counts(change: JudgedPart, reason: str) -> MeaningfulChange:
    return MeaningfulChange(change.kind, change.before[:_SHOWN] or None, change.after[:_SHOWN] or None, reason)


def _mentions(change: JudgedPart, terms: Sequence[str]) -> bool:
    return bool(_hits(change, terms))


def _hits(change: JudgedPart, terms: Sequence[str]) -> tuple[str, ...]:
    """Return which of *terms* the change has: words by their stem, phrases as they are written."""
    text, text_terms = folded(change.text), frozenset(content_terms(change.text))
    return tuple(term for term in terms if folded(term) in text or text_terms.issuperset(content_terms(term) or ("",)))


def _is_of(field: FieldChange, fields: frozenset[str]) -> bool:
    if not fields or field.kind.value in fields:
        return True
    return field.kind is FieldKind.NUMBER and any(names_field(field.label, name) for name in fields)


def _meets(field: FieldChange, comparator: Comparator | None) -> bool:
    if comparator is None:
        return True
    if comparator.relation in {"above", "below"}:
        return _crosses(field, comparator)
    if field.direction != comparator.relation:
        return False
    return not comparator.percent or comparator.value is None or abs(field.percent or 0.0) >= comparator.value


def _crosses(field: FieldChange, comparator: Comparator) -> bool:
    """Return whether the value is beyond the bound now. That it was before does not matter: the page changed."""
    value = _value(field.after)
    if value is None or comparator.value is None:
        return True
    return value > comparator.value if comparator.relation == "above" else value < comparator.value


def _value(text: str) -> float | None:
    price = next(iter(prices(text)), None)
    plain = price.amount if price is not None else first_number(text)
    return None if plain is None else float(plain)


def _fact(field: FieldChange) -> str:
    name = field.label or field.kind.value
    if field.kind is FieldKind.STOCK:
        return f"{_STOCK.get(field.direction, 'The stock changed')}: {field.before} → {field.after}."
    verb = _DIRECTIONS.get(field.direction, "changed")
    by = f" by {abs(field.percent):g} %" if field.percent else ""
    return f"{name} {verb}{by}: {field.before} → {field.after}."


def _of_block(block: BlockChange) -> JudgedPart:
    return JudgedPart(block.kind.value, block.before, block.after, block.section)


def _of_entry(entry_change: EntryChange) -> JudgedPart:
    return JudgedPart(entry_change.kind.value, entry_change.before, entry_change.after, entry_change.key)


def _of_data(path: str, previous: Any, current: Any) -> JudgedPart:
    kind = "added" if previous is None else "removed" if current is None else "changed"
    before, after = _text(previous), _text(current)
    field = next(iter(_fields(path, before, after)), None) if kind == "changed" else None
    return JudgedPart(kind, before, after, path, field)


def _fields(path: str, before: str, after: str) -> Iterator[FieldChange]:
    old, new = _value(before), _value(after)
    if old is None or new is None or old == new:
        return
    kind = FieldKind.PRICE if names_field(path, "price") else FieldKind.NUMBER
    percent = round((new - old) / abs(old) * 100, 2) if old else None
    yield FieldChange(kind, path, before, after, "up" if new > old else "down", percent)


def _text(value: Any) -> str:
    return "" if value is None else str(value)
