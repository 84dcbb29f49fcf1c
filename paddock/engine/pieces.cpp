#include "paddock/engine/pieces.h"

#include <cmath>

#include "paddock/core/angle.h"
#include "paddock/core/det_math.h"
#include "paddock/world/level_words.h"

namespace paddock {
namespace {

constexpr double kMostTurn = 1e3;  // rad

double heading_of(const Quat& turn) {
  const Vec3 ahead = turn * Vec3{1, 0, 0};
  return det::atan2(ahead.y, ahead.x);
}

std::string words_for(const WorldPiece& piece) {
  return piece.name.empty() ? concat("this ", piece.kind) : quote(piece.name);
}

std::int32_t last_variant(const WorldPiece& piece) {
  return std::max(static_cast<std::int32_t>(piece.variants.size()), 1) - 1;
}

bool is_place(const Pose2& pose) {
  return std::fabs(pose.x) <= kFarthest && std::fabs(pose.y) <= kFarthest &&
         std::fabs(pose.yaw) <= kMostTurn;
}
bool is_scale(double scale) { return scale >= kLeastScale && scale <= kMostScale; }

Result<void> check(const WorldPiece& piece, const ChangePiece& change) {
  const std::string words = words_for(piece);
  if (!piece.changes)
    return fail(ErrorCode::Invalid, words, " does not change: the level would say changes = true");
  if (is_mover(piece.shape) && (change.pose || change.scale))
    return fail(ErrorCode::Invalid, words, " goes its own way: it is not put anywhere or scaled");
  if (change.pose && !is_place(*change.pose))
    return fail(ErrorCode::Invalid, words, " must be put within ", figure(kFarthest),
                " m and turned by at most ", kMostTurn, " rad");
  if (change.scale && !is_scale(*change.scale))
    return fail(ErrorCode::Invalid, words, " must be scaled by ", kLeastScale, " to ", kMostScale,
                ", got ", *change.scale);
  if (change.variant && (*change.variant < -1 || *change.variant > last_variant(piece)))
    return fail(ErrorCode::Invalid, words, " has the variants 0 to ", last_variant(piece),
                ", and -1 for its cycle, got ", *change.variant);
  return {};
}

/// The prop of a piece, where it is pushed about.
std::optional<std::size_t> prop_of(const Model& model, PieceId piece) {
  for (std::size_t i = 0; model.rigid && i < model.rigid->props.size(); ++i)
    if (model.rigid->props[i].piece == piece) return i;
  return std::nullopt;
}

/// Where it is put, or where it is.
void stand_prop(const Model& model, std::size_t prop, const ChangePiece& change, double scale,
                State& state) {
  const Quat start = model.rigid->props[prop].start.turn;
  const Pose3& now = state.rigid.props[prop].pose;
  const Vec2 at = change.pose ? position(*change.pose) : xy(now.at);
  const double heading = change.pose ? change.pose->yaw : heading_of(now.turn);
  place_prop(*model.rigid, prop, at, state.rigid, scale, wrap_angle(heading - heading_of(start)));
}

}  // namespace

Result<void> change_piece(const Model& model, const ChangePiece& change, State& state) {
  const auto& pieces = model.world->pieces;
  if (index_of(change.piece) >= pieces.size())
    return fail(ErrorCode::NotFound, "there is no piece ", index_of(change.piece),
                "; the level has ", pieces.size());
  const WorldPiece& piece = pieces[index_of(change.piece)];
  if (auto fine = check(piece, change); !fine) return fine;

  PieceState& now = state.physics.pieces[*change_of(model.physics.changing, change.piece)];
  now.present = change.present.value_or(now.present);
  now.scale = change.scale.value_or(now.scale);
  now.variant = change.variant.value_or(now.variant);
  if (const auto prop = prop_of(model, change.piece)) {
    if (change.pose || change.scale) stand_prop(model, *prop, change, now.scale, state);
  } else if (change.pose) {
    const Pose3& start = piece.world_from_piece;
    now.x = change.pose->x - start.at.x, now.y = change.pose->y - start.at.y;
    now.yaw = wrap_angle(change.pose->yaw - heading_of(start.turn));
  }
  return {};
}

bool pieces_fit(const Model& model, std::span<const PieceState> pieces) {
  if (pieces.size() != model.physics.changing.size()) return false;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const PieceState& p = pieces[i];
    const WorldPiece& piece = model.world->pieces[index_of(model.physics.changing[i])];
    const bool fits = std::fabs(p.x) <= 2 * kFarthest && std::fabs(p.y) <= 2 * kFarthest &&
                      std::fabs(p.yaw) <= kMostTurn && is_scale(p.scale) && p.variant >= -1 &&
                      p.variant <= last_variant(piece);
    const bool stays = p.x == 0 && p.y == 0 && p.yaw == 0 && p.scale == 1;
    if (!fits || (is_mover(piece.shape) && !stays)) return false;
  }
  return true;
}

}  // namespace paddock
