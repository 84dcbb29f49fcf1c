"""Looks through the car's sensors without driving it: what a notebook does, cell by cell.

    python examples/racecar/notebook.py            # a level must be open; no START is needed

notebook.ipynb beside this file is the same with pictures.
"""

import numpy as np

import paddock_racecar as racecar_core
from paddock_racecar import racecar_utils as rc_utils

rc = racecar_core.create_racecar(True)  # a notebook has no flag -s

# the *_async() calls ask for one reading each; they need no go() and always mean the first car
image = rc.camera.get_color_image_async()
print(f"colour image {image.shape}, mean blue green red {image.mean(axis=(0, 1)).round()}")
for name, lower, upper in (
    ("red", (170, 100, 100), (10, 255, 255)),
    ("green", (40, 100, 100), (80, 255, 255)),
    ("blue", (90, 100, 100), (120, 255, 255)),
):
    found = rc_utils.measure_mask(rc_utils.hsv_mask(image, lower, upper))
    print(f"  {name}: " + ("nothing" if found is None else f"{found[1]} px round {found[0]}"))

depth = rc.camera.get_depth_image_async()
seen = depth[depth > 0]
print(f"depth image {depth.shape}, {np.mean(depth > 0):.0%} with data", end="")
print(f", {seen.min():.0f} to {seen.max():.0f} cm" if seen.size else "")

scan = rc.lidar.get_samples_async()
degrees, distance = rc_utils.get_lidar_closest_point(scan)
print(f"lidar {scan.shape}: closest {distance:.0f} cm away, {degrees:.1f} degrees clockwise")
