from gossamer.mcp.local_addresses import HOST, LocalAddresses

SHOWN = LocalAddresses(lambda name: f"/home/blobs/{name}").shown


def test_a_stored_file_is_named_by_its_path_wherever_it_is() -> None:
    page = {
        "screenshot": f"http://{HOST}/blobs/a.png (shown as an image)",
        "actions": {"screenshots": [f"http://{HOST}/blobs/b.png"]},
    }
    assert SHOWN(page) == {
        "screenshot": "/home/blobs/a.png (shown as an image)",
        "actions": {"screenshots": ["/home/blobs/b.png"]},
    }


def test_an_address_of_the_api_keeps_its_path() -> None:
    assert SHOWN({"next": f"http://{HOST}/v2/crawl/x?skip=100"}) == {"next": "/v2/crawl/x?skip=100"}


def test_what_only_a_server_gives_is_empty_and_named() -> None:
    shown = SHOWN(
        {"cdpUrl": f"ws://{HOST}/v2/browser/x/cdp?token=t", "live": f"http://{HOST}/x/live?token=t", "warning": "W."}
    )
    assert (shown["cdpUrl"], shown["live"]) == ("", "")
    assert shown["warning"] == (
        "W. Empty, because no server listens here: `cdpUrl`, `live`. `gossamer serve` gives them."
    )


def test_texts_and_addresses_of_pages_stay() -> None:
    page = {"markdown": f"See http://{HOST}/blobs/a.", "url": "http://localhost/blobs/a.png", "count": 3}
    assert SHOWN(page) == page
