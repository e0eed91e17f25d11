"""What anydoc leaves out of packages of XML, written into their text before it reads them.

That is non-breaking hyphens of Word, and hidden slides: those of PowerPoint are marked and shown, those of OpenDocument
are marked. Runs in the confined child only.
"""

import io
import re
import zipfile
from collections.abc import Callable
from typing import Final

from gossamer.content.documents.number_formats.cells import BROKEN

_MAX_PARTS: Final = 100_000_000
_HYPHEN: Final = re.compile(rb"<(\w+:)?noBreakHyphen\b[^>]*(?:/>|></\1?noBreakHyphen>)")
_HIDDEN_SLIDE: Final = re.compile(rb"(<(?:\w+:)?sld\b[^>]*?)\sshow=[\"'](?:0|false)[\"']")
_TITLE: Final = re.compile(rb"\btype=\"(?:ctrT|t)itle\".*?</(?:\w+:)?sp>", re.DOTALL)
_SLIDE_START: Final = re.compile(rb"<(?:\w+:)?grpSpPr\b[^>]*/>|</(?:\w+:)?grpSpPr>")
_HIDDEN_STYLE: Final = re.compile(
    rb"<style:style\b[^>]*\bstyle:name=\"([^\"]+)\"[^>]*>\s*"
    rb"<style:drawing-page-properties\b[^>]*\bpresentation:visibility=\"hidden\""
)
_STYLED_SLIDE: Final = re.compile(rb"<draw:page\b[^>]*\bdraw:style-name=\"([^\"]+)\"[^>]*>")
_MARK: Final = b"(hidden slide)"
_PPTX_MARK: Final = (
    b'<p:sp xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
    b' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">'
    b'<p:nvSpPr><p:cNvPr id="0" name=""/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/>'
    b"<p:txBody><a:bodyPr/><a:p><a:r><a:t>%s</a:t></a:r></a:p></p:txBody></p:sp>" % _MARK
)
_ODP_MARK: Final = b"<draw:frame><draw:text-box><text:p>%s</text:p></draw:text-box></draw:frame>" % _MARK


def edit_package(body: bytes, name: str) -> bytes:
    """Return *body*, a file of the format *name*, with what would be left out; as it is where that fails."""
    file = io.BytesIO(body)
    if name not in _EDITS or not zipfile.is_zipfile(file):
        return body
    parts, edit = _EDITS[name]
    try:
        with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
            entries = [entry for entry in archive.infolist() if parts.fullmatch(entry.filename)]
            if sum(entry.file_size for entry in entries) > _MAX_PARTS:
                return body
            for entry in entries:
                xml = archive.read(entry)
                if (changed := edit(xml)) != xml:
                    # The directory is written anew, and leads to the new part only.
                    archive.filelist.remove(entry)
                    archive.NameToInfo.pop(entry.filename, None)
                    archive.writestr(entry.filename, changed)
    except (*BROKEN, RuntimeError):
        return body
    return file.getvalue()


def _write_hyphens(xml: bytes) -> bytes:
    return _HYPHEN.sub(rb"<\1t>-</\1t>", xml)


def _mark_hidden_slide(xml: bytes) -> bytes:
    shown, is_hidden = _HIDDEN_SLIDE.subn(rb"\1", xml, count=1)
    place = (_TITLE.search(shown) or _SLIDE_START.search(shown)) if is_hidden else None
    return xml if place is None else shown[: place.end()] + _PPTX_MARK + shown[place.end() :]


def _mark_hidden_slides(xml: bytes) -> bytes:
    styles = set(_HIDDEN_STYLE.findall(xml))
    return _STYLED_SLIDE.sub(lambda slide: slide[0] + _ODP_MARK * (slide[1] in styles), xml) if styles else xml


_EDITS: Final[dict[str, tuple[re.Pattern[str], Callable[[bytes], bytes]]]] = {
    "docx": (re.compile(r"word/[^/]+\.xml"), _write_hyphens),
    "pptx": (re.compile(r"ppt/slides/[^/]+\.xml"), _mark_hidden_slide),
    "odp": (re.compile(r"content\.xml"), _mark_hidden_slides),
}
