"""A key's restrictions as JSON: what people save, and what they are shown.

A body is the whole of it: what it leaves out is not restricted.
"""

from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from gossamer.core.restrictions import FORMATS, GROUPS, Restrictions, domain, network
from gossamer.wire.amounts import Count, PositiveCount
from gossamer.wire.answers import AnswerShape
from gossamer.wire.shapes import StrictShape, at_most, by_rule, example, one_of
from gossamer.wire.terms import IdentityName, IdentityOption, PolicyName, PolicyOption, PurposeName, PurposeOption

_MOST = 1000


def _each_once(names: list[str]) -> list[str]:
    return list(dict.fromkeys(names))


_FormatName = Annotated[str, AfterValidator(one_of("format", FORMATS))]
_EndpointName = Annotated[str, AfterValidator(one_of("endpoint", GROUPS))]
_DomainName = Annotated[str, AfterValidator(by_rule(domain))]
_Cidr = Annotated[str, AfterValidator(by_rule(lambda text: str(network(text))))]
_ONCE = AfterValidator(_each_once)


class RestrictionsBody(StrictShape):
    """Everything a key is restricted to; what is left out, empty or false restricts nothing."""

    model_config = example(allowedFormats=["markdown"], allowedEndpoints=["scrape", "map"])

    allowed_formats: Annotated[
        list[_FormatName],
        BeforeValidator(at_most(_MOST, "allowedFormats")),
        _ONCE,
        Field(description=f"Formats that may be asked for: {', '.join(FORMATS)}."),
    ] = Field(default_factory=list)
    allowed_endpoints: Annotated[
        list[_EndpointName],
        BeforeValidator(at_most(_MOST, "allowedEndpoints")),
        _ONCE,
        Field(description=f"Endpoint groups that may be called: {', '.join(GROUPS)}."),
    ] = Field(default_factory=list)
    allowed_domains: Annotated[
        list[_DomainName],
        BeforeValidator(at_most(_MOST, "allowedDomains")),
        _ONCE,
        Field(description="Domains that may be visited, with everything below them."),
    ] = Field(default_factory=list)
    no_model: bool = Field(default=False, description="Use no language model; what works without one still works.")
    cache_only: bool = Field(default=False, description="Refuse what would visit a site; stored pages may be read.")
    credit_budget: Count | None = Field(default=None, description="Credits of each billing month.")
    rate_per_minute: PositiveCount | None = Field(default=None, description="Requests a minute.")
    max_concurrency: PositiveCount | None = Field(default=None, description="Pages under way at once.")
    purpose: PurposeOption = None
    terms_policy: PolicyOption = None
    identity: IdentityOption = None

    def restrictions(self) -> Restrictions:
        """Return the restrictions as the core knows them."""
        return self.to_core(Restrictions, concurrency=self.max_concurrency)


class AddressesBody(StrictShape):
    """Addresses a key may be used from; empty for any."""

    model_config = example(allowedCidrs=["203.0.113.7/32", "10.0.0.0/8"])

    allowed_cidrs: Annotated[
        list[_Cidr],
        BeforeValidator(at_most(_MOST, "allowedCidrs")),
        _ONCE,
        Field(description="Addresses and networks; empty for any."),
    ]


class RestrictionsShown(AnswerShape):
    """Restrictions of a key; empty lists, false and null restrict nothing."""

    allowed_formats: list[str]
    allowed_endpoints: list[str]
    allowed_domains: list[str]
    no_model: bool
    cache_only: bool
    credit_budget: int | None
    rate_per_minute: int | None
    max_concurrency: int | None
    purpose: PurposeName | None
    terms_policy: PolicyName | None
    identity: IdentityName | None


def restrictions_json(restrictions: Restrictions) -> dict[str, Any]:
    """Return *restrictions* under the names they are saved by, all of them; null is no bound."""
    return RestrictionsShown.of(restrictions, max_concurrency=restrictions.concurrency)
