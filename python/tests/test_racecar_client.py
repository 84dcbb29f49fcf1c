"""A script's side of the conversation: handshake, calls, caches, images, and what can go wrong."""

import struct
import threading

import numpy as np
import pytest

import paddock_racecar as racecar_core
from paddock_racecar import ReplyError, SimulatorTimeoutError
from racecar_stand_in import DEADLINE, StandIn, picture

DRIVE_RIGHT = bytes.fromhex("16000000 0000803f 0000003f")  # speed 1, angle 0.5


@pytest.fixture
def sim():
    with StandIn() as sim:
        yield sim


@pytest.fixture
def make_car(sim):
    cars = []

    def make(timeout=DEADLINE, **settings):
        cars.append(
            racecar_core.create_racecar(
                True, host="127.0.0.1", ports=sim.ports, timeout=timeout, **settings
            )
        )
        return cars[-1]

    yield make
    for car in cars:
        car.close()


class Script(threading.Thread):
    """go() in a thread; `outcome` is what it raised, or None."""

    def __init__(self, car, start=lambda: None, update=lambda: None, update_slow=None):
        super().__init__(daemon=True)
        self.outcome = None
        self.car = car
        car.set_start_update(start, update, update_slow)
        self.start()

    def run(self):
        try:
            self.car.go()
        except BaseException as error:  # the outcome may be an exit
            self.outcome = error

    def ended(self):
        """Waits for the end; what go() raised."""
        self.join(DEADLINE)
        assert not self.is_alive()
        return self.outcome


@pytest.fixture
def run_script(sim):
    """Starts a Script; the end of the level ends those that still run after the test."""
    scripts = []

    def run(*settings, **more):
        scripts.append(Script(*settings, **more))
        return scripts[-1]

    yield run
    for script in scripts:
        if script.is_alive():
            sim.send(b"\x04")
        script.ended()


# handshake


def test_it_knocks_until_it_has_a_car_and_ends_with_the_level(sim, make_car, run_script):
    script = run_script(make_car())

    for _ in range(3):
        assert sim.knock()[0] == b"\x01\x01"
    sim.accept()
    assert sim.start() == [b"\x05"]
    sim.send(b"\x04")

    assert script.ended() is None
    assert len({datagram for port, datagram in sim.received if port == "async"}) == 1


def test_every_knock_comes_from_the_same_port(sim, make_car, run_script):
    run_script(make_car())
    assert sim.knock()[1] == sim.knock()[1]
    sim.accept()


def test_version_2_is_told_on_request(sim, make_car, run_script):
    script = run_script(make_car(version=2))
    assert sim.accept() == b"\x01\x02"
    sim.send(b"\x04")
    assert script.ended() is None


@pytest.mark.parametrize(
    "answer, text",
    [
        (b"\0\x03", "Every car of this level has a script"),
        (b"\0\x04", "newer version"),
        (b"\0\x05", "older version"),
        (b"\0", "reports an error"),
    ],
)
def test_a_refusal_ends_the_script_with_status_0(sim, make_car, run_script, capfd, answer, text):
    script = run_script(make_car())

    sim.accept(answer)

    outcome = script.ended()
    assert isinstance(outcome, SystemExit) and outcome.code == 0
    assert text in capfd.readouterr().err


@pytest.mark.parametrize("answer", [b"\x09\0", b"\x01", b""])
def test_nonsense_in_the_handshake_is_told_back(sim, make_car, run_script, capfd, answer):
    script = run_script(make_car())

    sim.accept(answer)

    assert sim.receive("sync")[0] == b"\0"
    assert script.ended() is None
    assert "invalid handshake" in capfd.readouterr().err


def test_answers_to_surplus_knocks_do_no_harm(sim, make_car, run_script):
    car = make_car()
    script = run_script(car, update=lambda: car.get_delta_time())
    sim.accept()
    sim.send(b"\x01\x00")
    sim.send(b"\0\x03")
    assert sim.start() == [b"\x05"]
    sim.send(b"\x03")
    assert sim.receive("sync")[0] == b"\x0a"
    sim.send(b"\x01\x00")  # in place of the reply
    sim.send(sim.replies[10])
    assert sim.serve() == [b"\x05"]
    sim.send(b"\x04")
    assert script.ended() is None


# start, update, update_slow


def test_start_comes_first_and_again_on_every_new_start(sim, make_car, run_script):
    calls = []
    script = run_script(make_car(), lambda: calls.append("start"), lambda: calls.append("update"))
    sim.accept()

    for header in (2, 3, 3, 2, 3):
        assert sim.call(header) == [b"\x05"]
    sim.send(b"\x04")

    assert script.ended() is None
    assert calls == ["start", "update", "update", "start", "update"]


