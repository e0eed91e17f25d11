"""Tables. Times are stored as epoch milliseconds: the same in every dialect, and cheap to compare.

A job has a number beside its id, because it stands in every row of its frontier. Frontiers are
large and read by their primary keys alone, so SQLite keeps them in the order of these.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    text,
)

from gossamer.core.accounts import FIRST_ORGANIZATION

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

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
    Index("ix_teams_organization_id", "organization_id"),
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
    # What people recognise it by: its first and last characters. Empty for keys from before it was kept.
    Column("hint", String(16), nullable=False, server_default=""),
    # Who made it, as the audit log names them.
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
    # For whom it is; empty when whoever has the link may accept it.
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

scrapes = Table(
    "scrapes",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("team_id", String(36), nullable=False),
    Column("key_id", String(36), nullable=False),
    Column("url", Text, nullable=False),
    Column("finished_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False, index=True),
    Column("error_code", Text),
    # zstd-compressed JSON of core.documents.Document; NULL when it failed or must not be kept.
    Column("document", LargeBinary),
    # Names of blobs that expire with the scrape, separated by spaces.
    Column("blobs", Text, nullable=False, default=""),
)

pages = Table(
    "pages",
    metadata,
    Column("team_id", String(36), primary_key=True),
    Column("fingerprint", String(32), primary_key=True),
    Column("url", Text, nullable=False),
    Column("fetched_at", BigInteger, nullable=False, index=True),
    # JSON of what came beside the body.
    Column("head", LargeBinary, nullable=False),
    # zstd-compressed.
    Column("body", LargeBinary, nullable=False),
    # The registered domain of the host; empty in rows from before it was kept.
    Column("site", Text, nullable=False, server_default=""),
    Index("ix_pages_team_id_site", "team_id", "site"),
)

ledger = Table(
    "ledger",
    metadata,
    # What was charged for: a scrape's id, or a job's id, lane and chunk. The primary key is what
    # makes a charge happen once.
    Column("reference", String(64), primary_key=True),
    Column("team_id", String(36), nullable=False),
    Column("key_id", String(36), nullable=False),
    Column("operation", String(32), nullable=False),
    Column("credits", Integer, nullable=False),
    Column("charged_at", BigInteger, nullable=False),
    Index("ix_ledger_team_id_charged_at", "team_id", "charged_at"),
)


# Sums of the ledger by day (days since 1970-01-01, UTC), written in the transaction of each charge.
usage_days = Table(
    "usage_days",
    metadata,
    Column("team_id", String(36), primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("key_id", String(36), primary_key=True),
    Column("operation", String(32), primary_key=True),
    Column("credits", BigInteger, nullable=False),
    # Entries of the ledger.
    Column("charges", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# One for each team with a bound on its credits, and each key with a budget; locked by whoever spends.
credit_accounts = Table(
    "credit_accounts",
    metadata,
    # A team's or a key's id.
    Column("owner_id", String(36), primary_key=True),
    Column("team_id", String(36), nullable=False, index=True),
    # Credits of each billing month; what is used of them, and what work under way may use.
    Column("allowance", BigInteger, nullable=False),
    Column("period_start", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
    Column("reserved", BigInteger, nullable=False),
)

# What requests under way may use. Jobs reserve for the pages they have in flight, without rows of their own.
reservations = Table(
    "reservations",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("team_id", String(36), nullable=False),
    Column("key_id", String(36), nullable=False),
    Column("credits", BigInteger, nullable=False),
    # Its process is gone when this has passed.
    Column("expires_at", BigInteger, nullable=False, index=True),
)

# Scrapes and maps that callers wait for, of who has a bound on pages under way. Jobs have theirs in `in_flight`.
places = Table(
    "places",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("team_id", String(36), nullable=False, index=True),
    Column("key_id", String(36), nullable=False),
    # The team or the key whose bound it waits for; NULL when it is under way.
    Column("waits_for", String(36)),
    # When it came: who came first goes first.
    Column("since", BigInteger, nullable=False),
    # Its process is gone when this has passed.
    Column("expires_at", BigInteger, nullable=False, index=True),
)

# What a team asked for: scrapes, jobs, maps. Kept for a day.
activities = Table(
    "activities",
    metadata,
    # The scrape's, job's or map's own id.
    Column("id", String(36), primary_key=True),
    Column("team_id", String(36), nullable=False),
    Column("key_id", String(36), nullable=False),
    # "scrape", "crawl", "batch_scrape", "map", …
    Column("operation", String(32), nullable=False),
    # The API version that asked: "v2"; empty when it was no API.
    Column("dialect", String(8), nullable=False),
    # What it was about, as a rule an address; without credentials.
    Column("target", Text, nullable=False),
    Column("at", BigInteger, nullable=False, index=True),
    Index("ix_activities_team_id_at_id", "team_id", "at", "id"),
)

# Requests counted by minute, over all processes.
rate_windows = Table(
    "rate_windows",
    metadata,
    # A team's or a key's id.
    Column("owner_id", String(36), primary_key=True),
    Column("mode", String(32), primary_key=True),
    # Minutes since 1970-01-01, UTC.
    Column("minute", BigInteger, primary_key=True, autoincrement=False),
    Column("taken", Integer, nullable=False),
    Index("ix_rate_windows_minute", "minute"),
    sqlite_with_rowid=False,
)


def _where(condition: str) -> dict[str, Any]:
    """Return what makes an index partial, in both dialects."""
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}


_CLUSTERED: dict[str, Any] = {"sqlite_with_rowid": False}

jobs = Table(
    "jobs",
    metadata,
    # SQLite counts up by itself only what is exactly INTEGER.
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("id", String(36), nullable=False, unique=True),
    Column("team_id", String(36), nullable=False),
    Column("key_id", String(36), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("state", String(16), nullable=False),
    Column("called_at", Text, nullable=False),
    Column("dialect", String(8), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("deadline", BigInteger, nullable=False),
    # How long it may take, in milliseconds; the deadline moves by it when URLs are added later.
    Column("time_allowed", BigInteger, nullable=False),
    # While it runs, the latest moment this can be.
    Column("expires_at", BigInteger, nullable=False),
    Column("finished_at", BigInteger),
    Column("error", Text),
    # Why entries that were not fetched never will be, once it has ended.
    Column("leftover", String(32)),
    Column("page_limit", BigInteger, nullable=False),
    # Where the start page of a crawl led.
    Column("home", Text),
    # Webhook events that somebody wants to be told of, separated by spaces; NULL without a webhook.
    Column("wanted_events", Text),
    # Counters: a frontier is never counted. Of pages:
    Column("done", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    Column("refused", Integer, nullable=False),
    Column("in_flight", Integer, nullable=False),
    Column("queued", Integer, nullable=False),
    # Of sitemaps, queued and taken:
    Column("sitemaps", Integer, nullable=False),
    # Of both: queued entries that may be taken, those that wait for their time, all, and
    # refused ones that are only counted.
    Column("ready", Integer, nullable=False),
    Column("waiting", Integer, nullable=False),
    Column("entries", Integer, nullable=False),
    Column("unlisted", Integer, nullable=False),
    # Of rows in job_pages, webhook events ever written, and running lanes.
    Column("listed", Integer, nullable=False),
    Column("events", Integer, nullable=False),
    Column("lanes", Integer, nullable=False),
    Column("credits", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),
    # When its last page was done.
    Column("succeeded_at", BigInteger),
    # Credits reserved for each page in flight.
    Column("page_price", Integer, nullable=False, server_default="0"),
    # Its pages that may be under way at once; NULL in rows from before it was kept.
    Column("pages_at_once", Integer),
    Index("ix_jobs_running", "team_id", "created_at", **_where("state = 'scraping'")),
    Index("ix_jobs_deadline", "deadline", **_where("state = 'scraping'")),
    Index("ix_jobs_expires_at", "expires_at", **_where("state <> 'scraping'")),
    Index("ix_jobs_team_id_finished_at", "team_id", "finished_at"),
)

# Beside the job, whose row is written with every chunk: a batch's spec has all its URLs.
job_specs = Table(
    "job_specs",
    metadata,
    Column("job", BigInteger, primary_key=True, autoincrement=False),
    Column("spec", Text, nullable=False),
)

job_lanes = Table(
    "job_lanes",
    metadata,
    Column("job", BigInteger, primary_key=True, autoincrement=False),
    Column("lane", Integer, primary_key=True, autoincrement=False),
    Column("turn", Integer, nullable=False),
    # Who began the turn last.
    Column("holder", Text),
    # Entries it has taken.
    Column("held", Integer, nullable=False),
    # Chunks ever committed; and what the last commit gave, for one whose answer was lost.
    Column("chunks", Integer, nullable=False),
    Column("commit_id", String(36)),
    Column("gave", Text),
    # When something happened in it last, or when its next turn is due; NULL when it is closed.
    Column("active_at", BigInteger, index=True),
)

job_warnings = Table(
    "job_warnings",
    metadata,
    Column("job", BigInteger, primary_key=True, autoincrement=False),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("sentence", Text, nullable=False),
)

# States: 0 queued, 1 waiting for its time, 2 taken by a lane, 3 done, 4 failed, 5 refused.
# Kinds: 0 page, 1 sitemap.
frontier = Table(
    "frontier",
    metadata,
    Column("job", BigInteger, primary_key=True, autoincrement=False),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("fingerprint", BigInteger, nullable=False),
    Column("url", Text, nullable=False),
    Column("depth", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("kind", SmallInteger, nullable=False),
    Column("state", SmallInteger, nullable=False),
    Column("lane", Integer),
    Column("tries", Integer, nullable=False),
    Column("ready_at", BigInteger),
    Column("code", Text),
    Column("reason", Text),
    Column("scrape_id", String(36)),
    Column("at", BigInteger),
    # With these, taking entries costs the same however many there are.
    Index("ix_frontier_queued", "job", "kind", "rank", "position", **_where("state = 0")),
    Index("ix_frontier_waiting", "job", "ready_at", **_where("state = 1")),
    Index("ix_frontier_taken", "job", "lane", **_where("state = 2")),
    **_CLUSTERED,
)

# Which entry has a page: its own fingerprint, and others that were found to name the same page.
fingerprints = Table(
    "fingerprints",
    metadata,
    Column("job", BigInteger, primary_key=True, autoincrement=False),
    Column("fingerprint", BigInteger, primary_key=True, autoincrement=False),
    # 0 when it was refused and is only counted.
    Column("position", Integer, nullable=False),
    # It was refused for its depth, and may be met again nearer to the start.
    Column("too_deep", Boolean, nullable=False),
    **_CLUSTERED,
)

job_pages = Table(
    "job_pages",
    metadata,
    Column("job", BigInteger, primary_key=True, autoincrement=False),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("scrape_id", String(36), nullable=False),
    # Bytes of the document's JSON.
    Column("size", Integer, nullable=False),
    **_CLUSTERED,
)

idempotency_keys = Table(
    "idempotency_keys",
    metadata,
    Column("team_id", String(36), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("job_id", String(36), nullable=False),
    Column("used_at", BigInteger, nullable=False, index=True),
)

webhook_events = Table(
    "webhook_events",
    metadata,
    Column("job", BigInteger, primary_key=True, autoincrement=False),
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("event_id", String(36), nullable=False),
    # "started", "page", "completed" or "failed".
    Column("name", String(16), nullable=False),
    Column("success", Boolean, nullable=False),
    Column("error", Text),
    Column("scrape_id", String(36)),
    # JSON.
    Column("extra", Text, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("due_at", BigInteger, nullable=False),
    Index("ix_webhook_events_due", "job", "name", "due_at", "sequence"),
)

# One a job with a webhook: its row is locked by whoever writes or settles events.
webhook_deliveries = Table(
    "webhook_deliveries",
    metadata,
    Column("job", BigInteger, primary_key=True, autoincrement=False),
    Column("turn", Integer, nullable=False),
    # When something happened last, or when its next turn is due; NULL when nothing is to be delivered.
    Column("active_at", BigInteger, index=True),
)

hosts = Table(
    "hosts",
    metadata,
    Column("host", Text, primary_key=True),
    # The first moment that was not given out (the "theoretical arrival time" of GCRA).
    Column("next_at", BigInteger, nullable=False, index=True),
    # The least time between two requests, in milliseconds; 0 when none is set.
    Column("every", BigInteger, nullable=False),
    # 0 when it never rested.
    Column("resting_until", BigInteger, nullable=False),
)

robots = Table(
    "robots",
    metadata,
    Column("origin", Text, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("fetched_at", BigInteger, nullable=False, index=True),
    Column("unreachable", Boolean, nullable=False),
)
