// OpenDRIVE's geometries as pieces of a line: 1.6, chapter 7.
#include <cmath>

#include "paddock/world/opendrive/parts.h"

namespace paddock {
namespace {

constexpr double kLongest = 1e5;        // m, of a piece
constexpr double kShortest = 1e-4;      // m; tools leave such splinters where pieces meet
constexpr double kRoundedOff = 0.1;     // m that s may differ from the sum of lengths
constexpr double kSharpest = 1e3;       // 1/m
constexpr double kMostTurn = 1e3;       // rad, of a heading
constexpr double kFarthestPlace = 1e8;  // m: georeferenced files have places far from the origin

/// How far along u a cubic v(u) goes in `length` metres of arc: Newton's steps, kept between ends.
double reach_of(const CubicPiece& cubic, double length) {
  double low = 0, high = length, reach = length;
  for (int i = 0; i < 60; ++i) {
    CubicPiece part = cubic;
    part.reach = reach;
    const double over = arc_length(part) - length;
    if (std::fabs(over) <= 1e-12 * length) break;
    (over > 0 ? high : low) = reach;
    const double slope = cubic.v[1] + reach * (2 * cubic.v[2] + reach * 3 * cubic.v[3]);
    reach -= over / std::sqrt(1 + slope * slope);
    if (!(reach > low && reach < high)) reach = (low + high) / 2;
  }
  return reach;
}

LineShape read_poly3(OpenDriveReader& r, const XmlElement& poly, double length) {
  r.unread(poly, {"a", "b", "c", "d"});
  CubicPiece cubic{
      .v = {r.number(poly, "a"), r.number(poly, "b"), r.number(poly, "c"), r.number(poly, "d")}};
  if (length > 0) cubic.reach = reach_of(cubic, length);
  return cubic;
}

LineShape read_param_poly3(OpenDriveReader& r, const XmlElement& poly, double length) {
  r.unread(poly, {"aU", "bU", "cU", "dU", "aV", "bV", "cV", "dV", "pRange"});
  const std::string range = r.text_or(poly, "pRange", "normalized");
  if (range != "normalized" && range != "arcLength")
    r.complain(poly, "pRange must be normalized or arcLength, got ", quote(range));
  return CubicPiece{
      .u = {r.number(poly, "aU"), r.number(poly, "bU"), r.number(poly, "cU"), r.number(poly, "dU")},
      .v = {r.number(poly, "aV"), r.number(poly, "bV"), r.number(poly, "cV"), r.number(poly, "dV")},
      .reach = range == "arcLength" ? length : 1};
}

std::optional<LineShape> read_shape(OpenDriveReader& r, const XmlElement& shape, double length) {
  if (shape.name == "line") return StraightPiece{};
  if (shape.name == "arc") {
    r.unread(shape, {"curvature"});
    return ArcPiece{r.number(shape, "curvature", -kSharpest, kSharpest)};
  }
  if (shape.name == "spiral") {
    r.unread(shape, {"curvStart", "curvEnd"});
    return SpiralPiece{r.number(shape, "curvStart", -kSharpest, kSharpest),
                       r.number(shape, "curvEnd", -kSharpest, kSharpest)};
  }
  if (shape.name == "poly3") return read_poly3(r, shape, length);
  if (shape.name == "paramPoly3") return read_param_poly3(r, shape, length);
  return {};
}

void read_geometry(OpenDriveReader& r, const XmlElement& geometry, RoadLine& line) {
  r.unread(geometry, {"s", "x", "y", "hdg", "length"},
           {"line", "arc", "spiral", "poly3", "paramPoly3"});
  LinePiece piece{.from = r.number(geometry, "s", 0, kLongest),
                  .start = {r.number(geometry, "x", -kFarthestPlace, kFarthestPlace),
                            r.number(geometry, "y", -kFarthestPlace, kFarthestPlace),
                            r.number(geometry, "hdg", -kMostTurn, kMostTurn)},
                  .length = r.number(geometry, "length", 0, kLongest),
                  .shape = {}};
  std::optional<LineShape> shape;
  for (const XmlElement& child : geometry.children) {
    if (!shape) shape = read_shape(r, child, piece.length);
  }
  if (!shape)
    return r.complain(geometry, "must have a line, arc, spiral, poly3 or paramPoly3, got none");
  if (piece.length < kShortest) return r.leave_out(geometry, "<geometry> shorter than 0.1 mm");
  const double end = length_of(line);
  if (std::fabs(piece.from - end) > kRoundedOff) {
    return r.complain(geometry, "must begin where the one above it ends, at s ", end, ", got ",
                      piece.from);
  }
  if (std::fabs(piece.from - end) > kShortest) piece.from = end;
  piece.shape = *shape;
  line.pieces.push_back(piece);
}

}  // namespace

RoadLine read_plan_view(OpenDriveReader& reader, const XmlElement& plan) {
  reader.unread(plan, {}, {"geometry"});
  RoadLine line;
  for (const XmlElement& child : plan.children) {
    if (child.name == "geometry") read_geometry(reader, child, line);
  }
  if (line.pieces.empty()) reader.complain(plan, "must have a geometry of some length, got none");
  return line;
}

}  // namespace paddock
