// Colours that cars, pieces, markings and maps share.
#pragma once

#include "paddock/core/image.h"

namespace paddock {

inline constexpr Color kChalk{242, 240, 234}, kAsphalt{20, 23, 26};

}  // namespace paddock
