"""Templates to text: Jinja with autoescape everywhere, and undefined names are errors."""

from datetime import UTC, datetime
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from gossamer.dashboard.assets import Assets
from gossamer.dashboard.navigation import entries, is_current


class Views:
    """The templates of the dashboard."""

    def __init__(self, assets: Assets) -> None:
        self._environment = Environment(
            loader=PackageLoader("gossamer.dashboard", "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            # Templates are part of the package: they do not change while the process runs.
            auto_reload=False,
        )
        self._environment.globals.update(static=assets.address, navigation=entries, is_current=is_current)
        self._environment.filters.update(date=_date, moment=_moment, iso=_iso, number=_number)

    def render(self, template: str, **values: Any) -> str:
        """Return *template* with *values*."""
        return self._environment.get_template(template).render(values)


def _date(at: datetime) -> str:
    return f"{at.astimezone(UTC):%d %b %Y}".lstrip("0")


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%d %b %Y, %H:%M} UTC".lstrip("0")


def _iso(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds")


def _number(value: int) -> str:
    """Return *value* in groups of three digits, parted by narrow spaces that do not break."""
    return f"{value:,}".replace(",", "\u202f")
