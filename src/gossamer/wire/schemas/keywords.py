"""The keywords of JSON Schema, by what stands behind them."""

from typing import Final

TYPES: Final = ("string", "number", "integer", "boolean", "object", "array", "null")
MAPS_OF_SCHEMAS: Final = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
LISTS_OF_SCHEMAS: Final = ("allOf", "anyOf", "oneOf", "prefixItems")
SCHEMAS: Final = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames")
# Schemas that the very value is held against which is held against the one they stand in.
LISTS_ASIDE: Final = ("allOf", "anyOf", "oneOf")
ASIDE: Final = ("not", "if", "then", "else")
REFERENCES: Final = ("$ref", "$dynamicRef", "$recursiveRef")
# Members that say what a value is made of: whatever has one of them is meant as a schema.
STRUCTURE: Final = frozenset(
    {*MAPS_OF_SCHEMAS, *LISTS_OF_SCHEMAS, *SCHEMAS, *REFERENCES, "enum", "const", "required", "additionalItems"}
    - {"$defs", "definitions"}
)
# fmt: off
OTHERS: Final = frozenset({
    "$defs", "definitions", "type", "title", "description", "default", "example", "examples", "format", "pattern",
    "nullable", "deprecated", "readOnly", "writeOnly", "minLength", "maxLength", "minimum", "maximum",
    "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems", "minContains",
    "maxContains", "minProperties", "maxProperties", "dependentRequired", "dependencies", "contentEncoding",
    "contentMediaType", "contentSchema", "unevaluatedItems", "unevaluatedProperties", "id", "discriminator",
    "propertyOrdering",
})
# fmt: on
