// Impulses: the laws of mechanics for any bodies, contacts and bumps.
#include "paddock/physics/impulse.h"

#include <gtest/gtest.h>

#include <vector>

#include "paddock/core/random.h"

namespace paddock {
namespace {

constexpr int kCases = 100000;
// of the energy or momentum there is: a strike is some hundred operations of 1e-16 each
constexpr double kRounding = 1e-12;

struct Case {
  PlanarBody a, b;
  std::vector<Contact2> contacts;
  Bump bump;
};

PlanarBody random_body(DrawSequence& draws) {
  PlanarBody body;
  body.position = {draws.between(-1, 1), draws.between(-1, 1)};
  body.velocity = {draws.between(-5, 5), draws.between(-5, 5)};
  body.yaw_rate = draws.between(-10, 10);
  body.inv_mass = 1 / draws.between(0.3, 20);
  body.inv_inertia = 1 / draws.between(0.002, 5);
  if (draws.integer(0, 9) == 0) body.inv_inertia = body.yaw_rate = 0;  // one that never turns
  return body;
}

/// Contacts anywhere, as a round of resolving hands them over: one direction, give or take.
Case random_case(std::uint32_t index) {
  DrawSequence draws({.seed = 7, .stream = Stream::Generate, .entity = 0, .tick = index});
  Case c{random_body(draws), random_body(draws), {}, {draws.between(0, 1), draws.between(0, 2)}};
  const double way = draws.between(-kPi, kPi), spread = draws.integer(0, 3) == 0 ? 1.5 : 0.04;
  for (auto k = draws.integer(1, 4); k > 0; --k) {
    const Rot2 turn = Rot2::of(way + draws.between(-spread, spread));
    c.contacts.push_back(
        {{draws.between(-1, 1), draws.between(-1, 1)}, turn * Vec2{1, 0}, 0.01, {}});
  }
  return c;
}

Vec2 momentum(const PlanarBody& body) { return body.velocity / body.inv_mass; }

double spin(const PlanarBody& body) {  // angular momentum about the world's origin
  return cross(body.position, momentum(body)) + body.yaw_rate / body.inv_inertia;
}

double parting(const PlanarBody& body, const Contact2& c) {
  return dot(body.velocity + body.yaw_rate * perpendicular(c.point - body.position), c.normal);
}

TEST(StrikePair, NeverAddsEnergy) {
  for (std::uint32_t i = 0; i < kCases; ++i) {
    Case c = random_case(i);
    const double before = kinetic_energy(c.a) + kinetic_energy(c.b);

    strike_pair(c.a, c.b, c.contacts, c.bump);

    ASSERT_LE(kinetic_energy(c.a) + kinetic_energy(c.b), before * (1 + kRounding)) << "case " << i;
  }
}

TEST(StrikeWall, NeverAddsEnergy) {
  for (std::uint32_t i = 0; i < kCases; ++i) {
    Case c = random_case(i);
    const double before = kinetic_energy(c.a);

    strike_wall(c.a, c.contacts, c.bump);

    ASSERT_LE(kinetic_energy(c.a), before * (1 + kRounding)) << "case " << i;
  }
}

TEST(StrikePair, ConservesMomentumAndSpin) {
  for (std::uint32_t i = 0; i < kCases; ++i) {
    Case c = random_case(i);
    if (c.a.inv_inertia == 0 || c.b.inv_inertia == 0) continue;  // something holds its heading
    const Vec2 before = momentum(c.a) + momentum(c.b);
    const double turning = spin(c.a) + spin(c.b);

    strike_pair(c.a, c.b, c.contacts, c.bump);

    // 1e-9 N s: impulses reach 1e3 N s, and a difference of large spins loses digits
    ASSERT_LT(length(momentum(c.a) + momentum(c.b) - before), 1e-9) << "case " << i;
    ASSERT_NEAR(spin(c.a) + spin(c.b), turning, 1e-9) << "case " << i;
  }
}

TEST(StrikePair, LeavesPartingBodiesAlone) {
  Case c = random_case(3);
  c.contacts.resize(1);
  c.a.velocity = 20 * c.contacts[0].normal, c.b.velocity = {};
  c.a.yaw_rate = c.b.yaw_rate = 0;
  const PlanarBody before = c.a;

  const Impulses impulses = strike_pair(c.a, c.b, c.contacts, c.bump);

  EXPECT_EQ(c.a.velocity, before.velocity);
  EXPECT_EQ(impulses[0], 0);
}

TEST(StrikeWall, OneContactPartsAtRestitutionTimesItsApproach) {
  for (std::uint32_t i = 0; i < 1000; ++i) {
    Case c = random_case(i);
    c.contacts.resize(1);
    const double approach = -parting(c.a, c.contacts[0]);
    if (approach < 0.2) continue;

    strike_wall(c.a, c.contacts, {.restitution = c.bump.restitution, .friction = 0});

    ASSERT_NEAR(parting(c.a, c.contacts[0]), c.bump.restitution * approach, 1e-10) << "case " << i;
  }
}

TEST(StrikeWall, SlowContactsDoNotBounce) {
  PlanarBody body;
  body.inv_mass = 1, body.inv_inertia = 1;
  body.velocity = {-0.05, 0};
  const Contact2 contact{{0, 0}, {1, 0}, 0.001, {}};

  strike_wall(body, std::span(&contact, 1), {.restitution = 0.9, .friction = 0});

  EXPECT_NEAR(body.velocity.x, 0, 1e-12);
}

TEST(StrikeWall, SquareHitOnTwoCornersReboundsStraight) {
  PlanarBody body;
  body.inv_mass = 1 / 3.74, body.inv_inertia = 1 / 0.04712;
  body.velocity = {3, 0};
  const Contact2 contacts[] = {{{0.28, 0.155}, {-1, 0}, 0.01, {}},
                               {{0.28, -0.155}, {-1, 0}, 0.01, {}}};

  const Impulses impulses = strike_wall(body, contacts, {.restitution = 0.25, .friction = 0.2});

  EXPECT_NEAR(body.velocity.x, -0.75, 1e-9);  // sweeps end at 1e-10 m/s
  EXPECT_NEAR(body.velocity.y, 0, 1e-9);
  EXPECT_NEAR(body.yaw_rate, 0, 1e-8);
  EXPECT_NEAR(impulses[0] + impulses[1], 3.74 * 3.75, 1e-8);
}

TEST(StrikeWall, FrictionStopsSlidingAtMostAndStaysInsideItsCone) {
  for (std::uint32_t i = 0; i < 10000; ++i) {
    Case c = random_case(i);
    c.contacts.resize(1);
    const Contact2& contact = c.contacts[0];
    const Vec2 side = perpendicular(contact.normal), arm = contact.point - c.a.position;
    const auto sliding = [&] {
      return dot(c.a.velocity + c.a.yaw_rate * perpendicular(arm), side);
    };
    PlanarBody smooth = c.a;
    strike_wall(smooth, c.contacts, {.restitution = c.bump.restitution, .friction = 0});
    const Vec2 before = c.a.velocity;

    const Impulses impulses = strike_wall(c.a, c.contacts, c.bump);

    const double was = dot(smooth.velocity + smooth.yaw_rate * perpendicular(arm), side);
    ASSERT_GE(sliding() * was, -1e-9) << "case " << i;
    const double rubbed = std::fabs(dot(c.a.velocity - before, side)) / c.a.inv_mass;
    ASSERT_LE(rubbed, c.bump.friction * impulses[0] + 1e-9) << "case " << i;
  }
}

TEST(KineticEnergy, OfWhatCannotMoveIsZero) {
  PlanarBody body;
  body.velocity = {3, 4}, body.yaw_rate = 2;
  EXPECT_EQ(kinetic_energy(body), 0);

  body.inv_mass = 0.5, body.inv_inertia = 0.25;
  EXPECT_EQ(kinetic_energy(body), 0.5 * (25 / 0.5 + 4 / 0.25));
}

}  // namespace
}  // namespace paddock
