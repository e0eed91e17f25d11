"""The text of a page that is compared, and the number by which equal contents are known."""

import json
import re
from contextlib import suppress
from hashlib import blake2b
from typing import Final

from gossamer.content.comparison.blocks import blocks_of
from gossamer.content.page_view import PageView, Selection
from gossamer.core.comparison_rules import ComparisonRules
from gossamer.core.specs import ScrapeSpec

_SITEMAP: Final = re.compile(r"<(?:[\w.-]+:)?(?:urlset|sitemapindex)[\s>]", re.IGNORECASE)
_ENTRY: Final = re.compile(r"<(?:[\w.-]+:)?(loc|lastmod)\s*>\s*([^<\s]{1,4000})", re.IGNORECASE)
_HEAD: Final = 4_096
_JSON_LINES: Final = frozenset({"application/x-ndjson", "application/ndjson", "application/jsonl"})


def comparable(view: PageView, spec: ScrapeSpec, rules: ComparisonRules | None = None) -> str:
    """Return the text of a page as Markdown: the part that *spec* selects, without what *rules* leave out.

    A sitemap has an entry on each line, JSON a member, by its name: the order of members has no meaning. Raises
    Unsupported for a body that cannot be read.
    """
    is_json = view.kind == "json" or (view.kind == "text" and view.page.media_type in _JSON_LINES)
    if view.document is None and is_json and (laid_out := _lay_out_text(view.text)):
        return laid_out
    if view.document is None and view.kind == "xml" and _SITEMAP.search(view.text, 0, _HEAD):
        return _list_addresses(view.text)
    return view.markdown(_selection(spec, rules or ComparisonRules()))


def content_number(text: str) -> int:
    """Return a signed 64-bit number that is equal for texts that differ in nothing but what always differs."""
    digest = blake2b(digest_size=8)
    for block in blocks_of(text.splitlines()):
        digest.update(block.normal.encode("utf-8", "replace") + b"\n")
    return int.from_bytes(digest.digest(), "big", signed=True)


def _selection(spec: ScrapeSpec, rules: ComparisonRules) -> Selection:
    return Selection(
        main_only=spec.main_only and not rules.only_selectors,
        include_tags=rules.only_selectors or spec.include_tags,
        exclude_tags=(*spec.exclude_tags, *rules.ignore_selectors),
        remove_base64_images=spec.remove_base64_images,
        block_ads=spec.block_ads,
    )


def _lay_out_text(text: str) -> str:
    for values in ([text], list(filter(str.strip, text.splitlines()))):
        with suppress(ValueError, RecursionError):
            return "\n".join(json.dumps(json.loads(v), indent=1, ensure_ascii=False, sort_keys=True) for v in values)
    return ""


def _list_addresses(text: str) -> str:
    lines: list[str] = []
    for kind, value in _ENTRY.findall(text):
        if kind.lower() == "loc":
            lines.append(f"- [{value}]({value})")
        elif lines:
            lines[-1] += f" {value}"
    return "\n".join(lines)
