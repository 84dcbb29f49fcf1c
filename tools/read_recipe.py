#!/usr/bin/env python3
"""Writes the files that a recipe prints into a folder, as its test compiles them.

    tools/read_recipe.py FOLDER PAGE.md ...

A file is a fenced block under a line that holds its path alone, in backticks. A file whose text has not
changed is left alone, so that nothing is compiled anew.
"""

import re
import sys
from pathlib import Path

FILE = re.compile(r"^`([\w./]+)`\n\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def files_of(page):
    """{path: text} of the files in a page."""
    return dict(FILE.findall(page))


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
