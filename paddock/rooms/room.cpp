#include "paddock/rooms/room.h"

#include <algorithm>
#include <utility>

namespace paddock {
namespace {

constexpr std::size_t kMaxInbox = 4096;
constexpr Nanos kLongestSleep = 1'000'000'000;
constexpr Nanos kPollEvery = 1'000'000;

}  // namespace

bool good_name(std::string_view name) {
  return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
}

// --- Room ---------------------------------------------------------------------------------------

class Room::Keeper : public Subscriber {
 public:
  void take(std::shared_ptr<const Frame> frame) override {
    const std::lock_guard lock(mutex_);
    frame_.swap(frame);
  }
  void ended(std::string_view) override {}
  std::shared_ptr<const Frame> frame() const {
    const std::lock_guard lock(mutex_);
    return frame_;
  }

 private:
  mutable std::mutex mutex_;  // guards the pointer; frames never change
  std::shared_ptr<const Frame> frame_;
};

Room::Room(RoomRequest request)
    : name_(std::move(request.name)),
      opener_(std::move(request.opener)),
      keep_(request.keep),
      join_(std::move(request.join)),
      loop_(request.loop ? std::move(request.loop) : std::make_shared<EventLoop>()),
      stage_(std::move(request.stage)),
      keeper_(std::make_shared<Keeper>()) {}

Room::~Room() {
  stop("the room closes");
  if (open_) stage_.end(reason_);  // unless its thread has done so
}

std::shared_ptr<const Frame> Room::latest() const { return keeper_->frame(); }

bool Room::post(StageTask task) {
  {
    const std::lock_guard lock(mutex_);
    if (over_ || inbox_.size() >= kMaxInbox) return false;
    inbox_.push_back(std::move(task));
  }
  loop_->wake();
  return true;
}

Result<void> Room::open(Nanos now) {
  if (auto started = stage_.start(now); !started) return started;
  stage_.subscribe(keeper_);
  if (join_)
    for (auto& peer : join_(stage_.session(), *loop_)) stage_.join(std::move(peer));
  open_ = true;
  return {};
}

void Room::work_inbox(Nanos now) {
  {
    const std::lock_guard lock(mutex_);
    at_hand_.swap(inbox_);
  }
  for (StageTask& task : at_hand_) task(stage_, now);
  at_hand_.clear();
}

Nanos Room::turn(Nanos now) {
  work_inbox(now);
  const Nanos next = stage_.work(now);
  viewers_.store(stage_.subscriber_count() - 1);
  return next;
}

void Room::start(WallClock clock, std::function<void(Result<void>)> opened) {
  thread_ = std::thread(
      [this, clock = std::move(clock), opened = std::move(opened)] { serve(clock, opened); });
}

void Room::serve(const WallClock& clock, const std::function<void(Result<void>)>& opened) {
  const auto started = open(clock());
  opened(started);
  Nanos polled = 0;
  while (started && !over()) {
    const Nanos next = turn(clock());
    const Nanos now = clock(), pause = std::min(next - now, kLongestSleep);
    // who runs as fast as possible still lets buffered writes and look-ups of names go on
    if (pause > 0 || now - polled >= kPollEvery)
      loop_->wait(std::max<Nanos>(0, pause)), polled = now;
  }
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  if (!started) return;
  work_inbox(clock());  // who has just come in is told, too
  stage_.end(reason_);
}

bool Room::over() {
  const std::lock_guard lock(mutex_);
  return over_;
}

void Room::end(std::string_view reason) {
  {
    const std::lock_guard lock(mutex_);
    if (!over_) reason_ = reason;
    over_ = true;
  }
  loop_->wake();
}

void Room::stop(std::string_view reason) {
  end(reason);
  if (thread_.joinable()) thread_.join();
}

}  // namespace paddock
