"""Phase 1, hard: a slalom between cones, some of them only a metre apart, and over a hill. Red
cones are passed on their right, blue ones on their left.

Seeing: a cone is 16 cm high, so the height of its contour says how far away it is, and its column
in which direction. A map of the cones in the car's own frame is kept, and moved by what the car
has driven and turned (speed follows from the throttle and the slope, the gyroscope gives the
turn). A cone that has left the picture is still known; the lidar, which looks all round, keeps
correcting where it is, but cannot tell its colour.

Driving: beside each cone, where it is to be passed, lies a pose to drive through: a point, in the
direction of the course. From where the car was when it passed the last cone, two arcs lead there
that meet in the same direction (a biarc). Between cones a metre apart these arcs need nearly all
the lock there is, so the car keeps to them exactly: the wheels are set for the arc's curvature,
and a little more for what the car is beside the arc or off its direction.
"""

import math

import cv2
import numpy as np
import racecar_core
import racecar_utils as rc_utils

rc = racecar_core.create_racecar()

# how to drive
SPEED, SPEED_AT_LOCK = 160.0, 85.0  # cm/s, straight on and in the sharpest bends
SPEED_CLOSE, SPEED_STEEP, SPEED_SEARCHING = 52.0, 55.0, 60.0  # cm/s; the last without a cone
SPEED_BACK = -40.0  # cm/s, where the arcs need more lock than there is
HILL_AHEAD, HILL_WIDE = 200.0, 60.0  # cm: where the lidar sees a hill before we are on it
STEEP, STEEP_FOR = 0.16, 3.0  # of slope, up or down; s that a hill lasts beyond its steep parts
BESIDE, BESIDE_CLOSE = 29.0, 21.5  # cm from a cone to the pose beside it; between close cones
CLOSE, APART = 110.0, 125.0  # cm between two cones
AT_ANCHOR = 12.0  # cm from the beginning of a path: later it is too late to back up
BEFORE = 5.0  # cm before a cone that the rear axle is in the pose beside it

# the car, in cm; everything is measured from the middle of its rear axle
WHEELBASE = 22.5
FULL_LOCK = math.radians(20)
CAMERA_AHEAD, LIDAR_AHEAD = 21.25, 11.25
MAX_SPEED = 0.4  # of the throttle
TOP_SPEED, LAG = 168.0, 1.4  # cm/s at full throttle; s until the car has most of a new speed
SCRUB = 0.2  # part of the speed that the front wheels take away at full lock
RESPONSE = 4.0  # 1/s: how hard a wrong speed is corrected
BRAKING = 120.0  # cm/s²: the rear wheels brake, and those that brake harder slide away in a bend
SMOOTH = 0.15  # s over which the slope is averaged
SHARPEST, EASY = 0.0152, 0.0134  # 1/cm: more cannot be driven; less can, with a little to spare
MOMENT = 0.08  # s until wheels have their effect: what counts is how the car stands by then
SWITCH = 0.15  # s before the end of the first arc that the wheels begin to turn over to the second
TURN_OVER = 10.0  # 1/s, of the wheels' angle: who throws them over makes the car slide and rock
QUICKNESS, QUICKNESS_CLOSE, DAMPING = 3.5, 4.5, 0.8  # 1/s; a ratio: how it swings to its path

# seeing cones
COLORS = [  # (lower, upper) in HSV, and the side on which to pass: 1 right, -1 left
    ((170, 120, 60), (10, 255, 255), 1),  # red
    ((100, 150, 60), (125, 255, 255), -1),  # blue
]
LOOK_EVERY = 3  # updates: 20 pictures a second are enough
FOCAL, MIDDLE = 617, 320  # px, column
CONE_HEIGHT, FOOT = 16.0, 6.4  # cm; the foot's edge is that much nearer than the cone's middle
SLENDER, STOUT = 0.6, 1.15  # width by height of a contour: outside, something hides part of it
FURTHEST = 330.0  # cm
SAME = 40.0  # cm: a cone seen that near to one we know is that one
TRUST = 0.3  # part of a new sight that corrects what we know
SPEED_TRUST = 1.0  # cm/s for each cm that a near cone is not where it should be by now
MISSES = 8  # looks in vain after which a cone is forgotten
STICK = 120.0  # cm from the target to a nearer cone that does not take its place
ABREAST = 50.0  # cm of way between cones that stand side by side, as those of a gate

# correcting them by the lidar
BEARING = np.radians(np.arange(720) / 2)  # of every sample, clockwise from straight ahead
AROUND = 12.0  # cm from a cone in which points are its own
SPREAD = 4.0  # cm: points that spread further are the ground
LIDAR_REACH = 160.0  # cm
LIDAR_TRUST = 0.1  # part of the lidar's place that corrects what we know, each update
CONE_RADIUS = 1.9  # cm, as high as the lidar looks


