// The functions that the library exports: nothing gets past them that is not a code, no null
// pointer inwards, no exception outwards.
#include <cerrno>
#include <exception>
#include <limits>
#include <new>

#include "capi/source/server.h"
#include "capi/source/translate.h"

namespace {

using paddock::Nanos;
using paddock::capi::Server;

constexpr Nanos kMillisecond = 1'000'000;

/// The code that `call` returns for a server, or why there is none.
std::int32_t code_of(CarlaServerPtr self, const auto& call) {
  if (self == nullptr) return EINVAL;
  try {
    return call(*static_cast<Server*>(self));
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  } catch (const std::exception&) {
    return EIO;
  }
}

std::string_view bytes_of(const void* at, std::uint32_t size) {
  return {static_cast<const char*>(at), size};
}

}  // namespace

extern "C" {

const std::int32_t CARLA_SERVER_SUCCESS = 0;
const std::int32_t CARLA_SERVER_TRY_AGAIN = EAGAIN;
const std::int32_t CARLA_SERVER_TIMED_OUT = ETIMEDOUT;
const std::int32_t CARLA_SERVER_OPERATION_ABORTED = ECANCELED;

CarlaServerPtr carla_make_server(void) {
  try {
    return new Server;
  } catch (const std::exception&) {
    return nullptr;
  }
}

void carla_free_server(CarlaServerPtr self) { delete static_cast<Server*>(self); }

void carla_server_free(CarlaServerPtr self) { carla_free_server(self); }

std::int32_t carla_set_server_host(CarlaServerPtr self, const char* host) {
  if (host == nullptr) return EINVAL;
  return code_of(self, [&](Server& server) { return server.set_host(host); });
}

std::uint32_t carla_get_world_port(CarlaServerPtr self) {
  return self == nullptr ? 0 : static_cast<Server*>(self)->world_port();
}

std::int32_t carla_server_connect(CarlaServerPtr self, std::uint32_t world_port,
                                  std::uint32_t timeout) {
  return code_of(
      self, [&](Server& server) { return server.connect(world_port, timeout * kMillisecond); });
}

std::int32_t carla_server_connect_non_blocking(CarlaServerPtr self, std::uint32_t world_port,
                                               std::uint32_t timeout) {
  return carla_server_connect(self, world_port, timeout);
}

std::int32_t carla_server_connect_blocking(CarlaServerPtr self, std::uint32_t world_port,
                                           std::uint32_t timeout) {
  return code_of(self, [&](Server& server) {
    const int code = server.connect(world_port, timeout * kMillisecond);
    return code != 0 ? code : server.await_client();
  });
}

void carla_disconnect_server(CarlaServerPtr self) {
  if (self != nullptr) static_cast<Server*>(self)->disconnect();
}

std::int32_t carla_read_request_new_episode(CarlaServerPtr self, carla_request_new_episode* values,
                                            std::uint32_t timeout) {
  if (values == nullptr) return EINVAL;
  return code_of(self, [&](Server& server) {
    std::string_view ini_file;
    const int code = server.read_request(ini_file, timeout * kMillisecond);
    if (code == 0) *values = {ini_file.data(), static_cast<std::uint32_t>(ini_file.size())};
    return code;
  });
}

std::int32_t carla_write_scene_description(CarlaServerPtr self,
                                           const carla_scene_description* values,
                                           std::uint32_t timeout) {
  if (values == nullptr) return EINVAL;
  return code_of(self, [&](Server& server) {
    const auto scene = paddock::capi::message_of(*values);
    return scene ? server.write_scene(*scene, timeout * kMillisecond) : EINVAL;
  });
}

std::int32_t carla_read_episode_start(CarlaServerPtr self, carla_episode_start* values,
                                      std::uint32_t timeout) {
  if (values == nullptr) return EINVAL;
  return code_of(self, [&](Server& server) {
    return server.read_start(values->player_start_spot_index, timeout * kMillisecond);
  });
}

std::int32_t carla_write_episode_ready(CarlaServerPtr self, const carla_episode_ready* values,
                                       std::uint32_t timeout) {
  if (values == nullptr) return EINVAL;
  return code_of(self, [&](Server& server) {
    return server.write_ready(paddock::capi::truth_of(values->ready), timeout * kMillisecond);
  });
}

std::int32_t carla_read_control(CarlaServerPtr self, carla_control* values, std::uint32_t timeout) {
  if (values == nullptr) return EINVAL;
  return code_of(self, [&](Server& server) {
    paddock::carla::Control control;
    const int code = server.read_control(control, timeout * kMillisecond);
    if (code == 0)
      *values = {control.steer, control.throttle, control.brake, control.hand_brake,
                 control.reverse};
    return code;
  });
}

std::int32_t carla_write_sensor_data(CarlaServerPtr self, const carla_sensor_data* data) {
  if (data == nullptr) return EINVAL;
  return code_of(self, [&](Server& server) {
    const bool whole = (data->header != nullptr || data->header_size == 0) &&
                       (data->data != nullptr || data->data_size == 0);
    // a message's length is told in 32 bits
    const std::uint64_t size = sizeof data->id + std::uint64_t{data->header_size} + data->data_size;
    if (!whole || size > std::numeric_limits<std::uint32_t>::max()) return EINVAL;
    return server.write_sensor(data->id, bytes_of(data->header, data->header_size),
                               bytes_of(data->data, data->data_size));
  });
}

std::int32_t carla_write_measurements(CarlaServerPtr self, const carla_measurements* values) {
  if (values == nullptr) return EINVAL;
  return code_of(self, [&](Server& server) {
    auto measurements = paddock::capi::message_of(*values);
    return measurements ? server.write_measurements(std::move(*measurements)) : EINVAL;
  });
}

}  // extern "C"
