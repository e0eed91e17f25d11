"""Specs of jobs as they are stored."""

from typing import get_args

from gossamer.core.crawls import BatchSpec, CrawlSpec
from gossamer.core.errors import OwnError
from gossamer.core.extractions import ExtractSpec
from gossamer.core.jobs import JobSpec
from gossamer.core.research import LlmsTxtSpec, ResearchSpec
from gossamer.store.tagged_json import Tagged, Unpackable

_SPECS = Tagged(*get_args(JobSpec))


def pack_spec(spec: JobSpec) -> str:
    """Return *spec* as it is stored: ASCII without NUL, which any database takes."""
    try:
        return _SPECS.pack(spec)
    except Unpackable as error:
        raise OwnError(f"A job's options cannot be stored: {error} is no part of a spec.") from error


def unpack_spec(packed: str) -> JobSpec:
    """Return the spec that was packed.

    Raises OwnError when it holds something this release does not know.
    """
    try:
        spec = _SPECS.unpack(packed)
    except Unpackable as error:
        raise _unknown(str(error)) from error
    if not isinstance(spec, CrawlSpec | BatchSpec | ExtractSpec | ResearchSpec | LlmsTxtSpec):
        raise _unknown(type(spec).__name__)
    return spec


def _unknown(what: str) -> OwnError:
    return OwnError(
        f"The options of a job cannot be read by this release ({what}); it was recorded by another one. "
        "Use that release, or cancel the job."
    )
