// What surfaces look like close up: grain, bricks, boards, grass, stripes, by place alone.
#pragma once

#include "paddock/core/vec.h"
#include "paddock/world/draw/scene.h"

namespace paddock::draw {

/// Light with the square root as its tone curve: fast, exact, and close enough to sRGB to mix in.
struct Tone {
  float r{}, g{}, b{};
};

inline Tone operator+(Tone a, Tone b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
inline Tone operator*(float s, Tone a) { return {s * a.r, s * a.g, s * a.b}; }

Tone tone_of(Color color);
Color color_of(Tone tone);

/// The surface's own colour at a place; grain finer than `pixel` metres fades out.
Tone pattern_at(const Surface& surface, Vec2 world, double pixel);

}  // namespace paddock::draw
