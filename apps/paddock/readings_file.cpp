#include "apps/paddock/readings_file.h"

#include <cerrno>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>

#include "paddock/core/suggest.h"
#include "paddock/io/file.h"
#include "paddock/io/npz.h"

namespace paddock {
namespace {

namespace fs = std::filesystem;
using Infos = std::span<const std::shared_ptr<const SensorInfo>>;

constexpr std::size_t kPacking = 8;  // pictures that are packed while the run goes on

std::string_view sensor_name(const SensorInfo& sensor) { return sensor.mount.spec.name; }

/// As part of a file's name.
std::string file_name_of(const SensorInfo& sensor) {
  std::string name(sensor_name(sensor));
  for (char& c : name)
    if (c == '/' || c == '\\') c = '_';
  return name;
}

/// "run.csv" as "run_lidar.csv".
std::string path_with(const std::string& path, std::string_view addition) {
  const fs::path whole(path);
  return (whole.parent_path() /
          concat(whole.stem().string(), "_", addition, whole.extension().string()))
      .string();
}

// --- .npz ---------------------------------------------------------------------------------------

class NpzReadings final : public ReadingsFile {
 public:
  explicit NpzReadings(const std::string& path) : path_(path), npz_(path) {}

  Result<void> begin(const SensorInfo& sensor) {
    const std::string name(sensor_name(sensor));
    auto& columns = sensors_.emplace_back();
    columns.name = name;
    if (auto added = add_column<double>(name + "_time", {}, columns.time); !added) return added;
    if (auto added = add_column<std::int64_t>(name + "_tick", {}, columns.tick); !added)
      return added;
    return std::visit([&](const auto& form) { return add_columns(form, columns); }, sensor.form);
  }

  Result<void> add(std::size_t sensor, const Delivery& reading, double time) override {
    Columns& columns = sensors_[sensor];
    const std::int64_t tick = count(reading.measurement->tick);
    if (auto put = append<double>(columns.time, {&time, 1}, columns); !put) return put;
    if (auto put = append<std::int64_t>(columns.tick, {&tick, 1}, columns); !put) return put;
    return std::visit([&](const auto& r) { return put(r, columns); }, reading.measurement->reading);
  }

  Result<std::vector<std::string>> finish() override {
    if (auto done = npz_.finish(); !done) return tl::unexpected(done.error());
    return std::vector{path_};
  }

 private:
  struct Column {
    std::size_t array{};
    std::size_t items{1};  // in a row
  };
  struct Columns {
    std::string name;
    Column time, tick, values, offsets;
    std::int64_t points{};  // so far
  };

  template <class T>
  Result<void> add_column(const std::string& name, std::vector<std::size_t> shape, Column& column) {
    for (const std::size_t size : shape) column.items *= size;
    const auto array = npz_.add<T>(name, std::move(shape));
    if (!array) return tl::unexpected(array.error());
    column.array = *array;
    return {};
  }
  /// Whole rows only: a reading that is not of its form would shift all that follow.
  template <class T>
  Result<void> append(const Column& column, std::span<const T> values, const Columns& columns) {
    if (values.size() % column.items != 0 || values.empty())
      return fail(ErrorCode::Invalid, columns.name, ": a reading must have ", column.items,
                  " numbers, got ", values.size());
    return npz_.append(column.array, values);
  }

  Result<void> add_columns(const RangesForm& form, Columns& columns) {
    std::vector<double> angles;
    for (int beam = 0; beam < form.beams; ++beam) angles.push_back(form.beam_angle(beam));
    Column column;
    if (auto added = add_column<double>(columns.name + "_angles", {}, column); !added) return added;
    if (auto put = append<double>(column, angles, columns); !put) return put;
    return add_column<float>(columns.name + "_ranges", {angles.size()}, columns.values);
  }
  Result<void> add_columns(const PointsForm&, Columns& columns) {
    if (auto added = add_column<float>(columns.name + "_points", {6}, columns.values); !added)
      return added;
    if (auto added = add_column<std::int64_t>(columns.name + "_offsets", {}, columns.offsets);
        !added)
      return added;
    return append<std::int64_t>(columns.offsets, {&columns.points, 1}, columns);
  }
  Result<void> add_columns(const PictureForm& form, Columns& columns) {
    const CameraSpec& camera = form.camera.spec;
    std::vector<std::size_t> shape{static_cast<std::size_t>(camera.height),
                                   static_cast<std::size_t>(camera.width)};
    const std::string name = columns.name + "_pictures";
    if (form.content == PictureContent::Depth)
      return add_column<float>(name, std::move(shape), columns.values);
    if (form.content == PictureContent::Colour) shape.push_back(camera.color.alpha ? 4 : 3);
    return add_column<std::uint8_t>(name, std::move(shape), columns.values);
  }
  Result<void> add_columns(const VectorForm& form, Columns& columns) {
    std::vector<std::string> names, units;
    for (const Channel& channel : form.channels)
      names.push_back(channel.name), units.push_back(channel.unit);
    if (auto added = npz_.add_words(columns.name + "_channels", names); !added) return added;
    if (auto added = npz_.add_words(columns.name + "_units", units); !added) return added;
    return add_column<double>(columns.name + "_values", {names.size()}, columns.values);
  }

