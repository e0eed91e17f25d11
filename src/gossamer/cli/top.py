"""`gossamer top`: what a running service does, live in the terminal, read from its `/metrics`."""

import asyncio
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta
from http.client import HTTPException
from time import monotonic
from urllib.error import HTTPError, URLError
from urllib.request import Request as HttpRequest
from urllib.request import urlopen

from rich.console import Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from gossamer.bootstrap import SystemClock
from gossamer.cli.problems import BAD_SETTING, explain, read_settings
from gossamer.core.metrics import Metric, catalogue
from gossamer.settings import Settings

_PATIENCE_SECONDS = 10.0
_LONGEST = 32 * 1024 * 1024
_SERVER_ERROR = 500
_GIGABYTE, _MEGABYTE = 1024**3, 1024**2


class NoMetrics(Exception):
    """The figures cannot be read; the text says why, *remedy* what to do."""

    def __init__(self, reason: str, remedy: str = "") -> None:
        super().__init__(reason)
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class TopCommand:
    """Where the service is, which token opens its figures, and how they are shown; None is what the settings say."""

    url: str | None = None
    token: str | None = None
    every: float = 2.0
    once: bool = False
    as_json: bool = False


@dataclass(frozen=True, slots=True)
class MetricsReading:
    """All samples at one moment, by name and labels."""

    at: float
    samples: Mapping[tuple[str, frozenset[tuple[str, str]]], float]

    def by(self, metric: Metric, label: str, suffix: str = "") -> dict[str, float]:
        """Return the sums of a metric's samples by one of its labels."""
        amounts: dict[str, float] = {}
        for (name, labels), value in self.samples.items():
            if name == metric.name + suffix:
                of = dict(labels).get(label, "")
                amounts[of] = amounts.get(of, 0.0) + value
        return amounts

    def total(self, metric: Metric, suffix: str = "") -> float:
        """Return the sum of a metric's samples."""
        return sum(value for (name, _), value in self.samples.items() if name == metric.name + suffix)

    def most(self, metric: Metric) -> float:
        """Return the largest of a metric's samples, 0 when there is none."""
        return max((value for (name, _), value in self.samples.items() if name == metric.name), default=0.0)


@dataclass(frozen=True, slots=True)
class TopView:
    """What is shown. Rates are a second, over the time between two readings; memory and disk are bytes."""

    jobs: Mapping[str, int]
    queue: Mapping[str, int]
    oldest_job_seconds: float
    pages_per_second: float
    pages: Mapping[str, int]
    requests_per_second: float
    errors_per_second: float
    errors: Mapping[str, int]
    blocks: Mapping[str, int]
    browsers: int
    browser_contexts: int
    browser_memory: int
    oldest_browser_seconds: float
    sessions: int
    memory: Mapping[str, int]
    cpu_percent: Mapping[str, float]
    database_wait_ms: float
    outbox_lag_seconds: float
    failed_deliveries: int
    monitor_lateness_seconds: float
    model_tokens_per_second: float
    ledger_drift: int
    disk_free: int
    database_up: bool

    @classmethod
    def of(cls, before: MetricsReading, now: MetricsReading) -> "TopView":
        """Return the view of two readings."""
        seconds = max(now.at - before.at, 1e-9)

        def rate(metric: Metric, suffix: str = "_total") -> float:
            return max(0.0, now.total(metric, suffix) - before.total(metric, suffix)) / seconds

        errors, earlier = _errors(now), _errors(before)
        cpu, used = now.by(catalogue.PROCESS_CPU, "process"), before.by(catalogue.PROCESS_CPU, "process")
        waits = now.total(catalogue.DATABASE_WAIT, "_count") - before.total(catalogue.DATABASE_WAIT, "_count")
        waited = now.total(catalogue.DATABASE_WAIT, "_sum") - before.total(catalogue.DATABASE_WAIT, "_sum")
        deliveries = now.by(catalogue.DELIVERIES, "outcome", "_total")
        return cls(
            jobs=_whole(now.by(catalogue.JOBS, "kind")),
            queue=_whole(now.by(catalogue.QUEUE, "state")),
            oldest_job_seconds=now.most(catalogue.OLDEST_JOB),
            pages_per_second=rate(catalogue.PAGES),
            pages=_whole(now.by(catalogue.PAGES, "fetcher", "_total")),
            requests_per_second=rate(catalogue.REQUESTS),
            errors_per_second=max(0, sum(errors.values()) - sum(earlier.values())) / seconds,
            errors=errors,
            blocks=_whole(now.by(catalogue.BLOCKS, "vendor", "_total")),
            browsers=int(now.total(catalogue.BROWSERS)),
            browser_contexts=int(now.total(catalogue.BROWSER_CONTEXTS)),
            browser_memory=int(now.total(catalogue.BROWSER_MEMORY)),
            oldest_browser_seconds=now.most(catalogue.BROWSER_AGE),
            sessions=int(now.total(catalogue.SESSIONS)),
            memory=_whole(now.by(catalogue.PROCESS_MEMORY, "process")),
            cpu_percent={name: 100 * max(0.0, value - used.get(name, value)) / seconds for name, value in cpu.items()},
            database_wait_ms=1000 * waited / waits if waits > 0 else 0.0,
            outbox_lag_seconds=now.most(catalogue.OUTBOX_LAG),
            failed_deliveries=int(deliveries.get("failed", 0) + deliveries.get("given_up", 0)),
            monitor_lateness_seconds=now.most(catalogue.MONITOR_LATENESS),
            model_tokens_per_second=rate(catalogue.MODEL_TOKENS),
            ledger_drift=int(now.total(catalogue.LEDGER_DRIFT)),
            disk_free=int(now.total(catalogue.DISK_FREE)),
            database_up=now.total(catalogue.DATABASE_UP) > 0,
        )