def test_commands_get_no_answer_and_need_none(sim, make_car, run_script):
    car = make_car()

    def update():
        car.drive.set_max_speed()
        car.drive.set_speed_angle(1, 0.5)
        car.drive.stop()
        car.drone.set_height(12.5)
        car.drone.return_to_car()

    run_script(car, update=update)
    sim.accept()

    assert sim.update() == [
        bytes.fromhex("18000000 0000803e"),
        DRIVE_RIGHT,
        bytes.fromhex("16000000 00000000 00000000"),
        bytes.fromhex("20000000 00004841"),
        b"\x21",
        b"\x05",
    ]


def test_update_slow_asks_for_the_time_once_a_frame(sim, make_car, run_script):
    car, slow, deltas = make_car(), [], []
    script = run_script(car, lambda: None, lambda: deltas.append(car.get_delta_time()),
                    lambda: slow.append(len(deltas)))  # fmt: skip
    sim.accept()
    sim.start()
    sim.replies[10] = struct.pack("<f", 0.25)

    # the first update asks for its own time, later ones have it from the frame before
    assert sim.update() == [b"\x0a", b"\x0a", b"\x05"]
    sim.replies[10] = struct.pack("<f", 0.5)
    for _ in range(7):
        assert sim.update() == [b"\x0a", b"\x05"]
    sim.send(b"\x04")

    assert script.ended() is None
    assert deltas == [0.25, 0.25] + 6 * [0.5]
    # at once, then when the countdown from 1 s is below 0: after three frames of 0.5 s
    assert slow == [1, 4, 7]


def test_a_new_start_resets_the_slow_period_but_not_its_countdown(sim, make_car, run_script):
    car, frames, slow = make_car(), [], []

    def start():
        if not frames:
            car.set_update_slow_time(3)

    script = run_script(car, start, lambda: frames.append(0), lambda: slow.append(len(frames)))
    sim.accept()
    sim.replies[10] = struct.pack("<f", 1)
    sim.start()
    for _ in range(2):
        sim.update()
    sim.start()
    for _ in range(6):
        sim.update()
    sim.send(b"\x04")

    assert script.ended() is None
    # countdown 3 after frame 1 goes on through the second start, then periods of 1 s
    assert slow == [1, 5, 7]


def test_a_delta_of_zero_is_legal_and_does_not_call_update_slow(sim, make_car, run_script):
    slow = []
    script = run_script(make_car(), update_slow=lambda: slow.append(0))
    sim.accept()
    sim.replies[10] = struct.pack("<f", 0)
    for _ in range(3):
        assert sim.update() == [b"\x0a", b"\x05"]
    sim.send(b"\x04")
    assert script.ended() is None
    assert slow == []


# caches


def test_what_was_asked_once_is_not_asked_again_in_an_update(sim, make_car, run_script):
    car = make_car()
    button, side = car.controller.Button, car.controller.Trigger.LEFT

    def update():
        for _ in range(3):
            car.camera.get_color_image()
            car.camera.get_color_image_no_copy()
            car.camera.get_depth_image()
            car.lidar.get_samples()
            car.controller.is_down(button.A)
            car.controller.was_pressed(button.A)
            car.controller.was_released(button.B)
            car.controller.get_trigger(side)
            car.controller.get_joystick(car.controller.Joystick.RIGHT)
            car.drone.get_image()
            car.get_delta_time()

    script = run_script(car, update=update)
    sim.accept()
    once = [b"\x0c", b"\x0d", b"\x1a", b"\x10\0", b"\x11\0", b"\x12\x01", b"\x13\0", b"\x14\x01",
            b"\x1e", b"\x0a", b"\x05"]  # fmt: skip
    for _ in range(2):
        assert sim.update() == once
    sim.send(b"\x04")
    assert script.ended() is None


def test_data_of_start_is_still_served_in_the_first_update(sim, make_car, run_script):
    car, seen = make_car(), []
    script = run_script(car, car.lidar.get_samples, lambda: seen.append(car.lidar.get_samples()[1]))
    sim.accept()
    assert sim.start() == [b"\x1a", b"\x05"]
    sim.replies[26] = np.full(720, 7, "<f4").tobytes()
    assert sim.update() == [b"\x05"]
    assert sim.update() == [b"\x1a", b"\x05"]
    sim.send(b"\x04")
    assert script.ended() is None
    assert seen == [1, 7]


