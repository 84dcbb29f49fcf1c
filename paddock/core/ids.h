// Strong ids: an index that cannot be mistaken for another's.
#pragma once

#include <cstddef>
#include <cstdint>

namespace paddock {

/// A vehicle, walker or prop of a run: which slot it stands in and how many stood there before it.
/// So no id is used twice in a run, and the first in each slot has the slot's number.
enum class VehicleId : std::uint32_t {};
enum class PieceId : std::uint32_t {};
enum class GateId : std::uint32_t {};
enum class TriggerId : std::uint32_t {};

inline constexpr std::uint32_t kSlotBits = 12;
inline constexpr std::uint32_t kMostSlots = 1u << kSlotBits;
/// A slot in which so many have stood is closed for the rest of the run.
inline constexpr std::uint32_t kMostGenerations = 1u
                                                  << (31 - kSlotBits);  // events tell ids as int32

template <class Id>
constexpr std::size_t index_of(Id id) {
  return static_cast<std::size_t>(id);
}
/// The slot: where an actor stands in every list of a run, as long as it is there.
constexpr std::size_t index_of(VehicleId id) {
  return static_cast<std::size_t>(id) & (kMostSlots - 1);
}
constexpr std::uint32_t generation_of(VehicleId id) {
  return static_cast<std::uint32_t>(id) >> kSlotBits;
}
constexpr VehicleId vehicle_id(std::size_t slot, std::uint32_t generation = 0) {
  return VehicleId{static_cast<std::uint32_t>(slot) | generation << kSlotBits};
}

}  // namespace paddock