class Cone:
    """Where a cone is, (x ahead, y to the right) in cm."""

    def __init__(self, at, side):
        self.at, self.side = np.array(at, float), side
        self.misses = 0


cones = []  # those ahead
passed = None  # the last one behind us
target = None  # the one we are on the way to
anchor, anchor_way = np.zeros(2), np.array([1.0, 0.0])  # where the path begins, its direction there
course_way = np.array([1.0, 0.0])  # direction of the course at the last cone
on_second = False  # of the path's two arcs
backing = False
may_back = True  # once for each cone
scan, points = np.zeros(720), np.full((720, 2), 1000.0)  # of the update before; in cm
speed = throttle = angle = 0.0  # cm/s; what we gave last
slope = 0.0  # m up for each m of way
hill = 0.0  # s for which we still take it that we are on a hill
updates = 0


def unit(vector):
    return vector / max(1e-6, math.hypot(*vector))


def cross(a, b):
    return float(a[0] * b[1] - a[1] * b[0])


def right_of(way):
    return np.array([-way[1], way[0]])


# moving what we know


def turned(vectors, turn):
    """Vectors in the frame of a car that has turned `turn` rad to the left."""
    c, s = math.cos(turn), math.sin(turn)
    return vectors @ np.array([[c, s], [-s, c]])


def move(way, turn):
    """The car drove `way` cm and turned `turn` rad to the left: all else moves the other way."""
    global anchor, anchor_way, course_way, points
    ahead = np.array([way, 0.0])
    for cone in [*cones, passed] if passed else cones:
        cone.at = turned(cone.at - ahead, turn)
    anchor, anchor_way = turned(anchor - ahead, turn), turned(anchor_way, turn)
    course_way = turned(course_way, turn)
    points = turned(points - ahead, turn)


def is_hill_ahead():
    """Whether so many of the lidar's points lie ahead that they can only be rising ground."""
    ahead, right = points.T
    return np.count_nonzero((ahead > 0) & (ahead < HILL_AHEAD) & (np.abs(right) < HILL_WIDE)) > 40


def follow_speed(dt):
    """Brings speed up to date: it follows the throttle with a lag, and the slope."""
    global speed, slope, hill
    model = (TOP_SPEED * throttle * (1 - SCRUB * angle**2) - speed) / LAG  # cm/s²
    felt = 100 * float(rc.physics.get_linear_acceleration()[2])
    # what is felt beyond that is a part of gravity; the slope pulls with a tenth of it
    speed += (model - (model - felt) / 11) * dt
    slope += ((model - felt) / 1080 - slope) * min(1, dt / SMOOTH)
    hill = STEEP_FOR if abs(slope) > STEEP or is_hill_ahead() else hill - dt


# seeing


def see_cones():
    """Every cone in the picture that is all in sight."""
    image = rc.camera.get_color_image_no_copy()
    seen = []
    for lower, upper, side in COLORS:
        for contour in rc_utils.find_contours(image, lower, upper):
            left, top, width, height = cv2.boundingRect(contour)
            cut = left <= 0 or left + width >= 640 or top <= 0 or top + height >= 480
            if cut or height < 12 or not SLENDER < width / height < STOUT:
                continue
            ahead = FOCAL * CONE_HEIGHT / height + FOOT
            right = (left + width / 2 - MIDDLE) / FOCAL * ahead
            if ahead < FURTHEST:
                seen.append(Cone((CAMERA_AHEAD + ahead, right), side))
    return seen


def is_in_view(cone):
    x, y = cone.at[0] - CAMERA_AHEAD, cone.at[1]
    return 60 < x < FURTHEST - 60 and abs(y) < 0.4 * x


def note_cones(seen):
    """Corrects and completes the cones we know by those in sight, and by them our speed."""
    global speed
    for cone in cones:
        cone.misses += is_in_view(cone)
    for sight in seen:
        same = [cone for cone in cones if cone.side == sight.side]
        nearest = min(same, key=lambda cone: math.dist(cone.at, sight.at), default=None)
        near = SAME + 0.15 * sight.at[0]  # far ones are measured less well
        if nearest is not None and math.dist(nearest.at, sight.at) < near:
            off = sight.at - nearest.at
            nearest.at = nearest.at + TRUST * off
            nearest.misses = 0
            if sight.at[0] < LIDAR_REACH:  # a cone further away than we think: we are slower
                speed -= SPEED_TRUST * rc_utils.clamp(off[0], -5, 5)
        else:
            cones.append(sight)
    cones[:] = [cone for cone in cones if cone.misses <= MISSES]


