#include "paddock/protocols/carla/peer.h"

#include <utility>

#include "paddock/core/check.h"
#include "paddock/protocols/carla/wire/codec.h"

namespace paddock::carla {
namespace {

/// A client speaks in turns: more than one whole message ahead of its turn is no client of CARLA's.
constexpr std::size_t kMostAhead = 2 * kMostWorldBytes;

}  // namespace

void ClientPeer::end(std::string why) {
  phase_ = Phase::Over;
  trouble_ = std::move(why);
}

// --- the world's port ---------------------------------------------------------------------------

void ClientPeer::hear_world(std::string_view bytes) {
  if (phase_ == Phase::Over) return;
  world_.receive(bytes);
  if (world_.unread() > kMostAhead) return end("it speaks without waiting for answers");
  read_world();
}

/// A message is looked at when it is the client's turn; until then it waits.
void ClientPeer::read_world() {
  const bool its_turn = phase_ == Phase::Waiting || phase_ == Phase::Choosing ||
                        phase_ == Phase::Connecting || phase_ == Phase::Driving;
  if (!its_turn) return;
  if (const auto body = world_.next()) take_message(*body);
  if (const auto length = world_.too_long())
    end(concat("a message of ", *length, " bytes on the world's port"));
}

void ClientPeer::take_message(const std::string& body) {
  if (phase_ != Phase::Choosing) return begin_request(body);
  const auto start = decode_start(body);
  if (!start) return end(start.error().message);
  start_ = start->player_start_spot_index;
  phase_ = Phase::Preparing;
}

/// The first request, or one that ends the episode before it.
void ClientPeer::begin_request(const std::string& body) {
  const auto request = decode_request(body);
  if (!request) return end(request.error().message);
  SettingsReading reading = read_settings(request->ini_file, settings_);
  if (reading.of_0_7)
    return end("its settings are those of CARLA 0.7, whose messages differ; 0.8 is spoken here");
  settings_ = reading.settings;
  request_ = std::move(reading);
  // what was on its way of the episode before
  control_ = MessageReader(kMostControlBytes);
  newest_.reset();
  phase_ = Phase::Describing;
}

std::optional<SettingsReading> ClientPeer::take_request() {
  return std::exchange(request_, std::nullopt);
}

std::optional<std::uint32_t> ClientPeer::take_start() {
  return std::exchange(start_, std::nullopt);
}

std::string ClientPeer::describe(const SceneDescription& scene) {
  PADDOCK_ASSERT(phase_ == Phase::Describing && !scene.map_name.empty(), "out of turn");
  phase_ = Phase::Choosing;
  std::string said = framed(encode(scene));
  read_world();
  return said;
}

std::string ClientPeer::ready() {
  PADDOCK_ASSERT(phase_ == Phase::Preparing, "out of turn");
  phase_ = Phase::Connecting;
  std::string said = framed(encode(EpisodeReady{.ready = true}));
  read_world();
  return said;
}

// --- while an episode runs ----------------------------------------------------------------------

void ClientPeer::connected() {
  if (phase_ == Phase::Connecting) phase_ = Phase::Driving;
}

void ClientPeer::hear_control(std::string_view bytes) {
  if (phase_ != Phase::Driving) return;
  control_.receive(bytes);
  while (const auto body = control_.next()) {
    const auto control = decode_control(*body);
    if (!control) return end(control.error().message);
    newest_ = within_limits(*control);
    ++controls_;
  }
  if (const auto length = control_.too_long())
    end(concat("a message of ", *length, " bytes on the control's port"));
}

std::optional<Control> ClientPeer::take_control() { return std::exchange(newest_, std::nullopt); }

}  // namespace paddock::carla
