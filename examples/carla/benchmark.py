"""Drives CARLA 0.8's driving benchmark in Paddock's towns, with the client's own code for it.

    paddock serve carla
    python -m paddock_carla_compat examples/carla/benchmark.py commands --city Town02
    python -m paddock_carla_compat examples/carla/benchmark.py policy --file streets.json
    python -m paddock_carla_compat examples/carla/benchmark.py autopilot --tasks 0 1 2

`commands` follows the planner's commands with a camera (command_agent.py), `policy` with a network
(policy_agent.py), `forward` is the client's trivial agent. `autopilot` does what the autopilot would:
its goal is told to the server by a key that the original, where it roams, does not know.
"""

import argparse
import collections
import logging

from carla.agent import ForwardAgent
from carla.client import make_carla_client
from carla.driving_benchmark import results_printer
from carla.driving_benchmark.driving_benchmark import DrivingBenchmark
from carla.driving_benchmark.experiment import Experiment
from carla.driving_benchmark.experiment_suites import CoRL2017
from carla.settings import CarlaSettings
from command_agent import CommandAgent, make_camera

TASKS = ["straight", "one turn", "navigation", "navigation with traffic"]


class AutopilotAgent:
    """Does what the autopilot would."""

    def run_step(self, measurements, sensor_data, directions, target):
        return measurements.player_measurements.autopilot_control


class GoalSettings(CarlaSettings):
    """Settings that say where the autopilot shall drive, with other sensors than the suite's."""

    def __init__(self, conditions, goal, sensors):
        super().__init__()
        self.__dict__.update(conditions.__dict__)
        self._goal = goal
        self._sensors = sensors

    def __str__(self):
        return f"{super().__str__()}\n[Paddock]\nGoalSpot={self._goal}\n"


class OneWeather(CoRL2017):
    """CoRL 2017 in one weather, with an experiment for each pose, since each has its goal."""

    def __init__(self, city, weather, tasks, sensors):
        self._weather, self._tasks, self._others = weather, tasks, sensors
        super().__init__(city)

    @property
    def train_weathers(self):
        return [self._weather]

    @property
    def test_weathers(self):
        return []

    def build_experiments(self):
        experiments = []
        for task in super().build_experiments():
            for pose in task.poses if task.task in self._tasks else ():
                experiment = Experiment()
                experiment.set(Task=task.task, Poses=[pose],
                               Conditions=GoalSettings(task.conditions, pose[1], self._others))
                experiments.append(experiment)
        return experiments


class Reported(DrivingBenchmark):
    """Says of each pose how it ended, and counts."""

    def __init__(self, city, name):
        super().__init__(city_name=city, name_to_save=name)
        self.arrived = collections.Counter()
        self.driven = collections.Counter()

    def _run_navigation_episode(self, agent, client, time_out, target, episode_name):
        ended = super()._run_navigation_episode(agent, client, time_out, target, episode_name)
        result, measured, _, seconds, distance = ended
        task = int(episode_name.split("_")[1])
        self.driven[task] += 1
        self.arrived[task] += result
        last = measured[-1]
        bumps = [last.collision_vehicles, last.collision_pedestrians, last.collision_other]
        print(f"{TASKS[task]} {episode_name.split('_')[2]}: {'there' if result else 'NOT there'} after "
              f"{seconds:.1f} of {time_out:.1f} s, {distance:.1f} m away; bumped into vehicles, people, "
              f"other {' '.join(f'{bump:.0f}' for bump in bumps)} kg m/s; off road at most "
              f"{max(m.intersection_offroad for m in measured):.0%}, other lane "
              f"{max(m.intersection_otherlane for m in measured):.0%}", flush=True)
        return ended


def make_agent(arguments):
    """The agent, and its sensors: who looks at nothing has none, and drives thousands of frames a second."""
    if arguments.agent == "autopilot":
        return AutopilotAgent(), []
    if arguments.agent == "forward":
        return ForwardAgent(), []
    if arguments.agent == "commands":
        return CommandAgent(), [make_camera()]
    from policy_agent import PolicyAgent
    return PolicyAgent(arguments.file), [make_camera()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("agent", choices=["autopilot", "commands", "forward", "policy"])
    parser.add_argument("--file", help="what policy_agent.py wrote, for the agent policy")
    parser.add_argument("--host", default="localhost")
    parser.add_argument("--port", type=int, default=2000)
    parser.add_argument("--city", choices=["Town01", "Town02"], default="Town01")
    parser.add_argument("--weather", type=int, default=1)
    parser.add_argument("--tasks", type=int, nargs="+", choices=range(4), default=[0, 1, 2],
                        help="0 straight, 1 one turn, 2 navigation, 3 navigation with traffic")
    parser.add_argument("--table", action="store_true", help="print the benchmark's own summary too")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.WARNING)
    agent, sensors = make_agent(arguments)
    suite = OneWeather(arguments.city, arguments.weather, arguments.tasks, sensors)
    with make_carla_client(arguments.host, arguments.port) as client:
        benchmark = Reported(arguments.city, f"{arguments.agent}_{arguments.city}")
        summary = benchmark.benchmark_agent(suite, agent, client)
    if arguments.table:
        results_printer.print_summary(summary, suite.train_weathers, benchmark.get_path())
    for task in arguments.tasks:
        print(f"{arguments.city} {TASKS[task]}: {benchmark.arrived[task]} of {benchmark.driven[task]}")


if __name__ == "__main__":
    main()
