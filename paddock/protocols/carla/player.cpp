#include "paddock/protocols/carla/player.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "paddock/core/log.h"
#include "paddock/protocols/carla/frame.h"
#include "paddock/protocols/carla/wire/codec.h"
#include "paddock/protocols/carla/wire/framing.h"

namespace paddock::carla {
namespace {

constexpr Nanos kSecond = 1'000'000'000, kMillisecond = 1'000'000;
constexpr VehicleId kPlayer{};             // the first of its room
constexpr int kPictureThreads = 2;         // for a picture
constexpr Nanos kTellEvery = kSecond / 4;  // figures, to people
constexpr Nanos kWaitShown = kSecond / 2;  // a client that thinks for longer is waited for

/// In lock-step as fast as answers come, as a benchmark as fast as can be, else in real time.
double pace_of(const Episode& episode, bool by_hand) {
  return (episode.settings.synchronous || episode.benchmark) && !by_hand ? 0 : 1;
}

}  // namespace

// --- Exchange -----------------------------------------------------------------------------------

void Exchange::ask(Episode episode) {
  const std::lock_guard lock(mutex_);
  episode_ = std::move(episode);
  episode_.number = ++episodes_;
  stands_ = driving_ = false;
  control_.reset(), frame_.reset();
}
void Exchange::begin_driving() {
  const std::lock_guard lock(mutex_);
  driving_ = true;
}
void Exchange::stop_driving() {
  const std::lock_guard lock(mutex_);
  driving_ = false;
  control_.reset(), frame_.reset();
}
void Exchange::leave(const Control& control) {
  const std::lock_guard lock(mutex_);
  control_ = control;
}
std::optional<std::string> Exchange::take_frame() {
  const std::lock_guard lock(mutex_);
  return std::exchange(frame_, std::nullopt);
}
bool Exchange::stands() const {
  const std::lock_guard lock(mutex_);
  return stands_;
}
std::string Exchange::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_;
}
Episode Exchange::wanted() const {
  const std::lock_guard lock(mutex_);
  return episode_;
}
void Exchange::stand() {
  {
    const std::lock_guard lock(mutex_);
    stands_ = true;
  }
  wake_door_();
}
void Exchange::fail(std::string why) {
  {
    const std::lock_guard lock(mutex_);
    trouble_ = std::move(why);
  }
  wake_door_();
}
bool Exchange::driving() const {
  const std::lock_guard lock(mutex_);
  return driving_;
}
std::optional<Control> Exchange::take_control() {
  const std::lock_guard lock(mutex_);
  return std::exchange(control_, std::nullopt);
}
bool Exchange::frame_taken() const {
  const std::lock_guard lock(mutex_);
  return !frame_;
}
void Exchange::show(std::string frame) {
  {
    const std::lock_guard lock(mutex_);
    frame_ = std::move(frame);
  }
  wake_door_();
}

// --- PlayerPeer ---------------------------------------------------------------------------------

PeerTurn PlayerPeer::poll(Stage& stage, Nanos now) {
  if (run_ != stage.run()) begin_episode(stage, now);
  keep_pace(stage);
  tell_page(now);
  if (!exchange_->driving()) return {.answered = false, .again = now + kTellEvery};
  const bool begun = count(stage.session().state.tick) > 0;
  if (begun && told_ != stage.session().state.tick) show_frame(stage, now);
  if (const auto control = exchange_->take_control()) control_ = *control, answered_ = true;
  return {.answered = !begun || goes_on(), .again = now + kTellEvery};
}

/// In lock-step with an answer, in real time whenever the time has come. As a benchmark no faster
/// than frames are handed on, so that none is lost but those which the client does not read.
bool PlayerPeer::goes_on() const {
  if (episode_.settings.synchronous) return answered_;
  return !episode_.benchmark || exchange_->frame_taken();
}

void PlayerPeer::apply(Stage& stage) {
  answered_ = false;
  change_weather(stage);
  // a car that a person took drives as they say
  if (stage.session().seats[index_of(kPlayer)].name != kProgramDriver) return;
  const auto set = stage.command(SetInput{kPlayer, input_of(control_)});
  if (!set) log(LogLevel::Warning, concat("carla: ", set.error().message));
}

/// A person cannot drive faster than time passes; a client can.
void PlayerPeer::keep_pace(Stage& stage) {
  const bool by_hand = stage.session().seats[index_of(kPlayer)].name != kProgramDriver;
  if (std::exchange(by_hand_, by_hand) == by_hand) return;
  stage.set_pace({.paused = stage.pace().paused, .factor = pace_of(episode_, by_hand)});
}

void PlayerPeer::begin_episode(Stage& stage, Nanos now) {
  run_ = stage.run();
  episode_ = exchange_->wanted();
  told_ = {}, control_ = {}, answered_ = false, frames_ = 0, velocity_ = {}, autopilot_ = {};
  const auto obey = [&](const Command& command) {
    if (const auto done = stage.command(command); !done)
      log(LogLevel::Warning, concat("carla: ", done.error().message));
  };
  obey(PlaceVehicle{kPlayer, start_of(episode_, stage.session().world().starts)});
  set_goal(stage.session());
  obey(SetParameter{"weather", static_cast<double>(episode_.settings.weather + 1)});
  for (std::size_t i = 0; i < episode_.settings.sensors.size(); ++i) {
    const SensorSettings& sensor = episode_.settings.sensors[i];
    SensorMount mount = mount_of(sensor, i, kPlayer);
    if (sensor.type == SensorType::Camera) mount.spec.rate = episode_.fps;
    obey(MountSensor{std::move(mount)});
  }
  // before the client is told that all is ready: it takes seconds the first time
  if (!episode_.settings.sensors.empty()) {
    if (!stage.session().scratch.rig) stage.give_rig(towns_->take_rig(stage.session().world()));
    stage.prepare_pictures(kPictureThreads);
  }
  by_hand_ = stage.session().seats[index_of(kPlayer)].name != kProgramDriver;
  stage.set_pace({.factor = pace_of(episode_, by_hand_)});
  shown_ = counted_ = now, counted_frames_ = 0, figures_ = {}, own_.clear();
  tell_page(now);
  exchange_->stand();
}

