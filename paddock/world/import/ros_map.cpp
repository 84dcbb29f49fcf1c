// From the YAML's fields and the picture's pixels to occupied, free and unknown cells, then to
// pieces. Semantics follow map_server's image_loader.
#include "paddock/world/import/ros_map.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "paddock/geom/shape.h"
#include "paddock/io/file.h"
#include "paddock/io/pgm.h"
#include "paddock/io/png.h"
#include "paddock/io/yaml.h"
#include "paddock/world/import/outline.h"
#include "paddock/world/level_check.h"

namespace paddock {
namespace {

constexpr int kMaxCells = 16 << 20;  // of a map: memory and time stay small

enum class MapMode { Trinary, Scale, Raw };

struct MapSpec {
  std::string image;
  double resolution{};
  Pose2 world_from_map;  // the lower left corner of the picture
  bool negate{};
  double occupied_thresh{0.65}, free_thresh{0.196};
  MapMode mode{MapMode::Trinary};
};

// --- the YAML -----------------------------------------------------------------------------------

/// Reads fields and remembers every complaint.
class MapReader {
 public:
  MapReader(std::string file, const YamlValue& root, std::vector<Problem>& problems)
      : file_(std::move(file)), root_(root), problems_(problems) {}

  template <class... Parts>
  void complain(int line, const Parts&... parts) {
    problems_.push_back({{file_, line}, concat(parts...)});
  }
  int line_of(std::string_view name) const {
    const YamlValue* value = root_.find(name);
    return value != nullptr ? value->line : root_.line;
  }
  const YamlValue* require(std::string_view name) {
    const YamlValue* value = root_.find(name);
    if (value == nullptr) complain(root_.line, "a map must have ", name, ", got none");
    return value;
  }
  void number(const YamlValue* value, std::string_view name, double low, double high,
              double& into) {
    if (value == nullptr) return;
    double got = 0;
    const char* end = value->text.data() + value->text.size();
    const auto [stop, error] = std::from_chars(value->text.data(), end, got);
    const bool whole = value->kind == YamlKind::Scalar && error == std::errc{} && stop == end;
    if (whole && got >= low && got <= high)
      into = got;
    else
      complain(value->line, name, " must be a number from ", low, " to ", high, ", got ",
               shown(*value));
  }
  void origin(Pose2& into) {
    const YamlValue* value = require("origin");
    if (value == nullptr) return;
    if (value->kind != YamlKind::List || value->items.size() != 3)
      return complain(value->line, "origin must be [x, y, yaw], got ", shown(*value));
    number(&value->items[0], "origin x", -1e5, 1e5, into.x);
    number(&value->items[1], "origin y", -1e5, 1e5, into.y);
    number(&value->items[2], "origin yaw", -100, 100, into.yaw);
  }
  void truth(std::string_view name, bool& into) {
    const YamlValue* value = root_.find(name);
    if (value == nullptr) return;
    const std::string& text = value->text;
    if (text == "1" || text == "true" || text == "True")
      into = true;
    else if (text == "0" || text == "false" || text == "False")
      into = false;
    else
      complain(value->line, name, " must be 0 or 1, got ", shown(*value));
  }
  void mode(MapMode& into) {
    const YamlValue* value = root_.find("mode");
    if (value == nullptr) return;
    constexpr std::array<std::string_view, 3> kNames{"trinary", "scale", "raw"};
    const auto found = std::find(kNames.begin(), kNames.end(), value->text);
    if (found != kNames.end())
      into = static_cast<MapMode>(found - kNames.begin());
    else
      complain(value->line, "mode must be trinary, scale or raw, got ", shown(*value));
  }

