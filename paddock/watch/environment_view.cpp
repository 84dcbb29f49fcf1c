#include "paddock/watch/environment_view.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <string_view>

namespace paddock {
namespace {

constexpr Nanos kWithoutNews = 1'000'000'000;  // until the next turn

/// A part of the way between two states: what lies between two steps is not kept, and at six steps
/// a second the eye would see them.
VehicleState between(const VehicleState& from, const VehicleState& to, double part) {
  std::vector<double> begin;
  visit_fields(from, [&](const char*, double number) { begin.push_back(number); });
  VehicleState state = to;
  std::size_t i = 0;
  std::visit(
      [&](auto& fields) {
        fields.fields(fields, [&](std::string_view name, double& number) {
          double way = number - begin[i];
          if (name == "yaw") way = std::remainder(way, 2 * std::numbers::pi);
          number = part < 1 ? begin[i] + part * way : number;
          ++i;
        });
      },
      state);
  return state;
}

/// What an agent's actions ask of its vehicle; nothing when there are none.
VehicleInput input_of(const TaskShape& shape, std::size_t dynamics,
                      std::span<const float> actions) {
  VehicleInput input = input_with(dynamics);
  for (std::size_t k = 0; k < actions.size(); ++k) {
    const ActionScale& to = shape.action_scales[k];
    std::size_t index = 0;
    std::visit(
        [&](auto& fields) {
          fields.fields(fields, [&](const char*, double& number) {
            if (index++ == to.field)
              number = to.scale * std::clamp(static_cast<double>(actions[k]), -1.0, 1.0);
          });
        },
        input);
  }
  return input;
}

}  // namespace

EnvironmentView::EnvironmentView(const WorldView& first, const TaskShape& shape,
                                 std::string program)
    : program_(std::move(program)),
      shape_(shape),
      loop_(std::make_shared<EventLoop>()),
      episode_(moment_of(first, {})) {}

/// Without actions an episode begins.
EnvironmentView::Moment EnvironmentView::moment_of(const WorldView& world,
                                                   std::span<const float> actions) const {
  Moment moment{.level = {world.arena->model.world, world.arena->papers},
                .seed = world.seed,
                .vehicles = world.vehicles,
                .inputs = {},
                .begins = actions.empty()};
  const auto size = static_cast<std::size_t>(shape_.action_size);
  for (std::size_t v = 0; v < world.vehicles.size(); ++v)
    moment.inputs.push_back(input_of(shape_, world.vehicles[v].index(),
                                     actions.empty() ? actions : actions.subspan(v * size, size)));
  return moment;
}

StageOptions EnvironmentView::stage_of(const std::shared_ptr<EnvironmentView>& view) {
  StageOptions stage;
  stage.seed = view->episode_.seed;
  stage.peers = {view};
  stage.open = [view](std::uint64_t, const LevelSettings&) { return view->open_episode(view); };
  return stage;
}

// --- the environment's thread -------------------------------------------------------------------

bool EnvironmentView::put(Moment moment, Nanos most) {
  {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, std::chrono::nanoseconds(most), [&] { return !next_; }))
      return false;
    next_ = std::move(moment);
  }
  loop_->wake();
  return true;
}

bool EnvironmentView::step(const WorldView& world, std::span<const float> actions, Nanos most) {
  return put(moment_of(world, actions), most);
}

bool EnvironmentView::begin(const WorldView& world, Nanos most) {
  return put(moment_of(world, {}), most);
}

bool EnvironmentView::wait_watched(Nanos most) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, std::chrono::nanoseconds(most), [&] { return watched_; });
}

void EnvironmentView::set_training(std::shared_ptr<const TrainingStatus> training) {
  const std::lock_guard lock(mutex_);
  training_ = std::move(training);
}

// --- the room's thread --------------------------------------------------------------------------

Result<Session> EnvironmentView::open_episode(const std::shared_ptr<EnvironmentView>& self) {
  SessionSpec spec{.vehicles = {}, .seed = episode_.seed};
  for (const VehicleState& vehicle : episode_.vehicles)
    spec.vehicles.push_back(
        {.kind = std::string(type_of(kind_with(vehicle.index())).name), .driver = "program"});
  auto session = open_session(episode_.level, spec);
  if (!session) return session;
  session->state.physics.vehicles = before_ = after_ = episode_.vehicles;
  inputs_ = episode_.inputs;
  tick_ = ticks_ = 0;
  session->follow = [self](std::span<VehicleState> vehicles, std::span<VehicleInput> inputs) {
    self->follow(vehicles, inputs);
  };
  return session;
}

void EnvironmentView::follow(std::span<VehicleState> vehicles, std::span<VehicleInput> inputs) {
  if (tick_ == ticks_) {
    const std::lock_guard lock(mutex_);
    if (next_ && !next_->begins) {
      before_ = std::move(after_), after_ = std::move(next_->vehicles);
      inputs_ = std::move(next_->inputs);
      next_.reset();
      tick_ = 0;
      ticks_ = std::max(
          1L, std::lround(shape_.step_seconds / episode_.level.world->clock.tick_seconds()));
      changed_.notify_all();
    }
  }
  if (tick_ == ticks_) return;  // a frame ended after the step, and no other was there yet
  ++tick_;
  std::copy(inputs_.begin(), inputs_.end(), inputs.begin());
  for (std::size_t v = 0; v < vehicles.size(); ++v)
    vehicles[v] =
        between(before_[v], after_[v], static_cast<double>(tick_) / static_cast<double>(ticks_));
}

PeerTurn EnvironmentView::poll(Stage& stage, Nanos now) {
  bool begins = false, has_step = tick_ < ticks_;
  {
    const std::lock_guard lock(mutex_);
    const bool watched = stage.subscriber_count() > 1;  // the room itself is one
    if (watched != watched_) changed_.notify_all();
    watched_ = watched;
    if (!has_step && next_) {
      begins = next_->begins, has_step = !begins;
      if (begins) {
        episode_ = std::move(*next_);
        next_.reset();
        changed_.notify_all();
      }
    }
  }
  if (begins)
    if (const auto begun = stage.restart(episode_.seed, {}); !begun)
      stage.tell({.kind = EventKind::Failed, .text = begun.error().message});
  return {.answered = has_step, .again = now + kWithoutNews};
}

PeerStatus EnvironmentView::status() const {
  PeerStatus status;
  const std::lock_guard lock(mutex_);
  status.training = training_;
  if (!program_.empty() && tick_ >= ticks_ && !next_) status.waiting = {program_};
  return status;
}

Result<void> EnvironmentView::may_change_world() const {
  return fail(ErrorCode::Invalid, "episodes begin where the environment is stepped, not here");
}

}  // namespace paddock
