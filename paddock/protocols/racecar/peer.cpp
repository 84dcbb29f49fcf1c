#include "paddock/protocols/racecar/peer.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace paddock::racecar {
namespace {

constexpr Nanos kSameKnock = 1'000'000'000;  // knocks of one script within this are one
constexpr std::size_t kMaxNotebooks = 32, kMaxDismissed = 64;

std::string program_of(std::size_t car) { return concat("The program of car ", car + 1); }

std::string fault_words(FaultCode code) {
  switch (code) {
    case FaultCode::PythonException:
      return " raised an exception; where it was started it says which";
    case FaultCode::Timeout:
      return " waited for an answer in vain";
    case FaultCode::FragmentMismatch:
      return " lost part of a picture";
    default:
      return " failed";
  }
}

}  // namespace

// --- who is there -------------------------------------------------------------------------------

std::size_t Programs::connected() const {
  return static_cast<std::size_t>(
      std::count_if(scripts_.begin(), scripts_.end(), [](const auto& s) { return s.has_value(); }));
}

std::optional<UdpPeer> Programs::script_of(std::size_t car) const {
  if (!scripts_[car]) return std::nullopt;
  return scripts_[car]->peer;
}

std::optional<std::size_t> Programs::car_of(const UdpPeer& peer) const {
  for (std::size_t car = 0; car < scripts_.size(); ++car)
    if (scripts_[car] && scripts_[car]->peer == peer) return car;
  return std::nullopt;
}

/// A script knocks every quarter of a second until it is answered; one answer is enough, a second
/// one is fatal to the original.
void Programs::welcome(const UdpPeer& from, std::uint8_t version, Nanos now) {
  if (version < kVersion1 || version > kVersion2) {
    const bool old = version < kVersion1;
    note_stranger(
        concat("A program speaks version ", int{version}, " of the protocol; this Paddock 1 and 2"),
        now);
    return send(
        Channel::Async, from,
        encode_simulator(Fault{old ? FaultCode::PythonOutdated : FaultCode::SimulatorOutdated}));
  }
  dismissed_.erase(from);
  auto car = car_of(from);
  // one that was served has heard its answer: this knock was on its way
  if (car && (now - scripts_[*car]->welcomed < kSameKnock || scripts_[*car]->started)) return;
  if (!car) {
    const auto free = std::find(scripts_.begin(), scripts_.end(), std::nullopt);
    if (free == scripts_.end()) {
      note_stranger(
          concat("A program found no free car: ",
                 scripts_.size() == 1 ? std::string("the level has one")
                                      : concat("all ", scripts_.size(), " are driven already")),
          now);
      return send(Channel::Async, from, encode_simulator(Fault{FaultCode::NoFreeCar}));
    }
    car = static_cast<std::size_t>(free - scripts_.begin());
    note(0, concat(program_of(*car), " is connected"));
  }
  scripts_[*car] = Script{.peer = from, .welcomed = now, .last_received = now, .picture = {}};
  send(Channel::Async, from, encode_simulator(Welcome{static_cast<std::uint8_t>(*car)}));
}

/// Without an answer it would knock for ever.
void Programs::turn_away(const UdpPeer& from, Nanos now) {
  note_stranger(concat("A program at ", address_text(from.host),
                       " was not let in: open the page with its token on that machine first"),
                now);
  send(Channel::Async, from, encode_simulator(Fault{FaultCode::Generic}));
}

void Programs::let_go(std::size_t car, std::optional<FaultCode> tell_later, Nanos now) {
  const UdpPeer peer = scripts_[car]->peer;
  if (tell_later && dismissed_.size() < kMaxDismissed) dismissed_[peer] = *tell_later;
  scripts_[car].reset();
  host_.drive(car, {});
  if (served_ == car) serve_from(car + 1, now);
}

void Programs::lose(std::size_t car, int grade, std::string_view why,
                    std::optional<FaultCode> tell_later, Nanos now) {
  notes_.push_back({.grade = grade, .text = concat(program_of(car), why), .lost = true});
  let_go(car, tell_later, now);
}

void Programs::note_stranger(std::string text, Nanos now) {
  if (now - stranger_noted_ < kSameKnock) return;
  stranger_noted_ = now;
  note(1, std::move(text));
}

