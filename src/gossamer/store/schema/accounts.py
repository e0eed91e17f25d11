"""Organizations, teams, keys, people, and what they changed."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, String, Table, Text

from gossamer.core.accounts import FIRST_ORGANIZATION
from gossamer.store.schema.metadata import metadata
from gossamer.store.schema.sealed_headers import SealedHeaders

organizations = Table(
    "organizations",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("name", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    # Features that its teams may use.
    Column("key_restrictions", Boolean, nullable=False),
    Column("ip_restrictions", Boolean, nullable=False),
    Column("zero_data_retention", Boolean, nullable=False),
    # When it is removed for good, because somebody deleted it; NULL while it is in use. So it is for teams and users.
    Column("purge_at", BigInteger),
)

teams = Table(
    "teams",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("name", Text, nullable=False),
    # Billing months begin on its day of the month, at midnight UTC.
    Column("created_at", BigInteger, nullable=False),
    # Signs the bodies of webhooks; sealed, because it has to be read again.
    Column("webhook_secret", Text),
    Column("organization_id", String(36), nullable=False, server_default=FIRST_ORGANIZATION),
    # Credits of each billing month; NULL is no bound.
    Column("credits", BigInteger),
    # Pages under way at once; NULL is the setting of the deployment.
    Column("concurrency", Integer),
    # JSON: requests a minute by mode; what is not named has no bound.
    Column("rate_limits", Text, nullable=False, server_default="{}"),
    Column("purge_at", BigInteger),
    # Under which identity sites are visited; NULL is the setting of the deployment.
    Column("identity", String(8)),
    Index("ix_teams_organization_id", "organization_id"),
)

threat_protection = Table(
    "threat_protection",
    metadata,
    Column("team_id", String(36), ForeignKey("teams.id"), primary_key=True),
    # core.threats.ThreatSettings, as store.tagged writes it.
    Column("settings", Text, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
)

# Where the requests of a team are told.
siem_streams = Table(
    "siem_streams",
    metadata,
    Column("team_id", String(36), ForeignKey("teams.id"), primary_key=True),
    # Tagged JSON of a Webhook.
    Column("webhook", SealedHeaders, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    # The last activity that was told.
    Column("sent_at", BigInteger, nullable=False),
    Column("sent_id", String(36), nullable=False),
    # When the next batch is sent, or its process is gone.
    Column("next_at", BigInteger, nullable=False, index=True),
    Column("tries", Integer, nullable=False),
    Column("trouble", Text, nullable=False),
)

api_keys = Table(
    "api_keys",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("team_id", String(36), ForeignKey("teams.id"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("hash", String(64), nullable=False, unique=True),
    Column("created_at", BigInteger, nullable=False),
    Column("revoked_at", BigInteger),
    # Its first and last characters, for people to recognise it. Empty for keys from before it was kept.
    Column("hint", String(16), nullable=False, server_default=""),
    # The creator, as the audit log names them.
    Column("created_by", Text, nullable=False, server_default=""),
    Column("last_used_at", BigInteger),
    Column("expires_at", BigInteger),
    # JSON of core.restrictions.Restrictions and of a list of CIDRs. NULL, and whatever cannot be read,
    # is a key that nobody may use: what it was restricted to is not known.
    Column("restrictions", Text),
    Column("addresses", Text),
)

users = Table(
    "users",
    metadata,
    Column("id", String(36), primary_key=True),
    # In lower case.
    Column("email", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    # Argon2id, in its own notation.
    Column("password_hash", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("purge_at", BigInteger),
    # features.accounts.second_factors, sealed; NULL for who signs in with a password alone.
    Column("factor", Text),
)

memberships = Table(
    "memberships",
    metadata,
    Column("team_id", String(36), primary_key=True),
    Column("user_id", String(36), primary_key=True),
    # "admin" or "member".
    Column("role", String(16), nullable=False),
    Column("since", BigInteger, nullable=False),
    Index("ix_memberships_user_id", "user_id"),
)

invitations = Table(
    "invitations",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("team_id", String(36), nullable=False, index=True),
    # Of the token in the link.
    Column("hash", String(64), nullable=False, unique=True),
    Column("role", String(16), nullable=False),
    # The invited address; empty when anybody with the link may accept it.
    Column("email", Text, nullable=False),
    Column("created_by", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
)

web_sessions = Table(
    "web_sessions",
    metadata,
    # Of the cookie.
    Column("hash", String(64), primary_key=True),
    Column("user_id", String(36), nullable=False, index=True),
    # The team that is looked at.
    Column("team_id", String(36), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False, index=True),
)

# Failed sign-ins by account and by address, for as long as they count.
sign_in_failures = Table(
    "sign_in_failures",
    metadata,
    Column("subject", Text, primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("since", BigInteger, nullable=False, index=True),
)

# Only ever added to.
audit_log = Table(
    "audit_log",
    metadata,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("organization_id", String(36), nullable=False),
    # Empty for what concerns the organization or the deployment.
    Column("team_id", String(36), nullable=False),
    Column("actor", Text, nullable=False),
    # As "key.created"; and what it was done to, by name.
    Column("action", String(64), nullable=False),
    Column("target", Text, nullable=False),
    # JSON: what was before and after; never a secret.
    Column("detail", Text, nullable=False),
    Index("ix_audit_log_team_id_number", "team_id", "number"),
)

signing_keys = Table(
    "signing_keys",
    metadata,
    Column("id", String(36), primary_key=True),
    # Sealed: 32 bytes in base64.
    Column("private", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    # NULL for the one that signs.
    Column("retired_at", BigInteger),
)
