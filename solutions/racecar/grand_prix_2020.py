"""Grand prix of 2020: one lap.

As in the time trial the car counts its way on the plan of the course (`Car` in toolbox.py), and
marks that we know, AR markers and cones, correct it. Each section has its own function, which says
how fast and where to steer until the section ends:

    follow_walls     along the straight, round the hairpin and up the ramp, with the lidar
    find_lane        straight on to where the lanes begin
    keep_lane        between double lines, on the right where they part
    cross_ramps      straight on where the lane goes down and up, and down to the ground at its end
    cross_field      back along the lanes and below their bridge
    drive_slalom     from cone to cone: red ones on their right, blue ones on their left
    follow_line      between the pillars, along the line in the colour that the marker shows
    take_corridor    between walls again and up to the decks; a marker says which of them goes on
    run_home         round the end of the walls and along the straight to the finish
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
    draw_wall,
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
START = 0.0, 0.0, 0.0  # x, y, heading
STOPPED_AT_ONCE = 6.0  # m/s² felt backward, more than brakes or slopes can do
STRANGE = 2.0  # m between where a marker should be and where we see it

LINE_COLORS = "red", "green", "blue"
LANE_COLORS = "orange", "purple"

# between walls
WALL_SPEED, WALL_SPEED_IN_BENDS = 1.4, 0.9

# between lanes
RAMP_TOP = -10.2  # y where the ramp ends
FIRST_LANE = 0.1  # x of its middle
LANE_SEEN = 1.3  # as far as we look for them
LANE_WIDTH = 0.1  # half of what the planner keeps free of lines
FAST, SLOW = 1.0, 0.7
LANES_PART = -0.5  # x from where we keep to the right
KEEP_RIGHT = -0.2  # what a metre to the left is worth there
DIP = [(-3.0, -15.3), (-11.0, -15.3)]  # the right lane goes down to the ground and up again
DIP_BEGINS, DIP_RISES, DIP_ENDS = -3.5, -9.55, -10.1  # x: we know lane; it is level again; it bends
RAMP = [(-14.55, -15.5), (-14.55, -10.0)]  # the last ramp
RAMP_BEGINS = -14.8  # y
RAMP_SPEED, LANE_HALF = 0.9, 0.27
LANES_END = -10.9  # y

# over the field: round the corner of the lanes and below their bridge
FIELD = [
    (-14.55, -11.2),
    (-14.45, -10.75),
    (-13.9, -10.5),
    (-13.0, -10.95),
    (-12.0, -11.05),
    (-10.8, -11.05),
    (-9.8, -11.6),
    (-8.8, -12.7),
    (-7.6, -13.55),
    (-6.0, -13.7),
    (-2.5, -13.72),
    (-1.4, -13.8),
    (-0.4, -14.2),
    (0.9, -14.45),
    (3.0, -14.4),
    (4.6, -14.4),
]
LIMITS = [(-13.4, -11.0, -11.9), (-9.0, -2.5, -14.2)]  # forbidden from x to x, below y
FIELD_AHEAD, FIELD_SPEED = 0.5, 1.3
SLALOM_BEGINS = 4.5  # x

# through the slalom: where to pass and what is there
SLALOM = [
    ((3.0, -14.4), None, None),
    ((5.0, -14.4), None, None),
    ((6.4, -14.55), (6.4, -14.2), None),
    ((7.75, -13.65), None, (7.8, -14.0)),
    ((9.2, -14.35), (9.2, -14.0), None),
    ((10.5, -13.45), None, (10.6, -13.8)),
    ((12.1, -13.3), (12, -13), None),
    ((12.9, -11.8), None, (13.2, -12)),
    ((14.25, -10.9), (14, -10.7), None),
    ((14.35, -9.0), None, (14.7, -9.1)),
    ((15.3, -7.5), (15, -7.4), None),
    ((14.9, -5.7), (14.3, -5.7), (15.5, -5.7)),
    ((14.9, -4.5), None, None),
]
PASSES = [place for place, _, _ in SLALOM]
CONES = {
    "red": np.array([red for _, red, _ in SLALOM if red]),
    "blue": np.array([blue for _, _, blue in SLALOM if blue]),
}
SLALOM_AHEAD, SLALOM_SPEED = 0.4, 0.9
SLALOM_ENDS = -5.3  # y

# along the line
LINE_AHEAD, LINE_SEEN = 0.45, 1.1  # how far ahead we aim; as far as we look
LINE_SPEED = 0.8
LINE_MARKER = 0  # shows its colour
LINE_ENDS, CORRIDOR_BEGINS = 15.3, 4.0  # x, y

# the decks: where the deck has no wall we think one
FORK_SEEN = 2.4  # from where we believe a marker
CLOSED, SLANT = 1.8, -0.7  # length of the wall that we think across a closed way, and its slant
EDGES = np.concatenate(
    [draw_wall((-3.5, 4.12), (-10.7, 4.12)), draw_wall((-3.5, 7.48), (-10.7, 7.48))]
)
CORRIDOR_ENDS = -14.2  # x

HOME = [
    (-14.0, 5.8),
    (-15.0, 5.7),
    (-15.9, 4.8),
    (-16.0, 3.0),
    (-15.8, 1.2),
    (-15.0, 0.2),
    (-14.0, 0.0),
    (-12.0, -0.05),
    (0.0, -0.05),
]
HOME_AHEAD, HOME_SPEED, HOME_SPEED_IN_BENDS = 0.6, 1.8, 1.0

# markers that we know, by number; two have the same
PLACES = {
    0: [(15.25, -4.2)],
    1: [(0.1, -11.55)],
    2: [(5.95, -13.8)],
    3: [(-14.55, -10.25), (14.65, 4.05)],
    199: [(-4.25, 5.8)],
}

car = Car(rc, MAX_SPEED)
lidar = Lidar(rc, car)
fan = Fan()
lines = {color: Memory(car, 1.5) for color in LINE_COLORS}
lanes = Memory(car, 2.5)
view = View(car, LANE_SEEN, 2.5)
closed = Memory(car, 10.0)  # a wall that we think across the way that a marker has closed

image = None
markers = []
updates = 0
section = None
path = None  # where the section has a way that we know
line_color = None  # between the pillars


def enter(following, way=None):
    """The next section; where it has a way that we know, these are its points."""
    global section, path
    section = following
    if way:
        path = Path(car, way)


def look():
    """Takes a picture and remembers the lines in it, and the colour of the line that is ours: its
    marker stands before the last cones, and is out of sight where the line begins."""
    global image, markers, line_color
    image = rc.camera.get_color_image_no_copy()
    markers = find_markers(image, LINE_COLORS + LANE_COLORS)
    for color in LINE_COLORS:
        lines[color].add(find_floor(image, [color], LINE_SEEN))
    lanes.add(find_floor(image, LANE_COLORS, LANE_SEEN))
    view.add()
    place_by_markers(car, markers, PLACES, near=1.5)
    for marker in markers:
        if marker.id == LINE_MARKER and marker.color in LINE_COLORS:
            line_color = marker.color


def heads(degrees):
    """Whether we head about there."""
    return abs(turn_between(car.heading, math.radians(degrees))) < 0.6


# --- the sections ---------------------------------------------------------------------------------


def between_walls():
    """Where the lidar sees the most room and we do not think a wall."""
    points = np.concatenate([lidar.near(), closed.near(), car.to_car(EDGES)])
    angle, way, sharpest = fan.choose(points, car.angle)
    speed = speed_within(way, WALL_SPEED + (WALL_SPEED_IN_BENDS - WALL_SPEED) * sharpest)
    return car.go_or_back(way, speed, angle)


def follow_walls():
    if heads(-90) and car.y < RAMP_TOP:
        lanes.forget()
        enter(find_lane, [(FIRST_LANE, car.y + 1), (FIRST_LANE, car.y - 3)])
    return between_walls()


def find_lane():
    """Straight on until we have lanes on both sides."""
    ahead, left = lanes.near().T
    beside = (ahead > 0.1) & (ahead < 0.4) & (np.abs(left) < 0.6)
    if np.any(beside & (left > 0)) and np.any(beside & (left < 0)):
        enter(keep_lane)
    return SLOW, path.steer(LINE_AHEAD)


def keep_lane():
    """Lines are walls here, as long as the floor is level: on ramps they seem to be elsewhere.
    Where the lanes part, the right one is the lower one."""
    lean = KEEP_RIGHT if heads(180) and DIP_BEGINS < car.x < LANES_PART else 0.0
    angle, way, sharpest = fan.choose(lanes.near(), car.angle, LANE_WIDTH, lean, view)
    if heads(180) and DIP_ENDS < car.x < DIP_BEGINS:
        enter_ramps(DIP)
    elif heads(90) and car.y > RAMP_BEGINS:
        enter_ramps(RAMP)
    return speed_within(way, FAST - (FAST - SLOW) * sharpest, margin=0.4), angle


def enter_ramps(way):
    """We are in the middle of a straight lane of which we know the place."""
    enter(cross_ramps, way)
    place_by_lane(car, lanes.near(), path, LANE_HALF, trust=1.0)


def cross_ramps():
    """Straight on, in the middle between the lines."""
    if updates % LOOK_EVERY == 1:
        place_by_lane(car, lanes.near(), path, LANE_HALF)
    if car.x > DIP_RISES or heads(90):
        lanes.forget()
        view.forget()
    if heads(180) and car.x < DIP_ENDS:
        enter(keep_lane)
    elif heads(90) and car.y > LANES_END:
        enter(cross_field, FIELD)
    return RAMP_SPEED, path.steer(LINE_AHEAD)


def place_by_limits():
    """Corrects y by forbidden strips: the lidar sees them as walls."""
    x, y = lidar.on_course().T
    for begin, end, limit in LIMITS:
        if begin < car.x < end:
            strip = y[(np.abs(x - car.x) < 0.8) & (np.abs(y - limit) < 0.4) & (y < car.y)]
            if len(strip) > 10:
                car.shift(np.array([0, 0.1 * (limit - np.median(strip))]))


def cross_field():
    """The way that we know. Forbidden strips beside it tell how far we are from them."""
    place_by_limits()
    if car.x > SLALOM_BEGINS:
        enter(drive_slalom, PASSES)
    angle = path.steer(FIELD_AHEAD)
    return FIELD_SPEED * (1 - 0.4 * abs(angle)), angle


def drive_slalom():
    """Along a curve past all cones; those that we see tell where we are."""
    if updates % LOOK_EVERY == 1:
        place_by_cones(car, image, CONES)
    if car.y > SLALOM_ENDS:
        enter(follow_line)
    angle = path.steer(SLALOM_AHEAD)
    return SLALOM_SPEED * (1 - 0.3 * abs(angle)), angle


def follow_line():
    """Along the line of the marker's colour; if we have not read it, the line just ahead is it."""
    color = line_color or max(lines, key=lambda color: len(lines[color].points))
    if heads(-160) and car.x < LINE_ENDS and car.y > CORRIDOR_BEGINS:
        enter(take_corridor)
    known = lines[color].near()
    place = find_on_line(known, LINE_AHEAD)
    if place is None:  # the bend was too sharp: turn to where the line was
        left = known[:, 1].mean() if len(known) else 0.0
        return LINE_SPEED / 2, -math.copysign(1, left)
    angle = car.steer_to(*place)
    return LINE_SPEED * (1 - 0.4 * abs(angle)), angle


