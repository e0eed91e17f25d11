"""Telemetry of a process: its meters and its traces."""

from contextlib import AsyncExitStack
from dataclasses import dataclass

import structlog

from gossamer.core.extras import missing_extra
from gossamer.core.metrics import Meters
from gossamer.core.tracing import Tracer
from gossamer.settings import Settings

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Telemetry:
    """The recorder of a process, and its tracer: None when traces are off. *process* names it among others."""

    process: str
    meters: Meters
    tracer: Tracer | None = None


async def open_telemetry(settings: Settings, stack: AsyncExitStack, process: str) -> Telemetry:
    """Open it; *stack* closes it, and sends the last traces."""
    exporter = settings.traces
    if exporter is None:
        return Telemetry(process, Meters())
    if sentence := missing_extra("otel"):
        _log.warning("traces_off", reason=sentence)
        return Telemetry(process, Meters())
    from gossamer.telemetry.tracing import OpenTelemetryTracer, open_exporter  # noqa: PLC0415 - costs nothing when off

    sender = open_exporter(exporter, settings.traces_endpoint)
    tracer = OpenTelemetryTracer(sender, service=settings.otel_service_name, process=process)
    stack.push_async_callback(tracer.close)
    return Telemetry(process, Meters(), tracer)
