// How a batch lies in memory. Vehicles: blocks of worlds small enough for the nearest caches, in a
// block one array a field, in an array one lane a vehicle. Everything else: one record a world.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "paddock/vehicles/kernels.h"

namespace paddock {

/// One world's episode, beside its vehicles and what the rules remember.
struct WorldEpisode {
  std::uint64_t seed{};     // all the episode's draws are addressed by it
  std::uint64_t episode{};  // how many this world has had before
  std::uint64_t step{};
  std::uint64_t arena{};
  std::uint64_t delay{};         // steps
  std::uint64_t origin_seed{};   // every episode's seed is drawn from these two
  std::uint64_t origin_world{};  // and from its number
  double friction{1}, mass{1}, noise_scale{1};

  static void words(auto& self, auto&& visit) {
    visit("seed", self.seed), visit("episode", self.episode), visit("step", self.step);
    visit("arena", self.arena), visit("delay", self.delay);
    visit("origin_seed", self.origin_seed), visit("origin_world", self.origin_world);
  }
  static void numbers(auto& self, auto&& visit) {
    visit("friction", self.friction), visit("mass", self.mass);
    visit("noise_scale", self.noise_scale);
  }
};

/// Which lanes belong to which world. The last block may hold fewer worlds; its spare lanes are
/// stepped like the others and read by nobody.
struct BlockLayout {
  static constexpr int kMostWorlds = 64;  // of one car: state, inputs and copies in 16 KiB

  int worlds{}, agents{1};
  int block_worlds{};  // worlds in a block
  int blocks{};
  std::size_t lanes{};  // in a block, a multiple of kMaxLanes

  /// Blocks small enough to keep every thread busy; what is computed does not depend on it.
  static BlockLayout of(int worlds, int agents, int threads) {
    const int share = (worlds + 4 * threads - 1) / (4 * threads);
    const int rounded = (share + kMaxLanes - 1) / kMaxLanes * kMaxLanes;
    BlockLayout layout{.worlds = worlds, .agents = agents};
    layout.block_worlds = std::min(rounded, kMostWorlds);
    layout.blocks = (worlds + layout.block_worlds - 1) / layout.block_worlds;
    layout.lanes = static_cast<std::size_t>(layout.block_worlds * agents);
    return layout;
  }
  int first_world(int block) const { return block * block_worlds; }
  int worlds_in(int block) const { return std::min(block_worlds, worlds - first_world(block)); }
};

/// One block's arrays for the fields of T, within memory that somebody else owns.
template <class T>
struct LaneView {
  std::array<double*, field_count<T>()> fields{};

  LaneView(double* memory, std::size_t lanes) {
    for (std::size_t f = 0; f < fields.size(); ++f) fields[f] = memory + f * lanes;
  }
  T get(std::size_t lane) const {
    T value;
    std::size_t f = 0;
    T::fields(value, [&](const char*, double& number) { number = fields[f++][lane]; });
    return value;
  }
  void set(std::size_t lane, const T& value) const {
    std::size_t f = 0;
    T::fields(value, [&](const char*, const double& number) { fields[f++][lane] = number; });
  }
};

}  // namespace paddock
