"""Small documents of every family, made here, for tests."""

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from xml.sax.saxutils import escape

import psutil
from PIL import Image, ImageDraw, ImageFont

FORK_SERVER = "gossamer.content.offload.fork_child"

Line = tuple[str, int, int]
_WIDTH, _HEIGHT = 612, 792
# By degrees: the matrix of text that is drawn turned, and the place on the page of a point from its own top left.
_TURNED: Mapping[int, tuple[str, Callable[[int, int], tuple[int, int]]]] = {
    0: ("1 0 0 1", lambda x, y: (x, _HEIGHT - y)),
    90: ("0 1 -1 0", lambda x, y: (y, x)),
    180: ("-1 0 0 -1", lambda x, y: (_WIDTH - x, y)),
    270: ("0 -1 1 0", lambda x, y: (_WIDTH - y, _HEIGHT - x)),
}
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
_RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def pdf(pages: Sequence[Sequence[Line]], *, title: str = "") -> bytes:
    """Return a PDF of *pages*: lines of text with their size and height."""
    objects = [b"", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for lines in pages:
        drawn = b" ".join(
            b"/F1 %d Tf 1 0 0 1 72 %d Tm (%s) Tj" % (size, top, text.encode()) for text, size, top in lines
        )
        content = b"BT " + drawn + b" ET"
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(kids), len(kids))
    if title:
        objects.append(b"<< /Title (%s) /Author (A. Weaver) /CreationDate (D:20250102030405Z) >>" % title.encode())
    return assembled(objects, info=len(objects) if title else None)


def turned_pdf(rows: Sequence[Sequence[str]], turns: Sequence[tuple[int, int]]) -> bytes:
    """Return a PDF with the same rows of cells on each page, drawn and shown turned by these degrees.

    Text is drawn turned anticlockwise, and the page is shown turned clockwise.
    """
    objects = [b"", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for drawn_by, shown_by in turns:
        matrix, to_page = _TURNED[drawn_by]
        content = "\n".join(
            "BT /F1 11 Tf {} {} {} Tm ({}) Tj ET".format(matrix, *to_page(72 + 110 * column, 72 + 18 * row), cell)
            for row, cells in enumerate(rows)
            for column, cell in enumerate(cells)
        ).encode()
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Rotate %d /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % (_WIDTH, _HEIGHT, shown_by, len(objects))
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(kids), len(kids))
    return assembled(objects)


def assembled(objects: Sequence[bytes], *, info: int | None = None) -> bytes:
    """Return a PDF of *objects*, the first of which is its root; *info* is the number of its description."""
    body, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(objects) + 1
    more = b" /Info %d 0 R" % info if info else b""
    return body + b"xref\n0 %d\n0000000000 65535 f \n%strailer << /Size %d /Root 1 0 R%s >>\nstartxref\n%d\n%%%%EOF" % (
        size, table, size, more, len(body),
    )  # fmt: skip


def drawn(lines: Sequence[str], *, size: int = 40, mode: str = "L") -> Image.Image:
    """Return a picture of *lines* of text in black on white, as high as a sheet of paper."""
    picture = Image.new(mode, (1275, 1650), "white")
    pen = ImageDraw.Draw(picture)
    for number, line in enumerate(lines):
        pen.text((150, 150 + 2 * size * number), line, fill="black", font=ImageFont.load_default(size))
    return picture


def image(picture: Image.Image, name: str = "PNG", more: Sequence[Image.Image] = ()) -> bytes:
    """Return *picture* as a file of the format that Pillow calls *name*; *more* are its further pages."""
    written = io.BytesIO()
    picture.save(written, name, **({"save_all": True, "append_images": list(more)} if more else {}))
    return written.getvalue()


def scanned_pdf(
    lines: Sequence[str] = (), *, stamp: str = "", at: int = 780, box: tuple[int, int, int, int] = (612, 792, 0, 0)
) -> bytes:
    """Return a PDF whose one page is a picture of *lines*, under a *stamp* in letters, *at* points from the lower edge.

    *box* is the width and height of the picture, and where its lower left corner is.
    """
    picture = drawn(lines).resize((1275, 1650) if lines else (64, 64))
    pixels = zlib.compress(picture.tobytes())
    width, height, left, bottom = box
    place = b"%d 0 0 %d %d %d cm" % (width, height, left, bottom)
    content = b"q %s /I Do Q BT /F1 8 Tf 20 %d Td (%s) Tj ET" % (place, at, stamp.encode())
    return assembled(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            (
                b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
                b"/Resources << /XObject << /I 5 0 R >> /Font << /F1 6 0 R >> >> >>"
            ),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
            b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 "
            b"/Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream" % (*picture.size, len(pixels), pixels),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
    )


