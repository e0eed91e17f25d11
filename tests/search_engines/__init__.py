"""Search providers that answer in the shapes their documentation shows, and fail in the ways they are known to."""

from tests.search_engines.engine import Engine, EngineHangUp, EngineReply, SilentEngine, running_engine
from tests.search_engines.shapes import PROVIDERS, RecordedRequest, ResultRow, rows
