// Junctions: connections, lane links, priorities. OpenDRIVE 1.6, chapter 10.
#include "paddock/world/opendrive/parts.h"

namespace paddock {
namespace {

JunctionConnection read_connection(OpenDriveReader& r, const XmlElement& element) {
  r.unread(element, {"id", "type", "incomingRoad", "connectingRoad", "contactPoint"}, {"laneLink"});
  JunctionConnection connection{.id = r.text_or(element, "id"),
                                .incoming = r.text(element, "incomingRoad"),
                                .connecting = r.text(element, "connectingRoad")};
  const std::string contact = r.text_or(element, "contactPoint");
  if (contact != "start" && contact != "end")
    r.complain(element, "contactPoint must be start or end, got ", quote(contact));
  connection.contact = contact == "end" ? RoadEnd::End : RoadEnd::Start;
  for (const XmlElement& child : element.children) {
    if (child.name != "laneLink") continue;
    r.unread(child, {"from", "to"});
    connection.lanes.push_back({r.whole(child, "from"), r.whole(child, "to")});
  }
  return connection;
}

}  // namespace

std::optional<JunctionSpec> read_junction(OpenDriveReader& reader, const XmlElement& junction) {
  const std::string type = reader.text_or(junction, "type", "default");
  if (type != "default" && !type.empty()) {
    reader.leave_out(junction, concat("<junction> type ", quote(type)));
    return {};
  }
  reader.unread(junction, {"id", "name", "type"}, {"connection", "priority", "controller"});
  JunctionSpec spec{.where = reader.where(junction),
                    .id = reader.text(junction, "id"),
                    .name = reader.text_or(junction, "name")};
  for (const XmlElement& child : junction.children) {
    if (child.name == "connection") spec.connections.push_back(read_connection(reader, child));
    if (child.name == "priority") {
      reader.unread(child, {"high", "low"});
      spec.priorities.push_back({reader.text_or(child, "high"), reader.text_or(child, "low")});
    }
    if (child.name == "controller") {
      reader.unread(child, {"id", "type", "sequence"});
      spec.controllers.push_back(reader.text(child, "id"));
    }
  }
  return spec;
}

}  // namespace paddock
