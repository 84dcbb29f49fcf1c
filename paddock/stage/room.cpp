#include "paddock/stage/room.h"

#include <algorithm>
#include <chrono>

#include "paddock/core/log.h"

namespace paddock {
namespace {

constexpr std::size_t kMaxInbox = 4096;
constexpr Nanos kLongestSleep = 1'000'000'000;

}  // namespace

Nanos steady_now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

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

Room::Room(std::string name, bool keep, StageOptions options)
    : name_(std::move(name)),
      keep_(keep),
      lock_step_(options.lock_step),
      stage_(std::move(options)),
      keeper_(std::make_shared<Keeper>()) {}

Room::~Room() { stop("the room closes"); }

std::shared_ptr<const Frame> Room::latest() const { return keeper_->frame(); }

bool Room::post(StageTask task) {
  {
    const std::lock_guard lock(mutex_);
    if (over_ || inbox_.size() >= kMaxInbox) return false;
    inbox_.push_back(std::move(task));
  }
  wake();
  return true;
}

void Room::wake() {
  if (lock_step_)
    lock_step_->wake();
  else
    wake_.notify_one();
}

Result<void> Room::open(Nanos now) {
  if (auto started = stage_.start(now); !started) return started;
  stage_.subscribe(keeper_);
  const std::lock_guard lock(mutex_);
  open_ = true;
  return {};
}

Nanos Room::turn(Nanos now) {
  {
    const std::lock_guard lock(mutex_);
    at_hand_.swap(inbox_);
  }
  for (StageTask& task : at_hand_) task(stage_, now);
  at_hand_.clear();
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
  std::unique_lock lock(mutex_);
  while (started && !over_) {
    lock.unlock();
    const Nanos next = turn(clock());
    const Nanos pause = std::min(next - clock(), kLongestSleep);
    if (pause > 0 && lock_step_) lock_step_->wait(pause);
    lock.lock();
    if (pause > 0 && !lock_step_)
      wake_.wait_for(lock, std::chrono::nanoseconds(pause),
                     [&] { return over_ || !inbox_.empty(); });
  }
  over_ = true;
  inbox_.clear();
  const std::string reason = reason_;
  lock.unlock();
  if (started) stage_.end(reason);
}

void Room::stop(std::string_view reason) {
  bool was_open = false;
  {
    const std::lock_guard lock(mutex_);
    if (!over_) reason_ = reason;
    was_open = open_;
    over_ = true;
  }
  wake();
  if (thread_.joinable())
    thread_.join();
  else if (was_open)
    stage_.end(reason);
}

// --- Rooms --------------------------------------------------------------------------------------

std::string Rooms::free_name(const std::string& wanted) const {
  const auto number = numbers_.find(wanted);
  for (int n = number == numbers_.end() ? 1 : number->second + 1;; ++n) {
    std::string name = concat(wanted, "-", n);
    if (!entries_.contains(name)) return name;
  }
}

Result<std::shared_ptr<Room>> Rooms::open(RoomRequest request,
                                          std::function<void(Result<void>)> opened) {
  if (!request.name.empty() && !good_name(request.name))
    return fail(ErrorCode::Invalid, "a room's name holds letters, digits, _ and -, at most 64");
  std::shared_ptr<Room> room;
  auto failed = std::make_shared<std::atomic<bool>>(false);
  {
    const std::lock_guard lock(mutex_);
    if (entries_.size() >= kMaxRooms)
      return fail(ErrorCode::Limit, "there are ", kMaxRooms, " rooms already; close one first");
    if (entries_.contains(request.name))
      return fail(ErrorCode::Invalid, "there is a room \"", request.name, "\" already; join it");
    const std::string stem = good_name(request.level) ? request.level : "room";
    const std::string name = request.name.empty() ? free_name(stem) : request.name;
    if (request.name.empty()) ++numbers_[stem];
    room = std::make_shared<Room>(name, request.keep, std::move(request.stage));
    room->start(clock_, [failed, opened = std::move(opened)](Result<void> result) {
      failed->store(!result.has_value());
      opened(std::move(result));
    });
    entries_[name] = {.room = room, .failed = failed, .empty_since = clock_()};
  }
  return room;
}

std::shared_ptr<Room> Rooms::find(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : found->second.room;
}

bool Rooms::close(std::string_view name, std::string_view reason) {
  std::shared_ptr<Room> room;
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(name);
    if (found == entries_.end()) return false;
    room = std::move(found->second.room);
    entries_.erase(found);
  }
  room->stop(reason);
  return true;
}

void Rooms::close_all(std::string_view reason) {
  for (const auto& room : list()) close(room->name(), reason);
}

std::vector<std::shared_ptr<Room>> Rooms::list() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<Room>> rooms;
  for (const auto& [name, entry] : entries_) rooms.push_back(entry.room);
  return rooms;
}

void Rooms::tidy() {
  std::vector<std::string> leaving;
  {
    const std::lock_guard lock(mutex_);
    const Nanos now = clock_();
    for (auto& [name, entry] : entries_) {
      if (entry.room->keep() || entry.room->viewers() > 0) entry.empty_since = now;
      if (entry.failed->load() || now - entry.empty_since > kEmptyFor) leaving.push_back(name);
    }
  }
  for (const std::string& name : leaving) {
    log(LogLevel::Info, concat("room ", name, " closes: nobody is in it"));
    close(name, "nobody was in it");
  }
}

}  // namespace paddock
