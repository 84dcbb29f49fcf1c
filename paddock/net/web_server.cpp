// clang-format off
#include <utility>  // before Asio of Boost 1.74, which forgets it in C++20
// clang-format on
#include "paddock/net/web_server.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "paddock/core/log.h"

namespace paddock {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using ErrorNumber = boost::system::error_code;
using SteadyTime = std::chrono::steady_clock::time_point;
using FileResponse = http::response<http::span_body<const char>>;

constexpr std::uint32_t kMaxHead = 16 * 1024;
constexpr std::uint64_t kMaxBody = 4096;  // of a request; nobody sends one
constexpr int kSendBuffer = 256 * 1024;   // bytes the system keeps for a slow reader
constexpr std::size_t kWorkers = 2;

// the page talks to this server alone, and nobody may frame it
constexpr const char* kContentPolicy =
    "default-src 'self'; img-src 'self' blob: data:; connect-src 'self' blob: data:; "
    "style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; base-uri 'none'; "
    "frame-ancestors 'none'";

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(1000 * seconds));
}

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

}  // namespace

// --- what connections and the server share ------------------------------------------------------

struct WebServer::Inside {
  class Connection;
  class Socket;

  Inside(WebOptions o, WebCallbacks c) : options(std::move(o)), callbacks(std::move(c)) {}

  Result<void> listen();
  void accept();
  void tick();
  void begin_stop();
  void stop_when_alone();
  /// Why this request may not come in, or nothing.
  std::optional<HttpResponse> refusal(const http::request<http::string_body>& request,
                                      const HttpRequest& wanted) const;
  /// What the request's token is good for, or nothing.
  std::optional<WebAccess> access(const http::request<http::string_body>& request,
                                  const HttpRequest& wanted) const;

  WebOptions options;
  WebCallbacks callbacks;
  asio::io_context io{1};
  asio::thread_pool workers{kWorkers}, patient{2};
  tcp::acceptor acceptor{io};
  asio::steady_timer timer{io};
  asio::signal_set signals{io};
  std::uint16_t port{};
  // shared: connections that end after the server still count themselves out
  std::shared_ptr<std::size_t> connections = std::make_shared<std::size_t>(0);
  std::map<SocketId, std::shared_ptr<Socket>> sockets;
  std::uint64_t next_socket{1};
  WebStats stats;
  bool stopping{};
};

// --- a WebSocket --------------------------------------------------------------------------------

class WebServer::Inside::Socket : public std::enable_shared_from_this<Socket> {
 public:
  Socket(beast::tcp_stream stream, Inside& inside, SocketId id, WebAccess access)
      : stream_(std::move(stream)), inside_(inside), id_(id), access_(access) {}

  void accept(const http::request<http::string_body>& request) {
    auto& raw = beast::get_lowest_layer(stream_);
    raw.expires_never();
    ErrorNumber ignored;
    raw.socket().set_option(asio::socket_base::send_buffer_size(kSendBuffer), ignored);
    websocket::stream_base::timeout timeout;
    timeout.handshake_timeout = milliseconds(inside_.options.request_seconds);
    timeout.idle_timeout = milliseconds(inside_.options.idle_seconds);
    timeout.keep_alive_pings = true;
    stream_.set_option(timeout);
    stream_.read_message_max(inside_.options.max_message);
    stream_.auto_fragment(false);
    stream_.async_accept(request, [self = shared_from_this()](ErrorNumber wrong) {
      if (wrong || self->closing_) return self->finish();
      self->open_ = true;
      ErrorNumber gone;
      const auto from = beast::get_lowest_layer(self->stream_).socket().remote_endpoint(gone);
      self->inside_.callbacks.opened(self->id_, self->access_,
                                     gone ? std::string() : from.address().to_string());
      self->read();
    });
  }

  void send_text(std::string text) {
    if (closing_) return;
    waiting_ += text.size();
    texts_.push_back(std::move(text));
    if (waiting_ > inside_.options.max_waiting)
      return close(1008, "you read too slowly; connect again");
    write();
  }

