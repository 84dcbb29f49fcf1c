// Who wants which sensor read, when, and in which format. Each reading is made once for all who
// want it, each picture packed once for each format. Rates are of simulated time.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/engine/sensing.h"

namespace paddock {

struct Session;
class Subscriber;

enum class PictureFormat : std::uint8_t { Raw, Png, Jpeg };

/// What somebody wants read.
struct SensorWant {
  SensorMount sensor;  // that says a name and nothing else: the run's own, where it has one
  bool every{};        // each reading at its rate, whatever the pace; else the newest, for people
  PictureFormat format{};
};

/// A sensor that is read; the same object for as long as it stays as it is.
struct SensorInfo {
  SensorMount mount;  // resolved
  ReadingForm form;
  double rate{};   // readings in a simulated second, as the level's ticks allow
  bool mounted{};  // part of the run
};

/// One reading, shared by all who get it.
struct Measurement {
  std::shared_ptr<const SensorInfo> sensor;
  std::uint32_t run{};  // of the stage
  Tick tick{};
  SensorReading reading;
};

/// A picture's bytes in one format, made on a thread of the shared pool. Any thread.
class PackedPicture {
 public:
  /// Colour as PNG or JPEG; depth as PNG of 16 bits in millimetres, 0 where nothing is met; tags as
  /// PNG of 8 bits.
  static std::shared_ptr<PackedPicture> pack(std::shared_ptr<const Measurement> picture,
                                             PictureFormat format);
  bool ready() const;
  /// Waits for them; empty when they could not be made.
  const std::string& bytes();
  /// Calls `then` once, at once when it is ready, else on the thread that packs.
  void when_ready(std::function<void()> then);

 private:
  mutable std::mutex mutex_;
  std::condition_variable done_;
  bool ready_{};
  std::string bytes_;
  std::vector<std::function<void()>> waiting_;
};

using SubscriptionId = std::uint32_t;  // of one subscriber; its own choice

/// A reading for one subscription.
struct Delivery {
  SubscriptionId subscription{};
  std::shared_ptr<const Measurement> measurement;
  std::shared_ptr<PackedPicture> packed{};  // where a format was asked for
  std::uint64_t left_out{};  // readings since the one before that nobody made for this subscription
};

/// All wants of a stage.
class Subscriptions {
 public:
  /// Says what is wrong. In place of one of the same number.
  Result<std::shared_ptr<const SensorInfo>> add(Session& session, const Subscriber* subscriber,
                                                SubscriptionId id, const SensorWant& want);
  void remove(const Subscriber* subscriber, SubscriptionId id);
  void remove_all(const Subscriber* subscriber);
  bool empty() const { return wants_.empty(); }

  /// Another run, or the same elsewhere in time or in another level: what looks on begins anew.
  void begin_run(Session& session, std::uint32_t run);
  /// The run's own sensors changed.
  void bind(Session& session);
  /// Something was changed between two ticks: readings of this one are made anew.
  void outdate();

  using Deliver = std::function<void(const Subscriber*, std::span<const Delivery>)>;
  /// A tick has passed: sensors that remember something advance, those who want every reading get
  /// theirs.
  void tick_passed(Session& session, const Deliver& deliver);
  /// The others get the newest where one was due since. `still`: simulated time stands and
  /// something was changed by hand, so what they have is old.
  void show_newest(Session& session, bool still, const Deliver& deliver);

  /// The sensor's reading now, made once a tick, for whoever else asks (doors).
  std::shared_ptr<const Measurement> read(Session& session, VehicleId vehicle,
                                          std::string_view name);

 private:
  /// A sensor that is read, for all who want the same.
  struct InUse {
    std::shared_ptr<const SensorInfo> info;
    MountedSensor own;           // unless it is the run's
    std::vector<double> memory;  // of such
    std::shared_ptr<const Measurement> newest;
  };
  struct Want {
    const Subscriber* subscriber{};
    SubscriptionId id{};
    SensorWant want;
    std::shared_ptr<InUse> sensor;  // shared by all who want the same; null: it is gone
    std::int64_t told{};            // readings that were due when it got its last
    bool first{true};
    std::shared_ptr<PackedPicture> packing{};  // of its last picture
  };
  struct Packed {
    std::shared_ptr<const Measurement> picture;
    PictureFormat format{};
    std::shared_ptr<PackedPicture> packed;
  };
  Result<std::shared_ptr<InUse>> find_or_make(Session& session, const SensorWant& want);
  void drop_unused();
  std::int64_t due(const Session& session, const Want& want) const;
  /// Once a tick.
  std::shared_ptr<const Measurement> measure(Session& session, InUse& sensor);
  std::shared_ptr<PackedPicture> packed(const std::shared_ptr<const Measurement>& picture,
                                        PictureFormat format);
  void deliver_to(Session& session, Want& want, std::int64_t due, const Deliver& deliver);

  std::uint32_t run_{1};
  std::vector<Want> wants_;
  std::vector<std::shared_ptr<InUse>> sensors_;  // without anybody they go
  std::vector<std::shared_ptr<InUse>> asked_;    // the run's, that doors read
  std::vector<Packed> packed_;                   // of this tick
};

}  // namespace paddock
