// Golden runs: every planar level with every vehicle, every rigid one with its own, driven by
// random inputs into whatever stands around, as one hash each. tests/golden/trajectories.txt keeps
// them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddock/core/error.h"

namespace paddock {

inline constexpr std::int64_t kGoldenTicks = 10'000;

struct GoldenRow {
  std::string level, vehicle;
  std::uint64_t seed{};
  std::int64_t ticks{};
  std::uint64_t hash{};
  bool operator==(const GoldenRow&) const = default;
};

/// All runs of `ticks` each, shared out over `threads`. With `restore` each run takes a snapshot
/// half way, goes on for a while, and is put back.
Result<std::vector<GoldenRow>> golden_rows(std::int64_t ticks, int threads, bool restore);

std::string golden_file();
Result<std::vector<GoldenRow>> read_golden(const std::string& path);
std::string golden_text(const std::vector<GoldenRow>& rows);

}  // namespace paddock
