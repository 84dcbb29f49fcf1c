"""The test gradings: straight to the finish line, as fast as the car can.

Full throttle it is; what is left to do is to stay in the middle of the corridor. The wheels answer
to two things: how far we are from the middle, by the lidar, and how much we have turned since the
start, by the gyroscope.
"""

import racecar_core
import racecar_utils as rc_utils

rc = racecar_core.create_racecar()

MAX_SPEED = 1.0  # of the throttle
LEFT, RIGHT = 270, 90  # degrees clockwise from straight ahead
WINDOW = 4  # degrees of samples that are averaged
FROM_MIDDLE = 0.004  # of the wheels' angle, for each cm to the right of the middle
OFF_COURSE = 1.5  # of the wheels' angle, for each rad that we have turned

turned = 0.0  # rad to the left since the start


def find_offset():
    """cm to the right of the middle; 0 while a wall is out of the lidar's sight."""
    scan = rc.lidar.get_samples()
    left = rc_utils.get_lidar_average_distance(scan, LEFT, WINDOW)
    right = rc_utils.get_lidar_average_distance(scan, RIGHT, WINDOW)
    return (left - right) / 2 if left > 0 and right > 0 else 0.0


def start():
    global turned
    turned = 0.0
    rc.drive.set_max_speed(MAX_SPEED)
    rc.drive.stop()


def update():
    global turned
    turned += float(rc.physics.get_angular_velocity()[1]) * rc.get_delta_time()
    angle = OFF_COURSE * turned - FROM_MIDDLE * float(find_offset())
    rc.drive.set_speed_angle(1, rc_utils.clamp(angle, -1, 1))


if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
