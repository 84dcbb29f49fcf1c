// The web door: sockets and timers around peers, and the rooms they meet in.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "paddock/net/web_server.h"
#include "paddock/protocols/web/content.h"
#include "paddock/protocols/web/peer.h"
#include "paddock/stage/room.h"

namespace paddock::web {

struct DoorOptions {
  WebOptions web;
  std::string levels_folder;
  std::string recordings_folder;
  RecordingsQuota recordings_quota{};
  std::span<const PageFile> page;
  std::string page_folder;
  OpenLockStep open_lock_step{};
};

class Door {
 public:
  static Result<std::unique_ptr<Door>> open(const DoorOptions& options);
  ~Door();
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

  std::uint16_t port() const { return web_->port(); }
  Rooms& rooms() { return rooms_; }
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

  explicit Door(const DoorOptions& options);
  WebCallbacks callbacks();
  void opened(SocketId socket, WebAccess access);
  void flush(SocketId socket);
  void every_second();
  void stopping();

  Rooms rooms_;
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
