"""Named values of a page, read by selectors and expressions that callers write.

They are checked before anything is fetched, by being used on nothing. Their cost on a page is not known before, so that
reading belongs into a process that can be ended.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Final

import turbohtml

from gossamer.content.charset import storable
from gossamer.core.errors import CallerError
from gossamer.core.formats import FieldRule
from gossamer.core.patterns import compile_expression

_MOST_VALUES: Final = 1_000
_MOST_TEXT: Final = 100_000
_MISSING: Final = "fields: the page has nothing for {names}; null stands there."

_LITERAL: Final = re.compile(r"\"[^\"]*\"|'[^']*'")
_CALL: Final = re.compile(r"([\w.-]+)\s*\(")
_OUTSIDE: Final = re.compile(r"\$|\w:\w")
# Of XPath 1.0, with the tests of nodes and the operators that may stand before a bracket.
_FUNCTIONS: Final = frozenset({
    "last", "position", "count", "id", "local-name", "namespace-uri", "name", "string", "concat", "starts-with",
    "contains", "substring-before", "substring-after", "substring", "string-length", "normalize-space", "translate",
    "boolean", "not", "true", "false", "lang", "number", "sum", "floor", "ceiling", "round", "text", "node", "comment",
    "processing-instruction", "and", "or", "div", "mod",
})  # fmt: skip


def check_rules(rules: Iterable[FieldRule]) -> None:
    """Raise CallerError for the first rule that cannot be used."""
    for rule in rules:
        # Nested predicates take exponential time on as few as three elements; here is none.
        _find_values(rule, turbohtml.parse_fragment(""), "")


def read_fields(
    document: turbohtml.Node, source: str, rules: Sequence[FieldRule]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the values of a page by the names of *rules*, and sentences about those that it lacks."""
    fields: dict[str, Any] = dict.fromkeys(rule.name for rule in rules)
    for rule in rules:
        # A function may get a value of a type that it does not take.
        with suppress(CallerError):
            if values := _find_values(rule, document, source):
                fields[rule.name] = values if rule.every else values[0]
    missing = ", ".join(f"`{name}`" for name, value in fields.items() if value is None)
    return fields, (_MISSING.format(names=missing),) if missing else ()


def _find_values(rule: FieldRule, document: turbohtml.Node, source: str) -> list[Any]:
    """Return the first values that *rule* finds. Raises CallerError where it cannot be used."""
    option = f"fields.{rule.name}"
    pattern: Any = compile_expression(rule.regex, option=f"{option}.regex") if rule.regex else None
    try:
        selection: Any = [source]
        if rule.css:
            selection = document.select(rule.css)
        elif rule.xpath:
            selection = _compile_path(rule.xpath)(document)
    except (ValueError, TypeError) as error:
        raise CallerError(f"`{option}.{'css' if rule.css else 'xpath'}` cannot be used: {error}.") from error
    matches = selection if isinstance(selection, list) else [selection]
    values = (value for match in matches if (value := _value_of(match, rule.attribute)) not in {None, ""})
    if pattern is not None:
        # Of an expression with groups the first is what is wanted.
        parts = (part[1] if pattern.groups else part[0] for value in values for part in pattern.finditer(str(value)))
        values = (storable(part) for part in parts if part)
    return list(islice(values, _MOST_VALUES if rule.every else 1))


def _compile_path(xpath: str) -> turbohtml.XPath:
    """Return *xpath* ready to be used; ValueError for names in it that the library misses only where it meets them."""
    bare = _LITERAL.sub("''", xpath)
    if unknown := [name for name in _CALL.findall(bare) if name not in _FUNCTIONS]:
        raise ValueError(f"there is no function {unknown[0]}()")
    if _OUTSIDE.search(bare):
        raise ValueError("variables and namespaces are not available")
    return turbohtml.XPath(xpath)


def _value_of(match: Any, attribute: str) -> Any:
    """Return the value of what an expression matched: an attribute of an element or its text, a number, a truth."""
    if isinstance(match, turbohtml.Element):
        written = match.attr(attribute.lower()) if attribute else " ".join(match.text[:_MOST_TEXT].split())
        return None if written is None else storable(str(written))
    if isinstance(match, float) and match.is_integer():
        return int(match)
    return match if isinstance(match, bool | int | float) else storable(str(match))
