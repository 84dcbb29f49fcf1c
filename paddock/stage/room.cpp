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

Room::Room(RoomRequest request)
    : name_(std::move(request.name)),
      opener_(std::move(request.opener)),
      keep_(request.keep),
      stage_(std::move(request.stage)),
      keeper_(std::make_shared<Keeper>()) {}

Room::~Room() {
  stop("the room closes");
  if (open_) stage_.end(reason_);  // unless its thread has done so
}

std::shared_ptr<const Frame> Room::latest() const { return keeper_->frame(); }

bool Room::post(StageTask task) {
  const std::lock_guard lock(mutex_);
  if (over_ || inbox_.size() >= kMaxInbox) return false;
  inbox_.push_back(std::move(task));
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
  lock_step_ = stage_.shared_lock_step();
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
  const std::shared_ptr<LockStep> lock_step = stage_.shared_lock_step();
  std::unique_lock lock(mutex_);
  while (started && !over_) {
    lock.unlock();
    const Nanos next = turn(clock());
    const Nanos pause = std::min(next - clock(), kLongestSleep);
    if (pause > 0 && lock_step) lock_step->wait(pause);
    lock.lock();
    if (pause > 0 && !lock_step)
      wake_.wait_for(lock, std::chrono::nanoseconds(pause),
                     [&] { return over_ || !inbox_.empty(); });
  }
  over_ = true;
  at_hand_.swap(inbox_);
  const std::string reason = reason_;
  lock.unlock();
  if (!started) return;
  for (StageTask& task : at_hand_) task(stage_, clock());  // who has just come in is told, too
  at_hand_.clear();
  stage_.end(reason);
}

void Room::end(std::string_view reason) {
  const std::lock_guard lock(mutex_);
  if (!over_) reason_ = reason;
  over_ = true;
  wake();
}

void Room::stop(std::string_view reason) {
  end(reason);
  if (thread_.joinable()) thread_.join();
}

// --- RoomReaper ---------------------------------------------------------------------------------

RoomReaper::RoomReaper() : thread_([this] { work(); }) {}

void RoomReaper::add(std::unique_ptr<Room> room) {
  room->end("the room closes");
  std::unique_lock lock(mutex_);
  if (over_) {
    lock.unlock();
    room.reset();
    lock.lock();
    --alive_;
    return;
  }
  rooms_.push_back(std::move(room));
  changed_.notify_all();
}

void RoomReaper::count_in() {
  const std::lock_guard lock(mutex_);
  ++alive_;
}

std::size_t RoomReaper::alive() const {
  const std::lock_guard lock(mutex_);
  return alive_;
}

bool RoomReaper::wait_for(std::size_t alive, Nanos most) const {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, std::chrono::nanoseconds(most), [&] { return alive_ <= alive; });
}

void RoomReaper::finish() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

void RoomReaper::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return over_ || !rooms_.empty(); });
    if (rooms_.empty()) return;
    std::vector<std::unique_ptr<Room>> rooms = std::exchange(rooms_, {});
    lock.unlock();
    const std::size_t count = rooms.size();
    rooms.clear();
    lock.lock();
    alive_ -= count;
    changed_.notify_all();
  }
}

// --- Rooms --------------------------------------------------------------------------------------

Rooms::Rooms(WallClock clock) : clock_(std::move(clock)), reaper_(std::make_shared<RoomReaper>()) {}

Rooms::~Rooms() {
  close_all("the server stops");
  reaper_->finish();
}

std::string Rooms::free_name(const std::string& level) {
  const bool known = numbers_.contains(level);
  const bool own = good_name(level) && (known || numbers_.size() < kMaxStems);
  const std::string stem = own ? level : "room";
  for (int& n = ++numbers_[stem];; ++n)
    if (std::string name = concat(stem, "-", n); !entries_.contains(name)) return name;
}

Result<std::shared_ptr<Room>> Rooms::open(RoomRequest request,
                                          std::function<void(Result<void>)> opened) {
  if (!request.name.empty() && !good_name(request.name))
    return fail(ErrorCode::Invalid, "a room's name holds letters, digits, _ and -, at most 64");
  const std::lock_guard lock(mutex_);
  // those that are closing count: each may still be opening its level
  if (reaper_->alive() >= kMaxRooms)
    return fail(ErrorCode::Limit, "there are ", kMaxRooms, " rooms already; close one first");
  if (entries_.contains(request.name))
    return fail(ErrorCode::Invalid, "there is a room \"", request.name, "\" already; join it");
  if (request.name.empty()) request.name = free_name(request.level);
  reaper_->count_in();
  std::shared_ptr<Room> room(new Room(std::move(request)), [reaper = reaper_](Room* last) {
    reaper->add(std::unique_ptr<Room>(last));
  });
  entries_[room->name()] = {.room = room, .empty_since = clock_()};
  room->start(clock_, [this, self = room.get(), opened = std::move(opened)](Result<void> result) {
    if (!result) strike(self);
    opened(std::move(result));
  });
  return room;
}

/// Takes the room off the list, unless another has its name by now.
void Rooms::strike(const Room* room) {
  std::shared_ptr<Room> last;  // let go of when the lock is
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(room->name());
  if (found == entries_.end() || found->second.room.get() != room) return;
  last = std::move(found->second.room);
  entries_.erase(found);
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
  room->end(reason);
  return true;
}

void Rooms::close_all(std::string_view reason) {
  for (const auto& room : list()) close(room->name(), reason);
}

bool Rooms::wait_for_closed(Nanos most) const {
  std::size_t open = 0;
  {
    const std::lock_guard lock(mutex_);
    open = entries_.size();
  }
  return reaper_->wait_for(open, most);
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
      if (now - entry.empty_since > kEmptyFor) leaving.push_back(name);
    }
  }
  for (const std::string& name : leaving) {
    log(LogLevel::Info, concat("room ", name, " closes: nobody is in it"));
    close(name, "nobody was in it");
  }
}

}  // namespace paddock
