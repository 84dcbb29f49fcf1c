// CARLA clients on their three ports: world, stream and control. Many at once, each a session of
// its own; no simulation. Nothing blocks: poll() says what clients want, the rest answers them.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "paddock/core/tick.h"
#include "paddock/net/tcp_acceptor.h"
#include "paddock/protocols/carla/peer.h"

namespace paddock::carla {

enum class SessionId : std::uint32_t {};

/// It wants an episode; describe() answers.
struct EpisodeAsked {
  SettingsReading reading;
};
/// It has chosen where to start; ready() answers.
struct StartChosen {
  std::uint32_t spot{};
};
/// Frames can be shown from now on.
struct DriveBegun {};
/// Nothing can be said to it any more.
struct ClientGone {
  std::string why;
};

struct ClientEvent {
  SessionId session{};
  std::variant<EpisodeAsked, StartChosen, DriveBegun, ClientGone> what;
};

struct ServerOptions {
  std::string host{"127.0.0.1"};
  std::uint16_t world_port{2000};  // the next two are stream and control; 0: three that are free
  /// A client that was told that its episode is ready comes in this time, or others do.
  Nanos connect_within{10'000'000'000};
  Settings settings{};  // that clients begin with
  /// Whether a client of this address, "127.0.0.1", may come in; empty: any may.
  std::function<bool(std::string_view address)> admits{};
};

class ClientServer {
 public:
  static constexpr std::size_t kMostSessions = 64;

  static Result<ClientServer> open(EventLoop& loop, const ServerOptions& options);
  std::uint16_t world_port() const { return world_.port(); }

  /// Hears what there is. What it tells of a session comes in the order of the dialogue; after
  /// ClientGone there is no such session.
  std::vector<ClientEvent> poll(Nanos now);
  /// When poll() has something to do though nobody speaks; 0: at once.
  std::optional<Nanos> again() const;

  // of a session that is not gone; it may be on its way out, then nothing comes of it
  void describe(SessionId session, const SceneDescription& scene);
  /// Says so as soon as no other client is on its way to the stream's and the control's port, since
  /// nothing tells apart who comes there.
  void ready(SessionId session);
  /// A whole frame: measurements, sensors and the end. False, and dropped, when the client has not
  /// taken the one before or is not there.
  bool show(SessionId session, std::string_view frame);
  /// The newest control nobody has taken. None while the last frame is on its way.
  std::optional<Control> take_control(SessionId session);
  /// Ends the session, with poll() saying so.
  void end(SessionId session, std::string why);

  std::size_t sessions() const { return clients_.size(); }
  /// "127.0.0.1:40312"; empty: it is gone.
  std::string address_of(SessionId session) const;

 private:
  struct Client {
    TcpLink world;
    ClientPeer peer{};
    std::optional<TcpLink> stream{}, control{};
    std::string trouble{};  // why it goes; empty: it does not
  };

  ClientServer(TcpAcceptor world, TcpAcceptor stream, TcpAcceptor control, ServerOptions options)
      : world_(std::move(world)),
        stream_(std::move(stream)),
        control_(std::move(control)),
        options_(std::move(options)) {}

  void welcome();
  void hear(Client& client);
  void hear_agents(Client& client);
  void tell_wishes(SessionId session, Client& client, std::vector<ClientEvent>& events);
  void connect(Nanos now, std::vector<ClientEvent>& events);
  void make_room();
  void call_next(Nanos now);
  void seat(Client& client);
  void let_go(std::vector<ClientEvent>& events);
  Client* find(SessionId session);

  TcpAcceptor world_, stream_, control_;
  const ServerOptions options_;
  std::map<SessionId, Client> clients_;
  std::uint32_t next_{1};
  std::deque<SessionId> ready_;          // whose episodes stand, in this order
  std::optional<SessionId> connecting_;  // who is on its way to the other two ports
  Nanos connecting_until_{};
  bool stirred_{};  // something was answered since poll(), which may have more to say
  std::string heard_;
};

}  // namespace paddock::carla