  void send_frame(std::uint32_t stream, std::shared_ptr<const std::string> bytes) {
    if (closing_) return;
    for (Waiting& frame : frames_)
      if (frame.stream == stream) {
        frame.bytes = std::move(bytes);
        ++inside_.stats.frames_dropped;
        return;
      }
    frames_.push_back({stream, std::move(bytes)});
    write();
  }

  bool waits(std::uint32_t stream) const {
    return std::any_of(frames_.begin(), frames_.end(),
                       [&](const Waiting& frame) { return frame.stream == stream; });
  }

  void close(std::uint16_t code, std::string_view reason) {
    if (closing_) return;
    closing_ = true;
    reason_ = websocket::close_reason(code);
    reason_.reason.assign(reason.data(), std::min<std::size_t>(reason.size(), 120));
    texts_.clear(), frames_.clear(), waiting_ = 0;
    if (!open_) return end();  // still shaking hands: no words can be said yet
    if (!writing_) say_good_bye();
  }

  /// Ends it without a word when a write or a good-bye has taken too long.
  void end_if_stalled(SteadyTime now) {
    if ((writing_ || closing_) && now - write_began_ > milliseconds(inside_.options.stall_seconds))
      end();
  }

  void end() {
    beast::get_lowest_layer(stream_).close();
    finish();
  }

 private:
  struct Waiting {
    std::uint32_t stream{};
    std::shared_ptr<const std::string> bytes;
  };

  void read() {
    stream_.async_read(buffer_, [self = shared_from_this()](ErrorNumber wrong, std::size_t) {
      if (wrong) return self->finish();
      if (self->stream_.got_binary()) {
        self->close(1003, "send text");
      } else if (!self->closing_) {
        const auto bytes = self->buffer_.cdata();
        self->inside_.callbacks.text(self->id_,
                                     {static_cast<const char*>(bytes.data()), bytes.size()});
      }
      self->buffer_.consume(self->buffer_.size());
      self->read();
    });
  }

  /// Text goes first; frames in the order in which their streams began to wait.
  void write() {
    if (writing_ || !open_) return;
    if (!texts_.empty()) {
      stream_.text(true);
      waiting_ -= texts_.front().size();
      current_ = std::make_shared<const std::string>(std::move(texts_.front()));
      texts_.pop_front();
    } else if (!frames_.empty()) {
      stream_.binary(true);
      current_ = std::move(frames_.front().bytes);
      frames_.erase(frames_.begin());
      ++inside_.stats.frames_sent;
    } else {
      return;
    }
    writing_ = true;
    write_began_ = std::chrono::steady_clock::now();
    inside_.stats.bytes_sent += current_->size();
    stream_.async_write(asio::buffer(*current_),
                        [self = shared_from_this()](ErrorNumber wrong, std::size_t) {
                          self->writing_ = false;
                          self->current_.reset();
                          if (wrong) return self->finish();
                          if (self->closing_) return self->say_good_bye();
                          self->write();
                        });
  }

  void say_good_bye() {
    write_began_ = std::chrono::steady_clock::now();
    stream_.async_close(reason_, [self = shared_from_this()](ErrorNumber) { self->end(); });
  }

  void finish() {
    closing_ = true;
    const bool was_open = std::exchange(open_, false);
    if (inside_.sockets.erase(id_) == 0) return;
    --*inside_.connections;
    if (was_open) inside_.callbacks.closed(id_);
    inside_.stop_when_alone();
  }

  websocket::stream<beast::tcp_stream> stream_;
  Inside& inside_;
  const SocketId id_;
  const WebAccess access_;
  beast::flat_buffer buffer_;
  std::deque<std::string> texts_;
  std::size_t waiting_{};
  std::vector<Waiting> frames_;
  std::shared_ptr<const std::string> current_;
  websocket::close_reason reason_;
  SteadyTime write_began_{};
  bool open_{}, writing_{}, closing_{};
};

// --- an HTTP connection -------------------------------------------------------------------------

