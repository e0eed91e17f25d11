"""Hostile documents: a clear answer within the limits, nothing read and nobody asked."""

import asyncio
import os
import random
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta

import psutil
import pytest

from gossamer.content.documents import ReadingOptions, read
from gossamer.content.offload import Offload
from gossamer.core.deadlines import Deadline
from gossamer.core.errors import CallerError, SiteError
from tests import documents
from tests.security.conftest import Canary

SECRET = "/etc/passwd"
SEEDS = {
    "docx": documents.REPORT,
    "xlsx": documents.workbook({"A": [["a", "b"], [1, 2]]}),
    "epub": documents.epub({"one": "<h1>Silk</h1><p>It is strong.</p>"}),
    "rtf": documents.RTF,
    "pdf": documents.pdf([[("Silk", 20, 700), ("It is strong.", 11, 660)]], title="Silk"),
    "csv": b"a,b\n1,2\n",
    "eml": b"From: a@e.org\nSubject: Silk\nContent-Type: text/html\n\n<h1>Silk</h1><p>It is strong.",
}


@pytest.fixture
async def offload() -> AsyncIterator[Offload]:
    async with Offload() as offload:
        yield offload


async def said(offload: Offload, body: bytes, name: str) -> str:
    """Return what is answered to *body*: its text or why there is none; any other failure is one of the test."""
    deadline = Deadline.after(timedelta(seconds=30))
    try:
        document = await read(body, "", ReadingOptions(name=name), deadline, offload=offload, owner=name)
    except (SiteError, CallerError) as error:
        return error.message
    return document.html


def mutated(seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield a mutation of each document: bytes changed, lost, doubled, or cut."""
    chance = random.Random(seed)
    for kind, body in SEEDS.items():
        changed = bytearray(body)
        for _ in range(chance.randint(1, 12)):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        place = chance.randrange(len(changed))
        match chance.randrange(3):
            case 0:
                del changed[place : place + chance.randrange(50)]
            case 1:
                changed[place:place] = changed[: chance.randrange(200)]
            case _:
                del changed[max(place, 1) :]
        yield f"{seed}.{kind}", bytes(changed)


@pytest.mark.long
async def test_mutated_documents_get_an_answer(offload: Offload) -> None:
    files = [file for seed in range(34) for file in mutated(seed)]
    answers = await asyncio.gather(*(said(offload, body, name) for name, body in files))
    assert len(answers) == len(files) >= 200
    assert all(answers)


@pytest.mark.long
async def test_fifty_at_once_do_not_move_the_services_memory(offload: Offload) -> None:
    bombs = [documents.docx(documents.paragraph("a" * 120_000_000)), documents.pdf([[("Silk", 11, 700)]] * 200)]
    await said(offload, SEEDS["docx"], "a.docx")
    process = psutil.Process()
    before = process.memory_info().rss
    await asyncio.gather(*(said(offload, bombs[index % 2], "a.docx") for index in range(50)))
    assert process.memory_info().rss - before < 150_000_000


async def test_documents_read_no_file_and_ask_nobody(offload: Offload, canary: Canary) -> None:
    address = f"http://127.0.0.1:{canary.port}/"
    entity = (
        f'<!DOCTYPE d [<!ENTITY a SYSTEM "file://{SECRET}"><!ENTITY b SYSTEM "{address}">]>'
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'
        "<w:p><w:r><w:t>x &a; &b; y</w:t></w:r></w:p></w:body></w:document>"
    )
    linked = '<w:p><w:hyperlink r:id="l1"><w:r><w:t>here</w:t></w:r></w:hyperlink></w:p>'
    script = documents.assembled(
        [
            b"<< /Type /Catalog /Pages 2 0 R /OpenAction 4 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>",
            b"<< /S /JavaScript /JS (app.launchURL\\('%s'\\)) >>" % address.encode(),
        ]
    )
    book = documents.epub({"one": f'<p>x<img src="file://{SECRET}"/><img src="{address}"/></p>'})
    answers = [
        await said(offload, documents.docx("", extra={"word/document.xml": entity}), "a.docx"),
        await said(offload, documents.docx(linked, links={"l1": f"file://{SECRET}"}), "a.docx"),
        await said(offload, book, "a.epub"),
        await said(offload, b"{\\rtf1 {\\field{\\*\\fldinst INCLUDETEXT " + SECRET.encode() + b"}}x}", "a.rtf"),
        await said(offload, script, "a.pdf"),
    ]
    assert not any("root:" in answer for answer in answers)
    assert canary.touched == 0


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="needs /proc")  # noqa: PTH110
async def test_a_reader_is_gone_after_each_document(offload: Offload) -> None:
    await asyncio.gather(*(said(offload, body, f"a.{kind}") for kind, body in SEEDS.items()))
    assert documents.fork_servers()
    while any(server.children() for server in documents.fork_servers()):  # noqa: ASYNC110 - the process table raises no event
        await asyncio.sleep(0.01)