def take_corridor():
    """Walls again. The marker before the decks says on which side to go on."""
    wall = read_fork(markers, FORK_SEEN, CLOSED, SLANT)
    if wall is not None:
        closed.forget()
        closed.add(wall)
    if car.x < CORRIDOR_ENDS:
        enter(run_home, HOME)
    return between_walls()


def run_home():
    angle = path.steer(HOME_AHEAD)
    return HOME_SPEED + (HOME_SPEED_IN_BENDS - HOME_SPEED) * min(1, 2 * abs(angle)), angle


# where a car is put back from each section: place, what to do from there, and the marker ahead
LANES_AGAIN = (
    (FIRST_LANE, -10.6, math.radians(-90)),
    find_lane,
    [(FIRST_LANE, -9), (FIRST_LANE, -14)],
)
FIELD_AGAIN = (-14.55, -11.1, math.radians(90)), cross_field, FIELD
SLALOM_AGAIN = (4.6, -14.4, math.radians(5)), drive_slalom, PASSES
LINE_AGAIN = (14.9, -5.7, math.radians(90)), follow_line, None
KEY_POINTS = {
    "find_lane": (*LANES_AGAIN, 1),
    "keep_lane": (*LANES_AGAIN, 1),
    "cross_ramps": (*LANES_AGAIN, 1),
    "cross_field": (*FIELD_AGAIN, 3),
    "drive_slalom": (*SLALOM_AGAIN, 2),
    "follow_line": (*LINE_AGAIN, 0),
}
NOWHERE = None, None, None, None

