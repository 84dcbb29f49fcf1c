"""OpenCV reads our markers and calibrates our camera from pictures that detector_pictures wrote.

Needs opencv-contrib-python-headless (PyPI) or python3-opencv (Debian).
usage: detectors.py DETECTOR_PICTURES
"""

import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

import cv2
import numpy as np

FAMILIES = {
    "aruco5x5": cv2.aruco.DICT_5X5_250,
    "aruco6x6": cv2.aruco.DICT_6X6_250,
    "apriltag36h11": cv2.aruco.DICT_APRILTAG_36h11,
}


def find_markers(grey: np.ndarray, family: str, refine: int = cv2.aruco.CORNER_REFINE_NONE):
    """Corners and ids, with whichever interface this OpenCV has."""
    dictionary = cv2.aruco.getPredefinedDictionary(FAMILIES[family])
    if hasattr(cv2.aruco, "ArucoDetector"):
        settings = cv2.aruco.DetectorParameters()
        settings.cornerRefinementMethod = refine
        return cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(grey)[:2]
    settings = cv2.aruco.DetectorParameters_create()
    settings.cornerRefinementMethod = refine
    return cv2.aruco.detectMarkers(grey, dictionary, parameters=settings)[:2]


class Detectors(unittest.TestCase):
    program = ""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        subprocess.run([cls.program, cls.folder.name], check=True)
        cls.facts = json.loads((pathlib.Path(cls.folder.name) / "list.json").read_text())
        c = cls.facts["camera"]
        cls.matrix = np.array([[c["fx"], 0, c["cx"]], [0, c["fy"], c["cy"]], [0, 0, 1.0]])

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def pictures(self, kind):
        for entry in self.facts["pictures"]:
            if entry["kind"] == kind:
                path = pathlib.Path(self.folder.name) / entry["file"]
                yield entry, cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)

    def test_every_marker_is_read_as_itself(self):
        for family in FAMILIES:
            for entry, grey in self.pictures(family):
                with self.subTest(entry["file"]):
                    _, ids = find_markers(grey, family)
                    self.assertIsNotNone(ids)
                    self.assertEqual([int(i) for i in np.ravel(ids)], [entry["id"]])

    def test_pose_is_within_one_percent_at_one_metre(self):
        half = self.facts["tag"] / 2
        square = np.array([[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]])
        checked = 0
        for family in FAMILIES:
            for entry, grey in self.pictures(family):
                if entry["distance"] != 1 or abs(entry["turn_deg"]) > 45:
                    continue
                # lines fitted to the sides; cornerSubPix draws corners of this size a quarter of a
                # pixel inwards, however exact the picture is
                corners, _ = find_markers(grey, family, cv2.aruco.CORNER_REFINE_APRILTAG)
                _, _, at = cv2.solvePnP(square, corners[0][0].astype(float), self.matrix, None,
                                        flags=cv2.SOLVEPNP_IPPE_SQUARE)
                with self.subTest(entry["file"]):
                    self.assertLess(np.linalg.norm(at.ravel() - [0, 0, 1]), 0.01)
                checked += 1
        self.assertGreater(checked, 3)

    def test_calibration_recovers_the_focal_length(self):
        size = tuple(self.facts["corners"])
        places = np.zeros((size[0] * size[1], 3), np.float32)
        places[:, :2] = np.mgrid[0 : size[0], 0 : size[1]].T.reshape(-1, 2) * self.facts["square"]
        objects, images, shape = [], [], None
        for entry, grey in self.pictures("chessboard"):
            found, corners = cv2.findChessboardCorners(grey, size)
            self.assertTrue(found, entry["file"])
            rule = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 50, 1e-4)
            images.append(cv2.cornerSubPix(grey, corners, (4, 4), (-1, -1), rule))
            objects.append(places)
            shape = grey.shape[::-1]
        error, matrix, _lens, _, _ = cv2.calibrateCamera(objects, images, shape, None, None,
                                                        flags=cv2.CALIB_FIX_K3)
        camera = self.facts["camera"]
        print(f"fx {matrix[0, 0]:.3f} for {camera['fx']:.3f}, fy {matrix[1, 1]:.3f}, "
              f"c {matrix[0, 2]:.2f} {matrix[1, 2]:.2f}, error {error:.3f} px", file=sys.stderr)
        self.assertLess(abs(matrix[0, 0] / camera["fx"] - 1), 0.003)
        self.assertLess(abs(matrix[1, 1] / camera["fy"] - 1), 0.003)
        self.assertLess(math.hypot(matrix[0, 2] - camera["cx"], matrix[1, 2] - camera["cy"]), 2)
        self.assertLess(error, 0.2)


if __name__ == "__main__":
    Detectors.program = sys.argv.pop()
    unittest.main()
