// Subscriptions of a client, and how their readings go out: of most the newest, of those of which
// none may be lost as many as the socket has room for, while the rest waits in the mailbox.
#include <algorithm>

#include "paddock/protocols/web/peer.h"
#include "paddock/protocols/web/wire_units.h"

namespace paddock::web {
namespace {

constexpr std::size_t kMaxSubscriptions = 32;
constexpr SubscriptionId kMaxNumber = 65535;
// under way to a client at once, of what may not be lost
constexpr std::size_t kMaxBytesUnderWay = std::size_t{4} << 20;
constexpr std::size_t kMaxFramesUnderWay = 256;
constexpr std::size_t kMaxSamples = 512;  // of a series frame

/// Where the bytes that clients get alike are kept: these have the same numbers before the reading.
std::uint64_t cache_index(const Delivery& reading) {
  return reading.left_out << 16 | reading.subscription;
}

}  // namespace

SubscriptionId Peer::free_number() {
  const auto used = [&](const Subscription& s) { return s.number == last_subscription_; };
  do last_subscription_ = last_subscription_ % kMaxNumber + 1;
  while (std::any_of(subscriptions_.begin(), subscriptions_.end(), used));
  return last_subscription_;
}

void Peer::handle_subscribe(RequestId id, const SubscribeSensor& wanted) {
  if (subscriptions_.size() >= kMaxSubscriptions)
    return refuse(
        id, {RefusalCode::Limit, concat("at most ", kMaxSubscriptions, " subscriptions a client")});
  const SensorWant& want = wanted.want;
  const SubscriptionId number = free_number();
  subscriptions_.push_back({.number = number, .format = want.format, .every = want.every});
  mailbox_->subscribe(number, want.every);
  const bool posted = room_->post(
      [id, number, want, watch = watch_, mailbox = std::weak_ptr(mailbox_)](Stage& stage, Nanos) {
        const auto sensor = stage.subscribe_sensor(watch.get(), number, want);
        Mailbox::Letter letter{.id = id, .result = {}, .text = {}, .subscription = number};
        if (sensor) {
          letter.text = encode_subscribed(id, number, **sensor, want.format);
          letter.sensor = *sensor;
        } else {
          letter.result = tl::unexpected(sensor.error());
        }
        if (const auto box = mailbox.lock()) box->put(std::move(letter));
      });
  if (posted) return;
  forget_subscription(number);
  refuse(id, {RefusalCode::Limit, "the room is closed or has too much to do"});
}

void Peer::handle_unsubscribe(RequestId id, SubscriptionId number) {
  if (!forget_subscription(number))
    return refuse(id, {RefusalCode::NotFound, concat("there is no subscription ", number)});
  on_stage(id, [watch = watch_, number](Stage& stage, Nanos) -> Result<void> {
    stage.unsubscribe_sensor(watch.get(), number);
    return {};
  });
}

bool Peer::forget_subscription(SubscriptionId number) {
  mailbox_->unsubscribe(number);
  return std::erase_if(subscriptions_, [&](const auto& s) { return s.number == number; }) > 0;
}

void Peer::settle_subscription(const Mailbox::Letter& letter) {
  if (!letter.sensor) {
    forget_subscription(letter.subscription);
    return;
  }
  for (Subscription& s : subscriptions_)
    if (s.number == letter.subscription) s.told = letter.sensor;
}

// --- readings -----------------------------------------------------------------------------------

bool Peer::has_room(const Subscription& s, const StreamWaits& waits) const {
  if (!s.every) return !waits(s.number);
  return bytes_under_way_ < kMaxBytesUnderWay && under_way_.size() < kMaxFramesUnderWay;
}

void Peer::show_readings(const StreamWaits& waits) {
  while (!under_way_.empty() && !waits(under_way_.front().stream)) {
    bytes_under_way_ -= under_way_.front().bytes;
    under_way_.pop_front();
  }
  for (Subscription& s : subscriptions_)
    while (s.told && has_room(s, waits)) {
      auto reading = next_reading(s);
      if (!reading) break;
      if (!tell_sensor(s, *reading)) {
        s.held = std::move(reading);
        break;
      }
      send_reading(s, std::move(*reading));
      if (!s.every) break;
    }
}

std::optional<Delivery> Peer::next_reading(Subscription& s) {
  if (s.held) return std::exchange(s.held, std::nullopt);
  return mailbox_->take_reading(s.number);
}

/// Says what is read from now on where that is news. Text overtakes frames: false while one of the
/// sensor before is under way.
bool Peer::tell_sensor(Subscription& s, const Delivery& reading) {
  const auto& sensor = reading.measurement->sensor;
  if (s.told == sensor) return true;
  if (std::any_of(under_way_.begin(), under_way_.end(),
                  [&](const UnderWay& frame) { return frame.subscription == s.number; }))
    return false;
  send(encode_subscribed({}, s.number, *sensor, s.format));
  s.told = sensor;
  return true;
}

/// Readings of a vector are short: as many as there are go into one frame.
std::string Peer::every_sample(Subscription& s, const Delivery& first) {
  std::vector<Delivery> samples{first};
  while (samples.size() < kMaxSamples) {
    auto next = next_reading(s);
    if (!next) break;
    if (next->left_out != 0 || next->measurement->sensor != s.told) {
      s.held = std::move(next);
      break;
    }
    samples.push_back(std::move(*next));
  }
  return series_bytes(samples);
}

FrameCache::Bytes Peer::bytes_of(Subscription& s, const Delivery& reading) {
  switch (shape_of(s.told->form)) {
    case ReadingShape::Ranges:
    case ReadingShape::Points:
      return context_.cache.find(reading.measurement, cache_index(reading),
                                 [&] { return reading_bytes(reading, s.format); });
    case ReadingShape::Vector:
      if (s.every) return std::make_shared<const std::string>(every_sample(s, reading));
      break;
    case ReadingShape::Picture:
      break;
  }
  return std::make_shared<const std::string>(reading_bytes(reading, s.format));
}

void Peer::send_reading(Subscription& s, Delivery reading) {
  reading.left_out += std::exchange(s.left_out, 0);
  FrameCache::Bytes bytes = bytes_of(s, reading);
  if (bytes->empty()) {
    s.left_out = reading.left_out + 1;
    return;
  }
  std::uint32_t stream = s.number;
  if (s.every) {
    stream = last_lossless_ = std::max(last_lossless_ + 1, kFirstLosslessStream);
    under_way_.push_back({stream, s.number, bytes->size()});
    bytes_under_way_ += bytes->size();
  }
  out_.push_back(
      {.kind = Outgoing::Kind::Frame, .bytes = std::move(bytes), .text = {}, .stream = stream});
}

}  // namespace paddock::web
