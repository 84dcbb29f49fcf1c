// What surfaces look like close up: grain, bricks, boards, grass, stripes, by place alone.
#pragma once

#include "paddock/core/image.h"
#include "paddock/core/vec.h"
#include "paddock/geom/material.h"

namespace paddock {

/// Light with the square root as its tone curve: fast, exact, and close enough to sRGB to mix in.
struct Tone {
  float r{}, g{}, b{};
};

inline Tone operator+(Tone a, Tone b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
inline Tone operator*(float s, Tone a) { return {s * a.r, s * a.g, s * a.b}; }

Tone tone_of(Color color);
Color color_of(Tone tone);

/// Metres after which a material's pattern can repeat; zero when it is plain.
Vec2 pattern_size(const Material& material);

struct PatternPlace {
  Vec2 at;         // metres; stripes follow each other along x
  double pixel{};  // metres; grain finer than this fades out
  bool repeats{};  // after pattern_size(), without a seam; otherwise never
};

/// The colour that a surface of `own` colour has at a place.
Tone pattern_at(const Material& material, Color own, const PatternPlace& place);

}  // namespace paddock
