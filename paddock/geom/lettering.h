// Text and lines over a finished picture. Pixels, y down.
#pragma once

#include <string_view>

#include "paddock/core/image.h"
#include "paddock/core/vec.h"

namespace paddock {

/// Mixes a colour into one pixel; outside the image nothing happens.
void cover_pixel(Image& image, int x, int y, Color color, double cover);

/// A line with round ends.
void draw_stroke(Image& image, Vec2 from, Vec2 to, double width, Color color);

/// Width of a line of text whose capitals are `capital` high. ASCII; other characters leave a
/// space.
double text_width(std::string_view text, double capital);

/// Draws text from `baseline`, its left end.
void draw_text(Image& image, Vec2 baseline, double capital, std::string_view text, Color color);

}  // namespace paddock
