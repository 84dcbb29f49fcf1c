"""The CarlaUE4.sh that `paddock serve carla --launcher` writes, started as scripts start CARLA 0.8."""

import os
import subprocess
from pathlib import Path

from carla.client import make_carla_client

from carla_server import running, three_ports

EMPTY = "[CARLA/LevelSettings]\nNumberOfVehicles=0\nNumberOfPedestrians=0\n"


def test_it_is_the_server_with_the_originals_map_port_and_step(tmp_path):
    subprocess.run([os.environ["PADDOCK_BINARY"], "serve", "carla", "--launcher", tmp_path], check=True,
                   capture_output=True)
    script, port = tmp_path / "CarlaUE4.sh", three_ports()
    call = [script, "/Game/Maps/Town02", "-windowed", "-ResX=400", "-ResY=300", "-carla-server", "-benchmark",
            "-fps=20", f"-carla-world-port={port}"]

    with running(call, port, PADDOCK_CARLA="--port 0") as server:
        with make_carla_client(port) as client:
            client.start(EMPTY, 5)
            times = []
            for _ in range(3):
                measured, _ = client.read_data()
                times.append(measured.game_timestamp)
                client.send_control(measured.player_measurements.autopilot_control)
            assert client.map_name == "Town02"
            assert times == [50, 100, 150]
        # what ends the script ends the server
        assert Path(f"/proc/{server.pid}/exe").samefile(os.environ["PADDOCK_BINARY"])


def test_a_settings_file_gives_the_port_where_the_call_does_not(tmp_path):
    subprocess.run([os.environ["PADDOCK_BINARY"], "serve", "carla", "--launcher", tmp_path], check=True,
                   capture_output=True)
    port = three_ports()
    settings = tmp_path / "CarlaSettings.ini"
    settings.write_text(f"[CARLA/Server]\nUseNetworking=true\nWorldPort={port}\n"
                        "[CARLA/LevelSettings]\nNumberOfVehicles=0\nNumberOfPedestrians=0\n")

    call = [tmp_path / "CarlaUE4.sh", "/Game/Maps/Town01", "-carla-server", f"-carla-settings={settings}"]
    with running(call, port, PADDOCK_CARLA="--port 0"), make_carla_client(port) as client:
        client.start("", 0)
        client.read_data()
        assert client.map_name == "Town01"
