// Roads in level files.
#pragma once

#include "paddock/world/roads/road_spec.h"
#include "paddock/world/toml_writer.h"

namespace paddock {

class TableReader;

/// [[road]], [[junction]] and [[streets]] into the spec.
void read_road(TableReader& table);
void read_junction(TableReader& table);
void read_streets(TableReader& table);

/// As read_road and read_junction read them.
void write_roads(TomlWriter& writer, const RoadsSpec& roads);

}  // namespace paddock