class WebServer::Inside::Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, Inside& inside)
      : stream_(std::move(socket)), inside_(inside), counter_(inside.connections) {
    ++*counter_;
  }
  ~Connection() {
    if (counted_) --*counter_;
  }

  void read() {
    parser_.emplace();
    parser_->header_limit(kMaxHead);
    parser_->body_limit(kMaxBody);
    stream_.expires_after(milliseconds(inside_.options.request_seconds));
    http::async_read(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](ErrorNumber wrong, std::size_t) { self->take(wrong); });
  }

 private:
  void take(ErrorNumber wrong) {
    if (wrong == http::error::header_limit)
      return answer(plain_answer(431, "The head of the request is too long."), false);
    if (wrong == http::error::body_limit)
      return answer(plain_answer(413, "Nothing here takes a body that long."), false);
    if (wrong == beast::error::timeout || wrong == http::error::end_of_stream) return hang_up();
    if (wrong.category() == make_error_code(http::error::bad_method).category())
      return answer(plain_answer(400, "This is no HTTP request."), false);
    if (wrong) return;

    request_ = parser_->release();
    HttpRequest wanted;
    const std::string_view target = view(request_.target());
    const std::size_t mark = target.find('?');
    const auto path = percent_decoded(target.substr(0, mark));
    if (!path || !path->starts_with('/'))
      return answer(plain_answer(400, "The address is not written as HTTP wants it."), false);
    wanted.path = *path;
    if (mark != std::string_view::npos) wanted.query = target.substr(mark + 1);
    wanted.etag = std::string(view(request_[http::field::if_none_match]));
    wanted.gzip =
        view(request_[http::field::accept_encoding]).find("gzip") != std::string_view::npos;
    if (auto refused = inside_.refusal(request_, wanted)) return answer(std::move(*refused), false);
    wanted.access = inside_.access(request_, wanted).value_or(WebAccess::View);
    if (wanted.path == "/ws") return upgrade(wanted.access);
    respond(std::move(wanted));
  }

  void upgrade(WebAccess access) {
    if (!websocket::is_upgrade(request_))
      return answer(plain_answer(400, "This address speaks WebSocket only."), true);
    const SocketId id{inside_.next_socket++};
    auto socket = std::make_shared<Socket>(std::move(stream_), inside_, id, access);
    inside_.sockets[id] = socket;
    counted_ = false;  // the socket counts on
    socket->accept(request_);
  }

  void respond(HttpRequest wanted) {
    stream_.expires_never();
    // handed over and back, never shared: the connection must not end on a worker
    const bool can_wait = inside_.callbacks.can_wait && inside_.callbacks.can_wait(wanted.path);
    asio::post(can_wait ? inside_.patient : inside_.workers,
               [self = shared_from_this(), wanted = std::move(wanted)]() mutable {
                 Inside& inside = self->inside_;
                 HttpResponse response = inside.callbacks.respond(wanted);
                 if (!response.etag.empty() && response.etag == wanted.etag) {
                   response.status = 304;
                   response.body.reset();
                 }
                 asio::post(inside.io,
                            [self = std::move(self), response = std::move(response)]() mutable {
                              self->answer(std::move(response), true);
                            });
               });
  }

  void answer(HttpResponse response, bool stay) {
    body_ = response.body ? response.body : std::make_shared<const std::string>();
    out_ = FileResponse(static_cast<http::status>(response.status), 11);
    out_.set(http::field::server, "paddock");
    out_.set(http::field::content_type, response.type);
    out_.set("X-Content-Type-Options", "nosniff");
    out_.set("Content-Security-Policy", kContentPolicy);
    out_.set("Referrer-Policy", "no-referrer");
    if (!response.etag.empty()) out_.set(http::field::etag, response.etag);
    out_.set(http::field::cache_control, response.forever ? "public, max-age=31536000, immutable"
                                         : response.etag.empty() ? "no-store"
                                                                 : "no-cache");
    if (response.gzip) out_.set(http::field::content_encoding, "gzip");
    const bool head = request_.method() == http::verb::head;
    if (!head) out_.body() = {body_->data(), body_->size()};
    out_.content_length(body_->size());
    out_.keep_alive(stay && request_.keep_alive());
    stream_.expires_after(milliseconds(30.0));
    serializer_.emplace(out_);
    serializer_->split(head);
    const auto done = [self = shared_from_this()](ErrorNumber wrong, std::size_t) {
      if (wrong) return;
      if (!self->out_.keep_alive()) return self->hang_up();
      self->read();
    };
    if (head)
      http::async_write_header(stream_, *serializer_, done);
    else
      http::async_write(stream_, *serializer_, done);
  }

  void hang_up() {
    ErrorNumber ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

  beast::tcp_stream stream_;
  Inside& inside_;
  std::shared_ptr<std::size_t> counter_;
  bool counted_{true};
  beast::flat_buffer buffer_{kMaxHead + kMaxBody};
  std::optional<http::request_parser<http::string_body>> parser_;
  http::request<http::string_body> request_;
  std::shared_ptr<const std::string> body_;
  FileResponse out_;
  std::optional<http::response_serializer<http::span_body<const char>>> serializer_;
};

