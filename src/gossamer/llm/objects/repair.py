"""Repair of an object: its invalid parts are asked for again, and emptied at last."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from gossamer.llm.objects.forms import Draft, Form, Path, pointer
from gossamer.llm.objects.schemas import Schema, child

# Places that one request asks for, and requests for one object.
_AT_ONCE: Final = 20
_REQUESTS: Final = 5
_LONGEST_NEIGHBOURS: Final = 300
# Names of properties that providers accept.
_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")


@dataclass(frozen=True, slots=True)
class MissingPart:
    """A missing part, for a model: its *pointer*, and the values *beside* it, empty when there are none."""

    pointer: str
    beside: str = ""


@dataclass(frozen=True, slots=True)
class Mend:
    """Parts of an object to request again by *schema*; *paths* and *descriptions* of each part, by name."""

    schema: Schema
    paths: Mapping[str, Path]
    descriptions: Mapping[str, MissingPart]


def mends(form: Form, draft: Draft) -> Iterator[Mend]:
    """Yield requests for the wrong places of *draft*, some at once; the schema must say something of a place."""
    places = [
        (problem.path, part)
        for problem in draft.problems
        if problem.path and (part := _schema_at(form.schema, problem.path)) is not None
    ]
    rest = iter(places)
    for _ in range(_REQUESTS):
        if not (group := [*islice(rest, _AT_ONCE)]):
            return
        named = {_name(path, index): (path, schema) for index, (path, schema) in enumerate(group)}
        yield Mend(
            schema={
                **{key: form.schema[key] for key in ("$schema", "$defs", "definitions") if key in form.schema},
                "type": "object",
                "properties": {name: schema for name, (_, schema) in named.items()},
                "required": [*named],
            },
            paths={name: path for name, (path, _) in named.items()},
            descriptions={name: _description(path, draft.value) for name, (path, _) in named.items()},
        )


def with_mends(value: Any, mend: Mend, answer: Draft) -> Any:
    """Return *value* with those parts of *answer* put in that are not wrong as a whole."""
    wrong = {problem.path for problem in answer.problems}
    for name, path in mend.paths.items():
        if (name,) not in wrong and name in answer.value:
            value = _put(value, path, answer.value[name])
    return value


def settle_drafts(form: Form, drafts: Sequence[Draft], lost: Iterable[str]) -> tuple[Any, tuple[Path, ...]]:
    """Return the object that *drafts* are the parts of, with None where it is wrong, and where that is.

    *lost* are the properties of parts of which nothing came.
    """
    merged_draft = form.draft({name: part for draft in drafts for name, part in draft.value.items()})
    value = merged_draft.value
    broken = dict.fromkeys(
        [*((name,) for name in lost), *(problem.path for problem in merged_draft.problems if problem.path)]
    )
    for path in broken:
        value = _put(value, path, None)
    return value, tuple(broken)


def _schema_at(schema: Schema, path: Path) -> Any:
    at: Any = schema
    for step in path:
        at = child(at, step, schema)
        if at is None:
            return None
    return at


def _name(path: Path, index: int) -> str:
    name = ".".join(map(str, path))
    return name if _NAME.fullmatch(name) else f"place{index + 1}"


def _description(path: Path, value: Any) -> MissingPart:
    """Return the part at *path* with its siblings, which tell similar items apart."""
    beside = value
    for step in path[:-1]:
        beside = beside[step]
    if len(path) < 2 or not isinstance(beside, dict):  # noqa: PLR2004 - at the top there is the whole text beside it
        return MissingPart(pointer(path))
    siblings = {name: part for name, part in beside.items() if name != path[-1] and part is not None}
    return MissingPart(
        pointer(path), json.dumps(siblings, ensure_ascii=False)[:_LONGEST_NEIGHBOURS] if siblings else ""
    )


def _put(value: Any, path: Path, part: Any) -> Any:
    """Return *value* with *part* at *path*; what is on the way there is there already."""
    if not path:
        return part
    step, rest = path[0], path[1:]
    if isinstance(value, list) and isinstance(step, int):
        return [_put(item, rest, part) if index == step else item for index, item in enumerate(value)]
    if isinstance(value, dict):
        return {**value, step: _put(value.get(str(step)), rest, part)}
    return value
