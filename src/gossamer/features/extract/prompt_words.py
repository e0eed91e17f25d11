"""Words that occur in any request for data."""

from typing import Final

# fmt: off
OF_ANY_REQUEST: Final = frozenset({
    "a", "all", "an", "and", "any", "as", "data", "each", "every", "extract", "fetch", "field", "fields", "find",
    "for", "from", "get", "give", "in", "info", "information", "is", "list", "me", "of", "on", "page", "pages",
    "please", "return", "site", "tell", "that", "the", "their", "there", "this", "to", "website", "what", "which",
    "with",
})
# fmt: on
