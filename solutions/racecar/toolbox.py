"""Tools that the programs of both races share: dead reckoning, eyes, memory, and a planner.

Lengths are metres and angles radians, counted to the left. A point in the car's frame is
(ahead of the rear axle, to its left), a point of the course (x, y) as on its plan: x leads ahead of
the start, y to its left. Wheel angles are those of `rc.drive`: -1 to 1, positive to the right.
"""

import itertools
import math

import cv2
import numpy as np
import racecar_utils as rc_utils

# the car
WHEELBASE = 0.225
FULL_LOCK = math.radians(20)
AXLE_TO_MIDDLE = WHEELBASE / 2  # the lidar is in the middle
AXLE_TO_CAMERA = AXLE_TO_MIDDLE + 0.1
TOP_SPEED, LAG = 4.2, 1.4  # m/s at full torque; s until the car has most of a new speed
SCRUB = 0.2  # part of the speed that the front wheels take away at full lock
TURN_OVER = 10.0  # 1/s, of the wheels' angle: who throws them over makes the car slide and rock
BRAKING = 1.5  # m/s²: the rear wheels brake, and those that brake harder slide away in a bend
STUCK, BACK_SPEED, BACK_FOR = 0.12, -0.5, 0.8  # m of way that are too little to go on; m/s; s
GRAVITY, FELT_GRAVITY = 0.981, 9.81  # m/s²: what pulls the car; what the accelerometer shows
STEEPEST = 0.35  # rad; the accelerometer shows more only when the car bumps into something

# the camera: the horizon is its middle row
FOCAL = 617  # px
HORIZON, MIDDLE = 240, 320  # row, column
CAMERA_UP = 0.145
MARKER = 0.1  # side of a marker's pattern
CONE = 0.155  # height

# (lower, upper) in HSV; red goes round the end of the circle
COLORS = {
    "red": ((173, 120, 70), (6, 255, 255)),
    "orange": ((9, 150, 120), (20, 255, 255)),
    "green": ((50, 120, 70), (70, 255, 255)),
    "blue": ((98, 120, 70), (112, 255, 255)),
    "purple": ((128, 120, 70), (142, 255, 255)),
}


def turn_between(angle, other):
    """From the other angle to this one, -pi to pi."""
    return math.remainder(angle - other, math.tau)


def widening(speed):
    """(a, b): the car's circles are wider than those of one wheel in the middle, a + b tan² times.

    Its two front wheels steer in parallel, so the outer one is turned too far in and pulls against
    the bend; and tyres give way, the more the faster we are."""
    return 1.015 + 0.043 * abs(speed), 0.40 + 0.42 * abs(speed)


def bend_of(angle, speed):
    """Curvature of our path, 1/m to the right, with the wheels at `angle`."""
    a, b = widening(speed)
    tan = math.tan(FULL_LOCK * angle)
    return tan / (a + b * tan**2) / WHEELBASE


def angle_for(bend, speed):
    """The other way round: tan = WHEELBASE bend (a + b tan²), solved for tan."""
    a, b = widening(speed)
    tan = WHEELBASE * bend
    root = math.sqrt(max(0, 1 - 4 * a * b * tan**2))  # no tan is enough where this would be below 0
    return rc_utils.clamp(math.atan(2 * a * tan / (1 + root)) / FULL_LOCK, -1, 1)


