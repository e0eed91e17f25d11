"""Pages say the same in grids of boxes, tiles, cards, lists, tables and under headings; each of them answers."""

import pytest

from gossamer.content.answering import answer, nearest
from tests.unit.content.answering.pages import GUIDE, page

GRID = (
    "<title>Gym</title><main><h1>Gym</h1><div class=grid><div><div>Showers</div><div>Eight</div></div>"
    "<div><div>Monthly fee</div><div>€39</div></div></div></main>"
)
TILES = (
    "<title>Lake Orrin</title><main><h1>Lake Orrin</h1><div class=tile><span>142 m</span><p>greatest depth</p></div>"
    "<div class=tile><span>7</span><p>islands</p></div><p>Lake Orrin is a freshwater lake in Sundal.</p></main>"
)
CARDS = (
    "<title>Walks</title><main><h1>Walks</h1><div class=card><h3>Marsh at dawn</h3><p>3 hours</p><p>£15</p></div>"
    "<div class=card><h3>Cliff path</h3><p>5 hours</p><p>£24</p></div></main>"
)
RULES = (
    "<title>Cabin</title><main><h1>Cabin</h1><h2>Pets</h2><p>Two dogs at most, on a lead outside.</p>"
    "<h2>Firewood</h2><p>A basket is free; each further one is 8 euros.</p></main>"
)
PLANS = (
    "<title>Plans</title><main><h1>Plans</h1><table><tr><th></th><th>Home</th><th>Studio</th></tr>"
    "<tr><td>Storage</td><td>50 GB</td><td>500 GB</td></tr><tr><td>Users</td><td>1</td><td>9</td></tr></table></main>"
)
FILES = (
    "<title>Files API</title><main><h1>Files API</h1><p>The Files API stores documents.</p><h2>Uploading</h2>"
    "<p>To upload a file, open the page and press Add.</p><pre>upload_file(path, name='upload a file')</pre></main>"
)


@pytest.mark.parametrize(
    ("html", "question", "said"),
    [
        (GRID, "How much is the monthly fee?", "€39"),
        (TILES, "How many islands are there?", "7"),
        (TILES, "What is Lake Orrin?", "Lake Orrin is a freshwater lake"),
        (CARDS, "How much does the Cliff path cost?", "£24"),
        (PLANS, "How much storage does Studio have?", "500 GB"),
        (FILES, "What is the Files API?", "stores documents"),
    ],
)
def test_a_layout_answers(html: str, question: str, said: str) -> None:
    told = answer(page(html), question, quoted=False)
    assert said in told.text
    assert told.quotes


def test_how_something_is_done_is_not_answered_by_code() -> None:
    told = answer(page(FILES), "How can I upload a file?", quoted=False)
    assert "upload_file(" not in told.text
    assert all("upload_file(" not in one.text for one in nearest(page(FILES), "How can I upload a file?"))


def test_what_comes_nearest_is_shown_as_passages_each_once() -> None:
    found = [one.text for one in nearest(page(RULES), "How many dogs may I bring?")]
    assert any("Two dogs" in text for text in found)
    assert len(found) <= 3
    assert not any(one in other for one in found for other in found if one != other)


@pytest.mark.parametrize("question", ["", "?", "what is the"])
def test_nothing_comes_near_a_question_about_nothing(question: str) -> None:
    assert nearest(page(RULES), question) == []


def test_what_a_reason_is_told_for_comes_near_where_it_is_not_sure() -> None:
    found = nearest(page(GUIDE), "Why are ferns dangerous?")
    assert any("because the dry leaves" in one.text for one in found)
