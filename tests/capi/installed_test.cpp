// The library as others find it: installed into a folder of its own, where the example in C is
// built with pkg-config and with CMake and serves a client.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <sstream>

#include "tests/capi/client.h"

namespace paddock::capi {
namespace {

namespace fs = std::filesystem;

/// What a command of the shell prints; tells what it was when it fails.
std::string said_by(const std::string& command) {
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  std::string text;
  char buffer[4096];
  while (pipe != nullptr && std::fgets(buffer, sizeof buffer, pipe) != nullptr) text += buffer;
  EXPECT_EQ(pipe == nullptr ? -1 : pclose(pipe), 0) << command << "\n" << text;
  return text;
}

class Installed : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    char name[] = "/tmp/carlaserver-XXXXXX";
    folder_ = mkdtemp(name);
    said_by("cmake --install " CAPI_BUILT " --prefix " + folder_ + "/usr");
    const std::string libraries = said_by("dirname $(find " + folder_ + " -name libcarlaserver.a)");
    libraries_ = libraries.substr(0, libraries.find('\n'));
  }
  static void TearDownTestSuite() { fs::remove_all(folder_); }

  /// A client drives two episodes of a hundred frames with the simulator that this starts.
  static void expect_drives(const std::string& simulator) {
    FILE* const pipe =
        popen(("LD_LIBRARY_PATH=" + libraries_ + " exec " + simulator + " 0").c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    unsigned port = 0;
    ASSERT_EQ(std::fscanf(pipe, "world port %u", &port), 1);
    drive(static_cast<std::uint16_t>(port));
    unsigned frames = 0;
    EXPECT_EQ(std::fscanf(pipe, "%u frames", &frames), 1);
    EXPECT_GE(frames, 200U);
    EXPECT_EQ(pclose(pipe), 0);
  }

  static void drive(std::uint16_t port) {
    Client client(port);
    for (int episode = 0; episode < 2; ++episode) {
      ASSERT_TRUE(client.ask("[CARLA/Server]\nSynchronousMode=True\n"));
      const auto scene = client.scene();
      ASSERT_TRUE(scene);
      EXPECT_EQ(scene->map_name, "Chessboard");
      client.start(1);
      ASSERT_TRUE(client.ready());
      client.come();
      carla::Measurements last;
      for (int i = 0; i < 100; ++i) {
        const auto frame = client.frame();
        ASSERT_TRUE(frame);
        ASSERT_EQ(frame->sensors.size(), 1U);
        EXPECT_EQ(frame->sensors[0].size(), 4U + 24 + 300 * 200 * 4);
        EXPECT_GT(frame->measurements.frame_number, last.frame_number);
        last = frame->measurements;
        client.drive({.throttle = 1});
      }
      EXPECT_GT(last.player.forward_speed, 5);
      EXPECT_GT(last.player.transform.location.y, 5);  // ahead of start spot 1
      client.leave_episode();
    }
  }

  static std::string folder_, libraries_;
};
std::string Installed::folder_, Installed::libraries_;

TEST_F(Installed, TheExampleBuiltWithPkgConfigServesAClient) {
  said_by(C_COMPILER " -std=gnu11 -Wall -Wextra -Werror -o " + folder_ +
          "/simulator " CAPI_EXAMPLE "/simulator.c $(PKG_CONFIG_PATH=" + libraries_ +
          "/pkgconfig pkg-config --cflags --libs carlaserver) -lm");
  expect_drives(folder_ + "/simulator");
}

TEST_F(Installed, TheExampleBuiltWithCMakeServesAClientSharedAndStatic) {
  const std::string build = folder_ + "/build";
  said_by("cmake -S " CAPI_EXAMPLE " -B " + build + " -DCMAKE_C_COMPILER=" C_COMPILER +
          " -DCMAKE_PREFIX_PATH=" + folder_ + "/usr && cmake --build " + build);
  expect_drives(build + "/simulator");
  expect_drives(build + "/simulator_static");
}

TEST_F(Installed, NothingIsExportedButWhatTheHeaderNames) {
  std::istringstream shared(
      said_by("nm -D --defined-only " + libraries_ + "/libcarlaserver.so | awk '{print $3}'"));
  int names = 0;
  for (std::string name; shared >> name; ++names)
    EXPECT_TRUE(name.starts_with("carla_") || name.starts_with("CARLA_SERVER_")) << name;
  EXPECT_EQ(names, 20);

  // of the archive too; 'u': what a program has once, for the loader to find its twin
  std::istringstream archive(
      said_by("nm -g --defined-only " + libraries_ +
              "/libcarlaserver.a | awk 'NF == 3 && $2 != \"u\" {print $3}'"));
  names = 0;
  for (std::string name; archive >> name; ++names)
    EXPECT_TRUE(name.starts_with("carla_") || name.starts_with("CARLA_SERVER_")) << name;
  EXPECT_EQ(names, 20);
}

TEST_F(Installed, NothingIsNeededButTheCompilersLibrariesAndProtocolBuffers) {
  std::istringstream needed(
      said_by("readelf -d " + libraries_ +
              "/libcarlaserver.so | sed -n 's/.*NEEDED.*\\[\\(.*\\)\\]/\\1/p'"));
  for (std::string name; needed >> name;)
    EXPECT_TRUE(name.starts_with("libprotobuf-lite.so") || name.starts_with("libstdc++.so") ||
                name.starts_with("libgcc_s.so") || name.starts_with("libc.so") ||
                name.starts_with("libm.so") || name.starts_with("ld-linux"))
        << name;
}

}  // namespace
}  // namespace paddock::capi
