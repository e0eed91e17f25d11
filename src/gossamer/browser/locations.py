"""Locations: the time zone and language that a browser in a country reports."""

from dataclasses import dataclass

from gossamer.core.specs import Location


@dataclass(frozen=True, slots=True)
class BrowserLocation:
    """An IANA time zone and a BCP 47 language tag; None leaves the browser's own."""

    timezone: str | None = None
    locale: str | None = None


# Where a country has several zones or languages, those of most of its people.
_TABLE = """
AE Asia/Dubai ar-AE|AR America/Argentina/Buenos_Aires es-AR|AT Europe/Vienna de-AT|AU Australia/Sydney en-AU
BD Asia/Dhaka bn-BD|BE Europe/Brussels nl-BE|BG Europe/Sofia bg-BG|BR America/Sao_Paulo pt-BR|CA America/Toronto en-CA
CH Europe/Zurich de-CH|CL America/Santiago es-CL|CN Asia/Shanghai zh-CN|CO America/Bogota es-CO|CZ Europe/Prague cs-CZ
DE Europe/Berlin de-DE|DK Europe/Copenhagen da-DK|EE Europe/Tallinn et-EE|EG Africa/Cairo ar-EG|ES Europe/Madrid es-ES
FI Europe/Helsinki fi-FI|FR Europe/Paris fr-FR|GB Europe/London en-GB|GR Europe/Athens el-GR|HK Asia/Hong_Kong zh-HK
HR Europe/Zagreb hr-HR|HU Europe/Budapest hu-HU|ID Asia/Jakarta id-ID|IE Europe/Dublin en-IE|IL Asia/Jerusalem he-IL
IN Asia/Kolkata en-IN|IS Atlantic/Reykjavik is-IS|IT Europe/Rome it-IT|JP Asia/Tokyo ja-JP|KE Africa/Nairobi en-KE
KR Asia/Seoul ko-KR|LT Europe/Vilnius lt-LT|LU Europe/Luxembourg fr-LU|LV Europe/Riga lv-LV|MA Africa/Casablanca ar-MA
MX America/Mexico_City es-MX|MY Asia/Kuala_Lumpur ms-MY|NG Africa/Lagos en-NG|NL Europe/Amsterdam nl-NL
NO Europe/Oslo nb-NO|NZ Pacific/Auckland en-NZ|PE America/Lima es-PE|PH Asia/Manila en-PH|PK Asia/Karachi en-PK
PL Europe/Warsaw pl-PL|PT Europe/Lisbon pt-PT|RO Europe/Bucharest ro-RO|RS Europe/Belgrade sr-RS|RU Europe/Moscow ru-RU
SA Asia/Riyadh ar-SA|SE Europe/Stockholm sv-SE|SG Asia/Singapore en-SG|SI Europe/Ljubljana sl-SI
SK Europe/Bratislava sk-SK|TH Asia/Bangkok th-TH|TR Europe/Istanbul tr-TR|TW Asia/Taipei zh-TW|UA Europe/Kyiv uk-UA
US America/New_York en-US|VN Asia/Ho_Chi_Minh vi-VN|ZA Africa/Johannesburg en-ZA
"""


def _parse(table: str) -> dict[str, BrowserLocation]:
    rows = (row.split() for row in table.replace("\n", "|").split("|") if row.strip())
    return {country: BrowserLocation(timezone, locale) for country, timezone, locale in rows}


_PLACES = _parse(_TABLE)


def place_of(location: Location) -> BrowserLocation:
    """Return the place that *location* asks for; languages that were named win over the country's."""
    place = _PLACES.get((location.country or "").upper(), BrowserLocation())
    if location.languages:
        return BrowserLocation(place.timezone, location.languages[0])
    return place


def languages_of(location: Location) -> Location:
    """Return *location* with the country's own language when none was named."""
    locale = place_of(location).locale
    if location.languages or locale is None:
        return location
    languages = (locale, locale.partition("-")[0])
    return Location(location.country, languages if locale.startswith("en") else (*languages, "en"))
