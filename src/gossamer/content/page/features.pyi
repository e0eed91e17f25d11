from collections.abc import Sequence

from gossamer.content.page.outline import Outline

NAMES: tuple[str, ...]
SECOND_NAMES: list[str]

class Features:
    outline: Outline
    def __init__(self, outline: Outline) -> None: ...
    def matrix(self) -> bytes: ...
    def second_matrix(self, chances: Sequence[float]) -> bytes: ...