def archive(parts: Mapping[str, str | bytes]) -> bytes:
    """Return a zip archive of *parts* by name."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in parts.items():
            target.writestr(name, content)
    return written.getvalue()


def docx(body: str, *, links: Mapping[str, str] | None = None, extra: Mapping[str, str] | None = None) -> bytes:
    """Return a Word document with *body* as the XML of its paragraphs, and the targets of its *links* by id."""
    targets = "".join(
        f'<Relationship Id="{name}" Type="{_OFFICE}/hyperlink" Target="{target}" TargetMode="External"/>'
        for name, target in (links or {}).items()
    )
    types = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{DOCX}.main+xml"/></Types>'
    )
    root = f'<Relationship Id="r1" Type="{_OFFICE}/officeDocument" Target="word/document.xml"/>'
    return archive(
        {
            "[Content_Types].xml": types,
            "_rels/.rels": f'<Relationships xmlns="{_RELATIONSHIPS}">{root}</Relationships>',
            "word/_rels/document.xml.rels": f'<Relationships xmlns="{_RELATIONSHIPS}">{targets}</Relationships>',
            "word/document.xml": f"<w:document {_W} {_R}><w:body>{body}</w:body></w:document>",
            **(extra or {}),
        }
    )


def paragraph(text: str, *, level: int | None = None) -> str:
    """Return a paragraph of Word's; *level* makes it a heading."""
    outline = "" if level is None else f'<w:pPr><w:outlineLvl w:val="{level - 1}"/></w:pPr>'
    return f"<w:p>{outline}<w:r><w:t>{text}</w:t></w:r></w:p>"


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return a table of Word's."""
    cells = ("".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in row) for row in rows)
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in cells)}</w:tbl>"


CORE_PROPERTIES = (
    '<cp:coreProperties xmlns:cp="c" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="t">'
    "<dc:title>Weaving &amp; more</dc:title><dc:creator>A. Weaver</dc:creator>"
    "<dcterms:created>2025-01-02T03:04:05Z</dcterms:created><dc:language>en</dc:language></cp:coreProperties>"
)
REPORT = docx(
    paragraph("Silk report", level=1)
    + paragraph("Silk is strong &amp; light.")
    + '<w:p><w:hyperlink r:id="l1"><w:r><w:t>The loom</w:t></w:r></w:hyperlink></w:p>'
    + table([["Fibre", "Price"], ["Silk", "12"], ["Wool", "5"]]),
    links={"l1": "https://example.org/loom"},
    extra={"docProps/core.xml": CORE_PROPERTIES},
)
RTF = (
    rb"{\rtf1\ansi{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}}"
    rb"{\info{\title Silk}{\author A. Weaver}}"
    rb"\pard\s1 Silk report\par\pard Silk is strong.\par}"
)


@dataclass(frozen=True, slots=True)
class Styled:
    """A number in the cell style with this index."""

    value: float
    style: int


@dataclass(frozen=True, slots=True)
class Noted:
    """The addresses that cells of a sheet lead to, and comments of Ada on cells, by reference."""

    links: Mapping[str, str]
    comments: Mapping[str, str]

    def listed(self) -> str:
        """Return the list of links in the sheet."""
        links = "".join(f'<hyperlink ref="{cell}" r:id="l{at}"/>' for at, cell in enumerate(self.links))
        return f"<hyperlinks {_R}>{links}</hyperlinks>" if links else ""

    def parts(self, number: int) -> Mapping[str, str]:
        """Return what stands beside the sheet of this number."""
        related = "".join(
            f'<Relationship Id="l{at}" Type="{_OFFICE}/hyperlink" Target="{escape(address)}" TargetMode="External"/>'
            for at, address in enumerate(self.links.values())
        )
        related += f'<Relationship Id="c" Type="{_OFFICE}/comments" Target="../comments{number}.xml"/>'
        comments = "".join(
            f'<comment ref="{cell}" authorId="0"><text><r><t>{text}</t></r></text></comment>'
            for cell, text in self.comments.items()
        )
        return {
            f"xl/worksheets/_rels/sheet{number}.xml.rels": (
                f'<Relationships xmlns="{_RELATIONSHIPS}">{related}</Relationships>'
            ),
            f"xl/comments{number}.xml": (
                f"<comments><authors><author>Ada</author></authors><commentList>{comments}</commentList></comments>"
            ),
        }


