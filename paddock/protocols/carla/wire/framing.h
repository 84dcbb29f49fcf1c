// How messages follow each other on a connection: a 32-bit length, little-endian, and so many
// bytes. A length of 0 is a message too.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace paddock::carla {

/// Adds a message with its length.
void append_message(std::string& out, std::string_view body);
inline std::string framed(std::string_view body) {
  std::string out;
  append_message(out, body);
  return out;
}

/// Messages out of a stream that comes in any pieces. Lengths beyond `limit` are not believed.
class MessageReader {
 public:
  explicit MessageReader(std::size_t limit) : limit_(limit) {}

  void receive(std::string_view bytes);
  /// The next whole message; nothing while it is under way, and nothing ever again once broken.
  std::optional<std::string> next();
  /// The length that was too much to believe.
  std::optional<std::size_t> too_long() const { return too_long_; }
  /// Bytes of messages that are not whole or were not asked for.
  std::size_t unread() const { return buffer_.size() - read_; }

 private:
  std::size_t limit_;
  std::string buffer_;
  std::size_t read_{};  // of `buffer_`
  std::optional<std::size_t> too_long_;
};

}  // namespace paddock::carla
