"""The command `browser`: hands its arguments to the service, which acts on the session's page, and prints the answer.

Runs alone, without any package. Files are read and written here, where they are the code's own.
"""

import base64
import json
import os
import socket
import sys


def main(arguments: list[str]) -> int:
    """Do one command and return the exit code."""
    port, _, token = os.environ["BROWSER_DOOR"].partition("/")
    request: dict[str, object] = {"token": token, "arguments": arguments}
    if arguments[:1] == ["upload"] and len(arguments) > 2:  # noqa: PLR2004 - command, field, file
        with open(arguments[2], "rb") as file:
            request["file"] = base64.b64encode(file.read()).decode()
    with socket.create_connection(("127.0.0.1", int(port))) as door:
        door.sendall(json.dumps(request).encode() + b"\n")
        with door.makefile("rb") as reader:
            reply = json.loads(reader.readline() or b'{"error": "The session is gone."}')
    if reply.get("error"):
        print(reply["error"], file=sys.stderr)
        return 1
    if reply.get("picture"):
        with open(reply["path"], "wb") as file:
            file.write(base64.b64decode(reply["picture"]))
    if reply.get("text"):
        print(reply["text"])
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except OSError as error:
        sys.exit(f"browser: {error}")
