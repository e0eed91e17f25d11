"""A language model that says what a test tells it to, over the OpenAI protocol, with the faults that models have."""

from gossamer.testing.model.defects import DEFECTS, declining
from gossamer.testing.model.inventing import lies
from gossamer.testing.model.schema_filler import answering, asked_schema, filled, rung_of
from gossamer.testing.model.script import (
    CallTool,
    CompletionRequest,
    CutOff,
    Fail,
    HangUp,
    Malformed,
    Nothing,
    Refuse,
    Say,
    Silent,
    Slow,
    Turn,
)
from gossamer.testing.model.server import ScriptedModel, running_model