 private:
  static std::string shown(const YamlValue& value) {
    if (value.kind == YamlKind::Scalar) return concat("\"", value.text.substr(0, 40), "\"");
    return concat(value.kind == YamlKind::List ? "a list of " : "a table of ", value.items.size());
  }
  std::string file_;
  const YamlValue& root_;
  std::vector<Problem>& problems_;
};

MapSpec read_fields(MapReader& reader, const YamlValue& root) {
  MapSpec map;
  if (const YamlValue* image = reader.require("image")) {
    map.image = image->text;
    if (map.image.empty() || map.image.find('\0') != std::string::npos)
      reader.complain(image->line, "image must name a file, got \"\"");
  }
  reader.number(reader.require("resolution"), "resolution", 0.001, 100, map.resolution);
  reader.origin(map.world_from_map);
  reader.truth("negate", map.negate);
  reader.number(root.find("occupied_thresh"), "occupied_thresh", 0, 1, map.occupied_thresh);
  reader.number(root.find("free_thresh"), "free_thresh", 0, 1, map.free_thresh);
  if (map.free_thresh > map.occupied_thresh)
    reader.complain(reader.line_of("free_thresh"),
                    "free_thresh must be at most occupied_thresh of ", map.occupied_thresh,
                    ", got ", map.free_thresh);
  reader.mode(map.mode);
  return map;
}

Result<Image> read_picture(const std::string& yaml_path, const std::string& name) {
  const std::string path = (std::filesystem::path(yaml_path).parent_path() / name).string();
  const auto bytes = read_file(path, std::size_t{2} * kMaxCells + 4096);
  if (!bytes) return tl::unexpected(bytes.error());
  const bool pgm = bytes->starts_with("P2") || bytes->starts_with("P5");
  auto image = pgm ? read_pgm_bytes(*bytes) : read_png_bytes(*bytes);
  if (!image) return tl::unexpected(image.error().within(path));
  if (image->height > kMaxCells / image->width)
    return fail(ErrorCode::Limit, path, ": a map must have at most ", kMaxCells, " cells, got ",
                image->width, " x ", image->height);
  return image;
}

// --- cells --------------------------------------------------------------------------------------

enum class CellKind : std::uint8_t { Unknown, Free, Occupied };

CellKind cell_of(const MapSpec& map, const std::uint8_t* pixel, int channels) {
  // the mean of the colours; what is fully transparent says nothing
  const int colors = channels == 4 ? 3 : channels;
  if (channels == 4 && pixel[3] == 0) return CellKind::Unknown;
  int sum = 0;
  for (int c = 0; c < colors; ++c) sum += pixel[c];
  const double bright = static_cast<double>(sum) / colors;
  const double shade = map.negate ? 255 - bright : bright;
  // raw pictures hold the occupancy itself in percent, above 100 unknown
  if (map.mode == MapMode::Raw && shade > 100) return CellKind::Unknown;
  const double occupied = map.mode == MapMode::Raw ? shade / 100 : (255 - shade) / 255;
  if (occupied > map.occupied_thresh) return CellKind::Occupied;
  return occupied < map.free_thresh ? CellKind::Free : CellKind::Unknown;
}

struct CellMap {
  int width{}, height{};
  std::vector<CellKind> cells;  // row by row from the lowest y

