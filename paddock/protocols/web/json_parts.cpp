#include "paddock/protocols/web/json_parts.h"

namespace paddock::web {

std::string_view name_of(TriggerRule rule) {
  switch (rule) {
    case TriggerRule::None:
      break;
    case TriggerRule::Checkpoint:
      return "checkpoint";
    case TriggerRule::Finish:
      return "finish";
    case TriggerRule::Fail:
      return "fail";
    case TriggerRule::Reset:
      return "reset";
    case TriggerRule::SpeedLimit:
      return "speed_limit";
    case TriggerRule::Slalom:
      return "slalom";
  }
  return "none";
}

std::string_view name_of(TaskKind kind) {
  switch (kind) {
    case TaskKind::Reach:
      return "reach";
    case TaskKind::Stop:
      return "stop";
    case TaskKind::Speed:
      return "speed";
    case TaskKind::ParkAtCone:
      return "park_at_cone";
    case TaskKind::ParkAtWall:
      break;
  }
  return "park_at_wall";
}

std::string_view name_of(NoticeAbout about) {
  switch (about) {
    case NoticeAbout::Help:
      return "help";
    case NoticeAbout::Trial:
      return "trial";
    case NoticeAbout::Other:
      break;
  }
  return "other";
}

std::string_view name_of(ParameterGroup group) {
  switch (group) {
    case ParameterGroup::Race:
      return "race";
    case ParameterGroup::Drivers:
      return "driver";
    case ParameterGroup::Vehicles:
      break;
  }
  return "vehicle";
}

std::string_view name_of(TrialEnd end) {
  switch (end) {
    case TrialEnd::Running:
      return "running";
    case TrialEnd::Done:
      return "done";
    case TrialEnd::Failed:
      return "failed";
    case TrialEnd::TimeUp:
      return "time_up";
    case TrialEnd::Skipped:
      return "skipped";
    case TrialEnd::ProgramFailed:
      break;
  }
  return "program_failed";
}

}  // namespace paddock::web
