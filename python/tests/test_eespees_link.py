"""The conversation with a simulator: worlds, lock-step, and all that can go wrong between two."""

import os
import socket
import stat
import sys

import pytest
from test_eespees_fake_door import FakeDoor, wait_until

import paddock_eespees
from paddock_eespees import Function, LinkError, Mode, Simulator, WorldRefusedError
from paddock_eespees.link import find_program


@pytest.fixture
def simulator():
    with Simulator(backend_port=0, controller_port=0, timeout=10) as link:
        yield link


@pytest.fixture
def door(simulator):
    door = FakeDoor(simulator)
    yield door
    door.stop()


@pytest.fixture
def make_door(simulator):
    doors = []

    def make(**habits):
        doors.append(FakeDoor(simulator, **habits))
        return doors[-1]

    yield make
    for door in doors:
        door.stop()


def test_start_tells_the_target_and_the_first_sensors(simulator, door):
    world = simulator.start_env(world_size=6, scale=0.5, num_obstacles=0, seed=7)

    assert world.target == door.target
    assert (world.seed, world.time_step) == (7, 0.032)
    assert world.sensors.sim_time == 0.032 and world.sensors is simulator.sensors
    assert simulator.init == paddock_eespees.Init()
    command = door.received[0]
    assert (command.function, command.mode, command.world_size) == (1, Mode.LOCKSTEP, 6)


def test_every_command_is_one_tick(simulator, door):
    simulator.start_env(seed=3)

    for ticks in (1, 1, 10):
        before = simulator.sensors.sim_time
        after = simulator.step(0.3, -5.5, ticks).sim_time
        assert after == pytest.approx(before + ticks * 0.032)
    assert simulator.sensors.speed > 0.05
    assert simulator.sensors.steer_angle == pytest.approx(0.3, abs=0.01)


@pytest.mark.parametrize("mode, inits", [(Mode.LOCKSTEP, 1), (Mode.NORMAL, 6), (Mode.FAST, 6)])
def test_reset_begins_anew_in_every_mode(simulator, door, mode, inits):
    simulator.start_env(mode=mode, seed=3)
    for seed in range(5):
        simulator.step(0.0, -11.0, 4)
        world = simulator.reset_environment(seed)
        assert world.sensors.sim_time == 0.032 and world.sensors.speed == 0
        assert world.target == door.target
        # the packet of the former world was not answered: one command, one tick
        assert simulator.step(0.0, 0.0).sim_time == 0.064
    assert door.inits == inits


def test_a_world_of_another_kind_may_follow(simulator, door):
    simulator.start_env(world_size=8, seed=1)
    simulator.step(0, -11, 3)

    world = simulator.start_env(world_size=3, mode=Mode.RUN, seed=2)

    assert world.sensors.sim_time == 0.032
    assert max(world.target) < 1.5
    assert simulator.step(0, 0).sim_time == 0.064


def test_same_seed_same_bytes(simulator, door):
    def drive():
        return [simulator.step(0.1 * i, -2.0 * i).pack() for i in range(8)]

    simulator.start_env(seed=5)
    first = drive()
    simulator.reset_environment(5)
    assert drive() == first
    simulator.reset_environment(6)
    assert drive() != first


@pytest.mark.parametrize("pieces", [2, 5, 1512])
def test_packets_may_arrive_in_pieces(simulator, make_door, pieces):
    make_door(pieces=pieces)
    simulator.start_env(seed=3)
    assert simulator.step(0.0, -11.0, 5).sim_time == pytest.approx(6 * 0.032)
    assert simulator.reset_environment(4).sensors.sim_time == 0.032


def test_a_refused_world_loses_nothing(simulator, make_door):
    door = make_door(refused=[666])
    with pytest.raises(WorldRefusedError, match="return code 1.*world_size=0"):
        simulator.start_env(world_size=0)
    assert not simulator.started
    simulator.start_env(seed=3)
    before = simulator.step(0.0, -11.0, 3)

    with pytest.raises(WorldRefusedError, match="seed=666"):
        simulator.reset_environment(666)
    with pytest.raises(WorldRefusedError, match="scale=0.1"):
        simulator.start_env(scale=0.1)

    assert simulator.sensors is before
    assert simulator.step(0.0, -11.0).sim_time == pytest.approx(before.sim_time + 0.032)
    assert door.inits == 1


def test_a_simulator_that_vanishes_is_an_error_and_the_next_one_is_welcome(simulator, make_door):
    make_door(vanish_after=3)
    simulator.start_env(seed=3)

    with pytest.raises(LinkError, match="start_env"):
        simulator.step(0, 0, ticks=10)

    assert not simulator.started
    with pytest.raises(LinkError, match="no world is up"):
        simulator.step(0, 0)
    assert simulator.start_env(seed=4).sensors.sim_time == 0.032
    assert simulator.step(0, 0).sim_time == 0.064


def test_a_simulator_that_vanishes_between_calls(simulator, make_door):
    door = make_door()
    simulator.start_env(seed=3)
    door.stop()

    with pytest.raises(LinkError, match="start_env"):
        simulator.reset_environment(4)

    make_door()
    assert simulator.start_env(seed=4).sensors.sim_time == 0.032


def test_a_dead_connection_in_the_queue_is_passed_over(simulator, make_door):
    for port in (simulator.backend_port, simulator.controller_port):
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    make_door()
    assert simulator.start_env(seed=3).sensors.sim_time == 0.032