  Result<void> put(const RangesReading& reading, Columns& columns) {
    return append<float>(columns.values, reading.ranges, columns);
  }
  Result<void> put(const Lidar3dReading& reading, Columns& columns) {
    std::vector<float> rows;
    rows.reserve(6 * reading.points.size());
    for (const Lidar3dPoint& p : reading.points)
      rows.insert(rows.end(), {p.x, p.y, p.z, p.intensity, static_cast<float>(p.tag),
                               static_cast<float>(p.instance)});
    columns.points += static_cast<std::int64_t>(reading.points.size());
    if (!rows.empty())
      if (auto put = append<float>(columns.values, rows, columns); !put) return put;
    return append<std::int64_t>(columns.offsets, {&columns.points, 1}, columns);
  }
  Result<void> put(const CameraReading& reading, Columns& columns) {
    if (!reading.depth.empty()) return append<float>(columns.values, reading.depth, columns);
    return append<std::uint8_t>(
        columns.values, reading.tags.empty() ? reading.color.pixels : reading.tags, columns);
  }
  Result<void> put(const VectorReading& reading, Columns& columns) {
    return append<double>(columns.values, reading.values, columns);
  }

  std::string path_;
  NpzWriter npz_;
  std::vector<Columns> sensors_;
};

// --- .csv ---------------------------------------------------------------------------------------

std::string csv_heading(const ReadingForm& form) {
  std::string line = "time [s],tick";
  if (const auto* ranges = std::get_if<RangesForm>(&form))
    for (int beam = 0; beam < ranges->beams; ++beam) line += concat(",range_", beam, " [m]");
  if (const auto* vector = std::get_if<VectorForm>(&form))
    for (const Channel& channel : vector->channels)
      line += channel.unit.empty() ? concat(",", channel.name)
                                   : concat(",", channel.name, " [", channel.unit, "]");
  return line + "\n";
}

/// A table a sensor.
class CsvReadings final : public ReadingsFile {
 public:
  ~CsvReadings() override {
    std::error_code ignored;
    for (const Table& table : tables_) fs::remove(draft_of(table), ignored);
  }

  Result<void> begin(const SensorInfo& sensor, const std::string& path) {
    Table& table = tables_.emplace_back(Table{.path = path, .file = {}});
    table.file.open(draft_of(table), std::ios::binary | std::ios::trunc);
    table.file << csv_heading(sensor.form);
    return check(table);
  }

  Result<void> add(std::size_t sensor, const Delivery& reading, double time) override {
    const SensorReading& told = reading.measurement->reading;
    std::string line = concat(time, ",", count(reading.measurement->tick));
    if (const auto* ranges = std::get_if<RangesReading>(&told))
      for (const float range : ranges->ranges) line += concat(",", range);
    if (const auto* vector = std::get_if<VectorReading>(&told))
      for (const double value : vector->values) line += concat(",", value);
    tables_[sensor].file << line << '\n';
    return check(tables_[sensor]);
  }

  Result<std::vector<std::string>> finish() override {
    std::vector<std::string> files;
    for (Table& table : tables_) {
      table.file.close();
      if (auto fine = check(table); !fine) return tl::unexpected(fine.error());
    }
    for (const Table& table : tables_) {
      std::error_code wrong;
      fs::rename(draft_of(table), table.path, wrong);
      if (wrong)
        return fail(ErrorCode::Io, table.path, ": must be writable, got ", wrong.message());
      files.push_back(table.path);
    }
    return files;
  }

 private:
  struct Table {
    std::string path;
    std::ofstream file;
  };
  static std::string draft_of(const Table& table) { return table.path + ".part"; }
  static Result<void> check(const Table& table) {
    if (table.file) return {};
    return fail(ErrorCode::Io, table.path, ": must be writable, got ", std::strerror(errno));
  }

  std::vector<Table> tables_;
};

// --- .png ---------------------------------------------------------------------------------------

/// A file a picture, numbered from 1.
class PngReadings final : public ReadingsFile {
 public:
  /// `paths`: of each sensor, to which the numbers are added.
  explicit PngReadings(std::vector<std::string> paths) : paths_(std::move(paths)) {
    numbers_.resize(paths_.size());
  }
  ~PngReadings() override {
    std::error_code ignored;
    if (!kept_)
      for (const std::string& path : written_) fs::remove(path, ignored);
  }

