#!/usr/bin/env python3
"""Draws the curve that examples/train_race.py --curve wrote: tools/draw_learning_curve.py CSV SVG"""

import csv
import sys

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 320, 64, 64, 36, 44


def main(source, target):
    with open(source, newline="") as file:
        rows = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]
    most_steps = max(row["steps"] for row in rows)
    most_metres = 100 * (1 + max(row["metres"] for row in rows) // 100)
    x = lambda steps: LEFT + (WIDTH - LEFT - RIGHT) * steps / most_steps
    y = lambda share: HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    def line(key, scale, color):
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
        parts.append(text(LEFT - 8, y(share) + 4, f"{share * most_metres:.0f}", "end", "#1f5fc4"))
        parts.append(text(WIDTH - RIGHT + 8, y(share) + 4, f"{share:.0%}", "start", "#b01f33"))
    for row in rows[::2]:
        parts.append(text(x(row["steps"]), HEIGHT - BOTTOM + 18, f"{row['steps'] / 1e6:.1f}", "middle"))
    parts += [
        line("crashed", 1, "#d7263d"),
        line("metres", most_metres, "#3d8bfd"),
        text(LEFT, TOP - 16, "metres in a minute", "start", "#1f5fc4"),
        text(WIDTH - RIGHT, TOP - 16, "crashed", "end", "#b01f33"),
        text(WIDTH / 2, HEIGHT - 8,
             f"million steps; the last one after {rows[-1]['seconds']:.0f} s", "middle"),
        "</svg>",
    ]
    with open(target, "w") as file:
        file.write("\n".join(parts) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
