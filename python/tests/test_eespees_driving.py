"""The controller's laws: headings, silhouette, safety layer, and moves of a rolling robot."""

import math

import numpy as np
import pytest
from test_eespees_fake_door import FakeLink, FakeRobot

from paddock_eespees import Driver, Move, Sensors, drive_move, driving


def at(x=1.0, z=1.0, yaw=0.0, **fields):
    """Sensors of a robot whose GPS is at (x, z), with nothing around it."""
    compass = (math.cos(yaw), 0.0, math.sin(yaw))
    return Sensors(**{"gps": (x, 0.02625, z), "compass": compass, **fields})


def seeing(ray, value, **fields):
    """Sensors that see something at `value` metres in one ray."""
    distance = np.full(360, 3.5, np.float32)
    distance[ray] = value
    return at(distance=distance, **fields)


def moved(driver, forward, **fields):
    """The driver after 1 cm forward or back."""
    driver.see(at(z=driver.position[1] + (0.01 if forward else -0.01), **fields))
    return driver


@pytest.mark.parametrize(
    "yaw_deg, heading, ahead",
    [(0, 0, (1, 2)), (90, -0.5, (2, 1)), (180, 1, (1, 0)), (270, 0.5, (0, 1))],
)
def test_headings_count_clockwise_from_z(yaw_deg, heading, ahead):
    yaw = math.radians(yaw_deg)
    found = driving.heading_of(at(yaw=yaw).compass)
    assert abs(driving.wrapped(found - heading)) == pytest.approx(0, abs=1e-12)
    assert abs(driving.wrapped(driving.bearing_to((1, 1), ahead) - heading)) < 1e-12


def test_speed_is_negative_when_the_robot_moves_back_or_not_at_all():
    driver = Driver(at(speed=0.29))
    assert driver.speed == -1
    driver.see(at(z=1.01, speed=0.29))
    assert driver.speed == 1
    driver.see(at(z=1.0, speed=0.145))
    assert driver.speed == -0.5
    assert Driver(at()).report().speed == 0


def test_the_silhouette_is_what_the_lidar_reads_of_the_box_around_the_robot():
    for ray in range(360):
        angle = (0.5 - (ray + 0.5) / 360) * 6.28318
        # where the ray leaves the box, by halving
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            left, ahead = middle * math.sin(angle), middle * math.cos(angle)
            inside = abs(left) < 0.09 and -0.11 < ahead < 0.07
            low, high = (middle, high) if inside else (low, middle)
        off_axis = min(abs(angle - k * math.pi / 2) for k in range(-2, 3))
        depth = low * math.cos(off_axis)
        expected = (depth - 0.03) * 3.5 / 3.47 / math.cos(off_axis)
        assert driving.SILHOUETTE[ray] == pytest.approx(expected, abs=1e-6)  # float32
    # ahead, left, behind: faces at 7, 9 and 11 cm
    assert driving.SILHOUETTE[[180, 90, 0]] == pytest.approx([0.04035, 0.06052, 0.08069], abs=1e-4)


def test_lidar_readings_are_short_near_by_and_right_far_away():
    def reading(distance):
        return driving.lidar_reading(np.full(360, distance))[180]

    assert reading(0.25) == pytest.approx(0.222, abs=5e-4)
    assert reading(0.75) == pytest.approx(0.726, abs=5e-4)
    assert reading(3.49) == pytest.approx(3.49, abs=1e-3)
    assert reading(3.6) == reading(0.05) == reading(np.inf) == 3.5


def test_steering_goes_through_and_full_speed_is_half_the_motor():
    driver = Driver(at())
    assert driver.steer(0.25, 0.5).pack().hex() == "000000000000d03f00000000000016c0"
    assert driver.steer(-3, 3) == driver.steer(-1, 1)
    assert driver.steer(0, -1).speed == 11


def test_heading_has_its_gains_and_waits_for_the_first_tick():
    driver = Driver(at())
    assert driver.head(0.1, 1).steer == 0 and driver.head(0.1, 1).speed == -11
    assert driver.head(0.1, 1).steer == pytest.approx(0.5)
    assert driver.head(0.1, -1).steer == pytest.approx(-0.3)
    assert driver.head(0.9, 1).steer == 1
    driver.see(at(yaw=math.radians(-171)))  # heading 0.95: the short way round
    assert driver.head(-0.95, 1).steer == pytest.approx(0.5)


@pytest.mark.parametrize("speed", [0.5, -0.5])
@pytest.mark.parametrize("heading", [0.0, 0.4, -0.9, 1.0])
def test_the_robot_comes_round_to_a_heading(heading, speed):
    link = FakeLink(FakeRobot(10, 10, 1.0, 20))
    driver = Driver(link.step(0, 0))
    for _ in range(300):
        command = driver.head(heading, speed)
        driver.see(link.step(command.steer, command.speed))
    assert abs(driving.wrapped(driver.heading - heading)) < 0.01
    assert driver.speed == pytest.approx(speed * 0.28875 / 0.29, abs=0.01)


