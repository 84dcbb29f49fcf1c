// The outermost element and its roads; then what one part of a file says of another is looked up.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "paddock/world/opendrive/opendrive.h"
#include "paddock/world/opendrive/parts.h"

namespace paddock {
namespace {

constexpr std::size_t kMaxRoads = 20'000;

// --- a road -------------------------------------------------------------------------------------

std::optional<RoadLink> read_road_link(OpenDriveReader& r, const XmlElement& element) {
  r.unread(element, {"elementType", "elementId", "contactPoint"});
  const std::string type = r.text_or(element, "elementType", "road");
  if (type != "road" && type != "junction")
    r.complain(element, "elementType must be road or junction, got ", quote(type));
  RoadLink link{.to_junction = type == "junction", .id = r.text(element, "elementId")};
  if (link.to_junction) return link;
  if (element.attribute("elementS") != nullptr) {
    r.leave_out(element, "link to the middle of a road");
    return {};
  }
  const std::string contact = r.text_or(element, "contactPoint");
  if (contact != "start" && contact != "end")
    r.complain(element, "contactPoint must be start or end, got ", quote(contact));
  link.end = contact == "end" ? RoadEnd::End : RoadEnd::Start;
  return link;
}

void read_links(OpenDriveReader& r, const XmlElement& element, RoadSpec& road) {
  r.unread(element, {}, {"predecessor", "successor"});
  for (const XmlElement& child : element.children) {
    if (child.name == "predecessor") road.predecessor = read_road_link(r, child);
    if (child.name == "successor") road.successor = read_road_link(r, child);
  }
}

void read_type(OpenDriveReader& r, const XmlElement& element, RoadSpec& road) {
  // what kind of road it is changes nothing beside its speed
  r.unread(element, {"s", "type", "country"}, {"speed"});
  for (const XmlElement& child : element.children) {
    if (child.name != "speed") continue;
    r.unread(child, {"max", "unit"});
    const auto most = r.speed(child, "max");
    if (!most || *most <= 0) {
      r.leave_out(child, "<speed> without a limit");
    } else if (!add_span(road.speed, {r.number(element, "s", 0, 1e6), *most})) {
      r.complain(element, "must not begin before the one above it");
    }
  }
}

void read_elevation(OpenDriveReader& r, const XmlElement& profile, RoadSpec& road) {
  r.unread(profile, {}, {"elevation"});
  road.elevation = read_cubics(r, profile, "elevation", "s");
  for (const XmlElement& child : profile.children) {
    if (child.name != "elevation") continue;
    const auto differs = [&](std::string_view name) {
      const std::string* value = child.attribute(name);
      return value != nullptr && number_in(*value).value_or(0) != 0;
    };
    if (differs("a") || differs("b") || differs("c") || differs("d"))
      r.leave_out(child, "<elevation>: the road lies flat, at height 0");
  }
}

/// Superelevation, crossfall and shapes across the road, where they are not flat anyway.
void read_lateral(OpenDriveReader& r, const XmlElement& profile) {
  for (const XmlElement& child : profile.children) {
    const bool flat = child.children.empty() &&
                      std::all_of(child.attributes.begin(), child.attributes.end(), [](auto& each) {
                        return each.name == "s" || each.name == "t" || each.name == "side" ||
                               number_in(each.value).value_or(1) == 0;
                      });
    if (!flat) r.leave_out(child, concat('<', child.name, ">: the road lies flat across"));
  }
}

struct FileRoads {
  RoadsSpec& roads;
  std::vector<SignalReference> references;
};

void read_road(OpenDriveReader& r, const XmlElement& element, FileRoads& file) {
  r.unread(element, {"id", "name", "length", "junction", "rule"},
           {"link", "type", "planView", "elevationProfile", "lateralProfile", "lanes", "signals",
            "objects"});
  RoadSpec road;
  road.where = r.where(element);
  road.id = r.text(element, "id");
  road.name = r.text_or(element, "name");
  road.junction = r.text_or(element, "junction", "-1");
  if (road.junction == "-1") road.junction.clear();
  const std::string rule = r.text_or(element, "rule", "RHT");
  road.left_hand = rule == "LHT";
  if (rule != "RHT" && rule != "LHT" && !rule.empty())
    r.complain(element, "rule must be RHT or LHT, got ", quote(rule));
  bool has_plan = false, has_lanes = false;
  for (const XmlElement& child : element.children) {
    if (child.name == "link") read_links(r, child, road);
    if (child.name == "type") read_type(r, child, road);
    if (child.name == "planView") has_plan = true, road.line = read_plan_view(r, child);
    if (child.name == "elevationProfile") read_elevation(r, child, road);
    if (child.name == "lateralProfile") read_lateral(r, child);
    if (child.name == "lanes") has_lanes = true, read_lanes(r, child, road);
    if (child.name == "signals")
      read_signals(r, child, file.roads.roads.size(), road, file.references);
    if (child.name == "objects") read_objects(r, child, road);
  }
  if (!has_plan) r.complain(element, "must have a planView, got none");
  if (!has_lanes) r.complain(element, "must have lanes, got none");
  file.roads.roads.push_back(std::move(road));
}

// --- the whole ----------------------------------------------------------------------------------

/// Places along a road that lie beyond its end, as rounding and hand-drawn files have them.
void hold_on_road(OpenDriveReader& r, RoadSpec& road) {
  const double length = length_of(road.line);
  const auto hold = [&](double& s, const SourceLine& where, const std::string& what) {
    if (s <= length) return;
    if (s > length + 0.01) r.leave_out(where, what + " beyond the end of its road, moved to it");
    s = length;
  };
  for (SignalSpec& each : road.signals) {
    hold(each.s, each.where, "<signal>");
    if (each.stop_at) hold(*each.stop_at, each.where, "<signal> stop line");
  }
  for (CrossingSpec& each : road.crossings) hold(each.s, each.where, "<object> crosswalk");
}

/// Roads and links that belong to junctions of kinds we have not go with them.
void drop_with(const std::set<std::string>& dropped, OpenDriveReader& r, RoadsSpec& roads) {
  if (dropped.empty()) return;
  std::erase_if(roads.roads, [&](const RoadSpec& road) {
    if (!dropped.contains(road.junction)) return false;
    r.leave_out(road.where, "<road> of a junction that was left out");
    return true;
  });
  for (RoadSpec& road : roads.roads) {
    for (std::optional<RoadLink>* link : {&road.predecessor, &road.successor}) {
      if (*link && (*link)->to_junction && dropped.contains((*link)->id)) link->reset();
    }
  }
}

/// Everything that others name must be there, and have its name alone.
void check_names(OpenDriveReader& r, const RoadsSpec& spec) {
  std::set<std::string_view> roads, junctions;
  for (const RoadSpec& road : spec.roads) {
    if (!road.id.empty() && !roads.insert(road.id).second)
      r.complain_at(road.where,
                    concat("<road> must have an id of its own, got ", quote(road.id), " again"));
  }
  for (const JunctionSpec& junction : spec.junctions) {
    if (!junction.id.empty() && !junctions.insert(junction.id).second)
      r.complain_at(junction.where, concat("<junction> must have an id of its own, got ",
                                           quote(junction.id), " again"));
  }
  for (const RoadSpec& road : spec.roads) {
    if (!road.junction.empty() && !junctions.contains(road.junction))
      r.complain_at(road.where,
                    concat("<road> junction must be one of the file, got ", quote(road.junction)));
    for (const auto& link : {road.predecessor, road.successor}) {
      if (!link || link->id.empty()) continue;
      if (!(link->to_junction ? junctions : roads).contains(link->id))
        r.complain_at(road.where,
                      concat("<road> must lead to roads and junctions of the file, got ",
                             link->to_junction ? "junction" : "road", ' ', quote(link->id)));
    }
  }
  for (const JunctionSpec& junction : spec.junctions) {
    for (const JunctionConnection& each : junction.connections) {
      for (const std::string& id : {each.incoming, each.connecting}) {
        if (!id.empty() && !roads.contains(id))
          r.complain_at(junction.where,
                        concat("<junction> must connect roads of the file, got ", quote(id)));
      }
    }
  }
}

/// Connections that name no lanes lead from each lane to the one of the same id, as version 1.4 has
/// it.
void link_equal_lanes(OpenDriveReader& r, RoadsSpec& spec) {
  std::map<std::string_view, const RoadSpec*> roads;
  for (const RoadSpec& road : spec.roads) roads.emplace(road.id, &road);
  for (JunctionSpec& junction : spec.junctions) {
    for (JunctionConnection& each : junction.connections) {
      const auto road = roads.find(each.connecting);
      if (!each.lanes.empty() || road == roads.end() || road->second->sections.empty()) continue;
      const bool at_start = each.contact == RoadEnd::Start;
      const auto& sections = road->second->sections;
      for (const LaneSpec& lane : (at_start ? sections.front() : sections.back()).lanes) {
        // those that lead into the connecting road
        const bool along = (lane.id < 0) != road->second->left_hand;
        if (lane.kind == LaneKind::Driving && lane.id != 0 && along == at_start)
          each.lanes.push_back({lane.id, lane.id});
      }
      r.leave_out(junction.where, "<connection> without <laneLink>: lanes of equal ids are linked");
    }
  }
}

void read_header(OpenDriveReader& r, const XmlElement& header, OpenDriveReading& reading) {
  reading.name = r.text_or(header, "name");
  r.unread(header, {"revMajor", "revMinor", "name", "version", "date", "north", "south", "east",
                    "west", "vendor"});
  if (r.number_or(header, "revMajor", 1) != 1)
    r.complain(header, "revMajor must be 1, got ", quote(r.text_or(header, "revMajor")));
}

void read_root(OpenDriveReader& r, const XmlElement& root, OpenDriveReading& reading) {
  FileRoads file{reading.roads, {}};
  std::set<std::string> dropped;  // junctions
  r.unread(root, {}, {"header", "road", "junction", "controller"});
  for (const XmlElement& child : root.children) {
    if (child.name == "header") read_header(r, child, reading);
    if (child.name == "road") {
      if (reading.roads.roads.size() == kMaxRoads)
        return r.complain(child, "may stand at most ", kMaxRoads, " times");
      read_road(r, child, file);
    }
    if (child.name != "junction") continue;
    auto junction = read_junction(r, child);
    if (junction)
      reading.roads.junctions.push_back(std::move(*junction));
    else
      dropped.insert(r.text_or(child, "id"));
  }
  read_controllers(r, root, reading.roads);
  place_references(r, file.references, reading.roads);
  for (RoadSpec& road : reading.roads.roads) hold_on_road(r, road);
  dropped.erase("");  // roads outside junctions name none
  drop_with(dropped, r, reading.roads);
  if (reading.roads.roads.empty()) r.complain(root, "must have roads, got none");
  link_equal_lanes(r, reading.roads);
  check_names(r, reading.roads);
  give_cycles(reading.roads);
}

}  // namespace

OpenDriveReading read_opendrive(std::string_view text, const std::string& file) {
  OpenDriveReading reading;
  OpenDriveReader reader(file, reading);
  const auto root = parse_xml(text);
  if (!root) {
    const Error& error = root.error();
    for (const Problem& each : error.problems)
      reader.complain_at({file, each.where.line}, each.message);
    if (error.problems.empty()) reader.complain_at({file, 1}, error.message);
    return reading;
  }
  if (root->name != "OpenDRIVE") {
    reader.complain(*root, "must be <OpenDRIVE>");
    return reading;
  }
  read_root(reader, *root, reading);
  std::stable_sort(reading.problems.begin(), reading.problems.end(),
                   [](const Problem& a, const Problem& b) { return a.where.line < b.where.line; });
  return reading;
}

}  // namespace paddock
