// The web door: sockets and timers around peers.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "paddock/net/web_server.h"
#include "paddock/protocols/web/content.h"
#include "paddock/protocols/web/peer.h"
#include "paddock/rooms/door.h"

namespace paddock::web {

struct DoorOptions {
  WebOptions web;
  std::string levels_folder;
  std::string recordings_folder;
  RecordingsQuota recordings_quota{};
  std::span<const PageFile> page;
  std::string page_folder;
};

class Door {
 public:
  /// People open rooms of `context`; `doors` are those that programs of their levels come through.
  /// Context and doors outlive it.
  static Result<std::unique_ptr<Door>> open(const DoorOptions& options, const DoorContext& context,
                                            std::span<const DoorKind* const> doors);
  ~Door();
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

  std::uint16_t port() const { return web_->port(); }
  /// Serves on this thread until stop() or a signal.
  void run() { web_->run(); }
  /// Any thread.
  void stop() { web_->stop(); }
  /// `act` is called on the thread that runs, first of all when the server stops.
  void on_stop(std::function<void()> act) { on_stop_ = std::move(act); }
  /// On the thread that runs.
  WebStats stats() const { return web_->stats(); }

 private:
  struct Client {
    std::unique_ptr<Peer> peer;
    Nanos since{};
  };

  Door(const DoorOptions& options, const DoorContext& context,
       std::span<const DoorKind* const> doors);
  WebCallbacks callbacks();
  void opened(SocketId socket, WebAccess access, std::string_view address);
  void flush(SocketId socket);
  void every_second();
  void stopping();

  const DoorContext& shared_;
  Recordings recordings_;
  const std::string levels_folder_;
  Content content_;
  PeerContext context_;
  std::unique_ptr<WebServer> web_;
  std::map<SocketId, Client> clients_;
  std::string rooms_text_;
  std::function<void()> on_stop_;
};

}  // namespace paddock::web
