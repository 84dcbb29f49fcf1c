#!/usr/bin/env python3
"""Draws learning curves: tools/draw_learning_curve.py CSV [CSV...] SVG

The files are those that examples/train_race.py --curve and paddock train --curve write; several of one
kind are drawn over each other.
"""

import csv
import sys

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 320, 64, 64, 36, 44
BLUE, DARK_BLUE, RED, DARK_RED = "#3d8bfd", "#1f5fc4", "#d7263d", "#b01f33"


def read(source):
    with open(source, newline="") as file:
        return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]


def main(*files):
    *sources, target = files
    curves = [read(source) for source in sources]
    most_steps = max(row["steps"] for rows in curves for row in rows)
    # on the left what should rise, on the right what should fall
    if "metres" in curves[0][0]:
        left, left_words, left_most, left_unit = "metres", "metres in a minute", 100, ""
        left_most *= 1 + max(row["metres"] for rows in curves for row in rows) // 100
        right, right_words = "crashed", "crashed"
    else:
        left, left_words, left_most, left_unit = "solved", "solved", 1, "%"
        right, right_words = "touched", "touched"

    def x(steps):
        return LEFT + (WIDTH - LEFT - RIGHT) * steps / most_steps

    def y(share):
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    def line(rows, key, scale, color):
        points = " ".join(f"{x(r['steps']):.1f},{y(max(r[key], 0) / scale):.1f}" for r in rows)
        return f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2.5"/>'

    def text(at_x, at_y, words, anchor, color="#14171a"):
        return f'<text x="{at_x:.1f}" y="{at_y:.1f}" text-anchor="{anchor}" fill="{color}">{words}</text>'

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="system-ui, sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#f7f5f0"/>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(share):.1f}" y2="{y(share):.1f}" '
                     'stroke="#9aa4ad" stroke-opacity="0.4"/>')
        label = f"{share:.0%}" if left_unit == "%" else f"{share * left_most:.0f}"
        parts.append(text(LEFT - 8, y(share) + 4, label, "end", DARK_BLUE))
        parts.append(text(WIDTH - RIGHT + 8, y(share) + 4, f"{share:.0%}", "start", DARK_RED))
    for row in curves[0][::2]:
        parts.append(text(x(row["steps"]), HEIGHT - BOTTOM + 18, f"{row['steps'] / 1e6:.1f}", "middle"))
    for rows in curves:
        parts += [line(rows, right, 1, RED), line(rows, left, left_most, BLUE)]
    ends = sorted(rows[-1]["seconds"] for rows in curves)
    after = f"{ends[0]:.0f} s" if len(ends) == 1 else f"{ends[0]:.0f} to {ends[-1]:.0f} s"
    parts += [
        text(LEFT, TOP - 16, left_words, "start", DARK_BLUE),
        text(WIDTH - RIGHT, TOP - 16, right_words, "end", DARK_RED),
        text(WIDTH / 2, HEIGHT - 8, f"million steps; the last one after {after}", "middle"),
        "</svg>",
    ]
    with open(target, "w") as file:
        file.write("\n".join(parts) + "\n")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
