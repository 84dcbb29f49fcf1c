// The server as the command opens it: rooms, the page that shows them, and doors beside it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "paddock/protocols/web/server.h"
#include "paddock/rooms/door.h"

namespace paddock {

struct ServeOptions {
  std::string host{"127.0.0.1"};  // of every door
  int port{8080};                 // of the page
  std::string token;              // empty: drawn when the host is not loopback
  std::string view_token;         // for those who may only watch; empty: there is none
  std::string page;               // folder; empty: what was built in
  std::string recordings;         // folder; empty: the user's own
  std::vector<std::uint64_t> recordings_quota{2'000'000'000, 1000};  // bytes and files
  bool open{};                                                       // in a browser
  bool stop_on_signals{true};  // Ctrl-C stops the server; else the verb looks for it
  bool only_web{};             // no door opens beside the page
  OptionValues doors;          // DoorKind::server_options
};

/// Rooms of a run, the page and doors; one thread runs it. Stays where it is: doors hold its
/// context.
class Server {
 public:
  explicit Server(ServeOptions options);
  /// Doors close first, rooms last.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  const DoorContext& context() const { return context_; }
  Rooms& rooms() { return *rooms_; }

  /// Opens the page; to be done before all that follows.
  Result<void> open_page();
  /// Opens a door beside the page.
  Result<void> open_door(const DoorPlan& plan);
  /// Says where the page is, last what a program would read; `place` follows the address.
  void announce(const std::string& place) const;
  /// Serves on this thread until stop() or a signal.
  void run() { page_->run(); }
  /// Any thread.
  void stop() { page_->stop(); }

 private:
  const ServeOptions options_;
  WebOptions web_;
  std::unique_ptr<Rooms> rooms_;
  DoorContext context_;
  std::unique_ptr<web::Door> page_;
  std::vector<std::unique_ptr<OpenDoor>> doors_;
};

/// The page and every door.
int serve(const ServeOptions& options);
/// One door with its page; `values` are of DoorKind::options.
int serve_door(const DoorKind& door, const OptionValues& values, const ServeOptions& options);

/// Where recordings and best times are kept: `asked`, else PADDOCK_RECORDINGS, else where the
/// system keeps a user's data.
std::string recordings_folder(const std::string& asked);

}  // namespace paddock
