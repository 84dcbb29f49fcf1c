// A recording: the level itself, the seed, what reached the run from outside, what happened, and a
// checkpoint every ten simulated seconds. Positions are not in it: a replay computes them again and
// compares hashes. The file format is docs/recordings.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/stage/session.h"

namespace paddock {

inline constexpr std::uint32_t kRecordingVersion = 7;
inline constexpr std::size_t kRecordingLimit = std::size_t{256} << 20;  // bytes of a file

/// What a run begins with.
struct RecordingHead {
  std::string level;  // "tracks/oval"
  std::string text;   // the level file; stands alone
  SessionSpec spec;   // with every policy that drives
  bool operator==(const RecordingHead&) const = default;
};

/// The hash the run had after so many ticks.
struct HashMark {
  std::uint64_t hash{};
  bool operator==(const HashMark&) const = default;
};

struct RecordingEntry {
  Tick tick{};  // of the state it met: a command takes effect with the tick that follows
  std::variant<Command, StageEvent, HashMark> what;
  bool operator==(const RecordingEntry&) const = default;
};

struct RecordingCheckpoint {
  std::size_t next_entry{};  // how many entries came before
  std::uint64_t hash{};
  Snapshot snapshot;
  bool operator==(const RecordingCheckpoint&) const = default;
};

struct Recording {
  RecordingHead head;
  std::vector<RecordingEntry> entries;
  std::vector<RecordingCheckpoint> checkpoints;  // the first is where the recording begins
  Tick end{};                                    // all is known up to here
  bool complete{};                               // it was ended, not cut off
  /// False: its hashes are over an IMU's memory as versions before 3 had it, which no state has any
  /// more, or over fewer figures than a kind has now. Then a replay compares none.
  bool comparable{true};
};

// --- bytes; a file is kMagic and chunks --------------------------------------------------------

inline constexpr std::string_view kRecordingMagic = "PADDOCKR";

/// The policies of the head's spec are chunks of their own: encode_policy().
std::string encode_start(const RecordingHead& head);
std::string encode_policy(std::string_view name, const PolicyParams& policy);
/// Entries of the ticks up to `end`; the first may not be before `begin`.
std::string encode_entries(const std::vector<RecordingEntry>& entries, Tick begin, Tick end);
std::string encode_checkpoint(const Snapshot& snapshot, std::uint64_t hash);
std::string encode_end(Tick end);

/// Any bytes are safe. A file that was cut short gives what is whole; an Error when not even the
/// head and the first checkpoint are.
Result<Recording> decode_recording(std::string_view bytes);

Result<Recording> read_recording(const std::string& path);

/// What lists say of a recording.
struct RecordingOutline {
  RecordingHead head;  // without policies, unless all was read
  Tick begin{}, end{};
  bool complete{};
};

/// Reads no more than the head and the two ends of a file that was ended; of another all of it.
Result<RecordingOutline> read_outline(const std::string& path);

}  // namespace paddock
