from gossamer.content.page.outline import Outline

NAMES: tuple[str, ...]

class Features:
    outline: Outline
    def __init__(self, outline: Outline) -> None: ...
    def matrix(self) -> bytes: ...
