#include "paddock/rooms/rooms.h"

#include <chrono>
#include <utility>

#include "paddock/core/log.h"

namespace paddock {
namespace {

constexpr std::chrono::seconds kTidyEvery{1};

}  // namespace

// --- RoomReaper ---------------------------------------------------------------------------------

RoomReaper::RoomReaper(std::function<void()> tidy)
    : tidy_(std::move(tidy)), thread_([this] { work(); }) {}

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
  changed_.notify_all();
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
    const auto busy = [&] { return over_ || !rooms_.empty(); };
    changed_.wait(lock, [&] { return busy() || alive_ > 0; });
    if (!changed_.wait_for(lock, kTidyEvery, busy)) {
      lock.unlock();
      tidy_();
      lock.lock();
      continue;
    }
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

Rooms::Rooms(WallClock clock)
    : clock_(std::move(clock)), reaper_(std::make_shared<RoomReaper>([this] { tidy(); })) {}

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
