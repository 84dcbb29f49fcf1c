"""Lab 1: driving in shapes.

The triggers and the left stick drive the car, as with a remote control. A button starts a shape:
A a circle, B a square, X a figure 8, Y a zigzag.

A shape is a list of legs: so many centimetres straight on, or so many degrees round a bend. The car
has no wheel counter and no compass, so two sums stand in for them:

- turned: what the gyroscope says, added up over time, is the angle since the leg began;
- speed: what the accelerometer says, added up over time; and speed added up is the way driven.

The throttle is no speed: without it the car rolls on for a metre. So a shape ends with reverse
throttle until the speed is gone.
"""

import math

import racecar_core
import racecar_utils as rc_utils

rc = racecar_core.create_racecar()
Button, Trigger, Joystick = rc.controller.Button, rc.controller.Trigger, rc.controller.Joystick

BRAKE = -1.0  # throttle
STANDING = 0.03  # m/s; slower counts as standing


def straight(way):
    """`way` cm straight on."""
    return {"way": way, "turn": math.inf, "angle": 0.0}


def bend(degrees, angle):
    """Round by `degrees`, with the wheels at `angle` (-1 full left, 1 full right)."""
    return {"way": math.inf, "turn": degrees, "angle": angle}


# At full lock the car drives a circle of 71 cm radius, at 0.88 one of 80 cm. Of a right angle we
# ask for 87 degrees: the wheels need a moment to come back, in which the car turns on.
SHAPES = {
    Button.A: [straight(5), bend(345, 1)],
    Button.B: [straight(76), *[bend(87, 1), straight(54)] * 3, bend(87, 1)],
    Button.X: [straight(275), bend(240, 0.88), straight(280), bend(240, -0.88), straight(5)],
    Button.Y: [straight(60), *[bend(60, 1), bend(60, -1)] * 3, straight(60)],
}

legs = []  # those of the shape that are still to drive; the first is under way
braking = False
speed = 0.0  # m/s
way = 0.0  # cm, of this leg
turned = 0.0  # degrees, of this leg


def begin_leg():
    global way, turned
    way = turned = 0.0


def measure():
    """Brings speed, way and turned up to date."""
    global speed, way, turned
    dt = rc.get_delta_time()
    speed += float(rc.physics.get_linear_acceleration()[2]) * dt
    way += 100 * speed * dt
    turned += abs(math.degrees(float(rc.physics.get_angular_velocity()[1]))) * dt


def drive_shape():
    global legs, braking
    if way >= legs[0]["way"] or turned >= legs[0]["turn"]:
        legs = legs[1:]
        begin_leg()
    if legs:
        rc.drive.set_speed_angle(1, legs[0]["angle"])
    else:
        braking = True


def brake():
    global braking
    if speed > STANDING:
        rc.drive.set_speed_angle(BRAKE, 0)
    else:
        braking = False
        rc.drive.stop()


def drive_by_hand():
    throttle = rc.controller.get_trigger(Trigger.RIGHT) - rc.controller.get_trigger(Trigger.LEFT)
    angle, _ = rc.controller.get_joystick(Joystick.LEFT)
    rc.drive.set_speed_angle(rc_utils.clamp(throttle, -1, 1), rc_utils.clamp(angle, -1, 1))


def start():
    global legs, braking, speed
    legs, braking, speed = [], False, 0.0
    begin_leg()
    rc.drive.stop()


def update():
    global legs, braking
    measure()
    for button, shape in SHAPES.items():
        if rc.controller.was_pressed(button):
            legs, braking = list(shape), False
            begin_leg()
    if legs:
        drive_shape()
    elif braking:
        brake()
    else:
        drive_by_hand()


if __name__ == "__main__":
    rc.set_start_update(start, update)
    rc.go()
