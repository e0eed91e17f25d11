"""A schema's shape, filled from a page.

Each leaf takes the first candidate that converts to what it asks for; each filled leaf has its evidence, each empty
one its reason. Nothing is made up: what no candidate says is null, and a list that nothing fills is empty.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as replaced
from itertools import chain, islice, takewhile
from typing import Any, Final

from gossamer.content.extraction import detail_pages
from gossamer.content.extraction.candidates import Candidate, plain
from gossamer.content.extraction.converting import convert
from gossamer.content.extraction.entities import families
from gossamer.content.extraction.entities.families import Family
from gossamer.content.extraction.entities.product import can_be_bought
from gossamer.content.extraction.field_spec import FieldSpec, Setting, kind_of, without_unit
from gossamer.content.extraction.lists import ListSpec, concepts_of
from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.scopes import Compound, FieldScope, PageScope, RiverEntry, Rows
from gossamer.content.extraction.shape import SlotShape
from gossamer.content.extraction.text_patterns import rates
from gossamer.content.extraction.vocabulary import Concept, Kind, find, named
from gossamer.content.locales import words
from gossamer.content.text.names import is_plural, words_of
from gossamer.core.json_pointers import member_name, reference_token
from gossamer.core.understanding import Confidence, Evidence, Method

# Rules do not know all that a page says: they tell what they found, not what is there.
NOT_FOUND: Final = "Not found by the rules."
NO_LIST: Final = "No such list was found by the rules."
# Signs that part a list behind a label, and the look of an entry of it.
_LISTED: Final = re.compile(r", (?:and )?| (?:and|und|et|y) ")
_PART: Final = re.compile(r"[^\W\d_][^,;:.!?\d]{0,39}")
_SEVERAL: Final = 2
# The mark of an entry of a list in Markdown is none of the page's words.
_BULLET: Final = re.compile(r"\A[*+-]\s+")
# Sources that are marked up for programs, or stand beside their label.
_SURE: Final = ("JSON-LD", "microdata", "RDFa", "table", "definition list", '"')
_MAX_ROWS: Final = 1_000
_TRIED: Final = 6
_MAX_LISTS: Final = 40
_MAX_TRIED: Final = 200
# Concepts of which a price by the month or the year may be meant.
_BY_TIME: Final = frozenset({"price", "unitPrice"})
_MAX_LEAVES: Final = 20_000
# Names of objects that hold other facts of the thing itself: "specs.voltage" is its voltage.
_SHEETS: Final = words("extraction", "filling", "sheets")
_GROUPS: Final = words("extraction", "filling", "groups")


@dataclass(slots=True)
class Filled:
    """What was found while filling: *evidence* and *missing* by JSON pointer."""

    evidence: dict[str, Evidence] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)

    @property
    def coverage(self) -> float:
        """Return the share of leaves that have a value."""
        total = len(self.evidence) + len(self.missing)
        return len(self.evidence) / total if total else 0.0


class Filler:
    """Fills shapes from one page."""

    def __init__(self, reading: Reading, prompt: str = "", *, of_several: bool = False) -> None:
        self._reading = reading
        self._of_several = of_several
        self._prompt = prompt
        self._setting = Setting(reading.page.base, reading.country, reading.language)
        self._concepts: Mapping[str, Concept | None] = {}
        # The lists of the object that is being filled.
        self._beside: Sequence[str] = ()
        self.found = Filled()

    def fill(self, shape: SlotShape, hint: str = "") -> Any:
        """Return the answer to the whole schema; *hint* is what its title or a prompt call the thing."""
        return self._value(shape, hint, self._scope_for(shape, hint), "")

    def _scope_for(self, shape: SlotShape, name: str) -> FieldScope:
        """Return the scope of the thing that an object's fields ask for."""
        names = (
            without_unit(property_name) if inner.is_numeric else property_name
            for property_name, inner in shape.properties.items()
        )
        concepts = [concept.name for field_name in names if (concept := find(field_name)) is not None]
        return PageScope(self._reading, families.find_requested_family(concepts, name, self._reading.families))

    def _value(self, shape: SlotShape, name: str, scope: FieldScope, pointer: str) -> Any:
        if len(self.found.evidence) + len(self.found.missing) > _MAX_LEAVES:
            return [] if shape.kind == "array" else None
        match shape.kind:
            case "object":
                return self._object(shape, name, scope, pointer)
            case "array":
                return self._array(shape, name, scope, pointer)
            case _:
                return self._leaf(shape, name, scope, pointer)

    def _object(self, shape: SlotShape, name: str, scope: FieldScope, pointer: str) -> dict[str, Any]:
        if not shape.properties:
            return self._free(shape, pointer)
        outer = self._setting
        self._setting = replaced(
            outer, has_currency=any(_is_currency(property_name) for property_name in shape.properties)
        )
        above, self._concepts = self._concepts, concepts_of(shape, name)
        around, self._beside = (
            self._beside,
            [property_name for property_name, inner in shape.properties.items() if inner.kind == "array"],
        )
        values = {
            field_name: self._field(field_name, inner, scope, f"{pointer}/{reference_token(field_name)}")
            for field_name, inner in shape.properties.items()
        }
        self._setting, self._concepts, self._beside = outer, above, around
        return values

    def _field(self, name: str, shape: SlotShape, scope: FieldScope, pointer: str) -> Any:
        if shape.kind != "object":
            return self._value(shape, name, scope, pointer)
        part = scope.part(name)
        if part is not None:
            return self._value(shape, name, Compound(part, name, own=True), pointer)
        if _is_group(name):
            return self._value(
                shape, name, self._scope_for(shape, name) if isinstance(scope, PageScope) else scope, pointer
            )
        is_sheet = bool(_SHEETS.intersection(words_of(name)))
        return self._value(shape, name, Compound(scope, name, own=is_sheet), pointer)

    def _leaf(self, shape: SlotShape, name: str, scope: FieldScope, pointer: str) -> Any:
        bare = without_unit(name) if shape.is_numeric else name
        concept = self._concepts.get(name) or find(bare) or _by_time(name) or self._read_description(shape, scope)
        concept = _counting(concept, name, shape)
        if concept is not None and concept.kind is Kind.DURATION and bare != name and words_of(bare) == ("length",):
            # "length_mm" is no time.
            concept = None
        spec = FieldSpec(name, shape, _kind(concept, bare, shape), concept.name if concept is not None else "")
        reason = NOT_FOUND
        # Somebody's "title" stands under no such label; the "date" of an event does.
        label = concept.name if concept is named("jobTitle") and find(name) is not concept else bare
        candidates = scope.values(label, concept)
        if isinstance(scope, PageScope) and shape.is_numeric:
            candidates = chain(candidates, scope.counted(bare, concept))
        if isinstance(scope, PageScope) and spec.concept in _BY_TIME and (period := self._period(name, shape)):
            # "Price per month" is a price, not that of a part.
            spec = replaced(spec, concept="price")
            candidates = rates.first(self._reading, period, candidates)
        for candidate in islice(candidates, _MAX_TRIED):
            if candidate.doubt:
                reason = candidate.doubt
                break
            reason = "What the page says of it is not of the type that the schema asks for."
            value = convert(candidate, spec, self._setting)
            if value is not None:
                self._keep(pointer, candidate)
                return value
        self.found.missing[pointer] = reason
        return None

    def _period(self, name: str, shape: SlotShape) -> frozenset[str]:
        """Return the time by which a price is asked for, by the name of its field, its description or the prompt."""
        periods = (rates.period_in(text) for text in (name, shape.description, self._prompt))
        return next((period for period in periods if period), frozenset())

    def _read_description(self, shape: SlotShape, scope: FieldScope) -> Concept | None:
        """Return the concept that a field's description names; "Name" says of a captain only that he has one."""
        concept = _read_description(shape)
        is_bare = isinstance(scope, PageScope) and concept is named("name") and len(words_of(shape.description)) == 1
        return None if is_bare else concept

    def _keep(self, pointer: str, candidate: Candidate) -> None:
        quote = plain(candidate.words) if candidate.machine else _BULLET.sub("", candidate.words)
        sure = (Confidence.HIGH if candidate.place.startswith(_SURE) else Confidence.MEDIUM).number
        self.found.evidence[pointer] = Evidence(
            self._reading.page.url, quote, candidate.place, Method.DETERMINISTIC, sure
        )

    def _array(self, shape: SlotShape, name: str, scope: FieldScope, pointer: str) -> list[Any]:
        inner = shape.items or SlotShape("leaf")
        limit = min(shape.max_items or _MAX_ROWS, _MAX_ROWS)
        rows = (
            self._rows(inner, name, scope, pointer, limit)
            if inner.kind == "object"
            else self._list(
                replaced(inner, description=shape.description or inner.description), name, scope, pointer, limit
            )
        )
        if not rows:
            self.found.missing[pointer] = NO_LIST
        return rows

    def _list(self, shape: SlotShape, name: str, scope: FieldScope, pointer: str, limit: int) -> list[Any]:
        concept = find(name) or _read_description(shape)
        kind = _kind(concept, name, shape)
        spec = FieldSpec(name, shape, Kind.TEXT if kind is Kind.LIST else kind)
        values: list[Any] = []
        for candidate in (
            scope.listed(name, concept)
            or scope.called(name, concept, shape.description)
            or self._single(spec, name, scope, concept)
        ):
            value = convert(candidate, spec, self._setting)
            if isinstance(value, str) and not any(map(str.isalnum, value)):
                # Markup that was cut off leaves such a rest: "[{".
                continue
            if value is not None and (
                value not in values[-50:] or (concept is not None and concept.name == "ingredients")
            ):
                self._keep(f"{pointer}/{len(values)}", candidate)
                values.append(value)
                if len(values) == limit:
                    break
        return values

    def _single(self, spec: FieldSpec, name: str, scope: FieldScope, concept: Concept | None) -> list[Candidate]:
        """Return the one value of a field that might have had many; the page's own address is no list of links."""
        if concept is named("url"):
            return []
        certain = takewhile(lambda offered_candidate: not offered_candidate.doubt, scope.values(name, concept))
        candidate = next(
            (
                certain_candidate
                for certain_candidate in certain
                if convert(certain_candidate, spec, self._setting) is not None
            ),
            None,
        )
        if candidate is None:
            return []
        parts = _LISTED.split(candidate.text) if concept is None and is_plural(name) else []
        if len(parts) < _SEVERAL or not all(_PART.fullmatch(part) for part in parts):
            return [candidate]
        # Grapes may be "Mourvèdre, Grenache".
        return [replaced(candidate, text=part, quote=candidate.words) for part in parts]

    def _rows(self, shape: SlotShape, name: str, scope: FieldScope, pointer: str, limit: int) -> list[Any]:
        list_spec = ListSpec.of(name, shape, concepts_of(shape, name), self._beside)
        best = self._choose_list(shape, list_spec, name, scope.rows(name, list(shape.properties)))
        values: list[Any] = []
        for row in best.scopes:
            before = len(self.found.evidence)
            evidence, missing = dict(self.found.evidence), dict(self.found.missing)
            value = self._value(shape, name, RiverEntry(row, list_spec.one), f"{pointer}/{len(values)}")
            nameless = list_spec.naming and all(value[field_name] is None for field_name in list_spec.naming)
            if nameless or len(self.found.evidence) == before or value in values[-50:]:
                self.found.evidence, self.found.missing = evidence, missing
                continue
            values.append(value)
            if len(values) == limit:
                break
        return values or self._itself(shape, list_spec, name, scope, pointer)

    def _itself(self, shape: SlotShape, list_spec: ListSpec, name: str, scope: FieldScope, pointer: str) -> list[Any]:
        """Return the thing that the page is about as the one entry of the list, if it is that of one thing."""
        if not isinstance(scope, PageScope) or pointer.count("/") != 1 or list_spec.is_of_alike:
            return []
        family = families.find_requested_family(
            [concept.name for concept in list_spec.concepts.values() if concept], name, ()
        )
        is_stated = detail_pages.says_so(self._reading, family)
        if not is_stated and not self._may_be_one(family):
            return []
        evidence, missing = dict(self.found.evidence), dict(self.found.missing)
        value = self._value(shape, name, PageScope(self._reading, family), f"{pointer}/0")
        if not self._is_itself(value, list_spec, is_stated=is_stated):
            self.found.evidence, self.found.missing = evidence, missing
            return []
        if not is_stated:
            # A value that only its look speaks for is doubtful.
            added = {at: proof for at, proof in self.found.evidence.items() if at not in evidence}
            self.found.evidence |= {
                at: replaced(proof, confidence=Confidence.LOW.number) for at, proof in added.items()
            }
        return [value]

    def _may_be_one(self, family: Family | None) -> bool:
        """Return whether the page may be that of one thing of *family*, though it does not say so."""
        is_asked = self._of_several or can_be_bought(self._reading)
        return is_asked and detail_pages.may_be(self._reading, family)

    def _is_itself(self, value: Mapping[str, Any], list_spec: ListSpec, *, is_stated: bool) -> bool:
        """Return whether *value* names the thing and says enough of it."""
        filled = [name for name, inner in value.items() if inner not in (None, [], {})]
        names = [value[field_name] for field_name in list_spec.naming if field_name in filled]
        distinctive = detail_pages.distinctive_fields(filled, list_spec.concepts)
        if is_stated:
            return bool(names and distinctive)
        return self._reading.heading_text in names and detail_pages.is_enough(distinctive)

    def _choose_list(self, shape: SlotShape, list_spec: ListSpec, name: str, lists: Sequence[Rows]) -> Rows:
        """Return the one of *lists* that is asked for; of a list in sections all of them. One without rows: none is."""
        weighed: list[tuple[float, Rows]] = []
        for rows in [
            *[list_rows for list_rows in lists if not list_rows.sections][:_MAX_LISTS],
            *(list_rows for list_rows in lists if list_rows.sections),
        ]:
            coverage, filled = self._try_rows(shape, list_spec.one, name, rows.scopes)
            if list_spec.is_meant(rows, filled):
                # A longer list is likelier to be meant, but what fills more of the fields is likelier still.
                weighed.append((coverage * (1 + min(len(rows.scopes), 20) / 40), rows))
        named = [weighed_rows for weighed_rows in weighed if list_spec.is_named(weighed_rows[1])]
        best = max(named or weighed, key=lambda weighed_rows: weighed_rows[0], default=(0.0, Rows(())))[1]
        if named:
            return best
        sectioned_lists = (weighed_rows[1] for weighed_rows in weighed if weighed_rows[1].sections)
        return next(
            (sectioned_rows for sectioned_rows in sectioned_lists if list_spec.is_part(best, sectioned_rows)), best
        )

    def _try_rows(
        self, shape: SlotShape, entry_name: str, name: str, rows: Sequence[FieldScope]
    ) -> tuple[float, list[set[str]]]:
        """Return the share of *shape* that the first of *rows* fill, and the fields that each fills."""
        trial = Filler(self._reading)
        trial._setting = self._setting
        for at, row in enumerate(rows[:_TRIED]):
            trial._value(shape, name, RiverEntry(row, entry_name), f"/{at}")
        filled: list[set[str]] = [set() for _ in rows[:_TRIED]]
        for pointer in trial.found.evidence:
            parts = pointer.split("/")
            # An entry that is no object is one field without a name.
            field_name = parts[2] if len(parts) > 2 else ""  # noqa: PLR2004 - "/0/name"
            filled[int(parts[1])].add(member_name(field_name))
        return trial.found.coverage, filled

    def _free(self, shape: SlotShape, pointer: str) -> dict[str, Any]:
        """Return the values that the page labels, for an object whose names the page chooses."""
        if shape.extras is None or shape.extras.kind != "leaf":
            return {}
        values: dict[str, Any] = {}
        for fact in self._reading.visible.facts:
            label = plain(fact.label).rstrip(" :")
            candidate = Candidate(fact.text, fact.place, quote=fact.quote)
            value = convert(candidate, FieldSpec(label, shape.extras, kind_of("", shape.extras)), self._setting)
            if label and label not in values and value is not None:
                values[label] = value
                self._keep(f"{pointer}/{reference_token(label)}", candidate)
        return values


