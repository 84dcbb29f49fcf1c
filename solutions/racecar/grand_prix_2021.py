"""Grand prix of 2021: one lap along the green line.

The green line leads round the whole course. We know its plan: LAP lists its corners and how wide
each is rounded. The car counts its way on that plan (`Car` in toolbox.py) and drives along the line
as the plan has it; the line that the camera sees says all the time where the count has gone wrong
(`place_by_line`). So nothing is lost where the line has a gap or lies behind the top of a ramp, and
where it forks or meets others the plan says which one is ours.

    plan_line        from corners to places every 5 cm
    plan_heights     and how high they lie
    smooth           the line as a car can drive it: some bends are too tight for it
    plan_speeds      slower before bends and on ramps
    expect_line      what the camera should see of the line
    place_by_line    moves and turns the car on the plan until seen line and plan lie together
    feel             how steep it is, and whether we were stopped
    notice_reset     begins again at the checkpoint when we were put back to it
"""

import math

import numpy as np
import racecar_core
from toolbox import FELT_GRAVITY, Car, find_floor, find_markers, place_by_markers

rc = racecar_core.create_racecar()

MAX_SPEED = 0.5  # of the throttle
LOOK_EVERY = 8  # updates; the camera's picture is much work
START = 0.0, 0.0, 0.0  # x, y, heading

EVERY = 0.05  # m between places of the line
ROUND = 0.8  # radius of most corners
TIGHT, WIDE, SHARP = 0.4, 1.6, 0.0

# corners of our line: x, y and, where it is not ROUND, the radius
LAP = [
    (0, 0),
    # past the blocks, on their right
    (3.8, 0, SHARP), (5.8, -0.55, SHARP), (7.0, -0.55, SHARP), (9.0, 0, SHARP),
    # round the walls, over the bridge and below the other one
    (11.4, 0), (11.4, 2.3), (9.6, 2.3), (9.6, 4.5), (16.1, 4.5, SHARP), (18.2, 2.4, SHARP),
    (18.2, -1.4, SHARP), (19.0, -2.2, SHARP), (19.0, -4.6), (16.1, -4.6), (16.1, -6.2),
    # through the canyon
    (11.3, -6.2), (11.3, -11.45), (9.6, -11.4), (9.6, -10.4, SHARP), (9.02, -8.71, SHARP),
    (9.68, -7.03, SHARP), (8.6, -5.2, SHARP), (8.6, -4.0, SHARP), (7.8, -3.2, SHARP),
    (6.62, -3.2, SHARP), (6.0, -3.82, SHARP), (6.0, -6.18, SHARP), (5.4, -7.3, SHARP),
    (5.4, -9.9, SHARP), (4.6, -10.7, SHARP), (1.2, -10.7), (1.2, -4.7),
    # round the turns
    (-3.7, -4.7, WIDE), (-3.7, -9.1, WIDE), (-7.1, -9.1), (-7.1, -16.2), (-9.1, -16.2),
    (-9.1, -10.8), (-12.1, -10.8), (-12.1, -13.1), (-17.1, -13.1),
    # up to the plateau
    (-17.1, -2.1, TIGHT), (-18.9, -2.1, TIGHT), (-18.9, -11.7, TIGHT), (-18.1, -11.7, TIGHT),
    (-18.1, -13.3, TIGHT), (-19.7, -13.3, TIGHT), (-19.7, -0.7, SHARP), (-17.1, 1.9, SHARP),
    (-17.1, 4.5, SHARP), (-18.5, 5.9, SHARP),
    # down between the cones
    (-18.5, 8.44, SHARP), (-18.9, 8.84, SHARP), (-18.9, 9.42, SHARP), (-18.5, 9.82, SHARP),
    (-18.5, 10.39, SHARP), (-18.9, 10.79, SHARP), (-18.9, 11.36, SHARP), (-18.5, 11.77, SHARP),
    (-18.5, 12.32, SHARP), (-18.9, 12.73, SHARP), (-18.9, 13.3, SHARP), (-18.3, 13.9, SHARP),
    (-18.3, 15.1), (-17.1, 15.1, SHARP), (-16.5, 15.7, SHARP), (-15.93, 15.7, SHARP),
    (-15.53, 15.3, SHARP), (-14.78, 15.3, SHARP), (-14.37, 15.7, SHARP), (-13.8, 15.7, SHARP),
    (-13.4, 15.3, SHARP), (-12.83, 15.3, SHARP), (-12.43, 15.7, SHARP), (-11.86, 15.7, SHARP),
    (-11.46, 15.3, SHARP),
    # on between cones, on the ground
    (-10.0, 15.3), (-10.0, 16.9), (-8.3, 16.9), (-8.3, 19.3), (-6.7, 19.3), (-6.7, 17.3),
    (-4.7, 17.3), (-4.7, 14.5), (-6.3, 14.5), (-6.3, 12.9), (-4.7, 12.9), (-4.7, 11.3),
    (-3.1, 11.3), (-3.1, 6.5), (1.1, 6.5), (1.1, 8.5),
    # to and fro between the walls beside the trains
    (7.7, 8.5), (7.7, 10.1), (4.9, 10.1), (4.9, 11.7), (7.7, 11.7), (7.7, 13.3), (4.9, 13.3),
    (4.9, 14.9), (7.7, 14.9), (7.7, 16.5), (4.9, 16.5), (4.9, 18.1), (7.7, 18.1), (7.7, 20.1),
    # and beside the slabs
    (10.3, 20.1), (10.3, 18.1), (15.7, 18.1), (15.7, 16.5), (12.9, 16.5), (12.9, 14.9),
    (15.7, 14.9), (15.7, 13.3), (12.9, 13.3), (12.9, 11.7), (15.7, 11.7), (15.7, 10.1),
    (12.9, 10.1), (12.9, 8.5), (15.7, 8.5), (15.7, 6.2),
    # along the high road and round the banked turn
    (20.3, 6.2, TIGHT), (20.3, -11.58, SHARP), (20.13, -12.53, SHARP), (19.74, -13.62, SHARP),
    (18.97, -14.96, SHARP), (18.17, -16.23, SHARP), (17.03, -17.19, SHARP), (15.71, -17.96, SHARP),
    (14.24, -18.5, SHARP), (12.68, -18.77, SHARP), (11.6, -19.03, SHARP), (1.65, -19.03, SHARP),
    # over the decks and home
    (0.0, -17.4, SHARP), (-11.5, -17.4, SHARP), (-12.9, -16.0, SHARP), (-12.9, 0, WIDE), (0, 0),
]  # fmt: skip

