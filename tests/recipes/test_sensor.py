"""The sensor of docs/adding_a_sensor.md in Python, in a module whose catalogue has its row."""

import paddock


def test_the_catalogue_has_the_recipes_sensor():
    kind = paddock.sensor_kinds()["pulses"]
    assert kind.shape == "vector" and set(kind.units) == {"ideal", "worn"}
    assert kind.figures["missed"].noise


def test_it_counts_in_an_environment():
    env = paddock.make("race-v0", variants=1)
    env.reset(seed=1)
    counted = [env.unwrapped.read_sensor("pulses per_metre=1000")[0]]
    for _ in range(20):
        env.step([0.0, 1.0])
        counted.append(env.unwrapped.read_sensor("pulses per_metre=1000")[0])

    assert counted[0] == 0 and counted[-1] > 100
    assert counted == sorted(counted)
    assert env.unwrapped.sensor_info("pulses").channels[0].title == "pulses counted"
    env.close()
