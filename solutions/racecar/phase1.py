"""Phase 1: a slalom between cones. Red cones are passed on their right, blue ones on their left.

Seeing: a cone is 16 cm high, so the height of its contour says how far away it is, and its
column in which direction. Looking costs time, and cones stand still: so a map of the cones in
the car's own frame is kept, and moved by what the car has driven and turned (speed follows from
the throttle and the slope, the gyroscope gives the turn). A cone that has left the picture is
still known.

Driving: the next cone's wrong side is a wall, from the cone outwards; so is that of the cone
after it. Beside each cone, where it is to be passed, lies a point to drive through. A fan of
paths that the car can drive was drawn before the start: three bends one after the other, each
with the wheels at one of a few angles. Of those that meet no wall the car takes the one that
comes nearest to the point beside the next cone and then to the one after it, and an update later
it chooses anew.
"""

import itertools
import math

import cv2
import numpy as np
import racecar_core
import racecar_utils as rc_utils

rc = racecar_core.create_racecar()

# how to drive
SPEED, SPEED_IN_BENDS, SPEED_SEARCHING = 160.0, 110.0, 80.0  # cm/s
BESIDE = 32.0  # cm from a cone to the point beside it

# the car, in cm; paths and the map are those of the middle of its rear axle
WHEELBASE = 22.5
FULL_LOCK = math.radians(20)
CAMERA_AHEAD = 21.25  # of the rear axle
CIRCLES = 1.0, 8.5, 16.0, 22.0  # cm ahead of the rear axle: middles of circles that cover the car
RADIUS = 15.0  # cm, of each circle, a little air included
MAX_SPEED = 0.5
TOP_SPEED, LAG = 210.0, 1.4  # cm/s at full throttle; s until the car has most of a new speed
SCRUB = 0.2  # part of the speed that the front wheels take away at full lock
RESPONSE = 4.0  # 1/s: how hard a wrong speed is corrected

# cones
COLORS = {  # (lower, upper) in HSV, and the side on which to pass: 1 right, -1 left
    "red": ((170, 120, 60), (10, 255, 255), 1),
    "blue": ((100, 150, 60), (125, 255, 255), -1),
}
LOOK_EVERY = 3  # updates: 20 pictures a second are enough
FOCAL, MIDDLE = 617, 320  # px, column
CONE_HEIGHT, FOOT = 16.0, 6.4  # cm; the foot's edge is that much nearer than the cone's middle
SLENDER, STOUT = 0.6, 1.15  # width by height of a contour: outside, something hides part of it
TOUCH = 8.0  # cm from a cone's middle that count as touching it, a little more than the referee's
EDGE = 6  # px from the edge of the picture: what is highest there has its top outside
FURTHEST = 330.0  # cm
SAME = 45.0  # cm: a cone seen that near to one we know is that one
TRUST = 0.3  # part of a new sight that corrects what we know
MISSES = 8  # looks in vain after which a cone is forgotten
GATE = 60.0  # cm: cones with less way between them stand side by side

# the fan of paths, and the map on which it is drawn
ANGLES = -1, -0.65, -0.3, 0, 0.3, 0.65, 1  # of the wheels
BEND, STEP = 36.0, 6.0  # cm: a bend, between places
CELL = 2.5  # cm
AHEAD, BEHIND, ASIDE = 170.0, 40.0, 170.0  # cm that the map covers
ROWS, COLUMNS = round((AHEAD + BEHIND) / CELL), round(2 * ASIDE / CELL)
WALL = 150.0, 15.0  # cm, length and thickness
CHANGE_COSTS = 4.0  # cm that a change from one lock to the other must gain


def cell_of(x, y):
    """Number of the map's cell, row by row, at x cm ahead of the rear axle, y cm to its right."""
    return ((AHEAD - x) / CELL).astype(int) * COLUMNS + ((y + ASIDE) / CELL).astype(int)


def bend_of(angle, speed):
    """Curvature of the car's path in 1/cm, with the wheels at `angle` and at `speed` cm/s.

    One wheel in the middle would give tan / WHEELBASE. Our two front wheels steer in parallel, so
    the outer one is turned too far in and pulls against the bend, and tyres give way the more the
    faster we are: the car drives wider circles, by a sixth at full lock."""
    tan = math.tan(FULL_LOCK * angle)
    wider = 1.015 + 0.40 * tan**2 + speed / 100 * (0.043 + 0.42 * tan**2)
    return tan / wider / WHEELBASE


