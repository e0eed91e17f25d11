# ruff: noqa: E501 - words of several languages, kept as a table
"""Which part of a menu a field or a heading names: "mainCourses", "Les plats", "Vorspeisen"."""

from collections.abc import Mapping
from typing import Final

from gossamer.content.text.names import word_set, words_of

_COURSES: Final[Mapping[str, frozenset[str]]] = {
    "starter": word_set("starter appetizer appetiser antipasti antipasto vorspeise vorspeisen entrante voorgerecht voorgerechten"),
    "main": word_set("main hauptgericht hauptgerichte hauptspeise hauptspeisen hauptgang plat principal principale secondi hoofdgerecht hoofdgerechten"),
    "dessert": word_set("dessert pudding nachspeise nachspeisen nachtisch postre dolci nagerecht nagerechten"),
    "breakfast": word_set("breakfast fruhstuck desayuno colazione ontbijt"),
    "brunch": word_set("brunch"),
    "lunch": word_set("lunch mittagessen mittagskarte mittag almuerzo pranzo"),
    "dinner": word_set("dinner supper abendessen abendkarte cena"),
    "drink": word_set("drink beverage getrank getranke boisson bebida bevande dranken"),
    "side": word_set("side beilage beilagen accompagnement guarnicion contorni bijgerecht bijgerechten"),
    "cake": word_set("cake kuchen gateau pastel torte torten"),
    "wine": word_set("wine wein weine vin vino vini"),
    "beer": word_set("beer bier biere cerveza birra"),
    "cocktail": word_set("cocktail"),
}  # fmt: skip
# Beside the word for the course, these say nothing more.
_OF_MENUS: Final = word_set("course dish plate meal item entry menu food list option offer")
_BREAKFASTS: Final = (("petit", "dejeuner"), ("petits", "dejeuner"))


def course_asked(name: str) -> str:
    """Return the part of a menu that a list called *name* is, or nothing: "mainFeatures" is none."""
    words = frozenset(words_of(name))
    course = course_of(name)
    return course if course and words <= _COURSES[course] | _OF_MENUS else ""


def course_of(text: str, language: str = "") -> str:
    """Return the one part of a menu that *text*, a heading, names; nothing where it names none, or several.

    What is an entrée depends on the page's *language*: in French it is what comes first.
    """
    words = words_of(text if " " not in text else f"{text} ")
    if words[:2] in _BREAKFASTS:
        return "breakfast"
    known = {**_COURSES, _entree(language): _COURSES[_entree(language)] | {"entree"}}
    found = [course for course, spoken in known.items() if not spoken.isdisjoint(words)]
    return found[0] if len(found) == 1 else ""


def _entree(language: str) -> str:
    return "starter" if language.lower().startswith("fr") else "main"
