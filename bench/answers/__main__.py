"""How many ordinary questions about other people's pages are answered right, wrong, or not.

    python -m bench.answers QUALITY/data [--split train|judge|held] [--verbose]

The folder is `data` of the quality benchmark. Of a question that is not answered the nearest passages may still have the
answer: those are counted as *near*. What the page does not say is right when it is not answered.
"""

import argparse
import time
from collections import Counter
from pathlib import Path

from bench.answers.corpus import SPLITS, Asked, pages, questions
from gossamer.content.answering import answer, nearest


def outcome(asked: Asked, text: str, near: str) -> str:
    """Return what became of a question that was answered with *text*, or with the passages *near*."""
    if text:
        return "right" if asked.gold and asked.is_right(text) else "wrong" if asked.gold else "invented"
    if not asked.gold:
        return "silent"
    return "near" if asked.is_in(near) else "refused"


def main() -> None:
    """Print the rates of each split."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--split", choices=SPLITS)
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    for split in (arguments.split,) if arguments.split else SPLITS:
        counted: Counter[str] = Counter()
        spent = 0.0
        for page, asked in pages(questions(split), arguments.data):
            for one in asked:
                began = time.process_time()
                found = answer(page, one.question, quoted=False)
                near = "" if found.text else "\n".join(passage.text for passage in nearest(page, one.question))
                spent += time.process_time() - began
                became = outcome(one, found.text, near)
                counted[became] += 1
                if arguments.verbose and became not in {"right", "silent"}:
                    print(f"{became:8} {one.page} {one.question} {list(one.gold)} -> {found.text[:160]!r}")
        said = counted["right"] + counted["wrong"] + counted["near"] + counted["refused"]
        unsaid = counted["silent"] + counted["invented"]
        print(
            f"{split}: of {said} questions {counted['right'] / said:.0%} right, {counted['wrong'] / said:.0%} wrong, ",
            end="",
        )
        print(
            f"{(counted['near'] + counted['refused']) / said:.0%} refused (half answered by passages: {counted['near']})",
            end="",
        )
        print(f"; of {unsaid} that the page does not answer {counted['invented']} answered; ", end="")
        print(f"{1000 * spent / (said + unsaid):.1f} ms a question")


if __name__ == "__main__":
    main()
