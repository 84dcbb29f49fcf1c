"""Time trial: lines, lanes, a slalom and walls in one run.

The car counts its way (`Car` in toolbox.py): throttle and gyroscope say about where it is on the
plan of the course. Marks that we know, AR markers and cones, correct what has gone wrong. Each
section of the course has its own function, which says how fast and where to steer until the section
ends:

    read_signs       at the start: two markers show the colours of the ways to the left and right
    take_line        along the line that we start on, to where the left one leaves it
    follow_left      along the left one: below the bridge, up to the deck and through the gate
    go_down          along the first colour again, down two steps
    find_lane        straight on to where the lanes begin
    keep_lane        between double lines; a marker says on which side of the basin to go on
    turn_back        where the lanes turn back, as tightly as the car can: on the plan, not by sight
    drive_slalom     from cone to cone: red ones on their right, blue ones on their left
    follow_walls     between walls; a marker says on which side of the block to go on
    run_home         over open ground to the finish
"""

import math

import numpy as np
import racecar_core
from toolbox import (
    Car,
    Fan,
    Lidar,
    Memory,
    Path,
    View,
    find_floor,
    find_markers,
    find_on_line,
    place_by_cones,
    place_by_lane,
    place_by_markers,
    read_fork,
    speed_within,
    turn_between,
)

rc = racecar_core.create_racecar()

MAX_SPEED = 0.5  # of the throttle
LOOK_EVERY = 3  # updates; the camera's picture is much work
START = -10.0, 10.0, 0.0  # x, y, heading

LINE_COLORS = "red", "green", "blue"
LANE_COLORS = "purple", "orange"

# along lines
LINE_AHEAD = 0.45  # how far ahead we aim
LINE_SEEN = 1.1  # as far as we look for lines
GATE = 7.0  # y
LINE_TRUST = 0.1  # part of a correction that we believe at once
LINE_SPEED, DECK_SPEED, STEP_SPEED = 1.0, 0.8, 0.9

# between lanes
LANE_SEEN = 1.3  # as far as we look for them
LANE_WIDTH = 0.1  # half of what the planner keeps free of lines
FAST, FAST_IN_BENDS, SLOW = 1.2, 0.8, 0.7
LANES_BEGIN = 4.3  # y from where we look for them
LANES_SEEN = 40  # points of lanes that say that they begin
LEVEL = 0.06  # pitch up to which we believe what we see on the floor
FIRST_LANE = -5.3  # x of its middle, and of the line before it
LANES_END = -6.85  # y, on the way back
FORK = 1.3, 0.3  # from where we believe what a marker says; slant of the wall that we think there
CLOSED = 1.3  # length of the wall that we think across a closed way

# where the lanes turn back: from y on the way down, to y on the way up
TURN = [
    (-5.3, -9.0),
    (-5.3, -9.9),
    (-5.32, -10.4),
    (-5.11, -10.91),
    (-4.6, -11.12),
    (-4.09, -10.91),
    (-3.88, -10.4),
    (-3.9, -9.9),
    (-3.9, -9.0),
]
TURN_BEGINS, TURN_ENDS = -9.5, -10.0
TURN_AHEAD, TURN_SPEED = 0.3, 0.6

# through the slalom: where to pass and what is there
SLALOM = [
    ((-3.48, -7.0), None, None),
    ((-3.29, -6.48), None, None),
    ((-3.05, -6.13), None, None),
    ((-2.65, -5.98), None, None),
    ((-2.1, -5.95), None, None),
    ((-1.0, -5.7), None, (-1, -6)),
    ((0.2, -6.3), (0.2, -6), None),
    ((1.6, -5.5), None, (1.6, -5.8)),
    ((3.0, -6.55), (3, -6.2), None),
    ((4.1, -6.5), (4, -6.2), None),
    ((5.1, -5.4), None, (5.3, -5.7)),
    ((5.65, -4.3), (5.3, -4.2), None),
    ((4.8, -2.6), None, (5.1, -2.6)),
    ((4.8, -1.6), None, (5.1, -1.6)),
    ((5.0, -0.2), (4.6, -0.2), (5.4, -0.2)),
    ((5.5, 0.9), (5.1, 0.9), (5.9, 0.9)),
    ((6.3, 1.9), (5.9, 1.9), (6.7, 1.9)),
    ((7.1, 2.9), (6.7, 2.9), (7.5, 2.9)),
    ((6.4, 4.0), (6, 4), (6.8, 4)),
    ((5.4, 5.1), (5, 5.1), (5.8, 5.1)),
    ((5.9, 6.5), (5.5, 6.5), (6.3, 6.5)),
    ((6.8, 7.8), (6.4, 7.8), (7.2, 7.8)),
    ((5.8, 9.2), (5.4, 9.2), (6.2, 9.2)),
    ((6.4, 10.7), (5.9, 10.7), (6.9, 10.7)),
    ((6.4, 11.5), None, None),
]
PASSES = [place for place, _, _ in SLALOM]
CONES = {
    "red": np.array([red for _, red, _ in SLALOM if red]),
    "blue": np.array([blue for _, _, blue in SLALOM if blue]),
}
SLALOM_AHEAD, SLALOM_SPEED = 0.4, 1.2

