import dataclasses
import sys
from dataclasses import FrozenInstanceError, dataclass, field

import pytest

from gossamer.cli.late_methods import methods_compiled_late

with methods_compiled_late():

    @dataclass(frozen=True, slots=True)
    class Late:
        name: str
        size: int = 1
        note: str = field(default="", compare=False)

    @dataclass(frozen=True, slots=True)
    class LateChild(Late):
        depth: int = 0


@dataclass(frozen=True, slots=True)
class Early:
    name: str
    size: int = 1
    note: str = field(default="", compare=False)


def test_methods_that_are_compiled_late_are_those_of_a_dataclass() -> None:
    assert Late("a") == Late("a", note="b") != Late("c")
    assert hash(Late("a")) == hash(Early("a"))
    assert repr(Late("a", 2)) == "Late(name='a', size=2, note='')"
    assert LateChild("a", depth=1) == LateChild("a", depth=1) != LateChild("a")
    assert Late("a") != LateChild("a")
    assert dataclasses.replace(Late("a"), size=3) == Late("a", 3)


@pytest.mark.parametrize("changing", [Late("a"), Early("a")])
def test_a_frozen_class_stays_frozen(changing: Late | Early) -> None:
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'name'"):
        changing.name = "b"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'name'"):
        del changing.name


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="compiles the methods of a class together")
def test_a_method_is_compiled_once() -> None:
    with methods_compiled_late():

        @dataclass(frozen=True)
        class Counted:
            name: str

    before = Counted.__eq__
    assert Counted("a") == Counted("a")
    compiled = Counted.__eq__
    assert Counted("a") == Counted("a")
    assert before is not compiled is Counted.__eq__


def test_what_is_made_afterwards_is_compiled_at_once() -> None:
    with methods_compiled_late():
        pass
    before = Early.__eq__
    assert Early("a") == Early("a")
    assert Early.__eq__ is before
