// Bytes and messages: the shared vectors, every cut, the size of the stream.
#include "paddock/protocols/web/codec.h"

#include <gtest/gtest.h>

#include <cmath>

#include "paddock/io/file.h"
#include "paddock/protocols/web/wire_units.h"
#include "tests/support/stages.h"

namespace paddock::web {
namespace {

Json vectors(const std::string& name) {
  const auto text = read_file(PADDOCK_SOURCE_DIR "/tests/conformance/web/" + name);
  EXPECT_TRUE(text) << name;
  auto json = parse_json(*text);
  EXPECT_TRUE(json) << name;
  return *json;
}

std::string bytes_of(std::string_view hex) {
  std::string bytes;
  int high = -1;
  for (const char c : hex) {
    const std::size_t digit = std::string_view("0123456789abcdef").find(c);
    if (digit == std::string_view::npos) continue;
    if (high < 0) {
      high = static_cast<int>(digit);
    } else {
      bytes += static_cast<char>(16 * high + static_cast<int>(digit));
      high = -1;
    }
  }
  return bytes;
}

std::string hex_of(std::string_view bytes) {
  std::string hex;
  for (const char c : bytes)
    for (const int nibble :
         {static_cast<unsigned char>(c) / 16, static_cast<unsigned char>(c) % 16})
      hex += "0123456789abcdef"[nibble];
  return hex;
}

Json json_of(const VehicleMessage& v) {
  return Json::object()
      .set("x", v.x)
      .set("y", v.y)
      .set("z", v.z)
      .set("yaw", v.yaw)
      .set("pitch", v.pitch)
      .set("roll", v.roll)
      .set("speed", v.speed)
      .set("yaw_rate", v.yaw_rate)
      .set("steer", v.steer)
      .set("drive", v.drive)
      .set("brake", v.brake)
      .set("laps", v.laps)
      .set("lap_ms", v.lap_ms)
      .set("next_gate", v.next_gate)
      .set("flags", v.flags)
      .set("place", v.place);
}

/// Whole ones as whole numbers, as the vectors write them.
Json number(double value) {
  return value == std::floor(value) ? Json(static_cast<std::int64_t>(value)) : Json(value);
}
Json number(float value) { return number(static_cast<double>(value)); }
template <std::size_t kCount>
Json number(const std::array<float, kCount>& values) {
  Json list = Json::array();
  for (const float value : values) list.add(number(value));
  return list;
}

Json json_of(const PursuerMessage& p) {
  return Json::object()
      .set("vehicle", p.vehicle)
      .set("controller", p.controller)
      .set("mode", p.mode)
      .set("why", p.why)
      .set("flags", p.flags)
      .set("index", p.index)
      .set("segment", p.segment)
      .set("points", p.points)
      .set("hits", p.hits)
      .set("flight", p.flight)
      .set("flight_time", number(p.flight_time))
      .set("lookahead", number(p.lookahead))
      .set("position", number(p.position))
      .set("velocity", number(p.velocity))
      .set("accel_command", number(p.accel_command))
      .set("velocity_command", number(p.velocity_command))
      .set("wind", number(p.wind))
      .set("air", number(p.air))
      .set("drag", number(p.drag))
      .set("carrot", number(p.carrot))
      .set("closest", number(p.closest))
      .set("hit", number(p.hit))
      .set("position_error", number(p.position_error))
      .set("position_error_rate", number(p.position_error_rate))
      .set("velocity_error", number(p.velocity_error))
      .set("velocity_error_rate", number(p.velocity_error_rate))
      .set("gains", number(p.gains))
      .set("cross_track", number(p.cross_track))
      .set("along", number(p.along))
      .set("planned_speed", number(p.planned_speed))
      .set("mean_error", number(p.mean_error))
      .set("largest_error", number(p.largest_error))
      .set("effort", number(p.effort));
}

void set_head(const ReadingHead& head, Json& json) {
  json.set("subscription", head.subscription).set("left_out", head.left_out);
}

Json json_of(const ServerFrame& frame) {
  Json json = Json::object();
  if (const auto* m = std::get_if<StateMessage>(&frame)) {
    Json vehicles = Json::array();
    for (const VehicleMessage& v : m->vehicles) vehicles.add(json_of(v));
    json.set("kind", 1).set("flags", m->flags).set("run", m->run).set("tick", m->tick);
    json.set("speed", number(m->speed)).set("vehicles", std::move(vehicles));
  } else if (const auto* scan = std::get_if<RangesMessage>(&frame)) {
    Json ranges = Json::array();
    for (const std::uint16_t range : scan->ranges) ranges.add(range);
    json.set("kind", 2), set_head(scan->head, json);
    json.set("tick", scan->tick).set("scale", number(scan->scale));
    json.set("ranges", std::move(ranges));
  } else if (const auto* cloud = std::get_if<PointsMessage>(&frame)) {
    Json points = Json::array();
    for (const PointMessage& p : cloud->points)
      points.add(Json::object()
                     .set("x", p.x)
                     .set("y", p.y)
                     .set("z", p.z)
                     .set("intensity", p.intensity)
                     .set("tag", p.tag));
    json.set("kind", 6), set_head(cloud->head, json);
    json.set("tick", cloud->tick).set("scale", number(cloud->scale));
    json.set("points", std::move(points));
  } else if (const auto* picture = std::get_if<PictureMessage>(&frame)) {
    json.set("kind", 3).set("format", static_cast<int>(picture->format));
    set_head(picture->head, json);
    json.set("tick", picture->tick);
    json.set("width", picture->width).set("height", picture->height);
    json.set("scale", number(picture->scale)).set("content", hex_of(picture->content));
  } else if (const auto* told = std::get_if<BodiesMessage>(&frame)) {
    Json bodies = Json::array();
    for (const BodyMessage& b : told->bodies)
      bodies.add(Json::object()
                     .set("index", b.index)
                     .set("flags", b.flags)
                     .set("variant", b.variant)
                     .set("x", b.x)
                     .set("y", b.y)
                     .set("z", b.z)
                     .set("turn", Json::array().add(b.qx).add(b.qy).add(b.qz).add(b.qw))
                     .set("scale", b.scale));
    json.set("kind", 5).set("flags", told->flags).set("run", told->run).set("tick", told->tick);
    json.set("bodies", std::move(bodies));
  } else if (const auto* pursuit = std::get_if<PursuitMessage>(&frame)) {
    Json vehicles = Json::array();
    for (const PursuerMessage& p : pursuit->vehicles) vehicles.add(json_of(p));
    json.set("kind", 7).set("run", pursuit->run).set("tick", pursuit->tick);
    json.set("vehicles", std::move(vehicles));
  } else if (const auto* roads = std::get_if<RoadsMessage>(&frame)) {
    Json vehicles = Json::array();
    for (const RoadMessage& r : roads->vehicles)
      vehicles.add(Json::object()
                       .set("vehicle", r.vehicle)
                       .set("light", r.light)
                       .set("light_distance", number(r.light_distance))
                       .set("speed_limit", number(r.speed_limit))
                       .set("off_road", number(r.off_road))
                       .set("other_lane", number(r.other_lane))
                       .set("collisions", number(r.collisions)));
    json.set("kind", 8).set("run", roads->run).set("tick", roads->tick);
    json.set("vehicles", std::move(vehicles));
  } else {
    const auto& series = std::get<SeriesMessage>(frame);
    Json samples = Json::array();
    for (const SeriesSample& sample : series.samples) {
      Json values = Json::array();
      for (const double value : sample.values) values.add(number(value));
      samples.add(Json::object().set("tick", sample.tick).set("values", std::move(values)));
    }
    json.set("kind", 4).set("channels", series.channels), set_head(series.head, json);
    json.set("samples", std::move(samples));
  }
  return json;
}

std::string encoded(const ServerFrame& frame) {
  return std::visit([](const auto& m) { return encode(m); }, frame);
}

TEST(WebConformance, FramesAreTheFieldsTheySay) {
  const Json frames = vectors("frames.json");
  for (const Json& vector : frames.items()) {
    const std::string name = vector.find("name")->text();
    const std::string bytes = bytes_of(vector.find("hex")->text());

    const auto frame = decode_frame(bytes);

    ASSERT_TRUE(frame) << name;
    EXPECT_EQ(to_text(json_of(*frame), 0), to_text(*vector.find("frame"), 0)) << name;
    EXPECT_EQ(hex_of(encoded(*frame)), hex_of(bytes)) << name;
  }
}

TEST(WebConformance, FramesCutAnywhereOrWithAByteMoreAreRefused) {
  const Json frames = vectors("frames.json");
  for (const Json& vector : frames.items()) {
    const std::string bytes = bytes_of(vector.find("hex")->text());
    const bool picture = bytes[0] == 3;  // its content goes to the end, whatever that is
    for (std::size_t size = 0; size < (picture ? 24 : bytes.size()); ++size)
      EXPECT_FALSE(decode_frame(std::string_view(bytes).substr(0, size))) << size;
    EXPECT_TRUE(picture || !decode_frame(bytes + "x"));
  }
  const Json broken_frames = vectors("broken_frames.json");
  for (const Json& vector : broken_frames.items())
    EXPECT_FALSE(decode_frame(bytes_of(vector.find("hex")->text()))) << vector.find("name")->text();
}

TEST(WebConformance, ClientMessagesAreTakenOrRefusedWithTheirCode) {
  const Json client_messages = vectors("client_messages.json");
  for (const Json& vector : client_messages.items()) {
    const std::string text = vector.find("text")->text();
    const auto message = decode_client(text);
    if (vector.find("ok") != nullptr) {
      EXPECT_TRUE(message) << text << ": " << (message ? "" : message.error().message);
    } else {
      ASSERT_FALSE(message) << text;
      EXPECT_EQ(name_of(message.error().code), vector.find("code")->text()) << text;
      EXPECT_FALSE(message.error().message.empty());
    }
  }
}

TEST(WebText, APadIsReadFieldByFieldAndCutToItsRange) {
  const auto message = decode_client(
      R"({"type":"pad","buttons":["A","BACK"],"triggers":[-1,0.5],"sticks":[[0.25,-1],[7,-7]]})");

  ASSERT_TRUE(message);
  const Pad& pad = std::get<PressPad>(message->request).pad;
  EXPECT_EQ(pad.down, bit_of(PadButton::A) | bit_of(PadButton::Back));
  EXPECT_EQ(pad.triggers, (std::array<double, 2>{0, 0.5}));
  EXPECT_EQ(pad.sticks, (std::array<Vec2, 2>{Vec2{0.25, -1}, Vec2{1, -1}}));
  EXPECT_EQ(std::get<PressPad>(decode_client(R"({"type":"pad"})")->request).pad, Pad{});
}

TEST(WebText, ASensorIsAskedForByNameWithWhatItIsToBe) {
  const auto message = decode_client(
      R"({"type":"subscribe","sensor":"camera@roof","vehicle":3,"name":"above","rate":25,"unit":"x",
          "ideal":true,"at":[1,2,3],"turn":[0,0,0.5],"figures":{"width":640},"format":"jpeg","every":true})");

