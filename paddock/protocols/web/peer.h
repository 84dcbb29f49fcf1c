// One client's conversation: text in, text and frames out. No socket and no clock: the wall time is
// handed in. Stages answer from their own threads, through a mailbox.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/protocols/web/codec.h"
#include "paddock/protocols/web/mailbox.h"
#include "paddock/protocols/web/rights.h"
#include "paddock/record/recordings.h"
#include "paddock/rooms/door.h"

namespace paddock::web {

/// Beyond all subscriptions; then come those of readings of which none may be lost, each of which
/// has a stream of its own.
inline constexpr std::uint32_t kBodiesStream = 65536;
inline constexpr std::uint32_t kPursuitStream = 65537;
inline constexpr std::uint32_t kRoadsStream = 65538;
inline constexpr std::uint32_t kFirstLosslessStream = 65538;

/// What all peers of a server share. Used on one thread, but for what says otherwise.
struct PeerContext {
  Rooms& rooms;
  const Recordings& recordings;
  std::function<Result<std::string>(const std::string& name)> find_level;  // its path; any thread
  std::function<void(std::function<void()>)> run_aside;  // on some other thread, sometime
  bool token{};
  /// Peers of the doors that a level asks for; on the thread of the room that opens.
  std::function<std::vector<std::shared_ptr<LockStepPeer>>(const JoinRequest&, const Session&,
                                                           EventLoop&)>
      join_doors{};
  FrameCache cache{};
  std::map<ClientId, std::string> people{};  // keys of all connections
  std::map<const Room*, std::size_t>
      openers_inside{};  // connections of who opened the room; none: 0
};

/// The rooms that are open, with their newest frames.
std::vector<RoomLine> room_lines(const Rooms& rooms);

struct Outgoing {
  enum class Kind { Text, Frame, Close } kind{};
  FrameCache::Bytes bytes;  // of a frame
  std::string text;         // or the reason of a close
  std::uint32_t stream{};   // 0 is state, then subscriptions, bodies and lossless readings
  std::uint16_t code{};     // of a close
};

/// Whether a frame of that stream still waits for the socket.
using StreamWaits = std::function<bool(std::uint32_t stream)>;

class Peer {
 public:
  /// `wake` is called on any thread when there is something to collect.
  Peer(PeerContext& context, ClientId client, Access access, std::function<void()> wake);
  ~Peer();
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  /// One text message of the client.
  void receive(std::string_view text);
  /// Everything to be sent at wall time `now`, in order. Of bodies only changes are told, so none
  /// of their frames may be lost: no other is made while one of them waits to be sent. Readings
  /// stay in the mailbox until the socket has room for them.
  std::vector<Outgoing> collect(
      Nanos now, const StreamWaits& waits = [](std::uint32_t) { return false; });

  bool greeted() const { return greeted_; }
  /// The list of rooms changed.
  void send_rooms(std::vector<RoomLine> rooms) { tell_rooms({}, std::move(rooms)); }

 private:
  struct Subscription {
    SubscriptionId number{};
    PictureFormat format{};
    bool every{};
    std::shared_ptr<const SensorInfo> told{};  // what the client knows; none before the answer
    std::optional<Delivery> held{};            // the next, taken out of the mailbox too early
    std::uint64_t left_out{};                  // pictures that could not be packed
  };
  struct UnderWay {  // a frame that may not be lost
    std::uint32_t stream{};
    SubscriptionId subscription{};
    std::size_t bytes{};
  };
  using StageWork = std::function<Result<void>(Stage&, Nanos)>;
  using StageCheck = std::function<std::optional<Refusal>(const Stage&)>;

  void greet(RequestId id, const Hello& hello);
  void handle(RequestId id, const Request& request);
  void handle_in_room(RequestId id, const Request& request, const Standing& standing);
  void handle_open(RequestId id, const OpenRoom& open);
  void handle_subscribe(RequestId id, const SubscribeSensor& wanted);
  void handle_unsubscribe(RequestId id, SubscriptionId number);
  void handle_record(RequestId id, const RecordRoom& record);
  void handle_close(RequestId id, const CloseRoom& close);
  void list_recordings(RequestId id);
  void tell_rooms(RequestId id, std::vector<RoomLine> rooms);
  bool runs(const Room& room) const;
  Standing standing_in(const Room* room) const;
  void join(RequestId id, const std::shared_ptr<Room>& room);
  void leave();
  /// Has `work` done on the room's thread, unless `check` refuses. False when the room takes
  /// nothing any more.
  bool on_stage(RequestId id, StageWork work, StageCheck check = {});
  OpenLog open_log() const;

  void send(std::string text);
  void refuse(RequestId id, const Refusal& refusal);
  void deliver(Mailbox::Letter letter);
  void show(const std::shared_ptr<const Frame>& frame, Nanos now, bool bodies_wait);
  void show_bodies(const Frame& frame);
  void show_gauges(const Frame& frame, Nanos now);
  void show_room(Nanos now);

  // --- readings
  SubscriptionId free_number();
  bool forget_subscription(SubscriptionId number);
  void settle_subscription(const Mailbox::Letter& letter);
  void show_readings(const StreamWaits& waits);
  bool has_room(const Subscription& s, const StreamWaits& waits) const;
  std::optional<Delivery> next_reading(Subscription& s);
  bool tell_sensor(Subscription& s, const Delivery& reading);
  std::string every_sample(Subscription& s, const Delivery& first);
  FrameCache::Bytes bytes_of(Subscription& s, const Delivery& reading);
  void send_reading(Subscription& s, Delivery reading);

  PeerContext& context_;
  const ClientId client_;
  const Access access_;
  std::shared_ptr<Mailbox> mailbox_;   // shared with the stages that write to it
  std::shared_ptr<Room> room_;         // shared: rooms may close at any time
  std::shared_ptr<Subscriber> watch_;  // shared: the stage holds subscribers weakly
  std::uint64_t watches_{};
  std::vector<Subscription> subscriptions_;
  SubscriptionId last_subscription_{};
  std::deque<UnderWay> under_way_;
  std::size_t bytes_under_way_{};
  std::uint32_t last_lossless_{};                            // stream
  std::shared_ptr<const StageStatus> status_, sent_status_;  // of the room; what the client knows
  std::string_view sent_role_;
  Nanos sent_at_{};
  Nanos gauges_at_{};
  std::shared_ptr<const RoadsFrame> sent_roads_;  // shared with the frames it came with
  std::vector<BodyMessage> sent_bodies_;          // as the client knows them, in run sent_run_
  std::uint32_t sent_run_{};
  std::vector<Outgoing> out_;
  int bad_messages_{};
  bool greeted_{}, closing_{};
};

}  // namespace paddock::web
