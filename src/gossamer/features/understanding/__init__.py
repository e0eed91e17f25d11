"""What is understood of a page: data of a schema, summaries, answers, highlights, with a model and without."""

from gossamer.features.understanding.reading import understood
from gossamer.features.understanding.remembering import PageOfJob, remembering
from gossamer.features.understanding.understanding import Understand
from gossamer.features.understanding.understood import Result, Understood, joined

__all__ = ["PageOfJob", "Result", "Understand", "Understood", "joined", "remembering", "understood"]
