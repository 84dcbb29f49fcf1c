"""NumPy reads what `paddock sense` writes: names, shapes, types, numbers."""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

SENSORS = ["odometry rate=100", "lidar@front beams=90 rate=20", "lidar3d rate=5", "camera width=32 height=24 rate=5",
           "depth width=32 height=24 rate=5", "semantic width=32 height=24 rate=5"]


def sense(paddock: str, output: Path) -> np.lib.npyio.NpzFile:
    chosen = [word for sensor in SENSORS for word in ("--sensor", sensor)]
    subprocess.run([paddock, "sense", "oval", *chosen, "--seconds", "2", "-o", str(output)], check=True,
                   stdout=subprocess.DEVNULL)
    return np.load(output)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        data = sense(sys.argv[1], Path(folder) / "readings.npz")

        assert data["odometry_values"].shape == (200, 4), data["odometry_values"].shape
        assert data["odometry_values"].dtype == np.float64
        assert data["odometry_channels"].tolist() == ["x", "y", "yaw", "distance"]
        assert data["odometry_units"].tolist() == ["m", "m", "rad", "m"]
        np.testing.assert_allclose(data["odometry_time"], np.arange(1, 201) / 100, atol=1e-12)
        distance = data["odometry_values"][:, 3]
        assert distance[-1] > 0 and (np.diff(distance) >= -0.1).all()

        assert data["lidar@front_ranges"].shape == (40, 90) and data["lidar@front_angles"].shape == (90,)
        assert data["lidar@front_ranges"].dtype == np.float32
        assert np.isfinite(data["lidar@front_ranges"]).all()

        offsets, points = data["lidar3d_offsets"], data["lidar3d_points"]
        assert offsets.shape == (11,) and offsets[0] == 0 and offsets[-1] == len(points) > 0
        assert points.shape[1] == 6 and (np.diff(offsets) > 0).all()

        pictures = data["camera_pictures"]
        assert pictures.shape == (10, 24, 32, 3) and pictures.dtype == np.uint8 and pictures.std() > 1
        assert data["depth_pictures"].shape == (10, 24, 32) and data["depth_pictures"].dtype == np.float32
        assert data["semantic_pictures"].shape == (10, 24, 32) and data["semantic_pictures"].dtype == np.uint8
        assert all((data[f"{name}_tick"] > 0).all() for name in ("odometry", "lidar@front", "lidar3d", "camera"))


if __name__ == "__main__":
    main()