# where the line goes up and down: from and to, m along it; heights there; whether it bends gently
RAMPS = [
    (17.3, 18.9, 0, 0.4, True), (19.7, 21.3, 0.4, 0, True),  # the bridge
    (42.0, 45.0, 0, -1, False), (69.8, 73.8, -1, 0, True),  # the canyon
    (121.2, 128.0, 0, 1.6, True), (136.5, 144.5, 1.6, 3.2, False),  # up to the plateau
    (156.2, 163.4, 3.2, 1.6, False), (165.7, 173.1, 1.6, 0, False),  # and down
    (266.9, 268.5, 0, 0.4, True), (284.6, 286.9, 0.4, 0.55, True),  # the high road
    (297.9, 298.1, 0.55, 0.35, False), (309.0, 310.0, 0.35, 0.3, False),
    (311.9, 316.7, 0.3, 1.1, True), (334.1, 338.9, 1.1, 0, True),  # the decks
]  # fmt: skip
# a gentle ramp: parts of its length, and of its rise
GENTLE = (0, 0.21, 0.375, 0.5, 0.625, 0.79, 1), (0, 0.075, 0.26, 0.5, 0.74, 0.925, 1)

# where we drive beside the line: m along it, m to its left
ASIDE = [
    (39.0, 0), (40.3, -0.18), (41.75, 0),  # to be straight at the edge of the canyon
    (175.0, 0), (175.9, 0.08), (176.6, 0.25), (178.0, 0.25), (178.8, 0),  # cones reach far:
    (186.2, 0), (187.0, 0.12), (187.8, 0.12), (188.6, 0),  # who cuts them off fails
    (292.5, 0), (296.5, -0.7), (299.0, -0.7),  # the banked turn ends in a step, low on the right;
    (301.5, 0.4), (304.5, 0.4), (306.5, 0),  # behind it we look for the line on both sides
]  # fmt: skip
# where we drive slowly: from and to, m along the line, and how fast
SLOWLY = [(40.0, 46.0, 0.5), (154.8, 174.0, 0.6), (296.0, 307.0, 0.8)]

