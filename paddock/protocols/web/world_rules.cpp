#include "paddock/protocols/web/world_rules.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/angle.h"

namespace paddock::web {
namespace {

Result<const EditSpec*> edit_of(const LevelPapers& papers, const EditPiece& request) {
  const auto edit = std::find_if(papers.edits.begin(), papers.edits.end(),
                                 [&](const EditSpec& each) { return each.piece == request.piece; });
  if (edit == papers.edits.end())
    return fail(ErrorCode::NotFound, "piece \"", request.piece, "\" is none that people change");
  return &*edit;
}

double turned_by(const EditSpec& edit, double value, int notches) {
  const double next = edit.wheel_multiplies ? value * std::pow(edit.wheel_step, notches)
                                            : value + edit.wheel_step * notches;
  return std::clamp(next, edit.wheel_low, edit.wheel_high);
}

/// The next look, after the last the first again.
std::int32_t next_variant(const World& world, PieceId piece, const BodyPlace& now) {
  const auto variants = static_cast<std::uint32_t>(world.pieces[index_of(piece)].variants.size());
  return variants == 0 ? 0 : static_cast<std::int32_t>((now.variant + 1) % variants);
}

}  // namespace

Result<PieceId> piece_named(const World& world, std::string_view name) {
  for (std::size_t p = 0; p < world.pieces.size(); ++p)
    if (world.pieces[p].name == name && !name.empty())
      return PieceId{static_cast<std::uint32_t>(p)};
  return fail(ErrorCode::NotFound, "there is no piece \"", name, "\"");
}

Result<std::optional<ChangePiece>> edited_itself(const Session& session, const EditPiece& request) {
  const auto edit = edit_of(*session.papers, request);
  if (!edit) return tl::unexpected(edit.error());
  const auto piece = piece_named(session.world(), request.piece);
  if (!piece) return tl::unexpected(piece.error());
  const BodyPlace now = piece_place(session.model, session.state, *piece);
  ChangePiece change{.piece = *piece};
  switch (request.what == EditWhat::Click        ? (*edit)->click_changes
          : request.what == EditWhat::RightClick ? (*edit)->right_click_changes
                                                 : (*edit)->wheel_changes) {
    case EditOf::Nothing:
      return std::nullopt;
    case EditOf::Variant:
      change.variant = next_variant(session.world(), *piece, now);
      break;
    case EditOf::Presence:
      change.present = !now.present;
      break;
    case EditOf::Turn: {
      const Vec3 ahead = now.pose.turn * Vec3{1, 0, 0};
      const double yaw = std::atan2(ahead.y, ahead.x);
      const double wanted = turned_by(**edit, degrees(yaw), request.notches);
      change.pose = Pose2{now.pose.at.x, now.pose.at.y, wrap_angle(radians(wanted))};
      break;
    }
    case EditOf::Scale:
      change.scale =
          std::clamp(turned_by(**edit, now.scale, request.notches), kLeastScale, kMostScale);
      break;
  }
  return change;
}

Result<LevelSettings> edited(const LevelPapers& papers, const EditPiece& request) {
  const auto found = edit_of(papers, request);
  if (!found) return tl::unexpected(found.error());
  const EditSpec* edit = *found;
  const std::string& name = request.what == EditWhat::Click        ? edit->click
                            : request.what == EditWhat::RightClick ? edit->right_click
                                                                   : edit->wheel;
  const auto variable = std::find_if(papers.variables.begin(), papers.variables.end(),
                                     [&](const LevelVariable& each) { return each.name == name; });
  if (variable == papers.variables.end())
    return fail(ErrorCode::NotFound, "nothing of piece \"", request.piece, "\" changes that way");
  double value = variable->value;
  if (request.what != EditWhat::Wheel) {
    const int values = request.what == EditWhat::Click ? edit->clicks : edit->right_clicks;
    value += 1;
    if (values > 0 && value >= values) value = 0;
    return LevelSettings{{name, value}};
  }
  return LevelSettings{{name, turned_by(*edit, value, request.notches)}};
}

std::vector<GaugeView> gauges_of(const Session& session) {
  std::vector<GaugeView> views;
  const World& world = session.world();
  std::vector<BodyPlace> places;
  place_bodies(session.model, session.state, places);
  const std::vector<Body> bodies = bodies_of(session.model);
  for (std::size_t p = 0; p < world.pieces.size(); ++p) {
    const WorldPiece& piece = world.pieces[p];
    if (piece.gauge == Gauge::None) continue;
    const PieceId id{static_cast<std::uint32_t>(p)};
    GaugeView view{.piece = piece.name,
                   .at = piece.world_from_piece.at,
                   .reading = read_gauge(session.model, session.state, VehicleId{0}, id),
                   .angle = piece.gauge == Gauge::DistanceAndAngle};
    for (std::size_t b = 0; b < bodies.size() && b < places.size(); ++b)
      if (bodies[b].piece == id) view.at = places[b].pose.at;
    views.push_back(std::move(view));
  }
  return views;
}

bool has_gauges(const World& world) {
  return std::any_of(world.pieces.begin(), world.pieces.end(),
                     [](const WorldPiece& piece) { return piece.gauge != Gauge::None; });
}

}  // namespace paddock::web