def draw_path(angles):
    """The rear axle's places and headings (x, y, heading to the right) with these bends."""
    x = y = heading = 0.0
    places = []
    for angle in [angle for angle in angles for _ in range(round(BEND / STEP))]:
        heading += STEP * bend_of(angle, SPEED_IN_BENDS)
        x, y = x + STEP * math.cos(heading), y + STEP * math.sin(heading)
        places.append((x, y, heading))
    return places


FAN = list(itertools.product(ANGLES, repeat=3))
X, Y, HEADING = np.array([draw_path(angles) for angles in FAN]).transpose(2, 0, 1)
CELLS = np.stack(  # of the map: (circle, path, place)
    [cell_of(X + at * np.cos(HEADING), Y + at * np.sin(HEADING)) for at in CIRCLES]
)
# what drives through a point is the middle of the car
MIDDLE_X, MIDDLE_Y = X + WHEELBASE / 2 * np.cos(HEADING), Y + WHEELBASE / 2 * np.sin(HEADING)
FIRST_ANGLE = np.array([angles[0] for angles in FAN])
SHARPEST = np.abs(np.array(FAN))[:, :2].max(axis=1)


class Cone:
    """Where a cone is, (x ahead of the rear axle, y to its right) in cm."""

    def __init__(self, at, side):
        self.at, self.side = np.array(at, float), side
        self.misses = 0


cones = []  # those ahead
passed = None  # the last one behind us
speed = throttle = angle = 0.0  # cm/s; what we gave last
updates = 0


# seeing


def see_cones():
    """Every cone in the picture that is in sight from top to foot, as a Cone.

    Its top is above its middle: where the edge of the picture cuts off one side, that will do."""
    image = rc.camera.get_color_image_no_copy()
    seen = []
    for lower, upper, side in COLORS.values():
        for contour in rc_utils.find_contours(image, lower, upper):
            left, top, width, height = cv2.boundingRect(contour)
            column = contour[contour[:, 0, 1] <= top + 2, 0, 0].mean()  # of its top
            cut = top <= 0 or top + height >= 480 or not EDGE < column < 640 - EDGE
            if cut or height < 12 or not SLENDER < width / height < STOUT:
                continue
            if left > 0 and left + width < 640:
                column = left + width / 2
            ahead = FOCAL * CONE_HEIGHT / height + FOOT
            right = (column - MIDDLE) / FOCAL * ahead
            if ahead < FURTHEST:
                seen.append(Cone((CAMERA_AHEAD + ahead, right), side))
    return seen


def is_in_view(cone):
    x, y = cone.at[0] - CAMERA_AHEAD, cone.at[1]
    return 60 < x < FURTHEST - 60 and abs(y) < 0.4 * x


def note_cones(seen):
    """Corrects and completes the cones we know by those in sight."""
    for cone in cones:
        cone.misses += is_in_view(cone)
    for sight in seen:
        same = [cone for cone in cones if cone.side == sight.side]
        nearest = min(same, key=lambda cone: math.dist(cone.at, sight.at), default=None)
        near = SAME + 0.15 * sight.at[0]  # far ones are measured less well
        if nearest is not None and math.dist(nearest.at, sight.at) < near:
            nearest.at += TRUST * (sight.at - nearest.at)
            nearest.misses = 0
        else:
            cones.append(sight)
    cones[:] = [cone for cone in cones if cone.misses <= MISSES]


def move_cones(way, turn):
    """The car drove `way` cm and turned `turn` rad to the left: cones move the other way."""
    for cone in [*cones, passed] if passed else cones:
        x, y = cone.at[0] - way, cone.at[1]
        cone.at[:] = (
            x * math.cos(turn) - y * math.sin(turn),
            x * math.sin(turn) + y * math.cos(turn),
        )


# choosing


def unit(vector):
    return vector / max(1e-6, math.hypot(*vector))


def find_course():
    """(next cones in order, direction in which they are passed)."""
    ahead = sorted(cones, key=lambda cone: math.hypot(*cone.at))
    if not ahead:
        return [], np.array([1.0, 0.0])
    first = ahead[0]
    direction = unit(first.at - passed.at) if passed else np.array([1.0, 0.0])
    after = [cone for cone in ahead[1:] if (cone.at - first.at) @ direction > GATE]
    if after:
        direction = unit(direction + unit(after[0].at - first.at))
    gate = [cone for cone in ahead[1:] if abs((cone.at - first.at) @ direction) <= GATE]
    return [first, *after[:1], *gate], direction


