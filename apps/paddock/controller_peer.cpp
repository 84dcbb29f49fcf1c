#include "apps/paddock/controller_peer.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "paddock/stage/stage.h"

namespace paddock {
namespace {

Json pair(Vec2 v) { return Json::array().add(v.x).add(v.y); }

const PathDriver* driver_of(const Session& session) {
  return session.seats.empty() ? nullptr : std::get_if<PathDriver>(&session.seats[0].driver);
}

}  // namespace

std::vector<Vec2> path_told(const Session& session) {
  const PathDriver* driver = driver_of(session);
  return driver == nullptr ? std::vector<Vec2>{} : driver->line.points;
}

Json view_of(const Session& session) {
  const VehicleParams& params = session.model.vehicles[0].params;
  const VehicleState& state = session.state.physics.vehicles[0];
  const Pose2 pose = pose_of(state);
  Json view = Json::object()
                  .set("time", session.world().clock.seconds(session.state.tick))
                  .set("dt", session.world().clock.tick_seconds())
                  .set("position", pair(position(pose)))
                  .set("yaw", pose.yaw)
                  .set("speed", speed_of(state))
                  .set("velocity", pair(body_of(params, state).velocity));
  if (const auto* quad = std::get_if<Quad2dParams<double>>(&params.figures))
    view.set("mode", flies_by_velocity(params) ? "velocity" : "acceleration")
        .set("limit", flies_by_velocity(params) ? quad->max_velocity : quad->max_accel);
  if (const PathDriver* driver = driver_of(session)) {
    // what the driver would see now: its own output is a tick old
    PathDriver now = *driver;
    drive_path(now, {.tick = session.state.tick,
                     .dt = session.world().clock.tick_seconds(),
                     .params = &params,
                     .state = &state});
    const PursuitOutput& out = now.output;
    const Vec2 carrot = out.why == CarrotWhy::None ? position(pose) : out.carrot;
    view.set("carrot", pair(carrot))
        .set("closest", pair(out.why == CarrotWhy::None ? position(pose) : out.closest))
        .set("lookahead", out.lookahead)
        .set("cross_track", out.cross_track)
        .set("along", out.along)
        .set("next", out.index)
        .set("arrived", out.arrived);
    const Vec2 seen = inverse(Rot2::of(pose.yaw)) * (carrot - position(pose));
    view.set("ahead", seen.x).set("left", seen.y);  // the carrot, as the vehicle sees it
  }
  return view;
}

ControllerPeer::ControllerPeer(std::unique_ptr<ControllerProcess> process, std::string python,
                               std::string file)
    : process_(std::move(process)),
      python_(std::move(python)),
      file_(std::move(file)),
      name_(std::filesystem::path(file_).filename().string()) {}

void ControllerPeer::complain(std::string why) {
  silenced_ = !why.empty();
  if (why == complaint_) return;
  const bool mended = why.empty();
  complaint_ = std::move(why);
  notice_.text = mended ? concat(name_, " flies again") : complaint_;
  notice_.grade = mended ? 0 : 2;
  ++notice_.count;
  fmt::print(stderr, "{}\n", notice_.text);
}

void ControllerPeer::ask(const Stage& stage, Nanos now) {
  const Session& session = stage.session();
  Json view = view_of(session);
  const std::vector<Vec2> path = path_told(session);
  if (!path_told_ || path != told_path_) {
    Json points = Json::array();
    for (const Vec2 point : path) points.add(pair(point));
    view.set("path", std::move(points));
    told_path_ = path, path_told_ = true;
  }
  tick_ = session.state.tick, run_ = stage.run(), asked_at_ = now;
  asked_ = process_->say(to_text(view, 0));
  if (!asked_) start_again(now);
}

/// By sys.exit(), or a signal. Not at once: one that ends in every tick would take all the time.
void ControllerPeer::start_again(Nanos now) {
  if (process_ != nullptr) {
    const std::string how = process_->how_it_ended();
    complain(concat(name_, " ended", how.empty() ? "" : " with ", how,
                    "; it is started again in a second"));
    process_.reset();
    ended_at_ = now;
  }
  asked_ = late_ = spoke_ = path_told_ = false;
  if (now - ended_at_ < kRest) return;
  ended_at_ = now;
  auto again = ControllerProcess::start(python_, file_);
  if (again)
    process_ = std::move(*again);
  else
    complain(again.error().message);
}

void ControllerPeer::take(const std::string& line) {
  asked_ = late_ = false, spoke_ = true;
  const auto answer = parse_json(line);
  if (!answer || !answer->is(JsonKind::Object)) return complain(name_ + " said what is no answer");
  if (const Json* error = answer->find("error")) return complain(error->text());
  const Json* command = answer->find("command");
  if (command == nullptr || !command->is(JsonKind::Array) || command->items().size() != 2)
    return complain(name_ + " said what is no command");
  const Vec2 asked{command->items()[0].number(), command->items()[1].number()};
  if (!std::isfinite(asked.x) || !std::isfinite(asked.y))
    return complain(name_ + ": control() must return finite numbers");
  complain("");
  command_ = asked, fresh_ = true, ++answers_;
}

PeerTurn ControllerPeer::poll(Stage& stage, Nanos now) {
  constexpr Nanos kSoon = 1'000'000;
  if (!process_) start_again(now);
  // where time stands nothing new is asked
  const bool asked_for_this = tick_ == stage.session().state.tick && run_ == stage.run();
  if (process_ && !asked_ && !asked_for_this) ask(stage, now);
  if (process_ && asked_) {
    if (const auto line = process_->hear(late_ ? 0 : 1))
      take(*line);
    else if (process_->over())
      start_again(now);
  }
  if (asked_ && !late_ && now - asked_at_ > (spoke_ ? kPatience : kFirstPatience)) {
    late_ = true;
    complain(
        fmt::format("{} has not answered for {:.1f} s; the vehicle asks for nothing until it does",
                    name_, static_cast<double>(now - asked_at_) * 1e-9));
  }
  return {.answered = !asked_ || late_, .again = now + kSoon};
}

void ControllerPeer::apply(Stage& stage) {
  const Session& session = stage.session();
  if (session.seats.empty() || session.state.physics.present[0] == 0) return;
  const VehicleParams& params = session.model.vehicles[0].params;
  const VehicleState& state = session.state.physics.vehicles[0];
  if (!fresh_ && !silenced_) return;
  fresh_ = false;
  const Vec2 asked = silenced_ ? Vec2{} : command_;
  VehicleInput input = Quad2dInput<double>{.x = asked.x, .y = asked.y};
  if (!flies(state)) input = input_from(params, state, {.steer = asked.x, .drive = asked.y});
  // a person, or another driver, may have taken the wheel meanwhile
  static_cast<void>(stage.command(SetInput{id_of(session.state, 0), input}));
}

PeerStatus ControllerPeer::status() const {
  PeerStatus status;
  status.notice = notice_;
  status.links = {{.name = "controller",
                   .address = name_,
                   .program = file_,
                   .connected = process_ != nullptr && !late_,
                   .note = complaint_}};
  return status;
}

}  // namespace paddock
