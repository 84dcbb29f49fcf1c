// In a file of its own: seen together with its callers, the compiler takes malloc and new for a
// mismatch.
#include "tests/support/allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<long> allocations{0}, alive{0};

void* counted(void* p) {
  ++allocations;
  if (p != nullptr) ++alive;
  return p;
}

void* needed(void* p) {
  if (p == nullptr) throw std::bad_alloc();
  return counted(p);
}

void give_back(void* p) {
  if (p != nullptr) --alive;
  std::free(p);
}
}  // namespace

long paddock::allocation_count() { return allocations; }
long paddock::allocations_alive() { return alive; }

void* operator new(std::size_t size) { return needed(std::malloc(size)); }
void* operator new[](std::size_t size) { return needed(std::malloc(size)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return counted(std::malloc(size));
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return counted(std::malloc(size));
}
void* operator new(std::size_t size, std::align_val_t align) {
  const auto to = static_cast<std::size_t>(align);
  return needed(std::aligned_alloc(to, (size + to - 1) / to * to));
}
void* operator new[](std::size_t size, std::align_val_t align) { return operator new(size, align); }
void operator delete(void* p, std::align_val_t) noexcept { give_back(p); }
void operator delete[](void* p, std::align_val_t) noexcept { give_back(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { give_back(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { give_back(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { give_back(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { give_back(p); }
void operator delete(void* p) noexcept { give_back(p); }
void operator delete[](void* p) noexcept { give_back(p); }
void operator delete(void* p, std::size_t) noexcept { give_back(p); }
void operator delete[](void* p, std::size_t) noexcept { give_back(p); }
