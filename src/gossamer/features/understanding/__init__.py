"""What is understood of a page: data of a schema, summaries, answers, highlights, with a model and without."""

from gossamer.features.understanding.reading import understood
from gossamer.features.understanding.understanding import Understand
from gossamer.features.understanding.understood import Result, Understood, joined

__all__ = ["Result", "Understand", "Understood", "joined", "understood"]
