// What the chunks of a recording are made of, as bytes and back. A reader remembers what cannot be
// meant, so one look at ok() at the end is enough. The layout is docs/recordings.md.
#pragma once

#include <cstddef>
#include <cstdint>

#include "paddock/io/bytes.h"
#include "paddock/record/recording.h"

namespace paddock {

inline constexpr std::size_t kMaxRecordedName = 256;
inline constexpr std::size_t kMaxRecordedDriver = 4096;  // a name may be the path of a policy
inline constexpr std::int64_t kMaxRecordedTick = std::int64_t{1} << 53;
/// Since this one checkpoints hold sensors of the run; before, what each vehicle's IMU remembered.
inline constexpr std::uint32_t kSensorsVersion = 3;
/// Since this one they say who stands in which slot; before, nobody came or went.
inline constexpr std::uint32_t kActorsVersion = 4;
/// Since this one they say what commands changed about pieces; before, no piece changed.
inline constexpr std::uint32_t kPiecesVersion = 5;

/// Since this one they say what weather there is; before, it was the level's own.
inline constexpr std::uint32_t kWeatherVersion = 7;

// one pair for each type a fields() list may hold
void put(ByteWriter& w, double number);
void put(ByteWriter& w, bool truth);
void put(ByteWriter& w, std::uint32_t number);
void put(ByteWriter& w, std::uint64_t number);
void put(ByteWriter& w, std::int64_t number);
void put(ByteWriter& w, Tick tick);
void get(ByteReader& r, double& number);
void get(ByteReader& r, bool& truth);
void get(ByteReader& r, std::uint32_t& number);
void get(ByteReader& r, std::uint64_t& number);
void get(ByteReader& r, std::int64_t& number);
void get(ByteReader& r, Tick& tick);

void put_vehicle(ByteWriter& w, VehicleId vehicle);
VehicleId get_vehicle(ByteReader& r);
/// The kind of a vehicle whose fields follow.
std::size_t get_dynamics(ByteReader& r);

void put_pose(ByteWriter& w, const Pose2& pose);
Pose2 get_pose2(ByteReader& r);
void put_colors(ByteWriter& w, const std::optional<CarColors>& colors);
std::optional<CarColors> get_colors(ByteReader& r);

/// A sensor on a vehicle, as somebody asked for it or resolved.
void put_mount(ByteWriter& w, const SensorMount& mount);
SensorMount get_mount(ByteReader& r);

/// A command, an event or a hash, without its tick: recording_entry.cpp.
void put_entry(ByteWriter& w, const RecordingEntry& entry);
void get_entry(ByteReader& r, RecordingEntry& entry);

/// Everything that evolves: recording_snapshot.cpp.
void put_snapshot(ByteWriter& w, const Snapshot& snapshot);
Snapshot get_snapshot(ByteReader& r, std::uint32_t version);

}  // namespace paddock