def workbook(
    sheets: Mapping[str, Sequence[Sequence[object]]],
    *,
    hidden: Sequence[str] = (),
    formats: Sequence[str] = (),
    without: tuple[Sequence[int], Sequence[int]] = ((), ()),
    notes: Mapping[str, Noted] | None = None,
) -> bytes:
    """Return an Excel workbook of *sheets* by name; strings are inline, those that begin with "=" are formulas.

    Style 0 is plain, the others have *formats*. *without* are the rows and the columns that sheets hide, from 1.
    """
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    listed, related, parts = [], [], {}
    beside: dict[str, str] = {}
    for number, (name, rows) in enumerate(sheets.items(), 1):
        state = ' state="hidden"' if name in hidden else ""
        listed.append(f'<sheet name="{name}" sheetId="{number}"{state} r:id="s{number}"/>')
        related.append(
            f'<Relationship Id="s{number}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{number}.xml"/>'
        )
        noted = (notes or {}).get(name)
        parts[f"xl/worksheets/sheet{number}.xml"] = (
            f"<worksheet {main}>{_columns(without[1])}<sheetData>{_rows(rows, without[0])}</sheetData>"
            f"{noted.listed() if noted else ''}</worksheet>"
        )
        beside |= noted.parts(number) if noted else {}
    overrides = "".join(
        f'<Override PartName="/{part}" '
        'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
        for part in parts
    )
    return archive(
        {
            "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{XLSX}.main+xml"/>{overrides}</Types>',
            "_rels/.rels": f'<Relationships xmlns="{_RELATIONSHIPS}"><Relationship Id="r1" '
            f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_RELATIONSHIPS}">{"".join(related)}</Relationships>',
            "xl/workbook.xml": f"<workbook {main} {_R}><sheets>{''.join(listed)}</sheets></workbook>",
            "xl/styles.xml": f"<styleSheet {main}><numFmts>{_formats(formats)}</numFmts>"
            f"<cellXfs><xf numFmtId='0'/>{_styles(formats)}</cellXfs></styleSheet>",
            **parts,
            **beside,
        }
    )


def _formats(codes: Sequence[str]) -> str:
    return "".join(
        f"<numFmt numFmtId='{number}' formatCode='{escape(code, {chr(39): '&apos;'})}'/>"
        for number, code in enumerate(codes, 164)
    )


def _styles(codes: Sequence[str]) -> str:
    return "".join(f"<xf numFmtId='{number}'/>" for number in range(164, 164 + len(codes)))


def _columns(hidden: Sequence[int]) -> str:
    listed = "".join(f'<col min="{number}" max="{number}" width="9" hidden="1"/>' for number in hidden)
    return f"<cols>{listed}</cols>" if listed else ""


def _rows(rows: Sequence[Sequence[object]], hidden: Sequence[int]) -> str:
    return "".join(
        f'<row r="{index}" hidden="{int(index in hidden)}">{_cells(row, index)}</row>'
        for index, row in enumerate(rows, 1)
    )


def _cells(row: Sequence[object], index: int) -> str:
    return "".join(
        f'<c r="{chr(65 + column)}{index}"><f>{value[1:]}</f></c>'
        if isinstance(value, str) and value.startswith("=")
        else f'<c r="{chr(65 + column)}{index}" s="{value.style}"><v>{value.value}</v></c>'
        if isinstance(value, Styled)
        else f'<c r="{chr(65 + column)}{index}"><v>{value}</v></c>'
        if isinstance(value, int | float)
        else f'<c r="{chr(65 + column)}{index}" t="inlineStr"><is><t>{value}</t></is></c>'
        for column, value in enumerate(row)
    )