# other green lines that we see too, by their corners
OTHERS = [
    [(3.8, 0), (5.8, 0.55)],
    [(3.8, -1.1), (5.8, -0.55)],
    [(7.0, 0.55), (9.0, 0)],
    [(14.8, -4.4), (14.8, -6.2), (14.0, -6.2)],
    [(1.9, -4.7), (0.4, -4.7)],
    [(-13.9, -9.1), (-17.1, -9.1), (-17.1, -8.3)],
    [(-17.1, -0.2), (-17.1, 1.9)],
    [(-5.1, 6.5), (-2.3, 6.5)],
    [(-10.6, -3.0), (-10.6, 0, WIDE), (-9.0, 0)],
]

# the start and the checkpoints, where a car is put back: x, y, heading in degrees
KEY_POINTS = [
    (0, 0, 0), (10.2, 0, 0), (12.8, -6.2, 180), (-5.4, -9.1, 180), (-17.1, -2.9, 90),
    (-17.1, 2.8, 90), (1.1, 7.5, 90), (10.3, 19.1, -90), (2.7, -19.1, 180),
]  # fmt: skip
JOLT = 4.0  # m/s² less than an update before: so we feel it (6 or more); the step makes it 2
FITS = 0.1  # m: what is so near to our line is our line
BETTER = 0.2  # part of the line that must fit better to the checkpoint

# after the step there is a marker that we know, by number; m along the line where we look for it
MARKERS = {8: [(1.6, -19.0)]}
MARKERS_FROM, MARKERS_TO = 300.0, 309.5

# as far as we look for the line, every so many rows of the picture; and if we are without it for
# LOST m: behind the step it lies on a bank, where it seems twice as far away as it is
SEEN, ROWS = 1.2, 6
SEEN_LOST, ROWS_LOST, LOST = 3.5, 3, 2.0
BLIND = 297.6, 300.2  # m along the line: the step tosses us about, and what we see is elsewhere
BEHIND, AHEAD = 0.6, 3.2  # part of the plan, about where we are, that we may see
EDGE, LEVEL = 0.1, 0.03  # slopes that differ by more are an edge; m: what is so high is still level
NEAR = 0.3  # m: what is further from our line is not our line,
NEAR_GROWS, NEAR_MOST = 0.15, 1.3  # but less so with each m since we last saw it
ENOUGH = 12  # points that make a line
TRUST = 0.5  # part of a correction that we believe at once
STIFF = 0.01, 0.01, 0.3  # how much the line must say before we move (x, y) or turn

SMOOTH = 0.5  # m of line that make one place of the way
REACH = 0.4  # how far ahead we aim
SPEED, SPEED_ON_RAMPS = 1.6, 0.8
RAMP, RAMP_ROOM = 0.06, 0.8  # slope of what we call a ramp; m before and behind that belong to it
STEEPEST, SETTLES = 0.45, 0.15  # pitch of the steepest; part of a change that we believe per update
GRIP, BRAKING = 0.9, 0.8  # m/s²: of speeds in bends; before them


# --- the plan -------------------------------------------------------------------------------------


def plan_line(corners):
    """Places every 5 cm along the corners, each of them rounded: (n, 2)."""
    corners = [(np.array([x, y], float), *(radius or [ROUND])) for x, y, *radius in corners]
    bends = [corners[0][:1]]
    triples = zip(corners, corners[1:], corners[2:], strict=False)
    for (before, _), (corner, radius), (after, _) in triples:
        bends.append(round_corner(before, corner, after, radius) if radius else [corner])
    bends.append(corners[-1][:1])
    points = np.concatenate(bends)
    way = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    places = np.arange(0, way[-1], EVERY)
    return np.stack([np.interp(places, way, column) for column in points.T], axis=1)


def round_corner(before, corner, after, radius):
    """Points of the circle that leads from one side of the corner to the other."""
    back, on = ((side - corner) / np.hypot(*(side - corner)) for side in (before, after))
    turn = math.acos(np.clip(-back @ on, -1, 1))
    middle = corner + (back + on) * radius / math.sin(turn)
    first, last = (corner + radius * math.tan(turn / 2) * side - middle for side in (back, on))
    t = np.linspace(0, 1, 9)[:, None]
    return middle + (np.sin((1 - t) * turn) * first + np.sin(t * turn) * last) / math.sin(turn)


