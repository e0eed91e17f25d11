from hypothesis import given
from hypothesis import strategies as st

from gossamer.core.crawls import Entry, EntryKind
from gossamer.core.urls import WebUrl
from gossamer.ports.frontier import PageDone
from gossamer.store.jobs.duplicates import KnownEntry, judge_duplicates
from gossamer.store.jobs.states import State
from tests.contracts.jobs import done

# Entry n has the fingerprint n; aliases name any of twelve entries.
pages = st.lists(st.tuples(st.integers(1, 8), st.lists(st.integers(1, 12), max_size=3)), unique_by=lambda one: one[0])
states = st.lists(
    st.sampled_from([State.QUEUED, State.WAITING, State.DONE, State.FAILED, State.REFUSED]), min_size=4, max_size=4
)


def page(position: int, aliases: list[int]) -> PageDone:
    entry = Entry(position, WebUrl(f"https://e.org/{position}"), position, 0, EntryKind.PAGE)
    return PageDone(entry, done(entry).record, tuple(aliases))


@given(pages, states)
def test_pages_that_share_an_address_are_one_page_and_every_address_leads_to_it(
    drawn: list[tuple[int, list[int]]], others: list[State]
) -> None:
    came = [page(*one) for one in drawn]
    known = {n: KnownEntry(State.TAKEN, n) for n in range(1, 9)} | {
        n: KnownEntry(others[n - 9], n) for n in range(9, 13)
    }
    verdicts = judge_duplicates(came, {n: n for n in known}, known)
    kept = {one.entry.position for one in verdicts.kept}
    owners = {n: n for n in known} | dict(verdicts.owners)
    had = kept | {n for n, entry in known.items() if entry.state is State.DONE}
    assert kept | verdicts.duplicates == {one.entry.position for one in came}
    assert kept & verdicts.duplicates == set()
    for one in came:
        assert {owners[n] for n in (one.entry.fingerprint, *one.aliases)} <= had
    # No page that is kept has an address of one that was kept before, or of one that was there.
    taken = {n for n, entry in known.items() if entry.state is State.DONE}
    for one in verdicts.kept:
        prints = {one.entry.fingerprint, *one.aliases}
        assert prints & taken == set()
        taken |= prints
    assert all(known[n].state in {State.QUEUED, State.WAITING} for n in verdicts.superseded)
