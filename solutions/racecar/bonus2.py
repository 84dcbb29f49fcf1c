"""Bonus 2: a hilly corridor in which no more than 0.5 m/s is allowed.

The car has no speedometer, so speed is worked out from what we know:

- on level ground it follows the throttle with a lag;
- on a slope gravity pulls as well. The accelerometer feels gravity ten times as strongly as it
  moves this small car, so what it feels beyond the throttle's own acceleration tells the slope.

A controller gives throttle for the difference between the speed we want and the speed we have:
more uphill, and reverse throttle, which brakes, downhill.

The wheels keep the car in the middle of the corridor: by the lidar how far we are from it, by the
gyroscope how much we have turned since the start.
"""

import racecar_core
import racecar_utils as rc_utils

rc = racecar_core.create_racecar()

WANTED = 0.34  # m/s: the limit, less what bumps at the foot of hills may add
COURSE = 23.8  # m of way to behind the finish line
TOP_SPEED, LAG = 1.05, 1.4  # m/s at full throttle; s until the car has most of a new speed
SLOPE_PART = 1 / 11  # of what the slope adds to the accelerometer, and to our speed
RESPONSE = 3.0  # 1/s: how hard a wrong speed is corrected

LEFT, RIGHT = 270, 90  # degrees clockwise from straight ahead
WINDOW = 4  # degrees of samples that are averaged
FROM_MIDDLE = 0.004  # of the wheels' angle, for each cm to the right of the middle
OFF_COURSE = 2.0  # of the wheels' angle, for each rad that we have turned

speed = 0.0  # m/s
way = 0.0  # m since the start
throttle = 0.0  # what we gave last
pull = 0.0  # m/s², of the slope: negative uphill
turned = 0.0  # rad to the left since the start


def follow_speed(dt):
    """Brings speed, way and pull up to date."""
    global speed, way, pull
    own = (TOP_SPEED * throttle - speed) / LAG  # m/s², on level ground
    felt = float(rc.physics.get_linear_acceleration()[2])
    pull = (felt - own) * SLOPE_PART
    speed += (own + pull) * dt
    way += speed * dt


def choose_throttle():
    """What makes up for the slope and for the difference to the speed we want."""
    wanted = WANTED if way < COURSE else 0.0
    change = RESPONSE * (wanted - speed) - pull  # m/s²
    return rc_utils.clamp((speed + LAG * change) / TOP_SPEED, -1, 1)


def choose_angle():
    scan = rc.lidar.get_samples()
    left = float(rc_utils.get_lidar_average_distance(scan, LEFT, WINDOW))
    right = float(rc_utils.get_lidar_average_distance(scan, RIGHT, WINDOW))
    from_middle = (left - right) / 2 if left > 0 and right > 0 else 0.0  # cm, to the right
    return rc_utils.clamp(OFF_COURSE * turned - FROM_MIDDLE * from_middle, -1, 1)


def start():
    global speed, way, throttle, pull, turned
    speed = way = throttle = pull = turned = 0.0
    rc.drive.stop()


def update():
    global throttle, turned
    dt = rc.get_delta_time()
    turned += float(rc.physics.get_angular_velocity()[1]) * dt
    follow_speed(dt)
    throttle = choose_throttle()
    rc.drive.set_speed_angle(throttle, choose_angle())


if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
