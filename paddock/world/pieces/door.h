// A door that slides, swings or lifts.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "paddock/core/angle.h"
#include "paddock/core/vec.h"
#include "paddock/world/pieces/piece_kind.h"
#include "paddock/world/pieces/schedule.h"

namespace paddock {

enum class DoorOpens { Slide, Swing, Lift };
inline constexpr std::array<std::string_view, 3> kDoorWays{"slide", "swing", "lift"};

struct DoorSpec {  // closed it is a box across its own x; left is its own y
  Vec3 size{0.05, 1, 1};
  DoorOpens opens{DoorOpens::Slide};
  std::optional<double> travel{};  // m along y (slide) or z (lift); none: its own width or height
  double angle{kPi / 2};           // of a swing about the left edge, counter-clockwise
  double travel_time{1}, wait_time{2};
  double phase{}, jitter{};  // as an elevator's

  static void fields(auto&& visit) {
    visit(&DoorSpec::size, positive_field("size", "m", Scaling::Whole, kMostMetres));
    visit(&DoorSpec::opens, word_field("opens", kDoorWays));
    visit(&DoorSpec::travel,
          ranged_field("travel", "m", Scaling::Whole, -kMostMetres, kMostMetres));
    visit(&DoorSpec::angle, angle_field("angle", "angle_deg"));
    visit(&DoorSpec::travel_time, kTravelTimeField);
    visit(&DoorSpec::wait_time, kWaitTimeField);
    visit(&DoorSpec::phase, kPhaseField);
    visit(&DoorSpec::jitter, kJitterField);
  }
  static const PieceKind<DoorSpec> kind;
  bool operator==(const DoorSpec&) const = default;
};

}  // namespace paddock
