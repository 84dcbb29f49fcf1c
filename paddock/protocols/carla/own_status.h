// What a session shows on the page beside what every room shows: its client's settings, and how the
// episode goes. wire.json has its fields.
#pragma once

#include <cstdint>
#include <string>

#include "paddock/protocols/carla/town.h"

namespace paddock::carla {

/// How an episode goes, for people.
struct EpisodeFigures {
  bool driving{};         // frames are shown to the client
  bool waits{};           // and it has not answered for a while
  std::uint64_t frame{};  // the last it was shown
  double rate{};          // frames in a second of real time
  Control asked;          // by the client
  Control autopilot;      // what it would do
};

/// A JSON object.
std::string own_status(const Episode& episode, const EpisodeFigures& figures);

}  // namespace paddock::carla