def test_inertial_sensors_are_asked_every_time(sim, make_car, run_script):
    car, seen = make_car(), []

    def update():
        for _ in range(2):
            seen.append(car.physics.get_linear_acceleration().tolist())
            seen.append(car.physics.get_angular_velocity().tolist())
        seen.append(car.physics.get_position().tolist())

    run_script(car, update=update)
    sim.accept()
    assert sim.update() == [b"\x1b", b"\x1c", b"\x1b", b"\x1c", b"\x1d", b"\x05"]
    assert seen == 2 * [[0, -9.8125, 0.5], [0, 0.25, 0]] + [[1, 2, 3]]


def test_a_copy_of_an_image_is_the_scripts_own(sim, make_car, run_script):
    car, seen = make_car(), []

    def update():
        mine, depth = car.camera.get_color_image(), car.camera.get_depth_image()
        mine[:], depth[:] = 0, 0
        seen.extend(car.camera.get_color_image()[0, 0].tolist())
        seen.append(car.camera.get_depth_image()[0, 0])

    run_script(car, update=update)
    sim.accept()
    sim.image = picture(blue=3, green=2, red=1)
    sim.update()
    assert seen == [3, 2, 1, 150]


# what is read


def test_answers_of_the_controller(sim, make_car, run_script):
    car, seen = make_car(), []
    pad = car.controller

    def update():
        seen.extend((pad.is_down(pad.Button.RJOY), pad.was_pressed(pad.Button.X)))
        seen.extend((pad.get_trigger(pad.Trigger.RIGHT), pad.get_joystick(pad.Joystick.LEFT)))

    run_script(car, update=update)
    sim.accept()
    sim.replies[16] = b"\x01"
    assert sim.update() == [b"\x10\x07", b"\x11\x02", b"\x13\x01", b"\x14\0", b"\x05"]
    assert seen == [True, False, 0.5, (-0.25, 0.75)]


def test_every_fragment_is_acknowledged_where_it_was_asked_for(sim, make_car, run_script):
    car, seen = make_car(), []
    run_script(car, update=lambda: seen.append(car.camera.get_color_image()))
    sim.accept()
    sim.image = np.random.default_rng(1).integers(0, 256, (480, 640, 4), dtype=np.uint8)

    sim.update()

    assert [d for port, d in sim.received if port == "sync"] == [b"\x0c"] + 32 * [b"\x06"] + [b"\x05"]
    assert (seen[0] == sim.image[:, :, 2::-1]).all()


def test_constants_need_no_simulator(make_car):
    car = make_car()
    assert (car.camera.get_width(), car.camera.get_height()) == (640, 480)
    assert (car.camera.get_max_range(), car.lidar.get_num_samples()) == (1200, 720)


def test_async_requests_need_no_go(sim, make_car):
    car = make_car()
    server = threading.Thread(target=sim.serve, args=("async", 4), daemon=True)
    server.start()

    sim.image = picture(red=200)
    assert car.camera.get_color_image_async()[479, 639].tolist() == [0, 0, 200]
    assert car.camera.get_depth_image_async()[0, 0] == 150
    assert car.lidar.get_samples_async()[719] == 719
    assert car.drone.get_image_async().shape == (480, 640, 3)

    server.join(DEADLINE)
    assert {port for port, _ in sim.received} == {"async"}
    assert len(sim.received) == 4 + 2 * 32


# what goes wrong


def test_an_exception_of_the_script_is_told_and_raised(sim, make_car, run_script):
    def update():
        raise ZeroDivisionError("of the user")

    script = run_script(make_car(), update=update)
    sim.accept()
    assert sim.start() == [b"\x05"]
    assert sim.update() == [b"\0\x02"]
    assert isinstance(script.ended(), ZeroDivisionError)


def test_leaving_from_an_update_frees_the_car(sim, make_car, run_script):
    script = run_script(make_car(), update=lambda: exit(3))
    sim.accept()
    assert sim.update() == [b"\x07"]
    assert script.ended().code == 3


@pytest.mark.parametrize("speed, angle", [(1.01, 0), (0, -1.5), (float("nan"), 0)])
def test_speeds_out_of_range_are_not_sent(sim, make_car, run_script, speed, angle):
    car = make_car()
    script = run_script(car, update=lambda: car.drive.set_speed_angle(speed, angle))
    sim.accept()
    assert sim.update() == [b"\0\x02"]
    assert isinstance(script.ended(), ValueError)


def test_other_bad_values_are_refused(make_car):
    car = make_car()
    for bad in (
        lambda: car.drive.set_max_speed(-0.1),
        lambda: car.controller.is_down(8),
        lambda: car.set_update_slow_time(0),
        lambda: car.set_start_update(None, None),
        lambda: car.drone.set_height(float("nan")),
    ):
        with pytest.raises(ValueError):
            bad()
    with pytest.raises(RuntimeError, match="set_start_update"):
        car.go()