@pytest.mark.parametrize("yaw_deg", [0, 37, 90, 135, 180, 250, 315])
@pytest.mark.parametrize(
    "move, dx, dz",
    [(Move.UP, 0, 0.5), (Move.LEFT, 0.5, 0), (Move.DOWN, 0, -0.5), (Move.RIGHT, -0.5, 0)],
)
def test_a_move_is_one_cell(move, dx, dz, yaw_deg):
    link = FakeLink(FakeRobot(2.25, 2.25, math.radians(yaw_deg), 5))
    driver = Driver(link.step(0, 0))

    assert drive_move(link, driver, move)

    assert math.dist(driver.position, (2.25 + dx, 2.25 + dz)) <= 0.03
    assert 1.5 < driver.sensors.sim_time < 6
    assert not driver.report().denied


def test_moves_follow_each_other_round_a_square():
    link = FakeLink(FakeRobot(2.25, 2.25, 0.3, 5))
    driver = Driver(link.step(0, 0))
    for move in (Move.UP, Move.UP, Move.LEFT, Move.DOWN, Move.RIGHT, Move.DOWN):
        assert drive_move(link, driver, move)
    assert math.dist(driver.position, (2.25, 2.25)) <= 0.03


@pytest.mark.parametrize("safe", [False, True])
def test_a_move_into_a_wall_ends_and_is_denied(safe):
    link = FakeLink(FakeRobot(0.25, 0.75, 0.0, 2))
    driver = Driver(link.step(0, 0))

    assert not drive_move(link, driver, Move.RIGHT, safe=safe, max_ticks=200)

    assert driver.sensors.sim_time <= 0.032 * 202.5
    assert driver.report().denied and not driver.report().denied
    assert drive_move(link, driver, Move.UP, max_ticks=400)


def test_a_denial_not_told_yet_neither_stops_a_safe_move_nor_gets_lost():
    link = FakeLink(FakeRobot(2.25, 2.25, 0.0, 5))
    driver = Driver(link.step(0, 0))
    driver.denied = True
    assert drive_move(link, driver, Move.UP, safe=True)
    assert driver.report().denied


def test_room_ahead_matters_when_driving_ahead_and_behind_otherwise():
    wall = seeing(180, 0.1, z=1.01, speed=0.29)
    driver = Driver(at())
    driver.see(wall)
    assert driver.steer(0, 1).speed == 0 and driver.report().denied
    driver = Driver(at(z=1.02))
    driver.see(wall)  # going back
    assert driver.steer(0, 1).speed == -11 and not driver.report().denied
    driver.see(seeing(0, 0.15, z=1.0, speed=0.29))
    assert driver.steer(0, -1).speed == 0 and driver.report().denied


@pytest.mark.parametrize(
    "steps, stop, denied", [(9.9, True, True), (24, True, False), (26, False, False)]
)
def test_ticks_to_impact_decide(steps, stop, denied):
    speed = 0.2
    room = steps * speed * 0.032
    driver = Driver(at())
    driver.see(seeing(179, driving.SILHOUETTE[179] + room, z=1.01, speed=speed))

    assert (driver.steer(0.3, 1).speed == 0) == stop
    assert driver.steer(0.3, 1).steer == 0.3  # the safety layer leaves the direction alone
    assert driver.report().denied == denied


def test_what_lies_beside_the_way_does_not_stop_the_robot():
    # 45 degrees off, 0.3 m away: 0.21 m to the side of a corridor of 0.08
    driver = Driver(at())
    driver.see(seeing(135, 0.3, z=1.01, speed=0.29))
    assert driver.steer(0, 1).speed == -11


def test_a_resting_robot_is_blocked_only_by_what_is_inside_its_rear():
    assert Driver(seeing(0, 0.09)).steer(0, 1).speed == -11
    driver = Driver(seeing(0, 0.07))
    assert driver.steer(0, 1).speed == 0
    report = driver.report()
    assert report.denied and report.touching == 1
    assert Driver(seeing(180, 0.0402)).steer(0, 1).speed == -11


def test_twenty_rays_close_by_stop_the_robot():
    distance = np.full(360, 3.5, np.float32)
    distance[117:137] = driving.SILHOUETTE[117:137] + 0.03
    driver = Driver(at())
    driver.see(at(z=1.01, speed=0.001, distance=distance))
    assert driver.steer(0, 1).speed == 0 and driver.report().denied


def test_safety_off_lets_everything_through():
    driver = Driver(seeing(0, 0.07))
    assert driver.steer(0, 1, safe=False).speed == -11
    assert not driver.report().denied


def test_touching_and_denied_are_kept_until_they_are_told():
    driver = Driver(seeing(90, 0.05))
    driver.see(at())
    assert driver.report().touching == 1
    assert driver.report().touching == 0
    driver.see(at(gps=(1.0, 0.2, 1.0)))
    driver.see(at())
    assert driver.report().touching == -1
