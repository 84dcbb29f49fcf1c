// What is said with one CARLA client, without sockets: on the world's port in turns, and controls
// while an episode runs. docs/protocols/carla.md, Sequence.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "paddock/protocols/carla/settings.h"
#include "paddock/protocols/carla/wire/framing.h"
#include "paddock/protocols/carla/wire/messages.h"

namespace paddock::carla {

inline constexpr std::size_t kMostWorldBytes = std::size_t{1} << 20, kMostControlBytes = 256;

/// Whose turn it is.
enum class Phase : std::uint8_t {
  Waiting,     // the client's, to ask for its first episode
  Describing,  // ours: it has asked, and a scene is owed
  Choosing,    // the client's, to say where it starts
  Preparing,   // ours: it has chosen, and an episode is owed
  Connecting,  // the client's, to come to the other two ports
  Driving,     // both: frames there, controls back, until it asks for the next episode
  Over,        // it said what cannot be meant
};

class ClientPeer {
 public:
  /// `settings` are those of which a request changes what it says.
  explicit ClientPeer(Settings settings = {}) : settings_(std::move(settings)) {}

  // --- what arrives, in any pieces
  void hear_world(std::string_view bytes);
  void hear_control(std::string_view bytes);
  /// The client is on all three ports.
  void connected();

  // --- what it wants: once each, as soon as it is its turn
  /// The episode that it asks for. Whatever ran is over, also when a control is unread.
  std::optional<SettingsReading> take_request();
  /// Number of the start spot, perhaps of none that there is.
  std::optional<std::uint32_t> take_start();
  /// The newest control that nobody has taken, in range; those before it are forgotten.
  std::optional<Control> take_control();

  // --- what it is told: bytes for the world's port
  /// Answers a request. Names what it must not be without, the map.
  std::string describe(const SceneDescription& scene);
  /// The episode stands; frames follow once the client is connected.
  std::string ready();

  Phase phase() const { return phase_; }
  /// Why it is over, for people.
  const std::string& trouble() const { return trouble_; }
  std::uint64_t controls() const { return controls_; }

 private:
  void end(std::string why);
  void read_world();
  void take_message(const std::string& body);
  void begin_request(const std::string& body);

  Phase phase_{Phase::Waiting};
  std::string trouble_;
  MessageReader world_{kMostWorldBytes}, control_{kMostControlBytes};
  Settings settings_;  // what the next request leaves as it is
  std::optional<SettingsReading> request_;
  std::optional<std::uint32_t> start_;
  std::optional<Control> newest_;
  std::uint64_t controls_{};  // heard so far
};

}  // namespace paddock::carla
