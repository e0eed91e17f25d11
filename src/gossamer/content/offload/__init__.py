"""Running page work where it cannot stall the event loop, and can be stopped.

`Offload` decides where a piece of work runs. Its `Turns` keep one team's heavy pages from
blocking another's; a `Helper` is one process that reads, `child` what runs in it. A `Fork` is a
fresh process for one hostile file, from a `ForkServer` that has loaded what it needs.
"""

from gossamer.content.offload.fork_server import Fork
from gossamer.content.offload.pool import HEAVY_BYTES, Offload
