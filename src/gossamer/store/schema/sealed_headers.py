"""A column of specs whose header values are sealed in the database, whoever writes or reads it.

They are sealed to "headers" alone, not to their row: a job that is restored elsewhere gets another number. Values
without a seal are from before there was one, and are what they say.
"""

import re
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import Dialect, Text, TypeDecorator

from gossamer.store.sealing import Seal

HEADERS: Final = "headers"
_STRING: Final = r'"(?:[^"\\]|\\.)*"'
# As `Tagged` packs a mapping. Quotes inside of texts are escaped, so no text of a caller looks like it.
_MAPPING: Final = re.compile(rf'("headers":\{{"@":"map","v":\{{)((?:{_STRING}:(?:{_STRING}|[^"{{}}\[\],]+),?)+)')
_PAIR: Final = re.compile(rf'({_STRING}:)"((?:[^"\\]|\\.)*)"')


class SealedHeaders(TypeDecorator[str]):
    """JSON of a spec, with its header values sealed by the `seal` of the dialect; as it is where there is none."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Return *value* as it is stored."""
        return _change_values(value, dialect, Seal.seal)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """Return the opened *value*. Raises SecretUnreadable."""
        return _change_values(value, dialect, Seal.open)


def _change_values(value: str | None, dialect: Dialect, change: Callable[[Seal, str, str], str]) -> str | None:
    seal: Any = getattr(dialect, "seal", None)
    if value is None or seal is None:
        return value

    def pairs(mapping: re.Match[str]) -> str:
        return mapping[1] + _PAIR.sub(lambda pair: f'{pair[1]}"{change(seal, pair[2], HEADERS)}"', mapping[2])

    return _MAPPING.sub(pairs, value)
