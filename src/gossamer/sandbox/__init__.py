"""Running callers' code where it can harm nobody: bubblewrap's namespaces, limits of the kernel, and a clock.

A run is one process tree with a network, a file system and process ids of its own, in which there is
nothing of the host but programs. Its only ways out are two sockets on its loopback, on which the service accepts from
outside: the session's DevTools protocol, and the command `browser`. Both act on the session's page alone.
"""

from gossamer.sandbox.runner import BubblewrapRunner
