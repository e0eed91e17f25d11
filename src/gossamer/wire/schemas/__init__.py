"""JSON schemas that callers send with a request for structured data.

They are checked for shape only, as far as a mistake would surprise later: an object that
allows anything and names nothing cannot be filled in by a model, and an example of the answer in place of a schema asks
for nothing. And for what they would cost: a value is held against
every alternative of a schema, and alternatives of alternatives multiply. A refusal names the place and what is wrong.
"""

from gossamer.wire.schemas.schema_check import JsonSchema, checked_schema, says_nothing
