// Looks turned into the plain arrays of surface.h: planes, finishes, textures with all their sizes.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "paddock/geom/look.h"
#include "paddock/raycast/surface.h"

namespace paddock {

/// The triangles of a look so that those which stand together follow each other.
std::vector<std::uint32_t> neighbours_in_order(const Look& look);

class Surfaces {
 public:
  /// Appends the triangles of `look` in this order, moved; they report `part`. Returns the index of
  /// the first.
  std::size_t add(const Look& look, std::span<const std::uint32_t> order,
                  const Pose3& frame_from_look, std::int32_t part);
  std::int32_t add_part(std::uint32_t instance, SemanticTag tag);
  SurfaceView view() const;
  std::size_t triangle_count() const { return triangles_.size(); }
  std::size_t cluster_count() const { return clusters_; }

  std::vector<PlacedFrame> frames{PlacedFrame{}};  // frame 0 is the scene

 private:
  std::int32_t add_finish(const Finish& finish);
  std::int32_t add_texture(const std::shared_ptr<const Texture>& texture);
  void add_triangle(const Look& look, std::size_t index, const Pose3& frame_from_look,
                    std::int32_t finish, std::int32_t part);
  void add_clusters(std::size_t first, std::size_t end);

  std::vector<SurfaceTriangle> triangles_;
  std::array<std::vector<float>, 9> corners_;
  std::vector<float> closed_;
  std::size_t clusters_{};
  std::vector<std::int32_t> cluster_first_, cluster_count_;
  std::array<std::vector<float>, 3> cluster_at_, cluster_half_;
  std::vector<SurfaceUv> uvs_;
  std::vector<SurfaceBend> bends_;
  std::vector<SurfaceFinish> finishes_;
  std::vector<SurfaceTexture> textures_;
  std::vector<TextureLevel> levels_;
  std::vector<std::uint32_t> texels_;
  std::vector<SurfacePart> parts_;
  std::map<std::string, std::int32_t> texture_of_name_;
};

}  // namespace paddock
