// How the command speaks: aligned tables, a progress bar, errors; colour only on a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/io/json.h"

namespace paddock {

/// One row a line, columns as wide as their widest cell, two spaces apart. The first row is the
/// heading.
void print_table(const std::vector<std::vector<std::string>>& rows);

void print_json(const Json& json);

/// "paddock: …" on standard error; returns kFailed.
int complain(std::string_view message);

/// A bar on standard error with rate and time left; nothing when that is no terminal.
class ProgressBar {
 public:
  ProgressBar(std::string_view what, std::string_view unit, std::int64_t total);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  void show(std::int64_t done);

 private:
  std::string what_, unit_;
  std::int64_t total_;
  double began_, shown_;
  bool visible_;
};

/// Seconds of the steady clock, for progress and benchmarks alone.
double now_seconds();

/// "1:02.345"
std::string lap_time(std::int64_t nanos);

/// Sixteen hex digits.
std::string hash_text(std::uint64_t hash);

}  // namespace paddock
