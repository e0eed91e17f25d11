from gossamer.content.page.scan import Scan

class Draft:
    def __init__(self, scan: Scan) -> None: ...
