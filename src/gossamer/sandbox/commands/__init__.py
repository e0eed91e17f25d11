"""The command `browser` that shell scripts have: a few words for each thing that can be done on a page.

Elements are named by what `browser snapshot` shows of them: the reference (`@e3`), the name or text ("Sign in"), or
the id (`#submit`).
"""

from gossamer.sandbox.commands.page_commands import do
from gossamer.sandbox.commands.replies import Reply
