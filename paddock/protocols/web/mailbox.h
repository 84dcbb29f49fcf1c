// What stages and other threads leave for a client, and bytes that several clients share.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/protocols/web/codec.h"
#include "paddock/rooms/rooms.h"

namespace paddock::web {

/// Bytes that several clients get alike are made once.
class FrameCache {
 public:
  using Bytes = std::shared_ptr<const std::string>;  // shared by the sockets that send them
  /// The bytes of item `index` of a frame or a measurement, made by `make` unless they are here.
  Bytes find(const std::shared_ptr<const void>& source, std::uint64_t index,
             const std::function<std::string()>& make);

 private:
  struct Entry {
    std::weak_ptr<const void> source;  // weak: with the last frame goes the world it shows
    std::uint64_t index{};
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
    std::string text;                            // sent instead of "ok" when it worked
    std::shared_ptr<Room> room{};                // opened: to be joined
    bool record{};                               // and recorded from the start
    std::optional<Refusal> refusal{};            // it was not even tried
    SubscriptionId subscription{};               // that was asked for; 0: none was
    std::shared_ptr<const SensorInfo> sensor{};  // that it reads, when it worked
  };
  struct Post {
    std::vector<Letter> letters;
    std::shared_ptr<const Frame> frame;  // the newest
    std::vector<StageEvent> events;      // none is missing
    std::optional<std::string> ended;    // why the room is over
  };

  explicit Mailbox(std::function<void()> wake) : wake_(std::move(wake)) {}
  void put(Letter letter);
  void put(std::uint64_t watch, std::shared_ptr<const Frame> frame);
  /// Those of subscriptions that are told by subscribe().
  void put(std::uint64_t watch, std::span<const Delivery> readings);
  void put_end(std::uint64_t watch, std::string_view reason);
  /// From now on only what this watch sees is taken in.
  void watch(std::uint64_t number);
  Post collect();

  /// Readings of this number are kept from now on: every one, as long as all that wait here are not
  /// too many, or else the newest. What is not kept is counted in the next one.
  void subscribe(SubscriptionId subscription, bool every);
  void unsubscribe(SubscriptionId subscription);
  /// The next reading, in the order in which they were made; none while its picture is being
  /// packed.
  std::optional<Delivery> take_reading(SubscriptionId subscription);
  /// What was not ready may be now.
  void wake();

  /// Nobody will collect any more.
  void shut();

 private:
  struct Line {
    bool every{};
    std::deque<Delivery> waiting;
    std::uint64_t left_out{};  // since the last of them
  };
  void keep(Line& line, const Delivery& reading);
  void drop_old(Line& line);
  void drop(Line& line, std::deque<Delivery>::iterator reading);
  void wake(std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::function<void()> wake_;
  bool awake_{};
  std::uint64_t watch_{};
  Post post_;
  std::map<SubscriptionId, Line> lines_;
  std::size_t bytes_{};  // of all readings that wait
};

}  // namespace paddock::web
