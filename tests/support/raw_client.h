// A client of HTTP and WebSocket made of plain sockets: it can be as rude as a test wants.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "paddock/io/json.h"
#include "tests/support/wire_schema.h"

namespace paddock {

struct SocketFrame {
  int opcode{};  // 1 text, 2 binary, 8 close, 9 ping, 10 pong
  std::string bytes;
  int close_code() const {
    return bytes.size() < 2
               ? 0
               : static_cast<unsigned char>(bytes[0]) * 256 + static_cast<unsigned char>(bytes[1]);
  }
};

class RawClient {
 public:
  explicit RawClient(std::uint16_t port, int receive_buffer = 0);
  ~RawClient();
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  bool open() const { return open_; }
  int descriptor() const { return socket_; }

  void send(std::string_view bytes);
  /// Reads what is there, waiting at most so long for the first byte; false at the end.
  bool receive(int wait_ms);

  /// Everything until the server hangs up, or so long.
  std::string read_all(int wait_ms = 60'000) {
    while (open_ && receive(wait_ms) && !in_.empty() && open_) {
      const std::size_t before = in_.size();
      if (!receive(200) || in_.size() == before) break;
    }
    return std::move(in_);
  }

  /// "200" and the body of one response.
  std::pair<int, std::string> get(const std::string& path, const std::string& more = "") {
    send("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + more + "\r\n");
    return response();
  }
  std::pair<int, std::string> response(bool body = true) {
    const std::size_t end = fill_to("\r\n\r\n");
    if (end == std::string::npos) return {0, in_};
    head_ = in_.substr(0, end);
    const int status = head_.size() > 12 ? std::atoi(head_.c_str() + 9) : 0;
    std::size_t length = 0;
    if (const std::size_t at = head_.find("Content-Length: "); at != std::string::npos && body)
      length = static_cast<std::size_t>(std::atoll(head_.c_str() + at + 16));
    while (in_.size() < end + 4 + length && open_) receive(60'000);
    std::string content = in_.substr(end + 4, length);
    in_.erase(0, end + 4 + length);
    return {status, content};
  }
  const std::string& head() const { return head_; }

  // --- WebSocket

  bool upgrade(const std::string& path = "/ws", const std::string& more = "") {
    send("GET " + path +
         " HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n" +
         more + "\r\n");
    return response(false).first == 101;
  }

  void send_frame(int opcode, std::string_view bytes, bool last = true) {
    std::string frame;
    frame += static_cast<char>((last ? 0x80 : 0) | opcode);
    if (bytes.size() < 126) {
      frame += static_cast<char>(0x80 | bytes.size());
    } else if (bytes.size() < 65536) {
      frame += static_cast<char>(0x80 | 126);
      for (const int shift : {8, 0}) frame += static_cast<char>(bytes.size() >> shift & 0xff);
    } else {
      frame += static_cast<char>(0x80 | 127);
      for (int shift = 56; shift >= 0; shift -= 8)
        frame += static_cast<char>(bytes.size() >> shift & 0xff);
    }
    const char mask[4] = {0x12, 0x34, 0x56, 0x78};
    frame.append(mask, 4);
    for (std::size_t i = 0; i < bytes.size(); ++i)
      frame += static_cast<char>(bytes[i] ^ mask[i % 4]);
    send(frame);
  }
  void say(std::string_view json) { send_frame(1, json); }

  /// The next whole frame, or nothing after so long or when the server hung up. Pings are answered.
  std::optional<SocketFrame> next_frame(int wait_ms = 60'000) {
    for (;;) {
      if (auto frame = parse_frame()) {
        if (frame->opcode != 9) return frame;
        send_frame(10, frame->bytes);
        continue;
      }
      const std::size_t before = in_.size();
      if (!open_ || !receive(wait_ms) || in_.size() == before) return std::nullopt;
    }
  }

  /// The next text message of that type; others are passed over, but all must be of wire.json.
  std::optional<Json> receive(std::string_view type, int wait_ms = 60'000) {
    for (int i = 0; i < 100'000; ++i) {
      const auto frame = next_frame(wait_ms);
      if (!frame || frame->opcode == 8) return std::nullopt;
      if (frame->opcode != 1) continue;
      if (const std::string wrong = WireSchema::get().check_server(frame->bytes); !wrong.empty()) {
        std::fprintf(stderr, "the server said %s\n  %s\n", frame->bytes.c_str(), wrong.c_str());
        return std::nullopt;
      }
      auto json = parse_json(frame->bytes);
      const Json* found = json->find("type");
      if (found != nullptr && found->text() == type) return *json;
    }
    return std::nullopt;
  }
  /// The next binary frame of that kind.
  std::optional<std::string> see(std::uint8_t kind, int wait_ms = 60'000) {
    for (int i = 0; i < 100'000; ++i) {
      auto frame = next_frame(wait_ms);
      if (!frame || frame->opcode == 8) return std::nullopt;
      if (frame->opcode == 2 && !frame->bytes.empty() &&
          static_cast<std::uint8_t>(frame->bytes[0]) == kind)
        return std::move(frame->bytes);
    }
    return std::nullopt;
  }
  /// The code the server closes with; 0 when it just hangs up.
  int close_code(int wait_ms = 60'000) {
    for (int i = 0; i < 100'000; ++i) {
      const auto frame = next_frame(wait_ms);
      if (!frame) return 0;
      if (frame->opcode == 8) return frame->close_code();
    }
    return 0;
  }
  /// Connections with the same key are one person.
  bool greet(const std::string& key = "") {
    if (!upgrade()) return false;
    say(R"({"type":"hello","id":1,"version":1)" + (key.empty() ? "" : R"(,"key":")" + key + '"') +
        "}");
    return receive("welcome").has_value();
  }
  /// Unread bytes of the stream.
  std::string& buffer() { return in_; }

 private:
  std::size_t fill_to(std::string_view mark) {
    while (in_.find(mark) == std::string::npos && open_) {
      const std::size_t before = in_.size();
      if (!receive(60'000) || in_.size() == before) break;
    }
    return in_.find(mark);
  }

  std::optional<SocketFrame> parse_frame() {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(in_[i]); };
    if (in_.size() < 2) return std::nullopt;
    std::size_t length = byte(1) & 0x7f, head = 2;
    if (length >= 126) {
      const std::size_t wide = length == 126 ? 2 : 8;
      if (in_.size() < 2 + wide) return std::nullopt;
      length = 0;
      for (std::size_t i = 0; i < wide; ++i) length = length << 8 | byte(2 + i);
      head = 2 + wide;
    }
    if (in_.size() < head + length) return std::nullopt;
    SocketFrame frame{byte(0) & 0x0f, in_.substr(head, length)};
    in_.erase(0, head + length);
    return frame;
  }

  int socket_{-1};
  bool open_{};
  std::string in_, head_;
};

}  // namespace paddock
