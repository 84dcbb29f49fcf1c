// One server as the simulator sees it: calls that return codes, and a thread that does the talking.
// Who may call what from where: docs/carla_library.md.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "capi/source/talk.h"
#include "paddock/net/event_loop.h"
#include "paddock/protocols/carla/wire/messages.h"

namespace paddock::capi {

/// All calls return 0 or a code of errno's.
class Server {
 public:
  Server();
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int set_host(std::string host);
  /// 0 while nothing is listened on.
  std::uint16_t world_port();
  int connect(std::uint32_t port, Nanos limit);
  /// Returns when a client is there, or why none will be.
  int await_client();
  void disconnect();

  // --- the dialogue

  /// The text is kept until the next call that succeeds.
  int read_request(std::string_view& ini_file, Nanos patience);
  int write_scene(const carla::SceneDescription& scene, Nanos patience);
  int read_start(std::uint32_t& spot, Nanos patience);
  int write_ready(bool ready, Nanos patience);

  // --- an episode

  int read_control(carla::Control& control, Nanos patience);
  int write_sensor(std::uint32_t id, std::string_view header, std::string_view data);
  int write_measurements(carla::Measurements measurements);

 private:
  using Lock = std::unique_lock<std::mutex>;

  void talk();
  int write(Lock& lock, std::string message, Turn next, Nanos patience);
  /// Waits for what `settled` says, with the mutex held; false when time is up.
  bool wait(Lock& lock, Nanos patience, const auto& settled);
  std::shared_ptr<Episode> episode();

  EventLoop loop_;
  Talk talk_;
  std::string host_{"0.0.0.0"};
  std::string request_;                    // the text that was last read
  std::vector<std::uint32_t> sensor_ids_;  // of the episode that is described
  std::thread thread_;
};

}  // namespace paddock::capi
