"""What a key may be restricted to, and the rules that follow from it.

A `Restrictions` value is what people set and what is stored; `rules` turns it into what the
gate asks. Whatever stored text is not exactly such a value is `RestrictionsUnverified`: a
restriction that cannot be read must never count as none.
"""

from dataclasses import dataclass
from typing import Final

from gossamer.core.access import Group

# Groups that a key can be limited to.
GROUPS: Final = tuple(group for group in Group if group not in {Group.ACCOUNT, Group.LEGACY, Group.UNKNOWN})


@dataclass(frozen=True, slots=True)
class Restrictions:
    """What a key is restricted to; an empty list, false and None restrict nothing.

    *allowed_formats* are format types in v2 names, *allowed_domains* registered domains or hosts,
    which allow everything below them. *no_model* refuses what needs a language model, *cache_only* whatever
    would visit a site. The rest are bounds: credits of each billing month, requests a minute, and
    pages under way at once.
    """

    allowed_formats: tuple[str, ...] = ()
    allowed_endpoints: tuple[Group, ...] = ()
    allowed_domains: tuple[str, ...] = ()
    no_model: bool = False
    cache_only: bool = False
    credit_budget: int | None = None
    rate_per_minute: int | None = None
    concurrency: int | None = None


NONE: Final = Restrictions()