def add_points(new_scan):
    """Takes over what the lidar has measured since the last update."""
    global scan
    changed = new_scan != scan
    reach = np.where(new_scan > 0, new_scan + CONE_RADIUS, 1000)  # 0.0: nothing there
    places = np.stack([LIDAR_AHEAD + reach * np.cos(BEARING), reach * np.sin(BEARING)], axis=1)
    points[changed] = places[changed]
    scan = new_scan.copy()


def correct_cones():
    """Moves the cones we know to where the lidar sees them."""
    for cone in cones:
        if math.hypot(*cone.at) > LIDAR_REACH:
            continue
        own = points[np.hypot(*(points - cone.at).T) < AROUND]
        if len(own) >= 2 and own.std(axis=0).max() < SPREAD:
            cone.at = cone.at + LIDAR_TRUST * (own.mean(axis=0) - cone.at)


# the course


def find_course():
    """(next cone, direction in which it is passed, cm to its nearest neighbour in line)."""
    ahead = sorted(cones, key=lambda cone: math.hypot(*cone.at))
    if not ahead:
        return None, course_way, math.inf
    first = ahead[0]
    if target in ahead and math.dist(target.at, first.at) < STICK:  # a gate's two are equally near
        first = target
        ahead = [first, *[cone for cone in ahead if cone is not first]]
    came = unit(first.at - passed.at) if passed else course_way
    neighbours = [passed.at] if passed else []
    way = came
    after = [cone for cone in ahead[1:] if (cone.at - first.at) @ came > ABREAST]
    if after:  # the middle of it and of what stands beside it, as in a gate
        abreast = [c.at for c in after if abs((c.at - after[0].at) @ came) < ABREAST / 2]
        then = np.mean(abreast, axis=0)
        way = unit(came + unit(then - first.at))
        neighbours.append(then)
    gap = min((math.dist(first.at, at) for at in neighbours), default=math.inf)
    return first, way, gap


def is_wide(gap):
    """From 0, between close cones, to 1."""
    return rc_utils.clamp((gap - CLOSE) / (APART - CLOSE), 0, 1)


def find_pass(cone, way, gap):
    """Where to pass a cone: beside it, or in the middle of a gate."""
    for other in cones:
        if other.side != cone.side and abs((other.at - cone.at) @ way) < ABREAST / 2:
            return (cone.at + other.at) / 2
    beside = BESIDE_CLOSE + is_wide(gap) * (BESIDE - BESIDE_CLOSE)
    return cone.at + cone.side * beside * right_of(way)


def pass_target(way):
    """The target is behind us, and so is what stands beside it; of a gate the middle counts."""
    global passed, target, course_way
    course_way = way
    behind = [c for c in cones if (c.at - target.at) @ way <= ABREAST / 2]
    passed = Cone(np.mean([c.at for c in behind], axis=0), target.side)
    cones[:] = [c for c in cones if c not in behind]
    target = None


def aim_at(cone):
    """A new target: the path to it begins where we are."""
    global target, anchor, anchor_way, on_second
    target, on_second = cone, False
    anchor, anchor_way = np.zeros(2), np.array([1.0, 0.0])


# the path


def find_joint(end, end_way):
    """Where the two arcs from the anchor to a pose meet."""
    between, ways = end - anchor, anchor_way + end_way
    spread = 2 * (1 - anchor_way @ end_way)
    if spread > 1e-6:
        root = math.sqrt((between @ ways) ** 2 + spread * (between @ between))
        reach = (root - between @ ways) / spread
    else:  # both in the same direction
        reach = (between @ between) / (4 * max(1e-6, between @ end_way))
    return (anchor + end + reach * (anchor_way - end_way)) / 2


def bend_of(begin, way, end):
    """Curvature in 1/cm, to the right, of the arc that leaves `begin` in direction `way`."""
    between = end - begin
    return 2 * cross(way, between) / max(1e-6, between @ between)


def stand_on(begin, way, end):
    """How we stand on an arc: (cm to its right, rad off to the right, is its end behind)."""
    bend = bend_of(begin, way, end)
    if abs(bend) < 1e-5:
        return cross(way, -begin), math.atan2(-way[1], way[0]), -end @ way > 0
    middle = begin + right_of(way) / bend
    radius = math.hypot(*middle)
    tangent = right_of(-middle / radius) * math.copysign(1, bend)
    beside = math.copysign(1, bend) * (1 / abs(bend) - radius)
    end_way = right_of((end - middle) * abs(bend)) * math.copysign(1, bend)
    return beside, math.atan2(-tangent[1], tangent[0]), -end @ end_way > 0


