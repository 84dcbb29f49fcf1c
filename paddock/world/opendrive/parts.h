// How a file's parts are read: one function for each of OpenDRIVE's larger elements.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "paddock/world/opendrive/reader.h"

namespace paddock {

/// <planView>: the line of a road.
RoadLine read_plan_view(OpenDriveReader& reader, const XmlElement& plan);

/// Cubics of all children of that name, by their attributes `from`, a, b, c and d.
std::vector<CubicSpan> read_cubics(OpenDriveReader& reader, const XmlElement& parent,
                                   std::string_view name, std::string_view from);

/// <lanes>: lane offsets and lane sections.
void read_lanes(OpenDriveReader& reader, const XmlElement& lanes, RoadSpec& road);

/// A <signalReference>: those on this road heed a signal that stands on another.
struct SignalReference {
  std::size_t road{};  // index
  std::string id;
  SignalSpec signal;  // place, lanes and direction
};
/// <signals>: those that stand here go into the road, references to others into the list.
void read_signals(OpenDriveReader& reader, const XmlElement& signals, std::size_t road_index,
                  RoadSpec& road, std::vector<SignalReference>& references);
/// <objects>: crossings.
void read_objects(OpenDriveReader& reader, const XmlElement& objects, RoadSpec& road);

/// The top's <controller>s: which signals they have.
void read_controllers(OpenDriveReader& reader, const XmlElement& top, RoadsSpec& roads);
/// Each reference becomes a signal of its own, as what it refers to.
void place_references(OpenDriveReader& reader, std::span<const SignalReference> references,
                      RoadsSpec& roads);
/// Lights of which the file says no cycle take turns with the others of their junction.
void give_cycles(RoadsSpec& roads);

/// A <junction>; nothing when it is of a kind that has no connecting roads.
std::optional<JunctionSpec> read_junction(OpenDriveReader& reader, const XmlElement& junction);

}  // namespace paddock