class Car:
    """Knows about where it is from what it did: throttle gives speed, the gyroscope the heading."""

    def __init__(self, rc, max_speed):
        self.rc, self.max_speed = rc, max_speed
        self.begin(0, 0, 0)

    def begin(self, x, y, heading):
        """The middle of the car is at (x, y)."""
        self.x = x - AXLE_TO_MIDDLE * math.cos(heading)
        self.y = y - AXLE_TO_MIDDLE * math.sin(heading)
        self.heading, self.speed, self.pitch = heading, 0.0, 0.0
        self.corrected = np.zeros(2)  # by how much, since the beginning
        self.throttle = self.angle = 0.0
        self.time = self.way = 0.0
        self.backs_until = 0.0

    def sense(self):
        """Once an update, before all else."""
        dt = self.rc.get_delta_time()
        pull = TOP_SPEED * self.max_speed * self.throttle * (1 - SCRUB * self.angle**2)
        gain = (pull - self.speed) / LAG - GRAVITY * math.sin(self.pitch)
        felt = float(self.rc.physics.get_linear_acceleration()[2])
        slope = rc_utils.clamp((gain - felt) / FELT_GRAVITY, -STEEPEST, STEEPEST)
        self.pitch += (slope - self.pitch) * min(1, dt / 0.15)
        self.speed += gain * dt
        self.heading += float(self.rc.physics.get_angular_velocity()[1]) * dt
        step = self.speed * math.cos(self.pitch) * dt
        self.x += step * math.cos(self.heading)
        self.y += step * math.sin(self.heading)
        self.way += abs(step)
        self.time += dt

    def drive(self, speed, angle, response=4.0):
        """Wheels at `angle`, throttle for `speed`; `response`, 1/s, is how hard we correct it."""
        gain = max(-BRAKING, response * (speed - self.speed)) + GRAVITY * math.sin(self.pitch)
        throttle = (self.speed + LAG * gain) / (TOP_SPEED * self.max_speed)
        self.throttle = rc_utils.clamp(throttle, -1, 1)
        turn = TURN_OVER * self.rc.get_delta_time()
        self.angle += rc_utils.clamp(rc_utils.clamp(angle, -1, 1) - self.angle, -turn, turn)
        self.rc.drive.set_speed_angle(self.throttle, self.angle)

    def go_or_back(self, way, speed, angle):
        """(speed, angle) as they are; but where the way is too short to get round, backward for a
        moment with the wheels the other way."""
        if way < STUCK and abs(self.speed) < -BACK_SPEED:
            self.backs_until = self.time + BACK_FOR
        return (BACK_SPEED, -angle) if self.time < self.backs_until else (speed, angle)

    def to_course(self, points):
        """Points of the car's frame, (n, 2), on the plan."""
        ahead, left = np.asarray(points, float).reshape(-1, 2).T
        c, s = math.cos(self.heading), math.sin(self.heading)
        return np.stack([self.x + c * ahead - s * left, self.y + s * ahead + c * left], axis=1)

    def to_car(self, points):
        """Points of the plan, (n, 2), in the car's frame."""
        x, y = (np.asarray(points, float).reshape(-1, 2) - (self.x, self.y)).T
        c, s = math.cos(self.heading), math.sin(self.heading)
        return np.stack([c * x + s * y, c * y - s * x], axis=1)

    def correct(self, seen, truly, trust):
        """We see at `seen`, in our frame, what is at `truly` on the plan: we must be elsewhere."""
        self.shift(trust * (np.asarray(truly) - self.to_course(seen)[0]))

    def shift(self, by):
        """We are elsewhere on the plan than we thought. What we remember of our surroundings moves
        with us: memories keep places as they would be without corrections."""
        self.x, self.y = self.x + float(by[0]), self.y + float(by[1])
        self.corrected = self.corrected + by

    def steer_to(self, ahead, left):
        """Wheel angle of the circle from the rear axle to that point ("pure pursuit")."""
        curvature = -2 * left / max(1e-6, ahead**2 + left**2)
        return angle_for(curvature, self.speed)


# --- eyes -----------------------------------------------------------------------------------------


def find_floor(image, colors, furthest, every=(3, 5)):
    """Points of the floor, in the car's frame, that have one of the colours. Every third row and
    fifth column is enough."""
    top = HORIZON + int(FOCAL * CAMERA_UP / furthest)
    rows, columns = every
    floor = np.ascontiguousarray(image[top::rows, ::columns])
    found = []
    for color in colors:
        row, column = np.nonzero(rc_utils.hsv_mask(floor, *COLORS[color]))
        away = FOCAL * CAMERA_UP / (top + rows * row + 0.5 - HORIZON)
        left = (MIDDLE - columns * column) / FOCAL * away
        found.append(np.stack([AXLE_TO_CAMERA + away, left], axis=1))
    return np.concatenate(found)


class Marker:
    """An AR marker with its place in the car's frame."""

    def __init__(self, marker):
        self.id, self.color = marker.get_id(), marker.get_color()
        self.side = marker.get_orientation().name  # where its top leans
        corners = marker.get_corners().astype(float)
        upright = [np.hypot(*(corners[i] - corners[j])) for i, j in ((0, 3), (1, 2))]
        away = FOCAL * MARKER / (sum(upright) / 2)
        column = corners[:, 1].mean()
        self.place = AXLE_TO_CAMERA + away, (MIDDLE - column) / FOCAL * away


def find_markers(image, colors):
    """All markers in sight; their borders may have these colours."""
    borders = [(*COLORS[color], color) for color in colors]
    return [Marker(marker) for marker in rc_utils.get_ar_markers(image, borders)]


