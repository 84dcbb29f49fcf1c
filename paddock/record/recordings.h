// A folder of recordings. Names never leave it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/record/recording.h"

namespace paddock {

struct RecordingSummary {
  std::string name;   // of the file
  std::string level;  // "tracks/oval"
  std::string title;
  std::uint64_t seed{};
  std::size_t vehicles{};
  double duration{};  // s, simulated
  std::uint64_t bytes{};
  bool complete{};
};

class Recordings {
 public:
  explicit Recordings(std::string folder) : folder_(std::move(folder)) {}

  /// All that can be read, newest first, at most 200.
  std::vector<RecordingSummary> list() const;
  /// The path of an existing recording.
  Result<std::string> find(std::string_view name) const;
  /// A path nobody uses yet, for `name` or for the next number of `level`; makes the folder.
  Result<std::string> new_path(std::string_view name, std::string_view level) const;

 private:
  std::string folder_;
};

}  // namespace paddock
