// paddock golden: compares all golden runs with the file, or writes it anew.
#include "apps/paddock/golden.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <sstream>
#include <thread>

#include "apps/paddock/level_files.h"
#include "apps/paddock/print.h"
#include "apps/paddock/verbs.h"
#include "paddock/io/file.h"
#include "paddock/stage/session.h"

namespace paddock {
namespace {

struct GoldenRun {
  std::string path;
  GoldenRow row;
};

constexpr std::uint64_t kGoldenSeed = 1;

std::vector<GoldenRun> all_runs(std::int64_t ticks) {
  std::vector<GoldenRun> runs;
  for (const LevelFile& level : find_levels()) {
    // the course's levels share field and car: one of them stands for all
    if (level.collection == "racecar" && level.name != "demo") continue;
    const LevelSpec spec = read_level(level.path, kGoldenSeed).spec;
    // not every kind can tip over: rigid levels run with their own; one kind of each dynamics
    // stands for all, but in towns, where all drive
    const auto runs_here = [&](const VehicleType& type) {
      if (spec.physics == PhysicsKind::Rigid) return type.name == spec.vehicle;
      // what differs there is the air
      if (level.collection == "playground") return type.name == spec.vehicle;
      const std::size_t dynamics = default_params(type.kind).figures.index();
      return kind_with(dynamics) == type.kind || level.collection == "town";
    };
    for (const VehicleType& type : vehicle_types())
      if (runs_here(type))
        runs.push_back({level.path, {level.name, std::string(type.name), kGoldenSeed, ticks, 0}});
  }
  return runs;
}

Result<std::uint64_t> run_one(const GoldenRun& run, bool restore) {
  auto session = open_session(
      run.path,
      {.vehicles = {{.kind = run.row.vehicle, .driver = "random"}}, .seed = run.row.seed});
  if (!session) return tl::unexpected(session.error().within(run.row.level));
  for (std::int64_t t = 0; t < run.row.ticks; ++t) {
    advance(*session);
    if (t != run.row.ticks / 2) continue;
    checkpoint(*session);
    if (!restore) continue;
    // go astray for a while, then back to the snapshot: nothing of the detour may remain
    const State snapshot = session->state;
    for (int detour = 0; detour < 200; ++detour) advance(*session);
    session->state = snapshot;
    checkpoint(*session);
  }
  return hash_of(session->state);
}

}  // namespace

Result<std::vector<GoldenRow>> golden_rows(std::int64_t ticks, int threads, bool restore) {
  std::vector<GoldenRun> runs = all_runs(ticks);
  std::vector<Result<std::uint64_t>> hashes(runs.size(), std::uint64_t{0});
  std::atomic<std::size_t> next_run{0};
  const auto work = [&] {
    for (std::size_t i = next_run++; i < runs.size(); i = next_run++)
      hashes[i] = run_one(runs[i], restore);
  };
  std::vector<std::thread> workers;
  for (int t = 1; t < threads; ++t) workers.emplace_back(work);
  work();
  for (std::thread& worker : workers) worker.join();

  std::vector<GoldenRow> rows;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!hashes[i]) return tl::unexpected(hashes[i].error());
    rows.push_back(runs[i].row);
    rows.back().hash = *hashes[i];
  }
  return rows;
}

std::string golden_file() { return PADDOCK_SOURCE_DIR "/tests/golden/trajectories.txt"; }

std::string golden_text(const std::vector<GoldenRow>& rows) {
  std::string text = "# level vehicle seed ticks hash; written by paddock golden --update\n";
  for (const GoldenRow& row : rows)
    text += fmt::format("{} {} {} {} {}\n", row.level, row.vehicle, row.seed, row.ticks,
                        hash_text(row.hash));
  return text;
}

Result<std::vector<GoldenRow>> read_golden(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return tl::unexpected(text.error());
  std::vector<GoldenRow> rows;
  std::istringstream lines(*text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    GoldenRow row;
    words >> row.level >> row.vehicle >> row.seed >> row.ticks >> std::hex >> row.hash;
    if (!words)
      return fail(ErrorCode::Invalid, path, ":", number,
                  ": must be level vehicle seed ticks hash, got \"", line, "\"");
    rows.push_back(row);
  }
  return rows;
}

int golden_runs(const GoldenOptions& options) {
  const auto rows =
      golden_rows(options.ticks > 0 ? options.ticks : kGoldenTicks, options.threads, false);
  if (!rows) return complain(rows.error().message);
  if (options.update) {
    const auto written = write_file(golden_file(), golden_text(*rows));
    if (!written) return complain(written.error().message);
    fmt::print("Written: {} ({} runs)\n", golden_file(), rows->size());
    return kOk;
  }
  const auto kept = read_golden(golden_file());
  if (!kept) return complain(kept.error().message);
  int different = 0;
  for (const GoldenRow& row : *rows) {
    if (std::find(kept->begin(), kept->end(), row) != kept->end()) continue;
    ++different;
    fmt::print("{} {} seed {} {} ticks: hash {} is not the one kept\n", row.level, row.vehicle,
               row.seed, row.ticks, hash_text(row.hash));
  }
  if (different == 0) {
    fmt::print("{} runs, all as kept\n", rows->size());
    return kOk;
  }
  return complain(
      fmt::format("{} of {} runs differ; when motion changed on purpose: paddock golden --update",
                  different, rows->size()));
}

}  // namespace paddock
