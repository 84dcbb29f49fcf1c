// Levels of the tests' own, so that they hold whatever the course's look like.

/// A level for programs of the robot-car course.
export const kCourseWall = `format = 1
title = "A wall"
description = "A robot car before a wall."
vehicle = "robotcar"
doors = ["racecar"]

[ground]
size = [12, 8]
material = "concrete"

[[start]]
at = [-4, 0]

[[box]]
at = [4, 0, 0]
size = [0.2, 6, 0.6]
color = "#d7263d"
`;

const kHead = `physics = "rigid"
vehicle = "robotcar"
doors = ["racecar"]

[clock]
grid_hz = 300
tick = 6
frame = 5

[rigid]
gravity = 0.981

[ground]
size = [16, 8]
material = "concrete"
`;

/// A straight for up to four cars.
export const kCourseRace = `format = 1
title = "A short race"
description = "A straight with a checkpoint and a finish."
help = "Drive straight to the finish."
cars = 4
${kHead}
[[start]]
at = [-4, 1.5]
[[start]]
at = [-4, 0.5]
[[start]]
at = [-4, -0.5]
[[start]]
at = [-4, -1.5]

[[box]]
name = "end_wall"
at = [6, 0, 0]
size = [0.2, 6, 0.6]
color = "#d7263d"
fails = true
gauge = "distance_and_angle"

[[trigger]]
name = "checkpoint"
at = [-2, 0]
size = [0.2, 8]
rule = "checkpoint"

[[trigger]]
name = "finish"
at = [0, 0]
size = [0.2, 8]
rule = "finish"

[[view]]
name = "From the side"
at = [-2, -5, 2]
yaw_deg = 90
pitch_deg = 20

[[view]]
name = "From above"
at = [-2, 0, 7]
yaw_deg = 0
pitch_deg = 90
`;

/// Its grading.
export const kRaceTrials = `format = 1
title = "A short race"
description = "Two trials."
code = "short"
${kHead}
[[start]]
at = [-4, 0]

[[trial]]
title = "Go"
limit = 10

[[trial.task]]
kind = "reach"
at = [-3, 0]
radius = 0.25
height = 1
points = 1

[[trial.task]]
kind = "stop"
at = [-2, 0]
size = [1.2, 1.2, 1]
points = 1.5

[[trial]]
title = "Go far"
limit = 3
view = "front"

[[trial.task]]
kind = "reach"
at = [2, 0]
radius = 0.25
height = 1
points = 2
`;

/// A block that people turn and make taller.
export const kCourseEdit = `format = 1
title = "Things to change"
description = "A block to turn and to make taller."
${kHead}
[variables]
tall = 0
turn = 0

[[start]]
at = [-1, 0]

[[box]]
name = "block"
at = [0.5, 0, 0]
yaw_deg = "$turn"
size = [0.3, 0.3, "0.3 + 0.2 * $tall"]
color = "#3d8bfd"
gauge = "distance"

[[edit]]
piece = "block"
click = "tall"
clicks = 3
wheel = "turn"
wheel_step = 10
`;

/// Streets round two blocks, with lights and traffic.
const two_blocks = (title: string, start: string): string => `format = 1
title = "${title}"
description = "Streets round two blocks, with lights and traffic."
vehicle = "sedan"

[ground]
center = [100, 50]
size = [300, 200]
material = "grass"

[weather]

[[streets]]
nodes = [[0, 0], [100, 0], [200, 0], [200, 100], [100, 100], [0, 100]]
edges = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0], [1, 4]]
lane_width = 4

[variables]
traffic_cars = 0
traffic_walkers = 0

[traffic]
vehicles = "$traffic_cars"
walkers = "$traffic_walkers"

[[start]]
${start}

[[box]]
name = "house"
at = [150, 37, 0]
size = [30, 18, 9]
color = "#b8552e"
tag = "building"

[[box]]
name = "wall"
at = [150, 58, 0]
size = [12, 0.4, 1]
color = "#f2f0ea"
tag = "wall"
`;

/// In its lane, before a light.
export const kTwoBlocks = two_blocks('Two blocks', 'at = [50, -2]');
/// Between a house behind it and a wall before it.
export const kBackYard = two_blocks('Back yard', 'at = [150, 50]\nyaw_deg = 90');
