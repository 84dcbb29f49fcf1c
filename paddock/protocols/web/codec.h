// Bytes to messages and back. Pure and total: any bytes are safe.
#pragma once

#include <string>
#include <string_view>

#include "paddock/protocols/web/messages.h"
#include "paddock/record/recordings.h"
#include "paddock/stage/frame.h"
#include "paddock/world/level_files.h"

namespace paddock::web {

/// A client's text message, or what to answer.
tl::expected<ClientMessage, Refusal> decode_client(std::string_view text);
/// The id of a message that was refused, when it has one.
std::optional<std::int64_t> id_of(std::string_view text);

std::string encode(const StateMessage& message);
std::string encode(const RangesMessage& message);
std::string encode(const PictureMessage& message);
std::string encode(const SeriesMessage& message);
std::string encode(const BodiesMessage& message);
std::string encode(const PointsMessage& message);
std::string encode(const PursuitMessage& message);
std::string encode(const RoadsMessage& message);
Result<ServerFrame> decode_frame(std::string_view bytes);

// --- text of the server -------------------------------------------------------------------------

using RequestId = std::optional<std::int64_t>;

/// A room as its members see it.
struct RoomView {
  std::string name;
  std::size_t viewers{};
  std::uint64_t client{};  // who is told
  std::string_view role{};
  const StageStatus* status{};
  const StageStatus* known{};  // what the client knows already; what is the same is left out
};

/// What people are shown beside a piece.
struct GaugeView {
  std::string piece;
  Vec3 at;  // of the piece
  GaugeReading reading;
  bool angle{};  // is shown
};

/// A room as the list shows it.
struct RoomLine {
  std::string name;
  std::size_t viewers{};
  std::shared_ptr<const Frame> frame;
  std::optional<bool> may_close{};  // by the client that is told
};

/// A mistake in a level file, by the file's name alone: people who look at a page know no folders
/// of the server.
Json problem_json(const Problem& problem);
Json server_json(bool token);
Json drivers_json();
std::string encode_ok(RequestId id);
std::string encode_error(RequestId id, const Refusal& refusal);
std::string encode_welcome(RequestId id, std::uint64_t client, Access access, bool token);
std::string encode_left(std::string_view room, std::string_view reason);
std::string encode_room(const RoomView& view);

/// Where levels are that are in no collection, such as those of tasks, while a room shows them:
/// "/levels/shown/race.glb".
inline constexpr std::string_view kShownLevels = "shown/";
/// A level's variables as its address has them: "cells=10,blocks=16".
std::string settings_text(const LevelSettings& settings);
std::string encode_gauges(const std::vector<GaugeView>& gauges);
std::string encode_events(const std::vector<StageEvent>& events);
/// What a client reads under that number; `format` of a picture.
std::string encode_subscribed(RequestId id, SubscriptionId subscription, const SensorInfo& sensor,
                              PictureFormat format);
std::string encode_pong(const Json& ping);
/// All kinds of sensors.
Json sensors_json();
Json rooms_json(const std::vector<RoomLine>& rooms);
Json recordings_json(const std::vector<RecordingSummary>& recordings);
/// `list` as a message of that type.
std::string encode_list(RequestId id, std::string_view type, Json list);

/// The code that goes with an error of ours.
RefusalCode code_of(const Error& error);

}  // namespace paddock::web
