"""Regular expressions for paths: each must be one that can be searched."""

from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo
from pydantic.alias_generators import to_camel

from gossamer.core.errors import CallerError
from gossamer.core.patterns import MAX_PATTERNS, Patterns
from gossamer.wire.shapes import at_most, broken_rule


def _searchable(expressions: list[str], info: ValidationInfo) -> list[str]:
    try:
        Patterns.compile(expressions, option=to_camel(info.field_name or "patterns"))
    except CallerError as error:
        raise broken_rule(error.message) from error
    return expressions


PathPatterns = Annotated[
    list[str],
    Field(description="Regular expressions (RE2), searched in the path."),
    BeforeValidator(at_most(MAX_PATTERNS, "expressions")),
    AfterValidator(_searchable),
]
