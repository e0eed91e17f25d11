"""The options of `changeTracking`, as both versions have them."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from gossamer.core.formats import ChangeTracking
from gossamer.wire.schemas import JsonSchema
from gossamer.wire.shapes import StrictShape, at_most


class TrackingOptions(StrictShape):
    """How a page is compared with its last version."""

    modes: Annotated[list[Literal["git-diff", "json"]], BeforeValidator(at_most(10, "modes"))] | None = None
    schema_: Annotated[JsonSchema | None, Field(alias="schema")] = None
    prompt: Annotated[str, Field(max_length=10_000)] | None = None
    tag: Annotated[str, Field(max_length=1000)] | None = None

    def format(self) -> ChangeTracking:
        """Return the format as the core knows it."""
        modes = self.modes or ()
        return ChangeTracking("git-diff" in modes, "json" in modes, self.schema_, self.prompt or "", self.tag or "")
