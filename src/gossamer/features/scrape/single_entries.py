"""A page that is itself the one entry of the list that was asked for, as a product's own page is of products."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from gossamer.content.extraction import PageMaterial, extract
from gossamer.core import field_names
from gossamer.core.formats import Json
from gossamer.core.formats import Understood as Wanted
from gossamer.core.understanding import Extraction
from gossamer.features.understanding import Understood
from gossamer.features.understanding.leaves import is_empty

_BRANCHES: Final = ("anyOf", "oneOf", "allOf")
_MOST_STEPS: Final = 10
# Who asks so much more of something else than of the entries of a list has one thing in mind, with a list.
_MOST_BESIDE: Final = 6


@dataclass(frozen=True, slots=True)
class _List:
    """The one list of a schema: its *name*, empty when the whole answer is the list, and the schema of an *entry*."""

    name: str
    entry: Mapping[str, Any]


def with_single_entries(understood: Understood, material: PageMaterial, wanted: Sequence[Wanted]) -> Understood:
    """Return *understood* with the page as the entry of lists that came out empty, where it is one thing of that kind.

    It is when it says its name, and more that not every page says: no article becomes a product by its title.
    """
    results = tuple(
        _with_itself(result, material, one) if isinstance(one, Json) and isinstance(result, Extraction) else result
        for one, result in zip(wanted, understood.results, strict=True)
    )
    return replace(understood, results=results)


def _with_itself(found: Extraction, material: PageMaterial, wanted: Json) -> Extraction:
    asked = _list_of(wanted.schema or {})
    if asked is None or not _is_without_entries(found.value, asked.name):
        return found
    itself = extract(material, asked.entry, prompt=asked.name or wanted.prompt)
    if not _is_one(itself.value, asked.name) or _is_told_beside(itself.value, found.value):
        return found
    place = f"/{_escaped(asked.name)}/0" if asked.name else "/0"
    return replace(
        found,
        value={**found.value, asked.name: [itself.value]} if asked.name else [itself.value],
        evidence={**found.evidence, **{place + pointer: one for pointer, one in itself.evidence.items()}},
        missing={
            **{pointer: why for pointer, why in found.missing.items() if not place.startswith(pointer)},
            **{place + pointer: why for pointer, why in itself.missing.items()},
        },
        coverage=itself.coverage,
        warnings=(),
    )


def _list_of(schema: Mapping[str, Any]) -> _List | None:
    """Return the list of objects that *schema* asks for, when there is one beside nothing but single values."""
    whole = _resolved(schema, schema)
    if (entry := _entry_of(whole, schema)) is not None:
        return _List("", entry)
    properties = whole.get("properties")
    inner = {name: _resolved(part, schema) for name, part in properties.items()} if isinstance(properties, dict) else {}
    lists = [_List(name, entry) for name, part in inner.items() if (entry := _entry_of(part, schema)) is not None]
    if len(lists) != 1 or field_names.is_own_list(lists[0].name) or field_names.is_list_of_others(lists[0].name):
        return None
    asked = len(lists[0].entry["properties"])
    return None if len(inner) - 1 > max(_MOST_BESIDE, 2 * asked) else lists[0]


def _entry_of(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the schema of an entry, that can be read alone, when *schema* is of a list of objects."""
    entry = _resolved(schema.get("items"), root)
    if not isinstance(entry.get("properties"), dict):
        return None
    return {**{name: root[name] for name in ("$defs", "definitions") if name in root}, **entry}


def _resolved(schema: Any, root: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return *schema* without references and alternatives around it, of which the first that is something counts."""
    for _ in range(_MOST_STEPS):
        if not isinstance(schema, Mapping):
            return {}
        if isinstance(reference := schema.get("$ref"), str):
            schema = _at(root, reference)
            continue
        parts = next((schema[name] for name in _BRANCHES if isinstance(schema.get(name), list)), None)
        if parts is None:
            return schema
        schema = next((part for part in parts if isinstance(part, Mapping) and part.get("type") != "null"), None)
    return {}


def _at(root: Mapping[str, Any], reference: str) -> Any:
    at: Any = root
    for step in reference.removeprefix("#").split("/")[1:]:
        at = at.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(at, Mapping) else None
    return at


def _is_without_entries(value: Any, name: str) -> bool:
    return value == [] if not name else isinstance(value, dict) and value.get(name) == []


def _is_one(value: Any, name: str) -> bool:
    if not isinstance(value, dict):
        return False
    said = [field for field, found in value.items() if found not in (None, "", [], {})]
    if not any(field_names.is_name(field) for field in said):
        return False
    return field_names.is_list_of_pages(name) or any(not field_names.is_of_any_page(field) for field in said)


def _is_told_beside(entry: Mapping[str, Any], beside: Any) -> bool:
    """Return whether the page is of what the list belongs to: its name, or more than of the *entry*, is said there."""
    told = [value for value in beside.values() if not is_empty(value)] if isinstance(beside, dict) else []
    names = {value for field, value in entry.items() if field_names.is_name(field) and isinstance(value, str)}
    return len(told) > sum(not is_empty(value) for value in entry.values()) or any(
        value in names for value in told if isinstance(value, str)
    )


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
