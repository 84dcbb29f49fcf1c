// The task blocks to learn in: the continuous EES-PEES task, 10 x 10 cells, 16 blocks, an action
// every 0.16 s. Rewards progress around the blocks and the target, punishes touching, which ends
// the episode. The network sees what the task shows, no more.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "paddock/batch/batch.h"
#include "paddock/control/policy.h"
#include "paddock/core/workers.h"
#include "paddock/train/contact_box.h"
#include "paddock/train/distance_field.h"
#include "paddock/train/practice.h"
#include "paddock/world/generate/block_field.h"

namespace paddock {

inline constexpr FieldSize kBlocksField{.cells = 10, .blocks = 16};

/// The task as it is learned and tested, in `variants` levels from `level_seed` on.
TaskOptions blocks_options(std::uint64_t level_seed, int variants);

/// A policy for it, all but the layers.
PolicyParams blocks_policy();

/// What a row of the task says about how the robot stands.
struct BlocksStanding {
  bool touched{};  // something solid, or something is within the contact box
  bool reached{};  // the target, without touching
  float room{};    // m around the contact box
};
BlocksStanding standing_of(const ContactBox& box, std::span<const float> row);

struct BlocksPracticeSpec {
  int worlds{1024};    // a multiple of kTile
  int variants{4096};  // levels, from seed 1 on
  std::uint64_t seed{1};
  int threads{1};
};

class BlocksPractice final : public Practice {
 public:
  static Result<std::unique_ptr<BlocksPractice>> open(const BlocksPracticeSpec& spec,
                                                      Workers& workers);

  int worlds() const override { return batch_->worlds(); }
  int inputs() const override { return static_cast<int>(policy_.inputs()); }
  int actions() const override { return static_cast<int>(kPolicyActions); }
  void begin(std::span<float> inputs) override;
  void step(const PracticeStep& step) override;

 private:
  /// What the practice keeps of one world.
  struct Way {
    const DistanceField* field{};
    double left{};  // m to the target around the blocks
  };
  BlocksPractice(std::unique_ptr<Batch> batch, std::uint64_t seed, Workers& workers);
  template <class Work>
  void for_each_world(Work&& work);
  void begin_ways();
  void see(std::size_t world, std::span<float> inputs) const;
  void judge(std::size_t world, const PracticeStep& step);
  std::span<const float> row_of(std::size_t world, const std::vector<float>& rows) const {
    const std::size_t size = rows.size() / ways_.size();
    return std::span(rows).subspan(world * size, size);
  }

  std::unique_ptr<Batch> batch_;
  std::uint64_t seed_{};
  Workers& workers_;
  PolicyParams policy_;
  ContactBox box_;
  std::map<const Arena*, DistanceField> fields_;  // of arenas met so far
  std::vector<Way> ways_;                         // one a world
  std::vector<float> rows_, last_rows_, task_rewards_;
  std::vector<std::uint8_t> terminated_, truncated_, to_reset_, fresh_;
};

}  // namespace paddock
