#include <array>
#include <string_view>
#include <utility>

#include "paddock/vehicles/vehicle_assembly.h"
#include "paddock/vehicles/walker/walker.h"

namespace paddock {
namespace {

/// What tells one person from the next.
struct Person {
  double height;  // m
  Color skin, hair, trousers, shoes;
};
constexpr std::array<Person, 6> kPeople{{
    {1.78, {224, 172, 138}, {58, 42, 30}, {44, 52, 70}, {30, 30, 32}},
    {1.65, {141, 92, 64}, {24, 20, 18}, {92, 84, 70}, {226, 226, 222}},
    {1.72, {240, 200, 170}, {196, 160, 92}, {70, 74, 80}, {120, 60, 40}},
    {1.84, {96, 62, 44}, {20, 18, 18}, {32, 34, 38}, {60, 62, 66}},
    {1.60, {232, 190, 150}, {140, 140, 144}, {110, 70, 60}, {40, 40, 44}},
    {1.70, {198, 142, 104}, {84, 40, 26}, {36, 70, 84}, {200, 196, 186}},
}};

constexpr double kDrawnHeight = 1.75;  // m of the figures below

/// Shapes of one size, scaled to the person's.
class Figure {
 public:
  explicit Figure(double height) : scale_(height / kDrawnHeight) {}
  double scale() const { return scale_; }

  void add(Look& look, Mesh mesh, const Finish& finish) const {
    for (Vec3& p : mesh.points) p = scale_ * p;
    dress(look, mesh, {}, {finish, 0.4, map_from_sides});
  }
  template <std::size_t N>
  void stack(Look& look, const std::array<Slab, N>& slabs, const Finish& finish) const {
    add(look, make_stack(slabs, 0.3), finish);
  }
  void ball(Look& look, Vec3 middle, double radius, const Finish& finish) const {
    Mesh mesh;
    append(mesh, make_ball(radius, 16), at(middle.x, middle.y, middle.z - radius));
    add(look, std::move(mesh), finish);
  }

 private:
  double scale_;
};

/// A leg that hangs from the hip.
Look leg_of(const Figure& figure, const Person& person) {
  constexpr std::array<Slab, 5> kLeg{{{-0.84, -0.050, 0.050, 0.048},
                                      {-0.45, -0.060, 0.055, 0.058},
                                      {-0.40, -0.062, 0.062, 0.062},
                                      {-0.10, -0.080, 0.080, 0.082},
                                      {0.04, -0.080, 0.080, 0.082}}};
  constexpr std::array<Slab, 3> kShoe{{{-0.90, -0.075, 0.185, 0.050},
                                       {-0.86, -0.075, 0.180, 0.048},
                                       {-0.81, -0.055, 0.080, 0.046}}};
  Look look;
  figure.stack(look, kLeg, paint(person.trousers));
  figure.stack(look, kShoe, paint(person.shoes, 0.2));
  return look;
}

/// An arm that hangs from the shoulder.
Look arm_of(const Figure& figure, const Person& person, const Finish& sleeve) {
  constexpr std::array<Slab, 4> kSleeve{{{-0.30, -0.042, 0.042, 0.040},
                                         {-0.25, -0.045, 0.045, 0.044},
                                         {-0.03, -0.055, 0.055, 0.052},
                                         {0.03, -0.040, 0.040, 0.038}}};
  constexpr std::array<Slab, 3> kForearm{{{-0.64, -0.022, 0.050, 0.022},
                                          {-0.55, -0.020, 0.045, 0.030},
                                          {-0.29, -0.035, 0.038, 0.036}}};
  Look look;
  figure.stack(look, kSleeve, sleeve);
  figure.stack(look, kForearm, paint(person.skin));
  return look;
}

}  // namespace

void build_walker(VehicleAssembly& walker) {
  const Person& person = kPeople[(walker.number() - 1) % kPeople.size()];
  const Figure figure(person.height);
  const Finish shirt = paint(walker.color(), 0.05), skin = paint(person.skin);
  constexpr std::array<Slab, 6> kTorso{{{0.86, -0.10, 0.10, 0.165},
                                        {0.98, -0.10, 0.11, 0.160},
                                        {1.10, -0.10, 0.12, 0.155},
                                        {1.32, -0.11, 0.13, 0.190},
                                        {1.42, -0.09, 0.09, 0.180},
                                        {1.48, -0.05, 0.05, 0.080}}};
  constexpr std::array<Slab, 2> kNeck{{{1.44, -0.05, 0.05, 0.050}, {1.56, -0.045, 0.05, 0.046}}};
  constexpr std::array<Slab, 5> kHead{{{1.52, -0.04, 0.075, 0.050},
                                       {1.58, -0.075, 0.100, 0.074},
                                       {1.66, -0.092, 0.102, 0.080},
                                       {1.72, -0.080, 0.080, 0.068},
                                       {1.75, -0.040, 0.040, 0.030}}};
  constexpr std::array<Slab, 4> kHair{{{1.60, -0.102, -0.020, 0.084},
                                       {1.68, -0.104, 0.075, 0.088},
                                       {1.74, -0.085, 0.085, 0.074},
                                       {1.765, -0.045, 0.045, 0.036}}};
  Look body;
  figure.stack(body, kTorso, shirt);
  figure.stack(body, kNeck, skin);
  figure.stack(body, kHead, skin);
  figure.stack(body, kHair, paint(person.hair, 0.1));
  figure.ball(body, {0.108, 0, 1.625}, 0.016, skin);  // the nose says where it looks
  walker.add("body", std::move(body), {});

  const double s = figure.scale();
  for (const double side : {1.0, -1.0}) {
    const std::string_view leg = side > 0 ? "leg-left" : "leg-right";
    const std::string_view arm = side > 0 ? "arm-left" : "arm-right";
    walker.add(leg, leg_of(figure, person), at(0, 0.085 * side * s, 0.90 * s),
               {.share = side, .axis = PartAxis::Left});
    walker.add(arm, arm_of(figure, person, shirt), at(0, 0.225 * side * s, 1.40 * s),
               {.share = -0.8 * side, .axis = PartAxis::Left});
  }
}

}  // namespace paddock
