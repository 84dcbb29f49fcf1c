#include "paddock/protocols/web/world_rules.h"

#include <algorithm>
#include <cmath>

namespace paddock::web {
Result<LevelSettings> edited(const World& world, const EditPiece& request) {
  const auto edit = std::find_if(world.edits.begin(), world.edits.end(),
                                 [&](const EditSpec& each) { return each.piece == request.piece; });
  if (edit == world.edits.end())
    return fail(ErrorCode::NotFound, "piece \"", request.piece, "\" is none that people change");
  const std::string& name = request.what == EditWhat::Click        ? edit->click
                            : request.what == EditWhat::RightClick ? edit->right_click
                                                                   : edit->wheel;
  const auto variable = std::find_if(world.variables.begin(), world.variables.end(),
                                     [&](const LevelVariable& each) { return each.name == name; });
  if (variable == world.variables.end())
    return fail(ErrorCode::NotFound, "nothing of piece \"", request.piece, "\" changes that way");
  double value = variable->value;
  if (request.what != EditWhat::Wheel) {
    const int values = request.what == EditWhat::Click ? edit->clicks : edit->right_clicks;
    value += 1;
    if (values > 0 && value >= values) value = 0;
    return LevelSettings{{name, value}};
  }
  if (edit->wheel_multiplies)
    value *= std::pow(edit->wheel_step, request.notches);
  else
    value += edit->wheel_step * request.notches;
  return LevelSettings{{name, std::clamp(value, edit->wheel_low, edit->wheel_high)}};
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
