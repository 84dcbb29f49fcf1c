"""An agent of CARLA 0.8's driving benchmark that follows its planner's commands with a camera.

The camera sees labels. Of a fan of arcs ahead it takes the one that keeps its distance to a kerb: to
the right one when it shall turn right, to the left one, across the other lane, when it shall turn
left, else to the one that asks for less. It stops for what stands or walks on its arc; lights it
does not see. benchmark.py has it drive.
"""

import math

import numpy as np
from carla.agent import Agent
from carla.client import VehicleControl
from carla.sensor import Camera

TURN_LEFT, TURN_RIGHT = 3.0, 4.0  # of the planner's commands
PEOPLE, VEHICLES = 4, 10
DRIVABLE = (6, 7, PEOPLE, VEHICLES)  # labels: lines, roads, and who is on them

WIDTH, HEIGHT, FOV = 400, 260, 150.0  # pixels, degrees
UP, PITCH = 3.0, -30.0  # m above the car's middle, degrees

TO_RIGHT, TO_LEFT = 1.9, 5.9  # m kept to a kerb: lanes are 4 m wide, one each way
CURVATURES = np.linspace(-0.16, 0.16, 65)  # 1/m, positive to the right
ALONG = np.arange(5.0, 10.0, 0.5)  # m of an arc that are looked at
WHEELBASE, LARGEST_STEER = 2.89, math.radians(70)


def make_camera():
    camera = Camera("Labels", PostProcessing="SemanticSegmentation")
    camera.set(FOV=FOV)
    camera.set_image_size(WIDTH, HEIGHT)
    camera.set_position(0.0, 0.0, UP)
    camera.set_rotation(PITCH, 0.0, 0.0)
    return camera


def pixels_of(ahead, right):
    """Row and column of points on the ground, and whether the camera sees them."""
    pitch = math.radians(-PITCH)
    depth = ahead * math.cos(pitch) + UP * math.sin(pitch)
    below = UP * math.cos(pitch) - ahead * math.sin(pitch)
    focal = WIDTH / 2 / math.tan(math.radians(FOV) / 2)
    depth = np.maximum(depth, 1e-3)
    column = np.floor(WIDTH / 2 + focal * right / depth)
    row = np.floor(HEIGHT / 2 + focal * below / depth)
    seen = (column >= 0) & (column < WIDTH) & (row >= 0) & (row < HEIGHT) & (depth > 0.1)
    return np.where(seen, row, 0).astype(int), np.where(seen, column, 0).astype(int), seen


def arcs(aside):
    """Pixels of the fan, each arc moved to the right: arrays (curvatures, places along)."""
    turned = CURVATURES[:, None] * ALONG
    # the chord of an arc: its length, and its direction is half of what it turns
    chord = ALONG * np.sinc(turned / 2 / np.pi)
    ahead = chord * np.cos(turned / 2) - aside * np.sin(turned)
    right = chord * np.sin(turned / 2) + aside * np.cos(turned)
    return pixels_of(ahead, right)


class CommandAgent(Agent):
    """Needs the camera of make_camera() among the sensors."""

    def __init__(self):
        super().__init__()
        self._right, self._left = arcs(TO_RIGHT), arcs(-TO_LEFT)
        self._path = [arcs(aside) for aside in (-0.9, 0.0, 0.9)]
        self._command, self._curvature = None, 0.0

    def run_step(self, measurements, sensor_data, directions, target):
        labels = sensor_data["Labels"].data
        # the planner says the next command while a turn is still under way: first that one is finished
        if abs(self._curvature) < 0.03:
            self._command = directions
        self._curvature = curvature = self.choose(labels, self._command)
        wanted = min(7.0, math.sqrt(1.5 / max(abs(curvature), 1e-3)))  # m/s, by 1.5 m/s^2 across
        if self.meets_somebody(labels, curvature):
            wanted = 0.0
        return control_of(curvature, wanted, measurements.player_measurements.forward_speed)

    def choose(self, labels, directions):
        """1/m of the arc to take."""
        right = CURVATURES[np.flatnonzero(self.free(labels, self._right))[-1:]]
        left = CURVATURES[np.flatnonzero(self.free(labels, self._left))[:1]]
        # no arc keeps its distance: away from that kerb
        right = right[0] if right.size else CURVATURES[0]
        left = left[0] if left.size else CURVATURES[-1]
        if directions == TURN_RIGHT:
            return right
        if directions == TURN_LEFT:
            return left
        return min(right, left, key=abs)

    def free(self, labels, pixels):
        """Of each arc whether it lies on the road wherever it is seen."""
        rows, columns, seen = pixels
        return (np.isin(labels[rows, columns], DRIVABLE) | ~seen).all(axis=1)

    def meets_somebody(self, labels, curvature):
        arc = int(np.argmin(np.abs(CURVATURES - curvature)))
        return any((np.isin(labels[rows[arc], columns[arc]], (PEOPLE, VEHICLES)) & seen[arc]).any()
                   for rows, columns, seen in self._path)


def control_of(curvature, wanted, speed):
    """Steers along an arc and comes to a speed."""
    control = VehicleControl()
    control.steer = float(np.clip(math.atan(curvature * WHEELBASE) / LARGEST_STEER, -1, 1))
    if wanted < speed - 1:
        control.brake = min(1.0, 0.3 * (speed - wanted))
    else:
        control.throttle = float(np.clip(0.3 * (wanted - speed) + 0.2, 0, 1))
    return control
