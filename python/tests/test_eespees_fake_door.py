"""A stand-in for `paddock serve ees-pees`, for the other tests, and that it drives as it should.

The robot rolls without slip in an empty square (section 5.1 of the protocol's description); the
door speaks the conversation and can be told to misbehave.
"""

import math
import random
import select
import socket
import threading
import time

import numpy as np
import pytest

from paddock_eespees import (
    DriveCommand,
    Function,
    Init,
    Mode,
    Sensors,
    World,
    WorldCommand,
    WorldReply,
)
from paddock_eespees.driving import RAY_ANGLES, lidar_reading

DEADLINE = 20.0  # seconds that any part of a test may take


class FakeRobot:
    """Pose of the origin, steering and motor; `side` is that of the square in metres."""

    def __init__(self, x, z, yaw, side):
        self.x, self.z, self.yaw, self.side = x, z, yaw, side
        self.steer = self.motor = self.time = self.speed = 0.0

    def gps(self):
        return (self.x + 0.02 * math.sin(self.yaw), 0.02625, self.z + 0.02 * math.cos(self.yaw))

    def tick(self, command):
        before = self.gps()
        self.motor += min(max(command.speed - self.motor, -0.32), 0.32)
        self.steer += min(max(10 * (command.steer - self.steer), -10), 10) * 0.032
        for _ in range(8):
            forward = -0.02625 * self.motor * math.cos(self.steer)
            d = 0.07 * math.cos(self.steer) + 0.04
            forward /= 1 - 0.04 * math.sin(self.steer) ** 2 / d
            rate = -forward * math.sin(self.steer) / d
            left = -0.03 * rate
            self.x += (forward * math.sin(self.yaw) + left * math.cos(self.yaw)) * 0.004
            self.z += (forward * math.cos(self.yaw) - left * math.sin(self.yaw)) * 0.004
            self.yaw += rate * 0.004
        self.x, self.z = (min(max(c, 0.12), self.side - 0.12) for c in (self.x, self.z))
        self.time += 0.032
        self.speed = math.dist(before, self.gps()) / 0.032

    def sensors(self):
        across, along = np.sin(self.yaw + RAY_ANGLES), np.cos(self.yaw + RAY_ANGLES)
        to_x = (np.where(across > 0, self.side, 0) - self.x) / across
        to_z = (np.where(along > 0, self.side, 0) - self.z) / along
        return Sensors(
            self.time, self.speed, self.steer, self.gps(),
            (math.cos(self.yaw), 0.0, math.sin(self.yaw)),
            lidar_reading(np.minimum(to_x, to_z)).astype(np.float32),
        )


def draw_world(seed, size, scale):
    """Target (x, z) and a robot at its start, for a seed."""
    draw = random.Random(seed)
    cells = [(draw.randrange(size) + 0.5) * scale for _ in range(4)]
    return tuple(cells[:2]), FakeRobot(*cells[2:], math.radians(draw.randrange(360)), size * scale)


class FakeLink:
    """The same worlds without sockets: all that an environment needs of a link."""

    def __init__(self, robot=None):
        self.robot, self.starts, self.closed = robot, 0, False

    def start_env(self, *, world_size, scale, num_obstacles, mode, seed):
        self.size, self.scale = world_size, scale
        self.starts += 1
        return self.reset_environment(seed)

    def reset_environment(self, seed):
        target, self.robot = draw_world(seed, self.size, self.scale)
        return World(seed, target, 0.032, self.step(0.0, 0.0))

    def step(self, steer, speed, ticks=1):
        for _ in range(ticks):
            self.robot.tick(DriveCommand(steer, speed))
        return self.robot.sensors()

    def close(self):
        self.closed = True


