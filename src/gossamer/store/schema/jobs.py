"""Jobs and their frontiers.

A job has a number beside its id, because it stands in every row of its frontier. Frontiers are
large and read by their primary keys alone, so SQLite keeps them in the order of these.
"""

from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, SmallInteger, String, Table, Text, UniqueConstraint

from gossamer.store.schema.metadata import metadata, partial
from gossamer.store.schema.sealed_headers import SealedHeaders

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
    # Webhook events of the subscription, separated by spaces; NULL without a webhook.
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
    # The W3C traceparent of the request that started it; empty when that was not traced.
    Column("trace", Text, nullable=False, server_default=""),
    # How often entries were put off because of their host's pace or failures, and for how many milliseconds in all.
    Column("delays", Integer, nullable=False, server_default="0"),
    Column("delayed_ms", BigInteger, nullable=False, server_default="0"),
    Index("ix_jobs_running", "team_id", "created_at", **partial("state = 'scraping'")),
    Index("ix_jobs_deadline", "deadline", **partial("state = 'scraping'")),
    Index("ix_jobs_expires_at", "expires_at", **partial("state <> 'scraping'")),
    Index("ix_jobs_team_id_finished_at", "team_id", "finished_at"),
)

# Beside the job, whose row is written with every chunk: a batch's spec has all its URLs.
job_specs = Table(
    "job_specs",
    metadata,
    Column("job", BigInteger, primary_key=True, autoincrement=False),
    Column("spec", SealedHeaders, nullable=False),
)

job_lanes = Table(
    "job_lanes",
    metadata,
    Column("job", BigInteger, primary_key=True, autoincrement=False),
    Column("lane", Integer, primary_key=True, autoincrement=False),
    Column("turn", Integer, nullable=False),
    # The process that began the turn last.
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

# Pages that somebody must pass with a profile (core.crawls.Wall); *passed_at* is NULL while one stands.
job_walls = Table(
    "job_walls",
    metadata,
    Column("job", BigInteger, primary_key=True, autoincrement=False),
    Column("host", Text, primary_key=True),
    Column("profile", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("verdict", String(16), nullable=False),
    Column("met_at", BigInteger, nullable=False),
    Column("passed_at", BigInteger),
    Column("times", Integer, nullable=False),
    Index("ix_job_walls_profile", "profile", **partial("passed_at IS NULL")),
)

# States: 0 queued, 1 waiting for its time, 2 taken by a lane, 3 done, 4 failed, 5 refused.
# Kinds: 0 page, 1 sitemap, 2 another source of pages.
frontier = Table(
    "frontier",
    metadata,
    Column("job", BigInteger, primary_key=True, autoincrement=False),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("fingerprint", BigInteger, nullable=False),
    Column("url", Text, nullable=False),
    # As the caller wrote it, where that is not the same.
    Column("written", Text),
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
    # A line of JSON for each attempt: under which name and by what right it was made, and the requests that were sent.
    Column("visits", Text),
    # With these, taking entries costs the same however many there are.
    Index("ix_frontier_queued", "job", "kind", "rank", "position", **partial("state = 0")),
    Index("ix_frontier_waiting", "job", "ready_at", **partial("state = 1")),
    Index("ix_frontier_taken", "job", "lane", **partial("state = 2")),
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

# The pages that a page links to, as a JSON array of fingerprints; only where its depth may still fall and counts.
frontier_links = Table(
    "frontier_links",
    metadata,
    Column("job", BigInteger, primary_key=True, autoincrement=False),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("prints", Text, nullable=False),
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

# Answers of models about pages that are not settled yet, by a digest of the question.
model_answers = Table(
    "model_answers",
    metadata,
    Column("job", BigInteger, primary_key=True, autoincrement=False),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("asked", String(64), primary_key=True),
    # JSON.
    Column("answer", Text, nullable=False),
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

# One a job with a webhook: its row is locked while events are written or settled.
webhook_deliveries = Table(
    "webhook_deliveries",
    metadata,
    Column("job", BigInteger, primary_key=True, autoincrement=False),
    Column("turn", Integer, nullable=False),
    # When something happened last, or when its next turn is due; NULL when nothing is to be delivered.
    Column("active_at", BigInteger, index=True),
)

# Events that were posted, of jobs and of monitors, as they stand after their last try.
webhook_log = Table(
    "webhook_log",
    metadata,
    Column("delivery_id", String(36), primary_key=True),
    Column("team_id", String(36), nullable=False),
    Column("key_id", String(36), nullable=False),
    Column("source_id", String(36), nullable=False),
    Column("state", String(16), nullable=False),
    Column("tried_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False, index=True),
    # Tagged JSON of a Delivery.
    Column("record", SealedHeaders, nullable=False),
    Index("ix_webhook_log_team_id_tried_at", "team_id", "tried_at", "delivery_id"),
    Index("ix_webhook_log_source_id_tried_at", "source_id", "tried_at"),
)

agent_runs = Table(
    "agent_runs",
    metadata,
    Column("job_id", String(36), primary_key=True),
    Column("team_id", String(36), nullable=False),
    Column("thread_id", String(36), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False, index=True),
    UniqueConstraint("thread_id", "turn", name="uq_agent_runs_thread_id"),
    Index("ix_agent_runs_team_id_created_at", "team_id", "created_at"),
)
