"""Public services that the settings switch on: registers of papers, and code with what is written about it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from gossamer.net.apis import ApiClient
from gossamer.ports.clock import Clock
from gossamer.ports.developer import DeveloperSource
from gossamer.ports.papers import PaperRegister
from gossamer.searchers.developer import LISTINGS, ListedSource
from gossamer.searchers.guarding import Budget
from gossamer.searchers.papers import Arxiv, Crossref, EuropePmc, OpenAlex, SemanticScholar
from gossamer.searchers.public_service import PublicService
from gossamer.settings import Settings


@dataclass(frozen=True, slots=True)
class _Access:
    """The address of a service and how it is called: *contact* is the parameter for the operator's mail address.

    *key* is the setting of its key, which goes into *key_header* (after *scheme*) or *key_parameter*. *pause* is what
    it wants between two requests.
    """

    base: str
    contact: str = ""
    key: str = ""
    key_header: str = ""
    key_parameter: str = ""
    scheme: str = ""
    pause: timedelta = timedelta(0)
    headers: Mapping[str, str] = field(default_factory=dict)


_ACCESS: Final[Mapping[str, _Access]] = {
    "openalex": _Access("https://api.openalex.org", contact="mailto", key="openalex_api_key", key_parameter="api_key"),
    "semanticscholar": _Access(
        "https://api.semanticscholar.org", key="semantic_scholar_api_key", key_header="x-api-key"
    ),
    "europepmc": _Access("https://www.ebi.ac.uk/europepmc/webservices/rest", contact="email"),
    "crossref": _Access("https://api.crossref.org", contact="mailto"),
    # Its terms of use want three seconds.
    "arxiv": _Access("https://export.arxiv.org", pause=timedelta(seconds=3)),
    "github": _Access(
        "https://api.github.com",
        key="github_token",
        key_header="authorization",
        scheme="Bearer ",
        headers={"accept": "application/vnd.github+json"},
    ),
    "stackexchange": _Access("https://api.stackexchange.com", key="stackexchange_api_key", key_parameter="key"),
    "gitlab": _Access("https://gitlab.com"),
    "codeberg": _Access("https://codeberg.org"),
    "mdn": _Access("https://developer.mozilla.org"),
    "npm": _Access("https://registry.npmjs.org"),
    # Its crawler policy wants one second.
    "crates": _Access("https://crates.io", pause=timedelta(seconds=1)),
    "packagist": _Access("https://packagist.org"),
    "maven": _Access("https://search.maven.org"),
}
_REGISTERS: Final[Mapping[str, Callable[[PublicService], PaperRegister]]] = {
    "openalex": OpenAlex,
    "semanticscholar": SemanticScholar,
    "europepmc": EuropePmc,
    "crossref": Crossref,
    "arxiv": Arxiv,
}


def paper_registers(settings: Settings, client: ApiClient, clock: Clock) -> Sequence[PaperRegister]:
    """Return the registers of papers that *settings* switch on."""
    return [_REGISTERS[name](_service(name, settings, client, clock)) for name in settings.paper_services]


def developer_sources(settings: Settings, client: ApiClient, clock: Clock) -> Sequence[DeveloperSource]:
    """Return the searches for developers that *settings* switch on."""
    services = {name: _service(name, settings, client, clock) for name in settings.developer_services}
    return [ListedSource(service, listing) for name, service in services.items() for listing in LISTINGS[name]]


def _service(name: str, settings: Settings, client: ApiClient, clock: Clock) -> PublicService:
    access = _ACCESS[name]
    base = settings.public_service_urls.get(name)
    contact = settings.public_service_contact
    headers: dict[str, str] = (
        {"user-agent": f"Gossamer (mailto:{contact})", **access.headers} if contact else {**access.headers}
    )
    parameters: dict[str, Any] = {access.contact: contact} if access.contact and contact else {}
    secret = getattr(settings, access.key) if access.key else None
    if secret is not None and access.key_header:
        headers[access.key_header] = access.scheme + secret.get_secret_value()
    elif secret is not None:
        parameters[access.key_parameter] = secret.get_secret_value()
    return PublicService(
        name,
        base or access.base,
        client,
        clock,
        patience=timedelta(seconds=settings.search_timeout_seconds),
        budget=Budget(settings.search_budgets.get(name)),
        headers=headers,
        parameters=parameters,
        # A copy of one's own needs no pause.
        pause=timedelta(0) if base else access.pause,
    )
