"""Lab 5: AR markers say where to go.

Marker 0 means left, 1 right; marker 199 means the side to which its top leans; marker 2 means
"follow the line that has the colour of my border". Each decision becomes a goal, a point to drive
to: beside the marker on the side it means, or the far end of the line of its colour. The picture
tells where the marker is (its pattern is 10 cm wide, so the number of pixels says how far away)
and where on the floor the line ends.

Driving is that of lab 4B: a fan of paths that the car can drive is held against a map of what the
lidar has seen. The longest and roomiest path is best, and the nearer one comes to the goal the
better. So walls are kept clear of on the way to the goal, and where there are no walls the goal
alone leads. The goal, like the lidar's points, is kept in the car's own frame and moved by what
the car has driven and turned.
"""

import itertools
import math

import cv2
import numpy as np
import racecar_core
import racecar_utils as rc_utils

rc = racecar_core.create_racecar()

# the car, in cm; paths are those of the middle of its rear axle
WHEELBASE = 22.5
FULL_LOCK = math.radians(20)
LIDAR_AHEAD = 11.25  # of the rear axle
CIRCLES = 4.0, 11.0, 18.0  # cm ahead of the rear axle: middles of circles that cover the car
RADIUS = 16.5  # cm, of each circle, a little air included
MAX_SPEED = 0.7  # of the throttle
TOP_SPEED, LAG = 294.0, 1.4  # cm/s at full throttle; s until the car has most of a new speed
SCRUB = 0.2  # part of the speed that the front wheels take away at full lock
RESPONSE = 4.0  # 1/s: how hard a wrong speed is corrected

# the fan of paths
ANGLES = -1, -0.6, -0.25, 0, 0.25, 0.6, 1  # of the wheels
BEND, STRAIGHT, STEP = 36.0, 84.0, 6.0  # cm: a bend, the straight after the bends, between places
# the map: its first row is the furthest ahead
CELL = 2.5  # cm
AHEAD, BEHIND, ASIDE = 220.0, 30.0, 220.0  # cm that it covers
ROWS, COLUMNS = round((AHEAD + BEHIND) / CELL), round(2 * ASIDE / CELL)

# what makes a path good
WIDE = 30.0  # cm of room at the sides; more is no better
ROOM_COUNTS = 2.0  # cm of way that each cm of room is worth
CHANGE_COSTS = 8.0  # cm of way that a change from one lock to the other must gain
GOAL_COUNTS = 3.0  # cm of way that each cm nearer to the goal is worth

# how fast
MARGIN, BRAKING = 20.0, 150.0  # cm to stop before what is in the way; cm/s² that we count on
FASTEST, FASTEST_IN_BENDS, SLOWEST = 230.0, 125.0, 25.0  # cm/s
STUCK = 12.0  # cm of way that are too little to go on
BACK_FOR = 0.8  # s

# markers and lines
LOOK_EVERY = 3  # updates: 20 pictures a second are enough
FOCAL, HORIZON, MIDDLE = 617, 240, 320  # px, row, column
CAMERA_AHEAD, CAMERA_UP = 21.25, 14.5  # cm, of the rear axle and of the floor
MARKER = 10.0  # cm, its pattern
MARKER_ROWS = slice(0, 300)  # px; markers stand above the floor
MARKER_NEAR = 220.0  # cm; decisions can wait until a marker is that near
LEFT_ID, RIGHT_ID, LINE_ID = 0, 1, 2
BESIDE, BEYOND = 70.0, 20.0  # cm from a marker to the goal beside it
COLORS = {  # of lines and of a marker's border, in HSV
    "red": ((170, 120, 100), (10, 255, 255)),
    "blue": ((95, 120, 100), (125, 255, 255)),
}
LOOK_TOP = 345  # first row of the floor in which we look for the line: 85 cm ahead of the camera
MIN_AREA = 60  # px, of a line
END_ROWS = 8  # px from a line's top that count as its far end
REACHED = 30.0  # cm from the goal

