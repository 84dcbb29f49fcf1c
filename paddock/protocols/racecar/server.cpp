#include "paddock/protocols/racecar/server.h"

#include <algorithm>
#include <charconv>

#include "paddock/core/log.h"
#include "paddock/stage/room.h"

namespace paddock::racecar {
namespace {

constexpr int kPictureThreads = 2;      // the script waits for its picture meanwhile
constexpr int kDatagramsAtOnce = 4096;  // between two looks at the room's inbox

VehicleId vehicle_id(std::size_t v) { return VehicleId{static_cast<std::uint32_t>(v)}; }

std::uint16_t bit(Button button) {
  return static_cast<std::uint16_t>(1u << static_cast<unsigned>(button));
}

std::string_view words_of(Mode mode) {
  return mode == Mode::UserProgram ? "user program" : "default drive";
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

Result<std::shared_ptr<Conversation>> Conversation::open(const DoorOptions& options) {
  auto async = UdpSocket::open(options.host, options.async_port);
  if (!async) return tl::unexpected(async.error());
  auto sync = UdpSocket::open(options.host, options.sync_port);
  if (!sync) return tl::unexpected(sync.error());
  return std::shared_ptr<Conversation>(
      new Conversation(options, std::move(*async), std::move(*sync)));
}

Conversation::Conversation(const DoorOptions& options, UdpSocket async, UdpSocket sync)
    : options_(options), async_(std::move(async)), sync_(std::move(sync)) {
  status_ = {.door = "racecar", .mode = std::string(words_of(mode_)), .message = {}};
  if (!options_.note.empty()) say(1, options_.note);
}

void Conversation::end_programs() {
  if (!programs_) return;
  programs_->end_all();
  speak();
}

// --- a turn -------------------------------------------------------------------------------------

bool Conversation::converse(Stage& stage, Nanos now) {
  stage_ = &stage, now_ = now;
  if (!programs_ || run_ != stage.run()) begin_level(stage);
  feel(stage);
  hear(now);
  programs_->look(now);
  if (!programs_->busy() && frame_ != stage.frames()) new_frame(stage, now);
  if (called_ != 0 && !programs_->busy()) {
    times_.scripts += steady_now() - called_;
    called_ = 0;
    apply_drives(stage);
  }
  for (Note& note : programs_->take_notes()) say(note.grade, std::move(note.text));
  if (mode_ == Mode::UserProgram && programs_->connected() == 0) press_back();
  status_.mode = words_of(mode_);
  status_.max_speed = drives_.empty() ? 0 : drives_.front().max_speed;
  speak();
  stage_ = nullptr;
  return !programs_->busy();
}

void Conversation::wait(Nanos pause) {
  const std::array<Awaited, 2> sockets{async_.awaited(), sync_.awaited()};
  waiting_.wait(sockets, pause);
}

/// A level, or the same once more: scripts of the one before have to be started again.
void Conversation::begin_level(Stage& stage) {
  const Session& session = stage.session();
  end_programs();
  programs_.emplace(session.model.vehicles.size(), static_cast<Cars&>(*this));
  run_ = stage.run();
  felt_ = session.state.tick;
  frame_ = stage.frames();
  mode_ = Mode::DefaultDrive;
  called_ = 0;
  frames_ = 0;
  memory_.assign(session.model.vehicles.size(), start_course_memory());
  drives_.assign(session.model.vehicles.size(), {});
  depths_.assign(session.model.vehicles.size(), {});
  const Clock& clock = session.world().clock;
  delta_time_ = static_cast<float>(static_cast<double>(clock.grid_per_frame) /
                                   static_cast<double>(clock.grid_hz));
}

void Conversation::hear(Nanos now) {
  std::string bytes;
  for (UdpSocket* socket : {&async_, &sync_}) {
    const Channel channel = socket == &async_ ? Channel::Async : Channel::Sync;
    for (int i = 0; i < kDatagramsAtOnce; ++i) {
      const auto from = socket->receive(bytes);
      if (!from) break;
      programs_->receive(channel, *from, bytes, now);
      speak();  // who waits for an answer waits for nothing else
    }
  }
}

void Conversation::speak() {
  for (const Datagram& datagram : programs_->take_datagrams())
    (datagram.channel == Channel::Async ? async_ : sync_).send(datagram.to, datagram.bytes);
}

/// Sensors with a memory see every tick.
void Conversation::feel(Stage& stage) {
  const Session& session = stage.session();
  if (session.state.tick == felt_) return;
  // at most a turn of the lidar, however long nobody looked
  const std::int64_t ticks =
      std::clamp<std::int64_t>(count(session.state.tick) - count(felt_), 1, 8);
  felt_ = session.state.tick;
  for (std::size_t car = 0; car < memory_.size(); ++car)
    advance_course(session.model, session.state, stage.scratch(), vehicle_id(car), options_.senses,
                   static_cast<int>(ticks), memory_[car]);
}

/// A frame has passed: hands, then programs.
void Conversation::new_frame(Stage& stage, Nanos now) {
  frame_ = stage.frames();
  ++times_.frames;
  for (auto& depth : depths_) depth.clear();
  pad_ = stage.take_pad();
  const Session& session = stage.session();
  const double time = static_cast<double>(++frames_) * static_cast<double>(delta_time_);
  for (const PressAt& press : options_.presses) {
    const bool before = time - static_cast<double>(delta_time_) >= press.seconds;
    const bool down = time >= press.seconds && time < press.seconds + press.hold;
    const bool up = time - static_cast<double>(delta_time_) < press.seconds + press.hold;
    if (down) pad_.pad.down |= bit(press.button);
    if (down && !before) pad_.pressed |= bit(press.button);
    if (!down && up && time >= press.seconds) pad_.released |= bit(press.button);
  }
  const bool start = (pad_.pressed & bit(Button::Start)) != 0;
  const bool back = (pad_.pressed & bit(Button::Back)) != 0;
  const std::uint16_t both = bit(Button::Start) | bit(Button::Back);
  const bool held = (pad_.pad.down & both) == both;
  if (held && !restarting_) {
    restarting_ = true;
    const SessionSpec& spec = session.spec;
    if (auto done = stage.restart(spec.seed, spec.settings); !done) say(2, done.error().message);
    return begin_level(stage);
  }
  restarting_ = held;
  if (start || (options_.start && mode_ == Mode::DefaultDrive && programs_->connected() > 0)) {
    press_start(now);
  } else if (back) {
    press_back();
  } else if (mode_ == Mode::UserProgram) {
    called_ = steady_now();
    programs_->begin(false, now);
  }
  if (mode_ == Mode::DefaultDrive) {
    drive_by_hand();
    apply_drives(stage);
  }
}

void Conversation::press_start(Nanos now) {
  if (mode_ == Mode::UserProgram) return;
  if (programs_->connected() == 0)
    return say(1, "No program is connected yet; start one, then press START");
  mode_ = Mode::UserProgram;
  called_ = steady_now();
  programs_->begin(true, now);
}

void Conversation::press_back() {
  if (mode_ == Mode::DefaultDrive) return;
  mode_ = Mode::DefaultDrive;
  options_.start = false;
  for (CourseDrive& drive : drives_) drive = {};
}

void Conversation::drive_by_hand() {
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

void Conversation::apply_drives(Stage& stage) {
  for (std::size_t car = 0; car < drives_.size(); ++car) {
    // a car that a person or a built-in driver took drives as they say
    if (stage.session().seats[car].name != "program") continue;
    if (auto done = stage.command(SetInput{vehicle_id(car), input_of(drives_[car])}); !done)
      say(1, done.error().message);
  }
}

void Conversation::say(int grade, std::string text) {
  log(grade == 2 ? LogLevel::Warning : LogLevel::Info, concat("racecar: ", text));
  status_.message = std::move(text);
  status_.grade = static_cast<std::uint8_t>(grade);
  ++status_.told;
}

// --- what scripts ask ---------------------------------------------------------------------------

std::string Conversation::color_image(std::size_t car) {
  const Nanos began = steady_now();
  const Session& session = stage_->session();
  if (CameraRig* rig = rig_of(session.model, stage_->scratch());
      rig != threaded_ && rig != nullptr) {
    rig->use_threads(kPictureThreads);
    threaded_ = rig;
  }
  const Image image = course_picture(session.model, session.state, stage_->scratch(),
                                     vehicle_id(car), options_.senses);
  const Nanos took = steady_now() - began;
  times_.pictures += took, times_.scripts -= took;
  return {reinterpret_cast<const char*>(image.pixels.data()), image.pixels.size()};
}

std::vector<float> Conversation::depth_image(std::size_t car) {
  const Session& session = stage_->session();
  if (depths_[car].empty()) {
    const Nanos began = steady_now();
    depths_[car] = course_depth(session.model, session.state, stage_->scratch(), vehicle_id(car),
                                options_.senses);
    const Nanos took = steady_now() - began;
    times_.pictures += took, times_.scripts -= took;
  }
  return depths_[car];
}

std::vector<float> Conversation::lidar_samples(std::size_t car) {
  return course_lidar(memory_[car]);
}

Triple Conversation::linear_acceleration(std::size_t car) {
  return course_acceleration(memory_[car]);
}

Triple Conversation::angular_velocity(std::size_t car) {
  const Session& session = stage_->session();
  return course_spin(session.model, session.state, vehicle_id(car), options_.senses);
}

Triple Conversation::position(std::size_t car) {
  const Session& session = stage_->session();
  return course_position(session.model, session.state, vehicle_id(car), options_.senses);
}

bool Conversation::button(std::size_t, ButtonQuestion question, Button button) {
  const std::uint16_t mask = question == ButtonQuestion::IsDown       ? pad_.pad.down
                             : question == ButtonQuestion::WasPressed ? pad_.pressed
                                                                      : pad_.released;
  return (mask & bit(button)) != 0;
}

float Conversation::trigger(std::size_t, Side side) {
  return static_cast<float>(pad_.pad.triggers[static_cast<std::size_t>(side)]);
}

StickReading Conversation::joystick(std::size_t, Side side) {
  const Vec2 stick = pad_.pad.sticks[static_cast<std::size_t>(side)];
  return {static_cast<float>(stick.x), static_cast<float>(stick.y)};
}

void Conversation::drive(std::size_t car, const SetSpeedAngle& wish) {
  drives_[car].speed = static_cast<double>(wish.speed);
  drives_[car].angle = static_cast<double>(wish.angle);
}

void Conversation::set_max_speed(std::size_t car, float max_speed) {
  drives_[car].max_speed = std::clamp(static_cast<double>(max_speed), 0.0, 1.0);
}

// --- what people see ----------------------------------------------------------------------------

std::vector<LinkStatus> Conversation::links() const {
  std::vector<LinkStatus> links;
  if (!programs_) return links;
  for (std::size_t car = 0; car < programs_->cars(); ++car) {
    const auto script = programs_->script_of(car);
    links.push_back({.name = concat("program ", car + 1),
                     .address = script ? script->text()
                                       : concat("UDP ", options_.host, ":", async_.port(), " and ",
                                                sync_.port()),
                     .connected = script.has_value(),
                     .note = script ? "" : "waited for; start it with -s"});
  }
  return links;
}

std::vector<std::string> Conversation::waiting() const {
  if (!programs_ || !programs_->served()) return {};
  return {concat("the program of car ", *programs_->served() + 1)};
}

std::optional<DoorStatus> Conversation::status() const { return status_; }

}  // namespace paddock::racecar
