"""What a question ends with when the page does not tell."""

from typing import Final, NoReturn

NOTHING: Final = "The page, as it is shown, does not tell."


class Untold(Exception):
    """The page as it is shown does not tell; *sentence* says so."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def leave_open(sentence: str = NOTHING) -> NoReturn:
    """Say that the page does not tell. Raises Untold."""
    raise Untold(sentence)