void Programs::end_all() {
  for (auto& script : scripts_) {
    if (script) send(Channel::Sync, script->peer, encode_simulator(End{}));
    script.reset();
  }
  served_.reset();
  notebooks_.clear();
}

// --- rounds -------------------------------------------------------------------------------------

void Programs::begin(bool start, Nanos now) {
  starting_ = start;
  serve_from(0, now);
}

void Programs::serve_from(std::size_t car, Nanos now) {
  served_.reset();
  while (car < scripts_.size() && !scripts_[car]) ++car;
  if (car >= scripts_.size()) return;
  Script& script = *scripts_[car];
  const bool start = starting_ || !script.started;
  script.started = true;
  script.called = script.last_received = now;
  script.picture.reset();
  served_ = car;
  if (start)
    send(Channel::Sync, script.peer, encode_simulator(RunStart{}));
  else
    send(Channel::Sync, script.peer, encode_simulator(RunUpdate{}));
}

Nanos Programs::patient_until() const {
  if (watched_over_) return std::numeric_limits<Nanos>::max();
  const Script& script = *scripts_[*served_];
  return std::min(script.last_received + kPatience, script.called + kLongestCall) + 1;
}

void Programs::look(Nanos now) {
  const bool judged = served_ && !watched_over_;
  if (judged && now - scripts_[*served_]->last_received > kPatience)
    lose(*served_, 2, " said nothing for five seconds and was let go", FaultCode::Timeout, now);
  else if (judged && now - scripts_[*served_]->called > kLongestCall)
    lose(*served_, 2, " did not come to the end of a call within 30 seconds and was let go",
         FaultCode::Timeout, now);
  std::erase_if(notebooks_,
                [&](const auto& n) { return now - n.second.last_received > kPatience; });
}

// --- what comes in ------------------------------------------------------------------------------

void Programs::receive(Channel channel, const UdpPeer& from, std::string_view bytes, Nanos now) {
  ++received_;
  const auto message = decode(bytes);
  if (!may_come_in(from)) {
    if (channel == Channel::Async && message && std::holds_alternative<Connect>(*message))
      turn_away(from, now);
    return;
  }
  if (!message) {
    ++nonsense_;
    // the script that is served has lost its way: nobody can say what it waits for
    const auto car = car_of(from);
    if (channel != Channel::Sync || !car || served_ != car) return;
    return lose(*car, 2,
                concat(" sent something unreadable and was let go: ", message.error().message),
                FaultCode::Generic, now);
  }
  if (channel == Channel::Sync)
    receive_sync(from, *message, now);
  else
    receive_async(from, *message, now);
}

void Programs::receive_sync(const UdpPeer& from, const ScriptMessage& message, Nanos now) {
  if (const auto car = car_of(from)) return receive(*car, message, now);
  // a script of another level, or one that was let go: it would wait for ever
  if (std::holds_alternative<Fault>(message) || std::holds_alternative<Quit>(message)) return;
  const auto why = dismissed_.find(from);
  const FaultCode code = why == dismissed_.end() ? FaultCode::Generic : why->second;
  if (why != dismissed_.end()) dismissed_.erase(why);
  send(Channel::Sync, from, encode_simulator(Fault{code}));
}

void Programs::receive(std::size_t car, const ScriptMessage& message, Nanos now) {
  Script& script = *scripts_[car];
  script.last_received = now;
  const bool served = served_ == car;
  if (std::holds_alternative<Quit>(message)) return lose(car, 0, " has ended", std::nullopt, now);
  if (const auto* fault = std::get_if<Fault>(&message))
    return lose(car, 2, fault_words(fault->code), std::nullopt, now);
  if (std::holds_alternative<Finished>(message)) {
    if (served) serve_from(car + 1, now);
    return;
  }
  // others have to wait for their turn: what they ask for would be paid by the one that is served
  if (busy() && !served) return;
  if (std::holds_alternative<SendNext>(message))
    return send_fragment(Channel::Sync, script.peer, script.picture);
  if (answer(car, message, Channel::Sync, script.peer, script.picture)) return;
  if (!served) return;  // commands count while a script is served
  if (const auto* command = std::get_if<SetSpeedAngle>(&message)) host_.drive(car, *command);
  if (std::holds_alternative<Stop>(message)) host_.drive(car, {});
  if (const auto* limit = std::get_if<SetMaxSpeed>(&message))
    host_.set_max_speed(car, limit->max_speed);
}