def run(request: TopCommand) -> int:
    """Show the figures until Ctrl-C, or once; return the exit code."""
    settings = read_settings()
    if settings is None:
        return BAD_SETTING
    url = (request.url or f"http://{_local(settings.host)}:{settings.port}").rstrip("/") + "/metrics"
    if not url.startswith(("http://", "https://")):
        return explain("The address must begin with http:// or https://.", code=BAD_SETTING)
    token = request.token or _token(settings)
    try:
        asyncio.run(_show(request, url, token))
    except NoMetrics as error:
        return explain(str(error), *filter(None, [error.remedy]))
    except KeyboardInterrupt:
        return 0
    return 0


async def _show(request: TopCommand, url: str, token: str | None) -> None:
    clock, pause = SystemClock(), timedelta(seconds=request.every)
    before = await asyncio.to_thread(read, url, token)
    await clock.sleep(pause)
    now = await asyncio.to_thread(read, url, token)
    if request.once:
        view = TopView.of(before, now)
        sys.stdout.write(json.dumps(asdict(view)) + "\n" if request.as_json else "\n".join(_lines(view)) + "\n")
        return
    with Live(_table(TopView.of(before, now), url), screen=True, auto_refresh=False) as live:
        while True:
            await clock.sleep(pause)
            try:
                before, now = now, await asyncio.to_thread(read, url, token)
            except NoMetrics as error:
                # It may be restarting; who looks wants to see it come back.
                live.update(Text(str(error), style="red"), refresh=True)
            else:
                live.update(_table(TopView.of(before, now), url), refresh=True)


def read(url: str, token: str | None) -> MetricsReading:
    """Return the figures of the service at *url*. Raises Unreadable."""
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    try:
        with urlopen(HttpRequest(url, headers=headers), timeout=_PATIENCE_SECONDS) as answer:  # noqa: S310 - http or https, as `run` checks
            return parse(answer.read(_LONGEST).decode(), monotonic())
    except HTTPError as error:
        raise _explain_refusal(url, error) from error
    except (URLError, HTTPException, OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise NoMetrics(f"{url} cannot be read: {reason}.", "Is the service running? Name it with --url.") from error


def parse(text: str, at: float) -> MetricsReading:
    """Return the samples of Prometheus's text format. Raises ValueError."""
    from prometheus_client.parser import text_string_to_metric_families  # noqa: PLC0415 - for this command alone

    samples = (sample for family in text_string_to_metric_families(text) for sample in family.samples)
    return MetricsReading(at, {(sample.name, frozenset(sample.labels.items())): sample.value for sample in samples})


def _explain_refusal(url: str, error: HTTPError) -> NoMetrics:
    with error:
        if error.code >= _SERVER_ERROR:
            return NoMetrics(f"{url} answers {error.code}.")
    return NoMetrics(
        f"{url} answers {error.code}.", "Give the service's GOSSAMER_METRICS_TOKEN, or its admin token, with --token."
    )


def _errors(reading: MetricsReading) -> dict[str, int]:
    outcomes = _whole(reading.by(catalogue.PAGES, "outcome", "_total"))
    return {code: count for code, count in outcomes.items() if code != "ok"}


def _whole(values: Mapping[str, float]) -> dict[str, int]:
    return {name: int(value) for name, value in values.items()}


def _local(host: str) -> str:
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - that means: on this machine too
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _token(settings: Settings) -> str | None:
    secret = settings.metrics_token or settings.admin_token
    return None if secret is None else secret.get_secret_value()


def _table(view: TopView, url: str) -> Group:
    table = Table(box=None, show_header=False, padding=(0, 3, 0, 0))
    for name, text in _facts(view):
        table.add_row(Text(name, style="bold"), text)
    return Group(Text(f"{url}   Ctrl-C leaves", style="dim"), table)


def _lines(view: TopView) -> Iterator[str]:
    return (f"{name:10s} {text}" for name, text in _facts(view))


def _facts(view: TopView) -> Iterator[tuple[str, str]]:
    jobs = _list_counts(view.jobs) or "none"
    yield "Jobs", f"{jobs}; the oldest runs for {view.oldest_job_seconds:.0f} s"
    yield "Queue", _list_counts(view.queue) or "empty"
    yield "Pages", f"{view.pages_per_second:.1f}/s   {_list_counts(view.pages)}"
    yield "Requests", f"{view.requests_per_second:.1f}/s"
    yield "Errors", f"{view.errors_per_second:.1f}/s   {_list_counts(view.errors)}"
    yield "Blocks", _list_counts(view.blocks) or "none"
    browsers = f"{view.browsers}, {view.browser_contexts} contexts, {view.browser_memory / _MEGABYTE:.0f} MB"
    yield "Browsers", f"{browsers}, {view.oldest_browser_seconds:.0f} s old; {view.sessions} sessions"
    for name, memory in sorted(view.memory.items()):
        yield f"  {name}", f"{memory / _MEGABYTE:.0f} MB, {view.cpu_percent.get(name, 0):.0f} % CPU"
    database = f"{view.database_wait_ms:.1f} ms wait" if view.database_up else "does not answer"
    yield "Database", f"{database}; ledger drift {view.ledger_drift}"
    yield "Outbox", f"{view.outbox_lag_seconds:.0f} s late, {view.failed_deliveries} tries failed"
    yield "Monitors", f"{view.monitor_lateness_seconds:.0f} s late"
    yield "Models", f"{view.model_tokens_per_second:.0f} tokens/s"
    yield "Disk", f"{view.disk_free / _GIGABYTE:.1f} GB free"


def _list_counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count)
