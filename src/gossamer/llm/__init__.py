"""Language models of any provider, behind one port.

pydantic-ai takes two seconds and some eighty megabytes to load, so it is imported when a model is first asked and
not before: by `provider`, which nothing else imports at its top. What fills in schemas is in `objects`, for whoever
has a model.
"""

from gossamer.llm.circuit_breaker import ModelBreaker
from gossamer.llm.model import ProviderModel
from gossamer.llm.model_choice import Addresses, Choice, choose
