#include "capi/source/network.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "paddock/protocols/carla/wire/codec.h"
#include "paddock/protocols/carla/wire/sensor_messages.h"

namespace paddock::capi {
namespace {

constexpr int kPortTries = 50;  // until three free ports stand in a row
constexpr Nanos kLong = 3'600'000'000'000;
// Of a frame handed to the system at a time: what it does not take is copied aside.
constexpr std::size_t kChunk = std::size_t{256} << 10;

Result<MessagePort> open_beside(EventLoop& loop, const ConnectOrder& order, int port,
                                std::size_t limit) {
  return MessagePort::open(loop, order.host, static_cast<std::uint16_t>(port), limit);
}

int code_of(const Error& error) {
  if (error.code == ErrorCode::Held) return EADDRINUSE;
  return error.code == ErrorCode::Invalid ? EINVAL : EIO;
}

}  // namespace

Nanos Network::serve(Nanos now) {
  take_orders(now);
  if (ports_) hear_world(now);
  if (!ports_) return kLong;
  hear_agents(now);
  if (send_frames()) return 0;
  Nanos pause = kLong;
  if (limit_ > 0 && owed_since_) pause = std::min(pause, *owed_since_ + limit_ - now);
  if (limit_ > 0 && (stream_ == Agent::Expected || control_ == Agent::Expected))
    pause = std::min(pause, expected_since_ + limit_ - now);
  return std::max<Nanos>(pause, 0);
}

void Network::end(int code) {
  ports_.reset();
  change_episode(nullptr, 0);
  const std::lock_guard lock(talk_.mutex);
  if (talk_.turn != Turn::Nothing) talk_.end(code);
}

// --- what the simulator asks for ----------------------------------------------------------------

void Network::take_orders(Nanos now) {
  std::unique_lock lock(talk_.mutex);
  if (std::exchange(talk_.hang_up, false)) {
    ports_.reset();
    talk_.connect.reset();
    talk_.changed.notify_all();
  }
  const auto order = std::exchange(talk_.connect, std::nullopt);
  auto episode = talk_.episode;
  const std::string unsent = std::exchange(talk_.unsent, {});
  lock.unlock();

  if (order) {
    owed_since_ = now, first_request_ = true, limit_ = order->limit;
    open(*order);
  }
  // those who came uncalled go before the client hears that it may come
  if (episode != episode_) change_episode(std::move(episode), now);
  if (ports_ && !unsent.empty()) ports_->world.write(unsent);
}

void Network::open(const ConnectOrder& order) {
  Error wrong;
  for (int i = 0; i < (order.port == 0 ? kPortTries : 1); ++i) {
    auto world = open_beside(loop_, order, order.port, kMostWorldBytes);
    if (!world) return end(code_of(world.error()));
    const int first = world->port();
    auto stream = open_beside(loop_, order, first + 1, kMostControlBytes);
    auto control = open_beside(loop_, order, first + 2, kMostControlBytes);
    if (stream && control) {
      ports_.emplace(Ports{std::move(*world), std::move(*stream), std::move(*control)});
      const std::lock_guard lock(talk_.mutex);
      talk_.port = static_cast<std::uint16_t>(first);
      talk_.changed.notify_all();
      return;
    }
    wrong = !stream ? stream.error() : control.error();
  }
  end(code_of(wrong));
}

void Network::change_episode(std::shared_ptr<Episode> episode, Nanos now) {
  episode_ = std::move(episode);
  pieces_.clear();
  stream_ = control_ = episode_ ? Agent::Expected : Agent::Over;
  expected_since_ = now;
  if (!ports_) return;
  for (MessagePort* port : {&ports_->stream, &ports_->control}) {
    port->hang_up();
    port->turn_away();
  }
}

// --- the world's port ---------------------------------------------------------------------------

void Network::hear_world(Nanos now) {
  MessagePort& world = ports_->world;
  const bool awaited = !world.occupied();
  world.admit();
  if (awaited && world.occupied()) {
    owed_since_ = now;
    const std::lock_guard lock(talk_.mutex);
    talk_.client_here = true;
    talk_.changed.notify_all();
  }
  const bool there = awaited || world.hear();
  const Turn turn = deliver();
  if (turn == Turn::Nothing) return;
  if (world.overrun()) return end(EMSGSIZE);
  if (!there) return end(kHungUp);
  if (!owing(turn)) return owed_since_.reset();
  if (!owed_since_) owed_since_ = now;
  if (limit_ > 0 && now - *owed_since_ >= limit_) end(ETIMEDOUT);
}

/// Hands over what the client said, if it is its turn, and says whose turn it is; nothing when the
/// session has ended.
Turn Network::deliver() {
  std::unique_lock lock(talk_.mutex);
  const bool heard_already = talk_.request || talk_.start;
  int code = 0;
  if ((talk_.turn == Turn::Request || talk_.turn == Turn::Start) && !heard_already)
    if (const auto body = ports_->world.next()) code = take_message(*body);
  if (ports_->world.waiting() == 0 && !talk_.unsent_gone && talk_.unsent.empty()) {
    talk_.unsent_gone = true;
    talk_.changed.notify_all();
  }
  const Turn turn = talk_.turn;
  lock.unlock();
  if (code == 0) return turn;
  end(code);
  return Turn::Nothing;
}

/// With the mutex held. 0, or why it cannot be meant.
int Network::take_message(const std::string& body) {
  if (talk_.turn == Turn::Request) {
    auto request = carla::decode_request(body);
    if (!request) return EILSEQ;
    talk_.request = std::move(request->ini_file);
    first_request_ = false;
  } else {
    const auto start = carla::decode_start(body);
    if (!start) return EILSEQ;
    talk_.start = start->player_start_spot_index;
  }
  talk_.changed.notify_all();
  return 0;
}

/// An episode may last, so that a request is owed only at first and once it has begun.
bool Network::owing(Turn turn) {
  const std::lock_guard lock(talk_.mutex);
  if (talk_.request || talk_.start) return false;
  return turn == Turn::Start ||
         (turn == Turn::Request && (first_request_ || ports_->world.amid_message()));
}

// --- the two ports of an episode ----------------------------------------------------------------

void Network::hear_agents(Nanos now) {
  await(ports_->stream, stream_);
  await(ports_->control, control_);
  if (limit_ > 0 && now - expected_since_ >= limit_) {
    if (stream_ == Agent::Expected) stream_over(ETIMEDOUT);
    if (control_ == Agent::Expected) control_over(ETIMEDOUT);
  }
  if (stream_ == Agent::In) {
    const bool there = ports_->stream.hear();
    while (ports_->stream.next()) {  // nothing that is said here means anything
    }
    if (!there) stream_over(kHungUp);
  }
  if (control_ == Agent::In) hear_control();
}

/// Who comes from the client's machine while it is expected is the client.
void Network::await(MessagePort& port, Agent& agent) {
  if (agent == Agent::Over) return port.turn_away();
  port.admit(ports_->world.client_host());
  if (port.occupied()) agent = Agent::In;
}

void Network::hear_control() {
  MessagePort& port = ports_->control;
  const bool there = port.hear();
  std::optional<carla::Control> newest;
  while (const auto body = port.next()) {
    const auto control = carla::decode_control(*body);
    if (!control) return control_over(EILSEQ);
    newest = *control;
  }
  if (newest) {
    episode_->write_control(*newest);
    { const std::lock_guard whoever_looks_sees_it(talk_.mutex); }
    talk_.changed.notify_all();
  }
  if (port.overrun()) return control_over(EMSGSIZE);
  if (!there) control_over(kHungUp);
}

void Network::stream_over(int code) {
  stream_ = Agent::Over;
  pieces_.clear();
  ports_->stream.hang_up();
  episode_->stream_ended(code);
}

void Network::control_over(int code) {
  control_ = Agent::Over;
  ports_->control.hang_up();
  const std::lock_guard lock(talk_.mutex);
  episode_->control_ended(code);
  talk_.changed.notify_all();
}

// --- frames -------------------------------------------------------------------------------------

/// Writes what the system takes, of one frame at most; true when there may be another at once.
bool Network::send_frames() {
  if (stream_ != Agent::In) return false;
  MessagePort& port = ports_->stream;
  if (pieces_.empty()) {
    Frame* const frame = episode_->take_frame();
    if (frame == nullptr) return false;
    lay_out(*frame);
  }
  while (port.waiting() == 0 && !pieces_.empty()) {
    std::string_view& piece = pieces_.back();
    const std::string_view chunk = piece.substr(0, kChunk);
    piece.remove_prefix(chunk.size());
    if (piece.empty()) pieces_.pop_back();
    if (port.write(chunk)) continue;
    stream_over(kHungUp);
    return false;
  }
  return pieces_.empty();
}

/// Small parts go with the large ones that are beside them: the end of a frame with its last
/// message.
void Network::lay_out(Frame& frame) {
  measurements_ = carla::framed(carla::encode(frame.measurements));
  std::string* last = &measurements_;
  for (Frame::FromSensor& sensor : frame.sensors)
    if (sensor.fresh) last = &sensor.message;
  carla::append_end_of_frame(*last);
  pieces_.assign(1, measurements_);
  for (const Frame::FromSensor& sensor : frame.sensors)
    if (sensor.fresh) pieces_.push_back(sensor.message);
  std::reverse(pieces_.begin(), pieces_.end());
}

}  // namespace paddock::capi
