// The verbs of the command: options in, exit code out. main.cpp reads the command line into these.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace paddock {

/// What scripts can rely on.
enum ExitCode : int { kOk = 0, kFailed = 1, kUsage = 2 };

struct LevelsOptions {
  bool json{};
};
struct RunOptions {
  std::string level;
  std::string vehicle;  // empty: what the level says
  std::string driver{"route"};
  std::uint64_t seed{1};
  std::int64_t ticks{};  // 0: until `laps` are done
  int laps{};            // 0: not asked
  int vehicles{1};
  bool json{};
};
struct CheckOptions {
  std::vector<std::string> files;
  bool json{};
};
struct GenerateOptions {
  std::string kind;
  std::vector<std::string> settings;  // name=value
  std::uint64_t seed{1};
  std::string output;  // empty: standard output
};
struct ImportOptions {
  std::string map;
  std::string output;
};
struct BenchOptions {
  std::string name;
  bool json{};
};
struct GoldenOptions {
  bool update{};
  int threads{1};
  std::int64_t ticks{};
};
struct DoctorOptions {
  bool json{};
};
struct ShotOptions {
  std::string level;
  std::string output;
  int width{1280};
  std::uint64_t seed{1};
  std::vector<double> region;  // x0 y0 x1 y1, empty: all
};

int list_levels(const LevelsOptions& options);
int run_level(const RunOptions& options);
int check_levels(const CheckOptions& options);
int generate_level(const GenerateOptions& options);
int import_map(const ImportOptions& options);
int run_bench(const BenchOptions& options);
int golden_runs(const GoldenOptions& options);
int examine_machine(const DoctorOptions& options);
int take_shot(const ShotOptions& options);

}  // namespace paddock
