// Pieces with a life as both physics have them: what commands changed about them, which bodies they
// are made of, where those are now, and what a plane at some height cuts out of them. World frame,
// metres. docs/decisions/0013-pieces-with-a-life.md.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "paddock/core/ids.h"
#include "paddock/core/pose.h"
#include "paddock/geom/contact.h"
#include "paddock/geom/shape.h"
#include "paddock/world/mover.h"
#include "paddock/world/world.h"

namespace paddock {

/// What commands changed about a piece. As it stands here, the piece is as the level has it.
struct PieceState {
  bool present{true};
  double x{}, y{}, yaw{};  // m, rad: moved and turned by so much; unused of what is pushed about
  double scale{1};
  std::int64_t variant{-1};  // that was set; -1: as its cycle says, else the first

  static void fields(auto& self, auto&& visit) {
    visit("present", self.present);
    visit("x", self.x), visit("y", self.y), visit("yaw", self.yaw);
    visit("scale", self.scale), visit("variant", self.variant);
  }
  bool operator==(const PieceState&) const = default;
};

inline constexpr double kLeastScale = 0.05, kMostScale = 20;

/// A piece with a life that is not pushed about, or one car of a train.
struct LivePart {
  PieceId piece{};
  std::size_t part{};                       // which car
  std::optional<std::size_t> change{};      // which PieceState, where commands change it
  std::shared_ptr<const TrainLine> line{};  // of a train, shared by its cars: it may be long
};

struct PartPlace {
  Pose3 pose;    // of the piece's, or the car's, own frame
  Pose2 flat{};  // of its outline, seen from above
  double scale{1};
  bool present{true};  // a train's car between two journeys is nowhere, nor is what was taken away
  std::size_t variant{};
};

/// The pieces that commands may change, in their order: one PieceState each.
std::vector<PieceId> changing_pieces(const World& world);
/// Which PieceState is this piece's.
std::optional<std::size_t> change_of(std::span<const PieceId> changing, PieceId piece);
/// All of them, in the order of their pieces.
std::vector<LivePart> live_parts(const World& world, std::span<const PieceId> changing);

/// Where what goes its own way is `seconds` after the start; nothing while it is off its line.
std::optional<Pose3> own_place(const World& world, PieceId piece, std::size_t part,
                               const TrainLine* line, double seconds);
/// The variant that shows: the one that was set, else as the cycle says.
std::size_t variant_of(const World& world, PieceId piece, const PieceState* state, double seconds);
PartPlace place_part(const World& world, const LivePart& part, std::span<const PieceState> states,
                     double seconds);

/// As seen from above: the outline of what a plane cuts, about the part's origin; of radius 0 where
/// it misses, and of what is not convex. Cut once for each height and scale, so that ticks allocate
/// nothing.
class LiveCuts {
 public:
  Outline2 cut(const World& world, std::span<const LivePart> parts, std::size_t index,
               const PartPlace& place, double height);

 private:
  struct Cut {
    double scale{};  // 0: not made yet
    Outline2 outline;
  };
  std::vector<double> heights_;
  std::vector<std::vector<Cut>> cuts_;  // by height, then part
};

/// What stands in the way of rays `height` above the ground, or of bumpers: adds the outlines of
/// parts that are there, seen by lidars or solid.
enum class LiveFor { Contact, Lidar };
void add_outlines(const World& world, std::span<const LivePart> parts,
                  std::span<const PieceState> states, double seconds, double height,
                  LiveFor purpose, LiveCuts& cuts, std::vector<PosedOutline>& outlines);

}  // namespace paddock
