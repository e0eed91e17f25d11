from pathlib import Path

from gossamer.engine.slots import take_slot


def test_who_comes_back_is_who_it_was(tmp_path: Path) -> None:
    first = take_slot(tmp_path, "serve")
    first.release()
    second = take_slot(tmp_path, "serve")
    assert second.executor_id == first.executor_id
    second.release()


def test_two_that_live_are_never_the_same(tmp_path: Path) -> None:
    slots = [take_slot(tmp_path, "worker") for _ in range(3)]
    assert [slot.name for slot in slots] == ["worker", "worker-2", "worker-3"]
    for slot in slots:
        slot.release()


def test_data_folders_with_the_same_host_name_are_told_apart(tmp_path: Path) -> None:
    slots = [take_slot(tmp_path / name, "serve") for name in ("one", "two")]
    assert slots[0].executor_id != slots[1].executor_id
    for slot in slots:
        slot.release()


def test_a_slot_is_free_once_its_holder_is_gone(tmp_path: Path) -> None:
    mine, other = take_slot(tmp_path, "serve"), take_slot(tmp_path, "serve.1")
    assert not mine.is_free(other.executor_id)
    other.release()
    assert mine.is_free(other.executor_id)
    mine.release()


def test_nothing_is_known_of_slots_elsewhere(tmp_path: Path) -> None:
    mine = take_slot(tmp_path, "serve")
    assert not mine.is_free("serve.1@elsewhere")
    assert not mine.is_free(f"never.taken@{mine.machine}")
    assert not mine.is_free(mine.executor_id)
    mine.release()
