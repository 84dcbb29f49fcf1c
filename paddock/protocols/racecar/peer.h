// The simulator's side of every conversation with scripts and notebooks. Datagrams in, datagrams
// out; no sockets, and the time is handed in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "paddock/core/tick.h"
#include "paddock/net/udp_socket.h"
#include "paddock/protocols/racecar/codec.h"
#include "paddock/rooms/admission.h"

namespace paddock::racecar {

enum class Channel : std::uint8_t { Sync, Async };

struct Datagram {
  Channel channel{};
  UdpPeer to;
  std::string bytes;
};

/// A colour picture, RGBA, kColorBytes. Asked for its first rows, it answers when they are there.
using ColorPicture = std::function<std::string_view(std::size_t rows)>;

/// What the cars' scripts are answered with, and what becomes of their commands.
class Cars {
 public:
  virtual ~Cars() = default;
  virtual float delta_time() = 0;  // s
  virtual ColorPicture color_image(std::size_t car) = 0;
  virtual std::vector<float> depth_image(std::size_t car) = 0;    // cm
  virtual std::vector<float> lidar_samples(std::size_t car) = 0;  // cm, kLidarSamples
  virtual Triple linear_acceleration(std::size_t car) = 0;
  virtual Triple angular_velocity(std::size_t car) = 0;
  virtual Triple position(std::size_t car) = 0;
  virtual bool button(std::size_t car, ButtonQuestion question, Button button) = 0;
  virtual float trigger(std::size_t car, Side side) = 0;
  virtual StickReading joystick(std::size_t car, Side side) = 0;
  virtual void drive(std::size_t car, const SetSpeedAngle& command) = 0;
  virtual void set_max_speed(std::size_t car, float max_speed) = 0;
};

/// Something a person wants to know.
struct Note {
  int grade{};  // 0 news, 1 warning, 2 error
  std::string text;
  bool lost{};  // a car has no script any more
};

/// The scripts of all cars of a level, and notebooks that ask in between.
class Programs {
 public:
  /// A script that says nothing for so long while it is served is let go.
  static constexpr Nanos kPatience = 5'000'000'000;
  /// A call that asks on and on ends here: simulated time stands still for it.
  static constexpr Nanos kLongestCall = 30'000'000'000;

  /// Programs of machines that `admission` does not let in get no car; null: all may come in. Who
  /// is `watched_over` by somebody else is not let go for silence.
  Programs(std::size_t cars, Cars& host, std::shared_ptr<const Admission> admission = nullptr,
           bool watched_over = false)
      : host_(host),
        admission_(std::move(admission)),
        watched_over_(watched_over),
        scripts_(cars) {}

  void receive(Channel channel, const UdpPeer& from, std::string_view bytes, Nanos now);
  /// Every script is started, or updated, one after another. A script that came since the last
  /// round is started first.
  void begin(bool start, Nanos now);
  /// A round is going on: time stands still for it.
  bool busy() const { return served_.has_value(); }
  /// Lets go of who is silent for too long.
  void look(Nanos now);
  /// When look() lets go of the script that is served, if it says nothing. While busy().
  Nanos patient_until() const;
  /// Tells every script to end, and forgets it.
  void end_all();

  std::vector<Datagram> take_datagrams() { return std::exchange(out_, {}); }
  std::vector<Note> take_notes() { return std::exchange(notes_, {}); }

  std::size_t cars() const { return scripts_.size(); }
  std::size_t connected() const;
  /// Of the script that drives a car.
  std::optional<UdpPeer> script_of(std::size_t car) const;
  std::optional<std::size_t> served() const { return served_; }
  std::uint64_t received() const { return received_; }  // datagrams
  std::uint64_t sent() const { return sent_; }
  std::uint64_t nonsense() const { return nonsense_; }  // that nobody could read

 private:
  /// A picture on its way: the next fragment follows when the one before was acknowledged.
  struct Picture {
    ColorPicture rgba;
    std::size_t next{};
  };
  struct Script {
    UdpPeer peer;
    Nanos welcomed{};
    Nanos called{};         // when its call began
    Nanos last_received{};  // its last word in this call
    bool started{};         // it has been told to start
    std::optional<Picture> picture;
  };
  struct Notebook {
    Nanos last_received{};
    std::optional<Picture> picture;
  };

  bool may_come_in(const UdpPeer& from) const {
    return admission_ == nullptr || admission_->allows(from.host);
  }
  void turn_away(const UdpPeer& from, Nanos now);
  void welcome(const UdpPeer& from, std::uint8_t version, Nanos now);
  void receive_sync(const UdpPeer& from, const ScriptMessage& message, Nanos now);
  void receive_async(const UdpPeer& from, const ScriptMessage& message, Nanos now);
  void receive(std::size_t car, const ScriptMessage& message, Nanos now);
  /// Answers a question about a car; a picture goes to `picture`.
  bool answer(std::size_t car, const ScriptMessage& message, Channel channel, const UdpPeer& to,
              std::optional<Picture>& picture);
  std::string reply_to(std::size_t car, Quantity quantity);
  void send_fragment(Channel channel, const UdpPeer& to, std::optional<Picture>& picture);
  void serve_from(std::size_t car, Nanos now);
  void let_go(std::size_t car, std::optional<FaultCode> tell_later, Nanos now);
  std::optional<std::size_t> car_of(const UdpPeer& peer) const;
  void send(Channel channel, const UdpPeer& to, std::string bytes);
  void note(int grade, std::string text) {
    notes_.push_back({.grade = grade, .text = std::move(text)});
  }
  /// A car loses its script, and people hear why.
  void lose(std::size_t car, int grade, std::string_view why, std::optional<FaultCode> tell_later,
            Nanos now);
  /// News of those who have no car: at most one a second.
  void note_stranger(std::string text, Nanos now);

  Cars& host_;
  std::shared_ptr<const Admission> admission_;  // shared with whoever lets machines in
  bool watched_over_;                           // whoever started them knows when to give up
  std::vector<std::optional<Script>> scripts_;  // one a car
  std::map<UdpPeer, Notebook> notebooks_;
  std::map<UdpPeer, FaultCode> dismissed_;  // told why when they speak again
  std::optional<std::size_t> served_;       // the car whose script is in a call
  bool starting_{};                         // this round is one of starts
  std::vector<Datagram> out_;
  std::vector<Note> notes_;
  Nanos stranger_noted_{-kPatience};
  std::uint64_t received_{}, sent_{}, nonsense_{};
};

}  // namespace paddock::racecar