@pytest.mark.parametrize("fault, text", [(b"\0\x01", "waited too long"), (b"\0", "an error")])
def test_an_error_between_calls_ends_the_script(sim, make_car, run_script, capfd, fault, text):
    script = run_script(make_car())
    sim.accept()
    sim.start()
    sim.send(fault)
    assert script.ended().code == 0
    assert text in capfd.readouterr().err


@pytest.mark.parametrize("ask", ["delta", "button", "lidar", "image"])
def test_an_error_in_place_of_a_reply_is_not_taken_for_one(sim, make_car, run_script, capfd, ask):
    car = make_car()
    requests = {
        "delta": car.get_delta_time,
        "button": lambda: car.controller.is_down(car.controller.Button.A),
        "lidar": car.lidar.get_samples,
        "image": car.camera.get_color_image,
    }
    script = run_script(car, update=requests[ask])
    sim.accept()
    sim.send(b"\x03")
    sim.receive("sync")
    sim.send(b"\0\x06")
    assert script.ended().code == 0
    assert "parts of an image" in capfd.readouterr().err


@pytest.mark.parametrize("ask", ["button", "lidar"])
def test_the_end_of_the_level_in_place_of_a_reply_ends_the_script(sim, make_car, run_script, capfd, ask):
    car = make_car()
    requests = {"button": lambda: car.controller.is_down(car.controller.Button.A), "lidar": car.lidar.get_samples}
    script = run_script(car, update=requests[ask])
    sim.accept()
    sim.send(b"\x03")
    sim.receive("sync")
    sim.send(b"\x04")
    assert script.ended().code == 0
    assert "closed the level" in capfd.readouterr().err


def test_a_reply_of_another_size_is_an_exception_of_the_script(sim, make_car, run_script):
    car = make_car()
    script = run_script(car, update=car.get_delta_time)
    sim.accept()
    sim.replies[10] = bytes(8)
    assert sim.update() == [b"\x0a", b"\0\x02"]
    assert isinstance(script.ended(), ReplyError)


def test_a_short_fragment_is_an_exception_of_the_script(sim, make_car, run_script):
    car = make_car()
    script = run_script(car, update=car.camera.get_color_image)
    sim.accept()
    sim.send(b"\x03")
    sim.receive("sync")
    sim.send(bytes(38399))
    assert sim.serve() == [b"\0\x02"]
    assert "38400 bytes, got 38399" in str(script.ended())


def test_an_unexpected_message_is_answered_with_an_error(sim, make_car, run_script, capfd):
    script = run_script(make_car())
    sim.accept()
    sim.send(b"\x1f\x01")
    assert sim.receive("sync")[0] == b"\0"
    assert script.ended() is None
    assert "unexpected message from the simulator: [1f 01]" in capfd.readouterr().err


def test_no_reply_is_a_timeout_that_says_what_is_missing(sim, make_car, run_script):
    car = make_car(timeout=0.05)
    script = run_script(car, update=car.physics.get_position)
    sim.accept()
    sim.send(b"\x03")
    assert sim.receive("sync")[0] == b"\x1d"
    assert sim.serve() == [b"\0\x01"]
    outcome = script.ended()
    assert isinstance(outcome, SimulatorTimeoutError)
    assert f"no reply to physics_get_position from 127.0.0.1:{sim.ports[1]}" in str(outcome)


def test_without_a_simulator_a_notebook_is_told_so(make_car):
    car = make_car(timeout=0.05)
    with pytest.raises(SimulatorTimeoutError, match="Is a level open"):
        car.lidar.get_samples_async()
    with pytest.raises(SimulatorTimeoutError, match="Outside of go"):
        car.lidar.get_samples()


def test_a_late_reply_is_not_taken_for_the_next(sim, make_car, run_script):
    car, seen = make_car(timeout=0.05), []

    def update():
        try:
            car.physics.get_linear_acceleration()
        except SimulatorTimeoutError:
            seen.append("late")
            sim.send(sim.replies[27])  # now it comes
        car._link.timeout = DEADLINE
        seen.append(car.physics.get_angular_velocity().tolist())

    run_script(car, update=update)
    sim.accept()
    sim.send(b"\x03")
    assert sim.receive("sync")[0] == b"\x1b"
    assert sim.serve() == [b"\x1c", b"\x05"]
    assert seen == ["late", [0, 0.25, 0]]