BEARING = np.radians(np.arange(720) / 2)  # of every sample, clockwise from straight ahead

scan = np.zeros(720)  # cm, of the update before
ahead, right = np.full(720, AHEAD), np.zeros(720)  # cm from the rear axle: the points we know of
speed = throttle = angle = 0.0  # cm/s; what we gave last
backing = 0.0  # s that are left of driving backward
goal = None  # (ahead, right) in cm from the rear axle
line = None  # name of the colour to follow
updates = 0


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
    bends = [angle for angle in angles for _ in range(round(BEND / STEP))]
    for angle in bends + [0.0] * round(STRAIGHT / STEP):
        heading += STEP * bend_of(angle, FASTEST_IN_BENDS)
        x, y = x + STEP * math.cos(heading), y + STEP * math.sin(heading)
        places.append((x, y, heading))
    return places


FAN = list(itertools.product(ANGLES, repeat=3))
X, Y, HEADING = np.array([draw_path(angles) for angles in FAN]).transpose(2, 0, 1)
CELLS = np.stack(  # of the map: (circle, path, place)
    [cell_of(X + at * np.cos(HEADING), Y + at * np.sin(HEADING)) for at in CIRCLES]
)
FIRST_ANGLE = np.array([angles[0] for angles in FAN])
SHARPEST = np.abs(np.array(FAN))[:, :2].max(axis=1)


def moved(x, y, way, turn):
    """(x, y) for a car that drove `way` cm and turned `turn` rad to the left."""
    x = x - way
    return (
        x * math.cos(turn) - y * math.sin(turn),
        x * math.sin(turn) + y * math.cos(turn),
    )


def move(way, turn):
    """The car drove and turned: all that we know of moves the other way."""
    global ahead, right, goal
    ahead, right = moved(ahead, right, way, turn)
    if goal is not None:
        goal = moved(*goal, way, turn)
        if goal[0] < LIDAR_AHEAD or math.hypot(*goal) < REACHED:
            goal = None


# markers and lines


def see_marker(image):
    """The nearest marker and its place (ahead, right) in cm; None without one."""
    colors = [(lower, upper, name) for name, (lower, upper) in COLORS.items()]
    markers = rc_utils.get_ar_markers(np.ascontiguousarray(image[MARKER_ROWS]), colors)
    nearest = max(markers, key=marker_size, default=None)
    if nearest is None:
        return None
    from_camera = FOCAL * MARKER / marker_size(nearest)
    column = float(nearest.get_corners()[:, 1].mean())
    return nearest, (CAMERA_AHEAD + from_camera, (column - MIDDLE) / FOCAL * from_camera)


def marker_size(marker):
    """px, of its longest side."""
    corners = marker.get_corners()
    return max(1.0, max(math.dist(corners[i], corners[i - 1]) for i in range(4)))


def see_line(image):
    """Where the far end of the line is, (ahead, right) in cm; None without one."""
    floor = rc_utils.crop(image, (LOOK_TOP, 0), (480, 640))
    contours = rc_utils.find_contours(floor, *COLORS[line])
    contour = rc_utils.get_largest_contour(contours, MIN_AREA)
    if contour is None:
        return None
    columns, rows = contour[:, 0, 0], contour[:, 0, 1]
    column = columns[rows <= rows.min() + END_ROWS].mean()
    row = LOOK_TOP + rows.min() + END_ROWS / 2
    from_camera = CAMERA_UP * FOCAL / (row - HORIZON)
    return CAMERA_AHEAD + from_camera, (column - MIDDLE) / FOCAL * from_camera


def side_of(marker):
    """-1 when it sends us to the left, 1 to the right, 0 when it does not say."""
    if marker.get_id() in (LEFT_ID, RIGHT_ID):
        return -1 if marker.get_id() == LEFT_ID else 1
    return {"LEFT": -1, "RIGHT": 1}.get(marker.get_orientation().name, 0)


