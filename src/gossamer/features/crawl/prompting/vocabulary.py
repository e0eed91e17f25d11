"""Words of prompts: parts of sites, and numbers."""

import re
from collections.abc import Mapping
from typing import Final

# The part of the path, and the words for it. A part has pages below it.
_PARTS: Final[Mapping[str, str]] = {
    "blog": "blog|blogs|blog post|blog posts|blog article|blog articles|blog entries|weblog",
    "docs": "docs|doc|documentation|documentations|documentation pages|developer docs|technical documentation",
    "news": "news|news article|news articles|newsroom|press releases|news posts",
    "posts": "post|posts",
    "guides": "guide|guides|how-to guides|how-tos",
    "tutorials": "tutorial|tutorials",
    "api": "api|api reference|api docs|api documentation|api references",
    "reference": "reference|references|reference pages",
    "products": "product|products|product pages|product catalog|product catalogue|catalog|catalogue",
    "shop": "shop|store|web shop",
    "categories": "category|categories|category pages",
    "forum": "forum|forums|forum threads|discussion board|discussions|message board",
    "community": "community|community pages",
    "support": "support|support pages|support articles|knowledge base",
    "help": "help|help center|help centre|help pages",
    "events": "event|events",
    "jobs": "job|jobs|job postings|job listings|vacancies",
    "careers": "career|careers",
    "case-studies": "case study|case studies|customer stories",
    "resources": "resource|resources",
    "examples": "example|examples",
    "integrations": "integration|integrations",
    "features": "feature|features",
    "solutions": "solution|solutions",
    "recipes": "recipe|recipes",
    "wiki": "wiki",
    "videos": "video|videos",
    "podcast": "podcast|podcasts",
    "authors": "author|authors|author pages",
    "tags": "tag|tags|tag pages",
    "archive": "archive|archives",
    "comments": "comment|comments",
    "downloads": "download|downloads",
    "reviews": "review|reviews",
    "user": "user|users|user profiles|profiles",
}
# Said of parts of every kind: it names one only when nothing else in the phrase does.
_GENERAL: Final = {"article": "articles/.*", "articles": "articles/.*"}
# Pages that stand for themselves.
_PAGES: Final[Mapping[str, str]] = {
    "pricing": "pricing|prices|price list|pricing page|plans",
    "about": "about|about us|about page",
    "contact": "contact|contact page|contact us",
    "faq": "faq|faqs|frequently asked questions",
    "changelog": "changelog|change log|release notes",
    "login": "login|log in|sign in|signin|login pages",
    "signup": "signup|sign up|registration",
    "privacy": "privacy|privacy policy",
    "terms": "terms|terms of service|terms and conditions",
    "legal": "legal|legal pages|imprint",
    "cart": "cart|shopping cart|basket|checkout",
    "search": "search|search results|search pages",
    "team": "team|team page",
}
_SUFFIX: Final = re.compile(r" (?:pages?|sections?|areas?|parts?|content|folder|directory)$")
_ARTICLES: Final = re.compile(
    r"^(?:(?:all|any|each|every|both|the|a|an|of|its|their|your|his|our|this|that|these|those|latest|recent|new|newest|"
    r"only|just|also|whole|entire|full|complete|main|public|everything|under|in|from|on) )+"
)


def _index(parts: Mapping[str, str], ending: str) -> dict[str, str]:
    return {word: f"{part}{ending}" for part, words in parts.items() for word in words.split("|")}


_PATTERNS: Final = _index(_PARTS, "/.*") | _index(_PAGES, "(/.*)?$")

# fmt: off
_NUMBERS: Final = {
    "single": 1, "one": 1, "two": 2, "couple": 2, "a couple of": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "dozen": 12, "a dozen": 12,
    "fifteen": 15, "twenty": 20, "twenty-five": 25, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90, "hundred": 100, "a hundred": 100, "one hundred": 100, "two hundred": 200,
    "three hundred": 300, "five hundred": 500, "thousand": 1000, "a thousand": 1000, "one thousand": 1000,
    "two thousand": 2000, "five thousand": 5000, "ten thousand": 10_000,
}
# fmt: on
# To be put into an expression; longer words first, so that "a hundred" is not "a".
NUMBER: Final = rf"(\d[\d,.]*k?|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"


def number_of(text: str) -> int | None:
    """Return the number that *text* says, in digits ("1,000", "2k") or in words; None when it is none."""
    if text in _NUMBERS:
        return _NUMBERS[text]
    digits = text.removesuffix("k").rstrip(".,").replace(",", "").replace(".", "")
    if not digits.isdigit() or len(digits) > 9:  # noqa: PLR2004 - more is no number of pages
        return None
    return int(digits) * (1000 if text.endswith("k") else 1)


def pattern_of(phrase: str) -> str | None:
    """Return the expression for the part of a site that *phrase* names; None when it names none."""
    words = _words(phrase)
    return _PATTERNS.get(words) or _PATTERNS.get(_SUFFIX.sub("", words))


def general_pattern_of(phrase: str) -> str | None:
    """Return the expression for a word that most sites would have a part for; None when *phrase* is none."""
    return _GENERAL.get(_words(phrase))


def _words(phrase: str) -> str:
    return _ARTICLES.sub("", f"{phrase.strip()} ").strip()