# --- the program ----------------------------------------------------------------------------------


def notice_reset():
    """A car that touches what it must not is put back to its last key point, at rest. Either it
    feels that it stops at once, or it sees the marker of that place where none should be."""
    place, following, way, number = KEY_POINTS.get(section.__name__, NOWHERE)
    felt = float(rc.physics.get_linear_acceleration()[2])
    stopped = felt < -STOPPED_AT_ONCE and car.speed > 0.3
    if place and (stopped or any(is_strange(marker, number) for marker in markers)):
        begin_at(place)
        enter(following, way)


def is_strange(marker, number):
    """Whether we see this marker near us and should be far from it."""
    off = [np.hypot(*(car.to_course(marker.place)[0] - place)) for place in PLACES.get(number, ())]
    return marker.id == number and marker.place[0] < 2.0 and min(off) > STRANGE


def begin_at(place):
    """We are at this place (x, y, heading) and know nothing of what is round us."""
    car.begin(*place)
    lidar.begin()
    for memory in (*lines.values(), lanes, view, closed):
        memory.forget()


def start():
    global updates, image, markers, line_color
    updates, image, markers, line_color = 0, None, [], None
    rc.drive.set_max_speed(MAX_SPEED)
    rc.drive.stop()
    begin_at(START)
    enter(follow_walls)


def update():
    global updates
    car.sense()
    lidar.sense()
    notice_reset()
    if updates % LOOK_EVERY == 0:
        look()
    updates += 1
    speed, angle = section()
    car.drive(speed, angle)


if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
