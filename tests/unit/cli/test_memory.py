import gc

from gossamer.cli.memory import keeping_everything


def test_what_a_start_makes_is_not_searched_for_garbage_then_or_later() -> None:
    try:
        with keeping_everything():
            made: list[list[int]] = [[]]
            assert not gc.isenabled()
        assert gc.isenabled()
        assert not any(found is made for found in gc.get_objects())
    finally:
        gc.unfreeze()
