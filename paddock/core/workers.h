// A few threads that share out numbered pieces of work. Whoever is free takes the next piece, by
// one atomic addition; nothing is locked and nothing allocated while they work.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace paddock {

class Workers {
 public:
  /// `count` workers, the calling thread among them.
  explicit Workers(int count);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int count() const { return static_cast<int>(threads_.size()) + 1; }

  /// Calls work(worker, piece) once for each piece below `pieces`, worker below count(), and
  /// returns when all are done.
  template <class Work>
  void run(int pieces, Work&& work) {
    run_pieces(
        pieces,
        [](void* context, int worker, int piece) {
          (*static_cast<std::remove_reference_t<Work>*>(context))(worker, piece);
        },
        &work);
  }

 private:
  using Piece = void (*)(void* context, int worker, int piece);
  void run_pieces(int pieces, Piece piece, void* context);
  void work_on(int worker);
  void serve(int worker);

  std::vector<std::thread> threads_;
  Piece piece_{};
  void* context_{};
  int pieces_{};
  bool over_{};
  std::atomic<std::uint32_t> round_{0};  // grows by one for each run
  alignas(64) std::atomic<int> next_{0};
  alignas(64) std::atomic<int> busy_{0};
};

}  // namespace paddock
