// paddock scores: every controller on every ready-made path, in calm air and in gusts, and
// regulated against plain pursuit on a car at corners. Two tables, as documents have them.
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "apps/paddock/level_files.h"
#include "apps/paddock/playground.h"
#include "apps/paddock/print.h"
#include "apps/paddock/verbs.h"
#include "paddock/core/angle.h"
#include "paddock/world/world.h"

namespace paddock {
namespace {

constexpr double kLongest = 90;  // s of a flight, simulated

/// A run of one vehicle that follows a path once.
struct Trial {
  std::string controller;  // for people
  std::string path;
  std::string condition;
  LevelSettings parameters;
  std::string level;   // name of a level file, or empty:
  std::string text;    // the level itself
  std::string to_fly;  // as --path takes it; empty: the level's route
  Flight flight{};     // what became of it
  std::uint64_t contacts{};
};

Result<void> run(Trial& trial) {
  const SessionSpec spec{.vehicles = {{.kind = "", .driver = "path"}}};
  Result<Session> session = fail(ErrorCode::Invalid, "");
  if (trial.level.empty()) {
    auto reading = read_level_text(trial.text, "scores/corner.toml", 1);
    if (!reading.ok()) return fail(ErrorCode::Invalid, reading.problems.front().text());
    session = open_session(build_level(std::move(reading.spec)), spec);
  } else {
    const auto path = find_level(trial.level);
    if (!path) return tl::unexpected(path.error());
    session = open_session(*path, spec);
  }
  if (!session) return tl::unexpected(session.error());
  if (auto set = set_parameters(*session, trial.parameters); !set) return set;
  if (auto set = set_path(*session, trial.to_fly); !set) return set;
  const auto most = static_cast<std::int64_t>(kLongest / session->world().clock.tick_seconds());
  do advance(*session);
  while (count(session->state.tick) < most && !session->flights.flights.back().done);
  trial.flight = session->flights.flights.back();
  trial.contacts = session->contacts;
  return {};
}

/// All of them, on every core. The first that cannot be run, if any.
Result<void> run_all(std::vector<Trial>& trials) {
  std::atomic<std::size_t> next{0};
  std::vector<Result<void>> results(trials.size());
  const auto work = [&] {
    for (std::size_t i = next++; i < trials.size(); i = next++) results[i] = run(trials[i]);
  };
  std::vector<std::thread> others;
  for (unsigned t = 1; t < std::thread::hardware_concurrency(); ++t) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  for (Result<void>& result : results)
    if (!result) return result;
  return {};
}

// --- controllers on ready-made paths ------------------------------------------------------------

double place_of(PathController controller) { return static_cast<double>(controller); }

struct Contender {
  std::string_view name;
  LevelSettings parameters;
};

std::vector<Contender> contenders() {
  const auto by = [](PathController c) { return LevelVariable{"controller", place_of(c)}; };
  const LevelVariable direct{"use_pure_pursuit", 0}, adaptive{"use_adaptive_lookahead", 1};
  const LevelVariable least{"min_lookahead_distance", 0.5}, most{"max_lookahead_distance", 2};
  const LevelVariable close{"lookahead_distance", 0.6};
  return {{"PD, waypoint to waypoint", {by(PathController::Pd), direct}},
          {"PID, waypoint to waypoint", {by(PathController::Pid), direct}},
          {"PD behind pure pursuit, fixed", {by(PathController::Pd)}},
          {"PD behind pure pursuit, adaptive", {by(PathController::Pd), adaptive, least, most}},
          {"PID behind pure pursuit, fixed", {by(PathController::Pid)}},
          {"plain pursuit", {by(PathController::Pursuit), close}},
          {"regulated pursuit", {by(PathController::Regulated), close}},
          {"LQR", {by(PathController::Lqr)}},
          {"MPC", {by(PathController::Mpc)}}};
}

std::vector<Trial> flights_to_make() {
  std::vector<Trial> trials;
  for (const Contender& contender : contenders())
    for (const std::string_view shape : kPathShapes)
      for (const double gust : {0.0, 6.0}) {
        LevelSettings parameters = contender.parameters;
        parameters.push_back({"wind_intensity", 0});
        parameters.push_back({"gust", gust});
        trials.push_back({.controller = std::string(contender.name),
                          .path = std::string(shape),
                          .condition = gust > 0 ? "6 m/s" : "calm",
                          .parameters = std::move(parameters),
                          .level = "simplesim",
                          .text = {},
                          .to_fly = std::string(shape)});
      }
  return trials;
}

std::string seconds(const std::optional<double>& value) {
  return value ? fmt::format("{:.2f}", *value) : "–";
}

std::string table_of_flights(const std::vector<Trial>& trials) {
  std::string text =
      "| controller | path | gusts | rise s | overshoot m | settling s | mean error m | largest "
      "error m | effort m²/s³ |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const Trial& t : trials) {
    const FlightScore& score = t.flight.score;
    text +=
        fmt::format("| {} | {} | {} | {} | {} | {} | {:.3f} | {:.3f} | {:.1f} |\n", t.controller,
                    t.path, t.condition, seconds(score.rise), seconds(score.overshoot),
                    seconds(score.settling), score.mean_error, score.largest_error, score.effort);
  }
  return text;
}

// --- a car at corners ---------------------------------------------------------------------------

/// Six metres straight on, a right angle of the radius to the left, six metres on.
std::string corner_level(double radius) {
  constexpr int kPoints = 16;
  constexpr double kStraight = 6;
  std::string points = "[0, 0]";
  for (int i = 0; i <= kPoints; ++i) {
    const double turn = kPi / 2 * i / kPoints;
    points += fmt::format(", [{:.4f}, {:.4f}]", kStraight + radius * std::sin(turn),
                          radius * (1 - std::cos(turn)));
  }
  points += fmt::format(", [{:.4f}, {:.4f}]", kStraight + radius, radius + kStraight);
  return fmt::format(
      "format = 1\ntitle = \"Corner\"\nvehicle = \"racecar\"\n[ground]\nsize = [60, 60]\n"
      "[[route]]\nname = \"corner\"\npoints = [{}]\n[[start]]\nat = [1, 0]\n",
      points);
}

std::vector<Trial> corners_to_drive() {
  std::vector<Trial> trials;
  for (const double radius : {0.6, 1.0, 2.0})
    for (const double speed : {1.0, 2.0, 3.0, 4.0})
      for (const PathController by : {PathController::Pursuit, PathController::Regulated})
        trials.push_back({.controller = by == PathController::Pursuit ? "plain" : "regulated",
                          .path = fmt::format("{:.1f}", radius),
                          .condition = fmt::format("{:.0f}", speed),
                          .parameters = {{"controller", place_of(by)},
                                         {"desired_linear_vel", speed},
                                         {"regulated_linear_scaling_min_radius", 2.5},
                                         {"regulated_linear_scaling_min_speed", 0.5}},
                          .level = {},
                          .text = corner_level(radius),
                          .to_fly = {}});
  return trials;
}

std::string table_of_corners(const std::vector<Trial>& trials) {
  std::string text =
      "| radius m | speed m/s | plain: mean m | largest m | regulated: mean m | largest m |\n"
      "| --- | --- | --- | --- | --- | --- |\n";
  for (std::size_t i = 0; i + 1 < trials.size(); i += 2) {
    const FlightScore &plain = trials[i].flight.score, &regulated = trials[i + 1].flight.score;
    text += fmt::format("| {} | {} | {:.3f} | {:.3f} | {:.3f} | {:.3f} |\n", trials[i].path,
                        trials[i].condition, plain.mean_error, plain.largest_error,
                        regulated.mean_error, regulated.largest_error);
  }
  return text;
}

Json json_of(const std::vector<Trial>& trials) {
  Json list = Json::array();
  for (const Trial& t : trials) {
    const FlightScore& score = t.flight.score;
    const auto maybe = [](const std::optional<double>& value) {
      return value ? Json(*value) : Json();
    };
    list.add(Json::object()
                 .set("controller", t.controller)
                 .set("path", t.path)
                 .set("condition", t.condition)
                 .set("arrived", t.flight.arrived)
                 .set("rise_s", maybe(score.rise))
                 .set("overshoot_m", maybe(score.overshoot))
                 .set("settling_s", maybe(score.settling))
                 .set("mean_error_m", score.mean_error)
                 .set("largest_error_m", score.largest_error)
                 .set("effort", score.effort));
  }
  return list;
}

constexpr std::string_view kHead =
    "# Scores of the controllers\n\n"
    "Made by `paddock scores -o docs/physics`; [path_following.md](path_following.md) says what "
    "each figure is. Where one is missing (–) it did not happen within 90 s.\n\n"
    "## Quadrotors on ready-made paths\n\n"
    "Level `simplesim` without wandering wind, corrected forms, the figures that each controller "
    "comes with (lookahead: 0.6 m of both pursuits, 0.5 to 2 m of the adaptive one), paths 4.5 m "
    "across. "
    "Gusts up to 6 m/s of the air, one every two seconds.\n\n";
constexpr std::string_view kCorners =
    "\n## A race car at corners\n\n"
    "Six metres straight on, a right angle of the radius, six metres on; the car's own lookahead "
    "(0.6 to 2.5 m), plain pursuit at the speed, regulated pursuit at that speed "
    "but slower on circles below 2.5 m, down to 0.5 m/s. The tightest circle that the car can "
    "drive has a radius of 0.74 m. Distance of its rear axle from the path.\n\n";

}  // namespace

int make_scores(const ScoresOptions& options) {
  std::vector<Trial> flights = flights_to_make(), corners = corners_to_drive();
  for (auto* trials : {&flights, &corners})
    if (auto done = run_all(*trials); !done) return complain(done.error().message);
  if (options.json) {
    print_json(Json::object().set("flights", json_of(flights)).set("corners", json_of(corners)));
    return kOk;
  }
  const std::string text =
      concat(kHead, table_of_flights(flights), kCorners, table_of_corners(corners));
  if (options.output.empty()) {
    fmt::print("{}", text);
    return kOk;
  }
  const std::string file = (std::filesystem::path(options.output) / "path_scores.md").string();
  std::ofstream written(file);
  if (!(written << text) || !written.flush()) return complain(concat("cannot write ", file));
  fmt::print("Written: {}\n", file);
  return kOk;
}

}  // namespace paddock
