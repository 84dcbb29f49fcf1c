// Setting pieces down in a frame of their own: a lot by the street, x away from it, y along it.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "paddock/core/pose.h"
#include "paddock/world/level.h"

namespace paddock {

/// What a piece is made of and what it is.
struct Made {
  std::string_view material;
  SemanticTag tag{};
  std::optional<Color> color{};
  bool solid{true};
};

class Site {
 public:
  Site(const Pose2& world_from_site, std::vector<PieceSpec>& into)
      : pose_(world_from_site), into_(&into) {}

  const Pose2& pose() const { return pose_; }
  /// A frame within this one.
  Site at(const Pose2& site_from_inner) const { return {pose_ * site_from_inner, *into_}; }

  /// `at.z` above the ground; later calls may move what is returned.
  PieceSpec& put(Vec3 at, PieceShape shape, const Made& made) const {
    PieceSpec piece;
    const Vec2 place = pose_ * xy(at);
    piece.at = {place.x, place.y, at.z};
    piece.yaw = wrap_angle(pose_.yaw);
    piece.material = made.material, piece.tag = made.tag, piece.color = made.color;
    piece.solid = made.solid;
    piece.shape = std::move(shape);
    into_->push_back(std::move(piece));
    return into_->back();
  }

 private:
  Pose2 pose_;
  std::vector<PieceSpec>* into_;
};

}  // namespace paddock
