#include "capi/source/episode.h"

#include "paddock/io/bytes.h"

namespace paddock::capi {

Episode::Episode(const std::vector<std::uint32_t>& sensor_ids) : sensors_(sensor_ids.size()) {
  for (std::size_t i = 0; i < sensor_ids.size(); ++i) places_.emplace(sensor_ids[i], i);
}

bool Episode::write_sensor(std::uint32_t id, std::string_view header, std::string_view data) {
  const auto found = places_.find(id);
  if (found == places_.end()) return false;
  TripleBuffer<std::string>& sensor = sensors_[found->second];
  ByteWriter origin;
  origin.u32(static_cast<std::uint32_t>(sizeof id + header.size() + data.size()));
  origin.u32(id);
  std::string& message = sensor.cell();
  message = origin.view();  // keeps its memory: pictures are copied once and never cleared first
  message += header;
  message += data;
  sensor.publish();
  return true;
}

void Episode::write(carla::Measurements measurements) {
  const bool goes_on = frames_.recall();
  Frame& frame = frames_.cell();
  frame.measurements = std::move(measurements);
  frame.sensors.resize(sensors_.size());
  for (std::size_t i = 0; i < sensors_.size(); ++i) {
    Frame::FromSensor& in_frame = frame.sensors[i];
    std::string* const newest = sensors_[i].take();
    if (newest != nullptr) in_frame.message.swap(*newest);
    in_frame.fresh = newest != nullptr || (goes_on && in_frame.fresh);
  }
  frames_.publish();
}

}  // namespace paddock::capi