  Result<void> add(std::size_t sensor, const Delivery& reading, double) override {
    const std::string number = std::to_string(++numbers_[sensor]);
    const std::string digits = std::string(number.size() < 6 ? 6 - number.size() : 0, '0') + number;
    packing_.push_back({path_with(paths_[sensor], digits), reading.packed});
    return packing_.size() > kPacking ? write_first() : Result<void>{};
  }

  Result<std::vector<std::string>> finish() override {
    while (!packing_.empty())
      if (auto written = write_first(); !written) return tl::unexpected(written.error());
    kept_ = true;
    return written_;
  }

 private:
  struct Packing {
    std::string path;
    std::shared_ptr<PackedPicture> picture;
  };
  Result<void> write_first() {
    const Packing first = std::move(packing_.front());
    packing_.pop_front();
    const std::string& bytes = first.picture->bytes();
    if (bytes.empty()) return fail(ErrorCode::Invalid, first.path, ": there is no picture for it");
    if (auto written = write_file(first.path, bytes); !written) return written;
    written_.push_back(first.path);
    return {};
  }

  std::vector<std::string> paths_;
  std::vector<std::size_t> numbers_;  // of the last picture
  std::deque<Packing> packing_;
  std::vector<std::string> written_;
  bool kept_{};
};

// --- which of them ------------------------------------------------------------------------------

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return path.ends_with('/') || fs::is_directory(path, ignored);
}

/// Says which sensor's readings do not fit.
Result<void> check_shapes(ReadingsFormat format, Infos sensors) {
  for (const auto& sensor : sensors) {
    const ReadingShape shape = shape_of(sensor->form);
    const bool fits = format == ReadingsFormat::Npz ||
                      (format == ReadingsFormat::Png && shape == ReadingShape::Picture) ||
                      (format == ReadingsFormat::Csv &&
                       (shape == ReadingShape::Ranges || shape == ReadingShape::Vector));
    if (!fits)
      return fail(ErrorCode::Invalid, sensor_name(*sensor), " reads ", name_of(shape),
                  shape == ReadingShape::Picture ? "s" : "", ", which ",
                  format == ReadingsFormat::Csv ? "a .csv" : "a .png",
                  " cannot hold; write an .npz");
  }
  return {};
}

Result<std::unique_ptr<ReadingsFile>> begin_pictures(const std::string& path, Infos sensors) {
  std::vector<std::string> paths;
  for (const auto& sensor : sensors) {
    if (is_folder(path))
      paths.push_back((fs::path(path) / (file_name_of(*sensor) + ".png")).string());
    else
      paths.push_back(sensors.size() == 1 ? path : path_with(path, file_name_of(*sensor)));
  }
  std::error_code wrong;
  const fs::path folder = is_folder(path) ? fs::path(path) : fs::path(path).parent_path();
  if (is_folder(path)) fs::create_directories(folder, wrong);
  if (!folder.empty() && !fs::is_directory(folder, wrong))
    return fail(ErrorCode::Io, path, ": its folder must exist, got none");
  return std::make_unique<PngReadings>(std::move(paths));
}

}  // namespace

Result<ReadingsFormat> readings_format(const std::string& path) {
  if (is_folder(path) || path.ends_with(".png")) return ReadingsFormat::Png;
  if (path.ends_with(".npz")) return ReadingsFormat::Npz;
  if (path.ends_with(".csv")) return ReadingsFormat::Csv;
  constexpr std::string_view endings[]{".npz", ".csv", ".png"};
  return fail(ErrorCode::Invalid, "readings can be written as .npz, .csv or .png, or as pictures ",
              "into a folder, got \"", path, "\"",
              did_you_mean_names(fs::path(path).extension().string(), endings));
}

Result<std::unique_ptr<ReadingsFile>> begin_readings(const std::string& path, ReadingsFormat format,
                                                     Infos sensors) {
  if (auto fine = check_shapes(format, sensors); !fine) return tl::unexpected(fine.error());
  if (format == ReadingsFormat::Png) return begin_pictures(path, sensors);
  if (format == ReadingsFormat::Npz) {
    auto npz = std::make_unique<NpzReadings>(path);
    for (const auto& sensor : sensors)
      if (auto begun = npz->begin(*sensor); !begun) return tl::unexpected(begun.error());
    return npz;
  }
  auto csv = std::make_unique<CsvReadings>();
  for (const auto& sensor : sensors) {
    const std::string table = sensors.size() == 1 ? path : path_with(path, file_name_of(*sensor));
    if (auto begun = csv->begin(*sensor, table); !begun) return tl::unexpected(begun.error());
  }
  return csv;
}

}  // namespace paddock
