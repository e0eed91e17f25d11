"""What the scripts of a page have yet to bring, where a browser is the first to get the page.

The same evidence and the same memory decide as for a page that was fetched by HTTP (`rendering`), so that a page has
the same content whatever it was rendered for. A page that a team waited for in vain is not waited for again for a
while, nor are others like it; but one without any text always is.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Final, TypeAlias

from gossamer.content.dynamic import Doubt, LookedUp, Need, need_of
from gossamer.content.offload import Offload
from gossamer.content.page_view import PageView, Selection
from gossamer.core.pages import Expected, FetchedPage, FetchRequest
from gossamer.features.scrape.linked_scripts import LinkedScripts
from gossamer.features.scrape.rendering import PatternPages, Renderings
from gossamer.ports.clock import Clock

_LASTS: Final = timedelta(hours=1)
_KEPT: Final = 5_000
# So many times in vain say that even a page without content in its HTML has none to get: one answer may have been slow.
_SURE: Final = 2
# The team, the pages and their template.
_Key: TypeAlias = tuple[str, PatternPages, str]
# Takes the pages that one is of, how doubtful its content is, and its main content, as its site sent it.
NoteSent: TypeAlias = Callable[[PatternPages, Need, str], None]


class Expectations:
    """Judges pages as their sites sent them, and remembers in this process what was awaited in vain."""

    def __init__(self, renderings: Renderings, scripts: LinkedScripts, offload: Offload, clock: Clock) -> None:
        self._renderings = renderings
        self._scripts = scripts
        self._offload = offload
        self._clock = clock
        # Until when it counts that pages like these were awaited in vain, and how often they were.
        self._in_vain: OrderedDict[_Key, tuple[float, int]] = OrderedDict()

    async def of(
        self,
        page: FetchedPage,
        request: FetchRequest,
        *,
        owner: str = "",
        sampled: bool = False,
        note: NoteSent | None = None,
    ) -> Expected:
        """Return the content that a browser has to wait for when it shows *page* for *request*.

        *owner* is the team whose work it is, *sampled* as in `Renderings.decision`. *note* is told of a doubtful page.
        """
        need, text = await self._judge(page, request, owner, None)
        pages = PatternPages.like(page.url)
        if need.doubt is Doubt.NONE:
            return _nothing()
        if note is not None:
            note(pages, need, text)
        if self._was_in_vain((owner, pages, need.template), need):
            return _nothing()
        is_expected = await self._renderings.is_content_expected(pages, need, owner, sampled=sampled)
        if is_expected is None and need.linked:
            names = await self._scripts.names(need.linked, page, request)
            if any(name.encode() in page.body for name in names.ids):
                need, _ = await self._judge(page, request, owner, names)
                is_expected = await self._renderings.is_content_expected(pages, need, owner, sampled=sampled)
        return self._expect_content((owner, pages, need.template), need.awaited) if is_expected else _nothing()

    async def _judge(
        self, page: FetchedPage, request: FetchRequest, owner: str, names: LookedUp | None
    ) -> tuple[Need, str]:
        return await self._offload.run(
            _judge_page, page, request.block_ads, names, owner=owner, size=len(page.body), deadline=request.deadline
        )

    def _expect_content(self, key: _Key, awaited: Mapping[str, int]) -> Expected:
        def learn(came: bool) -> None:  # noqa: FBT001
            if came:
                self._in_vain.pop(key, None)
            else:
                self._note(key)

        return Expected(awaited, learn)

    def _was_in_vain(self, key: _Key, need: Need) -> bool:
        return not need.is_empty and self._times_in_vain(key) >= (_SURE if need.doubt is Doubt.CERTAIN else 1)

    def _times_in_vain(self, key: _Key) -> int:
        until, times = self._in_vain.get(key, (0.0, 0))
        return times if until > self._clock.monotonic() else 0

    def _note(self, key: _Key) -> None:
        self._in_vain[key] = (self._clock.monotonic() + _LASTS.total_seconds(), self._times_in_vain(key) + 1)
        while len(self._in_vain) > _KEPT:
            self._in_vain.popitem(last=False)


def _nothing() -> Expected:
    return Expected({}, lambda _: None)


def _judge_page(page: FetchedPage, block_ads: bool, names: LookedUp | None) -> tuple[Need, str]:  # noqa: FBT001
    """Return whether *page* has content to come, and its main content if so.

    There is none to come where something stands in front of it.
    """
    view, selection = PageView(page, names=names), Selection(block_ads=block_ads)
    evidence = view.evidence
    if evidence is None or not (evidence.scripted or evidence.signs) or view.finding is not None:
        return Need(Doubt.NONE), ""
    need = need_of(evidence, view.amount(selection))
    return need, "" if need.doubt is Doubt.NONE else view.markdown(selection)
