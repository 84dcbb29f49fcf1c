// The one table of materials and the one table of tags. Friction is relative to dry asphalt;
// figures follow the usual ranges for rubber tyres. Neighbouring grounds differ in value, not only
// in hue.
#include "paddock/geom/material.h"

#include <algorithm>
#include <array>

namespace paddock {
namespace {

// clang-format off
constexpr std::array kMaterials{
    Material{"asphalt",   { 62,  67,  72}, Pattern::Asphalt,  1.00, "dry road"},
    Material{"wet",       { 41,  48,  56}, Pattern::Asphalt,  0.70, "asphalt after rain", 0.60},
    Material{"concrete",  {148, 152, 154}, Pattern::Concrete, 0.95, "hall floor, paving"},
    Material{"tile",      {196, 193, 186}, Pattern::Checker,  0.75, "floor tiles", 0.30},
    Material{"carpet",    { 92, 104, 118}, Pattern::Carpet,   0.90, "short-pile carpet"},
    Material{"wood",      {186, 148, 102}, Pattern::Planks,   0.85, "boards", 0.10},
    Material{"cardboard", {198, 162, 114}, Pattern::Board,    0.70, "boxes"},
    Material{"brick",     {160,  86,  70}, Pattern::Bricks,   0.90, "fired brick with pale joints"},
    Material{"plaster",   {224, 219, 208}, Pattern::Plaster,  0.80, "room walls"},
    Material{"steel",     {164, 172, 180}, Pattern::Plain,    0.60, "brushed sheet", 0.45},
    Material{"glass",     {176, 204, 210}, Pattern::Plain,    0.50, "clear pane", 0.80},
    Material{"rubber",    { 40,  42,  45}, Pattern::Tread,    1.10, "tyres, mats"},
    Material{"foam",      {120, 146, 176}, Pattern::Plain,    0.80, "soft blocks"},
    Material{"grass",     { 96, 134,  72}, Pattern::Grass,    0.55, "short grass"},
    Material{"hedge",     { 58,  92,  54}, Pattern::Leaves,   0.50, "leaves"},
    Material{"dirt",      {126, 102,  76}, Pattern::Earth,    0.65, "packed earth"},
    Material{"gravel",    {164, 156, 142}, Pattern::Gravel,   0.55, "loose stones"},
    Material{"sand",      {214, 194, 148}, Pattern::Sand,     0.45, "loose sand"},
    Material{"snow",      {236, 241, 244}, Pattern::Sand,     0.25, "packed snow"},
    Material{"ice",       {200, 222, 232}, Pattern::Plain,    0.10, "smooth ice", 0.60},
    Material{"kerb",      {215,  38,  61}, Pattern::Stripes,  0.90, "race-track kerb, striped with white"},
    Material{"hazard",    {245, 183,   0}, Pattern::Stripes,  0.85, "warning board, striped with black"},
    Material{"white",     {242, 240, 234}, Pattern::Plain,    0.85, "paint", 0.20},
    Material{"grey",      {138, 145, 152}, Pattern::Plain,    0.85, "paint", 0.20},
    Material{"black",     { 28,  31,  34}, Pattern::Plain,    0.85, "paint", 0.20},
    Material{"red",       {215,  38,  61}, Pattern::Plain,    0.85, "paint", 0.20},
    Material{"orange",    {240, 124,  36}, Pattern::Plain,    0.85, "paint", 0.20},
    Material{"yellow",    {245, 183,   0}, Pattern::Plain,    0.85, "paint", 0.20},
    Material{"green",     { 42, 157,  74}, Pattern::Plain,    0.85, "paint", 0.20},
    Material{"blue",      { 61, 139, 253}, Pattern::Plain,    0.85, "paint", 0.20},
    Material{"violet",    {126,  87, 194}, Pattern::Plain,    0.85, "paint", 0.20},
};

constexpr std::array<std::string_view, 13> kTagNames{
    "none", "building", "fence",    "other",      "pedestrian", "pole", "road_line",
    "road", "sidewalk", "vegetation", "vehicle", "wall",       "traffic_sign",
};
// clang-format on

}  // namespace

std::span<const Material> materials() { return kMaterials; }

const Material* find_material(std::string_view name) {
  const auto found = std::find_if(kMaterials.begin(), kMaterials.end(),
                                  [&](const Material& m) { return m.name == name; });
  return found == kMaterials.end() ? nullptr : &*found;
}

std::optional<SemanticTag> find_tag(std::string_view name) {
  const auto found = std::find(kTagNames.begin(), kTagNames.end(), name);
  if (found == kTagNames.end()) return {};
  return static_cast<SemanticTag>(found - kTagNames.begin());
}

std::string_view name_of(SemanticTag tag) {
  const auto index = static_cast<std::size_t>(tag);
  return index < kTagNames.size() ? kTagNames[index] : "none";
}

}  // namespace paddock
