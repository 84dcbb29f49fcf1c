// What the command line says about the sensors of the robot-car course, as the door wants it.
#pragma once

#include "apps/paddock/verbs.h"
#include "paddock/protocols/racecar/car.h"

namespace paddock {

inline racecar::CourseSenses senses_of(const SensesOptions& options) {
  return {.realism = !options.ideal,
          .hide_cars = options.hide_cars,
          .depth = options.depth == "low"        ? racecar::DepthDetail::Low
                   : options.depth == "moderate" ? racecar::DepthDetail::Moderate
                                                 : racecar::DepthDetail::High};
}

}  // namespace paddock