def find_cones(image, color, least=14):
    """Places, in the car's frame, of cones that we see whole and at least `least` px high.

    Their height in the picture tells how far they are, on hills too."""
    places = []
    for contour in rc_utils.find_contours(image, *COLORS[color]):
        column, row, width, height = cv2.boundingRect(contour)
        whole = column > 1 and column + width < 639 and row + height < 479
        if height < least or not whole or not 0.55 < width / height < 1.2:
            continue
        away = FOCAL * CONE / height
        places.append((AXLE_TO_CAMERA + away, (MIDDLE - column - width / 2) / FOCAL * away))
    return places


class Lidar:
    """The points of the last turn. The scan is up to 0.17 s old; we put each sample where the car
    was when it changed."""

    BEARING = -np.radians(np.arange(720) / 2)

    def __init__(self, rc, car):
        self.rc, self.car = rc, car
        self.begin()

    def begin(self):
        self.scan = np.zeros(720)  # m
        self.points = np.full((720, 2), 1e6)  # on the plan, without corrections

    def sense(self):
        """Once an update."""
        scan = self.rc.lidar.get_samples() / 100
        changed = scan != self.scan
        reach = np.where(scan > 0, scan, 1e6)[changed]  # 0.0: nothing there
        bearing = self.BEARING[changed]
        ahead = AXLE_TO_MIDDLE + reach * np.cos(bearing)
        points = np.stack([ahead, reach * np.sin(bearing)], axis=1)
        self.points[changed] = self.car.to_course(points) - self.car.corrected
        self.scan = scan.copy()

    def on_course(self):
        """On the plan."""
        return self.points + self.car.corrected

    def near(self):
        """In the car's frame."""
        return self.car.to_car(self.on_course())


class Memory:
    """Points that we saw, on the plan, for so many metres of way."""

    def __init__(self, car, keep):
        self.car, self.keep = car, keep
        self.forget()

    def forget(self):
        self.points, self.when = np.empty((0, 2)), np.empty(0)

    def add(self, points):
        """Points of the car's frame, seen now."""
        fresh = self.when > self.car.way - self.keep
        points = self.car.to_course(points) - self.car.corrected
        self.points = np.concatenate([self.points[fresh], points])
        self.when = np.concatenate([self.when[fresh], np.full(len(points), self.car.way)])

    def near(self):
        """In the car's frame."""
        return self.car.to_car(self.points + self.car.corrected)


class View:
    """What of the floor the camera has seen on the last metres of way."""

    EVERY = 0.15  # m of way from one picture that we keep to the next

    def __init__(self, car, furthest, keep):
        self.car, self.keep = car, keep
        nearest = FOCAL * CAMERA_UP / HORIZON
        near, far = AXLE_TO_CAMERA + nearest, AXLE_TO_CAMERA + furthest
        aside = MIDDLE / FOCAL
        self.corners = [
            (near, nearest * aside),
            (far, furthest * aside),
            (far, -furthest * aside),
            (near, -nearest * aside),
        ]
        self.forget()

    def forget(self):
        self.pictures = []  # (way, corners on the plan)

    def add(self):
        """We look now."""
        self.pictures = [p for p in self.pictures if p[0] > self.car.way - self.keep]
        if len(self.pictures) > 1 and self.pictures[-2][0] > self.car.way - self.EVERY:
            self.pictures.pop()
        self.pictures.append((self.car.way, self.car.to_course(self.corners) - self.car.corrected))

    def near(self):
        """The corners of all pictures, in the car's frame."""
        return [self.car.to_car(corners + self.car.corrected) for _, corners in self.pictures]


def find_on_line(points, reach, width=0.06):
    """The place on a line, of which we know these points, at distance `reach`; None without one.

    Where the line has a gap there, it is the next place beyond it."""
    points = points[points[:, 0] > 0.1]
    away = np.hypot(points[:, 0], points[:, 1])
    points, away = points[away > reach - width], away[away > reach - width]
    if not len(points):
        return None
    return points[away < away.min() + 2 * width].mean(axis=0)


# --- the planner ----------------------------------------------------------------------------------