// --- the server ---------------------------------------------------------------------------------

Result<void> WebServer::Inside::listen() {
  ErrorNumber wrong;
  const auto address =
      asio::ip::make_address(options.host == "localhost" ? "127.0.0.1" : options.host, wrong);
  if (wrong)
    return fail(ErrorCode::Invalid,
                "--host must be an address such as 127.0.0.1 or 0.0.0.0, got \"", options.host,
                "\"");
  for (int i = 0; i < std::max(1, options.port_tries); ++i) {
    const tcp::endpoint endpoint(address, static_cast<std::uint16_t>(options.port + i));
    acceptor.open(endpoint.protocol(), wrong);
    if (wrong) break;
    ErrorNumber ignored;
    acceptor.set_option(asio::socket_base::reuse_address(true), ignored);
    acceptor.bind(endpoint, wrong);
    if (!wrong) acceptor.listen(asio::socket_base::max_listen_connections, wrong);
    if (!wrong) {
      port = acceptor.local_endpoint().port();
      return {};
    }
    acceptor.close(ignored);
    if (wrong != asio::error::address_in_use) break;
  }
  return fail(ErrorCode::Io, "cannot listen on ", options.host, ":", options.port, ": ",
              std::string_view(wrong.message()));
}

void WebServer::Inside::accept() {
  acceptor.async_accept([this](ErrorNumber wrong, tcp::socket socket) {
    if (stopping || wrong == asio::error::operation_aborted) return;
    // far beyond the limit there is no time for words
    if (!wrong && *connections < 2 * options.max_connections) {
      ErrorNumber ignored;
      socket.set_option(tcp::no_delay(true), ignored);
      std::make_shared<Connection>(std::move(socket), *this)->read();
    }
    accept();
  });
}

std::optional<HttpResponse> WebServer::Inside::refusal(
    const http::request<http::string_body>& request, const HttpRequest& wanted) const {
  if (*connections > options.max_connections)
    return plain_answer(503, "The server has as many visitors as it takes. Try again later.");
  if (request.method() != http::verb::get && request.method() != http::verb::head)
    return plain_answer(405, "Only GET and HEAD work here.");
  const std::string_view host = view(request[http::field::host]);
  if (is_loopback(options.host) && !is_loopback(without_port(host)))
    return plain_answer(403, "This server answers to loopback names only, such as 127.0.0.1.");
  if (const auto origin = request.find(http::field::origin);
      origin != request.end() && !same_host(host_of_origin(view(origin->value())), host))
    return plain_answer(403, "Another site's page may not talk to this server.");
  if (callbacks.is_public(wanted.path) || access(request, wanted)) return std::nullopt;
  return plain_answer(401, "This server wants its token: open the address it printed.");
}

