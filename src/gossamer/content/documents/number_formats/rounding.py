"""Rounding as workbooks do it: half away from zero, at any number of digits."""

from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Final

# A format code may ask for as many digits as it has characters.
_CONTEXT: Final = Context(prec=2_000)


def rounded(value: Decimal, last: Decimal) -> Decimal:
    """Return *value* rounded to the decimal place of *last*."""
    return value.quantize(last, ROUND_HALF_UP, _CONTEXT)
