// The text of the server.
#include "paddock/protocols/web/codec.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>
#include <tuple>

#include "paddock/core/version.h"
#include "paddock/protocols/web/json_parts.h"
#include "paddock/vehicles/vehicle_look.h"
#include "paddock/world/mover.h"
#include "paddock/world/roads/road_network.h"
#include "paddock/world/world_look.h"

namespace paddock::web {
namespace {

std::string_view mode_of(const StageStatus& status) {
  return status.replay ? "replay" : status.follows ? "shown" : "live";
}

constexpr std::size_t kMaxRoutePoints = 2000;  // of the line a map shows
constexpr double kMapTolerance = 0.1;          // m, that a lane on a map may leave its middle

void set_id(RequestId id, Json& json) {
  if (id) json.set("id", *id);
}

}  // namespace

RefusalCode code_of(const Error& error) {
  switch (error.code) {
    case ErrorCode::NotFound:
      return RefusalCode::NotFound;
    case ErrorCode::Limit:
      return RefusalCode::Limit;
    case ErrorCode::Io:
      return RefusalCode::Refused;
    case ErrorCode::Held:
      return RefusalCode::Held;
    case ErrorCode::Invalid:
      break;
  }
  return RefusalCode::Invalid;
}

Json problem_json(const Problem& problem) {
  const std::string& file = problem.where.file;
  return Json::object()
      .set("file", file.substr(file.rfind('/') + 1))
      .set("line", problem.where.line)
      .set("field", problem.field)
      .set("message", problem.message);
}

Json server_json(bool token) {
  return Json::object()
      .set("name", "paddock")
      .set("version", paddock::kVersion)
      .set("protocol", kVersion)
      .set("token", token);
}

Json drivers_json() {
  Json drivers = Json::array();
  for (const DriverType& type : driver_types())
    drivers.add(
        Json::object().set("name", type.name).set("about", type.about).set("roads", type.roads));
  return drivers;
}

std::string encode_ok(RequestId id) {
  Json json = Json::object().set("type", "ok");
  set_id(id, json);
  return to_text(json, 0);
}

std::string encode_error(RequestId id, const Refusal& refusal) {
  Json json = Json::object().set("type", "error");
  set_id(id, json);
  json.set("code", name_of(refusal.code)).set("message", refusal.message);
  Json problems = Json::array();
  for (const Problem& problem : refusal.problems) problems.add(problem_json(problem));
  if (!problems.items().empty()) json.set("problems", std::move(problems));
  return to_text(json, 0);
}

std::string encode_welcome(RequestId id, std::uint64_t client, Access access, bool token) {
  Json json = Json::object().set("type", "welcome");
  set_id(id, json);
  json.set("version", kVersion).set("client", client);
  json.set("access", access == Access::Full ? "full" : "view");
  json.set("server", server_json(token)).set("drivers", drivers_json());
  return to_text(json, 0);
}

std::string encode_left(std::string_view room, std::string_view reason) {
  return to_text(Json::object().set("type", "left").set("room", room).set("reason", reason), 0);
}

std::string encode_pong(const Json& ping) {
  Json json = ping;
  json.set("type", "pong");
  return to_text(json, 0);
}

std::string encode_list(RequestId id, std::string_view type, Json list) {
  Json json = Json::object().set("type", type);
  set_id(id, json);
  json.set(type, std::move(list));
  return to_text(json, 0);
}

namespace {

/// The doors through which programs are there now.
Json programs_json(const StageStatus& status) {
  Json doors = Json::array();
  for (const PeerStatus& peer : status.peers) {
    const bool there = std::any_of(peer.links.begin(), peer.links.end(),
                                   [](const LinkStatus& link) { return link.connected; });
    if (there && !peer.door.empty()) doors.add(peer.door);
  }
  return doors;
}

}  // namespace

Json rooms_json(const std::vector<RoomLine>& rooms) {
  Json list = Json::array();
  for (const RoomLine& room : rooms) {
    const StageStatus& status = *room.frame->status;
    Json json = Json::object()
                    .set("room", room.name)
                    .set("level", status.world->name)
                    .set("title", status.papers->title)
                    .set("mode", mode_of(status))
                    .set("vehicles", count_present(status))
                    .set("viewers", room.viewers)
                    .set("paused", status.pace.paused)
                    .set("factor", status.pace.factor)
                    .set("programs", programs_json(status));
    if (room.may_close) json.set("may_close", *room.may_close);
    list.add(std::move(json));
  }
  return list;
}

Json recordings_json(const std::vector<RecordingSummary>& recordings) {
  Json list = Json::array();
  for (const RecordingSummary& r : recordings)
    list.add(Json::object()
                 .set("name", r.name)
                 .set("level", r.level)
                 .set("title", r.title)
                 .set("seed", r.seed)
                 .set("vehicles", r.vehicles)
                 .set("duration", r.duration)
                 .set("bytes", r.bytes)
                 .set("complete", r.complete));
  return list;
}

namespace {

std::string color_text(Color color) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "#";
  for (const std::uint8_t part : {color.r, color.g, color.b}) {
    text += kDigits[part / 16];
    text += kDigits[part % 16];
  }
  return text;
}

/// Where a volume is; without bottom and top it has no end there.
Json volume_json(const WorldTrigger& volume) {
  Json json = Json::object();
  json.set("at", point_json(Vec2{volume.pose.x, volume.pose.y})).set("yaw", volume.pose.yaw);
  json.set("half", point_json(volume.half_size)).set("round", volume.round);
  if (std::isfinite(volume.bottom)) json.set("bottom", volume.bottom);
  if (std::isfinite(volume.top)) json.set("top", volume.top);
  return json;
}

Json task_json(const World& world, const WorldTask& task) {
  Json volumes = Json::array();
  for (const WorldTrigger& volume : task.volumes) volumes.add(volume_json(volume));
  Json json = Json::object();
  json.set("kind", name_of(task.kind)).set("points", task.points).set("speed", task.speed);
  if (task.piece) json.set("piece", world.pieces[index_of(*task.piece)].name);
  return json.set("volumes", std::move(volumes));
}

Json trial_json(const TrialSpec& trial, std::int64_t number) {
  return Json::object()
      .set("number", number)
      .set("title", trial.title)
      .set("limit", trial.limit)
      .set("points", trial.points)
      .set("required", trial.required)
      .set("extra", trial.extra)
      .set("view", trial.view);
}

/// Of the trial that runs, from 1: a variable of the level.
std::int64_t trial_number(const LevelSettings& variables) {
  for (const LevelVariable& variable : variables)
    if (variable.name == "trial") return static_cast<std::int64_t>(std::lround(variable.value));
  return 1;
}

/// What an edit changes: something of the piece itself, or a variable.
std::string word_of(const EditSpec& edit, EditOf of, const std::string& variable) {
  constexpr std::array<std::string_view, 5> kWords{"", "variant", "presence", "turn", "scale"};
  if (of == EditOf::Nothing) return variable;
  return concat(kWords[static_cast<std::size_t>(of)], " of ", edit.piece);
}

/// A piece that people change, with its box as the level has it and the body that carries it.
Json edit_json(const StageStatus& status, const EditSpec& edit) {
  const World& world = *status.world;
  Json json = Json::object()
                  .set("piece", edit.piece)
                  .set("click", word_of(edit, edit.click_changes, edit.click));
  json.set("right_click", word_of(edit, edit.right_click_changes, edit.right_click));
  json.set("wheel", word_of(edit, edit.wheel_changes, edit.wheel));
  Vec3 low, high;
  std::int64_t body = -1;
  for (std::size_t p = 0; p < world.pieces.size(); ++p) {
    const WorldPiece& piece = world.pieces[p];
    if (piece.name != edit.piece || piece.mesh.points.empty()) continue;
    low = high = piece.world_from_piece * piece.mesh.points.front();
    for (const Vec3 point : piece.mesh.points) {
      const Vec3 at = piece.world_from_piece * point;
      low = {std::min(low.x, at.x), std::min(low.y, at.y), std::min(low.z, at.z)};
      high = {std::max(high.x, at.x), std::max(high.y, at.y), std::max(high.z, at.z)};
    }
    const std::string name = PartNames(world).of(PieceId{static_cast<std::uint32_t>(p)});
    const auto found = std::find(status.bodies.begin(), status.bodies.end(), name);
    if (found != status.bodies.end()) body = found - status.bodies.begin();
  }
  json.set("low", point_json(low)).set("high", point_json(high));
  return json.set("body", body);
}

/// Rules, tasks, views and what people edit: only where the level has any of them.
std::optional<Json> rules_json(const StageStatus& status) {
  const World& world = *status.world;
  const LevelPapers& papers = *status.papers;
  Json zones = Json::array(), tasks = Json::array(), trials = Json::array();
  Json views = Json::array(), edits = Json::array(), gauges = Json::array();
  for (const WorldZone& zone : world.zones) {
    Json json = volume_json(zone.volume).set("rule", name_of(zone.rule));
    if (zone.rule == TriggerRule::SpeedLimit) json.set("speed", zone.speed);
    zones.add(std::move(json));
  }
  for (const WorldTask& task : world.tasks) tasks.add(task_json(world, task));
  for (const TrialSpec& trial : papers.trials)
    trials.add(trial_json(trial, &trial - papers.trials.data() + 1));
  for (const ViewSpec& view : papers.views)
    views.add(Json::object()
                  .set("name", view.name)
                  .set("at", point_json(view.at))
                  .set("yaw", view.yaw)
                  .set("pitch", view.pitch));
  for (const EditSpec& edit : papers.edits) edits.add(edit_json(status, edit));
  for (const WorldPiece& piece : world.pieces)
    if (piece.gauge != Gauge::None) gauges.add(piece.name);
  // what fails whoever touches it and no sensor sees: people see it as a volume
  Json ghosts = Json::array();
  const PartNames names(world);
  for (std::size_t p = 0; p < world.pieces.size(); ++p) {
    const WorldPiece& piece = world.pieces[p];
    if (piece.fails && !piece.seen_by.camera && !piece.seen_by.lidar)
      ghosts.add(names.of(PieceId{static_cast<std::uint32_t>(p)}));
  }
  if (papers.help.empty() && world.cars == 1 && zones.items().empty() && tasks.items().empty() &&
      trials.items().empty() && views.items().empty() && edits.items().empty() &&
      gauges.items().empty())
    return std::nullopt;
  Json json = Json::object().set("help", papers.help).set("cars", world.cars);
  json.set("zones", std::move(zones)).set("tasks", std::move(tasks));
  if (papers.trial) json.set("trial", trial_json(*papers.trial, trial_number(papers.variables)));
  json.set("trials", std::move(trials)).set("views", std::move(views));
  json.set("edits", std::move(edits)).set("gauges", std::move(gauges));
  return json.set("ghosts", std::move(ghosts));
}

/// How many looks each body has.
Json variants_json(const StageStatus& status) {
  const World& world = *status.world;
  const PartNames names(world);
  std::map<std::string, std::size_t> looks;
  for (std::size_t p = 0; p < world.pieces.size(); ++p) {
    const WorldPiece& piece = world.pieces[p];
    if (piece.variants.size() < 2) continue;
    const PieceId id{static_cast<std::uint32_t>(p)};
    const auto* train = std::get_if<TrainSpec>(&piece.shape);
    const std::size_t cars = train != nullptr ? make_train_line(*train).cars : 1;
    for (std::size_t car = 0; car < cars; ++car) looks[names.of(id, car)] = piece.variants.size();
  }
  Json variants = Json::array();
  for (const std::string& body : status.bodies) {
    const auto known = looks.find(body);
    variants.add(static_cast<std::int64_t>(known == looks.end() ? 1 : known->second));
  }
  return variants;
}

double to_chord(Vec2 p, Vec2 from, Vec2 to) {
  const Vec2 way = to - from;
  const double square = dot(way, way);
  const double share = square > 0 ? std::clamp(dot(p - from, way) / square, 0.0, 1.0) : 0;
  return distance(p, from + way * share);
}

/// The points of a line that are needed to draw it.
std::vector<Vec2> thinned(std::span<const Vec2> line) {
  std::vector<Vec2> kept{line.front()};
  std::size_t last = 0;
  for (std::size_t i = 1; i + 1 < line.size(); ++i) {
    bool straight = true;
    for (std::size_t k = last + 1; straight && k <= i; ++k)
      straight = to_chord(line[k], line[last], line[i + 1]) < kMapTolerance;
    if (straight) continue;
    kept.push_back(line[i]);
    last = i;
  }
  kept.push_back(line.back());
  return kept;
}

double to_centimetre(double metres) { return std::round(metres * 100) / 100; }

/// A lane as a map draws it: its middle, and how wide it is at most.
Json strip_json(const RoadLane& lane) {
  Json points = Json::array();
  double width = 0;
  for (const Vec2 p : thinned(lane.middle))
    points.add(point_json(Vec2{to_centimetre(p.x), to_centimetre(p.y)}));
  for (std::size_t i = 0; i < lane.middle.size(); ++i)
    width = std::max(width, distance(lane.left[i], lane.right[i]));
  return Json::object()
      .set("points", std::move(points))
      .set("width", to_centimetre(width))
      .set("junction", lane.junction.has_value());
}

Json level_json(const StageStatus& status) {
  const World& world = *status.world;
  const LevelPapers& papers = *status.papers;
  Json gates = Json::array(), route = Json::array(), bodies = Json::array();
  for (const std::string& name : status.bodies) bodies.add(name);
  for (const WorldGate& gate : world.gates)
    gates.add(Json::array().add(gate.left.x).add(gate.left.y).add(gate.right.x).add(gate.right.y));
  bool closed = false;
  if (!world.routes.empty()) {
    const Route& first = world.routes.front();
    closed = first.closed;
    const std::size_t stride = 1 + first.points.size() / kMaxRoutePoints;
    for (std::size_t i = 0; i < first.points.size(); i += stride)
      route.add(point_json(first.points[i]));
  }
  std::string drawn = concat("?seed=", world.seed);
  if (!papers.variables.empty()) drawn += "&set=" + settings_text(papers.variables);
  Json variables = Json::object();
  for (const LevelVariable& variable : papers.variables)
    variables.set(variable.name, variable.value);
  // gradings have the names of the levels they go with; what is in no collection is shown from its
  // room
  const std::string_view folder = !papers.trials.empty()      ? "trials/"
                                  : papers.collection.empty() ? kShownLevels
                                                              : "";
  Json json = Json::object();
  if (auto rules = rules_json(status)) json.set("rules", std::move(*rules));
  Json lights = Json::array();
  for (const LightSpec& light : world.scene.lights) {
    if (light.at_dusk) continue;
    lights.add(Json::object()
                   .set("at", Json::array().add(light.at.x).add(light.at.y).add(light.at.z))
                   .set("color", color_text(light.color))
                   .set("power", light.power));
  }
  if (!lights.items().empty()) json.set("lights", std::move(lights));
  if (world.roads) {
    Json strips = Json::array();
    for (const RoadLane& lane : world.roads->lanes)
      if (is_road(lane.kind) && lane.middle.size() > 1) strips.add(strip_json(lane));
    json.set("roads", std::move(strips));
  }
  return json.set("name", world.name)
      .set("collection", papers.collection)
      .set("title", papers.title)
      .set("description", papers.description)
      .set("seed", world.seed)
      .set("variables", std::move(variables))
      .set("tick_s", world.clock.tick_seconds())
      .set("frame_s", static_cast<double>(world.clock.grid_per_frame) /
                          static_cast<double>(world.clock.grid_hz))
      .set("bounds", Json::array()
                         .add(world.bounds.low.x)
                         .add(world.bounds.low.y)
                         .add(world.bounds.high.x)
                         .add(world.bounds.high.y))
      .set("gates", std::move(gates))
      .set("route", std::move(route))
      .set("route_closed", closed)
      .set("bodies", std::move(bodies))
      .set("variants", variants_json(status))
      .set("glb", concat("/levels/", folder, world.name, ".glb", drawn))
      .set("picture", concat("/levels/", folder, world.name, ".png", drawn));
}

Json seat_json(const SeatStatus& seat, std::size_t index) {
  Json sensors = Json::array();
  for (const SensorName& sensor : seat.sensors)
    sensors.add(Json::object()
                    .set("name", sensor.name)
                    .set("kind", sensor.kind)
                    .set("shape", name_of(sensor.shape))
                    .set("mounted", sensor.mounted));
  Json json = Json::object();
  if (seat.colors)
    json.set("front", color_text(seat.colors->front)).set("back", color_text(seat.colors->back));
  return json.set("id", static_cast<std::uint32_t>(seat.id))
      .set("present", seat.present)
      .set("kind", seat.kind)
      .set("color", color_text(vehicle_color(vehicle_id(index))))
      .set("glb", concat("/vehicles/", seat.kind, ".glb?vehicle=", index))
      .set("driver", seat.driver)
      .set("client", seat.client)
      .set("program", seat.program)
      .set("laps", seat.laps)
      .set("last_lap", seconds(seat.last_lap))
      .set("best_lap", seconds(seat.best_lap))
      .set("place", seat.place)
      .set("finished", seconds(seat.finished))
      .set("sensors", std::move(sensors));
}

bool same_seats(const StageStatus& a, const StageStatus& b) {
  const auto all_of = [](const SeatStatus& s) {
    return std::tie(s.id, s.present, s.kind, s.driver, s.client, s.program, s.laps, s.place,
                    s.last_lap, s.best_lap, s.finished, s.colors, s.sensors);
  };
  return std::equal(
      a.seats.begin(), a.seats.end(), b.seats.begin(), b.seats.end(),
      [&](const SeatStatus& x, const SeatStatus& y) { return all_of(x) == all_of(y); });
}

Json link_json(const std::string& door, const LinkStatus& link) {
  Json ports = Json::array();
  for (const std::uint16_t port : link.ports) ports.add(port);
  return Json::object()
      .set("door", door)
      .set("name", link.name)
      .set("address", link.address)
      .set("program", link.program)
      .set("ports", std::move(ports))
      .set("connected", link.connected)
      .set("note", link.note)
      .set("in_rate", link.in_rate)
      .set("out_rate", link.out_rate);
}

Json training_json(const TrainingStatus& training) {
  Json channels = Json::array(), points = Json::array();
  for (const auto& [name, unit] : training.channels)
    channels.add(Json::object().set("name", name).set("unit", unit));
  for (const TrainingPoint& point : training.points) {
    Json values = Json::array();
    for (const double value : point.values) values.add(value);
    points.add(Json::object().set("steps", point.steps).set("values", std::move(values)));
  }
  return Json::object()
      .set("task", training.task)
      .set("steps", training.steps)
      .set("of", training.of)
      .set("rate", training.rate)
      .set("policy_steps", training.policy_steps)
      .set("channels", std::move(channels))
      .set("points", std::move(points));
}

/// What every door shows, then what is the door's own.
Json door_json(const PeerStatus& peer) {
  Json console = Json::array(), results = Json::array();
  for (const std::string& line : peer.console) console.add(line);
  for (const TrialResult& result : peer.results)
    results.add(Json::object()
                    .set("title", result.title)
                    .set("points", result.points)
                    .set("of", result.of)
                    .set("time", seconds(result.time))
                    .set("end", name_of(result.end))
                    .set("why", result.why));
  Json json = Json::object()
                  .set("door", peer.door)
                  .set("message", peer.notice.text)
                  .set("grade", peer.notice.grade)
                  .set("about", name_of(peer.notice.about))
                  .set("message_count", peer.notice.count)
                  .set("console", std::move(console))
                  .set("results", std::move(results))
                  .set("score_code", peer.score_code);
  if (const auto own = parse_json(peer.own); own && own->is(JsonKind::Object))
    for (std::size_t i = 0; i < own->items().size(); ++i) json.set(own->keys()[i], own->items()[i]);
  return json;
}

Json game_json(const GameStatus& game) {
  Json cars = Json::array();
  for (const RefereeCar& car : game.cars) {
    Json passed = Json::array();
    for (const Nanos time : car.passed) passed.add(time < 0 ? 0.0 : seconds(time));
    cars.add(Json::object()
                 .set("key_point", car.key_point)
                 .set("passed", std::move(passed))
                 .set("penalty", seconds(car.penalty))
                 .set("failed", car.failed)
                 .set("finished", car.finished));
  }
  return Json::object()
      .set("mode", game.mode == PlayMode::Race    ? "race"
                   : game.mode == PlayMode::Trial ? "grade"
                                                  : "explore")
      .set("running", game.running)
      .set("began", seconds(game.began))
      .set("cars", std::move(cars))
      .set("task", game.task)
      .set("points", game.points)
      .set("end", name_of(game.end))
      .set("ended", seconds(game.ended));
}

Json parameter_json(const Parameter& p) {
  Json json = Json::object().set("name", p.name).set("group", name_of(p.group));
  if (p.group != ParameterGroup::Race) json.set("vehicle", p.vehicle);
  if (!p.choices.empty()) {
    Json choices = Json::array();
    for (const std::string& choice : p.choices) choices.add(choice);
    json.set("choices", std::move(choices));
  }
  return json.set("title", p.title)
      .set("kind", p.kind == ParameterKind::Number  ? "number"
                   : p.kind == ParameterKind::Whole ? "whole"
                                                    : "switch")
      .set("unit", p.unit)
      .set("section", p.section)
      .set("help", p.help)
      .set("value", p.value)
      .set("low", p.low)
      .set("high", p.high)
      .set("standard", p.standard);
}

Json path_json(const PathStatus& path) {
  Json points = Json::array();
  for (const Vec2 point : path.points) points.add(point_json(point));
  return Json::object()
      .set("vehicle", static_cast<std::uint32_t>(path.vehicle))
      .set("points", std::move(points))
      .set("closed", path.closed)
      .set("undo", path.undo);
}

Json flight_json(const Flight& flight) {
  const FlightScore& score = flight.score;
  Json changed = Json::object();
  for (const auto& [name, value] : flight.changed) changed.set(name, value);
  Json json = Json::object();
  if (score.rise) json.set("rise", *score.rise);
  if (score.settling) json.set("settling", *score.settling);
  if (score.overshoot) json.set("overshoot", *score.overshoot);
  return json.set("number", flight.number)
      .set("vehicle", static_cast<std::uint32_t>(flight.vehicle))
      .set("controller", flight.controller)
      .set("began", seconds(flight.began))
      .set("lasted", seconds(flight.lasted))
      .set("done", flight.done)
      .set("arrived", flight.arrived)
      .set("mean_error", score.mean_error)
      .set("largest_error", score.largest_error)
      .set("effort", score.effort)
      .set("length", score.length)
      .set("changed", std::move(changed));
}

}  // namespace

