"""Pages of web applications that are fetched as their export: the rules stand in `exports.toml`."""

import re
import tomllib
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from gossamer.core.urls import WebUrl, web_url


@dataclass(frozen=True, slots=True)
class _Rule:
    host: str
    path: re.Pattern[str]
    to: str


def address_of_export(url: WebUrl) -> WebUrl:
    """Return the address that has the content of the page at *url*: mostly *url* itself."""
    parts = urlsplit(url)
    for rule in _rules():
        if parts.hostname == rule.host and (match := rule.path.fullmatch(parts.path)):
            properties: dict[str, Any] = defaultdict(str, parse_qsl(f"{parts.query}&{parts.fragment}"))
            properties |= match.groupdict()
            return web_url(re.sub(r"&\w+=$", "", rule.to.format_map(properties)))
    return url


@cache
def _rules() -> tuple[_Rule, ...]:
    text = files(__package__).joinpath("exports.toml").read_text("utf-8")
    rules = tomllib.loads(text)["rule"]
    return tuple(_Rule(rule["host"], re.compile(rule["path"]), rule["to"]) for rule in rules)
