// A CARLA client of plain sockets, as rude as a test wants, and a town without cars for it to talk
// to.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "paddock/core/wall_clock.h"
#include "paddock/protocols/carla/server.h"
#include "paddock/protocols/carla/wire/codec.h"
#include "paddock/protocols/carla/wire/sensor_messages.h"
#include "tests/support/raw_client.h"

namespace paddock::carla {

/// The next message of a connection; none when the other side hangs up or is silent.
inline std::optional<std::string> next_message(RawClient& from, int wait_ms = 60'000) {
  std::string& in = from.buffer();
  const auto fill = [&](std::size_t size) {
    while (in.size() < size) {
      const std::size_t before = in.size();
      if (!from.receive(wait_ms) || in.size() == before) return false;
    }
    return true;
  };
  if (!fill(4)) return std::nullopt;
  std::size_t length = 0;
  for (std::size_t i = 4; i-- > 0;) length = length << 8 | static_cast<unsigned char>(in[i]);
  if (!fill(4 + length)) return std::nullopt;
  std::string body = in.substr(4, length);
  in.erase(0, 4 + length);
  return body;
}

struct StandInClient {
  explicit StandInClient(std::uint16_t world_port)
      : port(world_port), world(std::make_unique<RawClient>(world_port)) {}

  void ask(std::string_view ini = "") {
    world->send(framed(encode(RequestNewEpisode{std::string(ini)})));
  }
  std::optional<SceneDescription> scene() {
    const auto body = next_message(*world);
    if (!body || body->empty()) return std::nullopt;
    return *decode_scene(*body);
  }
  void start(std::uint32_t spot) { world->send(framed(encode(EpisodeStart{spot}))); }
  bool ready() {
    const auto body = next_message(*world);
    return body && decode_ready(*body)->ready;
  }
  void come_to_stream(int receive_buffer = 0) {
    stream = std::make_unique<RawClient>(static_cast<std::uint16_t>(port + 1), receive_buffer);
  }
  void come_to_control() {
    control = std::make_unique<RawClient>(static_cast<std::uint16_t>(port + 2));
  }
  /// From the request to both ports; false when the server does not go along.
  bool begin(std::string_view ini = "", std::uint32_t spot = 0) {
    ask(ini);
    if (!scene()) return false;
    start(spot);
    if (!ready()) return false;
    come_to_stream(), come_to_control();
    return true;
  }
  /// A whole frame; sensors are passed over.
  std::optional<Measurements> frame() {
    auto body = next_message(*stream);
    if (!body || body->empty()) return std::nullopt;
    const auto measurements = decode_measurements(*body);
    while (body && !body->empty()) body = next_message(*stream);
    if (!body || !measurements) return std::nullopt;
    return *measurements;
  }
  void drive(const Control& wanted = {}) { control->send(framed(encode(wanted))); }
  /// As the original leaves an episode: without reading what is left.
  void leave_episode() { stream.reset(), control.reset(); }

  std::uint16_t port;
  std::unique_ptr<RawClient> world, stream, control;
};

/// A town that shows each client frames with its start spot and answers each control with the next.
class StandInTown {
 public:
  explicit StandInTown(ServerOptions options = {.world_port = 0}, std::size_t frame_bytes = 0)
      : frame_bytes_(frame_bytes), server_(*ClientServer::open(loop_, options)) {
    thread_ = std::thread([this] { serve(); });
  }
  ~StandInTown() {
    over_ = true;
    loop_.wake();
    thread_.join();
  }
  StandInTown(const StandInTown&) = delete;
  StandInTown& operator=(const StandInTown&) = delete;

  std::uint16_t port() const { return server_.world_port(); }
  /// Waits until nobody is there; false when somebody stays.
  bool empties(int most_ms = 60'000) const {
    return settles(most_ms, [&] { return sessions_ == 0; });
  }
  /// Waits until so many have gone, and says why they did.
  std::vector<std::string> gone(std::size_t count, int most_ms = 60'000) const {
    settles(most_ms, [&] {
      const std::lock_guard lock(mutex_);
      return gone_.size() >= count;
    });
    const std::lock_guard lock(mutex_);
    return gone_;
  }

 private:
  static bool settles(int most_ms, const auto& settled) {
    for (int i = 0; i < most_ms && !settled(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return settled();
  }
  void serve() {
    constexpr Nanos kSecond = 1'000'000'000;
    while (!over_) {
      const Nanos now = steady_now();
      for (const ClientEvent& event : server_.poll(now))
        std::visit([&](const auto& what) { answer(event.session, what); }, event.what);
      sessions_ = server_.sessions();
      for (const auto& [session, spot] : driving_)
        if (server_.take_control(session)) show(session);
      const auto again = server_.again();
      loop_.wait(again ? std::max<Nanos>(0, *again - now) : kSecond);
    }
  }
  void answer(SessionId session, const EpisodeAsked&) {
    driving_.erase(session);
    server_.describe(session, {.map_name = "Town02",
                               .player_start_spots = std::vector<Transform>(83),
                               .sensors = {{7, SensorType::Camera, "camera"}}});
  }
  void answer(SessionId session, const StartChosen& start) {
    spots_[session] = start.spot;
    server_.ready(session);
  }
  void answer(SessionId session, const DriveBegun&) {
    driving_[session] = spots_[session];
    show(session);
  }
  void answer(SessionId session, const ClientGone& gone) {
    driving_.erase(session), spots_.erase(session);
    const std::lock_guard lock(mutex_);
    gone_.push_back(gone.why);
  }
  void show(SessionId session) {
    Measurements measurements;
    measurements.frame_number = ++frames_;
    measurements.game_timestamp = spots_[session];
    std::string frame = framed(encode(measurements));
    if (frame_bytes_ > 0) append_message(frame, std::string(frame_bytes_, 'x'));
    append_end_of_frame(frame);
    server_.show(session, frame);
  }

  const std::size_t frame_bytes_;
  EventLoop loop_;
  ClientServer server_;
  std::map<SessionId, std::uint32_t> spots_, driving_;  // of the thread
  std::uint64_t frames_{};
  std::atomic<bool> over_{};
  std::atomic<std::size_t> sessions_{};
  mutable std::mutex mutex_;  // guards what follows
  std::vector<std::string> gone_;
  std::thread thread_;
};

}  // namespace paddock::carla
