"""Rows of the tables of accounts, and the values that they stand for."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Row

from gossamer.core.accounts import ApiKey, Features, Invitation, Organization, Team, User
from gossamer.core.errors import RestrictionsUnverified
from gossamer.core.restrictions import network, networks, pack, pack_networks, unpack
from gossamer.ports.accounts import KeyChange
from gossamer.store.row_encoding import from_row, millis, moment, to_row
from gossamer.store.schema import api_keys, invitations, organizations, teams, users

_T = TypeVar("_T")
AnyRow: TypeAlias = Row[Any]

# Columns under names of their own, so that rows of several tables can be read together.
KEY = tuple(column.label(f"key_{column.name}") for column in api_keys.c if column.name != "hash")
TEAM = tuple(column.label(f"team_{column.name}") for column in teams.c if column.name != "webhook_secret")
ORGANIZATION = tuple(column.label(f"organization_{column.name}") for column in organizations.c)
USER = tuple(column.label(f"user_{column.name}") for column in users.c)
INVITATION = tuple(column.label(f"invitation_{column.name}") for column in invitations.c if column.name != "hash")


def maybe_moment(epoch_millis: int | None) -> datetime | None:
    """Return the time of a column that may be empty."""
    return None if epoch_millis is None else moment(epoch_millis)


def maybe_millis(at: datetime | None) -> int | None:
    """Return *at* in epoch milliseconds, None for None."""
    return None if at is None else millis(at)


def key_of(row: AnyRow) -> ApiKey:
    """Return the key of a row with the columns of KEY."""
    return from_row(
        ApiKey,
        row,
        "key_",
        key_id=row.key_id,
        restrictions=_if_readable(unpack, row.key_restrictions),
        addresses=_if_readable(_address_texts, row.key_addresses),
    )


def key_values(key: ApiKey, key_hash: str) -> dict[str, Any]:
    """Return the row of a key."""
    return to_row(
        api_keys,
        key,
        id=key.key_id,
        hash=key_hash,
        restrictions=None if key.restrictions is None else pack(key.restrictions),
        addresses=None if key.addresses is None else pack_networks(list(map(network, key.addresses))),
    )


def key_changes(change: KeyChange) -> dict[str, Any]:
    """Return the columns of a key that change."""
    changes = change.given()
    return {name: maybe_millis(value) if name == "expires_at" else value for name, value in changes.items()}


def team_of(row: AnyRow) -> Team:
    """Return the team of a row with the columns of TEAM; raises RestrictionsUnverified."""
    return from_row(Team, row, "team_", team_id=row.team_id, rate_limits=_rates(row.team_rate_limits))


def team_values(team: Team) -> dict[str, Any]:
    """Return the row of a team."""
    rates = json.dumps(dict(sorted(team.rate_limits.items())), separators=(",", ":"))
    return to_row(teams, team, id=team.team_id, rate_limits=rates)


def features_of(row: AnyRow) -> Features:
    """Return the features of a row with the columns of ORGANIZATION; raises RestrictionsUnverified without any."""
    if row.organization_id is None:
        raise RestrictionsUnverified
    return from_row(Features, row, "organization_")


def organization_of(row: AnyRow) -> Organization:
    """Return the organization of a row with the columns of ORGANIZATION."""
    return from_row(Organization, row, "organization_", organization_id=row.organization_id, features=features_of(row))


def organization_values(organization: Organization) -> dict[str, Any]:
    """Return the row of an organization."""
    return to_row(organizations, organization, id=organization.organization_id, **asdict(organization.features))


def user_of(row: AnyRow) -> User:
    """Return the person of a row with the columns of USER."""
    return from_row(User, row, "user_", user_id=row.user_id)


def user_values(user: User, password_hash: str) -> dict[str, Any]:
    """Return the row of a person."""
    return to_row(users, user, id=user.user_id, password_hash=password_hash)


def invitation_of(row: AnyRow) -> Invitation:
    """Return the invitation of a row with the columns of INVITATION."""
    return from_row(Invitation, row, "invitation_", invitation_id=row.invitation_id)


def invitation_values(invitation: Invitation, token_hash: str) -> dict[str, Any]:
    """Return the row of an invitation."""
    return to_row(invitations, invitation, id=invitation.invitation_id, hash=token_hash)


def _address_texts(text: str | None) -> tuple[str, ...]:
    return tuple(map(str, networks(text)))


def _if_readable(read: Callable[[str | None], _T], text: str | None) -> _T | None:
    try:
        return read(text)
    except RestrictionsUnverified:
        return None


def _rates(text: str) -> Mapping[str, int]:
    try:
        rates = json.loads(text)
    except ValueError as error:
        raise RestrictionsUnverified from error
    if not isinstance(rates, dict) or not all(type(rate) is int and rate > 0 for rate in rates.values()):
        raise RestrictionsUnverified
    return rates
