"""A language model that says what a test tells it to, over the OpenAI protocol, with the faults that models have."""

from gossamer.testing.model.saying import (
    Call,
    CutOff,
    Fail,
    HangUp,
    Malformed,
    Nothing,
    Refuse,
    Request,
    Say,
    Silent,
    Turn,
)
from gossamer.testing.model.serving import ScriptedModel, running_model

__all__ = [
    "Call",
    "CutOff",
    "Fail",
    "HangUp",
    "Malformed",
    "Nothing",
    "Refuse",
    "Request",
    "Say",
    "ScriptedModel",
    "Silent",
    "Turn",
    "running_model",
]
