// What the command line says about the sensors of the robot-car course, as the door wants it.
#pragma once

#include "apps/paddock/verbs.h"
#include "paddock/game/course_car.h"

namespace paddock {

inline CourseSenses senses_of(const SensesOptions& options) {
  return {.realism = !options.ideal,
          .hide_cars = options.hide_cars,
          .depth = options.depth == "low"        ? DepthDetail::Low
                   : options.depth == "moderate" ? DepthDetail::Moderate
                                                 : DepthDetail::High};
}

}  // namespace paddock
