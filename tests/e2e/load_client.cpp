// Many viewers of one level, on loopback: does the stage keep real time, does memory stay flat, is
// a viewer that stops reading let go?
//
//   load_client PADDOCK [--viewers 200] [--seconds 60] [--vehicles 8] [--level oval]
//
// Starts the server itself. Prints one line a figure; exits 1 when one is not met.
#include <poll.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "paddock/protocols/web/codec.h"
#include "tests/support/raw_client.h"
#include "tests/support/server_process.h"

namespace {

using namespace paddock;
using Time = std::chrono::steady_clock::time_point;

double seconds_since(Time began) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

struct Viewer {
  std::unique_ptr<RawClient> client;
  std::uint64_t bytes{}, frames{};
  std::uint64_t first_tick{}, last_tick{};
  bool closed{};

  void take() {
    while (const auto frame = client->next_frame(0)) {
      bytes += frame->bytes.size() + 4;
      if (frame->opcode == 8) closed = true;
      if (frame->opcode != 2) continue;
      const auto decoded = web::decode_frame(frame->bytes);
      if (!decoded) continue;
      const auto* state = std::get_if<web::StateMessage>(&*decoded);
      if (state == nullptr) continue;
      if (frames++ == 0) first_tick = state->tick;
      last_tick = state->tick;
    }
    if (!client->open()) closed = true;
  }
};

bool report(const char* what, bool met, const std::string& figure) {
  std::printf("%-34s %-8s %s\n", what, met ? "ok" : "NOT MET", figure.c_str());
  return met;
}

std::string text(const char* format, auto... numbers) {
  char line[256];
  std::snprintf(line, sizeof line, format, numbers...);
  return line;
}

struct Options {
  std::string binary;
  int viewers{200}, vehicles{8};
  double seconds{60};
  std::string level{"oval"};
};

Options read_options(int argc, char** argv) {
  Options options;
  options.binary = argc > 1 ? argv[1] : "";
  std::map<std::string, std::string> flags;
  for (int i = 2; i + 1 < argc; i += 2) flags[argv[i]] = argv[i + 1];
  if (flags.contains("--viewers")) options.viewers = std::stoi(flags["--viewers"]);
  if (flags.contains("--vehicles")) options.vehicles = std::stoi(flags["--vehicles"]);
  if (flags.contains("--seconds")) options.seconds = std::stod(flags["--seconds"]);
  if (flags.contains("--level")) options.level = flags["--level"];
  return options;
}

bool open_room(RawClient& client, const Options& options) {
  std::string vehicles;
  for (int v = 0; v < options.vehicles; ++v)
    vehicles += std::string(v == 0 ? "" : ",") + R"({"driver":"route"})";
  client.say(R"({"type":"open","id":1,"room":"load","level":")" + options.level +
             R"(","vehicles":[)" + vehicles + "]}");
  return client.receive("room").has_value();
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = read_options(argc, argv);
  const std::string folder = scratch_path("load");
  ServerProcess server(options.binary, {"--port", "0", "--recordings", folder});
  if (server.port() == 0) return std::puts("the server did not start"), 1;

  std::vector<Viewer> viewers(static_cast<std::size_t>(options.viewers));
  for (std::size_t i = 0; i < viewers.size(); ++i) {
    viewers[i].client = std::make_unique<RawClient>(server.port());
    if (!viewers[i].client->greet()) return std::puts("a viewer was not let in"), 1;
    if (i == 0 && !open_room(*viewers[0].client, options)) return std::puts("no room"), 1;
    if (i > 0) viewers[i].client->say(R"({"type":"join","room":"load"})");
  }
  // one more that never reads
  RawClient stalled(server.port(), 4096);
  if (!stalled.greet()) return 1;
  stalled.say(R"({"type":"join","room":"load"})");
  stalled.say(
      R"({"type":"subscribe","sensor":"lidar","vehicle":0,"rate":60,"figures":{"beams":4096}})");

  // a moment for everybody to arrive, then the measurement
  const auto watch = [&](double seconds) {
    std::vector<pollfd> polls;
    for (const Viewer& viewer : viewers) polls.push_back({viewer.client->descriptor(), POLLIN, 0});
    for (const Time began = std::chrono::steady_clock::now(); seconds_since(began) < seconds;) {
      ::poll(polls.data(), polls.size(), 50);
      for (std::size_t i = 0; i < viewers.size(); ++i)
        if (polls[i].revents != 0) viewers[i].take();
    }
  };
  watch(1.5);
  for (Viewer& viewer : viewers) viewer.bytes = viewer.frames = 0;
  const long memory = server.memory_kb();
  const double processor = server.processor_seconds();
  const Time began = std::chrono::steady_clock::now();
  watch(options.seconds);
  const double wall = seconds_since(began);
  const long grown = server.memory_kb() - memory;
  const double used = (server.processor_seconds() - processor) / wall;

  std::uint64_t bytes = 0, least_frames = ~std::uint64_t{0}, most_frames = 0;
  std::size_t closed = 0;
  double slowest = 1e9;
  for (const Viewer& viewer : viewers) {
    bytes += viewer.bytes;
    least_frames = std::min(least_frames, viewer.frames);
    most_frames = std::max(most_frames, viewer.frames);
    closed += viewer.closed ? 1 : 0;
    slowest = std::min(slowest, static_cast<double>(viewer.last_tick - viewer.first_tick) * 0.01);
  }
  const double kilobytes = static_cast<double>(bytes) / 1000 / wall / options.viewers;
  const auto rate = [&](std::uint64_t frames) { return static_cast<double>(frames) / wall; };

  std::printf("%d viewers of %d cars on %s for %.1f s\n", options.viewers, options.vehicles,
              options.level.c_str(), wall);
  bool met = report("the stage keeps real time", slowest / wall > 0.97,
                    text("%.3f simulated s a second", slowest / wall));
  met &= report("each viewer's stream under 40 kB/s", kilobytes < 40, text("%.1f kB/s", kilobytes));
  met &= report("nobody is cut off", closed == 0, text("%zu closed", closed));
  met &= report("frames reach everybody", rate(least_frames) > 0.8 * rate(most_frames),
                text("%.1f to %.1f frames/s", rate(least_frames), rate(most_frames)));
  met &= report("memory stays flat", grown < 20'000,
                text("%.1f MB, %+.1f MB while it ran", static_cast<double>(memory) / 1000,
                     static_cast<double>(grown) / 1000));
  // what the system's buffers hold ends some time; then the silence is noticed
  if (options.seconds >= 40) {
    std::string rest;
    while (stalled.open() && stalled.receive(100)) rest.swap(stalled.buffer()), rest.clear();
    met &= report("who stops reading is let go", !stalled.open(), "");
  }
  std::printf("%-34s %-8s %.2f cores\n", "processor time of the server", "", used);
  std::filesystem::remove_all(folder);
  return met ? 0 : 1;
}
