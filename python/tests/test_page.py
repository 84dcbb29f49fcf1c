"""The page beside Python: environments and trainings that can be watched."""

import asyncio
import json
import os
import struct
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import paddock

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def no_browser(monkeypatch):
    monkeypatch.setenv("PADDOCK_BROWSER", "no")


def get(address, path):
    with urllib.request.urlopen(address.split("#")[0].rstrip("/") + path, timeout=20) as answer:
        return answer.read()


def room_of(address):
    """The server's one room, which is listed from its first frame on."""
    while not (rooms := json.loads(get(address, "/api/rooms"))["rooms"]):
        pass
    (room,) = rooms
    return room


class Watcher:
    """A client of the web door that joins the room of an address: a WebSocket by hand, RFC 6455."""

    def __init__(self, address):
        self.address = address

    async def __aenter__(self):
        host, _, rest = self.address.removeprefix("http://").partition(":")
        port, _, room = rest.partition("/#room=")
        self.reader, self.writer = await asyncio.open_connection(host, int(port))
        self.writer.write(
            f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: cGFkZG9jay1wYWRkb2NrIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = await self.reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in head, head
        self.send({"type": "hello", "id": 1, "version": 1})
        self.send({"type": "join", "id": 2, "room": room})
        return self

    async def __aexit__(self, *_):
        self.writer.close()

    def send(self, message):
        text = json.dumps(message).encode()
        assert len(text) < 126
        self.writer.write(bytes([0x81, 0x80 | len(text)]) + bytes(4) + text)  # masked by zeros

    async def receive(self):
        """The next message: a dictionary, or the bytes of a frame."""
        kind, size = await self.reader.readexactly(2)
        if size == 126:
            (size,) = struct.unpack(">H", await self.reader.readexactly(2))
        elif size == 127:
            (size,) = struct.unpack(">Q", await self.reader.readexactly(8))
        content = await self.reader.readexactly(size)
        return json.loads(content) if kind & 15 == 1 else content

    async def room(self, wanted=lambda room: True):
        """The next message about the room that is wanted."""
        while True:
            message = await asyncio.wait_for(self.receive(), 30)
            if isinstance(message, dict) and message["type"] == "room" and wanted(message):
                return message

    async def state(self, wanted):
        """(run, tick, x, y) of the first vehicle, from the next state frame that is wanted."""
        while True:
            message = await asyncio.wait_for(self.receive(), 30)
            if isinstance(message, bytes) and message[0] == 1:
                _, _, _, run, tick, _, x, y = struct.unpack_from("<BBHIQfii", message)
                if wanted(run, tick):
                    return run, tick, x * 1e-4, y * 1e-4


def place(env):
    car = env.unwrapped.describe()["vehicles"][0]
    return car["x"], car["y"]


def test_a_human_sees_the_very_environment_move_with_its_steps(capsys):
    env = gymnasium.make("paddock/Race-v0", render_mode="human", beams=8, noise=False)
    address = env.unwrapped.page_address
    assert capsys.readouterr().out.splitlines()[-1] == address
    assert b"<html" in get(address, "/").lower()
    room = room_of(address)
    assert address.endswith("#room=" + room["room"])
    env.reset(seed=5)

    async def watch():
        async with Watcher(address) as watcher:
            told = await watcher.room(lambda room: "level" in room)
            assert told["vehicles"][0]["driver"] == "program"
            assert get(address, told["level"]["glb"])[:4] == b"glTF"
            _, begin, *_ = await watcher.state(lambda run, tick: True)
            await asyncio.to_thread(lambda: [env.step(np.array([0, 0.5], np.float32)) for _ in range(30)])
            steps_end = await watcher.state(lambda run, tick: tick >= begin + 58)
            assert steps_end[2:] == pytest.approx(place(env), abs=0.2)
            run = steps_end[0]
            env.reset(seed=6)
            at = await watcher.state(lambda now, tick: now > run)
            assert at[2:] == pytest.approx(place(env), abs=0.01)

    asyncio.run(watch())
    assert env.render() is None
    env.close()
    with pytest.raises((urllib.error.URLError, ConnectionError)):
        get(address, "/api/rooms")


def test_two_vehicles_of_one_world_are_shown_together():
    game = paddock.parallel_env("duel-v0", render_mode="human", beams=8)
    game.reset(seed=1)
    room = room_of(game.page_address)
    assert room["vehicles"] == 2
    game.step({agent: [0, 0] for agent in game.agents})
    game.close()
    game.close()


def test_rgb_arrays_open_no_page_and_a_vector_has_none_to_show():
    env = paddock.make("race-v0", render_mode="rgb_array")
    assert not hasattr(env, "page_address")
    with pytest.raises(ValueError, match="render_mode must be None or one of rgb_array, got 'human'"):
        paddock.make_vec("race-v0", num_envs=2, render_mode="human")


def test_a_human_mode_gives_the_same_bits():
    seen = []
    for mode in (None, "human"):
        env = paddock.make("blocks-v0", render_mode=mode, ticks_per_step=1)
        first, _ = env.reset(seed=3)
        seen.append([first, *(env.step([0.3, 1])[0] for _ in range(10))])
        env.close()
    assert (np.array(seen[0]) == np.array(seen[1])).all()


def simple_policy(batch_env):
    size = batch_env.observation_space.shape[0]
    return paddock.Policy(mean=np.zeros(size), scale=np.ones(size),
                          layers=[(np.zeros((2, size)), np.array([0.0, 0.2]))])


def test_a_training_is_watched_with_its_curve(capsys):
    settings = dict(beams=8, variants=2)
    policy = simple_policy(paddock.make("race-v0", **settings))
    with paddock.TrainingPage("race-v0", curve={"driven": "m", "crashed": "%"}, steps=1000, **settings) as page:
        assert capsys.readouterr().out.splitlines()[-1] == page.address
        page.show(0, policy=policy)
        page.show(500, policy=policy, point={"crashed": 25, "driven": 12.5})

        async def watch():
            async with Watcher(page.address) as watcher:
                told = await watcher.room(lambda room: "training" in room)
                training = told["training"]
                assert training["task"] == "race" and training["of"] == 1000
                assert training["steps"] == 500 and training["rate"] > 0
                assert training["channels"] == [{"name": "driven", "unit": "m"}, {"name": "crashed", "unit": "%"}]
                assert training["points"] == [{"steps": 500, "values": [12.5, 25]}]
                await watcher.state(lambda run, tick: tick > 20)  # it drives
                page.show(900, point={"crashed": 0, "driven": 20})
                await watcher.room(lambda room: len(room["training"]["points"]) == 2)

        asyncio.run(watch())
        with pytest.raises(ValueError, match="a point must hold"):
            page.show(900, point={"driven": 20})
        with pytest.raises(ValueError, match="finite"):
            page.show(900, point={"driven": np.nan, "crashed": 0})
    page.close()
    with pytest.raises(paddock.ClosedEnvironmentError):
        page.show(1000)
    with pytest.raises(ValueError, match="no environment"):
        paddock.TrainingPage("rase-v0", curve={"driven": "m"})
    with pytest.raises(ValueError, match="curve must be"):
        paddock.TrainingPage("race-v0", curve={})


def learn(folder, *arguments):
    """The bytes of a policy that the example learns in a short training, and what it says."""
    folder.mkdir()
    command = [sys.executable, EXAMPLES / "train_race.py", "--updates", 2, "--envs", 64, "--horizon", 8,
               "--out", folder / "policy.json", *arguments]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return (folder / "policy.json").read_bytes(), done.stdout


def test_the_example_learns_the_same_bits_when_it_is_watched(tmp_path):
    alone, _ = learn(tmp_path / "alone")
    watched, said = learn(tmp_path / "watched", "--watch")
    assert alone == watched
    assert said.splitlines()[1].startswith("http://127.0.0.1:")


def test_the_command_learns_the_same_bits_when_it_is_watched(tmp_path):
    files = [tmp_path / "alone.json", tmp_path / "watched.json"]
    for file, more in zip(files, ([], ["--watch", "--port", "0"])):
        command = [os.environ["PADDOCK_BINARY"], "train", "blocks", "--steps", "60000", "--out", file, *more]
        process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True)
        if more:
            address = next(line.strip() for line in process.stdout if line.startswith("http://"))

            async def watch(address=address):
                async with Watcher(address) as watcher:
                    training = (await watcher.room(lambda room: "training" in room))["training"]
                    assert [one["name"] for one in training["channels"]] == ["return", "solved", "touched"]
                    await watcher.state(lambda run, tick: tick > 0)

            asyncio.run(watch())
        process.communicate()
        assert process.returncode == 0
    assert files[0].read_bytes() == files[1].read_bytes()
