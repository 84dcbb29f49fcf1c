#include "paddock/protocols/racecar/server.h"

#include <algorithm>
#include <charconv>

#include "paddock/core/log.h"
#include "paddock/stage/room.h"

namespace paddock::racecar {
namespace {

constexpr int kPictureThreads = 2;           // the script waits for its picture meanwhile
constexpr int kDatagramsAtOnce = 4096;       // between two looks at the room's inbox,
constexpr Nanos kReceiveAtMost = 5'000'000;  // and so long, whoever floods us

VehicleId vehicle_id(std::size_t v) { return VehicleId{static_cast<std::uint32_t>(v)}; }

std::uint16_t bit(Button button) {
  return static_cast<std::uint16_t>(1u << static_cast<unsigned>(button));
}

std::string_view words_of(Mode mode) {
  switch (mode) {
    case Mode::UserProgram:
      return "user program";
    case Mode::Wait:
      return "wait";
    case Mode::Finished:
      return "finished";
    case Mode::DefaultDrive:
      break;
  }
  return "default drive";
}

}  // namespace

Result<PressAt> parse_press(std::string_view text) {
  const std::size_t at = text.find('@');
  const std::string_view name = text.substr(0, at);
  const auto found = std::find(kPadButtonNames.begin(), kPadButtonNames.end(), name);
  PressAt press;
  std::string_view number = at == std::string_view::npos ? "" : text.substr(at + 1);
  if (number.ends_with('s')) number.remove_suffix(1);
  const auto [end, wrong] =
      std::from_chars(number.data(), number.data() + number.size(), press.seconds);
  if (found == kPadButtonNames.end() || wrong != std::errc{} ||
      end != number.data() + number.size() || !(press.seconds >= 0))
    return fail(ErrorCode::Invalid,
                "a press must be a button (A B X Y LB RB LJOY RJOY START BACK), "
                "@ and seconds, as \"A@2s\", got \"",
                text, "\"");
  press.button = static_cast<Button>(found - kPadButtonNames.begin());
  return press;
}

Result<std::shared_ptr<LockStepServer>> LockStepServer::open(const DoorOptions& options) {
  auto async = UdpSocket::open(options.host, options.async_port);
  if (!async) return tl::unexpected(async.error());
  auto sync = UdpSocket::open(options.host, options.sync_port);
  if (!sync) return tl::unexpected(sync.error());
  return std::shared_ptr<LockStepServer>(
      new LockStepServer(options, std::move(*async), std::move(*sync)));
}

LockStepServer::LockStepServer(const DoorOptions& options, UdpSocket async, UdpSocket sync)
    : options_(options), async_(std::move(async)), sync_(std::move(sync)) {
  status_.door = "racecar";
  status_.mode = words_of(mode_);
  if (!options_.note.empty()) say(1, options_.note);
}

void LockStepServer::end_programs() {
  if (!programs_) return;
  programs_->end_all();
  speak();
}

// --- a turn -------------------------------------------------------------------------------------

bool LockStepServer::poll(Stage& stage, Nanos now) {
  stage_ = &stage, now_ = now;
  if (!programs_) looks_from_ = now + options_.show_first;
  if (!programs_ || run_ != stage.run()) begin_level(stage);
  if (now < looks_from_) {
    stage_ = nullptr;
    return false;
  }
  prepare_pictures();
  read_sensors(stage);
  const Nanos began = steady_now(), made = times_.pictures;
  receive(now);
  if (called_ != 0) {
    const Nanos took = steady_now() - began - (times_.pictures - made);
    times_.wire += took, times_.scripts -= took;
  }
  programs_->look(now);
  for (Note& note : programs_->take_notes()) {
    if (note.lost) lost_ = note.text;
    say(note.grade, std::move(note.text));
  }
  if (!programs_->busy()) between_calls(stage, now);
  status_.mode = words_of(mode_);
  status_.max_speed = drives_.empty() ? 0 : drives_.front().max_speed;
  speak();
  paint_ahead();
  stage_ = nullptr;
  return !programs_->busy() && mode_ != Mode::Wait;
}

/// Nobody is served: what the last calls asked for counts, and the next may begin.
void LockStepServer::between_calls(Stage& stage, Nanos now) {
  if (called_ != 0) {
    times_.scripts += steady_now() - called_;
    called_ = 0;
    apply_drives(stage);
  }
  if (mode_ == Mode::UserProgram && programs_->connected() == 0) without_program(stage);
  if (options_.connect_within > 0 && options_.grade && mode_ == Mode::Wait &&
      programs_->connected() == 0 && now - waiting_since_ > options_.connect_within)
    give_up(stage, concat("No program connected within ", options_.connect_within / 1'000'000'000,
                          " seconds"));
  if (play_ == PlayMode::Trial && mode_ != Mode::Finished &&
      stage.session().referee.end != TrialEnd::Running)
    return trial_over(stage, now);
  if (frame_is_due(stage, now)) new_frame(stage, now);
}

void LockStepServer::wait(Nanos pause) {
  // the time until somebody speaks is spent on the picture he will ask for
  const Nanos began = steady_now();
  if (const auto picture = painting_.lock(); picture && picture->paint_one()) return painted(began);
  const std::array<Awaited, 2> sockets{async_.awaited(), sync_.awaited()};
  waiting_.wait(sockets, stands_ ? std::min(pause, kStillFrame) : pause);
}

void LockStepServer::receive(Nanos now) {
  std::string bytes;
  const Nanos until = steady_now() + kReceiveAtMost;
  bool received = true;
  for (int i = 0; received && i < kDatagramsAtOnce && steady_now() < until; ++i) {
    received = false;
    // one of each in turn: a flood on one port leaves the other open
    for (UdpSocket* socket : {&sync_, &async_}) {
      const auto from = socket->receive(bytes);
      if (!from) continue;
      received = true;
      programs_->receive(socket == &async_ ? Channel::Async : Channel::Sync, *from, bytes, now);
      speak();  // who waits for an answer waits for nothing else
    }
  }
}

void LockStepServer::speak() {
  for (const Datagram& datagram : programs_->take_datagrams())
    (datagram.channel == Channel::Async ? async_ : sync_).send(datagram.to, datagram.bytes);
}

/// Sensors with a memory see every tick.
void LockStepServer::read_sensors(Stage& stage) {
  const Session& session = stage.session();
  if (session.state.tick == read_tick_) return;
  // at most a turn of the lidar, however long nobody looked
  const std::int64_t ticks =
      std::clamp<std::int64_t>(count(session.state.tick) - count(read_tick_), 1, 8);
  read_tick_ = session.state.tick;
  for (std::size_t car = 0; car < memory_.size(); ++car)
    advance_course(session.model, session.state, stage.scratch(), vehicle_id(car), options_.senses,
                   static_cast<int>(ticks), memory_[car]);
}

/// Nobody has to press START: it is pressed once enough programs are there.
bool LockStepServer::starts_itself() const {
  const std::size_t enough = std::min(options_.start_with, programs_->cars());
  return armed_ && mode_ != Mode::Finished &&
         programs_->connected() >= std::max<std::size_t>(1, enough);
}

/// A frame has passed; or time stands still, and it would have. Programs that start by themselves
/// wait for neither, so that a run never depends on how fast the machine was just then.
bool LockStepServer::frame_is_due(const Stage& stage, Nanos now) {
  const bool passed = frame_ != stage.frames();
  stands_ = mode_ == Mode::Wait || stage.pace().paused;
  if (!passed && !starts_itself() && (!stands_ || now < next_still_)) return false;
  next_still_ = now + kStillFrame;
  still_ = !passed;
  return true;
}

/// Hands, then programs.
void LockStepServer::new_frame(Stage& stage, Nanos now) {
  frame_ = stage.frames();
  if (!still_) {
    ++times_.frames, ++frames_;
    for (auto& depth : depths_) depth.clear();
  }
  const Session& session = stage.session();
  read_pad(stage);
  script_.begin_frame(session.world().clock.nanos(session.state.tick));
  const std::uint16_t both = bit(Button::Start) | bit(Button::Back);
  const bool held = (pad_.pad.down & both) == both;
  if (held && !restarting_) {
    restarting_ = true;
    return restart(stage);
  }
  restarting_ = held;
  if (mode_ == Mode::UserProgram && race_is_over(session)) return race_over(stage);

  const bool running = mode_ == Mode::UserProgram && !stage.pace().paused;
  if (!running && ((pad_.pressed & bit(Button::Start)) != 0 || starts_itself())) {
    press_start(stage, now);
  } else if ((pad_.pressed & bit(Button::Back)) != 0) {
    press_back(stage);
  } else if (running || (mode_ == Mode::UserProgram && play_ == PlayMode::Race)) {
    run_programs(false, now);
  }
  if (mode_ == Mode::DefaultDrive && !still_) {
    drive_by_hand();
    apply_drives(stage);
  }
}

/// The pad, and what is pressed by the clock.
void LockStepServer::read_pad(Stage& stage) {
  pad_ = stage.take_pad();
  if (still_) return;
  const double time = static_cast<double>(frames_) * static_cast<double>(delta_time_);
  for (const PressAt& press : options_.presses) {
    const bool before = time - static_cast<double>(delta_time_) >= press.seconds;
    const bool down = time >= press.seconds && time < press.seconds + press.hold;
    const bool up = time - static_cast<double>(delta_time_) < press.seconds + press.hold;
    if (down) pad_.pad.down |= bit(press.button);
    if (down && !before) pad_.pressed |= bit(press.button);
    if (!down && up && time >= press.seconds) pad_.released |= bit(press.button);
  }
}

void LockStepServer::run_programs(bool start, Nanos now) {
  if (start) still_ = false;
  called_ = steady_now();
  expected_ = std::exchange(asked_, {});
  programs_->begin(start, now);
}

void LockStepServer::drive_by_hand() {
  if (drives_.empty()) return;
  CourseDrive& drive = drives_.front();
  const auto limit = [&](double change) {
    drive.max_speed = std::clamp(drive.max_speed + change, 0.0, 1.0);
  };
  if ((pad_.pressed & bit(Button::RB)) != 0) limit(0.1);
  if ((pad_.pressed & bit(Button::LB)) != 0) limit(-0.1);
  drive.speed = pad_.pad.triggers[1] - pad_.pad.triggers[0];
  drive.angle = pad_.pad.sticks[0].x;
}

void LockStepServer::apply_drives(Stage& stage) {
  for (std::size_t car = 0; car < drives_.size(); ++car) {
    // a car that a person or a built-in driver took drives as they say
    if (stage.session().seats[car].name != "program") continue;
    if (auto done = stage.command(SetInput{vehicle_id(car), input_of(drives_[car])}); !done)
      say(1, done.error().message);
  }
}

void LockStepServer::say(int grade, std::string text, MessageAbout about) {
  log(grade == 2 ? LogLevel::Warning : LogLevel::Info, concat("racecar: ", text));
  status_.message = std::move(text);
  status_.grade = static_cast<std::uint8_t>(grade);
  status_.about = about;
  ++status_.message_count;
}

/// "car 2", or "car 2 (fast.py)".
std::string LockStepServer::title_of(std::size_t car) const {
  if (car >= options_.names.size()) return concat("car ", car + 1);
  return concat("car ", car + 1, " (", options_.names[car], ")");
}

// --- what scripts ask ---------------------------------------------------------------------------

/// Time that a call's program is not to blame for.
void LockStepServer::painted(Nanos began) {
  const Nanos took = steady_now() - began;
  times_.pictures += took;
  if (called_ != 0) times_.scripts -= took;
}

/// What looks through rays, with the threads that pictures deserve: it takes a while the first
/// time.
void LockStepServer::prepare_pictures() {
  CameraRig* rig = rig_of(stage_->session().model, stage_->scratch());
  if (rig != nullptr && rig->threads() != kPictureThreads) rig->use_threads(kPictureThreads);
}

std::shared_ptr<RigPicture> LockStepServer::begin_picture(std::size_t car) {
  const Nanos began = steady_now();
  const Session& session = stage_->session();
  auto picture = begin_course_picture(session.model, session.state, stage_->scratch(),
                                      vehicle_id(car), options_.senses);
  painting_ = picture;
  painted(began);
  return picture;
}

/// A program that asked for pictures in its last call will ask again: they are begun while it still
/// wakes up, or is busy with the one before.
void LockStepServer::paint_ahead() {
  const auto car = programs_->served();
  if (!car || *car >= expected_.size()) return;
  Wants& expected = expected_[*car];
  if (std::exchange(expected.color, false)) begin_picture(*car);
  const auto picture = painting_.lock();
  if (expected.depth && (!picture || picture->all_begun())) depth_of(*car);
}

ColorPicture LockStepServer::color_image(std::size_t car) {
  if (Wants* wants = asked_of(car)) wants->color = true;
  auto picture = begin_picture(car);
  if (!picture)
    return
        [black = std::string(kColorBytes, '\0')](std::size_t) { return std::string_view(black); };
  return [this, picture = std::move(picture)](std::size_t rows) {
    const Nanos began = steady_now();
    const Image& image = picture->with_rows(static_cast<int>(rows)).color;
    painted(began);
    return std::string_view(reinterpret_cast<const char*>(image.pixels.data()),
                            image.pixels.size());
  };
}

std::vector<float> LockStepServer::depth_image(std::size_t car) {
  if (Wants* wants = asked_of(car)) wants->depth = true;
  return depth_of(car);
}

const std::vector<float>& LockStepServer::depth_of(std::size_t car) {
  const Session& session = stage_->session();
  if (depths_[car].empty()) {
    const Nanos began = steady_now();
    depths_[car] = course_depth(session.model, session.state, stage_->scratch(), vehicle_id(car),
                                options_.senses);
    painted(began);
  }
  return depths_[car];
}

/// What a program asks for in this call; null for notebooks.
LockStepServer::Wants* LockStepServer::asked_of(std::size_t car) {
  if (programs_->served() != car) return nullptr;
  asked_.resize(programs_->cars());
  return &asked_[car];
}

std::vector<float> LockStepServer::lidar_samples(std::size_t car) {
  return course_lidar(memory_[car]);
}

Triple LockStepServer::linear_acceleration(std::size_t car) {
  return course_acceleration(memory_[car]);
}

Triple LockStepServer::angular_velocity(std::size_t car) {
  const Session& session = stage_->session();
  return course_spin(session.model, session.state, vehicle_id(car), options_.senses);
}

std::optional<ImuReading> LockStepServer::imu(const Session& session, VehicleId vehicle) const {
  if (index_of(vehicle) >= memory_.size()) return std::nullopt;
  const Triple force = course_acceleration(memory_[index_of(vehicle)]);
  const Triple spin = course_spin(session.model, session.state, vehicle, options_.senses);
  const auto vec = [](const Triple& t) { return Vec3{t[0], t[1], t[2]}; };
  return ImuReading{.specific_force = vec(force), .angular_rate = vec(spin)};
}

Triple LockStepServer::position(std::size_t car) {
  const Session& session = stage_->session();
  return course_position(session.model, session.state, vehicle_id(car), options_.senses);
}

bool LockStepServer::button(std::size_t, ButtonQuestion question, Button button) {
  if (pad_is_off()) return false;
  if (play_ == PlayMode::Trial && button != Button::Start && button != Button::Back)
    return script_.button(question, button);
  const std::uint16_t mask = question == ButtonQuestion::IsDown       ? pad_.pad.down
                             : question == ButtonQuestion::WasPressed ? pad_.pressed
                                                                      : pad_.released;
  return (mask & bit(button)) != 0;
}

float LockStepServer::trigger(std::size_t, Side side) {
  if (pad_is_off()) return 0;
  if (play_ == PlayMode::Trial) return script_.trigger(side);
  return static_cast<float>(pad_.pad.triggers[static_cast<std::size_t>(side)]);
}

StickReading LockStepServer::joystick(std::size_t, Side side) {
  if (pad_is_off()) return {};
  if (play_ == PlayMode::Trial) return script_.joystick(side);
  const Vec2 stick = pad_.pad.sticks[static_cast<std::size_t>(side)];
  return {static_cast<float>(stick.x), static_cast<float>(stick.y)};
}

void LockStepServer::drive(std::size_t car, const SetSpeedAngle& command) {
  drives_[car].speed = static_cast<double>(command.speed);
  drives_[car].angle = static_cast<double>(command.angle);
}

void LockStepServer::set_max_speed(std::size_t car, float max_speed) {
  drives_[car].max_speed = std::clamp(static_cast<double>(max_speed), 0.0, 1.0);
}

// --- what people see ----------------------------------------------------------------------------

std::vector<LinkStatus> LockStepServer::links() const {
  std::vector<LinkStatus> links;
  if (!programs_) return links;
  for (std::size_t car = 0; car < programs_->cars(); ++car) {
    const auto script = programs_->script_of(car);
    links.push_back(
        {.name = car < options_.names.size() ? options_.names[car] : concat("program ", car + 1),
         .address = script
                        ? script->text()
                        : concat("UDP ", options_.host, ":", async_.port(), " and ", sync_.port()),
         .program = car < options_.names.size() ? options_.names[car] : "",
         .ports = {async_.port(), sync_.port()},
         .connected = script.has_value(),
         .note = script ? "" : "waited for; start it with -s"});
  }
  return links;
}

std::vector<std::string> LockStepServer::waiting() const {
  if (!programs_) return {};
  if (programs_->served()) return {concat("the program of car ", *programs_->served() + 1)};
  if (mode_ != Mode::Wait) return {};
  return {programs_->connected() == 0 ? "a program" : "START"};
}

std::optional<DoorStatus> LockStepServer::status() const { return status_; }

}  // namespace paddock::racecar
