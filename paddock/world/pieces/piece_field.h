// How one field of a piece is spelled, bounded and scaled. Each kind lists its fields once, in
// fields(); reading, writing, checking and scaling follow from that list, defaults from the struct.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace paddock {

inline constexpr double kMostMetres = 10'000;  // metres, of anything that a piece measures
inline constexpr double kMostKilograms = 1e6;  // kilograms
inline constexpr double kMostPhase = 1e6;      // seconds

/// What becomes of a field where a place scales its part along x, y and z.
enum class Scaling : std::uint8_t {
  None,   // masses, speeds, times, numbers of things
  Axes,   // each coordinate with its own axis
  Up,     // with z
  Round,  // with x, which must be as y
  Whole,  // with all three, which must be one number
  Own,    // as the kind itself says
};

enum class FieldBound : std::uint8_t {
  None,      // whatever the kind's own rules leave
  Positive,  // above 0, at most `high`
  Between,   // from `low` to `high`
};

struct PieceField {
  std::string_view key;   // as files spell it
  std::string_view unit;  // "m", "kg", …; empty: a plain number, a word, a text
  Scaling scales;
  FieldBound bound{};
  double low{}, high{};                       // of each of its numbers
  std::string_view in_degrees{};              // its other key, of an angle
  std::span<const std::string_view> words{};  // of an enum, in its order
  bool required{};                            // the file must say it
  bool always_written{};                      // although it is the default
  constexpr PieceField given() const;         // the same, but required
  constexpr PieceField written() const;       // the same, but always written
};

constexpr PieceField PieceField::given() const {
  PieceField field = *this;
  field.required = true;
  return field;
}
constexpr PieceField PieceField::written() const {
  PieceField field = *this;
  field.always_written = true;
  return field;
}

/// A number, or each number of a vector, above 0 and at most `most`.
constexpr PieceField positive_field(std::string_view key, std::string_view unit, Scaling scales,
                                    double most) {
  return {.key = key, .unit = unit, .scales = scales, .bound = FieldBound::Positive, .high = most};
}
constexpr PieceField ranged_field(std::string_view key, std::string_view unit, Scaling scales,
                                  double low, double high) {
  return {.key = key,
          .unit = unit,
          .scales = scales,
          .bound = FieldBound::Between,
          .low = low,
          .high = high};
}
/// A number whose bounds depend on others: the kind's own rules have them.
constexpr PieceField free_field(std::string_view key, std::string_view unit, Scaling scales) {
  return {.key = key, .unit = unit, .scales = scales};
}
/// Radians here; files may say it in degrees under `in_degrees`.
constexpr PieceField angle_field(std::string_view key, std::string_view in_degrees) {
  return {.key = key, .unit = "degrees", .scales = Scaling::None, .in_degrees = in_degrees};
}
constexpr PieceField truth_field(std::string_view key) {
  return {.key = key, .unit = "", .scales = Scaling::None};
}
/// An enum whose values files spell as `words`.
constexpr PieceField word_field(std::string_view key, std::span<const std::string_view> words) {
  return {.key = key, .unit = "", .scales = Scaling::None, .words = words};
}
/// A text that is not empty.
constexpr PieceField text_field(std::string_view key) {
  return {.key = key, .unit = "", .scales = Scaling::None, .required = true};
}
/// A line of points, or the loops of an outline.
constexpr PieceField line_field(std::string_view key) {
  return {.key = key, .unit = "m", .scales = Scaling::Axes, .required = true};
}

/// What the kind itself reads, writes, checks and scales.
constexpr PieceField own_field(std::string_view key, std::string_view unit) {
  return {.key = key, .unit = unit, .scales = Scaling::Own};
}

/// Of what vehicles push about; nothing: it follows from the volume.
inline constexpr PieceField kMassField =
    positive_field("mass", "kg", Scaling::None, kMostKilograms);

}  // namespace paddock
