#include "paddock/protocols/carla/launcher.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "paddock/io/file.h"
#include "tests/support/server_process.h"

namespace paddock::carla {
namespace {

Result<CarlaCall> parse(const std::vector<std::string>& arguments) {
  return parse_carla_call(arguments);
}

TEST(CarlaLauncher, TakesTheOriginalsCommandLine) {
  const auto call =
      parse({"/Game/Maps/Town02", "-carla-server", "-carla-world-port=3000", "-benchmark",
             "-fps=15", "-windowed", "-ResX=800", "-carla-settings=Example.CarlaSettings.ini"});

  ASSERT_TRUE(call.has_value());
  EXPECT_EQ(call->map, "Town02");
  EXPECT_EQ(call->port, 3000);
  EXPECT_EQ(call->fps, 15);
  EXPECT_EQ(call->settings, "Example.CarlaSettings.ini");
  EXPECT_TRUE(call->benchmark);
  EXPECT_EQ(call->passed_over,
            (std::vector<std::string>{"-carla-server", "-windowed", "-ResX=800"}));
}

TEST(CarlaLauncher, NothingIsTheOriginalsOwnStart) {
  const auto call = parse({});

  ASSERT_TRUE(call.has_value());
  EXPECT_EQ(call->map, "");
  EXPECT_FALSE(call->port);
  EXPECT_FALSE(call->fps);
  EXPECT_FALSE(call->benchmark);
}

TEST(CarlaLauncher, WhatCannotBeDoneIsSaid) {
  EXPECT_EQ(parse({"/Game/Maps/Town07"}).error().message,
            "there is no map /Game/Maps/Town07: CARLA 0.8 has Town01 and Town02");
  EXPECT_EQ(parse({"-world-port=70000"}).error().message,
            "-world-port=70000 must be a number from 1 to 65533");
  EXPECT_EQ(parse({"-fps=fast"}).error().message, "-fps=fast must be a number from 1 to 200");
}

TEST(CarlaLauncher, WritesAScriptThatCanBeStarted) {
  const std::string folder = scratch_path("carla_launcher");
  std::filesystem::create_directories(folder);
  const auto path = write_carla_launcher(folder);

  ASSERT_TRUE(path.has_value());
  EXPECT_TRUE(read_file(*path, 10'000)->starts_with("#!/bin/sh\n"));
  EXPECT_NE(std::filesystem::status(*path).permissions() & std::filesystem::perms::owner_exec,
            std::filesystem::perms::none);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace paddock::carla
