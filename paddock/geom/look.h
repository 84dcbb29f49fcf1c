// What eyes see of a thing: triangles with normals, texture coordinates and finishes. Cameras and
// the browser's GLB read the same looks. Metres, z up, in the frame of the thing.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "paddock/core/image.h"
#include "paddock/core/pose.h"
#include "paddock/core/vec.h"
#include "paddock/geom/material.h"

namespace paddock {

/// A picture on a surface: sRGB, RGB, rows from the top; u to the right, v up, both from 0 to 1.
struct Texture {
  std::string name;  // equal names are equal pictures
  Image image;
  Vec2 size{1, 1};     // metres that the picture covers
  bool repeats{true};  // outside 0 to 1; otherwise the border goes on
};

/// How a surface answers light.
struct Finish {
  std::string name;
  Color color{255, 255, 255};              // sRGB; a texture is multiplied by it
  std::shared_ptr<const Texture> texture;  // shared: many surfaces show one picture
  bool lit{true};  // unlit surfaces keep their exact colour: no light, no shadow, no fog
  double gloss{};  // 0 matt to 1 polished
  bool lamp{};     // lit from within at dusk, in the colour of lamplight
};

/// Points are shared by triangles only where normal and texture coordinates agree.
struct Look {
  std::vector<Vec3> points;
  std::vector<Vec3> normals;                            // one a point, unit
  std::vector<Vec2> uvs;                                // one a point
  std::vector<std::array<std::uint32_t, 3>> triangles;  // counter-clockwise seen from outside
  std::vector<std::uint16_t> finish_of;                 // one a triangle, into `finishes`
  std::vector<Finish> finishes;
};

/// A look with its place and meaning. Things that move are one part each.
struct LookPart {
  std::string name;  // unique in its scene: the node's name in a GLB
  Look look;
  Pose3 scene_from_part;
  std::uint32_t instance{};  // what an instance camera reports; 0 is nothing
  SemanticTag tag{};
  SeenBy seen_by;
  bool moves{};             // its pose or looks may differ from frame to frame
  std::uint32_t variant{};  // which of its piece's looks this is
};

// Instances of a scene: pieces are PieceId + 1 (a level has at most 20000), then the ground with
// its paint, then vehicles.
inline constexpr std::uint32_t kGroundInstance = 0xffff;
inline constexpr std::uint32_t kFirstVehicleInstance = 0x10000;  // + VehicleId

}  // namespace paddock
