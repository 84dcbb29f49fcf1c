// A server made with the C library, and a client of plain sockets that takes it through all that is
// said; it can be as rude as a test wants.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "capi/include/carla/carla_server.h"
#include "paddock/net/tcp_listener.h"
#include "paddock/protocols/carla/wire/codec.h"
#include "paddock/protocols/carla/wire/framing.h"

namespace paddock::capi {

inline constexpr std::uint32_t kMinute = 60'000;  // a test that waits this out has failed

/// A socket connected to a port of this machine, -1 if it cannot be.
int dialled_socket(std::uint16_t port, int receive_buffer = 0);
/// The same; its calls fail when it is not connected.
inline TcpPeer dialled(std::uint16_t port, int receive_buffer = 0) {
  return TcpPeer(dialled_socket(port, receive_buffer));
}

/// The next message; none when the other side is gone or silent.
inline std::optional<std::string> message_from(TcpPeer& peer, int limit_ms = kMinute) {
  const auto length = peer.read(4, limit_ms);
  std::uint32_t size = 0;
  if (!length) return std::nullopt;
  std::memcpy(&size, length->data(), sizeof size);  // of this machine's byte order, as the tests
  return peer.read(size, limit_ms);
}

struct FreeServer {
  void operator()(void* server) const { carla_free_server(server); }
};

/// One that listens on three free ports of loopback, or on those it is told.
struct Library {
  explicit Library(std::uint32_t port = 0, std::uint32_t timeout_ms = 0) {
    carla_set_server_host(get(), "127.0.0.1");
    if (listen(port, timeout_ms) != CARLA_SERVER_SUCCESS) server.reset();
  }
  std::int32_t listen(std::uint32_t port = 0, std::uint32_t timeout_ms = 0) const {
    return carla_server_connect(get(), port, timeout_ms);
  }
  CarlaServerPtr get() const { return server.get(); }
  std::uint16_t port() const { return static_cast<std::uint16_t>(carla_get_world_port(get())); }

  std::unique_ptr<void, FreeServer> server{carla_make_server()};
};

// --- what the simulator says --------------------------------------------------------------------

inline std::int32_t read_request(const Library& library, std::string* ini = nullptr,
                                 std::uint32_t timeout = kMinute) {
  carla_request_new_episode request{};
  const std::int32_t code = carla_read_request_new_episode(library.get(), request, timeout);
  if (code == CARLA_SERVER_SUCCESS && ini != nullptr)
    ini->assign(request.ini_file, request.ini_file_length);
  return code;
}

inline std::int32_t write_scene(const Library& library, const std::vector<std::uint32_t>& cameras) {
  const carla_transform spots[4]{};
  std::vector<carla_sensor_definition> sensors;
  for (const std::uint32_t id : cameras) sensors.push_back({id, CARLA_SERVER_CAMERA, "camera"});
  const carla_scene_description scene{"TestTown01", spots, 4, sensors.data(),
                                      static_cast<std::uint32_t>(sensors.size())};
  return carla_write_scene_description(library.get(), scene, kMinute);
}

inline std::int32_t read_start(const Library& library, std::uint32_t* spot = nullptr) {
  carla_episode_start start{};
  const std::int32_t code = carla_read_episode_start(library.get(), start, kMinute);
  if (spot != nullptr) *spot = start.player_start_spot_index;
  return code;
}

inline std::int32_t write_ready(const Library& library, bool ready = true) {
  return carla_write_episode_ready(library.get(), carla_episode_ready{ready}, kMinute);
}

/// From the request to the episode; the first code that is none of success.
inline std::int32_t serve_episode(const Library& library,
                                  const std::vector<std::uint32_t>& cameras = {}) {
  std::int32_t code = read_request(library);
  if (code == 0) code = write_scene(library, cameras);
  if (code == 0) code = read_start(library);
  if (code == 0) code = write_ready(library);
  return code;
}

inline std::int32_t show(const Library& library, std::uint32_t frame) {
  carla_measurements measurements{};
  measurements.frame_number = frame;
  return carla_write_measurements(library.get(), measurements);
}

inline std::int32_t read_control(const Library& library, carla_control& control,
                                 std::uint32_t timeout = kMinute) {
  return carla_read_control(library.get(), control, timeout);
}

// --- what the client says -----------------------------------------------------------------------

struct FrameSeen {
  carla::Measurements measurements;
  std::vector<std::string> sensors;  // messages, with the sensor's id
};

struct Client {
  explicit Client(std::uint16_t world_port) : port(world_port), world(dialled(world_port)) {}

  bool ask(std::string_view ini = "") {
    return world.write(carla::framed(carla::encode(carla::RequestNewEpisode{std::string(ini)})));
  }
  std::optional<carla::SceneDescription> scene() {
    const auto body = message_from(world);
    if (!body) return std::nullopt;
    return *carla::decode_scene(*body);
  }
  bool start(std::uint32_t spot = 0) {
    return world.write(carla::framed(carla::encode(carla::EpisodeStart{spot})));
  }
  bool ready() {
    const auto body = message_from(world);
    return body && carla::decode_ready(*body)->ready;
  }
  void come(int receive_buffer = 0) {
    stream = dialled(static_cast<std::uint16_t>(port + 1), receive_buffer);
    control = dialled(static_cast<std::uint16_t>(port + 2));
  }
  /// All of it, while the server goes along in another thread.
  bool begin() {
    if (!ask() || !scene() || !start() || !ready()) return false;
    come();
    return true;
  }
  std::optional<FrameSeen> frame() {
    auto body = message_from(stream);
    if (!body || body->empty()) return std::nullopt;
    FrameSeen seen{*carla::decode_measurements(*body), {}};
    while ((body = message_from(stream)) && !body->empty()) seen.sensors.push_back(*body);
    if (!body) return std::nullopt;
    return seen;
  }
  bool drive(const carla::Control& wanted) {
    return control.write(carla::framed(carla::encode(wanted)));
  }
  void leave_episode() { stream.close(), control.close(); }

  std::uint16_t port;
  TcpPeer world, stream{-1}, control{-1};
};

}  // namespace paddock::capi