void PlayerPeer::set_goal(const Session& session) {
  goal_.reset(), weathers_changed_ = 0;
  const auto at = goal_of(episode_, session.world().starts);
  if (at && session.traffic.guide) goal_ = find_goal(*session.traffic.guide->roads, *at);
}

/// A change that is due in the coming frame is made before it.
void PlayerPeer::change_weather(Stage& stage) {
  const Session& session = stage.session();
  const double seconds = session.world().clock.seconds(session.state.tick);
  const auto& changes = episode_.settings.extras.weathers;
  for (; weathers_changed_ < changes.size() && changes[weathers_changed_].seconds <= seconds;
       ++weathers_changed_) {
    const int weather = changes[weathers_changed_].weather;
    const auto set = stage.command(SetParameter{"weather", static_cast<double>(weather + 1)});
    if (!set) log(LogLevel::Warning, concat("carla: ", set.error().message));
  }
}

Control PlayerPeer::ask_autopilot(const Session& session) {
  const std::size_t slots = session.seats.size();
  const double dt = session.world().clock.tick_seconds();
  scene_.guide = session.traffic.guide;
  begin_scene(scene_, session.spec.seed, session.world().clock.seconds(session.state.tick), dt,
              slots);
  for (std::size_t v = 0; v < slots; ++v)
    if (session.state.physics.present[v] != 0)
      add_user(scene_, id_of(session.state, v), session.model.vehicles[v].params,
               session.state.physics.vehicles[v], nullptr, nullptr);
  settle_scene(scene_);
  const std::size_t slot = index_of(kPlayer);
  const VehicleParams& params = session.model.vehicles[slot].params;
  const VehicleState& state = session.state.physics.vehicles[slot];
  return control_of(goal_ ? drive_to_goal(autopilot_, *goal_, scene_, slot, params, state)
                          : drive_by_autopilot(autopilot_, scene_, slot, params, state));
}

PlayerMeasurements PlayerPeer::measure(const Session& session) {
  PlayerMeasurements player = measure_player(session, kPlayer);
  const Clock& clock = session.world().clock;
  const double dt =
      clock.tick_seconds() * static_cast<double>(clock.grid_per_frame / clock.grid_per_tick);
  const Vec3 velocity = velocity_ahead(session, kPlayer);
  player.acceleration = vector_of((1 / dt) * (velocity - velocity_));
  velocity_ = velocity;
  player.autopilot_control = ask_autopilot(session);
  return player;
}

void PlayerPeer::show_frame(Stage& stage, Nanos now) {
  const Session& session = stage.session();
  told_ = session.state.tick;
  Measurements told;
  told.frame_number = ++*numbers_;
  told.platform_timestamp = static_cast<std::uint32_t>(now / kMillisecond);
  told.game_timestamp =
      static_cast<std::uint32_t>(session.world().clock.nanos(told_) / kMillisecond);
  told.player = measure(session);
  if (episode_.settings.send_agents) told.non_player_agents = agents_of(session, kPlayer);
  std::string frame = framed(encode(told));
  ++frames_;
  shown_ = now;
  figures_.frame = told.frame_number, figures_.autopilot = told.player.autopilot_control;
  for (std::size_t i = 0; i < episode_.settings.sensors.size(); ++i)
    append_sensor(frame, stage, kPlayer, episode_.settings.sensors[i], i, told.frame_number,
                  frames_, episode_.wire);
  append_end_of_frame(frame);
  exchange_->show(std::move(frame));
}

/// The next room in this town sees with the same eyes.
void PlayerPeer::ended(Stage& stage) {
  if (auto rig = stage.take_rig()) towns_->keep_rig(stage.session().model.world, std::move(rig));
}

/// A few times a second, and not with every frame: all who watch the room are told each time.
void PlayerPeer::tell_page(Nanos now) {
  if (!own_.empty() && now - told_page_ < kTellEvery) return;
  told_page_ = now;
  if (now - counted_ >= kSecond) {
    figures_.rate = static_cast<double>(frames_ - counted_frames_) * kSecond /
                    static_cast<double>(now - counted_);
    counted_ = now, counted_frames_ = frames_;
  }
  figures_.driving = exchange_->driving();
  figures_.asked = control_;
  figures_.waits = figures_.driving && !answered_ && now - shown_ > kWaitShown;
  own_ = own_status(episode_, figures_);
}

PeerStatus PlayerPeer::status() const {
  PeerStatus status{.door = "carla"};
  status.links = {{.name = "client",
                   .address = exchange_->address(),
                   .connected = true,
                   .in_rate = figures_.rate,
                   .out_rate = figures_.rate}};
  if (figures_.waits) status.waiting = {"the client"};
  status.own = own_;
  return status;
}

}  // namespace paddock::carla
