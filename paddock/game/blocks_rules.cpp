// Blocks: the continuous EES-PEES task, its reward WbtRewardContinuousV1 without the safety layer's
// part: reach the target within 0.1 m, slowly; progress earns most when it is straight; touching
// costs.
#include <cmath>

#include "paddock/game/rules.h"

namespace paddock {
namespace {

constexpr double kReached = 0.1;                    // m
constexpr double kFullSpeed = 0.29;                 // m/s, what the original counts as 1
constexpr double kLowest = -1000, kHighest = 2000;  // of the sum: then the episode is over

const RoverState<double>& rover_of(const VehicleState& state) {
  return std::get<RoverState<double>>(state);
}

double speed_over_ground(const RoverState<double>& rover) {
  return length(Vec2{rover.body.vx, rover.body.vy});
}

const std::vector<TaskExtra> kExtras{within("target ahead, part of 1", 1),
                                     within("target left, part of 1", 1),
                                     {"target distance m", 0, 1000},
                                     within("speed m/s", 5),
                                     within("yaw rate rad/s", 50),
                                     within("rear block rad", 3.2),
                                     {"touching", 0, 1},
                                     within("last steer action", 1),
                                     within("last speed action", 1)};

class BlocksRules : public TaskRules {
 public:
  explicit BlocksRules(bool end_on_touch) : end_on_touch_(end_on_touch) {}

  void begin(const Arena& arena, std::uint64_t, std::span<VehicleState> vehicles,
             std::span<AgentMemory> memories) const override {
    const Pose2& start = arena.starts[0].pose;
    vehicles[0] = state_at(kind_of<Rover>(), start);
    memories[0] = {};
    memories[0].distance = memories[0].first_distance = distance(position(start), arena.target);
  }

  bool judge(const Arena& arena, std::span<const AgentStep> steps, std::span<AgentMemory> memories,
             std::span<float> rewards) const override {
    AgentMemory& memory = memories[0];
    const RoverState<double>&before = rover_of(*steps[0].before),
          &after = rover_of(*steps[0].after);
    const Vec2 from{before.body.x, before.body.y}, to{after.body.x, after.body.y};
    const double left = distance(to, arena.target), moved = distance(from, to);
    const double progress = memory.distance - left;
    memory.distance = left;
    memory.touched = steps[0].touched_wall ? 1 : 0;

    const bool reached = left < kReached;
    double reward = -1;
    if (reached) {
      reward = 500 + 500 * (1 - speed_over_ground(after) / kFullSpeed);
    } else {
      const double straight = moved > 0 ? progress / moved : 0;
      reward += 500 * std::fabs(progress / memory.first_distance) * straight;
      if (steps[0].touched_wall) reward -= 20;
    }
    memory.total += reward;
    rewards[0] = static_cast<float>(reward);
    if (end_on_touch_ && steps[0].touched_wall) return true;
    return reached || memory.total < kLowest || memory.total > kHighest;
  }

  void tell(const Arena& arena, std::span<const VehicleState> vehicles,
            std::span<const AgentMemory> memories, std::size_t agent,
            std::span<float> extras) const override {
    const RoverState<double>& rover = rover_of(vehicles[agent]);
    const AgentMemory& memory = memories[agent];
    const Pose2 pose{rover.body.x, rover.body.y, rover.body.yaw};
    const Vec2 way = normalized(seen_from(pose, arena.target));
    const std::array numbers{
        way.x,       way.y,          memory.distance,  rover.body.vx,   rover.body.yaw_rate,
        rover.steer, memory.touched, memory.action[0], memory.action[1]};
    write_extras(kExtras, numbers, extras);
  }

 private:
  const bool end_on_touch_;
};

}  // namespace

RulesOffer blocks_rules(const TaskOptions& options) {
  return {std::make_shared<BlocksRules>(options.end_on_touch), kExtras};
}

}  // namespace paddock
