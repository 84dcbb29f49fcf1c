// Parts of which texts of the server are made, and names as they stand in them.
#pragma once

#include <string_view>

#include "paddock/core/tick.h"
#include "paddock/core/vec.h"
#include "paddock/game/referee.h"
#include "paddock/io/json.h"
#include "paddock/stage/frame.h"
#include "paddock/stage/parameters.h"
#include "paddock/world/world.h"

namespace paddock::web {

inline double seconds(Nanos time) { return static_cast<double>(time) * 1e-9; }
inline Json point_json(Vec2 p) { return Json::array().add(p.x).add(p.y); }
inline Json point_json(Vec3 p) { return Json::array().add(p.x).add(p.y).add(p.z); }

std::string_view name_of(TriggerRule rule);
std::string_view name_of(TaskKind kind);
std::string_view name_of(TrialEnd end);
std::string_view name_of(NoticeAbout about);
std::string_view name_of(ParameterGroup group);

}  // namespace paddock::web
