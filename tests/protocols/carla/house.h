// The CARLA door with its towns, alone in this process, and what a client reads in its frames.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "paddock/protocols/carla/door.h"
#include "tests/protocols/carla/stand_in.h"

namespace paddock::carla {

/// A server with the towns and this door alone.
struct House {
  Rooms rooms;
  DoorContext context{.rooms = rooms, .admission = std::make_shared<Admission>()};
  std::unique_ptr<Door> door;

  explicit House(DoorOptions options = {.port = 0, .map = "Town02", .fps = 10}) {
    context.find_level = [](const std::string& name) -> Result<std::string> {
      return concat(PADDOCK_SOURCE_DIR "/levels/town/", name, ".toml");
    };
    door = *Door::open(context, options);
  }
};

inline constexpr std::string_view kEmptyTown =
    "[CARLA/LevelSettings]\nNumberOfVehicles=0\nNumberOfPedestrians=0\n";

/// The messages of a frame after the measurements, by their sensors.
inline std::map<std::uint32_t, std::string> sensors_of(StandInClient& client) {
  std::map<std::uint32_t, std::string> sensors;
  for (auto body = next_message(*client.stream); body && !body->empty();
       body = next_message(*client.stream))
    sensors[static_cast<unsigned char>((*body)[0])] = *body;
  return sensors;
}

}  // namespace paddock::carla
