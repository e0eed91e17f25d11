#!/usr/bin/env python3
"""Write the types of the library's options (src/gossamer/library/keywords.py) from the API's own shapes.

`make docs` runs it. `library_keywords.py --check` writes nothing and fails when the file is out of date.
"""

import sys
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from gossamer.wire import v2
from gossamer.wire.v2.options import ScrapeOptions

FILE: Final = Path(__file__).resolve().parent.parent / "src" / "gossamer" / "library" / "keywords.py"
HEAD: Final = '''"""The keyword arguments of the calls, for type checkers and editors; none has to be given.

Made by `make docs` from the API's shapes. Do not edit.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, TypedDict
'''
# Each class, its sentence, its shape, and what is no option of it: the call has it as an argument.
CLASSES: Final = (
    ("ScrapeKeywords", "of `scrape`", v2.ScrapeRequest, {"url"}),
    ("BatchKeywords", "of `batch`", v2.BatchScrapeRequest, {"urls"}),
    ("ParseKeywords", "of `parse`", v2.ParseOptions, set()),
    ("CrawlKeywords", "of `crawl`", v2.CrawlRequest, {"url"}),
    ("MapKeywords", "of `map`", v2.MapRequest, {"url"}),
    ("SearchKeywords", "of `search`", v2.SearchRequest, {"query"}),
    ("ExtractKeywords", "of `extract`", v2.ExtractRequest, {"urls"}),
    ("ResearchKeywords", "of `research`", v2.AgentRequest, {"prompt"}),
)
# What says something to a service alone, or to its owner.
FOREIGN: Final = {
    "origin",
    "integration",
    "webhook",
    "append_to_id",
    "use_mock",
    "audit_metadata",
    "alexandria",
    "exchange",
}
NESTED: Final = "PageKeywords"
# More words than these are read in the documentation.
MOST_WORDS: Final = 6


def type_of(annotation: Any) -> str:
    """Return how an option of that annotation is written."""
    leaves = list(dict.fromkeys(leaf for leaf in leaves_of(annotation) if leaf != "None"))
    words = ", ".join(leaf for leaf in leaves if leaf.startswith('"'))
    literal = [f"Literal[{words}]"] if words and words.count(",") < MOST_WORDS else ["str"] if words else []
    kinds = dict.fromkeys([*literal, *(leaf for leaf in leaves if not leaf.startswith('"'))])
    return "Any" if "Any" in kinds else " | ".join(kinds)


def leaves_of(annotation: Any) -> Iterable[str]:
    """Yield the kinds of values that the annotation takes."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        yield from leaves_of(arguments[0])
    elif origin in (Union, UnionType):
        for argument in arguments:
            yield from leaves_of(argument)
    elif origin is Literal:
        yield from (f'"{word}"' for word in arguments)
    elif origin is list:
        # Lists of objects that differ are `list[object]` to a type checker.
        member = type_of(arguments[0])
        yield f"Sequence[{'Any' if 'Mapping' in member else member}]"
    elif origin is dict:
        yield "Mapping[str, Any]"
    elif annotation is ScrapeOptions:
        yield NESTED
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield "str" if "PlainFormat" in annotation.__name__ else "Mapping[str, Any]"
    elif annotation in (bool, int, float, str):
        yield annotation.__name__
    elif annotation is datetime:
        yield "datetime | str"
    elif annotation is NoneType:
        yield "None"
    else:
        yield "str" if isinstance(annotation, type) and issubclass(annotation, str) else "Any"


def options_of(shape: type[BaseModel]) -> Mapping[str, str]:
    """Return the types of a shape's options, by Python's spelling of their names."""
    return {
        name.rstrip("_"): type_of(field.annotation) for name, field in shape.model_fields.items() if name not in FOREIGN
    }


def write_class(name: str, base: str, sentence: str, options: Mapping[str, str]) -> str:
    """Return the source of one class."""
    lines = [f"    {option}: {kind}\n" for option, kind in options.items()]
    return f'\n\nclass {name}({base}, total=False):\n    """{sentence}"""\n\n{"".join(lines)}'


def source() -> str:
    """Return the text of the module."""
    shared = options_of(ScrapeOptions)
    parts = [HEAD, write_class(NESTED, "TypedDict", "How a page is scraped.", shared)]
    for name, call, shape, arguments in CLASSES:
        options = {option: kind for option, kind in options_of(shape).items() if option not in arguments}
        base = NESTED if shared.items() <= options.items() else "TypedDict"
        own = {option: kind for option, kind in options.items() if base == "TypedDict" or option not in shared}
        parts.append(write_class(name, base, f"Keyword arguments {call}.", own))
    return "".join(parts)


def main() -> int:
    """Write the module, or say that it is out of date."""
    text = source()
    if "--check" in sys.argv:
        return int(FILE.read_text("utf-8") != text)
    FILE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