def across(line):
    """To the left of the line, at each of its places: vectors of length 1."""
    along = np.gradient(line, axis=0)
    return np.stack([-along[:, 1], along[:, 0]], axis=1) / np.hypot(*along.T)[:, None]


def smooth(line):
    """The line as we drive it: each place is the mean of its neighbours, that makes bends wider."""
    half = round(SMOOTH / EVERY / 2)
    ends = np.concatenate([line[:1].repeat(half, axis=0), line, line[-1:].repeat(half, axis=0)])
    return np.stack([ends[i : i + len(line)] for i in range(2 * half + 1)]).mean(axis=0)


def plan_heights(count):
    """The height of each place of the line."""
    along, heights = [0.0], [0.0]
    for begin, end, low, high, gentle in RAMPS:
        at, up = GENTLE if gentle else ((0, 1), (0, 1))
        along += [begin + (end - begin) * t for t in at]
        heights += [low + (high - low) * t for t in up]
    return np.interp(EVERY * np.arange(count), along, heights)


def find_place(x, y, degrees):
    """Index of the place of the line that is nearest to a point and leads about where it looks."""
    ahead = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    leads_there = np.gradient(line, EVERY, axis=0) @ ahead > 0.7
    return int(np.argmin(np.where(leads_there, np.hypot(*(line - (x, y)).T), np.inf)))


def plan_speeds():
    """How fast we are at each place: as bends, ramps and SLOWLY allow, and as brakes allow before
    them. Who brakes harder, or only where a ramp begins, slides and counts its way wrong."""
    speeds = np.minimum(SPEED, np.sqrt(GRIP / (bend + 1e-6)))
    speeds[ramps] = np.minimum(speeds[ramps], SPEED_ON_RAMPS)
    for begin, end, slow in SLOWLY:
        there = slice(round(begin / EVERY), round(end / EVERY))
        speeds[there] = np.minimum(speeds[there], slow)
    for i in reversed(range(len(speeds) - 1)):
        speeds[i] = min(speeds[i], math.sqrt(speeds[i + 1] ** 2 + 2 * BRAKING * EVERY))
    return speeds


line = plan_line(LAP)
height = plan_heights(len(line))
slope = np.gradient(height, EVERY)
others = np.concatenate([plan_line(corners) for corners in OTHERS])
where, sideways = zip(*ASIDE, strict=True)
aside = np.interp(EVERY * np.arange(len(line)), where, sideways)
way = smooth(line + across(line) * aside[:, None])
bend = np.zeros(len(way))  # curvature of the way, 1/m
headings = np.unwrap(np.arctan2(*np.diff(way, axis=0).T[::-1]))
bend[5:-5] = np.abs(headings[9:] - headings[:-9]) / (9 * EVERY)

room = np.ones(2 * round(RAMP_ROOM / EVERY) + 1)
ramps = np.convolve(np.abs(slope) > RAMP, room, "same") > 0  # whether there is one
fastest = plan_speeds()
key_places = [(find_place(*point), point) for point in KEY_POINTS]

car = Car(rc, MAX_SPEED)
at = 0  # index of the place of line and way where we are
last_seen = 0.0  # the way when we last saw our line
felt = 0.0  # m/s² along the car, at the last update
pitch = 0.0  # of the car, as we feel it
jolted = None  # the update at which we felt that we stopped at once
updates = 0


# --- the drive ------------------------------------------------------------------------------------


def expect_line(car, at):
    """Where a car at that place should see our line, in its frame: only what lies on the plane on
    which it stands, for what is higher seems further away, and what is lower nearer. While it tips
    over an edge, nothing."""
    behind, before = slope[max(0, at - 2)], slope[min(at + 7, len(slope) - 1)]
    if abs(before - behind) > EDGE or BLIND[0] < EVERY * at < BLIND[1]:
        return np.empty((0, 2))
    places = slice(max(0, at - round(BEHIND / EVERY)), at + round(AHEAD / EVERY))
    ahead, left = car.to_car(line[places]).T
    up = height[places] - height[at] - before * ahead
    return np.stack([ahead * math.hypot(1, before), left], axis=1)[np.abs(up) < LEVEL]


