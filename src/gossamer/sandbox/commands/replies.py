"""Replies of commands."""

import msgspec


class Reply(msgspec.Struct, omit_defaults=True):
    """*text* is printed, *picture* (base64) written to *path*; *error* ends the command with exit code 1."""

    text: str = ""
    error: str = ""
    picture: str = ""
    path: str = ""


class Misused(Exception):
    """The words are no command; the text says what is."""


USAGE = """\
browser open URL | back | forward | reload
browser snapshot [-i]                    what is on the page; -i: only what can be used
browser click|dblclick|hover|focus|check|uncheck|scrollintoview ELEMENT
browser fill ELEMENT TEXT                replaces what the field holds
browser type ELEMENT TEXT                types after it
browser select ELEMENT OPTION...
browser press KEY [ELEMENT]              Enter, Control+a, ...
browser drag ELEMENT ELEMENT
browser upload ELEMENT FILE
browser scroll up|down|left|right [VIEWS]
browser wait MILLISECONDS | TEXT | --gone TEXT
browser get title|url | get text|value ELEMENT | get attr ELEMENT NAME | get count NAME
browser eval SCRIPT
browser screenshot [PATH] [--full]
browser tab [list|NUMBER|close]
browser dialog accept [TEXT] | dismiss
ELEMENT is a reference (@e3), a name ("Sign in") or an id (#submit)."""
