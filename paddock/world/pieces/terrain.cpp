// Heights written out, taken from a grey picture, or made as smooth hills.
#include "paddock/world/pieces/terrain.h"

#include <cmath>

#include "paddock/core/random.h"
#include "paddock/io/png.h"
#include "paddock/world/level_complaints.h"
#include "paddock/world/level_parts.h"
#include "paddock/world/pieces/dress.h"
#include "paddock/world/pieces/solid_part.h"
#include "paddock/world/toml_writer.h"

namespace paddock {
namespace {

bool fits_grid(TableReader& t, std::string_view key, double columns, double rows) {
  if (columns >= 2 && rows >= 2 && columns * rows <= static_cast<double>(kMaxCells)) return true;
  t.refuse(key,
           concat("must have at least 2 columns and 2 rows and at most ", kMaxCells,
                  " grid points, got ", figure(columns), " columns and ", figure(rows), " rows"));
  return false;
}

void read_heights(TableReader& t, const TomlValue& rows, TerrainSpec& into) {
  const std::string path = t.label() + ".heights";
  const bool grid =
      rows.kind == TomlKind::Array && !rows.items.empty() && rows.items[0].kind == TomlKind::Array;
  if (!grid) return t.refuse(rows, "heights", path, "be rows of numbers [[0, 0], [0, 1]]");
  const std::size_t columns = rows.items[0].items.size();
  if (!fits_grid(t, "heights", static_cast<double>(columns),
                 static_cast<double>(rows.items.size()))) {
    return;
  }
  for (std::size_t r = 0; r < rows.items.size(); ++r) {
    const TomlValue& row = rows.items[r];
    const std::string row_path = concat(path, '[', r, ']');
    if (row.kind != TomlKind::Array || row.items.size() != columns) {
      return t.refuse(row, "heights", row_path, concat("be a row of ", columns, " numbers"));
    }
    for (std::size_t c = 0; c < columns; ++c) {
      const auto height = t.number_of(row.items[c], "heights", concat(row_path, '[', c, ']'));
      into.heights.push_back(height.value_or(0));
    }
  }
  into.columns = static_cast<int>(columns);
  into.rows = static_cast<int>(rows.items.size());
}

void read_image(TableReader& t, TerrainSpec& into) {
  std::string name;
  double low = 0, high = 1;
  t.text("image", name);
  t.number("low", low);
  t.number("high", high);
  if (t.reading().lines.spoiled(t.where(), "image")) return;
  const auto path = path_beside(t.where().file, name);
  if (!path) {
    return t.refuse("image", concat("must name a file beside the level, got ", quote(name)));
  }
  const auto image = read_png(*path);
  if (!image) return t.refuse("image", concat("must be a readable PNG, got ", quote(name)));
  if (image->channels != 1) {
    return t.refuse("image", concat("must be a grey picture, got ", image->channels, " channels"));
  }
  if (!fits_grid(t, "image", image->width, image->height)) return;
  into.columns = image->width;
  into.rows = image->height;
  // pictures begin at the top, grids at the lowest y
  for (int row = image->height - 1; row >= 0; --row) {
    for (int column = 0; column < image->width; ++column) {
      into.heights.push_back(low + (high - low) * *image->at(column, row) / 255.0);
    }
  }
}

struct Hills {
  std::uint64_t seed{};
  double amplitude{1}, wavelength{4};
};

double smooth(double t) { return t * t * (3 - 2 * t); }

// Value noise: a random height in [0, 1) at each corner of a lattice, smooth in between.
double value_noise(std::uint64_t seed, double x, double y) {
  const double column = std::floor(x), row = std::floor(y);
  const double u = smooth(x - column), v = smooth(y - row);
  const auto corner = [&](double i, double j) {
    return draw_unit({.seed = seed,
                      .stream = Stream::Generate,
                      .tick = static_cast<std::uint64_t>(row + j),
                      .index = static_cast<std::uint32_t>(column + i)});
  };
  const double below = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * u;
  const double above = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * u;
  return below + (above - below) * v;
}

// 0 on the rim, 1 from half a wavelength inside: hills meet the flat ground around them
double rim(double from_edge, double wavelength) {
  return smooth(std::fmin(1, from_edge / (wavelength / 2)));
}

void make_hills(const Hills& hills, TerrainSpec& into) {
  for (int row = 0; row < into.rows; ++row) {
    for (int column = 0; column < into.columns; ++column) {
      const double x = into.size.x * column / (into.columns - 1);
      const double y = into.size.y * row / (into.rows - 1);
      const double edge = std::fmin(std::fmin(x, into.size.x - x), std::fmin(y, into.size.y - y));
      const double height = value_noise(hills.seed, x / hills.wavelength, y / hills.wavelength);
      into.heights.push_back(hills.amplitude * height * rim(edge, hills.wavelength));
    }
  }
}

void read_hills(TableReader& t, TerrainSpec& into) {
  auto table = t.table("hills");
  if (!table) return;
  Hills hills;
  int seed = -1, columns = 65, rows = 65;
  table->whole("seed", seed);
  table->number("amplitude", hills.amplitude);
  table->number("wavelength", hills.wavelength);
  table->whole("columns", columns);
  table->whole("rows", rows);
  table->finish();
  const double longest = std::fmax(into.size.x, into.size.y);
  if (table->take("seed") != nullptr && seed < 0) {
    return table->refuse("seed", concat("must not be negative, got ", seed));
  }
  if (!(hills.wavelength >= longest / 1000)) {
    return table->refuse("wavelength", concat("must be at least a thousandth of the size, got ",
                                              figure(hills.wavelength)));
  }
  if (!fits_grid(t, "hills", columns, rows)) return;
  hills.seed = seed >= 0 ? static_cast<std::uint64_t>(seed) : t.reading().spec.seed;
  into.columns = columns;
  into.rows = rows;
  if (into.size.x > 0 && into.size.y > 0) make_hills(hills, into);
}

void read_terrain(TableReader& t, TerrainSpec& terrain) {
  const TomlValue* heights = t.take("heights");
  const TomlValue* image = t.take("image");
  const TomlValue* hills = t.take("hills");
  const int sources = (heights != nullptr) + (image != nullptr) + (hills != nullptr);
  if (sources != 1) {
    t.refuse("heights", concat("must be given alone, or image or hills in its place, got ", sources,
                               " of them"));
    t.take("low"), t.take("high");
  } else if (heights != nullptr) {
    read_heights(t, *heights, terrain);
  } else if (image != nullptr) {
    read_image(t, terrain);
  } else {
    read_hills(t, terrain);
  }
  // complaints about the source stand for those about the heights it did not give
  if (terrain.heights.empty()) t.reading().lines.spoil(t.where(), "heights");
}

void write_terrain(const TerrainSpec& terrain, TomlWriter& w) {
  std::string out = "[";
  for (std::size_t i = 0; i < terrain.heights.size(); ++i) {
    const bool first = i % static_cast<std::size_t>(terrain.columns) == 0;
    if (first) out += i > 0 ? "],\n  [" : "\n  [";
    out += concat(first ? "" : ", ", terrain.heights[i]);
  }
  w.line("heights", out + "]\n]");
}

void check_terrain(const TerrainSpec& s, Examined& piece) {
  const auto cells = static_cast<double>(s.columns) * static_cast<double>(s.rows);
  piece.must(s.columns >= 2 && s.rows >= 2, "heights", "have at least 2 columns and 2 rows, got ",
             s.columns, " and ", s.rows);
  piece.must(cells <= static_cast<double>(kMaxCells), "heights", "have at most ", kMaxCells,
             " grid points, got ", figure(cells));
  piece.must(cells == static_cast<double>(s.heights.size()), "heights",
             "have one number for each of ", figure(cells), " grid points, got ", s.heights.size());
  for (const double height : s.heights) {
    if (std::fabs(height) <= kMostMetres) continue;
    piece.must(false, "heights", "be between -10000 and 10000, got ", figure(height));
    return;
  }
}

bool scale_heights(Vec3 scale, TerrainSpec& terrain) {
  for (double& height : terrain.heights) height *= scale.x;
  return true;
}

HeightField terrain_field(const TerrainSpec& terrain) {
  return {.world_from_field = {},
          .size = terrain.size,
          .columns = terrain.columns,
          .rows = terrain.rows,
          .heights = terrain.heights,
          .base = 0};
}

}  // namespace

constinit const PieceKind<TerrainSpec> TerrainSpec::kind{
    .name = "terrain",
    .material = "grass",
    .tag = SemanticTag::Other,
    .solid = true,
    .placed_by_points = true,
    .role = GroundPiece<TerrainSpec>{GroundForm::Terrain, terrain_field},
    .section = MeshSection{},
    .pushed = std::nullopt,
    .mesh = [](const TerrainSpec& s) { return make_terrain(s.size, s.columns, s.rows, s.heights); },
    .solid_parts = surface_solid,
    .look = floor_look,
    .own = {.read = read_terrain,
            .write = write_terrain,
            .check = check_terrain,
            .scale = scale_heights},
};

}  // namespace paddock