def pass_cones(direction):
    """Puts cones that are behind the car's middle away; of a gate the middle counts."""
    global passed
    middle = np.array([WHEELBASE / 2, 0.0])
    for cone in cones:
        if (cone.at - middle) @ direction < -5 and math.hypot(*cone.at) < 120:
            behind = [c for c in cones if (c.at - cone.at) @ direction <= GATE / 2]
            passed = Cone(np.mean([c.at for c in behind], axis=0), cone.side)
            cones[:] = [c for c in cones if c not in behind]
            return


def point_beside(cone, direction):
    right = np.array([-direction[1], direction[0]])
    return cone.at + cone.side * BESIDE * right


def draw_map(course, direction):
    """cm from every cell to the nearest wall: those that stand on the wrong sides of cones."""
    free = np.ones((ROWS, COLUMNS), np.uint8)
    right = np.array([-direction[1], direction[0]])
    for cone in course:
        end = cone.at - cone.side * WALL[0] * right
        ends = [
            (round((at[1] + ASIDE) / CELL), round((AHEAD - at[0]) / CELL)) for at in (cone.at, end)
        ]
        cv2.line(free, *ends, 0, round(WALL[1] / CELL))
        cv2.circle(free, ends[0], round(TOUCH / CELL), 0, -1)
    # without any wall the distances would be huge
    return CELL * cv2.distanceTransform(free, cv2.DIST_L2, 3).ravel().clip(max=AHEAD)


def choose_path(course, direction):
    """Number of the best path in the fan."""
    room = draw_map(course, direction).take(CELLS).min(axis=0) - RADIUS
    blocked = room < 0
    way = np.where(blocked.any(axis=1), blocked.argmax(axis=1), blocked.shape[1])
    beside = point_beside(course[0], direction)
    ahead = course[1] if len(course) > 1 else None
    then = point_beside(ahead, direction) if ahead else course[0].at + 120 * direction
    to_first = np.hypot(MIDDLE_X - beside[0], MIDDLE_Y - beside[1])
    to_second = np.hypot(MIDDLE_X - then[0], MIDDLE_Y - then[1])
    reached = to_first.argmin(axis=1)
    later = np.arange(X.shape[1]) >= reached[:, None]
    cost = to_first.min(axis=1) + 0.5 * np.where(later, to_second, np.inf).min(axis=1)
    cost += CHANGE_COSTS / 2 * np.abs(FIRST_ANGLE - angle)
    cost += 100 * (X.shape[1] - way)  # a path that ends in a wall only when all do
    return int(np.argmin(cost))


# driving


def follow_speed(dt):
    """Brings speed up to date: it follows the throttle with a lag, and the slope."""
    global speed
    model = (TOP_SPEED * throttle * (1 - SCRUB * angle**2) - speed) / LAG  # cm/s²
    felt = 100 * float(rc.physics.get_linear_acceleration()[2])
    # what is felt beyond that is a part of gravity; the slope pulls with a tenth of it
    speed += (model - (model - felt) / 11) * dt


def throttle_for(wanted):
    """Throttle that brings the car to `wanted` cm/s."""
    change = RESPONSE * (wanted - speed)  # cm/s²
    return rc_utils.clamp((speed + LAG * change) / TOP_SPEED, -1, 1)


def choose():
    """(cm/s, angle)."""
    course, direction = find_course()
    pass_cones(direction)
    course, direction = find_course()
    if course:
        path = choose_path(course, direction)
        return SPEED + (SPEED_IN_BENDS - SPEED) * SHARPEST[path], float(FIRST_ANGLE[path])
    # nothing known: the next cone stands beyond the line of cones, on the side of the last one
    return SPEED_SEARCHING, -0.7 * passed.side if passed else 0.0


def start():
    global passed, speed, throttle, angle, updates
    cones.clear()
    passed, speed, throttle, angle, updates = None, 0.0, 0.0, 0.0, 0
    rc.drive.set_max_speed(MAX_SPEED)
    rc.drive.stop()


def update():
    global throttle, angle, updates
    dt = rc.get_delta_time()
    follow_speed(dt)
    move_cones(speed * dt, float(rc.physics.get_angular_velocity()[1]) * dt)
    if updates % LOOK_EVERY == 0:
        note_cones(see_cones())
    updates += 1
    wanted, angle = choose()
    throttle = throttle_for(wanted)
    rc.drive.set_speed_angle(throttle, angle)


if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
