"""Understanding of a page: data of a schema, summaries, answers and highlights, with a model and without."""

from gossamer.features.understanding.durable_answers import PageOfJob, remembering
from gossamer.features.understanding.local_understanding import understood
from gossamer.features.understanding.page_input import Result, Understood, join_readings
from gossamer.features.understanding.understanding import Understand
