// Where paddock sense puts readings: one .npz, .csv tables, or pictures as .png. Whatever is begun
// and not finished leaves nothing behind.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/stage/subscriptions.h"

namespace paddock {

enum class ReadingsFormat { Npz, Csv, Png };

/// By the path's ending; a folder is for pictures. An error lists the endings there are.
Result<ReadingsFormat> readings_format(const std::string& path);

class ReadingsFile {
 public:
  virtual ~ReadingsFile() = default;
  /// Of sensor `sensor`, at so many simulated seconds.
  virtual Result<void> add(std::size_t sensor, const Delivery& reading, double time) = 0;
  /// The files that are there now, complete.
  virtual Result<std::vector<std::string>> finish() = 0;
};

/// Says which of the sensors has readings that such a file cannot hold.
Result<std::unique_ptr<ReadingsFile>> begin_readings(
    const std::string& path, ReadingsFormat format,
    std::span<const std::shared_ptr<const SensorInfo>> sensors);

}  // namespace paddock
