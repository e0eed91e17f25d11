from gossamer.engine.watch import Stillness


def looks(stillness: Stillness[str], value: object, *moments: float) -> list[bool]:
    return [bool(stillness.look({"key": value}, now=moment)) for moment in moments]


def test_a_value_that_does_not_change_for_long_enough_is_still() -> None:
    assert looks(Stillness(10), 1, 0, 4, 8, 10) == [False, False, False, True]


def test_a_value_that_changes_is_not() -> None:
    stillness = Stillness[str](10)
    looks(stillness, 1, 0, 4, 8)
    assert looks(stillness, 2, 10, 14, 18, 20) == [False, False, False, True]


def test_who_did_not_look_for_a_while_begins_anew() -> None:
    stillness = Stillness[str](10)
    looks(stillness, 1, 0, 4, 8)
    assert looks(stillness, 1, 60, 64, 68, 70) == [False, False, False, True]


def test_what_was_gone_in_between_begins_anew() -> None:
    stillness = Stillness[str](10)
    looks(stillness, 1, 0, 4)
    stillness.look({}, now=8)
    assert looks(stillness, 1, 10, 14, 18, 20) == [False, False, False, True]
