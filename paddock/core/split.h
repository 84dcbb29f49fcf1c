// Several registers as one value, for kernels wider than the machine: halves of halves, so that the
// compiler keeps each part in a register of its own. (Parts in an array it keeps in memory.)
#pragma once

#include "paddock/core/simd.h"

namespace paddock {

template <class Part, int N>
struct Split {
  Split<Part, N / 2> low, high;
};
template <class Part>
struct Split<Part, 1> {
  Part only;
};

template <class Part, int N>
PADDOCK_KERNEL const Part& first_part(const Split<Part, N>& a) {
  if constexpr (N == 1)
    return a.only;
  else
    return first_part(a.low);
}
template <class Part, int N>
PADDOCK_KERNEL const Part& last_part(const Split<Part, N>& a) {
  if constexpr (N == 1)
    return a.only;
  else
    return last_part(a.high);
}

/// f of each part, or of the parts that stand in the same place.
template <class Part, int N, class F, class... More>
PADDOCK_KERNEL auto each_part(F&& f, const Split<Part, N>& a, const More&... more) {
  using Result = decltype(f(first_part(a), first_part(more)...));
  if constexpr (N == 1)
    return Split<Result, 1>{f(a.only, more.only...)};
  else
    return Split<Result, N>{each_part(f, a.low, more.low...), each_part(f, a.high, more.high...)};
}

/// N times the same.
template <class Part, int N>
PADDOCK_KERNEL Split<Part, N> split_of(const Part& a) {
  if constexpr (N == 1)
    return {a};
  else
    return {split_of<Part, N / 2>(a), split_of<Part, N / 2>(a)};
}

/// From and to `Lanes` numbers a part, one after the other.
template <class Part, int N, int Lanes, class T>
PADDOCK_KERNEL Split<Part, N> load_split(const T* from) {
  if constexpr (N == 1) {
    Part part;
    __builtin_memcpy(&part, from, sizeof part);
    return {part};
  } else {
    return {load_split<Part, N / 2, Lanes>(from),
            load_split<Part, N / 2, Lanes>(from + N / 2 * Lanes)};
  }
}
template <int Lanes, class Part, int N, class T>
PADDOCK_KERNEL void store_split(const Split<Part, N>& a, T* to) {
  if constexpr (N == 1)
    __builtin_memcpy(to, &a.only, sizeof a.only);
  else
    store_split<Lanes>(a.low, to), store_split<Lanes>(a.high, to + N / 2 * Lanes);
}

}  // namespace paddock
