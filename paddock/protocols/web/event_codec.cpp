// What happened, as text of the server.
#include "paddock/protocols/web/codec.h"
#include "paddock/protocols/web/json_parts.h"

namespace paddock::web {

namespace {

Json event_json(const StageEvent& e) {
  Json json = Json::object();
  const auto named = [&](std::string_view name) {
    json.set("event", name).set("time", seconds(e.time));
  };
  switch (e.kind) {
    case EventKind::Gate:
      named("gate");
      json.set("vehicle", e.vehicle).set("gate", e.number).set("in_order", e.yes);
      break;
    case EventKind::Lap:
      named("lap");
      json.set("vehicle", e.vehicle).set("lap", e.number).set("duration", seconds(e.duration));
      break;
    case EventKind::Finish:
      named("finish");
      json.set("vehicle", e.vehicle).set("place", e.number);
      break;
    case EventKind::Collision:
      named("collision");
      json.set("vehicle", e.vehicle).set("other", e.other).set("piece", e.text);
      json.set("point", point_json(e.point)).set("impulse", e.value);
      break;
    case EventKind::Trigger:
      named("trigger");
      json.set("vehicle", e.vehicle).set("trigger", e.text).set("entered", e.yes);
      if (e.number > 0) json.set("piece", e.number - 1);
      break;
    case EventKind::Froze:
      named("froze");
      json.set("vehicle", e.vehicle);
      break;
    case EventKind::NewDriver:
      named("driver");
      json.set("vehicle", e.vehicle).set("driver", e.text);
      break;
    case EventKind::Clicked:
      named("click");
      json.set("vehicle", e.vehicle).set("point", point_json(e.point));
      break;
    case EventKind::NewValue:
      named("parameter");
      json.set("name", e.text).set("value", e.value);
      break;
    case EventKind::Diverged:
      named("diverged");
      json.set("message", e.text);
      break;
    case EventKind::End:
      named("end");
      break;
    case EventKind::Flipped:
      named("flipped");
      json.set("vehicle", e.vehicle).set("reset", e.yes);
      break;
    case EventKind::Fell:
      named("fell");
      json.set("vehicle", e.vehicle).set("reset", e.yes);
      break;
    case EventKind::Lost:
      named("lost");
      json.set("piece", e.text);
      break;
    case EventKind::Placed:
      named("placed");
      json.set("vehicle", e.vehicle).set("point", point_json(e.point));
      break;
    case EventKind::KeyPoint:
      named("key_point");
      json.set("vehicle", e.vehicle).set("number", e.number);
      json.set("duration", seconds(e.duration)).set("finish", e.yes);
      break;
    case EventKind::Failed:
      named("failed");
      json.set("vehicle", e.vehicle).set("message", e.text);
      break;
    case EventKind::Penalty:
      named("penalty");
      json.set("vehicle", e.vehicle).set("message", e.text).set("duration", seconds(e.duration));
      break;
    case EventKind::Reset:
      named("reset");
      json.set("vehicle", e.vehicle).set("message", e.text).set("point", point_json(e.point));
      break;
    case EventKind::TaskDone:
      named("task");
      json.set("vehicle", e.vehicle).set("number", e.number).set("value", e.value);
      break;
    case EventKind::TrialOver:
      named("trial");
      json.set("end", name_of(static_cast<TrialEnd>(e.number))).set("value", e.value);
      json.set("duration", seconds(e.duration));
      break;
    case EventKind::RecordingEnded:
      named("recording_ended");
      json.set("message", e.text);
      break;
    case EventKind::Spawned:
      named("spawned");
      json.set("vehicle", e.vehicle).set("kind", e.text).set("point", point_json(e.point));
      break;
    case EventKind::Despawned:
      named("despawned");
      json.set("vehicle", e.vehicle).set("kind", e.text);
      break;
  }
  return json;
}

}  // namespace

std::string encode_events(const std::vector<StageEvent>& events) {
  Json list = Json::array();
  for (const StageEvent& event : events) list.add(event_json(event));
  return to_text(Json::object().set("type", "events").set("events", std::move(list)), 0);
}

}  // namespace paddock::web
