"""Names of integrations that requests may carry."""

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, Field

from gossamer.wire.shapes import Origin, broken_rule

_KNOWN = frozenset(
    {
        "dify",
        "zapier",
        "pipedream",
        "raycast",
        "langchain",
        "crewai",
        "llamaindex",
        "n8n",
        "camelai",
        "make",
        "flowise",
        "metagpt",
        "relevanceai",
        "viasocket",
        "cli",
        "hermes",
        "gstack",
        "prometheus",
    }
)


def _check_known(name: str) -> str:
    # An underscore marks private integrations and tests; they need no entry here.
    if name in _KNOWN or name.startswith("_"):
        return name
    raise broken_rule(f"Invalid integration. Use one of {', '.join(sorted(_KNOWN))}, or a name that begins with _.")


Integration = Annotated[
    str,
    AfterValidator(_check_known),
    Field(max_length=200, description="The integration that sends this, or a name that begins with an underscore."),
]


class Sender(BaseModel):
    """The client that sends a request."""

    origin: Origin = "api"
    integration: Integration | None = None

    @property
    def sender(self) -> dict[str, Any]:
        """Return the client as fields of a spec."""
        return {"origin": self.origin, "integration": self.integration}
