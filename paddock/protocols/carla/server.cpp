#include "paddock/protocols/carla/server.h"

#include <algorithm>
#include <utility>

#include "paddock/core/log.h"

namespace paddock::carla {
namespace {

constexpr int kPortTries = 50;  // until three free ports stand in a row

std::string host_of(const TcpLink& link) {
  const std::string peer = link.peer();
  return peer.substr(0, peer.rfind(':'));
}

struct Ports {
  TcpAcceptor world, stream, control;
};

Result<Ports> open_ports(EventLoop& loop, const ServerOptions& options) {
  auto world = TcpAcceptor::open(loop, options.host, options.world_port);
  if (!world) return tl::unexpected(world.error());
  const int first = world->port();
  if (first + 2 > 65535)
    return fail(ErrorCode::Invalid, "the world's port must be at most 65533, got ", first);
  auto stream = TcpAcceptor::open(loop, options.host, static_cast<std::uint16_t>(first + 1));
  if (!stream) return tl::unexpected(stream.error());
  auto control = TcpAcceptor::open(loop, options.host, static_cast<std::uint16_t>(first + 2));
  if (!control) return tl::unexpected(control.error());
  return Ports{std::move(*world), std::move(*stream), std::move(*control)};
}

/// Sends away who comes without being called.
void clear(TcpAcceptor& acceptor) {
  while (acceptor.accept()) {
  }
}

}  // namespace

Result<ClientServer> ClientServer::open(EventLoop& loop, const ServerOptions& options) {
  auto ports = open_ports(loop, options);
  for (int i = 0; !ports && options.world_port == 0 && i < kPortTries; ++i)
    ports = open_ports(loop, options);
  if (!ports) return tl::unexpected(ports.error());
  return ClientServer(std::move(ports->world), std::move(ports->stream), std::move(ports->control),
                      options);
}

std::vector<ClientEvent> ClientServer::poll(Nanos now) {
  std::vector<ClientEvent> events;
  stirred_ = false;
  welcome();
  for (auto& [session, client] : clients_) {
    hear(client);
    tell_wishes(session, client, events);
  }
  connect(now, events);
  let_go(events);
  return events;
}

std::optional<Nanos> ClientServer::again() const {
  if (stirred_) return 0;
  if (connecting_) return connecting_until_;
  return std::nullopt;
}

ClientServer::Client* ClientServer::find(SessionId session) {
  const auto found = clients_.find(session);
  return found == clients_.end() || !found->second.trouble.empty() ? nullptr : &found->second;
}

std::string ClientServer::address_of(SessionId session) const {
  const auto found = clients_.find(session);
  return found == clients_.end() ? "" : found->second.world.peer();
}

// --- the world's port ---------------------------------------------------------------------------

void ClientServer::welcome() {
  while (auto link = world_.accept()) {
    if (options_.admits && !options_.admits(host_of(*link))) {
      log(LogLevel::Warning, concat("carla: ", link->peer(), " was not let in"));
      continue;
    }
    if (clients_.size() >= kMostSessions) make_room();
    if (clients_.size() < kMostSessions)
      clients_.emplace(SessionId{next_++},
                       Client{.world = std::move(*link), .peer = ClientPeer(options_.settings)});
    else
      log(LogLevel::Warning, concat("carla: ", link->peer(), " is one client too many"));
  }
}

/// Connections that never said anything keep nobody out: the oldest of them goes.
void ClientServer::make_room() {
  for (auto it = clients_.begin(); it != clients_.end(); ++it) {
    if (it->second.peer.phase() != Phase::Waiting) continue;
    clients_.erase(it);
    return;
  }
}

void ClientServer::hear(Client& client) {
  if (!client.trouble.empty()) return;
  heard_.clear();
  const bool there = client.world.read(heard_);
  client.peer.hear_world(heard_);
  hear_agents(client);
  if (client.peer.phase() == Phase::Over)
    client.trouble = client.peer.trouble();
  else if (!there)
    client.trouble = "it hung up";
}

/// Who leaves these two ports ends an episode, nothing else.
void ClientServer::hear_agents(Client& client) {
  if (client.stream) {
    heard_.clear();
    if (!client.stream->read(heard_)) client.stream.reset();
  }
  if (client.control) {
    heard_.clear();
    const bool there = client.control->read(heard_);
    client.peer.hear_control(heard_);
    if (!there) client.control.reset();
  }
}

void ClientServer::tell_wishes(SessionId session, Client& client,
                               std::vector<ClientEvent>& events) {
  if (!client.trouble.empty()) return;
  if (auto request = client.peer.take_request()) {
    client.stream.reset(), client.control.reset();
    if (connecting_ == session) connecting_.reset();
    events.push_back({session, EpisodeAsked{std::move(*request)}});
  }
  if (const auto spot = client.peer.take_start()) events.push_back({session, StartChosen{*spot}});
}

void ClientServer::describe(SessionId session, const SceneDescription& scene) {
  Client* const client = find(session);
  if (client == nullptr) return;
  client->world.write(client->peer.describe(scene));
  stirred_ = true;
}

// --- stream and control -------------------------------------------------------------------------

void ClientServer::ready(SessionId session) {
  if (find(session) == nullptr) return;
  ready_.push_back(session);
  stirred_ = true;
}

/// One client after the other comes to the stream's and the control's port.
void ClientServer::connect(Nanos now, std::vector<ClientEvent>& events) {
  if (connecting_ && find(*connecting_) == nullptr) connecting_.reset();
  if (!connecting_ && ready_.empty()) clear(stream_), clear(control_);
  if (!connecting_) call_next(now);
  while (connecting_) {
    Client& client = *find(*connecting_);
    seat(client);
    if (client.stream && client.control) {
      client.peer.connected();
      events.push_back({*connecting_, DriveBegun{}});
    } else if (now >= connecting_until_) {
      client.trouble = concat("it did not come to the ports ", stream_.port(), " and ",
                              control_.port(), " in time");
    } else {
      return;
    }
    connecting_.reset();
    call_next(now);
  }
}

void ClientServer::call_next(Nanos now) {
  while (!ready_.empty() && !connecting_) {
    const SessionId session = ready_.front();
    ready_.pop_front();
    Client* const client = find(session);
    if (client == nullptr) continue;
    clear(stream_), clear(control_);
    client->world.write(client->peer.ready());
    connecting_ = session, connecting_until_ = now + options_.connect_within;
  }
}

/// Whoever comes from the client's machine while it is awaited is the client; others are sent away.
void ClientServer::seat(Client& client) {
  const std::string host = host_of(client.world);
  const auto take = [&](TcpAcceptor& acceptor, std::optional<TcpLink>& link) {
    while (auto comer = acceptor.accept())
      if (!link && host_of(*comer) == host) link = std::move(*comer);
  };
  take(stream_, client.stream);
  take(control_, client.control);
}

bool ClientServer::show(SessionId session, std::string_view frame) {
  Client* const client = find(session);
  if (client == nullptr || !client->stream || client->stream->waiting() > 0 ||
      client->peer.phase() != Phase::Driving)
    return false;
  if (client->stream->write(frame)) return true;
  client->stream.reset();
  return false;
}

std::optional<Control> ClientServer::take_control(SessionId session) {
  Client* const client = find(session);
  if (client == nullptr || (client->stream && client->stream->waiting() > 0)) return std::nullopt;
  return client->peer.take_control();
}

// --- leaving ------------------------------------------------------------------------------------

void ClientServer::end(SessionId session, std::string why) {
  Client* const client = find(session);
  if (client == nullptr) return;
  client->trouble = std::move(why);
  stirred_ = true;
}

void ClientServer::let_go(std::vector<ClientEvent>& events) {
  for (auto it = clients_.begin(); it != clients_.end();) {
    if (it->second.trouble.empty()) {
      ++it;
      continue;
    }
    if (connecting_ == it->first) connecting_.reset();
    events.push_back({it->first, ClientGone{std::move(it->second.trouble)}});
    it = clients_.erase(it);
  }
}

}  // namespace paddock::carla
