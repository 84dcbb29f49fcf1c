// The longer of the shared rules: lines, names, materials.
#include "paddock/world/level_complaints.h"

#include <algorithm>

#include "paddock/geom/material.h"

namespace paddock {

bool Examined::line(std::string_view key, const std::vector<Vec2>& points, bool closed,
                    std::size_t most) {
  const std::size_t before = problems_.size(), least = closed ? 3 : 2;
  must(points.size() >= least, key, "have at least ", least,
       closed ? " points when closed" : " points", ", got ", points.size());
  must(points.size() <= most, key, "have at most ", most, " points, got ", points.size());
  const auto far = std::find_if(points.begin(), points.end(), [](Vec2 p) { return !is_near(p); });
  if (far != points.end()) near(key, *far);
  for (std::size_t i = closed ? 0 : 1; i < points.size(); ++i) {
    const std::size_t last = (i + points.size() - 1) % points.size();
    if (points[i] != points[last] || points.size() == 1) continue;
    must(false, key, "differ from point to point, got ", describe(points[i]), " at points ",
         last + 1, " and ", i + 1);
    break;
  }
  return problems_.size() == before && points.size() >= least;
}

void Examined::name(std::string_view key, std::string_view text, std::size_t most) {
  must(text.size() <= most, key, "have at most ", most, " bytes, got ", text.size());
  const bool plain = std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
  must(plain, key, "have no control characters, got ", quote(text));
}

void Examined::material(std::string_view key, std::string_view text) {
  if (text.empty() || find_material(text) != nullptr) return;
  std::vector<std::string_view> known;
  for (const Material& material : materials()) known.push_back(material.name);
  must(false, key, "be a known material, got ", quote(text), did_you_mean(text, known));
}

}  // namespace paddock
