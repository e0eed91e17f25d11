"""The process that sends one message with Apprise: an order as JSON comes in, an outcome goes out."""

import json
import sys


def main() -> None:
    """Send the message of the order on standard input."""
    order = json.load(sys.stdin)
    import apprise  # noqa: PLC0415 - takes a while, and is needed here alone

    service = apprise.Apprise()
    added = service.add(order["address"])
    sent = bool(added) and bool(service.notify(body=order["text"], title=order["title"]))
    json.dump({"sent": sent}, sys.stdout)


if __name__ == "__main__":
    main()