class Fan:
    """Paths that the car can drive, and which of them is best among obstacles.

    A path is three bends, each with the wheels at one of a few angles, and then straight on. The
    obstacles are drawn on a map of the surroundings; a distance transform tells for every place of
    every path how much room the car has there."""

    ANGLES = -1, -0.6, -0.25, 0, 0.25, 0.6, 1
    BEND, STRAIGHT, STEP = 0.30, 0.90, 0.06  # a bend, the straight after the bends, between places
    SPEED = 0.9  # at which the bends are drawn
    CELL = 0.025  # of the map; its first row is the furthest ahead
    AHEAD, BEHIND, ASIDE = 2.2, 0.3, 2.2  # that it covers
    CIRCLES = 0.04, 0.11, 0.18  # ahead of the rear axle: middles of circles that cover the car

    WIDE = 0.3  # of room at the sides; more is no better
    ROOM_COUNTS = 2.0  # m of way that each m of room is worth
    CHANGE_COSTS = 0.08  # m of way that a change from one lock to the other must gain
    BEND_COSTS = 0.02  # that bends at full lock must gain
    UNSEEN_COSTS = 0.7  # part of the way that does not count where we have not looked

    def __init__(self):
        self.bends = list(itertools.product(self.ANGLES, repeat=3))
        x, y, heading = np.array([self._draw(bends) for bends in self.bends]).transpose(2, 0, 1)
        self.cells = np.stack(  # of the map, (path, place, circle): row and column
            [
                self._cell_of(x + at * np.cos(heading), y + at * np.sin(heading))
                for at in self.CIRCLES
            ],
            axis=-1,
        )
        self.first = np.array([bends[0] for bends in self.bends])
        self.sharpest = np.abs(np.array(self.bends))[:, :2].max(axis=1)
        self.bent = np.abs(np.array(self.bends)).mean(axis=1)
        self.end = y[:, -1]

    def _cell_of(self, ahead, left):
        return (
            ((self.AHEAD - ahead) / self.CELL).astype(int),
            ((self.ASIDE - left) / self.CELL).astype(int),
        )

    def _draw(self, bends):
        """The rear axle's places and headings."""
        x = y = heading = 0.0
        places = []
        angles = [angle for angle in bends for _ in range(round(self.BEND / self.STEP))]
        for angle in angles + [0.0] * round(self.STRAIGHT / self.STEP):
            heading -= self.STEP * bend_of(angle, self.SPEED)
            x, y = x + self.STEP * math.cos(heading), y + self.STEP * math.sin(heading)
            places.append((x, y, heading))
        return places

    def _map(self, points):
        """Metres from every cell to the nearest point."""
        shape = round((self.AHEAD + self.BEHIND) / self.CELL), round(2 * self.ASIDE / self.CELL)
        free = np.ones(shape, np.uint8)
        ahead, left = points.T
        near = (ahead < self.AHEAD) & (ahead > -self.BEHIND) & (np.abs(left) < self.ASIDE)
        free[self._cell_of(ahead[near], left[near])] = 0
        return self.CELL * cv2.distanceTransform(free, cv2.DIST_L2, 3)

    def _draw_view(self, view):
        """Which cells we have looked at."""
        shape = round((self.AHEAD + self.BEHIND) / self.CELL), round(2 * self.ASIDE / self.CELL)
        seen = np.zeros(shape, np.uint8)
        for corners in view.near():
            row, column = self._cell_of(corners[:, 0], corners[:, 1])
            cv2.fillConvexPoly(seen, np.stack([column, row], axis=1).astype(np.int32), 1)
        return seen

    def choose(self, points, angle, radius=0.165, lean=0.0, view=None):
        """(wheel angle, metres free on the best path, its sharpest bend) among obstacles at
        `points` of the car's frame, wheels now at `angle`, car as wide as `radius` says. `lean` is
        what a metre to the left is worth. Way through what is outside the `view` counts less."""
        room = self._map(points)[self.cells[0], self.cells[1]].min(axis=-1) - radius
        blocked = room < 0
        places = np.where(blocked.any(axis=1), blocked.argmax(axis=1), blocked.shape[1])
        open_room = np.where(np.cumsum(blocked, axis=1) == 0, room.clip(max=self.WIDE), 0)
        score = self.STEP * places + self.ROOM_COUNTS * open_room.mean(axis=1)
        if view is not None:
            unseen = self._draw_view(view)[self.cells[0, :, :, 1], self.cells[1, :, :, 1]] == 0
            unseen &= np.cumsum(blocked, axis=1) == 0
            score -= self.UNSEEN_COSTS * self.STEP * unseen.sum(axis=1)
        score -= self.CHANGE_COSTS / 2 * np.abs(self.first - angle) + self.BEND_COSTS * self.bent
        best = int(np.argmax(score + lean * self.end))
        return float(self.first[best]), self.STEP * float(places[best]), self.sharpest[best]


# --- marks and decisions --------------------------------------------------------------------------


