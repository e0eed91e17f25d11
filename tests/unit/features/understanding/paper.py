"""A page on paper, and a model that says what it is told to."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from gossamer.core.deadlines import Deadline
from gossamer.core.errors import ServiceError
from gossamer.core.formats import Json
from gossamer.core.formats import Understood as Wanted
from gossamer.core.interaction import TokenUsage
from gossamer.core.pages import FetchedPage
from gossamer.core.specs import ScrapeSpec
from gossamer.core.understanding import Extraction
from gossamer.core.urls import web_url
from gossamer.features.scrape.reading import Reading, read
from gossamer.features.understanding import Understand, Understood
from gossamer.ports.models import ChatModel, Message, ObjectModel, Purpose, Written
from gossamer.testing.clock import ManualClock

ADDRESS = web_url("https://shop.example/kettles/blue")
USED = TokenUsage(1, 100, 20)
KETTLE = """<html lang="en"><head><title>Blue kettle | Shop</title>
<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Product", "name": "Blue kettle",
 "sku": "BK-7", "offers": {"@type": "Offer", "price": "39.90", "priceCurrency": "EUR",
 "availability": "https://schema.org/InStock"}}</script></head>
<body><main><h1>Blue kettle</h1>
<p>The blue kettle boils two litres of water in four minutes and switches itself off afterwards.</p>
<p>It is made of enamelled steel, weighs 1,2 kg and comes with a <a href="/lids/oak">lid of oak</a>.</p>
<p>Price: 39,90 €. In stock. Free shipping within Europe. Not dishwasher safe.</p>
<p>First sold on March 5, 2024. Questions? Call +49 30 1234567.</p></main></body></html>"""
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "price": {"type": "number"},
        "sku": {"type": "string"},
        "designer": {"type": "string"},
    },
    "required": ["name"],
}


@dataclass
class PaperModel:
    """Writes what is in *script*, in turn; an error is raised. What it was asked is kept."""

    script: deque[Any]
    asked: list[tuple[Sequence[Message], Mapping[str, Any]]] = field(default_factory=list)
    # What plain words would have been taken for, by turn.
    plain: list[str] = field(default_factory=list)
    name: str = "paper"

    async def write(
        self,
        messages: Sequence[Message],
        schema: Mapping[str, Any],
        *,
        deadline: Deadline,
        max_tokens: int,
        prose: str = "",
    ) -> Written:
        self.asked.append((messages, schema))
        self.plain.append(prose)
        said = self.script.popleft()
        if isinstance(said, ServiceError):
            raise said
        return said if isinstance(said, Written) else Written(said, USED, "schema")

    def told(self, turn: int = 0) -> str:
        """Return all that it was told in one of its turns."""
        return "\n".join(message.text for message in self.asked[turn][0])


@dataclass(frozen=True)
class PaperModels:
    """One model for all purposes; None for none."""

    model: PaperModel | None

    def chat(self, _: Purpose) -> ChatModel | None:
        return None

    def cost(self, _: TokenUsage) -> float | None:
        return None

    def objects(self, _: Purpose) -> ObjectModel | None:
        return self.model


def saying(*said: Any) -> PaperModel:
    return PaperModel(deque(said))


def a_page(html: str | bytes = KETTLE, media_type: str = "text/html") -> FetchedPage:
    body = html if isinstance(html, bytes) else html.encode()
    return FetchedPage(
        ADDRESS, 200, {"content-type": f"{media_type}; charset=utf-8"}, body, ManualClock().now(), "http"
    )


def reading(*wanted: Any, html: str | bytes = KETTLE, media_type: str = "text/html") -> Reading:
    return read(a_page(html, media_type), ScrapeSpec(ADDRESS, formats=wanted), None, False)


def understood(*wanted: Wanted, html: str = KETTLE) -> Understood:
    found = reading(*wanted, html=html).understood
    assert found is not None
    return found


def soon() -> Deadline:
    return Deadline.after(timedelta(minutes=5))


KINDS: Mapping[type, str] = {bool: "boolean", int: "integer", float: "number", str: "string"}


def shape(value: Any) -> Mapping[str, Any]:
    """Return a schema that asks for such a value, of a list by its first entry."""
    if isinstance(value, dict):
        return {"type": "object", "properties": {name: shape(inside) for name, inside in value.items()}}
    if isinstance(value, list):
        return {"type": "array", "items": shape(value[0])}
    return {"type": KINDS[type(value)]}


async def held(html: str, value: Mapping[str, Any], language: str = "en") -> Extraction:
    """Return what is left of what a model says of a page in *language*, with evidence."""
    wanted = Json(shape(value), evidence=True)
    told = understood(wanted, html=f"<html lang={language}><body>{html}</body></html>")
    [found] = await Understand(PaperModels(saying(value)), page_tokens=24_000).of((wanted,), told, deadline=soon())
    assert isinstance(found, Extraction)
    return found
