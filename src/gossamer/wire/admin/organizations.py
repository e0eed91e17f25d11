"""Organizations, and what their teams may use."""

from dataclasses import replace
from typing import Any

from pydantic import Field

from gossamer.core.accounts import Features, Organization
from gossamer.wire.answers import AnswerShape, Success
from gossamer.wire.shapes import StrictShape, example

_ID = "5f0d2a52-3f4a-4a5e-9d9b-6f0d2b7c1e11"


class Flags(StrictShape):
    """Features for the teams of an organization; those left out are off."""

    model_config = example(keyRestrictions=True)

    key_restrictions: bool = Field(default=False, description="Keys can be restricted.")
    ip_restrictions: bool = Field(default=False, description="Keys can be limited to addresses.")
    zero_data_retention: bool = Field(default=False, description="Requests may ask for zero data retention.")

    def features(self) -> Features:
        """Return the flags as the core knows them."""
        return Features(**self.model_dump())

    def added_to(self, features: Features) -> Features:
        """Return the features of an organization that is there, with those flags changed that were named."""
        return replace(features, **{name: getattr(self, name) for name in self.model_fields_set})


class NewOrganization(StrictShape):
    """An organization to be made."""

    model_config = example(name="Acme", flags={"keyRestrictions": True})

    name: str
    flags: Flags = Flags()


class FlagsShown(AnswerShape):
    """Features for the teams of an organization."""

    key_restrictions: bool
    ip_restrictions: bool
    zero_data_retention: bool


class OrganizationShown(AnswerShape):
    """An organization."""

    organization_id: str = Field(examples=[_ID])
    name: str
    flags: FlagsShown
    created_at: str
    purge_at: str | None = Field(default=None, description="When it is removed; left out for one in use.")


class OrganizationAnswer(Success):
    """An organization."""

    organization: OrganizationShown


class Organizations(Success):
    """All organizations, by name."""

    organizations: list[OrganizationShown]


def organization_json(organization: Organization) -> dict[str, Any]:
    """Return *organization* as JSON."""
    return OrganizationShown.of(organization, flags=FlagsShown.of(organization.features))