  ASSERT_TRUE(message);
  const SensorWant& want = std::get<SubscribeSensor>(message->request).want;
  EXPECT_EQ(want.sensor.vehicle, VehicleId{3});
  const SensorSpec expected{
      .kind = "camera",
      .name = "above",
      .place = "roof",
      .body_from_sensor = Pose3{{1, 2, 3}, Quat::from_yaw_pitch_roll(0.5, 0, 0)},
      .unit = "x",
      .ideal = true,
      .rate = 25,
      .figures = {{"width", 640}}};
  EXPECT_EQ(want.sensor.spec, expected);
  EXPECT_EQ(want.format, PictureFormat::Jpeg);
  EXPECT_TRUE(want.every);
}

TEST(WebText, ASensorAskedForByItsNameAloneIsAsTheVehicleHasIt) {
  const auto message = decode_client(R"({"type":"subscribe","sensor":"lidar","vehicle":0})");

  ASSERT_TRUE(message);
  const SensorWant& want = std::get<SubscribeSensor>(message->request).want;
  EXPECT_EQ(want.sensor.spec, SensorSpec{.kind = "lidar"});
  EXPECT_EQ(want.format, PictureFormat::Png);
  EXPECT_FALSE(want.every);
}

TEST(WebConformance, TheHexOfTheDocumentIsAmongTheVectors) {
  const std::string page = *read_file(PADDOCK_SOURCE_DIR "/docs/protocols/web.md");
  std::string all;
  const Json frames = vectors("frames.json");
  for (const Json& vector : frames.items())
    all += hex_of(bytes_of(vector.find("hex")->text())) + "\n";
  std::size_t found = 0;
  for (std::size_t at = page.find("```\n0"); at != std::string::npos;
       at = page.find("```\n0", at)) {
    at += 4;
    const std::string hex = hex_of(bytes_of(page.substr(at, page.find("```", at) - at)));
    EXPECT_NE(all.find(hex + "\n"), std::string::npos) << hex;
    ++found;
  }
  EXPECT_EQ(found, 5u);
}

TEST(WebStream, OfEightCarsAtSixtyHertzIsUnderFortyKilobytesASecond) {
  Session session = *open_session(ring_of(8), ring_spec(8));
  std::size_t bytes = 0;
  for (int frame = 0; frame < 60; ++frame) {
    advance(session), advance(session);
    Frame shown;
    for (std::size_t v = 0; v < 8; ++v) shown.vehicles.push_back(frame_of(session, v));
    bytes += encode(state_message(shown)).size() + 4 + 66;  // WebSocket, TCP, IP and Ethernet
  }

  std::printf("eight cars at 60 Hz: %.1f kB/s\n", static_cast<double>(bytes) / 1000);
  EXPECT_LT(bytes, 40'000u);
}

TEST(WebStream, RoundsPosesToAHairAndCutsWhatDoesNotFit) {
  Frame frame;
  VehicleFrame v;
  v.pose = {12.34567, -98.76543, -3.14159265};
  v.z = 0.25, v.speed = -4.321, v.steer = 0.41, v.asked = {.steer = 0, .drive = -1, .brake = 1};
  v.lap_time = 61'234'567'890;
  frame.vehicles.push_back(v);
  v.pose = {1e9, -1e9, 100};
  v.speed = 1e9, v.yaw_rate = std::nan("");
  frame.vehicles.push_back(v);

  const StateMessage m = std::get<StateMessage>(*decode_frame(encode(state_message(frame))));

  EXPECT_NEAR(m.vehicles[0].x * 1e-4, 12.34567, 5.1e-5);
  EXPECT_NEAR(m.vehicles[0].y * 1e-4, -98.76543, 5.1e-5);
  EXPECT_NEAR(std::fabs(m.vehicles[0].yaw * kPi / 32768), kPi, 1e-4);
  EXPECT_NEAR(m.vehicles[0].speed * 0.002, -4.321, 0.0011);
  EXPECT_EQ(m.vehicles[0].drive, -127);
  EXPECT_EQ(m.vehicles[0].brake, 255);
  EXPECT_EQ(m.vehicles[0].lap_ms, 61'234u);
  EXPECT_EQ(m.vehicles[1].x, 2147483647);
  EXPECT_EQ(m.vehicles[1].y, -2147483647 - 1);
  EXPECT_EQ(m.vehicles[1].speed, 32767);
  EXPECT_EQ(m.vehicles[1].yaw_rate, 0);
}

TEST(WebStream, TurnsOfBodiesAreRoundedToAHair) {
  Frame frame;
  frame.bodies.push_back({{{1.23456, -2, 0.5}, Quat::from_yaw_pitch_roll(2.9, -0.4, 3.1)}, true});
  frame.bodies.push_back({{{0, 0, 1e9}, {}}, false});

  const auto m = std::get<BodiesMessage>(*decode_frame(encode(bodies_message(frame))));

  ASSERT_EQ(m.bodies.size(), 2u);
  EXPECT_EQ(m.flags, kComplete);
  const BodyMessage& b = m.bodies[0];
  const Quat turn = frame.bodies[0].pose.turn;
  EXPECT_EQ(b.x, 12346);
  EXPECT_NEAR(b.qx / 32767.0, turn.x, 2e-5);
  EXPECT_NEAR(b.qy / 32767.0, turn.y, 2e-5);
  EXPECT_NEAR(b.qz / 32767.0, turn.z, 2e-5);
  EXPECT_NEAR(b.qw / 32767.0, turn.w, 2e-5);
  EXPECT_EQ(m.bodies[1].flags, kAbsent);
  EXPECT_EQ(m.bodies[1].z, 2147483647);
}

TEST(WebText, ARoomOfTheCourseIsOpenedAsAsked) {
  const auto message = decode_client(
      R"({"type":"open","level":"lab1","mode":"grade","user":"Ada","realism":"ideal",
          "door_settings":{"hide_cars":"true","depth":"moderate"},"colors":[{"front":"#ffffff","back":"#0a10ff"}]})");

  ASSERT_TRUE(message);
  const OpenRoom& open = std::get<OpenRoom>(message->request);
  EXPECT_EQ(open.spec.mode, PlayMode::Trial);
  EXPECT_TRUE(open.spec.ideal_sensors);
  EXPECT_EQ(open.user, "Ada");
  EXPECT_EQ(open.door_settings, (PeerSettings{{"hide_cars", "true"}, {"depth", "moderate"}}));
  EXPECT_EQ(open.spec.vehicles[0].colors, (CarColors{{255, 255, 255}, {10, 16, 255}}));
}

/// A room of a level with rules, as its members are told.
Json told_room(const std::string& level, const StageStatus& more) {
  auto reading = read_level_text(level, "test.toml", 1);
  EXPECT_TRUE(reading.ok()) << (reading.ok() ? "" : reading.problems.front().text());
  StageStatus status = more;
  Level built = build_level(std::move(reading.spec));
  status.world = std::move(built.world), status.papers = std::move(built.papers);
  return *parse_json(encode_room({.name = "room", .status = &status}));
}

constexpr const char* kCourse = R"(
format = 1
title = "Course"
vehicle = "robotcar"
help = "Drive on."
cars = 2
[variables]
turn = 0
[ground]
size = [10, 10]
[[start]]
at = [0, 0]
[[box]]
name = "block"
at = [1, 2]
size = [0.5, 0.25, 1]
gauge = "distance"
[[trigger]]
name = "limit"
at = [2, 0]
radius = 0.5
rule = "speed_limit"
speed = 0.25
[[view]]
name = "side"
at = [1, 2, 3]
yaw_deg = 90
[[edit]]
piece = "block"
wheel = "turn"
)";

TEST(WebText, ALevelTellsItsRulesViewsAndWhatCanBeEdited) {
  const Json room = told_room(kCourse, {});

  const Json& rules = *room.find("level")->find("rules");
  EXPECT_EQ(rules.find("help")->text(), "Drive on.");
  EXPECT_EQ(rules.find("cars")->integer(), 2);
  const Json& zone = rules.find("zones")->items()[0];
  EXPECT_EQ(zone.find("rule")->text(), "speed_limit");
  EXPECT_TRUE(zone.find("round")->truth());
  EXPECT_EQ(zone.find("speed")->number(), 0.25);
  EXPECT_EQ(zone.find("half")->items()[0].number(), 0.5);
  EXPECT_EQ(rules.find("views")->items()[0].find("name")->text(), "side");
  const Json& edit = rules.find("edits")->items()[0];
  EXPECT_EQ(edit.find("wheel")->text(), "turn");
  EXPECT_NEAR(edit.find("low")->items()[0].number(), 0.75, 1e-9);
  EXPECT_NEAR(edit.find("high")->items()[2].number(), 1, 1e-9);
  EXPECT_EQ(edit.find("body")->integer(), -1);
  EXPECT_EQ(rules.find("gauges")->items()[0].text(), "block");
  EXPECT_EQ(rules.find("trial"), nullptr);
}

TEST(WebText, ALevelWithoutRulesSaysNothingOfThem) {
  const Json room = told_room(
      "format = 1\ntitle = \"Plain\"\n[ground]\nsize = [4, 4]\n[[start]]\nat = [0, 0]\n", {});

  EXPECT_EQ(room.find("level")->find("rules"), nullptr);
  EXPECT_EQ(room.find("game"), nullptr);
  EXPECT_TRUE(room.find("doors")->items().empty());
}

TEST(WebText, VehiclesAreLeftOutUntilOneOfThemChanges) {
  StageStatus known;
  known.world = std::make_shared<const World>();
  known.papers = std::make_shared<const LevelPapers>();
  known.seats.resize(2);
  StageStatus status = known;
  const auto told = [&] {
    return *parse_json(encode_room({.name = "room", .status = &status, .known = &known}));
  };
  status.laps = 3;
  EXPECT_EQ(told().find("vehicles"), nullptr);
  status.seats[1].sensors.push_back({"eye", "camera", ReadingShape::Picture, true});
  EXPECT_EQ(told().find("vehicles")->items().size(), 2U);
  status.seats = known.seats, status.seats.pop_back();
  EXPECT_EQ(told().find("vehicles")->items().size(), 1U);
}

TEST(WebText, TheGameAndTheGradingAreTold) {
  StageStatus status;
  status.seats.resize(1);
  status.game = GameStatus{.mode = PlayMode::Trial,
                           .running = true,
                           .began = 2'000'000'000,
                           .cars = {RefereeCar{.key_point = 0,
                                               .passed = {1'500'000'000, -1},
                                               .penalty = 5'000'000'000,
                                               .failed = true,
                                               .inside = {}}},
                           .task = 1,
                           .points = 2.5,
                           .end = TrialEnd::TimeUp,
                           .ended = 3'000'000'000};
  status.peers = {{.door = "racecar",
                   .notice = {.text = "Graded"},
                   .console = {"hello"},
                   .results = {{.title = "Go",
                                .points = 1,
                                .of = 2,
                                .time = 500'000'000,
                                .end = TrialEnd::Failed,
                                .why = "a wall"}},
                   .score_code = "AB",
                   .own = R"({"mode":"finished"})"}};
  status.seats[0].colors = CarColors{{255, 0, 0}, {0, 0, 255}};

  const Json room = told_room(kCourse, status);

  const Json& game = *room.find("game");
  EXPECT_EQ(game.find("mode")->text(), "grade");
  EXPECT_EQ(game.find("end")->text(), "time_up");
  EXPECT_EQ(game.find("began")->number(), 2);
  const Json& car = game.find("cars")->items()[0];
  EXPECT_EQ(car.find("passed")->items()[0].number(), 1.5);
  EXPECT_EQ(car.find("passed")->items()[1].number(), 0);  // not yet
  EXPECT_EQ(car.find("penalty")->number(), 5);
  const Json& door = room.find("doors")->items()[0];
  EXPECT_EQ(door.find("mode")->text(), "finished");
  EXPECT_EQ(door.find("console")->items()[0].text(), "hello");
  EXPECT_EQ(door.find("results")->items()[0].find("end")->text(), "failed");
  EXPECT_EQ(door.find("score_code")->text(), "AB");
  EXPECT_EQ(room.find("vehicles")->items()[0].find("front")->text(), "#ff0000");
  EXPECT_EQ(room.find("vehicles")->items()[0].find("back")->text(), "#0000ff");
}

TEST(WebText, GaugesSayTheAngleOnlyWhereItIsShown) {
  const auto json = parse_json(
      encode_gauges({{.piece = "wall", .at = {1, 2, 3}, .reading = {0.25, 0.5}, .angle = true},
                     {.piece = "cone", .at = {}, .reading = {0.5, 0.5}, .angle = false}}));

  ASSERT_TRUE(json);
  EXPECT_EQ(json->find("type")->text(), "gauges");
  const auto gauges = json->find("gauges")->items();
  EXPECT_EQ(gauges[0].find("distance")->number(), 0.25);
  EXPECT_EQ(gauges[0].find("angle")->number(), 0.5);
  EXPECT_EQ(gauges[1].find("angle"), nullptr);
}

TEST(WebText, EveryEventHasItsNameAndTime) {
  std::vector<StageEvent> events;
  for (int kind = 0; kind <= static_cast<int>(EventKind::TrialOver); ++kind)
    events.push_back({.kind = static_cast<EventKind>(kind), .time = 1'500'000'000, .vehicle = 1});

  const auto json = parse_json(encode_events(events));

  ASSERT_TRUE(json);
  ASSERT_EQ(json->find("events")->items().size(), events.size());
  for (const Json& event : json->find("events")->items()) {
    EXPECT_FALSE(event.find("event")->text().empty());
    EXPECT_EQ(event.find("time")->number(), 1.5);
  }
}

}  // namespace
}  // namespace paddock::web