def _kind(concept: Concept | None, name: str, shape: SlotShape) -> Kind:
    kind_by_name = kind_of(name, shape)
    if concept is None:
        return kind_by_name
    # A format is a promise about the answer; a name is a guess at it.
    return (
        kind_by_name
        if shape.format and kind_by_name in {Kind.EMAIL, Kind.URL, Kind.DATE} and concept.kind is not Kind.IMAGE
        else concept.kind
    )


def _by_time(name: str) -> Concept | None:
    """Return the price that "pricePerMonth" and "costPerYear" ask for; None for other names."""
    concept = find(rates.without_period(name))
    return concept if concept is not None and concept.name in _BY_TIME else None


def _read_description(shape: SlotShape) -> Concept | None:
    """Return the concept that a field's description names outright."""
    words = shape.description.split(".")[0].split(",")[0]
    return find(words) if 0 < len(words_of(words)) <= 5 else None  # noqa: PLR2004 - a sentence names several


def _counting(concept: Concept | None, name: str, shape: SlotShape) -> Concept | None:
    """Return the concept of a field for a number, where its name says which things are counted: "stock", "reviews"."""
    if not shape.is_numeric:
        return concept
    if concept is not None and concept.name == "availability":
        return named("stockCount")
    return named("reviewCount") if words_of(name) == ("review",) else concept


def _is_currency(name: str) -> bool:
    concept = find(name)
    return concept is not None and concept is named("currency")


def _is_group(name: str) -> bool:
    words = words_of(name)
    return bool(words) and (words[-1] in _GROUPS or families.of_word(name) is not None)
