"""Rows of the tables of accounts, and the values that they stand for."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Row

from gossamer.core.accounts import ApiKey, Features, Invitation, Organization, Role, Team, User
from gossamer.core.errors import RestrictionsUnverified
from gossamer.core.restrictions import network, networks, pack, pack_networks, unpack
from gossamer.ports.accounts import KeyChange
from gossamer.store.row_encoding import millis, moment
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
    return ApiKey(
        key_id=row.key_id,
        team_id=row.key_team_id,
        name=row.key_name,
        hint=row.key_hint,
        created_by=row.key_created_by,
        created_at=moment(row.key_created_at),
        last_used_at=maybe_moment(row.key_last_used_at),
        expires_at=maybe_moment(row.key_expires_at),
        revoked_at=maybe_moment(row.key_revoked_at),
        restrictions=_if_readable(unpack, row.key_restrictions),
        addresses=_if_readable(_address_texts, row.key_addresses),
    )


def key_values(key: ApiKey, key_hash: str) -> dict[str, Any]:
    """Return the row of a key."""
    return {
        "id": key.key_id,
        "team_id": key.team_id,
        "name": key.name,
        "hash": key_hash,
        "hint": key.hint,
        "created_by": key.created_by,
        "created_at": millis(key.created_at),
        "expires_at": maybe_millis(key.expires_at),
        "restrictions": None if key.restrictions is None else pack(key.restrictions),
        "addresses": None if key.addresses is None else pack_networks(list(map(network, key.addresses))),
    }


def key_changes(change: KeyChange) -> dict[str, Any]:
    """Return the columns of a key that change."""
    changes = change.given()
    return {name: maybe_millis(value) if name == "expires_at" else value for name, value in changes.items()}


def team_of(row: AnyRow) -> Team:
    """Return the team of a row with the columns of TEAM; raises RestrictionsUnverified."""
    return Team(
        team_id=row.team_id,
        organization_id=row.team_organization_id,
        name=row.team_name,
        created_at=moment(row.team_created_at),
        credits=row.team_credits,
        concurrency=row.team_concurrency,
        rate_limits=_rates(row.team_rate_limits),
        purge_at=maybe_moment(row.team_purge_at),
    )


def team_values(team: Team) -> dict[str, Any]:
    """Return the row of a team."""
    return {
        "id": team.team_id,
        "organization_id": team.organization_id,
        "name": team.name,
        "created_at": millis(team.created_at),
        "credits": team.credits,
        "concurrency": team.concurrency,
        "rate_limits": json.dumps(dict(sorted(team.rate_limits.items())), separators=(",", ":")),
    }


def features_of(row: AnyRow) -> Features:
    """Return the features of a row with the columns of ORGANIZATION; raises RestrictionsUnverified without any."""
    if row.organization_id is None:
        raise RestrictionsUnverified
    return Features(
        key_restrictions=row.organization_key_restrictions,
        ip_restrictions=row.organization_ip_restrictions,
        zero_data_retention=row.organization_zero_data_retention,
    )


def feature_values(features: Features) -> dict[str, bool]:
    """Return the columns of features."""
    return {
        "key_restrictions": features.key_restrictions,
        "ip_restrictions": features.ip_restrictions,
        "zero_data_retention": features.zero_data_retention,
    }


def organization_of(row: AnyRow) -> Organization:
    """Return the organization of a row with the columns of ORGANIZATION."""
    return Organization(
        organization_id=row.organization_id,
        name=row.organization_name,
        features=features_of(row),
        created_at=moment(row.organization_created_at),
        purge_at=maybe_moment(row.organization_purge_at),
    )


def organization_values(organization: Organization) -> dict[str, Any]:
    """Return the row of an organization."""
    return {
        "id": organization.organization_id,
        "name": organization.name,
        "created_at": millis(organization.created_at),
        **feature_values(organization.features),
    }


def user_of(row: AnyRow) -> User:
    """Return the person of a row with the columns of USER."""
    return User(
        user_id=row.user_id,
        email=row.user_email,
        name=row.user_name,
        created_at=moment(row.user_created_at),
        purge_at=maybe_moment(row.user_purge_at),
    )


def user_values(user: User, password_hash: str) -> dict[str, Any]:
    """Return the row of a person."""
    return {
        "id": user.user_id,
        "email": user.email,
        "name": user.name,
        "password_hash": password_hash,
        "created_at": millis(user.created_at),
    }


def invitation_of(row: AnyRow) -> Invitation:
    """Return the invitation of a row with the columns of INVITATION."""
    return Invitation(
        invitation_id=row.invitation_id,
        team_id=row.invitation_team_id,
        role=Role(row.invitation_role),
        email=row.invitation_email,
        created_by=row.invitation_created_by,
        created_at=moment(row.invitation_created_at),
        expires_at=moment(row.invitation_expires_at),
    )


def invitation_values(invitation: Invitation, token_hash: str) -> dict[str, Any]:
    """Return the row of an invitation."""
    return {
        "id": invitation.invitation_id,
        "team_id": invitation.team_id,
        "hash": token_hash,
        "role": invitation.role.value,
        "email": invitation.email,
        "created_by": invitation.created_by,
        "created_at": millis(invitation.created_at),
        "expires_at": millis(invitation.expires_at),
    }


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