void Programs::receive_async(const UdpPeer& from, const ScriptMessage& message, Nanos now) {
  if (const auto* connect = std::get_if<Connect>(&message))
    return welcome(from, connect->version, now);
  if (std::holds_alternative<Quit>(message)) {
    if (const auto car = car_of(from)) receive(*car, message, now);
    return;
  }
  const auto known = notebooks_.find(from);
  if (std::holds_alternative<SendNext>(message)) {
    if (known == notebooks_.end()) return;
    known->second.last_received = now;
    return send_fragment(Channel::Async, from, known->second.picture);
  }
  // only pictures have to be remembered; the one unheard of for longest makes room
  std::optional<Picture> picture;
  if (!answer(0, message, Channel::Async, from, picture)) return;
  if (known != notebooks_.end()) notebooks_.erase(known);
  if (!picture) return;
  if (notebooks_.size() >= kMaxNotebooks)
    notebooks_.erase(
        std::min_element(notebooks_.begin(), notebooks_.end(), [](const auto& a, const auto& b) {
          return a.second.last_received < b.second.last_received;
        }));
  notebooks_[from] = {now, std::move(picture)};
}

// --- what goes out ------------------------------------------------------------------------------

bool Programs::answer(std::size_t car, const ScriptMessage& message, Channel channel,
                      const UdpPeer& to, std::optional<Picture>& picture) {
  if (const auto* get = std::get_if<Get>(&message)) {
    if (get->quantity == Quantity::ColorImage || get->quantity == Quantity::DroneImage) {
      picture = Picture{.rgba = host_.color_image(car)};
      send_fragment(channel, to, picture);
    } else {
      send(channel, to, reply_to(car, get->quantity));
    }
    return true;
  }
  if (const auto* button = std::get_if<GetButton>(&message)) {
    send(channel, to, encode_answer(host_.button(car, button->question, button->button)));
    return true;
  }
  if (const auto* trigger = std::get_if<GetTrigger>(&message)) {
    send(channel, to, encode_number(host_.trigger(car, trigger->side)));
    return true;
  }
  if (const auto* stick = std::get_if<GetJoystick>(&message)) {
    send(channel, to, encode_stick(host_.joystick(car, stick->side)));
    return true;
  }
  return false;
}

std::string Programs::reply_to(std::size_t car, Quantity quantity) {
  switch (quantity) {
    case Quantity::DeltaTime:
      return encode_number(host_.delta_time());
    case Quantity::DepthImage:
      return encode_depth(host_.depth_image(car));
    case Quantity::CameraWidth:
      return encode_count(static_cast<std::int32_t>(kColorWidth));
    case Quantity::CameraHeight:
      return encode_count(static_cast<std::int32_t>(kColorHeight));
    case Quantity::LidarLength:
      return encode_count(static_cast<std::int32_t>(kLidarSamples));
    case Quantity::LidarSamples: {
      const std::vector<float> ranges = host_.lidar_samples(car);
      return encode_lidar(std::span<const float, kLidarSamples>(ranges.data(), kLidarSamples));
    }
    case Quantity::LinearAcceleration:
      return encode_triple(host_.linear_acceleration(car));
    case Quantity::AngularVelocity:
      return encode_triple(host_.angular_velocity(car));
    case Quantity::Position:
      return encode_triple(host_.position(car));
    case Quantity::DroneHeight:
      return encode_number(0);  // it stands on its car: no original ever flew
    case Quantity::ColorImage:
    case Quantity::DroneImage:
      break;  // go out in fragments
  }
  return {};
}

void Programs::send_fragment(Channel channel, const UdpPeer& to, std::optional<Picture>& picture) {
  if (!picture) return;
  if (picture->next >= kFragments) {
    picture.reset();  // the last one was acknowledged
    return;
  }
  const std::size_t index = picture->next++;
  const std::string_view rgba = picture->rgba((index + 1) * kColorHeight / kFragments);
  send(channel, to, std::string(color_fragment(rgba, index)));
}

void Programs::send(Channel channel, const UdpPeer& to, std::string bytes) {
  ++sent_;
  out_.push_back({channel, to, std::move(bytes)});
}

}  // namespace paddock::racecar
