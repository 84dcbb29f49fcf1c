// The codec against wire.json: what it allows is taken, what it forbids is refused, and what the
// server says are the vectors that the page reads too.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "paddock/io/bytes.h"
#include "paddock/io/file.h"
#include "paddock/protocols/web/codec.h"
#include "paddock/protocols/web/content.h"
#include "paddock/record/best_times.h"
#include "paddock/world/roads/road_network.h"
#include "tests/support/server_process.h"
#include "tests/support/wire_schema.h"

namespace paddock::web {
namespace {

const WireSchema& schema() { return WireSchema::get(); }

TEST(WebWire, ErrorCodesAreThoseOfTheDescription) {
  std::vector<std::string_view> described;
  for (const Json& code : schema().type_named("ErrorCode").find("enum")->items())
    described.push_back(code.text());

  EXPECT_EQ(described, std::vector(kRefusalCodes.begin(), kRefusalCodes.end()));
}

// --- binary frames ------------------------------------------------------------------------------

Json number_of(std::string_view type, ByteReader& r) {
  if (type == "u8") return Json(r.u8());
  if (type == "u16") return Json(r.u16());
  if (type == "u32") return Json(r.u32());
  if (type == "u64") return Json(r.u64());
  if (type == "i8") return Json(r.i8());
  if (type == "i16") return Json(r.i16());
  if (type == "i32") return Json(r.i32());
  const double value = type == "f64" ? r.f64() : static_cast<double>(r.f32());
  // whole ones as the vectors write them
  return value == std::floor(value) ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

/// Reads [type, name] or [type, name, how many], the last a number or a field of `head`.
void read_fields(const Json& fields, const Json& head, ByteReader& r, Json& into) {
  for (const Json& field : fields.items()) {
    const auto parts = field.items();
    if (parts.size() == 2) {
      into.set(parts[1].text(), number_of(parts[0].text(), r));
      continue;
    }
    const Json& count = parts[2].is(JsonKind::String) ? *head.find(parts[2].text()) : parts[2];
    Json list = Json::array();
    for (std::int64_t i = 0; i < count.integer(); ++i) list.add(number_of(parts[0].text(), r));
    into.set(parts[1].text(), std::move(list));
  }
}

Json read_by(const Json& table, std::string_view bytes) {
  ByteReader r(bytes);
  Json frame = Json::object();
  read_fields(*table.find("head"), frame, r, frame);
  if (const Json* rest = table.find("rest")) {
    std::string hex;
    for (const char c : r.bytes(r.left()))
      for (const int half :
           {static_cast<unsigned char>(c) / 16, static_cast<unsigned char>(c) % 16})
        hex += "0123456789abcdef"[half];
    return frame.set(rest->text(), hex);
  }
  const Json& items = *table.find("items");
  Json list = Json::array();
  const std::int64_t count = frame.find(items.find("count")->text())->integer();
  for (std::int64_t i = 0; r.ok() && i < count; ++i) {
    Json item = Json::object();
    read_fields(*items.find("fields"), frame, r, item);
    list.add(item.find("") == nullptr ? item : *item.find(""));
  }
  EXPECT_TRUE(r.done());
  return frame.set(items.find("name")->text(), std::move(list));
}

std::string bytes_of(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += hex[i] == ' ' ? 1 : 2) {
    if (hex[i] == ' ') continue;
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

TEST(WebWire, FramesAreLaidOutAsTheDescriptionSays) {
  const auto vectors =
      parse_json(*read_file(PADDOCK_SOURCE_DIR "/tests/conformance/web/frames.json"));
  ASSERT_TRUE(vectors);
  for (const Json& vector : vectors->items()) {
    const Json& said = *vector.find("frame");
    const auto kind = static_cast<std::size_t>(said.find("kind")->integer());
    const Json read =
        read_by(schema().frames().items()[kind - 1], bytes_of(vector.find("hex")->text()));

    for (std::size_t i = 0; i < said.keys().size(); ++i) {
      const Json* field = read.find(said.keys()[i]);
      ASSERT_TRUE(field) << said.keys()[i];
      EXPECT_EQ(*field, said.items()[i]) << vector.find("name")->text() << ": " << said.keys()[i];
    }
  }
}

// --- what clients say ---------------------------------------------------------------------------

/// With all that the message needs, and what goes beyond the description: `open` wants one of two
/// names, and drivers are those that `welcome` lists.
Json least_message(const std::string& type, const Json& described) {
  Json message = schema().good_values(described).front();
  if (type == "open") message.set("level", "oval");
  if (message.find("driver") != nullptr) message.set("driver", "idle");
  return message.set("type", type);
}

TEST(WebWire, EveryClientMessageIsTakenAtItsBounds) {
  const Json& messages = schema().messages("client");
  for (std::size_t i = 0; i < messages.keys().size(); ++i) {
    const std::string& type = messages.keys()[i];
    const Json least = least_message(type, messages.items()[i]);
    EXPECT_TRUE(decode_client(to_text(least, 0))) << to_text(least, 0);
    for (const WireSchema::Field& field : schema().fields_of(messages.items()[i])) {
      if (field.name == "driver" || field.name == "recording") continue;
      for (const Json& value : schema().good_values(*field.type)) {
        const std::string text = to_text(Json(least).set(field.name, value), 0);
        const auto taken = decode_client(text);
        // a list of vehicles with a driver that is only a text
        const bool driver = field.name == "vehicles" && text.find("driver") != std::string::npos;
        EXPECT_TRUE(taken || driver) << text << ": " << (taken ? "" : taken.error().message);
      }
    }
  }
}

TEST(WebWire, WhatTheDescriptionForbidsIsRefused) {
  const Json& messages = schema().messages("client");
  const auto refused = [](const Json& message) {
    const std::string text = to_text(message, 0);
    const auto taken = decode_client(text);
    ASSERT_FALSE(taken) << text;
    EXPECT_EQ(taken.error().code, RefusalCode::BadMessage) << text;
  };
  for (std::size_t i = 0; i < messages.keys().size(); ++i) {
    const std::string& type = messages.keys()[i];
    const Json least = least_message(type, messages.items()[i]);
    for (const Json& value : schema().bad_values(schema().type_named("Id")))
      refused(Json(least).set("id", value));
    for (const WireSchema::Field& field : schema().fields_of(messages.items()[i])) {
      for (const Json& value : schema().bad_values(*field.type))
        refused(Json(least).set(field.name, value));
      if (!field.needed) continue;
      Json rest = Json::object();
      for (std::size_t k = 0; k < least.keys().size(); ++k)
        if (least.keys()[k] != field.name) rest.set(least.keys()[k], least.items()[k]);
      refused(rest);
    }
  }
}

// --- what the server says -----------------------------------------------------------------------

/// A level with everything that a level message can tell.
Level full_level() {
  auto reading = read_level_text(R"(
format = 1
title = "Yard"
description = "All there is"
vehicle = "robotcar"
help = "Drive on."
cars = 2
[variables]
trial = 2
[ground]
size = [10, 10]
[[start]]
at = [0, 0]
[[box]]
name = "block"
at = [1, 2]
size = [0.5, 0.25, 1]
gauge = "distance"
[[box]]
name = "ghost"
at = [3, 2]
size = [0.5, 0.5, 1]
[[view]]
name = "side"
at = [1, 2, 3]
yaw_deg = 90
[[light]]
at = [1, 2, 5]
color = "#ffeecc"
power = 12
)",
                                 "levels/racecar/yard.toml", 7);
  EXPECT_TRUE(reading.ok()) << (reading.ok() ? "" : reading.problems.front().text());
  World world = build_world(reading.spec);
  LevelPapers papers = std::move(reading.spec.papers);
  world.pieces[1].fails = true;
  world.pieces[1].seen_by = {.lidar = false, .camera = false};
  papers.edits.push_back({.where = {}, .piece = "block", .click = "a", .wheel = "trial"});
  world.gates.push_back({"start", {0, 1}, {0, -1}});
  world.routes.push_back(make_route("line", {{0, 0}, {2, 0}, {2, 2}}, true, 1));
  RoadNetwork roads;
  RoadLane& lane = roads.lanes.emplace_back();
  lane.kind = LaneKind::Driving;
  lane.middle = {{-4, 0}, {0, 0}, {4, 0.01}};
  lane.left = {{-4, 1.5}, {0, 1.5}, {4, 1.51}}, lane.right = {{-4, -1.5}, {0, -1.5}, {4, -1.49}};
  world.roads = std::make_shared<const RoadNetwork>(std::move(roads));
  WorldTrigger volume{.name = "here", .pose = {2, 1, 0.5}, .half_size = {0.5, 0.25}};
  for (int rule = 1; rule <= static_cast<int>(TriggerRule::Slalom); ++rule)
    world.zones.push_back({.volume = volume,
                           .rule = static_cast<TriggerRule>(rule),
                           .speed = 0.25,
                           .piece = std::nullopt});
  volume.bottom = 0, volume.top = 1;
  for (int kind = 0; kind <= static_cast<int>(TaskKind::ParkAtWall); ++kind)
    world.tasks.push_back({.kind = static_cast<TaskKind>(kind),
                           .volumes = {volume},
                           .speed = 0.02,
                           .piece = PieceId{0},
                           .points = 1});
  for (const char* view : {"", "overhead", "front"})
    papers.trials.push_back({.where = {}, .title = "Go", .points = 2, .view = view});
  papers.trial = papers.trials[1];
  return {std::make_shared<const World>(std::move(world)),
          std::make_shared<const LevelPapers>(std::move(papers))};
}

/// What the doors tell of themselves, as their own tests hold them to it.
std::string racecar_status(std::string_view mode) {
  return concat(R"({"mode":")", mode, R"(","new_best":true,"max_speed":0.25})");
}
std::string robot_status(std::string_view mode) {
  return concat(R"({"supervised":true,"mode":")", mode, R"("})");
}

std::string carla_status(std::string_view quality) {
  constexpr std::string_view kControl =
      R"({"steer":-0.5,"throttle":0.25,"brake":0,"hand_brake":false,"reverse":true})";
  return concat(
      R"({"episode":2,"spot":3,"driving":true,"frame":120,"rate":40.5,"fps":10,"synchronous":true,)",
      R"("quality":")", quality, R"(","weather":"ClearNoon","vehicles":5,"pedestrians":15,)",
      R"("seed_vehicles":-7,"seed_pedestrians":8,"agents":false,"sensors":[)",
      R"({"name":"A","sensor":"carla_1","shows":"colour","width":800,"height":600,"fov":90},)",
      R"({"name":"B","sensor":"carla_2","shows":"depth","width":80,"height":60,"fov":90},)",
      R"({"name":"C","sensor":"carla_3","shows":"labels","width":80,"height":60,"fov":90},)",
      R"({"name":"D","sensor":"carla_4","shows":"points","channels":32,)",
      R"("points_per_second":56000,"range":50}],"asked":)", kControl, R"(,"autopilot":)", kControl,
      "}");
}

StageStatus full_status() {
  StageStatus status;
  Level level = full_level();
  status.world = std::move(level.world), status.papers = std::move(level.papers);
  status.bodies = {"block"};
  status.laps = 3;
  status.duration = 12'500'000'000;
  status.recording = "yard-0001.paddock";
  status.waiting = {"a program"};
  status.seats = {{.kind = "robotcar",
                   .driver = "person",
                   .client = 3,
                   .laps = 2,
                   .place = 1,
                   .last_lap = 11'810'000'000,
                   .best_lap = 11'420'000'000,
                   .finished = 40'000'000'000,
                   .colors = CarColors{{255, 0, 0}, {0, 0, 255}},
                   .sensors = {{"lidar", "lidar", ReadingShape::Ranges, true},
                               {"above", "lidar3d", ReadingShape::Points, false},
                               {"camera@front", "camera", ReadingShape::Picture, false},
                               {"imu", "imu", ReadingShape::Vector, false}}}};
  status.seats.emplace_back();
  status.seats[1].id = vehicle_id(1, 2), status.seats[1].present = false;
  for (const ParameterKind kind :
       {ParameterKind::Number, ParameterKind::Whole, ParameterKind::Switch})
    status.parameters.push_back({.group = static_cast<ParameterGroup>(kind),
                                 .vehicle = 1,
                                 .name = "name",
                                 .title = "Title",
                                 .unit = "m",
                                 .section = "Section",
                                 .help = "What it does.",
                                 .choices = {"one", "other"},
                                 .kind = kind,
                                 .value = 1,
                                 .low = 0,
                                 .high = 2,
                                 .standard = 1});
  PeerStatus peer{
      .door = "racecar",
      .links = {{.name = "program 1",
                 .address = "UDP 127.0.0.1:5064 and 5065",
                 .program = "fast.py",
                 .ports = {5064, 5065},
                 .connected = true,
                 .note = "went away",
                 .in_rate = 12.5,
                 .out_rate = 25}},
      .notice = {.text = "Drive on.", .grade = 1, .about = NoticeAbout::Help, .count = 4},
      .console = {"hello"},
      .score_code = "AB",
      .own = racecar_status("default drive")};
  for (int end = 0; end <= static_cast<int>(TrialEnd::ProgramFailed); ++end)
    peer.results.push_back({.title = "Go",
                            .points = 1,
                            .of = 2,
                            .time = 500'000'000,
                            .end = static_cast<TrialEnd>(end),
                            .why = "a wall"});
  peer.training = std::make_shared<const TrainingStatus>(
      TrainingStatus{.task = "race",
                     .steps = 65536,
                     .of = 4000000,
                     .rate = 12500.5,
                     .policy_steps = 32768,
                     .channels = {{"driven", "m"}, {"crashed", "%"}},
                     .points = {{0, {12.5, 100}}, {32768, {80.25, 50}}}});
  PeerStatus other{.door = "ees-pees", .own = robot_status("")};
  PeerStatus client{.door = "carla", .own = carla_status("Epic")};
  status.peers = {std::move(peer), std::move(other), std::move(client)};
  status.paths = {{.vehicle = vehicle_id(0), .points = {{1, 2}, {3, 2.5}}, .undo = 2}};
  status.flights = {{.number = 1,
                     .vehicle = vehicle_id(0),
                     .controller = "pd",
                     .began = 500'000'000,
                     .lasted = 4'000'000'000,
                     .done = true,
                     .arrived = true,
                     .score = {.rise = 1.5,
                               .settling = 3.5,
                               .overshoot = 0.25,
                               .mean_error = 0.0625,
                               .largest_error = 0.125,
                               .effort = 12.5,
                               .length = 8},
                     .changed = {{"driver.0.kp_position", 2.5}}}};
  status.game = GameStatus{.mode = PlayMode::Trial,
                           .running = true,
                           .began = 2'000'000'000,
                           .cars = {RefereeCar{.passed = {1'500'000'000, -1}, .inside = {}}},
                           .task = 1,
                           .points = 2.5,
                           .end = TrialEnd::TimeUp,
                           .ended = 3'000'000'000};
  return status;
}

/// A room told whole, then what changes in it, in all the ways there are.
void add_rooms(std::vector<std::string>& texts) {
  StageStatus status = full_status();
  std::string_view role = "opener";
  const auto tell = [&](const StageStatus* known) {
    texts.push_back(encode_room({.name = "yard-1",
                                 .viewers = 2,
                                 .client = 3,
                                 .role = role,
                                 .status = &status,
                                 .known = known}));
  };
  tell(nullptr);
  const StageStatus known = status;
  PeerStatus &racecar = status.peers[0], &robot = status.peers[1];
  racecar.training = nullptr, status.follows = true;
  racecar.own = racecar_status("user program"), racecar.notice.about = NoticeAbout::Trial;
  robot.own = robot_status("normal"), status.peers[2].own = carla_status("Low");
  status.game->mode = PlayMode::Race;
  tell(&known);
  status.follows = false;
  racecar.own = racecar_status("wait"), racecar.notice.about = NoticeAbout::Other;
  robot.own = robot_status("run");
  status.game->mode = PlayMode::Explore;
  role = "driver";
  tell(&known);
  racecar.own = racecar_status("finished");
  robot.own = robot_status("fast");
  status.spec.ideal_sensors = true;
  status.replay = true;
  role = "viewer";
  tell(&known);
  robot.own = robot_status("lock-step");
  tell(&known);
  status.peers.clear(), status.game.reset();
  tell(&known);
}

std::string rooms_text() {
  StageStatus status = full_status();
  const auto line = [&](const char* name) {
    auto frame = std::make_shared<Frame>();
    frame->status = std::make_shared<const StageStatus>(status);
    return RoomLine{.name = name, .viewers = 2, .frame = frame, .may_close = status.replay};
  };
  std::vector<RoomLine> lines{line("yard-1")};
  status.replay = true, status.pace = {.paused = true, .factor = 0.5};
  lines.push_back(line("yard-2"));
  return encode_list(4, "rooms", rooms_json(lines));
}

std::string events_text() {
  std::vector<StageEvent> events;
  const auto add = [&](EventKind kind, std::uint32_t number) {
    events.push_back({.kind = kind,
                      .time = 1'500'000'000,
                      .vehicle = 1,
                      .number = number,
                      .yes = true,
                      .duration = 2'000'000'000,
                      .point = {1, -2},
                      .value = 0.5,
                      .text = "text"});
  };
  for (int kind = 0; kind < static_cast<int>(EventKind::TrialOver); ++kind)
    add(static_cast<EventKind>(kind), 1);
  for (int end = 0; end <= static_cast<int>(TrialEnd::ProgramFailed); ++end)
    add(EventKind::TrialOver, static_cast<std::uint32_t>(end));
  for (const EventKind kind : {EventKind::RecordingEnded, EventKind::Spawned, EventKind::Despawned})
    add(kind, 0);
  return encode_events(events);
}

/// One sensor of each shape, pictures of each content and format.
void add_subscribed(std::vector<std::string>& texts) {
  SensorInfo sensor{
      .mount = {VehicleId{1},
                {.kind = "lidar",
                 .name = "front",
                 .body_from_sensor = Pose3{{0.25, 0, 0.125}, {0, 0, 0, 1}},
                 .unit = "ust-10lx"}},
      .form =
          RangesForm{
              .beams = 1080, .start = -2.25, .span = 4.5, .min_range = 0.0625, .max_range = 10},
      .rate = 40,
      .mounted = true};
  const auto tell = [&](PictureFormat format) {
    texts.push_back(encode_subscribed(6, 1, sensor, format));
  };
  tell(PictureFormat::Png);
  sensor.form = PointsForm{.channels = 32, .max_range = 50}, sensor.mounted = false;
  tell(PictureFormat::Png);
  PictureForm picture{.content = PictureContent::Colour, .camera = {}};
  picture.camera.fx = picture.camera.fy = 400, picture.camera.cx = 319.5;
  picture.camera.cy = 239.5, picture.camera.spec.depth.max = 12.5;
  sensor.form = picture;
  tell(PictureFormat::Jpeg);
  picture.content = PictureContent::Depth, sensor.form = picture;
  tell(PictureFormat::Raw);
  picture.content = PictureContent::Semantic, sensor.form = picture;
  tell(PictureFormat::Png);
  sensor.form = VectorForm{"vehicle", {{"speed", "m/s", "speed as measured"}}};
  texts.push_back(encode_subscribed({}, 65535, sensor, PictureFormat::Png));
}

std::vector<std::string> server_texts() {
  std::vector<std::string> texts{encode_welcome(1, 3, Access::Full, true),
                                 encode_welcome(1, 4, Access::View, true), encode_ok(2)};
  for (std::size_t code = 0; code < kRefusalCodes.size(); ++code)
    texts.push_back(encode_error({}, {static_cast<RefusalCode>(code), "in words"}));
  const Problem problem{{"/home/ada/levels/yard.toml", 12}, "box.size must be …", "box.size"};
  texts.push_back(encode_error(3, {RefusalCode::Invalid, problem.text(), {problem}}));
  texts.push_back(rooms_text());
  texts.push_back(encode_list(5, "recordings",
                              recordings_json({{.name = "yard-0001.paddock",
                                                .level = "racecar/yard",
                                                .title = "Yard",
                                                .seed = 7,
                                                .vehicles = 1,
                                                .duration = 12.5,
                                                .bytes = 4096,
                                                .complete = true}})));
  add_rooms(texts);
  texts.push_back(encode_left("yard-1", "you left"));
  texts.push_back(events_text());
  texts.push_back(
      encode_gauges({{.piece = "block", .at = {1, 2, 3}, .reading = {0.25, 0.5}, .angle = true}}));
  add_subscribed(texts);
  texts.push_back(encode_pong(Json::object().set("type", "ping").set("id", 7).set("at", 0.5)));
  return texts;
}

/// Compares with the file, one element a line. Where they differ the file as it would be is left in
/// the folder for scratch files, to be taken over when the change is meant.
void expect_vectors(const std::string& name, const std::vector<std::string>& elements) {
  std::string text = "[\n";
  for (const std::string& element : elements)
    text += concat("  ", element, &element == &elements.back() ? "\n" : ",\n");
  text += "]\n";
  const auto kept = read_file(PADDOCK_SOURCE_DIR "/tests/conformance/web/" + name);
  if (kept && *kept == text) return;
  const std::string made = testing::TempDir() + name;
  std::ofstream(made) << text;
  ADD_FAILURE() << "tests/conformance/web/" << name << " is not what the server says: compare with "
                << made << ", and put that in its place when the change is meant";
}

TEST(WebWire, ServerMessagesAreTheVectorsThatThePageReads) {
  const std::vector<std::string> texts = server_texts();

  for (const std::string& text : texts) EXPECT_EQ(schema().check_server(text), "") << text;
  expect_vectors("server_messages.json", texts);
}

/// A server of three small levels and one best time.
struct SmallSite {
  std::string folder = scratch_path("wire");
  Rooms rooms;
  Recordings recordings{folder + "/recordings"};

  SmallSite() {
    std::filesystem::create_directories(folder + "/levels/racecar/trials");
    const auto write = [&](const std::string& name, std::string_view physics,
                           std::string_view size) {
      std::ofstream(folder + "/levels/racecar/" + name)
          << "format = 1\ntitle = \"Yard\"\nphysics = \"" << physics
          << "\"\nvehicle = \"robotcar\"\n[ground]\nsize = [" << size
          << ", 10]\n[[start]]\nat = [0, 0]\n";
    };
    write("broken.toml", "planar", "-4");
    write("flat.toml", "planar", "10");
    write("yard.toml", "rigid", "10");
    const auto times = BestTimes::open(folder + "/best.sqlite");
    EXPECT_TRUE((*times)->offer({"racecar/yard", "Ada", 9'000'000'000, {4'000'000'000, -1}}));
  }
  ~SmallSite() { std::filesystem::remove_all(folder); }
};

/// Vehicles are a catalogue of their own, which grows: the first and the last stand for all.
std::string first_and_last_vehicle_of(std::string_view body) {
  const auto all = parse_json(body);
  Json answer = Json::object();
  const auto& vehicles = all->find("vehicles")->items();
  answer.set("vehicles", Json::array().add(vehicles.front()).add(vehicles.back()));
  return to_text(answer.set("drivers", *all->find("drivers")), 0);
}

/// So are sensors.
std::string first_sensor_of(std::string_view body) {
  return to_text(Json::array().add(parse_json(body)->items()[0]), 0);
}

TEST(WebWire, HttpAnswersAreTheVectorsThatThePageReads) {
  SmallSite site;
  Content content({.levels_folder = site.folder + "/levels",
                   .page = {},
                   .page_folder = "",
                   .rooms = &site.rooms,
                   .recordings = &site.recordings,
                   .best_times = site.folder + "/best.sqlite",
                   .token = true});
  std::vector<std::string> vectors;
  for (const char* path : {"/api/server", "/api/levels", "/api/vehicles", "/api/sensors",
                           "/api/rooms", "/api/recordings", "/api/best_times"}) {
    std::string body =
        *content.respond({.path = path, .query = "", .etag = "", .gzip = false}).body;
    EXPECT_EQ(schema().check_http(path, body), "") << body;
    if (path == std::string_view("/api/vehicles")) body = first_and_last_vehicle_of(body);
    if (path == std::string_view("/api/sensors")) body = first_sensor_of(body);
    vectors.push_back(concat("{\"path\": \"", path, "\", \"answer\": ", body, "}"));
  }
  expect_vectors("http_answers.json", vectors);
}

TEST(WebWire, AFieldThatOnlyTheServerKnowsIsFound) {
  const std::string ok = encode_ok(2), odd = R"({"type": "ok", "id": 2, "time": 1})";

  EXPECT_EQ(schema().check_server(ok), "");
  EXPECT_EQ(schema().check_server(odd), "ok.time is not in wire.json");
  EXPECT_EQ(schema().check_server(R"({"type": "left", "room": "a"})"), "left.reason is missing");
  EXPECT_NE(schema().check_server(R"({"type": "error", "code": "busy", "message": ""})"), "");
  EXPECT_NE(schema().check_server(R"({"type": "news"})"), "");
}

}  // namespace
}  // namespace paddock::web
