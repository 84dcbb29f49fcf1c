#include "apps/paddock/train_page.h"

#include "apps/paddock/print.h"

namespace paddock {
namespace {

constexpr std::uint64_t kWatchedLevels = 300'000;  // seeds that neither practice nor exams have
constexpr int kVariants = 64;

double percent(int part, int whole) { return whole > 0 ? 100.0 * part / whole : 0; }

}  // namespace

Result<std::unique_ptr<TrainPage>> TrainPage::open(const TrainOptions& options,
                                                   std::int64_t steps) {
  std::unique_ptr<TrainPage> page(new TrainPage);
  TaskOptions task = blocks_options(kWatchedLevels, kVariants);
  task.end_on_touch = true;  // as in practice
  auto batch = Batch::open({.task = options.task, .worlds = 1, .threads = 1, .options = task});
  if (!batch) return tl::unexpected(batch.error());
  page->batch_ = std::move(*batch);
  TrainingStatus status{.task = options.task, .of = steps};
  status.channels = {{"return", ""}, {"solved", "%"}, {"touched", "%"}};
  page->play_ = std::make_unique<TrainingPlay>(*page->batch_, std::move(status));

  ServeOptions serve;
  serve.port = options.page_port;
  serve.stop_on_signals = false;
  auto shown = open_page_room(serve, options.task, page->play_->stage());
  if (!shown) return tl::unexpected(shown.error());
  page->shown_ = std::move(*shown);
  announce(page->shown_);
  page->server_ = std::thread([server = page->shown_.server.get()] { server->run(); });
  page->since_ = now_seconds();
  return page;
}

TrainPage::~TrainPage() {
  play_.reset();
  if (server_.joinable()) shown_.server->stop(), server_.join();
}

Result<void> TrainPage::show(const BlocksTraining& training, bool exam) {
  const double now = now_seconds();
  play_->set_progress(training.steps(),
                      static_cast<double>(training.steps() - steps_) / (now - since_));
  since_ = now, steps_ = training.steps();
  if (exam) {
    const ExamScore& score = training.score();
    if (auto added = play_->add_point({score.earned, percent(score.solved, score.levels),
                                       percent(score.touched, score.levels)});
        !added)
      return added;
  }
  return play_->set_policy(std::make_shared<const PolicyParams>(training.newest()));
}

}  // namespace paddock
