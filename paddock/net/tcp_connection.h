// A TcpLink's connection from dialling or accepting to its end; for the .cpp files of this folder
// alone.
#pragma once

#include "paddock/net/asio_loop.h"
#include "paddock/net/tcp_link.h"

namespace paddock {

/// Made anew for each connection, so that handlers of one that is closed meet no other.
class TcpConnection final : public Watched {
 public:
  using State = TcpLink::State;
  using tcp = asio::ip::tcp;

  explicit TcpConnection(EventLoop::Inside& loop)
      : Watched(loop), socket_(loop.context), resolver_(loop.context) {}

  void dial(const Endpoint& to);
  /// Goes on with a system's socket that somebody accepted.
  void accepted(const tcp& protocol, int system_socket);
  void close();

  State state() const { return state_; }
  /// Finds out whether a connection that was begun is there or was refused.
  void look();
  bool read(std::string& into);
  bool write(std::string_view bytes);
  std::size_t waiting() const { return unsent_.size() - sent_; }
  std::string peer() const;

  void arm() override;

 private:
  void ready(What what) override;
  void try_next();
  bool begin(const tcp::endpoint& at);
  bool take(const tcp& protocol, int system_socket);
  void forget_writing();
  bool met_itself() const;
  std::size_t send(std::string_view bytes);
  void flush();

  State state_{State::Connecting};
  tcp::socket socket_;  // open while an address is tried or connected
  tcp::resolver resolver_;
  std::vector<tcp::endpoint> untried_;  // last first
  std::string unsent_;
  std::size_t sent_{};  // of `unsent_`
  bool read_armed_{}, write_armed_{};
  bool write_known_{};  // Asio hears of room for writing from now on
};

struct TcpLink::Inside {
  std::shared_ptr<EventLoop::Inside> loop;
  std::shared_ptr<TcpConnection> connection{};  // none when closed

  explicit Inside(std::shared_ptr<EventLoop::Inside> of) : loop(std::move(of)) {}
  ~Inside() { close(); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

  TcpConnection& begin() {
    close();
    connection = std::make_shared<TcpConnection>(*loop);
    return *connection;
  }
  void close() {
    if (connection) connection->close();
    connection.reset();
  }
};

}  // namespace paddock
