import inspect
from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from importlib import import_module
from typing import Any

import pytest

from gossamer.cli.web_commands import app

_MODULES = {"map_site": "map"}
_FORMS = {"llmstxt": "LlmsTxtCommand"}
# Its options and its request differ.
_BY_HAND = {"history"}
_COMMANDS = [command.callback for command in app.registered_commands if command.callback is not None]


def _is_required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


@pytest.mark.parametrize(
    "command",
    [command for command in _COMMANDS if command.__name__ not in _BY_HAND],
    ids=lambda command: command.__name__,
)
def test_every_option_of_a_command_is_a_field_of_its_request(command: Callable[..., None]) -> None:
    options = inspect.signature(command).parameters
    name = _MODULES.get(command.__name__, command.__name__)
    form = _FORMS.get(name, f"{name.capitalize()}Command")
    request = {field.name: field for field in fields(getattr(import_module(f"gossamer.cli.{name}"), form))}
    left_out = {name for name, option in options.items() if option.default in {None, inspect.Parameter.empty}}
    assert request.keys() == options.keys()
    assert {name for name, field in request.items() if _is_required(field)} <= left_out
    assert {name for name, option in options.items() if option.default is None} & set(request) == {
        name for name, field in request.items() if field.default in {None, ()} or field.default == ("markdown",)
    }
