"""Tables. Times are stored as epoch milliseconds: the same in every dialect, and cheap to compare."""

from gossamer.store.schema.accounts import (
    api_keys,
    audit_log,
    invitations,
    memberships,
    organizations,
    siem_streams,
    sign_in_failures,
    signing_keys,
    teams,
    threat_protection,
    users,
    web_sessions,
)
from gossamer.store.schema.credits import credit_accounts, ledger, reservations, retained_usage, usage_days
from gossamer.store.schema.history import histories, page_contents, page_versions
from gossamer.store.schema.hosts import hosts, renderings, robots
from gossamer.store.schema.index import feedback, index_documents, index_queue
from gossamer.store.schema.jobs import (
    agent_runs,
    fingerprints,
    frontier,
    frontier_links,
    idempotency_keys,
    job_lanes,
    job_pages,
    job_specs,
    job_walls,
    job_warnings,
    jobs,
    model_answers,
    webhook_deliveries,
    webhook_events,
    webhook_log,
)
from gossamer.store.schema.metadata import metadata
from gossamer.store.schema.monitors import (
    monitor_baselines,
    monitor_checks,
    monitor_feeds,
    monitor_messages,
    monitor_pages,
    monitor_pictures,
    monitor_recipients,
    monitors,
)
from gossamer.store.schema.pages import pages, scrapes
from gossamer.store.schema.requests import activities, places, rate_windows, uploads
from gossamer.store.schema.sessions import browser_sessions, profile_claims, session_profiles, session_steps
