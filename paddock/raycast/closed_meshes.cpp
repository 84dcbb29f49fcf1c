#include "paddock/raycast/closed_meshes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>

#include "paddock/core/hash.h"

namespace paddock {
namespace {

/// Keys numbered in the order in which they come; room for `most` of them. A map of the standard
/// library takes three times as long, which a town of 400,000 triangles shows.
template <class Key>
class Numbering {
 public:
  explicit Numbering(std::size_t most) : slots_(std::bit_ceil(2 * most + 2), kEmpty) {
    keys_.reserve(most);
  }
  std::uint32_t number_of(const Key& key, std::uint64_t hash) {
    for (std::size_t slot = hash & (slots_.size() - 1);; slot = (slot + 1) & (slots_.size() - 1)) {
      std::uint32_t& number = slots_[slot];
      if (number == kEmpty) {
        number = static_cast<std::uint32_t>(keys_.size());
        keys_.push_back(key);
      }
      if (keys_[number] == key) return number;
    }
  }
  const std::vector<Key>& keys() const { return keys_; }

 private:
  static constexpr std::uint32_t kEmpty = 0xffffffff;
  std::vector<std::uint32_t> slots_;
  std::vector<Key> keys_;
};

std::uint64_t hash_of(std::span<const std::int64_t> numbers) {
  Hasher hash;
  for (const std::int64_t x : numbers) hash.add(x);
  return hash.value();
}

/// The same number for points in the same place.
std::vector<std::uint32_t> number_places(const std::vector<Vec3>& points) {
  using Place = std::array<std::int64_t, 3>;  // micrometres
  Numbering<Place> known(points.size());
  std::vector<std::uint32_t> numbers;
  numbers.reserve(points.size());
  for (const Vec3 p : points) {
    const Place place{std::llround(p.x * 1e6), std::llround(p.y * 1e6), std::llround(p.z * 1e6)};
    numbers.push_back(known.number_of(place, hash_of(place)));
  }
  return numbers;
}

/// What hangs together, each named by one of its places.
class Joined {
 public:
  explicit Joined(std::size_t count) : next_(count) { std::iota(next_.begin(), next_.end(), 0u); }
  std::uint32_t whole_of(std::uint32_t place) {
    while (next_[place] != place) place = next_[place] = next_[next_[place]];
    return place;
  }
  void join(std::uint32_t a, std::uint32_t b) { next_[whole_of(a)] = whole_of(b); }

 private:
  std::vector<std::uint32_t> next_;
};

struct JoinedMesh {
  bool closed{true};
  Vec3 first, low{1e30, 1e30, 1e30}, high{-1e30, -1e30, -1e30};
  double volume{};  // times six, positive where the outside is outside
};

}  // namespace

std::vector<float> sizes_of_closed(const Look& look) {
  const std::vector<std::uint32_t> places = number_places(look.points);
  Joined joined(look.points.size());
  // for each edge, how much more often it runs from its lower number to the higher than back
  using Edge = std::array<std::int64_t, 2>;
  Numbering<Edge> edges(3 * look.triangles.size());
  std::vector<int> surplus(3 * look.triangles.size());
  for (const auto& corners : look.triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = places[corners[k]], b = places[corners[(k + 1) % 3]];
      if (a == b) continue;
      joined.join(a, b);
      const Edge edge{std::min(a, b), std::max(a, b)};
      surplus[edges.number_of(edge, hash_of(edge))] += a < b ? 1 : -1;
    }
  }

  std::vector<JoinedMesh> meshes(look.points.size());
  for (std::size_t i = 0; i < edges.keys().size(); ++i)
    if (surplus[i] != 0)
      meshes[joined.whole_of(static_cast<std::uint32_t>(edges.keys()[i][0]))].closed = false;
  for (const auto& corners : look.triangles) {
    JoinedMesh& mesh = meshes[joined.whole_of(places[corners[0]])];
    if (mesh.low.x > mesh.high.x) mesh.first = look.points[corners[0]];
    for (const std::uint32_t corner : corners) {
      const Vec3 p = look.points[corner];
      mesh.low = {std::min(mesh.low.x, p.x), std::min(mesh.low.y, p.y), std::min(mesh.low.z, p.z)};
      mesh.high = {std::max(mesh.high.x, p.x), std::max(mesh.high.y, p.y),
                   std::max(mesh.high.z, p.z)};
    }
    mesh.volume +=
        dot(look.points[corners[0]] - mesh.first,
            cross(look.points[corners[1]] - mesh.first, look.points[corners[2]] - mesh.first));
  }

  std::vector<float> sizes;
  sizes.reserve(look.triangles.size());
  for (const auto& corners : look.triangles) {
    const JoinedMesh& mesh = meshes[joined.whole_of(places[corners[0]])];
    const bool solid = mesh.closed && mesh.volume > 0;
    sizes.push_back(solid ? static_cast<float>(1.0001 * length(mesh.high - mesh.low)) : kOpenMesh);
  }
  return sizes;
}

}  // namespace paddock
