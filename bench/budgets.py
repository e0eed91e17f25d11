"""How often a page that is shortened to a question still has the answer, and how many tokens that saves.

    python -m bench.budgets QUALITY/data [--tokens 1500] [--pairs 300] [--verbose]

The folder is `data` of the quality benchmark, the questions are those of `bench.answers`, of all its splits. Of those
whose answer the whole Markdown has, the pairs with the longest pages are taken: a short page is not shortened.
"""

import argparse
import time
from pathlib import Path

from bench.answers.corpus import SPLITS, Asked, pages, questions
from gossamer.content.answering.excerpts import excerpt
from gossamer.content.page.tokens import count_tokens
from gossamer.content.text.markdown_lines import plain
from gossamer.core.excerpts import ExcerptSpec


def main() -> None:
    """Print the shares of answers that are still there and of tokens that are saved."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--tokens", type=int, default=1_500)
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    everything = [asked for split in SPLITS for asked in questions(split) if asked.gold]
    known = [
        (count_tokens(page.text), page.text, asked)
        for page, of_page in pages(everything, arguments.data)
        for asked in of_page
        if asked.is_in(plain(page.text))
    ]
    known.sort(key=lambda pair: -pair[0])
    measured = known[: arguments.pairs]
    kept, longer, total, used, most, spent = 0, 0, 0, 0, 0, 0.0
    missed: list[Asked] = []
    for size, text, asked in measured:
        began = time.process_time()
        part = excerpt(text, ExcerptSpec(arguments.tokens, asked.question))
        spent += time.process_time() - began
        tokens = count_tokens(part.markdown)
        longer, total, used, most = longer + part.is_cut, total + size, used + tokens, max(most, tokens)
        if asked.is_in(plain(part.markdown)):
            kept += 1
        else:
            missed.append(asked)
    print(
        f"{len(measured)} pairs, {longer} of them with a longer page, at {arguments.tokens} tokens: the answer is in "
        f"{kept / len(measured):.1%}, {1 - used / total:.1%} of the tokens are saved, the largest excerpt has {most}; "
        f"{1000 * spent / len(measured):.1f} ms CPU a pair"
    )
    for asked in missed if arguments.verbose else ():
        print(f"missed: {asked.page} {asked.question} {list(asked.gold)}")


if __name__ == "__main__":
    main()
