// Any bytes as roads of OpenDRIVE: reading never crashes, and what can be compiled can be written
// and read again with as many lanes. Run it in a folder with the corpus:
// opendrive_fuzz tests/fuzz/corpus/opendrive
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "paddock/world/opendrive/opendrive.h"
#include "paddock/world/roads/road_network.h"

namespace {

/// Compiling takes as long as the roads are: only short ones are tried.
bool is_short(const paddock::RoadsSpec& roads) {
  double length = 0;
  for (const paddock::RoadSpec& road : roads.roads) length += length_of(road.line);
  return length < 2000 && roads.roads.size() < 100;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const paddock::OpenDriveReading reading = paddock::read_opendrive(text, "fuzz.xodr");
  for (const paddock::Problem& problem : reading.problems) {
    if (problem.message.empty() || problem.where.line < 1) std::abort();
  }
  if (!reading.ok() || !is_short(reading.roads)) return 0;
  if (!paddock::check_roads(reading.roads).empty()) return 0;
  const paddock::OpenDriveReading again =
      paddock::read_opendrive(paddock::write_opendrive(reading.roads, reading.name), "again.xodr");
  if (!again.ok() || again.roads.junctions != reading.roads.junctions) std::abort();
  if (!paddock::check_roads(again.roads).empty()) std::abort();
  const std::size_t lanes = paddock::build_network(reading.roads).lanes.size();
  if (paddock::build_network(again.roads).lanes.size() != lanes) std::abort();
  return 0;
}
