"""`/v2/search/gov`, by GET and POST: a search of government sites alone."""

from typing import Annotated, ClassVar, Final

from pydantic import ConfigDict, Field

from gossamer.core.searches import SearchSpec
from gossamer.wire.integrations import Sender
from gossamer.wire.shapes import StrictShape, Whole, example

# Where governments, parliaments, courts and their agencies publish.
_DOMAINS: Final = (
    "gov", "mil", "gov.uk", "judiciary.uk", "parliament.uk", "gc.ca", "canada.ca", "gov.au", "govt.nz", "gov.ie",
    "gov.in", "gov.za", "gov.sg", "gov.hk", "go.jp", "go.kr", "gov.br", "gob.mx", "gob.es", "gob.ar", "gouv.fr",
    "bund.de", "gv.at", "admin.ch", "gov.it", "gov.pl", "gov.pt", "regeringen.se", "regjeringen.no", "overheid.nl",
    "europa.eu", "int",
)  # fmt: skip
_Word = Annotated[str, Field(min_length=1, max_length=200)]


class GovSearchRequest(StrictShape, Sender):
    """A search of government sites; what names a court or a country is searched for beside the query."""

    model_config = example(query="drinking water limits", k=5)

    query: Annotated[str, Field(min_length=1, max_length=500, description="What to look for; required.")]
    k: Annotated[Whole, Field(ge=1, le=100, description="Results at most.")] = 10
    jurisdiction: Annotated[_Word | None, Field(description="A country or state, as `Ireland`.")] = None
    court: Annotated[_Word | None, Field(description="The name of a court.")] = None
    court_type: Annotated[_Word | None, Field(description="A kind of court, as `appellate`.")] = None
    cites: Annotated[_Word | None, Field(description="A case or statute that the results cite.")] = None
    domain: Annotated[_Word | None, Field(description="One domain of a government, as `epa.gov`.")] = None

    def spec(self) -> SearchSpec:
        """Return the request as the core knows it."""
        words = (self.query, self.jurisdiction, self.court, self.court_type, self.cites)
        return SearchSpec(
            " ".join(word for word in words if word),
            include_domains=(self.domain.lower(),) if self.domain else _DOMAINS,
            limit=self.k,
            **self.sender,
        )


class GovQueryString(GovSearchRequest):
    """The same in a query string."""

    model_config = ConfigDict(strict=False)
    LISTS: ClassVar[frozenset[str]] = frozenset()
