"""Options on the terms of sites, and on the identity under which they are visited."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

PurposeName: TypeAlias = Literal["search", "ai-input", "ai-train"]
IdentityName: TypeAlias = Literal["browser", "honest"]
PolicyName: TypeAlias = Literal["ignore", "report", "obey"]
PurposeOption: TypeAlias = Annotated[
    PurposeName | None, Field(description="What pages are taken for; the terms of their sites are read for it.")
]
PolicyOption: TypeAlias = Annotated[
    PolicyName | None,
    Field(
        description="How terms of sites are treated: not read, reported in `metadata.terms`, or obeyed. The strictest "
        "of service, key and request holds; a `purpose` alone means `report`."
    ),
]
IdentityOption: TypeAlias = Annotated[
    IdentityName | None,
    Field(
        description="How sites are visited: as an ordinary browser, or under the service's own name. A key's comes "
        "before its team's, and both before GOSSAMER_IDENTITY; null for the next one."
    ),
]