def place_by_line(seen):
    """Moves the car on the plan so that the line that we see, (n, 2) in our frame, lies on it.

    Each point says only how far it is from the line, across it: the best small move and turn of the
    car for all of them is a problem of least squares."""
    global last_seen
    ours = expect_line(car, at)
    if len(ours) < 3 or len(seen) < ENOUGH:
        return
    apart = np.hypot(*(seen[:, None] - ours).T).T
    nearest = apart.argmin(axis=1)
    to_others = np.hypot(*(seen[:, None] - car.to_car(others)).T).min(axis=0)
    away = apart.min(axis=1)
    near = min(NEAR_MOST, NEAR + NEAR_GROWS * (car.way - last_seen))
    good = (away < near) & (away < to_others) & (nearest > 0) & (nearest < len(ours) - 1)
    if good.sum() < ENOUGH:
        return
    seen, nearest = seen[good], nearest[good]
    left_of = across(ours)[nearest]
    turned = np.stack([-seen[:, 1], seen[:, 0]], axis=1)  # what turning by 1 rad would do
    rows = np.column_stack([left_of, (left_of * turned).sum(axis=1)])
    errors = (left_of * (ours[nearest] - seen)).sum(axis=1)
    normal = rows.T @ rows / len(rows) + np.diag(STIFF)
    ahead, left, turn = TRUST * np.linalg.solve(normal, rows.T @ errors / len(rows))
    last_seen = car.way
    (car.x, car.y), car.heading = car.to_course((ahead, left))[0], car.heading + turn


def how_well_fits(seen, car, at):
    """Which part of the line that we see, (n, 2), is where a car at that place expects ours."""
    ours = expect_line(car, at)
    if len(ours) < 3 or len(seen) < ENOUGH:
        return 0.0
    return float(np.mean(np.hypot(*(seen[:, None] - ours).T).min(axis=0) < FITS))


def feel():
    """What the accelerometer says: how steep the ramp is on which we are, and when we stop at once.
    The plan knows ramps better, but who has counted wrong takes the pitch of another place from it,
    drives too fast or too slowly for the ramp, and counts even more wrong."""
    global felt, pitch, jolted
    before, felt = felt, float(rc.physics.get_linear_acceleration()[2])
    pitch += SETTLES * (np.clip(-felt / FELT_GRAVITY, -STEEPEST, STEEPEST) - pitch)
    car.pitch = pitch if ramps[at] else 0.0
    if felt < before - JOLT and car.speed > 0.3:
        jolted = updates


def notice_reset(seen):
    """Who passes a red cone on its wrong side is put back to the last checkpoint, at rest. That has
    happened when we felt a stop and what we see fits to there better than to where we should be."""
    global car, at, last_seen, jolted
    if jolted is None or updates < jolted + 2:  # the picture may still be one from before
        return
    jolted = None
    place, (x, y, degrees) = [key for key in key_places if key[0] <= at][-1]
    put_back = Car(rc, MAX_SPEED)
    put_back.begin(x, y, math.radians(degrees))
    if how_well_fits(seen, put_back, place) > how_well_fits(seen, car, at) + BETTER:
        car, at, last_seen = put_back, place, 0.0


def follow_way():
    """Wheel angle towards the way a little ahead of us."""
    global at
    some = way[at : at + 20] - (car.x, car.y)
    at += int(np.argmin(np.hypot(*some.T)))
    return car.steer_to(*car.to_car(way[min(at + round(REACH / EVERY), len(way) - 1)])[0])


def start():
    global updates, at, last_seen, felt, pitch, jolted
    updates, at, last_seen, felt, pitch, jolted = 0, 0, 0.0, 0.0, 0.0, None
    rc.drive.set_max_speed(MAX_SPEED)
    rc.drive.stop()
    car.begin(*START)


def update():
    global updates
    car.sense()
    feel()
    if updates % LOOK_EVERY == 0:
        image = rc.camera.get_color_image_no_copy()
        lost = car.way - last_seen > LOST
        furthest, rows = (SEEN_LOST, ROWS_LOST) if lost else (SEEN, ROWS)
        seen = find_floor(image, ["green"], furthest, every=(rows, 5))
        notice_reset(seen)
        place_by_line(seen)
        if MARKERS_FROM < EVERY * at < MARKERS_TO:
            place_by_markers(car, find_markers(image, []), MARKERS)
    updates += 1
    angle = follow_way()
    car.drive(fastest[at], angle)


if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
