"""Compare the native Markdown writer with the one of turbohtml on saved pages and on the examples of specifications.

    python bench/markdown_difference.py DATA [--limit N] [--every N] [--show N] [--page NAME] [--kind KIND] [--examples]

DATA holds `wcxb/{dev,train}/html/*.html.gz` and `cmspec/spec.txt`, `cmark-gfm/test/spec.txt`.
"""

import argparse
import gzip
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from gossamer.content.addresses import Base
from gossamer.content.cleaning import Sweep, clean
from gossamer.content.markdown import markdown
from gossamer.content.page.markdown import write_markdown
from gossamer.content.page.scan import Scan
from gossamer.content.tree import parse

_URL = "https://example.org/dir/page"
_EXAMPLE = re.compile(r"^`{32} example.*?\n(.*?)^\.\n(.*?)^`{32}$", re.DOTALL | re.MULTILINE)


def pages(data: Path, every: int) -> Iterator[tuple[str, str]]:
    files = [file for part in ("dev", "train") for file in sorted((data / "wcxb" / part / "html").glob("*.html.gz"))]
    for file in files[::every]:
        yield file.name, gzip.decompress(file.read_bytes()).decode("utf-8", "replace")


def examples(data: Path) -> Iterator[tuple[str, str]]:
    for name in ("cmspec/spec.txt", "cmark-gfm/test/spec.txt"):
        for number, match in enumerate(_EXAMPLE.finditer((data / name).read_text())):
            yield f"{name}:{number + 1}", match.group(2).replace("→", "\t")


def both(html: str) -> tuple[str, str, float, float, float, int]:
    """Return both texts and the time that each took, in milliseconds of this process, and what scanning took."""
    parsed = parse(html, _URL)
    clean(parsed.document, Base(parsed.base_url), Sweep())
    source = parsed.document.html
    t0 = time.process_time()
    scan = Scan(source)
    root = next(number for number in range(len(scan)) if scan.tag(number) == "html")
    t1 = time.process_time()
    ours = write_markdown(scan, None, root, scan.last(root), parsed.base_url, True)
    t2 = time.process_time()
    theirs = markdown(parsed.document, Base(parsed.base_url), remove_base64_images=True)
    t3 = time.process_time()
    return ours, theirs, (t1 - t0) * 1e3, (t2 - t1) * 1e3, (t3 - t2) * 1e3, len(source)


def kind_of(ours: str, theirs: str) -> str:
    """Return a word for the first difference of two texts."""
    mine, other = ours.split("\n"), theirs.split("\n")
    for number, (one, two) in enumerate(zip(mine, other)):
        if one == two:
            continue
        line = one + two
        if one.strip() == two.strip():
            return "indentation or blanks"
        if re.sub(r"\s+", "", one) == re.sub(r"\s+", "", two):
            return "blanks inside"
        if not one or not two:
            return "blank line"
        if one.replace("\\", "") == two.replace("\\", ""):
            return "escape"
        if re.sub(r"[*_~]|</?(?:strong|em|del|s)>", "", one) == re.sub(r"[*_~]|</?(?:strong|em|del|s)>", "", two):
            return "emphasis"
        if line.lstrip().startswith("|") or "|" in one[:3] + two[:3]:
            return "table"
        if "```" in line:
            return "code"
        if "![" in line:
            return "picture"
        if "](" in line:
            return "link"
        if re.match(r"\s*(?:[-*+]|\d+[.)])\s", one) or re.match(r"\s*(?:[-*+]|\d+[.)])\s", two):
            return "list"
        return "text"
    return "length"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("--limit", type=int, default=10**9)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--show", type=int, default=2)
    parser.add_argument("--page")
    parser.add_argument("--kind")
    parser.add_argument("--examples", action="store_true")
    args = parser.parse_args()
    source = examples(args.data) if args.examples else pages(args.data, args.every)
    kinds: Counter[str] = Counter()
    shown: defaultdict[str, list[str]] = defaultdict(list)
    same = alike = total = lines = same_lines = 0
    spent = [0.0, 0.0, 0.0]
    size = 0
    for name, html in source:
        if total >= args.limit:
            break
        if args.page and args.page not in name:
            continue
        ours, theirs, scanned, wrote, before, read = both(html)
        if args.page:
            Path("/tmp/ours.md").write_text(ours)
            Path("/tmp/theirs.md").write_text(theirs)
        total += 1
        spent = [spent[0] + scanned, spent[1] + wrote, spent[2] + before]
        size += read
        count = theirs.split("\n")
        lines += len(count)
        known = Counter(count)
        same_lines += sum((known & Counter(ours.split("\n"))).values())
        alike += re.sub(r"\s+", "", ours) == re.sub(r"\s+", "", theirs)
        if ours == theirs:
            same += 1
            continue
        kind = kind_of(ours, theirs)
        kinds[kind] += 1
        first = next(
            (i for i, (a, b) in enumerate(zip(ours.split("\n"), count)) if a != b), min(len(count), ours.count("\n"))
        )
        mine = ours.split("\n")
        shown[kind].append(
            f"  {name} line {first + 1}\n    new: {mine[max(0, first - 1) : first + 2]!r}\n    old: {count[max(0, first - 1) : first + 2]!r}"[
                :900
            ]
        )
    print(
        f"{same} of {total} identical ({100 * same / max(1, total):.1f} %); without blanks {100 * alike / max(1, total):.1f} %; lines {100 * same_lines / max(1, lines):.2f} %"
    )
    print(
        f"{size / max(1, total) / 1024:.0f} KB a page: scan {spent[0] / total:.3f} ms, write {spent[1] / total:.3f} ms,"
        f" before {spent[2] / total:.3f} ms"
    )
    for kind, count in kinds.most_common():
        if args.kind and kind != args.kind:
            continue
        print(f"{count:5} {kind}")
        for text in shown[kind][: args.show]:
            print(text)


if __name__ == "__main__":
    main()
