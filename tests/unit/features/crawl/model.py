"""A frontier in memory that keeps its contract: what lanes and planners are tested against."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from gossamer.core.crawls import Discovered, Entry, EntryKind, Reason
from gossamer.core.errors import DatabaseUnavailable
from gossamer.core.ids import new_id
from gossamer.core.jobs import Job, JobSpec, JobState, NewJob, Progress, Ticket
from gossamer.ports.frontier import Chunk, Counts, EntryReturned, Next, PageDone, Planner, Turn

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


@dataclass
class Row:
    """A URL that was met. *state* is queued, taken, done, failed or refused."""

    position: int
    found: Discovered
    state: str = "queued"
    lane: int | None = None
    tries: int = 0
    rank: int = 0
    ready_at: datetime | None = None
    code: str | None = None
    detail: str | None = None

    @property
    def is_page(self) -> bool:
        return self.found.kind is EntryKind.PAGE


@dataclass
class Lane:
    turn: int
    holder: str | None = None


@dataclass
class MemoryFrontier:
    """One job; *away* is how many calls more the database is away."""

    spec: JobSpec
    now: datetime = NOW
    rows: list[Row] = field(default_factory=list)
    known: dict[int, Row] = field(default_factory=dict)
    lanes: dict[int, Lane] = field(default_factory=dict)
    tickets: list[tuple[datetime, Ticket]] = field(default_factory=list)
    done: list[PageDone] = field(default_factory=list)
    chunks: list[Chunk] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    state: JobState = JobState.SCRAPING
    error: str | None = None
    home: str | None = None
    most: int = 0
    away: int = 0
    links: dict[int, tuple[int, ...]] = field(default_factory=dict)

    job_id = "11111111-1111-4111-8111-111111111111"

    def start(self, seeds: Sequence[Discovered], lanes: int = 1) -> None:
        self._discover(seeds)
        for number in range(1, lanes + 1):
            self._open(number)

    @property
    def job(self) -> Job:
        return Job(
            job_id=self.job_id,
            team_id="team",
            key_id="key",
            kind=new_job(self.spec).kind,
            state=self.state,
            spec=self.spec,
            progress=Progress(done=len(self.done), refused=len(self.of("refused"))),
            created_at=NOW,
            deadline=NOW + timedelta(hours=1),
            expires_at=NOW + timedelta(days=1),
            home=self.home,  # type: ignore[arg-type]
        )

    def of(self, state: str) -> list[Row]:
        return [row for row in self.rows if row.state == state and row.is_page]

    def codes(self) -> dict[str, str | None]:
        """Return the code of each refused or failed page by its URL."""
        return {row.found.url: row.code for row in (*self.of("refused"), *self.of("failed"))}

    def pages(self) -> list[str]:
        """Return the URLs of the pages that are done, in order of completion."""
        return [page.entry.url for page in self.done]

    def next_ticket(self) -> Ticket | None:
        """Return the ticket that is due first, letting time pass until then."""
        if not self.tickets:
            return None
        self.tickets.sort(key=lambda due: due[0])
        at, ticket = self.tickets.pop(0)
        self.now = max(self.now, at)
        return ticket

    # JobStore, as far as lanes use it

    async def job_of(self, job_id: str, team_id: str, *, now: datetime) -> Job | None:
        return self.job if job_id == self.job_id and team_id == "team" else None

    async def cancel(self, job_id: str, team_id: str, *, now: datetime) -> bool:
        if self.state.final:
            return False
        self._end(JobState.CANCELLED, Reason.CANCELLED)
        return True

    # Frontier

    async def is_running(self, job_id: str) -> bool:
        return not self.state.final

    async def begin(self, ticket: Ticket, holder: str, plan: Planner, *, now: datetime) -> Turn | None:
        self._answer()
        lane = self._current(ticket)
        if lane is None:
            return None
        lane.holder = holder
        gave = self._go_on(ticket, plan, now)
        if gave.over:
            return None
        held = [row for row in self.rows if row.state == "taken" and row.lane == ticket.lane]
        return Turn(self.job, tuple(_entry(row) for row in held))

    async def commit(
        self,
        ticket: Ticket,
        holder: str,
        chunk: Chunk,
        plan: Planner,
        *,
        now: datetime,
        hand_on: bool = False,
        pause: timedelta = timedelta(0),
    ) -> Next:
        self._answer()
        lane = self._current(ticket)
        if lane is None or lane.holder != holder:
            return Next(over=True, committed=False)
        self.chunks.append(chunk)
        self.home = chunk.home or self.home
        self._settle(chunk)
        self._discover(chunk.discovered)
        self._deepen(chunk)
        self.warnings.extend(one for one in chunk.warnings if one not in self.warnings)
        return self._go_on(ticket, plan, now, hand_on=hand_on, pause=pause)

    def _answer(self) -> None:
        if self.away:
            self.away -= 1
            raise DatabaseUnavailable("The database is away.")

    def _current(self, ticket: Ticket) -> Lane | None:
        lane = self.lanes.get(ticket.lane)
        return lane if lane and lane.turn == ticket.turn and not self.state.final else None

    def _go_on(
        self,
        ticket: Ticket,
        plan: Planner,
        now: datetime,
        *,
        hand_on: bool = False,
        pause: timedelta = timedelta(0),
    ) -> Next:
        counts = self.counts(ticket.lane, now)
        decided = plan(counts)
        if decided.finish:
            self.error = decided.failure
            self._end(JobState.FAILED if decided.failure else JobState.COMPLETED, decided.leftover)
            return Next(over=True)
        for number in [n for n in range(1, 1000) if n not in self.lanes][: decided.new_lanes]:
            self._open(number)
        taken = () if hand_on else self._take(ticket.lane, decided.take, decided.take_pages, now)
        if not hand_on and (counts.held or taken):
            return Next(tuple(_entry(row) for row in taken))
        self._leave(ticket, counts, now, pause)
        return Next(over=True)

    def _leave(self, ticket: Ticket, counts: Counts, now: datetime, pause: timedelta) -> None:
        waits = counts.next_ready and not counts.held and not counts.ready
        if not counts.held and not counts.ready and not waits and len(self.lanes) > 1:
            del self.lanes[ticket.lane]
            return
        lane = self.lanes[ticket.lane]
        lane.turn += 1
        lane.holder = None
        due = max(now + pause, counts.next_ready) if waits and counts.next_ready else now + pause
        self.tickets.append((due, replace(ticket, turn=lane.turn)))

    def counts(self, lane: int, now: datetime) -> Counts:
        queued = [row for row in self.rows if row.state == "queued"]
        waiting = [row.ready_at for row in queued if row.ready_at is not None and row.ready_at > now]
        taken = [row for row in self.rows if row.state == "taken"]
        in_flight = sum(1 for row in taken if row.is_page)
        self.most = max(self.most, len(self.done) + in_flight)
        return Counts(
            done=len(self.done),
            failed=len(self.of("failed")),
            in_flight=in_flight,
            queued=sum(1 for row in queued if row.is_page),
            sitemaps=sum(1 for row in (*queued, *taken) if not row.is_page),
            ready=len(queued) - len(waiting),
            held=sum(1 for row in taken if row.lane == lane),
            lanes=len(self.lanes),
            next_ready=min(waiting, default=None),
        )

    def _take(self, lane: int, number: int, pages: int, now: datetime) -> list[Row]:
        ready = [r for r in self.rows if r.state == "queued" and (r.ready_at is None or r.ready_at <= now)]
        taken: list[Row] = []
        for row in sorted(ready, key=lambda row: (row.rank, row.position)):
            if len(taken) == number:
                break
            if row.is_page and not pages:
                continue
            pages -= row.is_page
            row.state, row.lane = "taken", lane
            taken.append(row)
        self.most = max(self.most, len(self.done) + sum(1 for r in self.rows if r.state == "taken" and r.is_page))
        return taken

    def _settle(self, chunk: Chunk) -> None:
        for page in chunk.done:
            self._done(page)
        for failed in chunk.failed:
            self._close(failed.entry, "failed", failed.code, failed.message)
        for refused in chunk.refused:
            self._close(refused.entry, "refused", refused.refusal.reason.value, refused.refusal.detail)
        for sitemap in chunk.sitemaps:
            self._close(sitemap.entry, "done", None, sitemap.problem)
        for returned in chunk.returned:
            self._return(returned)

    def _done(self, page: PageDone) -> None:
        row = self.rows[page.entry.position - 1]
        prints = (page.entry.fingerprint, *page.aliases)
        others = [self.known[one] for one in prints if one in self.known and self.known[one] is not row]
        if any(other.state == "done" for other in others):
            self._close(page.entry, "refused", Reason.DUPLICATE.value, None)
            return
        for other in others:
            if other.state == "queued":
                other.state, other.code = "refused", Reason.DUPLICATE.value
        self.known |= dict.fromkeys(prints, row)
        self._close(page.entry, "done", None, None)
        self.done.append(page)

    def _close(self, entry: Entry, state: str, code: str | None, detail: str | None) -> None:
        row = self.rows[entry.position - 1]
        row.state, row.code, row.detail, row.lane = state, code, detail, None

    def _return(self, returned: EntryReturned) -> None:
        row = self.rows[returned.entry.position - 1]
        row.state, row.lane, row.ready_at = "queued", None, returned.ready_at
        row.tries += returned.tried
        row.rank = row.rank if returned.rank is None else returned.rank

    def _discover(self, discovered: Sequence[Discovered]) -> None:
        for one in discovered:
            row = self.known.get(one.fingerprint)
            if row is None:
                row = Row(len(self.rows) + 1, one, rank=one.rank)
                self.rows.append(row)
                self.known[one.fingerprint] = row
                if one.refusal is not None:
                    row.state, row.code, row.detail = "refused", one.refusal.reason.value, one.refusal.detail
            elif row.code == Reason.DEPTH.value and one.refusal is None:
                row.found, row.state, row.code, row.rank = one, "queued", None, one.rank

    def _deepen(self, chunk: Chunk) -> None:
        """Lower depths until none is more than one link beyond a page that leads there."""
        if chunk.deepest is None:
            return
        self.links |= {page.entry.position: page.links for page in chunk.done}
        left = [(one.fingerprint, one.depth) for one in chunk.discovered if one.refusal is None]
        while left:
            fingerprint, depth = left.pop()
            row = self.known[fingerprint]
            if depth > chunk.deepest or row.found.depth <= depth or not row.is_page:
                continue
            row.found = replace(row.found, depth=depth)
            if row.code == Reason.DEPTH.value:
                row.state, row.code = "queued", None
            left += [(linked, depth + 1) for linked in self.links.get(row.position, ())]

    def _open(self, number: int) -> None:
        self.lanes[number] = Lane(1)
        self.tickets.append((self.now, Ticket(self.job_id, "team", number, 1)))

    def _end(self, state: JobState, leftover: Reason) -> None:
        self.state = state
        self.tickets.clear()
        for row in self.rows:
            if row.state in {"queued", "taken"}:
                row.state, row.code = "refused", leftover.value


def _entry(row: Row) -> Entry:
    found = row.found
    return Entry(row.position, found.url, found.fingerprint, found.depth, found.kind, row.tries)


def ticket(frontier: MemoryFrontier) -> Ticket:
    return Ticket(frontier.job_id, "team", 1, 1)


def new_job(spec: JobSpec) -> NewJob:
    return NewJob(new_id(), "team", "key", spec, NOW, NOW + timedelta(hours=1))