def follow_path(end, end_way, gap):
    """(curvature to drive, the path's sharpest, whether its end is reached)."""
    global on_second
    joint = find_joint(end, end_way)
    chord = unit(joint - anchor)
    joint_way = 2 * chord * (chord @ anchor_way) - anchor_way
    first, second = bend_of(anchor, anchor_way, joint), bend_of(joint, joint_way, end)
    beside, off, over = stand_on(anchor, anchor_way, joint)
    on_second = on_second or over or math.hypot(*joint) < SWITCH * speed
    if on_second:
        beside, off, over = stand_on(joint, joint_way, end)
    quickness = QUICKNESS_CLOSE if gap < CLOSE else QUICKNESS
    quickness /= max(40, speed)  # 1/cm
    bend = second if on_second else first
    off += (bend_now() - bend) * speed * MOMENT
    beside += off * speed * MOMENT
    bend -= quickness**2 * beside + 2 * DAMPING * quickness * off
    return bend, max(abs(first), abs(second)), on_second and over


def throttle_for(wanted):
    """Throttle that brings the car to `wanted` cm/s."""
    change = max(-BRAKING, RESPONSE * (wanted - speed))  # cm/s²
    return rc_utils.clamp((speed + LAG * change) / TOP_SPEED, -1, 1)


def wider():
    """(a, b): how much wider than one wheel in the middle would the car turns, a + b tan² times.

    Its two front wheels steer in parallel, so the outer one is turned too far in and pulls against
    the bend; and tyres give way, the more the faster we are."""
    return 1.015 + 0.00043 * abs(speed), 0.40 + 0.0042 * abs(speed)


def bend_now():
    """Curvature in 1/cm, to the right, of what the wheels are set for."""
    a, b = wider()
    tan = math.tan(FULL_LOCK * angle)
    return tan / (a + b * tan**2) / WHEELBASE


def angle_for(bend):
    """Wheel angle, -1 to 1, for a curvature in 1/cm: tan = WHEELBASE bend (a + b tan²)."""
    a, b = wider()
    tan = WHEELBASE * bend
    root = math.sqrt(max(0, 1 - 4 * a * b * tan**2))  # no tan is enough where this would be below 0
    return rc_utils.clamp(math.atan(2 * a * tan / (1 + root)) / FULL_LOCK, -1, 1)


def choose_speed(sharpest, gap):
    """cm/s for a path's sharpest bend, the gap between cones, and the slope."""
    wanted = SPEED + (SPEED_AT_LOCK - SPEED) * angle_for(sharpest)
    wanted = min(wanted, SPEED_CLOSE + is_wide(gap) * (SPEED - SPEED_CLOSE))
    if hill > 0:
        wanted = min(wanted, SPEED_STEEP)
    return wanted


def must_back(sharpest, gap):
    """Whether the path between close cones is too sharp: then we back up, for more room."""
    global backing, may_back
    if backing:
        backing = sharpest > EASY
    elif may_back and math.hypot(*anchor) < AT_ANCHOR:
        backing = sharpest > SHARPEST and gap < CLOSE
        may_back = not backing
    return backing


def choose():
    """(cm/s, angle)."""
    global may_back
    cone, way, gap = find_course()
    if cone is None:
        # the next cone stands beyond the line of cones, on the side of the last one
        return SPEED_SEARCHING, -0.7 * passed.side if passed else 0.0
    if cone is not target:
        aim_at(cone)
        may_back = True
    end = find_pass(cone, way, gap) - BEFORE * way
    bend, sharpest, over = follow_path(end, way, gap)
    if must_back(sharpest, gap):
        aim_at(cone)
        return SPEED_BACK, 0.0
    if over or cone.at @ way < 0:
        pass_target(way)
    return choose_speed(sharpest, gap), angle_for(bend)


def start():
    global passed, target, course_way, backing, scan, points
    global speed, slope, hill, throttle, angle, updates
    cones.clear()
    passed, target, backing = None, None, False
    course_way = np.array([1.0, 0.0])
    scan, points = np.zeros(720), np.full((720, 2), 1000.0)
    speed, slope, hill, throttle, angle, updates = 0.0, 0.0, 0.0, 0.0, 0.0, 0
    rc.drive.set_max_speed(MAX_SPEED)
    rc.drive.stop()


def update():
    global throttle, angle, updates
    dt = rc.get_delta_time()
    follow_speed(dt)
    move(speed * dt, float(rc.physics.get_angular_velocity()[1]) * dt)
    add_points(rc.lidar.get_samples())
    if updates % LOOK_EVERY == 0:
        note_cones(see_cones())
    correct_cones()
    updates += 1
    wanted, steered = choose()
    angle += rc_utils.clamp(steered - angle, -TURN_OVER * dt, TURN_OVER * dt)
    throttle = throttle_for(wanted)
    rc.drive.set_speed_angle(throttle, angle)


if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
