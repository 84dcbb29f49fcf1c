"""Prints the folder with `racecar_core`: PYTHONPATH=$(python -m paddock_racecar) finds it."""

from pathlib import Path

print(Path(__file__).parent / "course")
