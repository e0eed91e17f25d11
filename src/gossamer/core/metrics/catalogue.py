"""The metrics of the service. Names and labels are part of the product: dashboards and alerts are built on them."""

from collections.abc import Mapping
from typing import Final

from gossamer.core.metrics.recorder import Kind, Metric

_REQUEST_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0)
_PAGE_SECONDS: Final = (0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)
_DELAY_SECONDS: Final = (1.0, 5.0, 20.0, 30.0, 60.0, 120.0, 300.0, 900.0, 3600.0)
_WAIT_SECONDS: Final = (0.0005, 0.002, 0.01, 0.05, 0.25, 1.0, 5.0)


def _counter(name: str, description: str, *labels: str) -> Metric:
    return Metric(f"gossamer_{name}", description, Kind.COUNTER, labels)


def _gauge(name: str, description: str, *labels: str) -> Metric:
    return Metric(f"gossamer_{name}", description, Kind.GAUGE, labels)


def _histogram(name: str, description: str, buckets: tuple[float, ...], *labels: str) -> Metric:
    return Metric(f"gossamer_{name}", description, Kind.HISTOGRAM, labels, buckets)


# Recorded where it happens, in every process.
REQUESTS: Final = _counter("http_requests", "Requests answered.", "route", "method", "status")
REQUEST_TIME: Final = _histogram(
    "http_request_seconds", "Time from the request's head to the answer's end.", _REQUEST_SECONDS, "route"
)
SOCKETS_OPEN: Final = _gauge("sockets_open", "WebSockets that are open.")
SOCKETS_CLOSED: Final = _counter(
    "sockets_closed", "Closed WebSockets, by close code; 0 when the client left.", "route", "code"
)
PAGES: Final = _counter(
    "pages",
    "Pages scraped, by outcome (`ok` or an error code) and the fetcher that brought them.",
    "outcome",
    "fetcher",
)
PAGE_TIME: Final = _histogram(
    "page_seconds", "Time of one scrape, without waiting for a slot.", _PAGE_SECONDS, "fetcher"
)
ESCALATIONS: Final = _counter(
    "escalations", "Fetched pages that were not good enough, so that the next fetcher was tried.", "fetcher", "reason"
)
BLOCKS: Final = _counter("blocks", "Challenge and refusal pages met, by vendor.", "vendor")
BYTES_FETCHED: Final = _counter("fetched_bytes", "Bytes of page bodies fetched, decompressed.", "fetcher")
BYTES_STORED: Final = _counter("stored_bytes", "Bytes written to the blob store: screenshots, PDFs, uploads.")
DATABASE_WAIT: Final = _histogram(
    "database_wait_seconds",
    "Time from asking for the database until a statement could run: its line, and the lock.",
    _WAIT_SECONDS,
    "access",
)
MODEL_REQUESTS: Final = _counter("model_requests", "Requests to language models.", "model", "outcome")
MODEL_TOKENS: Final = _counter("model_tokens", "Tokens sent to language models and received.", "model", "direction")
DELIVERIES: Final = _counter(
    "webhook_deliveries", "Tries to deliver events and alerts: delivered, failed, or given up.", "sender", "outcome"
)
CHECK_DELAY: Final = _histogram(
    "monitor_check_delay_seconds",
    "Time from the minute of a scheduled check until it began; up to 20 seconds of it spread monitors.",
    _DELAY_SECONDS,
)
PROXY_FAILURES: Final = _counter(
    "proxy_failures",
    "Requests that an upstream proxy failed, by the proxy's host and port, and why.",
    "proxy",
    "reason",
)
BROWSER_STARTS: Final = _counter("browser_starts", "Chromium processes started.")
BROWSER_LOSSES: Final = _counter("browser_losses", "Browsers that died while they rendered a page.")
RENDERERS_KILLED: Final = _counter("browser_renderers_killed", "Renderers ended because they took too much memory.")

# Read when somebody asks, in every process.
PROCESS_MEMORY: Final = _gauge("process_memory_bytes", "Resident memory of a process of the service.", "process")
PROCESS_CPU: Final = _gauge("process_cpu_seconds", "Processor time that a process has used.", "process")
BROWSERS: Final = _gauge(
    "browsers", "Running Chromiums: those that serve, and those that end when idle.", "process", "state"
)
BROWSER_AGE: Final = _gauge("browser_age_seconds", "Age of the oldest running Chromium.", "process", "state")
BROWSER_MEMORY: Final = _gauge(
    "browser_memory_bytes", "Resident memory of Chromium's processes together.", "process", "state"
)
BROWSER_PAGES: Final = _gauge(
    "browser_pages", "Pages that are rendered (working or resting), or wait for it.", "process", "state"
)
BROWSER_CONTEXTS: Final = _gauge(
    "browser_contexts", "Isolated contexts open in Chromium, about one for each page.", "process", "state"
)

# Read from the database when somebody asks; the same in every replica.
JOBS: Final = _gauge("jobs_running", "Jobs that run.", "kind")
QUEUE: Final = _gauge("queue_pages", "Pages of running jobs.", "state")
OLDEST_JOB: Final = _gauge("queue_oldest_seconds", "Age of the oldest running job; 0 when none runs.")
SLOTS: Final = _gauge("slots", "Scrapes of teams and keys with a bound: under way and waiting.", "state")
SESSIONS: Final = _gauge("sessions_active", "Browser sessions that are open.")
OUTBOX_EVENTS: Final = _gauge("outbox_events", "Webhook events and alerts that are not delivered yet.", "sender")
OUTBOX_LAG: Final = _gauge("outbox_lag_seconds", "How long the most overdue delivery is overdue.", "sender")
MONITORS: Final = _gauge("monitors", "Monitors by status.", "status")
MONITOR_LATENESS: Final = _gauge("monitor_lateness_seconds", "How long the most overdue check has waited to begin.")
LEDGER_DRIFT: Final = _gauge(
    "ledger_drift_credits", "Difference between today's ledger and its sums; anything but 0 is a defect."
)
INDEX_QUEUE: Final = _gauge("index_queue_pages", "Stored pages that are not in the search index yet.")
DATABASE_SIZE: Final = _gauge("database_bytes", "Size of the database.")
DISK_FREE: Final = _gauge("disk_free_bytes", "Free space where the data folder is.")
DATABASE_UP: Final = _gauge("database_up", "1 when the figures of the database could be read, else 0.")

CATALOGUE: Final[Mapping[str, Metric]] = {
    metric.name: metric for metric in list(globals().values()) if isinstance(metric, Metric)
}
