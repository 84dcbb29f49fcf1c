#include "paddock/physics/live_parts.h"

#include <algorithm>

#include "paddock/core/det_math.h"
#include "paddock/world/piece_life.h"

namespace paddock {
namespace {

const WorldPiece& piece_of(const World& world, PieceId id) { return world.pieces[index_of(id)]; }

/// Of the box that goes its own way.
Vec3 box_of(const PieceShape& shape) {
  if (const auto* elevator = std::get_if<ElevatorSpec>(&shape)) return elevator->size;
  if (const auto* door = std::get_if<DoorSpec>(&shape)) return door->size;
  return std::get<TrainSpec>(shape).car_size;
}

Outline2 rectangle(Vec2 size) { return Outline2::rectangle(-0.5 * size, 0.5 * size); }

bool is_outline(const std::vector<Vec2>& loop) {
  bool convex = loop.size() <= Outline2::kMaxCorners;
  for (std::size_t i = 0; convex && i < loop.size(); ++i) {
    const Vec2 a = loop[i], b = loop[(i + 1) % loop.size()], c = loop[(i + 2) % loop.size()];
    convex = cross(b - a, c - b) > 0;
  }
  return convex;
}

/// A slice `scale` times as large. What is neither one convex loop nor one circle has no outline:
/// planar levels have no such pieces with a life.
Outline2 outline_of(const FlatSlice& slice, double scale) {
  if (!slice.circles.empty()) return Outline2::circle(scale * slice.circles[0].circle.radius);
  if (slice.loops.size() != 1 || !is_outline(slice.loops[0].points)) return {};
  std::vector<Vec2> points = slice.loops[0].points;
  for (Vec2& p : points) p = scale * p;
  return Outline2::polygon_of(points);
}

/// Moved and turned as commands said; it keeps its height above the ground.
void move_piece(const World& world, const WorldPiece& piece, const PieceState& state,
                PartPlace& place) {
  place.present = state.present;
  place.scale = state.scale;
  if (state.x != 0 || state.y != 0) {
    Vec3& at = place.pose.at;
    at.x += state.x, at.y += state.y;
    at.z += ground_height(world, xy(at)) - piece.ground_height;
  }
  if (state.yaw != 0)
    place.pose.turn = Quat::from_yaw_pitch_roll(state.yaw, 0, 0) * place.pose.turn;
}

}  // namespace

std::vector<PieceId> changing_pieces(const World& world) {
  std::vector<PieceId> changing;
  for (std::size_t i = 0; i < world.pieces.size(); ++i)
    if (world.pieces[i].changes) changing.push_back(PieceId{static_cast<std::uint32_t>(i)});
  return changing;
}

std::optional<std::size_t> change_of(std::span<const PieceId> changing, PieceId piece) {
  const auto at = std::lower_bound(changing.begin(), changing.end(), piece);
  if (at == changing.end() || *at != piece) return std::nullopt;
  return static_cast<std::size_t>(at - changing.begin());
}

std::vector<LivePart> live_parts(const World& world, std::span<const PieceId> changing) {
  std::vector<LivePart> parts;
  for (std::size_t i = 0; i < world.pieces.size(); ++i) {
    const WorldPiece& piece = world.pieces[i];
    if (!has_life(piece) || piece.moves) continue;
    LivePart part{.piece = PieceId{static_cast<std::uint32_t>(i)}};
    part.change = change_of(changing, part.piece);
    std::size_t bodies = 1;
    if (const auto* train = std::get_if<TrainSpec>(&piece.shape)) {
      part.line = std::make_shared<const TrainLine>(make_train_line(*train));
      bodies = part.line->cars;
    }
    for (; part.part < bodies; ++part.part) parts.push_back(part);
  }
  return parts;
}

std::optional<Pose3> own_place(const World& world, PieceId id, std::size_t part,
                               const TrainLine* line, double seconds) {
  const WorldPiece& piece = piece_of(world, id);
  const MoverSeed seed{.level = world.seed, .piece = id};
  if (const auto* elevator = std::get_if<ElevatorSpec>(&piece.shape))
    return Pose3{{0, 0, elevator_height(*elevator, seed, seconds)}, {}} * piece.world_from_piece;
  if (const auto* door = std::get_if<DoorSpec>(&piece.shape))
    return piece.world_from_piece * door_place(*door, seed, seconds);
  const auto car = car_place(std::get<TrainSpec>(piece.shape), *line, part, seconds);
  if (!car) return std::nullopt;
  return piece.world_from_piece * *car;
}

std::size_t variant_of(const World& world, PieceId id, const PieceState* state, double seconds) {
  if (state != nullptr && state->variant >= 0) return static_cast<std::size_t>(state->variant);
  return variant_at(piece_of(world, id), seconds);
}

PartPlace place_part(const World& world, const LivePart& part, std::span<const PieceState> states,
                     double seconds) {
  const WorldPiece& piece = piece_of(world, part.piece);
  const PieceState* state = part.change ? &states[*part.change] : nullptr;
  PartPlace place{.pose = piece.world_from_piece};
  place.variant = variant_of(world, part.piece, state, seconds);
  if (is_mover(piece.shape)) {
    const auto own = own_place(world, part.piece, part.part, part.line.get(), seconds);
    place.present = own && (state == nullptr || state->present);
    if (own) place.pose = *own;
    const Vec3 ahead = place.pose.turn * Vec3{1, 0, 0};
    place.flat = {place.pose.at.x, place.pose.at.y, det::atan2(ahead.y, ahead.x)};
    return place;
  }
  if (state != nullptr) move_piece(world, piece, *state, place);
  place.flat = {place.pose.at.x, place.pose.at.y, state != nullptr ? state->yaw : 0};
  return place;
}

Outline2 LiveCuts::cut(const World& world, std::span<const LivePart> parts, std::size_t index,
                       const PartPlace& place, double height) {
  const WorldPiece& piece = piece_of(world, parts[index].piece);
  if (is_mover(piece.shape)) {
    const Vec3 box = box_of(piece.shape);
    const double up = piece.ground_height + height - place.pose.at.z;
    return up > 0 && up <= box.z ? rectangle(xy(box)) : Outline2{};
  }
  const auto known = std::find(heights_.begin(), heights_.end(), height);
  const auto h = static_cast<std::size_t>(known - heights_.begin());
  if (known == heights_.end()) heights_.push_back(height), cuts_.emplace_back(parts.size());
  Cut& cut = cuts_[h][index];
  if (cut.scale != place.scale) {
    const double up = height - (piece.world_from_piece.at.z - piece.ground_height);
    cut = {place.scale, outline_of(slice_turned(piece, up / place.scale), place.scale)};
  }
  return cut.outline;
}

void add_outlines(const World& world, std::span<const LivePart> parts,
                  std::span<const PieceState> states, double seconds, double height,
                  LiveFor purpose, LiveCuts& cuts, std::vector<PosedOutline>& outlines) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const WorldPiece& piece = piece_of(world, parts[i].piece);
    if (!may_move(piece) || !(purpose == LiveFor::Lidar ? piece.seen_by.lidar : piece.solid))
      continue;
    const PartPlace where = place_part(world, parts[i], states, seconds);
    if (!where.present) continue;
    const Outline2 outline = cuts.cut(world, parts, i, where, height);
    if (outline.radius > 0) outlines.push_back(place(outline, where.flat));
  }
}

}  // namespace paddock
