"""The variants of a product that a table shows: "Colour | SKU | Price | Availability"."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gossamer.content.extraction.reading import Reading
from gossamer.content.extraction.vocabulary import named
from gossamer.content.page_model import Record, RecordList
from gossamer.content.text.names import phrase, word_set, words_of
from gossamer.content.values import prices

_FEWEST: Final = 2
_MOST: Final = 200
# By what one form of a thing differs from another. What the rows are called by otherwise ("Item", "Model") are things.
_OPTIONS: Final = word_set(
    "colour color size variant version option finish material capacity length width weight pack packing style "
    "flavour flavor edition storage format volume scent shade diameter farbe groesse grosse couleur taille"
)


@dataclass(frozen=True, slots=True)
class Shown:
    """A variant: by what it differs (*values*, by the headings of the table), and what else its row says, or None."""

    values: Mapping[str, str]
    price: prices.Price | None
    sku: str | None
    availability: str | None


def shown(reading: Reading) -> list[Shown]:
    """Return the variants of the one table that shows such; none when there is none, or several."""
    tables = [one for one in reading.visible.records if one.place.startswith("table") and not one.is_aside]
    found = [made for one in tables if len(made := _variants(one, reading.country)) >= _FEWEST]
    return found[0] if len(found) == 1 else []


def _variants(table: RecordList, country: str) -> list[Shown]:
    columns = list(dict.fromkeys(name for record in table.records[:_MOST] for name in record.cells))
    if not columns or _OPTIONS.isdisjoint(words_of(columns[0])[-1:]):
        return []
    options = [name for name in columns if not _OPTIONS.isdisjoint(words_of(name)[-1:])]
    made = [_variant(record, options, country) for record in table.records[:_MOST]]
    return made if all(one.price is not None for one in made) else []


def _variant(record: Record, options: Sequence[str], country: str) -> Shown:
    price = _cell(record, "price")
    return Shown(
        {name: record.cells[name].text for name in options if name in record.cells},
        prices.price(price, country=country) if price is not None else None,
        _cell(record, "sku"),
        _cell(record, "availability"),
    )


def _cell(record: Record, name: str) -> str | None:
    labels = named(name).labels
    return next((fact.text for label, fact in record.cells.items() if phrase(label) in labels), None)
