"""What a document hides is read, and marked as hidden."""

import io
import zipfile

import pytest

from gossamer.content.documents.package_edits import edit_package
from gossamer.content.markdown import markdown_of
from tests.documents import archive, workbook
from tests.unit.content.documents.conftest import Read

pytestmark = pytest.mark.one_loop

_P = "http://schemas.openxmlformats.org/presentationml/2006/main"
_A = "http://schemas.openxmlformats.org/drawingml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPE = "application/vnd.openxmlformats-officedocument.presentationml"
_ODF = "urn:oasis:names:tc:opendocument:xmlns:"


def pptx(*slides: str) -> bytes:
    """Return a presentation of PowerPoint with these slides of XML."""
    numbers = range(1, len(slides) + 1)
    related = "".join(f'<Relationship Id="r{n}" Type="{_R}/slide" Target="slides/slide{n}.xml"/>' for n in numbers)
    space = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
    overrides = "".join(
        f'<Override PartName="/ppt/slides/slide{n}.xml" ContentType="{_TYPE}.slide+xml"/>' for n in numbers
    )
    return archive(
        {
            "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/ppt/presentation.xml" ContentType="{_TYPE}.presentation.main+xml"/>'
            f"{overrides}</Types>",
            "_rels/.rels": f'<Relationships {space}><Relationship Id="r1" Type="{_R}/officeDocument" '
            'Target="ppt/presentation.xml"/></Relationships>',
            "ppt/_rels/presentation.xml.rels": f"<Relationships {space}>{related}</Relationships>",
            "ppt/presentation.xml": f'<p:presentation xmlns:p="{_P}" xmlns:r="{_R}"><p:sldIdLst>'
            + "".join(f'<p:sldId id="{255 + n}" r:id="r{n}"/>' for n in numbers)
            + "</p:sldIdLst></p:presentation>",
            **{f"ppt/slides/slide{n}.xml": slide for n, slide in enumerate(slides, 1)},
        }
    )


def slide(title: str, text: str, attributes: str = "") -> str:
    """Return a slide with a title, if there is one, and a text."""
    shapes = [("title", title)] * bool(title) + [("body", text)]
    written = "".join(
        f'<p:sp><p:nvSpPr><p:cNvPr id="2" name=""/><p:cNvSpPr/><p:nvPr><p:ph type="{kind}"/>'
        "</p:nvPr></p:nvSpPr><p:spPr/>"
        f"<p:txBody><a:bodyPr/><a:p><a:r><a:t>{words}</a:t></a:r></a:p></p:txBody></p:sp>"
        for kind, words in shapes
    )
    group = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'
    return (
        f'<p:sld xmlns:p="{_P}" xmlns:a="{_A}"{attributes}><p:cSld><p:spTree>{group}{written}'
        "</p:spTree></p:cSld></p:sld>"
    )


def odf(kind: str, styles: str, content: str) -> bytes:
    """Return a file of OpenDocument with this content."""
    names = " ".join(
        f'xmlns:{name}="{_ODF}{name}:1.0"' for name in ("office", "style", "text", "table", "presentation")
    )
    return archive(
        {
            "mimetype": f"application/vnd.oasis.opendocument.{kind}",
            "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="{_ODF}manifest:1.0">'
            f'<manifest:file-entry manifest:full-path="/" '
            f'manifest:media-type="application/vnd.oasis.opendocument.{kind}"/></manifest:manifest>',
            "content.xml": f'<office:document-content {names} xmlns:draw="{_ODF}drawing:1.0">'
            f"<office:automatic-styles>{styles}"
            f"</office:automatic-styles><office:body><office:{kind}>{content}</office:{kind}></office:body>"
            "</office:document-content>",
        }
    )


async def test_hidden_sheets_of_excel_are_marked(parse: Read) -> None:
    for state in ("hidden", "veryHidden"):
        body = workbook({"Seen": [["a"], [1]], "Kept &amp; old": [["x"], [3]]}, hidden=["Kept &amp; old"])
        body = rewritten(body, "xl/workbook.xml", 'state="hidden"', f'state="{state}"')
        document = await parse(body)
        assert "## Kept & old (hidden)\n\n| x |" in markdown_of(document.html)
        assert "## Seen\n" in markdown_of(document.html)
        assert document.metadata["hiddenSheets"] == ["Kept & old"]


def rewritten(body: bytes, part: str, old: str, new: str) -> bytes:
    """Return the archive *body* with other text in one of its parts."""
    with zipfile.ZipFile(io.BytesIO(body)) as source:
        parts = {name: source.read(name) for name in source.namelist()}
    return archive({**parts, part: parts[part].decode().replace(old, new)})


async def test_hidden_sheets_of_opendocument_are_marked(parse: Read) -> None:
    table = (
        '<table:table table:name="{}" table:style-name="{}"><table:table-row><table:table-cell '
        'office:value-type="string"><text:p>{}</text:p></table:table-cell></table:table-row></table:table>'
    )
    style = (
        '<style:style style:name="{}" style:family="table"><style:table-properties table:display="{}"/></style:style>'
    )
    document = await parse(
        odf(
            "spreadsheet",
            style.format("s1", "true") + style.format("s2", "false"),
            table.format("Seen", "s1", "a") + table.format("Kept", "s2", "b"),
        )
    )
    text = markdown_of(document.html)
    assert text.index("## Seen\n") < text.index("## Kept (hidden)\n") < text.rindex("b")
    assert document.metadata["hiddenSheets"] == ["Kept"]


@pytest.mark.parametrize("title", ["Looms", ""])
async def test_hidden_slides_of_powerpoint_are_shown_and_marked(parse: Read, title: str) -> None:
    body = pptx(slide("First", "Silk"), slide(title, "Wool", ' show="0"'), slide("Last", "Flax", ' show="1"'))
    text = markdown_of((await parse(body)).html)
    heading = f"## {title}\n\n" if title else ""
    assert f"Silk\n\n{heading}(hidden slide)\n\nWool\n\n" in text
    assert text.count("(hidden slide)") == 1


async def test_hidden_slides_of_opendocument_are_marked(parse: Read) -> None:
    style = '<style:style style:name="{}" style:family="drawing-page"><style:drawing-page-properties{}/></style:style>'
    page = (
        '<draw:page draw:name="{0}" draw:style-name="{1}"><draw:frame><draw:text-box><text:p>{0}</text:p>'
        "</draw:text-box></draw:frame></draw:page>"
    )
    styles = style.format("d1", "") + style.format("d2", ' presentation:visibility="hidden"')
    body = odf("presentation", styles, page.format("Silk", "d1") + page.format("Wool", "d2"))
    assert markdown_of((await parse(body)).html) == "Silk\n\n(hidden slide)\n\nWool"


@pytest.mark.parametrize("body", [b"", b"PK\x03\x04 cut", pptx(slide("a", "b", ' show="0"'))[:400]])
def test_a_damaged_file_is_left_as_it_is(body: bytes) -> None:
    assert edit_package(body, "pptx") == body
