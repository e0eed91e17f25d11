"""`gossamer mcp`: the Model Context Protocol over standard streams, without a server.

The data of a client stand in a folder of their own below GOSSAMER_HOME, so that several editors can each run one
and the service beside them; what was fetched, and crawls that have begun, are there at the next start.
"""

import asyncio
from collections.abc import Mapping

from gossamer.api import create_app
from gossamer.bootstrap import open_service
from gossamer.bootstrap.database import own_folder
from gossamer.bootstrap.local_caller import open_hosts
from gossamer.cli.problems import BAD_SETTING, explain, read_settings
from gossamer.core.errors import ServiceError
from gossamer.mcp.catalogue import McpTool, choose_tools
from gossamer.mcp.streams import serve_streams
from gossamer.settings import Settings
from gossamer.store.blobs import place_of
from gossamer.telemetry import configure_logs


def run(allow: tuple[str, ...], tools: str | None) -> int:
    """Serve the client at standard input and output until it closes them; return the exit code."""
    settings = read_settings()
    if settings is None:
        return BAD_SETTING
    configure_logs("warning", "json")
    try:
        with own_folder(settings.home / "mcp") as home:
            ours = open_hosts(settings, allow).model_copy(
                update={"home": home, "database_url": None, "blobs_url": None, "auth": "off", "workers": 0}
            )
            asyncio.run(_serve(ours, choose_tools(settings.mcp_tools if tools is None else tools)))
    except ServiceError as error:
        return explain(error.message)
    except ValueError as error:
        return explain(str(error), code=BAD_SETTING)
    except OSError as error:
        return explain(f"The tools cannot start: {error}.")
    except KeyboardInterrupt:
        return 130
    return 0


async def _serve(settings: Settings, tools: Mapping[str, McpTool]) -> None:
    async with open_service(settings, make_first_key=False) as service:
        app = create_app(service.operations)
        await serve_streams(app, lambda name: str(settings.home / "blobs" / place_of(name)), tools)
