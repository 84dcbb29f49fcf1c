#!/usr/bin/env python3
"""Writes the files that a recipe prints into a folder, as its test compiles them.

    tools/read_recipe.py FOLDER PAGE.md ...

A file is a fenced block under a line that holds its path alone, in backticks. Under a line as
"`PATH`, after `TEXT`" stands what a file of the tree has after its line with that text. A file whose text
has not changed is left alone, so that nothing is compiled anew.
"""

import re
import sys
from pathlib import Path

FILE = re.compile(r"^`([\w./]+)`\n\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MORE = re.compile(r"^`([\w./]+)`, after `([^`\n]+)`\n\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TREE = Path(__file__).parent.parent


def files_of(page):
    """{path: text} of the files in a page."""
    files = dict(FILE.findall(page))
    for path, after, lines in MORE.findall(page):
        files[path] = with_lines(files.get(path) or (TREE / path).read_text(encoding="utf-8"), after, lines)
    return files


def with_lines(text, after, lines):
    """`text` with more lines after the one line that holds `after`."""
    before = text.splitlines(keepends=True)
    at = [number for number, line in enumerate(before) if after in line]
    if len(at) != 1:
        raise ValueError(f"{len(at)} lines hold {after!r}, not one")
    return "".join(before[: at[0] + 1]) + lines + "".join(before[at[0] + 1 :])


def write_file(path, text):
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main(arguments):
    folder, *pages = arguments
    for page in pages:
        files = files_of(Path(page).read_text(encoding="utf-8"))
        if not files:
            print(f"{page}: no file is printed in it", file=sys.stderr)
            return 1
        for path, text in files.items():
            write_file(Path(folder) / path, text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
