"""Options on the terms of sites."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

PurposeName: TypeAlias = Literal["search", "ai-input", "ai-train"]
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
