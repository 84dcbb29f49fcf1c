"""The agents of examples/carla drive in Town02, with a stand-in for the client that they were written
for: the client's planner and benchmark are not in this tree."""

import math
import sys
from pathlib import Path

import numpy as np
import pytest
from carla.client import make_carla_client

from carla_server import town

sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "carla"))
import command_agent
import policy_agent

EMPTY = "[CARLA/LevelSettings]\nNumberOfVehicles=0\nNumberOfPedestrians=0\n"
LEFT, RIGHT, STRAIGHT = 3.0, 4.0, 5.0
FRAMES = 80  # of 0.1 s


@pytest.fixture(scope="module")
def port():
    with town("Town02") as port:
        yield port


def settings_of(camera):
    keys = "".join(f"{key}={value}\n" for key, value in camera.keys.items())
    return f"{EMPTY}[CARLA/Sensor]\nSensors={camera.name}\n[CARLA/Sensor/{camera.name}]\n{keys}"


def drive(port, agent, spot, command, frames, extras=""):
    """Measurements of each frame."""
    driven = []
    with make_carla_client(port) as client:
        client.start(settings_of(command_agent.make_camera()) + extras, spot)
        for _ in range(frames):
            measured, pictures = client.read_data()
            driven.append(measured.player_measurements)
            client.send_control(agent.run_step(measured, {"Labels": pictures[1]}, command, None))
    return driven


def turned(driven):
    return math.remainder(driven[-1].transform.rotation.yaw - driven[0].transform.rotation.yaw, 360)


# spot 2 heads for the stem of a junction; 35 comes along the street that the stem ends in
@pytest.mark.parametrize(("spot", "command", "turn"), [(2, RIGHT, 90), (2, LEFT, -90), (35, STRAIGHT, 0)])
def test_commands_are_followed(port, spot, command, turn):
    driven = drive(port, command_agent.CommandAgent(), spot, command, FRAMES)

    assert turned(driven) == pytest.approx(turn, abs=8)
    assert driven[-1].forward_speed > 4
    assert driven[-1].collision_other == 0
    assert max(m.intersection_offroad for m in driven) < 0.1
    assert driven[-1].intersection_otherlane == 0


def test_what_stands_on_the_arc_is_seen():
    agent = command_agent.CommandAgent()
    labels = np.full((command_agent.HEIGHT, command_agent.WIDTH), 7, np.uint8)
    assert not agent.meets_somebody(labels, 0.0)
    rows, columns, _ = command_agent.pixels_of(np.array([7.0]), np.array([0.0]))
    labels[rows, columns] = command_agent.VEHICLES
    assert agent.meets_somebody(labels, 0.0)
    assert not agent.meets_somebody(labels, 0.1)


def test_a_network_learns_from_its_lessons_and_drives_from_its_file(port, tmp_path):
    # the agent of the commands in its teacher's place, a right turn as its lesson
    feeler, teacher = policy_agent.Feeler(), command_agent.CommandAgent()
    observations, turns = [], []

    class Noting(command_agent.CommandAgent):
        def run_step(self, measured, pictures, command, target):
            labels = pictures["Labels"].data
            observations.append(feeler.observe(labels, measured.player_measurements.forward_speed, command))
            turns.append(teacher.choose(labels, command))
            return super().run_step(measured, pictures, command, target)

    drive(port, Noting(), 2, RIGHT, FRAMES)
    file = tmp_path / "streets.json"
    policy_agent.write_policy(file, *policy_agent.learn(np.array(observations), np.array(turns), rounds=400))

    driven = drive(port, policy_agent.PolicyAgent(file), 2, RIGHT, FRAMES)
    assert turned(driven) == pytest.approx(90, abs=15)
    assert driven[-1].collision_other == 0
