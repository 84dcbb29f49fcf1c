// Strong ids: an index that cannot be mistaken for another's.
#pragma once

#include <cstddef>
#include <cstdint>

namespace paddock {

enum class VehicleId : std::uint32_t {};
enum class PieceId : std::uint32_t {};
enum class GateId : std::uint32_t {};
enum class TriggerId : std::uint32_t {};

template <class Id>
constexpr std::size_t index_of(Id id) {
  return static_cast<std::size_t>(id);
}

}  // namespace paddock
