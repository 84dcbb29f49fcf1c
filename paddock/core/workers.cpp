#include "paddock/core/workers.h"

namespace paddock {

Workers::Workers(int count) {
  for (int worker = 1; worker < count; ++worker)
    threads_.emplace_back([this, worker] { serve(worker); });
}

Workers::~Workers() {
  over_ = true;
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::run_pieces(int pieces, Piece piece, void* context) {
  piece_ = piece, context_ = context, pieces_ = pieces;
  next_.store(0, std::memory_order_relaxed);
  busy_.store(static_cast<int>(threads_.size()), std::memory_order_relaxed);
  if (!threads_.empty()) {
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
  }
  work_on(0);
  // everybody reports, so nobody still looks at this round when the next begins
  for (int busy = busy_.load(std::memory_order_acquire); busy > 0;
       busy = busy_.load(std::memory_order_acquire))
    busy_.wait(busy, std::memory_order_acquire);
}

void Workers::work_on(int worker) {
  for (int piece = next_.fetch_add(1, std::memory_order_relaxed); piece < pieces_;
       piece = next_.fetch_add(1, std::memory_order_relaxed))
    piece_(context_, worker, piece);
}

void Workers::serve(int worker) {
  for (std::uint32_t seen = 0;; ++seen) {
    round_.wait(seen, std::memory_order_acquire);
    if (over_) return;
    work_on(worker);
    if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
  }
}

}  // namespace paddock
