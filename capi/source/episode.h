// What threads hand each other while an episode runs: data of sensors to the thread that writes
// measurements, frames from there to the network, controls back. Nobody waits for anybody, and what
// was not taken in time is replaced.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "capi/source/triple_buffer.h"
#include "paddock/protocols/carla/wire/messages.h"

namespace paddock::capi {

/// Measurements, and a message of each sensor that has something new, with its length.
struct Frame {
  struct FromSensor {
    bool fresh{};
    std::string message;
  };
  carla::Measurements measurements;
  std::vector<FromSensor> sensors;
};

class Episode {
 public:
  explicit Episode(const std::vector<std::uint32_t>& sensor_ids);

  // --- the simulator's threads

  /// One thread for each sensor. False when there is no such sensor.
  bool write_sensor(std::uint32_t id, std::string_view header, std::string_view data);
  /// A frame of these and of what sensors have. What a frame that nobody took had is in it too,
  /// where there is nothing newer.
  void write(carla::Measurements measurements);
  carla::Control* take_control() { return controls_.take(); }
  bool control_unread() const { return controls_.unread(); }

  // --- the network's

  Frame* take_frame() { return frames_.take(); }
  void write_control(const carla::Control& control) {
    controls_.cell() = control;
    controls_.publish();
  }

  // --- any thread's: why a connection ended, once; 0: it has not, or it was told

  void stream_ended(int code) { stream_code_ = code; }
  void control_ended(int code) { control_code_ = code; }
  int take_stream_code() { return stream_code_.exchange(0); }
  int take_control_code() { return control_code_.exchange(0); }
  bool control_code_untaken() const { return control_code_ != 0; }

 private:
  // the place of a sensor in a frame is its place here
  std::map<std::uint32_t, std::size_t> places_;
  std::vector<TripleBuffer<std::string>> sensors_;
  TripleBuffer<Frame> frames_;
  TripleBuffer<carla::Control> controls_;
  std::atomic<int> stream_code_{0}, control_code_{0};
};

}  // namespace paddock::capi