def decide():
    """Looks, and sets the goal by what there is to see."""
    global goal, line
    image = rc.camera.get_color_image_no_copy()
    sight = see_marker(image)
    if sight is not None and sight[1][0] < MARKER_NEAR:
        marker, at = sight
        if marker.get_id() == LINE_ID:
            line = marker.get_color() or line
        else:
            line, goal = None, (at[0] + BEYOND, at[1] + side_of(marker) * BESIDE)
    if line is not None:
        goal = see_line(image) or goal


# walls


def add_points(new_scan):
    """Takes over what the lidar has measured since the last update."""
    global scan
    changed = new_scan != scan
    reach = np.where(new_scan > 0, new_scan, 1000)  # 0.0: nothing there
    ahead[changed] = (LIDAR_AHEAD + reach * np.cos(BEARING))[changed]
    right[changed] = (reach * np.sin(BEARING))[changed]
    scan = new_scan.copy()


def draw_map():
    """cm from every cell to the nearest point."""
    free = np.ones(ROWS * COLUMNS, np.uint8)
    near = (ahead < AHEAD) & (ahead > CELL - BEHIND) & (np.abs(right) < ASIDE)
    free[cell_of(ahead[near], right[near])] = 0
    return CELL * cv2.distanceTransform(free.reshape(ROWS, COLUMNS), cv2.DIST_L2, 3).ravel()


def choose_path():
    """(number of the best path in the fan, cm that it can be followed)."""
    room = draw_map().take(CELLS).min(axis=0) - RADIUS  # (path, place)
    blocked = room < 0
    places = np.where(blocked.any(axis=1), blocked.argmax(axis=1), blocked.shape[1])
    open_room = np.where(np.cumsum(blocked, axis=1) == 0, room.clip(max=WIDE), 0)
    way = STEP * places
    score = way + ROOM_COUNTS * open_room.mean(axis=1)
    score -= CHANGE_COSTS / 2 * np.abs(FIRST_ANGLE - angle)
    if goal is not None:
        score -= GOAL_COUNTS * np.hypot(X - goal[0], Y - goal[1]).min(axis=1)
    best = int(np.argmax(score))
    return best, float(way[best])


def choose_speed(way, sharpest):
    """cm/s from which we can stop within the way; slower in bends."""
    brakes = math.sqrt(2 * BRAKING * max(0.0, way - MARGIN))
    bends = FASTEST + (FASTEST_IN_BENDS - FASTEST) * sharpest
    return max(SLOWEST, min(brakes, bends))


def throttle_for(wanted):
    """Throttle that brings the car to `wanted` cm/s."""
    change = RESPONSE * (wanted - speed)  # cm/s²
    return rc_utils.clamp((speed + LAG * change) / TOP_SPEED, -1, 1)


def start():
    global scan, ahead, right, speed, throttle, angle, backing, goal, line, updates
    scan, ahead, right = np.zeros(720), np.full(720, AHEAD), np.zeros(720)
    speed = throttle = angle = backing = 0.0
    goal, line, updates = None, None, 0
    rc.drive.set_max_speed(MAX_SPEED)
    rc.drive.stop()


def update():
    global speed, throttle, angle, backing, updates
    dt = rc.get_delta_time()
    speed += (TOP_SPEED * throttle * (1 - SCRUB * angle**2) - speed) * min(1, dt / LAG)
    move(speed * dt, float(rc.physics.get_angular_velocity()[1]) * dt)
    add_points(rc.lidar.get_samples())
    if updates % LOOK_EVERY == 0:
        decide()
    updates += 1

    path, way = choose_path()
    angle, wanted = float(FIRST_ANGLE[path]), choose_speed(way, SHARPEST[path])
    if way < STUCK and speed < 2 * SLOWEST:
        backing = BACK_FOR
    if backing > 0:  # too near to get round: back off with the wheels the other way
        backing -= dt
        wanted, angle = -2 * SLOWEST, -angle
    throttle = throttle_for(wanted)
    rc.drive.set_speed_angle(throttle, angle)


if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