# markers that we know, by number; two have the same
PLACES = {
    1: [(-5.69, 2.45)],
    2: [(-1.65, -6.3)],
    3: [(6.8, 11.75)],
    199: [(-5.3, -1.25), (11.75, 11.7)],
}

# between walls
WALL_SPEED, WALL_SPEED_IN_BENDS = 1.6, 1.0
WALL_FORK = 2.0, -0.4  # as FORK: from early on, and towards us, for it takes room to turn away
WALLS_BEGIN, WALLS_END = 10.9, 16.4  # y, x

HOME = [(16.5, 11.7), (17.3, 11.2), (18.3, 8.0), (19.95, 2.0), (20.15, 0.0), (20.15, -3.0)]
HOME_AHEAD, HOME_SPEED, HOME_SPEED_IN_BENDS = 0.7, 1.4, 0.8
# the faces of the last walls: one leads along y = 12.05, the other along x = 16.05
LAST_WALL, LAST_WALL_FROM, LAST_WALL_TO = 12.05, 16.4, 18.2  # y; x, before the cliff
END_WALL, END_WALL_FROM, END_WALL_TO = 16.05, 10.4, 11.1  # x; y
WALL_NEAR, WALL_POINTS, WALL_TRUST = 0.6, 20, 0.05  # m; points that make a wall

car = Car(rc, MAX_SPEED)
lidar = Lidar(rc, car)
fan = Fan()
lines = {color: Memory(car, 1.5) for color in LINE_COLORS}
lanes = {color: Memory(car, 2.5) for color in LANE_COLORS}
view = View(car, LANE_SEEN, 2.5)
closed = Memory(car, 10.0)  # a wall that we think across the way that a marker has closed

# stretches of lane that lead straight down or up the plan: they tell our x and heading
STRAIGHTS = [
    Path(car, [(-5.3, 2.6), (-5.3, 1.1)]),
    Path(car, [(-5.3, -8.5), (-5.3, -8.9)]),
    Path(car, [(-3.9, -10.2), (-3.9, -9.7)]),
]
STRAIGHT_NEAR, STRAIGHT_HALF = 0.5, 0.2  # we are on it; half of its width

image = None
markers = []
updates = 0
section = None
middle_color = left_color = None  # of the line at the start, of the one to the left
fast_color = None  # of the lanes
path = None  # where the section has a way that we know


def enter(following, way=None):
    """The next section; where it has a way that we know, these are its points."""
    global section, path
    section = following
    if way:
        path = Path(car, way)


def look():
    """Takes a picture and remembers the lines in it."""
    global image, markers
    image = rc.camera.get_color_image_no_copy()
    markers = find_markers(image, LINE_COLORS + LANE_COLORS)
    for color in LINE_COLORS:
        lines[color].add(find_floor(image, [color], LINE_SEEN))
    for color in LANE_COLORS:
        lanes[color].add(find_floor(image, [color], LANE_SEEN))
    view.add()
    place_by_markers(car, markers, PLACES)


def know_lanes():
    """Points of all lanes, in our frame."""
    return np.concatenate([memory.near() for memory in lanes.values()])


def along(color, speed):
    """Drives along the line of this colour."""
    place = find_on_line(lines[color].near(), LINE_AHEAD)
    if place is None:
        return speed / 2, car.angle
    angle = car.steer_to(*place)
    return speed * (1 - 0.4 * abs(angle)), angle


def heads_down():
    """Whether we head about down the plan."""
    return abs(turn_between(car.heading, -math.pi / 2)) < 0.5


def think_wall(seen, slant):
    """A wall, in our frame, across the way that a marker has closed."""
    wall = read_fork(markers, seen, CLOSED, slant)
    if wall is not None:
        closed.forget()
        closed.add(wall)
    return closed.near()


# --- the sections ---------------------------------------------------------------------------------


def read_signs():
    """Stands until both signs are read: the colour that neither shows is the one we start on."""
    global left_color, middle_color
    seen = {marker.side: marker.color for marker in markers if marker.color in LINE_COLORS}
    if "LEFT" in seen and "RIGHT" in seen:
        left_color = seen["LEFT"]
        (middle_color,) = set(LINE_COLORS) - set(seen.values())
        enter(take_line)
    return 0.0, 0.0


def take_line():
    """Along the first line until we know the left one where we want to turn."""
    if find_on_line(lines[left_color].near(), LINE_AHEAD) is not None:
        enter(follow_left)
    return along(middle_color, LINE_SPEED)


def follow_left():
    """The left line: round, below the bridge, up the ramp. Behind the gate the first line waits."""
    if heads_down() and car.y < GATE:
        if find_on_line(lines[middle_color].near(), LINE_AHEAD) is not None:
            enter(go_down)
    return along(left_color, DECK_SPEED if heads_down() else LINE_SPEED)


