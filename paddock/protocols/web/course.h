// What people do in rooms of the robot-car course: change pieces, go to checkpoints, read gauges.
#pragma once

#include <vector>

#include "paddock/protocols/web/codec.h"
#include "paddock/stage/stage.h"

namespace paddock::web {

/// The level's variables after a person's click or turn of the wheel on a piece.
Result<LevelSettings> edited(const World& world, const EditPiece& request);

/// How the first vehicle stands to the pieces that have a gauge.
std::vector<GaugeView> gauges_of(const Session& session);
bool has_gauges(const World& world);

/// Whether the room is one of the course, whose programs read sensors in axes of their own.
bool programs_of_course(const StageStatus& status);

/// Refused in rooms that are none of the course, as is the next.
Result<void> act_in_course(Stage& stage, const ActInCourse& request);
Result<void> set_senses(Stage& stage, const CourseSenses& senses);

}  // namespace paddock::web
