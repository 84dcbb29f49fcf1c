#include "paddock/protocols/eespees/server.h"

#include <algorithm>
#include <array>

#include "paddock/core/check.h"
#include "paddock/core/log.h"
#include "paddock/io/json.h"

namespace paddock::eespees {
namespace {

constexpr Nanos kMillisecond = 1'000'000, kSecond = 1'000'000'000;
constexpr Nanos kBackendDial = 50 * kMillisecond;  // the original tries every four seconds
constexpr Nanos kIdleDial = kSecond;               // of a door that waits beside others
constexpr Nanos kRobotDial = 2 * kMillisecond;
constexpr Nanos kPatientDial = 100 * kMillisecond;  // once it has been looked for in vain
constexpr Nanos kPatientAfter = 10 * kSecond;
constexpr Nanos kRescueAfter = 30 * kMillisecond;  // of refusals, then stray ports are looked up
constexpr Nanos kRescueEvery = 50 * kMillisecond;
// A lost controller is usually followed by a RESET, whose new controller accepts one connection in
// its life: it must not be spent on the old world.
constexpr Nanos kGrace = 300 * kMillisecond;
constexpr std::uint64_t kDying = 3;  // answers; who goes away sooner was the dying one before
constexpr Nanos kBackendAway = 60 * kSecond;
constexpr std::string_view kControllerName = "controller";  // of the original's process
constexpr int kCommandsAtOnce = 16;  // of a backend, between two looks at the room's inbox
constexpr std::array<std::string_view, 4> kModeNames{"normal", "run", "fast", "lock-step"};

double seconds_of(Nanos time) { return static_cast<double>(time) * 1e-9; }

/// Packets are exchanged once a frame.
std::int32_t step_ms_of(const Stage& stage) {
  const Clock& clock = stage.session().world().clock;
  return static_cast<std::int32_t>((clock.grid_per_frame * 1000 + clock.grid_hz / 2) /
                                   clock.grid_hz);
}

}  // namespace

void LockStepServer::Meter::measure(const PacketCount& now, double seconds) {
  in = static_cast<double>(now.in - last.in) / seconds;
  out = static_cast<double>(now.out - last.out) / seconds;
  last = now;
}

LockStepServer::LockStepServer(EventLoop& loop, const DoorOptions& options)
    : options_(options), backend_(loop) {
  PADDOCK_ASSERT(options.vehicles.empty() || options.vehicles.size() == options.controllers.size(),
                 options.vehicles.size(), " vehicles");
  for (const Endpoint& address : options.controllers) {
    const std::size_t i = robots_.size();
    robots_.push_back({.vehicle = options.vehicles.empty() ? vehicle_id(i) : options.vehicles[i],
                       .address = address,
                       .link = TcpLink(loop),
                       .peer = ControllerPeer(options.wire),
                       .reading = {},
                       .driver = {},
                       .note = {},
                       .meter = {}});
  }
  if (options.supervised) backend_note_ = "looked for";
  show_own();
}

// --- a turn -------------------------------------------------------------------------------------

PeerTurn LockStepServer::poll(Stage& stage, Nanos now) {
  sleep_until_ = now + kSecond;
  if (run_ != stage.run()) begin_episode(stage, now, true);  // restarted by hand
  if (options_.supervised) {
    receive_backend(now);
    for (int i = 0; i < kCommandsAtOnce && pending_ && !over(); ++i) {
      const WorldCommand command = *std::exchange(pending_, std::nullopt);
      obey(stage, command, now);
      pending_ = supervisor_.take_command();
    }
    if (pending_) try_again_at(now);
  }
  measure_rates(now);
  if (!running() || over()) return {.answered = false, .again = sleep_until_};
  look_who_left(stage);
  for (Robot& robot : robots_) seek(robot, now);
  send_readings(stage, now);
  for (Robot& robot : robots_) {
    receive(robot, now);
    robot.driver = stage.session().seats[index_of(robot.vehicle)].name;
  }
  if (options_.patience > 0) give_up_waiting(now);
  return {.answered = all_answered(now), .again = sleep_until_};
}

void LockStepServer::look_who_left(const Stage& stage) {
  for (Robot& robot : robots_) {
    const bool was_gone = robot.gone;
    robot.gone = !is_present(stage.session().state, robot.vehicle);
    if (!robot.gone || was_gone) continue;
    robot.link.close();
    robot.peer.take_answer();
    robot.reading.reset();
    robot.note = "its vehicle left the run";
  }
}

/// The tick that has passed, to every robot that has not heard of it.
void LockStepServer::send_readings(Stage& stage, Nanos now) {
  const Session& session = stage.session();
  if (session.state.tick == sent_tick_ || count(session.state.tick) == 0) return;
  const auto ticks = static_cast<double>(count(session.state.tick) - count(sent_tick_));
  sent_tick_ = session.state.tick;
  for (Robot& robot : robots_) {
    if (robot.gone) continue;
    robot.reading = read(stage, robot);
    if (!robot.reading) {  // somebody took them off, or put others in their place
      mount_sensors(stage, robot);
      robot.reading = read(stage, robot);
    }
    if (!robot.reading) continue;
    robot.reading->speed /= ticks;  // measured as if one had passed
    robot.fresh = false;
    if (!robot.link.connected()) continue;
    robot.waiting = now;
    if (!robot.link.write(robot.peer.tell(*robot.reading))) lose(robot, now);
  }
}

void LockStepServer::mount_sensors(Stage& stage, Robot& robot) {
  for (SensorMount& sensor : robot_sensors(robot.vehicle, options_.senses)) {
    const auto mounted = stage.command(MountSensor{std::move(sensor)});
    if (mounted) continue;
    robot.note = concat("cannot sense: ", mounted.error().message);
    log(LogLevel::Warning, concat("ees-pees: the robot ", robot.note));
  }
}

std::optional<RobotReading> LockStepServer::read(Stage& stage, const Robot& robot) const {
  std::array<std::shared_ptr<const Measurement>, kRobotSensors.size()> measurements;
  RobotMeasurements measured{};
  for (std::size_t i = 0; i < measurements.size(); ++i) {
    measurements[i] = stage.read_sensor(robot.vehicle, kRobotSensors[i]);
    if (measurements[i]) measured[i] = &measurements[i]->reading;
  }
  const Session& session = stage.session();
  return robot_reading(session.model, session.state, robot.vehicle, measured,
                       robot.reading ? &*robot.reading : nullptr);
}

/// Every robot has said how to go on, or stands because its controller is gone while another's is
/// there. Who answered and went away has answered.
bool LockStepServer::all_answered(Nanos now) const {
  bool anybody = false;
  for (const Robot& robot : robots_) {
    const bool here = robot.link.connected(), answered = robot.peer.answered();
    const bool missed = robot.gone || (!here && given_up(robot, now));
    anybody = anybody || here || answered || missed;
    if (answered || missed) continue;
    if (!here && !robot.lost) return false;  // nobody starts without it
    if (here && !robot.fresh && robot.peer.asked()) return false;
  }
  return anybody;
}

/// Others in the room are not to stand for ever because a controller is silent or does not come.
void LockStepServer::give_up_waiting(Nanos now) {
  for (Robot& robot : robots_) {
    if (robot.gone || robot.peer.answered()) continue;
    if (!given_up(robot, now)) {
      try_again_at(robot.waiting + options_.patience);
    } else if (robot.link.connected() && robot.peer.asked()) {
      lose(robot, now);
      robot.note =
          concat("said nothing for ", options_.patience / kSecond, " seconds; looked for again");
    }
  }
}

void LockStepServer::apply(Stage& stage) {
  for (Robot& robot : robots_) {
    const auto answer = robot.peer.take_answer();
    if (robot.gone || !is_present(stage.session().state, robot.vehicle)) continue;
    // a robot that a person took drives as they say
    if (stage.session().seats[index_of(robot.vehicle)].name != kProgramDriver) continue;
    const bool stands = robot.fresh || (!robot.link.connected() && !answer);
    if (!answer && !stands) continue;  // the one before still holds
    const RobotCommand command = stands ? RobotCommand{} : *answer;
    const auto set = stage.command(SetInput{robot.vehicle, input_of(command)});
    PADDOCK_ASSERT(set.has_value(), "vehicle ", index_of(robot.vehicle));
  }
}

// --- the backend --------------------------------------------------------------------------------

void LockStepServer::receive_backend(Nanos now) {
  const bool was_open = backend_.connected();
  if (backend_.state() == TcpLink::State::Closed && now >= next_dial_) {
    if (!alone_since_) alone_since_ = now;
    backend_.dial(options_.backend);
    next_dial_ = now + (options_.on_start && !started_ ? kIdleDial : kBackendDial);
  }
  if (const auto state = backend_.state(); state != TcpLink::State::Open) {
    if (state == TcpLink::State::Closed) try_again_at(next_dial_);
    const bool had_world = options_.on_start && !settings_.empty();
    if (had_world && alone_since_ && now - *alone_since_ > kBackendAway) over_ = true;
    return;
  }
  if (!was_open) {
    alone_since_.reset();
    supervisor_ = {}, backend_meter_ = {};
    backend_note_ = "connected; START is waited for";
    log(LogLevel::Info, concat("ees-pees: backend at ", options_.backend.text(), " connected"));
  }
  received_.clear();
  const bool alive = backend_.read(received_);
  const std::uint64_t ignored = supervisor_.ignored();
  supervisor_.receive(received_);
  if (!pending_) pending_ = supervisor_.take_command();
  if (supervisor_.ignored() > ignored) {
    backend_note_ = "said something that is neither START, RESET nor CLOSE; it was ignored";
    log(LogLevel::Warning, concat("ees-pees: the backend ", backend_note_));
  }
  if (!alive && !pending_) lose_backend(now, "went away; looked for again");
}

void LockStepServer::lose_backend(Nanos now, const std::string& why) {
  backend_.close();
  backend_note_ = why;
  started_ = false;
  alone_since_ = now;
  next_dial_ = now + kBackendDial;
  try_again_at(next_dial_);
  for (Robot& robot : robots_) robot.link.close(), robot.note = "closed with the backend";
  log(LogLevel::Info, concat("ees-pees: the backend ", why));
}

bool LockStepServer::backend_started(Nanos now) {
  sleep_until_ = now + kSecond;
  receive_backend(now);
  return pending_.has_value();
}

void LockStepServer::obey(Stage& stage, const WorldCommand& command, Nanos now) {
  if (command.function == Function::Close) {
    backend_note_ = "said CLOSE";
    log(LogLevel::Info, "ees-pees: the backend said CLOSE");
    over_ = true;
    return;
  }
  make_world(stage, command, now);
}

void LockStepServer::make_world(Stage& stage, const WorldCommand& command, Nanos now) {
  const bool start = command.function == Function::Start;
  const auto refuse = [&](const std::string& why) {
    backend_note_ = concat(start ? "START" : "RESET", " refused: ", why);
    log(LogLevel::Warning, concat("ees-pees: ", backend_note_));
    if (!backend_.write(supervisor_.reply(reply_of(stage, ReturnCode::Error))))
      lose_backend(now, "went away before the reply");
  };
  LevelSettings settings = settings_;
  Mode mode = mode_;
  if (start) {
    auto asked = settings_of(command);
    if (!asked) return refuse(asked.error().message);
    settings = std::move(*asked);
    settings.push_back({"solvable", options_.solvable ? 1.0 : 0.0});
    settings.push_back({"robots", static_cast<double>(robots_.size())});
    mode = command.mode;
  } else if (settings.empty()) {
    return refuse("no START has worked yet");
  }
  const auto seed = static_cast<std::uint32_t>(command.seed);
  if (auto made = stage.restart(seed, settings); !made) return refuse(made.error().message);
  settings_ = std::move(settings);
  mode_ = mode;
  started_ = true;
  if (start) show_own();
  const double factor = mode == Mode::Normal ? 1 : mode == Mode::LockStep ? 0 : options_.pace;
  stage.set_pace({.paused = stage.pace().paused, .factor = factor});
  backend_note_ = concat(start ? "START" : "RESET", ", seed ", seed);
  if (!backend_.write(supervisor_.reply(reply_of(stage, ReturnCode::Success))))
    return lose_backend(now, "went away before the reply");
  begin_episode(stage, now, mode == Mode::LockStep);
}

void LockStepServer::hang_up() {
  backend_.close();
  for (Robot& robot : robots_) robot.link.close();
}

WorldReply LockStepServer::reply_of(const Stage& stage, ReturnCode code) const {
  const World& world = stage.session().world();
  WorldReply reply{.code = code, .step_ms = step_ms_of(stage)};
  if (!world.triggers.empty()) {
    const Vec2 target = original_place(position(world.triggers.front().pose));
    reply.target = {static_cast<float>(target.x), static_cast<float>(target.y)};
  }
  return reply;
}

void LockStepServer::begin_episode(Stage& stage, Nanos now, bool keep_links) {
  run_ = stage.run();
  step_ms_ = step_ms_of(stage);
  sent_tick_ = Tick{-1};
  for (Robot& robot : robots_) {
    // one that came by itself since the last controller was lost is the new one already
    const bool early = robot.lost && robot.link.connected();
    if (!keep_links && !early) robot.link.close();
    robot.peer.take_answer();  // to the world before
    robot.reading.reset();
    robot.fresh = true;
    robot.lost = false;
    robot.seek_from = robot.seeking = robot.next_dial = robot.waiting = now;
    robot.next_rescue = now + kRescueAfter;
    mount_sensors(stage, robot);
  }
}

// --- robots -------------------------------------------------------------------------------------

void LockStepServer::seek(Robot& robot, Nanos now) {
  if (robot.gone || robot.link.connected()) return;
  if (now < robot.seek_from) {
    try_again_at(robot.seek_from);
    return;
  }
  if (robot.link.state() == TcpLink::State::Closed && now >= robot.next_dial) {
    if (robot.seeking == 0) robot.seeking = now, robot.next_rescue = now + kRescueAfter;
    robot.link.dial(robot.address);
    const bool patient = now - robot.seeking > kPatientAfter;
    robot.next_dial = now + (patient ? kPatientDial : kRobotDial);
  }
  if (robot.link.state() == TcpLink::State::Closed && now >= robot.next_rescue) rescue(robot);
  if (const auto state = robot.link.state(); state != TcpLink::State::Open) {
    if (state == TcpLink::State::Closed) try_again_at(robot.next_dial);
    return;
  }
  robot.peer = ControllerPeer(options_.wire);
  robot.meter = {};
  robot.note = "";
  if (!robot.link.write(robot.peer.greet({.step_ms = step_ms_}))) return lose(robot, now);
  robot.waiting = now;
  // it joins a world that goes on: it hears how things stand and answers that
  if (robot.reading && !robot.link.write(robot.peer.tell(*robot.reading))) lose(robot, now);
}

/// A controller whose port was still taken listens on one that the system chose, and says nothing.
void LockStepServer::rescue(Robot& robot) {
  robot.next_rescue = robot.next_dial + kRescueEvery;
  const std::string host = robot.address.host == "localhost" ? "127.0.0.1" : robot.address.host;
  if (!host.starts_with("127.")) return;
  for (const std::uint16_t port : stray_listeners(kControllerName)) {
    robot.link.dial({host, port});
    if (robot.link.state() == TcpLink::State::Closed) continue;
    log(LogLevel::Info, concat("ees-pees: a controller could not have port ", robot.address.port,
                               " and was found on ", port));
    return;
  }
}

void LockStepServer::receive(Robot& robot, Nanos now) {
  if (!robot.link.connected()) return;
  received_.clear();
  const bool alive = robot.link.read(received_);
  const std::uint64_t surplus = robot.peer.surplus(), nonsense = robot.peer.nonsense();
  robot.peer.receive(received_);
  if (robot.peer.surplus() > surplus)
    robot.note = "sent more than one answer; the rest was dropped";
  if (robot.peer.nonsense() > nonsense) robot.note = "sent a command that is no number; it stands";
  if (!alive) lose(robot, now);
}

void LockStepServer::lose(Robot& robot, Nanos now) {
  robot.link.close();
  const bool dying = robot.peer.packets().in < kDying;
  robot.lost = !dying;
  robot.note = dying ? "went away at once; looked for again" : "went away; looked for again";
  robot.seeking = robot.next_dial = robot.seek_from =
      now + (dying || !options_.supervised ? kRobotDial : kGrace);
  robot.next_rescue = robot.seeking + kRescueAfter;
  try_again_at(robot.seek_from);
  if (!dying)
    log(LogLevel::Info, concat("ees-pees: the controller at ", robot.address.text(), " went away"));
}

// --- what people see ----------------------------------------------------------------------------

void LockStepServer::measure_rates(Nanos now) {
  if (now - measured_ < kSecond) return;
  const double passed = seconds_of(now - std::exchange(measured_, now));
  backend_meter_.measure(supervisor_.packets(), passed);
  for (Robot& robot : robots_) robot.meter.measure(robot.peer.packets(), passed);
}

void LockStepServer::show_own() {
  const bool started = !settings_.empty();
  own_ = to_text(Json::object()
                     .set("supervised", options_.supervised)
                     .set("mode", started ? kModeNames[static_cast<std::size_t>(mode_)] : ""),
                 0);
}

PeerStatus LockStepServer::status() const {
  return {.door = std::string(kDoorName), .links = links(), .waiting = waiting(), .own = own_};
}

std::string LockStepServer::note_of(const Robot& robot) const {
  if (robot.gone || robot.driver.empty() || robot.driver == kProgramDriver) return robot.note;
  const std::string who =
      robot.driver == "person" ? "a person" : concat("the ", robot.driver, " driver");
  return concat(who, " drives this robot; its controller does when it is handed back");
}

std::vector<LinkStatus> LockStepServer::links() const {
  std::vector<LinkStatus> links;
  if (options_.supervised)
    links.push_back({.name = "backend",
                     .address = options_.backend.text(),
                     .ports = {options_.backend.port},
                     .connected = backend_.connected(),
                     .note = backend_note_,
                     .in_rate = backend_meter_.in,
                     .out_rate = backend_meter_.out});
  for (std::size_t i = 0; i < robots_.size(); ++i) {
    const Robot& robot = robots_[i];
    links.push_back({.name = concat("robot ", i + 1),
                     .address = robot.address.text(),
                     .ports = {robot.address.port},
                     .connected = robot.link.connected(),
                     .note = note_of(robot),
                     .in_rate = robot.meter.in,
                     .out_rate = robot.meter.out});
  }
  return links;
}

std::vector<std::string> LockStepServer::waiting() const {
  if (!running()) return {backend_.connected() ? "the backend's START" : "the backend"};
  std::vector<std::string> names;
  for (std::size_t i = 0; i < robots_.size(); ++i)
    if (!robots_[i].gone && !robots_[i].link.connected())
      names.push_back(concat("the controller of robot ", i + 1));
  return names;
}

Result<void> LockStepServer::may_change_world() const {
  if (!options_.supervised || !started_) return {};
  return fail(ErrorCode::Invalid,
              "the backend makes the worlds of this room and knows this one's target; reset it "
              "there, or end the backend first");
}

}  // namespace paddock::eespees
