// Proximal policy optimisation (Schulman et al. 2017): play a while, see which actions did better
// than expected, make those likelier, but not by much. Same seed, same weights, on any number of
// threads.
#pragma once

#include <cstdint>
#include <vector>

#include "paddock/core/workers.h"
#include "paddock/train/network.h"
#include "paddock/train/practice.h"

namespace paddock {

struct PpoParams {
  std::uint64_t seed{1};
  std::vector<int> actor_units{64, 64}, critic_units{64, 64};  // of the hidden layers
  int horizon{64};           // steps played between two rounds of learning
  int epochs{4};             // how often each sample is learned from
  int tiles_per_update{16};  // of a minibatch
  double discount{0.99};
  double blend{0.95};  // lambda of the advantage: 1 trusts what was earned, 0 the critic
  double clip{0.2};
  double rate{1e-3}, last_rate{1e-4};     // of learning, first and last
  double spread{0.6}, last_spread{0.15};  // deviation of actions, first and last
  std::int64_t steps{16'000'000};         // over which rate and spread go from first to last
};

class Ppo {
 public:
  Ppo(const PpoParams& params, Practice& practice, Workers& workers);

  /// Plays `horizon` steps in every world and learns from them; the mean reward of a step.
  double learn();

  const Network& actor() const { return actor_; }
  std::int64_t steps() const { return steps_; }

 private:
  struct TileScratch {
    NetworkTrace actor, critic;
    std::vector<float> by_mean, by_value;
    TileScratch(const Network& actor_net, const Network& critic_net);
  };
  struct TileResult {  // of one tile of a minibatch
    std::vector<float> actor_gradient, critic_gradient;
  };

  void play();
  void choose_actions(int step);
  void judge();
  std::vector<int> shuffled_tiles(int epoch) const;
  void improve(std::span<const int> tiles, double rate);
  void learn_tile(int sample, TileScratch& scratch, TileResult& result) const;
  void add_up(std::vector<float> TileResult::*from, std::vector<float>& sum) const;

  std::span<const float> inputs_of(int step, int tile) const {
    const std::size_t size = kTile * static_cast<std::size_t>(inputs_);
    return std::span(all_inputs_).subspan(sample_at(step, tile) / kTile * size, size);
  }
  std::size_t sample_at(int step, int tile) const {  // index of a tile's first sample
    return (static_cast<std::size_t>(step) * static_cast<std::size_t>(tiles_) +
            static_cast<std::size_t>(tile)) *
           kTile;
  }

  PpoParams params_;
  Practice& practice_;
  Workers& workers_;
  int tiles_{}, actions_{}, inputs_{};
  Network actor_, critic_;
  AdamState actor_adam_, critic_adam_;
  std::int64_t steps_{}, rounds_{};
  bool begun_{};
  float spread_{};

  // one round: horizon x tiles, then what each tile holds; inputs one step more
  std::vector<float> all_inputs_, means_, taken_;          // in tiles
  std::vector<float> values_, rewards_, gains_, targets_;  // one a sample
  std::vector<Over> over_;
  std::vector<float> step_actions_;
  std::vector<TileScratch> scratch_;  // one a worker
  std::vector<TileResult> results_;   // one a tile of a minibatch
  std::vector<float> actor_sum_, critic_sum_;
};

}  // namespace paddock