def compound_file(streams: Mapping[str, bytes]) -> bytes:
    """Return an OLE file of *streams*: [MS-CFB] in its simplest form, each stream in sectors one after the other.

    A name such as "folder/stream" is that of a stream in a folder; the streams of a folder come together.
    """
    end, free, fat_sector = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD
    # Streams shorter than this would be kept elsewhere.
    bodies = [body.ljust(max(4096, -len(body) // 512 * -512), b"\0") for body in streams.values()]
    folders = list(dict.fromkeys(name.partition("/")[0] for name in streams if "/" in name))
    sectors = -(-(1 + len(streams) + len(folders)) // 4)
    chain = [fat_sector, *range(2, 1 + sectors), end]
    parents = [name.rpartition("/")[0] for name in streams]
    entries = [_entry("Root Entry", 5, end, 0, child=1)]
    last_at_root = max((number for number, parent in enumerate(parents, 1) if not parent), default=0)
    for number, (name, body, parent) in enumerate(zip(streams, bodies, parents, strict=True), 1):
        following = number + 1 if parents[number : number + 1] == [parent] else free
        if number == last_at_root and folders:
            following = 1 + len(streams)
        entries.append(_entry(name.rpartition("/")[2], 2, len(chain), len(body), right=following))
        chain += [*range(len(chain) + 1, len(chain) + len(body) // 512), end]
    for number, folder in enumerate(folders, 1 + len(streams)):
        following = number + 1 if folder != folders[-1] else free
        entries.append(_entry(folder, 1, 0, 0, child=1 + parents.index(folder), right=following))
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    header += struct.pack("<HHHHH6xIIIIIIIIII", 0x3E, 3, 0xFFFE, 9, 6, 0, 1, 1, 0, 4096, end, 0, end, 0, 0)
    fat = struct.pack("<128I", *chain, *[free] * (128 - len(chain)))
    directory = b"".join(entries).ljust(512 * sectors, b"\0")
    return header.ljust(512, b"\xff") + fat + directory + b"".join(bodies)


def _entry(name: str, kind: int, start: int, size: int, *, child: int = 0xFFFFFFFF, right: int = 0xFFFFFFFF) -> bytes:
    text = name.encode("utf-16-le")
    links = struct.pack("<BBIII36xIQ", kind, 1, 0xFFFFFFFF, right, child, start, size)
    return text.ljust(64, b"\0") + struct.pack("<H", len(text) + 2) + links


def epub(chapters: Mapping[str, str]) -> bytes:
    """Return an e-book of *chapters* of XHTML bodies by name."""
    items = "".join(f'<item id="{name}" href="{name}.xhtml" media-type="application/xhtml+xml"/>' for name in chapters)
    spine = "".join(f'<itemref idref="{name}"/>' for name in chapters)
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata '
        'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Silk</dc:title><dc:language>en</dc:language></metadata>'
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>"
    )
    container = (
        '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    return archive(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": container,
            "content.opf": package,
            **{
                f"{name}.xhtml": f'<html xmlns="http://www.w3.org/1999/xhtml"><body>{body}</body></html>'
                for name, body in chapters.items()
            },
        }
    )


def fork_servers() -> list[psutil.Process]:
    """Return the servers of this process from which readers of documents are forked."""
    return [child for child in psutil.Process().children() if FORK_SERVER in _command_line(child)]


def runs(process: psutil.Process, program: str) -> bool:
    """Return whether *process* still runs *program*; one that has just ended does not."""
    with suppress(psutil.NoSuchProcess):
        return bool(process.name() == program and process.status() != psutil.STATUS_ZOMBIE)
    return False


def _command_line(process: psutil.Process) -> list[str]:
    # Of a process that has just ended there is none any more.
    with suppress(psutil.NoSuchProcess):
        words: list[str] = process.cmdline()
        return words
    return []


def numbered_docx(items: Sequence[tuple[str, int | None]]) -> bytes:
    """Return a Word document of numbered paragraphs, each with its depth; None for one that is no item."""
    levels = "".join(
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="{text}"/></w:lvl>'
        for depth, text in enumerate(("%1.", "%1.%2."))
    )
    numbering = (
        f'<w:numbering {_W}><w:abstractNum w:abstractNumId="0">{levels}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>'
    )
    target = f'<Relationship Id="n1" Type="{_OFFICE}/numbering" Target="numbering.xml"/>'
    return docx(
        "".join(
            paragraph(text)
            if depth is None
            else f'<w:p><w:pPr><w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="1"/></w:numPr></w:pPr>'
            f"<w:r><w:t>{text}</w:t></w:r></w:p>"
            for text, depth in items
        ),
        extra={
            "word/numbering.xml": numbering,
            "word/_rels/document.xml.rels": f'<Relationships xmlns="{_RELATIONSHIPS}">{target}</Relationships>',
        },
    )
