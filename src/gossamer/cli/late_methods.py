"""Dataclass methods that are compiled when they are first called.

The standard library compiles the source of `__eq__`, `__hash__`, `__repr__`, `__setattr__` and `__delattr__` for each
dataclass. The service has seven hundred, and most processes call few of these methods: compiling all of them took a
sixth of the start. Python 3.13 compiles a class's methods together, in another way; there nothing is changed.
"""

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

# The library's own function that compiles one method; it is private, and may be missing.
_COMPILER: Final = "_create_fn"


@contextmanager
def methods_compiled_late() -> Iterator[None]:
    """Compile the methods of dataclasses that are made meanwhile when they are first called."""
    compiled: Callable[..., Callable[..., Any]] | None = getattr(dataclasses, _COMPILER, None)
    if compiled is None:
        yield
        return

    def deferred(name: str, arguments: Sequence[str], body: Sequence[str], **rest: Any) -> Callable[..., Any]:
        # Signatures are read, by `inspect` and by pydantic.
        if name == "__init__":
            return compiled(name, arguments, body, **rest)

        def method(self: object, *values: object) -> Any:
            compiled_method = compiled(name, arguments, body, **rest)
            for owner in type(self).__mro__:
                if vars(owner).get(name) is method:
                    compiled_method.__qualname__ = method.__qualname__
                    setattr(owner, name, compiled_method)
            return compiled_method(self, *values)

        method.__name__ = name
        return method

    setattr(dataclasses, _COMPILER, deferred)
    try:
        yield
    finally:
        setattr(dataclasses, _COMPILER, compiled)
