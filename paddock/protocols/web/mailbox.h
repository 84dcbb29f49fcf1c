// What stages and other threads leave for a client, and bytes that several clients share.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "paddock/protocols/web/codec.h"
#include "paddock/rooms/rooms.h"

namespace paddock::web {

/// Bytes that several clients get alike are made once.
class FrameCache {
 public:
  using Bytes = std::shared_ptr<const std::string>;  // shared by the sockets that send them
  /// The bytes of item `index` of a frame, made by `make` unless they are here.
  Bytes find(const std::shared_ptr<const Frame>& frame, std::size_t index,
             const std::function<std::string()>& make);

 private:
  struct Entry {
    std::weak_ptr<const Frame> frame;  // weak: with the last frame goes the world it shows
    std::size_t index{};
    Bytes bytes;
  };
  static constexpr std::size_t kSize = 64;
  std::vector<Entry> entries_;
  std::size_t oldest_{};
};

/// Where stages leave what a client is to get. Any thread.
class Mailbox {
 public:
  struct Letter {
    RequestId id;
    Result<void> result;
    std::string text;                  // sent instead of "ok" when it worked
    std::shared_ptr<Room> room{};      // opened: to be joined
    bool record{};                     // and recorded from the start
    std::optional<Refusal> refusal{};  // it was not even tried
  };
  struct Post {
    std::vector<Letter> letters;
    std::vector<std::shared_ptr<const Frame>> frames;  // the newest last; some may be missing
    std::vector<StageEvent> events;                    // none is missing
    std::vector<std::pair<std::uint16_t, std::shared_ptr<const std::string>>> pictures;
    std::optional<std::string> ended;  // why the room is over
  };

  explicit Mailbox(std::function<void()> wake) : wake_(std::move(wake)) {}
  void put(Letter letter);
  void put(std::uint64_t watch, std::shared_ptr<const Frame> frame);
  void put(std::uint64_t watch, std::uint16_t subscription,
           std::shared_ptr<const std::string> picture);
  void put_end(std::uint64_t watch, std::string_view reason);
  /// From now on only what this watch sees is taken in.
  void watch(std::uint64_t number);
  Post collect();
  /// Nobody will collect any more.
  void shut();

 private:
  void wake(std::unique_lock<std::mutex>& lock);
  std::mutex mutex_;
  std::function<void()> wake_;
  bool awake_{};
  std::uint64_t watch_{};
  Post post_;
};

}  // namespace paddock::web
