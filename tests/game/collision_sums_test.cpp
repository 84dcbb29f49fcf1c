// What vehicles ran into, by what it was.
#include "paddock/game/collision_sums.h"

#include <gtest/gtest.h>

#include "tests/support/worlds.h"

namespace paddock {
namespace {

/// A wall, a parked car and somebody made of wood: pieces 0, 1, 2.
LevelSpec three_things() {
  LevelSpec level = open_level();
  for (const SemanticTag tag : {SemanticTag::Wall, SemanticTag::Vehicle, SemanticTag::Pedestrian}) {
    PieceSpec piece = piece_of(BoxSpec{{1, 1, 1}}, {20.0 + 5 * static_cast<double>(tag), 0, 0});
    piece.tag = tag;
    level.pieces.push_back(piece);
  }
  return level;
}

/// Two cars and a person, as a tick finds them.
struct Street {
  TestRun run{build_shared(three_things()),
              {{default_params(kind_of<Sedan>()), {0, 0, 0}},
               {default_params(kind_of<Sedan>()), {8, 0, 0}},
               {default_params(kind_of<Walker>()), {0, 8, 0}}},
              1};
  std::vector<VehicleState> before = run.state.physics.vehicles;
  std::vector<SlotCollisions> slots = std::vector<SlotCollisions>(3);
  Output output;

  Street() { drives(0, 10); }
  void drives(std::size_t v, double speed) {
    std::get<SedanState<double>>(before[v]).body.vx = speed;
  }
  void bump(std::uint32_t vehicle, std::optional<std::uint32_t> other, std::uint32_t piece,
            double impulse) {
    ContactEvent contact;
    contact.vehicle = vehicle_id(vehicle), contact.piece = PieceId{piece};
    if (other) contact.other = vehicle_id(*other);
    contact.impulse = impulse;
    output.physics.contacts.push_back(contact);
  }
  void add() { add_collisions(run.model, run.state, output, before, slots); }
};

TEST(CollisionSums, EachBumpCountsByTheTagOfWhatWasHit) {
  Street street;
  street.bump(0, 1, 0, 100);
  street.bump(0, 2, 0, 30);
  street.bump(0, {}, 0, 7);
  street.bump(0, {}, 1, 1000);
  street.bump(0, {}, 2, 5);

  street.add();

  EXPECT_EQ(street.slots[0].sums, (CollisionSums{.vehicles = 1100, .walkers = 35, .other = 7}));
}

TEST(CollisionSums, WhoStandsIsHitAndCollidesWithNobody) {
  Street street;
  street.bump(1, 0, 0, 100);

  street.add();

  EXPECT_EQ(street.slots[0].sums.vehicles, 100);
  EXPECT_EQ(street.slots[1].sums, CollisionSums{});

  street.drives(1, -1);  // backing into somebody counts
  street.add();

  EXPECT_EQ(street.slots[0].sums.vehicles, 200);
  EXPECT_EQ(street.slots[1].sums.vehicles, 100);
}

TEST(CollisionSums, WhoIsNewInASlotBeginsWithNothing) {
  Street street;
  street.bump(0, {}, 0, 50);
  street.add();
  ASSERT_EQ(street.slots[0].sums.other, 50);

  ++street.run.state.generations[0];
  street.output.clear();
  street.add();

  EXPECT_EQ(street.slots[0].sums, CollisionSums{});
  EXPECT_EQ(street.slots[0].vehicle, id_of(street.run.state, 0));
}

}  // namespace
}  // namespace paddock