def go_down():
    """The first line, down two steps; it ends where the lanes begin. Landing shakes our count, but
    we know that this line leads straight down the plan."""
    place = find_on_line(lines[middle_color].near(), LINE_AHEAD)
    if place is not None:
        car.correct(place, (FIRST_LANE, car.to_course(place)[0, 1]), LINE_TRUST)
    if car.y > LANES_BEGIN or abs(car.pitch) > LEVEL:
        for memory in lanes.values():
            memory.forget()  # seen from a step they seem to be elsewhere
    elif len(know_lanes()) > LANES_SEEN:
        enter(find_lane, [(FIRST_LANE, car.y + 1), (FIRST_LANE, car.y - 3)])
    return along(middle_color, STEP_SPEED)


def find_lane():
    """Straight on until we have lanes on both sides."""
    ahead, left = know_lanes().T
    beside = (ahead > 0.1) & (ahead < 0.4) & (np.abs(left) < 0.4)
    if np.any(beside & (left > 0)) and np.any(beside & (left < 0)):
        enter(keep_lane)
    return STEP_SPEED, path.steer(LINE_AHEAD)


def keep_lane():
    """Lines are walls here. They begin with the colour that means fast."""
    global fast_color
    fast_color = fast_color or max(lanes, key=lambda color: len(lanes[color].points))
    slow = any(len(lanes[color].points) for color in LANE_COLORS if color != fast_color)
    points = know_lanes()
    angle, way, sharpest = fan.choose(
        np.concatenate([points, think_wall(*FORK)]), car.angle, LANE_WIDTH, view=view
    )
    for straight in STRAIGHTS:
        off = np.hypot(*(straight.nearest((car.x, car.y)) - (car.x, car.y)))
        if off < STRAIGHT_NEAR and abs(turn_between(car.heading, straight.direction())) < 0.3:
            place_by_lane(car, points, straight, STRAIGHT_HALF)
    if car.heading > 0 and car.y > LANES_END:
        enter(drive_slalom, PASSES)
    elif heads_down() and car.y < TURN_BEGINS:
        enter(turn_back, TURN)
    fastest = SLOW if slow else FAST + (FAST_IN_BENDS - FAST) * sharpest
    return speed_within(way, fastest, margin=0.4), angle


def turn_back():
    """Along the way that we know: the bend is as tight as our circle at full lock, and a planner
    that sees it only as it comes to it begins too late."""
    if car.heading > 0 and car.y > TURN_ENDS:
        enter(keep_lane)
    return TURN_SPEED, path.steer(TURN_AHEAD)


def drive_slalom():
    """Along a curve past all cones; those that we see tell where we are."""
    if updates % LOOK_EVERY == 1:
        place_by_cones(car, image, CONES)
    if car.y > WALLS_BEGIN:
        enter(follow_walls)
    angle = path.steer(SLALOM_AHEAD)
    return SLALOM_SPEED * (1 - 0.35 * abs(angle)), angle


def follow_walls():
    """Where the lidar sees the most room."""
    points = np.concatenate([lidar.near(), think_wall(*WALL_FORK)])
    angle, way, sharpest = fan.choose(points, car.angle)
    if car.x > WALLS_END:
        enter(run_home, HOME)
    speed = speed_within(way, WALL_SPEED + (WALL_SPEED_IN_BENDS - WALL_SPEED) * sharpest)
    return car.go_or_back(way, speed, angle)


def place_by_walls():
    """Corrects where we are and which way we head by the last walls: the way home is long, and
    right beside the finish the ground falls away."""
    x, y = lidar.on_course().T
    wall = (np.abs(y - LAST_WALL) < WALL_NEAR) & (x > LAST_WALL_FROM) & (x < LAST_WALL_TO)
    if np.count_nonzero(wall) > WALL_POINTS:
        car.heading -= WALL_TRUST * math.atan(np.polyfit(x[wall], y[wall], 1)[0])
        car.shift(np.array([0, WALL_TRUST * (LAST_WALL - np.median(y[wall]))]))
    wall = (np.abs(x - END_WALL) < WALL_NEAR) & (y > END_WALL_FROM) & (y < END_WALL_TO)
    if np.count_nonzero(wall) > WALL_POINTS:
        car.shift(np.array([WALL_TRUST * (END_WALL - np.median(x[wall])), 0]))


def run_home():
    """Open ground: along the way that we know."""
    place_by_walls()
    angle = path.steer(HOME_AHEAD)
    return HOME_SPEED + (HOME_SPEED_IN_BENDS - HOME_SPEED) * min(1, 2 * abs(angle)), angle


# --- the program ----------------------------------------------------------------------------------


def start():
    global updates, image, markers, fast_color
    updates, image, markers, fast_color = 0, None, [], None
    rc.drive.set_max_speed(MAX_SPEED)
    rc.drive.stop()
    car.begin(*START)
    lidar.begin()
    for memory in (*lines.values(), *lanes.values(), view, closed):
        memory.forget()
    enter(read_signs)


def update():
    global updates
    car.sense()
    lidar.sense()
    if updates % LOOK_EVERY == 0:
        look()
    updates += 1
    speed, angle = section()
    car.drive(speed, angle)


if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
