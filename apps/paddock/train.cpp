// paddock train: learns a task, says how far it is, keeps the best policy in a file.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <thread>

#include "apps/paddock/interrupt.h"
#include "apps/paddock/print.h"
#include "apps/paddock/train_page.h"
#include "apps/paddock/verbs.h"
#include "paddock/io/file.h"
#include "paddock/train/blocks_training.h"

namespace paddock {
namespace {

constexpr int kUnseen = 500;  // levels of the last exam

struct CurvePoint {
  std::int64_t steps{};
  double seconds{};
  ExamScore score;
};

double share(int part, int whole) { return whole > 0 ? static_cast<double>(part) / whole : 0; }

void print_point(const CurvePoint& point) {
  const ExamScore& score = point.score;
  fmt::print("{:>12} {:>8.0f} {:>8.1f} % {:>8.1f} %\n", point.steps, point.seconds,
             100 * share(score.solved, score.levels), 100 * share(score.touched, score.levels));
  std::fflush(stdout);
}

std::string curve_text(const std::vector<CurvePoint>& curve) {
  std::string text = "steps,seconds,solved,touched,late\n";
  for (const auto& [steps, seconds, score] : curve)
    text += fmt::format("{},{:.1f},{:.4f},{:.4f},{:.4f}\n", steps, seconds,
                        share(score.solved, score.levels), share(score.touched, score.levels),
                        share(score.late, score.levels));
  return text;
}

/// At first, so that a file that cannot be written is known at once, and after every exam, so that
/// a training that is broken off leaves its best behind.
Result<void> write_files(const TrainOptions& options, const BlocksTraining& training,
                         const std::vector<CurvePoint>& curve) {
  if (auto ok = write_file(options.out, policy_text(training.best())); !ok) return ok;
  if (options.curve.empty()) return {};
  return write_file(options.curve, curve_text(curve));
}

/// Until it is done, its time is up, or Ctrl-C. `page` is null when nobody watches.
Result<void> train_to_end(const TrainOptions& options, BlocksTraining& training, TrainPage* page,
                          double began) {
  std::vector<CurvePoint> curve;
  if (auto ok = write_files(options, training, curve); !ok) return ok;
  if (!options.json)
    fmt::print("{:>12} {:>8} {:>10} {:>10}\n", "STEPS", "SECONDS", "SOLVED", "TOUCHED");
  bool examined = true;
  const auto time_is_up = [&] { return now_seconds() - began >= 60 * options.minutes; };
  while (!interrupted() && !training.done() && !(examined && time_is_up())) {
    examined = training.advance();
    if (page != nullptr)
      if (auto ok = page->show(training, examined); !ok) return ok;
    if (!examined) continue;
    curve.push_back({training.steps(), now_seconds() - began, training.score()});
    if (!options.json) print_point(curve.back());
    if (auto ok = write_files(options, training, curve); !ok) return ok;
  }
  return {};
}

}  // namespace

int train_policy(const TrainOptions& options) {
  const double began = now_seconds();
  BlocksTrainingSpec spec{.seed = options.seed, .threads = options.threads};
  if (spec.threads == 0)
    spec.threads = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 256);
  if (options.steps > 0) spec.steps = options.steps;
  auto training = BlocksTraining::open(spec);
  if (!training) return complain(training.error().message);
  catch_interrupts();
  std::unique_ptr<TrainPage> page;
  if (options.watch) {
    auto opened = TrainPage::open(options, spec.steps);
    if (!opened) return complain(opened.error().message);
    page = std::move(*opened);
  }
  if (const auto ok = train_to_end(options, **training, page.get(), began); !ok)
    return complain(ok.error().message);
  if (interrupted()) {
    complain(fmt::format("broken off after {} steps; {} holds the best policy so far",
                         (*training)->steps(), options.out));
    return interrupted_status();
  }
  const double wall = now_seconds() - began;

  const auto results = (*training)->final_exam(kUnseen);
  if (!results) return complain(results.error().message);
  const ExamScore score = score_of(*results, (*training)->best().step_seconds);
  if (options.json) {
    print_json(Json::object()
                   .set("task", options.task)
                   .set("seed", options.seed)
                   .set("steps", (*training)->steps())
                   .set("seconds", wall)
                   .set("levels", score.levels)
                   .set("solved", score.solved)
                   .set("touched", score.touched)
                   .set("late", score.late)
                   .set("seconds_to_target", score.seconds)
                   .set("policy", options.out));
    return kOk;
  }
  fmt::print(
      "\n{} of {} unseen levels solved ({:.1f} %), {} touched, {} late; {:.1f} s to the target\n"
      "Saved {} after {:.0f} s. Drive it:\n"
      "paddock run training_env --set cells=10 --set blocks=16 --seed 100000 --driver {}\n",
      score.solved, score.levels, 100 * share(score.solved, score.levels), score.touched,
      score.late, score.seconds, options.out, wall, options.out);
  return kOk;
}

}  // namespace paddock
