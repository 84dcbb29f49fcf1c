// The referee of a course: key points, clocks, penalties, failures, and the tasks of a trial. It
// looks at each tick and says what happened; whoever runs the simulation puts vehicles back and
// takes cones away. Rules: docs/racecar_rules.md. SI, simulated time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "paddock/core/ids.h"
#include "paddock/core/tick.h"
#include "paddock/engine/model.h"
#include "paddock/engine/output.h"
#include "paddock/engine/state.h"

namespace paddock {

/// How a level is played.
enum class PlayMode : std::uint8_t {
  Explore,  // freely; failures are only told
  Race,     // against the clock
  Trial,    // the level's tasks, for points
};

/// A vehicle before the referee.
struct RefereeCar {
  std::int64_t key_point{
      -1};  // the last one passed: -1 the start, then checkpoints, then the finish
  std::vector<Nanos> passed;  // time on the clock at each checkpoint and the finish; -1: not yet
  Nanos penalty{};            // added to the clock
  bool failed{}, finished{};
  Nanos touched{-1'000'000'000};     // when it last touched what fails, or was too fast
  std::vector<std::uint8_t> inside;  // one a zone

  /// The lists come after it.
  static void fields(auto& self, auto&& visit) {
    visit("key_point", self.key_point), visit("penalty", self.penalty);
    visit("failed", self.failed), visit("finished", self.finished);
    visit("touched", self.touched);
  }
  bool operator==(const RefereeCar&) const = default;
};

enum class TrialEnd : std::uint8_t { Running, Done, Failed, TimeUp, Skipped, ProgramFailed };

struct RefereeState {
  bool running{};  // the clock runs
  Nanos began{};   // simulated time at which it began
  std::vector<RefereeCar> cars;
  std::vector<std::uint8_t> gone;  // one a zone: its cone was taken away
  // of a trial
  std::uint32_t task{};   // the one that counts now; as many as there are: all done
  Nanos still_since{-1};  // since when a stop or a parking holds; -1: it does not
  double points{};        // without the bonus
  TrialEnd end{};
  Nanos ended{};  // time on the clock
  bool operator==(const RefereeState&) const = default;

  /// Hash, snapshot and recording read this list; cars come after it.
  static void fields(auto& self, auto&& visit) {
    visit("running", self.running), visit("began", self.began);
    visit("task", self.task), visit("still_since", self.still_since);
    visit("points", self.points), visit("ended", self.ended);
  }
};

/// Something the referee saw.
struct RefereeCall {
  enum class Kind : std::uint8_t {
    Checkpoint,  // number: which; duration: the split
    Finish,      // duration: of all, penalties included
    Failure,     // text
    Penalty,     // text; duration
    Reset,       // text; the vehicle goes back to its last key point
    TaskDone,    // number: which; points
    TrialOver,   // text: how; points with the bonus; duration
    ConeGone,    // piece
  };
  Kind kind{};
  VehicleId vehicle{};
  std::uint32_t number{};
  Nanos duration{};
  double points{};
  std::optional<PieceId> piece;
  std::string text;
};

/// It judges the vehicles that a run begins with; who comes later is in no race.
RefereeState start_referee(const World& world, std::size_t vehicles);

/// The clock begins, once.
void start_clock(const World& world, Tick now, RefereeState& state);
/// The trial is over without its tasks: its program failed, or a person skipped it.
std::optional<RefereeCall> end_trial(const World& world, Tick now, TrialEnd how,
                                     RefereeState& state);

/// Looks at the tick that led to `state`.
std::vector<RefereeCall> judge(const Model& model, const State& state, const Output& output,
                               PlayMode mode, RefereeState& referee);

/// Time on the clock; 0 before it runs. Penalties are not in it.
Nanos clock_of(const World& world, const RefereeState& state, Tick now);
/// Where a vehicle that is reset goes: its last key point, or its start.
struct KeyPointPlace {
  Pose2 pose;
  double above{};  // m, of the ground there
};
KeyPointPlace key_point_place(const Model& model, const RefereeState& state, VehicleId vehicle);
/// The next key point counts as the last one; false when there is none.
bool advance_key_point(const World& world, VehicleId vehicle, RefereeState& state);

/// Points a trial may bring without its bonus, and the bonus that a time brings.
double full_points(const World& world);
double bonus_of(const WorldTrial& trial, Nanos time);
/// What the trial brought, its bonus included once all tasks are done.
double score_of(const World& world, const RefereeState& state);

/// How the first vehicle stands to a piece with a gauge.
struct GaugeReading {
  double distance{};  // m between surfaces
  double angle{};     // rad from square to the wall
};
GaugeReading read_gauge(const Model& model, const State& state, VehicleId vehicle, PieceId piece);

}  // namespace paddock
