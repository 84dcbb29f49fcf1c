#include "paddock/protocols/web/mailbox.h"

namespace paddock::web {
namespace {

constexpr std::size_t kMaxFrames = 4;     // waiting in a mailbox
constexpr std::size_t kMaxEvents = 4096;  // likewise

}  // namespace

// --- FrameCache ---------------------------------------------------------------------------------

FrameCache::Bytes FrameCache::find(const std::shared_ptr<const Frame>& frame, std::size_t index,
                                   const std::function<std::string()>& make) {
  for (const Entry& entry : entries_)
    if (entry.index == index && entry.frame.lock() == frame) return entry.bytes;
  Entry made{frame, index, std::make_shared<const std::string>(make())};
  Bytes bytes = made.bytes;
  if (entries_.size() < kSize) {
    entries_.push_back(std::move(made));
  } else {
    entries_[oldest_] = std::move(made);
    oldest_ = (oldest_ + 1) % kSize;
  }
  return bytes;
}

// --- Mailbox ------------------------------------------------------------------------------------

void Mailbox::wake(std::unique_lock<std::mutex>& lock) {
  if (awake_ || !wake_) return;
  awake_ = true;
  const std::function<void()> call = wake_;
  lock.unlock();
  call();
}

void Mailbox::put(Letter letter) {
  std::unique_lock lock(mutex_);
  post_.letters.push_back(std::move(letter));
  wake(lock);
}

void Mailbox::put(std::uint64_t watch, std::shared_ptr<const Frame> frame) {
  std::unique_lock lock(mutex_);
  if (watch != watch_) return;
  for (const StageEvent& event : frame->events)
    if (post_.events.size() < kMaxEvents) post_.events.push_back(event);
  if (post_.frames.size() >= kMaxFrames) post_.frames.erase(post_.frames.begin());
  post_.frames.push_back(std::move(frame));
  wake(lock);
}

void Mailbox::put(std::uint64_t watch, std::uint16_t subscription,
                  std::shared_ptr<const std::string> picture) {
  std::unique_lock lock(mutex_);
  if (watch != watch_) return;
  post_.pictures.emplace_back(subscription, std::move(picture));
  wake(lock);
}

void Mailbox::put_end(std::uint64_t watch, std::string_view reason) {
  std::unique_lock lock(mutex_);
  if (watch != watch_) return;
  post_.ended = reason;
  wake(lock);
}

void Mailbox::watch(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  watch_ = number;
  post_.frames.clear(), post_.pictures.clear(), post_.events.clear(), post_.ended.reset();
}

Mailbox::Post Mailbox::collect() {
  const std::lock_guard lock(mutex_);
  awake_ = false;
  return std::exchange(post_, {});
}

void Mailbox::shut() {
  const std::lock_guard lock(mutex_);
  wake_ = nullptr;
  watch_ = 0;
}

}  // namespace paddock::web
