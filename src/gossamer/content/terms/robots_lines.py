"""The lines of a robots.txt that are for one crawler, with their numbers."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from gossamer.content.terms.path_patterns import select_longest, split_pattern
from gossamer.core.terms import RobotsLine

_LINE_END: Final = re.compile(r"\r\n?|\n")
_TOKEN: Final = re.compile(r"[a-z0-9_-]+", re.IGNORECASE | re.ASCII)
_AGENT: Final = frozenset({"user-agent", "useragent", "user agent"})
# They belong to no group, and end none.
_SITE_WIDE: Final = frozenset({"sitemap", "sitemaps", "site-map", "host"})
_ALL: Final = "*"
_MOST: Final = 10_000
RULES: Final[Mapping[str, bool]] = {"allow": True, "disallow": False}


@lru_cache(maxsize=16)
def read_lines(body: bytes, token: str) -> Sequence[RobotsLine]:
    """Return the lines of the group for *token*, else of the group for all, and those outside of all groups.

    At most 10,000 lines of a group are read.
    """
    groups: dict[str, list[RobotsLine]] = {token: [], _ALL: [], "": []}
    names, has_own, is_head = {""}, False, False
    for number, line in enumerate(_LINE_END.split(body.decode("utf-8-sig", "replace")), start=1):
        field, colon, value = (part.strip() for part in line.partition("#")[0].partition(":"))
        field = field.lower()
        if field in _AGENT:
            name = _read_name(value)
            names = (names if is_head else set()) | ({name} & groups.keys())
            has_own, is_head = has_own or name == token, True
        elif colon and field not in _SITE_WIDE:
            is_head = False
            for name in names:
                groups[name].append(RobotsLine(number, name, field, value))
    return [*groups[token if has_own else _ALL][:_MOST], *groups[""][:_MOST]]


@lru_cache(maxsize=16)
def _read_rules(body: bytes, token: str) -> Sequence[tuple[str, RobotsLine]]:
    """Return the rules for *token*, each with the text that paths begin with."""
    rules = [line for line in read_lines(body, token) if line.group and line.value and line.field in RULES]
    return [(split_pattern(rule.value)[0], rule) for rule in rules]


def find_rule(body: bytes, token: str, path: str, *, prefers: bool) -> RobotsLine | None:
    """Return the rule that decides about *path*: the longest; of rules of one length one that *prefers* to allow."""
    matching_rules = [(rule.value, rule) for prefix, rule in _read_rules(body, token) if path.startswith(prefix)]
    return max(select_longest(matching_rules, path), key=lambda rule: RULES[rule.field] is prefers, default=None)


def find_lines(lines: Iterable[RobotsLine], field: str, path: str) -> Sequence[tuple[RobotsLine, str]]:
    """Return the lines that state a *field* for *path*, each with its value behind the path that it is limited to.

    Those of the crawler's group come before those outside of all groups; the longest path counts.
    """
    field_lines = [line for line in lines if line.field == field and line.value]
    counted = [
        (line, *_scope(line.value)) for line in field_lines if line.group or not any(each.group for each in field_lines)
    ]
    return select_longest(((pattern, (line, value)) for line, pattern, value in counted), path)


def _scope(value: str) -> tuple[str, str]:
    if not value.startswith("/"):
        return "", value
    pattern, *rest = value.split(maxsplit=1)
    return pattern, rest[0] if rest else ""


def _read_name(value: str) -> str:
    match = _TOKEN.match(value)
    return match[0].lower() if match else value
