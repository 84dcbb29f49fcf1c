// Benchmarks: each measures a few cases beside references in the same run, since machines are
// noisy, and hashes what it computed: speed that changes results is a bug.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "paddock/core/error.h"

namespace paddock {

struct BenchReference {
  std::string name;
  double rate{};
};

struct BenchResult {
  std::string name;
  double rate{};  // a second, median of the repetitions
  std::string unit;
  std::vector<BenchReference> reference;  // the same work another way, in the same run and unit
  std::optional<double> max_error;        // largest difference from the reference that judges
  std::uint64_t hash{};
  std::vector<std::pair<std::string, std::string>> labels;  // what was measured: level, …
  std::vector<BenchReference> facts;                        // and its numbers: segments, beams, …
};

struct Bench {
  std::string_view name;
  std::string_view about;
  Result<std::vector<BenchResult>> (*run)();
};

std::span<const Bench> benches();
const Bench* find_bench(std::string_view name);

/// Work a second: calls `prepare` untimed and `work` timed, `repetitions` times after one to warm
/// up; `amount` is how much one call does. The median of the rates.
double measure_rate(double amount, int repetitions, const std::function<void()>& prepare,
                    const std::function<void()>& work);

}  // namespace paddock
