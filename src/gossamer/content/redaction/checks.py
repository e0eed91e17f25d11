"""Checks of numbers that carry check digits: cards, accounts, and numbers that countries give to people.

Each function takes the number without blanks and signs and says whether it can be one.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

# Length of an IBAN by country, as the registry has it.
_IBAN_LENGTHS: Final[Mapping[str, int]] = {
    country: length
    for length, countries in (
        (15, "NO"),
        (16, "BE BI"),
        (18, "DK FI FO GL NL SD"),
        (19, "MK SI"),
        (20, "AT BA EE KZ LT LU XK"),
        (21, "CH HR LI LV"),
        (22, "BG BH CR DE GB GE IE ME RS VA"),
        (23, "AE GI IL IQ TL"),
        (24, "AD CZ ES MD PK RO SA SE SK TN VG"),
        (25, "LY PT ST"),
        (26, "IS TR"),
        (27, "BJ FR GR IT MC MR SM"),
        (28, "AL AZ BY CY DO GT HU LB NI PL SV"),
        (29, "BR EG PS QA UA"),
        (30, "JO KW MU"),
        (31, "MT SC"),
    )
    for country in countries.split()
}
# Lengths of card numbers by how they begin, longer beginnings first.
_CARD_LENGTHS: Final[Mapping[str, Sequence[int]]] = {
    **dict.fromkeys(("34", "37"), (15,)),
    **dict.fromkeys(("30", "36", "38", "39"), (14, 16)),
    **dict.fromkeys(("35", "6"), (16, 17, 18, 19)),
    **dict.fromkeys(("51", "52", "53", "54", "55", "22", "23", "24", "25", "26", "27"), (16,)),
    "4": (13, 16, 19),
}
_DNI_LETTERS: Final = "TRWAGMYFPDXBNJZSQVHLCKE"
_ODD: Final = dict(zip("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", (
    1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22,
    25, 24, 23), strict=True))  # fmt: skip


def luhn(digits: str) -> bool:
    """Return whether the last digit is right by Luhn's rule (ISO/IEC 7812)."""
    digit_sum = 0
    for at, digit in enumerate(map(int, reversed(digits))):
        doubled = digit * 2 if at % 2 else digit
        digit_sum += doubled - 9 if doubled > 9 else doubled  # noqa: PLR2004 - the rule's own
    return digit_sum % 10 == 0


def card(digits: str) -> bool:
    """Return whether it can be the number of a payment card: length, issuer and check digit."""
    fitting = next((lengths for prefix, lengths in _CARD_LENGTHS.items() if digits.startswith(prefix)), ())
    return len(digits) in fitting and len(set(digits)) > 1 and luhn(digits)


def iban(written: str) -> bool:
    """Return whether it is an IBAN of a known country (ISO 13616)."""
    if len(written) != _IBAN_LENGTHS.get(written[:2]):
        return False
    return int("".join(str(int(letter, 36)) for letter in written[4:] + written[:4])) % 97 == 1


def aba(digits: str) -> bool:
    """Return whether it can be an American routing number."""
    weights = (3, 7, 1) * 3
    return digits[:2] <= "32" and sum(int(d) * w for d, w in zip(digits, weights, strict=True)) % 10 == 0


def ssn(digits: str) -> bool:
    """Return whether an American social security number of these parts was ever given out."""
    return digits[:3] not in {"000", "666"} and digits[0] != "9" and digits[3:5] != "00" and digits[5:] != "0000"


def german_tax(digits: str) -> bool:
    """Return whether it is a German tax identification number (ISO 7064, mod 11, 10)."""
    product = 10
    for digit in map(int, digits[:10]):
        product = ((digit + product) % 10 or 10) * 2 % 11
    return digits[0] != "0" and (11 - product) % 10 == int(digits[10])


def french_number(written: str) -> bool:
    """Return whether it is a French social security number."""
    number = written[:13].replace("2A", "19").replace("2B", "18")
    return number.isdigit() and 97 - int(number) % 97 == int(written[13:])


def spanish_id(written: str) -> bool:
    """Return whether it is a Spanish DNI or NIE."""
    number = written[:-1].translate(str.maketrans("XYZ", "012"))
    return _DNI_LETTERS[int(number) % 23] == written[-1]


def italian_code(written: str) -> bool:
    """Return whether it is an Italian fiscal code."""
    even = sum(int(letter, 36) if letter.isdigit() else ord(letter) - 65 for letter in written[1:15:2])
    odd = sum(_ODD[letter] for letter in written[:15:2])
    return chr((even + odd) % 26 + 65) == written[15]


def dutch_bsn(digits: str) -> bool:
    """Return whether it passes the Dutch test of eleven."""
    return sum(int(d) * w for d, w in zip(digits, (9, 8, 7, 6, 5, 4, 3, 2, -1), strict=True)) % 11 == 0


def brazilian_cpf(digits: str) -> bool:
    """Return whether both check digits of a Brazilian CPF are right."""
    if len(set(digits)) == 1:
        return False
    return all(
        sum(int(d) * w for d, w in zip(digits, range(at + 1, 1, -1), strict=False)) * 10 % 11 % 10 == int(digits[at])
        for at in (9, 10)
    )


def polish_pesel(digits: str) -> bool:
    """Return whether the check digit of a Polish PESEL is right."""
    weights = (1, 3, 7, 9, 1, 3, 7, 9, 1, 3)
    return (10 - sum(int(d) * w for d, w in zip(digits, weights, strict=False)) % 10) % 10 == int(digits[10])


def swiss_ahv(digits: str) -> bool:
    """Return whether the check digit of a Swiss AHV number is right (EAN-13)."""
    return sum(int(d) * (3 if at % 2 else 1) for at, d in enumerate(digits)) % 10 == 0


def swedish_number(digits: str) -> bool:
    """Return whether it is a Swedish personal number: a date, and Luhn's check digit."""
    return "01" <= digits[2:4] <= "12" and "01" <= digits[4:6] <= "91" and luhn(digits)


def always(_written: str) -> bool:
    """Return that a form is proof enough."""
    return True


Check = Callable[[str], bool]