  CellKind at(int x, int y) const {
    if (x < 0 || y < 0 || x >= width || y >= height) return CellKind::Unknown;
    return cells[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(x)];
  }
};

CellMap cells_of(const MapSpec& map, const Image& image) {
  CellMap cells{image.width, image.height, {}};
  cells.cells.reserve(static_cast<std::size_t>(image.width) *
                      static_cast<std::size_t>(image.height));
  for (int y = image.height - 1; y >= 0; --y)  // pictures begin at the top
    for (int x = 0; x < image.width; ++x) {
      const auto at = (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                       static_cast<std::size_t>(x)) *
                      static_cast<std::size_t>(image.channels);
      cells.cells.push_back(cell_of(map, image.pixels.data() + at, image.channels));
    }
  return cells;
}

// distance of every cell from all that is not free, in thirds of a cell (3-4 chamfer, two passes)
std::vector<std::int32_t> clearance(const CellMap& map) {
  const int w = map.width + 2;  // one cell more all round, never free
  std::vector<std::int32_t> field(static_cast<std::size_t>(w) *
                                  static_cast<std::size_t>(map.height + 2));
  const auto at = [&](int x, int y) -> std::int32_t& {
    return field[static_cast<std::size_t>(y + 1) * static_cast<std::size_t>(w) +
                 static_cast<std::size_t>(x + 1)];
  };
  for (int y = 0; y < map.height; ++y)
    for (int x = 0; x < map.width; ++x)
      if (map.at(x, y) == CellKind::Free)
        at(x, y) = std::min(
            {at(x - 1, y) + 3, at(x, y - 1) + 3, at(x - 1, y - 1) + 4, at(x + 1, y - 1) + 4});
  for (int y = map.height - 1; y >= 0; --y)
    for (int x = map.width - 1; x >= 0; --x)
      if (map.at(x, y) == CellKind::Free)
        at(x, y) = std::min({at(x, y), at(x + 1, y) + 3, at(x, y + 1) + 3, at(x + 1, y + 1) + 4,
                             at(x - 1, y + 1) + 4});
  return field;
}

struct Cell {
  int x{}, y{};
};

std::optional<Cell> widest_cell(const CellMap& map) {
  const std::vector<std::int32_t> field = clearance(map);
  const auto best = std::max_element(field.begin(), field.end());
  if (*best == 0) return {};
  const auto index = static_cast<int>(best - field.begin());
  return Cell{index % (map.width + 2) - 1, index / (map.width + 2) - 1};
}

// quarter turns towards the longest run of free cells
int longest_way(const CellMap& map, const Cell& from) {
  constexpr std::array<int, 4> kDx{1, 0, -1, 0}, kDy{0, 1, 0, -1};
  int best = 0, longest = -1;
  for (std::size_t d = 0; d < 4; ++d) {
    int run = 0;
    while (map.at(from.x + (run + 1) * kDx[d], from.y + (run + 1) * kDy[d]) == CellKind::Free)
      ++run;
    if (run > longest) longest = run, best = static_cast<int>(d);
  }
  return best;
}

// --- the level ----------------------------------------------------------------------------------

void add_walls(const MapSpec& map, const CellMap& cells, const SourceLine& where,
               LevelSpec& level) {
  PixelSet set{cells.width, cells.height, {}};
  for (const CellKind cell : cells.cells) set.taken.push_back(cell == CellKind::Occupied ? 1 : 0);
  for (PixelPart& part : outline_parts(set)) {
    for (auto& loop : part)
      for (Vec2& p : loop) p = map.world_from_map * (map.resolution * p);
    PieceSpec piece;
    piece.where = where;
    piece.tag = SemanticTag::Wall;
    piece.shape = PrismSpec{std::move(part), kMapWallHeight};
    level.pieces.push_back(std::move(piece));
  }
}

void add_ground(const MapSpec& map, const CellMap& cells, LevelSpec& level) {
  const Vec2 size =
      map.resolution * Vec2{static_cast<double>(cells.width), static_cast<double>(cells.height)};
  Bounds2 bounds;
  for (const Vec2 corner : {Vec2{0, 0}, Vec2{size.x, 0}, size, Vec2{0, size.y}})
    bounds.add(map.world_from_map * corner);
  level.ground.center = (bounds.low + bounds.high) / 2;
  level.ground.size = bounds.high - bounds.low;
}

void build_level(const MapSpec& map, const Image& image, MapReader& reader, const SourceLine& where,
                 LevelSpec& level) {
  const CellMap cells = cells_of(map, image);
  add_walls(map, cells, where, level);
  add_ground(map, cells, level);
  level.papers.description =
      concat("A map of ", cells.width, " x ", cells.height, " cells of ", map.resolution, " m.");
  const std::optional<Cell> start = widest_cell(cells);
  if (!start)
    return reader.complain(where.line, "a map must have a free cell to start in, got none");
  const Vec2 middle = map.resolution * Vec2{start->x + 0.5, start->y + 0.5};
  const double turn = kPi / 2 * longest_way(cells, *start);
  level.starts.push_back({where, map.world_from_map * Pose2{middle.x, middle.y, turn}, ""});
}

}  // namespace

LevelReading import_ros_map(const std::string& yaml_path) {
  LevelReading reading;
  const auto complain = [&](const Error& error) {
    reading.problems.push_back({{yaml_path, 1}, error.message});
    return reading;
  };
  const auto text = read_file(yaml_path, kYamlLimit);
  if (!text) return complain(text.error());
  const auto root = parse_yaml(*text);
  if (!root) return complain(root.error());

  reading.spec.name = std::filesystem::path(yaml_path).stem().string();
  reading.spec.papers.title = reading.spec.name;
  MapReader reader(yaml_path, *root, reading.problems);
  const MapSpec map = read_fields(reader, *root);
  if (!reading.ok()) return reading;
  const SourceLine where{yaml_path, reader.line_of("image")};
  const auto image = read_picture(yaml_path, map.image);
  if (!image) {
    reader.complain(where.line, image.error().message);
    return reading;
  }
  build_level(map, *image, reader, where, reading.spec);
  if (reading.ok()) reading.problems = check_level(reading.spec, where);
  return reading;
}

}  // namespace paddock
