"""As much of CARLA 0.8's Python client as the examples call, written for their tests from
docs/protocols/carla.md: no protobuf, no planner, no benchmark."""
