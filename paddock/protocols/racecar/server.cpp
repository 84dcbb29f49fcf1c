#include "paddock/protocols/racecar/server.h"

#include <algorithm>
#include <limits>

#include "paddock/core/log.h"
#include "paddock/core/wall_clock.h"
#include "paddock/io/json.h"
#include "paddock/protocols/racecar/door.h"

namespace paddock::racecar {
namespace {

constexpr int kDatagramsAtOnce = 4096;       // between two looks at the room's inbox,
constexpr Nanos kReceiveAtMost = 5'000'000;  // and so long, whoever floods us
constexpr int kPictureThreads = 2;           // the script waits for its picture meanwhile

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

Result<std::shared_ptr<LockStepServer>> LockStepServer::open(EventLoop& loop,
                                                             const DoorOptions& options) {
  auto async = UdpSocket::open(loop, options.host, options.async_port);
  if (!async) return tl::unexpected(async.error());
  auto sync = UdpSocket::open(loop, options.host, options.sync_port);
  if (!sync) return tl::unexpected(sync.error());
  return std::shared_ptr<LockStepServer>(
      new LockStepServer(options, std::move(*async), std::move(*sync)));
}

LockStepServer::LockStepServer(const DoorOptions& options, UdpSocket async, UdpSocket sync)
    : options_(options), async_(std::move(async)), sync_(std::move(sync)) {
  status_.door = kDoor.name;
  show_own();
  if (!options_.note.empty()) say(1, options_.note);
}

void LockStepServer::end_programs() {
  if (!programs_) return;
  programs_->end_all();
  speak();
}

std::optional<std::size_t> LockStepServer::car_of(VehicleId vehicle) const {
  const auto found = std::find(vehicles_.begin(), vehicles_.end(), vehicle);
  if (found == vehicles_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - vehicles_.begin());
}

// --- a turn -------------------------------------------------------------------------------------

PeerTurn LockStepServer::poll(Stage& stage, Nanos now) {
  stage_ = &stage, now_ = now;
  if (!programs_) looks_from_ = now + options_.show_first;
  if (!programs_ || run_ != stage.run()) begin_level(stage);
  if (now < looks_from_) {
    stage_ = nullptr;
    return {.answered = false, .again = looks_from_};
  }
  stage.prepare_pictures(kPictureThreads);
  const bool received = receive(now);
  programs_->look(now);
  for (Note& note : programs_->take_notes()) {
    if (note.lost) lost_ = note.text;
    say(note.grade, std::move(note.text));
  }
  if (!programs_->busy()) between_calls(stage, now);
  show_own();
  speak();
  paint_ahead();
  const bool answered = !programs_->busy() && mode_ != Mode::Wait;
  const bool painting = paint_on(answered, received);
  stage_ = nullptr;
  return {.answered = answered, .again = painting ? now : next_turn(stage, now)};
}

/// When there is something to do again, if nothing is received before.
Nanos LockStepServer::next_turn(const Stage& stage, Nanos now) const {
  if (programs_->busy()) return programs_->patient_until();
  return stands(stage) ? now + kStillFrame : std::numeric_limits<Nanos>::max();
}

/// Nobody is served: what the last calls asked for counts, and the next may begin.
void LockStepServer::between_calls(Stage& stage, Nanos now) {
  if (called_ != 0) {
    times_.scripts += steady_now() - called_;
    called_ = 0;
    to_apply_ = drives_;
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

/// True when something came.
bool LockStepServer::receive(Nanos now) {
  const Nanos began = steady_now(), made = times_.pictures;
  std::string bytes;
  bool any = false, received = true;
  for (int i = 0; received && i < kDatagramsAtOnce && steady_now() < began + kReceiveAtMost; ++i) {
    received = false;
    // one of each in turn: a flood on one port leaves the other open
    for (UdpSocket* socket : {&sync_, &async_}) {
      const auto from = socket->receive(bytes);
      if (!from) continue;
      any = received = true;
      programs_->receive(socket == &async_ ? Channel::Async : Channel::Sync, *from, bytes, now);
      speak();  // who waits for an answer waits for nothing else
    }
  }
  if (called_ != 0) {
    const Nanos took = steady_now() - began - (times_.pictures - made);
    times_.wire += took, times_.scripts -= took;
  }
  return any;
}

void LockStepServer::speak() {
  for (const Datagram& datagram : programs_->take_datagrams())
    (datagram.channel == Channel::Async ? async_ : sync_).send(datagram.to, datagram.bytes);
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
  if (!passed && !starts_itself() && (!stands(stage) || now < next_still_)) return false;
  next_still_ = now + kStillFrame;
  still_ = !passed;
  return true;
}

/// Hands, then programs.
void LockStepServer::new_frame(Stage& stage, Nanos now) {
  frame_ = stage.frames();
  if (!still_) ++times_.frames, ++frames_;
  const Session& session = stage.session();
  read_pad(stage);
  script_.begin_frame(session.world().clock.nanos(session.state.tick));
  const std::uint16_t both = bit_of(Button::Start) | bit_of(Button::Back);
  const bool held = (pad_.pad.down & both) == both;
  if (held && !restarting_) {
    restarting_ = true;
    return restart(stage);
  }
  restarting_ = held;
  if (mode_ == Mode::UserProgram && race_is_over(session)) return race_over(stage);

  const bool running = mode_ == Mode::UserProgram && !stage.pace().paused;
  if (!running && ((pad_.pressed & bit_of(Button::Start)) != 0 || starts_itself())) {
    press_start(stage, now);
  } else if ((pad_.pressed & bit_of(Button::Back)) != 0) {
    press_back(stage);
  } else if (running || (mode_ == Mode::UserProgram && play_ == PlayMode::Race)) {
    run_programs(false, now);
  }
  if (mode_ == Mode::DefaultDrive && !still_) {
    drive_by_hand();
    to_apply_ = drives_;
  }
}

/// The pad, and what is pressed by the clock.
void LockStepServer::read_pad(Stage& stage) {
  pad_ = stage.read_pad(pad_reader_);
  if (still_) return;
  const double time = static_cast<double>(frames_) * static_cast<double>(delta_time_);
  for (const PressAt& press : options_.presses) {
    const bool before = time - static_cast<double>(delta_time_) >= press.seconds;
    const bool down = time >= press.seconds && time < press.seconds + press.hold;
    const bool up = time - static_cast<double>(delta_time_) < press.seconds + press.hold;
    if (down) pad_.pad.down |= bit_of(press.button);
    if (down && !before) pad_.pressed |= bit_of(press.button);
    if (!down && up && time >= press.seconds) pad_.released |= bit_of(press.button);
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
  if ((pad_.pressed & bit_of(Button::RB)) != 0) limit(0.1);
  if ((pad_.pressed & bit_of(Button::LB)) != 0) limit(-0.1);
  drive.speed = pad_.pad.triggers[1] - pad_.pad.triggers[0];
  drive.angle = pad_.pad.sticks[0].x;
}

void LockStepServer::apply(Stage& stage) {
  if (run_ != stage.run())
    return;  // another peer began the world anew: this was for the one before
  const std::vector<CourseDrive> drives = std::exchange(to_apply_, {});
  for (std::size_t car = 0; car < drives.size(); ++car) {
    // a car that a person or a built-in driver took drives as they say, one that left not at all
    const Session& session = stage.session();
    if (!is_present(session.state, vehicles_[car]) ||
        session.seats[index_of(vehicles_[car])].name != kProgramDriver)
      continue;
    if (auto done = stage.command(SetInput{vehicles_[car], input_of(drives[car])}); !done)
      say(1, done.error().message);
  }
}

void LockStepServer::say(int grade, std::string text, NoticeAbout about) {
  log(grade == 2 ? LogLevel::Warning : LogLevel::Info, concat("racecar: ", text));
  status_.notice = {.text = std::move(text),
                    .grade = static_cast<std::uint8_t>(grade),
                    .about = about,
                    .count = status_.notice.count + 1};
}

/// "car 2", or "car 2 (fast.py)".
std::string LockStepServer::title_of(std::size_t car) const {
  if (car >= options_.names.size()) return concat("car ", car + 1);
  return concat("car ", car + 1, " (", options_.names[car], ")");
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

/// Made anew when something in it changed.
void LockStepServer::show_own() {
  const Own own{mode_, new_best_, drives_.empty() ? 0 : drives_.front().max_speed};
  if (own == own_ && !status_.own.empty()) return;
  own_ = own;
  status_.own = to_text(Json::object()
                            .set("mode", words_of(own.mode))
                            .set("new_best", own.new_best)
                            .set("max_speed", own.max_speed),
                        0);
}

PeerStatus LockStepServer::status() const {
  PeerStatus status = status_;
  status.links = links();
  status.waiting = waiting();
  return status;
}

}  // namespace paddock::racecar