def place_by_markers(car, markers, places, furthest=2.5, near=3.0, trust=0.2):
    """Corrects where we are by markers that we know: `places` of the plan for each number."""
    for marker in markers:
        for place in places.get(marker.id, ()):
            off = np.hypot(*(car.to_course(marker.place)[0] - place))
            if marker.place[0] < furthest and off < near:
                car.correct(marker.place, place, trust)


def place_by_cones(car, image, cones, furthest=2.5, near=0.45, trust=0.2):
    """Corrects where we are by cones: `cones` are the places of all, (n, 2), for each colour."""
    for color, places in cones.items():
        for seen in find_cones(image, color):
            off = np.hypot(*(places - car.to_course(seen)[0]).T)
            if seen[0] < furthest and off.min() < near:
                car.correct(seen, places[off.argmin()], trust)


def place_by_lane(car, points, path, half, trust=0.1):
    """Corrects where we are across a lane and which way we head, by points of its lines in the
    car's frame: its middle is the straight path, and the lines are `half` a lane from it. On ramps
    lines seem nearer or further than they are, but the middle between them stays the middle; of one
    line alone we believe less."""
    ahead, left = points.T
    beside = (ahead > 0.3) & (ahead < 1.0) & (np.abs(left) > 0.05) & (np.abs(left) < 2.2 * half)
    sides = beside & (left > 0), beside & (left < 0)
    middles = [left[side].mean() + aside for side, aside in zip(sides, (-half, half)) if side.any()]
    if not middles:
        return
    both = len(middles) == 2
    across = np.array([-math.sin(path.direction()), math.cos(path.direction())])
    middle = car.to_course((0.6, sum(middles) / len(middles)))[0]
    off = float(across @ (path.places[0] - middle))
    car.shift(off * across * (trust if both else 0.4 * trust))
    if both and all(np.ptp(ahead[side]) > 0.3 for side in sides):
        slopes = [np.polyfit(ahead[side], left[side], 1)[0] for side in sides]
        off = turn_between(path.direction(), car.heading + math.atan(sum(slopes) / 2))
        car.heading += rc_utils.clamp(off, -0.2, 0.2) * trust / 2


def read_fork(markers, furthest, length, slant=0.3):
    """At a marker 199, whose top leans to the side that goes on: a wall across the other side, in
    the car's frame; None while we cannot read it. Its far end is `slant` further away than the
    marker; where there is room to turn before the wall, a slant towards us leads the other way."""
    for marker in markers:
        if marker.id == 199 and marker.place[0] < furthest and marker.side in ("LEFT", "RIGHT"):
            ahead, left = marker.place
            aside = -length if marker.side == "LEFT" else length
            return draw_wall((ahead, left), (ahead + slant, left + aside))
    return None


def draw_wall(begin, end, every=0.05):
    """Points of a wall that is not there, to close a way that we must not take."""
    begin, end = np.asarray(begin, float), np.asarray(end, float)
    steps = max(2, int(np.hypot(*(end - begin)) / every))
    return begin + np.linspace(0, 1, steps)[:, None] * (end - begin)


def speed_within(way, fastest, margin=0.2, braking=1.1, slowest=0.25):
    """The speed from which we can stop within the way."""
    return max(slowest, min(fastest, math.sqrt(2 * braking * max(0.0, way - margin))))


class Path:
    """A smooth curve through points of the course, and how to drive along it."""

    EVERY = 0.05  # m between its places

    def __init__(self, car, points):
        self.car = car
        points = np.asarray(points, float)
        before, after = 2 * points[0] - points[1], 2 * points[-1] - points[-2]
        ends = np.concatenate([[before], points, [after]])
        places = []
        for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
            t = np.linspace(0, 1, round(np.hypot(*(c - b)) / self.EVERY), endpoint=False)[:, None]
            places.append(  # Catmull and Rom's curve
                b + t / 2 * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
            )
        self.places = np.concatenate([*places, points[-1:]])
        self.at = 0

    def steer(self, reach):
        """Wheel angle towards the place `reach` further on than where we are."""
        some = self.places[self.at : self.at + 20] - (self.car.x, self.car.y)
        self.at += int(np.argmin(np.hypot(some[:, 0], some[:, 1])))
        place = self.places[min(self.at + round(reach / self.EVERY), len(self.places) - 1)]
        return self.car.steer_to(*self.car.to_car(place)[0])

    def direction(self):
        """Of a path that leads straight on."""
        return math.atan2(*(self.places[-1] - self.places[0])[::-1])

    def nearest(self, point):
        """The place of it that is nearest to a point of the plan."""
        return self.places[np.argmin(np.hypot(*(self.places - point).T))]
