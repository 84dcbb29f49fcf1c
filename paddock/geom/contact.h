// Where outlines touch: against a slice of the world, and against each other. World frame, metres.
// Normals point out of the other thing into the body that asks. Nothing here allocates after
// set-up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "paddock/core/ids.h"
#include "paddock/core/pose.h"
#include "paddock/geom/shape.h"

namespace paddock {

struct Contact2 {
  Vec2 point;
  Vec2 normal;      // unit
  double depth{};   // how far along the normal the body must move to be free
  PieceId piece{};  // what was touched, when it belongs to the world
};

/// A few contacts, in a fixed order; what does not fit is left for the next round of resolving.
struct ContactList {
  static constexpr std::size_t kCapacity = 16;
  std::array<Contact2, kCapacity> items{};
  std::size_t count{};

  void clear() { count = 0; }
  void add(const Contact2& contact) {
    if (count < kCapacity) items[count++] = contact;
  }
  std::span<const Contact2> all() const { return {items.data(), count}; }
};

/// An outline at a pose, corners in world frame.
struct PosedOutline {
  std::array<Vec2, Outline2::kMaxCorners> corners{};
  std::size_t corner_count{};
  Vec2 center;
  double radius{};
  Bounds2 bounds;

  std::span<const Vec2> polygon() const { return {corners.data(), corner_count}; }
};

PosedOutline place(const Outline2& outline, const Pose2& world_from_body);

/// A slice of the world prepared for contact queries: edges with their neighbours, in a grid.
/// Solids that touch or overlap count as one: what is hidden between them is never met.
class ContactMap {
 public:
  ContactMap() = default;
  explicit ContactMap(const FlatSlice& slice);

  /// True when some edge or circle may lie within `bounds`.
  bool any_near(const Bounds2& bounds) const;

  /// Adds the contacts of `body`, whose centre must be free. Each corner of the body meets the edge
  /// by which a line from the centre would first enter a solid, or the one round a bend that it
  /// lies behind; each bare convex corner of the world meets at most one side of the body. So a
  /// body slides along a wall made of many segments without catching at their joints, and one that
  /// went deep into a thin wall comes back out on the side its centre is on.
  void collect(const PosedOutline& body, ContactList& out) const;

  /// True within something solid.
  bool solid_at(Vec2 p) const;

 private:
  struct Edge {
    Vec2 from, to;
    Vec2 along, normal;  // unit; normal points out of the solid
    double length{};
    std::uint32_t before{}, after{};  // its neighbours in the loop
    bool convex_from{};               // the solid's corner at `from` sticks out
    bool bare_from{};                 // and nothing else touches it
    double reach_from{}, reach_to{};  // m it answers past its ends: further where another solid
                                      // carries on, less where one hides it
    PieceId piece{};
  };
  struct Post {
    Circle2 circle;
    PieceId piece{};
  };
  struct Cell {
    int column{}, row{};
  };

  void add_loop(const Loop2& loop);
  void build_grid();
  void find_joints();
  Bounds2 bounds_of(std::size_t item) const;
  Cell cell_at(Vec2 p) const;
  std::size_t cell_index(Cell cell) const;
  const Edge* edge_behind_which(Vec2 corner, const Edge* entered, Vec2 center) const;
  template <class Visit>
  void visit_near(const Bounds2& bounds, Visit&& visit) const;
  void collect_corners(const PosedOutline& body, ContactList& out) const;
  void collect_world_corners(const PosedOutline& body, ContactList& out) const;
  void collect_for_circle(const PosedOutline& body, ContactList& out) const;
  void collect_posts(const PosedOutline& body, ContactList& out) const;

  std::vector<Edge> edges_;
  std::vector<Post> posts_;
  Bounds2 bounds_;
  double cell_{1};
  int columns_{}, rows_{};
  std::vector<Cell> first_cell_;           // of each item: edges first, then posts
  std::vector<std::uint32_t> cell_start_;  // into cell_items_, one more than cells
  std::vector<std::uint32_t> cell_items_;
};

/// Contacts of `body` against another outline.
void collect_pair(const PosedOutline& body, const PosedOutline& other, ContactList& out);

/// True when the two overlap by more than rounding.
bool overlap(const PosedOutline& a, const PosedOutline& b);
/// True when the two overlap or touch.
bool overlap(const Circle2& a, const Segment2& b);
bool overlap(const Segment2& a, const Segment2& b);

}  // namespace paddock
