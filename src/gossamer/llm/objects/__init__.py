"""Objects that a model fills in: asked for by whatever way works, read with patience, checked, and mended.

*response_json* finds the object in what a model wrote, *fitting* makes of it what the schema can only mean,
*forms* checks it, *filling* asks for it and for what is missing, and *memory* knows by which way a model is asked.
"""

from gossamer.llm.objects.memory import RungMemory
from gossamer.llm.objects.object_model import LadderModel
