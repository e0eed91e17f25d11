"""Pages of web applications and the addresses of their content."""

import pytest

from gossamer.core.urls import web_url
from gossamer.features.scrape.exports import address_of_export

GOOGLE = "https://docs.google.com"
DRIVE = "https://drive.google.com"


@pytest.mark.parametrize(
    ("page", "export"),
    [
        ("/document/d/1iqj3PY--4lS_p/edit", "/document/d/1iqj3PY--4lS_p/export?format=html"),
        ("/document/d/1iqj3PY--4lS_p/edit?usp=sharing#heading=h.1", "/document/d/1iqj3PY--4lS_p/export?format=html"),
        ("/document/d/1iqj3PY--4lS_p", "/document/d/1iqj3PY--4lS_p/export?format=html"),
        ("/spreadsheets/d/1DTpw/edit", "/spreadsheets/d/1DTpw/gviz/tq?tqx=out:html"),
        ("/spreadsheets/d/1DTpw/edit?gid=7", "/spreadsheets/d/1DTpw/gviz/tq?tqx=out:html&gid=7"),
        ("/spreadsheets/d/1DTpw/edit#gid=7", "/spreadsheets/d/1DTpw/gviz/tq?tqx=out:html&gid=7"),
        ("/presentation/d/1m8c/edit#slide=id.p", "/presentation/d/1m8c/export/pdf"),
    ],
)
def test_a_document_of_google_is_fetched_as_its_export(page: str, export: str) -> None:
    assert address_of_export(web_url(GOOGLE + page)) == GOOGLE + export


@pytest.mark.parametrize("page", ["/file/d/0B_x-1/view?usp=drive_link", "/file/d/0B_x-1", "/open?id=0B_x-1"])
def test_a_file_on_google_drive_is_downloaded(page: str) -> None:
    assert address_of_export(web_url(DRIVE + page)) == f"{DRIVE}/uc?export=download&id=0B_x-1"


@pytest.mark.parametrize(
    "url",
    [
        f"{GOOGLE}/document/d/e/2PACX-1v/pub",
        f"{GOOGLE}/spreadsheets/d/e/2PACX-1v/pubhtml",
        f"{GOOGLE}/presentation/d/e/2PACX-1v/pub?start=false",
        f"{GOOGLE}/document/d/1iqj/export?format=txt",
        f"{GOOGLE}/spreadsheets/d/1DTpw/export?format=csv",
        f"{GOOGLE}/forms/d/1m8c/viewform",
        f"{DRIVE}/drive/folders/1m8c",
        "https://docs.google.com.example.org/document/d/1iqj/edit",
        "https://example.org/document/d/1iqj/edit",
    ],
)
def test_any_other_page_is_fetched_as_it_is(url: str) -> None:
    assert address_of_export(web_url(url)) == url
