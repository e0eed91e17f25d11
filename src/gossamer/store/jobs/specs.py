"""Specs of jobs as they are stored."""

from typing import get_args

from gossamer.core.jobs import JobSpec
from gossamer.store.tagged_json import StoredValues

_SPECS = StoredValues[JobSpec]("The options of a job", "Use that release, or cancel the job.", *get_args(JobSpec))
pack_spec, unpack_spec = _SPECS.pack, _SPECS.unpack
