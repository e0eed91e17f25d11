# ruff: noqa: E501 - words of several languages
"""Whether a job can be done from elsewhere, as posts say it."""

import re
from typing import Final

_YES: Final = re.compile(
    r"\b(?:(?:fully |100 ?% |partly )?remote(?:ly)?(?: (?:possible|work|working|first|friendly|position|role|ok|option|available|job))?|work(?:ing)? from (?:home|anywhere)|home ?office|télétravail|teletrabajo|telecommute)\b",
    re.IGNORECASE,
)
_NO: Final = re.compile(
    r"\b(?:on-?site(?: only)?|(?:not|no|cannot be|isn't|is not) (?:\w{2,10} )?remote\w{0,2}|in[- ]office only|vor ort|sur site|presencial)\b",
    re.IGNORECASE,
)
# "Home office is unfortunately not possible here": said of the whole sentence.
_NOT_POSSIBLE: Final = re.compile(
    r"\b(?:(?:nicht|not|pas|niet|non|no) (?:\w{2,12} ){0,2}?(?:möglich|vorgesehen|angeboten|possible|offered|available|permitted|allowed|provided|proposé|prévu|mogelijk|possibile|es posible)|kein(?:e|en)? (?:home ?office|remote)|impossible|ausgeschlossen|unmöglich)\b",
    re.IGNORECASE,
)
_SENTENCES: Final = re.compile(r"(?<=[a-zäöüß])[.!;]\s")
_HYBRID: Final = re.compile(r"\bhybrid\b", re.IGNORECASE)
# "Remote teams", "monitor remote servers" say nothing of where the work is done.
_ELSE: Final = re.compile(
    r"\bremote (?:teams?|servers?|control|sensing|sites?|access|support|areas?|locations?|systems?|desktop|colleagues)\b|\bon-?site (?:support|visits?|parking|gym|service|training|canteen|customers?)\b",
    re.IGNORECASE,
)


def remote(text: str) -> bool | None:
    """Return whether *text* says that a job is remote; None where it does not say, or says that it is partly."""
    text = text[:600]
    if _HYBRID.search(text) is not None or _ELSE.search(text) is not None:
        return None
    refused = (one for one in _SENTENCES.split(text) if _NOT_POSSIBLE.search(one) is not None)
    if _NO.search(text) is not None or any(_YES.search(one) is not None for one in refused):
        return False
    return True if _YES.search(text) is not None else None
