"""You drive with the controller; the program stops the car before it hits something.

    python examples/racecar/safety_stop.py -s

Right trigger forward, left trigger backward, left stick steers. Hold RB to have your own way.
"""

import paddock_racecar as racecar_core
from paddock_racecar import racecar_utils as rc_utils

rc = racecar_core.create_racecar()
Button, Trigger, Joystick = rc.controller.Button, rc.controller.Trigger, rc.controller.Joystick

MARGIN = 30  # cm that are always kept free, from the lidar in the middle of the car
REACTION = 0.5  # s of driving that are kept free as well
SMOOTH = 0.1  # s over which the closing speed is averaged
AHEAD, BEHIND = (-25, 25), (155, 205)  # degrees clockwise
before = {}  # cm, by direction, of the update before
closing = {AHEAD: 0.0, BEHIND: 0.0}  # cm/s
stopping = False


def is_too_near(window):
    """Whether something in that direction is nearer than we can stop."""
    _, nearest = rc_utils.get_lidar_closest_point(rc.lidar.get_samples(), window)
    dt = rc.get_delta_time()
    if nearest == 0:  # no data: nothing within the lidar's range
        before.pop(window, None)
        closing[window] = 0.0
        return False
    if window in before and dt > 0:
        closing[window] += ((before[window] - nearest) / dt - closing[window]) * min(1, dt / SMOOTH)
    before[window] = nearest
    return nearest < MARGIN + REACTION * max(0, closing[window])


def start():
    before.clear()
    closing.update({AHEAD: 0.0, BEHIND: 0.0})
    rc.drive.stop()


def update():
    global stopping
    speed = rc.controller.get_trigger(Trigger.RIGHT) - rc.controller.get_trigger(Trigger.LEFT)
    angle, _ = rc.controller.get_joystick(Joystick.LEFT)
    near_ahead, near_behind = is_too_near(AHEAD), is_too_near(BEHIND)  # both, to know their speeds
    stopping = (speed > 0 and near_ahead) or (speed < 0 and near_behind)
    if stopping and not rc.controller.is_down(Button.RB):
        speed = 0
    rc.drive.set_speed_angle(rc_utils.clamp(speed, -1, 1), rc_utils.clamp(angle, -1, 1))


def update_slow():
    if stopping:
        print("Something is in the way. RB drives on.")


if __name__ == "__main__":
    rc.set_start_update(start, update, update_slow)
    rc.go()