std::optional<WebAccess> WebServer::Inside::access(const http::request<http::string_body>& request,
                                                   const HttpRequest& wanted) const {
  const std::string asked = wanted.parameter("token");
  const std::string_view bearer = view(request[http::field::authorization]);
  const auto shown = [&](const std::string& token) {
    return !token.empty() && (asked == token || bearer == "Bearer " + token);
  };
  if (options.token.empty() ? !shown(options.view_token) : shown(options.token))
    return WebAccess::Full;
  if (shown(options.view_token)) return WebAccess::View;
  return std::nullopt;
}

void WebServer::Inside::tick() {
  timer.expires_after(std::chrono::seconds(1));
  timer.async_wait([this](ErrorNumber wrong) {
    if (wrong || stopping) return;
    const auto now = std::chrono::steady_clock::now();
    const auto all = sockets;  // ending one takes it out of the map
    for (const auto& [id, socket] : all) socket->end_if_stalled(now);
    callbacks.every_second();
    tick();
  });
}

void WebServer::Inside::begin_stop() {
  if (std::exchange(stopping, true)) return;
  callbacks.stopping();
  ErrorNumber ignored;
  acceptor.close(ignored);
  signals.cancel(ignored);
  workers.stop(), patient.stop();  // what waits for them is not begun any more
  const auto all = sockets;
  for (const auto& [id, socket] : all) socket->close(1001, "the server stops");
  timer.expires_after(milliseconds(options.goodbye_seconds));
  timer.async_wait([this](ErrorNumber) { io.stop(); });
  stop_when_alone();
}

void WebServer::Inside::stop_when_alone() {
  if (stopping && sockets.empty()) io.stop();
}

WebServer::WebServer(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}

WebServer::~WebServer() {
  inside_->workers.join();
  inside_->patient.join();
  inside_->sockets.clear();
}

Result<std::unique_ptr<WebServer>> WebServer::listen(WebOptions options, WebCallbacks callbacks) {
  auto inside = std::make_unique<Inside>(std::move(options), std::move(callbacks));
  if (auto listening = inside->listen(); !listening) return tl::unexpected(listening.error());
  return std::unique_ptr<WebServer>(new WebServer(std::move(inside)));
}

std::uint16_t WebServer::port() const { return inside_->port; }

void WebServer::run() {
  Inside& inside = *inside_;
  if (inside.options.stop_on_signals) {
    inside.signals.add(SIGINT);
    inside.signals.add(SIGTERM);
    inside.signals.async_wait([&](ErrorNumber wrong, int) {
      if (!wrong) inside.begin_stop();
    });
  }
  inside.accept();
  inside.tick();
  inside.io.run();
}

void WebServer::stop() {
  asio::post(inside_->io, [this] { inside_->begin_stop(); });
}

void WebServer::post(std::function<void()> task) { asio::post(inside_->io, std::move(task)); }

void WebServer::run_aside(std::function<void()> task) {
  asio::post(inside_->workers, std::move(task));
}

void WebServer::send_text(SocketId socket, std::string text) {
  const auto found = inside_->sockets.find(socket);
  if (found != inside_->sockets.end()) std::shared_ptr(found->second)->send_text(std::move(text));
}

bool WebServer::waits(SocketId socket, std::uint32_t stream) const {
  const auto found = inside_->sockets.find(socket);
  return found != inside_->sockets.end() && found->second->waits(stream);
}

void WebServer::send_frame(SocketId socket, std::uint32_t stream,
                           std::shared_ptr<const std::string> bytes) {
  const auto found = inside_->sockets.find(socket);
  if (found != inside_->sockets.end()) found->second->send_frame(stream, std::move(bytes));
}

void WebServer::close(SocketId socket, std::uint16_t code, std::string_view reason) {
  const auto found = inside_->sockets.find(socket);
  if (found != inside_->sockets.end()) std::shared_ptr(found->second)->close(code, reason);
}

WebStats WebServer::stats() const {
  WebStats stats = inside_->stats;
  stats.sockets = inside_->sockets.size();
  return stats;
}

}  // namespace paddock
