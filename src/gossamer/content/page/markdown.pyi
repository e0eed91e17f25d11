from gossamer.content.page.scan import Scan

def write_markdown(
    scan: Scan, skip: bytearray | None, first: int, last: int, base: str | None, remove_base64_images: bool
) -> str: ...
