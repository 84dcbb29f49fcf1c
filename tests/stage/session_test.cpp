// A run as a value: commands, events, snapshots.
#include "paddock/stage/session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/stages.h"
#include "tests/support/streets.h"

namespace paddock {
namespace {

TEST(Session, TheSameCommandsGiveTheSameBits) {
  const auto run = [] {
    Session session = ring_session(2);
    const auto at = [&](int tick, int when, const Command& command) {
      EXPECT_TRUE(tick != when || apply(session, command));
    };
    for (int tick = 0; tick < 500; ++tick) {
      at(tick, 50, SetDriver{VehicleId{0}, "person"});
      at(tick, 60, SetControls{VehicleId{0}, {.steer = 0.3, .drive = 0.4}});
      at(tick, 70, SetParameter{"vehicle.1.max_steer", 0.3});
      advance(session);
    }
    return hash_of(session);
  };

  EXPECT_EQ(run(), run());
}

TEST(Session, RestoredItGoesOnAsIfItHadNeverLeft) {
  LevelSpec ring = ring_level(8, 3);
  add_two_blocks(ring, {30, 0});  // for those who keep to roads
  ring.starts.push_back({.where = {}, .pose = {30, -2, 0}, .vehicle = ""});
  for (StartSpec& start : ring.starts) start.vehicle = "racecar";
  for (const DriverType& driver : driver_types()) {
    const auto open = [&](std::string_view name) {
      return *open_session(build_level(ring), ring_spec(2, std::string(name)));
    };
    Session session = open(driver.name);
    for (int tick = 0; tick < 300; ++tick) advance(session);
    ASSERT_TRUE(apply(session, SetParameter{"vehicle.0.front_grip", 0.7}));
    const Snapshot kept = snapshot_of(session);
    const auto go_on = [&] {
      for (int tick = 0; tick < 200; ++tick) advance(session);
      return hash_of(session);
    };
    const std::uint64_t first = go_on();

    // somewhere else entirely, then back
    ASSERT_TRUE(apply(session, SetParameter{"vehicle.0.front_grip", 1.5}));
    ASSERT_TRUE(apply(session, SetDriver{VehicleId{0}, "gap"}));
    go_on();
    ASSERT_TRUE(restore(session, kept));

    EXPECT_EQ(snapshot_of(session), kept) << driver.name;
    EXPECT_EQ(go_on(), first) << driver.name;

    // and in a run that was never there
    Session other = open("idle");
    ASSERT_TRUE(restore(other, kept));
    for (int tick = 0; tick < 200; ++tick) advance(other);
    EXPECT_EQ(hash_of(other), first) << driver.name;
  }
}

TEST(Session, ARigidRunRestoredFromACheckpointGoesOnAlike) {
  // at a checkpoint of its own, every ten seconds, and at one that somebody asked for
  for (const int ticks : {1000, 333}) {
    Session session = tumble_session();
    for (int tick = 0; tick < ticks; ++tick) advance(session);
    if (ticks == 333) checkpoint(session);
    const Snapshot kept = snapshot_of(session);
    EXPECT_FALSE(kept.state.rigid.props[0].pose == session.model.rigid->props[0].start);
    const auto go_on = [](Session& run) {
      for (int tick = 0; tick < 500; ++tick) advance(run);
      return hash_of(run);
    };
    const std::uint64_t first = go_on(session);

    ASSERT_TRUE(restore(session, kept));
    EXPECT_EQ(snapshot_of(session), kept);
    EXPECT_EQ(go_on(session), first) << ticks;
    Session other = tumble_session("idle");
    ASSERT_TRUE(restore(other, kept));
    EXPECT_EQ(go_on(other), first) << ticks;
  }
}

TEST(Session, AVehicleIsPutBackAndTheUpsetIsTold) {
  Session session = tumble_session("idle");
  const auto heard = [&](EventKind kind, int ticks) {
    bool found = false;
    for (int tick = 0; tick < ticks; ++tick) {
      advance(session);
      for (const StageEvent& event : session.events) found |= event.kind == kind;
    }
    return found;
  };
  RigidBodyState& body = session.state.rigid.cars[0].body;
  body.pose.at.z += 0.3;
  body.pose.turn = body.pose.turn * Quat::from_yaw_pitch_roll(0, 0, kPi);
  EXPECT_TRUE(heard(EventKind::Flipped, 300));

  const Pose2 start = session.model.vehicles[0].start;
  ASSERT_TRUE(apply(session, PlaceVehicle{VehicleId{0}, start}));
  EXPECT_TRUE(heard(EventKind::Placed, 100));
  EXPECT_NEAR(pose_of(session.state.physics.vehicles[0]).x, start.x, 1e-3);
  EXPECT_GT((session.state.rigid.cars[0].body.pose.turn * Vec3{0, 0, 1}).z, 0.999);

  EXPECT_FALSE(apply(session, PlaceVehicle{VehicleId{3}, start}));
  EXPECT_FALSE(apply(session, PlaceVehicle{VehicleId{0}, {std::nan(""), 0, 0}}));

  body.pose.at = {40, 0, -1};  // past the edge of the floor
  EXPECT_TRUE(heard(EventKind::Fell, 300));
  EXPECT_NEAR(pose_of(session.state.physics.vehicles[0]).x, start.x, 1e-3);
  body.velocity.x = std::nan("");
  EXPECT_TRUE(heard(EventKind::Froze, 1));
  session.state.rigid.props[0].pose.at.z = -50;
  EXPECT_TRUE(heard(EventKind::Lost, 5));
}

TEST(Session, AClickPutsWhatFollowsClicksThere) {
  LevelSpec level = tumble_level();
  level.pieces.back().follows_clicks = true;
  Session session = *open_session(build_level(level), ring_spec(1, "idle"));
  const std::size_t last = session.state.rigid.props.size() - 1;
  const Vec3 other = session.state.rigid.props[0].pose.at;

  ASSERT_TRUE(apply(session, Click{.point = {-2, 3, 0}}));
  for (int tick = 0; tick < 100; ++tick) advance(session);

  const Vec3 at = session.state.rigid.props[last].pose.at;
  EXPECT_NEAR(at.x, -2, 0.01);
  EXPECT_NEAR(at.y, 3, 0.01);
  EXPECT_NEAR(session.state.rigid.props[0].pose.at.x, other.x, 0.01);
}

TEST(Session, SnapshotsOfOtherRunsAreRefusedAndChangeNothing) {
  Session session = ring_session(2);
  for (int tick = 0; tick < 10; ++tick) advance(session);
  const std::uint64_t before = hash_of(session);
  Snapshot fewer = snapshot_of(ring_session(1));
  Snapshot gate = snapshot_of(session), seat = gate, figures = gate, memory = gate, past = gate;
  gate.state.laps[0].next_gate = 1000;
  seat.seats[0].driver = "nobody";
  figures.seats[0].params.pop_back();
  memory.seats[0].memory.back() = 1e18;
  past.state.tick = Tick{-1};

  for (const Snapshot& wrong : {fewer, gate, seat, figures, memory, past})
    EXPECT_FALSE(restore(session, wrong));

  EXPECT_EQ(hash_of(session), before);
}

TEST(Session, ImuOfEveryKindHasNoiseUnlessSensorsAreIdeal) {
  for (const VehicleType& type : vehicle_types())
    for (const bool ideal : {false, true}) {
      SessionSpec spec = ring_spec(1, "idle");
      spec.vehicles[0].kind = type.name;
      spec.ideal_sensors = ideal;
      Session session = *open_session(ring_of(1), spec);
      ASSERT_TRUE(apply(session, MountSensor{want_of("imu smoothing=1").sensor}));
      for (int tick = 0; tick < 5; ++tick) advance(session);

      // two biases of three axes, then force and rate
      EXPECT_EQ(session.state.sensors.at(0).numbers.at(8) == kGravity, ideal) << type.name;
    }
}

TEST(Session, SnapshotsCarryTheRunsSensorsAndWhatTheyRemember) {
  Session session = ring_session(2), other = ring_session(2);
  ASSERT_TRUE(apply(session, MountSensor{want_of("odometry").sensor}));
  ASSERT_TRUE(
      apply(session, MountSensor{want_of("lidar unit=ydlidar-x4 sweep=1", false, 1).sensor}));
  for (int tick = 0; tick < 300; ++tick) advance(session);

  ASSERT_TRUE(restore(other, snapshot_of(session)));
  for (int tick = 0; tick < 200; ++tick) advance(session), advance(other);

  EXPECT_EQ(session.state, other.state);
  EXPECT_EQ(hash_of(session), hash_of(other));
  Snapshot shorter = snapshot_of(session);
  shorter.state.sensors[0].numbers.pop_back();
  EXPECT_FALSE(restore(other, shorter));
  Snapshot unknown = snapshot_of(session);
  unknown.sensors[0].spec.kind = "crystal ball";
  EXPECT_FALSE(restore(other, unknown));
  EXPECT_EQ(hash_of(session), hash_of(other));
}

TEST(Session, SensorsThatCannotBeMountedChangeNothing) {
  Session session = ring_session(1);
  const std::uint64_t before = hash_of(session);

  EXPECT_FALSE(apply(session, MountSensor{want_of("lidr").sensor}));
  EXPECT_FALSE(apply(session, MountSensor{want_of("imu", false, 1).sensor}));
  EXPECT_FALSE(apply(session, UnmountSensor{VehicleId{0}, "imu"}));
  EXPECT_FALSE(apply(session, UnmountSensor{VehicleId{7}, "imu"}));

  EXPECT_EQ(hash_of(session), before);
  EXPECT_TRUE(session.model.sensors.empty());
}

TEST(Session, HandOverTakesUpTheRouteWhereTheVehicleIs) {
  Session session = ring_session(1, "route");
  for (int tick = 0; tick < 400; ++tick) advance(session);
  ASSERT_TRUE(apply(session, SetDriver{VehicleId{0}, "idle"}));
  for (int tick = 0; tick < 10; ++tick) advance(session);

  ASSERT_TRUE(apply(session, SetDriver{VehicleId{0}, "route"}));
  for (int tick = 0; tick < 2000; ++tick) advance(session);

  EXPECT_GE(session.state.laps[0].laps, 1u);
  EXPECT_EQ(session.contacts, 0u);
}

TEST(Session, LapsGatesAndTheFinishAreReportedOnce) {
  Session session = ring_session(2, "route", 2);
  std::vector<StageEvent> events;
  for (int tick = 0; tick < 4000; ++tick) {
    advance(session);
    events.insert(events.end(), session.events.begin(), session.events.end());
  }

  const auto count_of = [&](EventKind kind, int vehicle) {
    return std::count_if(events.begin(), events.end(), [&](const StageEvent& e) {
      return e.kind == kind && e.vehicle == vehicle;
    });
  };
  for (const int vehicle : {0, 1}) {
    EXPECT_GE(count_of(EventKind::Lap, vehicle), 2);
    EXPECT_EQ(count_of(EventKind::Finish, vehicle), 1);
    EXPECT_GE(count_of(EventKind::Gate, vehicle), 8);
  }
  EXPECT_EQ(session.race.entries[0].place + session.race.entries[1].place, 3u);
}

TEST(Session, GrindingAlongAWallIsOneCollision) {
  Session session = ring_session(1, "person");
  ASSERT_TRUE(apply(session, SetControls{VehicleId{0}, {.drive = 0.3}}));
  std::size_t collisions = 0;
  for (int tick = 0; tick < 300; ++tick) {
    advance(session);
    for (const StageEvent& event : session.events)
      if (event.kind == EventKind::Collision) ++collisions;
  }

  EXPECT_GE(session.contacts, 5u);
  EXPECT_GE(collisions, 1u);
  EXPECT_LE(collisions, 4u);
}

TEST(Session, CommandsThatCannotBeObeyedSayWhy) {
  Session session = ring_session(1, "route");
  const std::uint64_t before = hash_of(session);
  const std::vector<Command> wrong{
      SetDriver{VehicleId{7}, "gap"},
      SetDriver{VehicleId{0}, "ghost"},
      SetControls{VehicleId{0}, {}},
      SetControls{VehicleId{7}, {}},
      SetInput{VehicleId{0}, RacecarInput<double>{}},
      SetParameter{"vehicle.0.max_steer", 99},
      SetParameter{"vehicle.0.no_such", 1},
      SetParameter{"vehicle.9.max_steer", 0.3},
      SetParameter{"race.laps", 1.5},
      Click{.point = {1e9, 0, 0}},
      Click{.point = {}, .vehicle = VehicleId{5}},
  };

  for (const Command& command : wrong) {
    const auto refused = apply(session, command);
    ASSERT_FALSE(refused) << command.index();
    EXPECT_FALSE(refused.error().message.empty());
  }
  EXPECT_EQ(hash_of(session), before);
}

TEST(Session, AClickSendsWhoeverFollowsClicks) {
  Session session = ring_session(2, "waypoints");
  const Vec2 start = position(pose_of(session.state.physics.vehicles[0]));

  ASSERT_TRUE(apply(session, Click{.point = {start.x, start.y + 3, 0}, .vehicle = VehicleId{0}}));
  for (int tick = 0; tick < 1000; ++tick) advance(session);

  EXPECT_LT(distance(position(pose_of(session.state.physics.vehicles[0])), {start.x, start.y + 3}),
            0.8);
  EXPECT_EQ(speed_of(session.state.physics.vehicles[1]), 0);
}

TEST(Session, APersonsInputOfAnotherKindIsNotAProgramsInput) {
  Session session = ring_session(1, "program");

  EXPECT_FALSE(apply(session, SetInput{VehicleId{0}, SedanInput<double>{}}));
  EXPECT_TRUE(apply(session, SetInput{VehicleId{0}, RacecarInput<double>{.accel = 2}}));
  for (int tick = 0; tick < 100; ++tick) advance(session);
  EXPECT_GT(speed_of(session.state.physics.vehicles[0]), 1);
}

TEST(Session, TooManyVehiclesForTheStartsIsSaid) {
  const auto session =
      open_session(build_level(ring_level(8, 3)), {.vehicles = std::vector<VehicleRequest>(3)});

  ASSERT_FALSE(session);
  EXPECT_NE(session.error().message.find("starts"), std::string::npos);
}

TEST(SessionColours, AreForTheNextPictureAndCostNothingWhenTheyAreTheSame) {
  Session session = ring_session(2);
  const std::vector<CarColors> chosen{{.front = {1, 2, 3}, .back = {4, 5, 6}}};
  ASSERT_NE(rig_of(session.model, session.scratch), nullptr);

  paint_vehicles(session, chosen);
  EXPECT_EQ(session.scratch.rig, nullptr);
  EXPECT_EQ(session.model.vehicles[0].colors, chosen[0]);
  EXPECT_EQ(session.model.vehicles[1].colors, std::nullopt);

  const CameraRig* made = rig_of(session.model, session.scratch);
  paint_vehicles(session, chosen);
  EXPECT_EQ(session.scratch.rig.get(), made);
}

}  // namespace
}  // namespace paddock
