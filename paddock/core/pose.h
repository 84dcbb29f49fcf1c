// Rigid poses, named so that they chain: point_in_world = world_from_body * point_in_body.
#pragma once

#include <array>

#include "paddock/core/angle.h"
#include "paddock/core/det_math.h"
#include "paddock/core/vec.h"

namespace paddock {

/// A rotation by an angle, kept as cosine and sine.
struct Rot2 {
  double c{1}, s{};
  static Rot2 of(double angle) {
    Rot2 r;
    det::sincos(angle, r.s, r.c);
    return r;
  }
};

constexpr Vec2 operator*(Rot2 r, Vec2 v) { return {r.c * v.x - r.s * v.y, r.s * v.x + r.c * v.y}; }
constexpr Rot2 operator*(Rot2 a, Rot2 b) { return {a.c * b.c - a.s * b.s, a.s * b.c + a.c * b.s}; }
constexpr Rot2 inverse(Rot2 r) { return {r.c, -r.s}; }

struct Pose2 {
  double x{}, y{}, yaw{};
  bool operator==(const Pose2&) const = default;
};

constexpr Vec2 position(const Pose2& p) { return {p.x, p.y}; }

inline Vec2 operator*(const Pose2& world_from_body, Vec2 point_in_body) {
  return position(world_from_body) + Rot2::of(world_from_body.yaw) * point_in_body;
}

inline Pose2 operator*(const Pose2& a_from_b, const Pose2& b_from_c) {
  const Vec2 at = a_from_b * position(b_from_c);
  return {at.x, at.y, wrap_angle(a_from_b.yaw + b_from_c.yaw)};
}

inline Pose2 inverse(const Pose2& a_from_b) {
  const Vec2 at = inverse(Rot2::of(a_from_b.yaw)) * -position(a_from_b);
  return {at.x, at.y, wrap_angle(-a_from_b.yaw)};
}

/// Unit quaternion.
struct Quat {
  double w{1}, x{}, y{}, z{};
  bool operator==(const Quat&) const = default;
  /// Yaw about z, then pitch about the new y, then roll about the new x.
  static Quat from_yaw_pitch_roll(double yaw, double pitch, double roll);
};

constexpr Quat operator*(Quat a, Quat b) {
  return {
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
constexpr Quat inverse(Quat q) { return {q.w, -q.x, -q.y, -q.z}; }
constexpr Vec3 operator*(Quat q, Vec3 v) {
  const Vec3 u{q.x, q.y, q.z};
  const Vec3 t = 2 * cross(u, v);
  return v + q.w * t + cross(u, t);
}

inline Quat Quat::from_yaw_pitch_roll(double yaw, double pitch, double roll) {
  const Rot2 a = Rot2::of(yaw / 2), b = Rot2::of(pitch / 2), c = Rot2::of(roll / 2);
  return Quat{a.c, 0, 0, a.s} * Quat{b.c, 0, b.s, 0} * Quat{c.c, c.s, 0, 0};
}

/// The rotation as a matrix, row by row.
constexpr std::array<double, 9> matrix_of(Quat q) {
  const Vec3 x = q * Vec3{1, 0, 0}, y = q * Vec3{0, 1, 0}, z = q * Vec3{0, 0, 1};
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}

struct Pose3 {
  Vec3 at;
  Quat turn;
  bool operator==(const Pose3&) const = default;
};

constexpr Vec3 operator*(const Pose3& world_from_body, Vec3 point_in_body) {
  return world_from_body.at + world_from_body.turn * point_in_body;
}
constexpr Pose3 operator*(const Pose3& a_from_b, const Pose3& b_from_c) {
  return {a_from_b * b_from_c.at, a_from_b.turn * b_from_c.turn};
}
constexpr Pose3 inverse(const Pose3& p) {
  const Quat back = inverse(p.turn);
  return {back * -p.at, back};
}

}  // namespace paddock
