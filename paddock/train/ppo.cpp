#include "paddock/train/ppo.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "paddock/core/check.h"
#include "paddock/core/det_math.h"
#include "paddock/core/float_state.h"
#include "paddock/core/random.h"

namespace paddock {
namespace {

constexpr double kLongestGradient = 0.5;

enum Draws : std::uint32_t { kActor, kCritic, kActions, kOrder };  // entities of the stream

std::vector<int> sizes_of(int inputs, const std::vector<int>& hidden, int outputs) {
  std::vector<int> sizes{inputs};
  sizes.insert(sizes.end(), hidden.begin(), hidden.end());
  sizes.push_back(outputs);
  return sizes;
}

double between(double first, double last, double fraction) {
  return det::exp(det::log(first) + fraction * (det::log(last) - det::log(first)));
}

}  // namespace

Ppo::TileScratch::TileScratch(const Network& actor_net, const Network& critic_net)
    : actor(actor_net), critic(critic_net), by_mean(actor_net.outputs() * kTile), by_value(kTile) {}

Ppo::Ppo(const PpoParams& params, Practice& practice, Workers& workers)
    : params_(params),
      practice_(practice),
      workers_(workers),
      tiles_(practice.worlds() / static_cast<int>(kTile)),
      actions_(practice.actions()),
      inputs_(practice.inputs()),
      actor_(make_network(sizes_of(inputs_, params.actor_units, actions_), true, 0.1, params.seed,
                          kActor)),
      critic_(make_network(sizes_of(inputs_, params.critic_units, 1), false, 1.0, params.seed,
                           kCritic)) {
  PADDOCK_ASSERT(practice.worlds() % static_cast<int>(kTile) == 0, "worlds ", practice.worlds());
  const std::size_t samples = sample_at(params.horizon, 0),
                    row = kTile * static_cast<std::size_t>(tiles_);
  all_inputs_.resize((samples + row) * static_cast<std::size_t>(inputs_));
  means_.resize(samples * static_cast<std::size_t>(actions_)), taken_.resize(means_.size());
  values_.resize(samples + row);
  rewards_.resize(samples), gains_.resize(samples), targets_.resize(samples), over_.resize(samples);
  step_actions_.resize(row * static_cast<std::size_t>(actions_));
  for (int i = 0; i < workers.count(); ++i) scratch_.emplace_back(actor_, critic_);
  results_.resize(static_cast<std::size_t>(params.tiles_per_update));
  for (TileResult& result : results_) {
    result.actor_gradient.resize(actor_.weights.size());
    result.critic_gradient.resize(critic_.weights.size());
  }
  actor_sum_.resize(actor_.weights.size()), critic_sum_.resize(critic_.weights.size());
}

// --- playing ------------------------------------------------------------------------------------

/// Means, values and drawn actions for the inputs of one step; past the horizon, values alone.
void Ppo::choose_actions(int step) {
  workers_.run(tiles_, [&](int worker, int tile) {
    const DefaultFloatState exact;
    TileScratch& scratch = scratch_[static_cast<std::size_t>(worker)];
    const auto inputs = inputs_of(step, tile);
    run_network(critic_, inputs, scratch.critic);
    const std::size_t first = sample_at(step, tile);
    std::copy_n(scratch.critic.outputs().begin(), kTile,
                values_.begin() + static_cast<std::ptrdiff_t>(first));
    if (step == params_.horizon) return;
    run_network(actor_, inputs, scratch.actor);
    const auto actions = static_cast<std::size_t>(actions_);
    for (std::size_t k = 0; k < actions; ++k)
      for (std::size_t lane = 0; lane < kTile; ++lane) {
        const std::size_t world = static_cast<std::size_t>(tile) * kTile + lane;
        const std::size_t at = first * actions + k * kTile + lane;
        const auto noise = static_cast<float>(
            draw_gaussian({.seed = params_.seed,
                           .stream = Stream::Training,
                           .entity = kActions,
                           .tick = static_cast<std::uint64_t>(rounds_ * params_.horizon + step),
                           .index = static_cast<std::uint32_t>(world * actions + k)}));
        means_[at] = scratch.actor.outputs()[k * kTile + lane];
        taken_[at] = means_[at] + spread_ * noise;
        step_actions_[world * actions + k] = taken_[at];
      }
  });
}

void Ppo::play() {
  const std::size_t row = kTile * static_cast<std::size_t>(tiles_);
  const std::size_t input_row = row * static_cast<std::size_t>(inputs_);
  const auto inputs_at = [&](int step) {
    return std::span(all_inputs_).subspan(static_cast<std::size_t>(step) * input_row, input_row);
  };
  if (begun_) {
    const auto latest = inputs_at(params_.horizon);
    std::copy(latest.begin(), latest.end(), all_inputs_.begin());
  } else {
    practice_.begin(inputs_at(0));
    begun_ = true;
  }
  for (int step = 0; step < params_.horizon; ++step) {
    choose_actions(step);
    const std::size_t first = sample_at(step, 0);
    practice_.step({.actions = step_actions_,
                    .inputs = inputs_at(step + 1),
                    .rewards = std::span(rewards_).subspan(first, row),
                    .over = std::span(over_).subspan(first, row)});
  }
  choose_actions(params_.horizon);
  steps_ += static_cast<std::int64_t>(row) * params_.horizon;
}

/// How much better each action was than expected, over all samples with mean 0 and deviation 1.
void Ppo::judge() {
  const auto discount = static_cast<float>(params_.discount);
  const auto blend = static_cast<float>(params_.discount * params_.blend);
  workers_.run(tiles_, [&](int, int tile) {
    const DefaultFloatState exact;
    std::array<float, kTile> gain{};
    for (int step = params_.horizon; step-- > 0;) {
      const std::size_t first = sample_at(step, tile), next = sample_at(step + 1, tile);
      for (std::size_t lane = 0; lane < kTile; ++lane) {
        // a world that was cut could have earned about what was expected a step before
        const Over over = over_[first + lane];
        const float on = over == Over::No ? 1.0f : 0.0f;
        const float later = over == Over::No    ? values_[next + lane]
                            : over == Over::Cut ? values_[first + lane]
                                                : 0.0f;
        gain[lane] = rewards_[first + lane] + discount * later - values_[first + lane] +
                     blend * on * gain[lane];
        gains_[first + lane] = gain[lane];
        targets_[first + lane] = gain[lane] + values_[first + lane];
      }
    }
  });
  double sum = 0, square = 0;
  for (const float gain : gains_) sum += static_cast<double>(gain);
  const double mean = sum / static_cast<double>(gains_.size());
  for (const float gain : gains_)
    square += (static_cast<double>(gain) - mean) * (static_cast<double>(gain) - mean);
  const double deviation = std::sqrt(square / static_cast<double>(gains_.size())) + 1e-8;
  for (float& gain : gains_)
    gain = static_cast<float>((static_cast<double>(gain) - mean) / deviation);
}

// --- learning -----------------------------------------------------------------------------------

void Ppo::learn_tile(int sample, TileScratch& scratch, TileResult& result) const {
  const std::size_t first = static_cast<std::size_t>(sample) * kTile;
  const auto actions = static_cast<std::size_t>(actions_);
  const auto inputs = inputs_of(sample / tiles_, sample % tiles_);
  const float share = 1.0f / static_cast<float>(kTile * results_.size());
  std::fill(result.actor_gradient.begin(), result.actor_gradient.end(), 0.0f);
  std::fill(result.critic_gradient.begin(), result.critic_gradient.end(), 0.0f);

  // the actor: likelier by ratio x gain, flat where the ratio has left the clip
  run_network(actor_, inputs, scratch.actor);
  const auto mean = scratch.actor.outputs();
  for (std::size_t lane = 0; lane < kTile; ++lane) {
    double likelier = 0;
    for (std::size_t k = 0; k < actions; ++k) {
      const std::size_t at = first * actions + k * kTile + lane;
      const float now = taken_[at] - mean[k * kTile + lane], then = taken_[at] - means_[at];
      likelier += static_cast<double>((then * then - now * now) / (2 * spread_ * spread_));
    }
    const double ratio = det::exp(std::min(likelier, 20.0));
    const float gain = gains_[first + lane];
    const bool free = gain > 0 ? ratio < 1 + params_.clip : ratio > 1 - params_.clip;
    for (std::size_t k = 0; k < actions; ++k) {
      const float away = taken_[first * actions + k * kTile + lane] - mean[k * kTile + lane];
      scratch.by_mean[k * kTile + lane] =
          free ? -gain * static_cast<float>(ratio) * away / (spread_ * spread_) * share : 0;
    }
  }
  add_gradient(actor_, inputs, scratch.by_mean, scratch.actor, result.actor_gradient);

  // the critic: mean square
  run_network(critic_, inputs, scratch.critic);
  for (std::size_t lane = 0; lane < kTile; ++lane) {
    const float wrong = scratch.critic.outputs()[lane] - targets_[first + lane];
    scratch.by_value[lane] = wrong * share;
  }
  add_gradient(critic_, inputs, scratch.by_value, scratch.critic, result.critic_gradient);
}

/// In the order of tiles, whoever worked on them.
void Ppo::add_up(std::vector<float> TileResult::*from, std::vector<float>& sum) const {
  sum = results_.front().*from;
  for (std::size_t tile = 1; tile < results_.size(); ++tile) {
    const std::vector<float>& more = results_[tile].*from;
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += more[i];
  }
}

/// One step of both networks down the gradient of a minibatch.
void Ppo::improve(std::span<const int> tiles, double rate) {
  workers_.run(static_cast<int>(tiles.size()), [&](int worker, int tile) {
    const DefaultFloatState exact;
    const auto t = static_cast<std::size_t>(tile);
    learn_tile(tiles[t], scratch_[static_cast<std::size_t>(worker)], results_[t]);
  });
  workers_.run(2, [&](int, int network) {
    const DefaultFloatState exact;
    if (network == 0) {
      add_up(&TileResult::actor_gradient, actor_sum_);
      descend(actor_, actor_adam_, actor_sum_, rate, kLongestGradient);
    } else {
      add_up(&TileResult::critic_gradient, critic_sum_);
      descend(critic_, critic_adam_, critic_sum_, rate, kLongestGradient);
    }
  });
}

std::vector<int> Ppo::shuffled_tiles(int epoch) const {
  std::vector<int> order(static_cast<std::size_t>(params_.horizon * tiles_));
  std::iota(order.begin(), order.end(), 0);
  DrawSequence draws({.seed = params_.seed,
                      .stream = Stream::Training,
                      .entity = kOrder,
                      .tick = static_cast<std::uint64_t>(rounds_ * params_.epochs + epoch)});
  for (std::size_t i = order.size() - 1; i > 0; --i)
    std::swap(order[i], order[static_cast<std::size_t>(draws.integer(0, static_cast<int>(i)))]);
  return order;
}

double Ppo::learn() {
  const DefaultFloatState exact;
  const double fraction =
      std::min(1.0, static_cast<double>(steps_) / static_cast<double>(params_.steps));
  const double rate = params_.rate + fraction * (params_.last_rate - params_.rate);
  spread_ = static_cast<float>(between(params_.spread, params_.last_spread, fraction));
  play();
  judge();
  const auto each = static_cast<std::size_t>(params_.tiles_per_update);
  for (int epoch = 0; epoch < params_.epochs; ++epoch) {
    const std::vector<int> order = shuffled_tiles(epoch);
    for (std::size_t first = 0; first + each <= order.size(); first += each)
      improve(std::span(order).subspan(first, each), rate);
  }
  ++rounds_;
  return std::accumulate(rewards_.begin(), rewards_.end(), 0.0) /
         static_cast<double>(rewards_.size());
}

}  // namespace paddock
