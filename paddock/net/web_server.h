// HTTP and WebSocket on one port. Knows no simulation. Boost stays inside web_server.cpp.
//
// One thread, the one that calls run(), owns all sockets. Requests for files are answered on worker
// threads, so that a large picture never holds up a frame.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "paddock/core/error.h"

namespace paddock {

/// What the token that came with a request is good for.
enum class WebAccess : std::uint8_t { Full, View };

struct HttpRequest {
  std::string path;   // percent-decoded, begins with /
  std::string query;  // as it came
  std::string etag;   // the client has this one already
  bool gzip{};        // the client can unpack
  WebAccess access{};

  /// A value of the query, percent-decoded; empty when it is not there.
  std::string parameter(std::string_view name) const;
};

struct HttpResponse {
  int status{200};
  std::string type{"text/plain; charset=utf-8"};
  std::shared_ptr<const std::string> body;  // shared with a cache
  std::string etag;                         // empty: may not be kept
  bool forever{};                           // the content of this address never changes
  bool gzip{};                              // the body is packed
};

/// One sentence for people.
HttpResponse plain_answer(int status, std::string sentence);

enum class SocketId : std::uint64_t {};

struct WebOptions {
  std::string host{"127.0.0.1"};
  std::uint16_t port{8080};  // 0: the system chooses
  int port_tries{1};         // so many ports from `port` on
  std::string token;         // empty: none is asked for
  std::string view_token;    // who shows this one may only watch; empty: there is none
  bool stop_on_signals{};    // SIGINT and SIGTERM

  std::size_t max_connections{512};
  std::size_t max_message{65'536};    // bytes of a client's text
  std::size_t max_waiting{1u << 20};  // bytes of text a client has not taken yet
  double request_seconds{10};         // from connecting to a complete request
  double idle_seconds{20};            // of silence; half way a ping goes out
  double stall_seconds{10};           // a write that takes longer ends the connection
  double goodbye_seconds{0.4};        // at most, for those who are there when the server stops
};

struct WebCallbacks {
  /// On a worker thread.
  std::function<HttpResponse(const HttpRequest&)> respond;
  /// Paths that can wait: threads of their own answer them, so that they hold up no other.
  std::function<bool(std::string_view path)> can_wait{};
  /// Paths that are shown without the token.
  std::function<bool(std::string_view path)> is_public;
  // on the thread that runs
  std::function<void(SocketId, WebAccess, std::string_view address)>
      opened;  // of the client, without port
  std::function<void(SocketId, std::string_view)> text;
  std::function<void(SocketId)> closed;
  std::function<void()> every_second;
  std::function<void()> stopping;
};

struct WebStats {
  std::uint64_t sockets{}, frames_sent{}, frames_dropped{}, bytes_sent{};
};

class WebServer {
 public:
  /// Binds and listens; says which address could not be had.
  static Result<std::unique_ptr<WebServer>> listen(WebOptions options, WebCallbacks callbacks);
  ~WebServer();
  WebServer(const WebServer&) = delete;
  WebServer& operator=(const WebServer&) = delete;

  std::uint16_t port() const;
  /// Serves until stop() or a signal.
  void run();
  /// Says good-bye to everybody; run() returns as soon as all of them have answered, at once when
  /// nobody is there. Any thread.
  void stop();
  /// Has `task` done on the thread that runs. Any thread.
  void post(std::function<void()> task);
  /// Has `task` done on a worker thread. Any thread.
  void run_aside(std::function<void()> task);

  // --- on the thread that runs; a socket that is gone is nobody's fault
  /// Never dropped; a client that lets too much wait is closed.
  void send_text(SocketId socket, std::string text);
  /// Of each stream only the newest waits.
  void send_frame(SocketId socket, std::uint32_t stream, std::shared_ptr<const std::string> bytes);
  /// Whether a frame of that stream has not begun to go out.
  bool waits(SocketId socket, std::uint32_t stream) const;
  void close(SocketId socket, std::uint16_t code, std::string_view reason);
  WebStats stats() const;

 private:
  struct Inside;
  explicit WebServer(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

/// True for 127.0.0.0/8, ::1 and localhost.
bool is_loopback(std::string_view host);

/// Percent escapes undone; nothing when one is cut short or stands for a zero byte.
Result<std::string> percent_decoded(std::string_view text);

/// "example.net:8080" of "http://example.net:8080"; empty when that is no origin.
std::string_view host_of_origin(std::string_view origin);

/// Names of hosts know no capitals.
bool same_host(std::string_view a, std::string_view b);

/// "example.net" of "example.net:8080", "::1" of "[::1]:8080".
std::string_view without_port(std::string_view host);

}  // namespace paddock