class FakeDoor(threading.Thread):
    """Dials a Simulator and plays until stop(); dials again when it is dropped.

    pieces: every packet goes out in so many writes. vanish_after: the connections are cut after so
    many sensor packets, once. mute_after: nothing is sent after so many. refused: seeds that RESET
    and START answer with return code 1. quit: CLOSE was heard.
    """

    def __init__(self, simulator, *, pieces=1, vanish_after=None, mute_after=None, refused=()):
        super().__init__(daemon=True)
        self.ports = simulator.backend_port, simulator.controller_port
        self.pieces, self.vanish_after, self.mute_after = pieces, vanish_after, mute_after
        self.refused, self.received, self.inits, self.quit = refused, [], 0, False
        self._stopped, self._sent = threading.Event(), 0
        self.start()

    def stop(self):
        self._stopped.set()
        self.join(DEADLINE)
        assert not self.is_alive()

    def run(self):
        while not self._stopped.is_set() and not self.quit:
            try:
                self.backend, self.robot = self._dial(self.ports[0]), None
                self._converse()
            except OSError:
                self._stopped.wait(0.005)
            finally:
                self._hang_up()

    def _hang_up(self):
        for connection in (getattr(self, "backend", None), getattr(self, "robot", None)):
            if connection is not None:
                connection.close()

    def _dial(self, port):
        connection = socket.create_connection(("127.0.0.1", port), timeout=DEADLINE)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def _converse(self):
        while not self._stopped.is_set():
            peers = [peer for peer in (self.backend, self.robot) if peer is not None]
            ready = select.select(peers, [], [], 0.02)[0]
            if self.backend in ready:
                command = WorldCommand.unpack(self._read(self.backend, WorldCommand.SIZE))
                self.received.append(command)
                if command.function == Function.CLOSE:
                    self.quit = True
                    return
                self._begin(command)
            elif self.robot in ready:
                try:
                    self._tick(DriveCommand.unpack(self._read(self.robot, DriveCommand.SIZE)))
                except ConnectionError:
                    self.robot.close()
                    self.robot = None

    def _begin(self, command):
        if command.function == Function.START:
            bad = not (0 <= command.mode <= 3 and command.world_size > 0 and command.scale >= 0.25)
        else:
            bad = False
        if bad or command.seed in self.refused:
            self._send(self.backend, WorldReply(1, 32, getattr(self, "target", (0, 0))).pack())
            return
        if command.function == Function.START:
            self.size, self.scale, self.mode = command.world_size, command.scale, command.mode
        self.target, self.body = draw_world(command.seed, self.size, self.scale)
        self._send(self.backend, WorldReply(0, 32, self.target).pack())
        kept = command.function == Function.RESET and self.mode == Mode.LOCKSTEP
        if self.robot is None or not kept:
            if self.robot is not None:
                self.robot.close()
            self.robot = self._dial(self.ports[1])
            self._send(self.robot, Init().pack())
            self.inits += 1
        self._tick(DriveCommand())

    def _tick(self, command):
        self.body.tick(command)
        if self._sent == self.mute_after:
            return
        self._send(self.robot, self.body.sensors().pack())
        self._sent += 1
        if self._sent == self.vanish_after:
            raise OSError("vanished on purpose")

    def _send(self, connection, packet):
        size = -(-len(packet) // self.pieces)
        for begin in range(0, len(packet), size):
            connection.sendall(packet[begin : begin + size])

    def _read(self, connection, size):
        packet = b""
        while len(packet) < size:
            more = connection.recv(size - len(packet))
            if not more:
                raise ConnectionError("peer went away")
            packet += more
        return packet


def wait_until(condition):
    """Polls until `condition()` holds; fails after the deadline."""
    end = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.002)


def test_full_speed_takes_a_second_and_is_forward():
    robot = FakeRobot(5, 5, 0, 100)
    for _ in range(35):
        robot.tick(DriveCommand(0, -11))
    assert robot.speed == pytest.approx(0.28875)
    assert robot.z > 5 and robot.x == pytest.approx(5)


def test_positive_steering_turns_right_with_the_radius_of_the_linkage():
    robot = FakeRobot(5, 5, 0, 100)
    for _ in range(200):
        robot.tick(DriveCommand(1, -5.5))
    assert robot.yaw < -1
    # front axle: rolls at (0.07 cos + 0.04) / sin about the centre
    before, yaw = (robot.x, robot.z), robot.yaw
    robot.tick(DriveCommand(1, -5.5))
    moved = math.dist(before, (robot.x, robot.z))
    radius = math.hypot((0.07 * math.cos(1) + 0.04) / math.sin(1), 0.03)
    assert moved / abs(robot.yaw - yaw) == pytest.approx(radius, rel=1e-3)  # chord for arc
