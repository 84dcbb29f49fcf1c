#include "paddock/record/recording.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "paddock/io/file.h"
#include "paddock/record/recording_bytes.h"
#include "paddock/vehicles/older_figures.h"

namespace paddock {
namespace {

enum class ChunkKind : std::uint8_t { Head = 1, Checkpoint = 2, Entries = 3, End = 4, Policy = 5 };
constexpr std::size_t kMaxChunk = std::size_t{16} << 20;
constexpr std::size_t kMaxText = std::size_t{4} << 20;  // of a level
constexpr std::size_t kMaxPolicies = 256;

std::string chunk(ChunkKind kind, std::string_view content) {
  ByteWriter writer;
  writer.u8(static_cast<std::uint8_t>(kind));
  writer.u32(static_cast<std::uint32_t>(content.size()));
  writer.bytes(content);
  writer.u32(crc32_of(writer.view()));
  return writer.take();
}

std::int64_t get_tick(ByteReader& r, std::int64_t base) {
  const std::uint64_t more = r.varint();
  if (more > static_cast<std::uint64_t>(kMaxRecordedTick - base)) {
    r.refuse();
    return base;
  }
  return base + static_cast<std::int64_t>(more);
}

// --- head ---------------------------------------------------------------------------------------

// flags
constexpr int kOldImu = 1;    // before kSensorsVersion: every vehicle had an IMU
constexpr int kColored = 16;  // each vehicle's colours follow
constexpr int kSensors = 32;  // since kSensorsVersion, always: no checksum covers the version

std::string encode_head(const RecordingHead& head) {
  ByteWriter w;
  w.text(head.level), w.text(head.text);
  w.u64(head.spec.seed);
  w.varint(head.spec.laps);
  const auto& vehicles = head.spec.vehicles;
  const bool colored = std::any_of(vehicles.begin(), vehicles.end(),
                                   [](const VehicleRequest& v) { return v.colors.has_value(); });
  w.u8(static_cast<std::uint8_t>(kSensors | (head.spec.ideal_sensors ? 2 : 0) |
                                 static_cast<int>(head.spec.mode) << 2 | (colored ? kColored : 0)));
  w.varint(vehicles.size());
  for (const VehicleRequest& vehicle : vehicles) {
    w.text(vehicle.kind), w.text(vehicle.driver);
    if (colored) put_colors(w, vehicle.colors);
  }
  return w.take();
}

struct DecodedHead {
  RecordingHead head;
  bool old_imu{};
};

DecodedHead decode_head(ByteReader& r, std::uint32_t version) {
  DecodedHead decoded;
  RecordingHead& head = decoded.head;
  head.level = r.text(kMaxRecordedName);
  head.text = r.text(kMaxText);
  head.spec.seed = r.u64();
  get(r, head.spec.laps);
  const std::uint8_t flags = r.u8();
  decoded.old_imu = (flags & kOldImu) != 0;
  const bool sensors = (flags & kSensors) != 0;
  if (sensors != (version >= kSensorsVersion) || (sensors && decoded.old_imu)) r.refuse();
  head.spec.ideal_sensors = (flags & 2) != 0;
  const int mode = flags >> 2 & 3;
  if (flags >= 2 * kSensors || mode > static_cast<int>(PlayMode::Trial)) r.refuse();
  head.spec.mode = static_cast<PlayMode>(mode);
  head.spec.vehicles.assign(static_cast<std::size_t>(r.count(kMaxVehicles, 2)), {});
  for (VehicleRequest& vehicle : head.spec.vehicles) {
    vehicle.kind = r.text(kMaxRecordedName), vehicle.driver = r.text(kMaxRecordedDriver);
    if ((flags & kColored) != 0) vehicle.colors = get_colors(r);
  }
  return decoded;
}

// --- chunks -----------------------------------------------------------------------------------

void decode_entries(ByteReader& r, Recording& recording) {
  std::int64_t tick = get_tick(r, 0);
  const std::int64_t begin = tick;
  const std::int64_t end = get_tick(r, begin);
  std::vector<RecordingEntry> entries(static_cast<std::size_t>(r.count(kMaxChunk, 2)));
  for (RecordingEntry& entry : entries) {
    tick = get_tick(r, tick);
    entry.tick = Tick{tick};
    get_entry(r, entry);
    if (!r.ok()) return;
  }
  if (tick > end || begin < count(recording.end)) r.refuse();
  if (!r.done()) return;
  recording.end = Tick{end};
  recording.entries.insert(recording.entries.end(), std::make_move_iterator(entries.begin()),
                           std::make_move_iterator(entries.end()));
}

bool decode_policy(ByteReader& r, std::vector<NamedPolicy>& policies) {
  std::string name(r.text(kMaxRecordedDriver));
  const std::string_view text = r.text(kMaxChunk);
  if (!r.done() || policies.size() >= kMaxPolicies || !name.ends_with(".json")) return false;
  auto policy = read_policy(text, name);
  if (!policy) return false;
  policies.push_back({std::move(name), std::make_shared<const PolicyParams>(std::move(*policy))});
  return true;
}

/// A kind had fewer figures when this was written: hashes of then are over those alone.
bool has_fewer_figures(const Snapshot& snapshot) {
  for (std::size_t v = 0; v < snapshot.seats.size(); ++v) {
    const VehicleKind kind = kind_with(snapshot.state.physics.vehicles[v].index());
    if (snapshot.seats[v].params.size() == kQuadFiguresOnce &&
        std::holds_alternative<Quad2dParams<double>>(default_params(kind).figures))
      return true;
  }
  return false;
}

bool decode_checkpoint(ByteReader& r, std::uint32_t version, Recording& recording) {
  RecordingCheckpoint checkpoint{
      .next_entry = recording.entries.size(), .hash = r.u64(), .snapshot = {}};
  checkpoint.snapshot = get_snapshot(r, version);
  const Tick tick = checkpoint.snapshot.state.tick;
  if (!r.done() || tick < recording.end) return false;
  if (!recording.checkpoints.empty() && tick != recording.end) return false;
  recording.end = tick;
  if (has_fewer_figures(checkpoint.snapshot)) recording.comparable = false;
  recording.checkpoints.push_back(std::move(checkpoint));
  return true;
}

/// What is known of a file while its chunks are read.
struct FileState {
  std::uint32_t version{};
  bool headed{};
};

/// Reads one chunk into `recording`; false when it cannot be meant.
bool take_chunk(ChunkKind kind, std::string_view content, FileState& file, Recording& recording) {
  ByteReader r(content);
  switch (kind) {
    case ChunkKind::Head: {
      if (file.headed) return false;
      DecodedHead decoded = decode_head(r, file.version);
      recording.head = std::move(decoded.head);
      recording.comparable = !decoded.old_imu;
      file.headed = true;
      return r.done();
    }
    case ChunkKind::Checkpoint:
      return file.headed && decode_checkpoint(r, file.version, recording);
    case ChunkKind::Entries:
      if (recording.checkpoints.empty()) return false;
      decode_entries(r, recording);
      return r.done();
    case ChunkKind::Policy:
      return file.headed && decode_policy(r, recording.head.spec.policies);
    case ChunkKind::End:
      recording.complete = get_tick(r, 0) == count(recording.end) && r.done();
      return recording.complete;
  }
  return false;
}

/// The file's version.
Result<std::uint32_t> read_start(ByteReader& file) {
  if (file.bytes(kRecordingMagic.size()) != kRecordingMagic)
    return fail(ErrorCode::Invalid, "this is no Paddock recording");
  const std::uint32_t version = file.u32();
  if (version < 1 || version > kRecordingVersion)
    return fail(ErrorCode::Invalid, "the recording has version ", version,
                "; this Paddock reads 1 to ", kRecordingVersion);
  return version;
}

constexpr std::size_t kStart = kRecordingMagic.size() + 4;
constexpr std::size_t kChunkHead = 5, kChunkTail = 4;

/// Up to `size` bytes from `at` on; fewer where the file ends.
std::string bytes_at(std::ifstream& file, std::uint64_t at, std::size_t size) {
  std::string bytes(size, '\0');
  file.clear();
  file.seekg(static_cast<std::streamoff>(at));
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
  return bytes;
}

/// The tick in the end chunk that `tail` ends with, if it does.
std::optional<Tick> end_in(std::string_view tail) {
  for (std::size_t size = 1; size <= 10 && tail.size() >= kChunkHead + size + kChunkTail; ++size) {
    const std::string_view last = tail.substr(tail.size() - (kChunkHead + size + kChunkTail));
    ByteReader r(last);
    if (r.u8() != static_cast<std::uint8_t>(ChunkKind::End) || r.u32() != size) continue;
    const std::int64_t tick = get_tick(r, 0);
    const bool fits = r.ok() && r.left() == kChunkTail;
    if (fits && r.u32() == crc32_of(last.substr(0, kChunkHead + size))) return Tick{tick};
  }
  return std::nullopt;
}

/// Head, first tick and end of a file that was ended; nothing when it was not.
std::optional<RecordingOutline> outline_of(std::ifstream& file, std::uint64_t size) {
  RecordingOutline outline;
  const auto end = end_in(bytes_at(file, size - std::min<std::uint64_t>(size, 32), 32));
  const std::string start = bytes_at(file, 0, kStart);
  ByteReader first(start);
  const auto version = read_start(first);
  if (!end || !version) return std::nullopt;
  outline.end = *end, outline.complete = true;
  bool headed = false;
  for (std::uint64_t at = kStart; at < size;) {
    const std::string begun = bytes_at(file, at, kChunkHead + 16);
    ByteReader r(begun);
    const auto kind = static_cast<ChunkKind>(r.u8());
    const std::uint32_t length = r.u32();
    if (length > kMaxChunk) return std::nullopt;
    if (kind == ChunkKind::Head && !headed) {
      const std::string whole = bytes_at(file, at, kChunkHead + length + kChunkTail);
      if (whole.size() != kChunkHead + length + kChunkTail) return std::nullopt;
      ByteReader content(std::string_view(whole).substr(kChunkHead, length));
      outline.head = decode_head(content, *version).head;
      headed = content.done();
    } else if (kind == ChunkKind::Checkpoint) {
      r.u64();  // its hash
      outline.begin = Tick{r.i64()};
      return headed && r.ok() ? std::optional(outline) : std::nullopt;
    } else if (kind != ChunkKind::Policy) {
      return std::nullopt;
    }
    at += kChunkHead + length + kChunkTail;
  }
  return std::nullopt;
}

}  // namespace

std::string encode_start(const RecordingHead& head) {
  ByteWriter w;
  w.bytes(kRecordingMagic);
  w.u32(kRecordingVersion);
  w.bytes(chunk(ChunkKind::Head, encode_head(head)));
  return w.take();
}

std::string encode_policy(std::string_view name, const PolicyParams& policy) {
  ByteWriter w;
  w.text(name), w.text(policy_text(policy));
  return chunk(ChunkKind::Policy, w.view());
}

std::string encode_entries(const std::vector<RecordingEntry>& entries, Tick begin, Tick end) {
  ByteWriter w;
  w.varint(static_cast<std::uint64_t>(count(begin)));
  w.varint(static_cast<std::uint64_t>(count(end) - count(begin)));
  w.varint(entries.size());
  std::int64_t tick = count(begin);
  for (const RecordingEntry& entry : entries) {
    w.varint(static_cast<std::uint64_t>(count(entry.tick) - tick));
    tick = count(entry.tick);
    put_entry(w, entry);
  }
  return chunk(ChunkKind::Entries, w.view());
}

std::string encode_checkpoint(const Snapshot& snapshot, std::uint64_t hash) {
  ByteWriter w;
  w.u64(hash);
  put_snapshot(w, snapshot);
  return chunk(ChunkKind::Checkpoint, w.view());
}

std::string encode_end(Tick end) {
  ByteWriter w;
  w.varint(static_cast<std::uint64_t>(count(end)));
  return chunk(ChunkKind::End, w.view());
}

Result<Recording> decode_recording(std::string_view bytes) {
  ByteReader file(bytes);
  const auto version = read_start(file);
  if (!version) return tl::unexpected(version.error());
  Recording recording;
  FileState state{.version = *version};
  while (file.left() > 0 && !recording.complete) {
    const std::string_view rest = bytes.substr(bytes.size() - file.left());
    const auto kind = static_cast<ChunkKind>(file.u8());
    const std::uint32_t size = file.u32();
    if (size > kMaxChunk) break;
    const std::string_view content = file.bytes(size);
    const std::uint32_t crc = file.u32();
    if (!file.ok() || crc != crc32_of(rest.substr(0, 5 + content.size()))) break;
    if (!take_chunk(kind, content, state, recording)) break;
  }
  if (recording.checkpoints.empty())
    return fail(ErrorCode::Invalid, "the recording is cut short before its first checkpoint");
  return recording;
}

Result<Recording> read_recording(const std::string& path) {
  const auto bytes = read_file(path, kRecordingLimit);
  if (!bytes) return tl::unexpected(bytes.error());
  auto recording = decode_recording(*bytes);
  if (!recording) return tl::unexpected(recording.error().within(path));
  return recording;
}

Result<RecordingOutline> read_outline(const std::string& path) {
  std::error_code wrong;
  const std::uint64_t size = std::filesystem::file_size(path, wrong);
  std::ifstream file(path, std::ios::binary);
  if (!wrong && file)
    if (auto outline = outline_of(file, size)) return std::move(*outline);
  auto recording = read_recording(path);
  if (!recording) return tl::unexpected(recording.error());
  return RecordingOutline{.head = std::move(recording->head),
                          .begin = recording->checkpoints.front().snapshot.state.tick,
                          .end = recording->end,
                          .complete = recording->complete};
}

}  // namespace paddock
