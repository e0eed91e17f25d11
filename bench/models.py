"""Objects that scripted models write, by what is wrong with the model: how many come out valid, and at what cost.

    .venv/bin/python -m bench.models [--repeats 3]

Each defect (`gossamer.testing.model.DEFECTS`) is a model over HTTP that gets objects wrong in one way throughout. Each
is asked for four schemas, from a flat record to nested lists with enumerations, bounds and alternatives, first as a
stranger and then as an acquaintance. A result counts as valid when it is all of what the model had to say, valid against
the schema as it was asked for, with nothing left empty.
"""

import argparse
import asyncio
import statistics
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import jsonschema_rs

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ModelFailed
from gossamer.llm import Choice, ProviderModel
from gossamer.llm.objects import LadderModel, RungMemory
from gossamer.ports.models import Message, Written
from gossamer.testing.clock import ManualClock
from gossamer.testing.model import DEFECTS, ScriptedModel, running_model

TEXT = {"type": "string"}
NUMBER = {"type": "number"}


def _object(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required}


CASES: Mapping[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "flat": (
        _object(["name", "price", "inStock"], name=TEXT, price=NUMBER, currency=TEXT, inStock={"type": "boolean"}),
        {"name": 'Kettle "Pro", 1.7 l', "price": 39.95, "currency": "EUR", "inStock": True},
    ),
    "bounds": (
        _object(
            ["sku", "rating", "availability", "released"],
            sku={"type": "string", "pattern": "^[A-Z]{2}-[0-9]+$"},
            rating={"type": "number", "minimum": 0, "maximum": 5},
            availability={"enum": ["InStock", "OutOfStock", "PreOrder"]},
            released={"type": "string", "format": "date"},
        ),
        {"sku": "AB-1234", "rating": 4.5, "availability": "PreOrder", "released": "2026-03-01"},
    ),
    "lists": (
        _object(
            ["title", "servings", "ingredients", "steps"],
            title=TEXT,
            servings={"type": "integer"},
            ingredients={"type": "array", "items": _object(["name"], name=TEXT, amount=NUMBER, unit=TEXT)},
            steps={"type": "array", "items": TEXT, "minItems": 1},
        ),
        {
            "title": "Grandma's soup: it's good",
            "servings": 4,
            "ingredients": [
                {"name": "leek", "amount": 2, "unit": "pieces"},
                {"name": "salt", "amount": 0.5, "unit": "tsp"},
                {"name": "water", "amount": 1, "unit": "l"},
            ],
            "steps": ["Cut the leeks.", "Boil, then simmer {20 min}.", 'Say "done".'],
        },
    ),
    "nested": (
        {
            **_object(
                ["company", "offices", "contact"],
                company=TEXT,
                offices={"type": "array", "items": {"$ref": "#/$defs/office"}},
                contact={"anyOf": [_object(["email"], email={"type": "string", "format": "email"}), {"type": "null"}]},
                founded={"type": ["integer", "null"]},
            ),
            "$defs": {"office": _object(["city", "staff"], city=TEXT, staff={"type": "integer"}, country=TEXT)},
        },
        {
            "company": "Müller & Söhne",
            "offices": [
                {"city": "Zürich", "staff": 12, "country": "CH"},
                {"city": "Paris", "staff": 7, "country": "FR"},
            ],
            "contact": {"email": "post@example.org"},
            "founded": 1987,
        },
    ),
}


class NoWaiting(ManualClock):
    """A clock on which waiting takes no time."""

    async def sleep(self, duration: timedelta) -> None:
        pass


async def _written(model: LadderModel, schema: Mapping[str, Any]) -> Written | None:
    asked = [Message("system", "Read what the page says."), Message("user", "The page: …")]
    try:
        return await model.write(asked, schema, deadline=Deadline.after(timedelta(seconds=60)), max_tokens=2_000)
    except ModelFailed:
        return None


async def _measured(name: str, server: ScriptedModel, repeats: int) -> tuple[int, int, list[int], set[str]]:
    valid = total = 0
    calls: list[int] = []
    rungs: set[str] = set()
    for schema, values in CASES.values():
        clock = NoWaiting()
        chat = ProviderModel(
            Choice("compatible", server.name, server.url, server.key),
            clock,
            patience=timedelta(seconds=20),
            places=asyncio.Semaphore(4),
        )
        model = LadderModel(chat, RungMemory(None, clock))
        server.says(DEFECTS[name](values))
        for _ in range(repeats):
            written = await _written(model, schema)
            total += 1
            if written is None:
                continue
            right = written.value == values and not written.broken
            valid += right and jsonschema_rs.is_valid(schema, written.value)
            calls.append(written.usage.calls)
            rungs.add(written.rung)
        await chat.close()
    return valid, total, calls, rungs


async def _main(repeats: int) -> None:
    all_valid = all_total = 0
    print(f"{'what is wrong':26} {'valid':>9}  {'calls (mean)':>12}  rungs")
    with running_model() as server:
        for name in DEFECTS:
            valid, total, calls, rungs = await _measured(name, server, repeats)
            all_valid, all_total = all_valid + valid, all_total + total
            mean = statistics.mean(calls) if calls else 0
            print(f"{name:26} {valid:>4}/{total:<4}  {mean:>12.1f}  {', '.join(sorted(rungs))}")
    print(f"{'all':26} {all_valid:>4}/{all_total:<4}  {100 * all_valid / all_total:.1f} %")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=3)
    asyncio.run(_main(parser.parse_args().repeats))
