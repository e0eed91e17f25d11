"""A crawl prompt and what was understood of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

_NOT_A_MODEL: Final = "The prompt was read by rules because crawl options are read without a model."

# Whoever writes more writes about something else than which pages to crawl.
_LONGEST: Final = 2000
_PLAIN_QUOTES: Final = str.maketrans({0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"'})


@dataclass(frozen=True, slots=True)
class PromptReading:
    """Crawl options in the names of version 2 of the API, and what the caller should know about them."""

    options: Mapping[str, Any]
    warning: str | None


def read_prompt(prompt: str, url: str) -> PromptReading:
    """Return the options that *prompt* stands for in a crawl of *url*; an option it does not speak of is left out.

    Only its first 2,000 characters are read.
    """
    # Their patterns take longer to compile than a start has for crawls, most of which have no prompt.
    from gossamer.features.crawl.prompting.parts import read_parts  # noqa: PLC0415
    from gossamer.features.crawl.prompting.switches import read_switches  # noqa: PLC0415

    switches, rest = read_switches(prompt[:_LONGEST].lower().translate(_PLAIN_QUOTES))
    wanted, unwanted = read_parts(rest, url)
    options: dict[str, Any] = {}
    if wanted:
        options["includePaths"] = wanted
    if unwanted:
        options["excludePaths"] = unwanted
    options.update((name, value) for name, value in sorted(switches.items()) if (name, value) != ("limit", 0))
    return PromptReading(options, f"{_NOT_A_MODEL} {_understood(options)}")


def _understood(options: Mapping[str, Any]) -> str:
    if not options:
        return "The prompt names no crawl option, so the defaults apply."
    return f"Understood: {'; '.join(f'{name} {_shown(value)}' for name, value in options.items())}."


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(value) if isinstance(value, list) else str(value)