std::string settings_text(const LevelSettings& settings) {
  std::string text;
  for (const LevelVariable& variable : settings)
    text += concat(text.empty() ? "" : ",", variable.name, "=", variable.value);
  return text;
}

std::string encode_room(const RoomView& view) {
  const StageStatus& status = *view.status;
  Json waiting = Json::array();
  for (const std::string& gate : status.waiting) waiting.add(gate);
  Json links = Json::array(), doors = Json::array();
  std::shared_ptr<const TrainingStatus> training;
  for (const PeerStatus& peer : status.peers) {
    for (const LinkStatus& link : peer.links) links.add(link_json(peer.door, link));
    if (!peer.door.empty()) doors.add(door_json(peer));
    if (peer.training) training = peer.training;
  }
  Json json = Json::object();
  json.set("type", "room").set("room", view.name);
  json.set("mode", mode_of(status)).set("run", status.run);
  json.set("client", view.client).set("role", view.role);
  json.set("pace",
           Json::object().set("paused", status.pace.paused).set("factor", status.pace.factor));
  json.set("duration", seconds(status.duration)).set("laps", status.laps);
  json.set("realism", status.spec.ideal_sensors ? "ideal" : "real").set("viewers", view.viewers);
  json.set("recording",
           Json::object().set("on", !status.recording.empty()).set("name", status.recording));
  json.set("waiting", std::move(waiting));
  json.set("links", std::move(links));
  json.set("doors", std::move(doors));
  if (training) json.set("training", training_json(*training));
  if (status.game) json.set("game", game_json(*status.game));
  // the long parts, only when they are news
  if (view.known == nullptr || !same_seats(*view.known, status)) {
    Json vehicles = Json::array();
    for (std::size_t v = 0; v < status.seats.size(); ++v)
      vehicles.add(seat_json(status.seats[v], v));
    json.set("vehicles", std::move(vehicles));
  }
  if (view.known == nullptr || view.known->world != status.world)
    json.set("level", level_json(status));
  if (view.known == nullptr || view.known->parameters != status.parameters) {
    Json parameters = Json::array();
    for (const Parameter& parameter : status.parameters) parameters.add(parameter_json(parameter));
    json.set("parameters", std::move(parameters));
  }
  if (view.known == nullptr ? !status.paths.empty() : view.known->paths != status.paths) {
    Json paths = Json::array();
    for (const PathStatus& path : status.paths) paths.add(path_json(path));
    json.set("paths", std::move(paths));
  }
  if (view.known == nullptr ? !status.flights.empty() : view.known->flights != status.flights) {
    Json flights = Json::array();
    for (const Flight& flight : status.flights) flights.add(flight_json(flight));
    json.set("flights", std::move(flights));
  }
  return to_text(json, 0);
}

std::string encode_gauges(const std::vector<GaugeView>& gauges) {
  Json list = Json::array();
  for (const GaugeView& gauge : gauges) {
    Json json = Json::object().set("piece", gauge.piece).set("at", point_json(gauge.at));
    json.set("distance", gauge.reading.distance);
    if (gauge.angle) json.set("angle", gauge.reading.angle);
    list.add(std::move(json));
  }
  return to_text(Json::object().set("type", "gauges").set("gauges", std::move(list)), 0);
}

}  // namespace paddock::web
