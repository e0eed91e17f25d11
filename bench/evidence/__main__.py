"""Rates of `supported` for an honest model's values and for lies, per split and by kind of lie.

    python -m bench.evidence [--split dev|unseen] [--most-lies 40] [--verbose]

Of each page (see README.md) the truth is assessed once, then each lie alone while all else is true.
"""

import argparse
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from bench.evidence.corpus import SPLITS, Case, cases, page_of
from gossamer.core.understanding import Status
from gossamer.features.evidence import assess

INVENTED: Final = frozenset({"invented", "changed"})
TRUTH: Final = "truth"


@dataclass
class Rates:
    """How many values had each status, by kind; *seconds* and *values* of the honest answers."""

    statuses: defaultdict[str, Counter[Status]] = field(default_factory=lambda: defaultdict(Counter))
    seconds: float = 0.0
    answers: int = 0

    def supported(self, kinds: Iterable[str]) -> float:
        """Return the share of `supported` among values of these kinds."""
        counted = sum((self.statuses[kind] for kind in kinds), Counter[Status]())
        return counted[Status.SUPPORTED] / max(1, counted.total())

    @property
    def truths(self) -> float:
        """Return the share of right values that are supported."""
        return self.supported([TRUTH])

    @property
    def invented(self) -> float:
        """Return the share of invented or altered values that are supported."""
        return self.supported(self.statuses.keys() & INVENTED)

    @property
    def elsewhere(self) -> float:
        """Return the share of values of other fields, entries and numbers that are supported."""
        return self.supported(self.statuses.keys() - INVENTED - {TRUTH})


def measured(some: Iterable[Case], *, most_lies: int, verbose: bool = False) -> Rates:
    """Return the rates of *some* pages, with at most so many lies each."""
    rates = Rates()
    for case in some:
        page = page_of(case)
        began = time.process_time()
        honest = assess(case.truth, page.index, case.schema, page.read, page.read_evidence)
        rates.seconds += time.process_time() - began
        rates.answers += 1
        rates.statuses[TRUTH].update(proof.status for proof in honest.values() if proof.status is not None)
        lies = random.Random(case.name).sample(case.lies, min(most_lies, len(case.lies)))
        for lie in lies:
            told = assess(case.with_lies([lie]), page.index, case.schema, page.read, page.read_evidence)
            status = told[lie.path].status or Status.ABSENT
            rates.statuses[lie.kind][status] += 1
            if verbose and status is Status.SUPPORTED:
                print(f"  supported: {case.author} {case.name} {lie.path} {lie.value!r} ({lie.kind})")
        if verbose:
            for at, proof in honest.items():
                if proof.status is not Status.SUPPORTED:
                    print(f"  {proof.status}: {case.author} {case.name} {at} {proof.confidence} {proof.quote[:80]!r}")
    return rates


def main() -> None:
    """Print the rates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--split", choices=SPLITS)
    parser.add_argument("--most-lies", type=int, default=40)
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    for split in (arguments.split,) if arguments.split else SPLITS:
        rates = measured(cases(split), most_lies=arguments.most_lies, verbose=arguments.verbose)
        print(f"{split}: truths supported {rates.truths:.1%}, invented {rates.invented:.2%}, ", end="")
        print(f"elsewhere {rates.elsewhere:.1%}; {1000 * rates.seconds / max(1, rates.answers):.1f} ms an answer")
        for kind, counted in sorted(rates.statuses.items()):
            told = ", ".join(f"{status} {count}" for status, count in counted.most_common())
            print(f"    {kind:13s} {counted[Status.SUPPORTED] / counted.total():6.1%}  {told}")


if __name__ == "__main__":
    main()
