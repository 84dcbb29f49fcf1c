// paddock fly and paddock drive: a controller of one's own, in Python, in a level; beside the page,
// or as fast as it answers.
#include <fmt/format.h>

#include <filesystem>
#include <thread>

#include "apps/paddock/controller_peer.h"
#include "apps/paddock/interrupt.h"
#include "apps/paddock/level_files.h"
#include "apps/paddock/page_room.h"
#include "apps/paddock/playground.h"
#include "apps/paddock/print.h"
#include "apps/paddock/verbs.h"
#include "paddock/core/wall_clock.h"
#include "paddock/record/recorder.h"

namespace paddock {
namespace {

constexpr double kFlightSeconds = 60;  // simulated, without a page

/// The level with a vehicle whose driver follows a path, by the controller of one's own.
Result<Session> open_own(const FlyOptions& options, const std::string& level,
                         const PlaygroundSettings& settings, std::uint64_t seed,
                         const LevelSettings& variables) {
  auto session = open_session(level, {.vehicles = {{.kind = options.vehicle, .driver = "path"}},
                                      .seed = seed,
                                      .settings = variables});
  if (!session) return session;
  const bool flies_here = flies(session->state.physics.vehicles[0]);
  if (flies_here != options.flies)
    return fail(ErrorCode::Invalid, "level ", session->world().name, " is for a ",
                type_of(kind_of(session->model.vehicles[0].params)).name, ": use paddock ",
                options.flies ? "drive" : "fly", ", or another level");
  const auto own = static_cast<double>(PathController::Own);
  if (auto set = apply(*session, SetParameter{"driver.0.controller", own}); !set)
    return tl::unexpected(set.error());
  if (auto set = set_up(*session, settings); !set) return tl::unexpected(set.error());
  if (auto set = set_path(*session, options.path); !set) return tl::unexpected(set.error());
  return session;
}

Json json_of(const Session& session, const FlyOptions& options, const ControllerPeer& peer) {
  const VehicleState& state = session.state.physics.vehicles[0];
  const Pose2 pose = pose_of(state);
  const Vec2 velocity = body_of(session.model.vehicles[0].params, state).velocity;
  return Json::object()
      .set("level", session.world().name)
      .set("controller", options.file)
      .set("seed", options.seed)
      .set("ticks", count(session.state.tick))
      .set("simulated_s", session.world().clock.seconds(session.state.tick))
      .set("answers", peer.answers())
      .set("complaint", peer.complaint())
      .set("x", pose.x)
      .set("y", pose.y)
      .set("vx", velocity.x)
      .set("vy", velocity.y)
      .set("flights", flights_json(session))
      .set("hash", hash_text(hash_of(session.state)));
}

int fly_without_page(const FlyOptions& options, StageOptions stage_options,
                     const ControllerPeer& peer) {
  stage_options.pace = {.paused = false, .factor = options.speed.value_or(0)};
  Stage stage(std::move(stage_options));
  if (auto started = stage.start(steady_now()); !started) return complain(started.error().message);
  catch_interrupts();
  const Session& session = stage.session();
  const std::int64_t most =
      options.ticks > 0
          ? options.ticks
          : static_cast<std::int64_t>(kFlightSeconds / session.world().clock.tick_seconds());
  stage.stop_when([&](const Session& s) { return count(s.state.tick) >= most; });
  while (!interrupted() && count(session.state.tick) < most) {
    const Nanos pause = std::min<Nanos>(stage.work(steady_now()) - steady_now(), 5'000'000);
    if (pause > 0 && options.speed.value_or(0) > 0)
      std::this_thread::sleep_for(std::chrono::nanoseconds(pause));
  }
  stage.end("the run is over");
  if (options.json) {
    print_json(json_of(session, options, peer));
    return kOk;
  }
  if (const auto rows = flight_rows(session); !rows.empty()) print_table(rows);
  fmt::print("{:.2f} s simulated, {} commands\nhash {}\n",
             session.world().clock.seconds(session.state.tick), peer.answers(),
             hash_text(hash_of(session.state)));
  return interrupted() ? interrupted_status() : kOk;
}

int fly_beside_page(const FlyOptions& options, const std::string& level, bool paused,
                    StageOptions stage) {
  stage.pace = {.paused = paused, .factor = options.speed.value_or(1)};
  ServeOptions page;
  page.port = options.page_port;
  auto shown = open_page_room(page, std::filesystem::path(level).stem().string(), std::move(stage));
  if (!shown) return complain(shown.error().message);
  fmt::print("{} is read again whenever you save it\n", options.file);
  announce(*shown);
  shown->server->run();  // until Ctrl-C
  shown->room->stop("Paddock stops");
  shown->server->rooms().close_all("Paddock stops");
  return kOk;
}

}  // namespace

int fly_controller(const FlyOptions& asked) {
  const auto level = find_level(asked.level);
  if (!level) return complain(level.error().message);
  const auto settings = sort_settings(*level, asked.set, asked.params);
  if (!settings) return complain(settings.error().message);
  if (settings->paused && asked.headless) return complain(kPausedForEver);
  FlyOptions options = asked;
  if (!options.speed) options.speed = settings->real_time_factor;
  auto process = ControllerProcess::start(options.python, options.file);
  if (!process) return complain(process.error().message);
  const auto peer =
      std::make_shared<ControllerPeer>(std::move(*process), options.python, options.file);
  StageOptions stage;
  stage.seed = options.seed;
  stage.settings = settings->variables;
  stage.peers.push_back(peer);
  stage.open = [options, level = *level, settings = *settings](std::uint64_t seed,
                                                               const LevelSettings& variables) {
    return open_own(options, level, settings, seed, variables);
  };
  return options.headless ? fly_without_page(options, std::move(stage), *peer)
                          : fly_beside_page(options, *level, settings->paused, std::move(stage));
}

}  // namespace paddock
