"""Search providers that answer in the shapes their documentation shows, and fail in the ways they are known to."""

from gossamer.testing.search.engine import Engine, EngineHangUp, EngineReply, SilentEngine, running_engine
from gossamer.testing.search.shapes import PROVIDERS, RecordedRequest, ResultRow, rows
