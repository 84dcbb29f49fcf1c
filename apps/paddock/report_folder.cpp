#include "apps/paddock/report_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "apps/paddock/print.h"
#include "paddock/core/angle.h"
#include "paddock/core/det_math.h"
#include "paddock/io/file.h"
#include "paddock/io/jpeg.h"
#include "paddock/protocols/racecar/grading.h"
#include "paddock/world/top_view.h"
#include "paddock/world/world.h"

namespace paddock {
namespace {

namespace fs = std::filesystem;

constexpr int kMapWidth = 720, kMapHeight = 540;  // pixels
constexpr int kMapQuality = 80;                   // of JPEG
constexpr double kAround = 0.6;                   // m seen beyond what matters, at least
constexpr double kLargestMark = 3;                // m; larger pieces are places, no marks
constexpr double kNarrowest = 4;                  // m that a map is wide
constexpr double kGrid = 0.5;                     // m to which a map's rim is rounded
constexpr double kRest = 5;                       // s between two pages, at least
constexpr double kShare = 3;                      // times the time that one takes

// --- what matters in a trial --------------------------------------------------------------------

std::vector<Vec2> corners_of(const WorldTrigger& trigger) {
  constexpr int kSides = 32;
  const Vec2 h = trigger.half_size;
  std::vector<Vec2> corners;
  if (trigger.round)
    for (int i = 0; i < kSides; ++i)
      corners.push_back(trigger.pose * (Rot2::of(2 * kPi * i / kSides) * Vec2{h.x, 0}));
  else
    for (const Vec2 corner : {Vec2{-h.x, -h.y}, Vec2{h.x, -h.y}, h, Vec2{-h.x, h.y}})
      corners.push_back(trigger.pose * corner);
  return corners;
}

Bounds2 bounds_of(const WorldPiece& piece) {
  Bounds2 bounds;
  for (const Vec3 point : piece.mesh.points) bounds.add(xy(piece.world_from_piece * point));
  return bounds;
}

std::string words_of(const WorldTask& task) {
  std::string what;
  switch (task.kind) {
    case TaskKind::Reach:
      what = "drive in here";
      break;
    case TaskKind::Stop:
      what = "stop here";
      break;
    case TaskKind::Speed:
      what = fmt::format("be faster than {:g} m/s", task.speed);
      break;
    case TaskKind::ParkAtCone:
    case TaskKind::ParkAtWall:
      what = "park before it";
      break;
  }
  return fmt::format("{}, {:g} {}", what, task.points, task.points == 1 ? "point" : "points");
}

std::vector<MapTask> tasks_of(const World& world) {
  std::vector<MapTask> tasks;
  for (std::size_t i = 0; i < world.tasks.size(); ++i) {
    const WorldTask& task = world.tasks[i];
    for (const WorldTrigger& volume : task.volumes)
      tasks.push_back({i + 1, words_of(task), corners_of(volume)});
    if (!task.piece) continue;
    const Bounds2 box = bounds_of(world.pieces[static_cast<std::size_t>(*task.piece)]).grown(0.05);
    tasks.push_back({i + 1,
                     words_of(task),
                     {box.low, {box.high.x, box.low.y}, box.high, {box.low.x, box.high.y}}});
  }
  return tasks;
}

void add(Bounds2& bounds, const Bounds2& more) {
  if (!more.empty()) bounds.add(more.low), bounds.add(more.high);
}

/// Start, tasks, key points, cones and whatever fails a car.
Bounds2 what_matters(const World& world, const std::vector<MapTask>& tasks) {
  Bounds2 bounds;
  for (const WorldStart& start : world.starts) bounds.add(position(start.pose));
  for (const MapTask& task : tasks)
    for (const Vec2 corner : task.outline) bounds.add(corner);
  for (const WorldZone& zone : world.zones)
    if (zone.rule == TriggerRule::Checkpoint || zone.rule == TriggerRule::Finish)
      for (const Vec2 corner : corners_of(zone.volume)) bounds.add(corner);
  for (const WorldPiece& piece : world.pieces) {
    if (!piece.fails && !piece.resets && !piece.moves) continue;
    const Bounds2 box = bounds_of(piece);
    if (std::max(box.high.x - box.low.x, box.high.y - box.low.y) < kLargestMark) add(bounds, box);
  }
  return bounds;
}

/// Four wide and three high, with a rim, so that maps of a class fill one grid.
Bounds2 framed(const Bounds2& inner) {
  const Vec2 size = inner.high - inner.low, middle = (inner.low + inner.high) / 2;
  const double rim = kAround + 0.05 * std::max(size.x, size.y);
  const double wide = std::max({kNarrowest, size.x + 2 * rim, (size.y + 2 * rim) * 4 / 3});
  const double width = std::ceil(wide / kGrid) * kGrid;
  const Vec2 half{width / 2, width * 3 / 8};
  return {middle - half, middle + half};
}

bool contains(const Bounds2& outer, const Bounds2& inner) {
  return inner.empty() || (outer.low.x <= inner.low.x && outer.low.y <= inner.low.y &&
                           inner.high.x <= outer.high.x && inner.high.y <= outer.high.y);
}

/// What is within `all` of it.
Bounds2 clipped(const Bounds2& bounds, const Bounds2& all) {
  if (bounds.empty()) return bounds;
  const auto held = [&](Vec2 at) {
    return Vec2{std::clamp(at.x, all.low.x, all.high.x), std::clamp(at.y, all.low.y, all.high.y)};
  };
  return {held(bounds.low), held(bounds.high)};
}

Result<MapPicture> picture_of(const World& world, const Bounds2& region) {
  auto jpeg = write_jpeg_bytes(
      draw_top_view(world,
                    {.width = kMapWidth, .height = kMapHeight, .region = region, .legend = false}),
      kMapQuality);
  if (!jpeg) return tl::unexpected(jpeg.error());
  return MapPicture{region, std::move(*jpeg)};
}

/// Draws what `map` lacks, for cars that were in `driven`.
Result<void> complete(TrialMap& map, const World& world, const Bounds2& driven) {
  if (map.near.jpeg.empty()) {
    map.tasks = tasks_of(world);
    auto near = picture_of(world, framed(what_matters(world, map.tasks)));
    if (!near) return tl::unexpected(near.error());
    map.near = std::move(*near);
  }
  // a car that fell off the world is not followed
  Bounds2 inner = clipped(driven, world.bounds.grown(1));
  if (contains(map.near.region, inner)) return {};
  add(inner, map.near.region);
  auto far = picture_of(world, framed(inner));
  if (!far) return tl::unexpected(far.error());
  map.far = std::move(*far);
  return {};
}

}  // namespace

// --- the folder ---------------------------------------------------------------------------------

ReportFolder::ReportFolder(std::string folder, std::string level)
    : folder_(std::move(folder)),
      level_(std::move(level)),
      page_((fs::path(folder_) / "index.html").string()) {}

Result<ReportFolder> ReportFolder::open(const std::string& folder, const std::string& level) {
  std::error_code wrong;
  if (fs::exists(folder, wrong) && !fs::is_directory(folder, wrong))
    return fail(ErrorCode::Invalid, folder, ": a report needs a folder, and this is a file");
  fs::create_directories(folder, wrong);
  if (wrong)
    return fail(ErrorCode::Io, folder, ": the report's folder cannot be made: ", wrong.message());
  if (access(folder.c_str(), W_OK | X_OK) != 0)
    return fail(ErrorCode::Io, folder, ": a report must be able to write there, and it is not");
  return ReportFolder(folder, level);
}

std::string ReportFolder::from_page(const std::string& file) const {
  std::error_code wrong;
  const fs::path way = fs::relative(file, folder_, wrong);
  return wrong ? "" : way.generic_string();
}

Result<void> ReportFolder::write(ClassReport report) {
  const double began = now_seconds();
  maps_.resize(report.trials.size()), driven_.resize(report.trials.size());
  for (std::size_t t = 0; t < report.trials.size(); ++t) {
    Bounds2 driven;
    bool run = false;
    for (const ReportProgram& program : report.programs) {
      if (t >= program.runs.size()) continue;
      run = true;
      for (const PathPlace& place : program.runs[t].path.places) driven.add(place.at);
    }
    if (!run) continue;
    const bool drawn_for_it =
        contains(maps_[t].near.region, driven) || contains(driven_[t], driven);
    if (maps_[t].near.jpeg.empty() || !drawn_for_it) {
      const auto world =
          load_world(level_, report.seed, racecar::with_trial({}, report.trials[t].number));
      if (!world) return tl::unexpected(world.error());
      if (auto drawn = complete(maps_[t], *world, driven); !drawn) return drawn;
      driven_[t] = driven;
    }
    report.trials[t].map = maps_[t];
  }
  auto written = write_file(page_, report_page(report));
  if (written)
    written = write_file((fs::path(folder_) / "grades.csv").string(), grades_csv(report));
  written_ = now_seconds(), took_ = written_ - began;
  return written;
}

Result<void> ReportFolder::refresh(const ClassReport& report) {
  if (now_seconds() - written_ < std::max(kRest, kShare * took_)) return {};
  return write(report);
}

}  // namespace paddock
