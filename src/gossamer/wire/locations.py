"""The location from which a visit should appear to come."""

import re
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from gossamer.core.specs import Location
from gossamer.wire.shapes import Shape, at_most, broken_rule

# ISO 3166-1 alpha-2.
_ISO_3166 = (
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY "
    "BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK "
    "FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR "
    "IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK "
    "ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM "
    "PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF "
    "TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW"
)
_COUNTRIES = frozenset(_ISO_3166.split())
_ANYWHERE = frozenset({"US-GENERIC", "US-WHITELIST"})
# A range of an Accept-Language header (RFC 9110, section 12.5.4), loosely.
_LANGUAGE = re.compile(r"(\*|[A-Za-z]{1,8})([-_][A-Za-z0-9]{1,8}){0,7}(\s*;\s*q=[01](\.\d{1,3})?)?")


def _country(name: str) -> str:
    code = name.upper()
    if not code:
        return "US-GENERIC"
    if code in _COUNTRIES or code in _ANYWHERE:
        return code
    raise broken_rule("Invalid country code. Use a valid ISO 3166-1 alpha-2 code, such as US or DE.")


def _language(tag: str) -> str:
    if _LANGUAGE.fullmatch(tag):
        return tag
    raise broken_rule("Invalid language. Use tags such as en or de-AT.")


class Place(Shape):
    """A country and the languages preferred there."""

    country: Annotated[str, AfterValidator(_country), Field(description="ISO 3166-1 alpha-2.")] | None = None
    languages: (
        Annotated[list[Annotated[str, AfterValidator(_language)]], BeforeValidator(at_most(50, "languages"))] | None
    ) = None

    def location(self) -> Location:
        """Return the place as the core knows it; the generic names stand for no country."""
        country = None if self.country in _ANYWHERE else self.country
        return Location(country=country, languages=tuple(self.languages or ()))
