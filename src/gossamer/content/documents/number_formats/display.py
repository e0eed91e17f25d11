"""Numbers as a workbook displays them: decimals, exponents, fractions, dates and times."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from math import isfinite
from typing import Final

from gossamer.content.documents.number_formats.codes import FormatSection, Simple, Token, choose_section, sections
from gossamer.content.documents.number_formats.dates import Moment, moment, rounded

_FILLING: Final = {"0": "0", "?": " ", "#": ""}
# Digits of a number that a workbook keeps, and those it displays without a format.
_DIGITS: Final = 15
_GENERAL: Final = 10
# Larger numbers are left as they are kept, unless their format has an exponent.
_LARGEST: Final = 1e20
_MAX_DENOMINATOR_DIGITS: Final = 5
_THOUSAND: Final = 3


def display_value(value: float, code: str, *, since_1904: bool = False) -> str | None:
    """Return *value* as the format *code* displays it; None where the code says nothing of its own."""
    section_and_value = choose_section(sections(code), value) if isfinite(value) else None
    if section_and_value is None:
        return None
    section, shown = section_and_value
    if section.is_date:
        at = moment(shown, since_1904=since_1904)
        return None if at is None else _date(section, at)
    if "value" in section.kinds:
        is_plain = len(section.tokens) == 1 and shown == value
        return None if is_plain else "".join(_general(token, shown) for token in section.tokens)
    return _number(section, shown)


def _number(section: FormatSection, value: float) -> str | None:
    if "exponent" in section.kinds:
        return _scientific(section.tokens, value)
    if abs(value) >= _LARGEST:
        return None
    if section.simple is not None:
        return _simple(section.simple, _exact(value))
    if section.kinds >= {"slash", "digit"}:
        return _fraction(section.tokens, value)
    return _decimal(section.tokens, _exact(value))


def _general(token: Token, value: float) -> str:
    return f"{value:.{_GENERAL}g}" if token.kind == "value" else _literal(token)


def _exact(value: float) -> Decimal:
    return Decimal(f"{value:.{_DIGITS}g}")


def _simple(simple: Simple, value: Decimal) -> str:
    number = rounded(abs(value), simple.last)
    sign = "-" if value < 0 and number else ""
    return sign + simple.before + format(number, ",f" if simple.grouped else "f") + simple.after


def _date(section: FormatSection, at: Moment) -> str:
    tokens = section.tokens
    digits = max((len(token.text.partition(".")[2]) for token in tokens if token.kind == "date"), default=0)
    has_seconds = any(token.text.startswith("s") for token in tokens if token.kind in {"date", "elapsed"})
    return at.rounded(digits if has_seconds else None).written(tokens)


def _decimal(tokens: Sequence[Token], value: Decimal) -> str:
    kinds = [token.kind for token in tokens]
    point = kinds.index("point") if "point" in kinds else len(tokens)
    integer_tokens, rest = tokens[:point], tokens[point:]
    places = [index for index, token in enumerate(integer_tokens) if token.kind == "digit"]
    commas = [index for index, token in enumerate(integer_tokens) if token.kind == "comma"]
    last = places[-1] if places else len(integer_tokens)
    scale = sum(index > last for index in commas)
    value = value.scaleb(2 * kinds.count("percent") - _THOUSAND * scale)
    decimals = sum(token.kind == "digit" for token in rest)
    number = rounded(abs(value), Decimal(1).scaleb(-decimals))
    digits, _, after = f"{number:f}".partition(".")
    is_grouped = any(index < last for index in commas)
    sign = "-" if value < 0 and number and "digit" in kinds else ""
    return sign + _whole(integer_tokens, digits.lstrip("0"), grouped=is_grouped) + _after(rest, after)


def _whole(tokens: Sequence[Token], digits: str, *, grouped: bool) -> str:
    """Return the *tokens* before the point with *digits* in their places, from the last one on."""
    parts: list[str] = []
    written = 0
    first = next((index for index, token in enumerate(tokens) if token.kind == "digit"), None)
    for index in reversed(range(len(tokens))):
        token = tokens[index]
        if token.kind != "digit":
            parts.append(_literal(token))
            continue
        while True:
            digit = digits[-1:] or _FILLING[token.text]
            digits = digits[:-1]
            if grouped and digit.strip() and written and written % _THOUSAND == 0:
                parts.append(",")
            parts.append(digit)
            written += bool(digit)
            if index != first or not digits:
                break
    if first is None and digits and any(token.kind == "point" for token in tokens):
        parts.append(digits)
    return "".join(reversed(parts))


def _after(tokens: Sequence[Token], digits: str) -> str:
    """Return the *tokens* from the point on with *digits* in their places."""
    significant = len(digits.rstrip("0"))
    parts: list[str] = []
    at = 0
    for token in tokens:
        if token.kind == "digit":
            parts.append(digits[at] if at < significant else _FILLING[token.text])
            at += 1
        else:
            parts.append("." if token.kind == "point" else _literal(token))
    return "".join(parts)


def _literal(token: Token) -> str:
    return {"text": token.text, "percent": "%", "slash": "/", "comma": ""}.get(token.kind, "")


def _scientific(tokens: Sequence[Token], value: float) -> str:
    at = next(index for index, token in enumerate(tokens) if token.kind == "exponent")
    mantissa, after = tokens[:at], tokens[at + 1 :]
    kinds = [token.kind for token in mantissa]
    point = kinds.index("point") if "point" in kinds else len(kinds)
    step = max(kinds[:point].count("digit"), 1)
    decimals = kinds[point:].count("digit")
    number = _exact(value)
    exponent = number.adjusted() // step * step if number else 0
    unit = Decimal(1).scaleb(-decimals)
    if rounded(abs(number.scaleb(-exponent)), unit) >= Decimal(10) ** step:
        exponent += step
    sign = "-" if exponent < 0 else tokens[at].text[1:].replace("-", "")
    return _decimal(mantissa, number.scaleb(-exponent)) + "E" + sign + _decimal(after, Decimal(abs(exponent)))


def _fraction(tokens: Sequence[Token], value: float) -> str | None:
    """Return *value* as a fraction: its whole part where there are places for it, numerator and denominator."""
    groups = [(kind, list(group)) for kind, group in groupby(tokens, key=_part)]
    slash = next(index for index, (kind, _) in enumerate(groups) if kind == "slash")
    if slash + 1 >= len(groups) or slash == 0 or groups[slash - 1][0] != "digit" or abs(value) >= 10**_DIGITS:
        return None
    below = groups[slash + 1][1]
    denominator_text = "".join(token.text for token in below)
    if denominator_text.strip("0#?").isdigit():
        exact = _exact(abs(value))
        bottom = int(denominator_text.replace("#", "").replace("?", "")) or 1
        fraction = Fraction(int(rounded(exact * bottom, Decimal(1))), 1), bottom
    else:
        near = _near(Fraction(_exact(abs(value))), 10 ** min(len(below), _MAX_DENOMINATOR_DIGITS) - 1)
        fraction = Fraction(near.numerator), near.denominator
    return _format_fraction(groups, slash, int(fraction[0]), fraction[1], "-" if value < 0 else "")


def _near(value: Fraction, most: int) -> Fraction:
    """Return the last convergent of *value*, as a continued fraction, whose denominator is *most* or less.

    Workbooks do so, although other fractions may be nearer.
    """
    (top, bottom), (last_top, last_bottom) = (int(value), 1), (1, 0)
    rest = value - int(value)
    while rest:
        quotient, rest = divmod(1 / rest, 1)
        (top, bottom), (last_top, last_bottom) = (
            (quotient * top + last_top, quotient * bottom + last_bottom),
            (top, bottom),
        )
        if bottom > most:
            return Fraction(last_top, last_bottom)
    return Fraction(top, bottom)


def _part(token: Token) -> str:
    is_digit = token.kind == "digit" or (token.kind == "text" and token.text.isdigit())
    return "digit" if is_digit else token.kind


def _format_fraction(groups: Sequence[tuple[str, list[Token]]], slash: int, top: int, bottom: int, sign: str) -> str:
    is_mixed = any(kind == "digit" for kind, _ in groups[: slash - 1])
    integer_part, top = divmod(top, bottom) if is_mixed else (0, top)
    has_fraction = bool(top) or not is_mixed
    parts: list[str] = []
    for index, (kind, group) in enumerate(groups):
        if index == slash - 1:
            parts.append(f"{top:>{len(group)}}" if has_fraction else "")
        elif index == slash:
            parts.append("/" if has_fraction else "")
        elif index == slash + 1:
            parts.append(f"{bottom:<{len(group)}}" if has_fraction else "")
        elif kind == "digit":
            shown = _whole(group, str(integer_part) if integer_part else "", grouped=False)
            parts.append(shown or ("" if has_fraction else "0"))
        else:
            parts.extend(map(_literal, group))
    return sign * bool(integer_part or top) + "".join(parts)