def test_a_silent_simulator_is_waited_for_only_so_long(make_door, simulator):
    simulator.timeout = 0.1
    with pytest.raises(paddock_eespees.LinkTimeoutError, match="dial in within 0.1 s"):
        simulator.start_env()

    door = make_door(mute_after=2)
    simulator.timeout = 10
    simulator.start_env(seed=3)
    simulator.step(0, 0)
    simulator.timeout = 0.1
    with pytest.raises(paddock_eespees.LinkTimeoutError, match="nothing for 0.1 s"):
        simulator.step(0, 0)

    door.mute_after = None
    simulator.timeout = 10
    assert simulator.start_env(seed=4).sensors.sim_time == 0.032


def test_a_world_without_a_robot_is_a_timeout(simulator, make_door):
    make_door(mute_after=0)
    simulator.timeout = 0.2
    with pytest.raises(paddock_eespees.LinkTimeoutError):
        simulator.start_env()


def test_an_interrupted_call_leaves_no_stale_packet(simulator, door, monkeypatch):
    simulator.start_env(seed=3)

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("paddock_eespees.link._receive", interrupt)
    with pytest.raises(KeyboardInterrupt):
        simulator.step(0, -11)
    monkeypatch.undo()

    assert simulator.start_env(seed=4).sensors.sim_time == 0.032
    assert simulator.step(0, 0).sim_time == 0.064


def test_close_environment_says_close_and_a_new_simulator_may_come(simulator, make_door):
    door = make_door()
    simulator.start_env(seed=3)

    assert simulator.close_environment() is None

    wait_until(lambda: door.quit)
    assert door.received[-1].function == Function.CLOSE
    make_door()
    assert simulator.start_env(seed=3).sensors.sim_time == 0.032


def test_a_closed_link_says_so(simulator):
    simulator.close()
    simulator.close()
    for call in (simulator.start_env, lambda: simulator.step(0, 0)):
        with pytest.raises(LinkError, match="closed"):
            call()


def test_bad_numbers_send_nothing(simulator, door):
    simulator.start_env(seed=3)
    received = len(door.received)
    for steer, speed, ticks in ((float("nan"), 0, 1), (0, float("inf"), 1), (0, 0, 0)):
        with pytest.raises(ValueError, match="must be"):
            simulator.step(steer, speed, ticks)
    with pytest.raises(ValueError, match="do not fit"):
        simulator.reset_environment(1 << 40)
    assert len(door.received) == received
    assert simulator.step(0, 0).sim_time == 0.064


def test_two_links_live_side_by_side(make_door, simulator):
    make_door()
    with Simulator(backend_port=0, controller_port=0) as other:
        door = FakeDoor(other)
        first, second = simulator.start_env(seed=1), other.start_env(seed=2)
        assert first.target != second.target
        assert simulator.step(0, 0) != other.step(0, 0)
        door.stop()


def test_a_taken_port_says_which(simulator):
    with pytest.raises(LinkError, match=f"cannot listen on 127.0.0.1:{simulator.backend_port}"):
        Simulator(backend_port=0, controller_port=simulator.backend_port)
    with pytest.raises(ValueError, match="timeout"):
        Simulator(backend_port=0, controller_port=0, timeout=0)


# programs to launch


def write_program(path, text):
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_the_command_is_found_by_argument_variable_and_path(tmp_path, monkeypatch):
    program = write_program(tmp_path / "paddock", "")
    monkeypatch.delenv("PADDOCK", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_program() == program
    monkeypatch.setenv("PATH", os.devnull)
    assert find_program(program) == program
    with pytest.raises(paddock_eespees.SimulatorMissingError, match='"paddock" .from the PATH'):
        Simulator.launch()
    monkeypatch.setenv("PADDOCK", program)
    assert find_program() == program
    with pytest.raises(paddock_eespees.SimulatorMissingError, match='"elsewhere" .from program'):
        Simulator.launch(program="elsewhere")


def test_a_program_that_fails_is_quoted_and_nothing_is_left(tmp_path):
    program = write_program(tmp_path / "paddock", "import sys; sys.exit('no such door')")
    with Simulator.launch(program=program) as link:
        with pytest.raises(LinkError, match="ended with status 1 and said:\nno such door"):
            link.start_env()


def test_a_launched_program_gets_our_ports_and_ends_with_us(tmp_path):
    program = write_program(tmp_path / "paddock", f"""
import sys
sys.path[:0] = {[os.path.dirname(__file__), *sys.path]!r}
from types import SimpleNamespace
from test_eespees_fake_door import FakeDoor
assert sys.argv[1:3] == ["serve", "ees-pees"] and sys.argv[-1] == "--extra"
port = lambda flag: int(sys.argv[sys.argv.index(flag) + 1].split(":")[1])
ports = SimpleNamespace(backend_port=port("--backend"), controller_port=port("--controller"))
door = FakeDoor(ports)
door.join(60)
""")
    with Simulator.launch(program=program, arguments=["--extra"], timeout=30) as link:
        first = link.start_env(seed=3)
        process = link.process
        assert link.close_environment() == 0
        assert process.returncode == 0
        assert link.start_env(seed=3).sensors == first.sensors
        process = link.process
    assert process.returncode == 0


def test_a_launched_program_that_never_dials_is_ended(tmp_path):
    program = write_program(tmp_path / "paddock", "import time; time.sleep(60)")
    link = Simulator.launch(program=program, timeout=0.1)
    with pytest.raises(paddock_eespees.LinkTimeoutError, match="dial in"):
        link.start_env()
    process = link.process
    link.close()
    assert process.returncode is not None
