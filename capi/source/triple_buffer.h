// The newest value from one thread to another, neither of which ever waits: three cells, one being
// written, one being read, and between them the newest; one atomic says which is which.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <utility>

namespace paddock::capi {

/// Cells keep their memory: a value that is written again finds what was in that cell before.
template <class T>
class TripleBuffer {
 public:
  // --- the writer's

  /// The cell to write into; nobody sees it until publish().
  T& cell() { return cells_[written_]; }
  /// What is in cell() is the newest from now on.
  void publish() { written_ = middle_.exchange(written_ | kUnread, kOrder) & kCell; }
  /// Takes back what was published and nobody has read: it is in cell() then, and what was there is
  /// where it cannot be seen. False when it was read.
  bool recall() {
    if ((middle_.load(std::memory_order_relaxed) & kUnread) == 0) return false;
    // perhaps it was read meanwhile: then the cell that comes back holds what is old
    const std::uint32_t before = middle_.exchange(written_, kOrder);
    written_ = before & kCell;
    return (before & kUnread) != 0;
  }

  // --- the reader's

  bool unread() const { return (middle_.load(std::memory_order_acquire) & kUnread) != 0; }
  /// The newest value, once; null when it was taken already. It is the reader's until the next
  /// call.
  T* take() {
    if (!unread()) return nullptr;
    const std::uint32_t before = middle_.exchange(read_, kOrder);
    read_ = before & kCell;
    return (before & kUnread) != 0 ? &cells_[read_] : nullptr;  // it may have been recalled
  }

 private:
  static constexpr std::uint32_t kCell = 3, kUnread = 4;
  static constexpr std::memory_order kOrder = std::memory_order_acq_rel;
  static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

  std::array<T, 3> cells_{};
  std::uint32_t written_{0}, read_{1};  // each its thread's
  std::atomic<std::uint32_t> middle_{2};
};

}  // namespace paddock::capi
